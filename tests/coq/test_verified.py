"""The verified checker beside ``checker.py``: both judge every certificate of the corpora, and
their mutants, and agree.

The gallery is in ``test_map.py``.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arrangements import (
    Configuration,
    Inputs,
    confidence,
    decide_argmax,
    decide_ranking,
    decide_signs,
    load,
)
from arrangements.checker.invariants import agree
from arrangements.checker.problem import problems_of as read_problems
from arrangements.checker.proof import check
from arrangements.checker.reading import Refused
from arrangements.cli import app
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.errors import BadInput
from proofs.coq.in_coq import prove_in_coq, theorem
from proofs.coq.problems import Comparison, Pattern, Problem, Question
from proofs.coq.reader import Unknown, Unreadable, problems_of
from proofs.coq.recheck import outcomes
from proofs.coq.verified import accepts, binary, judged
from tests.decide.certificates.views import proof, view
from tests.decide.certificates.views import rehashed as rehash
from tests.decide.test_mutants import (
    TEXTS,
    cuts,
    digits,
    grafts,
    lines,
    rehashed,
    signs_turned,
    versions,
)

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "decide" / "certificates"
PROGRAM = binary()
KINDS = {"signs", "ranking", "weakranking", "top", "topset", "tie"}
# What stands in proofs that the proved program has no rule or question for.
UNKNOWN = ('"whitened', '"vertices"', '"matrix": [', '"place"', '"ahead"', '"pack"', '"best rank"')
UNKNOWN += ('"enclose"', '"confidence"')
PATTERNS = {"signs", "covectors", "ranking", "weakranking"}

built = pytest.mark.skipif(PROGRAM is None, reason="the verified checker is built by make formal")


def problem_of(text: str) -> Problem:
    """The only one."""
    (problem,) = problems_of(text)
    return problem


def certificates(folder: str) -> dict[str, str]:
    """Those of the corpus, and of its balls, but for attacks that are made by a second file."""
    files = [*(CORPUS / folder).glob("*.json"), *(CORPUS / "balls" / folder).glob("*.json")]
    if folder == "reject":
        seconds = {path.name.removesuffix(".configuration.json") for path in files}
        files = [path for path in files if path.stem not in seconds]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(files)}
    # the proved program has no such view, and no question for places, vertices and matrices
    known = {
        name: text for name, text in texts.items() if not any(word in text for word in UNKNOWN)
    }
    return {
        name: text for name, text in known.items() if '"format": "arrangements proof"' in text[:60]
    }


def code(text: str) -> int:
    """Of ``checker.py``: 0 for accepted, 1 for refused, 2 for unreadable."""
    try:
        check(text)
    except Refused:
        return 1
    except (ValueError, RecursionError):
        return 2
    return 0


def verdict(problem: Problem) -> bool:
    assert PROGRAM is not None
    return accepts([problem], PROGRAM)


def codes(texts: list[str]) -> list[int]:
    """Of the program, with its own reader, all in one run."""
    assert PROGRAM is not None
    return outcomes(texts, PROGRAM)


@built
def test_it_accepts_the_corpus() -> None:
    texts = certificates("accept")
    outside = (CORPUS / "accept" / "by-hash-alone.configuration.json").read_text(encoding="utf-8")
    problems = [
        problem
        for name, text in texts.items()
        for problem in problems_of(text, outside if name == "by-hash-alone" else None)
    ]
    assert len(texts) > 60
    assert {problem.kind for problem in problems if isinstance(problem, Question)} == KINDS
    assert {(p.kind, p.excluded is None) for p in problems if isinstance(p, Pattern)} == {
        (k, e) for k in PATTERNS for e in (True, False)
    }
    assert {problem.same for problem in problems if isinstance(problem, Comparison)} == {
        True,
        False,
    }
    assert {p.beyond is None for p in problems if isinstance(p, Question) and p.ball} == {
        True,
        False,
    }
    assert {p.kind for p in problems if isinstance(p, Pattern) and p.ball} == {"signs", "ranking"}
    assert sum(problem.field is not None for problem in problems) > 15
    assert PROGRAM is not None
    assert all(judged(problems, PROGRAM))


@built
def test_input_that_is_cut_off_is_an_error() -> None:
    question = Question(
        None, 1, ((("1",),), (("-1/3",),)), (), "ranking", (0, 1), True, ((12,),)
    ).lines()
    program = [str(PROGRAM)]
    for text, answers in (("", ""), (question, "accepted\n"), (question * 2, "accepted\n" * 2)):
        done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, answers, "")
    for cut in range(1, len(question)):
        text = question + question[:cut]
        done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "accepted\n"), text
        assert done.stderr.startswith("the input must end with a whole "), text


@built
def test_it_refuses_what_proves_nothing() -> None:
    texts = certificates("reject")
    assert len(texts) > 60
    assert set(codes(list(texts.values()))) == {1}


@built
def test_it_does_not_read_what_is_malformed() -> None:
    files = [
        path
        for folder in (CORPUS, CORPUS / "balls")
        for path in sorted((folder / "malformed").glob("*.json"))
        if path.stem not in ("latin-1", "utf-16")
    ]
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert len(texts) > 100
    assert set(map(code, texts)) == set(codes(texts)) == {2}


def mutants(text: str) -> Iterator[str]:
    """Each digit and sign changed, each line dropped, doubled or moved, parts of all other
    certificates, each cut and other versions; as they are, and with the right hashes."""
    for make in (digits, signs_turned, lines, grafts, cuts, versions):
        for mutant in make(text):
            yield mutant
            if (right := rehashed(mutant)) is not None:
                yield right


BALLS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((CORPUS / "balls" / "accept").glob("*.json"))
}


@built
@pytest.mark.parametrize("name", [*TEXTS, *BALLS])
def test_mutants_of_the_corpus_are_judged_alike(name: str) -> None:
    """The same exit code from both checkers, for what is accepted, refused or unreadable."""
    texts = sorted(set(mutants({**TEXTS, **BALLS}[name])))
    # Parts of two proofs, and pairs, may have two flaws: the checker refuses the first before it reads
    # the second.
    grafted = set(grafts({**TEXTS, **BALLS}[name]))
    grafted |= {right for text in grafted if (right := rehashed(text)) is not None}
    for text, ours in zip(texts, codes(texts), strict=True):
        theirs = code(text)
        if any(word in text for word in UNKNOWN):
            assert ours == theirs or ours, text
            continue
        two = text in grafted or '"kind": "pair"' in text
        assert ours == theirs or ((ours, theirs) == (2, 1) and two), text
    print(Counter(map(code, texts)))


def with_value(change: Callable[[dict[str, Any]], None], name: str) -> str:
    """A certificate of the corpus, changed, and with the hash that it then has."""
    value = json.loads((CORPUS / "accept" / f"{name}.json").read_text(encoding="utf-8"))
    change(value)
    return json.dumps(rehash(value))


LAX: dict[str, tuple[str, Callable[[dict[str, Any]], None], int]] = {
    "an answer that is a number": ("top-2", lambda v: v["claims"][0].update(answer=2), 2),
    "an answer that is 1": ("top-2", lambda v: v["claims"][0].update(answer=1), 2),
    "a count that is a truth value": (
        "no-rows-signs",
        lambda v: v["claims"][0].update(answer=True),
        2,
    ),
    "one label for two rows": (
        "top-2",
        lambda v: v["problems"][0]["configuration"].update(labels=["1"] * 5),
        2,
    ),
    "labels that are a text": (
        "top-2",
        lambda v: v["problems"][0]["configuration"].update(labels="12345"),
        2,
    ),
    "rows that are a number": (
        "layer-argmax-yes",
        lambda v: v["problems"][0]["configuration"].update(rows=5),
        2,
    ),
    "no rows": ("top-2", lambda v: v["problems"][0]["configuration"].pop("rows"), 2),
    "no evidence": ("top-2", lambda v: v["steps"][0].update(of=None), 2),
    "evidence of another kind": ("top-2", lambda v: v["steps"][0].update(rule="count"), 2),
    "a witness that is a text": ("top-2", lambda v: v["steps"][0]["of"][0].__setitem__(1, "12"), 2),
    "a witness that is too long": ("top-2", lambda v: v["steps"][0]["of"][0][1].append("1"), 1),
    "a question that is a text": ("top-2", lambda v: v["claims"][0].update(question="top"), 2),
    "a kind that is a list": ("top-2", lambda v: v["claims"][0]["question"].update(kind=[]), 2),
    "a place that is a truth value": (
        "top-2-no",
        lambda v: v["steps"][0]["of"][0][1][0].__setitem__(0, True),
        2,
    ),
    "a weight of a condition that is not there": (
        "top-2-no",
        lambda v: v["steps"][0]["of"][0][1][-1].__setitem__(0, 99),
        1,
    ),
    "a field that is a number": (
        "cubic-yes",
        lambda v: v["problems"][0]["configuration"].update(field=3),
        2,
    ),
    "an interval of one end": (
        "cubic-yes",
        lambda v: v["problems"][0]["configuration"]["field"]["interval"].pop(),
        1,
    ),
    "inputs that are a number": (
        "layer-argmax-yes",
        lambda v: v["problems"][0].update(inputs=7),
        2,
    ),
    "a pair that differs in a number": (
        "5.5-pair-cosines-argmax",
        lambda v: v["claims"][0]["question"].update(differ=7),
        2,
    ),
    "a pair with one piece of evidence": (
        "5.5-pair-cosines-argmax",
        lambda v: v["steps"].pop(),
        1,
    ),
    "ties of any number": (
        "5.5-pair-cosines-argmax",
        lambda v: v["claims"][0]["question"].update(same="tie of any"),
        1,
    ),
}


@built
@pytest.mark.parametrize("flaw", LAX)
def test_form(flaw: str) -> None:
    """What the reader took, or stumbled over: the exit code that ``checker.py`` gives."""
    name, change, expected = LAX[flaw]
    text = with_value(change, name)
    assert (code(text), codes([text])) == (expected, [expected])


@built
def test_texts_that_are_deep_or_long() -> None:
    numbers = [
        "[" * 100_000,
        "9" * 300_000,
        "[1.5]",
        "NaN",
        '{"a": 1, "a": 1}',
        "",
        "null",
        "\ud800",
    ]
    assert codes(numbers) == [2] * len(numbers)


@built
def test_groups_that_are_excluded_in_any_order() -> None:
    """The conditions of a chain are other ones then; the weights that the program gets are for its
    order.
    """
    file = CORPUS / "accept" / "layer-weak-rankings.json"
    weak = view(json.loads(file.read_text(encoding="utf-8")))
    c, inputs = weak["configurations"][0], weak["inputs"][0]
    layer = Configuration(c["rows"], c["labels"], bias=c.get("bias"))
    polyhedron = (
        None if inputs is None else Inputs(layer.d, inputs["inequalities"], inputs["equations"])
    )
    seen = 0
    for place, (part, _) in enumerate(weak["evidence"]["excluded"]):
        for k, group in enumerate(part):
            if len(group) > 1:
                turned = [*part[:k], group[::-1], *part[k + 1 :]]
                answer, other = decide_ranking(
                    layer, ">".join("=".join(g) for g in turned), inputs=polyhedron
                )
                assert not answer
                changed = json.loads(json.dumps(weak))
                changed["evidence"]["excluded"][place] = [
                    turned,
                    view(json.loads(other.to_text()))["evidence"]["refutation"],
                ]
                text = json.dumps(proof(changed))
                assert (code(text), codes([text])) == (0, [0])
                seen += 1
    assert seen


@built
def test_what_is_excluded_below_another_is_proved() -> None:
    """A beginning below one that is excluded, too, adds nothing, but it is a statement of the
    file; and what stands there twice is refused.
    """
    file = CORPUS / "accept" / "layer-signs.json"
    value = view(json.loads(file.read_text(encoding="utf-8")))
    short = [one for one in value["evidence"]["excluded"] if len(one[0]) < 4]
    part, pairs = short[0]
    value["evidence"]["excluded"].append([part + "+", pairs])
    text = json.dumps(proof(value))
    assert (code(text), codes([text])) == (0, [0])
    value["evidence"]["excluded"][-1] = [part + "+", [[pairs[0][0], "1"]]]
    text = json.dumps(proof(value))
    assert (code(text), codes([text])) == (1, [1])
    value["evidence"]["excluded"][-1] = [part, pairs]
    text = json.dumps(proof(value))
    assert (code(text), codes([text])) == (1, [1])


def test_what_the_reader_does_not_take() -> None:
    hashed = (CORPUS / "accept" / "by-hash-alone.json").read_text(encoding="utf-8")
    with pytest.raises(Unreadable, match="an object must have the keys"):
        problems_of(hashed)
    whitened = (CORPUS / "accept" / "whitened-gram-not-cosines.json").read_text(encoding="utf-8")
    with pytest.raises(Unknown, match="whitened gram is not among"):
        problems_of(whitened)
    with pytest.raises(Unknown, match="the rule vertices is not among"):
        problems_of(BALLS["sphere-inside"])
    layer = Configuration([[1, 0], [0, 1]], ["a", "b"])
    sure = confidence(layer, "a", inputs=Inputs.ball(1, 2)).certificate
    with pytest.raises(Unknown, match="the rule enclose is not among"):
        problems_of(sure.to_text())
    turned = decide_argmax(layer, "a", inputs=Inputs.ellipsoid([[1, 1], [0, 1]])).certificate
    with pytest.raises(Unknown, match="inputs in an ellipsoid are not among"):
        problems_of(turned.to_text())


@built
def test_the_program_as_a_checker_by_itself(tmp_path: Path) -> None:
    """``python -m proofs.coq.recheck``: the exit codes of ``checker.py``."""

    def ended(*arguments: Path) -> tuple[int, str]:
        ends = []
        for program in (
            ["-m", "proofs.coq.recheck"],
            ["-m", "arrangements.checker"],
        ):
            command = [sys.executable, *program, *map(str, arguments)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
            assert "Traceback" not in done.stderr
            ends.append((done.returncode, (done.stdout or done.stderr).split(":")[0]))
        assert ends[0] == ends[1]
        return ends[0]

    accept, outside = CORPUS / "accept", CORPUS / "accept" / "by-hash-alone.configuration.json"
    assert ended(accept / "top-2.json") == (0, "accepted")
    assert ended(accept / "by-hash-alone.json", outside) == (0, "accepted")
    assert ended(accept / "by-hash-alone.json") == (2, "unreadable")
    assert ended(accept / "top-2.json", outside) == (1, "refused")
    assert ended(CORPUS / "reject" / "layer-offset-changed.json") == (1, "refused")
    assert ended(CORPUS / "malformed" / "cut.json") == (2, "unreadable")
    assert ended(CORPUS / "malformed" / "latin-1.json") == (2, "unreadable")
    assert ended(tmp_path / "missing.json") == (2, "unreadable")
    assert ended() == (2, "unreadable")


# Random certificates of the engine, with a number changed here and there.


def fields() -> Iterator[Configuration]:
    """Number fields of degree 2, 3 and 4, one of a polynomial that is not monic."""
    for a in (
        "sqrt(2)",
        "root(x^3 - x - 1, 1, 2)",
        "root(2*x^3 - 3, 1, 2)",
        "root(x^4 - 10*x^2 + 1, 3, 4)",
    ):
        yield Configuration([[1, 0], [a, 1], [1, a], [-1, a]], labels=list("abcd"))


def changed(value: Any, chance: random.Random) -> Any:
    """A copy with one of its texts of a number changed."""
    copy = json.loads(json.dumps(value))
    places: list[tuple[Any, Any]] = []
    todo = [copy["steps"], [problem["configuration"] for problem in copy["problems"]]]
    while todo:
        item = todo.pop()
        for key in item.keys() if isinstance(item, dict) else range(len(item)):
            inner = item[key]
            if isinstance(inner, (dict, list)):
                todo.append(inner)
            elif (
                isinstance(inner, str)
                and key != "field"
                and inner.lstrip("-").replace("/", "").isdigit()
            ):
                places.append((item, key))
    item, key = chance.choice(places)
    item[key] = str(chance.choice([-3, -2, -1, 0, 1, 2, 3]))
    return rehash(copy)


def compared(text: str, times: int = 25) -> None:
    """The certificate is accepted by both, and its mutants are judged alike."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    texts = [text, *(json.dumps(changed(json.loads(text), chance)) for _ in range(times))]
    assert code(text) == 0
    for mutant, other in zip(texts, codes(texts), strict=True):
        assert other == code(mutant), mutant


