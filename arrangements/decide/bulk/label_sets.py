"""Many label sets of one layer: which rows are positive and which negative, asked thousands of
times.

All sets share the products of the rows (``kernels.hulls.min_norm`` needs nothing else): a set only
changes their signs. The point of the convex hull of its signed rows that is nearest to the origin
is an input, if it is not the origin, and then the deepest one; otherwise the rows that span the
origin refute, by integers (``decide_one.circuit``). Inputs are rounded, and put into all rows by exact
products. Sets that neither decides are missing; they are settled by themselves.

>>> from arrangements.questions.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 1, 0], [0, 0, 1], [1, -1, -1]]))
>>> found = decided_signs(rows, Domain(Inputs(2)), [(1, 1, 1), (-1, -1, -1), (0, -1, -1)])
>>> {place: type(outcome).__name__ for place, outcome in found.items()}
{0: 'IntegerWitness', 2: 'IntegerWitness', 1: 'IntegerRefutation'}
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arrangements.decide.bulk.decide_one import circuit
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.outcomes import Decided, IntegerRefutation, IntegerWitness
from arrangements.decide.bulk.products import POINT_BITS, DyadicMatrix
from arrangements.exact.linear import unit
from arrangements.kernels.hulls.min_norm import min_norm_weights
from arrangements.questions.inputs.ends import Ends
from arrangements.questions.question import ZERO, Question, comparisons
from arrangements.running import report_progress

__all__ = ["decided_signs", "taken"]

_MOST = 3000  # rows and conditions whose products are kept, 72 MB
_STEPS = 20  # of a walk, times the width
_SHORT = 1e-20  # a square of a distance taken for zero, where rows have length 1
_BLUR = 1e-12  # a square that rounding may make of it
_SOME = 1e-12  # a weight that counts


def taken(rows: DyadicMatrix, domain: Domain) -> bool:
    """Whether there are no equations, and not too many rows and conditions."""
    return not domain.equal and rows.n + len(domain.weak) < _MOST


def decided_signs(
    rows: DyadicMatrix, domain: Domain, sets: Sequence[Sequence[int]]
) -> dict[int, Decided]:
    """Outcomes of sets, by their positions in the list; signs are 1, -1, or 0 for free."""
    table, n = rows.floats(), rows.n
    generators = np.vstack([table, np.eye(1, rows.k), _conditions(domain)])
    lengths = np.sqrt(np.square(generators).sum(axis=1))
    odd = ~((lengths > 1e-100) & (lengths < 1e100))
    if odd[n:].any():
        return {}
    generators /= np.where(odd, 1.0, lengths)[:, None]
    products = generators @ generators.T
    whole = np.array(sets, np.int64)
    points = np.zeros((len(sets), rows.k))
    refuted: dict[int, IntegerRefutation] = {}
    for place, signs in enumerate(whole):
        report_progress("settling label sets", place / len(sets))
        asked = np.concatenate([signs, np.ones(len(generators) - n, np.int64)])
        used = np.flatnonzero(asked)
        if odd[used].any():
            continue
        own = asked[used].astype(np.float64)
        some = products if len(used) == len(asked) else products[np.ix_(used, used)]
        gram = some * own[:, None]
        gram *= own
        weights = np.zeros(len(used))
        weights[int((some @ own * own).argmin())] = 1.0
        steps = _STEPS * rows.k
        square, done = min_norm_weights(gram, np.ones(len(used)), weights, 0.0, steps)
        point = (weights * own) @ generators[used]  # shows what squares do not
        if done and point @ point > _SHORT:
            points[place] = point
        elif square < _BLUR:
            chosen = np.flatnonzero(signs)
            where = np.full(len(generators), -1)
            where[chosen] = np.arange(len(chosen))
            where[n:] = np.arange(len(chosen), len(chosen) + len(generators) - n)
            plus, minus, *_ = comparisons(Question("signs", tuple(signs.tolist())), n)
            span = where[used[weights > _SOME]].tolist()
            outcome = circuit(rows, domain, plus, minus, span)
            if outcome is not None:
                refuted[place] = outcome
    return {**_verified(rows, domain, whole, points), **refuted}


def _conditions(domain: Domain) -> np.ndarray:
    """Conditions of the domain, scaled to length near 1."""
    found = np.zeros((len(domain.weak), domain.d + 1))
    if isinstance(domain.weak, Ends):
        for row, (constant, place, factor) in zip(found, domain.weak.entries, strict=True):
            row[[0, place + 1]] = unit([constant, factor])
    else:
        for row, values in zip(found, domain.weak, strict=True):
            row[:] = unit(values)
    return found


def _verified(
    rows: DyadicMatrix, domain: Domain, signs: np.ndarray, points: np.ndarray
) -> dict[int, IntegerWitness]:
    """The points that are inputs and give the signs, rounded to integers."""
    sizes = np.abs(points).max(axis=1, keepdims=True)
    shares = np.divide(points, sizes, out=np.zeros_like(points), where=sizes > 0)
    whole = np.rint(shares * (1 << (POINT_BITS - 1))).astype(np.int64)
    places = np.flatnonzero(domain.contains(whole))
    whole, signs = whole[places], signs[places]
    values = rows.products(whole) * signs
    slack = 2 * np.abs(whole).sum(axis=1, keepdims=True) if rows.shift else 0
    asked = signs != 0
    good = ~(asked & (values <= -slack)).any(axis=1)
    close = asked & (values <= slack) & good[:, None]
    for p in np.flatnonzero(close.any(axis=1)).tolist():
        some = np.flatnonzero(close[p])
        exact = rows.exact(some, whole[p].tolist())
        good[p] = all(x * s > 0 for x, s in zip(exact, signs[p, some].tolist(), strict=True))
    return {
        int(place): IntegerWitness(tuple(point))
        for place, point, holds in zip(places.tolist(), whole.tolist(), good.tolist(), strict=True)
        if holds
    }


def is_plain(question: Question) -> bool:
    """Whether it asks for signs, none of them zero."""
    return question.kind == "signs" and ZERO not in question.positions and any(question.positions)
