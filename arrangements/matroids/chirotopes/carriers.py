"""In which numeric type the minors of a matrix are computed, and the proof that the type suffices.
Everything is decided beforehand.

``int64`` if Hadamard's bound keeps every maximal minor below 2^62: sums and products that wrap
around in between are exact modulo 2^64, so the result is right. Otherwise float64 on rows scaled by
powers of two, with a tolerance T: a computed minor beyond T in size has the right sign, and one
within T belongs to a true minor of size at most 2 T, which is for the caller to decide exactly.

>>> from arrangements.matroids.chirotopes.scaled_matrices import exact_matrix
>>> carry(exact_matrix([(3, 4), (0, 1), (5, 12)]), roundings=9).tolerance
0.0
>>> carry(exact_matrix([(3, 4), (0, 1), (5, 12 * 10**20)]), roundings=9).tolerance
8.88...e-16
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, ldexp
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.exact.linear import bounds
from arrangements.exact.numbers.algebraic import Algebraic

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes.scaled_matrices import ExactMatrix

__all__ = ["Carried", "carry"]

# int64 holds every integer below 2^63; one bit is kept free for a caller who adds two minors
_EXACT_BITS = 62


@dataclass(frozen=True, eq=False)
class Carried:
    """A matrix in a numeric type: ``rows`` (int64 or float64) with the sign of a computed minor
    right when its size exceeds ``tolerance``.

    A maximal minor whose computed value is within the tolerance is at most ``small`` in size (0 for
    int64: it is zero).
    """

    rows: np.ndarray
    tolerance: float
    small: int


def carry(matrix: ExactMatrix, roundings: int) -> Carried:
    """The matrix in the type that will do for its maximal minors when they are computed with at
    most ``roundings`` roundings.
    """
    r = matrix.width
    rows: Sequence[Sequence[Any]] = matrix.rows
    if (
        matrix.field is None
        and bounds.hadamard([sum(entry * entry for entry in row) for row in rows], r)
        < 2**_EXACT_BITS
    ):
        return Carried(np.array(matrix.rows, np.int64).reshape(len(matrix.rows), r), 0.0, 0)
    pairs = [_scaled(row) for row in matrix.rows]
    floats = [row for row, _ in pairs]
    exponents = sorted((exponent for _, exponent in pairs), reverse=True)[:r]
    tolerance = bounds.expansion_error(bounds.permanent(floats, r), roundings)
    small = ceil(
        2 * Fraction(tolerance) * Fraction(2) ** sum(max(0, exponent) for exponent in exponents)
    )
    return Carried(np.array(floats, np.float64).reshape(len(floats), r), tolerance, small)


def _scaled(row: Sequence[Any]) -> tuple[list[float], int]:
    """The row divided by 2^e, with entries below 1 in size, and e. Each entry is off by at most two
    roundings.
    """
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
