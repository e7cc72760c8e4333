"""Hermite bases and indices of lattices, against determinants, order of rows, and all points of a
box.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from math import gcd

import pytest

from arrangements.exact.linear import determinant, rank
from arrangements.exact.linear.lattices import hermite, index, joined


@pytest.mark.parametrize("seed", range(20))
def test_hermite_bases(seed: int) -> None:
    chance = random.Random(seed)
    n, d = chance.randint(0, 5), chance.randint(1, 4)
    rows = [[chance.randint(-4, 4) for _ in range(d)] for _ in range(n)]
    basis = hermite(rows)
    assert len(basis) == (rank(rows) if rows else 0), (seed, rows)
    changed = [[x + 3 * y for x, y in zip(row, rows[0], strict=True)] for row in rows[1:]]
    assert basis == hermite([*changed[::-1], *rows[:1]]), (seed, rows)
    assert all(joined(basis, row) == basis for row in rows)
    leads = [next(k for k, x in enumerate(row) if x) for row in basis]
    assert leads == sorted(set(leads))
    for i, (row, lead) in enumerate(zip(basis, leads, strict=True)):
        assert row[lead] > 0
        assert all(0 <= above[lead] < row[lead] for above in basis[:i])
    # The index is the greatest common divisor of the maximal minors.
    minors = [
        int(determinant([[row[c] for c in columns] for row in basis]))
        for columns in combinations(range(d), len(basis))
    ]
    assert index(basis) == (gcd(*minors) if basis else 1), (seed, rows)


def test_a_lattice_holds_its_points_and_no_others() -> None:
    basis = hermite([(2, 2), (0, 3)])
    inside = {(2 * a, 2 * a + 3 * b) for a in range(-9, 10) for b in range(-9, 10)}
    for point in product(range(-5, 6), repeat=2):
        assert (joined(basis, point) == basis) == (point in inside)
