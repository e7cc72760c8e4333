"""List all topes of any number of elements of rank at least 3, many words a tope: the driver of ``wide``."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels import wide
from arrangements.kernels.bits import WIDTH

__all__ = ["half_topes_wide"]

Words = np.ndarray  # of uint64, one row a tope or a set of elements


def half_topes_wide(rows: Sequence[Sequence[int]]) -> Words:
    """Topes of n non-zero integer rows of length r >= 3, the rank, with element 0 positive, sorted; ``listing.fits_float64`` must hold."""
    n, rank = len(rows), len(rows[0])
    width = -(-n // WIDTH)
    space = np.zeros((rank, width * WIDTH))
    space[:, :n] = np.array(rows, np.float64).T
    space = np.ascontiguousarray(space.reshape(rank, width, WIDTH)[:, :, ::-1].reshape(rank, -1))
    return _list(space, 1.0, _words(~space.any(axis=0)), n, True)


def _words(members: np.ndarray) -> np.ndarray:
    """The set of the columns for which ``members`` holds, as words."""
    return np.packbits(members.reshape(-1, WIDTH)[:, ::-1], axis=1).view(">u8").astype(np.uint64)[:, 0]


def _column(i: int) -> int:
    return (i & ~63) | (63 - (i & 63))


def _list(rows: np.ndarray, previous: float, flat: np.ndarray, below: int, spread: bool = False) -> Words:
    """The list of one flat, from its restricted rows: sorted topes of the elements before ``below``."""
    dimension, width = len(rows), len(flat)
    if dimension == 3:
        room = 2 + below * (below - 1) // 2
        words, tree = np.empty((room, width), np.uint64), np.empty((room, 3), np.int32)
        size = wide.solve_space_wide(rows, flat, below, words, tree)
    else:
        cuts = [cut for j in range(1, below) if (cut := _restricted(rows, previous, flat, j)) is not None]
        if spread and numba.get_num_threads() > 1:
            with ThreadPoolExecutor(numba.get_num_threads()) as pool:
                # The last cuts are the largest: begin with them.
                lists = list(pool.map(lambda cut: _list(*cut[3:], cut[0]), cuts[::-1]))[::-1]
        else:
            lists = [_list(*cut[3:], cut[0]) for cut in cuts]
        total = 1 + sum(map(len, lists))
        words, tree = np.empty((total + 1, width), np.uint64), np.empty((total + 1, 3), np.int32)
        wide.first_word_wide(rows, flat, words[0])
        wide.plant(tree)
        size = 1
        for (j, same, opposite, *_), cut in zip(cuts, lists, strict=True):
            size = wide.graft_all(cut, j, same, opposite, words, size, tree)
        if size != total:
            raise InternalError(f"number of topes must be {total}, not {size}; a tree contradicts itself")
    out = np.empty((size, width), np.uint64)
    if wide.in_order(tree, words, out) != size:
        raise InternalError("every tope must be a leaf of its tree")
    return out


def _restricted(rows: np.ndarray, previous: float, flat: np.ndarray, j: int) -> tuple[int, Words, Words, np.ndarray, float, Words] | None:
    """Restrict to the hyperplane of j: (j, its parallels, its antiparallels, rows, pivot, flat); None if it is no new cut."""
    at = _column(j)
    (columns,) = np.nonzero(rows[:, at])
    if not len(columns):
        return None
    c = columns[0]
    pivot = abs(rows[c, at])
    factors = rows[:, at] * np.sign(rows[c, at])
    finer = np.delete((rows * pivot - np.outer(factors, rows[c])) / previous, c, axis=0)
    vanish = _words(~finer.any(axis=0))
    parallel = vanish & ~flat
    first = next(k for k, word in enumerate(parallel) if word)
    if WIDTH * first + WIDTH - int(parallel[first]).bit_length() < j:
        return None
    same = parallel & _words(rows[c] * np.sign(rows[c, at]) > 0)
    return j, same, parallel ^ same, np.ascontiguousarray(finer), float(pivot), vanish
