"""In which numeric type the minors of a matrix are computed, and the proof that the type suffices. Everything is decided beforehand.

``int64`` if Hadamard's bound keeps every maximal minor below 2^62: sums and products that wrap around in between are exact modulo 2^64,
so the result is right. Otherwise float64 on rows scaled by powers of two, with a tolerance T: a computed minor beyond T in size has the
right sign, and one within T belongs to a true minor of size at most 2 T, which is for the caller to decide exactly.

>>> from arrangements.chirotope.matrices import exact_matrix
>>> carry(exact_matrix([(3, 4), (0, 1), (5, 12)]), roundings=9).tolerance
0.0
>>> carry(exact_matrix([(3, 4), (0, 1), (5, 12 * 10**20)]), roundings=9).tolerance
8.88...e-16
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, factorial, isqrt, ldexp, prod
from typing import Any

import numpy as np

from arrangements.chirotope.matrices import ExactMatrix
from arrangements.numbers import Algebraic

__all__ = ["Carried", "carry", "filter_tolerance", "hadamard_bound", "minor_roundings"]

_EXACT_BITS = 62  # int64 holds every integer below 2^63; one bit is kept free for a caller who adds two minors


@dataclass(frozen=True, eq=False)
class Carried:
    """A matrix in a numeric type: ``rows`` (int64 or float64) with the sign of a computed minor right when its size exceeds ``tolerance``.

    A maximal minor whose computed value is within the tolerance is at most ``small`` in size (0 for int64: it is zero).
    """

    rows: np.ndarray
    tolerance: float
    small: int


def carry(matrix: ExactMatrix, roundings: int) -> Carried:
    """The matrix in the type that will do for its maximal minors when they are computed with at most ``roundings`` roundings."""
    r = matrix.width
    if matrix.field is None:
        bound = hadamard_bound([sum(entry * entry for entry in row) for row in matrix.rows], r)
        if bound < 2**_EXACT_BITS:
            return Carried(np.array(matrix.rows, np.int64).reshape(len(matrix.rows), r), 0.0, 0)
    pairs = [_scaled(row) for row in matrix.rows]
    floats = [row for row, _ in pairs]
    exponents = sorted((exponent for _, exponent in pairs), reverse=True)[:r]
    tolerance = filter_tolerance(_permanent_bound(floats, r), roundings)
    small = ceil(2 * Fraction(tolerance) * Fraction(2) ** sum(max(0, exponent) for exponent in exponents))
    return Carried(np.array(floats, np.float64).reshape(len(floats), r), tolerance, small)


def hadamard_bound(squares: Sequence[int], r: int) -> int:
    """An integer that no r-minor exceeds in size, from the squares of the Euclidean row norms: the product of the r largest, rounded up.

    Norms below 1 count as 1, so that the number also bounds every entry (r > 0) and every smaller minor.

    >>> hadamard_bound([25, 1, 169], 2)
    65
    """
    square = prod(sorted((max(1, norm) for norm in squares), reverse=True)[:r])
    root = isqrt(square)
    return root + (root * root < square)


def _scaled(row: Sequence[Any]) -> tuple[list[float], int]:
    """The row divided by 2^e, with entries below 1 in size, and e. Each entry is off by at most two roundings."""
    if all(type(entry) is int for entry in row):
        exponent = max((abs(entry).bit_length() for entry in row), default=0)
        # int / int is correctly rounded in Python, whatever the sizes.
        return [entry / (1 << exponent) for entry in row], exponent
    mantissas = [_mantissa(entry) for entry in row]
    exponent = max((e for m, e in mantissas if m), default=0)
    return [ldexp(m, e - 64 - exponent) for m, e in mantissas], exponent


def _mantissa(entry: Any) -> tuple[int, int]:
    """(m, e) with entry = m * 2^(e - 64), m of 64 bits (or 0) and rounded down in size."""
    if isinstance(entry, Algebraic):
        m, e = entry.leading_bits()
        return m, 64 - e
    entry = int(entry)
    e = abs(entry).bit_length()
    m = abs(entry) >> (e - 64) if e > 64 else abs(entry) << (64 - e)
    return (m if entry > 0 else -m), e


def minor_roundings(b: int, a: int, terms: int) -> int:
    """At most how many roundings enter any one product of entries when a (b+a)-minor is expanded with that many terms.

    A k-minor from (k-1)-minors: two of the entry itself, one of a product and at most k of additions; the last expansion: one product, and
    as many additions as terms.
    """
    return sum(k + 3 for k in range(1, b + 1)) + sum(k + 3 for k in range(1, a + 1)) + 1 + terms


def filter_tolerance(permanent: Fraction, roundings: int) -> float:
    """Twice gamma * permanent with gamma = k u / (1 - k u), u = 2^-53: a bound on the error of a computed minor, underflow included.

    ``permanent`` bounds the sum of the sizes of the products of true entries that make up the minor. Each product appears once in the
    expansion and carries at most ``roundings`` factors 1 + delta, |delta| <= u (Higham, Accuracy and Stability, section 3.1). That gives
    gamma * permanent. The factor two covers the rounding of this number itself and underflow, which adds less than 2^-900 (at most 2^40
    operations, each off by 2^-1075 and then multiplied by less than 2^100) to something that is at least 2^-200. This holds for
    r <= 28, and beyond that no table of minors fits in any memory.
    """
    unit = Fraction(roundings, 2**53)
    return float(2 * permanent * unit / (1 - unit))


def _permanent_bound(rows: Sequence[Sequence[float]], r: int) -> Fraction:
    """Bounds the permanent of the sizes of any r scaled rows: r! or the product of the r largest 1-norms, each at least 1/2."""
    slack = 1 + Fraction(1, 2**50)  # more than two roundings of each entry
    norms = sorted((max(Fraction(1, 2), slack * sum(map(Fraction, map(abs, row)))) for row in rows), reverse=True)
    return min(Fraction(factorial(r)), prod(norms[:r], start=Fraction(1)))
