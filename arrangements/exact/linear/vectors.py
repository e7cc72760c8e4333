"""Vectors of exact numbers, which may be plain integers, for the other modules of this room.

>>> dot((1, 2), (3, Fraction(1, 2))), minus((1, 2), (3, 4)), cross((1, 0, 0), (0, 1, 0))
(Fraction(4, 1), (-2, -2), (0, 0, 1))
>>> over(1, 2), largest((1, -3)), scalars((1, 2))
(Fraction(1, 2), 3, (Fraction(1, 1), Fraction(2, 1)))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from operator import mul, sub
from typing import Any, TypeGuard

from arrangements.exact.numbers.algebraic import Exact, Scalar

__all__ = [
    "Matrix",
    "Row",
    "cross",
    "dot",
    "is_integral",
    "is_rational",
    "largest",
    "minus",
    "over",
    "scalars",
    "unit",
]

Row = Sequence[Exact]
Matrix = Sequence[Row]


def dot(u: Row, v: Row) -> Exact:
    """The sum of the products of entries; 0 of none."""
    total: Exact = sum(map(mul, u, v))
    return total


def minus(u: Row, v: Row) -> tuple[Exact, ...]:
    return tuple(map(sub, u, v))


def cross(u: Row, v: Row) -> tuple[Exact, Exact, Exact]:
    """The vector product, in three dimensions: perpendicular to both."""
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def over(x: Exact, y: Exact) -> Scalar:
    """The exact quotient: int / int would be a float."""
    return (Fraction(x) if isinstance(x, int) else x) / y


def largest(row: Iterable[Exact]) -> Exact:
    """The largest absolute value of an entry; 0 of none."""
    return max((x if x >= 0 else -x for x in row), default=0)


def unit(row: Row | Sequence[float]) -> list[float]:
    """The row divided by its length, roughly; scaled before it is rounded, so that no number is too
    large. Zero stays zero.
    """
    given: Sequence[Any] = row
    size = largest(given) or 1
    entries = [float(over(x, size)) for x in given]
    length = sum(x * x for x in entries) ** 0.5 or 1.0
    return [x / length for x in entries]


def scalars(row: Iterable[Exact]) -> tuple[Scalar, ...]:
    """The row with every int as a ``Fraction``, so that it can be divided."""
    return tuple([Fraction(x) if isinstance(x, int) else x for x in row])


def is_rational(rows: Iterable[Row]) -> TypeGuard[Sequence[Sequence[int | Fraction]]]:
    """Whether no entry is irrational."""
    return all(
        issubclass(kind, int | Fraction) for kind in set(map(type, chain.from_iterable(rows)))
    )


def is_integral(rows: Iterable[Row]) -> TypeGuard[Sequence[Sequence[int]]]:
    """Whether all entries are of type ``int``, as kernels want them; integers among fractions are
    not.
    """
    return set(map(type, chain.from_iterable(rows))) <= {int}
