"""The verified checker beside ``checker.py``: both judge every certificate of the corpora that has a question for both, and agree."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arrangements import Configuration, Inputs, decide_argmax, decide_signs, load
from arrangements.cli import app
from arrangements.errors import BadInput
from arrangements.feasibility import certify_pattern
from arrangements.feasibility.checker import Refused, agree, check, fingerprint, understood
from proofs.formal.coq import BUILD, Failure
from proofs.formal.verified import Pattern, Problem, Question, Unknown, _agreement, accepts, binary, problems_of, prove_in_coq

CORPUS = Path(__file__).parents[1] / "feasibility" / "certificates"
PROGRAM = binary()
KINDS = {"signs", "ranking", "weakranking", "top", "topset", "tie"}


def question_of(text: str) -> Problem:
    """The only one."""
    (problem,) = problems_of(text)
    return problem


built = pytest.mark.skipif(PROGRAM is None, reason="the verified checker is built by make formal")


def certificates(folder: str) -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((CORPUS / folder).glob("*.json"))]
    return [text for text in texts if text.startswith('{"format"') or '"format"' in text[:30]]


def known(texts: list[str]) -> list[Problem]:
    questions: list[Problem] = []
    for text in texts:
        try:
            questions += problems_of(text)
        except (Unknown, LookupError):
            continue
    return questions


def verdict(question: Problem) -> bool:
    assert PROGRAM is not None
    return accepts(question, PROGRAM)


@built
def test_it_accepts_the_corpus() -> None:
    questions = known(certificates("accept"))
    assert len(questions) > 20
    assert {question.kind for question in questions if isinstance(question, Question)} == KINDS
    assert {question.kind for question in questions if isinstance(question, Pattern)} == {"signs", "ranking"}
    assert all(map(verdict, questions))


@built
def test_it_refuses_what_proves_nothing() -> None:
    """Hashes, and order and number of the weights, are matters of the format, which only ``checker.py`` judges."""
    names = ["refutation-all-negative", "refutation-does-not-vanish", "refutation-empty", "refutation-negative", "witness-zero"]
    names += ["refutation-of-equalities-alone", "refutation-with-a-free-row", "witness-on-the-boundary", "witness-too-long"]
    for name in names:
        assert not verdict(question_of((CORPUS / "reject" / f"{name}.json").read_text(encoding="utf-8"))), name


@built
def test_changed_evidence_is_judged_alike() -> None:
    """One number of the evidence changed: both accept, or both refuse."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    judged = 0
    for text in certificates("accept"):
        value = json.loads(text)
        try:
            problems_of(text)
        except Unknown:
            continue
        if value["question"]["kind"] == "pair":
            continue
        (key, vector), *_ = value["evidence"].items()
        if key == "members" or not vector:
            continue
        k = chance.randrange(len(vector))
        number = str(chance.randrange(-3, 4))
        vector[k] = number if key == "witness" else [vector[k][0], number]
        changed = json.dumps(value)
        try:
            check(changed)
            accepted = True
        except Refused:
            accepted = False
        assert verdict(question_of(changed)) == accepted or (not accepted and number == "0"), changed
        judged += 1
    assert judged > 20


@built
def test_layers_with_offsets_and_inputs() -> None:
    c = Configuration([[2, 0], [0, 2], [-2, -1], [1, 1]], labels=["cat", "dog", "fox", "emu"], bias=[0, 0, 0, -1])
    for label in c.labels:
        for inputs in (None, Inputs.nonnegative(2)):
            _, certificate = decide_argmax(c, label) if inputs is None else decide_argmax(c, label, inputs=inputs)
            question = question_of(certificate.to_text())
            assert isinstance(question, Question)
            assert verdict(question)
            assert not verdict(replace(question, evidence=tuple(0 for _ in question.evidence)))


def changed_pattern(value: dict, chance: random.Random) -> dict:
    """Another witness, another member, one member less or twice, another answer or another row."""
    members, number = value["evidence"]["members"], str(chance.randrange(-3, 4))
    attack = chance.choice(["witness", "member", "less", "twice", "answer", "row"])
    if attack == "answer":
        value["answer"] += chance.choice([-2, -1, 1, 2])
    elif attack == "row":
        row = chance.choice(value["configurations"][0]["rows"])
        row[chance.randrange(len(row))] = number
    elif members and attack == "witness":
        point = chance.choice(members)[1]
        point[chance.randrange(len(point))] = number
    elif members and attack == "member":
        chance.choice(members)[0] = chance.choice(members)[0]
    elif members:
        k = chance.randrange(len(members))
        members[k : k + 1] = [] if attack == "less" else [members[k]] * 2
        value["answer"] += chance.choice([0, -2 if attack == "less" else 2])
    value["hashes"] = [fingerprint(c) for c in value["configurations"]]
    return value


@built
@pytest.mark.parametrize("kind", ["sign pattern", "ranking pattern"])
@pytest.mark.parametrize("name", ["paper/H.1-A", "braid:3", "resonance:3", "boolean:3"])
def test_whole_patterns_and_their_mutants_are_judged_alike(name: str, kind: str) -> None:
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    text = certify_pattern(load(name), kind).to_text()
    assert verdict(question_of(text))
    for _ in range(40):
        changed = json.dumps(changed_pattern(json.loads(text), chance))
        try:
            check(changed)
            accepted = True
        except Refused:
            accepted = False
        try:
            assert verdict(question_of(changed)) == accepted, changed
        except Failure:
            assert not accepted, changed


