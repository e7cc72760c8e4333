"""List the cells of at most 64 elements inside an open cone, in dimension at least 3: ``narrow``
along the flats that meet the cone.

The bounding elements come first; element 0 is one of them, so every cell lies in the half that
``narrow`` lists anyway. They never cut, and the flats that miss the cone are told by the generators
that ``generators`` keeps for every flat.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arrangements.kernels.bits import WIDTH
from arrangements.kernels.listing import cocircuit_levels, generators, levels
from arrangements.kernels.listing.generators import Cones, Rays
from arrangements.kernels.listing.leaves import ALL
from arrangements.kernels.listing.levels import Edges, Leaves
from arrangements.kernels.listing.narrow import Rows, Signs, Words, fits_float64, solve

__all__ = ["fits_cone", "words_in_cone", "words_in_cone_of_cocircuits"]


def fits_cone(rows: Sequence[Sequence[int]], dimension: int) -> bool:
    """Whether the cells of these rows, bounding ones included, can be listed from coordinates.

    Beside ``fits_float64``: the coordinates of a generator are minors of size dimension - 1, below
    h = 2^26, so in every value each partial sum is at most b = dimension * (largest entry) * h. It
    must stay below 2^53, and 2 b h, which bounds what ``_mix`` computes, below 2^63.
    """
    b = dimension * max((abs(x) for row in rows for x in row), default=0) << 26
    return fits_float64(rows, dimension) and b < 1 << 36


def _first(elements: int) -> np.uint64:
    return np.uint64(int(ALL) ^ ((1 << (WIDTH - elements)) - 1))


def _word_of(rays: Sequence[Sequence[int]], side: int) -> Words:
    return np.array(
        [sum((s == side) << (WIDTH - 1 - i) for i, s in enumerate(ray)) for ray in rays], np.uint64
    )


class _Rows(Rows):
    """Flats with the generators of the part of the cone that lies in them."""

    def __init__(
        self,
        bounding: int,
        rows: Sequence[Sequence[int]],
        lines: Sequence[Sequence[int]],
        rays: Sequence[Sequence[int]],
    ) -> None:
        super().__init__(rows)
        self._matrix = self._rows[0].copy()
        self._bounding = _first(bounding)
        vectors = np.array([*lines, *rays], np.int64)
        self._cones = Cones(vectors, np.array([0, len(vectors)]), np.array([len(lines)]))
        self._look(1)

    def _look(self, flats: int) -> None:
        self._begin, self._cutting = np.empty(flats, np.uint64), np.empty(flats, np.uint64)
        generators.look(self._cones, self._matrix, self._begin, self._cutting)

    def expand(self, masks: Words, least: np.ndarray, edges: Edges) -> tuple[Words, int]:
        return self._begin, levels.expand(
            self._rows, masks, least, self._cutting, self._begin, edges
        )

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        super().descend(born, least)
        starts, lines = np.zeros(len(born) + 1, np.int64), np.empty(len(born), np.int64)
        vectors, done, at = np.empty((16 * len(born) + 64, self.rank), np.int64), 0, 0
        while True:
            out = Cones(vectors, starts, lines)
            done, at = generators.cut_all(
                self._cones, self._matrix, self._bounding, born, least, out, done, at
            )
            if done == len(born):
                break
            vectors.resize((2 * len(vectors), self.rank), refcheck=False)
        starts[done] = at
        self._cones = Cones(vectors[:at], starts, lines)
        self._look(len(born))

    def leaves(self, masks: Words, least: np.ndarray) -> Leaves:
        return Leaves(
            masks, least, self._begin, self._cutting, self._bounding, np.zeros(len(masks), np.int64)
        )


class _Signs(Signs):
    """Sign words in the cone from the words of the cocircuits; the cone has no lines, and its rays
    are given by their signs.
    """

    def __init__(
        self,
        bounding: int,
        cocircuits: tuple[Words, Words],
        n: int,
        rank: int,
        rays: Sequence[Sequence[int]],
    ) -> None:
        super().__init__(*cocircuits, n, rank)
        self._bounding = _first(bounding)
        self._basis = self._bases[0].copy()
        self._rays = Rays(_word_of(rays, 1), _word_of(rays, -1), np.array([0, len(rays)]))
        self._look(1)

    def _look(self, flats: int) -> None:
        self._begin, self._cutting = np.empty(flats, np.uint64), np.empty(flats, np.uint64)
        generators.look_signs(self._rays, self._begin, self._cutting)

    def expand(self, masks: Words, least: np.ndarray, edges: Edges) -> tuple[Words, int]:
        return self._begin, cocircuit_levels.expand_signs(
            self._cocircuits, self._bases, self._k, masks, least, self._cutting, edges
        )

    def descend(self, born: np.ndarray, least: np.ndarray) -> None:
        super().descend(born, least)
        starts = np.zeros(len(born) + 1, np.int64)
        out, done, at = np.empty((2, 16 * len(born) + 64), np.uint64), 0, 0
        while True:
            into = Rays(out[0], out[1], starts)
            done, at = generators.cut_all_signs(
                self._rays,
                self._cocircuits,
                self._basis,
                self._bounding,
                born,
                least,
                into,
                done,
                at,
            )
            if done == len(born):
                break
            out = np.concatenate([out, out], axis=1)
        starts[done] = at
        self._rays = Rays(out[0, :at].copy(), out[1, :at].copy(), starts)
        self._look(len(born))

    def leaves(self, masks: Words, least: np.ndarray) -> Leaves:
        return Leaves(
            masks, least, self._begin, self._cutting, self._bounding, np.zeros(len(masks), np.int64)
        )


def words_in_cone(
    bounding: Sequence[Sequence[int]],
    rows: Sequence[Sequence[int]],
    lines: Sequence[Sequence[int]],
    rays: Sequence[Sequence[int]],
) -> Words:
    """Sign words of non-zero rows of full column rank, with ``bounding`` ones before them, on the
    open cone where the latter are positive.

    ``lines`` and ``rays`` are primitive generators of the closed cone as
    ``counting.cone_flats.generators`` gives them; ``fits_cone`` must hold.
    """
    return solve(_Rows(len(bounding), [*bounding, *rows], lines, rays)) << np.uint64(len(bounding))


def words_in_cone_of_cocircuits(
    bounding: int, cocircuits: tuple[Words, Words], n: int, rank: int, rays: Sequence[Sequence[int]]
) -> Words:
    """Sign words in the cone from the words of the cocircuits of n elements, the first ``bounding``
    ones before the others.

    ``rays``: the signs of all elements on every extreme ray of the closed cone, which has no lines.
    """
    return solve(_Signs(bounding, cocircuits, n, rank, rays)) << np.uint64(bounding)
