"""One hard question about a real layer, decided exactly: a point of the domain, or weights that
contradict.

A question is a list of strict comparisons of rows: ``plus[k]`` is to be larger than ``minus[k]``,
where position -1 stands for zero. So "label i is first" has plus = i everywhere and all others in
minus, "label i is assigned" is plus = [i], minus = [-1]. Floating point walks through all
comparisons at once (``exact.hints.min_norm_point``) and ends with a point, which is verified on
all rows, or with the few comparisons that matter; these are settled exactly
(``exact.programs.motzkin``), and a point that comes out is verified on all rows, too. Comparisons
that it fails join in, so it ends.

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5]]))
>>> decide_one(rows, Domain(Inputs(2)), *first(rows.n, 3))
IntegerRefutation(comparisons=((0, 9), (1, 7), (2, 4)), domain=())
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from math import lcm, sqrt

import numpy as np

from arrangements.decide.dyadic.balls import min_norm_in_ball, rivals
from arrangements.decide.dyadic.integer_inputs import Domain, Round
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Decided,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import POINT_BITS, DyadicMatrix
from arrangements.decide.one_by_one.balls import in_ball
from arrangements.errors import InternalError
from arrangements.exact.hints.min_norm_point import min_norm_point
from arrangements.exact.linear import dot, flint_matrices, primitive, solve, unit
from arrangements.exact.programs.motzkin import motzkin

__all__ = [
    "beaten",
    "circuit",
    "decide_one",
    "demand_refutation",
    "differences",
    "failing_at",
    "first",
    "last_point",
    "lowest",
    "on_coordinates",
    "only_point",
    "proves",
    "refutes_lowest",
]

# to which a point from floating point is rounded: short enough for products in bulk, then longer
_BITS = (POINT_BITS - 1, 40)
_MORE = 50  # comparisons that join at a time
_NONE = np.empty((0, 2), np.int64)  # no pairs
_MARGINS = (2.0**-10, 2.0**-24)  # behind every border, of the radius: so far a point is looked for
_WEIGHT_BITS = 40
_LOOKED = 1 << 28  # entries that are looked at for rows that are larger everywhere


def proves(
    rows: DyadicMatrix,
    domain: Domain,
    outcome: Decided,
    plus: np.ndarray,
    minus: np.ndarray,
    level: np.ndarray,
    weak: np.ndarray = _NONE,
) -> bool:
    """Whether an outcome, wherever it comes from, answers the question; by its definition, in
    integers.

    >>> from arrangements.layers.inputs import Inputs
    >>> rows, domain = DyadicMatrix(np.array([[0.0, 1], [0, -1], [0, 0]])), Domain(Inputs(1))
    >>> question = (*first(3, 2), np.empty((0, 2), np.int64))
    >>> [proves(rows, domain, outcome, *question) for outcome in (IntegerWitness((1, 1)), IntegerRefutation(((0, 1), (1, 1)), ()), IntegerRefutation(((0, 1),), ()))]
    [False, True, False]
    """
    if isinstance(outcome, IntegerWitness):
        if len(outcome.point) != rows.k or not domain.holds(outcome.point):
            return False
        values = np.append(rows.values(outcome.point), 0)
        return (
            bool(np.all(values[plus] > values[minus]))
            and bool(np.all(values[level[:, 0]] == values[level[:, 1]]))
            and bool(np.all(values[weak[:, 0]] >= values[weak[:, 1]]))
        )
    conditions = [*domain.weak, *domain.equal, *differences(rows, level[:, 0], level[:, 1])]
    places, weights = zip(*outcome.comparisons, strict=True) if outcome.comparisons else ((), ())
    needed = any(k < len(plus) for k in places)
    plus, minus = np.append(plus, weak[:, 0]), np.append(minus, weak[:, 1])
    if not all(0 <= k < len(plus) for k in places) or not all(weight > 0 for weight in weights):
        return False
    if not all(
        0 <= k < len(conditions) and (weight > 0 or k >= len(domain.weak))
        for k, weight in outcome.domain
    ):
        return False
    chosen = np.array(places, np.int64)
    terms = [
        *zip(weights, differences(rows, plus[chosen], minus[chosen]), strict=True),
        *((w, conditions[k]) for k, w in outcome.domain),
    ]
    total = [0] * rows.k
    for weight, vector in terms:
        total = [t + weight * x for t, x in zip(total, vector, strict=True)]
    if domain.ball is not None:
        only = _contradicts(domain.ball, total, needed)
        strict = len(plus) - len(weak)
        return only is True or (
            only is not False
            and not proves(
                rows, domain, IntegerWitness(only), plus[:strict], minus[:strict], level, weak
            )
        )
    return not any(total[1:]) and total[0] <= 0 and (needed or total[0] < 0)


def _contradicts(ball: Round, total: Sequence[int], strict: bool) -> bool | tuple[int, ...]:
    """Whether a weighted sum (t, v) of conditions shows that they do not hold together in the ball;
    ``strict``: a strict one has a weight. Where that depends on it, the only point of the ball at
    which the sum is not negative.
    """
    middle = ball.one * total[0] + sum(
        v * c for v, c in zip(total[1:], ball.centre, strict=True) if v
    )
    room = middle * middle - ball.one * ball.square * sum(v * v for v in total[1:])
    if middle > 0 or room < 0:
        return False
    if strict or room:
        return True
    if not middle:
        return False
    far = ball.one * ball.square
    return -middle * ball.one, *(
        far * v - middle * c for v, c in zip(total[1:], ball.centre, strict=True)
    )


def last_point(
    rows: DyadicMatrix,
    domain: Domain,
    label: int,
    weights: Mapping[int, int],
    inputs: Sequence[tuple[int, int]],
) -> tuple[int, ...]:
    """The only point of a ball at which a weighted sum is not negative: of differences of a label
    with rows, by position, and of conditions of the domain.
    """
    conditions, others = [*domain.weak, *domain.equal], np.array([*weights], np.int64)
    terms = [
        *zip(weights.values(), differences(rows, np.full(len(others), label), others), strict=True),
        *((w, conditions[k]) for k, w in inputs),
    ]
    total = [sum(w * vector[j] for w, vector in terms) for j in range(rows.k)]
    only = only_point(domain, total)
    if only is None:
        raise InternalError("weights must leave one point of a ball")
    return only


def only_point(domain: Domain, total: Sequence[int]) -> tuple[int, ...] | None:
    """The only point of a ball at which a weighted sum of conditions is not negative, if there is
    just one.
    """
    only = None if domain.ball is None else _contradicts(domain.ball, total, False)
    return only if isinstance(only, tuple) else None


def first(n: int, label: int) -> tuple[np.ndarray, np.ndarray]:
    """The comparisons of "this label is strictly first"."""
    others = np.delete(np.arange(n), label)
    return np.full(n - 1, label), others


def decide_one(
    rows: DyadicMatrix,
    domain: Domain,
    plus: np.ndarray,
    minus: np.ndarray,
    level: np.ndarray | None = None,
    weak: np.ndarray = _NONE,
) -> Decided:
    """Decide whether all comparisons hold together somewhere in the domain, where the pairs of rows
    in ``level`` are equal, and of those in ``weak`` the first is larger or equal.
    """
    if domain.ball is not None:
        return _in_ball(
            rows, domain, domain.ball, plus, minus, _NONE if level is None else level, weak
        )
    if len(weak):
        return _with_weak(rows, domain, plus, minus, _NONE if level is None else level, weak)
    width = rows.k
    if level is not None and len(level):
        domain = copy(domain)
        domain.equal = [*domain.equal, *map(tuple, differences(rows, level[:, 0], level[:, 1]))]
    positive = [1] + [0] * (width - 1)
    vectors = _picked(rows.floats(), plus) - _picked(rows.floats(), minus)
    zero = np.flatnonzero(~vectors.any(axis=1))
    if len(zero):
        # In float64 a difference can vanish only if the rows are equal (underflow is gradual).
        return IntegerRefutation(((int(zero[0]), 1),), ())
    strict = np.vstack(
        [
            vectors,
            np.array([positive], np.float64),
            np.array([unit(row) for row in domain.weak]).reshape(-1, width),
        ]
    )
    point, span = min_norm_point(strict, domain.equal, width)
    for bits in _BITS if point and not domain.equal else ():
        rounded = _rounded(point, bits)
        if domain.holds(rounded) and not len(failing_at(rows, plus, minus, rounded)):
            return IntegerWitness(tuple(rounded))
    if not point and not domain.equal and (refuted := circuit(rows, domain, plus, minus, span)):
        return refuted
    chosen = sorted({k for k in span if k < len(plus)} or set(range(len(plus))[:1]))
    while True:
        compared = differences(rows, plus[chosen], minus[chosen])
        answer, found = motzkin([*compared, positive], domain.equal, width, weak=domain.weak)
        values = primitive(found)  # integers, as all rows are
        if not answer:
            return _refuted(chosen, values, len(domain.equal))
        wrong = failing_at(rows, plus, minus, values)
        if not len(wrong):
            return IntegerWitness(tuple(values))
        if not set(wrong.tolist()) - set(chosen):
            raise InternalError("a point of the comparisons asked must satisfy them")
        chosen = sorted({*chosen, *wrong[:_MORE].tolist()})


def demand_refutation(
    rows: DyadicMatrix, domain: Domain, outcome: Outcome | None, *sides: np.ndarray
) -> IntegerRefutation:
    """The refutation of a question that is impossible, by an exact program if ``outcome`` is none."""
    exact = outcome if isinstance(outcome, Decided) else decide_one(rows, domain, *sides)
    if not isinstance(exact, IntegerRefutation):
        raise InternalError("a question that is refuted must be so for exact programs, too")
    return exact


def _in_ball(
    rows: DyadicMatrix,
    domain: Domain,
    ball: Round,
    plus: np.ndarray,
    minus: np.ndarray,
    level: np.ndarray,
    weak: np.ndarray,
) -> Decided:
    """Decide comparisons in a ball: floating point suggests (``balls``), integers conclude; where
    they cannot, an exact program does, with the comparisons that matter.
    """
    number, width = len(plus), rows.k
    above, below = np.append(plus, weak[:, 0]), np.append(minus, weak[:, 1])
    equal = [*domain.equal, *map(tuple, differences(rows, level[:, 0], level[:, 1]))]
    chosen: list[int] = [0] if len(above) else []
    if len(above) and not len(level):
        given = np.array([unit(row) for row in domain.weak]).reshape(-1, width)
        vectors = np.vstack([_picked(rows.floats(), above) - _picked(rows.floats(), below), given])
        middle, within = ball.middle, ball.radius
        if equal:  # from the point of the equations that is nearest to the centre
            middle = domain.levelled(ball.middle[None])[0]
            within = sqrt(max(0.0, within**2 - float(np.square(middle - ball.middle).sum())))
        vectors[:, 0] += vectors[:, 1:] @ middle
        if equal:
            vectors[:, 1:] = domain.along(vectors[:, 1:])
        for margin in _MARGINS:
            z, weights = min_norm_in_ball(vectors, within, margin * ball.radius)
            outcome: Decided
            if z is not None:
                for bits in _BITS:
                    outcome = IntegerWitness(domain.rounded([1.0, *(middle + z).tolist()], bits))
                    if proves(rows, domain, outcome, plus, minus, level, weak):
                        return outcome
            elif weights:
                outcome = _weighed(weights, len(above), domain)
                if equal:
                    outcome = _balanced(rows, domain, outcome, above, below)
                if proves(rows, domain, outcome, plus, minus, level, weak):
                    return outcome
                chosen = sorted({k for k in weights if k < len(above)} or {0})
    positive = (1, *[0] * (width - 1))
    while True:
        places = np.array(chosen, np.int64)
        compared = differences(rows, above[places], below[places])
        strict = [row for k, row in zip(chosen, compared, strict=True) if k < number]
        closed = [row for k, row in zip(chosen, compared, strict=True) if k >= number]
        conditions = [*strict, positive], equal, [*closed, *domain.weak]
        answer, found = motzkin(*conditions[:2], width, weak=conditions[2])
        if answer:
            answer, found = in_ball(*conditions, found, ball.exact)
        values = primitive(found)
        if not answer:
            ahead = len(strict) + 1
            own = [*values[: len(strict)], *values[ahead + len(equal) :][: len(closed)]]
            rest = [
                *values[ahead + len(equal) + len(closed) :],
                *values[ahead : ahead + len(equal)],
            ]
            return IntegerRefutation(
                tuple((k, int(w)) for k, w in zip(chosen, own, strict=True) if w),
                tuple((k, int(w)) for k, w in enumerate(rest) if w),
            )
        margins = np.append(rows.values(values), 0)
        apart = margins[above] - margins[below]
        apart[:number] -= apart[:number] == 0  # level is not enough for a strict one
        failing = sorted(np.flatnonzero(apart < 0).tolist(), key=lambda k: apart[k])
        if not failing:
            return IntegerWitness(tuple(map(int, values)))
        if not set(failing) - set(chosen):
            raise InternalError("a point of the comparisons asked must satisfy them")
        chosen = sorted({*chosen, *failing[:_MORE]})


def _weighed(weights: dict[int, float], number: int, domain: Domain) -> IntegerRefutation:
    """Weights from floating point as integers; those of inequalities were of rows of length 1."""
    lengths = dict.fromkeys(weights, 1.0)
    for k in weights:
        if k >= number and any(row := domain.weak[k - number]):
            lengths[k] = max(map(abs, row)) / max(map(abs, unit(row)))
    exact = {k: Fraction(w) / Fraction(lengths[k]) for k, w in weights.items() if w > 0}
    largest = max(exact.values())
    whole = {k: round(w / largest * (1 << _WEIGHT_BITS)) for k, w in sorted(exact.items())}
    return IntegerRefutation(
        tuple((k, w) for k, w in whole.items() if w and k < number),
        tuple((k - number, w) for k, w in whole.items() if w and k >= number),
    )


def beaten(
    rows: DyadicMatrix, domain: Domain, labels: Sequence[int]
) -> dict[int, IntegerRefutation]:
    """Labels that are first nowhere because of one other row, each with this one comparison: the row
    equals that of the label but for an offset that is at least as large; or it is at least as large
    wherever conditions on single coordinates hold, or everywhere in a ball, as floating point
    suggests. Proved.
    """
    found: dict[int, IntegerRefutation] = {}
    for label, rival in _rivals(rows, domain, labels):
        if label in found:
            continue
        plus, minus = first(rows.n, label)
        place = rival - (rival > label)
        outcome = IntegerRefutation(((place, 1),), ())
        if domain.ball is None:
            (above,) = differences(rows, np.array([rival]), np.array([label]))
            weights = on_coordinates(domain, above)
            if weights is None:
                continue
            factor = lcm(*(v.denominator for _, v in weights))
            inputs = tuple((k, int(v * factor)) for k, v in weights)
            outcome = IntegerRefutation(((place, factor),), inputs)
        elif domain.equal:
            outcome = _balanced(rows, domain, outcome, plus, minus)
        if proves(rows, domain, outcome, plus, minus, _NONE):
            found[label] = outcome
    return found


def _rivals(rows: DyadicMatrix, domain: Domain, labels: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Labels, each with a row that may be at least as large everywhere."""
    for label in labels:
        others = [place for place in rows.alike.get(label, ()) if place != label]
        if others:
            yield label, others[int(rows.floats(others)[:, 0].argmax())]
    if domain.ball is not None:
        yield from rivals(rows, domain, labels).items()
    elif any(end is not None for end in domain.ends) and len(labels) * rows.n * rows.k <= _LOOKED:
        for label in labels:
            own = rows.floats([label])
            least = np.concatenate([domain.least(part - own) for _, part in rows.parts()])
            least[label] = -np.inf
            if least[rival := int(least.argmax())] > -np.inf:
                yield label, rival


