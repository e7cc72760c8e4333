"""Every outcome of small and degenerate layers, checked from its definition with fractions."""

import random
from fractions import Fraction

import numpy as np
import pytest

from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one
from arrangements.exact import linear
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, comparisons, every_label


def proves(outcome, rows, domain, plus, minus, level=(), weak=()):
    """Check an outcome with nothing but its definition."""
    exact = [[Fraction(float(x)) * 2**rows.scale for x in row] for row in rows.floats()]
    exact.append([Fraction(0)] * rows.k)
    differences = [
        [a - b for a, b in zip(exact[p], exact[m], strict=True)]
        for p, m in [*zip(plus, minus, strict=True), *weak]
    ]
    levels = [[a - b for a, b in zip(exact[p], exact[m], strict=True)] for p, m in level]
    if isinstance(outcome, IntegerWitness):
        q, *rest = outcome.point
        assert q > 0
        assert domain.inputs.holds([Fraction(x, q) for x in rest])
        values = [
            sum(a * b for a, b in zip(row, outcome.point, strict=True)) for row in differences
        ]
        assert all(value > 0 for value in values[: len(plus)])
        assert all(value >= 0 for value in values)
        assert not any(
            sum(a * b for a, b in zip(row, outcome.point, strict=True)) for row in levels
        )
        return True
    if isinstance(outcome, Clash):  # of a label set
        positive = [Fraction(1)] + [Fraction(0)] * (rows.k - 1)
        sides = [*zip(plus, minus, strict=True)]
        chosen = [differences[sides.index(pair)] for pair in outcome.pairs]
        chosen += [[positive, *domain.weak][k] for k in outcome.inputs]
        assert outcome.pairs or 0 in outcome.inputs
        (only,) = linear.kernel(list(zip(*chosen, strict=True)), len(chosen))
        assert all(x * only[0] > 0 for x in only)
        return False
    total = [Fraction(0)] * rows.k
    conditions = [*domain.weak, *domain.equal, *levels]
    for vectors, weights in ((differences, outcome.comparisons), (conditions, outcome.domain)):
        for place, weight in weights:
            assert weight > 0 or (vectors is conditions and place >= len(domain.weak))
            total = [t + weight * x for t, x in zip(total, vectors[place], strict=True)]
    assert not any(total[1:])
    assert total[0] <= 0  # the rest is a weight on q > 0
    assert any(place < len(plus) for place, _ in outcome.comparisons) or total[0] < 0
    return False


def polyhedra(draw, d):
    def small(width):
        return [draw.randint(-2, 2) for _ in range(width)]

    yield Inputs(d)
    yield Inputs.nonnegative(d)
    yield Inputs.at_least("-0.2785", d)
    yield Inputs.box([-1] * d, [1] * d)
    yield Inputs.simplex(d)
    yield Inputs.hull([small(d) for _ in range(draw.randint(1, 3))])
    yield Inputs(d, [small(d + 1) for _ in range(3)])
    yield Inputs(d, [], [small(d + 1)])


def weak_ranking(draw, n):
    flat = []
    for place in draw.sample(range(n), draw.randint(1, n)):
        flat += [-1] * (bool(flat) and draw.random() < 0.5) + [place]
    return Question("weak ranking", tuple(flat))


@pytest.mark.parametrize("seed", range(30))
def test_small_layers(seed):
    print("seed", seed)
    draw = random.Random(seed)
    d, n = draw.randint(1, 3), draw.randint(1, 7)
    rows = DyadicMatrix(
        np.array([[draw.choice([-2, -1, 0, 0.5, 1, 3]) for _ in range(d + 1)] for _ in range(n)])
    )
    for inputs in polyhedra(draw, d):
        domain = Domain(inputs)
        sets = [
            Question("signs", tuple(draw.choice((-1, 0, 1, 2)) for _ in range(n))) for _ in range(5)
        ]
        sets += [weak_ranking(draw, n)] + [
            Question("tie", tuple(draw.sample(range(n), 2))) for _ in range(3) if n > 1
        ]
        orders = [
            Question(kind, tuple(draw.sample(range(n), draw.randint(1, n))))
            for kind in ("top", "top set", "ranking")
            for _ in range(3)
        ]
        labels = [*every_label(n), *every_label(n, "chosen")]
        for asked, outcome in answered(rows, domain, [*labels, *sets, *orders]):
            proves(outcome, rows, domain, *(side.tolist() for side in comparisons(asked, n)))


def test_single_rows_and_zero():
    rows = DyadicMatrix(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]))
    everywhere = Domain(Inputs(1))
    for plus, minus, expected in (
        ([0], [-1], True),
        ([1], [-1], False),
        ([-1], [1], True),
        ([2, -1], [-1, 2], False),
    ):
        outcome = decide_one(rows, everywhere, np.array(plus), np.array(minus))
        assert proves(outcome, rows, everywhere, plus, minus) is expected
