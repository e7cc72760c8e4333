"""Repairs that change rows instead of offsets: by factors of whole rows, their offsets included, or
entry by entry. ``repair_rows`` alternates between audits of the whole layer and what its refutations
say.

**Factors.** The logits are multiplied by positive factors c_k, one of each row, and multiplying all
of them by one number changes no answer; so let the smallest be 1. Suppose that label i is first at
an input with s_i > 0, and that c_j >= f_j is known already. A refutation, K s_i <= the sum of w_j
f_j s_j with the sum W of the w_j, gives K s_i < W c_i s_i, since f_j s_j <= c_j s_j where s_j > 0.
So c_i > K / W, which is the next f_i (``Step``). Where such steps end there is one least vector of
factors: no repair has a smaller factor anywhere. If W = 0, then s_i is never positive, and no factor
helps. A logit that is first is positive if not all logits can be negative at once, which one more
refutation proves; otherwise the bound is about labels that are first with a logit above 0.

**Moves.** Row i moved by t times a unit vector is still dominated up to some t, a linear program
for each coordinate and side. All 2d of them prove that row i alone must change by more than the
least t in all (sum of moduli), and that t in one entry suffices. If others may change, too, their
changes join with their weights, and the bound is a linear program over all labels.

**Fixed inputs.** If moves of single rows do not end, and for label sets and rankings, an input is
fixed for each question: one at which it holds with other offsets, as the least repair of these
(``bias``) gives it. That the rows answer as asked at these inputs is linear in their entries, so
the least changes for these inputs are a linear program, by their sum or by the largest of them;
other inputs may need less.

>>> from arrangements.layers.configuration import Configuration
>>> from arrangements.audits.repair.float_grids import Binary
>>> from arrangements.loading.layers import load_layer
>>> from arrangements.layers.inputs import Inputs
>>> from arrangements.layers.questions.question import every_label
>>> layer = load_layer(Configuration([[2, 0], [0, 2], [-2, -2], ["1/2", "1/2"]]))
>>> asked = Domain(Inputs(2)), every_label(4), Binary(24, -149, 128)
>>> found = repair_rows(layer, *asked, "factors")
>>> {k: round(float(x), 4) for k, x in found.factors.items()}, found.steps[0].factor
({3: 2.0}, Fraction(2, 1))
>>> found = repair_rows(layer, *asked, "rows")
>>> {k: [(j, round(float(x), 4)) for j, x in moved] for k, moved in found.entries.items()}, found.least
({3: [(1, 1.0)]}, Fraction(1, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import frexp, lcm
from operator import itemgetter, mul
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from arrangements.audits.least_bias import Distances
from arrangements.audits.repair.bias import demand_strict, repaired
from arrangements.audits.repair.change_programs import Measure, bound, least
from arrangements.audits.repair.float_grids import Binary, Grid
from arrangements.audits.repair.refutation_inequalities import Impossible, is_float
from arrangements.audits.repair.row_changes import Move, NoFactors, RowRepair, Step, What
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, IntegerWitness, Outcome
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one, demand_refutation
from arrangements.errors import BadInput, InternalError, LimitReached
from arrangements.layers.questions.question import Question, comparisons
from arrangements.loading.layers import OutputLayer
from arrangements.running import report_progress, with_progress

__all__ = ["repair_rows"]

Points = Sequence[Sequence[Fraction]]  # an input for each question
_ROUNDS = 40  # audits
_MARGIN = Fraction(1, 1 << 20)  # of a factor or of a change: how far beyond the least a repair goes
_PATIENCE = 12  # of them, after which rows move at fixed inputs
_TRIES = 12  # programs at fixed inputs, each with a larger gap
_AHEAD = (Fraction(0), Fraction(1, 64), Fraction(1, 8), Fraction(1, 2))  # of the size of entries
_APART = (1 << 10, 1 << 10, 1 << 13, 1 << 13, 1 << 15)  # units of 2^-16 by which rows differ, about
_AT_ONCE = 50  # conditions of a question that join a program at a time
_CONDITIONS = 5000  # of a program at fixed inputs
_PROGRAMS = 5000  # linear programs about entries, of all labels
_SHORT = 8  # bits of a factor with which steps go on
_GROWS = Fraction(1, 1 << 7)  # of the margin: less is no growth of a factor


def repair_rows(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    grid: Grid,
    what: What,
    *,
    measure: Measure = "sum",
    margin: Fraction = Fraction(0),
    executor: Executor | None = None,
) -> RowRepair:
    """The repair; ``NoFactors`` if no factors suffice.

    ``measure``: of changes of entries, their sum or the largest of them. ``margin``: how much larger
    than the least a factor is to be, relatively, or how far beyond the
    least an entry is to go.
    """
    for asked in questions:
        if what == "factors" and (asked.label is None or asked.lowest):
            raise BadInput(
                f"questions of a repair of factors must be labels that are to be first, not {asked.text(layer.labels)}; --change offsets and rows take label sets and rankings"
            )
        demand_strict(asked, layer)
    if domain.ball is not None:
        raise BadInput(
            "inputs of a repair must be a polyhedron, not a ball; a box inside it will do"
        )
    if domain.empty:
        raise BadInput("inputs must have a point, not be empty")
    search = _Search(layer, domain, questions, executor)
    if what == "factors":
        return _by_factors(search, grid, margin)
    return _by_moves(search, grid, margin, measure)


class _Search:
    """Audits of one layer with other rows."""

    def __init__(
        self,
        layer: OutputLayer,
        domain: Domain,
        questions: Sequence[Question],
        executor: Executor | None,
    ) -> None:
        self.layer, self.domain, self.questions = layer, domain, questions
        self.executor = executor
        self.audits = 0
        self.answers: tuple[tuple[Question, Outcome], ...] = ()
        self.before = 0

    def number(self, rows: np.ndarray) -> int:
        """How many questions are refuted."""
        exact = DyadicMatrix(rows)
        self.audits += 1
        if self.audits > _ROUNDS:
            raise LimitReached(
                f"repair must be found within {_ROUNDS} audits of the layer; --change offsets may find one"
            )
        self.answers = tuple(answered(exact, self.domain, self.questions, executor=self.executor))
        impossible = sum(not isinstance(outcome, IntegerWitness) for _, outcome in self.answers)
        report_progress(f"audit {self.audits} of the repair; {impossible:,} are impossible")
        self.before = impossible if self.audits == 1 else self.before
        return impossible

    def refuted(self, rows: np.ndarray) -> dict[int, Question]:
        """The labels that cannot be first, with their questions."""
        self.number(rows)
        return {
            asked.label: asked
            for asked, outcome in self.answers
            if asked.label is not None and not isinstance(outcome, IntegerWitness)
        }

    def proofs(
        self, rows: np.ndarray, refuted: Mapping[int, Question]
    ) -> dict[int, IntegerRefutation]:
        """A refutation of each in weights."""
        exact, refutations = DyadicMatrix(rows), dict[int, IntegerRefutation]()
        known = {asked.label: outcome for asked, outcome in self.answers}
        for label, asked in with_progress("weights of what is impossible", [*refuted.items()]):
            sides = comparisons(asked, exact.n)
            refutations[label] = demand_refutation(exact, self.domain, known[label], *sides)
        return refutations


def with_rows(layer: OutputLayer, rows: Mapping[int, Sequence[Fraction]]) -> OutputLayer:
    """The layer with these rows (b, u) in the place of its own."""
    if not rows:
        return layer
    factor = 1
    for row in rows.values():
        for x in row:
            if not is_float(x * layer.scale * factor):
                factor = lcm(factor, (x * layer.scale).denominator)
    table = layer.rows.astype(np.float64) * factor
    for k, row in rows.items():
        for j, x in enumerate(row):
            exact = x * layer.scale * factor
            if not is_float(exact):
                raise LimitReached("rows of a repair must be floats times one number")
            table[k, j] = float(exact)
    return replace(layer, rows=table, scale=layer.scale * factor)


def _row(layer: OutputLayer, label: int) -> list[Fraction]:
    return [Fraction(x) / layer.scale for x in layer.rows[label].tolist()]


def _size(layer: OutputLayer) -> Fraction:
    """A number of the size of the entries."""
    largest = float(np.abs(layer.rows).max(initial=0.0))
    return Fraction(largest) / layer.scale or Fraction(1)


def _rounded(layer: OutputLayer, rows: Mapping[int, Sequence[Fraction]], grid: Grid) -> OutputLayer:
    """With these rows, but for rounding."""
    try:
        near = {k: [grid.nearest(x) if x else x for x in row] for k, row in rows.items()}
    except OverflowError:
        raise LimitReached(
            "rows of a repair must fit in the type of the file; wider floats may do"
        ) from None
    return with_rows(layer, near)


# Factors


def _by_factors(search: _Search, grid: Grid, margin: Fraction) -> RowRepair:
    layer, domain = search.layer, search.domain
    rows, bits = layer.rows, _spare(layer.rows)
    size = _size(layer)
    beyond = max(margin, _MARGIN, 4 * grid.unit(size) / size)
    floor: dict[int, Fraction] = {}
    tries: dict[int, int] = {}
    steps: list[Step] = []
    refuted = search.refuted(rows)
    always = _always(DyadicMatrix(rows), domain) if refuted else None
    factors: dict[int, Fraction] = {}
    repaired, grows = layer, True
    while refuted:
        if grows:
            _demand_apart(layer.rows, refuted, always)
            grows = False
            for step in _steps(search, rows, floor, refuted, bits, always):
                old = floor.get(step.label)
                if old is None or step.factor > old * (1 + beyond * _GROWS):
                    grows = True
                    floor[step.label] = step.factor
                    steps.append(step)
        factors = {
            k: floor.get(k, Fraction(1)) * (1 + beyond * 2 ** tries.get(k, 0))
            for k in {*floor, *tries}
        }
        repaired = _rounded(
            layer, {k: [f * x for x in _row(layer, k)] for k, f in factors.items()}, grid
        )
        refuted = search.refuted(repaired.rows)
        for k in refuted:
            tries[k] = tries.get(k, -1) + 1
        next_rows = _times(layer.rows, floor) if refuted and grows and bits >= _SHORT else None
        grows = next_rows is not None
        if next_rows is not None:
            rows = next_rows
            refuted = search.refuted(rows) or refuted
    return RowRepair(
        layer,
        "factors",
        repaired,
        factors,
        {},
        tuple(steps),
        always,
        (),
        {},
        max(floor.values(), default=Fraction(1)),
        search.answers,
        search.audits,
        search.before,
    )


def _spare(rows: np.ndarray) -> int:
    """How many bits a factor may have that leaves all entries floats."""
    mantissas = np.abs(np.frexp(rows[rows != 0].astype(np.float64))[0])
    whole = np.ldexp(mantissas, 53).astype(np.int64)
    if not len(whole):
        return 53
    odd = whole // (whole & -whole)
    return 53 - int(odd.max()).bit_length()


def _times(rows: np.ndarray, factors: Mapping[int, Fraction]) -> np.ndarray | None:
    """The rows with these factors, if all are floats."""
    table = rows.astype(np.float64)
    for k, f in factors.items():
        exact = [Fraction(x) * f for x in table[k].tolist()]
        if not all(map(is_float, exact)):
            return None
        table[k] = [float(x) for x in exact]
    return table


def _always(rows: DyadicMatrix, domain: Domain) -> IntegerRefutation | None:
    """Weights of rows which prove that not all logits are negative at once; None if they can be."""
    every = np.arange(rows.n)
    outcome = decide_one(rows, domain, np.full(rows.n, -1), every)
    return outcome if isinstance(outcome, IntegerRefutation) else None


def _steps(
    search: _Search,
    rows: np.ndarray,
    floor: Mapping[int, Fraction],
    refuted: Mapping[int, Question],
    bits: int,
    always: IntegerRefutation | None,
) -> list[Step]:
    """The demands of these labels, with the factors that are known of all rows."""
    exact = DyadicMatrix(rows)
    distances, found = Distances(exact, search.domain), []
    for label, proof in with_progress("factors", [*search.proofs(rows, refuted).items()]):
        known = floor.get(label, Fraction(1))
        dominated = distances.dominated(label, proof, None)
        if dominated is None:
            continue
        if not dominated.rows:
            # the logit of this label is never positive, and no factor changes that
            if always is not None and [k for k, _ in always.comparisons] == [label]:
                always = None
            raise NoFactors([Step(label, dominated.own, (), dominated.inputs, known)], always)
        # Weights of rows with their factors so far become those of the rows as they are.
        common = lcm(
            known.denominator, *(floor[k].denominator for k, _ in dominated.rows if k in floor)
        )
        factor = _down(
            known * dominated.own / sum(w for _, w in dominated.rows),
            bits if bits >= _SHORT else 53,
        )
        found.append(
            Step(
                label,
                int(dominated.own * known * common),
                tuple((k, int(w * floor.get(k, 1) * common)) for k, w in dominated.rows),
                tuple((k, w * common) for k, w in dominated.inputs),
                max(factor, known),
            )
        )
    return found


def _down(x: Fraction, bits: int) -> Fraction:
    """A number of so many bits that is not above.

    >>> _down(Fraction(10, 3), 4)
    Fraction(13, 4)
    """
    length = (x.numerator // x.denominator).bit_length() if x >= 1 else 0
    unit = Fraction(2) ** (length - bits)
    return x // unit * unit


def _demand_apart(
    rows: np.ndarray, refuted: Mapping[int, Question], always: IntegerRefutation | None
) -> None:
    """No two of the labels that are refuted may have rows on one ray: their factors contradict each
    other.
    """
    seen: dict[bytes, int] = {}
    for label in sorted(refuted):
        largest = float(np.abs(rows[label]).max(initial=0))
        if not largest:
            continue
        # Quotients that are equal are rounded alike.
        key = (rows[label].astype(np.float64) / largest + 0.0).tobytes()
        other = seen.setdefault(key, label)
        ratio = Fraction(float(np.abs(rows[other]).max())) / Fraction(largest)
        if other != label and all(
            ratio * Fraction(a) == Fraction(b)
            for a, b in zip(rows[label].tolist(), rows[other].tolist(), strict=True)
        ):
            p, q = ratio.numerator, ratio.denominator
            raise NoFactors(
                [
                    Step(label, p, ((other, q),), (), ratio),
                    Step(other, q, ((label, p),), (), 1 / ratio),
                ],
                always,
            )


# Moves


def _by_moves(search: _Search, grid: Grid, margin: Fraction, measure: Measure) -> RowRepair:
    layer, domain = search.layer, search.domain
    if not all(asked.label is not None for asked in search.questions):
        if not search.number(layer.rows):
            return _with_entries(search, layer, measure, _Bound())
        return _at_inputs(search, grid, margin, measure, _Bound())
    refuted = search.refuted(layer.rows)
    programs = 2 * layer.d * len(refuted)
    if programs > _PROGRAMS:
        raise LimitReached(
            f"a repair of rows must take at most {_PROGRAMS:,} linear programs, two for each coordinate and label, not {programs:,}; name fewer labels in a file of --questions, or use --change factors"
        )
    smallest = max(margin, _size(layer) * _MARGIN)
    moves: list[Move] = []
    demands: list[dict[int, Fraction]] = []
    about: list[int] = []
    entries: dict[int, dict[int, Fraction]] = {}
    tries: dict[int, int] = {}
    repaired = layer
    while refuted:
        first = search.audits == 1
        exact = DyadicMatrix(repaired.rows)
        unit = Fraction(1, repaired.scale) / Fraction(2) ** exact.scale
        distances = Distances(exact, domain)
        proofs = search.proofs(repaired.rows, refuted)
        for label, proof in with_progress("the least change of each row", [*proofs.items()]):
            own_moves = _moves(distances, label, proof, layer.d)
            if not own_moves:
                raise LimitReached(
                    f"a repair of rows must be found in bounded work, not that of row {label + 1}"
                )
            able = [move for move in own_moves if move.rows]
            if not able:
                raise BadInput(
                    f"inputs must be more than h = 0 for rows to matter (row {label + 1})"
                )
            if first:
                demand = _demand(label, own_moves, unit)
                if demand is not None:
                    moves += own_moves
                    demands.append(demand)
                    about.append(label)
            best = min(able, key=lambda move: Fraction(move.far, move.own))
            size = Fraction(best.far, best.own) * unit
            more = smallest * 2 ** tries.get(label, 0)
            tries[label] = tries.get(label, 0) + 1
            own = entries.setdefault(label, {})
            own[best.coordinate] = own.get(best.coordinate, Fraction(0)) + best.side * (size + more)
        if search.audits >= _PATIENCE:
            return _at_inputs(search, grid, margin, measure, _bound(demands, about, moves, measure))
        changed_rows = {}
        for label, own in entries.items():
            row = _row(layer, label)
            for k, x in own.items():
                row[k] += x + (1 if x > 0 else -1) * grid.unit(row[k] + x)
            changed_rows[label] = row
        repaired = _rounded(layer, changed_rows, grid)
        refuted = search.refuted(repaired.rows)
    bounded = _bound(demands, about, moves, measure)
    moved = _with_entries(search, repaired, measure, bounded)
    if measure == "sum" or not entries:
        return moved
    try:
        other = _at_inputs(search, grid, margin, measure, bounded, [_inputs_of(search.answers)])
    except LimitReached:
        return moved
    return other if other.largest() < moved.largest() else moved


class _Bound(NamedTuple):
    """The sum of the changes exceeds ``least``, or the largest does, by the moves with weights."""

    least: Fraction = Fraction(0)
    moves: tuple[Move, ...] = ()
    weights: Mapping[int, Fraction] = MappingProxyType({})


def _bound(
    demands: Sequence[dict[int, Fraction]],
    about: Sequence[int],
    moves: Sequence[Move],
    measure: Measure,
) -> _Bound:
    ones = [Fraction(1)] * len(demands)
    program = least(demands, ones, measure) if demands else None
    if program is None:
        return _Bound()
    lower = bound(demands, ones, program.weights, measure)
    if measure == "largest":  # each sum of changes of a row is that of d entries
        lower /= len(moves) // (2 * len(demands))
    weights = {k: w for k, w in zip(about, program.weights, strict=True) if w}
    return _Bound(lower, tuple(move for move in moves if move.label in weights), weights)


def _with_entries(
    search: _Search, repaired: OutputLayer, measure: Measure, bounded: _Bound
) -> RowRepair:
    """The answer, with the entries in which the repaired layer differs."""
    layer = search.layer
    ratio = Fraction(repaired.scale, layer.scale)
    differs = (repaired.rows != layer.rows * float(ratio)).any(axis=1)
    final = {
        label: [
            (k, x - y)
            for k, (x, y) in enumerate(zip(_row(repaired, label), _row(layer, label), strict=True))
            if x != y
        ]
        for label in np.flatnonzero(differs).tolist()
    }
    return RowRepair(
        layer,
        "rows",
        repaired,
        {},
        {label: moved for label, moved in final.items() if moved},
        (),
        None,
        bounded.moves,
        bounded.weights,
        bounded.least,
        search.answers,
        search.audits,
        search.before,
        measure,
    )


# Fixed inputs


def _at_inputs(
    search: _Search,
    grid: Grid,
    margin: Fraction,
    measure: Measure,
    bounded: _Bound,
    known: Sequence[Points] = (),
) -> RowRepair:
    """The least changes for inputs at which other offsets would do, by several margins: the larger
    the margin, the further apart the inputs are. ``known``: inputs at which other rows do.
    """
    layer, best = search.layer, list[tuple[float, _Program]]()
    gap = max(margin, _size(layer) * _MARGIN)
    suggested: list[Callable[[], Points]] = [
        partial(_points, search, _size(layer) * ahead) for ahead in _AHEAD
    ]
    suggested += [partial(_same, one) for one in known]
    for points in suggested:
        try:
            program = _Program(points(), {})
            changes = _least_at(search, program, measure, gap)
        except LimitReached as error:
            reason = error
            continue
        sizes = [abs(x) for x in changes.values()]
        best.append((max(sizes, default=0.0) if measure == "largest" else sum(sizes), program))
    if not best:
        raise reason
    best.sort(key=itemgetter(0))
    for _ in range(_TRIES):
        for _, program in best:
            changes = _least_at(search, program, measure, gap)
            rows = {label: _row(layer, label) for label in {k // layer.d for k in changes}}
            for k, x in changes.items():
                rows[k // layer.d][1 + k % layer.d] += Fraction(x)
            repaired = _rounded(layer, rows, grid)
            if not search.number(repaired.rows):
                return _with_entries(search, repaired, measure, bounded)
        gap *= 4
    raise LimitReached(
        f"rows of a repair must be found in {_TRIES} programs, each further beyond rounding than the last; wider floats may do"
    )


def _same(points: Points) -> Points:
    return points


class _Program(NamedTuple):
    """``points``: an input for each question. ``kept``: conditions that mattered there, by the place
    of the question and the rows that are compared.
    """

    points: Points
    kept: dict[tuple[int, int, int], tuple[dict[int, Fraction], Fraction]]


def _points(search: _Search, ahead: Fraction) -> list[list[Fraction]]:
    """An input for each question, at which it holds with other offsets, by so much if it can; where
    these rows have none, as equal ones do, with rows that differ.
    """
    layer = search.layer
    unit = 2.0 ** (frexp(float(np.abs(layer.rows).max(initial=0.0)) or 1.0)[1] - 16)
    random = np.random.default_rng(0)
    for size in (0, *_APART):
        some = np.round(random.standard_normal(layer.rows.shape) * size) * unit
        some[:, 0] = 0.0
        other = replace(layer, rows=layer.rows + some)
        try:
            repair = repaired(
                other,
                search.domain,
                search.questions,
                Binary(53, -1074, 1024),
                margin=ahead,
                executor=search.executor,
            )
        except Impossible:
            continue
        return _inputs_of(repair.answers)
    raise LimitReached(
        "questions of a repair of rows must be possible together with other offsets, or with these and rows that differ a little"
    )


def _inputs_of(answers: Sequence[tuple[Question, Outcome]]) -> list[list[Fraction]]:
    points = []
    for _, outcome in answers:
        if not isinstance(outcome, IntegerWitness):
            raise InternalError("questions must be possible in a repaired layer")
        one, *rest = outcome.point
        points.append([Fraction(x, one) for x in rest])
    return points


def _least_at(
    search: _Search, program: _Program, measure: Measure, gap: Fraction
) -> Mapping[int, float]:
    """The least changes of entries, entry j of row k at k d + j, for which all questions hold at
    their inputs by more than the gap.
    """
    points, kept = program
    layer, d = search.layer, search.layer.d
    table = layer.rows / layer.scale
    at = np.array([[float(x) for x in point] for point in points]).reshape(len(points), d)
    compared = [comparisons(asked, layer.n) for asked in search.questions]
    changes: Mapping[int, float] = {}
    while True:
        moved = table.copy()
        for k, x in changes.items():
            moved[k // d, 1 + k % d] += x
        joined = len(kept)
        for place, sides in enumerate(compared):
            logits = np.append(moved[:, 1:] @ at[place] + moved[:, 0], 0.0)  # -1 stands for zero
            ahead = logits[sides.plus] - logits[sides.minus]
            failing = np.flatnonzero(ahead < 0.75 * float(gap))
            for k in failing[np.argsort(ahead[failing])][:_AT_ONCE].tolist():
                p, m = int(sides.plus[k]), int(sides.minus[k])
                if (place, p, m) not in kept:
                    kept[place, p, m] = _condition(layer, points[place], p, m)
        if len(kept) > _CONDITIONS:
            raise LimitReached(
                f"conditions on rows must be at most {_CONDITIONS:,}, not {len(kept):,} or more; name fewer questions in a file of --questions"
            )
        if len(kept) == joined and changes:
            return changes
        conditions = [row for row, _ in kept.values()]
        solution = least(conditions, [right for _, right in kept.values()], measure, float(gap))
        if solution is None:
            raise LimitReached(
                "rows of a repair must be found at inputs that other offsets suggest, where there are none; --change offsets finds offsets"
            )
        if len(kept) == joined:
            return solution.x
        changes = solution.x


def _condition(
    layer: OutputLayer, point: Sequence[Fraction], p: int, m: int
) -> tuple[dict[int, Fraction], Fraction]:
    """Coefficients of changes of entries, whose sum exceeds the number where row p is above row m."""
    row, right = dict[int, Fraction](), Fraction(0)
    for k, side in ((p, 1), (m, -1)):
        if k >= 0:
            own = _row(layer, k)
            right -= side * (own[0] + sum(map(mul, own[1:], point), Fraction(0)))
            row.update({k * layer.d + j: side * x for j, x in enumerate(point) if x})
    return row, right


def _moves(distances: Distances, label: int, proof: IntegerRefutation, d: int) -> list[Move]:
    """How far the row can go along each coordinate and still be dominated; none if one is not
    found.
    """
    moves = []
    for k in range(1, d + 1):
        for side in (1, -1):
            direction = [0] * (d + 1)
            direction[k] = side
            dominated = distances.dominated(label, proof, direction)
            if dominated is None:
                return []
            far = (
                dominated.far if dominated.rows else dominated.own
            )  # of a direction that is never positive
            moves.append(Move(label, k, side, dominated.own, far, dominated.rows, dominated.inputs))
    return moves


def _demand(label: int, moves: Sequence[Move], unit: Fraction) -> dict[int, Fraction] | None:
    """Coefficients of the sizes of changes, by row, whose sum exceeds 1; None if the row is at the
    end of what is dominated already.
    """
    shares: dict[int, Fraction] = {}
    for move in moves:
        if not move.rows:
            continue
        if not move.far:
            return None
        for k, w in ((label, move.own), *move.rows):
            share = Fraction(w, move.far) / unit
            shares[k] = max(shares.get(k, Fraction(0)), share)
    return shares
