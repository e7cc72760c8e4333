"""The small kernels against many points of space, as a definition would have it, and against their
own Python run.
"""

from __future__ import annotations

from itertools import product
from math import factorial

import numpy as np
import pytest

from proofs.search.kernels.small_topes import (
    OVERFLOW,
    cover,
    difference_rows,
    list_rankings,
    list_topes,
    workspace,
)

DEGENERATE = [
    [[1]], [[0]], [[1], [-2], [3]], [[1, 0]], [[1, 0], [0, 0]], [[1, 1], [2, 2], [-1, -1]], [[1, 0, 0], [0, 1, 0]],
    [[1, 0, 0], [0, 1, 0], [1, 1, 0], [1, -1, 0]], [[0, 1, 0], [0, 2, 0]], [[1, 1, 1]] * 4, [[1, 2, 3], [0, 1, 1], [1, 3, 4], [2, 4, 6]],
]  # fmt: skip


def words(rows: np.ndarray) -> list[int]:
    n, d = rows.shape
    work = workspace(n, d)
    count = list_topes(rows, n, d, work)
    return [int(word) >> (64 - n) for word in work.out[:count]]


def seen(rows: np.ndarray) -> list[int]:
    """Half of the sign vectors without zero at the points of a grid and at many random points."""
    n, d = rows.shape
    reach = {1: 2, 2: 40, 3: 20}[d]
    points = np.array(list(product(range(-reach, reach + 1), repeat=d))).T
    values = rows @ np.hstack(
        [points, np.random.default_rng(1).integers(-1000, 1001, (d, 100_000))]
    )
    signs = values[:, (values != 0).all(axis=0) & (values[0] > 0)] > 0
    return [int(x) for x in np.unique((1 << np.arange(n)[::-1]) @ signs)]


def test_every_degenerate_shape_and_random_ones() -> None:
    generator = np.random.default_rng(7)
    cases = [np.array(rows) for rows in DEGENERATE]
    cases += [
        generator.integers(-2, 3, (generator.integers(1, 7), generator.integers(1, 4)))
        for _ in range(60)
    ]
    for rows in cases:
        assert words(rows) == seen(rows), rows


def test_generic_counts_are_covers() -> None:
    for n, d in [(1, 3), (5, 2), (9, 3), (10, 4), (12, 5), (64, 3)]:
        rows = np.array([[(i + 1) ** c for c in range(d)] for i in range(n)])  # on the moment curve
        assert len(words(rows)) == cover(n, d)


def test_braid_rankings() -> None:
    rows, m = np.eye(6, dtype=np.int64), 15
    differences = np.empty((m, 6), np.int64)
    assert difference_rows(rows, 6, 6, differences) == m
    work = workspace(m, 6)
    count = list_topes(differences, m, 6, work)
    assert 2 * count == factorial(6)
    out = np.empty(count, np.uint64)
    list_rankings(work.out, count, 6, out)
    rankings = {
        tuple(int(ranking) >> (60 - 4 * place) & 15 for place in range(6)) for ranking in out
    }
    assert len(rankings) == count
    assert all(
        sorted(ranking) == list(range(6)) and ranking.index(0) < ranking.index(1)
        for ranking in rankings
    )


@pytest.mark.parametrize("d", [2, 3, 4])
def test_a_product_that_might_not_fit_is_refused(d: int) -> None:
    for size, refused in ((2**30 - 1, False), (2**30, True)):
        rows = np.array([[size, *([1] * (d - 1))], *np.eye(d, dtype=np.int64)[1:], [1] * d])
        assert (list_topes(rows, len(rows), d, workspace(len(rows), d)) == OVERFLOW) is refused
