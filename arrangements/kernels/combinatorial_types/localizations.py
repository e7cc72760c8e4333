"""Extensions by one element, from the signs of the new element on cocircuits (Las Vergnas;
``arrangements.matroids.chirotopes.extensions`` says how).

Depth first over the hyperplanes. Each coline keeps the set of its patterns that agree with the
signs chosen so far, as bits of a word: pattern 0 is all 0; of m points, 1 + 2k + s has the sign 1 -
2s before point k, 0 at it and the opposite sign after it, and 1 + 2m + 2k + s changes after point
k, without 0. Of two opposite extensions the one whose first sign is + is made.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.combinatorial_types.colines import colines, colines_room, sign_of
from arrangements.kernels.jit import kernel

__all__ = ["extensions"]


@kernel
def _patterns(m, k, sign, uniform):
    """The patterns of m points, as bits, that have this sign at point k."""
    word = 0
    if not uniform:
        if sign == 0:
            return 1 | 3 << (1 + 2 * k)
        for i in range(m):
            for s in range(2):
                if (i > k and sign == 1 - 2 * s) or (i < k and sign == 2 * s - 1):
                    word |= 1 << (1 + 2 * i + s)
    for i in range(m):
        for s in range(2):
            if (i >= k and sign == 1 - 2 * s) or (i < k and sign == 2 * s - 1):
                word |= 1 << (1 + 2 * m + 2 * i + s)
    return word


@kernel
def extensions(chi, tables, uniform, simple, out):
    """The number of extensions by a last element n, up to its reorientation; as many as fit into
    ``out``, one a row, the signs of ``middle`` (the (r-1)-subsets) with n. Without loops and
    parallel elements if ``simple``, without any 0 if ``uniform``."""
    n, r, lower, middle, binomial = (
        tables.n,
        tables.rank,
        tables.lower,
        tables.middle,
        tables.binomial,
    )
    room = colines_room(tables)
    place, turn, points, which = room
    circles = colines(chi, tables, room)

    # Hyperplanes, and of every (r-1)-subset its hyperplane and the side of its cocircuit.
    hyperplane, side = np.full(len(middle), -1, np.int64), np.zeros(len(middle), np.int64)
    plus, minus = np.empty(len(middle), np.int64), np.empty(len(middle), np.int64)
    buffer = np.empty(r, np.int64)
    planes = 0
    for s in range(len(middle)):
        up, down, sign = 0, 0, 0
        for e in range(n):
            for i in range(r - 1):
                buffer[i] = middle[s, i]
            buffer[r - 1] = e
            value = sign_of(chi, buffer, r, binomial)
            if value and sign == 0:
                sign = value
            if value * sign > 0:
                up |= 1 << e
            elif value:
                down |= 1 << e
        if sign == 0:
            continue
        side[s] = sign
        for h in range(planes):
            if plus[h] == up and minus[h] == down:
                hyperplane[s] = h
        if hyperplane[s] < 0:
            plus[planes], minus[planes], hyperplane[s] = up, down, planes
            planes += 1

    # For each hyperplane the circles through it, and the words of patterns that each sign leaves
    # there.
    through, degree = np.empty((planes, circles), np.int64), np.zeros(planes, np.int64)
    allowed = np.zeros((planes, circles, 3), np.int64)
    for c in range(circles):
        for e in range(n):
            k = place[c, e]
            fresh = k >= 0
            for f in range(e):
                fresh &= place[c, f] != k
            if not fresh:
                continue
            moved = 1
            for i in range(r - 2):
                buffer[i] = lower[which[c], i]
                if buffer[i] > e:
                    moved = -moved
            # The number of the (r-1)-subset with e, in colexicographic order.
            buffer[r - 2] = e
            j = r - 2
            while j > 0 and buffer[j - 1] > e:
                buffer[j] = buffer[j - 1]
                j -= 1
            buffer[j] = e
            s = 0
            for i in range(r - 1):
                s += binomial[buffer[i], i + 1]
            h = hyperplane[s]
            facing = side[s] * moved * turn[c, e]
            for sign in range(-1, 2):
                allowed[h, degree[h], sign + 1] = _patterns(points[c], k, sign * facing, uniform)
            through[h, degree[h]] = c
            degree[h] += 1

    masks = np.zeros((planes + 1, circles), np.int64)
    for c in range(circles):
        masks[0, c] = -1
    signs, tried = np.zeros(planes, np.int64), np.full(planes + 1, 0, np.int64)
    # of the sizes of the signs chosen: 0 while all are 0
    sum_before = np.zeros(planes + 1, np.int64)
    found, depth = 0, 0
    while depth >= 0:
        if depth == planes:
            good = sum_before[depth] > 0
            if good and simple:
                for e in range(n):
                    beside = False
                    for s in range(len(middle)):
                        if side[s] and signs[hyperplane[s]]:
                            h = hyperplane[s]
                            if (plus[h] | minus[h]) >> e & 1 == 0:
                                beside = True
                                break
                    good &= beside
            if good:
                if found < len(out):
                    for s in range(len(middle)):
                        out[found, s] = side[s] * signs[hyperplane[s]] if side[s] else 0
                found += 1
            depth -= 1
            continue
        if tried[depth] == 3:
            tried[depth] = 0
            depth -= 1
            continue
        sign = 1 - tried[depth]
        tried[depth] += 1
        if (sign < 0 and sum_before[depth] == 0) or (uniform and sign == 0):
            continue
        for c in range(circles):
            masks[depth + 1, c] = masks[depth, c]
        possible = True
        for i in range(degree[depth]):
            c = through[depth, i]
            masks[depth + 1, c] &= allowed[depth, i, sign + 1]
            possible &= masks[depth + 1, c] != 0
        if possible:
            signs[depth] = sign
            sum_before[depth + 1] = sum_before[depth] + abs(sign)
            depth += 1
    return found
