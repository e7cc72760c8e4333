"""How many sets of rankings points of one order type can have: one, or more, and then two sets of
points that show it.

The theorem (docs/findings.md) is about points in the plane that are not all on a line. All points
of their order type have one R iff the hull is a triangle and every line through two of the points
passes through a corner. ``only_one`` asks that of the chirotope. ``slopes`` then gives the
chirotope of the differences, which is R; otherwise ``another`` finds points of the same type with
another R.

>>> from arrangements.matroids.chirotopes import chirotope
>>> dart, square = (Configuration.affine([[0, 0], [4, 0], [0, 4], p]) for p in ([1, 1], [4, 4]))
>>> only_one(chirotope(dart)), only_one(chirotope(square))
(True, False)
>>> another(dart) is None, [[str(x) for x in row] for row in another(square).rows]
(True, [['1', '0', '0'], ['1', '4', '0'], ['1', '0', '2'], ['1', '4', '4']])
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from arrangements.exact.linear import Row, cross, dot, largest, over
from arrangements.exact.numbers import Scalar, sign
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope

__all__ = ["another", "only_one", "slopes"]

Vector = tuple[Scalar, ...]


def only_one(chi: Chirotope) -> bool:
    """Whether three elements are extreme, and with every other two elements some of these three is
    on their line.
    """
    corners = _corners(chi)
    pairs = combinations(range(chi.n), 2)
    return len(corners) == 3 and all(
        any(chi.sign(i, j, k) == 0 for k in corners) for i, j in pairs if {i, j} - {*corners}
    )


def _corners(chi: Chirotope) -> tuple[int, ...]:
    return tuple(chi.index(label) for label in chi.extreme)


def slopes(chi: Chirotope) -> Chirotope:
    """The chirotope of the differences u_i - u_j, i < j, of all points of a type with ``only_one``
    R: from the type alone.

    Let X, Y, Z be the corners, [XYZ] > 0. A line through two points is a line through a corner;
    directed away from it, into the triangle, a line through X turns left into every other line
    through Y, one through Y into Z's, and one through Z into X's.
    """
    x, y, z = _corners(chi)
    corners = (x, y, z) if chi.sign(x, y, z) > 0 else (x, z, y)
    pairs = list(combinations(range(chi.n), 2))
    seen = [_from_corner(chi, corners, *pair) for pair in pairs]

    def turn(k: int, m: int) -> int:
        (c, p, s), (d, q, t) = seen[k], seen[m]
        if c == d:
            return s * t * chi.sign(corners[c], p, q)
        return s * t * _between(chi, corners, c, p, d, q)

    return Chirotope(len(pairs), 2, [turn(k, m) for k, m in combinations(range(len(pairs)), 2)])


def _from_corner(chi: Chirotope, corners: tuple[int, ...], i: int, j: int) -> tuple[int, int, int]:
    """The number of a corner on the line of two points, another point of this line, and whether u_i
    - u_j points away from the corner.
    """
    c = next(
        c for c, corner in enumerate(corners) if corner in (i, j) or chi.sign(corner, i, j) == 0
    )
    corner = corners[c]
    if corner in (i, j):
        return c, (j if corner == i else i), (-1 if corner == i else 1)
    # u_j is farther from the corner than u_i iff a corner that is not on the line sees (i, j) as it
    # sees (corner, i).
    away = next(k for k in corners if chi.sign(corner, i, k))
    return c, i, -1 if chi.sign(i, j, away) == chi.sign(corner, i, away) else 1


def _between(chi: Chirotope, corners: tuple[int, ...], c: int, p: int, d: int, q: int) -> int:
    """The sign of det(u_p - X_c, u_q - X_d) for different corners: 0 if both lines are the side
    between these.
    """
    if chi.sign(corners[c], corners[d], p) == 0 == chi.sign(corners[c], corners[d], q):
        return 0
    return 1 if (d - c) % 3 == 1 else -1


def another(points: Configuration) -> Configuration | None:
    """Points of the same order type in which two lines through points are parallel, or no longer
    parallel; None if there are none.

    Two such lines that meet outside the hull, or not at all, are wanted: then a projective map that
    is defined on the hull sends their meeting point to infinity, or from there.
    """
    rows: list[Vector] = [*points.rows]
    for meeting in _meetings(rows):
        if meeting[0] == 0:
            reach = largest(meeting[1] * x + meeting[2] * y for _, x, y in rows)
            return _mapped(points, rows, (2, over(meeting[1], reach), over(meeting[2], reach)))
        possible, form = motzkin([[*row] for row in rows], [[*meeting]], 3)
        if possible:
            return _mapped(points, rows, form)
    return None


def _meetings(rows: list[Vector]) -> Iterator[Row]:
    """Where the lines of two pairs meet, each pair on one side of the other's line: only then can
    that be outside the hull.
    """
    lines = [(i, j, cross(rows[i], rows[j])) for i, j in combinations(range(len(rows)), 2)]
    for (i, j, one), (k, m, other) in combinations(lines, 2):
        if (
            dot(one, rows[k]) * dot(one, rows[m]) > 0
            and dot(other, rows[i]) * dot(other, rows[j]) > 0
        ):
            yield cross(one, other)


def _mapped(points: Configuration, rows: list[Vector], form: Row) -> Configuration:
    """The image under the projective map that sends the zeros of a form, positive on all points, to
    infinity and keeps orientations.
    """
    column = next(c for c in range(3) if form[c])
    a, b = (c for c in range(3) if c != column)
    turned = (-1) ** column * sign(form[column])
    return Configuration(
        [(1, over(row[a], dot(form, row)), over(turned * row[b], dot(form, row))) for row in rows],
        points.labels,
    )
