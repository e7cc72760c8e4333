"""Every accepted certificate is mutated; what the checker still accepts must be true, and is
counted and explained.

Mutants of a file: each digit or sign changed, each line dropped, doubled or swapped with the next,
the text cut at every byte, the evidence, hash, question or configuration of another file, a wrong
version; also with hashes recomputed, as an attacker would. The statement that a surviving mutant
makes is decided anew by the engine, from the mutant alone: an accepted false statement fails the
test.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from arrangements import Configuration, Inputs, confidence
from arrangements.checker import proof as checker
from arrangements.checker.lists import LISTS
from arrangements.checker.problem import fingerprint
from arrangements.checker.reading import Refused, parse
from arrangements.decide.one_by_one.decide import decide
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.exact.linear import determinant
from arrangements.exact.numbers import exact
from arrangements.layers.questions.parser import question_of
from arrangements.layers.questions.question import Question, of_groups, of_signs
from tests.decide.certificates.views import stated
from tests.decide.elimination import best_place

ACCEPTED = sorted(
    path
    for path in (Path(__file__).parent / "certificates" / "accept").glob("*.json")
    if "configuration" not in path.name
)
TEXTS = {
    path.stem: path.read_text(encoding="utf-8") for path in ACCEPTED if path.stem != "by-hash-alone"
}


def verdict(text: str) -> str:
    try:
        checker.check(text)
        return "accepted"
    except Refused:
        return "refused"
    except (ValueError, RecursionError):
        return "unreadable"


def rehashed(text: str) -> str | None:
    """The text with right hashes, if it can be read."""
    try:
        value = parse(text)
        for problem in value["problems"]:
            problem["hash"] = fingerprint(problem["configuration"])
        return json.dumps(value)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def digits(text: str) -> Iterator[str]:
    for place, digit in enumerate(text):
        if digit.isdigit():
            for other in {(int(digit) + 1) % 10, (int(digit) + 7) % 10, 0} - {int(digit)}:
                yield f"{text[:place]}{other}{text[place + 1 :]}"


def lines(text: str) -> Iterator[str]:
    parts = text.splitlines(keepends=True)
    for k in range(len(parts)):
        yield "".join(parts[:k] + parts[k + 1 :])
        yield "".join([*parts[:k], parts[k], *parts[k:]])
        if k + 1 < len(parts):
            yield "".join([*parts[:k], parts[k + 1], parts[k], *parts[k + 2 :]])


def cuts(text: str) -> Iterator[str]:
    yield from (text[:k] for k in range(len(text)))


def grafts(text: str) -> Iterator[str]:
    """Parts of other certificates."""
    for other in TEXTS.values():
        for keys in (("steps",), ("claims",), ("problems",), ("claims", "steps")):
            value, donor = json.loads(text), json.loads(other)
            yield json.dumps({key: (donor if key in keys else value)[key] for key in value})
        for key in ("hash", "configuration", "inputs"):
            value, donor = json.loads(text), json.loads(other)
            value["problems"][0][key] = donor["problems"][0][key]
            yield json.dumps(value)
        for key in ("question", "answer"):
            value, donor = json.loads(text), json.loads(other)
            value["claims"][0][key] = donor["claims"][0][key]
            yield json.dumps(value)


def versions(text: str) -> Iterator[str]:
    for version in ("0", "2", "-1", '"1"', "true", "null", "1.0", "01", "[1]"):
        yield text.replace('"version": 1', f'"version": {version}', 1)


def signs_turned(text: str) -> Iterator[str]:
    """Signs of numbers and of sign vectors."""
    for place, character in enumerate(text):
        if character in "+-":
            yield f"{text[:place]}{'-' if character == '+' else '+'}{text[place + 1 :]}"
            yield text[:place] + text[place + 1 :]
        elif character == '"' and text[place + 1 : place + 2].isdigit():
            yield f'{text[:place]}"-{text[place + 1 :]}'


def number_in(block: dict[str, Any]) -> Callable[[Any], Any]:
    """What a number of this configuration means."""

    def number(entry: Any) -> Any:
        if block["field"] is None:
            return exact(entry)
        terms = " + ".join(f"({c})*x^{k}" for k, c in enumerate(block["field"]["polynomial"]))
        low, high = block["field"]["interval"]
        theta = exact(f"root({terms}, {low}, {high})")
        return sum(exact(c) * theta**k for k, c in enumerate(entry))

    return number


def configuration(block: dict[str, Any]) -> Configuration:
    """Read without the checker's help."""
    number = number_in(block)
    rows = [[number(entry) for entry in row] for row in block["rows"]]
    bias = [number(entry) for entry in block["bias"]] if "bias" in block else None
    return Configuration(rows, labels=block["labels"], bias=bias, dimension=block["dimension"])


