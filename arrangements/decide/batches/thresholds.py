"""Label sets of a multi-label layer that decides by p > t for other t than 1/2: s > log(t / (1 -
t)), an irrational number; and which labels min-p sampling can keep.

The logarithms are enclosed by rationals, and an answer counts if both ends agree. *Yes*: a point
that is right whatever the logarithms are between their ends. *No*: no point is, for any numbers
between the ends, taken as further inputs in a box. If neither holds, the enclosures are refined.
That comes to an end: write every ratio by one base of coprime integers q_1, .., q_k > 1 (``rules``),
so that its logarithm is an integer combination of the y_j = log q_j. The y for which a question has
the answer yes form an open convex polyhedron with rational facets. A facet is c_0 + c_1 y_1 + .. =
0 with rational c, and the true y is on none of them: 1, log q_1, .., log q_k are linearly
independent over the rationals, as the q_j are coprime and by Baker's theorem (for one threshold:
e^c is irrational, Lindemann). So a small box around the true y is on one side. For t = 1/2 the
logarithm is 0, and nothing is enclosed.

>>> from arrangements.layers.questions.parser import parsed
>>> layer = Configuration([[1], [-1]], ["up", "down"])
>>> decided(layer, parsed(["labels up,down"], layer.labels), [Fraction(3, 10)] * 2)[0].possible
True
>>> decided(layer, parsed(["labels up,down"], layer.labels), [Fraction(7, 10)] * 2)[0].possible
False
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import inf, lcm, nextafter
from typing import cast

import numpy as np

from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.batches.store import Store
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Decided, IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one
from arrangements.decide.one_by_one.decide import decide
from arrangements.errors import BadInput, InternalError, short_repr
from arrangements.exact.numbers import parse
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.layer import FloatRows
from arrangements.layers.questions.question import Question, comparisons, conditions
from arrangements.proof.certificates import Certificate, Refutation, Witness
from arrangements.running import with_progress
from arrangements.running.sources import from_file, read_text

__all__ = [
    "Answer",
    "decided",
    "in_bulk",
    "kept",
    "read_thresholds",
]

_FIRST = 64  # bits of the first enclosures
# bits after which something is wrong: two numbers that are known to differ agree so far
_MOST = 1 << 16
_REFINED = (
    f"enclosures of {_MOST} bits must decide, as no rational relation between the logarithms holds"
)


@dataclass(frozen=True)
class Answer:
    """Of ``asked``. ``certificate`` is about rational offsets in place of the logarithms.

    Of a yes the offsets are at the end that makes it harder; of a no the logarithms are further
    inputs, known to ``bits`` bits. ``in_bulk`` gives outcomes whose proof is about the logarithms
    themselves.
    """

    asked: Question
    possible: bool
    certificate: Certificate
    bits: int


def read_thresholds(source: str, labels: Sequence[str]) -> list[Fraction]:
    """One number for all labels, or a file with one per line, in the order of the labels; each
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
                    f"threshold must be a rational number between 0 and 1, not {short_repr(text)} ({source})"
                )
            known[text] = number
    return [known[text] for text in texts]


def decided(
    layer: Configuration,
    questions: Iterable[Question],
    thresholds: Sequence[Fraction],
    inputs: Inputs | None = None,
) -> list[Answer]:
    """Each question with a certificate, by single exact decisions."""
    rule = Rule.thresholds(thresholds)
    return [
        _decided(
            layer,
            rule.demand(asked, layer.labels),
            rule,
            Inputs(layer.d) if inputs is None else inputs,
        )
        for asked in questions
    ]


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
            f"label must be one of the layer, and the share between 0 and 1, not {short_repr(label)} and {share}"
        )
    within = Inputs(layer.d) if inputs is None else inputs
    return _decided(layer, Question("top", (place,)), Rule.min_p(share), within)


def _decided(layer: Configuration, asked: Question, rule: Rule, inputs: Inputs) -> Answer:
    """By offsets in place of the logarithms: of min-p the label is raised, by -log p."""
    offsets = [Fraction(0)] * layer.n if layer.bias is None else list(layer.bias)
    question, logarithms, bits = _signs(asked, layer.n), rule.logarithms, _FIRST
    # What is taken from each row: the position of a logarithm, and the sign of its label.
    if rule.kind == "min-p":
        taken = {asked.positions[0]: (0, 1)}
    elif asked.kind == "on":
        taken = {asked.positions[0]: (rule.of[asked.positions[0]], 1)}
    else:
        taken = {i: (rule.of[i], sign) for i, sign in enumerate(asked.positions)}
    nothing = (0,) * len(logarithms.base)
    while bits <= _MOST:
        ends, hardest = logarithms.enclosed(bits), list(offsets)
        for i, (k, sign) in taken.items():
            hardest[i] -= ends[k][sign > 0]
        found, proof = decide(
            Configuration(layer.rows, layer.labels, bias=hardest, dimension=layer.d),
            question,
            inputs=inputs,
        )
        if found or not logarithms.base:
            return Answer(asked, found, proof, bits)
        wider = [
            (*row, *(-e for e in (logarithms.exponents[taken[i][0]] if i in taken else nothing)))
            for i, row in enumerate(layer.rows)
        ]
        easiest = Configuration(
            wider, layer.labels, bias=offsets, dimension=layer.d + len(logarithms.base)
        )
        found, proof = decide(easiest, question, inputs=_beside(inputs, logarithms.ends(bits)))
        if not found:
            return Answer(asked, False, proof, bits)
        bits *= 2
    raise InternalError(_REFINED)


