"""Label sets in bulk: the same answers as one by one, each with its proof."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.label_sets import (
    decided_signs,
    proves_surrounded,
    weighted,
)
from arrangements.decide.batches.store import Store
from arrangements.decide.batches.tasks import sets_together
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import InternalError
from arrangements.exact import linear
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, comparisons
from tests.decide.batches.test_winners import polyhedra, proves
from tests.seeds import few


def table(draw: random.Random, n: int, d: int) -> np.ndarray:
    """Small numbers: rows that are equal, opposite or zero, and offsets."""
    rows = np.array([[draw.choice([-2, -1, 0, 0.5, 1, 3]) for _ in range(d + 1)] for _ in range(n)])
    if draw.random() < 0.3:
        rows[draw.randrange(n)] *= 0
    if n > 1 and draw.random() < 0.3:
        rows[0] = -2 * rows[1]
    return rows


@pytest.mark.parametrize("seed", few(25, 10))
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
        audit_certificate.save(path, rows.floats(), domain, answers, {})
        assert audit_certificate.recheck(path, rows.floats()).startswith(
            f"{sum(single)} of {len(asked)} "
        )


@pytest.mark.parametrize(
    ("n", "d", "inputs", "observed", "count"),
    [
        (60, 20, Inputs(20), False, 200),
        (90, 12, Inputs.nonnegative(12), True, 200),
        (90, 12, Inputs.box([-1] * 12, [2] * 12), True, 200),
        (90, 40, Inputs.nonnegative(40), True, 200),
        pytest.param(200, 40, Inputs(40), False, 200, marks=pytest.mark.slow),
    ],
)
def test_nearly_all_in_bulk(n: int, d: int, inputs: Inputs, observed: bool, count: int) -> None:
    """Random sets, hardly any of them possible, and sets that were seen at some input."""
    draw = np.random.default_rng(3)
    rows = DyadicMatrix(draw.normal(size=(n, d + 1)).astype(np.float32))
    points = np.abs(draw.normal(size=(count, d)))
    values = rows.floats()[:, 0] + points.clip(0, 2) @ rows.floats()[:, 1:].T
    sets = np.where(values > 0, 1, -1) if observed else draw.choice([-1, 1], size=(count, n))
    found = decided_signs(rows, Domain(inputs), sets.tolist())
    assert len(found) > 0.95 * count
    kinds = [sum(isinstance(x, kind) for x in found.values()) for kind in (IntegerWitness, Clash)]
    assert kinds[not observed] > 0.95 * count
    for k, outcome in list(found.items())[: 2000 // n]:
        sides = comparisons(Question("signs", tuple(sets[k].tolist())), n)
        proves(outcome, rows, Domain(inputs), *(side.tolist() for side in sides))


def test_what_is_not_taken() -> None:
    rows = DyadicMatrix(np.array([[0.0, 1], [0, 0], [1, -1]]))
    assert not sets_together(rows, Domain(Inputs.simplex(1)))
    assert not sets_together(DyadicMatrix(np.ones((4000, 2))), Domain(Inputs(1)))
    # a row of zeros is left to others
    assert list(decided_signs(rows, Domain(Inputs(1)), [(1, 1, 1), (1, 0, 1)])) == [1]


def test_kept_and_asked_again(tmp_path) -> None:
    """What a store has is put to its question; other words of it, and other conditions, are not."""
    rows = DyadicMatrix(np.random.default_rng(5).normal(size=(9, 3)))
    domain = Domain(Inputs(2))
    asked = [Question("signs", signs) for signs in product((-1, 1), repeat=9)]
    outcomes = [outcome for _, outcome in answered(rows, domain, asked)]
    around = [k for k, x in enumerate(outcomes) if isinstance(x, Clash)]
    assert len(around) > 400
    told = [x for k in around if isinstance(x := outcomes[k], Clash)]
    for k, outcome in list(zip(around, told, strict=True))[:50]:
        assert proves_surrounded(rows, domain, outcome, asked[k])
        turned = list(asked[k].positions)
        turned[max(outcome.pairs[0])] *= -1
        other = Question("signs", tuple(turned))
        assert not proves_surrounded(rows, domain, outcome, other)
        for wrong in (
            Clash(outcome.pairs[1:], outcome.inputs),
            Clash((*outcome.pairs, (99, -1)), outcome.inputs),
            Clash((*outcome.pairs, (-1, -1)), outcome.inputs),
            Clash((*outcome.pairs[1:], outcome.pairs[0][::-1]), outcome.inputs),
            Clash((*outcome.pairs[1:], (0, 1)), outcome.inputs),
            Clash(outcome.pairs, (7,)),
        ):
            assert not proves_surrounded(rows, domain, wrong, asked[k])
        exact = weighted(rows, domain, outcome, asked[k])
        proves(exact, rows, domain, *(side.tolist() for side in comparisons(asked[k], 9)))
    path = str(tmp_path / "outcomes.db")
    with Store(path, "these") as store:
        first = list(answered(rows, domain, asked, store=store))
    with Store(path, "these") as store:
        assert list(answered(rows, domain, asked, store=store)) == first
    mixed = [*first, *answered(rows, domain, [Question("top", (0,))])]
    audit_certificate.save(str(tmp_path / "audit.npz"), rows.floats(), domain, mixed, {})
    assert " of 513 questions " in audit_certificate.recheck(
        str(tmp_path / "audit.npz"), rows.floats()
    )


def test_weak_conditions_alone_are_not_around(tmp_path) -> None:
    """On inputs that are one point their two conditions add up to zero, which refutes nothing."""
    rows, domain = np.array([[0.0, 1], [1, 1]]), Domain(Inputs.box([1], [1]))
    no = Question("signs", (1, -1))
    outcome = Clash((), (1, 2))
    assert not proves_surrounded(DyadicMatrix(rows), domain, outcome, no)
    path = str(tmp_path / "audit.npz")
    with pytest.raises(InternalError, match="positions around must have a strict condition"):
        audit_certificate.save(path, rows, domain, [(no, outcome)], {})


def test_surround() -> None:
    """Tables that are singular, or wrong by a hair, are told from those that are not."""
    draw = np.random.default_rng(2)
    corners = draw.normal(size=(40, 5, 6))
    for k in range(20):
        corners[k, :, 5] = -corners[k, :, :5] @ draw.uniform(0.1, 1, size=5)
    corners[3, :, 0] = corners[3, :, 1]
    corners[4, :, 0] = 0
    corners[5, 2] = 0
    corners[6, 0, 0] = np.inf
    corners[7] *= 2.0**-300
    found = checker.surround(corners)
    for table, told in zip(corners, found.tolist(), strict=True):
        if np.isfinite(table).all():
            exact = linear.kernel([[Fraction(x) for x in row] for row in table.tolist()], 6)
            one = exact[0] if len(exact) == 1 else [0]
            holds = all(x > 0 for x in one) or all(x < 0 for x in one)
            assert told <= holds
    assert not found[3:8].any()
    assert found[:20].sum() == 15
