"""How far an impossible label is from possible: the least bias, exactly.

With b added to its offset, the label is first somewhere for every b above the least bias and for none below. For every convex combination
of rows, and conditions of the inputs on top, that has the weights of the label, b must reach at least what its offset is above that of
the label. The best combination is a linear program in which labels differ by the right-hand side alone, so the best basis of one label is
where the dual simplex method starts for the next. It runs in floating point and concludes nothing: exact weights of its basis give a
lower bound, an exact input where no rival is ahead by more an upper bound, and if they agree this is the least bias. If rounding led
astray, exact programs take over where they are quick; elsewhere nothing is said.

>>> import numpy as np
>>> from arrangements.audit.settle import first, settle
>>> from arrangements.inputs import Inputs
>>> rows, domain = ExactRows(np.array([[0.0, 1], [1, -1], [-1, 0.5]])), Domain(Inputs(1))
>>> Distances(rows, domain).least_bias(2, settle(rows, domain, *first(3, 2)))
Fraction(5, 4)
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul

import numpy as np

from arrangements.audit.domains import Domain
from arrangements.audit.products import ExactRows
from arrangements.audit.settle import Refuted, differences, first
from arrangements.linear import flint_matrices
from arrangements.programs.alternative import alternative

__all__ = ["Distances"]

_STEPS = 250  # of the simplex method, times the dimension
_SMALL = 1e-10  # of a weight in floating point that is taken for 0; the exact check decides
_STARTS = 8  # that may fail, after which floating point is not tried again
_NARROW = 12  # columns up to which exact programs are quick
_MORE = 50  # comparisons that join at a time


class Distances:
    """Least biases of labels of one layer."""

    def __init__(self, rows: ExactRows, domain: Domain) -> None:
        self.rows, self.domain = rows, domain
        conditions = np.array([*domain.weak, *domain.equal], np.float64).reshape(-1, rows.k)
        self._plain = np.vstack([rows.floats(), conditions])
        # Columns of the program: rows with a one, and the conditions turned round; of equations there are both signs.
        equal = conditions[len(domain.weak) :]
        columns = np.vstack([rows.floats(), -conditions, equal])
        self._costs = -columns[:, 0]
        self._columns = np.column_stack([columns[:, 1:], np.arange(len(columns)) < rows.n])
        self._basis: list[int] = []
        self._starts = _STARTS

    def least_bias(self, label: int, refuted: Refuted) -> Fraction | None:
        """None if no bias makes the label possible, as there are no inputs; or if floating point misleads and the layer is large."""
        if not refuted.comparisons:
            return None
        while self._starts:
            fresh = not self._basis
            basis = self._best(label, refuted)
            if basis and (proved := self._proved(label, basis)) is not None:
                return proved
            self._basis = []
            self._starts -= 1
            if fresh:
                break
        return _by_newton(self.rows, self.domain, label, refuted) if self.rows.k <= _NARROW else None

    def _best(self, label: int, refuted: Refuted) -> list[int]:
        """The columns of the best basis; none if floating point does not get there."""
        target = np.append(self._plain[label, 1:], 1.0)
        if self._basis:
            basis = self._dual(list(self._basis), target)
        else:
            rivals = np.delete(np.arange(self.rows.n), label)
            start = [int(rivals[k]) for k, _ in refuted.comparisons]
            start += [self.rows.n + k + (w < 0) * len(self.domain.equal) for k, w in refuted.domain]
            basis = _completed(self._columns, start)
            basis = self._primal(basis, target) if len(basis) == len(target) else []
        if basis:
            self._basis = basis
        return basis

    def _primal(self, basis: list[int], target: np.ndarray) -> list[int]:
        for _ in range(_STEPS * (len(target) + 2)):
            matrix = self._columns[basis].T
            try:
                level, dual = np.linalg.solve(matrix, target), np.linalg.solve(matrix.T, self._costs[basis])
                reduced = self._costs - self._columns @ dual
                reduced[basis] = 0.0
                entering = int(reduced.argmin())
                if reduced[entering] > -_SMALL:
                    return basis
                change = np.linalg.solve(matrix, self._columns[entering])
            except np.linalg.LinAlgError:
                return []
            able = change > _SMALL
            if not able.any():
                return []
            ratios = np.full(len(basis), np.inf)
            ratios[able] = np.maximum(level[able], 0.0) / change[able]
            basis[int(ratios.argmin())] = entering
        return []

    def _dual(self, basis: list[int], target: np.ndarray) -> list[int]:
        for _ in range(_STEPS * (len(target) + 2)):
            try:
                inverse = np.linalg.inv(self._columns[basis])  # of the transposed basis
            except np.linalg.LinAlgError:
                return []
            level = target @ inverse
            leaving = int(level.argmin())
            if level[leaving] > -_SMALL:
                return basis
            reduced = np.maximum(self._costs - self._columns @ (inverse @ self._costs[basis]), 0.0)
            change = self._columns @ inverse[:, leaving]
            change[basis] = 0.0
            able = change < -_SMALL
            if not able.any():
                return []
            ratios = np.full(len(change), np.inf)
            ratios[able] = reduced[able] / -change[able]
            basis[leaving] = int(ratios.argmin())
        return []

    def _proved(self, label: int, basis: list[int]) -> Fraction | None:
        """The value of a basis if exact arithmetic proves it to be the least bias."""
        rows, domain = self.rows, self.domain
        number, weak = rows.n, len(domain.weak)
        conditions = [*domain.weak, *domain.equal]
        chosen = sorted(k for k in basis if k < number)
        others = sorted({k - number if k < number + len(conditions) else k - number - len(domain.equal) for k in basis if k >= number})
        if label in chosen or len(chosen) + len(others) != rows.k:
            return None
        (own,), rivals = rows.integers([label]), rows.integers(chosen)
        # The input h and the level t: the rivals of the basis are at t there, its conditions are tight.
        left = [[*row[1:], -1] for row in rivals] + [[*conditions[k][1:], 0] for k in others]
        right = [-row[0] for row in rivals] + [-conditions[k][0] for k in others]
        try:
            point, scale = flint_matrices.solution(left, right)
            weights, _ = flint_matrices.solution(list(zip(*left, strict=True)), [*own[1:], -1])
        except ZeroDivisionError:
            return None
        places = [*chosen, *(number + k for k in others)]
        signs = zip(places, weights, strict=True)
        # Rivals are added, conditions of the inputs are on the side of the label.
        if any(w < 0 if k < number else w > 0 for k, w in signs if k < number + weak):
            return None
        h, level = [Fraction(x, scale) for x in point[:-1]], Fraction(point[-1], scale)
        if not self._holds(h, level, set(places)):
            return None
        return (level - own[0] - sum(map(mul, own[1:], h))) / (1 << rows.scale)

    def _holds(self, h: list[Fraction], level: Fraction, tight: set[int]) -> bool:
        """Whether h is an input where no row exceeds ``level``, in units of 2^-scale: floats where their error is bounded, or fractions."""
        rows, domain = self.rows, self.domain
        near = np.array([1.0, *map(float, h)])
        top = float(level / (1 << rows.scale))
        if not np.isfinite(near).all():
            return False
        room = self._plain @ near
        room[: rows.n] = top - room[: rows.n]
        # Entries, h, the level and all sums are rounded: (k + 8) times the unit in the last place of the sum of the moduli bounds it.
        error = (rows.k + 8) * 2.0**-52 * (np.abs(self._plain) @ np.abs(near) + abs(top))
        inexact = np.arange(len(room)) >= rows.n + len(domain.weak)
        for k in np.flatnonzero((room <= error) | inexact).tolist():
            if k in tight:
                continue
            row = rows.integers([k])[0] if k < rows.n else [*domain.weak, *domain.equal][k - rows.n]
            value = row[0] + sum(map(mul, row[1:], h))
            value = level - value if k < rows.n else value
            if value < 0 or (value and inexact[k]):
                return False
        return True


def _completed(table: np.ndarray, start: list[int]) -> list[int]:
    """Independent columns, those of ``start`` first; as many as there are rows, or fewer if there are no more."""
    number, width = table.shape
    if len(start) == width:
        return start
    rest, basis = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-300), list[int]()
    for wanted in (start, list(range(number))):
        left = np.array(wanted)
        while len(basis) < width and len(left):
            sizes = np.linalg.norm(rest[left], axis=1)
            best = int(left[int(sizes.argmax())])
            if sizes.max() < 1e-9:
                break
            basis.append(best)
            unit = rest[best] / np.linalg.norm(rest[best])
            rest = rest - np.outer(rest @ unit, unit)
    return basis


def _by_newton(rows: ExactRows, domain: Domain, label: int, refuted: Refuted) -> Fraction | None:
    """By exact programs alone: raise the bias to where the weights at hand refute no more, until there are none left."""
    plus, minus = first(rows.n, label)
    weights = dict(refuted.comparisons)
    compared = differences(rows, plus[list(weights)], minus[list(weights)])
    conditions = [*domain.weak, *domain.equal]
    constant = sum(w * row[0] for w, row in zip(weights.values(), compared, strict=True))
    constant += sum(w * conditions[k][0] for k, w in refuted.domain)
    bias = Fraction(-constant, sum(weights.values()))
    chosen, positive = sorted(weights), [1] + [0] * (rows.k - 1)
    while True:
        compared = differences(rows, plus[chosen], minus[chosen])
        p, q = bias.numerator, bias.denominator
        raised = [[row[0] * q + p, *(x * q for x in row[1:])] for row in compared]
        answer, values = alternative([positive], domain.equal, rows.k, weak=[*raised, *domain.weak])
        if not answer:
            total = sum(values[1 + len(domain.equal) :][: len(chosen)])
            if not total:
                return None
            bias += Fraction(values[0], total * q)
            continue
        products = rows.values(values)
        margins = (products[plus] - products[minus]) * q + p * values[0]
        failing = np.flatnonzero(np.asarray(margins < 0, bool))
        if not len(failing):
            return bias / 2**rows.scale
        worst = sorted(failing.tolist(), key=lambda k: margins[k])[:_MORE]
        chosen = sorted({*chosen, *worst})
