"""The least change of the offsets after which every question that is asked of a layer is possible.

A refutation of a question is a sum of its comparisons, row p above row m with weight w, that
vanishes but for a constant, whatever the input is; other offsets change the constant alone. So it
demands of the changes x of the offsets that the sum of w (x_p - x_m) exceeds that constant
(``Demand``), and every repair, by whatever inputs, satisfies all demands. They are linear in x.
``repaired`` collects them: an audit of the layer with the present offsets, rounded to the type of
the file, refutes some questions; the least x that satisfies all demands so far gives the next
offsets. Demands are valid for all offsets, so the least x is a lower bound at every time; when the
audit refutes nothing, the offsets are a repair.

>>> from arrangements.layers.configuration import Configuration
>>> from arrangements.audits.repair.float_grids import Binary
>>> from arrangements.loading.layers import load_layer
>>> from arrangements.layers.inputs import Inputs
>>> from arrangements.layers.questions.question import every_label
>>> layer = load_layer(Configuration([[1], [-1], ["1/2"]], bias=[0, 1, -1]))
>>> found = repaired(layer, Domain(Inputs(1)), every_label(3), Binary(24, -149, 128))
>>> {k: round(float(x), 4) for k, x in found.changes.items()}, found.least
({0: -0.625, 1: -0.625, 2: 0.625}, Fraction(5, 8))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from arrangements.audits.repair.change_programs import Measure, bound
from arrangements.audits.repair.constraint_generation import Cutting, Exactly
from arrangements.audits.repair.float_grids import Grid
from arrangements.audits.repair.near_equal_groups import Lowering, Raising
from arrangements.audits.repair.raised_groups import alike
from arrangements.audits.repair.refutation_inequalities import (
    Demand,
    Impossible,
    Known,
    NotFound,
    with_bias,
)
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.tasks import by_size
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness, Outcome
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.one_by_one.hitting_sets import disjoint, needed, smallest
from arrangements.errors import BadInput, LimitReached, short_fields
from arrangements.layers.questions.question import Question, comparisons
from arrangements.loading.layers import OutputLayer
from arrangements.running import report_progress

__all__ = ["Repair", "demand_strict", "repaired"]

_ROUNDS = 400  # audits
_PATIENCE = 40  # of them, after which a repair goes twice as far beyond what is demanded
_TRIES = 60  # sets of offsets that are tried alone
_CASES = 20_000  # of a search for a smallest set
_RAISED = 40  # audits in which labels are raised
_FEW = 16  # labels alike: without being raised together they may need less


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

    def __repr__(self) -> str:
        return short_fields(self)

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
) -> Repair:
    """The repair; ``Impossible`` if there is none.

    ``margin``: how far ahead every question is to be at some input, at least, beyond what rounding
    to ``grid`` needs.
    """
    for asked in questions:
        demand_strict(asked, layer)
    if domain.ball is not None:
        raise BadInput(
            "inputs of a repair must be a polyhedron, not a ball; a box inside it will do"
        )
    if domain.empty:
        raise BadInput("inputs must have a point, not be empty")
    asked_for = layer, domain, questions, grid, margin, executor
    raising = None if measure == "number" else _raising(*asked_for[:5], measure)
    known = _known(layer, domain, questions)
    if raising is None:
        found = _searched(*asked_for, measure, known)
        return _fewest(found, known, asked_for) if measure == "number" else found
    raised: Repair | NotFound
    try:
        raised = _searched(*asked_for, measure, raising, most=_RAISED)
        if raising.together > _FEW:
            return raised
    except NotFound as not_found:
        raised = not_found
    try:
        found = _searched(*asked_for, measure, known)
    except LimitReached:
        if isinstance(raised, NotFound):
            raise raised from None
        return raised
    return found if isinstance(raised, NotFound) else _better(raised, found)


def _better(one: Repair, other: Repair) -> Repair:
    """Of two repairs by one measure that which changes less, with the larger bound."""
    found, proved = min(one, other, key=lambda r: r.change), max(one, other, key=lambda r: r.least)
    return replace(found, least=proved.least, proof=proved.proof)


_Asked = tuple[
    OutputLayer,
    Domain,
    Sequence[Question],
    Grid,
    Fraction,
    Executor | None,
]


def _known(layer: OutputLayer, domain: Domain, questions: Sequence[Question]) -> Known:
    if _many_labels(layer, questions):
        return Cutting(layer, domain, questions)
    return Exactly(layer, domain)


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
) -> Raising | None:
    """Where the rows of some labels that are asked about are alike, and no two are equal."""
    if domain.equal or not _many_labels(layer, questions):
        return None
    asked = np.array(sorted({one.positions[0] for one in questions}), np.int64)
    groups = [asked[places].tolist() for places in alike(layer.rows[asked])]
    if not groups or len(np.unique(layer.rows[asked, 1:], axis=0)) < len(asked):
        return None
    if measure == "largest":
        return Raising(layer, domain, grid, margin, groups)
    return Lowering(layer, domain, grid, margin, groups, questions)


def _searched(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    grid: Grid,
    margin: Fraction,
    executor: Executor | None,
    measure: Measure,
    known: Known,
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
        report_progress(f"audit {audits} of the repair; {len(refuted):,} are impossible")
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
    raise NotFound(f"repair must be found within {most} audits of the layer")


def _fewest(found: Repair, known: Known, asked: _Asked) -> Repair:
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


def _size(layer: OutputLayer) -> Fraction:
    """A number of the size of the entries."""
    largest = float(np.abs(layer.rows).max(initial=0.0))
    return Fraction(largest) / layer.scale or Fraction(1)


def _changes(
    layer: OutputLayer,
    known: Known,
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
