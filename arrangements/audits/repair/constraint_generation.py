"""The least changes of offsets that satisfy the demands of refutations: all of them, or, of large
layers, those that matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm

from arrangements.audits.least_bias import Distances
from arrangements.audits.repair.change_programs import Measure, least
from arrangements.audits.repair.cutting_planes import Cut, Cuts
from arrangements.audits.repair.refutation_inequalities import (
    Changes,
    Demand,
    Impossible,
    Refuted,
    deepest,
    demand_of,
    short_weight,
    weighed,
)
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import demand_refutation
from arrangements.errors import LimitReached
from arrangements.exact.linear import primitive
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.questions.question import Question, comparisons
from arrangements.loading.layers import OutputLayer
from arrangements.running import with_progress

__all__ = ["Cutting", "Exactly"]


class Exactly:
    """Exact demands of all refutations."""

    beyond, times = Fraction(1, 1 << 20), 2

    def __init__(self, layer: OutputLayer, domain: Domain) -> None:
        self.layer, self.domain = layer, domain
        self.exact: list[Demand] = []
        self._keys: set[object] = set()
        self._distances: Distances | None = None
        self._weights: list[Fraction] = []

    def learn(self, present: OutputLayer, changes: Changes, refuted: Refuted) -> bool:
        rows, old = DyadicMatrix(present.rows), len(self.exact)
        self._distances = Distances(rows, self.domain, self._distances)
        for k, (asked, outcome) in with_progress("measuring what is missing", [*refuted.items()]):
            prove = partial(
                demand_refutation, rows, self.domain, outcome, *comparisons(asked, rows.n)
            )
            if asked.label is not None:
                found = self._distances.deepest(asked.label, prove)
            else:
                found = deepest(asked, prove(), rows, self.domain)
            demand = demand_of(k, asked, found, rows, self.domain, present, changes)
            if (key := (k, demand.comparisons)) not in self._keys:
                self._keys.add(key)
                self.exact.append(demand)
        return len(self.exact) > old

    def largest(self) -> Fraction:
        return max((abs(demand.least) for demand in self.exact), default=Fraction(0))

    def least(
        self, measure: Measure, beyond: Fraction, allowed: frozenset[int] | None
    ) -> Mapping[int, float]:
        rows = [part_of(demand, allowed) for demand in self.exact]
        right = [demand.least for demand in self.exact]
        found = least(rows, right, measure, float(beyond))
        if found is None:
            raise contradiction(self.exact, allowed)
        self._weights = found.weights
        return found.x

    def proof(self) -> list[tuple[Fraction, Demand]]:
        return [(w, d) for w, d in zip(self._weights, self.exact, strict=False) if w]


class Cutting:
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

    def learn(self, present: OutputLayer, changes: Changes, refuted: Refuted) -> bool:
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
            raise contradiction([demand for _, demand in self.proof()], allowed)
        self._found = found.changes
        return {k: x / scale for k, x in found.changes.items()}

    def proof(self) -> list[tuple[Fraction, Demand]]:
        out = []
        for cut, weight in with_progress("exact weights", self._weights):
            if cut.key not in self._made:
                place, asked = self._asked[cut.label]
                found = self._cuts.proof(cut, self._why[cut.label])
                demand = demand_of(place, asked, found, self._rows, self.domain, self.layer, {})
                self._made[cut.key] = demand
                self.exact.append(demand)
            demand = self._made[cut.key]
            out.append((short_weight(weight, demand), demand))
        whole = sum(weight * cut.least for cut, weight in self._weights) / self.layer.scale
        if self._measure == "largest":
            whole = max(map(abs, self._found.values()), default=0.0) / self.layer.scale
        return weighed(out, self._measure, whole)


def part_of(demand: Demand, allowed: frozenset[int] | None) -> Mapping[int, Fraction]:
    if allowed is None:
        return demand.changes
    return {k: x for k, x in demand.changes.items() if k in allowed}


def contradiction(demands: Sequence[Demand], allowed: frozenset[int] | None) -> Exception:
    """The demands that contradict each other, exactly."""
    columns = sorted({k for d in demands for k in part_of(d, allowed)})
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
