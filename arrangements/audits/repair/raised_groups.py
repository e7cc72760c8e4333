"""Raising labels for the least largest change of offsets, those whose rows differ by little more than
rounding together: floating point, which concludes nothing; an audit tells whether all can be first.

Raising a label to the hull of the others hides none of them, so that labels whose rows differ
hardly depend on each other: each is raised by as much as it lacks. Labels whose rows are nearly
equal lack nearly the same (``height``), and where one of them is ahead of all other rows, there is a
polyhedron of inputs where they all are. Inside it they compete with each other alone, by differences
of rows and of offsets that are many orders of magnitude smaller. Offsets with which all are
level at one input inside let each label win to its own side, if its row is a corner of the hull of
the others; one that is none, or that rounding hides, is raised, as by a strictly concave function of
the rows. The polyhedron has to be so large that the labels differ inside it by more than offsets are
rounded (``spread``).

>>> alike(np.array([[0.0, 1.0], [0.0, 1.0 + 2.0**-24], [0.0, 3.0], [1.0, 1.0 + 2.0**-23]]))
[[3, 0, 1]]
>>> sides = np.array([[1.0], [-1.0]])  # z + 1 and 2 - z are to be as large as possible
>>> most, z = height(sides, np.array([1.0, 2.0]), np.zeros((0, 1)), np.zeros(0))
>>> round(most, 2), z.round(2).tolist()
(1.5, [0.5])
>>> spread(np.array([[0.0], [1.0], [2.0]]), np.zeros(3), 1 / 8, sides, np.array([1.0, 1.0])).tolist()
[0.0, 0.125, 0.0]
>>> spread(np.array([[0.0], [1.0], [2.0]]), np.zeros(3), 4.0, sides, np.array([1.0, 1.0])) is None
True
"""

from __future__ import annotations

import numpy as np

from arrangements.running import with_progress

__all__ = ["alike", "height", "spread"]

_ALIKE = 2.0**-16  # of the largest entry of a row: rows that differ by less are alike
_STEPS = 400  # of Newton's method
_CLOSER = 0.1  # by which a barrier sinks
_SHARE = 1e-3  # what a barrier may hide of a height,
_PART = 0.02  # and of a lead
_TURNS = 4  # rounds of raising what is hidden
_TRIED = 16  # labels, three quarters of which must not be hidden at first
_NEED = 1 / 16  # of the unit of offsets: a smaller lead is none
_LEAST = 1e-6  # a smaller lead is none, whatever the unit is
_NEAR = 4  # times the dimension: how many conditions are looked at first
_JOINS = 8  # times that others join
_WIDE = 1e6  # how far inputs go at most


def alike(rows: np.ndarray) -> list[list[int]]:
    """Groups of rows (b, u) whose u are nearly equal, each to that of some other; the first row has the
    largest b.
    """
    order = np.argsort(-rows[:, 0], kind="stable")
    table = rows[order, 1:]
    if not table.shape[1]:
        return []
    level = np.abs(table).max(axis=1) * _ALIKE
    # Rows that are alike have projections that are.
    along = np.random.default_rng(0).standard_normal(table.shape[1])
    values, reach = table @ along, 2 * float(np.abs(along).sum())
    ordered = np.argsort(values, kind="stable")
    low = np.searchsorted(values[ordered], values - reach * level)
    high = np.searchsorted(values[ordered], values + reach * level, side="right")
    alone = np.ones(len(table), bool)
    found = []
    for k in np.flatnonzero((high - low > 1) & (level > 0)).tolist():
        if not alone[k]:
            continue
        alone[k], members = False, [k]
        for one in members:  # and those that join
            others = ordered[low[one] : high[one]]
            others = others[alone[others]]
            near = others[(np.abs(table[others] - table[one]) <= level[one]).all(axis=1)]
            alone[near] = False
            members += near.tolist()
        if len(members) > 1:
            found.append(order[sorted(members)].tolist())
    return found


def height(
    sides: np.ndarray,
    ahead: np.ndarray,
    conditions: np.ndarray,
    slack: np.ndarray,
    wide: float = _WIDE,
) -> tuple[float, np.ndarray] | None:
    """About the largest t with sides . z + ahead >= t where conditions . z + slack > 0, and z, of entries
    up to ``wide``; None if no such z is found.
    """
    d, start = sides.shape[1], np.zeros(sides.shape[1])
    if len(slack) and slack.min() <= 0:
        capped = np.vstack([conditions, np.zeros((1, d))]), np.append(slack, 1.0)
        inside = height(*capped, np.zeros((0, d)), np.zeros(0), wide)
        if inside is None or (conditions @ inside[1] + slack).min() <= 0:
            return None
        start = inside[1]
    conditions = np.vstack([conditions, np.eye(d), -np.eye(d)])
    slack = np.append(slack, np.full(2 * d, wide))
    left = sides @ start + ahead
    table = np.vstack(
        [
            np.hstack([sides, np.full((len(sides), 1), -1.0)]),
            np.hstack([conditions, np.zeros((len(conditions), 1))]),
        ]
    )
    x = np.append(start, left.min() - max(1e-3, float(np.ptp(left))))
    goal = np.zeros(d + 1)
    goal[-1] = 1.0
    right, weight = np.append(ahead, slack), float(np.ptp(left)) or 1.0
    for _ in range(_STEPS):
        x, done = _centred(table, right, x, goal / weight)
        if not done:
            return None
        if weight * len(table) <= _SHARE * abs(x[-1]) or weight < 1e-14:
            return float(x[-1]), x[:-1]
        weight *= _CLOSER
    return None


