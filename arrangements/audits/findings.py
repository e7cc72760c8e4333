"""Findings of an audit, label by label: where it wins, or what dominates it and by how much; rows
that are equal or nearly so.

>>> import numpy as np
>>> from arrangements.decide.batches.driver import answered
>>> from arrangements.layers.questions.question import every_label
>>> from arrangements.layers.inputs import Inputs
>>> rows, domain = DyadicMatrix(np.array([[0.0, 1], [1, -1], [-1, 0.5]])), Domain(Inputs(1))
>>> found = findings(rows, domain, list(answered(rows, domain, every_label(3))))
>>> found[2].possible, found[2].dominated_by, found[2].bias.least, found[2].factor.least
(False, ((0, 0.75), (1, 0.25)), Fraction(5, 4), Fraction(2, 1))
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias, cast

import numpy as np

from arrangements.audits.least_bias import NONE, Distance, Distances
from arrangements.audits.reasons import average
from arrangements.decide.batches.driver import given_up
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.dyadic.integer_inputs import Domain, quotient
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one, demand_refutation, first
from arrangements.exact.numbers.one_sided import float_at_least
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question
from arrangements.running import report_progress, with_progress
from arrangements.running.executors import Inline, finished, submitter
from arrangements.running.sharing import opened, shared

__all__ = ["FAR", "RESOLUTION", "Finding", "boxes", "findings", "findings_by", "groups"]

FAR = 10**6  # inputs beyond this are geometry, not practice
RESOLUTION = 2.0**-23  # of float32, relative
_NEAR = 1e-3  # of the length of a row
_CHUNK = 1 << 22
_STEP = 10**0.5  # by which a point is moved nearer to the origin
_NEAREST = 0.1  # from which on nobody asks for less
_MOST = 10**10  # multiplications for which it is moved, a few seconds
_TOGETHER = 32  # labels whose distances a worker measures, each beginning where the last one ended


Shares: TypeAlias = tuple[tuple[int, float], ...]
_Measured: TypeAlias = tuple[Distance, Distance, Shares]


@dataclass(frozen=True)
class Finding:
    """``row``: position. Of a possible label ``reach`` is the least max |h_j| at which it was seen
    to win, ``margin`` how far it leads at the point of its certificate, relative to its value;
    ``paper``: why it is possible on paper only. Of an impossible one ``dominated_by`` are other rows,
    heaviest first, of which an average is at least as large at every input, with its weights,
    rounded; ``bias`` and ``factor`` say how far it is from possible; ``ratio``: whose logarithm is to
    be added to the bias, of labels that are decided by a rule.
    """

    row: int
    possible: bool
    reach: float = 0.0
    margin: float = 0.0
    paper: str = ""
    dominated_by: Shares = ()
    bias: Distance = NONE
    factor: Distance = NONE
    ratio: Fraction = Fraction(1)

    @property
    def least_bias(self) -> float | None:
        """Rounded down, as more than this is needed."""
        if self.bias.least is None:
            return None
        least = float_at_least(self.bias.least)
        if self.ratio == 1:
            return least
        top, bottom = math.log(self.ratio.numerator), math.log(self.ratio.denominator)
        return least + top - bottom - 2.0**-50 * (abs(least) + abs(top) + abs(bottom))


def findings(
    rows: DyadicMatrix,
    domain: Domain,
    answers: Sequence[tuple[Question, Outcome]],
    executor: Executor | None = None,
) -> list[Finding]:
    """One for each answer about a label being first; workers of the executor, if there is one,
    measure distances, of which there are none in a ball. Rows and points are those behind a norm,
    reaches those of inputs.
    """
    labels = [(asked.label, outcome) for asked, outcome in answers if asked.label is not None]
    points = {
        label: outcome.point for label, outcome in labels if isinstance(outcome, IntegerWitness)
    }
    refuted = [
        (label, outcome) for label, outcome in labels if not isinstance(outcome, IntegerWitness)
    ]
    margins = _margins(rows, list(points.items()))
    measured = {} if domain.ball is not None else _distances(rows, domain, refuted, executor)
    reaches, found = _reaches(rows, domain, points), []
    for label, outcome in labels:
        if isinstance(outcome, IntegerWitness):
            reach, margin = reaches[label], margins[label]
            paper = _only_on_paper(rows, domain, label, reach, margin)
            found.append(Finding(label, True, reach, margin, paper))
        elif label in measured:
            bias, factor, dominating = measured[label]
            found.append(Finding(label, False, 0.0, 0.0, "", dominating, bias, factor))
        else:
            exact = demand_refutation(rows, domain, outcome, *first(rows.n, label))
            found.append(Finding(label, False, 0.0, 0.0, "", _shares(label, exact)))
    return found


def findings_by(
    rule: Rule,
    rows: DyadicMatrix,
    scale: int,
    domain: Domain,
    answers: Sequence[tuple[Question, Outcome]],
) -> list[Finding]:
    """One for each answer about a label being on, or being kept. Rows are ``scale`` times the
    functions of the labels, of which biases are told.

    A label that is never on stays below some constant; one that is never kept by min-p sampling is
    never first, and min-p asks for less by the logarithm of its share.
    """
    out, distances = list[Finding](), Distances(rows, domain)
    ratios = rule.ratios
    for asked, outcome in with_progress("measuring", answers):
        (label,) = asked.positions
        ratio = ratios[rule.of[label] if rule.of else 0]
        if isinstance(outcome, IntegerWitness):
            q, *point = outcome.point
            reach = max((quotient(abs(x), q) for x in point), default=0.0)
            out.append(Finding(label, True, reach, _lead(rule, rows, scale, label, outcome, ratio)))
            continue
        if rule.kind == "min-p":
            exact = demand_refutation(rows, domain, None, *first(rows.n, label))
            bias = distances.least_bias(label, exact)
            dominated = _shares(
                label, demand_refutation(rows, domain, outcome, *first(rows.n, label))
            )
        else:
            # Above a constant: sums with it, to be above zero, are of one label among two.
            least = scale * logarithm_above(ratio)
            two = np.zeros((2, rows.k))
            two[0], two[1, 0] = rows.floats([label])[0], least
            pair = DyadicMatrix(two)
            exact = demand_refutation(pair, domain, None, *first(2, 0))
            bias, dominated = Distances(pair, domain).least_bias(0, exact), ()
            if bias.least is not None:
                bias = Distance(bias.least - Fraction(least))
        if bias.least is not None:
            bias = Distance(bias.least / scale)
        why = Distance(None, "not measured where logarithms decide")
        out.append(Finding(label, False, 0.0, 0.0, "", dominated, bias, why, ratio))
    return out


def logarithm_above(ratio: Fraction) -> float:
    """A float a little above the logarithm."""
    found = math.log(ratio.numerator) - math.log(ratio.denominator)
    return found + 1e-12 * (1 + abs(found))


def _lead(
    rule: Rule, rows: DyadicMatrix, scale: int, label: int, found: IntegerWitness, ratio: Fraction
) -> float:
    """By how much a label exceeds what it must, at the point of its certificate, relative to its
    value.
    """
    values = [quotient(v, found.point[0] * scale << rows.scale) for v in rows.values(found.point)]
    own = values[label]
    rest = [*values[:label], *values[label + 1 :]] if rule.kind == "min-p" else [0.0]
    most = max(rest, default=own) + math.log(ratio.numerator) - math.log(ratio.denominator)
    return (own - most) / max(abs(own), abs(most), 1e-300)


def _distances(
    rows: DyadicMatrix,
    domain: Domain,
    refuted: Sequence[tuple[int, IntegerRefutation | Enclosed | Tilted | Clash]],
    executor: Executor | None,
) -> dict[int, _Measured]:
    workers = Inline() if executor is None else executor
    batches = [tuple(refuted[k : k + _TOGETHER]) for k in range(0, len(refuted), _TOGETHER)]
    out: dict[int, _Measured] = {}
    with ExitStack() as stack:
        common = stack.enter_context(shared(workers, (rows, domain)))
        measured = finished(
            batches,
            workers,
            submitter(workers, _measured, common),
            given_up,
            lambda: report_progress("measuring distances", len(out) / len(refuted)),
        )
        stack.enter_context(closing(measured))
        for batch, distances in measured:
            out.update(zip((label for label, _ in batch), distances, strict=True))
    return out


def _measured(
    common: object, batch: Sequence[tuple[int, IntegerRefutation | Enclosed | Tilted | Clash]]
) -> list[_Measured]:
    rows, domain = cast("tuple[DyadicMatrix, Domain]", opened(common))
    distances, out = Distances(rows, domain), list[_Measured]()
    for label, refuted in batch:
        prove = partial(demand_refutation, rows, domain, refuted, *first(rows.n, label))
        bias = distances.least_bias(label, prove)
        dominating = _shares(label, distances.farthest(label, prove))
        out.append((bias, distances.least_factor(label, prove), dominating))
    return out


def _shares(label: int, refuted: IntegerRefutation) -> Shares:
    """The average that dominates a label, rounded."""
    return tuple((k, float(share)) for k, share in average(label, refuted))


def _reaches(
    rows: DyadicMatrix, domain: Domain, points: Mapping[int, Sequence[int]]
) -> dict[int, float]:
    """How far away each label was seen to win: at its point, or nearer to the origin on the same
    ray, as exact products say.
    """
    out = {
        label: max(
            (quotient(*abs(x).as_integer_ratio()) for x in _input(domain, point)), default=0.0
        )
        for label, point in points.items()
    }
    d, norm = domain.stated.dimension, domain.stated.within
    gains, shift = np.ones(d), np.zeros(d)
    if norm is not None and norm.gains is not None:
        gains, shift = (np.array([float(x) for x in part]) for part in (norm.gains, norm.centre))
    near = np.array([label for label, reach in out.items() if 0 < reach <= FAR], np.int64)
    rays = np.array([[x / points[i][0] for x in points[i][1:]] for i in near.tolist()])
    shrink = 1.0
    while len(near) and rows.n * rows.k * len(near) <= _MOST:
        report_progress("looking nearer", 0.0)
        shrink /= _STEP
        whole, inside = domain.near(rays * shrink)
        won = inside & (rows.leaders(np.where(inside[:, None], whole, 0)) == near)
        near, rays, whole = near[won], rays[won], whole[won]
        seen = np.abs(shift + gains * whole[:, 1 : d + 1] / whole[:, :1]).max(axis=1, initial=0)
        nearer = seen < np.array([out[label] for label in near.tolist()])  # or the inputs end there
        near, rays, seen = near[nearer], rays[nearer], seen[nearer]
        out.update(zip(near.tolist(), seen.tolist(), strict=True))
        near, rays = near[seen > _NEAREST], rays[seen > _NEAREST]
    return out


def _input(domain: Domain, point: Sequence[int]) -> Sequence[Fraction]:
    """The input of a point."""
    if domain.stated.within is None:
        return [Fraction(x, point[0]) for x in point[1:]]
    return cast("Sequence[Fraction]", domain.input(point))


def boxes(found: Sequence[Finding]) -> list[tuple[int, int]]:
    """How many labels were seen to win within |h| <= 1, 10, .., a million: at least so many can."""
    reaches = np.array([item.reach for item in found if item.possible])
    return [(10**k, int((reaches <= 10**k).sum())) for k in range(7)]


def _margins(rows: DyadicMatrix, points: Sequence[tuple[int, tuple[int, ...]]]) -> dict[int, float]:
    """By how much each label leads at its point, relative to the largest value there; in floating
    point, for display.
    """
    every, out = rows.floats(), dict[int, float]()
    step = max(1, _CHUNK // max(1, rows.n))
    for start in range(0, len(points), step):
        report_progress("measuring margins", start / len(points))
        part = points[start : start + step]
        inputs = np.array([_shrunk(point) for _, point in part])
        values = inputs @ every.T
        line, own = np.arange(len(part)), np.array([label for label, _ in part])
        best = values[line, own].copy()
        values[line, own] = -np.inf
        second = values.max(axis=1) if rows.n > 1 else best - 1
        scale = np.maximum(np.maximum(np.abs(best), np.abs(second)), 1e-300)
        out.update(zip(own.tolist(), ((best - second) / scale).tolist(), strict=True))
    return out


def _shrunk(point: Sequence[int]) -> list[float]:
    """A point whose largest coordinate is 1 or -1."""
    largest = max(map(abs, point))
    return [x / largest for x in point]


def _only_on_paper(
    rows: DyadicMatrix, domain: Domain, label: int, reach: float, margin: float
) -> str:
    if reach > FAR and domain.ball is None:  # a ball that is so large is meant
        inside = Inputs.box([-FAR] * domain.d, [FAR] * domain.d)
        both = Inputs(
            domain.d, [*domain.inputs.inequalities, *inside.inequalities], domain.inputs.equations
        )
        if isinstance(decide_one(rows, Domain(both), *first(rows.n, label)), IntegerRefutation):
            return f"wins only beyond |h| = {FAR:,}"
    return (
        f"leads by {margin:.1e} of its value at the point found, below the resolution of float32"
        if margin < RESOLUTION
        else ""
    )


def groups(rows: DyadicMatrix) -> tuple[list[list[int]], list[list[int]]]:
    """Rows that are equal, and rows that are joined by distances below a thousandth of their
    lengths: often labels never trained.

    >>> groups(DyadicMatrix(np.array([[1.0, 2], [3, 4], [1, 2], [3, 4.001]])))
    ([[0, 2]], [[0, 2], [1, 3]])
    """
    every = rows.floats()
    _, inverse = np.unique(every, axis=0, return_inverse=True)
    return _classes(inverse.reshape(-1)), _classes(_near(every))


def _near(every: np.ndarray) -> np.ndarray:
    """For every row the smallest position in its group. Near rows are near on a line, so only
    neighbours there are compared.
    """
    parent = np.arange(len(every))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = int(parent[i])
        return i

    lengths = np.linalg.norm(every, axis=1)
    direction = np.random.default_rng(0).normal(size=every.shape[1])
    place = every @ (direction / np.linalg.norm(direction))
    order = np.argsort(place, kind="stable")
    for shift in range(1, len(every)):
        first_, second = order[:-shift], order[shift:]
        reach = _NEAR * np.maximum(lengths[first_], lengths[second])
        close = np.flatnonzero(place[second] - place[first_] <= reach)
        if not len(close):
            break
        for part in np.array_split(close, max(1, len(close) * every.shape[1] // _CHUNK)):
            a, b = first_[part], second[part]
            for i, j in np.column_stack([a, b])[
                np.linalg.norm(every[a] - every[b], axis=1) <= reach[part]
            ].tolist():
                low, high = sorted((root(i), root(j)))
                parent[high] = low
    return np.array([root(i) for i in range(len(every))])


def _classes(keys: np.ndarray) -> list[list[int]]:
    order = np.argsort(keys, kind="stable")
    cuts = np.flatnonzero(np.diff(keys[order])) + 1
    return sorted(part.tolist() for part in np.split(order, cuts) if len(part) > 1)
