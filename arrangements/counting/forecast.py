"""How long a count of orbits will take, from what its first ranks took and from a few flats that
are followed to the last rank.

The sample shows how many flats cover a flat, and how long each takes. The average number of times
that a flat is found falls from rank to rank; it is assumed to fall half as fast, on a logarithmic
scale, as it fell before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt

import numpy as np

from arrangements.counting.flat_tables import Table
from arrangements.counting.orbit_pieces import Description, closure, expansion
from arrangements.counting.orbit_store import Rank

__all__ = ["Forecast", "duration"]

_FLATS = 8  # of each rank that are followed
_LEAST = 50_000  # elements times flats below which nobody waits for a forecast


class Forecast:
    """``str`` names the time left, ``part`` the share of the rank that is done."""

    def __init__(self, work: Description) -> None:
        self.work = work
        self.n, _, self.r = work.shape
        self.known: dict[int, Rank] = {}
        self._pieces = self._done = 0
        self._here = self._later = 0.0

    def know(self, rank: int, numbers: Rank) -> None:
        self.known[rank] = numbers

    def begin(
        self, rank: int, sample: Callable[[], Table], pieces: int, done: int, width: int
    ) -> None:
        """A rank begins, or goes on."""
        self._pieces, self._done, self._width = pieces, done, max(1, width)
        self._start, self._seconds, self._first = time.monotonic(), 0.0, done
        self._here, *later = self._predicted(rank, sample)
        self._later = sum(later)

    def done(self, seconds: float) -> None:
        """One piece more is done."""
        self._done += 1
        self._seconds += seconds

    @property
    def part(self) -> float:
        return self._done / self._pieces

    @property
    def left(self) -> float:
        """Seconds from now on."""
        now = self._done - self._first
        passed = time.monotonic() - self._start
        rest = self._here * (self._pieces - self._done) / self._pieces
        if not now:
            return (rest + self._later) / self._width
        # As fast as up to now: in seconds of work for each second that passed, and for what was
        # predicted to take one.
        slow = self._seconds / max(self._here * now / self._pieces, 1e-9)
        return passed / now * (self._pieces - self._done) + self._later * slow * passed / max(
            self._seconds, 1e-9
        )

    def __str__(self) -> str:
        return f"about {duration(self.left)} left"

    def _predicted(self, rank: int, sample: Callable[[], Table]) -> list[float]:
        """Seconds of work for this rank and for each one after it."""
        below = self.known.get(rank - 1)
        flats = float(below.flats or 0) if below else 0.0
        if flats * self.n < _LEAST:
            return [0.0]
        covers, seconds = self._followed(rank - 1, sample())
        multiple, ratio = self._multiple(rank - 1)
        times = []
        for above in range(rank, self.r - 2):
            times.append(flats * seconds[above])
            ratio = sqrt(ratio)
            multiple *= ratio
            flats *= covers[above] / multiple
        return [*times, flats * seconds[self.r - 2]]

    def _multiple(self, rank: int) -> tuple[float, float]:
        """Pairs for each flat of this rank, and how this compares to the rank below."""
        multiples = [
            numbers.pairs / numbers.flats
            for k in (rank - 1, rank)
            if (numbers := self.known.get(k)) and numbers.flats and numbers.pairs
        ]
        return (multiples[-1], multiples[-1] / multiples[0]) if multiples else (1.0, 1.0)

    def _followed(self, rank: int, table: Table) -> tuple[dict[int, float], dict[int, float]]:
        """For the ranks above: how many cover a flat one rank down, and the seconds of work for
        it.
        """
        generator = np.random.Generator(np.random.PCG64(rank))
        covers, seconds = {}, {}
        for above in range(rank + 1, self.r - 1):
            table = table[
                np.sort(generator.choice(len(table), min(_FLATS, len(table)), replace=False))
            ]
            if above == self.r - 2:
                closure(self.work, table[:1])  # it may have to be compiled
                start = time.thread_time()
                closure(self.work, table)
                seconds[above] = (time.thread_time() - start) / len(table)
            else:
                expansion(self.work, above - 1, table[:1])
                start = time.thread_time()
                grown = expansion(self.work, above - 1, table)
                seconds[above] = (time.thread_time() - start) / len(table)
                covers[above] = grown.pairs / len(table)
                table = grown.table
        return covers, seconds


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(90), duration(5000), duration(100_000), duration(10**6)
    ('90 s', '83 min', '28 h', '12 days')
    """
    for most, unit, name in ((100, 1, "s"), (6000, 60, "min"), (360_000, 3600, "h")):
        if seconds < most:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds / 86400:.0f} days"