@built
@pytest.mark.parametrize("kind", ["sign pattern", "ranking pattern", "covectors", "weak rankings"])
@pytest.mark.parametrize("name", ["paper/H.1-A", "braid:3", "resonance:3", "paper/5.5-model-2"])
def test_whole_patterns(name: str, kind: str) -> None:
    compared(certify_pattern(load(name), kind).to_text())


@built
@pytest.mark.parametrize("kind", ["sign pattern", "ranking pattern", "covectors", "weak rankings"])
@pytest.mark.parametrize("place", range(4))
def test_number_fields(place: int, kind: str) -> None:
    compared(certify_pattern(list(fields())[place], kind).to_text())


@built
def test_a_field_whose_polynomial_has_fractions() -> None:
    """``checker.py`` takes any positive multiple of it."""
    value = json.loads((CORPUS / "accept" / "cubic-no.json").read_text(encoding="utf-8"))
    for problem in value["problems"]:
        problem["configuration"]["field"]["polynomial"] = ["-1/2", "-1/2", "0", "1/2"]
    compared(json.dumps(rehash(value)))


@built
def test_long_lists_do_not_exhaust_the_stack() -> None:
    n = 300_000
    rows = tuple(((str(1 + i % 7),),) for i in range(n))
    assert verdict(Question(None, 1, rows, (), "signs", "+" * n, True, ((1,),)))
    weights = tuple((int(k == 12),) for k in range(n - 1))  # rows 6 and 13 are equal
    assert verdict(Question(None, 1, rows, (), "top", (6,), False, weights))


