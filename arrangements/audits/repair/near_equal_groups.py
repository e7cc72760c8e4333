"""The least changes of offsets where some rows hardly differ: labels are raised, those of a group of such
rows together (``raising``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np

from arrangements.audits.least_bias import Distances
from arrangements.audits.repair.change_programs import Measure, bound
from arrangements.audits.repair.cutting_planes import Cut, Cuts
from arrangements.audits.repair.float_grids import Grid
from arrangements.audits.repair.raised_groups import height, spread
from arrangements.audits.repair.refutation_inequalities import (
    Changes,
    Demand,
    NotFound,
    Refuted,
    demand_of,
    short_weight,
    weighed,
)
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import demand_refutation
from arrangements.layers.questions.question import Question, comparisons, every_label
from arrangements.loading.layers import OutputLayer
from arrangements.running import with_progress

__all__ = ["Lowering", "Raising"]

# of the unit of offsets over the differences of rows: how far ahead a group is at first
_ROOM = 1 / 64
_WIDER = (1.0, 1e1, 1e2, 1e3, 1e4, 1e5)  # how far inputs go
_LEVEL = 1e-2  # of the entries: by which a group may be behind that is taken for level
_PATIENCE = 3  # audits in which a label is refuted before it joins a group
_CLOSE = 2.0**-8  # beside the largest entry: other rows do not join
_SHARE = 0.5  # of the weights of its refutation: then the group is what hides it
_MORE, _GROWS = 1.25, 60  # times as far, where that is too little, so many times
_NEAR = 1e-2  # of a least sum: rounding costs more where labels are raised together


class Raising:
    """Of labels of a large layer, for the least largest change, where some rows are nearly equal:
    labels are raised by what they lack, those of a group of rows that are alike together. Taking half
    of the largest change from all offsets changes no answer.
    """

    beyond, times = Fraction(1, 1 << 28), 8

    def __init__(
        self,
        layer: OutputLayer,
        domain: Domain,
        grid: Grid,
        margin: Fraction,
        groups: Sequence[Sequence[int]],
    ) -> None:
        self.layer, self.domain, self.grid, self.margin = layer, domain, grid, margin
        self.exact: list[Demand] = []
        self._groups = [_Group(tuple(members)) for members in groups]
        self._group = {k: group for group in self._groups for k in group.members}
        self.together = max(map(len, groups))
        self._planned: dict[int, Fraction] = {}  # before labels are raised
        self._raised: dict[int, Fraction] = {}  # the whole changes of labels
        self._taken = Fraction(0)  # from all offsets
        self._times: dict[_Group | int, int] = {}  # that labels and groups were refuted
        self._distances: Distances | None = None

    def learn(self, present: OutputLayer, changes: Changes, refuted: Refuted) -> bool:
        rows, met = DyadicMatrix(present.rows), set[_Group]()
        self._distances = Distances(rows, self.domain, self._distances)
        for k, (asked, outcome) in with_progress("measuring what is missing", [*refuted.items()]):
            label = asked.positions[0]
            group = self._group.get(label)
            if group in met:
                continue  # all of a group lack nearly the same
            prove = partial(
                demand_refutation, rows, self.domain, outcome, *comparisons(asked, rows.n)
            )
            found = self._distances.deepest(label, prove)
            demand = demand_of(k, asked, found, rows, self.domain, present, changes)
            self.exact.append(demand)
            if demand.changes.get(label, 0) <= 0:
                raise NotFound("labels of a repair must be such that raising them helps")
            if self._joined(label, demand):
                met.add(self._group[label])
                continue
            if group is not None:
                met.add(group)
                continue
            here = sum((x * changes.get(j, 0) for j, x in demand.changes.items()), Fraction(0))
            before = changes.get(label, Fraction(0)) + self._taken
            self._raised[label] = before + demand.least - here
        for group in met:
            group.ahead *= 2  # if there is some already
            group.hidden = True
        return True

    def _joined(self, label: int, demand: Demand) -> bool:
        """Whether the label, or its group, joins another that it is refuted by again and again."""
        own = self._group.get(label)
        known = self._times[own or label] = self._times.get(own or label, 0) + 1
        shares: dict[_Group | int, Fraction] = {}
        for k, x in demand.changes.items():
            other = self._group.get(k) or k
            shares[other] = shares.get(other, Fraction(0)) - x
        most = max(shares, key=lambda other: shares[other])
        if known <= _PATIENCE or shares[most] < _SHARE or most is own:
            return False
        nearest = most if isinstance(most, int) else most.members[0]
        rows = self.layer.rows[[label, nearest], 1:]
        if np.abs(rows[0] - rows[1]).max() > _CLOSE * np.abs(rows).max():
            return False
        joined = [one for one in (own or label, most) if isinstance(one, _Group)]
        members = {label} | ({most} if isinstance(most, int) else set())
        members.update(k for group in joined for k in group.members)
        by_offset = sorted(members, key=lambda k: -self.layer.rows[k, 0])
        ahead = max((group.ahead for group in joined), default=0.0)
        fresh = _Group(tuple(by_offset), ahead, hidden=True)
        self._groups = [group for group in self._groups if group not in joined] + [fresh]
        for k in members:
            self._group[k] = fresh
            self._raised.pop(k, None)
        return True

    def largest(self) -> Fraction:
        return max((abs(demand.least) for demand in self.exact), default=Fraction(0))

    def least(
        self, measure: Measure, beyond: Fraction, allowed: frozenset[int] | None
    ) -> Mapping[int, float]:
        scale = self.layer.scale
        raised = {k: float(x * scale) for k, x in self._planned.items()}
        raised.update((k, float((x + beyond) * scale)) for k, x in self._raised.items())
        table = self.layer.rows.astype(np.float64)
        for k, x in raised.items():
            table[k, 0] += x
        for group in self._groups:
            if group.hidden:
                group.changes = self._spread(group, table, max(raised.values(), default=0.0))
                group.hidden = False
            raised.update(group.changes)
        if measure == "sum":
            return {k: x / scale for k, x in raised.items()}
        top = max(raised.values(), default=0.0)
        taken = self._shift(top / 2, table)
        self._taken = Fraction(taken) / scale
        return {k: (raised.get(k, 0.0) - taken) / scale for k in range(self.layer.n)}

    def _shift(self, half: float, table: np.ndarray) -> float:
        """About half of the largest change, such that rounding does not notice."""
        scale = self.layer.scale
        size = Fraction(float(np.abs(table[:, 0]).max()) + half) / scale
        step = float(self.grid.unit(size) * scale)
        return round(half / step) * step

    def _spread(self, group: _Group, table: np.ndarray, top: float) -> dict[int, float]:
        """Changes of all members of a group, with which each can be ahead, beside a table of rows with
        the changes of others.
        """
        scale, members = self.layer.scale, list(group.members)
        first, outside = table[members[0]], np.ones(len(table), bool)
        outside[members] = False
        sides = first - table[outside]
        weak = np.array(self.domain.weak, np.float64).reshape(-1, table.shape[1])
        conditions = np.vstack([sides, weak])[:, 1:]
        # A group that is ahead somewhere is looked at near the origin.
        level = np.vstack([sides, np.zeros((1, table.shape[1]))])
        found = height(level[:, 1:], level[:, 0], weak[:, 1:], weak[:, 0])
        if found is None:
            raise _hidden(group)
        least = -_LEVEL * float(np.abs(sides).max(initial=0.0))
        for wide in _WIDER if found[0] >= least else ():
            nearer = height(level[:, 1:], level[:, 0], weak[:, 1:], weak[:, 0], wide)
            if nearer and nearer[0] >= 2 * least:
                found = nearer
                break
        most, at = found
        differences = table[members, 1:] - first[1:]
        size, margin = float(np.abs(differences).max()), float(self.margin * scale)
        for _ in range(_GROWS):
            # What is taken from all offsets later is a multiple of the unit.
            own = first[0] - most + group.ahead
            half = max(top, own - first[0]) / 2
            unit = float(self.grid.unit(Fraction(abs(own) + half) / scale) * scale)
            if not group.ahead:
                group.ahead = _ROOM * max(unit, margin) / size
                continue
            more, one = group.ahead - most, size * group.ahead
            slack = np.append(sides[:, 0] + more, weak[:, 0]) + conditions @ at
            offsets = spread(
                differences / size,
                (first[0] + more - differences @ at) / one,
                unit / one,
                conditions,
                slack / group.ahead,
                margin / one,
            )
            if offsets is not None:
                before = self.layer.rows[members, 0].astype(np.float64)
                return dict(zip(members, (offsets * one - before).tolist(), strict=True))
            group.ahead *= _MORE
        raise _hidden(group)

    def proof(self) -> list[tuple[Fraction, Demand]]:
        def proved(demand: Demand) -> Fraction:
            return bound([demand.changes], [demand.least], [Fraction(1)], "largest")

        best = max(self.exact, key=proved, default=None)
        return [] if best is None else [(Fraction(1), best)]


class Lowering(Raising):
    """Of such labels, for the least sum, where lowering others may need less. The least sum is that as if
    the labels of a group were one, whose change counts as often as it has labels; labels that are
    hidden after that are raised.
    """

    def __init__(
        self,
        layer: OutputLayer,
        domain: Domain,
        grid: Grid,
        margin: Fraction,
        groups: Sequence[Sequence[int]],
        questions: Sequence[Question],
    ) -> None:
        super().__init__(layer, domain, grid, margin, groups)
        self._alike = {members[0]: tuple(members) for members in groups}
        later = {k for members in groups for k in members[1:]}
        self._kept = np.array([k for k in range(layer.n) if k not in later], np.int64)
        self._place = {asked.positions[0]: k for k, asked in enumerate(questions)}
        self._asked = questions
        prices = np.ones(len(self._kept))
        for members in groups:
            prices[np.searchsorted(self._kept, members[0])] = len(members)
        self._few = DyadicMatrix(layer.rows[self._kept])
        self._cuts = Cuts(self._few, domain, prices)
        self._weights: Sequence[tuple[Cut, float]] = ()

    def learn(self, present: OutputLayer, changes: Changes, refuted: Refuted) -> bool:
        if changes:
            return super().learn(present, changes, refuted)
        why: dict[int, Callable[[], IntegerRefutation]] = {}
        lacking = {one.positions[0] for one, _ in refuted.values()}
        labels = [k for k, label in enumerate(self._kept.tolist()) if label in lacking]
        every = every_label(len(self._kept))
        asked = [every[k] for k in labels]
        for question, outcome in answered(self._few, self.domain, asked):
            if not isinstance(outcome, IntegerWitness):
                sides = comparisons(question, self._few.n)
                label = question.positions[0]
                why[label] = partial(demand_refutation, self._few, self.domain, outcome, *sides)
        self._cuts.join(why)
        scale, least = self.layer.scale, float(self.margin * self.layer.scale)
        self._cuts.look({})
        beyond = max(least, self._cuts.largest * 2.0**-28)
        found = self._cuts.planned("sum", beyond, {}, near=_NEAR)
        if found.changes is None:
            raise NotFound("labels of a repair must be such that raising them helps")
        self._weights = found.weights
        for k, x in found.changes.items():
            group = self._group.get(label := int(self._kept[k]))
            if group is not None and k in why:
                group.hidden = True
                continue
            for one in (label,) if group is None else group.members:
                self._planned[one] = Fraction(x) / scale
        return True

    def largest(self) -> Fraction:
        return Fraction(self._cuts.largest) / self.layer.scale

    def proof(self) -> list[tuple[Fraction, Demand]]:
        """Each label has the cuts of its own; those of a group are dealt out to its labels."""
        rows = DyadicMatrix(self.layer.rows)
        distances = Distances(rows, self.domain)
        shares: list[tuple[int, Cut, float]] = []
        left: dict[int, list[tuple[int, float]]] = {}  # of groups: what labels still take
        for cut, weight in self._weights:
            label = int(self._kept[cut.label])
            if label not in self._alike:
                shares.append((label, cut, weight))
                continue
            takers = left.setdefault(label, [(k, 1.0) for k in self._alike[label]])
            while weight > 0 and takers:
                taker, room = takers.pop()
                shares.append((taker, cut, min(weight, room)))
                if room > weight:
                    takers.append((taker, room - weight))
                weight -= room
        out = []
        further = rows.n - self._few.n
        for label, cut, weight in with_progress("exact weights", shares):
            places = [
                int(self._kept[k]) if 0 <= k < self._few.n else k + further * (k >= 0)
                for k in cut.basis
            ]
            found = distances.weights(label, places)
            if found is not None:
                place = self._place[label]
                demand = demand_of(
                    place, self._asked[place], found, rows, self.domain, self.layer, {}
                )
                out.append((short_weight(weight, demand), demand))
        whole = sum(weight * cut.least for cut, weight in self._weights) / self.layer.scale
        return weighed(out, "sum", whole)


@dataclass(eq=False)
class _Group:
    """Labels whose rows are alike. ``ahead``: how far ahead of all rows outside they are to be."""

    members: tuple[int, ...]
    ahead: float = 0.0
    hidden: bool = False  # so that changes are to be found
    changes: dict[int, float] = field(default_factory=dict)


def _hidden(group: _Group) -> NotFound:
    return NotFound(
        f"offsets must be finer than those of the type, beside which row {group.members[0] + 1} and others hardly differ; wider floats may do"
    )
