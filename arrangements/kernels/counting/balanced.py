"""Arithmetic modulo one prime below 2^15 in floats.

Residues are balanced, |x| <= (p - 1) / 2, and held as float64: every sum of products stays far
below 2^53, so all is exact, and loops over elements run in vector registers. ``columns[c, e]`` is
the residue in column c of element e.

>>> inverses, logs = small_tables(7)
>>> [int(inverses[x + 7]) for x in (1, 2, 3, -1)], balanced(10.0, 7, 1 / 7)
([1, -3, -2, -1], 3.0)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arrangements.kernels.jit import kernel

__all__ = ["balanced", "contract_small", "scale", "small_tables"]

# Adding and subtracting this rounds a float below 2^51 in size to the nearest integer.
_ROUND = 6755399441055744.0


def small_tables(p: int) -> tuple[NDArray[np.float64], NDArray[np.int16]]:
    """``inverses[x + p]`` as floats and ``logs[x + p]`` for -p < x < p, both 0 at x = 0; p is a
    prime below 2^15.
    """
    powers = next(powers for g in range(1, p) if len(powers := _powers(g, p)) == p - 1)
    inverses, logs = np.zeros(2 * p), np.zeros(2 * p, np.int16)
    for k, x in enumerate(powers):
        inverse = powers[-k]
        inverses[x + p] = inverses[x] = inverse if 2 * inverse < p else inverse - p
        logs[x + p] = logs[x] = k
    return inverses, logs


def _powers(g, p):
    powers = [1]
    while (power := powers[-1] * g % p) != 1:
        powers.append(power)
    return powers


@kernel
def balanced(x, p, reciprocal):
    """The balanced residue of an integer of size at most 2^20 p^2.

    The quotient x / p is at least 1 / (2 p) > 2^-16 off every half, and its computed value errs by
    less than 2^20 p 2^-51 < 2^-16.
    """
    return x - ((x * reciprocal + _ROUND) - _ROUND) * p


@kernel
def contract_small(columns, p, inverses, basis, leading, pivots, work, out):
    """Restrict all elements to the flat spanned by ``basis``: the columns left are the first rows
    of ``out``.

    They are divided by the first one that is not zero among the first ``leading``; elements without
    one become zero. One more row of ``out`` holds all columns as one number, which is zero for
    these elements only and equal for equal ones only (at most four columns).
    """
    width, n = columns.shape
    rank = basis.size
    reciprocal = 1.0 / p
    for i in range(rank):
        for c in range(width):
            work[i, c] = columns[c, basis[i]]
        for h in range(i):
            f = work[i, pivots[h]]
            for c in range(width):
                work[i, c] = balanced(work[i, c] - f * work[h, c], p, reciprocal)
        pivot = 0
        while work[i, pivot] == 0.0:
            pivot += 1
        pivots[i] = pivot
        f = inverses[np.int64(work[i, pivot]) + p]
        for c in range(width):
            work[i, c] = balanced(f * work[i, c], p, reciprocal)
        for h in range(i):
            f = work[h, pivot]
            for c in range(width):
                work[h, c] = balanced(work[h, c] - f * work[i, c], p, reciprocal)
    left = 0
    for c in range(width):
        used = False
        for i in range(rank):
            used |= pivots[i] == c
        if used:
            continue
        for e in range(n):
            out[left, e] = columns[c, e]
        for i in range(rank):
            f = work[i, c]
            pivot = pivots[i]
            for e in range(n):
                out[left, e] -= f * columns[pivot, e]
        for e in range(n):
            out[left, e] = balanced(out[left, e], p, reciprocal)
        left += 1
    scale(out, left, leading, p, inverses)


@kernel
def scale(out, left, leading, p, inverses):
    """The end of ``contract_small``."""
    n = out.shape[1]
    reciprocal = 1.0 / p
    for e in range(n):
        lead = 0.0
        for k in range(leading - 1, -1, -1):
            lead = out[k, e] if out[k, e] != 0.0 else lead
        out[left, e] = inverses[np.int64(lead) + p]
    for k in range(left):
        for e in range(n):
            out[k, e] = balanced(out[k, e] * out[left, e], p, reciprocal)
    for e in range(n):
        out[left, e] = 0.0
    # Balanced digits to base p, the first of which that is not 0 is 1: distinct for distinct rows,
    # and below 2 p^3 in size.
    for k in range(left):
        for e in range(n):
            out[left, e] = out[left, e] * p + out[k, e]