def on_coordinates(domain: Domain, above: Sequence[int]) -> list[tuple[int, Fraction]] | None:
    """Weights of conditions on single coordinates with which the vector is (m, 0, .., 0), m >= 0,
    if there are any.
    """
    found, rest = list[tuple[int, Fraction]](), Fraction(above[0])
    for k, end in enumerate(domain.ends):
        if end is not None:
            j, _, side = end
            if above[j + 1] * side > 0 and not any(
                place == j for place, *_ in (domain.ends[h] or (-1,) for h, _ in found)
            ):
                weight = Fraction(above[j + 1], domain.weak[k][j + 1])
                found.append((k, weight))
                rest -= weight * domain.weak[k][0]
    covered = {domain.ends[k][0] for k, _ in found}  # type: ignore[index]
    left = any(x for j, x in enumerate(above[1:]) if j not in covered)
    return None if left or rest < 0 else found


def _balanced(
    rows: DyadicMatrix,
    domain: Domain,
    outcome: IntegerRefutation,
    above: np.ndarray,
    below: np.ndarray,
) -> IntegerRefutation:
    """With the weights of equations that take from the sum what is orthogonal to where they hold,
    up to halves.
    """
    places = np.array([k for k, _ in outcome.comparisons], np.int64)
    terms = [
        *zip(
            [w for _, w in outcome.comparisons],
            differences(rows, above[places], below[places]),
            strict=True,
        ),
        *((w, domain.weak[k]) for k, w in outcome.domain),
    ]
    total = [0] * (rows.k - 1)
    for weight, vector in terms:
        total = [t + weight * x if x else t for t, x in zip(total, vector[1:], strict=True)]
    equations = [row[1:] for row in domain.equal]
    products = [[dot(a, b) for b in equations] for a in equations]
    shares = solve(products, [dot(a, total) for a in equations])
    if shares is None:
        return outcome
    first = len(domain.weak)
    more = ((first + k, -round(share)) for k, share in enumerate(shares))  # type: ignore[arg-type]
    return IntegerRefutation(
        outcome.comparisons, (*outcome.domain, *((k, w) for k, w in more if w))
    )


