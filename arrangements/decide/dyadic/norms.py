"""Rows behind a norm in floats: the same functions of z, exactly, with a few columns more for offsets.

Row (b, u) at h = c + g z is the function b + <u, c> of (g u) at z. Products of weights and gains
are floats where both have few enough bits, as those of float32 do. Offsets have more bits than a
float: each is a sum of floats, the first of them in the column of offsets, the others in columns of
their own, and the inputs of these are 1.

>>> from arrangements.layers.inputs import Inputs
>>> norm = Inputs.layernorm([1, 0.5], [2.0**-60, 3])
>>> behind(np.array([[1.0, 1, 1], [0, 4, 0]]), norm.within).tolist()
[[4.0, 1.0, 0.5, 8.673617379884035e-19], [3.469446951953614e-18, 4.0, 0.0, 0.0]]
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import BadInput
from arrangements.exact.linear import is_rational

if TYPE_CHECKING:
    from arrangements.layers.inputs import Inputs
    from arrangements.layers.inputs.polyhedra import Ball

__all__ = ["behind", "fits"]

_MORE = 6  # columns for what is left of offsets
_RANGE = 2.0**200


def fits(rows: np.ndarray, inputs: Inputs) -> bool:
    """Whether floats hold the products of weights and gains, if there is a norm; not those with the
    matrix of an ellipsoid.
    """
    norm = inputs.within
    try:
        if norm is None or norm.gains is None:
            return norm is None or norm.matrix is None
        return len(_factors(rows, norm)) == len(norm.gains)
    except BadInput:
        return False


def _factors(rows: np.ndarray, norm: Ball) -> np.ndarray:
    """The gains in floats."""
    if not is_rational([norm.numbers]):
        raise BadInput("norm of an audit must have rational gains and shift")
    gains = _floats(norm.gains or ())
    vectors = rows[:, 1:]
    factors = int(_bits(gains).max(initial=0))
    long = factors > 1 and vectors.size and int(_bits(vectors).max()) + factors > 53
    if long or not (_moderate(vectors) and _moderate(gains)):
        raise BadInput("products of weights and gains must have at most 53 bits")
    whole: tuple[Any, ...] = (*norm.centre, norm.square)
    one = lcm(*(x.denominator for x in whole))
    if one & (one - 1):
        raise BadInput("norm of an audit must have a shift that is dyadic")
    return gains


def behind(rows: np.ndarray, norm: Ball) -> np.ndarray:
    """The rows as functions of z; BadInput if floats do not hold them."""
    gains, vectors = _factors(rows, norm), rows[:, 1:]
    whole: tuple[Any, ...] = norm.centre
    one = lcm(*(x.denominator for x in whole))
    exact = DyadicMatrix(rows)
    point = [one, *(int(x * one) for x in whole)]
    unit = one << exact.scale if exact.scale >= 0 else one
    offsets = exact.values(point)
    columns: list[np.ndarray] = []
    rest = [Fraction(int(x), unit) for x in offsets.tolist()]
    while any(rest) or not columns:
        if len(columns) > _MORE:
            raise BadInput("offsets behind the norm must be sums of few floats")
        part = [x.numerator / x.denominator for x in rest]
        columns.append(np.array(part, np.float64))
        rest = [x - Fraction(y) for x, y in zip(rest, part, strict=True)]
    return np.column_stack([columns[0], vectors * gains, *columns[1:]])


def _floats(numbers: tuple[object, ...]) -> np.ndarray:
    found = np.array([float(x) for x in numbers], np.float64)  # type: ignore[arg-type]
    if any(Fraction(x) != y for x, y in zip(found.tolist(), numbers, strict=True)):
        raise BadInput("norm of an audit must have gains that are floats")
    return found


def _bits(values: np.ndarray) -> np.ndarray:
    """From the first to the last bit that is set."""
    mantissas = np.abs(np.ldexp(np.frexp(values)[0], 53)).astype(np.int64)
    low = np.where(mantissas, mantissas & -mantissas, 1 << 53)
    return 54 - np.log2(low.astype(np.float64)).astype(np.int64) - 1


def _moderate(values: np.ndarray) -> bool:
    sizes = np.abs(values[values != 0]).astype(np.float64)
    return bool(((sizes > 1 / _RANGE) & (sizes < _RANGE)).all())