@built
@pytest.mark.parametrize("kind", ["sign pattern", "ranking pattern", "covectors", "weak rankings"])
@pytest.mark.parametrize("inputs", [None, Inputs.nonnegative(2)], ids=["everywhere", "nonnegative"])
@pytest.mark.parametrize("entry", ["1/2", "sqrt(3)"])
def test_layers(entry: str, inputs: Inputs | None, kind: str) -> None:
    c = Configuration(
        [[2, 0], [0, 2], [-2, -1], [1, entry]],
        labels=["cat", "dog", "fox", "emu"],
        bias=[0, 0, 1, -1],
    )
    compared(certify_pattern(c, kind, inputs=inputs).to_text(), 60)


@built
def test_single_questions_about_layers() -> None:
    c = Configuration(
        [[2, 0], [0, 2], [-2, -1], [1, 1]], labels=["cat", "dog", "fox", "emu"], bias=[0, 0, 0, -1]
    )
    for label in c.labels:
        for inputs in (None, Inputs.nonnegative(2)):
            _, certificate = (
                decide_argmax(c, label)
                if inputs is None
                else decide_argmax(c, label, inputs=inputs)
            )
            question = problem_of(certificate.to_text())
            assert isinstance(question, Question)
            assert verdict(question)
            assert not verdict(replace(question, evidence=tuple((0,) for _ in question.evidence)))


