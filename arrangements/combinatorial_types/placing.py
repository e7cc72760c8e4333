"""Points with small integer coordinates for order types, found by adding one point after another.

``Placing`` keeps point sets of different types. ``extended`` puts a further point at the places of
a grid, one of each cell of the lines through the points, and keeps the sets whose type is new. The
seed decides which place of a cell is tried.

>>> sets = Placing(3, [((0, 0), (3, 0), (0, 3))])
>>> len(extended(sets, side=4, seed=1).found), len(extended(sets, side=4, seed=1, collinear=True).found)
(2, 3)
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from arrangements.combinatorial_types.oriented import leaves, tables
from arrangements.kernels.combinatorial_types import placing
from arrangements.kernels.combinatorial_types.colines import Tables
from arrangements.kernels.combinatorial_types.signings import least_signing
from arrangements.running import with_progress

__all__ = ["Key", "Placing", "Points", "colex_signs", "extended", "type_key"]

Points = tuple[tuple[int, int], ...]
Key = tuple[bytes, int]


def type_key(signs: np.ndarray, t: Tables) -> Key:
    """A key that two oriented matroids share if and only if they differ by relabelling and the sign
    of all bases.
    """
    form, _, flips = leaves(signs, t)
    return form.tobytes(), int(least_signing(form, t, flips))


def colex_signs(points: Points | np.ndarray) -> np.ndarray:
    """On which side of the line of the first two the third point is, for all triples in
    colexicographic order.
    """
    p = np.array(points, np.int64)
    a, b, c = (p[column] for column in tables(len(p), 3).bases.T)
    return np.sign(
        (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    ).astype(np.int8)


class Placing:
    """Point sets of one size, at most ``each`` of a type."""

    def __init__(self, n: int, sets: Iterable[Points] = (), each: int = 1) -> None:
        self.n, self.each = n, each
        self.found: dict[Key, list[Points]] = {}
        for points in sets:
            self.add(points)

    def add(self, points: Points) -> None:
        self._keep(type_key(colex_signs(points), tables(self.n, 3)), points)

    def _keep(self, key: Key, points: Points) -> None:
        placements = self.found.setdefault(key, [])
        if len(placements) < self.each:
            placements.append(points)


def extended(
    sets: Placing, side: int, seed: int, collinear: bool = False, into: Placing | None = None
) -> Placing:
    """The sets with one point more on the grid 0..side-1, added to those of ``into``."""
    result = Placing(sets.n + 1) if into is None else into
    random, t = np.random.default_rng(seed), tables(sets.n + 1, 3)
    order = random.permutation(side * side)
    words = np.empty(side * side, np.int64)
    on_line = np.int64(sum(1 << 2 * k for k in range(sets.n * (sets.n - 1) // 2)))
    for points in with_progress(
        "placing points", [points for kept in sets.found.values() for points in kept]
    ):
        p = np.array(points, np.int64)
        placing.sides(p, side, words)
        distinct, first = np.unique(words[order], return_index=True)
        old = colex_signs(p)
        for word, place in zip(distinct.tolist(), order[first].tolist(), strict=True):
            new = (place // side, place % side)
            if new in points or (word & on_line and not collinear):
                continue
            sides = (word >> 2 * np.arange(len(t.middle))[: len(t.bases) - len(old)] & 3) - 1
            signs = np.concatenate([old, sides]).astype(np.int8)
            result._keep(type_key(signs, t), (*points, new))
    return result
