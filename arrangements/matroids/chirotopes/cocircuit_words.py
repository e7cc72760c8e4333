"""Cocircuits as sign words, one for each (r-1)-subset of the elements: the input of the tope
kernel.

The cocircuit of S is the sign vector e -> sign of chi(S ascending, then e). Both functions return
two uint64 arrays of shape (C(n, r-1), max(1, ceil(n / 64))), subsets in colexicographic order: a
bit of ``positive`` is 1 where the sign is +, a bit of ``nonzero`` where it is not 0. Element e is
bit 63 - e % 64 of word e // 64. A subset that is not independent has no bits at all.

>>> positive, nonzero = words_from_rows([(1, 0), (1, 1), (-1, 1)])
>>> [f"{int(word):064b}"[:3] for word in positive[:, 0]], [f"{int(word):064b}"[:3] for word in nonzero[:, 0]]
(['011', '001', '000'], ['011', '101', '110'])
"""

from __future__ import annotations

from math import comb

import numpy as np

from arrangements.errors import BadInput, LimitReached
from arrangements.kernels.chirotopes.cocircuits import Signs, lex_to_colex, pack, words_of_signs
from arrangements.matroids.chirotopes.minors import check_size, colex_signs
from arrangements.matroids.chirotopes.scaled_matrices import Rows, exact_matrix
from arrangements.matroids.chirotopes.subsets import binomials, colex_subsets
from arrangements.running import memory_limit

__all__ = ["colex_from_lex", "words_from_rows", "words_from_signs"]

Words = tuple[np.ndarray, np.ndarray]


def words_from_rows(rows: Rows) -> Words:
    """From the rows of an n x r matrix of int, Fraction or Algebraic, r >= 1; exact."""
    matrix = exact_matrix(rows)
    n, r = len(matrix.rows), matrix.width
    check_size(n, r)
    return _words(colex_signs(matrix), n, r)


def words_from_signs(signs: np.ndarray, n: int, r: int) -> Words:
    """From the signs of all r-subsets of n elements in lexicographic order, r >= 1."""
    if len(signs) != comb(n, r):
        raise BadInput(
            f"number of signs must be {comb(n, r)} (rank {r} on {n} elements), not {len(signs)}"
        )
    return _words(colex_from_lex(np.ascontiguousarray(signs, np.int8), n, r), n, r)


def _words(signs: np.ndarray, n: int, r: int) -> Words:
    if r < 1:
        raise BadInput(f"rank must be at least 1 for cocircuits, not {r}")
    shape = (max(1, -(-n // 64)), comb(n, r - 1))
    needed = 16 * shape[0] * shape[1]
    limit = memory_limit()
    if needed > limit:
        raise LimitReached(
            f"cocircuits must fit in {limit} bytes, not need {needed} (rank {r} on {n} elements)"
        )
    if r > n:
        return np.zeros(shape[::-1], np.uint64), np.zeros(shape[::-1], np.uint64)
    binomial = binomials(n, r)
    b = min(2, r - 1)
    lower = np.array(colex_subsets(n, b), np.int64)
    room = np.zeros(len(lower), np.int64)
    for place, column in enumerate(lower.T):
        room += binomial[column, place + 2]
    plus, some = np.empty((2, len(signs) // 64 + 2), np.uint64)
    pack(signs, plus, some)
    positive, nonzero = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    words_of_signs(Signs(signs, plus, some, lower, room, binomial), r - 1 - b, n, positive, nonzero)
    return np.ascontiguousarray(positive.T), np.ascontiguousarray(nonzero.T)


def colex_from_lex(signs: np.ndarray, n: int, r: int) -> np.ndarray:
    """One value for each r-subset in lexicographic order, reordered colexicographically."""
    if r > n:
        return signs
    b = min(2, r)
    binomial = binomials(n, r)
    lower = np.zeros(comb(n, b), np.int64)
    for i, column in enumerate(colex_subsets(n, b).T):
        lower += binomial[n - 1 - column, r - i]
    result = np.empty_like(signs)
    lex_to_colex(signs, lower, r - b, b, n, binomial, result)
    return result