@built
@pytest.mark.parametrize(
    ("name", "members"),
    [("resonance:4", 370), pytest.param("resonance:5", 11292, marks=pytest.mark.slow)],
)
def test_all_the_members_of_a_larger_pattern(name: str, members: int) -> None:
    pattern = problem_of(certify_pattern(load(name), "sign pattern").to_text())
    assert isinstance(pattern, Pattern)
    assert len(pattern.members) == members
    assert verdict(pattern)
    assert not verdict(replace(pattern, members=pattern.members[1:]))
    assert not verdict(replace(pattern, members=(pattern.members[1], *pattern.members[1:])))


ALIKE = {
    "gram": ([[1, 0], [0, 1], [1, 1]], [[0, 1], [-1, 0], [-1, 1]]),
    "cosines": ([[1, 2], [3, 1], [-1, 1]], [["1/3", "2/3"], [6, 2], [-5, 5]]),
    "norms": ([[3, 4], [1, 0], [0, 2]], [[5, 0], [0, 1], [-2, 0]]),
    "regions": ([[1, 0], [0, 1], [1, 1]], [[1, 3], [2, 5], [0, 1]]),
    "chirotope": ([[1, 0], [0, 1], [1, 1]], [[1, 3], [-1, 2], [0, 5]]),
    "rows": ([[1, 0], [0, 1], [1, "1/2"]], [[1, 0], [0, 1], [1, "1/2"]]),
}


