"""The least x with A x >= g, by its largest entry or by the sum of its entries: floating point
suggests x and dual weights y >= 0, and an exact bound comes from y alone.

Every x with A x >= g has <A^T y, x> >= <y, g>, so its largest entry is at least <y, g> over the sum
of the moduli of A^T y, and the sum of its entries at least <y, g> over the largest of them. This
holds for every y >= 0, whatever the rounding of its entries was.

>>> rows = [{0: Fraction(1), 1: Fraction(-1)}]
>>> found = least(rows, [Fraction(3)], "largest")
>>> found.x, bound(rows, [Fraction(3)], found.weights, "largest")
({0: 1.5, 1: -1.5}, Fraction(3, 2))
>>> least(rows, [Fraction(3)], "sum").x
{0: 3.0}
>>> least([*rows, {0: Fraction(-1), 1: Fraction(1)}], [Fraction(3), Fraction(-2)], "sum") is None
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple, get_args

import numpy as np

from arrangements.errors import LimitReached
from arrangements.exact.linear import flint_matrices
from arrangements.running import report_progress

__all__ = ["MEASURES", "Least", "Measure", "Program", "bound", "least"]

Measure = Literal["largest", "sum", "number"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
Rows = Sequence[Mapping[int, Fraction]]

_ZERO = 1e-11  # below a pivot is taken for rounding
_LEVEL = 1e-10  # below minus this, relative to the right sides, a condition fails
_PIVOTS = 100_000
_TOLD = 64  # between which progress is told
_BLOCK = 64  # rows of a tableau that are changed together
_SUM = 1e-6  # what the sum of the entries costs where the largest one is to be least
_AGAIN = 4  # times that a sum is made least, with other costs
_SMALL = 1e-3  # of the largest entry: an entry that costs a thousand times as much
_SPARED = 40  # entries without which it is tried
_EXACT = 80  # rows and columns of a basis that is solved exactly


class Least(NamedTuple):
    """``x``: entries that are not zero, rounded; ``weights``: y, exact, one for each row."""

    x: dict[int, float]
    weights: list[Fraction]


def least(
    rows: Rows, right: Sequence[Fraction], measure: Measure, margin: float = 0.0
) -> Least | None:
    """Of x with rows . x >= right + margin; None if there is none in floating point.

    Of the number of entries that are not zero no program gives the least: sums in which entries
    that were small cost more suggest few, and rows without a common entry, one of which must be
    changed each, are the weights of the bound.
    """
    if measure != "number":
        return _least(rows, right, measure, margin)
    found = _least(rows, right, "sum", margin)
    if found is None:
        return None
    fewest = found.x
    for _ in range(_AGAIN):
        size = max(map(abs, found.x.values()), default=0.0)
        prices = {k: 1 / (abs(found.x.get(k, 0.0)) / (size or 1.0) + _SMALL) for k in _names(rows)}
        found = _least(rows, right, "sum", margin, prices)
        if found is None:
            break
        fewest = min(fewest, found.x, key=len)
    for k in sorted(fewest, key=lambda k: abs(fewest[k]))[:_SPARED]:
        fewer = [{j: x for j, x in row.items() if j in fewest and j != k} for row in rows]
        found = _least(fewer, right, "sum", margin)
        if found is not None and len(found.x) < len(fewest):
            fewest = found.x
    taken, weights = set[int](), [Fraction(0)] * len(rows)
    for i in sorted(range(len(rows)), key=lambda i: len(rows[i])):
        if right[i] >= 0 and not taken & rows[i].keys():
            taken |= rows[i].keys()
            weights[i] = Fraction(1)
    return Least(fewest, weights)


def _names(rows: Rows) -> list[int]:
    return sorted({k for row in rows for k in row})


def _least(
    rows: Rows,
    right: Sequence[Fraction],
    measure: Measure,
    margin: float,
    prices: Mapping[int, float] | None = None,
) -> Least | None:
    """Of x with rows . x >= right + margin; None if there is none in floating point.

    Of several x with the least largest entry one that raises by it whatever is nowhere asked to be
    lower, and lowers what is nowhere asked to be higher: that serves inequalities that join later.
    """
    columns = _names(rows)
    table = np.zeros((len(rows), len(columns)))
    place = {k: j for j, k in enumerate(columns)}
    for i, row in enumerate(rows):
        for k, value in row.items():
            table[i, place[k]] = float(value)
    goal = np.array([float(g) for g in right]) + margin
    own = int(measure == "largest")
    up, down = (table >= 0).all(axis=0), (table <= 0).all(axis=0)
    sides = np.where(up, 1.0, -1.0) * (own * (up | down))
    free = np.flatnonzero(sides == 0)
    number = len(free)
    costs = np.full(own + 2 * number, _SUM / max(1, number) if own else 1.0)
    costs[:own] = 1.0
    if prices is not None:
        costs = np.tile([prices[columns[j]] for j in free.tolist()], 2)
    costs[own + number :] *= 1 + 1e-7  # of equals, an entry is raised
    first = (table @ sides)[:, None][:, :own]
    program = Program(np.hstack([first, table[:, free], -table[:, free]]), goal, costs)
    bounded: list[int] = []
    while True:
        if not program.solve():
            return None
        values = program.values()
        x = values[own : own + number] - values[own + number :]
        far = [
            j
            for j in np.flatnonzero(
                np.abs(x) > values[:own].sum() * (1 + 1e-9) + program.level
            ).tolist()
            if own and j not in bounded
        ]
        if not far:
            break
        more = np.zeros((len(far), len(costs)))
        more[:, 0] = 1.0
        more[np.arange(len(far)), [own + j for j in far]] = -1.0
        more[np.arange(len(far)), [own + number + j for j in far]] = -1.0
        program.join(more)
        bounded += far
    whole = sides * values[:own].sum()
    whole[free] = x
    found = {columns[j]: float(whole[j]) for j in np.flatnonzero(np.abs(whole) > program.level)}
    rest = [columns[j] for j in free.tolist()]
    exact = [
        sum((abs(value) for k, value in row.items() if sides[place[k]]), Fraction(0))
        for row in rows
    ]
    return Least(found, _weights(program, rows, rest, bounded, own, exact))


def bound(
    rows: Rows, right: Sequence[Fraction], weights: Sequence[Fraction], measure: Measure
) -> Fraction:
    """A lower bound for every x with rows . x >= right; 0 if the weights say nothing. Of the number
    of entries: what it exceeds if these inequalities are strict.
    """
    used = [(w, row, g) for w, row, g in zip(weights, rows, right, strict=True) if w]
    if measure == "number":
        names = [k for _, row, _ in used for k in row]
        apart = len(names) == len(set(names)) and all(g >= 0 for *_, g in used)
        return Fraction(max(0, len(used) - 1) if apart else 0)
    total: dict[int, Fraction] = {}
    for weight, row, _ in used:
        for k, value in row.items():
            total[k] = total.get(k, Fraction(0)) + weight * value
    sizes = [abs(value) for value in total.values() if value]
    gain = sum((weight * g for weight, _, g in used), Fraction(0))
    size = (sum(sizes) if measure == "largest" else max(sizes)) if sizes else 0
    return gain / size if size and gain > 0 else Fraction(0)


def _weights(
    program: Program,
    rows: Rows,
    columns: Sequence[int],
    bounded: Sequence[int],
    own: int,
    first: Sequence[Fraction],
) -> list[Fraction]:
    """The dual weights, exactly those of the last basis where it is small, else as rounded.

    ``first``: the entries of the column of the largest entry.
    """
    rough = [Fraction(max(0.0, float(y))) for y in program.duals()[: len(rows)]]
    tight, basic = program.basis()
    if not 0 < len(tight) <= _EXACT or len(tight) != len(basic):
        return rough

    def entry(row: int, column: int) -> Fraction:
        if row >= len(rows):  # t - x+ - x- >= 0
            j = bounded[row - len(rows)]
            return Fraction((column == 0) - (column >= own and (column - own) % number == j))
        if column < own:
            return first[row]
        value = rows[row].get(columns[(column - own) % number], Fraction(0))
        return value if column < own + number else -value

    number = len(columns)
    across = [[entry(row, column) for row in tight] for column in basic]
    costs = [Fraction(1 if column < own or not own else 0) for column in basic]
    if own and 0 not in basic:
        return rough
    whole, right = [], []
    for line, cost in zip(across, costs, strict=True):
        common = lcm(*(x.denominator for x in (*line, cost)))
        whole.append([int(x * common) for x in line])
        right.append(int(cost * common))
    try:
        values, common = flint_matrices.solution(whole, right)
    except ZeroDivisionError:
        return rough
    if min(values) * common < 0:
        return rough
    exact = [Fraction(0)] * len(rows)
    for row, value in zip(tight, values, strict=True):
        if row < len(rows):
            exact[row] = Fraction(value, common)
    return exact


class Program:
    """Minimise costs . z with table z >= goal and z >= 0, costs >= 0: the dual simplex method in
    floating point, from the basis of slacks. It never concludes.
    """

    def __init__(self, table: np.ndarray, goal: np.ndarray, costs: np.ndarray) -> None:
        m, n = table.shape
        # A little more for each column, so that no two steps are equally good.
        costs = costs * (1 + 1e-9 * np.random.default_rng(0).random(n))
        # Basic variables of the rows in terms of the others; the last column is their value.
        self.rows = np.hstack([table, -goal[:, None]])
        self.prices = np.append(costs, 0.0)
        self.basic = [n + i for i in range(m)]
        self.other = list(range(n))
        self.n = n
        self._stuck = 0  # the row that no column helps
        self.work = 0  # entries that were computed
        self.level = _LEVEL * max(1e-30, float(np.abs(goal).max(initial=0)))

    def join(self, rows: np.ndarray) -> None:
        """More rows with goal 0."""
        values = np.hstack([rows, np.zeros((len(rows), 1))])
        known = np.zeros_like(values)
        place = {v: j for j, v in enumerate(self.other)}
        held = {v: i for i, v in enumerate(self.basic)}
        for column in range(self.n):
            if column in place:
                known[:, place[column]] += values[:, column]
            else:
                known += np.outer(values[:, column], self.rows[held[column]])
        count = len(self.basic)
        self.rows = np.vstack([self.rows, known])
        self.basic += [self.n + count + i for i in range(len(rows))]

    def solve(self) -> bool:
        for pivot in range(_PIVOTS):
            if not pivot % _TOLD:
                report_progress(f"a linear program; {pivot:,} pivots")
            values = self.rows[:, -1]
            leaving = int(values.argmin()) if len(values) else -1
            if leaving < 0 or values[leaving] >= -self.level:
                return True
            row = self.rows[leaving, :-1]
            able = np.flatnonzero(row > _ZERO)
            if not len(able):
                self._stuck = leaving
                return False
            ratios = np.maximum(self.prices[able], 0.0) / row[able]
            near = able[ratios <= ratios.min() * (1 + 1e-12) + 1e-300]
            self._pivot(leaving, int(near[row[near].argmax()]))
        raise LimitReached(f"the linear program of a repair must end within {_PIVOTS} pivots")

    def _pivot(self, leaving: int, entering: int) -> None:
        # x_l = row . others  =>  x_e = (x_l - the rest) / row_e
        row = self.rows[leaving] / -self.rows[leaving, entering]
        row[entering] = 1 / self.rows[leaving, entering]
        column = self.rows[:, entering].copy()
        self.rows[:, entering] = 0.0
        changed = np.flatnonzero(column)
        used = np.flatnonzero(row)
        if 4 * len(changed) * len(used) < self.rows.size:
            self.rows[np.ix_(changed, used)] += np.outer(column[changed], row[used])
        else:
            for start in range(0, len(column), _BLOCK):  # so that products stay near
                part = slice(start, start + _BLOCK)
                self.rows[part] += np.outer(column[part], row)
        self.rows[leaving] = row
        self.work += self.rows.size
        price = self.prices[entering]
        self.prices[entering] = 0.0
        self.prices += price * row
        self.basic[leaving], self.other[entering] = self.other[entering], self.basic[leaving]

    def values(self) -> np.ndarray:
        found = np.zeros(self.n)
        for i, v in enumerate(self.basic):
            if v < self.n:
                found[v] = self.rows[i, -1]
        return found

    def duals(self) -> np.ndarray:
        found = np.zeros(len(self.basic))
        for j, v in enumerate(self.other):
            if v >= self.n:
                found[v - self.n] = self.prices[j]
        return found

    def clash(self) -> np.ndarray:
        """Weights of rows whose sum contradicts z >= 0, where there is no solution."""
        found = np.zeros(len(self.basic))
        found[self.basic[self._stuck] - self.n] = 1.0
        for j, v in enumerate(self.other):
            if v >= self.n:
                found[v - self.n] = max(0.0, -self.rows[self._stuck, j])
        return found

    def basis(self) -> tuple[list[int], list[int]]:
        """Rows that are tight, and columns that are not zero."""
        return (
            sorted(v - self.n for v in self.other if v >= self.n),
            sorted(v for v in self.basic if v < self.n),
        )