def _with_weak(
    rows: DyadicMatrix,
    domain: Domain,
    plus: np.ndarray,
    minus: np.ndarray,
    level: np.ndarray,
    weak: np.ndarray,
    known: IntegerRefutation | None = None,
) -> Decided:
    """All weak comparisons are taken for strict ones. If weights of weak ones alone contradict
    that, these must be level, and so on.

    ``known``: such weights, if some are known.
    """
    strict, before = len(plus), len(domain.weak) + len(domain.equal) + len(level)
    plus, minus = np.append(plus, weak[:, 0]), np.append(minus, weak[:, 1])
    # Of comparisons and of conditions: weights whose sum vanishes, positive for what must be level.
    even: dict[int, int] = {}
    conditions: dict[int, int] = {}
    if known is None:
        equal = ~(_picked(rows.floats(), plus) - _picked(rows.floats(), minus)).any(axis=1)
        if equal[:strict].any():
            return IntegerRefutation(((int(np.flatnonzero(equal)[0]), 1),), ())
        even = dict.fromkeys(np.flatnonzero(equal).tolist(), 1)
    else:
        even, conditions = dict(known.comparisons), dict(known.domain)
    while True:
        at = np.array(sorted(even), np.int64)
        rest = np.setdiff1d(np.arange(len(plus)), at)
        pairs = np.vstack([level, np.column_stack([plus[at], minus[at]])])
        outcome = decide_one(rows, domain, plus[rest], minus[rest], pairs)
        if isinstance(outcome, IntegerWitness):
            return outcome
        found = {int(rest[k]): w for k, w in outcome.comparisons}
        others = {k: w for k, w in outcome.domain if k < before}
        for k, w in outcome.domain:
            if k >= before:
                found[int(at[k - before])] = w
        factor = max([1, *(1 - found.get(k, 0) // w for k, w in even.items())])
        for own, more in ((found, even), (others, conditions)):
            for k, w in more.items():
                own[k] = own.get(k, 0) + factor * w
        refuted = IntegerRefutation(_sorted(found), _sorted(others))
        if proves(rows, domain, refuted, plus[:strict], minus[:strict], level, weak):
            return refuted
        if not set(found) - set(even):
            raise InternalError("a comparison of the rest must have a weight, or a strict one")
        even, conditions = found, others


def _sorted(weights: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((k, w) for k, w in sorted(weights.items()) if w)


def lowest(rows: DyadicMatrix, domain: Domain, label: int, outcome: Outcome) -> Outcome:
    """From an outcome of "this label is strictly first" one of "it is first, or the lowest of those
    that tie".

    Where a label that is enclosed is level with the first, all are. A label that is refuted is
    then level with those that have weights.
    """
    if isinstance(outcome, Clash):
        outcome = decide_one(rows, domain, *first(rows.n, label))
    if isinstance(outcome, IntegerWitness):
        return outcome
    if isinstance(outcome, Enclosed | Tilted):
        origin = (1, *[0] * (rows.k - 1))
        everywhere = label == 0 and not rows.has_offsets
        return IntegerWitness(origin) if everywhere and domain.holds(origin) else outcome
    if refutes_lowest(rows, domain, label, outcome):
        return outcome
    plus, minus, weak = _lowest(rows.n, label)
    return _with_weak(rows, domain, plus, minus, _NONE, weak, outcome)


def refutes_lowest(
    rows: DyadicMatrix, domain: Domain, label: int, outcome: IntegerRefutation
) -> bool:
    """Whether weights show that the label is not even the lowest of those that tie for the first
    place.
    """
    plus, minus, weak = _lowest(rows.n, label)
    return proves(rows, domain, outcome, plus, minus, _NONE, weak)


def _lowest(n: int, label: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The comparisons of "this label is first, or the lowest of those that tie"."""
    after = np.arange(label + 1, n)
    weak = np.column_stack([np.full(len(after), label), after])
    return np.full(label, label), np.arange(label), weak


def circuit(
    rows: DyadicMatrix, domain: Domain, plus: np.ndarray, minus: np.ndarray, span: Sequence[int]
) -> IntegerRefutation | None:
    """A refutation if the rows that floating point names have one dependency, of one sign, and not
    of weak conditions alone.
    """
    number, places = len(plus), sorted(span)
    chosen = [k for k in places if k < number]
    vectors = differences(rows, plus[chosen], minus[chosen])
    vectors += [
        list(domain.weak[k - number - 1]) if k > number else [1] + [0] * (rows.k - 1)
        for k in places[len(chosen) :]
    ]
    weights = flint_matrices.dependency(vectors)
    if weights and min(weights) < 0:
        weights = [-w for w in weights]
    if (
        not weights
        or min(weights) < 0
        or not any(w for k, w in zip(places, weights, strict=True) if k <= number)
    ):
        return None
    pairs = [(k, int(w)) for k, w in zip(places, primitive(weights), strict=True) if w]
    return IntegerRefutation(
        tuple((k, w) for k, w in pairs if k < number),
        tuple((k - number - 1, w) for k, w in pairs if k > number),
    )


def _picked(rows: np.ndarray, places: np.ndarray) -> np.ndarray:
    return np.where(places[:, None] >= 0, rows[places], 0.0)


def differences(rows: DyadicMatrix, plus: np.ndarray, minus: np.ndarray) -> list[list[int]]:
    """The comparisons as integer vectors, on the scale of the rows."""
    needed = sorted({*plus.tolist(), *minus.tolist()} - {-1})
    known = dict(zip(needed, rows.integers(needed), strict=True))
    known[-1] = [0] * rows.k
    return [
        [x - y for x, y in zip(known[p], known[m], strict=True)]
        for p, m in zip(plus.tolist(), minus.tolist(), strict=True)
    ]


def failing_at(
    rows: DyadicMatrix, plus: np.ndarray, minus: np.ndarray, point: Sequence[int]
) -> np.ndarray:
    """The comparisons that do not hold at an integer point, worst first."""
    values = np.append(rows.values(point), 0)
    margins = values[plus] - values[minus]
    wrong = np.flatnonzero(np.asarray(margins <= 0, bool))
    return np.array(sorted(wrong.tolist(), key=lambda k: margins[k]), np.int64)


def _rounded(point: Sequence[float], bits: int) -> list[int]:
    largest = max(map(abs, point))
    return [round(x / largest * 2**bits) for x in point]


def _refuted(chosen: Sequence[int], values: Sequence[int], equations: int) -> IntegerRefutation:
    """``values`` are weights of the chosen comparisons, of q > 0, of the equations, of the
    inequalities.
    """
    n = len(chosen)
    comparisons = tuple((k, int(c)) for k, c in zip(chosen, values[:n], strict=True) if c)
    ordered = [*values[n + 1 + equations :], *values[n + 1 : n + 1 + equations]]
    if not comparisons and not values[n]:
        raise InternalError("a refutation must use a strict condition")
    return IntegerRefutation(comparisons, tuple((k, int(c)) for k, c in enumerate(ordered) if c))