def _signs(asked: Question, n: int) -> Question:
    """For single decisions: that a label is on, as signs."""
    if asked.kind != "on":
        return asked
    return Question("signs", tuple(int(k == asked.positions[0]) for k in range(n)))


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
    layer: FloatRows,
    questions: Iterable[Question],
    rule: Rule,
    inputs: Inputs,
    *,
    executor: Executor | None = None,
    store: Store | None = None,
    heard: Callable[[Question, Decided], None] | None = None,
) -> list[tuple[Question, Decided]]:
    """All outcomes: by the engine of audits, with offsets as floats just below and just above; what
    these leave open by single decisions. They prove the answers for the logarithms themselves, as
    ``Rule.proves`` and the checker say.
    """
    asked = [rule.demand(one, layer.labels) for one in questions]
    work = _Work(layer, rule, inputs, executor)
    known: dict[int, Decided] = {}

    def learn(outcomes: Iterable[tuple[int, Decided]], new: bool = True) -> None:
        for place, outcome in outcomes:
            known[place] = outcome
            if store is not None and new:
                store.put([(_key(asked[place]), outcome)])
            if heard is not None:
                heard(asked[place], outcome)

    if store is not None:
        found = ((place, store.get(_key(one))) for place, one in enumerate(asked))
        learn(
            ((p, o) for p, o in found if isinstance(o, Decided) and work.proves(asked[p], o)),
            new=False,
        )
    for stage in (work.first, work.raised) if rule.kind == "min-p" else (work.signs,):
        learn(stage(asked, [place for place in range(len(asked)) if place not in known]))
    left = [place for place in range(len(asked)) if place not in known]
    learn((place, work.refined(asked[place])) for place in with_progress("refining", left))
    return [(one, known[place]) for place, one in enumerate(asked)]


def _key(asked: Question) -> str:
    return f"{asked.kind} {','.join(map(str, asked.positions))}"


