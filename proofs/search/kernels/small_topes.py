"""Topes and rankings of one small configuration in a microsecond, for loops over millions of
configurations.

The recursion is that of the enumeration kernels: insert elements one at a time; element j splits
exactly the cells that meet the hyperplane j = 0, which are the topes of the restriction to it. Here
there is no memory to share between flats and nothing to allocate: all scratch lives in one
workspace, rows are ``int64`` and words have one ``uint64`` (element 0 is the top bit, 1 is '+').
Restrictions are fraction-free (Bareiss), so every number is a minor of the rows; before each step
the largest entry is compared with 2^30, below which no product can pass 2^62. Where it is not
below, the answer is ``OVERFLOW`` and the caller uses big integers.

>>> import numpy as np
>>> rows = np.array([[1, 0], [1, 1], [0, 1]])
>>> work = workspace(3, 2)
>>> count = list_topes(rows, 3, 2, work)
>>> sorted(format(int(word) >> 61, "03b") for word in work.out[:count])
['100', '110', '111']
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = [
    "CONTRADICTION",
    "OVERFLOW",
    "Workspace",
    "cover",
    "difference_rows",
    "largest_entry",
    "list_rankings",
    "list_topes",
    "workspace",
]

OVERFLOW = -1
CONTRADICTION = -2
_SAFE = 1 << 30  # entries below this have products below 2^62
_ONE = np.uint64(1)
_TOP = np.uint64(1 << 63)


def cover(n: int, d: int) -> int:
    """Most half topes that n rows in dimension d can have (Cover 1965); the capacity of every list
    below.
    """
    return sum(comb(max(n - 1, 0), i) for i in range(d))


class Workspace(NamedTuple):
    """Scratch for ``list_topes``: rows and two lists for every dimension; the answer is found at
    the start of ``out``.
    """

    levels: np.ndarray
    lists: np.ndarray
    out: np.ndarray


def workspace(n: int, d: int) -> Workspace:
    capacity = cover(n, d) + 1
    levels, lists = (
        np.empty((d + 1, n, max(d, 1)), np.int64),
        np.empty((d + 1, 2, capacity), np.uint64),
    )
    return Workspace(levels, lists, np.empty(capacity, np.uint64))


@kernel
def list_topes(rows, n, d, work):
    """Write the topes with element 0 positive, sorted, to ``work.out`` and return their number;
    none if a row is zero.

    ``rows`` may have more than n rows and d columns; only the first count. d may exceed the rank.
    No more than 64 rows.
    """
    if n == 0 or d == 0:
        return 0
    levels, lists, out = work
    everything = np.uint64(0)
    for i in range(n):
        nonzero = False
        for c in range(d):
            levels[0, i, c] = rows[i, c]
            nonzero |= rows[i, c] != 0
        if not nonzero:
            return 0
        everything |= _TOP >> np.uint64(i)
    limit, inserting, count, buffer = (
        np.empty(d, np.int64),
        np.empty(d, np.int64),
        np.empty(d, np.int64),
        np.empty(d, np.int64),
    )
    support, same, opposite = np.empty(d, np.uint64), np.empty(d, np.uint64), np.empty(d, np.uint64)
    pivot = np.empty(d, np.int64)
    depth = 0
    limit[0], support[0], pivot[0] = n, everything, 1
    if d == 2:
        if largest_entry(levels[0], n, 2) >= _SAFE:
            return OVERFLOW
        count[0], buffer[0] = _plane(levels[0], n, n, everything, lists[0, 0]), 0
        inserting[0] = n
    else:
        inserting[0], count[0], buffer[0] = 1, 1, 0
        lists[0, 0, 0] = _first(levels[0], n, d, everything)
    while True:
        dims = d - depth
        j = inserting[depth]
        if j < limit[depth] and dims > 1:
            if not support[depth] & (_TOP >> np.uint64(j)):
                inserting[depth] = j + 1
                continue
            outcome, support[depth + 1], same[depth], opposite[depth], pivot[depth + 1] = _restrict(
                levels[depth], levels[depth + 1], n, dims, j, support[depth], pivot[depth]
            )
            if outcome < 0:
                return OVERFLOW
            if outcome == 0:  # parallel to an earlier element
                inserting[depth] = j + 1
                continue
            depth += 1
            limit[depth], buffer[depth] = j, 0
            if dims == 3:
                if largest_entry(levels[depth], n, 2) >= _SAFE:
                    return OVERFLOW
                count[depth], inserting[depth] = (
                    _plane(levels[depth], n, j, support[depth], lists[depth, 0]),
                    j,
                )
            else:
                count[depth], inserting[depth] = 1, 1
                lists[depth, 0, 0] = _first(levels[depth], n, dims - 1, support[depth])
            continue
        if depth == 0:
            break
        depth -= 1
        j = inserting[depth]
        old, new = lists[depth, buffer[depth]], lists[depth, 1 - buffer[depth]]
        cut, cut_count = lists[depth + 1, buffer[depth + 1]], count[depth + 1]
        count[depth] = _merge(
            old, count[depth], cut, cut_count, j, same[depth], opposite[depth], new
        )
        if count[depth] < 0:
            return CONTRADICTION
        buffer[depth] = 1 - buffer[depth]
        inserting[depth] = j + 1
    for t in range(count[0]):
        out[t] = lists[0, buffer[0], t]
    return count[0]


@kernel
def _first(rows, n, d, support):
    """The signs at (1, e, e^2, ...), e small, or at its antipode: the one with element 0
    positive.
    """
    word = np.uint64(0)
    for i in range(n):
        for c in range(d):
            if rows[i, c] != 0:
                if rows[i, c] > 0:
                    word |= _TOP >> np.uint64(i)
                break
    return word if word & _TOP else word ^ support


@kernel
def largest_entry(rows, n, d):
    """The largest absolute value."""
    largest = 0
    for i in range(n):
        for c in range(d):
            largest = max(largest, abs(rows[i, c]))
    return largest


@kernel
def _restrict(rows, restricted, n, d, j, support, previous):
    """Rows on the hyperplane j = 0, one column fewer: 1 done, 0 if an earlier row vanishes as well,
    -1 if a product might not fit.

    Also: which elements do not vanish, which are parallel and antiparallel to j (j itself is
    parallel), and the pivot.
    """
    if largest_entry(rows, n, d) >= _SAFE:
        return OVERFLOW, support, support, support, previous
    column = 0
    while rows[j, column] == 0:
        column += 1
    lead = rows[j, column]
    pivot = abs(lead)
    left, same, opposite = support, np.uint64(0), np.uint64(0)
    for i in range(n):
        bit = _TOP >> np.uint64(i)
        factor = rows[i, column]
        nonzero = False
        to = 0
        for c in range(d):
            if c != column:
                x = rows[i, c] * lead - factor * rows[j, c]
                x = (x if lead > 0 else -x) // previous
                restricted[i, to] = x
                nonzero |= x != 0
                to += 1
        if not nonzero and support & bit:
            if i < j:
                return 0, support, support, support, previous
            left ^= bit
            if (factor > 0) == (lead > 0):
                same |= bit
            else:
                opposite |= bit
    return 1, left, same, opposite, pivot


@kernel
def _merge(old, old_count, cut, cut_count, j, same, opposite, new):
    """Split the cells of ``old`` that appear in ``cut``; both are sorted and unique by their first
    j bits.
    """
    written = taken = 0
    shift = np.uint64(64 - j)
    bit = _TOP >> np.uint64(j)
    for t in range(old_count):
        word = old[t]
        if taken < cut_count and (word ^ cut[taken]) >> shift == 0:
            if word & bit:
                new[written] = cut[taken] | opposite
                new[written + 1] = word
            else:
                new[written] = word
                new[written + 1] = cut[taken] | same
            written += 2
            taken += 1
        else:
            new[written] = word
            written += 1
    return written if taken == cut_count else CONTRADICTION


@kernel
def _plane(rows, n, limit, support, out):
    """Half topes of the elements below ``limit`` in dimension two: the cell just after each ray,
    counter-clockwise, up to antipodes.
    """
    count = 0
    for j in range(limit):
        if not support & (_TOP >> np.uint64(j)):
            continue
        x, y = rows[j, 0], rows[j, 1]
        word = np.uint64(0)
        fresh = True
        for i in range(n):
            value = x * rows[i, 1] - y * rows[i, 0]
            if value == 0:
                value = -(x * rows[i, 0] + y * rows[i, 1])
                if value != 0 and i < j:
                    fresh = False
                    break
            if value > 0:
                word |= _TOP >> np.uint64(i)
        if not fresh:
            continue
        if not word & _TOP:
            word ^= support
        t = count
        while t > 0 and out[t - 1] > word:
            out[t] = out[t - 1]
            t -= 1
        out[t] = word
        count += 1
    return max(count, 1)


@kernel
def difference_rows(rows, n, d, out):
    """The differences i - j, i < j, ordered (0,1), (0,2), (1,2), (0,3), ...: those of the first
    labels come first.
    """
    m = 0
    for j in range(n):
        for i in range(j):
            for c in range(d):
                out[m, c] = rows[i, c] - rows[j, c]
            m += 1
    return m


@kernel
def list_rankings(words, count, n, out):
    """Turn the topes of the differences into rankings, best label first, four bits per label from the
    top; n is at most 11.
    """
    place = np.empty(n, np.int64)
    for t in range(count):
        for i in range(n):
            place[i] = 0
        word = words[t]
        for j in range(n):
            for i in range(j):
                if word & _TOP:
                    place[j] += 1
                else:
                    place[i] += 1
                word = word << _ONE
        ranking = np.uint64(0)
        for i in range(n):
            ranking |= np.uint64(i) << np.uint64(60 - 4 * place[i])
        out[t] = ranking
