"""The one module of this package that imports FLINT: exact linear systems with integer entries, of the size of a basis.

Rows are sequences of int. Matrices with a side of length 0 are answered here and never reach the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

import flint

__all__ = ["dependency", "independent", "short_kernel", "solved"]

_PRIMES = (2**61 - 1, 2**62 - 57)


def independent(rows: Sequence[Sequence[int]]) -> list[int]:
    """Positions of linearly independent rows, greedily from the front.

    Computed modulo primes: the rows found are independent; with very bad luck some were missed. Callers verify what they build on it.
    """
    if not rows or not rows[0]:
        return []
    return max((_pivots(rows, prime) for prime in _PRIMES), key=len)


def _pivots(rows: Sequence[Sequence[int]], prime: int) -> list[int]:
    width = len(rows[0])
    entries = [row[k] % prime for k in range(width) for row in rows]
    reduced, rank = flint.nmod_mat(width, len(rows), entries, prime).rref()
    found, column = [], 0
    for k in range(rank):
        while int(reduced[k, column]) == 0:
            column += 1
        found.append(column)
    return found


def dependency(rows: Sequence[Sequence[int]]) -> list[int]:
    """Integer weights, not all zero, with which the rows sum to zero, if they are unique up to a factor; otherwise none."""
    if not rows or not rows[0]:
        return [1] if len(rows) == 1 else []
    columns, nullity = flint.fmpz_mat([list(column) for column in zip(*rows, strict=True)]).nullspace()
    return [int(columns[i, 0]) for i in range(len(rows))] if nullity == 1 else []


def solved(matrix: Sequence[Sequence[int]], right: Sequence[int]) -> list[int]:
    """A positive multiple of the solution x of ``matrix`` x = ``right``; the matrix must be square and regular."""
    if not matrix:
        return []
    solution = flint.fmpz_mat([list(row) for row in matrix]).solve(flint.fmpz_mat([[c] for c in right]))
    parts = [(int(x.p), int(x.q)) for x in solution.entries()]
    common = lcm(*(q for _, q in parts))
    return [p * (common // q) for p, q in parts]


def short_kernel(rows: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    """Integer vectors, LLL-reduced, that span the vectors x with <row, x> = 0 for all rows."""
    if not rows or not width:
        return [[int(i == k) for i in range(width)] for k in range(width)]
    columns, nullity = flint.fmpz_mat([list(row) for row in rows]).nullspace()
    if not nullity:
        return []
    basis = flint.fmpz_mat([[columns[i, k] for i in range(width)] for k in range(nullity)]).lll()
    return [[int(c) for c in row] for row in basis.tolist()]