def inputs(value: dict[str, Any]) -> Inputs | None:
    """Those of the first configuration."""
    block, given = value["problems"][0]["configuration"], value["problems"][0]["inputs"]
    if given is None:
        return None
    number = number_in(block)
    rows = (
        [[number(entry) for entry in row] for row in given[key]]
        for key in ("inequalities", "equations")
    )
    return Inputs(block["dimension"], *rows)


def question(value: dict[str, Any], labels: Sequence[str]) -> Question:
    if "signs" in value:
        return of_signs(value["signs"])
    if "groups" in value:
        return of_groups([list(map(labels.index, group)) for group in value["groups"]])
    return Question(value["kind"], tuple(map(labels.index, value["labels"])))


def is_true(value: dict[str, Any]) -> bool:
    """Whether the engine, asked anew, gives the answers that a proof claims."""
    return all(
        claim_is_true(value, claim["question"], claim["answer"]) for claim in value["claims"]
    )


def claim_is_true(value: dict[str, Any], asked: dict[str, Any], claimed: Any) -> bool:
    configurations = [configuration(part["configuration"]) for part in value["problems"]]
    if asked["kind"] == "pair":
        # The names of invariants are few; what a mutant can change is which configurations they are
        # about.
        answers = claimed or [None, None]
        differ = asked["differ"]
        if not isinstance(differ, str) and answers != [
            decide(c, question(differ, c.labels))[0] for c in configurations
        ]:
            return False
        return agrees(configurations, asked["same"]) and (
            not isinstance(differ, str) or not agrees(configurations, differ)
        )
    if asked["kind"] in LISTS:
        return (
            certify_pattern(configurations[0], asked["kind"], inputs=inputs(value)).answer
            == claimed
        )
    (c,) = configurations
    if asked["kind"] == "confidence":
        block = stated(value["problems"][0]["inputs"])
        true = confidence(
            c,
            asked["label"],
            inputs=Inputs.from_json({"dimension": c.d, **block}),
            temperature=exact(asked["temperature"]),
        )
        return all(
            exact(claimed[name][0]) <= high and low <= exact(claimed[name][1])
            for name, (low, high) in (("margin", true.margin), ("probability", true.probability))
        )
    if asked["kind"] == "best rank":
        least, most = claimed
        place = best_place(c, c.labels.index(asked["label"]), inputs(value), asked["ties"])
        return place is not None and least <= place <= most
    return decide(c, question(asked, c.labels), inputs=inputs(value))[0] is claimed


