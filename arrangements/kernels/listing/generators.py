"""The closed cones K n X_F of the flats of one rank, by their generators, for a listing inside an
open cone K.

Element i takes the values ``vectors @ matrix[:, 63 - i]`` on generators; the *bounding* elements
are those that are positive on K. The caller proves that float64 holds every value, and int64 every
product of a value and a coordinate. The functions on signs keep extreme rays only (no lines), each
by its sign word; they are cocircuits. The mathematics is that of
``arrangements.counting.cone_flats``; here for at most 64 elements, and fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import WIDTH, where_greater, where_zero
from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.cocircuit_levels import ray_through
from arrangements.kernels.listing.leaves import ALL, NONE, element

__all__ = ["Cones", "Rays", "cut_all", "cut_all_signs", "look", "look_signs"]


class Cones(NamedTuple):
    """The generators of flat f are ``vectors[starts[f] : starts[f + 1]]``, integer points without
    common factor: first ``lines[f]`` lines, whose opposites belong to the cone as well, then its
    extreme rays."""

    vectors: np.ndarray
    starts: np.ndarray
    lines: np.ndarray


class Rays(NamedTuple):
    """The extreme rays of flat f are ``starts[f] <= r < starts[f + 1]``; ray r is positive on
    ``plus[r]``, negative on ``minus[r]``.
    """

    plus: np.ndarray
    minus: np.ndarray
    starts: np.ndarray


@kernel
def _value(vector, matrix, at):
    value = 0.0
    for c in range(matrix.shape[0]):
        value += vector[c] * matrix[c, at]
    return value


@kernel
def _values(vector, matrix, out):
    out[:] = 0.0
    for c in range(matrix.shape[0]):
        x = np.float64(vector[c])
        for i in range(WIDTH):
            out[i] += x * matrix[c, i]


@kernel
def _mix(x, a, y, b, out):
    """The primitive vector along ``a x + b y``."""
    divisor = np.int64(0)
    for c in range(out.size):
        out[c] = a * x[c] + b * y[c]
        rest = abs(out[c])
        while rest:
            divisor, rest = rest, divisor % rest
    if divisor > 1:
        for c in range(out.size):
            out[c] //= divisor


@kernel
def look(cones, matrix, begin, cutting):
    """For every flat the word of one point inside its cone, r_1 + e r_2 + .. for small e > 0, and
    which elements cut the cone.
    """
    vectors, starts, lines = cones
    values = np.empty(WIDTH)
    for f in range(len(begin)):
        start, ray, stop = starts[f], starts[f] + lines[f], starts[f + 1]
        word, unset = NONE, ALL
        above, below = NONE, NONE
        # Rays first: bounding elements, which vanish on lines, are positive on the first ray that
        # is not on them.
        for r in range(ray, stop):
            _values(vectors[r], matrix, values)
            positive, zero = where_greater(values, 0.0), where_zero(values)
            word |= unset & positive
            unset &= zero
            above |= positive
            below |= ~(positive | zero)
        cutting[f] = above & below
        for r in range(start, ray):
            _values(vectors[r], matrix, values)
            zero = where_zero(values)
            word |= unset & where_greater(values, 0.0)
            unset &= zero
            cutting[f] |= ~zero
        begin[f] = word


@kernel
def cut_all(cones, matrix, bounding, born, by, out, first, at):
    """Generators of the children ``first, first + 1, ..``: child g cuts the cone of flat
    ``born[g]`` by element ``by[g]``.

    They are written to ``out.vectors`` from ``at`` on. Returns the child for which there was no
    more room (or their number), and where the next goes.
    """
    vectors, starts, lines = cones
    into, out_starts, out_lines = out
    most = 0
    for f in range(len(lines)):
        most = max(most, starts[f + 1] - starts[f])
    tight, height = np.empty(most, np.uint64), np.empty(most, np.int64)
    values = np.empty(WIDTH)
    for g in range(first, len(born)):
        f = born[g]
        start, rays, size = starts[f], lines[f], starts[f + 1] - starts[f]
        own = vectors[start : starts[f + 1]]
        if at + size + (size * size) // 4 > len(into):
            return g, at
        out_starts[g] = at
        line = rays
        for r in range(size - 1, -1, -1):
            height[r] = np.int64(_value(own[r], matrix, 63 - by[g]))
            if r < rays and height[r]:
                line = r
        if line < rays:
            # Every other generator moves along the line to where the element vanishes.
            out_lines[g] = rays - 1
            for r in range(size):
                if r != line:
                    _mix(
                        own[r],
                        abs(height[line]),
                        own[line],
                        -height[r] if height[line] > 0 else height[r],
                        into[at],
                    )
                    at += 1
            continue
        out_lines[g] = rays
        for r in range(size):
            _values(own[r], matrix, values)
            tight[r] = where_zero(values) & bounding
            if height[r] == 0:
                into[at] = own[r]
                at += 1
        for p in range(rays, size):
            for q in range(rays, size):
                if height[p] > 0 > height[q] and _adjacent(tight, rays, size, p, q):
                    _mix(own[p], -height[q], own[q], height[p], into[at])
                    at += 1
    return len(born), at


@kernel
def _adjacent(tight, rays, size, p, q):
    """Whether two extreme rays span a face: no third one lies on all bounding elements on which
    both lie.
    """
    common = tight[p] & tight[q]
    others = 0
    for r in range(rays, size):
        others += common & ~tight[r] == NONE
    return others == 2


@kernel
def look_signs(rays, begin, cutting):
    """``look`` for rays by their signs."""
    plus, minus, starts = rays
    for f in range(len(begin)):
        word, unset = NONE, ALL
        above, below = NONE, NONE
        for r in range(starts[f], starts[f + 1]):
            word |= unset & plus[r]
            unset &= ~(plus[r] | minus[r])
            above |= plus[r]
            below |= minus[r]
        begin[f] = word
        cutting[f] = above & below


@kernel
def cut_all_signs(rays, cocircuits, basis, bounding, born, by, out, first, at):
    """``cut_all`` for rays by their signs."""
    plus, minus, starts = rays
    into_plus, into_minus, out_starts = out
    room, finer = np.empty(len(basis), np.int64), np.empty((2, len(basis)), np.int64)
    most = 0
    for f in range(len(starts) - 1):
        most = max(most, starts[f + 1] - starts[f])
    tight = np.empty(most, np.uint64)
    for g in range(first, len(born)):
        cutter = element(by[g])
        start, size = starts[born[g]], starts[born[g] + 1] - starts[born[g]]
        if at + size + (size * size) // 4 > len(into_plus):
            return g, at
        out_starts[g] = at
        for r in range(size):
            tight[r] = bounding & ~(plus[start + r] | minus[start + r])
            if not (plus[start + r] | minus[start + r]) & cutter:
                into_plus[at], into_minus[at] = plus[start + r], minus[start + r]
                at += 1
        for p in range(size):
            for q in range(size):
                if (
                    plus[start + p] & cutter
                    and minus[start + q] & cutter
                    and _adjacent(tight, 0, size, p, q)
                ):
                    off = plus[start + p] | minus[start + p] | plus[start + q] | minus[start + q]
                    ray = ray_through(
                        cocircuits, basis, (cocircuits.every & ~off) | cutter, room, finer
                    )
                    above = cocircuits.positive[ray]
                    below = cocircuits.nonzero[ray] & ~above
                    if below & bounding:
                        above, below = below, above
                    into_plus[at], into_minus[at] = above, below
                    at += 1
    return len(born), at
