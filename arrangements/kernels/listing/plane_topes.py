"""Topes of planes through the origin of 3-space, many words per tope: all that is in the plane at
infinity or right of a line.

As in ``tie_lines``: element 0 is at infinity, and going up along line L there is a region to its
right that begins at its lower end, and one at every point where another line goes on to the right
of L. One region is to the left of all lines. Nothing is matched and nothing comes twice, however
many lines meet in a point or are parallel. Rows and words are as in ``wide_words``.
"""

from __future__ import annotations

import math

import numpy as np

from arrangements.kernels.bits import (
    WIDTH,
    leading_zeros,
    where_equal,
    where_greater,
    where_less,
    where_nan,
    where_zero,
)
from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.wide_words import column, flip, has, has_before

__all__ = ["walk_space"]

NONE = np.uint64(0)


@kernel
def _axes(rows, at):
    """Three coordinates, of which the element does not vanish in the first."""
    c = 0
    while rows[c, at] == 0.0:
        c += 1
    return c, (1 if c == 0 else 0), (1 if c == 2 else 2)


@kernel
def _factors(rows, axes, at):
    """The factors of the restriction to the plane of the element: an element with coordinates (x,
    y, z) there becomes (y q - x a, z q - x b).
    """
    c, d, e = axes
    if rows[c, at] > 0.0:
        return rows[c, at], rows[d, at], rows[e, at]
    return -rows[c, at], -rows[d, at], -rows[e, at]


@kernel(error_model="numpy")
def _slopes(rows, axes, factors, sense, slopes, begin, vanish):
    """``leaves._slopes`` block by block; ``sense`` is -1 if slopes are to grow the other way
    round.
    """
    c, d, e = axes
    q, a, b = factors
    x = np.empty(WIDTH)
    y = np.empty(WIDTH)
    for k in range(len(begin)):
        for i in range(WIDTH):
            at = k * WIDTH + i
            u = rows[d, at] * q - rows[c, at] * a
            v = (rows[e, at] * q - rows[c, at] * b) * sense
            t = u / v
            x[i] = u
            y[i] = v
            slopes[at] = abs(t) if v == 0.0 else -t
        begin[k] = where_greater(y, 0.0) | (where_zero(y) & where_less(x, 0.0))
        vanish[k] = where_nan(slopes[k * WIDTH : (k + 1) * WIDTH])


@kernel
def _is_rising(rows, previous, i, own, far):
    """Whether slopes grow on the way up the line of element i; ``own`` and ``far`` are the axes of
    i and of element 0.

    Up is where the first coordinate at infinity grows, or else the second.
    """
    at = column(i)
    c, d, e = far
    q, a, b = _factors(rows, far, column(0))
    x = (rows[d, at] * q - rows[c, at] * a) / previous
    y = (rows[e, at] * q - rows[c, at] * b) / previous
    s, t = (abs(y), -x if y > 0.0 else x) if y != 0.0 else (0.0, 1.0)
    up = np.empty(3)
    up[c], up[d], up[e] = -(a * s + b * t), q * s, q * t
    c, d, e = own
    q, a, b = _factors(rows, own, at)
    first = rows[d, column(0)] * q - rows[c, column(0)] * a
    second = rows[e, column(0)] * q - rows[c, column(0)] * b
    return up[d] * second < 0.0 if second != 0.0 else up[e] * first > 0.0


@kernel
def walk_space(rows, previous, flat, below, words):
    """Write the topes to ``words``, unsorted; returns how many.

    Only elements before ``below`` cut cells. There must be room for 1 + below (below - 1) / 2
    topes. ``flat`` contains the padding, ``previous`` divides all 2-minors of the rows.
    """
    width = words.shape[1]
    angles, slopes = np.empty(rows.shape[1]), np.empty(rows.shape[1])
    sets = np.empty((7, width), np.uint64)
    begin, level, rightmost, early, vanish, parallel, pending = (
        sets[0],
        sets[1],
        sets[2],
        sets[3],
        sets[4],
        sets[5],
        sets[6],
    )
    far = _axes(rows, column(0))
    _slopes(rows, far, _factors(rows, far, column(0)), 1.0, angles, begin, level)
    positive = rows[far[0], column(0)] > 0.0
    for k in range(width):
        block = slice(k * WIDTH, (k + 1) * WIDTH)
        first = rows[far[0], block]
        rightmost[k] = begin[k] ^ where_greater(angles[block], -math.inf)
        same = where_greater(first, 0.0) if positive else where_less(first, 0.0)
        words[0, k] = ~(rightmost[k] | level[k]) | (level[k] & ~flat[k] & same)
        early[k] = (
            ~NONE
            if (k + 1) * WIDTH <= below
            else (~NONE << np.uint64((k + 1) * WIDTH - below) if k * WIDTH < below else NONE)
        )
    size = 1
    for i in range(1, below):
        if has(level, i):
            continue
        at = column(i)
        own = _axes(rows, at)
        sense = 1.0 if _is_rising(rows, previous, i, own, far) else -1.0
        _slopes(rows, own, _factors(rows, own, at), sense, slopes, begin, vanish)
        for k in range(width):
            parallel[k] = vanish[k] & ~flat[k]
        if has_before(parallel, i):
            continue
        for k in range(width):
            parallel[k] &= rightmost[k]
            pending[k] = early[k] & where_less(angles[k * WIDTH : (k + 1) * WIDTH], angles[at])
        slope = slopes[column(0)]
        k = 0
        while True:
            word = words[size]
            for m in range(width):
                others = slopes[m * WIDTH : (m + 1) * WIDTH]
                word[m] = begin[m] ^ where_greater(others, slope)
                pending[m] &= ~where_equal(others, slope)
            flip(word, vanish)
            for m in range(width):
                word[m] |= parallel[m]
            size += 1
            while k < width and pending[k] == NONE:
                k += 1
            if k == width:
                break
            slope = slopes[k * WIDTH + 63 - leading_zeros(pending[k])]
    return size
