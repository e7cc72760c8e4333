"""The largest possible numbers of topes and rankings: plain integers, known before any work. The
bounds on minors are in ``exact.linear.bounds``.

>>> tope_bound(64, 7), ranking_bound(12, 5)
(151223522, 718698)
"""

from __future__ import annotations

from math import comb

__all__ = ["ranking_bound", "tope_bound"]


def tope_bound(n: int, r: int) -> int:
    """No n non-zero vectors of rank r have more topes; those in general position have as many
    (Cover 1965; n = 0: one).
    """
    return 2 * sum(comb(n - 1, i) for i in range(r)) if n else 1


def ranking_bound(n: int, d: int) -> int:
    """Q(n, d): no n distinct points of a d-dimensional space have more rankings; those in general
    position have as many (Cover 1967).

    >>> [ranking_bound(7, d) for d in range(8)]
    [0, 2, 42, 352, 1512, 3600, 5040, 5040]
    """
    # Row by row; column d holds Q(k, d).
    q = [1] * (d + 1)
    for k in range(2, n + 1):
        q = [0] + [q[j] + (k - 1) * q[j - 1] for j in range(1, d + 1)] if k > 2 else [0] + [2] * d
    return q[d]
