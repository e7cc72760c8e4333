"""The adapter for FLINT's matrices: over the integers, and modulo primes below 2^64. It takes and
returns rows of ``int``.

Matrices with a side of length 0 are answered here and never reach the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import Any

import flint

__all__ = [
    "dependency",
    "independent",
    "independent_modulo",
    "is_prime",
    "rank_modulo",
    "reduced_kernel",
    "short_kernel",
    "solution",
    "solved",
    "solved_modulo",
]

Rows = Sequence[Sequence[int]]
_PRIMES = (2**61 - 1, 2**62 - 57)


def is_prime(m: int) -> bool:
    """Proved, not probable."""
    return bool(flint.fmpz(m).is_prime())


def independent(rows: Rows) -> list[int]:
    """Positions of linearly independent rows, greedily from the front.

    Computed modulo primes: the rows found are independent; with very bad luck some were missed.
    Callers verify what they build on it.
    """
    return max((independent_modulo(rows, prime) for prime in _PRIMES), key=len)


def independent_modulo(rows: Rows, prime: int) -> list[int]:
    """Positions of rows that are independent modulo a prime, greedily from the front."""
    if not rows or not rows[0]:
        return []
    reduced, rank = _modulo(list(zip(*rows, strict=True)), prime).rref()
    found, column = [], 0
    for k in range(rank):
        while int(reduced[k, column]) == 0:
            column += 1
        found.append(column)
    return found


def dependency(rows: Rows) -> list[int]:
    """Integer weights, not all zero, with which the rows sum to zero, if they are unique up to a
    factor; otherwise none.
    """
    if not rows or not rows[0]:
        return [1] if len(rows) == 1 else []
    columns, nullity = flint.fmpz_mat(
        [list(column) for column in zip(*rows, strict=True)]
    ).nullspace()
    return [int(columns[i, 0]) for i in range(len(rows))] if nullity == 1 else []


def rank_modulo(rows: Rows, prime: int) -> int:
    """The rank modulo a prime: at most the rank."""
    return int(_modulo(rows, prime).rank()) if rows and rows[0] else 0


def solved_modulo(matrix: Rows, right: Rows, prime: int) -> list[list[int]] | None:
    """The matrix X with ``matrix`` X = ``right`` modulo a prime; None if ``matrix``, which must be
    square, is singular there.
    """
    if not matrix or not right[0]:
        return [[] for _ in matrix]
    try:
        found = _modulo(matrix, prime).solve(_modulo(right, prime))
    except ZeroDivisionError:
        return None
    return [[int(c) for c in row] for row in found.tolist()]


def _modulo(rows: Rows, prime: int) -> Any:
    return flint.nmod_mat(len(rows), len(rows[0]), [x % prime for row in rows for x in row], prime)


def solved(matrix: Rows, right: Sequence[int]) -> list[int]:
    """A positive multiple of the solution x of ``matrix`` x = ``right``; the matrix must be square
    and regular.
    """
    return solution(matrix, right)[0]


def solution(matrix: Rows, right: Sequence[int]) -> tuple[list[int], int]:
    """Numerators and the common denominator of the solution; ZeroDivisionError if the matrix, which
    must be square, is singular.
    """
    if not matrix:
        return [], 1
    solution = flint.fmpz_mat([list(row) for row in matrix]).solve(
        flint.fmpz_mat([[c] for c in right])
    )
    parts = [(int(x.p), int(x.q)) for x in solution.entries()]
    common = lcm(*(q for _, q in parts))
    return [p * (common // q) for p, q in parts], common


def reduced_kernel(rows: Rows, width: int) -> tuple[list[list[int]], list[int]]:
    """Integer vectors x with <row, x> = 0 for all rows, one for each column outside of the column
    basis, where it alone is not 0; and that column basis.

    >>> reduced_kernel([[1, 2, 3], [2, 4, 7]], 3)
    ([[-2, 1, 0]], [0, 2])
    """
    if not rows or not width:
        return [[int(i == k) for i in range(width)] for k in range(width)], []
    reduced, denominator, rank = flint.fmpz_mat([list(row) for row in rows]).rref()
    pivots: list[int] = []
    for i in range(rank):
        pivots.append(
            next(j for j in range(pivots[-1] + 1 if pivots else 0, width) if reduced[i, j])
        )
    found = []
    for free in sorted({*range(width)} - {*pivots}):
        vector = [0] * width
        vector[free] = int(denominator)
        for i, pivot in enumerate(pivots):
            vector[pivot] = -int(reduced[i, free])
        common = gcd(*vector) * (1 if denominator > 0 else -1)
        found.append([x // common for x in vector])
    return found, pivots


def short_kernel(rows: Rows, width: int) -> list[list[int]]:
    """Integer vectors, LLL-reduced, that span the vectors x with <row, x> = 0 for all rows."""
    if not rows or not width:
        return [[int(i == k) for i in range(width)] for k in range(width)]
    columns, nullity = flint.fmpz_mat([list(row) for row in rows]).nullspace()
    if not nullity:
        return []
    basis = flint.fmpz_mat([[columns[i, k] for i in range(width)] for k in range(nullity)]).lll()
    return [[int(c) for c in row] for row in basis.tolist()]
