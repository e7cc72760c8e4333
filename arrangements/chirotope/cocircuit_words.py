"""Cocircuits as sign words, one for each (r-1)-subset of the elements: the input of the tope kernel.

The cocircuit of S is the sign vector e -> sign of chi(S ascending, then e). Both functions return two uint64 arrays of shape
(C(n, r-1), max(1, ceil(n / 64))), subsets in colexicographic order: a bit of ``positive`` is 1 where the sign is +, a bit of ``nonzero``
where it is not 0. Element e is bit 63 - e % 64 of word e // 64. A subset that is not independent has no bits at all.

>>> positive, nonzero = words_from_rows([(1, 0), (1, 1), (-1, 1)])
>>> [f"{int(word):064b}"[:3] for word in positive[:, 0]], [f"{int(word):064b}"[:3] for word in nonzero[:, 0]]
(['011', '001', '000'], ['011', '101', '110'])
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from arrangements.chirotope.carriers import carry, minor_roundings
from arrangements.chirotope.expansion import minor_tables, split, table_bytes
from arrangements.chirotope.matrices import Rows, exact_matrix
from arrangements.chirotope.minors import LARGEST, minor_signs
from arrangements.chirotope.subsets import binomials, cofactor_terms, colex_subsets, subset_words, unrank_colex
from arrangements.errors import BadInput, LimitReached
from arrangements.kernels.cocircuits import lex_to_colex, words_of_rows, words_of_signs
from arrangements.linear import determinant

__all__ = ["colex_from_lex", "words_from_rows", "words_from_signs"]

_FEW = 200  # so many subsets with open signs are settled one by one; with more, all minors are computed first


def words_from_rows(rows: Rows, limit: int = LARGEST) -> tuple[np.ndarray, np.ndarray]:
    """From the rows of an n x r matrix of int, Fraction or Algebraic, r >= 1; exact."""
    matrix = exact_matrix(rows)
    n, r = len(matrix.rows), matrix.width
    positive, nonzero = _empty_words(n, r, limit)
    if r > n + 1 or not len(positive):
        return positive, nonzero
    a, b = split(r - 1)
    carried = carry(matrix, minor_roundings(b, a, comb(r - 1, a)) + r + 4)
    number = carried.rows.dtype.type
    tables = minor_tables(carried.rows, b)
    first, last, odd = cofactor_terms(r, b)
    lower = subset_words(colex_subsets(n, b), n)
    doubtful = np.empty(_FEW, np.int64)
    tolerance, binomial = number(carried.tolerance), binomials(n, r)
    found = words_of_rows(
        carried.rows, tables[b], tables[a], first, last, odd, lower, a, b, binomial, tolerance, positive, nonzero, doubtful
    )  # fmt: skip
    if carried.tolerance == 0 or found == 0:
        return positive, nonzero
    if found > _FEW:
        return words_from_signs(minor_signs(matrix.rows), n, r)
    for number in doubtful[:found].tolist():
        _settle(matrix.rows, unrank_colex(number, r - 1), positive[number], nonzero[number])
    return positive, nonzero


def _settle(rows: Sequence[Sequence[Any]], subset: list[int], positive: np.ndarray, nonzero: np.ndarray) -> None:
    """Decide exactly every sign of one subset that is still 0."""
    for e in set(range(len(rows))).difference(subset):
        word, bit = e >> 6, np.uint64(1 << (63 - (e & 63)))
        if not nonzero[word] & bit:
            minor = determinant([rows[i] for i in [*subset, e]])
            if minor != 0:
                nonzero[word] |= bit
            if minor > 0:
                positive[word] |= bit


def words_from_signs(signs: np.ndarray, n: int, r: int, limit: int = LARGEST) -> tuple[np.ndarray, np.ndarray]:
    """From the signs of all r-subsets of n elements in lexicographic order, r >= 1."""
    if len(signs) != comb(n, r):
        raise BadInput(f"number of signs must be {comb(n, r)} (rank {r} on {n} elements), not {len(signs)}")
    positive, nonzero = _empty_words(n, r, limit)
    if len(positive):
        b = min(2, r - 1)
        subsets = colex_subsets(n, b)
        join, turn = _joined(subsets, n)
        colex = colex_from_lex(np.ascontiguousarray(signs, np.int8), n, r)
        words_of_signs(colex, subset_words(subsets, n), join, turn, r - 1 - b, b, n, r, binomials(n, r), positive, nonzero)
    return positive, nonzero


def colex_from_lex(signs: np.ndarray, n: int, r: int) -> np.ndarray:
    """Signs of all r-subsets in lexicographic order, reordered colexicographically."""
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


def _joined(subsets: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """For element e and b-subset i: the colexicographic number of their union, and the sign of moving e to its end (0: e was in it)."""
    count, b = subsets.shape
    binomial = binomials(n, b + 1)
    join = np.zeros((n, count), np.int64)
    turn = np.ones((n, count), np.int8)
    for e in range(n):
        above = subsets > e
        for place in range(b):
            join[e] += binomial[subsets[:, place], place + 1 + above[:, place]]
        under = b - above.sum(axis=1)
        join[e] += binomial[e, under + 1]
        turn[e] = np.where((subsets == e).any(axis=1), 0, 1 - 2 * (above.sum(axis=1) % 2))
    return join, turn


def _empty_words(n: int, r: int, limit: int) -> tuple[np.ndarray, np.ndarray]:
    if r < 1:
        raise BadInput(f"rank must be at least 1 for cocircuits, not {r}")
    width = max(1, -(-n // 64))
    needed = 16 * width * comb(n, r - 1) + table_bytes(n, split(r - 1)[1], r)
    if needed > limit:
        raise LimitReached(f"cocircuits must fit in {limit} bytes, not need {needed} (rank {r} on {n} elements)")
    shape = (comb(n, r - 1), width)
    return np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
