"""How far an impossible label is from possible, exactly: its least bias, and the least factor of
its row.

With b added to its offset, the label is first somewhere for every b above the least bias and for
none from 0 up to it; with its row (b_i, u_i) multiplied by f, for every f above the least factor
and for none from 1 up to it. Both ask how far one may go from the row in some direction, (1, 0, ..,
0) or the row itself, and still be dominated: be a convex combination of rows less conditions of the
inputs. This is a linear program. Floating point (``ray_shooting``) suggests which rows and conditions
combine; exact weights of these give a lower bound, and the exact input where they are level an
upper bound. If they agree this is the answer; otherwise exact pivots go on from there.

>>> from arrangements.decide.labels.decide_one import first, decide_one
>>> from arrangements.layers.inputs import Inputs
>>> rows, domain = DyadicMatrix(np.array([[0.0, 1], [1, -1], [-1, 0.5]])), Domain(Inputs(1))
>>> distances = Distances(rows, domain)
>>> refuted = decide_one(rows, domain, *first(3, 2))
>>> distances.least_bias(2, refuted).least, distances.least_factor(2, refuted)
(Fraction(5, 4), Distance(least=Fraction(2, 1), why=''))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.exact.hints.ray_shooting import RAY, Extent
from arrangements.exact.linear import flint_matrices, primitive, unit
from arrangements.exact.programs.motzkin import motzkin

__all__ = ["NONE", "Distance", "Distances", "Dominated"]

_PIVOTS = 6  # exact ones, for columns that are high
_NEGATIVE = 1e-7  # a weight below minus this is no rounding
_BESIDE = 4  # rounds after which a basis need not be the best
_LOW = 16  # up to which height they are quick


class Distance(NamedTuple):
    """``least`` is exact. Where there is none, ``why`` says so in a few words."""

    least: Fraction | None
    why: str = ""


class Dominated(NamedTuple):
    """``own`` times the row of a label, plus ``far`` times a direction, is the sum of the weighted
    ``rows`` less that of the weighted conditions of the inputs, inequalities before equations, less
    a constant that is not negative. ``own`` is the sum of the weights of the rows, and ``far`` is as
    large as possible; without rows any multiple of the direction is dominated.
    """

    own: int
    far: int
    rows: tuple[tuple[int, int], ...]
    inputs: tuple[tuple[int, int], ...]


Why = IntegerRefutation | Callable[[], IntegerRefutation]

NONE = Distance(None)
_EMPTY = Distance(None, "there are no inputs")
_ENDLESS = "no amount is enough"


class Distances:
    """Of impossible labels of one layer."""

    def __init__(self, rows: DyadicMatrix, domain: Domain, other: Distances | None = None) -> None:
        """``other``: of a layer with other offsets, whose best basis is the first one here."""
        self.rows, self.domain, self._empty = rows, domain, domain.empty
        conditions = [*domain.weak, *domain.equal]
        # What combines: rows; conditions turned round, of equations with both signs; and (-1, 0,
        # .., 0), as 1 > 0 for every input.
        self._others = (
            [[-x for x in row] for row in conditions]
            + [list(row) for row in domain.equal]
            + [[-1] + [0] * (rows.k - 1)]
        )
        self._one = rows.n + len(self._others) - 1
        # positive factors of them change no sign of a price
        rest = np.array([unit(row) for row in self._others])
        self._columns = np.hstack(
            [
                np.vstack([rows.floats(), rest]),
                (np.arange(self._one + 1) < rows.n).astype(np.float64)[:, None],
            ]
        )
        self._extent = Extent(self._columns)
        self._moved = self._columns
        self._best: list[int] = [] if other is None else other._best
        self._first: list[int] = []  # the first that was the best
        self._known: tuple[int, list[int]] = (-1, [])
        self._begun: tuple[int, list[int]] = (-1, [])

    def least_bias(self, label: int, refuted: Why) -> Distance:
        """How much more bias; ``refuted`` says why the label is impossible, and is not asked for where
        the best basis of another label leads on.
        """
        if self._empty:
            return _EMPTY

        def start() -> list[int]:
            return [RAY if k == self._one else k for k in self.start(label, refuted)]

        up = [1, *[0] * (self.rows.k - 1)]
        found, basis = self._farthest(label, up, np.array(up, np.float64), [self._best, start])
        self._known = label, basis
        if found.least is None:
            return found
        self._best, self._first = basis, self._first or basis
        return Distance(found.least / (1 << self.rows.scale))

    def beside(self, label: int) -> list[int] | None:
        """The columns that show that a label lacks some bias, in floating point, from those of other
        labels; None if the walk is lost, or if this is the first label.
        """
        for start in (self._best, self._first):
            found = self.suggested(label, start, True, _BESIDE) if start else None
            if found is not None:
                self._best = found
                return found
        return None

    def deepest(self, label: int, refuted: Why) -> IntegerRefutation:
        """Of all refutations the one that asks for the most bias, if it is found in bounded work;
        else the one that is known.
        """
        self.least_bias(label, refuted)
        return self.farthest(label, refuted)

    def farthest(self, label: int, refuted: Why) -> IntegerRefutation:
        """``deepest``, of a label whose least bias was measured last."""
        known, basis = self._known
        if known != label or not basis:
            return refuted() if callable(refuted) else refuted
        found = self._expressed(label, basis, [1, *[0] * (self.rows.k - 1)])
        compared = tuple((k - (k > label), w) for k, w in found.rows)
        if compared:
            return IntegerRefutation(compared, found.inputs)
        return refuted() if callable(refuted) else refuted

    def dominated(
        self, label: int, refuted: Why, direction: Sequence[int] | None
    ) -> Dominated | None:
        """How far the row can go in a direction, on the scale of the rows, with the proof; None if
        that is not found in bounded work. No direction is that of the row itself, ``own`` then being
        the multiple of it, and ``far`` 0.
        """
        (own,) = self.rows.integers([label])
        along = own if direction is None else list(direction)
        ahead = self.rows.floats([label])[0] if direction is None else np.array(along, np.float64)
        if self._begun[0] != label:
            self._begun = label, self.start(label, refuted)
        found, basis = self._farthest(label, along, ahead, [self._begun[1]])
        if found.least is None:
            return self._endless(along) if found.why == _ENDLESS else None
        expressed = self._expressed(label, basis, along)
        if direction is not None:
            return expressed
        return Dominated(expressed.own + expressed.far, 0, expressed.rows, expressed.inputs)

    def _expressed(self, label: int, basis: Sequence[int], direction: Sequence[int]) -> Dominated:
        """The weights of a basis."""
        columns = [self._vector(k, direction) for k in basis]
        (own,) = self.rows.integers([label])
        weights, common = flint_matrices.solution(list(zip(*columns, strict=True)), [*own, 1])
        n, weak, equal = self.rows.n, len(self.domain.weak), len(self.domain.equal)
        side = 1 if common > 0 else -1
        multiple, far = side * int(common), 0
        compared, domain = list[tuple[int, int]](), dict[int, int]()
        for k, weight in zip(basis, (side * int(w) for w in weights), strict=True):
            if k == RAY:
                far = weight
            elif k == label:
                multiple -= weight
            elif not weight or k < 0 or k == self._one:
                continue
            elif k < n:
                compared.append((k, weight))
            elif k < n + weak + equal:
                domain[k - n] = domain.get(k - n, 0) + weight
            else:
                domain[k - n - equal] = domain.get(k - n - equal, 0) - weight
        pairs = tuple(sorted((k, w) for k, w in domain.items() if w))
        return Dominated(multiple, far, tuple(sorted(compared)), pairs)

    def _endless(self, direction: Sequence[int]) -> Dominated | None:
        """The direction is never positive, whatever the input is."""
        width, equations = self.rows.k, len(self.domain.equal)
        answer, found = motzkin(
            [direction, (1, *[0] * (width - 1))], self.domain.equal, width, weak=self.domain.weak
        )
        if answer:
            return None
        values = [int(x) for x in primitive(found)]
        ordered = [*values[2 + equations :], *values[2 : 2 + equations]]
        pairs = tuple((k, w) for k, w in enumerate(ordered) if w)
        return Dominated(values[0], 0, (), pairs)

    def offsets(self, more: np.ndarray) -> None:
        """Let ``suggested`` and ``combined`` speak of rows with so much added to the offsets."""
        table = self._columns.copy()
        table[: self.rows.n, 0] += more
        self._moved, self._extent = table, Extent(table, self._extent)

    def suggested(
        self,
        label: int,
        start: Sequence[int],
        best: bool,
        rounds: int | None = None,
        around: bool = False,
    ) -> list[int] | None:
        """The columns of other labels and conditions that show how much bias the label lacks, or how
        much less would do, in floating point. ``start``: those of this label with other offsets, or
        of another label, ``best``; or as ``start`` gives them. ``around``: with columns less
        the row of the label, slower, but right where some rows nearly equal it. None if the walk is
        lost.
        """
        if label in start:
            return None
        up = np.zeros(self.rows.k + 1)
        up[0] = 1.0
        places = [RAY if k == self._one else k for k in start]
        if not around:
            found = self._extent.basis(self._moved[label], up, places, best, label, rounds)
            return found if found and self.combined(label, found)[0] else None
        found = self._walked_around(label, up, places, best, rounds)
        return found if found and self.combined(label, found)[0] else None

    def _walked_around(
        self, label: int, along: np.ndarray, start: list[int], best: bool, rounds: int | None = None
    ) -> list[int] | None:
        """The basis of columns less the row of the label, each of length 1."""
        table = self._around(label, slice(None))
        table[: self.rows.n] /= np.maximum(
            np.linalg.norm(table[: self.rows.n, :-1], axis=1, keepdims=True), 1e-100
        )
        table[label] = self._moved[label]
        base = np.zeros(self.rows.k + 1)
        base[-1] = 1.0
        return Extent(table, self._extent).basis(base, along, start, best, label, rounds)

    def _around(self, label: int, places: np.ndarray | slice) -> np.ndarray:
        """Columns, those of rows less the row of the label, at height 1 as before."""
        table = self._moved[places]
        height = table[:, -1].copy()
        table = table - np.multiply.outer(height, self._moved[label])
        table[:, -1] = height
        return table

    def combined(self, label: int, basis: Sequence[int]) -> tuple[dict[int, float], float]:
        """The weights of rows, and how much bias they say that the label lacks, in floating point;
        none if a weight is negative.
        """
        places = np.array(basis, np.int64)
        table = np.where(places[:, None] >= 0, self._around(label, places), 0.0)
        table[places == RAY, 0] = -1.0
        for k in np.flatnonzero(places < RAY):
            table[k, RAY - 1 - places[k]] = 1.0
        sizes = np.maximum(np.abs(table[:, :-1]).max(axis=1), 1e-100)
        base = np.zeros(self.rows.k + 1)
        base[-1] = 1.0
        found = np.linalg.solve((table / sizes[:, None]).T, base) / sizes
        weights = dict(zip(basis, found.tolist(), strict=True))
        lacking = weights.pop(RAY, 0.0)
        if min(weights.values(), default=0.0) < -_NEGATIVE:
            return {}, 0.0
        return {k: w for k, w in weights.items() if 0 <= k < self.rows.n}, lacking

    def weights(self, label: int, basis: Sequence[int]) -> IntegerRefutation | None:
        """The exact weights of these columns; None if one of them is negative, or no row has one."""
        up = [1, *[0] * (self.rows.k - 1)]
        if min(basis, default=RAY) < RAY:
            return None
        try:
            found = self._expressed(label, basis, up)
        except ZeroDivisionError:
            return None
        weak, compared = len(self.domain.weak), found.rows
        if not compared or min(w for _, w in compared) < 0:
            return None
        if any(w < 0 for k, w in found.inputs if k < weak):
            return None
        return IntegerRefutation(tuple((k - (k > label), w) for k, w in compared), found.inputs)

    def least_factor(self, label: int, refuted: Why) -> Distance:
        """Which factor of the row, its offset included; quickest right after ``least_bias`` of the
        same label.
        """
        if self._empty:
            return _EMPTY
        known, basis = self._known
        # More bias is a weight of (-1, 0, .., 0): what dominates the row with the least bias
        # dominates the row itself.
        start = (
            [self._one if k == RAY else k for k in basis]
            if known == label and basis
            else self.start(label, refuted)
        )
        (own,), ahead = self.rows.integers([label]), self.rows.floats([label])[0]
        found, _ = self._farthest(label, own, ahead, [start])
        return found if found.least is None else Distance(1 + found.least)

    def _farthest(
        self,
        label: int,
        direction: Sequence[int],
        ahead: np.ndarray,
        starts: Sequence[list[int] | Callable[[], list[int]]],
    ) -> tuple[Distance, list[int]]:
        """How far the row of the label can be moved and still be dominated, in units of the
        direction, and the basis that proves it.
        """
        (own,), near = self.rows.integers([label]), np.append(self.rows.floats([label])[0], 1.0)
        last: list[int] = []
        for start in starts:
            last = start() if callable(start) else start
            if not last:
                continue
            basis = self._extent.basis(near, np.append(ahead, 0.0), last, best=last is self._best)
            if basis and (proved := self._climbed(basis, [*own, 1], direction)):
                return proved
        if last and label not in last:  # rows may nearly equal that of the label
            basis = self._walked_around(label, np.append(ahead, 0.0), last, last is self._best)
            if basis and (proved := self._climbed(basis, [*own, 1], direction)):
                return proved
        return self._climbed(last, [*own, 1], direction) or (
            Distance(None, "not found in bounded work"),
            [],
        )

    def start(self, label: int, refuted: Why) -> list[int]:
        """Independent columns with which the refutation expresses the row; others of weight zero
        fill up.
        """
        if callable(refuted):
            refuted = refuted()
        n, weak, equal = self.rows.n, len(self.domain.weak), len(self.domain.equal)
        weights = {k + (k >= label): w for k, w in refuted.comparisons}
        weights.update(
            {n + k + (equal if k >= weak and w < 0 else 0): abs(w) for k, w in refuted.domain}
        )
        # What is left of the first coordinate is a weight of (-1, 0, .., 0).
        own = sum(w for _, w in refuted.comparisons) * self.rows.integers([label])[0][0]
        rest = sum(w * self._vector(k, ())[0] for k, w in weights.items()) - own
        if rest:
            weights[self._one] = rest
        used, fill = list(weights), [RAY - 1 - j for j in range(self.rows.k + 1)]
        if not rest:
            fill.insert(0, self._one)
        vectors = {k: self._vector(k, ()) for k in (*used, *fill)}
        chosen = flint_matrices.independent(list(vectors.values()))
        if chosen[: len(used)] != list(range(len(used))):
            used = _fewer(weights, vectors)
            vectors = {k: vectors[k] for k in (*used, *fill)}
            chosen = flint_matrices.independent(list(vectors.values()))
        return [list(vectors)[k] for k in chosen]

    def _vector(self, place: int, direction: Sequence[int]) -> list[int]:
        """A column of the program in integers, on the scale of the rows."""
        if place == RAY:
            return [*(-x for x in direction), 0]
        if place < RAY:
            return [int(j == RAY - 1 - place) for j in range(self.rows.k + 1)]
        n = self.rows.n
        return [*self.rows.integers([place])[0], 1] if place < n else [*self._others[place - n], 0]

    def _climbed(
        self, start: Sequence[int], base: list[int], direction: Sequence[int]
    ) -> tuple[Distance, list[int]] | None:
        """The exact simplex method, by Bland's rule, which does not cycle. None if the start
        expresses nothing, or after many pivots.
        """
        basis = list(start)
        for _ in range(_PIVOTS if len(base) > _LOW else 10**6):
            columns = [self._vector(k, direction) for k in basis]
            across = list(zip(*columns, strict=True))
            try:
                weights, common = flint_matrices.solution(across, base)
                if any(
                    w < 0 if k >= 0 else w and k < RAY for k, w in zip(basis, weights, strict=True)
                ):
                    return None
                entering = RAY
                if RAY in basis:
                    prices, unit = flint_matrices.solution(columns, [int(k == RAY) for k in basis])
                    found = self._helpful(prices, unit, set(basis))
                    if found is None:
                        return Distance(Fraction(weights[basis.index(RAY)], common)), basis
                    entering = found
                change, _ = flint_matrices.solution(across, self._vector(entering, direction))
            except ZeroDivisionError:
                return None
            ratios = [
                (Fraction(w, abs(c)) if k >= 0 else Fraction(0), k, place)
                for place, (k, w, c) in enumerate(zip(basis, weights, change, strict=True))
                if (c > 0 and k >= 0) or (c and k < RAY)
            ]
            if not ratios:
                return Distance(None, _ENDLESS), []
            basis[min(ratios)[2]] = entering
        return None

    def _helpful(self, prices: Sequence[int], unit: int, basis: set[int]) -> int | None:
        """The first column of negative price: in floating point where its error is bounded, else in
        integers.
        """
        try:
            near = np.array(
                [(x << self.rows.scale) / unit for x in prices[:-1]] + [prices[-1] / unit]
            )
        except OverflowError:
            near = np.full(len(prices), np.nan)
        worth = self._columns @ near
        # Entries, prices and all sums are rounded: (k + 8) times the unit in the last place of the
        # sum of the moduli bounds it.
        error = (len(prices) + 8) * 2.0**-52 * (np.abs(self._columns) @ np.abs(near)) + 1e-280
        for place in np.flatnonzero(~(worth > error)).tolist():
            if place in basis:
                continue
            if worth[place] < -error[place] or sum(map(mul, prices, self._vector(place, ()))) < 0:
                return place
        return None


def _fewer(weights: Mapping[int, int], vectors: Mapping[int, list[int]]) -> list[int]:
    """Independent ones among the weighted vectors that express the same, with other weights
    (Caratheodory).
    """
    kept: list[int] = []
    amounts = {k: Fraction(w) for k, w in weights.items()}
    for place in weights:
        kept.append(place)
        signs = flint_matrices.dependency([vectors[k] for k in kept])
        if not signs:
            continue
        side = 1 if max(signs) > 0 else -1
        step, gone = min(
            (amounts[k] / (side * c), k) for k, c in zip(kept, signs, strict=True) if side * c > 0
        )
        for k, c in zip(kept, signs, strict=True):
            amounts[k] -= side * c * step
        kept.remove(gone)
    return kept
