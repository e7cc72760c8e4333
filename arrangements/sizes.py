"""How large an answer may be, before it is computed.

Numbers that nobody reads digit by digit are shown by their order of magnitude.

>>> demand_room("sign pattern", 1000, 8, limit=100)
Traceback (most recent call last):
...
arrangements.errors.LimitReached: sign pattern must fit in 100 bytes (12 members), not need up to 8,000 (1,000 members)
>>> demand_room("sign pattern", 3**100, 8, limit=100)
Traceback (most recent call last):
...
arrangements.errors.LimitReached: sign pattern must fit in 100 bytes (12 members), not need up to 10^48 (10^47 members)
"""

from __future__ import annotations

import os
from math import log10

from arrangements.errors import LimitReached

__all__ = ["demand_room", "memory_limit"]


def memory_limit() -> int:
    """Bytes that one answer may take by default: half of the memory of the machine."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def demand_room(what: str, count: int, bytes_each: int, limit: int | None = None) -> None:
    """Refuse, with numbers, what does not fit. ``count`` is an upper bound on the members of the answer."""
    limit = memory_limit() if limit is None else limit
    if count * bytes_each > limit:
        raise LimitReached(
            f"{what} must fit in {limit:,} bytes ({limit // bytes_each:,} members), "
            f"not need up to {_shown(count * bytes_each)} ({_shown(count)} members)"
        )


def _shown(number: int) -> str:
    """All digits below 10^18, else the power of ten at or a little below it; the digits of a vast number are never computed."""
    return f"{number:,}" if number < 10**18 else f"10^{int((number.bit_length() - 1) * log10(2))}"
