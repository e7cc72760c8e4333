"""What is printed as the reason of a no is one: the texts of summaries are read back, and an exact
program that shares nothing with the engine decides whether the conditions contradict each other, and
whether an average of rows with such weights dominates.

    pytest -m slow tests/audits/test_reasons.py --attack 1
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from html import unescape
from itertools import count
from math import gcd, lcm
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from arrangements import Configuration
from arrangements.audits import reasons
from arrangements.audits.gate import Item, Verdict, condition
from arrangements.audits.log_cores import core
from arrangements.audits.reasons import Reasons
from arrangements.audits.report import write as write_report
from arrangements.audits.summaries import FORMATS, markdown
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.batches.thresholds import in_bulk
from arrangements.decide.dyadic.integer_inputs import Domain, laid_out
from arrangements.decide.dyadic.norms import fits
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import space, walks
from arrangements.decide.one_by_one.decide import decide
from arrangements.exact.linear import kernel
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, every_label, of_signs
from arrangements.loading.layers import OutputLayer
from tests.decide.batches.test_random_layers import layer, wide_layer
from tests.seeds import fewer

Row = list[Fraction]
PAIR = re.compile(r"(\d+) (>|>=|=) ([1-9]\d*)")
ALONE = re.compile(r"(\d+) (> 0|< 0|= 0|on|off)")
KEPT = re.compile(r"p\((\d+)\) > (\S+) p\((\d+)\)")
END = re.compile(r"h_(\d+) (>=|<=) (-?[\d/]+)")
LINEAR = re.compile(r"(.+) (>=|=) 0")
NAMED = re.compile(r"(inequality|equation) (\d+) of the inputs")
PRIMES = (2, 3, 5, 7)
PLACES = ("h in the ball", "h behind the norm")


def contradict(strict: Sequence[Row], weak: Sequence[Row], equal: Sequence[Row]) -> bool:
    """Whether no x has (1, x) in all of these: some weights, not negative but of equations, not all
    zero on strict ones, give the sum zero (Motzkin). If there is one way to add up to zero, its signs
    tell; else the first phase of the simplex method, in integers, by Bland's rule.
    """
    width = len([*strict, *weak, *equal][0])
    one = [Fraction(1), *[Fraction(0)] * (width - 1)]
    signs = [*[1] * (len(strict) + 1), *[0] * (len(weak) + 2 * len(equal))]
    ways = kernel(list(zip(*strict, one, *weak, *equal, strict=True)), len(signs) - len(equal))
    if len(ways) < 2:
        signed, number = [x for way in ways for x in way], len(strict) + 1
        weighed = [*signed[:number], *signed[number : number + len(weak)]]
        return any(signed[:number]) and (min(weighed) >= 0 or max(weighed) <= 0)
    rows = [*strict, one, *weak, *equal, *([-x for x in row] for row in equal)]
    whole = list[list[int]]()
    for row in rows:
        common = lcm(*(x.denominator for x in row))
        unit = gcd(*(int(x * common) for x in row)) or 1
        whole.append([int(x * common) // unit for x in row])
    table = [[row[k] for row in whole] + [0] for k in range(width)] + [[*signs, 1]]
    return feasible(table)


def feasible(table: list[list[int]]) -> bool:
    """Whether columns with weights that are not negative add up to the last one, which is not
    negative.
    """
    height, number = len(table), len(table[0]) - 1
    table = [
        [*line[:-1], *(int(k == j) for j in range(height)), line[-1]]
        for k, line in enumerate(table)
    ]
    costs = [-sum(line[k] for line in table) for k in range(number)] + [0] * height
    costs.append(-sum(line[-1] for line in table))
    basis, unit = [number + k for k in range(height)], 1
    while costs[-1]:
        entering = next((k for k in range(number) if costs[k] < 0), -1)
        if entering < 0:
            return False
        leaving = min(
            (k for k in range(height) if table[k][entering] > 0),
            key=lambda k: (Fraction(table[k][-1], table[k][entering]), basis[k]),
        )
        pivot, own = table[leaving][entering], table[leaving]
        for line in (*(table[k] for k in range(height) if k != leaving), costs):
            factor = line[entering]
            line[:] = [(pivot * x - factor * y) // unit for x, y in zip(line, own, strict=True)]
        basis[leaving], unit = entering, pivot
    return True


class Printed:
    """Conditions read from texts, about one layer and its inputs."""

    def __init__(self, rows: np.ndarray, inputs: Inputs, ratios: Sequence[Fraction] = ()) -> None:
        self.rows = [[Fraction(float(x)) for x in row] for row in rows.tolist()]
        self.inputs, self.width = inputs, rows.shape[1]
        self.powers = [exponents(ratio) for ratio in ratios]

    def check(
        self, texts: Iterable[str], asked: Question | None = None, most: int | None = None
    ) -> None:
        """The conditions contradict each other, and are those of the question or of the inputs; at
        most so many, else d + 2, and one more for each logarithm.
        """
        strict, weak, equal, curved = list[Row](), list[Row](), list[Row](), False
        texts = list(texts)
        for text in texts:
            if match := PAIR.fullmatch(text):
                first, second = int(match[1]) - 1, int(match[3]) - 1
                assert first != second
                if asked is not None and asked.label is not None:
                    assert first == asked.label
                    assert match[2] == (">=" if asked.lowest and second > first else ">")
                row = [x - y for x, y in zip(self.rows[first], self.rows[second], strict=True)]
                {">": strict, ">=": weak, "=": equal}[match[2]].append(row)
            elif match := ALONE.fullmatch(text):
                place, sign = int(match[1]) - 1, {"<": -1, "off": -1}.get(match[2].split()[0], 1)
                row = [sign * x for x in self.rows[place]]
                if match[2] in ("on", "off"):  # logarithms are further coordinates
                    row += [Fraction(-sign * e) for e in self.powers[place]]
                (equal if match[2] == "= 0" else strict).append(row)
            elif match := KEPT.fullmatch(text):
                first, second = int(match[1]) - 1, int(match[3]) - 1
                row = [x - y for x, y in zip(self.rows[first], self.rows[second], strict=True)]
                strict.append([*row, *(Fraction(-e) for e in self.powers[0])])
            elif match := END.fullmatch(text):
                row, side = self._unit(int(match[1])), 1 if match[2] == ">=" else -1
                weak.append([side * x for x in row])
                weak[-1][0] = -side * Fraction(match[3])
            elif match := NAMED.fullmatch(text):
                given = (
                    self.inputs.inequalities if match[1] == "inequality" else self.inputs.equations
                )
                found = [Fraction(x) for x in given[int(match[2]) - 1]]  # type: ignore[arg-type]
                (weak if match[1] == "inequality" else equal).append(found)
            elif text in PLACES:
                curved = True
            else:
                match = LINEAR.fullmatch(text)
                assert match, text
                (weak if match[2] == ">=" else equal).append(self._function(match[1]))
        for row in weak if asked is None or asked.kind != "chosen" else ():
            assert self._given(row, self.inputs.inequalities), texts
        for row in equal if asked is None else ():
            assert self._given(row, self.inputs.equations), texts
        if not curved:
            few = self.width + 1 + (len(PRIMES) if self.powers else 0)
            assert len(texts) <= (few if most is None else most), texts
            if self.powers:
                more = [Fraction(0)] * len(PRIMES)
                weak, equal = ([[*row, *more] for row in rows] for rows in (weak, equal))
                weak += logarithms(self.width)
            assert contradict(strict, weak, equal), texts
            return
        around = Inputs(self.width - 1, weak, equal, within=self.inputs.within)
        system = Configuration(
            [row[1:] for row in strict], bias=[row[0] for row in strict], dimension=self.width - 1
        )
        found_, proof = decide(system, of_signs("+" * len(strict)), inputs=around)
        assert not found_, texts
        proof.check()

    def _unit(self, place: int) -> Row:
        return [Fraction(int(k == place)) for k in range(self.width)]

    def _function(self, text: str) -> Row:
        row = [Fraction(0)] * self.width
        for sign, size, place in re.findall(
            r"(-?) ?([\d/]+)?\s?(?:h_(\d+))?(?: \+ | (?=-)|$)", text
        ):
            if size or place:
                row[int(place or 0)] += Fraction(size or 1) * (-1 if sign else 1)
        return row

    def _given(self, row: Row, rows: Sequence[Sequence[Any]]) -> bool:
        """Whether a condition is a positive multiple of one of the inputs."""
        for other in rows:
            lead = next((k for k, x in enumerate(other) if x), None)
            if lead is not None and row[lead]:
                ratio = row[lead] / other[lead]
                if ratio > 0 and all(x == ratio * y for x, y in zip(row, other, strict=True)):
                    return True
        return False

    def average(self, label: int, shares: Sequence[tuple[int, float]]) -> None:
        """Some average of these other rows is at least as large at every input, with weights that are
        these but for rounding.
        """
        assert label not in [k for k, _ in shares]
        assert all(w > 0 for _, w in shares)
        own, near = self.rows[label], 2.0**-50
        if self.inputs.everything:
            apart = [[x - y for x, y in zip(self.rows[k], own, strict=True)] for k, _ in shares]
            ways = kernel(list(zip(*(row[1:] for row in apart), strict=True)), len(apart))
            if len(ways) == 1:  # the weights are these
                total = sum(ways[0], Fraction(0))
                exact = [x / total for x in ways[0]]
                assert all(
                    abs(x - Fraction(w)) <= Fraction(near) * x
                    for x, (_, w) in zip(exact, shares, strict=True)
                )
                assert sum(x * row[0] for x, row in zip(exact, apart, strict=True)) >= 0
                return
        # weights are w - near + u with u from 0 to 2 near: unknown are u, what u lacks, weights of
        # the conditions, a constant
        low = [Fraction(w) * (1 - Fraction(near)) for _, w in shares]
        rooms = [2 * Fraction(w) * Fraction(near) for _, w in shares]
        apart = [[x - y for x, y in zip(self.rows[k], own, strict=True)] for k, _ in shares]
        weak = [[-Fraction(x) for x in row] for row in self.inputs.inequalities]
        flat = [[Fraction(x) for x in row] for row in self.inputs.equations]
        constant = [[-Fraction(int(not k)) for k in range(self.width)]]
        columns = [*apart, *weak, *flat, *([-x for x in row] for row in flat), *constant]
        table = list[list[Fraction]]()
        none = [Fraction(0)] * len(shares)
        for k in range(self.width):
            right = -sum((w * row[k] for w, row in zip(low, apart, strict=True)), Fraction(0))
            line = [column[k] for column in columns]
            table.append([*line[: len(shares)], *none, *line[len(shares) :], right])
        rest = [Fraction(0)] * (len(columns) - len(shares))
        for k, room in enumerate(rooms):
            one = [Fraction(int(j == k)) for j in range(len(shares))]
            table.append([*one, *one, *rest, room])
        whole = list[list[int]]()
        for row in table:
            common = lcm(*(x.denominator for x in row)) * (-1 if row[-1] < 0 else 1)
            whole.append([int(x * common) for x in row])
        assert feasible(whole), (label, shares)


def exponents(ratio: Fraction) -> list[int]:
    """Of 2, 3, 5, 7, of which the ratio is a product."""
    found, rest = list[int](), ratio
    for prime in PRIMES:
        found.append(0)
        while rest.numerator % prime == 0:
            rest, found[-1] = rest / prime, found[-1] + 1
        while rest.denominator % prime == 0:
            rest, found[-1] = rest * prime, found[-1] - 1
    assert rest == 1
    return found


def logarithms(width: int) -> list[Row]:
    """Conditions, on further coordinates, that enclose the logarithms of 2, 3, 5, 7."""
    out, slack = list[Row](), Fraction(1, 10**60)
    for place, prime in enumerate(PRIMES):
        near = Fraction(Context(80).ln(Decimal(prime)))
        for side, end in ((1, near - slack), (-1, near + slack)):
            unit = [side * int(k == place) for k in range(len(PRIMES))]
            out.append([-side * end, *[Fraction(0)] * (width - 1), *map(Fraction, unit)])
    return out


def cells(text: str) -> list[tuple[str, str]]:
    """The findings of a page of Markdown with what clashes; a label may be asked about twice."""
    lines = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    found = [[unescape(part.strip("| ")) for part in line] for line in lines if len(line) == 2]
    return [(name, clash) for name, clash in found if name != "finding"]


def items_of(
    told: Reasons, answers: Iterable[tuple[Question, Any]], labels: Sequence[str]
) -> list[Item]:
    out = list[Item]()
    for asked, outcome in answers:
        reason = told.of(asked, outcome)
        single = asked.label is not None and not asked.lowest
        name = labels[asked.positions[0]] if single else asked.text(labels)
        possible = isinstance(outcome, IntegerWitness)
        out.append(Item(name, possible, reason.conditions, said=reason.said, label=single))
    return out


def read_back(items: Sequence[Item]) -> list[list[str]]:
    """The conditions of every no, as they stand in JSON, and the same in the other formats as far as
    they name them.
    """
    verdict = Verdict.of(items, [condition("impossible")], None)
    about = {
        "model": "m",
        "questions": len(items),
        "possible": 0,
        "impossible": 0,
        "inputs": "some",
    }
    found = json.loads(FORMATS[".json"](about, items, verdict))["answers"]
    (run,) = json.loads(FORMATS[".sarif"](about, items, verdict))["runs"]
    messages = [result["message"]["text"] for result in run["results"]]
    suite = ElementTree.fromstring(FORMATS[".xml"](about, items, verdict))[0]
    failures = [case[0].text or "" for case in suite if len(case)]
    page = cells(markdown(about, items, verdict))
    refuted = [one for one in found if not one["possible"]]
    expected = list[tuple[str, str]]()
    for one, message, failure in zip(refuted, messages, failures, strict=True):
        named = one.get("label", one.get("question"))
        clash, more = one.get("clash", []), len(one.get("clash", [])) - 8
        told = ", ".join(clash[:8]) + (f", and {more} more" if more > 0 else "")
        assert failure == told
        assert message.endswith(f"These conditions contradict each other: {told}.")
        expected.append((named, told))
    if len(refuted) <= 100:
        assert sorted(page) == sorted(expected)
    return [one.get("clash", []) for one in found]


def questions_about(n: int, chance: random.Random) -> list[Question]:
    """Every label, with both rules for ties, and some others."""
    asked = [*every_label(n), *every_label(n, "chosen")]
    for _ in range(3):
        asked.append(Question("signs", tuple(chance.choice([1, -1, 0, 2]) for _ in range(n))))
        asked.append(Question("signs", tuple(chance.choice([1, -1]) for _ in range(n))))
        named = tuple(chance.sample(range(n), min(n, chance.randint(1, 3))))
        asked.append(Question("top", named))
        asked.append(Question("top set", named))
        if n > 1:
            asked.append(Question("tie", tuple(chance.sample(range(n), 2))))
            asked.append(Question("ranking", tuple(chance.sample(range(n), min(n, 3)))))
    return [one for one in asked if any(one.positions) or one.kind != "signs"]


def audited(seed: int, folder: Path, wide: bool = False) -> Counter[str]:
    """All reasons of a random audit; one that is false is an error."""
    rows, inputs = (wide_layer if wide else layer)(seed)
    chance, seen = random.Random(seed), Counter[str]()
    if chance.random() < 0.2 and rows.shape[1] > 1:
        d = rows.shape[1] - 1
        gains = [Fraction(chance.choice([1, 2, 3]), 2) for _ in range(d)]
        inputs = chance.choice([Inputs.layernorm, Inputs.rmsnorm])(gains)
        if not fits(np.asarray(rows, np.float64), inputs):
            return seen
    elif chance.random() < 0.1 and rows.shape[1] > 1:  # a ball that is touched at one point
        others = [None] * (rows.shape[1] - 2)
        inputs = Inputs.ball(1, rows.shape[1] - 1) & Inputs.box([1, *others], [None, *others])
    behind, domain = laid_out(np.asarray(rows, np.float64), inputs)
    if domain.empty:
        return seen
    n, exact = len(rows), DyadicMatrix(behind)
    labels = [str(k + 1) for k in range(n)]
    asked = questions_about(n, chance)
    if wide:
        asked = asked[:n]
    space._KEPT.clear()
    method = "bulk" if wide else chance.choice(["bulk", "bulk", "single"])
    answers = list(answered(exact, domain, asked, method=method))
    told, printed = Reasons(exact, domain, labels), Printed(rows, inputs)
    for (one, outcome), conditions in zip(
        answers, read_back(items_of(told, answers, labels)), strict=True
    ):
        if isinstance(outcome, IntegerWitness):
            assert not conditions
            continue
        seen[f"{type(outcome).__name__} {one.kind}"] += 1
        printed.check(conditions, one)
    about = {"model": "m", "inputs": "some", "labels": n}
    firsts = [pair for pair in answers if pair[0].kind == "top" and pair[0].single]
    write_report(str(folder), np.asarray(rows, np.float64), labels, domain, firsts, about)
    for answer in json.loads((folder / "audit.json").read_text("utf-8"))["answers"]:
        if not answer["possible"] and not (
            wide and inputs.within is None and not inputs.everything
        ):
            shares = [(int(name) - 1, weight) for name, weight in answer["dominated_by"]]
            label = answer["row"] - 1
            assert abs(sum(weight for _, weight in shares) - 1) < 1e-9 or not shares
            assert shares or inputs.within is not None
            seen["average"] += 1
            if inputs.within is None:
                printed.average(label, shares)
            elif shares:
                place = "h in the ball" if inputs.within.gains is None else "h behind the norm"
                printed_around = [f"{label + 1} > {k + 1}" for k, _ in shares]
                conditions = reasons.conditions_used(domain, range(len(domain.weak)))
                printed.check([*printed_around, *conditions, place], None)
    return seen


@pytest.mark.parametrize("trials", fewer(110, 1700))
@pytest.mark.timeout(1800)
def test_reasons_of_small_layers(trials: int, tmp_path: Path) -> None:
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    wanted = [f"IntegerRefutation {kind}" for kind in ("top", "chosen", "signs")]
    for seed in count(start):  # until all has been drawn
        if seed >= start + trials and {*wanted, "average"} <= seen.keys():
            break
        seen += audited(seed, tmp_path)
    print(dict(seen))


@pytest.mark.parametrize("trials", fewer(4, 100))
@pytest.mark.parametrize("way", ["inward", "tilted", "walked"])
@pytest.mark.timeout(1800)
def test_reasons_of_wide_layers(
    trials: int, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refuted by weights of many rows that are nearly right, as every method finds them."""
    if way != "inward":
        monkeypatch.setattr(walks, "inward", lambda *_: ({}, []))
    if way == "tilted":
        monkeypatch.setattr(walks, "steps_worthwhile", lambda *_: 100)
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    wanted = "Tilted top" if way == "tilted" else "Enclosed top"
    for seed in count(start):
        if seed >= start + trials and seen[wanted]:
            break
        seen += audited(seed, tmp_path, wide=True)
    print(dict(seen))


