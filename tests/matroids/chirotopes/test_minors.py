"""``minor_signs`` against two independent methods: FLINT's determinants and Bareiss' elimination."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from typing import get_args

import numpy as np
import pytest
from flint import fmpz_mat

from arrangements.errors import LimitReached
from arrangements.exact.linear import bounds, determinant
from arrangements.exact.numbers import Scalar, exact, sign
from arrangements.matroids.chirotopes.minors import Method, minor_signs
from arrangements.running import limited

SEED = 20260301


def by_flint(rows: list[list[int]], r: int) -> list[int]:
    signs = []
    for chosen in combinations(rows, r):
        minor = fmpz_mat([list(row) for row in chosen]).det() if r else 1
        signs.append(int(minor > 0) - int(minor < 0))
    return signs


NAMED = {
    "nothing": [],
    "no columns": [[], []],
    "one zero": [[0]],
    "one negative": [[-3]],
    "zero row": [[0, 0], [1, 2], [3, 4]],
    "parallel and antiparallel": [[1, 2], [2, 4], [-1, -2], [0, 1]],
    "rank deficient": [[1, 1, 0], [2, 2, 0], [0, 0, 0], [1, 1, 0]],
    "square": [[1, 2, 3], [4, 5, 6], [7, 8, 10]],
    "large entries": [[10**30, 1], [10**30 + 1, 1], [10**30, 1], [0, 10**400]],
    "zero rows beside huge ones": [[2**80, 2**80, 1], [0, 0, 0], [0, 0, 0], [2**80, 2**80, 1]],
}


@pytest.mark.parametrize("name", NAMED)
def test_named(name: str) -> None:
    rows = NAMED[name]
    r = len(rows[0]) if rows else 0
    assert minor_signs(rows).tolist() == by_flint(rows, r)


def test_every_small_matrix() -> None:
    for n, r in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3)]:
        for entries in product((-1, 0, 2), repeat=n * r):
            rows = [list(entries[i * r : i * r + r]) for i in range(n)]
            assert minor_signs(rows).tolist() == by_flint(rows, r)


@pytest.mark.parametrize("r", range(1, 8))
@pytest.mark.parametrize("bits", [1, 4, 20, 40, 200])
def test_random(r: int, bits: int) -> None:
    print("seed", SEED)
    rng = random.Random(f"{SEED} {r} {bits}")
    rows = [[rng.randint(-(2**bits), 2**bits) for _ in range(r)] for _ in range(r + 4)]
    rows[1] = [3 * x for x in rows[0]]
    rows[-1] = [x - y for x, y in zip(rows[0], rows[2], strict=True)]
    signs = minor_signs(rows).tolist()
    assert signs == by_flint(rows, r)
    assert signs == [
        int(m > 0) - int(m < 0) for m in (determinant(chosen) for chosen in combinations(rows, r))
    ]


def test_zeros_in_bulk() -> None:
    """Differences of points with large entries: most minors that the filter leaves open are zero;
    some differ from zero by one.
    """
    rng = random.Random(SEED)
    points = [[rng.randint(-(2**25), 2**25) for _ in range(4)] for _ in range(7)]
    rows = [[x - y for x, y in zip(p, q, strict=True)] for p, q in combinations(points, 2)]
    rows += [[x + (i == 3) for i, x in enumerate(rows[0])]]
    assert bounds.hadamard([sum(x * x for x in row) for row in rows], 4) > 2**62
    expected = by_flint(rows, 4)
    for method in get_args(Method):
        assert minor_signs(rows, method).tolist() == expected


def test_array_and_size() -> None:
    rows = np.array([[1, 0], [1, 1], [0, 1]])
    assert minor_signs(rows).tolist() == [1, 1, 1]
    assert minor_signs(np.zeros((0, 3), np.int64)).tolist() == []
    with (
        pytest.raises(LimitReached, match="rank 3 on 1000 elements: 166167000 signs"),
        limited("the test", memory=10**8),
    ):
        minor_signs(np.ones((1000, 3), np.int64))


FIELDS = {
    "sqrt2": "sqrt(2)",
    "golden": "(1+sqrt(5))/2",
    "cube root, not monic": "root(3*x^3-5, 1, 2)",
    "two roots": "sqrt(2)+sqrt(3)",
}


def by_leibniz(rows: list[list[Scalar]]) -> list[int]:
    """Signs of maximal minors by expansion along the first row, in the field."""

    def minor(chosen: list[list[Scalar]]) -> Scalar:
        if not chosen:
            return Fraction(1)
        total: Scalar = Fraction(0)
        for c, entry in enumerate(chosen[0]):
            total = total + (-1) ** c * entry * minor(
                [row[:c] + row[c + 1 :] for row in chosen[1:]]
            )
        return total

    return [sign(minor(list(chosen))) for chosen in combinations(rows, len(rows[0]))]


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("method", get_args(Method))
def test_number_fields(name: str, method: Method) -> None:
    """Rows with many true zeros and with minors that are tiny without being zero."""
    print("seed", SEED)
    rng = random.Random(f"{SEED} {name}")
    theta = exact(FIELDS[name])
    small = [
        Fraction(rng.randint(-2, 2), rng.randint(1, 3)) + rng.randint(-2, 2) * theta
        for _ in range(9)
    ]
    rows = [small[0:3], small[3:6], small[6:9]]
    rows += [
        [x + theta * y for x, y in zip(rows[0], rows[1], strict=True)],
        [Fraction(0)] * 3,
        [theta * x for x in rows[2]],
    ]
    near = Fraction(round(float(theta) * 10**25), 10**25) - theta
    rows.append([rows[3][0] + near**2, *rows[3][1:]])
    assert minor_signs(rows, method).tolist() == by_leibniz(rows)
    assert 0 in minor_signs(rows, method)


@pytest.mark.parametrize("r", range(1, 7))
def test_from_relations(r: int) -> None:
    """Nearly square matrices, by the minors of the relations among their rows."""
    rng = random.Random(f"{SEED} {r}")
    for n in range(r, 2 * r):
        rows = [[rng.randint(-3, 3) for _ in range(r)] for _ in range(n)]
        assert minor_signs(rows, "relations").tolist() == by_flint(rows, r)
        rows[-1] = [0] * r
        assert minor_signs(rows, "relations").tolist() == by_flint(rows, r)
        if r < 5:
            irrational = [
                [x + exact("sqrt(2)") * y for x, y in zip(row, row[::-1], strict=True)]
                for row in rows
            ]
            assert minor_signs(irrational, "relations").tolist() == by_leibniz(irrational)


def test_large_rank() -> None:
    rng = random.Random(SEED)
    for n, r in [(30, 30), (31, 30), (27, 24)]:
        rows = [[rng.randint(-9, 9) for _ in range(r)] for _ in range(n)]
        assert minor_signs(rows).tolist() == by_flint(rows, r)
    assert minor_signs([[int(i == j) for j in range(60)] for i in range(60)]).tolist() == [1]
    assert minor_signs(np.ones((10, 40), np.int64)).tolist() == []
