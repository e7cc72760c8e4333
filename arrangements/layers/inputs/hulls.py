"""From points and rays to inequalities and back, exactly, by double description
(``exact.programs.double_description``).

>>> inequalities, equations = inequalities_of([(0, 1), (2, 1)], [], 2)
>>> [[str(x) for x in row] for row in inequalities], [[str(x) for x in row] for row in equations]
([['0', '1', '0'], ['2', '-1', '0']], [['-1', '0', '1']])
>>> points, rays = generators_of([(0, 1, 0)], [(1, 0, -1)], 2)
>>> [[str(x) for x in row] for row in points], [[str(x) for x in row] for row in rays]
([['0', '1']], [['1', '0']])
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from arrangements.exact.linear import Matrix, over, scalars, scaled
from arrangements.exact.numbers.algebraic import Exact, Scalar
from arrangements.exact.programs.double_description import dual_cone

__all__ = ["generators_of", "inequalities_of"]

Row = tuple[Exact, ...]
Rows = tuple[tuple[Scalar, ...], ...]


def inequalities_of(points: Matrix, rays: Matrix, dimension: int) -> tuple[Rows, Rows]:
    """Inequalities and equations (c, a) of the hull of points and rays; without points it is
    empty.
    """
    if not points:
        return ((Fraction(-1), *[Fraction(0)] * dimension),), ()
    # The cone over the hull, and the half-space t >= 0 that every inequality implies for points
    # alone.
    weak, free = dual_cone(
        [scaled((1, *p)) for p in points] + [scaled((0, *r)) for r in rays], [], dimension + 1
    )
    return _sorted(row for row in weak if any(row[1:])), _sorted(free)


def generators_of(inequalities: Matrix, equations: Matrix, dimension: int) -> tuple[Rows, Rows]:
    """Points and rays of the polyhedron, none if it is empty."""
    weak = [scaled((1, *[0] * dimension)), *map(scaled, inequalities)]
    extreme, lines = dual_cone(weak, list(map(scaled, equations)), dimension + 1)
    rays = [*extreme, *lines, *(tuple(-x for x in line) for line in lines)]
    points = [tuple(over(x, ray[0]) for x in ray[1:]) for ray in rays if ray[0]]
    return tuple(sorted(points)), _sorted(ray[1:] for ray in rays if not ray[0]) if points else ()


def _sorted(rows: Iterable[Row]) -> Rows:
    return tuple(sorted(scalars(scaled(row)) for row in rows))
