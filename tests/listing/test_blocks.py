"""Lists of many words per tope: what a block of cuts makes of a list, what it refuses, and that
threads change nothing.
"""

from __future__ import annotations

from itertools import pairwise

import numba
import numpy as np
import pytest

from arrangements.kernels.listing import narrow, wide
from arrangements.kernels.listing.blocks import Block, borders, insert_block
from arrangements.kernels.listing.wide_words import has_before


@pytest.mark.parametrize("dimension", [4, 5, 7])
def test_blocks_cover_all_elements_and_are_short(dimension: int) -> None:
    for below in (2, 3, 64, 65, 200, 1000):
        found = list(borders(below, dimension))
        assert (found[0], found[-1]) == (1, below)
        assert all(0 < high - low <= 64 for low, high in pairwise(found))
        assert all(
            high - low == 1 or (high / low) ** (dimension - 1) <= 8 for low, high in pairwise(found)
        )


def test_members_before_an_element() -> None:
    words = np.array([0, 1 << 10], np.uint64)  # element 64 + 53
    assert [bool(has_before(words, i)) for i in (0, 64, 117, 118, 127)] == [
        False,
        False,
        False,
        True,
        True,
    ]


# Two elements cut the plane: element 0 is positive, element 1 is the block.
CELL = np.array([[0b11 << 62]], np.uint64)
SIDES = np.array([[[1 << 62], [0]]], np.uint64)


def cut(topes: list[int], low: int = 1) -> np.ndarray | None:
    block = Block(low, np.array(topes, np.uint64)[:, None], np.full(len(topes), 1, np.int32), SIDES)
    out = np.empty((1 + len(topes), 1), np.uint64)
    return out if insert_block(CELL, block, out) else None


def test_a_cut_makes_the_other_half_of_its_cell() -> None:
    assert cut([0b10 << 62]).tolist() == [[0b10 << 62], [0b11 << 62]]


def test_a_cut_that_lies_in_no_cell_is_refused() -> None:
    assert cut([0]) is None


def test_a_cell_that_is_cut_twice_by_one_element_is_refused() -> None:
    assert cut([0b10 << 62, 0b10 << 62]) is None


@pytest.mark.parametrize(("n", "d", "bound"), [(70, 4, 1), (66, 5, 1), (130, 3, 3)])
def test_threads_change_nothing(n: int, d: int, bound: int) -> None:
    matrix = np.random.default_rng(n).integers(-bound, bound + 1, (n, d))
    rows = matrix[matrix.any(axis=1)].tolist()
    threads = numba.get_num_threads()
    try:
        lists = []
        for number in (1, 2):
            numba.set_num_threads(number)
            lists.append(wide.half_topes_wide(rows))
    finally:
        numba.set_num_threads(threads)
    assert np.array_equal(*lists)


def test_many_cuts_of_one_cell() -> None:
    """More than are sorted by insertion: planes through one line, and one more."""
    rows = [
        [1, 0, 0, 0],
        *([k, 1, 0, 0] for k in range(-25, 26)),
        [0, 0, 1, 0],
        [0, 0, 1, 1],
        [0, 1, 1, 3],
    ]
    assert np.array_equal(wide.half_topes_wide(rows), narrow.half_topes(rows)[:, None])
