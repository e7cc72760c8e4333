"""Numbers of points in the plane, no three on a line, from the sign of each triple: lines by how
many points lie left of them, triangles by how many lie inside, and convex polygons, empty or not.
Signs are in colexicographic order; sets of points are words, up to 62 points.

>>> import numpy as np
>>> left = np.empty((4, 4), np.int64)
>>> sides(np.array([1, 1, 1, 1], np.int8), left)
>>> left.tolist(), inside(left)
([[0, 12, 8, 0], [0, 0, 9, 1], [2, 0, 0, 3], [6, 4, 0, 0]], 0)
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.bits import ones
from arrangements.kernels.jit import kernel

__all__ = ["edges", "inside", "polygons", "sides"]


@kernel
def sides(signs, left):
    """For each two points the set of those left of the line from one to the other."""
    n = len(left)
    left[:] = 0
    s = 0
    for k in range(n):
        for j in range(k):
            for i in range(j):
                # The triples (i, j, k), (j, k, i) and (k, i, j) turn alike.
                if signs[s] > 0:
                    left[i, j] |= 1 << k
                    left[j, k] |= 1 << i
                    left[k, i] |= 1 << j
                else:
                    left[j, i] |= 1 << k
                    left[k, j] |= 1 << i
                    left[i, k] |= 1 << j
                s += 1


@kernel
def edges(left, counts):
    """For each k the ordered pairs of points with k points left of them."""
    n = len(left)
    counts[:] = 0
    for i in range(n):
        for j in range(n):
            if i != j:
                counts[ones(np.uint64(left[i, j]))] += 1


@kernel
def inside(left):
    """The number of pairs of a triangle and a point in it: of sets of four points that are not in
    convex position.
    """
    n, count = len(left), 0
    for k in range(n):
        for j in range(k):
            for i in range(j):
                if left[i, j] >> k & 1:
                    count += ones(np.uint64(left[i, j] & left[j, k] & left[k, i]))
                else:
                    count += ones(np.uint64(left[j, i] & left[k, j] & left[i, k]))
    return count


@kernel
def polygons(left, empty, counts):
    """For each k the convex polygons with k of the points as corners; with ``empty`` those without
    points inside.

    Corners go around counter-clockwise from the first point of each. A corner w may follow v after
    u if it is left of the line from u to v and of those from the first corner to the second and to
    v: then all turns are left turns, the last ones, too.
    """
    n = len(left)
    counts[:] = 0
    path, choices = np.empty(n + 1, np.int64), np.empty(n + 1, np.int64)
    for first in range(n):
        later = (1 << n) - (1 << (first + 1))
        path[0] = first
        for second in range(first + 1, n):
            path[1], size = second, 2
            choices[2] = left[first, second] & later
            while size >= 2:
                if choices[size] == 0:
                    size -= 1
                    continue
                low = choices[size] & -choices[size]
                choices[size] ^= low
                w = ones(np.uint64(low - 1))
                v = path[size - 1]
                if empty and left[first, v] & left[v, w] & left[w, first]:
                    continue
                path[size] = w
                size += 1
                counts[size] += 1
                choices[size] = left[v, w] & left[first, w] & left[first, second] & later
