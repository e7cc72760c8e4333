"""Labels inside the hull of all rows, each by few rows and the centre of the ellipsoid.

In the coordinates b_j of a ``Space`` let p_j >= 0 be weights of rows and p_0 one of the centre, which
is the origin there, with the sum 1. Label i is dominated if b_i - sum of p_j b_j, plus weights times
conditions of inputs, is short beside p_0: the centre stands for all rows, and what is left is made up
from them (``ellipsoid``). So each label walks towards the nearest point of the hull of its rivals and of
the centre, and how far beyond the row the inside reaches need not be known beforehand. A product
with all rows a round shows which rivals would come nearer, and these join. Labels that are nearly on the
border, or first somewhere, come near to no weight of the centre. In few dimensions they are left to
others. In many they walk on, to a point beyond the row, (1 + t) b_i; that t may be too large, and
each direction on the way shows how far the inside reaches at most.

Floating point: it never concludes, but for proofs in ``space``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from arrangements.decide.dyadic.outcomes import Enclosed
from arrangements.decide.labels.ellipsoid import SHARE
from arrangements.decide.labels.space import Space, as_enclosed, shortened
from arrangements.kernels.hulls.together import min_norm_together
from arrangements.running import report_progress

__all__ = ["Combination", "inward"]

_TOGETHER = 256  # labels, and
_PRODUCTS = 1 << 25  # entries of a product with all rows at a time
_VECTORS = 1 << 26  # entries of the rivals that all these keep, and of their products: 768 MB
_USUAL = 0.0625  # times the width: rivals of a label for which there is room then
_JOIN = 32  # rivals at least that join a label in a round, and
_PER_JOIN = 32  # one for so many dimensions
_STAY = 0.75  # of those that join: if more have a weight then twice as many join next
_RANK = 0.9  # times the width: rivals of a label that are independent
_OF_MANY = 8  # and else one for so many that are there, but
_WIDE = 3.0  # times the width: rivals that join a label at most
_STEPS = 20  # of a walk, times the number of generators
_SOME = 1e-9  # a weight that counts
_CENTRE = 1e-4  # a weight of the centre below which a label is near the border, and left to others
_SAME = 1e-5  # relative to lengths, if nothing remains, either
_NEAR = 0.85  # of the weight of the centre: no row may be farther behind what remains, to be tried
_ABOVE = 1e-9  # relative to lengths, by how much a condition must be broken to join
_FAR = 256  # dimensions in which a label goes on to a point beyond its row,
_BEYOND = 2.0**-10  # at first so far,
_LAST = 2.0**-14  # and no nearer: squares do not show what remains then
_LONGER = 4  # times as many rounds
_WINS = 1e-6  # by how much, relative to lengths, a label must be ahead to be offered as a winner


class Combination:
    """Of one label: positions of rivals (from n on conditions) with their weights, and that of the
    centre; ``left`` is the vector that remains. ``beyond`` is t. ``join``: how many rivals join next.
    """

    def __init__(self, label: int, unit: np.ndarray, join: int = _JOIN) -> None:
        self.label, self.unit = label, unit
        self.places = np.zeros(0, np.int64)
        # less the units of these, if they are kept, or the conditions
        self.vectors = np.zeros((0, len(unit)), np.float32)
        self.weights = np.zeros(0)
        self.gram = np.zeros((0, 0))  # the products of these vectors
        self.centre = 1.0
        self.beyond = 0.0
        self.left = unit
        self.near = _NEAR
        self.join = self.least = join
        self.turn = 0  # walks so far

    def aim(self, beyond: float) -> None:
        """From now on at another point beyond the row."""
        self.left = self.left + (beyond - self.beyond) * self.unit
        self.beyond, self.near = beyond, _NEAR

    def rest(self) -> None:
        """Keep no more than what is needed to go on."""
        self.vectors, self.gram = self.vectors[:0], self.gram[:0, :0]

    def walk(self, space: Space, joining: np.ndarray) -> None:
        """To the nearest point, with some more rivals."""
        self.turn += 1
        unit, goal = self.unit, (1 + self.beyond) * self.unit
        n, known, before = len(space.units), len(self.vectors), len(self.gram)
        places = np.concatenate([self.places, np.setdiff1d(joining, self.places)])
        rows = places < n
        few = space.light is None  # units are not kept: made in float32, again only if new
        vectors = np.empty((len(places), len(unit)), np.float32 if few else np.float64)
        vectors[:known] = self.vectors
        fresh, of_rows = places[known:], rows[known:]
        vectors[known:][of_rows] = -space.vectors(fresh[of_rows])
        vectors[known:][~of_rows] = space.cone[fresh[~of_rows] - n]
        exact = vectors.astype(np.float64, copy=False)
        products = np.empty((len(places), len(places)))
        products[before:] = exact[before:] @ exact.T
        products[:before, before:] = products[before:, :before].T
        products[:before, :before] = self.gram
        # Generators are these vectors, the goal added to those of rows; and the goal, from the centre.
        weights = np.append(self.weights, np.zeros(len(places) - len(self.weights)))
        flags = rows.astype(np.float64)
        weights, flags = np.append(weights, self.centre), np.append(flags, 1.0)
        along = np.append(exact @ goal, 0.0) + flags * float(goal @ goal) / 2
        gram = flags[:, None] * along + along[:, None] * flags
        gram[:-1, :-1] += products
        weights = min_norm_together(gram, flags, weights, _STEPS * len(gram))
        used = weights[:-1] > _SOME
        # Where most that join stay there are many to come.
        older = len(self.places)
        stayed, joined = int(used[older:].sum()), len(used) - older
        number = int(used.sum())
        most = max(self.least, min(number // 2, int(_RANK * len(unit)) - number))
        some = 2 * self.join if stayed > _STAY * joined else number // _OF_MANY
        self.join = max(self.least, min(some, most))
        self.places, self.weights, self.centre = places[used], weights[:-1][used], weights[-1]
        self.left = self.weights @ exact[used] + float(flags @ weights) * goal
        self.gram = products[np.ix_(used, used)]
        if few:
            self.vectors = vectors[used]

    def outcome(self, space: Space) -> Enclosed:
        """The combination as it is proved. With any weight of its own row it leaves the same."""
        places, weights = np.append(self.places, self.label), np.append(self.weights, self.centre)
        return as_enclosed(space, self.inside, places, weights)

    def promising(self, least: float) -> bool:
        """Whether the product of what remains with no row is farther below zero than the row is
        inside.
        """
        return self.inside > SHARE and least > -self.near * self.inside

    @property
    def inside(self) -> float:
        """How far the row is inside if nothing remains."""
        return float(self.beyond + self.centre)

    @property
    def length(self) -> float:
        """Of what remains."""
        return float(np.sqrt(self.left @ self.left))


def inward(
    space: Space, labels: Sequence[int]
) -> tuple[dict[int, Enclosed], list[tuple[int, np.ndarray]]]:
    """Labels that are proved to be inside, and others with a direction in which they seem to win."""
    found: dict[int, Enclosed] = {}
    ahead: list[tuple[int, np.ndarray]] = []
    n, width = space.table.shape
    join = min(max(_JOIN, width // _PER_JOIN), n - 1)
    rounds = max(1, int(_WIDE * width) // join)
    last = rounds * _LONGER if width >= _FAR else rounds
    pool, ready = _Pool(space, labels, join), list[Combination]()
    while pool.filled() or ready:
        report_progress("walking inward", 1 - (pool.left + len(ready)) / len(labels))
        if ready and (not pool.alive or len(ready) >= pool.size):
            # Many at once, as the proof looks at each row; the others go on, to come nearer.
            outcomes = [(walk.label, walk.outcome(space)) for walk in ready]
            shown = space.proves_enclosed(outcomes)
            proved = [pair for pair, holds in zip(outcomes, shown, strict=True) if holds]
            found.update(shortened(space, proved))
            again = [walk for walk, holds in zip(ready, shown, strict=True) if not holds]
            pool.waiting.extend(again)
            ready = []
            for walk in again:
                walk.near /= 2
            continue
        own_labels = np.array([walk.label for walk in pool.alive])
        left = np.array([walk.left for walk in pool.alive])
        products, line = space.ahead(left), np.arange(len(left))
        least = products.min(axis=1)
        own = products[line, own_labels].copy()
        products[line, own_labels] = -np.inf
        best = products.max(axis=1)
        slopes = left @ space.cone.T
        lengths = np.sqrt(np.square(left).sum(axis=1))
        kept = list[Combination]()
        for place, walk in enumerate(pool.alive):
            length = float(lengths[place])
            if walk.promising(float(least[place])):
                walk.rest()
                ready.append(walk)
                continue
            tight = np.flatnonzero(slopes[place] < -_ABOVE * length)
            reach = length * space.lengths[walk.label]
            if not len(tight) and own[place] - best[place] > _WINS * reach:
                ahead.append((walk.label, left[place]))
                continue
            if walk.turn >= (last if walk.beyond else rounds):
                continue
            if walk.beyond and not len(tight):
                most = float(best[place] / own[place]) - 1 if own[place] > 0 else 0.0
                if most < 2 * _LAST:
                    continue
                if most < walk.beyond:
                    walk.aim(most / 2)
                    length = walk.length
            tight = n + tight[np.argsort(slopes[place, tight])[:_JOIN]]
            some = n - min(walk.join, n - 1)
            near = np.argpartition(products[place], some)[some:]
            walk.walk(space, np.concatenate([near, tight]))
            outside = walk.centre < _CENTRE and not walk.beyond
            if outside and width >= _FAR:
                walk.aim(_BEYOND)
                kept.append(walk)
                continue
            border = outside and walk.length < _SAME * space.lengths[walk.label]
            if walk.length < length and not border:
                kept.append(walk)
        pool.alive = kept
    return found, ahead


class _Pool:
    """Labels that walk together: ``size`` at most, as far as there is room for their rivals. Where
    one has come to its end another begins, so that each product with all rows is for many.
    """

    def __init__(self, space: Space, labels: Sequence[int], join: int) -> None:
        self.space, self.join = space, join
        n, width = space.table.shape
        self.usual = max(1, int(_USUAL * width**2))
        self.size = max(1, min(max(16, min(_TOGETHER, _PRODUCTS // n)), _VECTORS // self.usual))
        self.fresh, self.waiting = deque(labels), deque[Combination]()
        self.alive = list[Combination]()

    @property
    def left(self) -> int:
        """Labels that have not come to their end."""
        return len(self.fresh) + len(self.waiting) + len(self.alive)

    def filled(self) -> bool:
        """Whether some walk, after others have joined or, for want of room, wait."""
        room = _VECTORS - sum(self._needed(walk) for walk in self.alive)
        while len(self.alive) > 1 and room < 0:
            walk = self.alive.pop()
            room += self._needed(walk)
            walk.rest()
            self.waiting.append(walk)
        while self.waiting and len(self.alive) < self.size:
            needed = self._needed(self.waiting[0])
            if self.alive and needed > room:
                break
            self.alive.append(self.waiting.popleft())
            room -= needed
        number = min(len(self.fresh), self.size - len(self.alive), max(0, room) // self.usual)
        if number > 0:
            some = [self.fresh.popleft() for _ in range(number)]
            units = np.array(self.space.units[np.array(some, np.int64)])
            for label, unit in zip(some, units, strict=True):
                self.alive.append(Combination(label, unit, self.join))
        return bool(self.alive)

    def _needed(self, walk: Combination) -> int:
        """Numbers in memory, at least as many as usual."""
        number, width = len(walk.places), len(walk.unit)
        return max(self.usual, number * (number + (width if self.space.light is None else 0)))
