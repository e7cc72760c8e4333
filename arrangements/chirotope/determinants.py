"""One determinant at a time, by Bareiss' elimination: exact in any integral domain whose elements support ``-``, ``*`` and exact division.

>>> determinant([(1, 2), (3, 4)])
-2
>>> determinant([])
1
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

__all__ = ["determinant"]


def determinant(rows: Sequence[Sequence[Any]]) -> Any:
    """The determinant of a square matrix of integers, or of elements of a field."""
    matrix = [list(row) for row in rows]
    size = len(matrix)
    previous: Any = 1
    sign = 1
    for k in range(size):
        pivot_row = next((i for i in range(k, size) if matrix[i][k] != 0), None)
        if pivot_row is None:
            return 0
        if pivot_row != k:
            matrix[k], matrix[pivot_row] = matrix[pivot_row], matrix[k]
            sign = -sign
        pivot = matrix[k][k]
        for i in range(k + 1, size):
            factor = matrix[i][k]
            matrix[i] = [_divided(pivot * x - factor * y, previous) for x, y in zip(matrix[i], matrix[k], strict=True)]
        previous = pivot
    return sign * previous


def _divided(numerator: Any, divisor: Any) -> Any:
    """The quotient, known to be exact; integers stay integers."""
    if isinstance(numerator, int) and isinstance(divisor, int):
        return numerator // divisor
    return (Fraction(numerator) if isinstance(numerator, int) else numerator) / divisor
