"""From points and rays to inequalities and back, exactly, by double description (Motzkin, Raiffa,
Thompson and Thrall 1953).

cddlib does it for rational input whose minors are short (``exact.programs._cdd``), ``dual_cone``
for any other and over number fields; the tests compare the two.

>>> inequalities, equations = inequalities_of([(0, 1), (2, 1)], [], 2)
>>> [[str(x) for x in row] for row in inequalities], [[str(x) for x in row] for row in equations]
([['0', '1', '0'], ['2', '-1', '0']], [['-1', '0', '1']])
>>> points, rays = generators_of([(0, 1, 0)], [(1, 0, -1)], 2)
>>> [[str(x) for x in row] for row in points], [[str(x) for x in row] for row in rays]
([['0', '1']], [['1', '0']])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from arrangements.exact.linear import Matrix, dot, is_integral, over, scalars, scaled
from arrangements.exact.numbers import Exact, Scalar
from arrangements.exact.programs.gateway import has_cddlib

__all__ = ["dual_cone", "generators_of", "inequalities_of"]

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
    weak, free = _dual(
        [scaled((1, *p)) for p in points] + [scaled((0, *r)) for r in rays], [], dimension + 1
    )
    return _sorted(row for row in weak if any(row[1:])), _sorted(free)


def generators_of(inequalities: Matrix, equations: Matrix, dimension: int) -> tuple[Rows, Rows]:
    """Points and rays of the polyhedron, none if it is empty."""
    weak = [scaled((1, *[0] * dimension)), *map(scaled, inequalities)]
    extreme, lines = _dual(weak, list(map(scaled, equations)), dimension + 1)
    rays = [*extreme, *lines, *(tuple(-x for x in line) for line in lines)]
    points = [tuple(over(x, ray[0]) for x in ray[1:]) for ray in rays if ray[0]]
    return tuple(sorted(points)), _sorted(ray[1:] for ray in rays if not ray[0]) if points else ()


def _dual(
    weak: Sequence[Row], equal: Sequence[Row], width: int
) -> tuple[Sequence[Row], Sequence[Row]]:
    if is_integral(weak) and is_integral(equal) and has_cddlib():
        from arrangements.exact.programs import _cdd

        if _cdd.fits([*weak, *equal], width):
            return _cdd.dual_cone(weak, equal, width)
    return dual_cone(weak, equal, width)


def dual_cone(weak: Sequence[Row], equal: Sequence[Row], width: int) -> tuple[list[Row], list[Row]]:
    """Extreme rays (up to lines) and lines of {y : <w, y> >= 0 for all weak rows, <w, y> = 0 for
    all equality rows}.

    >>> dual_cone([(1, 0), (1, 1)], [], 2)
    ([(1, -1), (0, 1)], [])
    >>> dual_cone([], [(1, 0)], 2)
    ([], [(0, 1)])
    """
    lines: list[Row] = [tuple(int(i == k) for i in range(width)) for k in range(width)]
    rays: list[Row] = []
    done: list[Row] = []
    for row, closed in [*((w, True) for w in equal), *((w, False) for w in weak)]:
        line = next((v for v in lines if dot(row, v)), None)
        if line is not None:
            turned = line if dot(row, line) > 0 else tuple(-x for x in line)
            lines = [_onto(row, v, turned) for v in lines if v is not line]
            rays = [_onto(row, v, turned) for v in rays] + ([] if closed else [turned])
        else:
            values = [dot(row, v) for v in rays]
            tight = [frozenset(k for k, old in enumerate(done) if not dot(old, v)) for v in rays]
            crossings = [
                _onto(row, rays[j], rays[i])
                for i, p in enumerate(values)
                for j, q in enumerate(values)
                if p > 0 > q
                and not any(
                    tight[i] & tight[j] <= tight[k] for k in range(len(rays)) if k not in (i, j)
                )
            ]
            rays = [
                v
                for v, value in zip(rays, values, strict=True)
                if value == 0 or (value > 0 and not closed)
            ] + crossings
        done.append(row)
    return rays, lines


def _onto(row: Row, v: Row, along: Row) -> Row:
    """The vector v moved to where the row vanishes, along a vector on which it is positive, and
    scaled by a positive number.
    """
    value, step = dot(row, v), dot(row, along)
    return scaled([step * x - value * y for x, y in zip(v, along, strict=True)]) if value else v


def _sorted(rows: Iterable[Row]) -> Rows:
    return tuple(sorted(scalars(scaled(row)) for row in rows))
