"""List all topes of at most 64 elements of rank at least 3: the driver of ``levels``, ``leaves`` and ``cocircuit_levels``.

Memory is two lists of topes and the flats of one level. Work is spread over ``numba.get_num_threads()`` threads; the answer does
not depend on their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from math import comb
from typing import Any

import numba
import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels.bits import WIDTH
from arrangements.kernels.listing import cocircuit_levels, levels
from arrangements.kernels.listing.cocircuit_levels import Cocircuits
from arrangements.kernels.listing.leaves import ALL, element
from arrangements.kernels.listing.levels import Edges, Leaves, Level, Lists
from arrangements.linear import bounds

__all__ = ["fits_float64", "half_topes", "half_topes_of_cocircuits"]

Words = np.ndarray  # of uint64

_PREFIX = 12  # bits by which one large list is divided among threads
_SMALL = 1 << 16  # lists below this size are not worth a thread (tests/bench/test_thresholds.py)


def fits_float64(rows: Sequence[Sequence[int]], rank: int) -> bool:
    """Whether every minor of size up to rank - 1 is below 2^26 in modulus, by ``bounds.hadamard_square``.

    Then float64 holds all products of two of them exactly (below 2^53), and two different quotients of them, a/b and c/d, differ by at
    least 1/bd > 2^-52, relatively by more than their rounding: comparing the rounded quotients compares the quotients.
    """
    return bounds.hadamard_square((sum(x * x for x in row) for row in rows), max(rank - 1, 1)) < 1 << 52


def _run(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    threads = min(numba.get_num_threads(), len(tasks))
    if threads <= 1:
        return [task() for task in tasks]
    with ThreadPoolExecutor(threads) as pool:
        return [future.result() for future in [pool.submit(task) for task in tasks]]


def _cuts(sizes: np.ndarray, parts: int) -> list[int]:
    """Borders of ``parts`` runs of about equal total size."""
    total = np.cumsum(sizes)
    borders = np.searchsorted(total, total[-1] * np.arange(1, parts) // parts)
    return sorted({0, len(sizes), *map(int, borders)})


class Rows:
    """The flats of one rank by the coordinates of all elements restricted to them (at the last rank: those of their parents)."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        n, rank = len(rows), len(rows[0])
        self.n, self.rank = n, rank
        self.empty = (1 << (WIDTH - n)) - 1  # columns without an element count as elements that vanish everywhere
        self._rows = np.zeros((1, rank, WIDTH))
        self._rows[0, :, WIDTH - n :] = np.array(rows, np.float64)[::-1].T
        self._previous = np.ones(1)
        self._born = np.array([-1], np.int64)

    def expand(self, masks: Words, least: np.ndarray, edges: Edges) -> tuple[Words, int]:
        return levels.first_words(self._rows, masks), levels.expand(self._rows, masks, least, np.full(len(masks), ALL), edges)

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        self._born = born
        dimension = self._rows.shape[1]
        if dimension > 4:
            rows, pivots = np.empty((len(born), dimension - 1, WIDTH)), np.empty(len(born))
            levels.restrict_all(self._rows, self._previous, born, least, rows, pivots)
            self._rows, self._previous = rows, pivots

    def leaves(self, masks: Words, least: np.ndarray) -> Leaves:
        return _leaves_of_all(masks, least)

    def solve(self, leaves: Leaves, first: int, last: int, words: Words, at: int) -> tuple[int, int]:
        return levels.solve_leaves(self._rows, self._previous, self._born, leaves, first, last, words, at)


