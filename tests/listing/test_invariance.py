"""What may not change a pattern, on random configurations; a failure prints its seed."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arrangements import Configuration, ranking_pattern, sign_pattern
from arrangements.exact.linear import determinant

ROUNDS = 60


def some_configuration(r: random.Random) -> Configuration:
    n, d = r.randint(1, 6), r.randint(1, 4)
    bound = r.choice([1, 3, 50, 10**12])
    return Configuration([[r.randint(-bound, bound) for _ in range(d)] for _ in range(n)])


def invertible(r: random.Random, d: int) -> list[list[int]]:
    while True:
        matrix = [[r.randint(-3, 3) for _ in range(d)] for _ in range(d)]
        if determinant(matrix):
            return matrix


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(k, marks=pytest.mark.slow) for k in range(4, 100))]
)
def test_symmetries(seed: int) -> None:
    print(f"seed {seed}")
    r = random.Random(seed)
    for _ in range(ROUNDS):
        c = some_configuration(r)
        signs, ranks = sign_pattern(c), ranking_pattern(c)
        factors = [Fraction(r.randint(1, 9), r.randint(1, 9)) for _ in range(c.n)]
        assert sign_pattern(c.scaled(factors)) == signs, c.rows
        matrix = invertible(r, c.d)
        assert sign_pattern(c.transformed(matrix)) == signs, (c.rows, matrix)
        assert ranking_pattern(c.transformed(matrix)) == ranks, (c.rows, matrix)
        shift = [r.randint(-9, 9) for _ in range(c.d)]
        assert ranking_pattern(c.translated(shift)) == ranks, (c.rows, shift)
        order = r.sample(range(c.n), c.n)
        moved = c.restricted_to(order)
        assert sign_pattern(moved) == signs.projected(moved.labels), (c.rows, order)
        assert (
            ranking_pattern(moved) == ranks.projected(moved.labels)
            if ranks
            else not ranking_pattern(moved)
        ), (c.rows, order)
        # A subset of the rows sees what all rows leave of it.
        few = c.restricted_to(order[: c.n // 2])
        if signs:
            assert sign_pattern(few) == signs.projected(few.labels), (c.rows, order)
        if ranks:
            assert ranking_pattern(few) == ranks.projected(few.labels), (c.rows, order)
            assert ranks == ranking_pattern(c.centred())


def test_scale_does_not_matter() -> None:
    """The same rows by float64, by exact integers, and over a number field."""
    r = random.Random(7)
    for _ in range(20):
        c = Configuration([[r.randint(-2, 2) for _ in range(4)] for _ in range(8)])
        big = [[10**40 if i == j else i * j - 7 for j in range(4)] for i in range(4)]
        irrational = [["sqrt(2)" if i == j else 0 for j in range(4)] for i in range(4)]
        expected = sign_pattern(c)
        assert sign_pattern(c.transformed(big)) == expected, c.rows
        mixed = [[1, "sqrt(2)", 0, 0], [0, 1, "sqrt(2)", 0], [0, 0, 1, "sqrt(2)"], [0, 0, 0, 1]]
        assert sign_pattern(c.transformed(irrational).transformed(mixed)) == expected, c.rows
