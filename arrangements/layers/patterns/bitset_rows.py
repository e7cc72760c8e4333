"""Finite sets of equally long bit strings: sorted arrays of uint64 words, one row per member. What
patterns are made of.

>>> a, b = (sorted_rows(np.array(rows, np.uint64)) for rows in ([[3], [1], [3]], [[1], [2]]))
>>> union(a, b).ravel().tolist(), intersection(a, b).ravel().tolist(), difference(a, b).ravel().tolist()
([1, 2, 3], [1], [3])

All functions take and return C-contiguous arrays of shape (members, words) that are sorted and
without repetition, except ``sorted_rows``, which makes them so. Order is that of the rows as long
unsigned integers.
"""

from __future__ import annotations

import numpy as np

__all__ = [
    "complement",
    "difference",
    "find",
    "intersection",
    "sorted_rows",
    "subset",
    "union",
    "without_first",
]

Words = np.ndarray  # of uint64, two-dimensional

# rows of several words, so many that a kernel sorts them, loading it included
# (tests/bench/test_thresholds.py)
_MANY = 1 << 20


def sorted_rows(words: Words, unique: bool = True) -> Words:
    """The rows in increasing order, each once."""
    words = np.ascontiguousarray(words)
    if words.shape[1] == 1:
        words = np.sort(words, axis=0)
    elif len(words) >= _MANY:
        from arrangements.kernels import sorting

        words = sorting.sorted_rows(words)
    elif len(words) > 1:
        words = words[np.lexsort(words.T[::-1])]
    if unique and len(words) > 1:
        fresh = np.empty(len(words), bool)
        fresh[0] = True
        np.any(words[1:] != words[:-1], axis=1, out=fresh[1:])
        if not fresh.all():
            words = words[fresh]
    return words


def _keys(words: Words) -> np.ndarray:
    """The rows as one-dimensional keys in the same order: numbers, or byte strings of fixed length
    with the high byte first.
    """
    if words.shape[1] == 1:
        return words[:, 0]
    return np.ascontiguousarray(words.astype(">u8")).view(f"V{8 * words.shape[1]}")[:, 0]


def find(words: Words, row: np.ndarray) -> bool:
    """Whether one row is a member."""
    low, high = 0, len(words)
    for k, word in enumerate(row):
        column = words[low:high, k]
        low, high = (
            low + int(np.searchsorted(column, word)),
            low + int(np.searchsorted(column, word, side="right")),
        )
    return low < high


def _members(a: Words, b: Words) -> np.ndarray:
    """For each row of a whether it is a row of b."""
    if not len(a) or not len(b):
        return np.zeros(len(a), bool)
    if a.shape[1] == 1:
        at = np.searchsorted(b[:, 0], a[:, 0])
        return np.asarray(b[np.minimum(at, len(b) - 1), 0] == a[:, 0])
    return np.isin(_keys(a), _keys(b), assume_unique=True)


def intersection(a: Words, b: Words) -> Words:
    """Rows of both."""
    return a[_members(a, b)]


def difference(a: Words, b: Words) -> Words:
    """Rows of a that are not rows of b."""
    return a[~_members(a, b)]


def union(a: Words, b: Words) -> Words:
    """Rows of either."""
    return sorted_rows(np.concatenate([a, difference(b, a)]))


def subset(a: Words, b: Words) -> bool:
    """Whether every row of a is a row of b."""
    return len(a) <= len(b) and bool(_members(a, b).all())


def complement(words: Words, n: int) -> Words:
    """Every bit of the first n the other way; the order is reversed by that."""
    masks = np.array(
        [((1 << 64) - 1) ^ ((1 << max(0, 64 * (k + 1) - n)) - 1) for k in range(words.shape[1])],
        np.uint64,
    )
    return words ^ masks


def without_first(words: Words, m: int, n: int) -> Words:
    """The members of n bits that begin with m ones, 0 < m, without these. The others are dropped.

    >>> [int(w) >> 61 for w in without_first(np.array([[0b0101 << 60], [0b1001 << 60], [0b1110 << 60]], np.uint64), 1, 4).ravel()]
    [1, 6]
    """
    bits = np.arange(m)
    masks = np.zeros(words.shape[1], np.uint64)
    np.bitwise_or.at(masks, bits // 64, np.uint64(1) << (63 - bits % 64).astype(np.uint64))
    words = words[((words & masks) == masks).all(axis=1)]
    skip, shift = divmod(m, 64)
    words = words[:, skip:]
    if shift:
        after = np.zeros_like(words)
        after[:, :-1] = words[:, 1:] >> np.uint64(64 - shift)
        words = (words << np.uint64(shift)) | after
    return np.ascontiguousarray(words[:, : max(1, -(-(n - m) // 64))])