@built
@pytest.mark.parametrize("view_", ["", "difference ", "centred "])
@pytest.mark.parametrize("what", ALIKE)
def test_what_is_compared(what: str, view_: str) -> None:
    """One row or one entry replaced by another: both checkers find the two still equal, or both do
    not; also over a number field.
    """
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    field = {"polynomial": ["-2", "0", "1"], "interval": ["1", "2"]}
    seen = set()
    assert PROGRAM is not None
    for attempt in range(60):
        texts = [[list(map(str, row)) for row in rows] for rows in ALIKE[what]]  # type: ignore[attr-defined]
        if attempt == 1:
            texts[1][0] = texts[1][1]
        elif attempt:
            row = chance.choice(texts[1])
            row[chance.randrange(2)] = str(chance.randrange(-3, 4))
        rows: list[Any] = (
            texts
            if attempt % 2
            else [[[[x, str(chance.randrange(2))] for x in row] for row in side] for side in texts]
        )
        pair = [
            {
                "dimension": 2,
                "field": None if attempt % 2 else field,
                "labels": list("abc"),
                "rows": side,
            }
            for side in rows
        ]
        name = view_ + what
        claims = [
            {"question": {"kind": "pair", "same": name, "differ": name}, "answer": None},
        ]
        value = {
            "format": "arrangements proof",
            "version": 1,
            "problems": [{"hash": "", "configuration": c, "inputs": None} for c in pair],
            "claims": claims,
            "steps": [
                {"rule": "recompute", "invariant": name, "same": same} for same in (True, False)
            ],
            "end": "end of proof",
        }
        first, second = (one.rows for one in read_problems(rehash(value)["problems"], None))
        problems = problems_of(json.dumps(value))
        try:
            equal = agree(name, first, second, (2, 2))
            assert judged(problems, PROGRAM) == [equal, not equal], pair
            seen.add(equal)
        except Refused:  # cosines of zero rows are neither
            assert judged(problems, PROGRAM) == [False, False], pair
    assert False in seen