def agrees(pair: list[Configuration], name: str) -> bool:
    if name == "sign pattern":
        return (
            len({frozenset(m for m, _ in certify_pattern(c, name).evidence.members) for c in pair})
            == 1
        )
    if name == "top of 1":
        return all(
            len({decide(c, question_of("argmax", c.labels, label))[0] for c in pair}) == 1
            for label in pair[0].labels
        )
    if name == "difference norms":
        return (
            len({tuple(sum(x * x for x in row) for row in c.differences().rows) for c in pair}) == 1
        )
    if name in ("regions", "difference regions"):
        return (
            len(
                {
                    certify_pattern(
                        c, "sign pattern" if name == "regions" else "ranking pattern"
                    ).answer
                    for c in pair
                }
            )
            == 1
        )
    if name == "cosines":
        return len({signed_squares(c) for c in pair}) == 1
    if name == "whitened gram":
        return len({projector(c) for c in pair}) == 1
    if name == "whitened cosines":
        return len({signed_squares(Configuration(projector(c))) for c in pair}) == 1
    if name in ("chirotope", "difference chirotope"):
        views = [c if name == "chirotope" else c.differences() for c in pair]
        return len({minors(c) for c in views}) == 1
    if name == "rows":
        return len({(c.d, c.rows) for c in pair}) == 1
    if name in ("gram", "norms"):
        return (
            len(
                {
                    tuple(
                        sum((x * y for x, y in zip(u, v, strict=True)), Fraction(0))
                        for i, u in enumerate(c.rows)
                        for j, v in enumerate(c.rows)
                        if name == "gram" or i == j
                    )
                    for c in pair
                }
            )
            == 1
        )
    view, _, base = name.rpartition(" ")
    if view == "difference":
        return agrees([c.differences() for c in pair], base)
    if view == "centred":
        return agrees([c.centred() for c in pair], base)
    raise AssertionError(name)


def signed_squares(c: Configuration) -> tuple:
    def dot(u: Any, v: Any) -> Any:
        return sum(a * b for a, b in zip(u, v, strict=True))

    return tuple(
        dot(u, v) * abs(dot(u, v)) / (dot(u, u) * dot(v, v)) for u in c.rows for v in c.rows
    )


def projector(c: Configuration) -> tuple:
    """Onto the columns of the centred rows, made orthogonal one after the other. P is symmetric and
    P P = P, so the rows of P have the cosines of whitened rows.
    """
    rest: list[list[Any]] = []
    for column in zip(*c.rows, strict=True):
        mean = sum(column) / Fraction(c.n)
        vector: list[Any] = [x - mean for x in column]
        for other in rest:
            share = sum(x * y for x, y in zip(vector, other, strict=True))
            share /= sum(y * y for y in other)
            vector = [x - share * y for x, y in zip(vector, other, strict=True)]
        if any(vector):
            rest.append(vector)
    lengths = [sum(x * x for x in v) for v in rest]
    return tuple(
        tuple(
            sum((v[i] * v[j] / q for v, q in zip(rest, lengths, strict=True)), Fraction(0))
            for j in range(c.n)
        )
        for i in range(c.n)
    )


def minors(c: Configuration) -> tuple:
    reduced = c.reduced_rows()
    values = [determinant(list(choice)) for choice in combinations(reduced, c.rank)]
    signs = [(x > 0) - (x < 0) for x in values]
    lead = next((s for s in signs if s), 1)
    return tuple(s * lead for s in signs)


def explanation(mutant: dict[str, Any], original: dict[str, Any]) -> str:
    if mutant == original:
        return "the same certificate, written differently"
    changed = {key for key in original if mutant[key] != original[key]}
    if changed == {"steps"}:
        return "another proof of the same statement"
    if changed <= {"steps", "claims"}:
        return "a true statement about the same configuration"
    return "a true statement about another configuration"


@pytest.mark.parametrize("stride", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_mutants_are_refused_or_true(stride: int, capsys: pytest.CaptureFixture) -> None:
    """Every mutant, or every eighth of each sort."""
    count: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for name, text in TEXTS.items():
        assert verdict(text) == "accepted"
        makers = (digits, lines, cuts, grafts, versions, signs_turned)
        mutants = {mutant for make in makers for mutant in islice(make(text), 0, None, stride)}
        mutants |= {
            sealed
            for mutant in mutants
            if mutant.rstrip().endswith("}") and (sealed := rehashed(mutant))
        }
        for mutant in sorted(mutants - {text}):
            result = verdict(mutant)
            if result != "accepted":
                count[result] += 1
                continue
            value, original = json.loads(mutant), json.loads(text)
            if value != original:
                assert is_true(value), f"accepted and false: a mutant of {name}\n{mutant}"
            reasons[explanation(value, original)] += 1
    with capsys.disabled():
        print(
            f"\n{count['refused']} mutants refused, {count['unreadable']} unreadable; accepted and true: {dict(reasons)}"
        )
    assert count["refused"] >= 2000
