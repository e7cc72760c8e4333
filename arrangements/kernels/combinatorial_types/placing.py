"""Where a further point can be, on a grid, as seen from the lines through the points that are
there.

>>> import numpy as np
>>> words = np.empty(9, np.int64)
>>> sides(np.array([[0, 0], [2, 1]]), 3, words)
>>> words.tolist()
[1, 2, 2, 0, 2, 2, 0, 1, 2]
"""

from __future__ import annotations

from arrangements.kernels.jit import kernel

__all__ = ["sides"]


@kernel
def sides(points, side, words):
    """For each (x, y) of 0..side-1, x first, the sides of all lines: two bits per pair of points in
    colexicographic order, 0 right of it, 1 on it, 2 left of it."""
    n = len(points)
    for x in range(side):
        for y in range(side):
            word, shift = 0, 0
            for j in range(n):
                for i in range(j):
                    value = (points[j, 0] - points[i, 0]) * (y - points[i, 1]) - (
                        points[j, 1] - points[i, 1]
                    ) * (x - points[i, 0])
                    word |= (1 + (value > 0) - (value < 0)) << shift
                    shift += 2
            words[x * side + y] = word
