"""Label sets in bulk: the same answers as one by one, each with its proof."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from arrangements.decide.bulk import evidence
from arrangements.decide.bulk.audit import answered
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.label_sets import decided_signs, taken
from arrangements.decide.bulk.outcomes import IntegerRefutation, IntegerWitness
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.questions.inputs import Inputs
from arrangements.questions.question import Question, comparisons
from tests.decide.bulk.test_winners import polyhedra, proves


def table(draw: random.Random, n: int, d: int) -> np.ndarray:
    """Small numbers: rows that are equal, opposite or zero, and offsets."""
    rows = np.array([[draw.choice([-2, -1, 0, 0.5, 1, 3]) for _ in range(d + 1)] for _ in range(n)])
    if draw.random() < 0.3:
        rows[draw.randrange(n)] *= 0
    if n > 1 and draw.random() < 0.3:
        rows[0] = -2 * rows[1]
    return rows


@pytest.mark.parametrize("seed", range(25))
def test_every_set_of_small_layers(seed: int, tmp_path) -> None:
    print("seed", seed)
    draw = random.Random(seed)
    d, n = draw.randint(1, 3), draw.randint(1, 5)
    rows = DyadicMatrix(table(draw, n, d))
    sets = list(product((-1, 0, 1), repeat=n))[1:]
    asked = [Question("signs", signs) for signs in sets if any(signs)]
    for inputs in polyhedra(draw, d):
        domain = Domain(inputs)
        if domain.empty:
            continue
        single = [
            isinstance(x, IntegerWitness) for _, x in answered(rows, domain, asked, method="single")
        ]
        answers = list(answered(rows, domain, asked))
        assert [isinstance(outcome, IntegerWitness) for _, outcome in answers] == single
        for question, outcome in answers:
            proves(outcome, rows, domain, *(side.tolist() for side in comparisons(question, n)))
        path = str(tmp_path / "audit.npz")
        evidence.save(path, rows.floats(), domain, answers, {})
        assert evidence.recheck(path, rows.floats()).startswith(f"{sum(single)} of {len(asked)} ")


@pytest.mark.parametrize(
    ("n", "d", "inputs", "observed"),
    [
        (60, 20, Inputs(20), False),
        (90, 12, Inputs.nonnegative(12), True),
        (90, 12, Inputs.box([-1] * 12, [2] * 12), True),
    ],
)
def test_nearly_all_in_bulk(n: int, d: int, inputs: Inputs, observed: bool) -> None:
    """Random sets, hardly any of them possible, and sets that were seen at some input."""
    draw = np.random.default_rng(3)
    rows = DyadicMatrix(draw.normal(size=(n, d + 1)).astype(np.float32))
    points = np.abs(draw.normal(size=(200, d)))
    values = rows.floats()[:, 0] + points.clip(0, 2) @ rows.floats()[:, 1:].T
    sets = np.where(values > 0, 1, -1) if observed else draw.choice([-1, 1], size=(200, n))
    found = decided_signs(rows, Domain(inputs), sets.tolist())
    assert len(found) > 190
    kinds = [
        sum(isinstance(x, kind) for x in found.values())
        for kind in (IntegerWitness, IntegerRefutation)
    ]
    assert kinds[not observed] > 190
    for k, outcome in list(found.items())[:20]:
        sides = comparisons(Question("signs", tuple(sets[k].tolist())), n)
        proves(outcome, rows, Domain(inputs), *(side.tolist() for side in sides))


def test_what_is_not_taken() -> None:
    rows = DyadicMatrix(np.array([[0.0, 1], [0, 0], [1, -1]]))
    assert not taken(rows, Domain(Inputs.simplex(1)))
    assert not taken(DyadicMatrix(np.ones((4000, 2))), Domain(Inputs(1)))
    # a row of zeros is left to others
    assert list(decided_signs(rows, Domain(Inputs(1)), [(1, 1, 1), (1, 0, 1)])) == [1]
