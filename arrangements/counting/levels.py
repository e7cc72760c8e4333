"""Flats of one rank in tables that grow, and weights beyond 63 bits as residues.

>>> moduli = weight_moduli(2**70)
>>> chinese([2**69 % q for q in moduli], moduli) == 2**69
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from arrangements.counting.images import Unlucky
from arrangements.errors import LimitReached
from arrangements.kernels.counting import flat_table
from arrangements.linear.residues import primes
from arrangements.running import memory_limit, tell

__all__ = ["Level", "OrbitLevel", "chinese", "sweep", "weight_moduli"]


class Level:
    """The flats of one rank, in the arrays of ``kernels.counting.flat_count``."""

    arrays: tuple[str, ...] = ("keys", "values", "bases")

    def __init__(self, words: int, rank: int, room: int = 1 << 10) -> None:
        self.keys, self.values = np.empty((room, words), np.uint64), np.empty(room, np.int64)
        self.bases, self.slots = np.empty((room, rank), np.int32), np.zeros(2 * room, np.uint64)
        self.count = 0

    @property
    def nbytes(self) -> int:
        return sum(getattr(self, name).nbytes for name in self.arrays) + self.slots.nbytes

    def grow(self, others: int) -> None:
        """Twice the room; ``others`` is what the other levels take."""
        # While an array is copied, old and new exist.
        memory = memory_limit()
        if 3 * self.nbytes + others > memory:
            raise LimitReached(f"number of flats must fit into {memory / 2**30:.3g} GiB of memory, not be above {self.count} in one rank")
        self.slots = np.zeros(0, np.uint64)
        for name in self.arrays:
            old = getattr(self, name)
            new = np.empty((2 * old.shape[0], *old.shape[1:]), old.dtype)
            new[: self.count] = old[: self.count]
            setattr(self, name, new)
        self.slots = np.zeros(2 * self.keys.shape[0], np.uint64)
        flat_table.rehash(self.keys, self.count, self.slots)


class OrbitLevel(Level):
    """Representatives of the flats of one rank, in the arrays of ``kernels.counting.orbit_count``."""

    arrays = ("keys", "values", "bases", "sizes")

    def __init__(self, words: int, rank: int, moduli: int, room: int = 1 << 12) -> None:
        super().__init__(words, rank, room)
        self.values, self.sizes = np.empty((room, moduli), np.int64), np.empty(room, np.int64)


def sweep(
    level: Level,
    above: Level | None,
    step: Callable[[int, int], tuple[int, int, bool]],
    chunk: int,
    name: str,
) -> None:
    """Apply ``step(start, stop)`` to all flats of a level, in pieces; ``name`` is what progress is told.

    It adds flats to ``above`` and returns where it stopped, how many flats there are above, and whether it was lucky; it stops early when
    the tables of ``above`` have to grow.
    """
    at = 0
    while at < level.count:
        stop = min(at + chunk, level.count)
        at, count, lucky = step(at, stop)
        if not lucky:
            raise Unlucky
        if above is not None:
            above.count = count
            if at < stop:
                above.grow(level.nbytes)
        tell(name, at / level.count)


def weight_moduli(bound: int) -> list[int]:
    """Primes below 2^31 whose product exceeds the bound."""
    moduli: list[int] = []
    supply = primes(1 << 31)
    while prod(moduli) <= bound:
        moduli.append(next(supply))
    return moduli


def chinese(residues: Sequence[int], moduli: Sequence[int]) -> int:
    """The number below the product of the moduli with these residues."""
    product = prod(moduli)
    return sum(x * (product // q) * pow(product // q, -1, q) for x, q in zip(residues, moduli, strict=True)) % product
