"""The order of points along a turning direction, and where a further point changes it: in floating
point, which only suggests.

``changes_of`` writes the words of ``sequences`` that points have; ``further`` tries a point in each
face of the lines on which the order of slopes changes.

>>> import numpy as np
>>> out = np.zeros(6, np.int64)
>>> changes_of(np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]]), 1e-9, out)
4
>>> out[:4].tolist()
[2, 5, 2, 5]
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.combinatorial_types.sequences import mirrored
from arrangements.kernels.jit import kernel

__all__ = ["changes_of", "further"]


@kernel
def _least(turn, m, out):
    """Write the least reading of 2m changes of a whole turn."""
    out[:] = 0
    out[:m] = turn[:m]
    for sense in (1, -1):
        for start in range(2 * m):
            for k in range(m):
                word = turn[(start + sense * k) % (2 * m)]
                if word != out[k]:
                    if word < out[k]:
                        for i in range(m):
                            out[i] = turn[(start + sense * i) % (2 * m)]
                    break


@kernel
def changes_of(points, closest, out):
    """The number of changes, which are written to ``out``, from the first one of the least reading
    on; 0 if angles are neither equal nor apart, or no order results.

    Angles are equal if they differ by ``closest``, and apart if they differ by a thousand times as
    much.
    """
    n = len(points)
    pairs = n * (n - 1) // 2
    angles, first, second = np.empty(pairs), np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    k = 0
    for i in range(n):
        for j in range(i + 1, n):
            x, y = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
            if x == 0 and y == 0:
                return 0
            angle = np.arctan2(y, x) % np.pi
            angles[k], first[k], second[k] = angle if angle < np.pi else 0.0, i, j
            k += 1
    by_angle = np.argsort(angles)
    # Begin in the largest gap of the angles.
    widest, at = -1.0, 0
    for k in range(pairs):
        gap = angles[by_angle[(k + 1) % pairs]] - angles[by_angle[k]] + np.pi * (k == pairs - 1)
        if gap > widest:
            widest, at = gap, k
    middle = angles[by_angle[at]] + widest / 2
    when = np.zeros((n, n), np.int64)
    m, before = 0, 0.0
    for s in range(pairs):
        k = by_angle[(at + 1 + s) % pairs]
        angle = (angles[k] - middle) % np.pi
        if s > 0 and angle - before > closest:
            if angle - before < 1000 * closest:
                return 0
            m += 1
        before = angle
        when[first[k], second[k]] = when[second[k], first[k]] = m
    m += 1
    along = points[:, 0] * np.sin(middle) - points[:, 1] * np.cos(middle)
    order = np.argsort(along)
    turn = np.zeros(2 * m, np.int64)
    for c in range(m):
        word = 0
        for b in range(n - 1):
            word |= (when[order[b], order[b + 1]] == c) << b
        if word == 0:
            return 0
        turn[c], turn[m + c] = word, mirrored(word, n)
        low = 0
        while low < n:
            high = low
            while high < n - 1 and word >> high & 1:
                high += 1
            order[low : high + 1] = order[low : high + 1][::-1].copy()
            low = high + 1
    for b in range(n - 1):
        if along[order[b]] < along[order[b + 1]]:
            return 0
    _least(turn, m, out)
    return m


@kernel
def further(points, closest, places, changes):
    """Write places for a further point, and the changes of all points with it; return how many
    there are.

    The slopes of lines through the further point change their order where it crosses a line that
    passes through a point and is parallel to two. A place is tried on each crossing of these lines,
    between neighbouring crossings on each line, and on both sides of these. Until ``places`` is
    full.
    """
    n, lines = len(points), 0
    every = np.empty((n * n * (n - 1) // 2, 3))
    for j in range(n):
        for k in range(j + 1, n):
            a, b = points[j, 1] - points[k, 1], points[k, 0] - points[j, 0]
            length = np.sqrt(a * a + b * b) * (1 if a > 0 or (a == 0 and b > 0) else -1)
            for i in range(n):
                c = (a * points[i, 0] + b * points[i, 1]) / length
                known = False
                for old in range(lines):
                    known |= (
                        abs(every[old, 0] - a / length)
                        + abs(every[old, 1] - b / length)
                        + abs(every[old, 2] - c)
                        < 1e-9
                    )
                if not known:
                    every[lines] = a / length, b / length, c
                    lines += 1
    every = every[:lines]
    all_points = np.empty((n + 1, 2))
    all_points[:n] = points
    count = 0
    for a, b, c in every:
        # Where the others cross this line, at (ac - tb, bc + ta).
        crossings = np.empty(lines)
        found = 0
        for p, q, r in every:
            across = q * a - p * b
            if abs(across) > 1e-9:
                crossings[found] = (r - (p * a + q * b) * c) / across
                found += 1
        crossings = np.sort(crossings[:found])
        kept = 0
        for k in range(found):
            if k == 0 or crossings[k] - crossings[kept - 1] > 1e-9:
                crossings[kept] = crossings[k]
                kept += 1
        for k in range(-1, 2 * kept):
            if k == -1:
                t = crossings[0] - 3
            elif k % 2 == 0:
                t = crossings[k // 2]
            elif k // 2 + 1 < kept:
                t = (crossings[k // 2] + crossings[k // 2 + 1]) / 2
            else:
                t = crossings[kept - 1] + 3
            x, y = a * c - t * b, b * c + t * a
            for side in (0, 1, -1):
                if side != 0:
                    if k >= 0 and k % 2 == 0:
                        continue
                    near = 3.0  # how far the next line is on this side
                    for p, q, r in every:
                        across = (p * a + q * b) * side
                        if abs(across) > 1e-9:
                            away = (r - p * x - q * y) / across
                            if 1e-9 < away < near:
                                near = away
                    all_points[n] = x + side * a * near / 2, y + side * b * near / 2
                else:
                    all_points[n] = x, y
                if count < len(places) and changes_of(all_points, closest, changes[count]) > 0:
                    places[count] = all_points[n]
                    count += 1
    return count
