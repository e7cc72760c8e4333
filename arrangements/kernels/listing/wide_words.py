"""Elements and rows of more than 64: many words per tope or a set of elements.

Element i is bit 63 - i % 64 of word i // 64, and its coordinates are column ``column(i)`` of rows
that are padded to 64 columns per word; coordinates and the padding are as in ``leaves``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import WIDTH, where_greater, where_less, where_zero
from arrangements.kernels.jit import kernel

__all__ = ["Cut", "column", "first_word_wide", "flip", "has", "has_before", "restrict_wide"]

NONE = np.uint64(0)
ONE = np.uint64(1)
TOP = np.uint64(63)


class Cut(NamedTuple):
    """A cut by element j, with the elements parallel to it (j is one) and those antiparallel to
    it.
    """

    j: int
    same: np.ndarray
    opposite: np.ndarray


@kernel
def has(word, i):
    """Whether element i is a member."""
    return (word[i >> 6] >> np.uint64(63 - (i & 63))) & ONE != NONE


@kernel
def has_before(members, i):
    """Whether there is a member before element i."""
    for k in range(i >> 6):
        if members[k] != NONE:
            return True
    return (i & 63) != 0 and members[i >> 6] >> np.uint64(64 - (i & 63)) != NONE


@kernel
def column(i):
    """Where element i stands in padded coordinates: blocks of 64 elements, each from right to
    left.
    """
    return (i & ~63) | (63 - (i & 63))


@kernel
def flip(word, flat):
    """Take the antipode, if need be, so that element 0 is positive."""
    if word[0] >> TOP == NONE:
        for k in range(len(word)):
            word[k] = ~(word[k] | flat[k])


@kernel
def first_word_wide(rows, flat, word):
    """Signs at the point (1, e, e^2, ...) for small e > 0, or at its antipode, so that element 0 is
    positive. Padding and flat are 0.
    """
    for k in range(len(word)):
        block = slice(k * WIDTH, (k + 1) * WIDTH)
        unset = ~NONE
        word[k] = NONE
        for c in range(rows.shape[0]):
            word[k] |= unset & where_greater(rows[c, block], 0.0)
            unset &= where_zero(rows[c, block])
    flip(word, flat)


@kernel(error_model="numpy")
def restrict_wide(rows, previous, flat, j, finer, vanish, same, opposite):
    """Restrict all elements to the hyperplane of j.

    Writes the rows, the elements that vanish there, and among the new ones those parallel and
    antiparallel to j. Returns the modulus of the pivot, or 0 if j is in the flat or parallel to
    something before it.
    """
    at = column(j)
    dimension = rows.shape[0]
    c = 0
    while c < dimension and rows[c, at] == 0.0:
        c += 1
    if c == dimension:
        return 0.0
    p = abs(rows[c, at])
    to = 0
    for q in range(dimension):
        if q != c:
            a = rows[q, at] if rows[c, at] > 0.0 else -rows[q, at]
            for i in range(rows.shape[1]):
                finer[to, i] = (rows[q, i] * p - rows[c, i] * a) / previous
            to += 1
    for k in range(len(vanish)):
        block = slice(k * WIDTH, (k + 1) * WIDTH)
        vanish[k] = ~NONE
        for q in range(dimension - 1):
            vanish[k] &= where_zero(finer[q, block])
        parallel = vanish[k] & ~flat[k]
        same[k] = parallel & (
            where_greater(rows[c, block], 0.0)
            if rows[c, at] > 0.0
            else where_less(rows[c, block], 0.0)
        )
        opposite[k] = parallel ^ same[k]
    return 0.0 if has_before(same, j) or has_before(opposite, j) else p
