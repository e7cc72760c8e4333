"""Signs of all maximal minors of an exact matrix.

The obvious definition is ``[sign(det(rows of S)) for S in combinations(range(n), r)]``.
``minor_signs`` gives the same numbers: generalised Laplace expansion in int64 where a bound allows
it; otherwise in float64 with a proven tolerance, and what that leaves open is decided exactly,
zeros in bulk modulo primes, the others by integer determinants. Methods, forced by ``method``:

- ``determinants``: each sign that is left open by a determinant;
- ``primes``: those that are zero by residues modulo primes, the others by determinants;
- ``relations``: all signs from the minors of the relations among the rows, if there are fewer
  relations than columns;
- ``auto``: as seems best.

>>> minor_signs([(1, 0), (1, 1), (2, 2), (0, 1)]).tolist()
[1, 1, 1, 0, 1, 1]
"""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Literal

import numpy as np

from arrangements.errors import LimitReached
from arrangements.exact.linear import bounds, determinant, kernel, row_basis
from arrangements.exact.numbers.algebraic import sign
from arrangements.matroids.chirotopes.carriers import carry
from arrangements.matroids.chirotopes.expansion import colex_minor_signs, split, table_bytes
from arrangements.matroids.chirotopes.modular import nonzero_minors
from arrangements.matroids.chirotopes.scaled_matrices import ExactMatrix, Rows, exact_matrix
from arrangements.matroids.chirotopes.subsets import (
    colex_subsets,
    odd_complements,
    unrank_colex,
)
from arrangements.running import memory_limit

__all__ = ["Method", "check_size", "colex_signs", "minor_signs"]

Method = Literal["auto", "determinants", "primes", "relations"]

# bytes; beyond, relations among the rows are preferred, if fewer than the columns
# (tests/bench/test_thresholds.py)
_LARGE_TABLES = 2**24
# so many open signs are decided by one determinant each; more are first sieved modulo primes
# (tests/bench/test_thresholds.py)
_FEW = 32


def minor_signs(rows: Rows, method: Method = "auto") -> np.ndarray:
    """Signs (int8) of the minors of all r-subsets of the n rows in lexicographic order, r = number
    of columns; exact.

    Entries are int, Fraction or Algebraic, or the rows are an integer array. ``LimitReached`` if
    that does not fit into memory (``limited``). With r = 0 there is one empty minor, 1.
    """
    matrix = exact_matrix(rows)
    n, r = len(matrix.rows), matrix.width
    check_size(n, r)
    # Lexicographic order is the colexicographic order of the reversed elements, backwards;
    # reversing r rows takes r(r-1)/2 swaps.
    signs = colex_signs(replace(matrix, rows=matrix.rows[::-1]), method)[::-1]
    return np.ascontiguousarray(-signs if r * (r - 1) // 2 % 2 else signs)


def colex_signs(matrix: ExactMatrix, method: Method = "auto") -> np.ndarray:
    """The signs of the minors in colexicographic order; the caller has checked the size."""
    r = matrix.width
    if r == 0:
        return np.ones(1, np.int8)
    if r > len(matrix.rows):
        return np.zeros(0, np.int8)
    forced = method == "relations" and r > len(matrix.rows) - r
    if forced or (method == "auto" and _prefers_complement(len(matrix.rows), r)):
        return _from_complement(matrix)
    a, b = split(r)
    carried = carry(matrix, bounds.expansion_roundings(b, a, comb(r, a)))
    signs = colex_minor_signs(carried.rows, carried.tolerance)
    if carried.tolerance == 0:
        return signs
    unsure = np.flatnonzero(signs == 0)
    if method == "primes" or (method != "determinants" and len(unsure) > _FEW):
        # Each of these minors is at most carried.small in size, so few primes decide which are
        # zero; the others are rare.
        unsure = unsure[nonzero_minors(matrix, carried.small)[unsure]]
    for number in unsure.tolist():
        signs[number] = sign(determinant([matrix.rows[i] for i in unrank_colex(number, r)]))
    return signs


def _prefers_complement(n: int, r: int) -> bool:
    return r > n - r and table_bytes(n, split(r)[1], r) > _LARGE_TABLES


def _from_complement(matrix: ExactMatrix) -> np.ndarray:
    """From the minors of the relations among the rows: the complements of subsets in
    colexicographic order come in reverse order.

    The relations y with y * rows = 0 form a matrix of n - r columns whose minors are, up to one
    common factor and known signs, the complementary minors: the dual oriented matroid. When r is
    close to n they are far smaller.
    """
    n, r = len(matrix.rows), matrix.width
    basis = row_basis(matrix.rows)
    if len(basis) < r:
        return np.zeros(comb(n, r), np.int8)
    relations = kernel(list(zip(*matrix.rows, strict=True)), n)
    complements = colex_signs(exact_matrix([[y[e] for y in relations] for e in range(n)]))
    signs = np.where(odd_complements(colex_subsets(n, n - r), n), -complements, complements)[::-1]
    # The common factor has a sign, too; one basis tells it.
    number = sum(comb(e, i + 1) for i, e in enumerate(basis))
    return signs if signs[number] == sign(determinant([matrix.rows[e] for e in basis])) else -signs


def check_size(n: int, r: int) -> None:
    """Refuse, with numbers, a table of signs that will not fit."""
    if r > n:
        return
    smaller = n - r if _prefers_complement(n, r) else r
    needed = comb(n, r) + table_bytes(n, split(smaller)[1], smaller)
    limit = memory_limit()
    if needed > limit:
        raise LimitReached(
            f"the chirotope must fit in {limit} bytes, not need {needed} (rank {r} on {n} elements: {comb(n, r)} signs)"
        )
