"""The colines of an oriented matroid of rank r >= 2 without loops: its contractions to rank 2,
elements in the order of half a turn.

Signs of r-subsets are int8 in colexicographic order, so that those of the first k elements are a
prefix.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["Circles", "Tables", "colines", "colines_room", "sign_of"]


class Tables(NamedTuple):
    """Tables for n elements and rank r, made beforehand: their (r-2)-, (r-1)-, r- and
    (r+1)-subsets (``lower``, ``middle``, ``bases``, ``above``), one a row in colexicographic order,
    and the binomial coefficients ``binomial[m, k]``."""

    n: int
    rank: int
    lower: np.ndarray
    middle: np.ndarray
    bases: np.ndarray
    above: np.ndarray
    binomial: np.ndarray


class Circles(NamedTuple):
    """The colines. Of each: the place of e on half a turn (-1 on the coline), the side to which e
    is turned for it, the number of places, and the row of ``lower`` that spans it."""

    place: np.ndarray
    turn: np.ndarray
    points: np.ndarray
    which: np.ndarray


@kernel
def colines_room(tables):
    most, n = len(tables.lower), tables.n
    return Circles(
        np.empty((most, n), np.int64),
        np.empty((most, n), np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
    )


@kernel
def sign_of(chi, elements, size, binomial):
    """chi of the first ``size`` elements in the order given; they are sorted in place."""
    sign = 1
    for i in range(1, size):
        j, e = i, elements[i]
        while j > 0 and elements[j - 1] > e:
            elements[j] = elements[j - 1]
            j -= 1
            sign = -sign
        elements[j] = e
    number = 0
    for i in range(size):
        if i and elements[i] == elements[i - 1]:
            return 0
        number += binomial[elements[i], i + 1]
    return sign * chi[number]


@kernel
def _fill_signs(chi, tables, row, buffer, found):
    """The signs of the elements of a coline with each two others."""
    n, r, lower, binomial = tables.n, tables.rank, tables.lower, tables.binomial
    for e in range(n):
        found[e, e] = 0
        for f in range(e + 1, n):
            if r == 3:
                # Three elements are sorted by hand: this is the longest step of the whole search.
                a = lower[row, 0]
                if a in (e, f):
                    sign = 0
                elif a < e:
                    sign = chi[a + binomial[e, 2] + binomial[f, 3]]
                elif a < f:
                    sign = -chi[e + binomial[a, 2] + binomial[f, 3]]
                else:
                    sign = chi[e + binomial[f, 2] + binomial[a, 3]]
                found[e, f] = sign
            else:
                for i in range(r - 2):
                    buffer[i] = lower[row, i]
                buffer[r - 2], buffer[r - 1] = e, f
                found[e, f] = sign_of(chi, buffer, r, binomial)
            found[f, e] = -found[e, f]


@kernel
def colines(chi, tables, circles):
    """Fill in the colines; returns their number."""
    n, r, lower = tables.n, tables.rank, tables.lower
    place, turn, points, which = circles
    count = 0
    seen = np.zeros(len(lower), np.int64)
    found, new = np.zeros((n, n), np.int64), np.zeros(n, np.int64)
    buffer = np.zeros(r, np.int64)
    for row in range(len(lower)):
        flat = 0
        first = -1
        _fill_signs(chi, tables, row, buffer, found)
        for e in range(n):
            outside = False
            for f in range(n):
                outside |= found[e, f] != 0
            if not outside:
                flat |= 1 << e
            elif first < 0:
                first = e
        if first < 0:
            continue
        known = False
        for i in range(count):
            known |= seen[i] == flat
        if known:
            continue
        for e in range(n):
            # An element beyond half a turn from the first one is turned around; one on its line is
            # turned to it.
            turn[count, e] = 0
            if flat >> e & 1 == 0:
                side = found[first, e]
                if side == 0:
                    side = 1
                    for f in range(n):
                        if found[first, f] != 0:
                            side = found[first, f] * found[e, f]
                            break
                turn[count, e] = side
        most = 0
        for f in range(n):
            # Of the elements at one point the first counts.
            new[f] = turn[count, f]
            for g in range(f):
                if turn[count, g] != 0 and found[g, f] == 0:
                    new[f] = 0
        for e in range(n):
            place[count, e] = -1
            if flat >> e & 1 == 0:
                # Its place is the number of different points before it.
                before = 0
                for f in range(n):
                    before += new[f] * turn[count, e] * found[f, e] > 0
                place[count, e] = before
                most = max(most, before + 1)
        points[count], which[count], seen[count] = most, row, flat
        count += 1
    return count
