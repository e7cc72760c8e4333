"""The regions of an arrangement of rank 3 as polygons on the sphere: exact corners, in order.

Each region of a central arrangement in space is a cone; its corners are rays on which two planes
meet. ``cells`` finds them by exact cross products and signs, and orders them combinatorially: two
corners are neighbours iff some plane contains both. The projective and the affine picture are two
ways to draw the same cells; ``window`` prepares the second.

>>> for cell in cells([(1, 0, 0), (0, 1, 0), (0, 0, 1)], ["+++"]):
...     print(cell.signs, cell.corners, cell.walls)
+++ ((0, 0, 1), (0, 1, 0), (1, 0, 0)) (0, 2, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arrangements.exact.linear import Matrix, cross, dot, over
from arrangements.exact.numbers import Exact, sign
from arrangements.layers.configuration import Configuration

__all__ = ["Cell", "cells", "corner_rays", "window"]

Ray = tuple[Exact, Exact, Exact]


class Cell(NamedTuple):
    """``corners``: rays in cyclic order. ``walls``: for each corner the index of a row that
    vanishes on it and on the next.
    """

    signs: str
    corners: tuple[Ray, ...]
    walls: tuple[int, ...]


def corner_rays(rows: Matrix) -> list[Ray]:
    """One ray on each line in which two of the planes <row, x> = 0 meet."""
    distinct = list(
        dict.fromkeys(line for line, side in Configuration(rows, dimension=3).directions if side)
    )
    crossings = [cross(u, v) for u, v in combinations(distinct, 2)]
    return list(dict.fromkeys(line for line, _ in Configuration(crossings, dimension=3).directions))  # type: ignore[misc]


def cells(rows: Matrix, topes: Iterable[str]) -> list[Cell]:
    """The cells of these topes of the rows, which have rank 3 and no zero row."""
    half = corner_rays(rows)
    table = np.array([[sign(dot(row, ray)) for row in rows] for ray in half], np.int8).reshape(
        len(half), len(rows)
    )
    rays = [*half, *((-x, -y, -z) for x, y, z in half)]
    table = np.concatenate([table, -table])
    result = []
    for tope in topes:
        signs = np.array([1 if s == "+" else -1 for s in tope], np.int8)
        on = np.flatnonzero((table * signs >= 0).all(axis=1)).tolist()
        order, walls = _cycle({k: frozenset(np.flatnonzero(table[k] == 0).tolist()) for k in on})
        result.append(Cell(tope, tuple(rays[k] for k in order), tuple(walls)))
    return result


def window(rows: Sequence[Ray], margin: Fraction = Fraction(1, 4)) -> list[Ray]:
    """Four rows that bound a rectangle in the plane x0 = 1, around all corners of the lines <row,
    (1, y)> = 0, with a margin.
    """
    corners = [(over(ray[1], ray[0]), over(ray[2], ray[0])) for ray in corner_rays(rows) if ray[0]]
    # Parallel lines have no corners: their points nearest to the origin will do.
    feet = [
        (over(-r[0] * r[1], q), over(-r[0] * r[2], q))
        for r in rows
        if (q := r[1] * r[1] + r[2] * r[2])
    ]
    bounds = []
    for axis in (0, 1):
        values = [p[axis] for p in corners or feet or [(Fraction(0), Fraction(0))]]
        bounds.append((min(values), max(values)))
    width = max(high - low for low, high in bounds) or Fraction(2)
    box: list[Ray] = []
    for axis, (low, high) in enumerate(bounds, 1):
        # A flat box is made as high as a third of its width, so that lines remain to be seen.
        more = max(margin * width, (width / 3 - (high - low)) / 2)
        first, last = low - more, high + more
        across, up = int(axis == 1), int(axis == 2)
        box += [(-first, across, up), (last, -across, -up)]
    return box


def _cycle(zeros: dict[int, frozenset[int]]) -> tuple[list[int], list[int]]:
    """The corners of one cell around it, from the rows that vanish at each; and the row between
    each and the next.
    """
    by_row: dict[int, list[int]] = {}
    for corner, vanishing in zeros.items():
        for row in sorted(vanishing):
            by_row.setdefault(row, []).append(corner)
    near: dict[int, dict[int, int]] = {corner: {} for corner in zeros}
    for row, ends in by_row.items():
        # A plane that supports the cell along an edge contains both its corners, and no third one.
        if len(ends) == 2:
            near[ends[0]].setdefault(ends[1], row)
            near[ends[1]].setdefault(ends[0], row)
    start = min(zeros)
    order, walls, before = [start], [], -1
    while True:
        here = order[-1]
        after = (
            min(k for k in near[here] if k != before)
            if len(order) == 1
            else next(k for k in near[here] if k != before)
        )
        walls.append(near[here][after])
        if after == start:
            return order, walls
        before = here
        order.append(after)