@built
@pytest.mark.parametrize(("name", "members"), [("resonance:4", 370), pytest.param("resonance:5", 11292, marks=pytest.mark.slow)])
def test_all_the_members_of_a_larger_pattern(name: str, members: int) -> None:
    question = question_of(certify_pattern(load(name), "sign pattern").to_text())
    assert isinstance(question, Pattern)
    assert len(question.members) == members
    assert verdict(question)
    assert not verdict(replace(question, members=question.members[1:]))
    assert not verdict(replace(question, members=(question.members[1], *question.members[1:])))


PAIRS = {
    "gram": ([[1, 0], [0, 1], [1, 1]], [[0, 1], [-1, 0], [-1, 1]]),
    "cosines": ([[1, 2], [3, 1], [-1, 1]], [["1/3", "2/3"], [6, 2], [-5, 5]]),
    "norms": ([[3, 4], [1, 0], [0, 2]], [[5, 0], [0, 1], [-2, 0]]),
    "regions": ([[1, 0], [0, 1], [1, 1]], [[1, 3], [2, 5], [0, 1]]),
}


@built
@pytest.mark.parametrize("view", ["", "difference ", "centred "])
@pytest.mark.parametrize("what", PAIRS)
def test_pairs_and_their_mutants_are_judged_alike(what: str, view: str) -> None:
    """One row doubled, or one entry of one changed: both checkers find the two still equal, or both do not."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    verdicts = set()
    for attempt in range(30):
        texts = [[list(map(str, row)) for row in rows] for rows in PAIRS[what]]
        if attempt == 1:
            texts[1][0] = texts[1][1]  # this is seen by all of them
        elif attempt:
            row = chance.choice(texts[1])
            row[chance.randrange(2)] = str(chance.randrange(-3, 4))
        pair = [{"dimension": 2, "field": None, "labels": list("abc"), "rows": rows} for rows in texts]
        first, second = (("abc", rows, 2) for _, rows, *_ in understood(pair))
        try:
            equal = agree(view + what, first, second)
        except Refused:
            equal = False
        assert verdict(_agreement(view + what, pair)) == equal, (texts, equal)
        verdicts.add(equal)
    assert False in verdicts


@built
def test_a_pair_of_the_corpus_is_several_problems() -> None:
    for name, problems in {"distances-not-signs": 3, "regions-not-signs": 3}.items():
        text = (CORPUS / "accept" / f"{name}.json").read_text(encoding="utf-8")
        assert len(problems_of(text)) == problems
        assert all(map(verdict, problems_of(text)))
    for name in ("pair-not-the-same", "pair-differs-in-nothing"):
        try:
            assert not all(map(verdict, problems_of((CORPUS / "reject" / f"{name}.json").read_text(encoding="utf-8")))), name
        except Unknown:
            continue


def test_a_question_for_the_program() -> None:
    _, certificate = decide_signs(load("braid:3"), "+-?")
    question = question_of(certificate.to_text())
    assert isinstance(question, Question)
    assert (question.kind, question.asked, question.dimension) == ("signs", "+-?", 3)
    assert "Definition asked : question := Signs [Pos; Neg; Any]." in question.theorem()


def test_what_the_program_does_not_know() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (CORPUS / "accept").glob("*.json")}
    reasons = set()
    for text in texts.values():
        if '"format"' in text[:30]:
            try:
                problems_of(text)
            except Unknown as reason:
                reasons.add(str(reason))
    assert "weak rankings are not among its questions" in reasons
    assert "a pair must differ about a question, not in its difference chirotope" in reasons
    assert "the configuration must be in the certificate" in reasons
    assert "the entries must be rational, not of a number field" in reasons


def rechecked(name: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["recheck", "--verified", str(CORPUS / "accept" / f"{name}.json")])
    return result.exit_code, result.output


@built
@pytest.mark.parametrize("name", ["top-set-2", "weak-ranking-no", "H.1-A-signs", "equal-rows-no-rankings", "regions-not-signs"])
def test_the_command_says_that_both_checkers_agree(name: str) -> None:
    code, text = rechecked(name)
    assert code == 0
    assert text.endswith("; the checker proved in Coq agrees\n")


@built
@pytest.mark.parametrize(("name", "reason"), [("C.3-signs", "number field"), ("layer-signs", "offsets"), ("covectors", "covectors")])
def test_the_command_says_what_is_left_to_the_other_checker(name: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        CliRunner().invoke(app, ["recheck", "--verified", str(CORPUS / "accept" / f"{name}.json")], catch_exceptions=False)


@pytest.mark.skipif(PROGRAM is not None, reason="the verified checker is built here")
def test_the_command_says_what_is_missing() -> None:
    arguments = ["recheck", "--verified", str(CORPUS / "accept" / "top-set-2.json")]
    with pytest.raises(BadInput, match="make formal"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None or not (BUILD / "verified.vo").exists(), reason="the proofs are compiled by make formal")
def test_coq_itself_proves_an_answer(tmp_path: Path) -> None:
    for signs in ("+++", "+-+"):  # one occurs, the other does not
        _, certificate = decide_signs(load("braid:3"), signs)
        assert prove_in_coq(question_of(certificate.to_text()), tmp_path) == "Closed under the global context"
    for kind in ("sign pattern", "ranking pattern"):
        text = certify_pattern(load("braid:3"), kind).to_text()
        assert prove_in_coq(question_of(text), tmp_path) == "Closed under the global context"
