"""How long the audit of all labels of a layer takes, predicted from what has been done.

First every label is tried in the direction of its own row: that tells how many multiplications are
done in a second, and which share of the labels is hard. The ellipsoid takes five times n d^2 of
them, and a hard label, of a kind that is inside, some products with all rows and a walk among its
rivals, as measured. Once some hard labels are settled, the others are predicted from these alone.

>>> forecast = Forecast(50_000, 577, workers=2, clock=iter([0.0, 60.0]).__next__)
>>> forecast.trying(1_000, 900), forecast.trying(11_000, 9_900)
('', ', about 604 s left')
>>> forecast.settling(40.0, 250, 1000), forecast.settling(5.0, 250, 1000)
(', about 120 s left', '')
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

__all__ = ["Forecast"]

_WAIT = 10.0  # seconds after which the rest is predicted
_ELLIPSOID = 5.0  # times n d^2 multiplications in float32
_PRODUCTS = 8.0  # with all rows, of a hard label, and
_WALK, _POWER = 2.5e9, 3.0  # multiplications that take as long as its walk in 1,024 dimensions


class Forecast:
    """Of ``n`` rows of ``k`` numbers, whose hard labels so many workers settle."""

    def __init__(
        self, n: int, k: int, workers: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self.n, self.k, self.workers, self.clock = n, k, max(1, workers), clock
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
        rest = float((self.n - tried) * self.n * self.k)
        if won < tried:
            rest += _ELLIPSOID * self.n * self.k**2
        hard = self.n * (tried - won) / tried
        return _told(rest / self.rate + self._hard(hard))

    def settling(self, seconds: float, done: int, number: int) -> str:
        """After so many of a number of hard labels were settled in these seconds."""
        if seconds < _WAIT:
            return ""
        if done:
            return _told(seconds / done * (number - done))
        return _told(max(0.0, self._hard(number) - seconds)) if self.rate else ""

    def _hard(self, number: float) -> float:
        """Seconds for so many hard labels."""
        each = _PRODUCTS * self.n * self.k + _WALK * (self.k / 1024) ** _POWER
        return number * each / self.rate / self.workers


def _told(seconds: float) -> str:
    return f", about {seconds:,.0f} s left"