def head(seed: int = 1) -> np.ndarray:
    """A head of 300 rows in float16, with bias; rows of many lengths, of which some are inside."""
    draw = np.random.default_rng(seed)
    vectors = draw.normal(size=(300, 24)) * draw.uniform(0.2, 1.5, size=(300, 1))
    return np.column_stack([0.3 * draw.normal(size=300), vectors]).astype(np.float16)


@pytest.mark.parametrize("kind", ["top", "chosen"])
@pytest.mark.parametrize(
    "inputs", [Inputs(24), Inputs.nonnegative(24), Inputs.box([-2] * 24, [3] * 24)], ids=str
)
def test_reasons_of_a_head(kind: str, inputs: Inputs) -> None:
    rows, labels = head(), [str(k + 1) for k in range(300)]
    exact, domain = DyadicMatrix(rows), Domain(inputs)
    answers = list(answered(exact, domain, every_label(300, kind)))
    told, printed, number = Reasons(exact, domain, labels), Printed(rows, inputs), 0
    for (one, outcome), conditions in zip(
        answers, read_back(items_of(told, answers, labels)), strict=True
    ):
        if not isinstance(outcome, IntegerWitness):
            printed.check(conditions, one)
            number += 1
    assert number > 20


def test_what_is_said_where_no_few_rows_are_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "_DEAR", 0)
    rows, labels = head(), [f"label {k}" for k in range(300)]
    exact = DyadicMatrix(rows)
    for inputs in (Inputs(24), Inputs.nonnegative(24)):
        domain = Domain(inputs)
        answers = list(answered(exact, domain, every_label(300)))
        told, number = Reasons(exact, domain, labels), 0
        items = items_of(told, answers, labels)
        plus = ", with conditions of the inputs added to it," if inputs.inequalities else ""
        for (one, _), item in zip(answers, items, strict=True):
            if not item.said:
                continue
            assert not item.clash
            apart = np.square(rows.astype(float) - rows[one.label].astype(float)).sum(axis=1)
            near = [labels[k] for k in np.argsort(apart)[1:4]]
            assert item.said == (
                f"its row{plus} is inside the hull of all rows; nearest rows: {', '.join(near)}"
            )
            number += 1
        assert number > 10
        verdict = Verdict.of(items, [condition("impossible")], None)
        about = {"model": "m", "questions": 300, "possible": 0, "impossible": 0, "inputs": "some"}
        said = next(item.said for item in items if item.said)
        assert f'"proved": "{said}"' in FORMATS[".json"](about, items, verdict)
        assert f" Proved: {said}." in FORMATS[".sarif"](about, items, verdict)
        assert f">{said}</failure>" in FORMATS[".xml"](about, items, verdict)
        assert f" | {said} |" in markdown(about, items, verdict)


