"""Rules that decide by logarithms: label i is on if its probability exceeds t_i, or is kept by
min-p sampling if its probability exceeds p times the largest.

A comparison of rows then asks for more than being larger: for a difference above log(t / (1 - t)),
or log p. ``Rule`` says which logarithm belongs to which comparison, encloses it by rationals, and
proves outcomes. Every ratio is written by one base of coprime integers q_1, .., q_k > 1, so that
its logarithm is an integer combination of the log q_j, and what cancels out does so exactly.

>>> rule = Rule.thresholds([Fraction(3, 10), Fraction(1, 2)])
>>> rule.logarithms
Logarithms(base=(3, 7), exponents=((1, -1), (0, 0)))
>>> rule.margins(Question("signs", (-1, 1)))
[(0, -1), (1, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Decided, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import differences
from arrangements.errors import BadInput
from arrangements.exact.linear.bounds import logarithm
from arrangements.exact.numbers import text as spelled
from arrangements.layers.questions.question import ZERO, Question, comparisons

__all__ = ["Logarithms", "Rule"]

Ends = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Logarithms:
    """Logarithms of ratios as integer combinations of log q_j: ``base`` has the q_j, ``exponents``
    a row for each ratio.
    """

    base: tuple[int, ...]
    exponents: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, ratios: Sequence[Fraction]) -> Logarithms:
        """
        >>> Logarithms.of([Fraction(1, 4), Fraction(1), Fraction(1, 2)])
        Logarithms(base=(2,), exponents=((-2,), (0,), (-1,)))
        """
        base = _coprime([x for ratio in ratios for x in (ratio.numerator, ratio.denominator)])
        rows = tuple(
            tuple(_power(ratio.numerator, q) - _power(ratio.denominator, q) for q in base)
            for ratio in ratios
        )
        return cls(base, rows)

    def ends(self, bits: int) -> list[Ends]:
        """An enclosure of every log q_j."""
        return [logarithm(q, bits) for q in self.base]

    def enclosed(self, bits: int) -> list[Ends]:
        """An enclosure of the logarithm of every ratio."""
        ends = self.ends(bits)
        return [combined(powers, ends) for powers in self.exponents]


def combined(powers: Sequence[int | Fraction], ends: Sequence[Ends]) -> Ends:
    """An enclosure of the sum of these multiples of enclosed numbers."""
    parts = [
        (e * low, e * high) if e > 0 else (e * high, e * low)
        for e, (low, high) in zip(powers, ends, strict=True)
    ]
    return (
        sum((low for low, _ in parts), Fraction(0)),
        sum((high for _, high in parts), Fraction(0)),
    )


@dataclass(frozen=True)
class Rule:
    """``kind``: threshold or min-p. ``values``: distinct thresholds, or the one share; ``of``: of
    thresholds, the position of the value of each label.
    """

    kind: str
    values: tuple[Fraction, ...]
    of: tuple[int, ...]

    @classmethod
    def thresholds(cls, thresholds: Sequence[Fraction]) -> Rule:
        places = {t: k for k, t in enumerate(dict.fromkeys(thresholds))}
        return cls("threshold", tuple(places), tuple(places[t] for t in thresholds))

    @classmethod
    def min_p(cls, share: Fraction) -> Rule:
        return cls("min-p", (share,), ())

    @property
    def ratios(self) -> list[Fraction]:
        """Whose logarithms are to be exceeded."""
        return [t if self.kind == "min-p" else t / (1 - t) for t in self.values]

    @cached_property
    def logarithms(self) -> Logarithms:
        return Logarithms.of(self.ratios)

    @property
    def key(self) -> str:
        """Tells the rule from others."""
        values = ",".join(f"{t.numerator:x}/{t.denominator:x}" for t in self.values)
        return f"{self.kind} {values} {','.join(map(str, self.of))}"

    def __str__(self) -> str:
        if self.kind == "min-p":
            return f"p > {spelled(self.values[0])} times the largest"
        return (
            f"p > {spelled(self.values[0])}"
            if len(self.values) == 1
            else f"p > {len(self.of)} thresholds"
        )

    def margins(self, asked: Question) -> list[tuple[int, int]]:
        """Of every comparison of the question but those of min-p, which all have the first
        logarithm: the position of the logarithm to be exceeded, and its sign.
        """
        if asked.kind == "on":
            return [(self.of[asked.positions[0]], 1)]
        return [(self.of[i], sign) for i, sign in enumerate(asked.positions) if sign]

    def demand(self, asked: Question, labels: Sequence[str]) -> Question:
        """The question, if it has a meaning by this rule."""
        if self.kind == "min-p":
            if asked.label is None:
                raise BadInput(f"min-p must go with single labels, not {asked.text(labels)}")
        elif asked.kind != "on" and (asked.kind != "signs" or ZERO in asked.positions):
            raise BadInput(
                f"threshold must go with label sets or signs + - ?, as the order of labels does not depend on it, not {asked.text(labels)}"
            )
        return asked

    def proves(
        self,
        rows: DyadicMatrix,
        scale: int,
        domain: Domain,
        asked: Question,
        outcome: Decided,
        bits: int,
    ) -> bool:
        """Whether an outcome, wherever it comes from, answers the question, as far as enclosures of
        so many bits show. Rows are ``scale`` times the functions of the labels.
        """
        plus, minus, *_ = comparisons(asked, rows.n)
        margins = [(0, 1)] * len(plus) if self.kind == "min-p" else self.margins(asked)
        ends = self.logarithms.ends(bits)
        unit = scale << rows.scale
        if isinstance(outcome, IntegerWitness):
            if len(outcome.point) != rows.k or not domain.holds(outcome.point):
                return False
            q = outcome.point[0]
            highs = {
                (k, sign): combined([sign * e for e in self.logarithms.exponents[k]], ends)[1]
                for k, sign in set(margins)
            }
            # As integers: a difference exceeds a rational number if it exceeds its floor.
            floors = {pair: (q * unit * high).__floor__() for pair, high in highs.items()}
            if len(plus) == 1:
                (vector,) = differences(rows, plus, minus)
                value = sum(a * x for a, x in zip(vector, outcome.point, strict=True))
                return value > floors[margins[0]]
            values = np.append(np.array(rows.values(outcome.point), object), 0)
            return bool(np.all(values[plus] - values[minus] > [floors[pair] for pair in margins]))
        conditions = [*domain.weak, *domain.equal]
        if not all(0 <= k < len(plus) and w > 0 for k, w in outcome.comparisons) or not all(
            0 <= k < len(conditions) and (w > 0 or k >= len(domain.weak)) for k, w in outcome.domain
        ):
            return False
        chosen = np.array([k for k, _ in outcome.comparisons], np.int64)
        weights = [w for _, w in outcome.comparisons]
        terms = [
            *zip(weights, differences(rows, plus[chosen], minus[chosen]), strict=True),
            *((w, conditions[k]) for k, w in outcome.domain),
        ]
        total = [0] * rows.k
        powers = [0] * len(self.logarithms.base)
        for weight, row in terms:
            total = [t + weight * x for t, x in zip(total, row, strict=True)]
        for k, weight in outcome.comparisons:
            place, sign = margins[k]
            powers = [
                p + weight * sign * e
                for p, e in zip(powers, self.logarithms.exponents[place], strict=True)
            ]
        most = unit * combined(powers, ends)[0]
        return not any(total[1:]) and (total[0] <= most if weights else total[0] < 0)

    def to_json(self, scale: int, bits: int) -> dict[str, object]:
        """As in a certificate; logarithms of the base are to be enclosed with so many bits."""
        return {
            "kind": self.kind,
            "scale": hex(scale),
            "values": [[hex(t.numerator), hex(t.denominator)] for t in self.values],
            "of": list(self.of),
            "base": list(map(hex, self.logarithms.base)),
            "exponents": [list(map(hex, powers)) for powers in self.logarithms.exponents],
            "bits": bits,
        }


def _coprime(numbers: Iterable[int]) -> tuple[int, ...]:
    """Integers above 1, coprime in pairs, of which all these numbers are products."""
    base: list[int] = []
    todo = [x for x in dict.fromkeys(numbers) if x > 1]
    while todo:
        x = todo.pop()
        for place, q in enumerate(base):
            common = gcd(x, q)
            if common > 1:
                del base[place]
                todo += [y for y in (common, x // common, q // common) if y > 1]
                break
        else:
            base.append(x)
    return tuple(sorted(set(base)))


def _power(x: int, q: int) -> int:
    count = 0
    while x % q == 0:
        x, count = x // q, count + 1
    return count