class _Work:
    """The rows and bounds that the answers about one layer share: the rows, exactly, and the ends
    of the logarithms.
    """

    def __init__(
        self, layer: FloatRows, rule: Rule, inputs: Inputs, executor: Executor | None
    ) -> None:
        self.layer, self.rule, self.inputs, self.executor = layer, rule, inputs, executor
        inputs.demand_polyhedron("an audit with --threshold or --min-p")
        self.rows, self.domain = DyadicMatrix(layer.rows), Domain(inputs)
        ends = rule.logarithms.enclosed(2 * _FIRST)
        self.ends = [tuple(layer.scale * end for end in pair) for pair in ends]
        self.exact = [Fraction(b) for b in layer.rows[:, 0].tolist()]

    def proves(self, asked: Question, outcome: Decided, bits: int = 4 * _FIRST) -> bool:
        scale = self.layer.scale
        return self.rule.proves(self.rows, scale, self.domain, asked, outcome, bits)

    def signs(self, asked: Sequence[Question], places: list[int]) -> Iterator[tuple[int, Decided]]:
        """Rows are doubled: row i has the offset of its label when it is to be on, row n + i when
        it is to be off.
        """
        offsets = list(zip(self.exact, (self.ends[k] for k in self.rule.of), strict=True))
        below = [_float(b - high, -inf) for b, (_, high) in offsets]
        above = [_float(b - low, inf) for b, (low, _) in offsets]
        left = list(places)
        for on, off, wanted in ((below, above, IntegerWitness), (above, below, IntegerRefutation)):
            rows = DyadicMatrix(
                np.vstack([np.column_stack([side, self.layer.rows[:, 1:]]) for side in (on, off)])
            )
            doubled = (_doubled(asked[place]) for place in left)
            open_ = []
            answers = answered(rows, self.domain, doubled, executor=self.executor)
            for place, (_, outcome) in zip(left, answers, strict=True):
                if not isinstance(outcome, wanted):
                    open_.append(place)
                elif isinstance(outcome, IntegerRefutation):
                    yield place, self._singled(asked[place], outcome, rows.scale)
                elif isinstance(outcome, IntegerWitness):
                    yield place, outcome
            left = open_

    def _singled(
        self, asked: Question, outcome: IntegerRefutation, scale: int
    ) -> IntegerRefutation:
        """A refutation of doubled rows as one of the rows; positive signs come first there."""
        if asked.kind == "signs":
            strict = [sign for sign in asked.positions if sign]
            order = sorted(range(len(strict)), key=lambda k: -strict[k])
            outcome = IntegerRefutation(
                tuple(sorted((order[k], w) for k, w in outcome.comparisons)), outcome.domain
            )
        return self._rescaled(outcome, scale)

    def _rescaled(self, outcome: IntegerRefutation, scale: int) -> IntegerRefutation:
        """Weights of rows that have become integers by another power of two."""
        up, down = (1 << max(0, sign * (scale - self.rows.scale)) for sign in (1, -1))
        return IntegerRefutation(
            tuple((k, w * up) for k, w in outcome.comparisons),
            tuple((k, w * down) for k, w in outcome.domain),
        )

    def first(self, asked: Sequence[Question], places: list[int]) -> Iterator[tuple[int, Decided]]:
        """A label that can be strictly first is kept there."""
        answers = answered(
            self.rows, self.domain, (asked[place] for place in places), executor=self.executor
        )
        for place, (_, outcome) in zip(places, answers, strict=True):
            if isinstance(outcome, IntegerWitness):
                yield place, outcome

    def raised(self, asked: Sequence[Question], places: list[int]) -> Iterator[tuple[int, Decided]]:
        """Of min-p: one more row, that of the label, raised."""
        low, high = self.ends[0]
        for place in with_progress("settling labels that are never first", places):
            (label,) = asked[place].positions
            for end, side, wanted in ((high, -inf, IntegerWitness), (low, inf, IntegerRefutation)):
                raised = self.layer.rows[label].astype(np.float64)
                raised[0] = _float(self.exact[label] - end, side)
                rows = DyadicMatrix(np.vstack([self.layer.rows, raised]))
                others = np.delete(np.arange(rows.n - 1), label)
                outcome = decide_one(rows, self.domain, np.full(len(others), rows.n - 1), others)
                if isinstance(outcome, wanted):
                    if isinstance(outcome, IntegerRefutation):
                        outcome = self._rescaled(outcome, rows.scale)
                    yield place, outcome
                    break

    def refined(self, asked: Question) -> Decided:
        """By exact decisions about the rational rows."""
        answer = _decided(self.layer.configuration(), asked, self.rule, self.inputs)
        evidence = answer.certificate.evidence
        if isinstance(evidence, Witness):
            point = [Fraction(1), *cast("tuple[Fraction, ...]", evidence.point)]
            common = lcm(*(x.denominator for x in point))
            outcome: Decided = IntegerWitness(tuple(int(x * common) for x in point))
        elif isinstance(evidence, Refutation):
            outcome = self._shortened(asked, evidence)
        else:
            raise InternalError("an exact decision must have a witness or a refutation")
        if not self.proves(asked, outcome, 4 * answer.bits):
            raise InternalError("an answer with enclosed logarithms must be proved")
        return outcome

    def _shortened(self, asked: Question, evidence: Refutation) -> IntegerRefutation:
        """Without the weights of the ends of the logarithms, on the scale of the rows."""
        domain = self.domain
        weighed = conditions(_signs(asked, self.layer.n), self.layer.n)
        number, weak = len(weighed), len(domain.weak)
        weights = cast("tuple[Fraction, ...]", evidence.weights)  # as all rows are rational
        of_pairs = {
            (-1 if c.plus is None else c.plus, -1 if c.minus is None else c.minus): w
            for c, w in zip(weighed, weights[:number], strict=True)
        }
        plus, minus, *_ = comparisons(asked, self.layer.n)
        strict = [of_pairs[pair] for pair in zip(plus.tolist(), minus.tolist(), strict=True)]
        box = 2 * len(self.rule.logarithms.base)
        given = [*self.inputs.inequalities, *self.inputs.equations]
        rest = [*weights[number : number + weak], *weights[number + weak + box : -1]]
        unit = self.layer.scale << self.rows.scale
        others = []
        for weight, row, whole in zip(rest, given, [*domain.weak, *domain.equal], strict=True):
            lead = next((j for j, x in enumerate(row) if x), None)
            ratio = Fraction(0) if lead is None else Fraction(row[lead]) / whole[lead]  # type: ignore[arg-type]
            others.append(weight * ratio * unit)
        common = lcm(*(w.denominator for w in (*strict, *others)))
        return IntegerRefutation(
            tuple((k, int(w * common)) for k, w in enumerate(strict) if w),
            tuple((k, int(w * common)) for k, w in enumerate(others) if w),
        )


def _doubled(asked: Question) -> Question:
    if asked.kind == "on":
        return asked
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
