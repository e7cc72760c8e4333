"""In which numeric type the minors of a matrix are computed, and the proof that the type suffices. Everything is decided beforehand.

``int64`` if Hadamard's bound keeps every maximal minor below 2^62: sums and products that wrap around in between are exact modulo 2^64,
so the result is right. Otherwise float64 on rows scaled by powers of two, with a tolerance T: a computed minor beyond T in size has the
right sign, and one within T belongs to a true minor of size at most 2 T, which is for the caller to decide exactly.

>>> hadamard_bound([(3, 4), (0, 1), (5, 12)], 2)
65
>>> carry([(3, 4), (0, 1), (5, 12)], 2, roundings=9).tolerance
0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, isqrt, prod

import numpy as np

__all__ = ["Carried", "IntegerRows", "carry", "filter_tolerance", "hadamard_bound", "minor_roundings"]

IntegerRows = Sequence[Sequence[int]]

_EXACT_BITS = 62  # int64 holds every integer below 2^63; one bit is kept free for a caller who adds two minors


@dataclass(frozen=True, eq=False)
class Carried:
    """A matrix in a numeric type: ``rows`` (int64 or float64) with the sign of a computed minor right when its size exceeds ``tolerance``.

    A true r-minor whose computed value is within the tolerance is an integer of size at most ``small`` (0 for int64: it is zero).
    """

    rows: np.ndarray
    tolerance: float
    small: int


def hadamard_bound(rows: IntegerRows, r: int) -> int:
    """An integer no r-minor exceeds in size: the product of the r largest Euclidean row norms, each at least 1, rounded up.

    It also bounds every entry (r > 0) and every smaller minor, since all norms count as at least 1.
    """
    squares = sorted((max(1, sum(entry * entry for entry in row)) for row in rows), reverse=True)
    square = prod(squares[:r])
    root = isqrt(square)
    return root + (root * root < square)


def _scaled(rows: IntegerRows) -> tuple[np.ndarray, list[int]]:
    """Each row divided by the least power of two above its entries, rounded to nearest, and the exponents. Entries are at most 1."""
    exponents = [max((abs(entry).bit_length() for entry in row), default=0) for row in rows]
    # int / int is correctly rounded in Python, whatever the sizes; below 2^-1022 the error is absolute and at most 2^-1075.
    scaled = [[entry / (1 << exponent) for entry in row] for row, exponent in zip(rows, exponents, strict=True)]
    return np.array(scaled, np.float64).reshape(len(rows), -1), exponents


def minor_roundings(b: int, a: int, terms: int) -> int:
    """At most how many roundings enter any one product of entries when a (b+a)-minor is expanded with that many terms.

    A k-minor from (k-1)-minors: the entry's own rounding, a product and at most k additions; the last expansion: one product, and as many
    additions as terms.
    """
    return sum(k + 2 for k in range(1, b + 1)) + sum(k + 2 for k in range(1, a + 1)) + 1 + terms


def filter_tolerance(permanent: Fraction, roundings: int) -> float:
    """Twice gamma * permanent with gamma = k u / (1 - k u), u = 2^-53: a bound on the error of a computed minor, underflow included.

    ``permanent`` bounds the sum of the sizes of the products of true entries that make up the minor. Each product appears once in the
    expansion and carries at most ``roundings`` factors 1 + delta, |delta| <= u (Higham, Accuracy and Stability, section 3.1). That gives
    gamma * permanent. The factor two covers the rounding of this number itself and underflow, which adds less than 2^-900 (at most 2^40
    operations, each off by 2^-1075 and then multiplied by less than 2^100) to something that is at least 2^-200.
    """
    unit = Fraction(roundings, 2**53)
    return float(2 * permanent * unit / (1 - unit))


def _permanent_bound(rows: IntegerRows, exponents: Sequence[int], r: int) -> Fraction:
    """Bounds the permanent of the sizes of any r scaled rows: r! or the product of the r largest 1-norms, each at least 1/2."""
    norms = [Fraction(sum(map(abs, row)), 1 << exponent) for row, exponent in zip(rows, exponents, strict=True)]
    largest = sorted((max(norm, Fraction(1, 2)) for norm in norms), reverse=True)[:r]
    return min(Fraction(factorial(r)), prod(largest, start=Fraction(1)))


def carry(rows: IntegerRows, r: int, roundings: int) -> Carried:
    """The matrix in the type that will do for its r-minors when they are computed with that many roundings."""
    bound = hadamard_bound(rows, r)
    if bound < 2**_EXACT_BITS:
        return Carried(np.array(rows, np.int64).reshape(len(rows), r), 0, 0)
    scaled, exponents = _scaled(rows)
    tolerance = filter_tolerance(_permanent_bound(rows, exponents, r), roundings)
    unscaled = 2 * Fraction(tolerance) * (1 << sum(sorted(exponents, reverse=True)[:r]))
    return Carried(scaled, tolerance, min(bound, int(unscaled)))

