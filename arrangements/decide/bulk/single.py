"""One answer of an audit as an ordinary certificate, which holds the rows and is checked by
``decide.checker``.

>>> import numpy as np
>>> from arrangements.decide.bulk.audit import answered
>>> from arrangements.questions.parser import parsed
>>> from arrangements.questions.inputs import Inputs
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

from arrangements.configuration import Configuration
from arrangements.decide.bulk.decide_one import decide_one
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.norms import laid_out
from arrangements.decide.bulk.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.certificates import Certificate, Refutation, Witness
from arrangements.errors import BadInput
from arrangements.questions.question import Question, comparisons, conditions

__all__ = ["certificate_of"]


def certificate_of(
    rows: np.ndarray,
    labels: Sequence[str],
    domain: Domain,
    answers: Sequence[tuple[Question, Outcome]],
) -> Certificate:
    """Of the only answer; it has been checked."""
    if len(answers) != 1:
        raise BadInput(
            f"certificate of this kind must have one answer, not {len(answers)}; all of them fit in an .npz file"
        )
    asked, outcome = answers[0]
    if asked.lowest or asked.kind in ("listed", "scores"):
        raise BadInput(
            "certificate of this kind must be of strict comparisons, not of ties; write an .npz file"
        )
    offsets, *columns = rows.T.tolist()
    vectors = list(zip(*columns, strict=True)) if columns else [()] * len(rows)
    if isinstance(outcome, Clash | Enclosed | Tilted):
        outcome = decide_one(DyadicMatrix(rows), domain, *comparisons(asked, len(rows)))
    configuration = Configuration(
        vectors, labels, bias=offsets, dimension=len(columns), reading="binary64, dyadic"
    )
    if isinstance(outcome, IntegerWitness):
        evidence: Witness | Refutation = Witness(
            tuple(Fraction(x, outcome.point[0]) for x in outcome.point[1 : 1 + len(columns)])
        )
    else:
        laid, _ = laid_out(rows, domain.stated)
        evidence = _refutation(laid, domain, asked, outcome)
    certificate = Certificate(
        (configuration,),
        asked.to_json(labels),
        isinstance(outcome, IntegerWitness),
        evidence,
        (domain.stated,),
    )
    certificate.check()
    return certificate


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
