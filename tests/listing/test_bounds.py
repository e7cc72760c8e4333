"""The bound that lets float64 carry a listing, and lists on both sides of it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from arrangements import Configuration, sign_pattern
from arrangements.kernels.listing import narrow, wide
from arrangements.matroids.chirotopes.cocircuit_words import words_from_rows


@pytest.mark.parametrize(
    ("rows", "rank", "fits"),
    [
        ([(1, 0, 0), (0, 1, 0), (0, 0, 1)], 3, True),
        # The two longest rows count: 8191 * 8193 = 2^26 - 1, and 2^26 itself is too much.
        ([(8191, 0, 0), (0, 8193, 0), (0, 0, 1)], 3, True),
        ([(8192, 0, 0), (0, 8192, 0), (0, 0, 1)], 3, False),
        ([(8192, 0, 0, 0), (0, 8192, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)], 3, False),
        # Rows shorter than 1 do not exist: zero rows count as length 1.
        ([(0, 0, 0), (0, 0, 0), (2**26 - 1, 0, 0)], 3, True),
        ([(2**40, 1, 1)] * 5, 5, False),
    ],
)
def test_bound(rows: list[tuple[int, ...]], rank: int, fits: bool) -> None:
    assert narrow.fits_float64(rows, rank) is fits


@pytest.mark.parametrize(("rank", "size"), [(3, 5790), (4, 280), (5, 56), (6, 22)])
def test_lists_up_to_the_bound(rank: int, size: int) -> None:
    """Entries as large as the bound allows, with many true zeros among near misses: consecutive
    fractions have nearly equal slopes.
    """
    r = random.Random(rank)
    print(f"seed {rank}")
    rows: list[list[int]] = []
    while len(rows) < 12:
        row = [r.choice([0, 1, -1, size, size - 1, 1 - size, -size]) for _ in range(rank)]
        if any(row) and narrow.fits_float64([*rows, row], rank):
            rows.append(row)
    assert not narrow.fits_float64([[2 * x for x in row] for row in rows], rank) or rank > 3
    assert np.linalg.matrix_rank(np.array(rows, float)) == rank
    words = words_from_rows(rows)
    expected = narrow.half_topes_of_cocircuits(*words, len(rows), rank)
    assert np.array_equal(narrow.half_topes(rows), expected)
    assert np.array_equal(wide.half_topes_wide(rows)[:, 0], expected)


@pytest.mark.parametrize("size", [10**3, 10**6, 10**15, 10**60])
def test_larger_entries_take_another_way(size: int) -> None:
    r = random.Random(size)
    small = Configuration([[r.randint(-1, 1) or 1 for _ in range(4)] for _ in range(9)])
    # An invertible map changes no sign vector; this one makes the minors as large as can be.
    matrix = [
        [size + 1, size, 0, 1],
        [size, size - 1, 1, 0],
        [0, size, size + 1, size],
        [1, 1, size, size],
    ]
    large = small.transformed(matrix)
    assert large.rank == small.rank
    assert sign_pattern(large) == sign_pattern(small) == sign_pattern(large, method="lp")