@pytest.mark.parametrize("trials", fewer(40, 400))
def test_reasons_by_thresholds_and_min_p(trials: int) -> None:
    """Logarithms are enclosed: what contradicts itself for numbers below and above does so for
    them.
    """
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    for seed in count(start):
        if (
            seed >= start + trials
            and {"threshold on", "threshold signs", "min-p top"} <= seen.keys()
        ):
            break
        rows, inputs = layer(seed)
        chance, n = random.Random(seed), len(rows)
        if inputs.within is not None or not np.abs(rows.astype(float)).max() < 1e6:
            continue
        if Domain(inputs).empty:
            continue
        labels = [str(k + 1) for k in range(n)]
        given = OutputLayer(np.asarray(rows, np.float64), tuple(labels), "m", "w", "b")
        if chance.random() < 0.5:
            shares = [Fraction(chance.randint(1, 9), 10) for _ in range(n)]
            rule, ratios = Rule.thresholds(shares), [t / (1 - t) for t in shares]
            asked = every_label(n, "on")
            asked += [
                Question("signs", tuple(chance.choice([1, -1, 0]) for _ in range(n)))
                for _ in range(5)
            ]
            asked = [one for one in asked if any(one.positions) or one.kind == "on"]
        else:
            share = Fraction(1, chance.choice([2, 3, 10, 42]))
            rule, ratios, asked = Rule.min_p(share), [share], every_label(n)
        answers = in_bulk(given, asked, rule, inputs)
        domain = Domain(inputs)
        told, printed = (
            Reasons(DyadicMatrix(rows), domain, labels, rule),
            Printed(rows, inputs, ratios),
        )
        for (one, outcome), conditions in zip(
            answers, read_back(items_of(told, answers, labels)), strict=True
        ):
            if not isinstance(outcome, IntegerWitness):
                printed.check(conditions)
                seen[f"{rule.kind} {one.kind}"] += 1
    print(dict(seen))


@pytest.mark.parametrize("trials", fewer(30, 300))
def test_cores_of_lines(trials: int) -> None:
    """What a line of a log is said to contradict itself by."""
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    for seed in count(start):
        if seed >= start + trials and {"ball", "inputs", "all"} <= seen.keys():
            break
        rows, inputs = layer(seed)
        chance, n = random.Random(seed), len(rows)
        domain = Domain(inputs)
        if domain.empty or n < 3:
            continue
        labels = [str(k + 1) for k in range(n)]
        exact, printed = DyadicMatrix(rows), Printed(rows, inputs)
        asked = [Question("top", tuple(chance.sample(range(n), min(n, 5)))) for _ in range(8)]
        for one, outcome in answered(
            exact, domain, asked, method=chance.choice(["bulk", "single"])
        ):
            if isinstance(outcome, IntegerWitness):
                continue
            found = core(one, outcome, labels, exact, domain)
            printed.check(found.conditions)
            seen["ball" if inputs.within else "inputs" if not inputs.everything else "all"] += 1
    print(dict(seen))
