"""A hint in floating point: the point nearest to the origin in the convex hull of some rows. It
never concludes.

If the hull misses the origin, its nearest point is a witness, and the deepest one: no x of length 1
has a larger least product with the rows. Otherwise the rows that span the origin refute. Wolfe's
method (Wolfe 1976) walks there through affinely independent sets of rows, each with a shorter
nearest point; it needs few more steps than there are columns. Rows are integers of any size, or
numbers of a field, and are scaled to length 1 one by one; equality rows are projected away. The
hint may be wrong in every way; who uses it verifies exactly.

>>> point, span = min_norm_point([(3, 0), (0, 1)], [], 2)
>>> [round(c, 9) for c in point], span
([0.5, 0.5], [0, 1])
>>> point, span = min_norm_point([(1, 1), (5, 0), (-1, -1)], [], 2)
>>> point, sorted(span)
([], [0, 2])
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arrangements.exact.linear import Row, unit

__all__ = ["min_norm_point"]
_ZERO = 1e-12  # weights and products below are taken for rounding
_SHORT = 1e-10  # a point below is taken for the origin


def min_norm_point(
    strict: Sequence[Row] | np.ndarray,
    equal: Sequence[Row],
    width: int,
    deepest: bool = False,
    short: float = _SHORT,
) -> tuple[list[float], list[int]]:
    """A point, none if it seems to be the origin, and the rows of ``strict`` that span it, heaviest
    first.

    Unless ``deepest`` is asked for, any point of the walk that has positive products with all rows
    will do. One that is shorter than ``short`` is taken for the origin.
    """
    rows = _units(strict)
    if equal:
        _, sizes, directions = np.linalg.svd(_units(equal), full_matrices=False)
        directions = directions[sizes > _SHORT]
        rows = rows - rows @ directions.T @ directions
    support = [int((rows @ rows.mean(axis=0)).argmin())]
    weights = np.ones(1)
    for _ in range(20 * (width + 2)):
        point = weights @ rows[support]
        products, square = rows @ point, float(point @ point)
        first = int(products.argmin())
        if products[first] > (max(_ZERO, square * (1 - 1e-9)) if deepest else _ZERO):
            return [float(c) for c in point], _heaviest(support, weights)
        if square < short**2 or first in support:
            break
        support.append(first)
        weights = np.append(weights, 0.0)
        while True:
            try:
                affine = np.linalg.solve(rows[support] @ rows[support].T + 1, np.ones(len(support)))
            except np.linalg.LinAlgError:
                return [], _heaviest(support, weights)
            affine /= affine.sum()
            inside = affine > _ZERO
            if inside.all():
                weights = affine
                break
            # Go towards the nearest point of the affine hull until the first weight vanishes.
            outside = ~inside
            part = (weights[outside] / np.maximum(weights[outside] - affine[outside], 1e-300)).min()
            weights = weights + part * (affine - weights)
            kept = weights > _ZERO
            if kept.all():
                kept[weights.argmin()] = False
            support, weights = (
                [row for row, keep in zip(support, kept, strict=True) if keep],
                weights[kept],
            )
    return [], _heaviest(support, weights)


def _heaviest(support: Sequence[int], weights: np.ndarray) -> list[int]:
    return [support[k] for k in np.argsort(-weights, kind="stable")]


def _units(rows: Sequence[Row] | np.ndarray) -> np.ndarray:
    try:
        entries = np.array(rows, dtype=float)
    except OverflowError:
        entries = np.zeros(0)
    sizes = np.abs(entries).max(axis=-1, initial=0.0)
    if entries.size and sizes.min() > 1e-100 and sizes.max() < 1e100:
        return entries / np.sqrt(np.einsum("ij,ij->i", entries, entries))[:, None]
    return np.array([unit(row) for row in rows])
