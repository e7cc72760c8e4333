"""How large an answer will be, before it is computed.

>>> tope_bound(64, 7), ranking_bound(11, 5)
(150223620, 1932492)
"""

from __future__ import annotations

import os
from math import comb

from arrangements.errors import LimitReached

__all__ = ["demand_room", "memory_limit", "ranking_bound", "tope_bound"]


def tope_bound(n: int, rank: int) -> int:
    """The most topes that n rows of that rank can have; attained in general position (Cover 1965)."""
    return 2 * sum(comb(n - 1, i) for i in range(rank)) if n else 1


def ranking_bound(n: int, rank: int) -> int:
    """The most rankings of n labels when their differences have that rank; attained in general position (Cover 1967)."""
    counts = [1] * (rank + 1)
    for labels in range(2, n + 1):
        counts = [1] + [counts[d] + (labels - 1) * counts[d - 1] for d in range(1, rank + 1)]
    return counts[rank]


def memory_limit() -> int:
    """Bytes that one answer may take by default: half of the memory of the machine."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def demand_room(what: str, count: int, bytes_each: int, limit: int | None = None) -> None:
    """Refuse, with numbers, what does not fit. ``count`` is an upper bound on the members of the answer."""
    limit = memory_limit() if limit is None else limit
    if count * bytes_each > limit:
        raise LimitReached(
            f"{what} must fit in {limit:,} bytes ({limit // bytes_each:,} members), "
            f"not need up to {count * bytes_each:,} ({count:,} members)"
        )
