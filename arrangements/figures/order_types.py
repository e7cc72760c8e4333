"""A sheet of small multiples: every order type of so many points, its points and the segments
between them, hulls shaded.

>>> from arrangements.combinatorial_types import PointTypes
>>> order_type_sheet(PointTypes(5)).title
'points:5: 3 order types'
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import ceil, pi, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.errors import LimitReached
from arrangements.figures.canvas import INK, Picture, board, settings, write
from arrangements.figures.palette import shade

if TYPE_CHECKING:
    from arrangements.combinatorial_types import Member, PointTypes

__all__ = ["MOST", "hull", "order_type_sheet", "spread"]

MOST = 400  # panels on a sheet that can still be told apart
_PLACE = 0.82
_REACHES = tuple(k / 20 for k in range(20))
_ANGLES = tuple(k * pi / 12 for k in range(24))
_DEEP = 0.1  # no point may be drawn with a weight below this part of another's


def order_type_sheet(types: PointTypes, members: Sequence[Member] | None = None) -> Picture:
    """All types, or those members alone; the number below a panel is the position."""
    shown = list(types if members is None else members)
    if not 0 < len(shown) <= MOST:
        raise LimitReached(f"order types on a sheet must be between 1 and {MOST}, not {len(shown)}")
    across = ceil(sqrt(len(shown)))
    with settings():
        figure, panels = board(across, ceil(len(shown) / across), 1.3, (0.12, 0.28))
        for axes, member in zip(panels, shown, strict=False):
            _draw(axes, types.points(member.position))
            write(axes, 0, -1.08, str(member.position), fontsize=7)
        title = f"{types.name}: {len(shown)} order types"
        figure.suptitle(title, fontsize=10, color=INK, y=1.0)
    return Picture(figure, title, len(shown))


def _draw(axes: Any, points: Sequence[tuple[int, int]]) -> None:
    corners = hull(points)
    at = _PLACE * spread(points, corners)
    for (x, y), (u, v) in combinations(at, 2):
        axes.plot([x, u], [y, v], color="#b5b5b5", linewidth=0.4, zorder=2)
    axes.fill(*at[corners].T, color=shade(0, 3), zorder=1)
    axes.plot(*at.T, linestyle="", marker="o", markersize=3, color=INK, zorder=3)


def spread(points: Sequence[tuple[int, int]], corners: Sequence[int]) -> np.ndarray:
    """Where to draw points: at the image of one projective map that crowds them little, in the
    square from -1 to 1.

    The maps are defined on the hull, and keep orientations; so the order type stays. Of each image,
    stretched until no direction stands out, the least height of a triangle counts. Floats do: the
    picture is for the eye.

    >>> square = spread([(0, 0), (9, 0), (9, 2), (0, 1)], [0, 1, 2, 3])
    >>> bool(abs(abs(square) - 1).max() < 0.1)
    True
    """
    p = _round(np.array(points, float))
    triples = np.array(
        [t for t in combinations(range(len(points)), 3) if _turn(*(points[k] for k in t))]
    )
    best, image = -1.0, p
    for reach, angle in product(_REACHES, _ANGLES):
        weights = 1 + reach * (p @ (np.cos(angle), np.sin(angle)))
        if weights.min() < _DEEP * weights.max():
            continue
        moved = _round(p / weights[:, None])
        a, b, c = moved[triples].transpose(1, 0, 2)
        sides = np.max([np.hypot(*(x - y).T) for x, y in ((a, b), (b, c), (c, a))], axis=0)
        turns = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
        if (height := float((turns / sides).min())) > best + 1e-9:
            best, image = height, moved
    # The longest edge of the hull is the lowest, and horizontal.
    edges = [
        image[end] - image[start]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    x, y = max(edges, key=lambda edge: round(float(np.hypot(*edge)), 6))
    turned = image @ np.array([[x, -y], [y, x]])
    middle = (turned.max(axis=0) + turned.min(axis=0)) / 2
    return np.asarray((turned - middle) / np.abs(turned - middle).max())


def _round(p: np.ndarray) -> np.ndarray:
    """An affine image with mean 0 and variance 1 in all directions."""
    centred = p - p.mean(axis=0)
    values, axes = np.linalg.eigh(centred.T @ centred / len(p))
    return np.asarray(centred @ (axes / np.sqrt(values)) @ axes.T)


def hull(points: Sequence[tuple[int, int]]) -> list[int]:
    """The corners of the hull, around it.

    >>> hull([(0, 0), (4, 0), (1, 1), (0, 4), (2, 0)])
    [0, 1, 3]
    """
    order = sorted(range(len(points)), key=lambda k: points[k])

    def chain(ways: list[int]) -> list[int]:
        corners: list[int] = []
        for k in ways:
            while (
                len(corners) > 1 and _turn(points[corners[-2]], points[corners[-1]], points[k]) <= 0
            ):
                corners.pop()
            corners.append(k)
        return corners[:-1]

    return chain(order) + chain(order[::-1])


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
