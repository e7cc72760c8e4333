"""Lines of a log with scores: is there an input whose scores are these, up to a common constant and
as far as they were written, and all other labels are not above the last?

Scores s_i + c lie between l_i and h_i for some c if and only if s_i - s_j <= h_i - l_j for every two
labels: intervals of a line have a common point if every two have one. These inequalities and those
of the other labels join an exact program as they fail.

>>> import numpy as np
>>> from arrangements.questions.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, 1, 1], [0, -1, -1]]))
>>> asked = [Question("scores", (10, 0, 20, 21, 2, low, low + 1, 1, 4, 5)) for low in (12, 14)]
>>> [type(decided_scores(rows, Domain(Inputs(2)), one)).__name__ for one in asked]
['IntegerWitness', 'IntegerRefutation']
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arrangements.decide.bulk.decide_one import differences
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.outcomes import Decided, IntegerRefutation, IntegerWitness
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.errors import BadInput, InternalError
from arrangements.exact.linear import primitive
from arrangements.exact.programs.motzkin import motzkin
from arrangements.questions.question import Question, comparisons

__all__ = ["decided_scores", "proves_scores"]

_JOIN = 20  # inequalities that join at a time


def _bounds(rows: DyadicMatrix, asked: Question) -> list[list[int]]:
    """Inequalities of the inputs, for every two labels, on the scale of the rows times the unit."""
    unit, named = asked.bounds
    whole = rows.integers([place for place, *_ in named])
    found = []
    for own, (_, _, high) in zip(whole, named, strict=True):
        for other, (_, low, _) in zip(whole, named, strict=True):
            vector = [unit * (b - a) for a, b in zip(own, other, strict=True)]
            vector[0] += (high - low) << rows.scale
            found.append(vector)
    return found


def decided_scores(rows: DyadicMatrix, domain: Domain, asked: Question) -> Decided:
    """The outcome. Weights of a refutation are of comparisons with the last label; then of
    inequalities and equations of the domain, and after them of the bounds of every two labels.
    """
    if domain.ball is not None:
        raise BadInput("scores need inputs with linear conditions alone, not a ball")
    bounds, weak = _bounds(rows, asked), comparisons(asked, rows.n).weak
    number = len(asked.bounds[1])
    near = [k for k in range(len(bounds)) if k // number - k % number in (-1, 0, 1)]
    used, others = set(near), set[int]()
    positive = (1, *[0] * (rows.k - 1))
    while True:
        own, more = sorted(used), sorted(others)
        compared = differences(rows, weak[more, 0], weak[more, 1]) if more else []
        closed = [*domain.weak, *(bounds[k] for k in own), *compared]
        answer, found = motzkin([positive], domain.equal, rows.k, weak=closed)
        values = list(map(int, primitive(found)))
        if not answer:
            equations, inequalities = len(domain.equal), len(domain.weak)
            level, rest = values[1 : 1 + equations], values[1 + equations :]
            within = [*rest[:inequalities], *level, *[0] * len(bounds)]
            for k, weight in zip(own, rest[inequalities:], strict=False):
                within[inequalities + equations + k] = weight
            outside = rest[inequalities + len(own) :]
            return IntegerRefutation(
                tuple((k, w) for k, w in zip(more, outside, strict=True) if w),
                tuple((k, w) for k, w in enumerate(within) if w),
            )
        apart = [sum(a * x for a, x in zip(row, values, strict=True)) for row in bounds]
        every = np.append(rows.values(values), 0)
        beyond = every[weak[:, 0]] - every[weak[:, 1]]
        failing = [k for k in sorted(range(len(bounds)), key=apart.__getitem__) if apart[k] < 0]
        above = sorted(np.flatnonzero(beyond < 0).tolist(), key=lambda k: beyond[k])
        if not failing and not above:
            return IntegerWitness(tuple(values))
        if not (set(failing) - used or set(above) - others):
            raise InternalError("a point of the inequalities asked must satisfy them")
        used |= set(failing[:_JOIN])
        others |= set(above[:_JOIN])


def proves_scores(rows: DyadicMatrix, domain: Domain, outcome: Decided, asked: Question) -> bool:
    """Whether an outcome, wherever it comes from, answers the question."""
    bounds, weak = _bounds(rows, asked), comparisons(asked, rows.n).weak
    if isinstance(outcome, IntegerWitness):
        if len(outcome.point) != rows.k or not domain.holds(outcome.point):
            return False
        values = rows.values(outcome.point)
        return all(_at(row, outcome.point) >= 0 for row in bounds) and bool(
            np.all(values[weak[:, 0]] >= values[weak[:, 1]])
        )
    vectors = [*domain.weak, *domain.equal, *bounds]
    free = range(len(domain.weak), len(domain.weak) + len(domain.equal))
    if not all(0 <= k < len(weak) and w > 0 for k, w in outcome.comparisons):
        return False
    if not all(0 <= k < len(vectors) and (w > 0 or k in free) for k, w in outcome.domain):
        return False
    chosen = [k for k, _ in outcome.comparisons]
    compared = differences(rows, weak[chosen, 0], weak[chosen, 1]) if chosen else []
    terms = [
        *((w, row) for (_, w), row in zip(outcome.comparisons, compared, strict=True)),
        *((w, vectors[k]) for k, w in outcome.domain),
    ]
    total = [sum(w * row[j] for w, row in terms) for j in range(rows.k)]
    return not any(total[1:]) and total[0] < 0


def _at(row: Sequence[int], point: Sequence[int]) -> int:
    return sum(a * x for a, x in zip(row, point, strict=True))