class Signs:
    """The flats of one rank by a basis for each, given the words of the cocircuits."""

    def __init__(self, positive: Words, nonzero: Words, n: int, rank: int) -> None:
        self.n, self.rank = n, rank
        self.empty = 0
        positive, nonzero = np.ascontiguousarray(positive).reshape(-1), np.ascontiguousarray(nonzero).reshape(-1)
        binomial = np.array([[comb(a, b) for b in range(rank + 1)] for a in range(n + 1)], np.int64)
        self._cocircuits = Cocircuits(positive, nonzero, np.uint64((1 << WIDTH) - (1 << (WIDTH - n))), binomial)
        self._k = 0
        number = int(np.flatnonzero(nonzero)[0])
        off = WIDTH - int(nonzero[number]).bit_length()
        basis = [off]
        for place in range(rank - 1, 0, -1):
            last = place - 1
            while last + 1 < n and binomial[last + 1, place] <= number:
                last += 1
            basis.append(last)
            number -= int(binomial[last, place])
        self._bases = np.array([basis], np.int64)

    def expand(self, masks: Words, least: np.ndarray, edges: Edges) -> tuple[Words, int]:
        begin = cocircuit_levels.first_words_signs(self._cocircuits, self._bases, self._k, masks)
        every = np.full(len(masks), ALL)
        return begin, cocircuit_levels.expand_signs(self._cocircuits, self._bases, self._k, masks, least, every, edges)

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        bases = np.empty((len(born), self.rank), np.int64)
        cocircuit_levels.exchange_all(self._cocircuits, self._bases, self._k, born, least, bases)
        self._bases, self._k = bases, self._k + 1

    def leaves(self, masks: Words, least: np.ndarray) -> Leaves:
        return _leaves_of_all(masks, least)

    def solve(self, leaves: Leaves, first: int, last: int, words: Words, at: int) -> tuple[int, int]:
        return cocircuit_levels.solve_leaves_signs(self._cocircuits, self._bases, leaves, first, last, words, at)


def _leaves_of_all(masks: Words, least: np.ndarray) -> Leaves:
    """Leaves in all of space, where cells are only bound to have element 0 positive."""
    size = len(masks)
    return Leaves(masks, least, np.zeros(size, np.uint64), np.full(size, ALL), np.uint64(element(0)), np.zeros(size, np.int64))


def _solve_leaves(flats: Rows | Signs, leaves: Leaves) -> Words:
    """The lists of the flats of dimension 3, one after the other."""

    def solve(first: int, last: int) -> Words:
        words = np.empty(max(1 << 12, 64 * (last - first)), np.uint64)
        at = 0
        while first < last:
            first, at = flats.solve(leaves, first, last, words, at)
            if first < last:
                words.resize(2 * len(words), refcheck=False)
        return words[:at]

    if not len(leaves.masks):
        return np.empty(0, np.uint64)
    borders = _cuts(leaves.least * leaves.least, numba.get_num_threads() if len(leaves.masks) > 64 else 1)
    parts = _run([partial(solve, a, b) for a, b in pairwise(borders)])
    if (leaves.sizes < 0).any():
        raise InternalError("a cut of a cell must match a cell; a leaf list contradicts itself")
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def solve(flats: Rows | Signs) -> Words:
    masks, least = np.array([flats.empty], np.uint64), np.array([flats.n], np.int64)
    above: list[Level] = []
    for _ in range(flats.rank - 3):
        edges = levels.edges_room(least)
        begin, count = flats.expand(masks, least, edges)
        masks, least, born = edges.found[:count].copy(), edges.by[:count].copy(), edges.born[:count].copy()
        used = int(edges.edge_end[-1]) if len(edges.edge_end) else 0
        child, same, opposite = (part[:used].copy() for part in (edges.child, edges.same, edges.opposite))
        above.append(Level(begin, edges.edge_end, child, same, opposite, least))
        flats.descend(born, least)
    leaves = flats.leaves(masks, least)
    return _merge_levels(above, _solve_leaves(flats, leaves), leaves.sizes)


