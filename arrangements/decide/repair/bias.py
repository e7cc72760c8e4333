"""The least change of the offsets after which every question that is asked of a layer is possible.

A refutation of a question is a sum of its comparisons, row p above row m with weight w, that
vanishes but for a constant, whatever the input is; other offsets change the constant alone. So it
demands of the changes x of the offsets that the sum of w (x_p - x_m) exceeds that constant
(``Demand``), and every repair, by whatever inputs, satisfies all demands. They are linear in x.
``repaired`` collects them: an audit of the layer with the present offsets, rounded to the type of
the file, refutes some questions; the least x that satisfies all demands so far gives the next
offsets. Demands are valid for all offsets, so the least x is a lower bound at every time; when the
audit refutes nothing, the offsets are a repair.

>>> from arrangements.configuration import Configuration
>>> from arrangements.io.models import load_layer
>>> from arrangements.questions.inputs import Inputs
>>> from arrangements.questions.question import every_label
>>> layer = load_layer(Configuration([[1], [-1], ["1/2"]], bias=[0, 1, -1]))
>>> found = repaired(layer, Domain(Inputs(1)), every_label(3), Binary(24, -149, 128))
>>> {k: round(float(x), 4) for k, x in found.changes.items()}, found.least
({0: -0.625, 1: -0.625, 2: 0.625}, Fraction(5, 8))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import lcm
from typing import Protocol

import numpy as np

from arrangements.decide.bulk.audit import answered, by_size
from arrangements.decide.bulk.decide_one import demand_refutation, differences
from arrangements.decide.bulk.distance import Distances
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.outcomes import IntegerRefutation, IntegerWitness, Outcome
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.hitting import disjoint, needed, smallest
from arrangements.decide.repair.cuts import Cut, Cuts
from arrangements.decide.repair.programs import Measure, bound, least
from arrangements.decide.repair.raising import alike, height, spread
from arrangements.errors import BadInput, LimitReached
from arrangements.exact.linear import primitive
from arrangements.exact.programs.motzkin import motzkin
from arrangements.io.models import OutputLayer
from arrangements.questions.question import Question, comparisons, every_label
from arrangements.running import with_progress

__all__ = [
    "Binary",
    "Decimal",
    "Demand",
    "Grid",
    "Impossible",
    "Repair",
    "demand_strict",
    "is_float",
    "repaired",
    "with_bias",
]

_ROUNDS = 400  # audits
_PATIENCE = 40  # of them, after which a repair goes twice as far beyond what is demanded
_TRIES = 60  # sets of offsets that are tried alone
_CASES = 20_000  # of a search for a smallest set
_RAISED = 40  # audits in which labels are raised
_NEAR = 1e-2  # of a least sum: rounding costs more where labels are raised together
_FEW = 16  # labels alike: without being raised together they may need less, in sum
_TOGETHER = (
    16  # labels alike: so many at most can do without being raised together, for a least sum
)
# of the unit of offsets over the differences of rows: how far ahead rows that are alike are at first
_ROOM = 1 / 64
_MORE, _GROWS = 1.25, 60  # times as far, where that is too little, so many times


class Grid(Protocol):
    """The numbers of a type."""

    def nearest(self, x: Fraction) -> Fraction:
        """The number of the type that is nearest; OverflowError if it is too large."""

    def unit(self, x: Fraction) -> Fraction:
        """The distance of neighbours near x."""


@dataclass(frozen=True)
class Binary:
    """Floats of so many bits, with the exponents of the least and beyond the largest one.

    >>> Binary(11, -24, 16).nearest(Fraction(1, 3)) == Fraction(float(np.float16(1 / 3)))
    True
    """

    bits: int
    least: int
    largest: int

    def unit(self, x: Fraction) -> Fraction:
        exponent = self.least
        if x:
            size = abs(x)
            length = size.numerator.bit_length() - size.denominator.bit_length()
            length += size >= Fraction(2) ** length  # 2^(length - 1) <= |x| < 2^length
            exponent = max(exponent, length - self.bits)
        return Fraction(2) ** exponent

    def nearest(self, x: Fraction) -> Fraction:
        unit = self.unit(x)
        found = round(x / unit) * unit
        if abs(found) >= Fraction(2) ** self.largest:
            raise OverflowError
        return found


@dataclass(frozen=True)
class Decimal:
    """Decimal fractions with as many digits as the least step that matters needs."""

    step: Fraction

    def unit(self, x: Fraction) -> Fraction:
        digits = 0
        while Fraction(1, 10**digits) > self.step:
            digits += 1
        return Fraction(1, 10**digits)

    def nearest(self, x: Fraction) -> Fraction:
        unit = self.unit(x)
        return round(x / unit) * unit


@dataclass(frozen=True)
class Demand:
    """The sum of ``changes`` (coefficients by row) exceeds ``least``; of the question at that place.

    ``comparisons`` are pairs of rows with their weights, ``domain`` rows of the inputs with theirs,
    whose sum vanishes but for the constant.
    """

    question: int
    changes: Mapping[int, Fraction]
    least: Fraction
    comparisons: tuple[tuple[int, int, Fraction], ...]
    domain: tuple[tuple[int, Fraction], ...]


class _NotFound(LimitReached):
    """Offsets that another search may find."""


class Impossible(Exception):
    """No offsets make all questions possible: the weighted sum of ``demands`` is 0 > 0, or worse."""

    def __init__(self, demands: Sequence[tuple[Fraction, Demand]]) -> None:
        super().__init__("no change of the offsets suffices")
        self.demands = tuple(demands)


@dataclass(frozen=True)
class Repair:
    """``changes``: what is added to offsets; ``least``: no repair has a smaller measure, by the
    weights of the demands in ``proof``; ``answers``: those of the last audit, all possible.
    """

    layer: OutputLayer
    measure: Measure
    changes: Mapping[int, Fraction]
    least: Fraction
    proof: tuple[tuple[Fraction, Demand], ...]
    answers: tuple[tuple[Question, Outcome], ...] = field(repr=False)
    audits: int = 0
    before: int = 0  # questions that were impossible
    # of the number: positions in ``proof`` whose weighted sum demands that one of some offsets changes
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def change(self) -> Fraction:
        """How much is changed, by the measure."""
        sizes = [abs(x) for x in self.changes.values()]
        if self.measure == "number":
            return Fraction(len(sizes))
        if self.measure == "largest":
            return max(sizes, default=Fraction(0))
        return sum(sizes, Fraction(0))


def repaired(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    grid: Grid,
    *,
    measure: Measure = "largest",
    margin: Fraction = Fraction(0),
    executor: Executor | None = None,
    heard: Callable[[int, int], None] | None = None,
) -> Repair:
    """The repair; ``Impossible`` if there is none.

    ``margin``: how far ahead every question is to be at some input, at least, beyond what rounding
    to ``grid`` needs. ``heard`` is told the number of each audit and how many questions it refutes.
    """
    for asked in questions:
        demand_strict(asked, layer)
    if domain.ball is not None:
        raise BadInput(
            "inputs of a repair must be a polyhedron, not a ball; a box inside it will do"
        )
    if domain.empty:
        raise BadInput("inputs must have a point, not be empty")
    asked_for = layer, domain, questions, grid, margin, executor, heard
    raising = None if measure == "number" else _raising(*asked_for[:5], measure)
    raised: Repair | None = None
    if raising is not None:
        with suppress(_NotFound):  # cuts may still find offsets
            raised = _searched(*asked_for, measure, raising, most=_RAISED)
    if raising is not None and raised is not None:
        if measure == "largest" or raising.together > _FEW:
            return raised
        try:
            return _better(raised, _searched(*asked_for, measure, _known(layer, domain, questions)))
        except LimitReached:
            return raised
    known = _known(layer, domain, questions)
    found = _searched(*asked_for, measure, known)
    return _fewest(found, known, asked_for) if measure == "number" else found


def _better(one: Repair, other: Repair) -> Repair:
    """Of two repairs by one measure that which changes less, with the larger bound."""
    found, proved = min(one, other, key=lambda r: r.change), max(one, other, key=lambda r: r.least)
    return replace(found, least=proved.least, proof=proved.proof)


class _Known(Protocol):
    """The demands of the refutations so far. ``beyond``: of the largest demand, how far beyond it a
    repair goes; ``times``: how much further where that is too little.
    """

    beyond: Fraction
    times: int
    exact: list[Demand]

    def learn(self, present: OutputLayer, changes: _Changes, refuted: _Refuted) -> bool:
        """Take in the refutations of the layer with these changes; whether one demands more than
        is known.
        """

    def largest(self) -> Fraction:
        """The modulus of a demand, about, at most."""

    def least(
        self, measure: Measure, beyond: Fraction, allowed: frozenset[int] | None
    ) -> Mapping[int, float]:
        """The least changes that satisfy the demands and as much more; ``Impossible`` if there are
        none.
        """

    def proof(self) -> list[tuple[Fraction, Demand]]:
        """Demands with weights: that no changes are less than those found last."""


_Changes = Mapping[int, Fraction]
_Refuted = Mapping[int, tuple[Question, Outcome]]  # by the place of the question
_Asked = tuple[
    OutputLayer,
    Domain,
    Sequence[Question],
    Grid,
    Fraction,
    Executor | None,
    Callable[[int, int], None] | None,
]


def _known(layer: OutputLayer, domain: Domain, questions: Sequence[Question]) -> _Known:
    if _many_labels(layer, questions):
        return _Cutting(layer, domain, questions)
    return _Exactly(layer, domain)


def _many_labels(layer: OutputLayer, questions: Sequence[Question]) -> bool:
    labels = all(asked.label is not None for asked in questions)
    return labels and by_size(layer.n) == "bulk"


def _raising(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    grid: Grid,
    margin: Fraction,
    measure: Measure,
) -> _Raising | None:
    """Where the rows of some labels that are asked about are alike, and no two are equal."""
    if domain.equal or not _many_labels(layer, questions):
        return None
    asked = np.array(sorted({one.positions[0] for one in questions}), np.int64)
    groups = [asked[places].tolist() for places in alike(layer.rows[asked])]
    if not groups or len(np.unique(layer.rows[asked, 1:], axis=0)) < len(asked):
        return None
    if measure == "largest":
        return _Raising(layer, domain, grid, margin, groups)
    return _Adding(layer, domain, grid, margin, groups, questions)


class _Exactly:
    """Exact demands of all refutations."""

    beyond, times = Fraction(1, 1 << 20), 2

    def __init__(self, layer: OutputLayer, domain: Domain) -> None:
        self.layer, self.domain = layer, domain
        self.exact: list[Demand] = []
        self._keys: set[object] = set()
        self._distances: Distances | None = None
        self._weights: list[Fraction] = []

    def learn(self, present: OutputLayer, changes: _Changes, refuted: _Refuted) -> bool:
        rows, old = DyadicMatrix(present.rows), len(self.exact)
        self._distances = Distances(rows, self.domain, self._distances)
        for k, (asked, outcome) in with_progress("measuring what is missing", [*refuted.items()]):
            prove = partial(
                demand_refutation, rows, self.domain, outcome, *comparisons(asked, rows.n)
            )
            if asked.label is not None:
                found = self._distances.deepest(asked.label, prove)
            else:
                found = _deepest(asked, prove(), rows, self.domain)
            demand = _demand(k, asked, found, rows, self.domain, present, changes)
            if (key := (k, demand.comparisons)) not in self._keys:
                self._keys.add(key)
                self.exact.append(demand)
        return len(self.exact) > old

    def largest(self) -> Fraction:
        return max((abs(demand.least) for demand in self.exact), default=Fraction(0))

    def least(
        self, measure: Measure, beyond: Fraction, allowed: frozenset[int] | None
    ) -> Mapping[int, float]:
        rows = [_of(demand, allowed) for demand in self.exact]
        right = [demand.least for demand in self.exact]
        found = least(rows, right, measure, float(beyond))
        if found is None:
            raise _impossible(self.exact, allowed)
        self._weights = found.weights
        return found.x

    def proof(self) -> list[tuple[Fraction, Demand]]:
        return [(w, d) for w, d in zip(self._weights, self.exact, strict=False) if w]


class _Cutting:
    """Of labels of a large layer: in floating point those that matter, and these exactly. Where rows
    are nearly equal, what is beyond one demand adds to what others demand.
    """

    beyond, times = Fraction(1, 1 << 28), 8

    def __init__(self, layer: OutputLayer, domain: Domain, questions: Sequence[Question]) -> None:
        self.layer, self.domain = layer, domain
        self.exact: list[Demand] = []
        self._rows = DyadicMatrix(layer.rows)
        self._cuts = Cuts(self._rows, domain)
        self._asked = {asked.positions[0]: (k, asked) for k, asked in enumerate(questions)}
        self._why: dict[int, Callable[[], IntegerRefutation]] = {}
        self._made: dict[object, Demand] = {}
        self._weights: Sequence[tuple[Cut, float]] = ()
        self._found: Mapping[int, float] = {}
        self._measure: Measure = "sum"

    def learn(self, present: OutputLayer, changes: _Changes, refuted: _Refuted) -> bool:
        rows = DyadicMatrix(present.rows)
        for asked, outcome in refuted.values():
            sides = comparisons(asked, rows.n)
            prove = partial(demand_refutation, rows, self.domain, outcome, *sides)
            self._why.setdefault(asked.positions[0], prove)
        self._cuts.join(self._why)
        scale = self.layer.scale
        return self._cuts.look({k: float(x * scale) for k, x in changes.items()}) > 0

    def largest(self) -> Fraction:
        return Fraction(self._cuts.largest) / self.layer.scale

    def least(
        self, measure: Measure, beyond: Fraction, allowed: frozenset[int] | None
    ) -> Mapping[int, float]:
        scale = self.layer.scale
        found = self._cuts.planned(measure, float(beyond * scale), self._found, allowed)
        self._weights, self._measure = found.weights, measure
        if found.changes is None:
            self._found = {}
            raise _impossible([demand for _, demand in self.proof()], allowed)
        self._found = found.changes
        return {k: x / scale for k, x in found.changes.items()}

    def proof(self) -> list[tuple[Fraction, Demand]]:
        out = []
        for cut, weight in with_progress("exact weights", self._weights):
            if cut.key not in self._made:
                place, asked = self._asked[cut.label]
                found = self._cuts.proof(cut, self._why[cut.label])
                demand = _demand(place, asked, found, self._rows, self.domain, self.layer, {})
                self._made[cut.key] = demand
                self.exact.append(demand)
            demand = self._made[cut.key]
            out.append((_short_weight(weight, demand), demand))
        sizes = [abs(x) / self.layer.scale for x in self._found.values()]
        whole = max(sizes, default=0.0) if self._measure == "largest" else sum(sizes)
        return _weighed(out, self._measure, whole)


def _weighed(
    demands: list[tuple[Fraction, Demand]], measure: Measure, whole: float
) -> list[tuple[Fraction, Demand]]:
    """Other weights, where these prove much less than floating point has found."""
    rows, right = [d.changes for _, d in demands], [d.least for _, d in demands]
    if float(bound(rows, right, [w for w, _ in demands], measure)) >= whole * (1 - 1e-3):
        return demands
    again = least(rows, right, measure, 0.0)
    if again is None:
        return demands
    weights = zip(again.weights, demands, strict=True)
    return [(_short_weight(float(w), demand), demand) for w, (_, demand) in weights if w]


class _Raising:
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
        self._distances: Distances | None = None

    def learn(self, present: OutputLayer, changes: _Changes, refuted: _Refuted) -> bool:
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
            demand = _demand(k, asked, found, rows, self.domain, present, changes)
            self.exact.append(demand)
            if demand.changes.get(label, 0) <= 0:
                raise _NotFound("labels of a repair must be such that raising them helps")
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
        found = height(sides[:, 1:], sides[:, 0], weak[:, 1:], weak[:, 0])
        if found is None:
            raise _hidden(group)
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


class _Adding(_Raising):
    """The same for the least sum, where some labels are lowered, too. The least sum as if the labels of a
    group were one, whose change counts as often as there are labels; then labels that are hidden are
    raised.
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

    def learn(self, present: OutputLayer, changes: _Changes, refuted: _Refuted) -> bool:
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
            raise _NotFound("labels of a repair must be such that raising them helps")
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
            if label not in self._group:
                shares.append((label, cut, weight))
                continue
            takers = left.setdefault(label, [(k, 1.0) for k in self._group[label].members])
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
                demand = _demand(
                    place, self._asked[place], found, rows, self.domain, self.layer, {}
                )
                out.append((_short_weight(weight, demand), demand))
        whole = sum(weight * cut.least for cut, weight in self._weights) / self.layer.scale
        return _weighed(out, "sum", whole)


