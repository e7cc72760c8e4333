"""How far a ray stays in a polyhedron, in floating point: the largest t with base + t direction in
the hull of columns. It never concludes.

``Extent(columns).basis(base, direction, start)`` looks for weights, none negative, with which the
columns add up to base + t direction for the largest t, and returns the positions of the columns
that it ends with, or None if it gets nowhere. ``RAY`` stands for the direction (its weight is t, of
any sign), -2, -3, .. for unit vectors, whose weights are to stay zero. The start is the best basis
of another base, or any that expresses this base. Few columns matter, so a tableau holds some, and
those that would help join.

A call with 602 columns of height 14 takes 0.4 ms, its program by HiGHS, which has no basis to
start from, 5.9 ms (``python -m tests.bench.hints``).

>>> columns = np.array([[0.0, 0, 1], [2, 0, 1], [0, 2, 1]])     # a triangle, at height 1
>>> sorted(Extent(columns).basis(np.array([0.5, 0.5, 1]), np.array([1.0, 0, 0]), [0, 1, 2]) or ())
[-1, 1, 2]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["RAY", "Extent"]

RAY = -1  # the place of the direction
_ZERO = 1e-9  # a price or an entry below is taken for rounding
_LEVEL = 1e-9  # below minus this a weight is negative
_PIVOTS = 100  # between which rounding errors stay small
_ROUNDS = 200  # after which nothing is suggested
_APART = 1e-5  # of a weight
_BACK = 8  # rounds in which levels may still be negative
_JOIN = 200  # columns at a time
_KEPT = 6  # times the height of the columns: how many stay in the tableau


class Extent:
    """``columns``: one a row, all of the same height."""

    def __init__(self, columns: np.ndarray, other: Extent | None = None) -> None:
        """``other``: of columns much like these, of which the same ones may matter."""
        self._height = columns.shape[1]
        # Positive factors of coordinates and of columns change no answer, and rounding less hurts
        # where all are of one size.
        self._sizes = np.maximum(np.sqrt(np.square(columns).mean(axis=0)), 1e-100)
        self._columns = _units(columns / self._sizes)
        # columns that mattered
        self._near: np.ndarray = np.empty(0, np.int64) if other is None else other._near

    def basis(
        self,
        base: np.ndarray,
        direction: np.ndarray,
        start: Sequence[int],
        best: bool = False,
        without: int = RAY,
        rounds: int | None = None,
    ) -> list[int] | None:
        """``start``: as many positions as a column is high, independent; ``best`` for another base,
        or expressing this one. ``without``: a column that may not join.
        ``rounds``: after
        so many, of some pivots each, the basis need not be the best.

        If ``RAY`` is not among them it enters first.
        """
        places = np.array(start, np.int64)
        base, direction = _units(np.array([base, direction]) / self._sizes)
        if not best:
            # Many weights near zero would stop every step short; slightly larger ones do not. Then
            # back to the base itself.
            some = np.random.default_rng(0).random(len(places)) * np.where(places >= 0, _APART, 0.0)
            walked = self._walked(
                base + some @ self._picked(places, direction),
                direction,
                places,
                False,
                without,
                rounds,
            )
            if walked is None:
                return None
            places = walked
        found = self._walked(base, direction, places, True, without, rounds)
        return None if found is None else found.tolist()

    def _walked(
        self,
        base: np.ndarray,
        direction: np.ndarray,
        basis: np.ndarray,
        back: bool,
        without: int,
        rounds: int | None,
    ) -> np.ndarray | None:
        for turn in range(_ROUNDS if rounds is None else rounds):
            try:
                inverse = np.linalg.inv(self._picked(basis, direction).T)
            except np.linalg.LinAlgError:
                return None
            if not np.isfinite(inverse).all():
                return None
            ray = np.flatnonzero(basis == RAY)
            table = _Tableau(basis, inverse @ base, int(ray[0]) if len(ray) else -1)
            if not len(ray):
                if not table.improve(np.array([RAY]), -inverse @ direction[:, None]):
                    return None
                basis = table.basis
                continue
            back = back and not table.feasible
            if turn > _BACK and back:
                return None
            prices = self._columns @ inverse[table.ray]
            prices[basis[basis >= 0]] = 0.0
            if without >= 0:
                prices[without] = 0.0
            helpful = np.flatnonzero(prices < -_ZERO)
            if not len(helpful) and not back:
                return basis
            if len(helpful) > _JOIN:
                helpful = helpful[np.argpartition(prices[helpful], _JOIN)[:_JOIN]]
            others = np.concatenate(
                [helpful, np.setdiff1d(self._near, helpful)[: _KEPT * self._height]]
            )
            self._near = np.concatenate([others, basis[basis >= 0]])[: _KEPT * self._height]
            others = np.setdiff1d(others, np.append(basis, without))
            if not table.improve(others, inverse @ self._columns[others].T, back):
                return None
            basis = table.basis
        return None if rounds is None or back else basis

    def _picked(self, places: np.ndarray, direction: np.ndarray) -> np.ndarray:
        found = np.zeros((len(places), self._height))
        given = places >= 0
        found[given] = self._columns[places[given]]
        found[places == RAY] = -direction
        for k in np.flatnonzero(places < RAY):
            found[k, -2 - places[k]] = 1.0
        return found


def _units(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-100)


class _Tableau:
    """Columns that are not in the basis, in its coordinates; the level of the ray is to grow."""

    def __init__(self, basis: np.ndarray, level: np.ndarray, ray: int) -> None:
        self.basis, self.level, self.ray = basis.copy(), level, ray
        self._unit = basis < RAY

    @property
    def feasible(self) -> bool:
        return bool((np.where(self._signed(), self.level, 0.0) > -_LEVEL).all())

    def _signed(self) -> np.ndarray:
        """Whether a level must not be negative."""
        return ~self._unit & (np.arange(len(self.basis)) != self.ray)

    def improve(self, others: np.ndarray, table: np.ndarray, back: bool = False) -> bool:
        """A few pivots; ``back``: until no level is negative. False if there is no way on."""
        self.others, self.table = others, table
        if self.ray < 0:
            return self._primal(0)
        for _ in range(_PIVOTS):
            if back and not self.feasible:
                if not self._dual():
                    return False
            elif (entering := self._entering()) < 0:
                return True
            elif not self._primal(entering):
                return False
        return True

    def _entering(self) -> int:
        prices = self.table[self.ray]
        if not len(prices):
            return -1
        # The steepest edge. A unit vector that has left stays outside. What overflows suggests
        # nothing.
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = 1 + np.einsum("ij,ij->j", self.table, self.table)
            steep = np.where((prices < -_ZERO) & (self.others >= 0), prices * prices / lengths, 0.0)
        best = int(steep.argmax())
        return best if steep[best] > 0 else -1

    def _primal(self, entering: int) -> bool:
        change = self.table[:, entering]
        able = self._signed() & (change > _ZERO)
        forced = self._unit & (np.abs(change) > _ZERO)
        if forced.any():
            able = forced
        elif not able.any():
            return False
        # Levels may fall a little below zero for the sake of a large pivot (Harris).
        level = np.where(forced, 0.0, np.maximum(self.level, 0.0))
        size = np.where(able, np.abs(change), 1.0)
        least = np.where(able, (level + _LEVEL) / size, np.inf).min()
        tied = np.flatnonzero(able & (level / size <= least))
        self._pivot(int(tied[size[tied].argmax()]), entering)
        return True

    def _dual(self) -> bool:
        """The lowest level leaves, for a column that keeps all prices where they should be."""
        leaving = int(np.where(self._signed(), self.level, 0.0).argmin())
        change, prices = self.table[leaving], self.table[self.ray]
        able = (change < -_ZERO) & (self.others >= 0)
        if not able.any():
            return False
        ratios = np.full(len(change), np.inf)
        ratios[able] = np.maximum(prices[able], 0.0) / -change[able]
        tied = np.flatnonzero(ratios <= ratios.min() + 1e-12)
        self._pivot(leaving, int(tied[change[tied].argmin()]))
        return True

    def _pivot(self, leaving: int, entering: int) -> None:
        change = self.table[:, entering].copy()
        step = self.level[leaving] / change[leaving]
        self.level -= step * change
        self.level[leaving] = step
        row = self.table[leaving] / change[leaving]
        # The column that leaves takes the place of the one that enters.
        self.table[:, entering] = 0.0
        self.table[leaving, entering] = 1.0
        row[entering] = 1 / change[leaving]
        change[leaving] -= 1
        self.table -= np.outer(change, row)
        self.basis[leaving], self.others[entering] = self.others[entering], self.basis[leaving]
        self._unit[leaving] = False
