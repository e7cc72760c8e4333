"""Where the inputs of an audit come from: exact points of a polyhedron near points suggested in
floating point.

A point is an integer vector x = (q, q h) with q > 0 and entries at most 2^17 in modulus, so that
``products`` multiplies it exactly. It is in the domain if every inequality and equation of the
polyhedron holds there, and it is in the ball, if there is one; decided in integers.

>>> from arrangements.layers.inputs import Inputs
>>> relu = Domain(Inputs.nonnegative(2))
>>> points, inside = relu.near(np.array([[0.5, -1.0], [3.0, 1e-9]]))
>>> [[x / p[0] for x in p[1:]] for p in points.tolist()], inside.tolist()
([[0.5, 0.0], [3.0, 0.0]], [True, True])
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, sqrt
from typing import Any

import numpy as np

from arrangements.decide.dyadic.norms import behind
from arrangements.decide.dyadic.products import POINT_BITS, exact_product
from arrangements.decide.one_by_one.balls import in_ball
from arrangements.errors import BadInput
from arrangements.exact import linear
from arrangements.exact.numbers import Scalar
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.inputs.ends import Ends
from arrangements.layers.inputs.norms import conditions_on, input_of
from arrangements.layers.inputs.polyhedra import Ball, Inputs

__all__ = ["Domain", "Round", "demand_no_sphere", "laid_out", "quotient"]

_LARGEST = 1 << (POINT_BITS - 1)
_BEYOND = 1 << (POINT_BITS + 1)
_LONGEST = 1 << 31  # entries of a basis whose combinations are looked for
_MOST = sys.float_info.max


def demand_no_sphere(ball: Ball) -> None:
    if ball.sphere:
        raise BadInput(
            "inputs of an audit must be a ball, not its sphere, of which `decide` answers; the ball has all that the sphere has"
        )


@dataclass(frozen=True)
class Round:
    """A ball in integers: its centre and the square of its radius, both times ``one`` > 0."""

    one: int
    centre: tuple[int, ...]
    square: int

    @classmethod
    def of(cls, ball: Ball) -> Round:
        """BadInput if the ball is not rational."""
        demand_no_sphere(ball)
        if not linear.is_rational([(*ball.centre, ball.square)]):
            raise BadInput("ball of an audit must have a rational centre and a rational square")
        one, *rest = linear.primitive((Fraction(1), *ball.centre, ball.square))
        return cls(one, tuple(rest[:-1]), rest[-1])

    @property
    def exact(self) -> Ball:
        """The centre and the squared radius as rationals."""
        return Ball(
            tuple(Fraction(c, self.one) for c in self.centre), Fraction(self.square, self.one)
        )

    @property
    def middle(self) -> np.ndarray:
        """The centre in floating point."""
        return np.array([quotient(c, self.one) for c in self.centre])

    @property
    def radius(self) -> float:
        """In floating point."""
        return sqrt(quotient(self.square, self.one))

    def holds(self, point: Sequence[int]) -> bool:
        """Whether x / q is in the ball, for a point (q, x)."""
        q = point[0]
        apart = sum(
            (self.one * x - q * c) ** 2 for x, c in zip(point[1:], self.centre, strict=True)
        )
        return apart <= self.one * self.square * q * q

    def contains(self, points: np.ndarray) -> np.ndarray:
        """Whether each of many points is in the ball, with entries of at most 2^POINT_BITS."""
        most = 1 << POINT_BITS
        apart = most * (self.one + max(map(abs, self.centre), default=0))
        short = (
            max(apart * apart * len(self.centre), self.one * self.square * most * most) < 1 << 62
        )
        kind = np.int64 if short else object
        whole = points.astype(kind)
        aside = whole[:, 1:] * self.one - whole[:, :1] * np.array([self.centre], kind)
        room = whole[:, 0] * whole[:, 0] * (self.one * self.square)
        return np.asarray((aside * aside).sum(axis=1) <= room, bool)

    def moved_in(self, points: np.ndarray) -> np.ndarray:
        """Points h in floating point, moved towards the centre until they are well inside."""
        aside = points - self.middle
        lengths = np.linalg.norm(aside, axis=1, keepdims=True)
        # coordinates of points are rounded to about 2^-POINT_BITS of the largest
        rounding = sqrt(max(1, len(self.centre))) * 2.0 ** (1 - POINT_BITS)
        largest = max(1.0, self.radius + float(np.abs(self.middle).max(initial=0.0)))
        most = max(self.radius - rounding * largest, self.radius * 0.5)
        return self.middle + aside * np.minimum(1.0, most / np.maximum(lengths, 1e-300))


class Domain:
    """The cone over a polyhedron of rational inequalities and equations, or over its part in a
    ball.

    ``weak``, ``equal``: its rows, integers; ``ball``: the ball; ``key`` tells it from others.
    Behind a norm all this is about z, with as many coordinates ``more`` that are 1 (``norms``);
    ``stated_inputs`` are the inputs as they were given.
    """

    def __init__(self, inputs: Inputs, more: int | None = None) -> None:
        if inputs.within is not None and inputs.within.matrix is not None:
            raise BadInput(
                "inputs of an audit must not be an ellipsoid; substitute first: audit the rows W A with the offsets W c + b in ball:R, or ask `decide` and `patterns`, which substitute"
            )
        if more is None and inputs.within is not None and inputs.within.gains is not None:
            raise BadInput("inputs must not be behind a norm here; `audit` and `decide` take norms")
        more = more or 0
        self.stated, self.more = inputs, more
        inputs = self.inputs = _about_z(inputs, more)
        self.ball = None if inputs.within is None else Round.of(inputs.within)
        self.d = inputs.dimension
        self.weak = _primitive(inputs.inequalities if inputs.ends is None else inputs.ends)
        self.equal = [linear.primitive(row) for row in inputs.equations]
        self.ends = (
            [(j, Fraction(-c, a), 1 if a > 0 else -1) for c, j, a in self.weak.entries]
            if isinstance(self.weak, Ends)
            else [_end(row) for row in self.weak]
        )
        # Of any length, which Python does not write in decimals.
        weak = (
            [(c, j + 1, a) for c, j, a in self.weak.entries]
            if isinstance(self.weak, Ends)
            else self.weak
        )
        around = () if self.ball is None else (self.ball.one, *self.ball.centre, self.ball.square)
        norm = self.stated.within
        given = () if norm is None or norm.gains is None else linear.primitive((1, *norm.numbers))
        parts = [
            *weak,
            (),
            *self.equal,
            *([(), around] if around else []),
            *([given] if given else []),
        ]
        self.key = " ".join(",".join(map(hex, row)) for row in parts)
        self._basis: np.ndarray | None = None
        if self.equal:
            columns = [linear.primitive(row) for row in linear.kernel(self.equal, self.d + 1)]
            if all(abs(x) <= _LONGEST for row in columns for x in row):
                self._basis = np.array(columns, np.int64).reshape(-1, self.d + 1)

    def floats(self, places: Sequence[int]) -> np.ndarray:
        """Some inequalities, counted from 1, with each entry rounded once; 0 is q > 0."""
        table = np.zeros((len(places), self.d + 1))
        for line, place in zip(table, places, strict=True):
            if place == 0:
                line[0] = 1.0
            elif isinstance(self.weak, Ends):
                constant, j, factor = self.weak.entries[place - 1]
                line[[0, j + 1]] = quotient(constant, 1), quotient(factor, 1)
            else:
                line[:] = [quotient(x, 1) for x in self.weak[place - 1]]
        return table

    def moved_in(self, points: np.ndarray) -> np.ndarray:
        """The points h, in floating point, moved into the ball and inside what bounds single
        coordinates.
        """
        if self.ball is not None:
            if self.equal:
                points = self.levelled(points)
            points = self.ball.moved_in(points)
        return np.clip(points, *self._sides)

    def levelled(self, points: np.ndarray) -> np.ndarray:
        """The points h, in floating point, moved to where the equations hold."""
        turned, offsets = self._plane
        return points - (points @ turned.T + offsets) @ turned

    def along(self, vectors: np.ndarray) -> np.ndarray:
        """Directions, less what leads out of where the equations hold."""
        turned, _ = self._plane
        found = vectors - (vectors @ turned.T) @ turned
        sizes = np.linalg.norm(np.stack([found, vectors]), axis=2)
        found[sizes[0] <= 1e-12 * sizes[1]] = 0.0
        return found

    def rounded(self, point: Sequence[float], bits: int) -> tuple[int, ...]:
        """Of (1, h) in floating point: in so many bits, where the equations hold if they have a
        short basis.
        """
        largest = max(map(abs, point))
        whole = [round(x / largest * 2**bits) for x in point]
        if not self.equal or self._basis is None or not len(self._basis):
            return tuple(whole)
        shares = np.array(whole, np.float64) @ self._inverse
        found = np.array([round(x) for x in shares.tolist()], object) @ self._basis.astype(object)
        return tuple(map(int, found))

    @cached_property
    def _plane(self) -> tuple[np.ndarray, np.ndarray]:
        """Orthogonal vectors of length 1 and offsets of the same equations."""
        rows = np.array([linear.unit(row) for row in self.equal], np.float64)
        left, sizes, turned = np.linalg.svd(rows[:, 1:], full_matrices=False)
        kept = sizes > 1e-12 * max(1.0, float(sizes.max(initial=0.0)))
        return turned[kept], (left.T @ rows[:, 0])[kept] / sizes[kept]

    @cached_property
    def _sides(self) -> tuple[np.ndarray, np.ndarray]:
        low, high = np.full(self.d, -np.inf), np.full(self.d, np.inf)
        for end in self.ends:
            if end:
                j, bound, side = end
                if side > 0:
                    low[j] = max(low[j], quotient(*bound.as_integer_ratio()))
                else:
                    high[j] = min(high[j], quotient(*bound.as_integer_ratio()))
        return low, high

    def least(self, functions: np.ndarray) -> np.ndarray:
        """How small functions (b, a) of h can be where the conditions on single coordinates hold, as
        floating point tells.
        """
        low, high = self._sides
        slopes = functions[:, 1:]
        with np.errstate(invalid="ignore"):  # no slope times no bound
            least = np.where(slopes > 0, slopes * low, np.where(slopes < 0, slopes * high, 0.0))
        return np.asarray(functions[:, 0] + least.sum(axis=1), np.float64)

    def near(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """An integer point near each h, and whether it is in the domain."""
        points = self.moved_in(np.asarray(points, np.float64))
        sizes = np.maximum(np.abs(points).max(axis=1, initial=0.0), 1.0)
        q = np.exp2(np.clip(np.floor(np.log2(_LARGEST / sizes)), 0, POINT_BITS - 1)).astype(
            np.int64
        )
        whole = np.rint(np.clip(points, -_LARGEST, _LARGEST) * q[:, None]).astype(np.int64)
        for end in self.ends:
            if end:
                j, bound, side = end
                if not bound:
                    limits = np.zeros(len(q), np.int64)
                else:
                    limits = np.array(
                        [
                            _near(ceil(bound * x) if side > 0 else floor(bound * x))
                            for x in q.tolist()
                        ],
                        np.int64,
                    )
                whole[:, j] = (
                    np.maximum(whole[:, j], limits) if side > 0 else np.minimum(whole[:, j], limits)
                )
        found = np.column_stack([q, whole])
        if self.equal:
            found = self._in_span(found)
        return found, self.contains(found)

    def _in_span(self, points: np.ndarray) -> np.ndarray:
        """Points that satisfy the equations, as near as small integer combinations of a basis
        come.
        """
        basis: Any = self._basis
        if basis is None or not len(basis):  # there are none, or no short ones
            return np.zeros_like(points)
        weights = points.astype(np.float64) @ self._inverse
        found = np.rint(weights).astype(np.int64) @ basis.astype(np.int64)
        return np.where(np.abs(found).max(axis=1, initial=0)[:, None] <= 1 << POINT_BITS, found, 0)

    @cached_property
    def _inverse(self) -> np.ndarray:
        """Points times this are shares of the basis."""
        assert self._basis is not None
        return np.asarray(np.linalg.pinv(self._basis.astype(np.float64)), np.float64)

    def contains(self, points: np.ndarray) -> np.ndarray:
        """Whether each integer point is in the cone over the polyhedron, with q > 0."""
        inside = points[:, 0] > 0
        inside &= np.abs(points).max(axis=1, initial=0) <= 1 << POINT_BITS
        others = [self.weak[k] for k, end in enumerate(self.ends) if not end]
        for general, holds in ((others, np.greater_equal), (self.equal, np.equal)):
            if general:
                inside &= holds(_products(general, points), 0).all(axis=1)
        for end in self.ends:
            if end:
                j, bound, side = end
                exact = points[:, [0, j + 1]].astype(np.int64 if _short(bound) else object)
                inside &= np.asarray(
                    side * (exact[:, 1] * bound.denominator - exact[:, 0] * bound.numerator) >= 0,
                    bool,
                )
        if self.ball is not None:
            short = np.where(inside[:, None], points, 0)
            inside &= self.ball.contains(short)
        return inside

    def input(self, point: Sequence[int]) -> tuple[Scalar, ...]:
        """The input h of a point; behind a norm that of z."""
        q, *rest = point
        z = [Fraction(x, q) for x in rest[: self.stated.dimension]]
        return input_of(self.stated, z)

    @property
    def empty(self) -> bool:
        """Whether there are no inputs at all."""
        if not self.weak and not self.equal and self.ball is None:
            return False
        if isinstance(self.weak, Ends) and not self.equal and self.ball is None:
            low: dict[int, Fraction] = {}
            high: dict[int, Fraction] = {}
            for j, bound, side in filter(None, self.ends):
                ends = low if side > 0 else high
                ends[j] = (max if side > 0 else min)(ends.get(j, bound), bound)
            return any(low[j] > high[j] for j in low.keys() & high.keys())
        positive = (1, *[0] * self.d)
        some, point = motzkin([positive], self.equal, self.d + 1, weak=self.weak)
        if not some or self.ball is None:
            return not some
        return not in_ball([positive], self.equal, self.weak, point, self.ball.exact)[0]

    def holds(self, point: Sequence[int]) -> bool:
        """Whether one integer point of any size is in the cone, with q > 0."""

        def value(row: Sequence[int]) -> int:
            return sum(a * x for a, x in zip(row, point, strict=True) if a)

        return (
            point[0] > 0
            and (
                all(c * point[0] + a * point[j + 1] >= 0 for c, j, a in self.weak.entries)
                if isinstance(self.weak, Ends)
                else all(value(row) >= 0 for row in self.weak)
            )
            and not any(map(value, self.equal))
            and (self.ball is None or self.ball.holds(point))
        )


def laid_out(rows: np.ndarray, inputs: Inputs) -> tuple[np.ndarray, Domain]:
    """The rows and the domain that questions are settled with, behind the norm if there is one;
    BadInput if floats do not hold them.
    """
    norm = inputs.within
    if norm is None or norm.plain or norm.matrix is not None:  # which a domain refuses
        return rows, Domain(inputs)
    demand_no_sphere(norm)
    found = behind(np.asarray(rows, np.float64), norm)
    return found, Domain(inputs, found.shape[1] - rows.shape[1])


def _about_z(inputs: Inputs, more: int) -> Inputs:
    if inputs.within is None or inputs.within.gains is None:
        return inputs
    around = conditions_on(inputs)
    assert around.within is not None
    d, none = inputs.dimension, (Fraction(0),) * more
    ones = [
        (Fraction(-1), *[Fraction(0)] * d, *(Fraction(int(j == k)) for j in range(more)))
        for k in range(more)
    ]
    weak: Any = [(*row, *none) for row in around.inequalities] if around.ends is None else None
    if around.ends is not None:
        weak = Ends(d + more + 1, around.ends.entries)
    return Inputs(
        d + more,
        weak,
        [*((*row, *none) for row in around.equations), *ones],
        inputs.name,
        within=Ball((*around.within.centre, *[Fraction(1)] * more), around.within.square),
    )


def _primitive(rows: Sequence[Sequence[Scalar]]) -> Sequence[tuple[int, ...]]:
    """Rows of integers, each a positive multiple; those on single coordinates stay short."""
    if isinstance(rows, Ends):
        short = {(c, a): linear.primitive([c, a]) for c, _, a in rows.entries}
        entries = []
        for c, j, a in rows.entries:
            constant, factor = short[c, a]
            entries.append((constant, j, factor))
        return Ends(rows.width, entries)
    return [linear.primitive(row) for row in rows]


def quotient(x: int, y: int) -> float:
    """x / y, or the largest float on its side."""
    try:
        return x / y
    except OverflowError:
        return _MOST if (x > 0) is (y > 0) else -_MOST


def _near(bound: int) -> int:
    """The bound, or one that no point reaches, either."""
    return max(-_BEYOND, min(bound, _BEYOND))


def _end(row: Sequence[int]) -> tuple[int, Fraction, int] | None:
    """Coordinate, bound and side (1: from below) of an inequality that bounds one coordinate."""
    support = [j for j, x in enumerate(row[1:]) if x]
    if len(support) != 1:
        return None
    (j,) = support
    return j, Fraction(-row[0], row[j + 1]), 1 if row[j + 1] > 0 else -1


def _short(bound: Fraction) -> bool:
    """Whether products with coordinates of points fit in 62 bits."""
    return max(abs(bound.numerator), bound.denominator) < 1 << 44


def _products(rows: Sequence[Sequence[int]], points: np.ndarray) -> np.ndarray:
    if exact_product(max(sum(map(abs, row)) for row in rows), 1 << POINT_BITS):
        return points.astype(np.float64) @ np.array(rows, np.float64).T
    return points.astype(object) @ np.array(rows, object).T
