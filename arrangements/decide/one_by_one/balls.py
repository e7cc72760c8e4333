"""Conditions in a ball: a point of the ball that meets them, or weights with which they contradict
the ball.

Conditions are rows (b, a), the functions b + <a, h>, as in ``exact.programs.motzkin``; linear conditions that
have a point are asked here whether they have one in |h - c|^2 <= r^2. The point p of least distance
from c that satisfies them, with >= for >, decides: nearer than r, points close to it are in the
ball and satisfy all; farther, none does; at distance r, p is the only candidate. Both are rational
where the conditions, c and r^2 are.

Weights w prove a no. With v + t the weighted sum of the functions (v linear, t constant) and g = t
+ <v, c>, its largest value on the ball is g + r |v|. If g <= 0 and r^2 |v|^2 <= g^2, that is not
positive; so the conditions fail if a strict one has a weight, or if it is negative, or if it is 0
and its only place in the ball, c - (r^2 / g) v, fails one of them.

>>> from arrangements.layers.inputs import Inputs
>>> in_ball([(1, 0), (-2, 1)], [], [], (1, 3), Inputs.ball(1, 1).within)
(False, [Fraction(0, 1), Fraction(2, 1)])
>>> in_ball([(1, 0), (-2, 1)], [], [], (1, 3), Inputs.ball(3, 1).within)
(True, [1, 3])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from arrangements.errors import InternalError
from arrangements.exact.hints.least_norm import shortest
from arrangements.exact.linear import Row, dot, is_rational, over, primitive, scalars
from arrangements.exact.numbers.algebraic import Exact, Scalar
from arrangements.exact.programs.witnesses import is_witness

if TYPE_CHECKING:
    from arrangements.layers.inputs.polyhedra import Ball

__all__ = ["in_ball", "nearest", "refutes"]

_DIGITS = 64
_SOME = (0, 1, 2, 4, 8, 16, 32)  # digits that are tried where there are equations
Outcome = tuple[bool, Sequence[Exact]]


def in_ball(
    strict: Sequence[Row], equal: Sequence[Row], weak: Sequence[Row], inside: Row, ball: Ball
) -> Outcome:
    """``inside``: a point (q, q h), q > 0, that meets the conditions. A point (q, q h) of the ball,
    or weights in the order of the rows. Of a sphere the ball is meant.
    """
    ball = replace(ball, sphere=False)
    above, level = (
        [(dot(row, (1, *ball.centre)), *row[1:]) for row in rows]
        for rows in ((*strict, *weak), equal)
    )
    found = shortest(above, level, len(ball.centre))
    if found is None:
        raise InternalError("conditions that have a point must have one of least distance")
    least = dot(found.point, found.point)
    kept = all(row[0] + dot(row[1:], found.point) > 0 for row in above[: len(strict)])
    if least < ball.square or (least == ball.square and kept):
        near = [c + z for c, z in zip(ball.centre, found.point, strict=True)]
        point = _point(
            strict, equal, weak, _moved(near, inside, ball) if least < ball.square else near, ball
        )
        if not (ball.holds(_plain(point)) and is_witness(strict, equal, point, weak)):
            raise InternalError("a point must be in the ball and meet the conditions")
        return True, point
    n = len(strict)
    weights = [
        *found.weights[:n],
        *found.weights[n + len(weak) :],
        *found.weights[n : n + len(weak)],
    ]
    if not any(weights):  # the centre itself is all of the ball
        weights[next(k for k, row in enumerate(above[:n]) if row[0] <= 0)] = Fraction(1)
    if not refutes(strict, equal, weak, weights, ball):
        raise InternalError("weights must contradict the ball")
    return False, weights


def refutes(
    strict: Sequence[Row],
    equal: Sequence[Row],
    weak: Sequence[Row],
    weights: Sequence[Exact],
    ball: Ball,
) -> bool:
    """Whether weights, in the order of the rows, prove that the conditions have no point in the
    ball.
    """
    rows = (*strict, *equal, *weak)
    if min((*weights[: len(strict)], *weights[len(strict) + len(equal) :]), default=0) < 0:
        return False
    total = [
        sum(w * row[k] for w, row in zip(weights, rows, strict=True) if w)
        for k in range(1 + len(ball.centre))
    ]
    middle, slope = dot(total, (1, *ball.centre)), total[1:]
    room = middle * middle - ball.square * dot(slope, slope)
    if middle > 0 or room < 0:
        return False
    if any(weights[: len(strict)]) or room > 0:
        return True
    if not middle:
        return False
    only = [c - over(ball.square, middle) * v for c, v in zip(ball.centre, slope, strict=True)]
    return not is_witness(strict, equal, (1, *only), weak)


def nearest(
    weak: Sequence[Row], equal: Sequence[Row], ball: Ball
) -> tuple[Scalar, list[Scalar]] | None:
    """The point nearest to the centre where closed conditions hold, and its squared distance; None
    if they hold nowhere.
    """
    rows = [[(dot(row, (1, *ball.centre)), *row[1:]) for row in part] for part in (weak, equal)]
    found = shortest(rows[0], rows[1], len(ball.centre))
    if found is None:
        return None
    point = [c + z for c, z in zip(ball.centre, found.point, strict=True)]
    return scalars([dot(found.point, found.point)])[0], point


def _plain(point: Row) -> list[Scalar]:
    return [over(x, point[0]) for x in point[1:]]


def _moved(near: Sequence[Scalar], inside: Row, ball: Ball) -> list[Scalar]:
    """From a point nearer to the centre than the border towards one that meets all conditions, so
    little that it stays well in the ball.
    """
    far, part = _plain(inside), Fraction(1)
    while True:
        point = [a + part * (b - a) for a, b in zip(near, far, strict=True)]
        if ball.holds(point):
            return point if part == 1 else [(a + b) / 2 for a, b in zip(near, point, strict=True)]
        part /= 2


def _point(
    strict: Sequence[Row],
    equal: Sequence[Row],
    weak: Sequence[Row],
    point: Sequence[Scalar],
    ball: Ball,
) -> Row:
    """With the fewest binary digits after the point that do; equations are met by the point next to
    such a one.
    """
    rows = [(Fraction(1), *point)]
    if not is_rational(rows):
        return rows[0]
    (whole,) = rows
    if equal and not is_rational(equal):
        return primitive(whole)
    for digits in _SOME if equal else range(_DIGITS):
        short: Row = [1 << digits, *(round(x * (1 << digits)) for x in whole[1:])]
        if equal:
            there = _plain(short)
            off = shortest([], [(dot(row, (1, *there)), *row[1:]) for row in equal], len(there))
            if off is None:
                break
            short = primitive((1, *(x + z for x, z in zip(there, off.point, strict=True))))
        if ball.holds(_plain(short)) and is_witness(strict, equal, short, weak):
            return short
    return primitive(whole)
