"""Demands of the changes of offsets, which refutations make.

A refutation of a question is a sum of its comparisons, row p above row m with weight w, that vanishes
but for a constant, whatever the input is; other offsets change the constant alone. So it demands of the
changes x of the offsets that the sum of w (x_p - x_m) exceeds that constant (``Demand``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Protocol

import numpy as np

from arrangements.audits.least_bias import Distances
from arrangements.audits.repair.change_programs import Measure, bound, least
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, Outcome
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import differences
from arrangements.errors import LimitReached
from arrangements.layers.questions.question import Question, comparisons
from arrangements.loading.layers import OutputLayer

__all__ = [
    "Changes",
    "Demand",
    "Impossible",
    "Known",
    "NotFound",
    "Refuted",
    "deepest",
    "demand_of",
    "is_float",
    "short_weight",
    "weighed",
    "with_bias",
]


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


class NotFound(LimitReached):
    """Offsets that another search may find."""


class Impossible(Exception):
    """No offsets make all questions possible: the weighted sum of ``demands`` is 0 > 0, or worse."""

    def __init__(self, demands: Sequence[tuple[Fraction, Demand]]) -> None:
        super().__init__("no change of the offsets suffices")
        self.demands = tuple(demands)


Changes = Mapping[int, Fraction]


Refuted = Mapping[int, tuple[Question, Outcome]]  # by the place of the question


class Known(Protocol):
    """The demands of the refutations so far. ``beyond``: of the largest demand, how far beyond it a
    repair goes; ``times``: how much further where that is too little.
    """

    beyond: Fraction
    times: int
    exact: list[Demand]

    def learn(self, present: OutputLayer, changes: Changes, refuted: Refuted) -> bool:
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


def deepest(
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


def demand_of(
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


def short_weight(weight: float, demand: Demand) -> Fraction:
    """The weight, but for rounding, such that its products with the weights of the comparisons have
    few factors in their denominators: sums of many demands stay short.
    """
    common = lcm(*(w.denominator for *_, w in demand.comparisons))
    finer = common.bit_length() + 64
    return (int(Fraction(weight) * (1 << finer)) // common) * Fraction(common, 1 << finer)


def weighed(
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
    return [(short_weight(float(w), demand), demand) for w, (_, demand) in weights if w]
