"""Cocircuits as words: one pair of sign words for each (r-1)-subset of n elements, from the signs of all r-subsets.

All subsets are in colexicographic order (largest element first), where the subsets below an element e are the first of all. So for a given
upper part H the subsets L + H with L below e are neighbours, and L + e + H are neighbours as well.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel
from arrangements.kernels.minors import next_top

__all__ = ["lex_to_colex", "words_of_signs"]

_RUN = 512  # subsets whose words are worked on together, so that they stay in the nearest cache


@kernel
def lex_to_colex(signs, lower, a, b, n, binomial, result):
    """Reorder one value for each r-subset, r = a + b, from lexicographic to colexicographic order.

    The lexicographic number of s_0 < ... < s_(r-1) is C(n, r) - 1 - sum of C(n-1-s_i, r-i); ``lower`` holds the part of that sum that is
    due to the b smaller elements, for each b-subset.
    """
    r = a + b
    top = np.arange(b, b + a)
    for _ in range(binomial[n - b, a]):
        start = 0
        last = binomial[n, r] - 1
        for i in range(a):
            start += binomial[top[i], b + i + 1]
            last -= binomial[n - 1 - top[i], a - i]
        below = binomial[top[0], b] if a > 0 else binomial[n, b]
        for i in range(below):
            result[start + i] = signs[last - lower[i]]
        next_top(top, b)


@kernel(inline="always")
def _by_subset(signs, m, flip, start, least, binomial, positive, nonzero, row):
    """Bits of all e between L and ``least``, for one L of m = 0 or 1 elements after the other: runs over L would be short."""
    for i in range(binomial[least - 1, m]):
        lowest = m * (i + 1)  # of the elements above L, which is empty or {i}
        for w in range(lowest >> 6, (least + 63) >> 6):
            plus = np.uint64(0)
            some = np.uint64(0)
            for e in range(max(64 * w, lowest), min(64 * w + 64, least)):
                sign = flip * signs[start + binomial[e, m + 1] + i]
                place = np.uint64(63 - (e & 63))
                plus |= np.uint64(sign > 0) << place
                some |= np.uint64(sign != 0) << place
            positive[row + i, w] |= plus
            nonzero[row + i, w] |= some


@kernel(inline="always")
def _by_element(signs, m, flip, start, least, binomial, positive, nonzero, row):
    """Bits of one e below ``least`` after the other, for a run of subsets L below e."""
    below = binomial[least - 1, m]
    for low in range(0, below, _RUN):
        high = min(low + _RUN, below)
        for w in range((least + 63) >> 6):
            plus = positive[row + low : row + high, w]
            some = nonzero[row + low : row + high, w]
            for e in range(max(64 * w, m), min(64 * w + 64, least)):
                size = min(binomial[e, m], high) - low
                if size <= 0:
                    continue
                first = start + binomial[e, m + 1] + low
                run = signs[first : first + size]
                place = np.uint64(63 - (e & 63))
                for i in range(size):
                    plus[i] |= np.uint64(flip * run[i] > 0) << place
                    some[i] |= np.uint64(run[i] != 0) << place


@kernel
def words_of_signs(signs, n, r, binomial, positive, nonzero):
    """For each (r-1)-subset S the words of e -> chi(S ascending, then e): ``positive`` where it is +, ``nonzero`` where it is not 0.

    Element e has bit 63 - e % 64 of word e // 64. Both arrays are filled from nothing. Every sign is read r times, once for each of its
    elements e: with m elements L below e and k = r-1-m elements H above it. r <= n.
    """
    positive[:] = 0
    nonzero[:] = 0
    for m in range(r):
        k = r - 1 - m
        flip = np.int8(1 - 2 * (k % 2))  # for moving e past H to the end
        top = np.arange(m + 1, m + 1 + k)  # H, which leaves room for e and L
        for _ in range(binomial[n - m - 1, k]):
            least = top[0] if k > 0 else n
            without, with_ = 0, 0  # the numbers of the first L + H and of H with room for e
            for i in range(k):
                without += binomial[top[i], m + i + 1]
                with_ += binomial[top[i], m + i + 2]
            if m < 2:
                _by_subset(signs, m, flip, with_, least, binomial, positive, nonzero, without)
            else:
                _by_element(signs, m, flip, with_, least, binomial, positive, nonzero, without)
            next_top(top, m + 1)
