"""Conditions on a sphere: whether a region that meets a ball also reaches its border.

What conditions leave, for open and closed ones alike, is convex: where it has a point in the ball
and one that is not nearer to the centre than the border, it has one on the sphere between them.
It reaches out if it goes on for ever in some direction, which an exact program finds. Otherwise it is
bounded, and a point of its closure that is farthest from the centre is a vertex; where there are few
vertices, all are looked at.

Functions are rows (b, a) as in ``motzkin``; the centre is that of the ball.

>>> from arrangements.layers.inputs import Inputs
>>> ball = Inputs.ball(2, 1).within
>>> reaching([(1, 1), (1, -1)], [], [], (1, 0), ball), reaching([(2, 1), (3, -1)], [], [], (1, 0), ball)
(1, (Fraction(9, 4),))
>>> reaching([(1, 1)], [], [], (1, 0), ball)
(Fraction(2, 1),)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from arrangements.exact.linear import Row, dot, kernel, over, rank, scalars
from arrangements.exact.numbers import Exact, Scalar
from arrangements.exact.programs.motzkin import motzkin
from arrangements.exact.programs.witnesses import is_witness
from arrangements.layers.inputs.polyhedra import Ball

__all__ = ["MOST", "WIDEST", "reaching"]

#: Choices of conditions that are looked at for vertices, in so many dimensions; as in the checker.
MOST, WIDEST = 5000, 6


def reaching(
    strict: Sequence[Row], equal: Sequence[Row], weak: Sequence[Row], inside: Row, ball: Ball
) -> tuple[Scalar, ...] | int | None:
    """``inside``: a point (q, q h), q > 0, that meets the conditions, in the ball. A point that meets
    them on the border or beyond; or if there is none, 1; None if that is not known, as there are
    too many choices.
    """
    start = [over(x, inside[0]) for x in inside[1:]]
    if _beyond(start, ball):
        return scalars(start)
    d = len(start)
    slopes = [tuple(row[1:]) for row in (*strict, *weak) if any(row[1:])]
    level = [tuple(row[1:]) for row in equal if any(row[1:])]
    ways = kernel([*slopes, *level], d)
    direction: Sequence[Exact] | None = ways[0] if ways else None
    if direction is None and slopes:
        total = [sum(column) for column in zip(*slopes, strict=True)]
        found, values = motzkin([total], level, d, weak=slopes)
        direction = values if found else None
    if direction is not None:
        return _outwards(start, direction, ball)
    for vertex in (vertices := _vertices(strict, equal, weak, d)) or ():
        point = [over(x, vertex[0]) for x in vertex[1:]]
        if _beyond(point, ball):
            if is_witness(strict, equal, vertex, weak):
                return scalars(point)
            if _distance(point, ball) > ball.square:
                return _towards(start, point, ball)
    return None if vertices is None else 1


def _distance(point: Sequence[Exact], ball: Ball) -> Exact:
    return sum((x - c) * (x - c) for x, c in zip(point, ball.centre, strict=True))


def _beyond(point: Sequence[Exact], ball: Ball) -> bool:
    return _distance(point, ball) >= ball.square


def _outwards(
    start: Sequence[Scalar], direction: Sequence[Exact], ball: Ball
) -> tuple[Scalar, ...]:
    step = 1
    while not _beyond(point := [a + step * b for a, b in zip(start, direction, strict=True)], ball):
        step *= 2
    return scalars(point)


def _towards(start: Sequence[Scalar], vertex: Sequence[Scalar], ball: Ball) -> tuple[Scalar, ...]:
    """A point beyond the border, before the vertex, at which strict conditions may fail."""
    rest = Fraction(1, 2)
    while not _beyond(
        point := [b + rest * (a - b) for a, b in zip(start, vertex, strict=True)], ball
    ):
        rest /= 2
    return scalars(point)


def _vertices(
    strict: Sequence[Row], equal: Sequence[Row], weak: Sequence[Row], d: int
) -> list[Row] | None:
    """Where closed conditions hold and as many of them with equality as fix a point; None if there
    are too many choices.
    """
    rows = [row for row in (*strict, *weak) if any(row[1:])]
    fixed = [row for row in equal if any(row[1:])]
    size = d - (rank([row[1:] for row in fixed]) if fixed else 0)
    if d > WIDEST or comb(len(strict) + len(weak) + 1, size) > MOST:
        return None
    return list(_met(rows, fixed, size, d))


def _met(rows: Sequence[Row], fixed: Sequence[Row], size: int, d: int) -> Iterator[Row]:
    for chosen in combinations(rows, size):
        lines = kernel([*chosen, *fixed], d + 1)
        if len(lines) == 1 and lines[0][0]:
            (line,) = lines
            point = [over(x, line[0]) for x in line]
            if all(dot(row, point) >= 0 for row in rows):
                yield point
