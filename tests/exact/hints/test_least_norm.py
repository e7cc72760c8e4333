"""The shortest vector of a polyhedron against brute force: the best projection of the origin to the
flat of any set of conditions.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from arrangements.exact.hints.least_norm import shortest
from arrangements.exact.linear import dot, row_basis, solve
from tests.seeds import until


def by_faces(inequalities, equations, width):
    """The least norm squared, by definition; None if there is no point. A shortest point is that of
    the flat of its tight conditions.
    """
    best = None
    for k in range(min(len(inequalities), width) + 1):
        for chosen in combinations(inequalities, k):
            tight = [*equations, *chosen]
            tight = [tight[i] for i in row_basis(tight)] if tight else []
            gradients = [row[1:] for row in tight]
            shares = (
                solve(
                    [[dot(a, b) for b in gradients] for a in gradients], [-row[0] for row in tight]
                )
                if tight
                else []
            )
            if shares is None:
                continue
            z = [
                sum((s * a[j] for s, a in zip(shares, gradients, strict=True)), Fraction(0))
                for j in range(width)
            ]
            inside = all(row[0] + dot(row[1:], z) >= 0 for row in inequalities) and not any(
                row[0] + dot(row[1:], z) for row in equations
            )
            if inside and (best is None or dot(z, z) < best):
                best = dot(z, z)
    return best


def conditions(chance, number, width):
    """Small integers, so that conditions are parallel, equal, zero or through one point."""
    return [
        [chance.randint(-3, 3), *(chance.randint(-2, 2) for _ in range(width))]
        for _ in range(number)
    ]


@pytest.mark.parametrize("width", [0, 1, 2, 3, 4])
def test_random_polyhedra(width):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    answers = Counter()
    for _ in until(answers, {True: 1, False: 1}, 300):
        inequalities = conditions(chance, chance.randint(0, 6), width)
        equations = conditions(chance, chance.choice((0, 0, 1, 2)), width)
        found, best = (
            shortest(inequalities, equations, width),
            by_faces(inequalities, equations, width),
        )
        answers[best is None] += 1
        if found is None:
            assert best is None
            continue
        assert dot(found.point, found.point) == best
        # The multipliers prove it: the gradients with them add up to the point, and only tight
        # inequalities have one.
        rows = [*inequalities, *equations]
        assert [
            sum(w * row[1 + j] for w, row in zip(found.weights, rows, strict=True))
            for j in range(width)
        ] == list(found.point)
        for w, row in zip(found.weights[: len(inequalities)], inequalities, strict=True):
            assert w >= 0
            assert not w or row[0] + dot(row[1:], found.point) == 0


def test_over_a_number_field():
    from arrangements import Configuration

    (row,) = Configuration([["-sqrt(2)", 1, "sqrt(2)"]]).rows
    found = shortest([row], [], 2)
    assert found is not None
    assert dot(found.point, found.point) == Fraction(2, 3)
