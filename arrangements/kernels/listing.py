"""List all topes of integer rows of full column rank, at most 64 of them: the driver of ``levels`` and ``leaves``.

Memory is two lists of topes and the flats of one level. Work is spread over ``numba.get_num_threads()`` threads; the answer does not depend on
their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise, starmap
from typing import Any

import numba
import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels import levels
from arrangements.kernels.bits import WIDTH

__all__ = ["Level", "fits_float64", "half_topes", "merge_levels"]

Words = np.ndarray  # of uint64

_PREFIX = 12  # bits by which one large list is divided among threads
_SMALL = 1 << 16  # lists below this size are not worth a thread


def fits_float64(rows: Sequence[Sequence[int]], rank: int) -> bool:
    """Whether every minor of size up to rank - 1 is below 2^26 in modulus, by Hadamard's bound.

    Then float64 holds all products of two of them exactly (below 2^53), and two different quotients of two of them, a/b and c/d, differ by at least
    1/bd > 2^-52, relatively by more than their rounding, so that comparing the rounded quotients compares the quotients.
    """
    norms = sorted((sum(x * x for x in row) for row in rows), reverse=True)
    bound = 1
    for norm in norms[: max(rank - 1, 1)]:
        bound *= max(norm, 1)
    return bound < 1 << 52


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


def _expand(rows: np.ndarray, masks: Words, least: np.ndarray) -> tuple[Level, Words, np.ndarray, np.ndarray]:
    """The level of the given flats; masks, least elements and birth places of the flats one rank up."""
    bound = int((least - 1).sum())
    table = np.full(1 << max(4, (2 * bound).bit_length()), -1, np.int32)
    found, same, opposite = (np.empty(bound, np.uint64) for _ in range(3))
    child, born, by = (np.empty(bound, np.int64) for _ in range(3))
    edge_end = np.empty(len(masks), np.int64)
    flats = levels.expand(rows, masks, least, table, found, same, opposite, child, edge_end, born, by)
    edges = edge_end[-1]
    begin = levels.first_words(rows, masks)
    level = Level(begin, edge_end, child[:edges].copy(), same[:edges].copy(), opposite[:edges].copy())
    return level, found[:flats].copy(), by[:flats].copy(), born[:flats].copy()


def _leaves(rows: np.ndarray, previous: np.ndarray, masks: Words, born: np.ndarray, least: np.ndarray) -> tuple[Words, np.ndarray]:
    """The lists of the flats of dimension 3, one after the other, and their sizes."""
    sizes = np.empty(len(masks), np.int64)

    def solve(first: int, last: int) -> Words:
        words = np.empty(max(1 << 12, 64 * (last - first)), np.uint64)
        at = 0
        while first < last:
            first, at = levels.solve_leaves(rows, previous, masks, born, least, first, last, words, at, sizes)
            if first < last:
                words.resize(2 * len(words), refcheck=False)
        return words[:at]

    borders = _cuts(least * least, numba.get_num_threads() if len(masks) > 64 else 1)
    parts = _run([lambda a=a, b=b: solve(a, b) for a, b in pairwise(borders)])
    if (sizes < 0).any():
        raise InternalError("a cut of a cell must match a cell; a leaf list contradicts itself")
    return (parts[0] if len(parts) == 1 else np.concatenate(parts)), sizes


def merge_levels(above: Sequence[Level], least: Sequence[np.ndarray], words: Words, sizes: np.ndarray) -> Words:
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
        return [lambda: whole(0, flats)]
    if flats > 16 * threads:
        return [lambda a=a, b=b: whole(a, b) for a, b in pairwise(_cuts(np.diff(start), 8 * threads))]
    tasks: list[Callable[[], bool]] = []
    for f in range(flats):
        if start[f + 1] - start[f] < _SMALL:
            tasks.append(lambda f=f: whole(f, f + 1))
            continue
        tasks.extend(starmap(lambda *a: lambda: part(*a), _parts(level, f, arguments, int(start[f]), threads)))
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
    n, rank = len(rows), len(rows[0])
    space = np.zeros((1, rank, WIDTH))
    space[0, :, WIDTH - n :] = np.array(rows, np.float64)[::-1].T
    masks, least, born = np.zeros(1, np.uint64), np.array([n], np.int64), np.array([-1], np.int64)
    previous = np.ones(1)
    above: list[Level] = []
    cutting: list[np.ndarray] = []
    for dimension in range(rank, 3, -1):
        level, masks, least, born = _expand(space, masks, least)
        above.append(level)
        cutting.append(least)
        if dimension > 4:
            finer, pivots = np.empty((len(masks), dimension - 1, WIDTH)), np.empty(len(masks))
            levels.restrict_all(space, previous, born, least, finer, pivots)
            space, previous = finer, pivots
    words, sizes = _leaves(space, previous, masks, born, least)
    return merge_levels(above, cutting, words, sizes)
