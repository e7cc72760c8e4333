"""Flats of one rank in tables that grow."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arrangements.counting.images import BadPrime
from arrangements.errors import LimitReached
from arrangements.kernels.counting import flat_table
from arrangements.running import memory_limit, report_progress

__all__ = ["Level", "sweep"]


class Level:
    """The flats of one rank, in the arrays of ``kernels.counting.flat_count``."""

    arrays = ("keys", "values", "bases")

    def __init__(self, words: int, rank: int, room: int = 1 << 10) -> None:
        self.keys, self.values = np.empty((room, words), np.uint64), np.empty(room, np.int64)
        self.bases, self.slots = np.empty((room, rank), np.int32), np.zeros(2 * room, np.uint64)
        self.count = 0

    @property
    def nbytes(self) -> int:
        return int(sum(getattr(self, name).nbytes for name in self.arrays) + self.slots.nbytes)

    def grow(self, others: int) -> None:
        """Twice the room; ``others`` is what the other levels take."""
        # While an array is copied, old and new exist.
        memory = memory_limit()
        if 3 * self.nbytes + others > memory:
            raise LimitReached(
                f"number of flats must fit into {memory / 2**30:.3g} GiB of memory, not be above {self.count} in one rank"
            )
        self.slots = np.zeros(0, np.uint64)
        for name in self.arrays:
            old = getattr(self, name)
            new = np.empty((2 * old.shape[0], *old.shape[1:]), old.dtype)
            new[: self.count] = old[: self.count]
            setattr(self, name, new)
        self.slots = np.zeros(2 * self.keys.shape[0], np.uint64)
        flat_table.rehash(self.keys, self.count, self.slots)


def sweep(
    level: Level,
    above: Level | None,
    step: Callable[[int, int], tuple[int, int, bool]],
    chunk: int,
    name: str,
) -> None:
    """Apply ``step(start, stop)`` to all flats of a level, in pieces; ``name`` is what progress is
    told.

    It adds flats to ``above`` and returns where it stopped, how many flats there are above, and
    whether it was lucky; it stops early when the tables of ``above`` have to grow.
    """
    at = 0
    while at < level.count:
        stop = min(at + chunk, level.count)
        at, count, lucky = step(at, stop)
        if not lucky:
            raise BadPrime
        if above is not None:
            above.count = count
            if at < stop:
                above.grow(level.nbytes)
        report_progress(name, at / level.count)
