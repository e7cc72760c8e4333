"""Certificates about balls, norms and spheres: ``checker.py`` and the program proved in Coq judge them
and their mutants alike, and what they accept is true.

The oracles know least distances from all faces, and vertices; they share no code with the checkers.
"""

from __future__ import annotations

import json
import random
import secrets
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from arrangements import Configuration, Inputs
from arrangements.checker.reading import NUMBER
from arrangements.decide.one_by_one.decide import decide
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.questions.question import Question
from tests.coq.test_verified import built, code, codes, compared
from tests.decide.certificates.views import proof, stated, view
from tests.decide.test_balls import cases, oracle
from tests.decide.test_mutants import question as question_of
from tests.decide.test_norms import behind, of_z
from tests.decide.test_sphere_border import reaches

Case = tuple[Configuration, Question, Inputs]


def on_sphere(chance: random.Random) -> Case:
    c, question, inputs = cases(chance)
    return c, question, inputs.on_sphere()


KINDS: dict[str, Callable[[random.Random], Case]] = {
    "ball": cases,
    "norm": behind,
    "sphere": on_sphere,
}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Where numbers stand as texts."""
    found, todo = [], [value]
    while todo:
        item = todo.pop()
        for key in item if isinstance(item, dict) else range(len(item)):
            if isinstance(item[key], dict | list):
                todo.append(item[key])
            elif isinstance(item[key], str) and NUMBER.fullmatch(item[key]):
                found.append((item, key))
    return found


def changed(whole: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A number changed; or a sign that is asked, the answer with it, the sum of z, the evidence."""
    value: dict[str, Any] = json.loads(json.dumps(whole))
    block, ball = value["configurations"][0], value["inputs"][0]["ball"]
    evidence, asked = value["evidence"], value["question"]
    rare = chance.random()
    if rare < 0.04 and evidence.get("refutation"):
        evidence["refutation"].pop(chance.randrange(len(evidence["refutation"])))
    elif rare < 0.08 and evidence.get("refutation"):
        chance.choice(evidence["refutation"])[0] += chance.choice((-1, 1))
    elif rare < 0.12 and asked.get("signs"):
        k = chance.randrange(len(asked["signs"]))
        sign = chance.choice("+-0?")
        asked["signs"] = asked["signs"][:k] + sign + asked["signs"][k + 1 :]
    elif rare < 0.16 and ball["gains"] is not None:
        ball["centred"] = not ball["centred"]
    elif rare < 0.18 and "beyond" in evidence:
        evidence["witness"], evidence["beyond"] = evidence["beyond"], evidence["witness"]
    elif rare < 0.20 and "witness" in evidence:
        value.update(answer=False, evidence={"refutation": [[0, "1"]]})
    elif rare < 0.22 and ball["sphere"]:
        ball["sphere"] = False
    elif rare < 0.24 and ball["gains"] is None:
        ball["sphere"] = not ball["sphere"]
    else:
        parts = [evidence, ball, value["inputs"], block["rows"], block.get("bias", [])]
        found = [place for part in parts[: chance.choice((1, 2, 5))] for place in places(part)]
        if found:
            item, key = chance.choice(found)
            item[key] = chance.choice((*map(str, range(-4, 5)), "1/2", "-3/2"))
    return value


def is_true(value: dict[str, Any]) -> bool:
    block, given = value["configurations"][0], value["inputs"][0]
    ball = given["ball"]
    if ball["square"].startswith("-"):  # there is no input
        return value["answer"] is False
    c = Configuration(
        block["rows"], block["labels"], bias=block.get("bias"), dimension=block["dimension"]
    )
    question = question_of(value["question"], c.labels)
    inputs = Inputs.from_json({"dimension": c.d, **stated(given)})
    if ball["gains"] is not None:
        layer, inputs = of_z(c, inputs)
        return oracle(layer, question, inputs) is value["answer"]
    plain = Inputs(
        c.d,
        inputs.inequalities,
        inputs.equations,
        within=Ball(tuple(map(Fraction, ball["centre"])), Fraction(ball["square"])),
    )
    found = oracle(c, question, plain)
    if ball["sphere"]:
        found = found and reaches(c, question, plain)
    return found is value["answer"]


def judged(kind: str, seed: int, number: int, each: int) -> Counter[str]:
    """Certificates, and so many mutants of each: their ends, by both checkers and the oracle."""
    chance = random.Random(seed)
    values = []
    for _ in range(number):
        c, question, inputs = KINDS[kind](chance)
        whole = view(json.loads(decide(c, question, inputs=inputs)[1].to_text()))
        values += [whole, *(changed(whole, chance) for _ in range(each))]
    texts = [json.dumps(proof(value)) for value in values]
    ends: Counter[str] = Counter()
    for place, (value, text, proved) in enumerate(zip(values, texts, codes(texts), strict=True)):
        found = code(text)
        if "inside" in value["evidence"]:  # the program has no question for vertices
            ends["inside"] += 1
        else:
            assert proved == found, (kind, seed, text)
        assert found == 0 or place % (each + 1), (kind, seed, text)
        if found == 0:
            assert is_true(value), (kind, seed, text)
        ends[("accepted", "refused", "unreadable")[found]] += 1
    return ends


@built
@pytest.mark.parametrize("kind", KINDS)
def test_both_checkers_agree_and_accept_what_is_true(kind: str) -> None:
    ends = judged(kind, 31, 25, 8)
    assert min(ends["accepted"], ends["refused"]) > 40


@built
@pytest.mark.parametrize("kind", ["sign pattern", "ranking pattern", "covectors", "weak rankings"])
@pytest.mark.parametrize("norm", ["ball", "layernorm", "field"])
def test_lists(norm: str, kind: str) -> None:
    root: Any = "sqrt(2)" if norm == "field" else 2
    c = Configuration([[root, 0], [0, 1], ["1/2", "-1/3"]], bias=[0, 0, -1])
    around = {
        "ball": Inputs.ball("1/2", 2) & Inputs(2, [[0, 1, 0]]),
        "layernorm": Inputs.layernorm([1, 2], [0, "1/2"]),
        "field": Inputs.rmsnorm([1, "sqrt(2)"], [0, 1]),
    }
    compared(certify_pattern(c, kind, inputs=around[norm]).to_text(), 15)


@built
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_mutants(kind: str, request: pytest.FixtureRequest) -> None:
    """With ``--attack`` of a fresh seed."""
    seed = secrets.randbits(32) if request.config.getoption("--attack") is not None else 31
    print("seed", seed)
    ends: Counter[str] = Counter()
    for batch in range(10):
        ends += judged(kind, seed + batch, 70, 15)
    print(kind, dict(ends))
    assert ends.total() - 700 >= 10_000
