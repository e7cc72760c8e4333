"""Drives the minor kernels: tables of small minors, then all maximal minors, in one numeric type.

Used with int64, float64 and residues alike by ``minors`` and ``modular``, which prove that the type
suffices.

>>> colex_minor_signs(np.array([[1, 0], [1, 1], [0, 1]])).tolist()
[1, 1, 1]
"""

from __future__ import annotations

from math import comb

import numpy as np

from arrangements.kernels.chirotopes.minors import Expansion, extend_minors, maximal_minors
from arrangements.matroids.chirotopes.subsets import binomials, laplace_terms, smaller_sets

__all__ = ["colex_minor_signs", "minor_tables", "split", "table_bytes"]


def split(r: int) -> tuple[int, int]:
    """(a, b) with a + b = r: how many of the larger and of the smaller rows of a set make up the
    two factors. b >= a.
    """
    return r // 2, r - r // 2


def table_bytes(n: int, k: int, r: int) -> int:
    """Room for the tables of 0- to k-minors of n rows and r columns."""
    return 8 * sum(comb(n, size) * comb(r, size) for size in range(k + 1))


def minor_tables(matrix: np.ndarray, k: int, modulus: int = 0) -> list[np.ndarray]:
    """Tables of the 0- to k-minors: entry [set of columns, set of rows], columns lexicographic,
    rows colexicographic.
    """
    n, r = matrix.shape
    binomial = binomials(n, k)
    tables = [np.ones((1, 1), matrix.dtype)]
    for size in range(1, k + 1):
        columns, drop = smaller_sets(r, size)
        longer = np.empty((len(columns), comb(n, size)), matrix.dtype)
        extend_minors(
            matrix, tables[-1], columns, drop, binomial, matrix.dtype.type(modulus), longer
        )
        tables.append(longer)
    return tables


def colex_minor_signs(matrix: np.ndarray, tolerance: float = 0, modulus: int = 0) -> np.ndarray:
    """Sign of each maximal minor in colexicographic order, 0 where it is within the tolerance; 0 or
    1 for residues.
    """
    n, r = matrix.shape
    number = matrix.dtype.type
    a, b = split(r)
    tables = minor_tables(matrix, b, modulus)
    expansion = Expansion(a, b, *laplace_terms(r, b))
    signs = np.empty(comb(n, r), np.int8)
    maximal_minors(
        tables[b],
        tables[a],
        expansion,
        n,
        binomials(n, r),
        number(modulus),
        number(tolerance),
        signs,
    )
    return signs