def test_a_problem_as_a_theorem() -> None:
    _, certificate = decide_signs(load("braid:3"), "+-?")
    question = problem_of(certificate.to_text())
    assert isinstance(question, Question)
    assert (question.kind, question.asked, question.dimension) == ("signs", "+-?", 3)
    text = theorem(question)
    assert "Definition asked_for : question := Signs [Pos; Neg; Any]." in text
    assert (
        "Theorem answer (K : realFieldType) :\n  answered_yes (0 : K) 3 rows given asked_for."
        in text
    )


def rechecked(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["recheck", "--verified", *arguments])
    return result.exit_code, result.output


@built
@pytest.mark.parametrize(
    "name",
    ["top-set-2", "H.1-A-signs", "C.3-signs", "layer-signs", "covectors", "H.1-pair-chirotope"],
)
def test_the_command_says_that_both_checkers_agree(name: str) -> None:
    code, text = rechecked(str(CORPUS / "accept" / f"{name}.json"))
    assert code == 0
    assert text.endswith("; the checker proved in Coq agrees\n")


@built
def test_the_command_with_the_configuration_elsewhere(tmp_path: Path) -> None:
    _, certificate = decide_signs(load("braid:3"), "+-+")
    value = json.loads(certificate.to_text())
    value["problems"][0]["configuration"] = None
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    code, text = rechecked(str(file), "braid:3")
    assert code == 0
    assert text.endswith("; the checker proved in Coq agrees\n")


@pytest.mark.skipif(PROGRAM is not None, reason="the verified checker is built here")
def test_the_command_says_what_is_missing() -> None:
    arguments = ["recheck", "--verified", str(CORPUS / "accept" / "top-set-2.json")]
    with pytest.raises(BadInput, match="make formal"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


IN_COQ = [
    "partial-signs-yes",
    "tie-no",
    "cubic-no",
    "H.1-A-rankings",
    "covectors",
    "weak-rankings",
    "layer-signs",
    "layer-weak-rankings",
]
IN_COQ += ["layer-field", "H.1-pair-chirotope", "5.5-pair-cosines-argmax"]
IN_COQ_BALLS = ["ball-field-no", "ball-point-no", "ball-signs", "norm-rankings", "sphere-yes"]


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("coqc") is None or PROGRAM is None, reason="the proofs are compiled by make formal"
)
@pytest.mark.parametrize("name", [*IN_COQ, *IN_COQ_BALLS])
def test_coq_itself_proves_an_answer(name: str, tmp_path: Path) -> None:
    for problem in problems_of({**TEXTS, **BALLS}[name]):
        assert prove_in_coq(problem, tmp_path) == "Closed under the global context"
