"""One answer of an audit as an ordinary certificate, which holds the rows and is checked by
``checker.proof``.

Of a large layer a no is about the rows alone that its proof needs: what is impossible among some
labels is impossible among more. A yes is about all rows, however many.

>>> import numpy as np
>>> from arrangements.decide.batches.driver import answered
>>> from arrangements.layers.questions.parser import parsed
>>> from arrangements.layers.inputs import Inputs
>>> rows, domain = np.array([[0.0, 1], [0, 2], [1, -1]]), Domain(Inputs.nonnegative(1))
>>> answers = list(answered(DyadicMatrix(rows), domain, parsed(["a"], "abc")))
>>> certificate_of(rows, ["a", "b", "c"], domain, answers).answer
False
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain, laid_out
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import demand_refutation
from arrangements.decide.labels.space import space_of
from arrangements.decide.labels.walks import exactly_refuted
from arrangements.errors import BadInput, LimitReached
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.question import Question, comparisons, conditions
from arrangements.proof.certificates import Certificate, Refutation, Witness

__all__ = ["certificate_of", "demand_single"]

_WHOLE = 1 << 18  # numbers in rows beyond which a no is about some of the rows
_MOST = 1 << 22  # numbers in rows of a yes, which take minutes to write and to check


def demand_single(questions: Sequence[Question]) -> None:
    """Refuse questions whose answers no certificate of this kind holds."""
    if len(questions) != 1:
        raise BadInput(
            f"certificate of this kind must have one answer, not {len(questions)}; all of them fit in an .npz file"
        )
    (asked,) = questions
    if asked.lowest or asked.kind in ("listed", "scores"):
        raise BadInput(
            "certificate of this kind must be of strict comparisons, not of ties; write an .npz file"
        )


def certificate_of(
    rows: np.ndarray,
    labels: Sequence[str],
    domain: Domain,
    answers: Sequence[tuple[Question, Outcome]],
    scale: int = 1,
) -> Certificate:
    """Of the only answer, about the rows divided by ``scale``; it has been checked."""
    demand_single([asked for asked, _ in answers])
    asked, outcome = answers[0]
    d = rows.shape[1] - 1
    evidence: Witness | Refutation
    if isinstance(outcome, IntegerWitness):
        if rows.size > _MOST:
            raise LimitReached(
                f"certificate in .json of a yes must have at most {_MOST:,} numbers in its rows, not {rows.size:,}; an .npz file takes it"
            )
        point = outcome.point[1 : 1 + d]
        evidence = Witness(tuple(Fraction(x, outcome.point[0]) for x in point))
    else:
        large = rows.size > _WHOLE
        if large and isinstance(outcome, Clash):  # of these pairs, and what lies between
            kept, asked = _among(asked, {k for pair in outcome.pairs for k in pair})
            rows, labels = rows[kept], [labels[k] for k in kept]
        laid, _ = laid_out(rows, domain.stated)
        exact = _exact(DyadicMatrix(laid), domain, asked, outcome)
        evidence = _refutation(laid, domain, asked, exact)
        if large:
            kept, asked, evidence = _restricted(asked, evidence, len(rows))
            rows, labels = rows[kept], [labels[k] for k in kept]
    table: Any = rows.T.tolist()
    if scale != 1:
        table = [[Fraction(x) / scale for x in column] for column in table]
        if isinstance(evidence, Refutation):
            number = len(conditions(asked, len(rows)))
            weights = evidence.weights
            evidence = Refutation((*(w * scale for w in weights[:number]), *weights[number:]))
    offsets, *columns = table
    vectors = list(zip(*columns, strict=True)) if columns else [()] * len(rows)
    configuration = Configuration(
        vectors, labels, bias=offsets, dimension=d, reading="binary64, dyadic"
    )
    certificate = Certificate(
        (configuration,),
        asked.to_json(labels),
        isinstance(evidence, Witness),
        evidence,
        (domain.stated,),
    )
    certificate.check()
    return certificate


def _exact(
    rows: DyadicMatrix,
    domain: Domain,
    asked: Question,
    outcome: IntegerRefutation | Clash | Enclosed | Tilted,
) -> IntegerRefutation:
    """Weights that refute without a bound of their own."""
    if isinstance(outcome, IntegerRefutation):
        return outcome
    space = None if asked.label is None else space_of(rows, domain)
    if space is not None and (found := exactly_refuted(space, asked.positions[0])) is not None:
        return found
    return demand_refutation(rows, domain, outcome, *comparisons(asked, rows.n))


def _among(asked: Question, places: set[int]) -> tuple[list[int], Question]:
    """Rows, -1 for none, with those that a question names; and the question about these rows alone."""
    if asked.kind == "signs":
        kept = sorted(places - {-1})
        return kept, Question(asked.kind, tuple(asked.positions[k] for k in kept))
    kept = sorted((places | {*asked.positions}) - {-1})
    where = {-1: -1} | {place: k for k, place in enumerate(kept)}
    return kept, Question(asked.kind, tuple(where[k] for k in asked.positions))


def _restricted(
    asked: Question, evidence: Refutation, n: int
) -> tuple[list[int], Question, Refutation]:
    """The rows that matter, the question about these, and the weights that are left."""
    every = [(_row(one.plus), _row(one.minus)) for one in conditions(asked, n)]
    weights, rest = evidence.weights[: len(every)], evidence.weights[len(every) :]
    places = {k for pair, w in zip(every, weights, strict=True) if w for k in pair}
    kept, fewer = _among(asked, places)
    there = {-1, *kept}
    left = (w for pair, w in zip(every, weights, strict=True) if there.issuperset(pair))
    return kept, fewer, Refutation((*left, *rest))


def _refutation(
    rows: np.ndarray,
    domain: Domain,
    asked: Question,
    outcome: IntegerRefutation,
) -> Refutation:
    """Weights of the conditions of the question, of those of the inputs as they were given, of 1 >
    0.
    """
    plus, minus, level, _ = comparisons(asked, len(rows))
    offsets = [*map(Fraction, rows[:, 0].tolist()), Fraction(0)]
    known = [*domain.weak, *domain.equal]
    of_pairs = {(int(plus[k]), int(minus[k])): Fraction(w) for k, w in outcome.comparisons}
    of_pairs |= {
        (int(a), int(b)): Fraction(w)
        for k, w in outcome.domain
        if k >= len(known)
        for a, b in [level[k - len(known)]]
    }
    weights = [
        of_pairs.get((_row(condition.plus), _row(condition.minus)), Fraction(0))
        for condition in conditions(asked, len(rows))
    ]
    given = [*domain.inputs.inequalities, *domain.inputs.equations]
    of_inputs, unit = [Fraction(0)] * len(given), 2 ** DyadicMatrix(rows).scale
    for k, weight in outcome.domain:
        if k < len(known):
            row, whole = given[k], known[k]
            lead = next(j for j, x in enumerate(row) if x)
            of_inputs[k] = Fraction(weight, unit) * whole[lead] / row[lead]  # type: ignore[assignment]
    rest: Any = sum((w * (offsets[a] - offsets[b]) for (a, b), w in of_pairs.items()), Fraction(0))
    rest += sum((w * row[0] for w, row in zip(of_inputs, given, strict=True)), Fraction(0))
    if domain.ball is not None:  # the sum need not vanish
        rest = Fraction(0)
    of_z = of_inputs[: len(of_inputs) - domain.more]  # but for coordinates that are 1
    return Refutation((*weights, *of_z, -rest))


def _row(place: int | None) -> int:
    return -1 if place is None else place
