"""How long the audit of all labels of a layer takes, predicted from what has been done.

First every label is tried in the direction of its own row: that tells how many multiplications are
done in a second, and which share of the labels is hard. A hard label, of a kind that is inside,
takes some products with all rows and a walk among its rivals, as measured. Once some hard labels are
settled, the others are predicted from these alone. A certificate that is written is checked: that
takes another product of all rows, the check of the ellipsoid, and some products of hard labels.

>>> forecast = Forecast(50_000, 577, workers=2, clock=iter([0.0, 60.0]).__next__)
>>> forecast.trying(1_000, 900), forecast.trying(11_000, 9_900)
('', ', about 494 s left')
>>> forecast.settling(40.0, 250, 1000), forecast.settling(5.0, 250, 1000)
(', about 120 s left', '')
>>> forecast.certified = True
>>> forecast.settling(40.0, 1000, 1000)  # all are settled, but not yet checked
', about 345 s left'
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from time import monotonic, perf_counter

import numpy as np

from arrangements.decide.dyadic.outcomes import Outcome
from arrangements.running import report_progress

__all__ = ["Forecast", "Settling"]

_WAIT = 10.0  # seconds after which the rest is predicted
_PRODUCTS = 8.0  # with all rows, of a hard label, and
_WALK, _POWER = 2e9, 3.5  # multiplications that take as long as its walk in 1,024 dimensions
_ELLIPSOID = 6.0  # times n d^2 multiplications in float32, for the check of an ellipsoid
_CHECKS = 4.0  # products with all rows, for that of a hard label
_TRIED = 1024  # rows and columns of a product that shows how fast this machine is
_MEASURED = 0.25  # seconds of these products
_SLOWER = 1.5  # times the time of a product: directions of rows


class Forecast:
    """Of ``n`` rows of ``k`` numbers, whose hard labels so many workers settle."""

    def __init__(
        self,
        n: int,
        k: int,
        workers: int,
        clock: Callable[[], float] = monotonic,
        certified: bool = False,
    ) -> None:
        self.n, self.k, self.workers, self.clock = n, k, max(1, workers), clock
        self.certified = certified
        # the first labels, with all that happens once, and when they had been tried
        self.first: tuple[int, float] | None = None
        self.rate = 0.0  # multiplications a second

    def trying(self, tried: int, won: int) -> str:
        """After so many labels were tried, so many of them with success."""
        now = self.clock()
        if self.first is None:
            self.first = tried, now
        before, begun = self.first
        if tried == before:
            return ""
        self.rate = (tried - before) * self.n * self.k / max(now - begun, 1e-9)
        if now - begun < _WAIT:
            return ""
        hard = self.n * (tried - won) / tried
        rest = (self.n - tried) * self.n * self.k / self.rate
        return _told(rest + self._hard(hard) + self._checked(hard))

    def settling(self, seconds: float, done: int, number: int) -> str:
        """After so many of a number of hard labels were settled in these seconds."""
        if seconds < _WAIT:
            return ""
        rest = seconds / done * (number - done) if done else self._hard(number) - seconds
        return _told(max(0.0, rest) + self._checked(number))

    def _hard(self, number: float) -> float:
        """Seconds for so many hard labels."""
        each = _PRODUCTS * self.n * self.k + _WALK * (self.k / 1024) ** _POWER
        return number * each / self._speed() / self.workers

    def _checked(self, number: float) -> float:
        """Seconds for the check of a certificate with so many hard labels, if one is written."""
        if not self.certified:
            return 0.0
        work = self.n * self.k * (self.n + _CHECKS * number + bool(number) * _ELLIPSOID * self.k)
        return work / self._speed()

    def _speed(self) -> float:
        """Multiplications a second; where no directions were tried as those of one product."""
        if not self.rate:
            part = np.ones((_TRIED, self.k), np.float32)
            began, times = perf_counter(), 0
            while (spent := perf_counter() - began) < _MEASURED:
                part @ part.T
                times += 1
            self.rate = times * part.size * _TRIED / spent / _SLOWER
        return self.rate


class Settling:
    """The progress of hard questions, which so many workers settle in batches.

    >>> from arrangements.running import limited
    >>> settling = Settling(Forecast(64, 9, workers=1), hard=3, batches=1, workers=1)
    >>> with limited("an example", progress=lambda step, part: print(step, part)):
    ...     settling.report()
    settling; 0 possible, 0 not, 3 left 0.0
    """

    def __init__(self, forecast: Forecast, hard: int, batches: int, workers: int) -> None:
        self.forecast, self.hard, self.batches, self.workers = forecast, hard, batches, workers
        self.done = self.left_out = self.yes = self.never = 0
        self.left = hard
        self.began = forecast.clock()

    def learn(self, outcomes: Collection[Outcome]) -> None:
        """More answers are known."""
        possible = sum(outcome.possible for outcome in outcomes)
        self.yes += possible
        self.never += len(outcomes) - possible

    def settled(self, outcomes: Collection[Outcome]) -> None:
        """One more batch is done."""
        self.learn(outcomes)
        self.done, self.left = self.done + 1, self.left - len(outcomes)
        if self.done == self.workers and self.batches > 4 * self.workers:
            # The first batches take the start of the workers, too: the forecast leaves them out.
            self.began, self.left_out = self.forecast.clock(), self.hard - self.left

    def report(self) -> None:
        number = self.hard - self.left_out
        rest = self.forecast.settling(
            self.forecast.clock() - self.began, number - self.left, number
        )
        step = f"settling; {self.yes:,} possible, {self.never:,} not, {self.left:,} left{rest}"
        report_progress(step, self.done / self.batches)


def _told(seconds: float) -> str:
    return f", about {seconds:,.0f} s left"
