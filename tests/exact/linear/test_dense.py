"""Exact linear algebra against the definitions: minors for rank and bases, the Leibniz formula for
determinants.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod

import pytest

from arrangements.exact.linear import dense as linear
from arrangements.exact.numbers import Scalar, exact


def _leibniz(rows: list[tuple[Scalar | int, ...]]) -> Scalar | int:
    n = len(rows)
    total: Scalar | int = 0
    for order in permutations(range(n)):
        inversions = sum(order[i] > order[j] for i, j in combinations(range(n), 2))
        total = total + (-1) ** inversions * prod(
            (row[j] for row, j in zip(rows, order, strict=True)), start=Fraction(1)
        )
    return total


def _rank_by_minors(rows: list[tuple[Scalar | int, ...]]) -> int:
    n, d = len(rows), len(rows[0]) if rows else 0
    for r in range(min(n, d), 0, -1):
        for chosen in combinations(rows, r):
            if any(
                _leibniz([tuple(row[j] for j in columns) for row in chosen]) != 0
                for columns in combinations(range(d), r)
            ):
                return r
    return 0


def _first_independent(vectors: list[tuple[Scalar | int, ...]]) -> tuple[int, ...]:
    """The greedy basis, by the definition."""
    chosen: list[int] = []
    for index in range(len(vectors)):
        if _rank_by_minors([vectors[i] for i in [*chosen, index]]) > len(chosen):
            chosen.append(index)
    return tuple(chosen)


ROOT = exact("sqrt(2)")

MATRICES: list[list[tuple[Scalar | int, ...]]] = [
    [],
    [()],
    [(), ()],
    [(0,)],
    [(0, 0), (0, 0)],
    [(1, 2)],
    [(0, 1), (1, 0)],
    [(0, 0, 1), (1, 1, 1)],
    [(1, 2, 3), (2, 4, 6), (-1, -2, -3), (0, 0, 0)],
    [(Fraction(1, 2), Fraction(1, 3)), (Fraction(3, 2), 1), (10**30, 7)],
    [(ROOT, 2), (1, ROOT)],
    [(ROOT, 2, 1), (1, ROOT, 0), (0, 0, 1)],
    [(ROOT, 1), (1, ROOT)],
    [(linear._PRIME, 0), (0, 1)],  # rank 2 over Q, 1 modulo the prime
    [(linear._PRIME, 1, 0), (0, 1, 1), (0, 2, 2)],
]


@pytest.mark.parametrize("rows", MATRICES, ids=repr)
def test_rank_and_bases(rows: list[tuple[Scalar | int, ...]]) -> None:
    d = len(rows[0]) if rows else 0
    assert linear.rank(rows) == _rank_by_minors(rows)
    assert linear.column_basis(rows) == _first_independent(
        [tuple(row[j] for row in rows) for j in range(d)]
    )
    assert linear.row_basis(rows) == _first_independent(rows)


def test_rank_and_bases_of_all_small_matrices() -> None:
    for entries in product((-1, 0, 1), repeat=6):
        for rows in ([entries[:3], entries[3:]], [entries[:2], entries[2:4], entries[4:]]):
            assert linear.rank(rows) == _rank_by_minors(rows)
            assert linear.row_basis(rows) == _first_independent(rows)


def test_determinants() -> None:
    seed = 5
    rng = random.Random(seed)
    for _ in range(100):
        n = rng.randrange(5)
        rows = [
            tuple(Fraction(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(n))
            for _ in range(n)
        ]
        assert linear.determinant(rows) == _leibniz(rows), seed
        mixed = [tuple(x + rng.randint(0, 1) * ROOT for x in row) for row in rows]
        assert linear.determinant(mixed) == _leibniz(mixed), seed


def test_integers_never_divide_into_floats() -> None:
    value = linear.determinant([(3, 1, 0), (1, ROOT, 0), (0, 1, 1)])
    assert value == 3 * ROOT - 1
    assert type(linear.determinant([(3, 1), (1, 1)])) is Fraction


def test_product() -> None:
    left = [(1, Fraction(1, 2)), (0, 3)]
    assert linear.product(left, [(2, 0, 1), (4, 1, Fraction(1, 3))], 3) == [
        [4, Fraction(1, 2), Fraction(7, 6)],
        [12, 3, 1],
    ]
    assert linear.product(left, [(ROOT,), (2,)], 1) == [[1 + ROOT], [6]]
    assert linear.product([(), ()], [], 2) == [[0, 0], [0, 0]]
    assert linear.product([], left, 2) == []


def test_kernel() -> None:
    assert linear.kernel([], 2) == [[1, 0], [0, 1]]
    assert linear.kernel([(0, 0)], 2) == [[1, 0], [0, 1]]
    assert linear.kernel([(1, 0), (0, 1)], 2) == []
    assert linear.kernel([()], 0) == []
    for rows in (
        [(1, 2, 3), (2, 4, 7)],
        [(0, 1, 0), (1, 1, 1), (1, 2, 1)],
        [(1, ROOT, 0), (ROOT, 2, 1)],
    ):
        basis = linear.kernel(rows, 3)
        assert len(basis) == 3 - linear.rank(rows) == linear.rank(basis)
        assert not any(
            value
            for row in linear.product(rows, list(zip(*basis, strict=True)), len(basis))
            for value in row
        )


def test_solutions_and_inverses() -> None:
    seed = 6
    rng = random.Random(seed)
    for _ in range(200):
        n, d = rng.randint(1, 4), rng.randint(1, 4)
        rows = [
            tuple(rng.randint(-2, 2) + rng.randint(0, 1) * ROOT for _ in range(d)) for _ in range(n)
        ]
        right = [rng.randint(-2, 2) for _ in range(n)]
        x = linear.solve(rows, right)
        assert (x is None) == (
            linear.rank([(*row, c) for row, c in zip(rows, right, strict=True)]) > linear.rank(rows)
        ), seed
        if x is not None:
            assert linear.product(rows, [[c] for c in x], 1) == [[c] for c in right], seed
            assert all(c == 0 or j in linear.column_basis(rows) for j, c in enumerate(x)), seed
        if n == d and linear.rank(rows) == n:
            assert linear.product(rows, linear.inverse(rows), n) == [
                [int(i == j) for j in range(n)] for i in range(n)
            ], seed
        elif n == d:
            with pytest.raises(ZeroDivisionError, match="matrix must be regular"):
                linear.inverse(rows)
    assert linear.inverse([]) == []


def test_negative_minors() -> None:
    """All symmetric 3 x 3 matrices of small entries: semidefinite iff no principal minor is
    negative, and the one named is.
    """
    for a, b, c, d, e, f in product((-1, 0, 1), repeat=6):
        rows = [(a, b, c), (b, d, e), (c, e, f)]
        minors = {
            chosen: _leibniz([tuple(rows[i][j] for j in chosen) for i in chosen])
            for k in (1, 2, 3)
            for chosen in combinations(range(3), k)
        }
        found = linear.negative_minor(rows)
        assert (found is None) == all(minor >= 0 for minor in minors.values())
        if found is not None:
            assert minors[found] < 0


@pytest.mark.parametrize(
    "corner",
    [
        (1, 0),
        (linear._PRIME, 0),
        (Fraction(1, linear._PRIME), 0),
        (Fraction(1, 3**20000), 1),
        (0, 0),
    ],
)
def test_many_columns(corner: tuple[Scalar | int, int]) -> None:
    """Beyond a few columns FLINT looks first, modulo a prime that may divide a minor or a
    denominator.
    """
    d = linear._NARROW + 2
    rows = [
        tuple(corner[k] if k < 2 and i == 0 else int(i == k and i > 0) for k in range(d))
        for i in range(d)
    ]
    assert linear.rank(rows) == linear.rank([*rows, *rows]) == (d if corner[0] else d - 1)
    assert linear.column_basis(rows) == tuple(k for k in range(d) if k or corner[0])
