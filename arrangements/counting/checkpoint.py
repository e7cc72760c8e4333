"""Long counts of orbits: kept in a store, computed by any executor, and repeated in another way."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arrangements.counting.orbit_pieces import Description
    from arrangements.counting.orbit_store import Rank, Store

__all__ = ["Checkpoint"]


def _threads() -> AbstractContextManager[Executor]:
    import numba

    from arrangements.running.executors import Inline, Threads

    threads = numba.get_num_threads()
    return Threads(threads) if threads > 1 else Inline()


@dataclass(frozen=True)
class Checkpoint:
    """Where flats are kept, who computes, and the choices in which another run may differ.

    ``group``: the whole group, the stabiliser of a point, or none. ``seed``: another order of
    elements, other primes and parts. ``pairs``: how many pairs of a flat and one that covers it
    make a piece of work, at most, and ``part`` how many make a part. ``heard`` is called with each
    rank that is whole, ``warn`` with a sentence about anything that was kept and cannot be used.
    ``show``: nothing is computed; ``LimitReached`` says what is left, if anything.
    """

    store: Store
    executor: Callable[[], AbstractContextManager[Executor]] = _threads
    group: str = "whole"
    seed: int = 0
    pairs: int = 1 << 21
    part: int = 1 << 22
    heard: Callable[[Description, int, Rank], None] | None = None
    warn: Callable[[str], None] | None = None
    show: bool = False
