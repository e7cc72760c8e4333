"""Where the inputs of an audit come from: exact points of a polyhedron near points suggested in
floating point.

A point is an integer vector x = (q, q h) with q > 0 and entries at most 2^17 in modulus, so that
``products`` multiplies it exactly. It is in the domain if every inequality and equation of the
polyhedron holds there, decided in integers.

>>> from arrangements.questions.inputs import Inputs
>>> relu = Domain(Inputs.nonnegative(2))
>>> points, inside = relu.near(np.array([[0.5, -1.0], [3.0, 1e-9]]))
>>> [[x / p[0] for x in p[1:]] for p in points.tolist()], inside.tolist()
([[0.5, 0.0], [3.0, 0.0]], [True, True])
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any

import numpy as np

from arrangements.decide.bulk.products import POINT_BITS, exact_product
from arrangements.exact import linear
from arrangements.exact.numbers import Scalar
from arrangements.exact.programs.motzkin import alternative
from arrangements.questions.inputs import Inputs
from arrangements.questions.inputs.ends import Ends

__all__ = ["Domain", "quotient"]

_LARGEST = 1 << (POINT_BITS - 1)
_BEYOND = 1 << (POINT_BITS + 1)
_LONGEST = 1 << 31  # entries of a basis whose combinations are looked for
_MOST = sys.float_info.max


class Domain:
    """The cone over a polyhedron of rational inequalities and equations.

    ``weak``, ``equal``: its rows, integers; ``key`` tells it from others.
    """

    def __init__(self, inputs: Inputs) -> None:
        inputs.demand_polyhedron("an audit")
        self.inputs = inputs
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
        self.key = " ".join(",".join(map(hex, row)) for row in [*weak, (), *self.equal])
        self._basis: np.ndarray | None = None
        if self.equal:
            columns = [linear.primitive(row) for row in linear.kernel(self.equal, self.d + 1)]
            if all(abs(x) <= _LONGEST for row in columns for x in row):
                self._basis = np.array(columns, np.int64).reshape(-1, self.d + 1)

    def moved_in(self, points: np.ndarray) -> np.ndarray:
        """The points h, in floating point, moved inside what bounds single coordinates."""
        return np.clip(points, *self._sides)

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
        weights, *_ = np.linalg.lstsq(
            basis.T.astype(np.float64), points.T.astype(np.float64), rcond=None
        )
        found = np.rint(weights.T).astype(np.int64) @ basis.astype(np.int64)
        return np.where(np.abs(found).max(axis=1, initial=0)[:, None] <= 1 << POINT_BITS, found, 0)

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
        return inside

    @property
    def empty(self) -> bool:
        """Whether there are no inputs at all."""
        if isinstance(self.weak, Ends) and not self.equal:
            low: dict[int, Fraction] = {}
            high: dict[int, Fraction] = {}
            for j, bound, side in filter(None, self.ends):
                ends = low if side > 0 else high
                ends[j] = (max if side > 0 else min)(ends.get(j, bound), bound)
            return any(low[j] > high[j] for j in low.keys() & high.keys())
        return not alternative([[1] + [0] * self.d], self.equal, self.d + 1, weak=self.weak)[0]

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
