"""Changed refutations from the inside: the checker accepts only what is true, a witness of which is
known, however they are changed.
"""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label

_SIZES = (1, 2, 3, 1 << 20, 1 << 40, (1 << 40) - 1, 1 << 62, 1 << 300, 1 << 2000)


def certified(seed: int, path: str):
    """A layer, the labels that can be first, and the parts of its certificate."""
    draw = np.random.default_rng(seed)
    rows = np.round(draw.normal(size=(40, 3)) * 8) / 8
    rows[:15] *= 0.5
    offsets = np.round(draw.normal(size=(40, 1)) * 4) / 4 * (seed % 3 > 0)
    exact = DyadicMatrix(np.hstack([offsets, rows]))
    domain = Domain(
        [Inputs(3), Inputs.nonnegative(3), Inputs.box([-2] * 3, [2] * 3)][seed // 3 % 3]
    )
    answers = list(answered(exact, domain, every_label(40), method="bulk"))
    audit_certificate.save(path, exact.floats(), domain, answers, {})
    possible = {i for i, (_, outcome) in enumerate(answers) if isinstance(outcome, IntegerWitness)}
    with np.load(path) as parts:
        kept = {key: parts[key] for key in parts.files}
    return exact.floats(), possible, kept


def mutant(chance: random.Random, value: dict, others: list[dict], conditions: int) -> dict:
    value = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 3)):
        what = chance.randrange(7)
        weights = value["rows"] if what < 4 or not value["inputs"] else value["inputs"]
        if what == 0 and weights:
            weights[chance.randrange(len(weights))][1] = hex(chance.choice(_SIZES))
        elif what == 1 and weights:
            weights.pop(chance.randrange(len(weights)))
        elif what == 2:
            weights.append([chance.randrange(40), hex(chance.choice(_SIZES))])
            weights.sort()
        elif what == 3 and weights:
            pair = chance.choice(weights)
            pair[1] = hex(max(1, int(pair[1], 16) + chance.randint(-(1 << 38), 1 << 38)))
        elif what == 4:
            value["beyond"] = hex(chance.choice(_SIZES))
        elif what == 5:
            value["inputs"] = [
                [k, hex(chance.choice(_SIZES))] for k in range(conditions) if chance.random() < 0.5
            ]
        else:
            value["rows"] = json.loads(json.dumps(chance.choice(others)["rows"]))
    return value


@pytest.mark.parametrize("seed", range(9))
def test_mutants(seed: int, tmp_path) -> None:
    print("seed", seed)
    chance = random.Random(seed)
    for draw in range(seed, seed + 450, 9):  # a layer where the ellipsoid proves something
        rows, possible, kept = certified(draw, str(tmp_path / "audit.npz"))
        about, rest = (json.loads(kept[key].tobytes()) for key in ("about", "rest"))
        if any("beyond" in value for value in rest.values()):
            break
    case = checker.Case(about, rows, [kept["shares"], kept["frame"]], aimed="recipes" in kept)
    own = {int(place): value for place, value in rest.items() if "beyond" in value}
    enclosed = list(own.values())
    assert enclosed
    conditions = len(about["inputs"]["inequalities"]) + 1
    accepted = 0
    for _ in range(300):
        label, value = chance.choice(list(own.items()))
        label, value = (
            chance.choice((label, chance.randrange(40))),
            mutant(chance, value, enclosed, conditions),
        )
        try:
            list(checker.enclosed_in_bulk(case, [(label, value.values())]))
        except (checker.Refused, ValueError):
            continue
        accepted += 1
        assert label not in possible, (label, value)
    for _ in range(60):
        shares, frame = kept["shares"].copy(), kept["frame"].copy()
        if chance.random() < 0.5:
            shares[chance.randrange(40)] = chance.choice((0, -1, 1, 1 << 40, 1 << 55, 1 << 61))
        else:
            frame[tuple(chance.randrange(k) for k in frame.shape)] *= chance.choice(
                (0, -1, 2, 0.5, 1e-30, 1e30, np.nan)
            )
        try:
            changed = checker.Case(about, rows, [shares, frame], aimed="recipes" in kept)
        except (checker.Refused, ValueError):
            continue
        for label in possible:
            for value in enclosed[:3]:
                with pytest.raises(checker.Refused):
                    list(checker.enclosed_in_bulk(changed, [(label, value.values())]))
    assert accepted  # some changes are harmless, so the loop above sees both sides


@pytest.mark.parametrize(
    "question",
    [
        *(["top", value] for value in ([-1], [3], [True], [0.0], ["x"], [None], [[2]], "x", 2)),
        ["top", {"0": 2}],
        ["on", [2]],
        ["tie", [2, 0]],
        ["tops", [2]],
        ["top"],
        2,
    ],
)
def test_questions_without_meaning(question: object) -> None:
    """A refutation from the inside is read only for a label that there is."""
    rows = np.array([[0.0, 1.0], [0.0, -1.0], [0.0, 0.0]])
    ellipsoid = [np.ones(3, np.int64), np.array([[1.5**0.5]], np.float32)]
    about = {
        "format": checker.FORMAT,
        "version": 2,
        "weights": checker.fingerprint(rows),
        "inputs": {"inequalities": [], "equations": []},
        "questions": [["top", [2]], question],
        "source": {},
    }
    case = checker.Case(about, rows, ellipsoid)
    weights = [[0, "0x1"], [1, "0x1"]], [], "0x1"
    assert list(checker.enclosed_in_bulk(case, [(0, weights)])) == [(0, False)]
    with pytest.raises(ValueError, match=r"question|labels must be distinct"):
        list(checker.enclosed_in_bulk(case, [(1, weights)]))
