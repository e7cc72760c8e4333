"""One answer of an audit as an ordinary certificate, which holds the rows and is checked by ``feasibility.checker``.

>>> import numpy as np
>>> from arrangements.audit.audit import answered
>>> from arrangements.audit.questions import parsed
>>> from arrangements.inputs import Inputs
>>> rows, domain = np.array([[0.0, 1], [0, 2], [1, -1]]), Domain(Inputs.nonnegative(1))
>>> answers = list(answered(ExactRows(rows), domain, parsed(["a"], "abc")))
>>> certificate_of(rows, ["a", "b", "c"], domain, answers).answer
False
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from arrangements.audit.audit import Outcome
from arrangements.audit.domains import Domain
from arrangements.audit.products import ExactRows
from arrangements.audit.questions import Asked, comparisons
from arrangements.audit.settle import Found, Refuted
from arrangements.configuration import Configuration
from arrangements.errors import BadInput
from arrangements.feasibility.certificates import Certificate, Refutation, Witness

__all__ = ["certificate_of"]


def certificate_of(rows: np.ndarray, labels: Sequence[str], domain: Domain, answers: Sequence[tuple[Asked, Outcome]]) -> Certificate:
    """Of the only answer; it has been checked."""
    if len(answers) != 1:
        raise BadInput(f"certificate of this kind must have one answer, not {len(answers)}; all of them fit in an .npz file")
    asked, outcome = answers[0]
    offsets, *columns = rows.T.tolist()
    vectors = list(zip(*columns, strict=True)) if columns else [()] * len(rows)
    configuration = Configuration(vectors, labels, bias=offsets, dimension=domain.d, reading="binary64, dyadic")
    if isinstance(outcome, Found):
        evidence: Witness | Refutation = Witness(tuple(Fraction(x, outcome.point[0]) for x in outcome.point[1:]))
    else:
        evidence = _refutation(rows, domain, asked, outcome)
    value: dict[str, Any] = {"labels": list(asked.words)}
    if asked.kind == "signs":
        value = {"signs": "".join("?+-"[s] for s in asked.value)}
    certificate = Certificate((configuration,), {"kind": asked.kind, **value}, isinstance(outcome, Found), evidence, (domain.inputs,))
    certificate.check()
    return certificate


def _refutation(rows: np.ndarray, domain: Domain, asked: Asked, outcome: Refuted) -> Refutation:
    """Weights of the comparisons, of the conditions of the inputs as they were given, of 1 > 0."""
    plus, minus = (side.tolist() for side in comparisons(asked, len(rows)))
    # Of signs every row is a condition, also a free one.
    places = np.flatnonzero(asked.value).tolist() if asked.kind == "signs" else list(range(len(plus)))
    number = len(rows) if asked.kind == "signs" else len(plus)
    given = [*domain.inputs.inequalities, *domain.inputs.equations]
    weights = [Fraction(0)] * (number + len(given) + 1)
    offsets = [*map(Fraction, rows[:, 0].tolist()), Fraction(0)]
    unit = 2 ** ExactRows(rows).scale
    for k, weight in outcome.comparisons:
        weights[places[k]] = Fraction(weight)
        weights[-1] -= weight * (offsets[plus[k]] - offsets[minus[k]])
    for k, weight in outcome.domain:
        row, whole = given[k], [*domain.weak, *domain.equal][k]
        lead = next(j for j, x in enumerate(row) if x)
        weights[number + k] = Fraction(weight, unit) * whole[lead] / row[lead]  # type: ignore[assignment]
        weights[-1] -= weights[number + k] * row[0]  # type: ignore[assignment]
    return Refutation(tuple(weights))
