"""Numbers of points in the plane, no three on a line: crossings, convex polygons and holes, k-sets
and halving lines.

All follow from the order type, so points may be given as a configuration of rows (1, x, y), or as
an acyclic uniform chirotope of rank 3, abstract ones included.

>>> from arrangements import Configuration
>>> pentagon = Configuration.affine([[0, 0], [2, 0], [3, 2], [1, 4], [-1, 2]])
>>> crossings(pentagon), convex_polygons(pentagon, 4), holes(pentagon, 5), k_sets(pentagon, 2)
(5, 5, 1, 5)
>>> halving_lines(Configuration.affine([[0, 0], [4, 0], [0, 4], [1, 1]]))
3
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.kernels.combinatorial_types import polygons
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope, chirotope
from arrangements.running.validated import validated

__all__ = [
    "PointNumbers",
    "colex_signs_of",
    "convex_polygons",
    "crossings",
    "halving_lines",
    "holes",
    "k_sets",
    "number_named",
]

MOST_POINTS = 62  # sets of points are words
Points = Configuration | Chirotope


class PointNumbers:
    """The numbers of one order type, from the signs of all triples in colexicographic order."""

    def __init__(self, n: int, signs: np.ndarray) -> None:
        self.n = n
        self._left = np.empty((n, n), np.int64)
        polygons.sides(signs, self._left)

    def crossings(self) -> int:
        """Crossing pairs of segments between points, all drawn straight: sets of four points in
        convex position.
        """
        return comb(self.n, 4) - int(polygons.inside(self._left))

    def convex_polygons(self, k: int) -> int:
        """Sets of k points in convex position."""
        return self._polygons(k, False)

    def holes(self, k: int) -> int:
        """Convex polygons with k of the points as corners and none inside."""
        return self._polygons(k, True)

    def _polygons(self, k: int, empty: bool) -> int:
        if k < 3:
            raise BadInput(f"number of corners must be at least 3, not {k}")
        counts = np.empty(self.n + 1, np.int64)
        polygons.polygons(self._left, empty, counts)
        return int(counts[k]) if k <= self.n else 0

    def k_sets(self, k: int) -> int:
        """Sets of k points that a line parts from the others."""
        if not 1 <= k < self.n:
            raise BadInput(f"size of a k-set must be between 1 and {self.n - 1}, not {k}")
        # Turn the line about two points, one of each side, until it contains both: k - 1 points are
        # then left of it.
        return self._edges()[k - 1]

    def halving_lines(self) -> int:
        """Lines through two points with as many points on one side as on the other; for an even
        number of points.
        """
        if self.n % 2:
            raise BadInput(f"number of points must be even for halving lines, not {self.n}")
        return self._edges()[(self.n - 2) // 2] // 2

    def _edges(self) -> list[int]:
        counts = np.empty(self.n, np.int64)
        polygons.edges(self._left, counts)
        return counts.tolist()


@validated
def crossings(points: Points) -> int:
    """Crossing pairs of segments between the points: sets of four in convex position."""
    return _numbers(points).crossings()


@validated
def convex_polygons(points: Points, k: int) -> int:
    """Sets of k points in convex position."""
    return _numbers(points).convex_polygons(k)


@validated
def holes(points: Points, k: int) -> int:
    """Empty convex polygons with k corners."""
    return _numbers(points).holes(k)


@validated
def k_sets(points: Points, k: int) -> int:
    """Sets of k points that a line parts from the others."""
    return _numbers(points).k_sets(k)


@validated
def halving_lines(points: Points) -> int:
    """Lines through two of an even number of points that leave as many on one side as on the
    other.
    """
    return _numbers(points).halving_lines()


def _numbers(points: Points) -> PointNumbers:
    chi = points if isinstance(points, Chirotope) else chirotope(points)
    if chi.rank != 3 or not chi.is_uniform or not chi.is_acyclic or chi.n > MOST_POINTS:
        what = f"at most {MOST_POINTS} points of the plane, rows (1, x, y), no three on a line"
        raise BadInput(f"points must be {what}, not {short_repr(chi)}")
    return PointNumbers(chi.n, colex_signs_of(chi))


def colex_signs_of(chi: Chirotope) -> np.ndarray:
    """The signs of the bases in colexicographic order."""
    from arrangements.matroids.chirotopes.subsets import colex_subsets, lex_numbers

    subsets = np.array(colex_subsets(chi.n, chi.rank), np.int64).reshape(-1, chi.rank)
    return np.ascontiguousarray(chi.signs[lex_numbers(subsets, chi.n)])


class _Named(NamedTuple):
    number: Callable[..., int]
    takes_k: bool


_NAMES = {
    "crossings": _Named(PointNumbers.crossings, False),
    "halving-lines": _Named(PointNumbers.halving_lines, False),
    "convex": _Named(PointNumbers.convex_polygons, True),
    "holes": _Named(PointNumbers.holes, True),
    "k-sets": _Named(PointNumbers.k_sets, True),
}


def number_named(name: str) -> Callable[[PointNumbers], int]:
    """The number of this name: ``crossings``, ``halving-lines``, ``convex:K``, ``holes:K`` or
    ``k-sets:K``.

    >>> from arrangements.combinatorial_types import types
    >>> sorted({number_named("holes:4")(PointNumbers(5, member.colex)) for member in types("points:5")})
    [1, 2, 5]
    """
    word, colon, k = name.partition(":")
    maker = _NAMES.get(word)
    if (
        maker is None
        or maker.takes_k != bool(colon)
        or (colon and not (k.isascii() and k.isdecimal() and len(k) < 4))
    ):
        raise BadInput(
            f"number must be crossings, halving-lines, convex:K, holes:K or k-sets:K, not {short_repr(name)}"
        )
    return partial(maker.number, k=int(k)) if colon else maker.number
