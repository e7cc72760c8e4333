"""Three-term Grassmann-Pluecker relations, 64 at a time.

For r-2 common elements X and four others a < b < c < d the relation is about the three products

    chi(X,a,b) chi(X,c,d)    -chi(X,a,c) chi(X,b,d)    chi(X,a,d) chi(X,b,c)

which must be all zero, or have both signs among them. With X, a, b, c fixed each product is a sign
times a row of signs over d, that is, the cocircuit words of X + c, X + b and X + a.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["first_bad_relation"]


@kernel
def _row(common, e, binomial):
    """The colexicographic number of X + e, and the sign of moving e to its end; sign 0 if e is in
    X.
    """
    number = 0
    above = 0
    for i in range(common.size):
        if common[i] == e:
            return 0, 0
        if common[i] > e:
            above += 1
    for i in range(common.size):
        number += binomial[common[i], i + 1 + (1 if common[i] > e else 0)]
    number += binomial[e, common.size - above + 1]
    return number, 1 - 2 * (above % 2)


@kernel
def _sign(positive, nonzero, number, side, e):
    """The sign of element e in the row of words ``number``, times ``side``."""
    bit = np.uint64(1) << np.uint64(63 - (e & 63))
    if nonzero[number, e >> 6] & bit == 0:
        return 0
    return side if positive[number, e >> 6] & bit != 0 else -side


@kernel
def _side(positive, nonzero, number, w, sign):
    """Words of the + and of the - of a row times a sign."""
    if sign == 0:
        return np.uint64(0), np.uint64(0)
    plus = positive[number, w]
    minus = nonzero[number, w] & ~plus
    return (plus, minus) if sign > 0 else (minus, plus)


@kernel
def first_bad_relation(positive, nonzero, n, r, binomial, bad):
    """Look through all relations; write X, a, b, c and the word of bad d to ``bad`` and return True
    at the first that fails. r >= 2.
    """
    common = np.arange(r - 2)
    numbers = np.zeros(n, np.int64)
    sides = np.zeros(n, np.int64)
    for _ in range(binomial[n, r - 2]):
        for e in range(n):
            numbers[e], sides[e] = _row(common, e, binomial)
        for c in range(n):
            for b in range(c):
                for a in range(b):
                    if sides[a] == 0 or sides[b] == 0 or sides[c] == 0:
                        continue
                    ab = _sign(positive, nonzero, numbers[a], sides[a], b)
                    ac = _sign(positive, nonzero, numbers[a], sides[a], c)
                    bc = _sign(positive, nonzero, numbers[b], sides[b], c)
                    for w in range(positive.shape[1]):
                        p1, m1 = _side(positive, nonzero, numbers[c], w, ab * sides[c])
                        p2, m2 = _side(positive, nonzero, numbers[b], w, -ac * sides[b])
                        p3, m3 = _side(positive, nonzero, numbers[a], w, bc * sides[a])
                        wrong = (p1 | p2 | p3) ^ (m1 | m2 | m3)
                        if wrong != 0:
                            d = 64 * w
                            while wrong >> np.uint64(63 - (d & 63)) & np.uint64(1) == 0:
                                d += 1
                            bad[: r - 2] = common
                            bad[r - 2], bad[r - 1], bad[r], bad[r + 1] = a, b, c, d
                            return True
        i = 0
        while i < r - 3 and common[i] + 1 == common[i + 1]:
            common[i] = i
            i += 1
        if r > 2:
            common[i] += 1
    return False
