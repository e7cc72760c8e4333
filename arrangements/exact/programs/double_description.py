"""Cones by rays instead of inequalities, exactly: double description (Motzkin, Raiffa, Thompson and
Thrall 1953).

A vector y is kept by its ``Values`` <r, y> on a fixed list of rows r; rows of the identity among
them give its coordinates. A closed convex ``Cone`` is kept by lines and extreme rays; ``half`` keeps
the part where a row is not negative, ``cut`` the part where a row vanishes. ``dual_cone`` does both
for whole lists of rows, by cddlib where that is there and the numbers are short; the tests compare
the two.

>>> dual_cone([(1, 0), (1, 1)], [], 2, "own")
([(1, -1), (0, 1)], [])
>>> dual_cone([], [(1, 0)], 2)
([], [(0, 1)])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, Literal

from arrangements.errors import LimitReached
from arrangements.exact.linear.dense import scaled
from arrangements.exact.linear.vectors import Row, is_integral
from arrangements.exact.numbers.algebraic import Exact, sign

__all__ = ["Cone", "Method", "Values", "cut", "dual_cone", "half", "space"]

Values = tuple[Exact, ...]  # of a vector on all rows
Method = Literal["auto", "own", "cdd"]


@dataclass(frozen=True)
class Cone:
    """A closed convex cone: every combination of ``lines``, and of ``rays`` with weights that are
    not negative.
    """

    lines: tuple[Values, ...]
    rays: tuple[Values, ...]


def dual_cone(
    weak: Sequence[Row], equal: Sequence[Row], width: int, method: Method = "auto"
) -> tuple[list[Values], list[Values]]:
    """Extreme rays (up to lines) and lines of {y : <w, y> >= 0 for all weak rows, <w, y> = 0 for
    all equality rows}; integers without common factor where the rows are rational.
    """
    weak, equal = ([scaled(row) for row in part if any(row)] for part in (weak, equal))
    if method != "own":
        from arrangements.exact.programs import _cdd

        there = method == "cdd" or _cdd.has_cddlib()
        if there and is_integral(weak) and is_integral(equal) and _cdd.fits([*weak, *equal], width):
            rays, lines = _cdd.dual_cone(weak, equal, width)
            return [*rays], [*lines]
    if method == "cdd":
        raise LimitReached("rows must be shorter for cddlib; method field takes all")
    identity = [tuple(int(i == k) for i in range(width)) for k in range(width)]
    cone = space([*identity, *equal, *weak], width)
    first = width + len(equal)
    for j in range(width, first):
        cone = cut(cone, j, range(0))  # there are lines alone
    for j in range(first, first + len(weak)):
        cone = half(cone, j, range(first, j))
    return [ray[:width] for ray in cone.rays], [line[:width] for line in cone.lines]


def space(rows: Sequence[Row], dimension: int) -> Cone:
    """All of R^dimension, by the values on the rows."""
    return Cone(tuple(tuple(row[c] for row in rows) for c in range(dimension)), ())


def half(cone: Cone, j: int, bounding: range) -> Cone:
    """The part where row j is not negative. ``bounding`` are the rows that made the cone."""
    line = next((values for values in cone.lines if values[j]), None)
    if line is not None:
        flat = _projected(cone, line, j)
        return Cone(
            flat.lines, (*flat.rays, line if sign(line[j]) > 0 else tuple(-x for x in line))
        )
    signs = [sign(ray[j]) for ray in cone.rays]
    kept = tuple(ray for ray, s in zip(cone.rays, signs, strict=True) if s >= 0)
    return Cone(cone.lines, kept + tuple(_crossings(cone.rays, signs, j, bounding)))


def cut(cone: Cone, j: int, bounding: range) -> Cone:
    """The part where row j vanishes."""
    line = next((values for values in cone.lines if values[j]), None)
    if line is not None:
        return _projected(cone, line, j)
    signs = [sign(ray[j]) for ray in cone.rays]
    kept = tuple(ray for ray, s in zip(cone.rays, signs, strict=True) if s == 0)
    return Cone(cone.lines, kept + tuple(_crossings(cone.rays, signs, j, bounding)))


def _projected(cone: Cone, line: Values, j: int) -> Cone:
    """Every other generator moved along the line to where row j vanishes."""
    back = line if sign(line[j]) < 0 else tuple(-x for x in line)

    def moved(values: Values) -> Values:
        if not values[j]:
            return values
        towards = back if sign(values[j]) > 0 else tuple(-x for x in back)
        return _combined(values, towards, j)

    return Cone(
        tuple(moved(v) for v in cone.lines if v is not line), tuple(moved(v) for v in cone.rays)
    )


def _crossings(
    rays: Sequence[Values], signs: Sequence[int], j: int, bounding: range
) -> Iterator[Values]:
    """Where row j meets the two-dimensional faces between a ray with positive and a ray with
    negative value.

    Two rays span a face if no third one lies on all bounding rows on which both lie.
    """
    if not (1 in signs and -1 in signs):
        return
    tight = [sum(1 << f for f in bounding if not ray[f]) for ray in rays]
    for a, s in enumerate(signs):
        for b, t in enumerate(signs):
            if s > 0 > t:
                common = tight[a] & tight[b]
                if not any(
                    common & tight[c] == common for c in range(len(rays)) if c not in (a, b)
                ):
                    yield _combined(rays[a], rays[b], j)


def _combined(plus: tuple[Any, ...], minus: tuple[Any, ...], j: int) -> Values:
    """The positive combination of two vectors with values of opposite signs on row j that vanishes
    there, without common factor.
    """
    a, b = abs(minus[j]), abs(plus[j])
    values: tuple[Any, ...] = tuple(a * x + b * y for x, y in zip(plus, minus, strict=True))
    try:
        divisor = gcd(*values)
    except TypeError:  # of a number field, or fractions
        return scaled(values)
    return tuple(x // divisor for x in values) if divisor > 1 else values
