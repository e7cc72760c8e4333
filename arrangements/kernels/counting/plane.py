"""Lines in the plane over prime fields: how many, and in how many points earlier ones meet each.

Line i is x X + y Y + z = 0 with residues ``lines[i, image] = (x, y, z)`` and (x, y) not zero. For
lines in order, ``planar_count`` returns the number L of distinct ones and the sum P, over these, of
the number of distinct points in which earlier lines meet the line: the plane is cut into 1 + L + P
regions.

>>> triangle = np.array([[[1, 0, 0]], [[0, 1, 0]], [[1, 1, 6]], [[2, 0, 0]]])
>>> planar_count(triangle, 4, np.array([7]), plane_room(4, 1))
(3, 3, True)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.counting.residues import inverse, minus, multiply
from arrangements.kernels.jit import kernel

__all__ = ["Room", "keep_lines", "meet_lines", "planar_count", "plane_room"]

_INDEX = 26  # bits of a place in ``values``: lines are fewer than 2^25


class Room(NamedTuple):
    """Room for ``planar_count``.

    The a lines kept are -Y = s X + c, the b poles are -X = u: ``kept`` has s and c for each image,
    ``poles`` u; ``before[k]`` poles come before line k. ``values`` are points of a line, or
    differences to invert. ``stamps`` is a table of points, and ends with the number of lines ever
    treated, so that it is never cleared.
    """

    stamps: np.ndarray
    kept: np.ndarray
    poles: np.ndarray
    before: np.ndarray
    values: np.ndarray


def plane_room(n: int, images: int) -> Room:
    """Room for up to n lines."""
    places = 8
    while places < 4 * n:
        places *= 2
    kept, poles = np.zeros((2 * images, n), np.int64), np.zeros((images, n), np.int64)
    return Room(
        np.zeros(places + 1, np.int64),
        kept,
        poles,
        np.zeros(n, np.int64),
        np.zeros((max(2 * n, 512), images), np.int64),
    )


@kernel
def planar_count(lines, n, primes, room):
    """``(L, P, lucky)`` for the first n lines; not lucky: a number that is 0 modulo one prime and
    not modulo another.
    """
    a, b, count, lucky = keep_lines(lines, n, primes, room)
    if not lucky:
        return 0, 0, False
    start = 0
    while start < a:
        start, found = meet_lines(start, a, primes, room)
        if found < 0:
            return 0, 0, False
        count += found
    return a + b, count, True


@kernel
def keep_lines(lines, n, primes, room):
    """Fill the room with the distinct ones of the first n lines: a lines, b poles, the points of
    the poles, and whether it was lucky.
    """
    kept, poles, before, values = room.kept, room.poles, room.before, room.values
    if not _leading_inverses(lines, n, primes, kept):
        return 0, 0, 0, False
    a = b = 0
    count = 0
    for i in range(n):
        steep = lines[i, 0, 1] == 0
        for image in range(primes.size):
            p = primes[image]
            f = kept[2 * image, i]
            c = multiply(f, lines[i, image, 2], p, 1.0 / p)
            if steep:
                poles[image, b] = c
            else:
                kept[2 * image, a] = multiply(f, lines[i, image, 0], p, 1.0 / p)
                kept[2 * image + 1, a] = c
        if steep:
            if _is_new(poles, b):
                for k in range(a):
                    for image in range(primes.size):
                        p = primes[image]
                        y = multiply(kept[2 * image, k], poles[image, b], p, 1.0 / p)
                        values[k, image] = minus(kept[2 * image + 1, k], y, p)
                count += _distinct(values, 0, a, room.stamps)
                b += 1
        elif _is_new(kept, a):
            before[a] = b
            a += 1
    return a, b, count, True


@kernel
def meet_lines(start, a, primes, room):
    """The points in which line ``start``, and as many of the a lines after it as there is room for,
    meet what comes before them.

    Returns the line where it stopped, and their number, or -1 if unlucky. A point on a line is
    known by its -X, which is (c - c') / (s - s') where two lines meet; all differences s - s' are
    inverted at once.
    """
    # Line k meets k lines and before[k] poles.
    stop, used = start, 0
    while stop < a and used + stop + room.before[stop] <= room.values.shape[0]:
        used += stop + room.before[stop]
        stop += 1
    return stop, _meet(start, stop, primes, room)


@kernel
def _leading_inverses(lines, n, primes, kept):
    """``kept[2 * image, i]``: the inverse of y, or of x for a line with y = 0. False if the images
    disagree about y = 0.
    """
    for image in range(primes.size):
        p = primes[image]
        product = np.int64(1)
        for i in range(n):
            steep = lines[i, image, 1] == 0
            if steep != (lines[i, 0, 1] == 0):
                return False
            kept[2 * image, i] = product
            product = multiply(
                product, lines[i, image, 0] if steep else lines[i, image, 1], p, 1.0 / p
            )
        back = inverse(product, p)
        for i in range(n - 1, -1, -1):
            lead = lines[i, image, 0] if lines[i, image, 1] == 0 else lines[i, image, 1]
            kept[2 * image, i] = multiply(back, kept[2 * image, i], p, 1.0 / p)
            back = multiply(back, lead, p, 1.0 / p)
    return True


@kernel
def _is_new(columns, last):
    for k in range(last):
        if columns[0, k] == columns[0, last]:
            same = True
            for c in range(1, columns.shape[0]):
                same &= columns[c, k] == columns[c, last]
            if same:
                return False
    return True


@kernel
def _meet(start, stop, primes, room):
    """The sum over lines start, .., stop - 1 of the number of points in which the lines and poles
    before meet the line; -1 if unlucky.
    """
    kept, poles, before, values = room.kept, room.poles, room.before, room.values
    for image in range(primes.size):
        p = primes[image]
        reciprocal = 1.0 / p
        slope, offset = kept[2 * image], kept[2 * image + 1]
        product = np.int64(1)
        at = 0
        for j in range(start, stop):
            for k in range(j):
                ds = minus(slope[j], slope[k], p)
                if (ds == 0) != (kept[0, j] == kept[0, k]):
                    return -1
                if ds:
                    values[at, image] = product
                    product = multiply(product, ds, p, reciprocal)
                    at += 1
            for k in range(before[j]):
                values[at, image] = poles[image, k]
                at += 1
        back = inverse(product, p)
        for j in range(stop - 1, start - 1, -1):
            at -= before[j]
            for k in range(j - 1, -1, -1):
                ds = minus(slope[j], slope[k], p)
                if ds:
                    at -= 1
                    f = multiply(back, values[at, image], p, reciprocal)
                    back = multiply(back, ds, p, reciprocal)
                    values[at, image] = multiply(f, minus(offset[j], offset[k], p), p, reciprocal)
    count = 0
    at = 0
    for j in range(start, stop):
        first = at
        for k in range(j):
            at += kept[0, j] != kept[0, k]
        at += before[j]
        count += _distinct(values, first, at, room.stamps)
    return count


@kernel
def _distinct(values, start, stop, stamps):
    """The number of distinct rows: each is entered at a free place that carries this call's mark
    and its number, below 2^_INDEX.
    """
    places = stamps.size - 1
    stamps[places] += 1
    mark = stamps[places] << _INDEX
    found = 0
    for k in range(start, stop):
        h = np.uint64(0)
        for image in range(values.shape[1]):
            h = (h ^ np.uint64(values[k, image])) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(32)
        place = np.int64(h & np.uint64(places - 1))
        new = True
        while stamps[place] >= mark:
            other = stamps[place] - mark
            same = True
            for image in range(values.shape[1]):
                same &= values[k, image] == values[other, image]
            if same:
                new = False
                break
            place = (place + 1) & (places - 1)
        if new:
            stamps[place] = mark + k
            found += 1
    return found
