"""The regions of a central arrangement in the plane: sectors between rays, exact.

``sectors`` cuts the plane of inputs x by sign vector, by ranking or by winner of Ux. Rays are
sorted by exact cross products; each sector carries an exact point inside it, and its name is read
off at that point. Called by ``planes``, which draws.

>>> from arrangements import Configuration
>>> for s in sectors(Configuration([[1, 0], [0, 1]]), "argmax"):
...     print(s.name, [str(x) for x in s.inside])
2 ['-1', '1']
1 ['1', '-1']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import combinations
from typing import Any, NamedTuple

from arrangements.errors import BadInput
from arrangements.exact import linear
from arrangements.exact.numbers import Exact, sign
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.kinds import PlotKind
from arrangements.sign_text import text_of

__all__ = [
    "Regions",
    "Sector",
    "demand_strict",
    "hull",
    "plane_points",
    "rank_of",
    "ranked",
    "sectors",
]

Regions = PlotKind
Point = tuple[Exact, Exact]


class Sector(NamedTuple):
    """``name``: sign vector, ranking "a>b" or winner. ``start`` and ``end``: rays,
    counterclockwise; None if there is no ray at all.
    """

    name: str
    group: int  # for its colour: number of + signs, or index of the winner
    start: Point | None
    end: Point | None
    inside: Point


def rank_of(configuration: Configuration, regions: Regions) -> int:
    """The rank of the arrangement that bounds the regions: that of U, or that of its
    differences.
    """
    return configuration.rank if regions == "sign" else max(0, configuration.affine_rank - 1)


def demand_strict(configuration: Configuration, regions: Regions) -> None:
    """BadInput when nothing is strict, so that there are no regions, with the labels that cause
    it.
    """
    labels = configuration.labels
    if regions == "sign" and configuration.zero_rows:
        raise BadInput(
            f"rows must be non-zero to have signs, not zero (label {labels[configuration.zero_rows[0]]})"
        )
    if regions != "sign" and configuration.equal_groups:
        equal = " = ".join(labels[i] for i in configuration.equal_groups[0])
        raise BadInput(
            f"rows must be distinct to be ranked, not equal (labels {equal}); --merge makes them one"
        )


def plane_points(configuration: Configuration, regions: Regions) -> list[Point]:
    """The rows as points of the plane: as they are in dimension 2, else the coordinates that
    suffice. Rank at most 2 (``rank_of``).
    """
    if configuration.d == 2:
        return [(row[0], row[1]) for row in configuration.rows]
    rows = configuration.rows
    spanning: linear.Matrix = rows
    if regions != "sign" and rows:
        spanning = [linear.minus(row, rows[0]) for row in rows]
    basis = linear.column_basis(spanning)
    coordinates = [[*(row[c] for c in basis), 0, 0] for row in rows]
    return [(row[0], row[1]) for row in coordinates]


def sectors(configuration: Configuration, regions: Regions) -> list[Sector]:
    """The sectors in counterclockwise order, beginning with the first that starts at or after the
    direction (1, 0).
    """
    demand_strict(configuration, regions)
    points = plane_points(configuration, regions)
    if regions == "sign":
        rays = [ray for a, b in points for ray in ((-b, a), (b, -a))]
    elif regions == "ranking":
        rays = [
            ray
            for p, q in combinations(points, 2)
            for ray in ((q[1] - p[1], p[0] - q[0]), (p[1] - q[1], q[0] - p[0]))
        ]
    else:
        corners = [points[i] for i in hull(points)]
        rays = [
            (q[1] - p[1], p[0] - q[0])
            for p, q in zip(corners, corners[1:] + corners[:1], strict=True)
            if p != q
        ]
    turned = _sorted(rays)
    if not turned:
        return [_named(configuration, points, regions, None, None)]
    return [
        _named(configuration, points, regions, r, s)
        for r, s in zip(turned, turned[1:] + turned[:1], strict=True)
    ]


def ranked(points: Iterable[Point], x: Point) -> list[int]:
    """The indices of the points, highest product with x first."""
    values = [p[0] * x[0] + p[1] * x[1] for p in points]
    return sorted(range(len(values)), key=values.__getitem__, reverse=True)


def _named(
    configuration: Configuration,
    points: list[Point],
    regions: Regions,
    start: Point | None,
    end: Point | None,
) -> Sector:
    inside = _between(start, end)
    if regions == "sign":
        signs = [sign(p[0] * inside[0] + p[1] * inside[1]) for p in points]
        return Sector(text_of(signs), signs.count(1), start, end, inside)
    ranking = ranked(points, inside)
    names = [configuration.labels[i] for i in ranking]
    first = ranking[0] if ranking else 0
    return Sector(
        ">".join(names) if regions == "ranking" else "".join(names[:1]), first, start, end, inside
    )


def _cross(p: Point, q: Point) -> Exact:
    return p[0] * q[1] - p[1] * q[0]


def _between(start: Point | None, end: Point | None) -> Point:
    """A point inside the sector from one ray to the next, which is at most half a turn away."""
    if start is None or end is None:
        return (1, 0)
    if sign(_cross(start, end)) == 0:
        return _shortened((-start[1], start[0]))
    p, q = _shortened(start), _shortened(end)
    return (p[0] + q[0], p[1] + q[1])


def _shortened(p: Point) -> Point:
    """The direction with the larger coordinate 1 or -1."""
    size = linear.largest(p)
    return (linear.over(p[0], size), linear.over(p[1], size))


def _sorted(rays: Iterable[Point]) -> list[Point]:
    """The distinct directions of the non-zero rays, counterclockwise from (1, 0)."""

    def lower(p: Point) -> bool:
        return (sign(p[1]) or sign(p[0])) < 0

    def compare(p: Point, q: Point) -> int:
        return lower(p) - lower(q) or -sign(_cross(p, q))

    points: list[Point] = []
    for ray in sorted((r for r in rays if r[0] or r[1]), key=cmp_to_key(compare)):
        if not points or compare(points[-1], ray):
            points.append(ray)
    return points


def hull(points: Sequence[tuple[Exact, Exact]] | Sequence[tuple[float, float]]) -> list[int]:
    """Indices of the corners of the convex hull of distinct points, counterclockwise; points inside
    an edge are no corners.

    >>> hull([(0, 0), (1, 0), (2, 0), (0, 2)])
    [0, 2, 3]
    """

    def compare(i: int, j: int) -> int:
        across, up = _minus(points[i], points[j])
        return sign(across) or sign(up)

    order = sorted(range(len(points)), key=cmp_to_key(compare))

    def chain(indices: Iterable[int]) -> list[int]:
        corners: list[int] = []
        for i in indices:
            while (
                len(corners) > 1
                and sign(
                    _cross(
                        _minus(points[corners[-1]], points[corners[-2]]),
                        _minus(points[i], points[corners[-1]]),
                    )
                )
                <= 0
            ):
                corners.pop()
            corners.append(i)
        return corners

    if len(order) < 2:
        return order
    return chain(order)[:-1] + chain(reversed(order))[:-1]


def _minus(p: Any, q: Any) -> Any:
    return (p[0] - q[0], p[1] - q[1])
