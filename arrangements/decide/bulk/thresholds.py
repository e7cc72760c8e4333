"""Label sets of a multi-label layer that decides by p > t for other t than 1/2: s > log(t / (1 -
t)), an irrational number.

The logarithms are enclosed by rationals, and an answer counts if both ends agree. *Yes*: a point
that is right whatever the logarithms are between their ends. *No*: no point is, for any numbers
between the ends, taken as further inputs in a box. If neither holds, the enclosures are refined.
That comes to an end: write every t / (1 - t) by one base of coprime integers q_1, .., q_k > 1, so
that log(t / (1 - t)) is an integer combination of the y_j = log q_j. The y for which a question has
the answer yes form an open convex polyhedron with rational facets. A facet is c_0 + c_1 y_1 + .. =
0 with rational c, and the true y is on none of them: 1, log q_1, .., log q_k are linearly
independent over the rationals, as the q_j are coprime and by Baker's theorem (for one threshold:
e^c is irrational, Lindemann). So a small box around the true y is on one side. For t = 1/2 the
logarithm is 0, and nothing is enclosed.

>>> from arrangements.questions.parser import parsed
>>> layer = Configuration([[1], [-1]], ["up", "down"])
>>> decided(layer, parsed(["labels up,down"], layer.labels), [Fraction(3, 10)] * 2)[0].possible
True
>>> decided(layer, parsed(["labels up,down"], layer.labels), [Fraction(7, 10)] * 2)[0].possible
False
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, nextafter

import numpy as np

from arrangements.configuration import Configuration
from arrangements.decide.bulk.audit import answered
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.bulk.settle import Found
from arrangements.decide.certificates import Certificate
from arrangements.decide.decide import decide
from arrangements.errors import BadInput, InternalError, shown
from arrangements.exact.linear.bounds import logarithm
from arrangements.exact.numbers import parse
from arrangements.exact.numbers import text as spelled
from arrangements.io.models.layers import OutputLayer
from arrangements.io.readers.source import from_file, read_text
from arrangements.questions.inputs import Inputs
from arrangements.questions.question import Question

__all__ = [
    "Answer",
    "Logarithms",
    "decided",
    "every_label_on",
    "in_bulk",
    "kept",
    "read_thresholds",
    "told",
]

_FIRST = 64  # bits of the first enclosures
# bits after which something is wrong: two numbers that are known to differ agree so far
_MOST = 1 << 16


@dataclass(frozen=True)
class Logarithms:
    """log(t_i / (1 - t_i)) as integer combinations of log q_j: ``base`` has the q_j, ``exponents``
    a row for each t_i.
    """

    base: tuple[int, ...]
    exponents: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, thresholds: Sequence[Fraction]) -> Logarithms:
        """
        >>> Logarithms.of([Fraction(1, 5), Fraction(1, 2), Fraction(1, 3)])
        Logarithms(base=(2,), exponents=((-2,), (0,), (-1,)))
        """
        ratios = [t / (1 - t) for t in thresholds]
        base = _coprime([x for ratio in ratios for x in (ratio.numerator, ratio.denominator)])
        rows = tuple(
            tuple(_power(ratio.numerator, q) - _power(ratio.denominator, q) for q in base)
            for ratio in ratios
        )
        return cls(base, rows)

    def ends(self, bits: int) -> list[tuple[Fraction, Fraction]]:
        """An enclosure of every log q_j."""
        return [logarithm(q, bits) for q in self.base]

    def enclosed(self, bits: int) -> list[tuple[Fraction, Fraction]]:
        """An enclosure of every log(t_i / (1 - t_i))."""
        ends = self.ends(bits)
        made: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
        for row in self.exponents:
            if row not in made:
                parts = [
                    (e * low, e * high) if e > 0 else (e * high, e * low)
                    for e, (low, high) in zip(row, ends, strict=True)
                ]
                made[row] = (
                    sum((low for low, _ in parts), Fraction(0)),
                    sum((high for _, high in parts), Fraction(0)),
                )
        return [made[row] for row in self.exponents]


@dataclass(frozen=True)
class Answer:
    """Of ``asked``. ``certificate`` is about rational offsets in place of the logarithms.

    Of a yes the offsets are at the end that makes it harder; of a no the logarithms are further
    inputs, known to ``bits`` bits.
    """

    asked: Question
    possible: bool
    certificate: Certificate
    bits: int


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


def read_thresholds(source: str, labels: Sequence[str]) -> list[Fraction]:
    """One number for all labels, or a file with one a line, in the order of the labels; each
    strictly between 0 and 1.

    >>> read_thresholds("0.3", ["a", "b"])
    [Fraction(3, 10), Fraction(3, 10)]
    """
    texts = [source] * len(labels)
    if os.path.lexists(source):
        with from_file(source) as opened:
            texts = read_text(opened).split()
        if len(texts) != len(labels):
            raise BadInput(
                f"thresholds must be {len(labels)}, one for each label, not {len(texts)} ({source})"
            )
    known: dict[str, Fraction] = {}
    for text in texts:
        if text not in known:
            number = parse(text, "threshold")
            if not isinstance(number, Fraction) or not 0 < number < 1:
                raise BadInput(
                    f"threshold must be a rational number between 0 and 1, not {shown(text)} ({source})"
                )
            known[text] = number
    return [known[text] for text in texts]


def every_label_on(n: int) -> list[Question]:
    """Can it be on, whatever the others are? Of every label."""
    return [Question("signs", tuple(int(k == place) for k in range(n))) for place in range(n)]


def decided(
    layer: Configuration,
    questions: Iterable[Question],
    thresholds: Sequence[Fraction],
    inputs: Inputs | None = None,
) -> list[Answer]:
    """Each question with a certificate, by single exact decisions."""
    logarithms = Logarithms.of(thresholds)
    return [
        _decided(layer, asked, logarithms, Inputs(layer.d) if inputs is None else inputs)
        for asked in _signs(questions, layer.labels)
    ]


def _signs(questions: Iterable[Question], labels: Sequence[str]) -> list[Question]:
    found = list(questions)
    for asked in found:
        if asked.kind != "signs" or any(sign == 2 for sign in asked.positions):
            raise BadInput(
                f"threshold must go with label sets or signs + - ?, as the order of labels does not depend on it, not {asked.text(labels)}"
            )
    return found


def _decided(
    layer: Configuration, asked: Question, logarithms: Logarithms, inputs: Inputs
) -> Answer:
    offsets = [Fraction(0)] * layer.n if layer.bias is None else list(layer.bias)
    bits = _FIRST
    while bits <= _MOST:
        ends = logarithms.enclosed(bits)
        hardest = [
            b - (high if sign > 0 else low)
            for b, (low, high), sign in zip(offsets, ends, asked.positions, strict=True)
        ]
        found, proof = decide(
            Configuration(layer.rows, layer.labels, bias=hardest, dimension=layer.d),
            asked,
            inputs=inputs,
        )
        if found or not logarithms.base:
            return Answer(asked, found, proof, bits)
        wider = [
            (*row, *(-e for e in powers))
            for row, powers in zip(layer.rows, logarithms.exponents, strict=True)
        ]
        easiest = Configuration(
            wider, layer.labels, bias=offsets, dimension=layer.d + len(logarithms.base)
        )
        found, proof = decide(easiest, asked, inputs=_beside(inputs, logarithms.ends(bits)))
        if not found:
            return Answer(asked, False, proof, bits)
        bits *= 2
    raise InternalError(
        f"enclosures of {_MOST} bits must decide, as no rational relation between the logarithms holds"
    )


def kept(layer: Configuration, label: str, share: Fraction, inputs: Inputs | None = None) -> Answer:
    """Whether min-p sampling can keep a label: its probability exceeds that share of the largest,
    so s > s_j + log(share) for all others.

    >>> layer = Configuration([[0], [1], [-1]], ["middle", "up", "down"], bias=[-1, 0, 0])
    >>> [kept(layer, "middle", Fraction(1, m)).possible for m in (2, 3)]
    [False, True]
    """
    place = layer.labels.index(label) if label in layer.labels else -1
    if place < 0 or not 0 < share < 1:
        raise BadInput(
            f"label must be one of the layer, and the share between 0 and 1, not {shown(label)} and {share}"
        )
    within = Inputs(layer.d) if inputs is None else inputs
    # log(t / (1 - t)) = -log(share), by which the label is raised
    logarithms = Logarithms.of([1 / (1 + share)])
    offsets = [Fraction(0)] * layer.n if layer.bias is None else list(layer.bias)
    asked, bits = Question("top", (place,)), _FIRST
    while bits <= _MOST:
        raised = list(offsets)
        raised[place] += logarithms.enclosed(bits)[0][0]
        found, proof = decide(
            Configuration(layer.rows, layer.labels, bias=raised, dimension=layer.d),
            asked,
            inputs=within,
        )
        if not found:
            none = (0,) * len(logarithms.base)
            wider = [
                (*row, *(logarithms.exponents[0] if k == place else none))
                for k, row in enumerate(layer.rows)
            ]
            easiest = Configuration(
                wider, layer.labels, bias=offsets, dimension=layer.d + len(none)
            )
            found, proof = decide(easiest, asked, inputs=_beside(within, logarithms.ends(bits)))
            if found:
                bits *= 2
                continue
        return Answer(asked, found, proof, bits)
    raise InternalError(
        f"enclosures of {_MOST} bits must decide, as no rational relation between the logarithms holds"
    )


def _beside(inputs: Inputs, ends: list[tuple[Fraction, Fraction]]) -> Inputs:
    """The inputs with further coordinates between these ends."""
    more = [0] * len(ends)
    box = []
    for place, (low, high) in enumerate(ends):
        unit = [int(k == place) for k in range(len(ends))]
        box += [
            [-low, *[0] * inputs.dimension, *unit],
            [high, *[0] * inputs.dimension, *(-x for x in unit)],
        ]
    weak, equal = (
        [[*row, *more] for row in rows] for rows in (inputs.inequalities, inputs.equations)
    )
    return Inputs(inputs.dimension + len(ends), [*weak, *box], equal, inputs.name)


def in_bulk(
    layer: OutputLayer,
    questions: Iterable[Question],
    thresholds: Sequence[Fraction],
    inputs: Inputs,
) -> list[tuple[Question, bool]]:
    """All answers, by the engine of audits: offsets as floats just below and just above, what these
    leave open by single decisions.

    Rows are doubled: row i has the offset of its label when it is to be on, row n + i when it is to
    be off.
    """
    asked = _signs(questions, layer.labels)
    logarithms = Logarithms.of(thresholds)
    ends = logarithms.enclosed(2 * _FIRST)
    n, scale = layer.n, layer.scale
    exact = [Fraction(b) for b in layer.rows[:, 0].tolist()]
    below = [_float(b - scale * high, -inf) for b, (_, high) in zip(exact, ends, strict=True)]
    above = [_float(b - scale * low, inf) for b, (low, _) in zip(exact, ends, strict=True)]
    domain = Domain(inputs)
    answers: dict[int, bool] = {}
    for on, off, certain in ((below, above, True), (above, below, False)):
        left = [place for place in range(len(asked)) if place not in answers]
        rows = DyadicMatrix(
            np.vstack([np.column_stack([side, layer.rows[:, 1:]]) for side in (on, off)])
        )
        doubled = (_doubled(asked[place], n) for place in left)
        for place, (_, outcome) in zip(left, answered(rows, domain, doubled), strict=True):
            if isinstance(outcome, Found) is certain:
                answers[place] = certain
        if below == above and len(answers) < len(asked):  # the logarithms are zero, or were exact
            return [(one, answers.get(place, False)) for place, one in enumerate(asked)]
    missing = [place for place in range(len(asked)) if place not in answers]
    if missing:
        single = layer.configuration()
        for place in missing:
            answers[place] = _decided(single, asked[place], logarithms, inputs).possible
    return [(one, answers[place]) for place, one in enumerate(asked)]


def _doubled(asked: Question, n: int) -> Question:
    return Question(
        "signs",
        (*(max(sign, 0) for sign in asked.positions), *(min(sign, 0) for sign in asked.positions)),
    )


def _float(number: Fraction, side: float) -> float:
    """The nearest float on this side, or the number itself."""
    found = float(number)
    if (found > number and side < 0) or (found < number and side > 0):
        found = nextafter(found, side)
    return found


def told(thresholds: Sequence[Fraction]) -> str:
    """The thresholds in a few words."""
    return spelled(thresholds[0]) if len(set(thresholds)) == 1 else f"{len(thresholds)} thresholds"
