"""One step of orderly generation (B. D. McKay, Isomorph-free exhaustive generation, J. Algorithms
26, 1998).

A child is an extension whose new element is one that the child itself would name its last. Every
type with n + 1 > r elements is a child of exactly one type with n, however the parent is written
down; and two children of one parent that are isomorphic have the same form.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.combinatorial_types.canonical import canonical, first_colours
from arrangements.kernels.combinatorial_types.colines import colines_room
from arrangements.kernels.jit import kernel

__all__ = ["children", "symmetries"]


@kernel
def children(chi, new, tables, out):
    """The number of children, their forms written to ``out``, isomorphic ones not yet removed.
    ``new`` holds the signs of an extension in each row; ``tables`` are those of the children."""
    old, n, size = len(chi), tables.n, len(tables.bases)
    child = np.empty(size, np.int8)
    child[:old] = chi
    circles = colines_room(tables)
    colours, scratch = np.empty(n, np.uint64), np.empty((2, n), np.uint64)
    orders, flips = np.empty((0, n), np.int64), np.empty(0, np.int64)
    best = np.empty(size, np.int8)
    found = 0
    for row in range(len(new)):
        child[old:] = new[row]
        lines, cell = first_colours(child, tables, circles, colours, scratch)
        if cell >> (n - 1) & 1 == 0:
            continue
        _, orbit = canonical(child, tables, circles, lines, colours, cell, best, orders, flips)
        if orbit >> (n - 1) & 1:
            for s in range(size):
                out[found, s] = best[s] - 1 if best[s] < 1 else 2 - best[s]
            found += 1
    return found


@kernel
def symmetries(chi, tables, best, orders, flips):
    """The form of chi (as signs) in ``best``; the orders and reorientations that lead to it, and
    their number.
    """
    circles = colines_room(tables)
    colours, scratch = np.empty(tables.n, np.uint64), np.empty((2, tables.n), np.uint64)
    lines, cell = first_colours(chi, tables, circles, colours, scratch)
    count, _ = canonical(chi, tables, circles, lines, colours, cell, best, orders, flips)
    for s in range(len(tables.bases)):
        best[s] = best[s] - 1 if best[s] < 1 else 2 - best[s]
    return count
