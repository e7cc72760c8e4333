"""All maximal minors of an n x r matrix by generalised Laplace expansion, for one numeric type at a
time.

Tables of k-minors are indexed by [set of k columns, set of k rows]. Column sets are in the order of
``itertools.combinations``, row sets in colexicographic order (largest row first), where the sets
below row j are the first C(j, k) of all: every expansion along the last rows then runs over a
prefix of a shorter table. The same body serves float64 and int64, and residues when ``modulus`` is
not 0.

``binomial[m, k]`` is C(m, k).

Not checked here: that the results are inside the exact range of the type
(``arrangements.matroids.chirotopes.carriers`` proves it first), and for residues that 0 <=
entries < modulus and that the number of terms times modulus^2 is below 2^63.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["Expansion", "combine", "extend_minors", "maximal_minors", "next_top"]

# entries of a table that are worked on together, so that a stretch of each table used stays in the
# nearest cache
_RUN = 1024


class Expansion(NamedTuple):
    """Laplace's, into the b smaller and the a larger rows, one entry a term: the column set of the
    smaller rows in ``first``, that of the larger rows in ``last``, and whether the term is negative
    (``odd``)."""

    a: int
    b: int
    first: np.ndarray
    last: np.ndarray
    odd: np.ndarray


@kernel
def extend_minors(rows, shorter, columns, drop, binomial, modulus, longer):
    """Fill ``longer``, the table of k-minors, from ``shorter``, the table of (k-1)-minors, by
    expansion along the last row.

    ``columns[s, t]`` is the t-th column of the s-th column set, ``drop[s, t]`` the number of that
    set without it.
    """
    n = rows.shape[0]
    sets, k = columns.shape
    for j in range(k - 1, n):
        below = binomial[j, k - 1]
        start = binomial[j, k]
        for low in range(0, below, _RUN):
            high = min(below, low + _RUN)
            for s in range(sets):
                target = longer[s, start + low : start + high]
                target[:] = 0
                for t in range(k):
                    entry = rows[j, columns[s, t]]
                    if entry == 0:
                        continue
                    if (k - 1 - t) % 2 == 1:
                        entry = modulus - entry
                    source = shorter[drop[s, t], low:high]
                    for i in range(source.size):
                        target[i] += entry * source[i]
                if modulus != 0:
                    for i in range(target.size):
                        target[i] %= modulus


@kernel
def combine(table, sets, factors, low, total):
    """total[i] = sum over s of factors[s] * table[sets[s], low + i], four terms at a time."""
    size = total.size
    total[:] = 0
    s = 0
    while s + 4 <= sets.size:
        one, two = factors[s], factors[s + 1]
        three, four = factors[s + 2], factors[s + 3]
        first = table[sets[s], low : low + size]
        second = table[sets[s + 1], low : low + size]
        third = table[sets[s + 2], low : low + size]
        fourth = table[sets[s + 3], low : low + size]
        for i in range(size):
            total[i] += (one * first[i] + two * second[i]) + (three * third[i] + four * fourth[i])
        s += 4
    while s < sets.size:
        one = factors[s]
        first = table[sets[s], low : low + size]
        for i in range(size):
            total[i] += one * first[i]
        s += 1


@kernel
def next_top(top, b):
    """Advance ``top`` to the next set of its size among b, b+1, ... in colexicographic order."""
    i = 0
    while i < top.size - 1 and top[i] + 1 == top[i + 1]:
        top[i] = b + i
        i += 1
    if top.size > 0:
        top[i] += 1


@kernel
def maximal_minors(first, last, expansion, n, binomial, modulus, tolerance, signs):
    """Write the sign of every r-minor, r = a + b, in colexicographic order: 0 where its size is at
    most ``tolerance``.

    ``first`` is the table of b-minors, ``last`` that of a-minors. For residues, which are not
    negative, the result is 0 or 1.
    """
    a, b, terms_first, terms_last, odd = expansion
    factors = np.zeros(odd.size, last.dtype)
    buffer = np.empty(_RUN, first.dtype)
    top = np.arange(b, b + a)  # the a larger rows
    for _ in range(binomial[n - b, a]):
        rank, start = 0, 0
        for i in range(a):
            rank += binomial[top[i], i + 1]
            start += binomial[top[i], b + i + 1]
        for s in range(odd.size):
            value = last[terms_last[s], rank]
            factors[s] = modulus - value if odd[s] else value
        below = binomial[top[0], b] if a > 0 else binomial[n, b]
        for low in range(0, below, _RUN):
            total = buffer[: min(below - low, _RUN)]
            combine(first, terms_first, factors, low, total)
            if modulus != 0:
                for i in range(total.size):
                    total[i] %= modulus
            part = signs[start + low : start + low + total.size]
            for i in range(total.size):
                part[i] = np.int8(total[i] > tolerance) - np.int8(total[i] < -tolerance)
        next_top(top, b)
