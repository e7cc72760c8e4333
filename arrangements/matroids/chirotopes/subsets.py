"""Numbering of subsets: binomial tables, subsets in colexicographic order, and the terms of Laplace
expansions.

Lexicographic order is that of ``itertools.combinations``; colexicographic order compares largest
elements first, so that the subsets of 0..j-1 come before all others. The latter is what Finschi
calls reverse lexicographic.

>>> colex_subsets(4, 2).tolist()
[[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]
>>> subset_words(colex_subsets(4, 2), 4)[1].tolist() == [2**63 + 2**61]
True
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

__all__ = [
    "binomials",
    "colex_subsets",
    "laplace_terms",
    "lex_numbers",
    "lex_subsets",
    "odd_complements",
    "odd_subsets",
    "smaller_sets",
    "subset_words",
    "unrank_colex",
]


def binomials(n: int, r: int) -> np.ndarray:
    """C(m, k) for m = 0..n and k = 0..r; the caller has checked that C(n, r) fits (entries beyond
    int64 are left at 0, unused).
    """
    table = np.zeros((n + 1, r + 1), np.int64)
    row = [1] + [0] * r
    for m in range(n + 1):
        table[m] = [value if value < 2**63 else 0 for value in row]
        row = [1] + [row[k] + row[k - 1] for k in range(1, r + 1)]
    return table


def colex_subsets(n: int, k: int) -> np.ndarray:
    """The k-subsets of 0..n-1, ascending, one a row, in colexicographic order. Small tables are
    kept, so none may be written to.
    """
    return _remembered(n, k) if comb(n, k) < 10_000 else _colex_subsets(n, k)


@lru_cache(maxsize=256)
def _remembered(n: int, k: int) -> np.ndarray:
    return _colex_subsets(n, k)


def _colex_subsets(n: int, k: int) -> np.ndarray:
    if k > n - k >= 0:
        # Complements come in reverse order; this way no table on the way is larger than the result.
        left = np.ones((comb(n, k), n), np.bool_)
        np.put_along_axis(left, _colex_subsets(n, n - k)[::-1], False, axis=1)
        subsets = np.broadcast_to(np.arange(n, dtype=np.int32), left.shape)[left].reshape(-1, k)
    else:
        subsets = np.zeros((1, 0), np.int32)
        for size in range(1, k + 1):
            longer = np.empty((comb(n, size), size), np.int32)
            for last in range(n):
                those = longer[comb(last, size) : comb(last + 1, size)]
                those[:, :-1] = subsets[: len(those)]
                those[:, -1] = last
            subsets = longer
    subsets.setflags(write=False)
    return subsets


def lex_subsets(n: int, k: int) -> np.ndarray:
    """The k-subsets of 0..n-1, ascending, one a row, in lexicographic order."""
    # That is the colexicographic order of the reversed elements, backwards.
    return n - 1 - colex_subsets(n, k)[::-1, ::-1]


def lex_numbers(subsets: np.ndarray, n: int) -> np.ndarray:
    """The lexicographic number of each subset, given ascending, one a row."""
    k = subsets.shape[1]
    binomial = binomials(n, k)
    numbers = np.full(len(subsets), comb(n, k) - 1, np.int64)
    for i, column in enumerate(subsets.T):
        numbers -= binomial[n - 1 - column, k - i]
    return numbers


def odd_subsets(subsets: np.ndarray) -> np.ndarray:
    """For each subset S, ascending, one a row, whether the permutation (S, all others) is odd."""
    # Its inversions: each element of S passes as many others as it is above its place 0..k-1.
    k = subsets.shape[1]
    return (subsets.sum(axis=1) - k * (k - 1) // 2) % 2 == 1


def odd_complements(subsets: np.ndarray, n: int) -> np.ndarray:
    """For each subset S whether the permutation (all others, S) is odd."""
    k = subsets.shape[1]
    return odd_subsets(subsets) ^ (k * (n - k) % 2 == 1)


def subset_words(subsets: np.ndarray, n: int) -> np.ndarray:
    """Each row of elements as a row of words: element e is bit 63 - e % 64 of word e // 64. At
    least one word, even for n = 0.
    """
    words = np.zeros((len(subsets), max(1, -(-n // 64))), np.uint64)
    index = np.arange(len(subsets))
    for column in subsets.T:
        words[index, column >> 6] |= np.uint64(1) << (63 - (column & 63)).astype(np.uint64)
    return words


@lru_cache
def _numbers(r: int, k: int) -> dict[tuple[int, ...], int]:
    return {columns: number for number, columns in enumerate(combinations(range(r), k))}


def smaller_sets(r: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The k-subsets of r columns, and for each the numbers of the (k-1)-subsets left by dropping
    its 1st, 2nd, ... element.
    """
    smaller = _numbers(r, k - 1)
    columns = list(_numbers(r, k))
    drop = [[smaller[chosen[:t] + chosen[t + 1 :]] for t in range(k)] for chosen in columns]
    return np.array(columns, np.int64), np.array(drop, np.int64)


def laplace_terms(r: int, b: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Terms of the r-minor for its first b rows: column sets of these, column sets of the others,
    and whether the term is negative.
    """
    first, last, odd = [], [], []
    for chosen in combinations(range(r), b):
        first.append(_numbers(r, b)[chosen])
        last.append(
            _numbers(r, r - b)[tuple(column for column in range(r) if column not in chosen)]
        )
        odd.append((sum(chosen) - b * (b - 1) // 2) % 2 == 1)
    return np.array(first, np.int64), np.array(last, np.int64), np.array(odd, np.bool_)


def unrank_colex(number: int, k: int) -> list[int]:
    """The k-subset with that number in colexicographic order, ascending."""
    subset = []
    for size in range(k, 0, -1):
        element = size - 1
        while comb(element + 1, size) <= number:
            element += 1
        number -= comb(element, size)
        subset.append(element)
    return subset[::-1]
