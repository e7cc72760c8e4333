"""Tope lists of arrangements in dimension 3, n <= 64, one 64-bit word per tope: where most of the
time of a listing goes.

Element i is column 63 - i of the arrays here and that bit of a word, so that element 0 is the top
bit; a set bit is ``+``. Coordinates are float64 holding integers small enough for every step to be
exact (the caller proves it); columns without an element are zero. Lists hold only topes with
element 0 positive, in increasing order as integers. Elements that vanish everywhere (``flat``) have
bit 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import (
    RUN,
    WIDTH,
    leading_zeros,
    move_run,
    rank_among,
    where_equal,
    where_greater,
    where_less,
    where_nan,
    where_zero,
)
from arrangements.kernels.jit import kernel

__all__ = [
    "Room",
    "before",
    "element",
    "first_word",
    "insert_cut",
    "pivot_row",
    "solve_space",
    "workspace",
]

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
TOP = np.uint64(63)


@kernel
def element(j):
    """The word of element j."""
    return ONE << np.uint64(63 - j)


@kernel
def before(j):
    """The word of all elements before j, 0 < j < 64."""
    return ALL << np.uint64(64 - j)


@kernel
def pivot_row(rows, j):
    """The first coordinate in which element j does not vanish."""
    c = 0
    while rows[c, 63 - j] == 0.0:
        c += 1
    return c


@kernel
def first_word(rows, dimension, flat):
    """Signs at the point (1, e, e^2, ...) for small e > 0, or at its antipode, so that element 0 is
    positive.
    """
    word = NONE
    unset = ALL
    for c in range(dimension):
        word |= unset & where_greater(rows[c], 0.0)
        unset &= where_zero(rows[c])
    return word if word >> TOP else ~(word | flat)


@kernel
def insert_cut(words, start, size, cut, cut_start, cut_size, j, same, opposite):
    """Insert element j into a sorted tope list, in place: ``words[start : start + size]`` grows by
    ``cut_size``.

    ``cut`` holds the topes of the restriction to j, sorted; each agrees with exactly one listed
    tope on the elements before j. That one keeps its word; its other half gets the word of the cut
    with j and its parallels (``same``) and antiparallels (``opposite``) set to the other side of j.
    Works from the end, so that nothing is overwritten before it is read. False if a cut matches
    nothing.
    """
    shift = np.uint64(64 - j)
    later = ALL >> np.uint64(j)
    here = np.uint64(63 - j)
    either = same ^ opposite
    read = start + size - 1
    write = start + size + cut_size - 1
    for k in range(cut_start + cut_size - 1, cut_start - 1, -1):
        t = cut[k]
        last = t | later
        # With that many cuts to go there is room for moving a run of words at once: what is moved
        # too far is written again later.
        while k - cut_start >= RUN and read >= RUN:
            run = move_run(words, read, write, last)
            write -= run
            read -= run
            if run < RUN:
                break
        while read >= start and words[read] > last:
            words[write] = words[read]
            write -= 1
            read -= 1
        if read < start:
            return False
        w = words[read]
        if (w ^ t) >> shift != NONE:
            return False
        new = t | (same ^ (either & (NONE - ((w >> here) & ONE))))
        words[write] = w if w > new else new
        words[write - 1] = new if w > new else w
        write -= 2
        read -= 1
    return True


@kernel(error_model="numpy")
def _slopes(first, second, third, p, a, b, x, y, slopes):
    """Restrict to the plane of the element with coordinates (p, a, b), p != 0 in ``first``.

    There element i is x_i s + y_i t. At the point (1, t) it is positive iff (y_i > 0) xor (slope_i
    > t), and so it is just after the ray of slope t; if it is parallel to the second axis its slope
    is infinity, if it vanishes on the plane NaN, which compares false. Returns the set of elements
    that are positive at slope minus infinity.
    """
    q = abs(p)
    if p < 0.0:
        a, b = -a, -b
    for i in range(WIDTH):
        u = second[i] * q - first[i] * a
        v = third[i] * q - first[i] * b
        t = u / v
        x[i] = u
        y[i] = v
        slopes[i] = abs(t) if v == 0.0 else -t
    return where_greater(y, 0.0) | (where_zero(y) & where_less(x, 0.0))


@kernel
def _turn(slopes, start, below, flat, bounding, rays, out):
    """Topes of lines through the origin of a plane: the cells just after the ray of each element
    before ``below`` that is not in ``flat``.

    Only cells where the elements of ``bounding`` are positive; element 0 is one of them, and all
    come before ``below``. Sorted, one a class of parallel elements; returns how many. ``rays`` must
    hold the largest word 64 times and does so at the end.
    """
    count = np.int64(0)
    pending = before(below) & ~flat
    while pending != NONE:
        t = slopes[63 - leading_zeros(pending)]
        word = start ^ where_greater(slopes, t)
        pending &= ~where_equal(slopes, t)
        rays[count] = word ^ ((word >> TOP) - ONE) & ~flat
        count += rays[count] & bounding == bounding
    rays[count] = ALL
    for k in range(count):
        out[rank_among(rays, count, rays[k])] = rays[k]
    for k in range(count):
        rays[k] = ALL
    return count


class Room(NamedTuple):
    """The arrays that ``solve_space`` works in: coordinates and slopes of the elements in a plane,
    its cells as they come and in order.
    """

    x: np.ndarray
    y: np.ndarray
    slopes: np.ndarray
    rays: np.ndarray
    cut: np.ndarray


def workspace() -> Room:
    return Room(*np.empty((3, WIDTH)), *np.full((2, WIDTH + 1), ALL, np.uint64))


@kernel
def solve_space(rows, flat, below, begin, cutting, bounding, room, words, start):
    """Topes of planes through the origin of 3-space, written to ``words`` from ``start``; returns
    how many (-1: a contradiction).

    Only topes where the elements of ``bounding`` are positive, of which ``begin`` is one. Only
    elements of ``cutting`` before ``below`` cut cells. ``words`` must have room for 1 + below
    (below - 1) / 2.
    """
    x, y, slopes, rays, cut = room
    words[start] = begin
    size = np.int64(1)
    for j in range(1, below):
        if not cutting & ~flat & element(j):
            continue
        at = 63 - j
        c = pivot_row(rows, j)
        d, e = (1 if c == 0 else 0), (1 if c == 2 else 2)
        after = _slopes(
            rows[c], rows[d], rows[e], rows[c, at], rows[d, at], rows[e, at], x, y, slopes
        )
        vanish = where_nan(slopes)
        parallel = vanish & ~flat
        # ``parallel`` holds j and all that is parallel to it; if something earlier is, j has been
        # inserted already.
        if parallel & before(j):
            continue
        same = parallel & (
            where_greater(rows[c], 0.0) if rows[c, at] > 0.0 else where_less(rows[c], 0.0)
        )
        count = _turn(slopes, after, j, vanish, bounding, rays, cut)
        if not insert_cut(words, start, size, cut, np.int64(0), count, j, same, parallel ^ same):
            return -1
        size += count
    return size
