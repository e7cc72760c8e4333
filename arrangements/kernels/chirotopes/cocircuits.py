"""Cocircuits as words: one pair of sign words for each (r-1)-subset of n elements, from the signs
of all r-subsets.

All subsets are in colexicographic order (largest element first), where the subsets below an element
e are the first of all. So with upper elements H fixed the subsets L + H, L below e, are neighbours,
and L + e + H are neighbours as well: their signs are added to the words of L + H as a run. Element
e has bit 63 - e % 64 of word e // 64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.chirotopes.minors import next_top
from arrangements.kernels.jit import kernel

__all__ = ["Signs", "lex_to_colex", "pack", "words_of_signs"]

# words with that many highest bits
_HIGHEST = np.array([2**64 - 2 ** (64 - count) for count in range(65)], np.uint64)
_RUN = 1024  # subsets whose words are worked on together, so that they stay in the nearest cache


class Signs(NamedTuple):
    """The signs of all r-subsets, the same packed (where they are +, where they are not 0), and the
    smaller parts of (r-1)-subsets.

    ``lower`` holds the subsets of b = min(2, r-1) elements, ``room`` the number of each with a
    place left free below it.
    """

    signs: np.ndarray
    positive: np.ndarray
    nonzero: np.ndarray
    lower: np.ndarray
    room: np.ndarray
    binomial: np.ndarray


@kernel
def lex_to_colex(signs, lower, a, b, n, binomial, result):
    """Reorder one value for each r-subset, r = a + b, from lexicographic to colexicographic order.

    The lexicographic number of s_0 < ... < s_(r-1) is C(n, r) - 1 - sum of C(n-1-s_i, r-i);
    ``lower`` holds the part of that sum that is due to the b smaller elements, for each b-subset.
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
def pack(signs, positive, nonzero):
    """Signs as streams of bits, 64 a word, the first one highest. Both arrays have room for one
    word more than that.
    """
    for w in range(nonzero.size):
        plus, some = np.uint64(0), np.uint64(0)
        part = signs[64 * w : 64 * w + 64]
        for i in range(part.size):
            place = np.uint64(63 - i)
            plus |= np.uint64(part[i] > 0) << place
            some |= np.uint64(part[i] != 0) << place
        positive[w] = plus
        nonzero[w] = some


@kernel(inline="always")
def _bits(stream, start, count):
    """``count`` bits of a stream from position ``start`` as the highest bits of a word. No
    branches: it runs once for every subset.
    """
    shift = np.uint64(start & 63)
    word = start >> 6
    return (
        stream[word] << shift | stream[word + 1] >> np.uint64(1) >> (np.uint64(63) - shift)
    ) & _HIGHEST[count]


@kernel(inline="always")
def _add(run, passed, e, plus, some):
    """Add the signs of element e to neighbouring words, once e has passed that many elements on its
    way to the end.
    """
    place = np.uint64(63 - (e & 63))
    plus_sign = np.int8(1 - 2 * (passed % 2))
    for i in range(run.size):
        plus[i] |= np.uint64(run[i] == plus_sign) << place
        some[i] |= np.uint64(run[i] != 0) << place


@kernel(inline="always")
def _add_above(signs, m, passed, base, least, w, low, high, binomial, plus, some):
    """To the words of the m-subsets L numbered low to high add every e of word w that is above L
    and below ``least``.
    """
    for e in range(max(64 * w, m), min(64 * w + 64, least)):
        stop = min(binomial[e, m], high)
        if stop > low:
            first = base + binomial[e, m + 1]
            _add(
                signs[first + low : first + stop], passed, e, plus[: stop - low], some[: stop - low]
            )


@kernel
def words_of_signs(given, a, n, positive, nonzero):
    """For each (r-1)-subset S the words of e -> chi(S ascending, then e): ``positive`` where it is
    +, ``nonzero`` where it is not 0.

    Word w of subset i is at [w, i]. S has b smaller elements, a row of ``lower``, and a larger
    ones.
    """
    signs, stream_positive, stream_nonzero, lower, room, binomial = given
    b = lower.shape[1]
    last = 64 * (stream_nonzero.size - 1) - 1  # the last position from which 64 bits can be read
    top = np.arange(b, b + a)
    for _ in range(binomial[n - b, a]):
        # the number of the first S with these larger elements, and theirs with a place left free
        # below them
        row, base = 0, 0
        for i in range(a):
            row += binomial[top[i], b + i + 1]
            base += binomial[top[i], b + i + 2]
        least = top[0] if a > 0 else n
        below = binomial[least, b]
        for w in range(positive.shape[0]):
            # e below all of S: neighbours themselves.
            for i in range(below):
                start = min(base + room[i] + 64 * w, last)
                count = min(max((lower[i, 0] if b > 0 else n) - 64 * w, 0), 64)
                plus, some = (
                    _bits(stream_positive, start, count),
                    _bits(stream_nonzero, start, count),
                )
                positive[w, row + i] = some & ~plus if (a + b) % 2 == 1 else plus
                nonzero[w, row + i] = some
            # e between two smaller elements.
            for middle in range(max(64 * w + 1, 2), least if b == 2 else 0):
                first = row + binomial[middle, 2]
                plus, some = positive[w, first : first + middle], nonzero[w, first : first + middle]
                _add_above(
                    signs,
                    1,
                    a + 1,
                    base + binomial[middle, 3],
                    middle,
                    w,
                    0,
                    middle,
                    binomial,
                    plus,
                    some,
                )
            for low in range(0, below if b > 0 else 0, _RUN):
                high = min(low + _RUN, below)
                plus, some = positive[w, row + low : row + high], nonzero[w, row + low : row + high]
                # e between the smaller and the larger elements.
                _add_above(signs, b, a, base, least, w, low, high, binomial, plus, some)
                # e above some of the larger elements.
                under = 0
                for e in range(least, min(64 * w + 64, n)):
                    if under < a and top[under] == e:
                        under += 1
                        continue
                    if e < 64 * w:
                        continue
                    first = binomial[e, b + under + 1]
                    for i in range(a):
                        first += binomial[top[i], b + i + (1 if i < under else 2)]
                    _add(signs[first + low : first + high], a - under, e, plus, some)
        next_top(top, b)
