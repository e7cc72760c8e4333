"""A sheet of small multiples: every order type of so many points, its points and the lines through them, hulls shaded.

>>> from arrangements.types import PointTypes
>>> order_type_sheet(PointTypes(5)).title
'points:5: 3 order types'
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from arrangements.errors import LimitReached
from arrangements.figures.canvas import INK, Picture, board, settings, write
from arrangements.figures.palette import shade

if TYPE_CHECKING:
    from arrangements.types import Member, PointTypes

__all__ = ["MOST", "order_type_sheet"]

MOST = 400  # panels on a sheet that can still be told apart
_PLACE = 0.82


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
    lows = [min(p[k] for p in points) for k in (0, 1)]
    highs = [max(p[k] for p in points) for k in (0, 1)]
    # Each direction is stretched by itself: an order type does not change.
    at = [tuple(_PLACE * (2 * (p[k] - lows[k]) / (highs[k] - lows[k]) - 1) for k in (0, 1)) for p in points]
    for (x, y), (u, v) in combinations(at, 2):
        axes.plot([x, u], [y, v], color="#b5b5b5", linewidth=0.4, zorder=2)
    corners = hull(points)
    axes.fill([at[k][0] for k in corners], [at[k][1] for k in corners], color=shade(0, 3), zorder=1)
    axes.plot([x for x, _ in at], [y for _, y in at], linestyle="", marker="o", markersize=3, color=INK, zorder=3)


def hull(points: Sequence[tuple[int, int]]) -> list[int]:
    """The corners of the hull, around it.

    >>> hull([(0, 0), (4, 0), (1, 1), (0, 4), (2, 0)])
    [0, 1, 3]
    """
    order = sorted(range(len(points)), key=lambda k: points[k])

    def chain(ways: list[int]) -> list[int]:
        kept: list[int] = []
        for k in ways:
            while len(kept) > 1 and _turn(points[kept[-2]], points[kept[-1]], points[k]) <= 0:
                kept.pop()
            kept.append(k)
        return kept[:-1]

    return chain(order) + chain(order[::-1])


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
