"""List all topes of at most 64 elements of rank at least 3: the driver of ``levels``, ``leaves`` and ``cocircuit_levels``.

Memory is two lists of topes and the flats of one level. Work is spread over ``numba.get_num_threads()`` threads; the answer does
not depend on their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import comb
from typing import Any

import numba
import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels.bits import WIDTH
from arrangements.kernels.listing import cocircuit_levels, levels
from arrangements.kernels.listing.leaves import ALL, element
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


@dataclass(frozen=True)
class Level:
    """The flats of one rank and the edges to the next; arrays as described in ``levels.expand``."""

    begin: Words
    edge_end: np.ndarray
    child: np.ndarray
    same: Words
    opposite: Words


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


class _Edges:
    """Room for the edges of a level, of which ``bound`` is an upper bound."""

    def __init__(self, least: np.ndarray) -> None:
        bound = int((least - 1).sum())
        self.table = np.full(1 << max(4, (2 * bound).bit_length()), -1, np.int32)
        self.found, self.same, self.opposite = (np.empty(bound, np.uint64) for _ in range(3))
        self.child, self.born, self.by = (np.empty(bound, np.int64) for _ in range(3))
        self.edge_end = np.empty(len(least), np.int64)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """In the order in which the kernels take them."""
        return self.table, self.found, self.same, self.opposite, self.child, self.edge_end, self.born, self.by

    def level(self, begin: Words) -> Level:
        """The edges that were written."""
        edges = int(self.edge_end[-1]) if len(self.edge_end) else 0
        return Level(begin, self.edge_end, self.child[:edges].copy(), self.same[:edges].copy(), self.opposite[:edges].copy())


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

    def expand(self, masks: Words, least: np.ndarray, edges: _Edges) -> tuple[Words, int]:
        return levels.first_words(self._rows, masks), levels.expand(self._rows, masks, least, np.full(len(masks), ALL), *edges.arrays)

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        self._born = born
        dimension = self._rows.shape[1]
        if dimension > 4:
            rows, pivots = np.empty((len(born), dimension - 1, WIDTH)), np.empty(len(born))
            levels.restrict_all(self._rows, self._previous, born, least, rows, pivots)
            self._rows, self._previous = rows, pivots

    def solve(self, masks: Words, least: np.ndarray, first: int, last: int, words: Words, at: int, sizes: np.ndarray) -> tuple[int, int]:
        cells = (np.zeros(len(masks), np.uint64), np.full(len(masks), ALL), element(0))
        return levels.solve_leaves(self._rows, self._previous, masks, self._born, least, *cells, first, last, words, at, sizes)


class Signs:
    """The flats of one rank by a basis for each, given the words of the cocircuits."""

    def __init__(self, positive: Words, nonzero: Words, n: int, rank: int) -> None:
        self.n, self.rank = n, rank
        self.empty = 0
        self._words = np.ascontiguousarray(positive).reshape(-1), np.ascontiguousarray(nonzero).reshape(-1)
        self._binomial = np.array([[comb(a, b) for b in range(rank + 1)] for a in range(n + 1)], np.int64)
        self._every = np.uint64((1 << WIDTH) - (1 << (WIDTH - n)))
        self._k = 0
        number = int(np.flatnonzero(self._words[1])[0])
        off = WIDTH - int(self._words[1][number]).bit_length()
        basis = [off]
        for place in range(rank - 1, 0, -1):
            last = place - 1
            while last + 1 < n and self._binomial[last + 1, place] <= number:
                last += 1
            basis.append(last)
            number -= int(self._binomial[last, place])
        self._bases = np.array([basis], np.int64)

    def expand(self, masks: Words, least: np.ndarray, edges: _Edges) -> tuple[Words, int]:
        flats = (self._bases, self._k, self._every, masks)
        begin = cocircuit_levels.first_words_signs(*self._words, *flats, self._binomial)
        every = np.full(len(masks), ALL)
        return begin, cocircuit_levels.expand_signs(*self._words, *flats, least, every, *edges.arrays, self._binomial)

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        bases = np.empty((len(born), self.rank), np.int64)
        cocircuit_levels.exchange_all(self._words[1], self._bases, self._k, born, least, bases, self._binomial)
        self._bases, self._k = bases, self._k + 1

    def solve(self, masks: Words, least: np.ndarray, first: int, last: int, words: Words, at: int, sizes: np.ndarray) -> tuple[int, int]:
        cells = (np.zeros(len(masks), np.uint64), np.full(len(masks), ALL), element(0))
        more = (first, last, words, at, sizes, self._binomial)
        return cocircuit_levels.solve_leaves_signs(*self._words, self._bases, self._every, masks, least, *cells, *more)


def _leaves(flats: Rows | Signs, masks: Words, least: np.ndarray) -> tuple[Words, np.ndarray]:
    """The lists of the flats of dimension 3, one after the other, and their sizes."""
    sizes = np.zeros(len(masks), np.int64)

    def solve(first: int, last: int) -> Words:
        words = np.empty(max(1 << 12, 64 * (last - first)), np.uint64)
        at = 0
        while first < last:
            first, at = flats.solve(masks, least, first, last, words, at, sizes)
            if first < last:
                words.resize(2 * len(words), refcheck=False)
        return words[:at]

    if not len(masks):
        return np.empty(0, np.uint64), sizes
    borders = _cuts(least * least, numba.get_num_threads() if len(masks) > 64 else 1)
    parts = _run([partial(solve, a, b) for a, b in pairwise(borders)])
    if (sizes < 0).any():
        raise InternalError("a cut of a cell must match a cell; a leaf list contradicts itself")
    return (parts[0] if len(parts) == 1 else np.concatenate(parts)), sizes


def solve(flats: Rows | Signs) -> Words:
    masks, least = np.array([flats.empty], np.uint64), np.array([flats.n], np.int64)
    above: list[Level] = []
    cutting: list[np.ndarray] = []
    for _ in range(flats.rank - 3):
        edges = _Edges(least)
        begin, count = flats.expand(masks, least, edges)
        above.append(edges.level(begin))
        masks, least, born = edges.found[:count].copy(), edges.by[:count].copy(), edges.born[:count].copy()
        cutting.append(least)
        flats.descend(born, least)
    words, sizes = _leaves(flats, masks, least)
    return _merge_levels(above, cutting, words, sizes)


def _merge_levels(above: Sequence[Level], least: Sequence[np.ndarray], words: Words, sizes: np.ndarray) -> Words:
    """The list of the empty flat, from the lists of the flats of the last level (``words``, ``sizes``) and the levels above it.

    ``least[k]`` are the least elements of the flats that the edges of ``above[k]`` lead to.
    """
    plan = []
    for level in reversed(above):
        ends = np.concatenate([[0], np.cumsum(sizes[level.child])])
        own = 1 + np.diff(np.concatenate([[0], ends[level.edge_end]]))
        plan.append((level, sizes, own))
        sizes = own
    largest = max((int(own.sum()) for _, _, own in plan), default=0)
    other = np.empty(largest, np.uint64)
    for (level, child_sizes, own), cutting in zip(plan, reversed(least), strict=True):
        child_start = np.concatenate([[0], np.cumsum(child_sizes)])
        start = np.concatenate([[0], np.cumsum(own)])
        arguments = (level.child, level.same, level.opposite, cutting, words, child_start, other)
        results = _run(list(_merge_tasks(level, arguments, start)))
        if not all(results):
            raise InternalError("a cut of a cell must match a cell; a merged list contradicts itself")
        if len(words) < largest:
            words = np.empty(largest, np.uint64)
        words, other = other, words
    return words[: int(sizes.sum())]


def _merge_tasks(level: Level, arguments: tuple[Any, ...], start: np.ndarray) -> list[Callable[[], bool]]:
    """One task a run of flats; a flat so large that it would hold up all others is divided by prefix."""
    threads = numba.get_num_threads()
    child, same, opposite, cutting, child_words, child_start, out = arguments
    flats = len(level.begin)

    def whole(first: int, last: int) -> bool:
        more = (child, same, opposite, cutting, child_words, child_start, out, start, first, last)
        return bool(levels.combine(level.begin, level.edge_end, *more))

    def part(f: int, low: int, high: int, at: int, size: int) -> bool:
        edges = np.arange(level.edge_end[f - 1] if f else 0, level.edge_end[f])
        more = (child, same, opposite, cutting, child_words, child_start, out, at, _PREFIX, np.uint64(low), np.uint64(high))
        return bool(levels.combine_part(level.begin[f], edges, *more) == size)

    if threads == 1 or start[-1] < _SMALL:
        return [partial(whole, 0, flats)]
    if flats > 16 * threads:
        return [partial(whole, a, b) for a, b in pairwise(_cuts(np.diff(start), 8 * threads))]
    tasks: list[Callable[[], bool]] = []
    for f in range(flats):
        if start[f + 1] - start[f] < _SMALL:
            tasks.append(partial(whole, f, f + 1))
        else:
            tasks.extend(partial(part, *p) for p in _parts(level, f, arguments, int(start[f]), threads))
    return tasks


def _parts(level: Level, f: int, arguments: tuple[Any, ...], at: int, threads: int) -> list[tuple[int, int, int, int, int]]:
    """Divide the list of flat f: (f, low, high, where it goes, size) for every part."""
    child, _, _, cutting, child_words, child_start, _ = arguments
    edges = range(int(level.edge_end[f - 1]) if f else 0, int(level.edge_end[f]))
    lists = [child_words[child_start[child[e]] : child_start[child[e] + 1]] for e in edges]
    sample = np.sort(np.concatenate([words[:: max(1, len(words) // 256)] for words in lists]))
    mask = (1 << WIDTH) - (1 << (WIDTH - _PREFIX))
    lows = sorted({0, *(int(sample[len(sample) * k // threads]) & mask for k in range(1, threads))})
    # What the elements of the prefix make of the whole space is small; list it once to know how much of it falls into each part.
    early = np.empty(1 + sum(len(words) for e, words in zip(edges, lists, strict=True) if cutting[child[e]] < _PREFIX), np.uint64)
    heads = np.array([e for e in edges if cutting[child[e]] < _PREFIX], np.int64)
    more = (*arguments[:6], early, 0, _PREFIX, np.uint64(0), np.uint64((1 << WIDTH) - 1))
    if levels.combine_part(level.begin[f], heads, *more) != len(early):
        raise InternalError("a cut of a cell must match a cell; a merged list contradicts itself")
    parts = []
    for low, following in pairwise([*lows, 1 << WIDTH]):
        high = following - 1
        size = int(((early >= np.uint64(low)) & (early <= np.uint64(high))).sum())
        for e, words in zip(edges, lists, strict=True):
            if cutting[child[e]] >= _PREFIX:
                size += int(np.searchsorted(words, np.uint64(high), side="right") - np.searchsorted(words, np.uint64(low)))
        parts.append((f, low, high, at, size))
        at += size
    return parts


def half_topes(rows: Sequence[Sequence[int]]) -> Words:
    """Topes of n non-zero integer rows of length r with element 0 positive, sorted: n <= 64, r >= 3 the rank, ``fits_float64`` holds."""
    return solve(Rows(rows))


def half_topes_of_cocircuits(positive: Words, nonzero: Words, n: int, rank: int) -> Words:
    """The same from the words of the cocircuits of all (rank - 1)-subsets in colexicographic order; no element is a loop."""
    return solve(Signs(positive, nonzero, n, rank))