def spread(
    rows: np.ndarray,
    level: np.ndarray,
    unit: float,
    conditions: np.ndarray,
    slack: np.ndarray,
    margin: float = 0.0,
) -> np.ndarray | None:
    """Multiples of the unit, as offsets, with which each row is ahead of all others at some z where
    conditions . z + slack >= 0; None if they are not found. ``level``: offsets with which all are
    level at z = 0; ``margin``: how far ahead, at least.
    """
    m, d = rows.shape
    sizes = np.maximum(np.linalg.norm(conditions, axis=1), 1e-300)
    conditions = np.vstack([conditions / sizes[:, None], np.eye(d), -np.eye(d)])
    slack = np.append(slack / sizes, np.full(2 * d, _WIDE))
    found = height(conditions, slack, np.zeros((0, d)), np.zeros(0))
    if found is None or found[0] <= 0:
        return None
    centre = found[1]
    room = _Room(conditions, slack + conditions @ centre)
    middle = level - rows @ centre  # all are level at the centre
    offsets, need = middle, max(margin, _NEED * unit, _LEAST)
    for turn in range(_TURNS):
        rounded: np.ndarray = np.round(offsets / unit) * unit
        hidden = np.zeros(m)
        for label in with_progress("offsets of rows that are alike", list(range(m))):
            lead = room.lead(rows, rounded - middle, label, max(need, unit))
            hidden[label] = max(0.0, need - lead)
            if not turn and label >= _TRIED - 1 and 4 * np.count_nonzero(hidden) > label + 1:
                return None
        if not hidden.any():
            return rounded
        offsets = rounded + np.where(hidden > 0, np.maximum(hidden, unit), 0.0)
    return None


class _Room:
    """The z with conditions . z + slack >= 0, 0 among them and on no side."""

    def __init__(self, conditions: np.ndarray, slack: np.ndarray) -> None:
        self.conditions, self.slack = conditions, slack
        self.near = np.argsort(slack, kind="stable")[: _NEAR * conditions.shape[1]]

    def lead(self, rows: np.ndarray, offsets: np.ndarray, label: int, unit: float) -> float:
        """How far ahead of all others the label can be, or a little less, by less than a unit."""
        others = np.arange(len(rows)) != label
        differences = (rows[label] - rows[others]) / unit
        ahead = (offsets[label] - offsets[others]) / unit
        start = np.append(np.zeros(rows.shape[1]), ahead.min() - 1)
        for _ in range(_JOINS):
            near = self.conditions[self.near]
            table = np.vstack(
                [
                    np.hstack([differences, np.full((len(ahead), 1), -1.0)]),
                    np.hstack([near, np.zeros((len(near), 1))]),
                ]
            )
            z = _highest(table, np.append(ahead, self.slack[self.near]), start)[:-1]
            left = self.conditions @ z + self.slack
            outside = np.flatnonzero(left < 0)
            if not len(outside):
                break
            most = outside[np.argsort(left[outside])][: rows.shape[1]]
            self.near = np.append(self.near, most)
        else:  # what is between z and 0 is inside
            z = z * (self.slack[outside] / (self.slack[outside] - left[outside])).min()
        return float((differences @ z + ahead).min()) * unit


def _highest(table: np.ndarray, right: np.ndarray, start: np.ndarray) -> np.ndarray:
    """x with table . x + right > 0 and about the largest last entry, by a logarithmic barrier, from a
    start inside.
    """
    x, left, weight = start, table @ start + right, 1.0
    goal = np.zeros(len(x))
    goal[-1] = 1.0
    for _ in range(_STEPS):
        scaled = table / left[:, None]
        slope = goal + weight * scaled.sum(axis=0)
        try:
            step = np.linalg.solve(weight * (scaled.T @ scaled), slope)
        except np.linalg.LinAlgError:
            break
        along = table @ step
        length = min(1.0, 0.9 / max(1e-300, float((-along / left).max())))
        x, left = x + length * step, left + length * along
        if float(slope @ step) < 0.3 * weight:
            if weight * len(table) <= _PART * max(1.0, abs(x[-1])):
                break
            weight *= _CLOSER
    return x


def _centred(
    table: np.ndarray, right: np.ndarray, x: np.ndarray, goal: np.ndarray
) -> tuple[np.ndarray, bool]:
    """The x with the largest <goal, x> plus the sum of logarithms of table . x + right, from a start
    where these are positive; and whether it is found.
    """
    left = table @ x + right
    if left.min(initial=1.0) <= 0:
        return x, False
    for _ in range(_STEPS):
        scaled = table / left[:, None]
        slope = goal + scaled.sum(axis=0)
        try:
            step = np.linalg.solve(scaled.T @ scaled, slope)
        except np.linalg.LinAlgError:
            return x, False
        gain = float(slope @ step)
        if not np.isfinite(gain):
            return x, False
        if gain < 1e-6:
            return x, True
        along = table @ step
        length = 1.0 if gain < 0.06 else min(1.0, 0.9 / max(0.9, float((-along / left).max())))

        def value(at: np.ndarray, where: np.ndarray) -> float:
            return float(goal @ where) + float(np.log(at).sum())

        while gain >= 0.06 and value(left + length * along, x + length * step) < value(left, x):
            length /= 2
            if length < 1e-12:
                return x, False
        x, left = x + length * step, left + length * along
    return x, False
