"""Labels inside the hull of all rows, each by few rows and the centre of the ellipsoid.

In the coordinates b_j of a ``Space`` let p_j >= 0 be weights of rows and p_0 one of the centre, which
is the origin there, with the sum 1. Label i is dominated if b_i - sum of p_j b_j, plus weights times
conditions of inputs, is short beside p_0: the centre stands for all rows, and what is left is made up
from them (``inner``). So each label walks towards the nearest point of the hull of its rivals and of
the centre, and how far beyond the row the inside reaches need not be known beforehand. A product
with all rows a round shows which rivals would come nearer, and these join. Labels that are nearly on
the border, or first somewhere, come near to no weight of the centre, and are left to others.

Floating point: it never concludes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arrangements.kernels.hulls.min_norm import min_norm_continued, min_norm_weights
from arrangements.running import report_progress

if TYPE_CHECKING:
    from arrangements.decide.bulk.hard import Space

__all__ = ["Combination", "Proves", "inward"]

_TOGETHER = 256  # labels, and
_PRODUCTS = 1 << 25  # entries of a product with all rows at a time
_VECTORS = 1 << 27  # entries of the rivals of all these, or of their products: 1 GB
_JOIN = 32  # rivals that join a label in a round
_WIDE = 1.0  # times the width: rivals of a label at most
_STEPS = 20  # of a walk, times the number of generators
_SOME = 1e-9  # a weight that counts
_CENTRE = 1e-4  # a weight of the centre below which a label is near the border, and left to others
_SAME = 1e-5  # relative to lengths, if nothing remains, either
_NEAR = 12.0  # times the radius: what is short enough to be tried
_ABOVE = 1e-9  # relative to lengths, by how much a condition must be broken to join
_WINS = 1e-6  # by how much, relative to lengths, a label must be ahead to be offered as a winner


Proves: TypeAlias = Callable[[Sequence[tuple[int, "Combination"]]], Sequence[bool]]


class Combination:
    """Of one label: positions of rivals (from n on conditions) with their weights, and that of the
    centre; ``left`` is the vector that remains.
    """

    def __init__(self, unit: np.ndarray) -> None:
        self.places = np.zeros(0, np.int64)
        self.vectors = np.zeros((0, len(unit)))  # of the first of these, if they are kept
        self.weights = np.zeros(0)
        self.gram = np.zeros((0, 0))  # the products of these rivals
        self.centre = 1.0
        self.left = unit
        self.near = _NEAR

    def walk(self, space: Space, unit: np.ndarray, joining: np.ndarray) -> None:
        """To the nearest point, with some more rivals."""
        n, known = len(space.units), len(self.vectors)
        places = np.concatenate([self.places, np.setdiff1d(joining, self.places)])
        rows = places < n
        vectors = np.empty((len(places) + 1, len(unit)))
        vectors[:known] = self.vectors
        fresh, of_rows = places[known:], rows[known:]
        vectors[known:-1][of_rows] = unit - space.units[fresh[of_rows]]
        vectors[known:-1][~of_rows] = space.cone[fresh[~of_rows] - n]
        vectors[-1] = unit
        weights = np.zeros(len(vectors))
        weights[: len(self.weights)], weights[-1] = self.weights, self.centre
        flags = np.append(rows.astype(np.float64), 1.0)
        before = len(self.places)
        gram = np.empty((len(vectors), len(vectors)))
        gram[before:] = vectors[before:] @ vectors.T
        gram[:before, before:] = gram[before:, :before].T
        gram[:before, :before] = self.gram
        steps, own = _STEPS * len(vectors), weights > 0
        try:
            some = gram[np.ix_(own, own)] + np.outer(flags[own], flags[own])
            upper = np.ascontiguousarray(np.linalg.cholesky(some).T)
            min_norm_continued(gram, flags, weights, 0.0, steps, upper)
        except np.linalg.LinAlgError:
            min_norm_weights(gram, flags, weights, 0.0, steps)
        used = weights[:-1] > _SOME
        self.places, self.weights, self.centre = places[used], weights[:-1][used], weights[-1]
        self.left = weights @ vectors
        self.gram = gram[:-1, :-1][np.ix_(used, used)]
        if space.light is None:  # units are not kept, and made again only if they are new
            self.vectors = vectors[:-1][used]

    def promising(self, radius: float) -> bool:
        """Whether what remains is short beside the weight of the centre."""
        return float(np.sqrt(self.left @ self.left)) < self.near * radius * self.centre


def inward(space: Space, labels: Sequence[int], proves: Proves) -> list[tuple[int, np.ndarray]]:
    """Labels with a direction in which they seem to win; combinations that may prove that a label is
    inside are given to ``proves``, and a label of which one does is left.
    """
    ahead: list[tuple[int, np.ndarray]] = []
    n, width = space.table.shape
    size = max(16, min(_TOGETHER, _PRODUCTS // n))
    size = max(1, min(size, _VECTORS // width**2))
    for start in range(0, len(labels), size):
        chosen = np.array(labels[start : start + size], np.int64)
        units = np.array(space.units[chosen])
        walks = [Combination(unit) for unit in units]
        alive = np.arange(len(chosen))
        for turn in range(max(1, int(_WIDE * width) // _JOIN)):
            if not len(alive):
                break
            report_progress("walking inward", start / len(labels))
            left = np.array([walks[k].left for k in alive.tolist()])
            products, line = space.ahead(left), np.arange(len(alive))
            own = products[line, chosen[alive]].copy()
            products[line, chosen[alive]] = -np.inf
            join = min(_JOIN, n - 1)
            near = np.argpartition(products, n - join, axis=1)[:, n - join :]
            best = np.take_along_axis(products, near, 1).max(axis=1)
            slopes = left @ space.cone.T
            lengths = np.sqrt(np.square(left).sum(axis=1))
            kept: list[int] = []
            for place, k in enumerate(alive.tolist()):
                tight = np.flatnonzero(slopes[place] < -_ABOVE * lengths[place])
                reach = lengths[place] * space.lengths[chosen[k]]
                if turn and not len(tight) and own[place] - best[place] > _WINS * reach:
                    ahead.append((int(chosen[k]), left[place]))
                    continue
                tight = n + tight[np.argsort(slopes[place, tight])[:_JOIN]]
                walk = walks[k]
                before = float(lengths[place])
                walk.walk(space, units[k], np.concatenate([near[place], tight]))
                length = float(np.sqrt(walk.left @ walk.left))
                border = walk.centre < _CENTRE and length < _SAME * space.lengths[chosen[k]]
                if length < before and not border:
                    kept.append(k)
            tried = [k for k in kept if walks[k].promising(space.inner.radius)]
            proved = proves([(int(chosen[k]), walks[k]) for k in tried])
            done = {k for k, shown in zip(tried, proved, strict=True) if shown}
            for k in tried:
                walks[k].near /= 2
            alive = np.array([k for k in kept if k not in done], np.int64)
    return ahead
