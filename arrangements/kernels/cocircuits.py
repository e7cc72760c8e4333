"""Cocircuits as words: one pair of sign words for each (r-1)-subset of the n elements, in colexicographic order.

The cocircuit of a subset S is e -> sign det(rows of S ascending, then row e); it vanishes on S. In ``positive`` the bit of e says that
this sign is +, in ``nonzero`` that it is not 0. Element e has bit 63 - e % 64 of word e // 64. Subsets are worked on in runs that share
their a larger elements; ``arrangements.kernels.minors`` explains the tables and the arrays of terms.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel
from arrangements.kernels.minors import combine, next_top

__all__ = ["lex_to_colex", "words_of_rows", "words_of_signs"]

_RUN = 256  # subsets that are worked on together, so that their r cofactors stay in the nearest cache


@kernel
def words_of_rows(rows, first, last, terms_first, terms_last, odd, lower, a, b, binomial, tolerance, positive, nonzero, doubtful):
    """Words from coordinates. Row c of the arrays of terms expands the (r-1)-minor without column c, times its cofactor sign.

    ``lower`` holds the b-subsets as words. Signs of size at most ``tolerance`` are left 0, and the subsets that have one outside
    themselves are written to ``doubtful`` while there is room. Returns the number of such subsets.
    """
    n, r = rows.shape
    width = lower.shape[1]
    factors = np.zeros(odd.shape[1], last.dtype)
    cofactors = np.empty((r, _RUN), first.dtype)
    buffer = np.empty(_RUN, first.dtype)
    every = np.arange(r)
    top = np.arange(b, b + a)
    upper = np.zeros(width, np.uint64)
    found = 0
    for _ in range(binomial[n - b, a]):
        rank, start = 0, 0
        upper[:] = 0
        for i in range(a):
            rank += binomial[top[i], i + 1]
            start += binomial[top[i], b + i + 1]
            upper[top[i] >> 6] |= np.uint64(1) << np.uint64(63 - (top[i] & 63))
        below = binomial[top[0], b] if a > 0 else binomial[n, b]
        for low in range(0, below, _RUN):
            size = min(below - low, _RUN)
            for c in range(r):
                for s in range(odd.shape[1]):
                    value = last[terms_last[c, s], rank]
                    factors[s] = -value if odd[c, s] else value
                combine(first, terms_first[c], factors, low, cofactors[c, :size])
            total = buffer[:size]
            for w in range(width):
                plus = positive[start + low : start + low + size, w]
                some = nonzero[start + low : start + low + size, w]
                plus[:] = 0
                some[:] = 0
                there = np.uint64(0)
                for e in range(64 * w, min(n, 64 * w + 64)):
                    place = np.uint64(63 - (e & 63))
                    there |= np.uint64(1) << place
                    combine(cofactors, every, rows[e], 0, total)
                    for i in range(size):
                        plus[i] |= np.uint64(total[i] > tolerance) << place
                        some[i] |= np.uint64(abs(total[i]) > tolerance) << place
                for i in range(size):
                    outside = there & ~(upper[w] | lower[low + i, w])
                    plus[i] &= outside
                    some[i] &= outside
                    if some[i] != outside:
                        if found < doubtful.size:
                            doubtful[found] = start + low + i
                        found += 1
        next_top(top, b)
    return found


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


@kernel
def words_of_signs(signs, lower, join, turn, a, b, n, r, binomial, positive, nonzero):
    """Words from the signs of all r-subsets in colexicographic order, r = a + b + 1.

    ``join[e, i]`` is the number of the (b+1)-subset made of e and the i-th b-subset, ``turn[e, i]`` the sign of moving e from its place
    there to the end (0 if e was in the subset). Every sign is looked up r times, mostly in runs of neighbours.
    """
    width = lower.shape[1]
    top = np.arange(b, b + a)
    for _ in range(binomial[n - b, a]):
        start, beyond = 0, 0
        for i in range(a):
            start += binomial[top[i], b + i + 1]
            beyond += binomial[top[i], b + i + 2]
        least = top[0] if a > 0 else n
        below = binomial[least, b]
        for w in range(width):
            plus = positive[start : start + below, w]
            some = nonzero[start : start + below, w]
            plus[:] = 0
            some[:] = 0
            for e in range(64 * w, min(n, 64 * w + 64)):
                place = np.uint64(63 - (e & 63))
                under = 0
                taken = False
                for i in range(a):
                    under += 1 if top[i] < e else 0
                    taken |= top[i] == e
                sign = np.int8(1 - 2 * ((a - under) % 2))
                if taken:
                    continue
                if under == 0:
                    for i in range(below):
                        value = sign * turn[e, i] * signs[beyond + join[e, i]]
                        plus[i] |= np.uint64(value > 0) << place
                        some[i] |= np.uint64(value != 0) << place
                else:
                    # e lies above the whole lower part: the subsets of this run are still neighbours once e is added.
                    there = binomial[e, b + under + 1]
                    for i in range(a):
                        there += binomial[top[i], b + i + 1 + np.int64(i >= under)]
                    run = signs[there : there + below]
                    for i in range(below):
                        plus[i] |= np.uint64(sign * run[i] > 0) << place
                        some[i] |= np.uint64(run[i] != 0) << place
        next_top(top, b)
