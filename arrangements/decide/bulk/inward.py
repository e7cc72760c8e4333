"""Labels inside the hull of all rows, each by few rows and the centre of the ellipsoid.

In the coordinates b_j of a ``Space`` let p_j >= 0 be weights of rows and p_0 one of the centre, which
is the origin there, with the sum 1. Label i is dominated if b_i - sum of p_j b_j, plus weights times
conditions of inputs, is short beside p_0: the centre stands for all rows, and what is left is made up
from them (``inner``). So each label walks towards the nearest point of the hull of its rivals and of
the centre, and how far beyond the row the inside reaches need not be known beforehand. A product
with all rows a round shows which rivals would come nearer, and these join. Labels that are nearly on the
border, or first somewhere, come near to no weight of the centre. In few dimensions they are left to
others. In many they walk on, to a point beyond the row, (1 + t) b_i; that t may be too large, and
each direction on the way shows how far the inside reaches at most.

Floating point: it never concludes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arrangements.decide.bulk.inner import SHARE
from arrangements.kernels.hulls.together import min_norm_together
from arrangements.running import report_progress

if TYPE_CHECKING:
    from arrangements.decide.bulk.hard import Space

__all__ = ["Combination", "Proves", "inward"]

_TOGETHER = 256  # labels, and
_PRODUCTS = 1 << 25  # entries of a product with all rows at a time
_VECTORS = 1 << 26  # entries of the rivals that all these keep, and of their products: 768 MB
_USUAL = 0.0625  # times the width: rivals of a label for which there is room then
_JOIN = 32  # rivals at least that join a label in a round, and
_PER_JOIN = 32  # one for so many dimensions
_WIDE = 3.0  # times the width: rivals that join a label at most
_STEPS = 20  # of a walk, times the number of generators
_SOME = 1e-9  # a weight that counts
_CENTRE = 1e-4  # a weight of the centre below which a label is near the border, and left to others
_SAME = 1e-5  # relative to lengths, if nothing remains, either
_NEAR = 0.85  # of the weight of the centre: no row may be farther behind what remains, to be tried
_ABOVE = 1e-9  # relative to lengths, by how much a condition must be broken to join
_FAR = 256  # dimensions in which a label goes on to a point beyond its row,
_BEYOND = 2.0**-8  # at first so far,
_LAST = 2.0**-14  # and no nearer: squares do not show what remains then
_LONGER = 4  # times as many rounds
_WINS = 1e-6  # by how much, relative to lengths, a label must be ahead to be offered as a winner


Proves: TypeAlias = Callable[[Sequence[tuple[int, "Combination"]]], Sequence[bool]]


class Combination:
    """Of one label: positions of rivals (from n on conditions) with their weights, and that of the
    centre; ``left`` is the vector that remains. ``beyond`` is t.
    """

    def __init__(self, unit: np.ndarray) -> None:
        self.places = np.zeros(0, np.int64)
        self.vectors = np.zeros((0, len(unit)), np.float32)  # of the first of these, if kept
        self.weights = np.zeros(0)
        self.gram = np.zeros((0, 0))  # the products of these rivals
        self.centre = 1.0
        self.beyond = 0.0
        self.left = unit
        self.near = _NEAR

    def aim(self, unit: np.ndarray, beyond: float) -> None:
        """From now on at another point beyond the row."""
        self.left = self.left + (beyond - self.beyond) * unit
        self.beyond, self.near = beyond, _NEAR
        self.vectors, self.gram = self.vectors[:0], self.gram[:0, :0]

    def walk(self, space: Space, unit: np.ndarray, joining: np.ndarray) -> None:
        """To the nearest point, with some more rivals."""
        goal = (1 + self.beyond) * unit
        n, known = len(space.units), len(self.vectors)
        places = np.concatenate([self.places, np.setdiff1d(joining, self.places)])
        rows = places < n
        few = space.light is None  # units are not kept: made in float32, again only if new
        vectors = np.empty((len(places) + 1, len(unit)), np.float32 if few else np.float64)
        vectors[:known] = self.vectors
        fresh, of_rows = places[known:], rows[known:]
        vectors[known:-1][of_rows] = goal - space.vectors(fresh[of_rows])
        vectors[known:-1][~of_rows] = space.cone[fresh[~of_rows] - n]
        vectors[-1] = goal
        weights = np.zeros(len(vectors))
        weights[: len(self.weights)], weights[-1] = self.weights, self.centre
        flags = np.append(rows.astype(np.float64), 1.0)
        before = len(self.gram)
        gram = np.empty((len(vectors), len(vectors)))
        exact = vectors.astype(np.float64, copy=False)
        gram[before:] = exact[before:] @ exact.T
        gram[:before, before:] = gram[before:, :before].T
        gram[:before, :before] = self.gram
        weights = min_norm_together(gram, flags, weights, _STEPS * len(vectors))
        used = weights[:-1] > _SOME
        self.places, self.weights, self.centre = places[used], weights[:-1][used], weights[-1]
        self.left = weights @ exact
        self.gram = gram[:-1, :-1][np.ix_(used, used)]
        if few:
            self.vectors = vectors[:-1][used]

    @property
    def kept(self) -> int:
        """Numbers in memory."""
        return self.vectors.size + self.gram.size

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


def inward(space: Space, labels: Sequence[int], proves: Proves) -> list[tuple[int, np.ndarray]]:
    """Labels with a direction in which they seem to win; combinations that may prove that a label is
    inside are given to ``proves``, and a label of which one does is left.
    """
    ahead: list[tuple[int, np.ndarray]] = []
    n, width = space.table.shape
    size = max(16, min(_TOGETHER, _PRODUCTS // n))
    size = max(1, min(size, int(_VECTORS / (_USUAL * width**2))))
    join = min(max(_JOIN, width // _PER_JOIN), n - 1)
    rounds = max(1, int(_WIDE * width) // join)
    todo = [*labels]
    while todo:
        chosen, todo = np.array(todo[:size], np.int64), todo[size:]
        units = np.array(space.units[chosen])
        walks = [Combination(unit) for unit in units]
        alive, ready = list(range(len(chosen))), list[int]()
        last = rounds * _LONGER if width >= _FAR else rounds
        for turn in range(last + 1):
            report_progress("walking inward", 1 - (len(todo) + len(alive)) / len(labels))
            left = np.array([walks[k].left for k in alive])
            products, line = space.ahead(left), np.arange(len(alive))
            least = products.min(axis=1)
            own = products[line, chosen[alive]].copy()
            products[line, chosen[alive]] = -np.inf
            near = np.argpartition(products, n - join, axis=1)[:, n - join :]
            best = np.take_along_axis(products, near, 1).max(axis=1)
            slopes = left @ space.cone.T
            lengths = np.sqrt(np.square(left).sum(axis=1))
            kept = list[int]()
            for place, k in enumerate(alive):
                walk, length = walks[k], float(lengths[place])
                if walk.promising(float(least[place])):
                    ready.append(k)
                    continue
                tight = np.flatnonzero(slopes[place] < -_ABOVE * length)
                reach = length * space.lengths[chosen[k]]
                if not len(tight) and own[place] - best[place] > _WINS * reach:
                    ahead.append((int(chosen[k]), left[place]))
                    continue
                if turn >= (last if walk.beyond else rounds):
                    continue
                if walk.beyond and not len(tight):
                    most = float(best[place] / own[place]) - 1 if own[place] > 0 else 0.0
                    if most < 2 * _LAST:
                        continue
                    if most < walk.beyond:
                        walk.aim(units[k], most / 2)
                        length = walk.length
                tight = n + tight[np.argsort(slopes[place, tight])[:_JOIN]]
                walk.walk(space, units[k], np.concatenate([near[place], tight]))
                outside = walk.centre < _CENTRE and not walk.beyond
                if outside and width >= _FAR:
                    walk.aim(units[k], _BEYOND)
                    kept.append(k)
                    continue
                border = outside and walk.length < _SAME * space.lengths[chosen[k]]
                if walk.length < length and not border:
                    kept.append(k)
            while len(kept) > 1 and sum(walks[k].kept for k in kept) > _VECTORS:
                # There is no room for all of them: half of them wait, and begin again.
                todo += chosen[kept[1::2]].tolist()
                kept = kept[::2]
            alive = kept
            if ready and (not alive or turn in (rounds, last)):
                # All at once, as the proof looks at each row; the others go on, to come nearer.
                shown = proves([(int(chosen[k]), walks[k]) for k in ready])
                again = [k for k, proved in zip(ready, shown, strict=True) if not proved]
                alive, ready = [*alive, *again], []
                for k in again:
                    walks[k].near /= 2
            if not alive:
                break
    return ahead
