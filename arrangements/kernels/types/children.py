"""One step of orderly generation (B. D. McKay, Isomorph-free exhaustive generation, J. Algorithms 26, 1998).

A child is an extension whose new element is one that the child itself would name its last. Every type with n + 1 > r elements is a child of
exactly one type with n, however the parent is written down; and two children of one parent that are isomorphic have the same form.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel
from arrangements.kernels.types.canonical import canonical, first_colours

__all__ = ["children", "symmetries"]


@kernel
def children(chi, new, n, r, lower, subsets, binomial, out):
    """The number of children on n + 1 elements, their forms written to ``out``, isomorphic ones not yet removed. ``new`` holds the signs
    of an extension in each row; ``lower`` and ``subsets`` are the (r-2)- and r-subsets of n + 1 elements."""
    most, old, more = len(lower), len(chi), n + 1
    child = np.empty(len(subsets), np.int8)
    child[:old] = chi
    place, points = np.empty((most, more), np.int64), np.empty(most, np.int64)
    colours, scratch = np.empty(more, np.uint64), np.empty((2, more), np.uint64)
    orders, flips = np.empty((0, more), np.int64), np.empty(0, np.int64)
    best = np.empty(len(subsets), np.int8)
    found = 0
    for row in range(len(new)):
        child[old:] = new[row]
        circles, cell = first_colours(child, more, r, lower, binomial, place, points, colours, scratch)
        if cell >> n & 1 == 0:
            continue
        _, orbit = canonical(child, more, r, subsets, binomial, circles, place, points, colours, cell, best, orders, flips)
        if orbit >> n & 1:
            for s in range(len(subsets)):
                out[found, s] = best[s] - 1 if best[s] < 1 else 2 - best[s]
            found += 1
    return found


@kernel
def symmetries(chi, n, r, lower, subsets, binomial, best, orders, flips):
    """The form of chi (as signs) in ``best``; the orders and reorientations that lead to it, and their number."""
    most = len(lower)
    place, points = np.empty((most, n), np.int64), np.empty(most, np.int64)
    colours, scratch = np.empty(n, np.uint64), np.empty((2, n), np.uint64)
    circles, cell = first_colours(chi, n, r, lower, binomial, place, points, colours, scratch)
    count, _ = canonical(chi, n, r, subsets, binomial, circles, place, points, colours, cell, best, orders, flips)
    for s in range(len(subsets)):
        best[s] = best[s] - 1 if best[s] < 1 else 2 - best[s]
    return count
