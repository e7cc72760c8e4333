"""Which refutations a repair of many labels has to look at: cutting planes, in floating point.

Every refutation of a label demands a linear inequality of the changes of the offsets (``bias``).
``Cuts`` collects them in floating point: the least changes that satisfy those known so far, then,
for each label that was refuted once, the refutation that demands most beyond these changes, which
joins if they do not satisfy it. Nothing here concludes: ``proof`` makes exact weights of a cut, and
an audit tells whether the changes are a repair.

Few offsets have to be looked at. Labels that were refuted are raised; to lower another one pays
only if it is in so many refutations that its dual condition fails, and then it joins. If labels are
only raised, there is one least vector of changes, least for every label at once. It gives the least
largest change, too: adding a number to all offsets changes no answer, so changes between -t and t
are as good as changes between 0 and 2t.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from arrangements.audits.least_bias import Distances
from arrangements.audits.repair.change_programs import Program
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import LimitReached, OutOfTime
from arrangements.running import limited, with_progress
from arrangements.running.scope import current

__all__ = ["Cut", "Cuts", "Planned"]

_SMALL = 1e-12  # weights below are taken for rounding
_ROUNDS = 300  # programs
_DIRECT = 20  # of them, after which refutations are sought half-way to changes that suffice
_WORK = 10_000_000_000  # entries of programs, after which changes that suffice are taken for a least sum
_HALVED = 5  # looks half-way after that
_PRICE = 1e-7  # by which a dual condition must fail
_OLD = 12  # programs after which a cut without weight is left out
_PIVOTED, _AROUND = 10, 40  # rounds of pivots from the basis that other offsets had


class Cut(NamedTuple):
    """The sum of ``changes``, positive of the label and negative of others, exceeds ``least``.
    ``basis``: the columns of ``Distances`` that show it.
    """

    label: int
    basis: tuple[int, ...]
    changes: Mapping[int, float]
    least: float

    @property
    def key(self) -> tuple[int, tuple[int, ...]]:
        return self.label, self.basis


class Planned(NamedTuple):
    """``changes``: the least for the cuts; None if these contradict each other. ``weights``: dual
    ones, or those of the contradiction.
    """

    changes: Mapping[int, float] | None
    weights: Sequence[tuple[Cut, float]]


class Cuts:
    """Of labels of one layer. Offsets and their changes are on the scale of its rows."""

    def __init__(
        self, rows: DyadicMatrix, domain: Domain, prices: np.ndarray | None = None
    ) -> None:
        """``prices``: how often the change of each offset counts in a sum; once, if not given."""
        self.n = rows.n
        self._prices = np.ones(rows.n) if prices is None else prices
        self._distances = Distances(rows, domain)
        self._bases: dict[int, tuple[int, ...]] = {}
        self._last: tuple[int, ...] = ()
        self._cuts: dict[tuple[int, tuple[int, ...]], Cut] = {}
        self._used: dict[tuple[int, tuple[int, ...]], int] = {}  # the last program with a weight
        self._lowered: set[int] = set()
        self._lacking: dict[int, float] = {}  # when last looked, less what is beyond
        self._turn = 0
        self._work = 0  # of all programs
        self._enough: Mapping[int, float] | None = None  # changes that suffice
        self._bounding: Sequence[tuple[Cut, float]] = ()  # weights of the last program
        self._late: float | None = None  # when half of the time is over

    def join(self, refuted: Mapping[int, Callable[[], IntegerRefutation]]) -> None:
        """Labels that were refuted, whatever the offsets were, each with why."""
        fresh = [label for label in refuted if label not in self._bases]
        if fresh:
            self._distances.offsets(np.zeros(self.n))
        for label in with_progress("the first refutations", fresh):
            basis = self._distances.suggested(label, self._last, True) if self._last else None
            if basis is None:
                start = self._distances.start(label, refuted[label])
                basis = self._distances.suggested(label, start, False)
            if basis is None:
                basis = self._distances.suggested(label, start, True, around=True)
            if basis is None:
                raise LimitReached(f"label {label + 1} must have a refutation in floating point")
            self._bases[label] = self._last = tuple(basis)

    @property
    def largest(self) -> float:
        """The modulus of what a cut demands, at most."""
        return max((abs(cut.least) for cut in self._cuts.values()), default=0.0)

    def planned(
        self,
        measure: str,
        beyond: float,
        present: Mapping[int, float],
        allowed: frozenset[int] | None = None,
        near: float = 1e-3,
    ) -> Planned:
        """The least changes that exceed all cuts by ``beyond``. ``present``: changes to begin with.
        ``allowed``: the only offsets that may change. ``near``: of a least sum, how much more will do.

        Raising a label by what it lacks hides none. So after each look there are changes that suffice.
        Least sums of many labels converge slowly: then refutations are sought half-way to the best of
        these, until the least sum is nearly theirs. After much work, or half of the time that is
        left, the best of these are taken, and the weights of the last program bound the least sum.
        """
        self._enough = None
        if measure != "sum" or allowed is not None:
            return self._searched(measure, beyond, present, allowed, near)
        if self._late is None:
            now = monotonic()
            self._late = now + (current().end - now) / 2
        left = self._late - monotonic()
        try:
            with limited("the search", timeout=None if left == inf else max(0.0, left)):
                return self._searched(measure, beyond, present, allowed, near)
        except OutOfTime:
            if self._enough is None:
                self.look(present, beyond)
                self._raise(present, beyond)
            return Planned(self._enough, self._bounding)

    def _searched(
        self,
        measure: str,
        beyond: float,
        present: Mapping[int, float],
        allowed: frozenset[int] | None,
        near: float,
    ) -> Planned:
        found: Planned | None = None
        at, halved = present, measure == "sum" and allowed is None
        for program in range(_ROUNDS):
            joined = self.look(at, beyond)
            if found is not None and not joined and at is found.changes:
                return found
            if halved:
                self._raise(at, beyond)
            found = self._least(measure, beyond, allowed)
            if found.changes is None:
                return found
            at, self._bounding = found.changes, found.weights
            if self._enough is None:
                continue
            if self._work > _WORK:
                for _ in range(_HALVED):
                    at = _halfway(found.changes, self._enough)
                    self.look(at, beyond)
                    self._raise(at, beyond)
                return Planned(self._enough, found.weights)
            if program >= _DIRECT:
                if self._sum(self._enough) <= self._sum(at) * (1 + near):
                    return Planned(self._enough, found.weights)
                at = _halfway(at, self._enough)
        raise LimitReached(f"repair must be found within {_ROUNDS} linear programs")

    def _raise(self, at: Mapping[int, float], beyond: float) -> None:
        """Keep these changes, with labels raised by what was lacking when last looked, if no sum that
        suffices is smaller.
        """
        more = {k: at.get(k, 0.0) + x + beyond for k, x in self._lacking.items()}
        raised = {**at, **more}
        if self._enough is None or self._sum(raised) < self._sum(self._enough):
            self._enough = raised

    def _sum(self, changes: Mapping[int, float]) -> float:
        return float(sum(self._prices[k] * abs(x) for k, x in changes.items()))

    def proof(self, cut: Cut, refuted: Callable[[], IntegerRefutation]) -> IntegerRefutation:
        """The weights that prove the cut, exactly; if one of them would be negative, those of another
        cut of the label, or those that prove how much bias the label lacks without changes.
        """
        others = [basis for label, basis in self._cuts if label == cut.label]
        for basis in (cut.basis, *others):
            found = self._distances.weights(cut.label, basis)
            if found is not None:
                return found
        self._distances.offsets(np.zeros(self.n))
        return self._distances.deepest(cut.label, refuted)

    def look(self, present: Mapping[int, float], beyond: float = 0.0) -> int:
        """How many cuts join, as these changes do not exceed them by half as much, at least."""
        x = np.zeros(self.n)
        for k, value in present.items():
            x[k] = value
        self._distances.offsets(x)
        self._lacking, joined = {}, 0
        for label in with_progress("refutations that matter", sorted(self._bases)):
            known = self._bases[label]
            basis = self._distances.suggested(label, known, True, _PIVOTED)
            if basis is None:
                basis = self._distances.suggested(label, known, True, _AROUND, around=True)
            if basis is not None:
                self._bases[label] = tuple(basis)
            cut, missing = self._cut(label, self._bases[label], x)
            if missing > -beyond:
                self._lacking[label] = missing
            if cut.changes[label] > 0 and missing > -beyond / 2 and cut.key not in self._cuts:
                self._cuts[cut.key], self._used[cut.key] = cut, self._turn
                joined += 1
        return joined

    def _cut(self, label: int, basis: tuple[int, ...], x: np.ndarray) -> tuple[Cut, float]:
        """The cut of the basis, and how much these changes lack."""
        weights, missing = self._distances.combined(label, basis)
        changes = {k: -w for k, w in weights.items() if w > _SMALL and k != label}
        changes[label] = -sum(changes.values())
        least = missing + sum(c * float(x[k]) for k, c in changes.items())
        return Cut(label, basis, changes, least), missing

    def _least(self, measure: str, beyond: float, allowed: frozenset[int] | None) -> Planned:
        self._turn += 1
        cuts = list(self._cuts.values())
        names = sorted({k for cut in cuts for k in cut.changes})
        place = {k: j for j, k in enumerate(names)}
        table = np.zeros((len(cuts), len(names)))
        for i, cut in enumerate(cuts):
            table[i, [place[k] for k in cut.changes]] = list(cut.changes.values())
        goal = np.array([cut.least for cut in cuts]) + beyond
        prices = self._prices[names] if measure == "sum" else np.ones(len(names))
        open_ = np.array([allowed is None or k in allowed for k in names])
        up: list[int] = np.flatnonzero((table > 0).any(axis=0) & open_).tolist()
        while True:
            down = sorted(place[k] for k in self._lowered if k in place and open_[place[k]])
            if measure == "largest":
                down = []
            costs = prices[[*up, *down]]
            program = Program(np.hstack([table[:, up], -table[:, down]]), goal, costs)
            solved = program.solve()
            self._work += program.work
            duals = program.duals() if solved else program.clash()
            total = duals @ table
            more = np.flatnonzero((total < -int(solved) * prices - _PRICE) & open_).tolist()
            more = [names[j] for j in more if names[j] not in self._lowered]
            if measure == "largest" or not more:
                break
            self._lowered.update(more)
        self._mark(cuts, duals)
        if solved and measure == "largest":
            values, duals = self._raised(program, table, up)
        elif solved:
            found = program.values()
            values = np.zeros(len(names))
            values[up] += found[: len(up)]
            values[down] -= found[len(up) :]
        weights = [(cuts[i], float(duals[i])) for i in np.flatnonzero(duals > 0).tolist()]
        self._mark(cuts, duals)
        for key in [key for key, turn in self._used.items() if turn < self._turn - _OLD]:
            del self._cuts[key], self._used[key]
        if not solved:
            return Planned(None, weights)
        changes = {names[j]: float(values[j]) for j in np.flatnonzero(values).tolist()}
        if measure == "largest":
            half = max(changes.values(), default=0.0) / 2
            changes = {k: changes.get(k, 0.0) - half for k in range(self.n)} if half else {}
        return Planned(changes, weights)

    def _mark(self, cuts: Sequence[Cut], duals: np.ndarray) -> None:
        """Cuts with weights are used."""
        for i in np.flatnonzero(duals > 0).tolist():
            self._used[cuts[i].key] = self._turn

    def _raised(
        self, program: Program, table: np.ndarray, up: Sequence[int]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The least vector of changes, and the dual weights of its largest entry."""
        values, duals = np.zeros(table.shape[1]), np.zeros(len(table))
        values[up] = program.values()
        tight, basic = program.basis()
        if len(tight) == len(basic) > 0:
            columns = [up[j] for j in basic]
            largest = [int(j == int(values.argmax())) for j in columns]
            square = table[np.ix_(tight, columns)]
            duals[tight] = np.maximum(np.linalg.solve(square.T, np.array(largest, float)), 0.0)
        return values, duals


def _halfway(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    return {k: (one.get(k, 0.0) + other.get(k, 0.0)) / 2 for k in one.keys() | other.keys()}