@dataclass(eq=False)
class _Group:
    """Labels whose rows are alike. ``ahead``: how far ahead of all rows outside they are to be."""

    members: tuple[int, ...]
    ahead: float = 0.0
    hidden: bool = False  # so that changes are to be found
    changes: dict[int, float] = field(default_factory=dict)


def _hidden(group: _Group) -> _NotFound:
    return _NotFound(
        f"offsets must be finer than those of the type, beside which row {group.members[0] + 1} and others hardly differ"
    )


def _short_weight(weight: float, demand: Demand) -> Fraction:
    """The weight, but for rounding, such that its products with the weights of the comparisons have
    few factors in their denominators: sums of many demands stay short.
    """
    common = lcm(*(w.denominator for *_, w in demand.comparisons))
    finer = common.bit_length() + 64
    return (int(Fraction(weight) * (1 << finer)) // common) * Fraction(common, 1 << finer)


def _searched(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    grid: Grid,
    margin: Fraction,
    executor: Executor | None,
    heard: Callable[[int, int], None] | None,
    measure: Measure,
    known: _Known,
    allowed: frozenset[int] | None = None,
    audits: int = 0,
    most: int = _ROUNDS,
) -> Repair:
    """``known``: demands, and more join. ``allowed``: the only offsets that may change. ``most``: audits
    at most.
    """
    changes: dict[int, Fraction] = {}
    before, more, began = 0, 0, audits
    if known.exact:
        changes = _changes(layer, known, measure, margin, grid, more, allowed)
    while audits < most:
        audits += 1
        present = with_bias(layer, changes)
        rows = DyadicMatrix(present.rows)
        answers = tuple(answered(rows, domain, questions, executor=executor))
        refuted = {
            k: answer
            for k, answer in enumerate(answers)
            if not isinstance(answer[1], IntegerWitness)
        }
        if heard is not None:
            heard(audits, len(refuted))
        before = len(refuted) if audits == began + 1 else before
        if not refuted:
            proof = known.proof() if changes else []
            found = bound(
                [d.changes for _, d in proof],
                [d.least for _, d in proof],
                [w for w, _ in proof],
                measure,
            )
            return Repair(layer, measure, changes, found, tuple(proof), answers, audits, before)
        # where rounding is larger than was thought, or refutations are not the deepest ones
        more += not known.learn(present, changes, refuted) or not audits % _PATIENCE
        changes = _changes(layer, known, measure, margin, grid, more, allowed)
    raise _NotFound(f"repair must be found within {most} audits of the layer")


def _fewest(found: Repair, known: _Known, asked: _Asked) -> Repair:
    """The repair with as few offsets as possible, or a bracket of their number.

    A weighted sum of demands says that one of the offsets that it names changes, if its goal is not
    negative. So a repair changes as many offsets as are needed to meet all such sets of names. A
    smallest set H that meets those known is tried: a repair with these offsets alone is one with
    the fewest; otherwise weights of demands say that an offset that is not in H changes, too, which
    is one more set.
    """
    sets: list[frozenset[int]] = []
    groups: list[list[tuple[Fraction, Demand]]] = []
    used, audits = 0, found.audits
    closed = not found.changes
    for _ in range(_TRIES):
        for demand in known.exact[used:]:
            if demand.least >= 0:
                sets.append(frozenset(demand.changes))
                groups.append([(Fraction(1), demand)])
        used = len(known.exact)
        chosen = smallest(sets, _CASES) if sets and not closed else None
        if chosen is None or len(chosen) >= len(found.changes):
            break
        try:
            other = _searched(*asked, "sum", known, chosen, audits)
            audits = other.audits
            closed = len(other.changes) == len(chosen)
            found = replace(other, measure="number", before=found.before)
        except Impossible as impossible:
            total: dict[int, Fraction] = {}
            for weight, demand in impossible.demands:
                for k, x in demand.changes.items():
                    total[k] = total.get(k, Fraction(0)) + weight * x
            sets.append(frozenset(k for k, x in total.items() if x))
            groups.append(list(impossible.demands))
        except LimitReached:
            break
    proved = smallest(sets, _CASES) if sets else frozenset()
    number = len(disjoint(sets)) if proved is None else len(proved)
    kept = (needed(sets, number, _CASES) if number else None) or []
    proof = [pair for k in kept for pair in groups[k]]
    ends = [0]
    for k in kept:
        ends.append(ends[-1] + len(groups[k]))
    return replace(
        found,
        least=Fraction(max(0, number - 1)) if kept else Fraction(0),
        proof=tuple(proof),
        groups=tuple(tuple(range(a, b)) for a, b in pairwise(ends)),
        audits=audits,
    )


def demand_strict(asked: Question, layer: OutputLayer) -> None:
    """BadInput if labels may or must be level."""
    if asked.lowest or (asked.label is None and _has_ties(asked, layer.n)):
        raise BadInput(
            f"questions of a repair must be without ties, not {asked.text(layer.labels)}"
        )


def _has_ties(asked: Question, n: int) -> bool:
    compared = comparisons(asked, n)
    return bool(len(compared.level) or len(compared.weak))


def with_bias(layer: OutputLayer, changes: Mapping[int, Fraction]) -> OutputLayer:
    """The layer with these numbers added to its offsets."""
    if not changes:
        return layer
    new = {
        k: Fraction(float(layer.rows[k, 0])) / layer.scale + change for k, change in changes.items()
    }
    factor = 1
    for value in new.values():
        whole = value * layer.scale
        if not is_float(whole * factor):
            factor = lcm(factor, whole.denominator)
    rows = layer.rows * factor
    for k, value in new.items():
        exact = value * layer.scale * factor
        if not is_float(exact):
            raise LimitReached("offsets of a repair must be floats times one number")
        rows[k, 0] = float(exact)
    return replace(layer, rows=rows, scale=layer.scale * factor, bias=layer.bias or "bias")


def is_float(x: Fraction) -> bool:
    """Whether float64 holds the number."""
    try:
        return Fraction(float(x)) == x
    except OverflowError:
        return False


def _size(layer: OutputLayer) -> Fraction:
    """A number of the size of the entries."""
    largest = float(np.abs(layer.rows).max(initial=0.0))
    return Fraction(largest) / layer.scale or Fraction(1)


def _deepest(
    asked: Question, refuted: IntegerRefutation, rows: DyadicMatrix, domain: Domain
) -> IntegerRefutation:
    """Of all refutations the one whose constant is the largest beside its weights, where floats hold
    the differences: as if zero were to be first among the differences, turned round.
    """
    plus, minus, *_ = comparisons(asked, rows.n)
    turned = differences(rows, minus, plus)
    if max((abs(x) for row in turned for x in row), default=0) > 1 << 53:
        return refuted
    table = DyadicMatrix(np.array([*turned, [0] * rows.k], np.float64))
    return Distances(table, domain).deepest(len(turned), refuted)


def _demand(
    place: int,
    asked: Question,
    refuted: IntegerRefutation,
    rows: DyadicMatrix,
    domain: Domain,
    present: OutputLayer,
    changes: Mapping[int, Fraction],
) -> Demand:
    """Rows are integers times 2^-scale there, and functions of the layer times ``present.scale``."""
    plus, minus, *_ = comparisons(asked, rows.n)
    pairs = [(int(plus[k]), int(minus[k]), w) for k, w in refuted.comparisons]
    total = sum(w for *_, w in pairs)
    unit = (
        Fraction(1, present.scale << rows.scale)
        if rows.scale >= 0
        else Fraction(1 << -rows.scale, present.scale)
    )
    conditions = [*domain.weak, *domain.equal]
    integers = dict(
        zip(
            used := sorted({k for p, m, _ in pairs for k in (p, m)} - {-1}),
            rows.integers(used),
            strict=True,
        )
    )
    constant = sum(
        w * ((integers[p][0] if p >= 0 else 0) - (integers[m][0] if m >= 0 else 0))
        for p, m, w in pairs
    ) + sum(w * conditions[k][0] for k, w in refuted.domain)
    coefficients: dict[int, Fraction] = {}
    for p, m, w in pairs:
        for k, side in ((p, w), (m, -w)):
            if k >= 0:
                coefficients[k] = coefficients.get(k, Fraction(0)) + Fraction(side, total or 1)
    coefficients = {k: x for k, x in coefficients.items() if x}
    goal = -Fraction(constant, total or 1) * unit
    goal += sum((x * changes.get(k, 0) for k, x in coefficients.items()), Fraction(0))
    return Demand(
        place,
        coefficients,
        goal,
        tuple((p, m, Fraction(w, total or 1)) for p, m, w in pairs),
        tuple((k, Fraction(w, total or 1) * unit) for k, w in refuted.domain),
    )


def _changes(
    layer: OutputLayer,
    known: _Known,
    measure: Measure,
    margin: Fraction,
    grid: Grid,
    more: int,
    allowed: frozenset[int] | None,
) -> dict[int, Fraction]:
    """The least changes that satisfy the demands, rounded."""
    largest = known.largest() or _size(layer)
    beyond = max(margin, largest * known.beyond) * known.times**more
    for _ in range(8):
        found = known.least(measure, beyond, allowed)
        old = {k: Fraction(float(layer.rows[k, 0])) / layer.scale for k in found}
        new: dict[int, Fraction] = {}
        try:
            for k, x in found.items():
                new[k] = grid.nearest(old[k] + Fraction(x))
        except OverflowError:
            raise LimitReached(
                "offsets of a repair must fit in the type of the file; wider floats may do"
            ) from None
        rounding = max(map(grid.unit, new.values()), default=Fraction(0)) * 2
        if rounding <= beyond:
            return {k: new[k] - old[k] for k in new if new[k] != old[k]}
        beyond = max(margin, rounding) * known.times**more
    raise LimitReached("offsets of a repair must be larger than the rounding of their type")


def _of(demand: Demand, allowed: frozenset[int] | None) -> Mapping[int, Fraction]:
    if allowed is None:
        return demand.changes
    return {k: x for k, x in demand.changes.items() if k in allowed}


def _impossible(demands: Sequence[Demand], allowed: frozenset[int] | None) -> Exception:
    """The demands that contradict each other, exactly."""
    columns = sorted({k for d in demands for k in _of(d, allowed)})
    strict, factors = [], []
    for d in demands:
        row = [*(d.changes.get(k, Fraction(0)) for k in columns), -d.least]
        factors.append(lcm(*(x.denominator for x in row)))
        strict.append([int(x * factors[-1]) for x in row])
    positive = [*[0] * len(columns), 1]
    answer, weights = motzkin([*strict, positive], [], len(columns) + 1)
    if answer:
        return LimitReached("the linear program of a repair must be within the range of floats")
    whole = primitive(weights)
    return Impossible(
        [(Fraction(w * f), d) for w, f, d in zip(whole, factors, demands, strict=False) if w]
    )