def _merge_levels(above: Sequence[Level], words: Words, sizes: np.ndarray) -> Words:
    """The list of the empty flat, from the lists of the flats of the last level (``words``, ``sizes``) and the levels above it."""
    plan = []
    for level in reversed(above):
        ends = np.concatenate([[0], np.cumsum(sizes[level.child])])
        own = 1 + np.diff(np.concatenate([[0], ends[level.edge_end]]))
        plan.append((level, sizes, own))
        sizes = own
    largest = max((int(own.sum()) for _, _, own in plan), default=0)
    other = np.empty(largest, np.uint64)
    for level, child_sizes, own in plan:
        children = Lists(words, np.concatenate([[0], np.cumsum(child_sizes)]))
        start = np.concatenate([[0], np.cumsum(own)])
        if not all(_run(list(_merge_tasks(level, children, Lists(other, start))))):
            raise InternalError("a cut of a cell must match a cell; a merged list contradicts itself")
        if len(words) < largest:
            words = np.empty(largest, np.uint64)
        words, other = other, words
    return words[: int(sizes.sum())]


def _merge_tasks(level: Level, children: Lists, lists: Lists) -> list[Callable[[], bool]]:
    """One task a run of flats; a flat so large that it would hold up all others is divided by prefix."""
    threads = numba.get_num_threads()
    start = lists.start
    flats = len(level.begin)

    def whole(first: int, last: int) -> bool:
        return bool(levels.combine(level, children, lists.words, start, first, last))

    def part(f: int, bounds: Words, at: int, size: int) -> bool:
        return bool(levels.combine_part(level, level.begin[f], _edges(level, f), children, lists.words, at, _PREFIX, bounds) == size)

    if threads == 1 or start[-1] < _SMALL:
        return [partial(whole, 0, flats)]
    if flats > 16 * threads:
        return [partial(whole, a, b) for a, b in pairwise(_cuts(np.diff(start), 8 * threads))]
    tasks: list[Callable[[], bool]] = []
    for f in range(flats):
        if start[f + 1] - start[f] < _SMALL:
            tasks.append(partial(whole, f, f + 1))
        else:
            tasks.extend(partial(part, f, *p) for p in _parts(level, f, children, int(start[f]), threads))
    return tasks


def _edges(level: Level, f: int) -> np.ndarray:
    return np.arange(level.edge_end[f - 1] if f else 0, level.edge_end[f])


def _parts(level: Level, f: int, children: Lists, at: int, threads: int) -> list[tuple[Words, int, int]]:
    """Divide the list of flat f: (the least and the largest word, where it goes, size) for every part."""
    edges = _edges(level, f)
    cut = level.child[edges]
    lists = [children.words[children.start[g] : children.start[g + 1]] for g in cut]
    early = level.least[cut] < _PREFIX
    sample = np.sort(np.concatenate([words[:: max(1, len(words) // 256)] for words in lists]))
    mask = (1 << WIDTH) - (1 << (WIDTH - _PREFIX))
    lows = sorted({0, *(int(sample[len(sample) * k // threads]) & mask for k in range(1, threads))})
    # What the elements of the prefix make of the whole space is small; list it once to know how much of it falls into each part.
    head = np.empty(1 + sum(len(words) for words, first in zip(lists, early, strict=True) if first), np.uint64)
    everything = np.array([0, (1 << WIDTH) - 1], np.uint64)
    if levels.combine_part(level, level.begin[f], edges[early], children, head, 0, _PREFIX, everything) != len(head):
        raise InternalError("a cut of a cell must match a cell; a merged list contradicts itself")
    late = [words for words, first in zip(lists, early, strict=True) if not first]
    parts = []
    for low, following in pairwise([*lows, 1 << WIDTH]):
        bounds = np.array([low, following - 1], np.uint64)
        size = sum(int(np.searchsorted(words, bounds[1], side="right") - np.searchsorted(words, bounds[0])) for words in [head, *late])
        parts.append((bounds, at, size))
        at += size
    return parts


def half_topes(rows: Sequence[Sequence[int]]) -> Words:
    """Topes of n non-zero integer rows of length r with element 0 positive, sorted: n <= 64, r >= 3 the rank, ``fits_float64`` holds."""
    return solve(Rows(rows))


def half_topes_of_cocircuits(positive: Words, nonzero: Words, n: int, rank: int) -> Words:
    """The same from the words of the cocircuits of all (rank - 1)-subsets in colexicographic order; no element is a loop."""
    return solve(Signs(positive, nonzero, n, rank))
