"""Why an answer is no, as pages, tables, summaries and the terminal show it: each reason is a true
statement by itself.

A reason is a list of conditions that no input meets together, those of the inputs among them where
they take part; of a label also an average of other labels that is at least as large everywhere. The
proof of an answer may weigh all rows, and only nearly right (``Enclosed``, ``Tilted``); then few
rows and conditions, at most two more than inputs have coordinates, are worked out anew: floating
point walks to them from those of the last label (``distance``), and bounds on rounding or exact
weights prove that they contradict each other. Where that would take long, the reason says what was
proved.

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2], [1, -1], [-3, 1]]))
>>> reasons = Reasons(rows, Domain(Inputs.nonnegative(1)), "abc")
>>> asked, refuted = Question("top", (2,)), IntegerRefutation(((0, 1),), ((0, 1),))
>>> reasons.of(asked, refuted)
Reason(conditions=('c > a', 'h_1 >= 0'), said='')
>>> average(2, refuted)
((0, Fraction(1, 1)),)
>>> reasons.of(asked, Enclosed(((0, 1), (1, 2), (2, 5)), (), 1)).conditions
('c > a', 'c > b')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import mul
from typing import TypeAlias

import numpy as np

from arrangements.audits.least_bias import Distances
from arrangements.decide.batches.kept_refutations import Clashes
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import (
    demand_refutation,
    differences,
    first,
    lowest,
    only_point,
)
from arrangements.errors import InternalError
from arrangements.exact.linear import over, primitive
from arrangements.exact.numbers import Scalar
from arrangements.exact.numbers import text as spelled
from arrangements.exact.programs.circuits import circuit
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, comparisons
from arrangements.ranking_text import quoted
from arrangements.running import report_progress

__all__ = ["Reason", "Reasons", "average", "conditions_used"]

_DEAR = 1 << 28  # multiplications of one exact program above which no few rows are worked out
_MOST = 1 << 33  # and of all that one layer takes
_NEAREST = 3  # rows that are named where none are worked out
_NEARLY = 1e-6  # relative: distances in floating point that are compared exactly
_LONG = 40  # letters of a number, and terms of a condition, above which it is named by its place
_TERMS = 12

Weight: TypeAlias = int | float
Terms: TypeAlias = list[tuple[Weight, str]]


@dataclass(frozen=True)
class Reason:
    """``conditions`` contradict each other, heaviest first; where none were worked out, ``said`` is
    what was proved.
    """

    conditions: tuple[str, ...] = ()
    said: str = ""


class Reasons:
    """Of the answers about one layer. ``rows`` and ``domain`` are those behind a norm, and only
    looked at where few rows must be worked out; ``rule``: by which labels are on or kept.
    """

    def __init__(
        self,
        rows: DyadicMatrix | Callable[[], DyadicMatrix],
        domain: Domain,
        labels: Sequence[str],
        rule: Rule | None = None,
    ) -> None:
        self._given, self.domain, self.labels, self.rule = rows, domain, labels, rule
        self._spent, self._begun = 0, False

    @cached_property
    def rows(self) -> DyadicMatrix:
        return self._given() if callable(self._given) else self._given

    @cached_property
    def _distances(self) -> Distances:
        return Distances(self.rows, self.domain)

    @cached_property
    def _clashes(self) -> Clashes:
        return Clashes(self.rows, self.domain)

    def of(self, asked: Question, outcome: Outcome) -> Reason:
        """The reason of an answer; none of a yes."""
        if isinstance(outcome, IntegerWitness):
            return Reason()
        if isinstance(outcome, Enclosed | Tilted):
            (label,) = asked.positions
            report_progress(f"explaining {quoted(self.labels[label])}")
            found = None if self._dear else self._worked_out(asked, label)
            if found is None:
                return Reason(said=self._inside(label))
            terms = found
        elif isinstance(outcome, Clash):
            terms = [(0, self._pair(asked, i, j, ">")) for i, j in outcome.pairs]
            used = [k - 1 for k in outcome.inputs if k]
            terms += [(0, text) for text in conditions_used(self.domain, used)]
        else:
            terms = self._weighed(asked, outcome)
        return Reason(tuple(text for _, text in sorted(terms, key=lambda term: -term[0])))

    @property
    def _work(self) -> int:
        """Multiplications of an exact program, about."""
        return (self.rows.n + len(self.domain.weak)) * self.rows.k**2

    @property
    def _dear(self) -> bool:
        return self._work > _DEAR

    def _worked_out(self, asked: Question, label: int) -> Terms | None:
        """Of a label that is never first: few conditions, by bounds on rounding if these tell; None
        after much work.
        """
        distances, n = self._distances, self.rows.n
        basis = distances.beside(label)
        if basis is not None and (terms := self._surrounding(asked, label, basis)):
            return terms
        found = None if basis is None else distances.weights(label, basis)
        if found is None:
            self._spent += self._work
            if self._spent > _MOST:
                return None
            found = demand_refutation(self.rows, self.domain, None, *first(n, label))
            if not self._begun:
                self._begun, found = True, distances.deepest(label, found)
        if asked.lowest:
            outcome = lowest(self.rows, self.domain, label, found)
            if not isinstance(outcome, IntegerRefutation):
                raise InternalError("a label that is refuted must not be chosen")
            found = outcome
        return self._weighed(asked, found)

    def _surrounding(self, asked: Question, label: int, basis: Sequence[int]) -> Terms:
        """The conditions of a basis, if bounds on rounding prove that they contradict each other."""
        weights, n = self._distances.combined(label, basis)[0], self.rows.n
        used = [k - n for k in basis if n <= k < n + len(self.domain.weak)]
        pairs = [(label, k) for k in weights]
        # Where all offsets are equal q > 0 takes no part; then weak ones may hold.
        for constant in ([0],) if asked.lowest else ([0], []):
            if self._clashes.proved(pairs, [*constant, *(k + 1 for k in used)]) is not None:
                relation = [">=" if asked.lowest and k > label else ">" for k in weights]
                terms = [
                    (w, self._pair(asked, label, k, sign))
                    for (k, w), sign in zip(weights.items(), relation, strict=True)
                ]
                return [*terms, *((0.0, text) for text in conditions_used(self.domain, used))]
        return []

    def _weighed(self, asked: Question, outcome: IntegerRefutation) -> Terms:
        """The conditions of a refutation with their weights, those of inputs last."""
        if len(outcome.comparisons) + len(outcome.domain) > self.domain.d + 1:
            outcome = self._fewer(asked, outcome)
        sides, given = self._sides(asked), len(self.domain.weak) + len(self.domain.equal)
        compared = [sides[0][k] for k, _ in outcome.comparisons]
        terms: Terms = [
            (w, self._pair(asked, *side))
            for side, (_, w) in zip(compared, outcome.comparisons, strict=True)
        ]
        terms += [
            (abs(w), self._pair(asked, *sides[1][k - given]))
            for k, w in outcome.domain
            if k >= given
        ]
        total = [0] if self.domain.ball is None else self._total(asked, outcome)
        if self.domain.ball is not None and all(side[2] != ">" for side in compared):
            terms += [(0, text) for text in self._failing(asked, total)]
        used = [k for k, _ in outcome.domain if k < given]
        texts = conditions_used(self.domain, used, any(total[1:]))
        return [*terms, *((0, text) for text in texts)]

    def _failing(self, asked: Question, total: Sequence[int]) -> list[str]:
        """A condition of the question that does not hold at the only point that others leave of a
        ball, if they leave one.
        """
        only = only_point(self.domain, total)
        if only is None:
            return []
        values = np.append(self.rows.values(only), 0)
        for side in chain(*self._sides(asked)):
            apart = values[side[0]] - values[side[1]]
            if apart < 0 or (not apart and side[2] == ">") or (apart and side[2] == "="):
                return [self._pair(asked, *side)]
        raise InternalError("a question that is refuted must fail at the only point of its inputs")

    def _sides(
        self, asked: Question
    ) -> tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]]:
        """The comparisons of a question and its pairs that are to be level, with their relations."""
        plus, minus, level, weak = comparisons(asked, len(self.labels))
        strict = zip(plus.tolist(), minus.tolist(), strict=True)
        return (
            [*((i, j, ">") for i, j in strict), *((i, j, ">=") for i, j in weak.tolist())],
            [(i, j, "=") for i, j in level.tolist()],
        )

    def _vectors(self, sides: Sequence[tuple[int, int, str]]) -> list[list[int]]:
        pairs = np.array([side[:2] for side in sides], np.int64).reshape(-1, 2)
        return differences(self.rows, pairs[:, 0], pairs[:, 1])

    def _conditions(
        self, asked: Question, outcome: IntegerRefutation
    ) -> tuple[list[str], list[Sequence[int]]]:
        """Of the conditions of a refutation the relations and the vectors."""
        compared, level = self._sides(asked)
        weak, equal = self.domain.weak, self.domain.equal
        sides = [compared[k] for k, _ in outcome.comparisons]
        relations, vectors = [side[2] for side in sides], [*self._vectors(sides)]
        for k, _ in outcome.domain:
            relations.append(">=" if k < len(weak) else "=")
            if k < len(weak) + len(equal):
                vectors.append([*(weak[k] if k < len(weak) else equal[k - len(weak)])])
            else:
                vectors += self._vectors([level[k - len(weak) - len(equal)]])
        return relations, list(vectors)

    def _total(self, asked: Question, outcome: IntegerRefutation) -> list[int]:
        """The sum of the conditions with their weights."""
        _, vectors = self._conditions(asked, outcome)
        weights = [w for _, w in (*outcome.comparisons, *outcome.domain)]
        return [sum(map(mul, weights, column)) for column in zip(*vectors, strict=True)]

    def _fewer(self, asked: Question, outcome: IntegerRefutation) -> IntegerRefutation:
        """Some of the conditions, which contradict each other by themselves; all where a ball or
        logarithms take part.
        """
        if self.domain.ball is not None or self.rule is not None or self._dear:
            return outcome
        relations, vectors = self._conditions(asked, outcome)
        pairs = [*outcome.comparisons, *outcome.domain]
        weights, width = [w for _, w in pairs], self.rows.k
        # and q > 0, which is strict, too
        relations, vectors = [*relations, ">"], [*vectors, [1, *[0] * (width - 1)]]
        weights.append(-sum(map(mul, weights, [vector[0] for vector in vectors])))
        order = [k for wanted in (">", "=", ">=") for k, r in enumerate(relations) if r == wanted]
        found = circuit(
            [vectors[k] for k in order],
            relations.count(">"),
            [weights[k] for k in order],
            relations.count(">="),
        )
        kept = {k: w for k, w in zip(order, primitive(found), strict=True) if w}
        number = len(outcome.comparisons)
        return IntegerRefutation(
            tuple((pairs[k][0], w) for k, w in sorted(kept.items()) if k < number),
            tuple((pairs[k][0], w) for k, w in sorted(kept.items()) if number <= k < len(pairs)),
        )

    def _pair(self, asked: Question, plus: int, minus: int, relation: str) -> str:
        """A comparison of two rows, or of one with zero."""
        if min(plus, minus) < 0:
            label = quoted(self.labels[max(plus, minus)])
            if relation == "=":
                return f"{label} = 0"
            if self.rule is not None:
                return f"{label} {'on' if minus < 0 else 'off'}"
            return f"{label} {'> 0' if minus < 0 else '< 0'}"
        above, below = quoted(self.labels[plus]), quoted(self.labels[minus])
        if self.rule is not None and self.rule.kind == "min-p":
            return f"p({above}) > {spelled(self.rule.values[0])} p({below})"
        return f"{above} {relation} {below}"

    def _inside(self, label: int) -> str:
        """The statement that weights of all rows prove, with the rows nearest to that of the label."""
        plus = ", with conditions of the inputs added to it," if len(self.domain.weak) else ""
        near = ", ".join(quoted(self.labels[k]) for k in self._nearest(label))
        return f"its row{plus} is inside the hull of all rows; nearest rows: {near}"

    def _nearest(self, label: int) -> list[int]:
        """Floating point finds a few, integers which of them are nearest."""
        rows = self.rows
        own = rows.floats([label])[0]
        apart = np.concatenate([np.square(part - own).sum(axis=1) for _, part in rows.parts()])
        apart[label] = np.inf
        number = min(_NEAREST, rows.n - 1)
        most = float(np.partition(apart, number - 1)[number - 1])
        some = np.flatnonzero(apart <= most * (1 + _NEARLY))
        (exact,) = rows.integers([label])

        def square(k: int) -> int:
            (row,) = rows.integers([k])
            return sum((x - y) ** 2 for x, y in zip(row, exact, strict=True))

        return sorted(some.tolist(), key=square)[:number]


def average(label: int, refuted: IntegerRefutation) -> tuple[tuple[int, Fraction], ...]:
    """Of a label that is never first: rows with shares, heaviest first, of which the average is at
    least as large at every input. Without rows there are no inputs.
    """
    # The comparisons of a label leave itself out.
    weights = [(k + (k >= label), w) for k, w in refuted.comparisons]
    total = sum(w for _, w in weights)
    return tuple(sorted(((k, Fraction(w, total)) for k, w in weights), key=lambda pair: -pair[1]))


def conditions_used(domain: Domain, places: Iterable[int], curved: bool = False) -> list[str]:
    """The conditions of inputs at these places, inequalities before equations, as they were given;
    ``curved``: and the ball, or the norm.

    >>> from arrangements.layers.inputs import Inputs
    >>> conditions_used(Domain(Inputs.box([-1, None], ["1/2", 3])), [0, 1, 2])
    ['h_1 >= -1', 'h_1 <= 1/2', 'h_2 <= 3']
    >>> conditions_used(Domain(Inputs(2, [[5, 2, -1]], [[-1, 1, 1]])), [1, 0])
    ['2 h_1 - h_2 + 5 >= 0', 'h_1 + h_2 - 1 = 0']
    >>> conditions_used(Domain(Inputs.ball(2, 3)), [], True)
    ['h in the ball']
    """
    stated, weak = domain.stated, len(domain.weak)
    found, norm = list[str](), stated.within
    for k in sorted(places):
        if k < weak:
            found.append(_inequality(stated, k))
        elif k - weak < len(stated.equations):
            found.append(_linear(stated.equations[k - weak], "=", f"equation {k - weak + 1}"))
        else:
            curved = True  # an equation of the norm
    if curved and norm is not None:
        found.append("h in the ball" if norm.gains is None else "h behind the norm")
    return found


def _inequality(stated: Inputs, place: int) -> str:
    row = stated.inequalities[place] if stated.ends is None else ()
    terms = [j for j, x in enumerate(row) if j and x]
    if stated.ends is not None:
        constant, j, factor = stated.ends.entries[place]
    elif len(terms) == 1:
        constant, j, factor = row[0], terms[0] - 1, row[terms[0]]
    else:
        return _linear(row, ">=", f"inequality {place + 1}")
    bound = spelled(over(-constant, factor))
    if len(bound) > _LONG:
        return f"inequality {place + 1} of the inputs"
    return f"h_{j + 1} {'>=' if factor > 0 else '<='} {bound}"


def _linear(row: Sequence[Scalar], relation: str, name: str) -> str:
    """A condition, or its name where it is long."""
    parts = list[str]()
    for j, x in [*[*enumerate(row)][1:], (0, row[0])]:
        if not x:
            continue
        size = spelled(x if x > 0 else -x)
        term = size if not j else f"h_{j}" if size == "1" else f"{size} h_{j}"
        parts.append(("- " if x < 0 else "+ ") + term)
        if len(parts) > _TERMS or len(size) > _LONG:
            return f"{name} of the inputs"
    text = " ".join(parts) or "0"
    text = text.removeprefix("+ ")
    return f"-{text[2:]} {relation} 0" if text.startswith("- ") else f"{text} {relation} 0"
