"""Canonical forms of many oriented matroids on as many elements."""

from __future__ import annotations

import numpy as np

from arrangements.kernels.combinatorial_types.canonical import canonical, first_colours
from arrangements.kernels.combinatorial_types.colines import colines_room
from arrangements.kernels.jit import kernel

__all__ = ["forms"]


@kernel
def forms(signs, tables, out):
    """For each row of signs the signs of its form. Colexicographic order of the bases."""
    n = tables.n
    circles = colines_room(tables)
    colours, scratch = np.empty(n, np.uint64), np.empty((2, n), np.uint64)
    orders, flips = np.empty((0, n), np.int64), np.empty(0, np.int64)
    for row in range(len(signs)):
        lines, cell = first_colours(signs[row], tables, circles, colours, scratch)
        best = out[row]
        canonical(signs[row], tables, circles, lines, colours, cell, best, orders, flips)
        for s in range(len(best)):
            best[s] = best[s] - 1 if best[s] < 1 else 2 - best[s]
