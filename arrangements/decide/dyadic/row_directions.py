"""Points that need no more than a number: each label is tried in the direction of its own row, from
a centre that all labels share.

Most labels of a real layer are first there. The point is kept as a power of two, and made again
from the row, the centre and that power by anybody who has these; a certificate has one byte for it.

The point (q, x) of row (b, u), centre m and power p: q = 2^p; v = u - m, each coordinate rounded to
the nearest float64; x = v 2^(15 - e), rounded to integers, to even ones at halves, where 2^e is the
least power of two above all |v_j|. Then x_j is raised to the least integer that meets the lower
bounds of h_j = x_j / q, and lowered to the largest that meets the upper ones, where conditions on
inputs are such bounds. Whether the point is an input, and the row first there, is for others to see.

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 3, 0], [0, 0, 1], [0, -3, -1]]))
>>> aims = Aims.of(rows, Domain(Inputs.nonnegative(2)))
>>> aims.centre.tolist(), aims.points(np.array([0, 2]), 4).tolist()
([0.0, 0.0], [[16, 24576, 0], [16, 0, 0]])
"""

from __future__ import annotations

from math import ceil, floor

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import POINT_BITS, DyadicMatrix

__all__ = ["Aimed", "Aims"]

_BITS = 15  # of the largest coordinate
_BEYOND = 1 << (POINT_BITS + 1)  # no point has a coordinate like that
_POWERS = (0, 11, 13, 15)  # from far away, where offsets hardly count, to near the origin


class Aims:
    """``centre``: what is taken from the rows, without offsets."""

    def __init__(self, rows: DyadicMatrix, domain: Domain, centre: np.ndarray) -> None:
        self.rows, self.domain, self.centre = rows, domain, centre
        self._ends: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    @classmethod
    def of(cls, rows: DyadicMatrix, domain: Domain) -> Aims | None:
        """Aims from the mean of the rows; None where inputs are not bounded by single coordinates
        only.
        """
        if domain.equal or domain.ball is not None or not all(domain.ends):
            return None
        total = np.zeros(rows.k)
        for _, part in rows.parts():
            total += part.sum(axis=0)
        centre = total[1:] / max(1, rows.n)
        return cls(rows, domain, centre) if np.isfinite(centre).all() else None

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers that are worth a trial."""
        return _POWERS if self.domain.weak or self.rows.has_offsets else _POWERS[:1]

    def points(self, labels: np.ndarray, power: int) -> np.ndarray:
        """The points of some labels, integers."""
        apart = self.rows.floats(labels.tolist())[:, 1:] - self.centre
        places = np.frexp(np.abs(apart).max(axis=1, initial=0.0))[1]
        whole = np.rint(np.ldexp(apart, (_BITS - places)[:, None])).astype(np.int64)
        low, high = self._bounds(power)
        whole = np.minimum(np.maximum(whole, low), high)
        return np.column_stack([np.full(len(whole), 1 << power, np.int64), whole])

    def _bounds(self, power: int) -> tuple[np.ndarray, np.ndarray]:
        if power not in self._ends:
            low = np.full(self.rows.k - 1, -_BEYOND, np.int64)
            high = np.full(self.rows.k - 1, _BEYOND, np.int64)
            for end in self.domain.ends:
                if end is not None:
                    j, bound, side = end
                    whole = (ceil if side > 0 else floor)(bound * (1 << power))
                    whole = max(-_BEYOND, min(whole, _BEYOND))
                    low[j] = max(low[j], whole) if side > 0 else low[j]
                    high[j] = min(high[j], whole) if side < 0 else high[j]
            self._ends[power] = low, high
        return self._ends[power]


class Aimed(IntegerWitness):
    """A label that is first at its point of some aims; the point is made when it is looked at."""

    def __init__(self, aims: Aims, label: int, power: int) -> None:
        object.__setattr__(self, "aims", aims)
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "power", power)

    aims: Aims
    label: int
    power: int

    @property
    def point(self) -> tuple[int, ...]:
        (found,) = self.aims.points(np.array([self.label]), self.power)
        return tuple(found.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IntegerWitness) and self.point == other.point

    def __hash__(self) -> int:
        return hash((self.point,))
