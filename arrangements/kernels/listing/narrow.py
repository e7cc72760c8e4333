"""List all topes of at most 64 elements of rank at least 3: the driver of ``levels``, ``leaves``
and ``cocircuit_levels``.

Memory is two lists of topes and the flats of one level. Work is spread over
``numba.get_num_threads()`` threads; the answer does not depend on their number.
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
from arrangements.exact.linear import bounds
from arrangements.kernels.bits import WIDTH
from arrangements.kernels.listing import cocircuit_levels, levels
from arrangements.kernels.listing.cocircuit_levels import Cocircuits
from arrangements.kernels.listing.leaves import ALL, element, workspace
from arrangements.kernels.listing.levels import Cuts, Edges, Leaves, Level, Lists

__all__ = ["fits_float64", "half_topes", "half_topes_of_cocircuits"]

Words = np.ndarray  # of uint64

_PREFIX = 12  # bits by which one large list is divided among threads
# lists below this size, and leaves of fewer pairs, are not worth a thread
# (tests/bench/test_thresholds.py)
_SMALL = 1 << 16


def fits_float64(rows: Sequence[Sequence[int]], rank: int) -> bool:
    """Whether every minor of size up to rank - 1 is below 2^26 in modulus, by
    ``bounds.hadamard_square``.

    Then float64 holds all products of two of them exactly (below 2^53), and two different quotients
    of them, a/b and c/d, differ by at least 1/bd > 2^-52, relatively by more than their rounding:
    comparing the rounded quotients compares the quotients.
    """
    return (
        bounds.hadamard_square((sum(x * x for x in row) for row in rows), max(rank - 1, 1))
        < 1 << 52
    )


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
    """The flats of one rank by the coordinates of all elements restricted to them (at the last
    rank: those of their parents).
    """

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        n, rank = len(rows), len(rows[0])
        self.n, self.rank = n, rank
        # columns without an element count as elements that vanish everywhere
        self.empty = (1 << (WIDTH - n)) - 1
        self._rows = np.zeros((1, rank, WIDTH))
        self._rows[0, :, WIDTH - n :] = np.array(rows, np.float64)[::-1].T
        self._previous = np.ones(1)
        self._born = np.array([-1], np.int64)

    def expand(self, masks: Words, least: np.ndarray, edges: Edges) -> tuple[Words, int]:
        begin = np.zeros(len(masks), np.uint64)
        return begin, levels.expand(
            self._rows, masks, least, np.full(len(masks), ALL), begin, edges
        )

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        self._born = born
        dimension = self._rows.shape[1]
        if dimension > 4:
            rows, pivots = np.empty((len(born), dimension - 1, WIDTH)), np.empty(len(born))
            levels.restrict_all(self._rows, self._previous, born, least, rows, pivots)
            self._rows, self._previous = rows, pivots

    def leaves(self, masks: Words, least: np.ndarray) -> Leaves:
        return _leaves_of_all(masks, least)

    def solve(
        self, leaves: Leaves, first: int, last: int, words: Words, at: int
    ) -> tuple[int, int]:
        room, own = workspace(), np.empty((3, WIDTH))
        return levels.solve_leaves(
            self._rows, self._previous, self._born, leaves, room, own, first, last, words, at
        )


class Signs:
    """The flats of one rank by a basis for each, given the words of the cocircuits."""

    def __init__(self, positive: Words, nonzero: Words, n: int, rank: int) -> None:
        self.n, self.rank = n, rank
        self.empty = 0
        positive, nonzero = (
            np.ascontiguousarray(positive).reshape(-1),
            np.ascontiguousarray(nonzero).reshape(-1),
        )
        binomial = np.array([[comb(a, b) for b in range(rank + 1)] for a in range(n + 1)], np.int64)
        self._cocircuits = Cocircuits(
            positive, nonzero, np.uint64((1 << WIDTH) - (1 << (WIDTH - n))), binomial
        )
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
        return begin, cocircuit_levels.expand_signs(
            self._cocircuits, self._bases, self._k, masks, least, every, edges
        )

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        bases = np.empty((len(born), self.rank), np.int64)
        cocircuit_levels.exchange_all(self._cocircuits, self._bases, self._k, born, least, bases)
        self._bases, self._k = bases, self._k + 1

    def leaves(self, masks: Words, least: np.ndarray) -> Leaves:
        return _leaves_of_all(masks, least)

    def solve(
        self, leaves: Leaves, first: int, last: int, words: Words, at: int
    ) -> tuple[int, int]:
        return cocircuit_levels.solve_leaves_signs(
            self._cocircuits, self._bases, leaves, first, last, words, at
        )


def _leaves_of_all(masks: Words, least: np.ndarray) -> Leaves:
    """Leaves in all of space, where cells are only bound to have element 0 positive."""
    size = len(masks)
    return Leaves(
        masks,
        least,
        np.zeros(size, np.uint64),
        np.full(size, ALL),
        np.uint64(element(0)),
        np.zeros(size, np.int64),
    )


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
    squares = leaves.least * leaves.least
    if int(squares.sum()) > _SMALL:
        parts = _run(
            [partial(solve, a, b) for a, b in pairwise(_cuts(squares, numba.get_num_threads()))]
        )
    else:
        parts = [solve(0, len(leaves.masks))]
    if (leaves.sizes < 0).any():
        raise InternalError("a cut of a cell must match a cell; a leaf list contradicts itself")
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def solve(flats: Rows | Signs) -> Words:
    masks, least = np.array([flats.empty], np.uint64), np.array([flats.n], np.int64)
    above: list[Level] = []
    for _ in range(flats.rank - 3):
        edges = levels.edges_room(least)
        begin, count = flats.expand(masks, least, edges)
        masks, least, born = (
            edges.found[:count].copy(),
            edges.by[:count].copy(),
            edges.born[:count].copy(),
        )
        used = int(edges.edge_end[-1]) if len(edges.edge_end) else 0
        child, same, opposite = (
            part[:used].copy() for part in (edges.child, edges.same, edges.opposite)
        )
        above.append(Level(begin, edges.edge_end, child, same, opposite, least))
        flats.descend(born, least)
    leaves = flats.leaves(masks, least)
    return _merge_levels(above, _solve_leaves(flats, leaves), leaves.sizes)


def _merge_levels(above: Sequence[Level], words: Words, sizes: np.ndarray) -> Words:
    """The list of the empty flat, from the lists of the flats of the last level (``words``,
    ``sizes``) and the levels above it.
    """
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
        other[start[:-1]] = level.begin
        if not all(_run(list(_merge_tasks(level, children, Lists(other, start))))):
            raise InternalError(
                "a cut of a cell must match a cell; a merged list contradicts itself"
            )
        if len(words) < largest:
            words = np.empty(largest, np.uint64)
        words, other = other, words
    return words[: int(sizes.sum())]


def _merge_tasks(level: Level, children: Lists, lists: Lists) -> list[Callable[[], bool]]:
    """One task a run of flats; a flat so large that it would hold up all others is divided by
    prefix.
    """
    threads = numba.get_num_threads()
    words, start = lists
    flats, child = len(level.begin), level.child
    ones = np.ones(flats, np.int64)
    cuts = Cuts(
        level.edge_end,
        children.start[child],
        children.start[child + 1],
        level.least[child],
        level.same,
        level.opposite,
    )

    def whole(first: int, last: int) -> bool:
        return bool(levels.combine(cuts, children.words, words, start, ones, first, last))

    if threads == 1 or start[-1] < _SMALL:
        return [partial(whole, 0, flats)]
    if flats > 16 * threads:
        return [partial(whole, a, b) for a, b in pairwise(_cuts(np.diff(start), 8 * threads))]
    tasks: list[Callable[[], bool]] = []
    for f in range(flats):
        if start[f + 1] - start[f] < _SMALL:
            tasks.append(partial(whole, f, f + 1))
        else:
            edges = slice(level.edge_end[f - 1] if f else 0, level.edge_end[f])
            tasks.extend(
                _parts(_some(cuts, edges), words[start[f] : start[f + 1]], children.words, threads)
            )
    return tasks


def _some(cuts: Cuts, chosen: Any) -> Cuts:
    """Some of the cuts into one list."""
    return Cuts(cuts.end, *(array[chosen] for array in cuts[1:]))


def _combined(cuts: Cuts, found: Words, words: Words, begin: Words) -> bool:
    """Fill ``words`` with one list, which ``begin`` and these cuts make."""
    words[: len(begin)] = begin
    end = np.array([len(cuts.low)])
    return bool(
        levels.combine(
            cuts._replace(end=end),
            found,
            words,
            np.array([0, len(words)]),
            np.array([len(begin)]),
            0,
            1,
        )
    )


def _parts(cuts: Cuts, words: Words, found: Words, threads: int) -> list[Callable[[], bool]]:
    """Tasks that fill the list of one flat, of which the first word is there: each a part of it,
    divided by the first ``_PREFIX`` bits.

    What later elements cut lies within one part, so that the parts can be made independently.
    """
    lists = [found[low:high] for low, high in zip(cuts.low, cuts.high, strict=True)]
    early = cuts.by < _PREFIX
    sample = np.sort(np.concatenate([some[:: max(1, len(some) // 256)] for some in lists]))
    mask = (1 << WIDTH) - (1 << (WIDTH - _PREFIX))
    lows = np.array(
        sorted({0, *(int(sample[len(sample) * k // threads]) & mask for k in range(1, threads))}),
        np.uint64,
    )
    # What the elements of the prefix make of the whole space is small; list it once to know how
    # much of it falls into each part.
    head = np.empty(1 + int((cuts.high - cuts.low)[early].sum()), np.uint64)
    if not _combined(_some(cuts, early), found, head, words[:1].copy()):
        raise InternalError("a cut of a cell must match a cell; a merged list contradicts itself")
    late = _some(cuts, ~early)
    divided = [head, *(found[low:high] for low, high in zip(late.low, late.high, strict=True))]
    borders = [np.append(np.searchsorted(some, lows), len(some)) for some in divided]
    tasks: list[Callable[[], bool]] = []
    at = 0
    for k in range(len(lows)):
        low, high = (
            np.array([border[side] for border in borders[1:]], np.int64) + late.low
            for side in (k, k + 1)
        )
        begin = head[borders[0][k] : borders[0][k + 1]]
        size = len(begin) + int((high - low).sum())
        tasks.append(
            partial(
                _combined, late._replace(low=low, high=high), found, words[at : at + size], begin
            )
        )
        at += size
    return tasks


def half_topes(rows: Sequence[Sequence[int]]) -> Words:
    """Topes of n non-zero integer rows of length r with element 0 positive, sorted: n <= 64, r >= 3
    the rank, ``fits_float64`` holds.
    """
    return solve(Rows(rows))


def half_topes_of_cocircuits(positive: Words, nonzero: Words, n: int, rank: int) -> Words:
    """Half of the topes from the words of the cocircuits of all (rank - 1)-subsets in
    colexicographic order; no element is a loop.
    """
    return solve(Signs(positive, nonzero, n, rank))
