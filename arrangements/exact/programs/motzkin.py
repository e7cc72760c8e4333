"""Either a witness or a refutation; this module owns the choice of the method and verifies every
outcome.

``motzkin(strict, equal, width, weak=weak)`` returns (True, x) with <v, x> > 0 for all strict
rows v, <w, x> = 0 for all equality rows w and <w, x> >= 0 for all weak rows w; or (False, weights),
one for each strict row, not negative and not all zero, then one for each equality row, of any sign,
then one for each weak row, not negative, such that the weighted sum of the rows vanishes. One of
them always exists (Motzkin). Rows of ``int`` give integers without common factor; rows of numbers
of one field give such numbers.

Methods, forced by ``method``:

- ``auto``: floating point first (``min_norm_point``). Its point is taken if it verifies, and the one
  dependency of the rows that it names if its weights have one sign; otherwise these rows are the
  first basis of ``pivoting``. Weak rows are taken for strict ones as long as nothing proves that
  they vanish together: if some x makes the strict rows positive and some other all weak ones, then
  a sum of both does both.
- ``pivot``: exact pivoting alone, from a plain first basis.
- ``cdd``: the exact linear program of ``_cdd``, for integers; it shares nothing with the others.
  In a scope of ``second_opinions`` it also decides a share of what the others decide.

>>> motzkin([(1, 0), (1, 1)], [], 2)
(True, [1, 1])
>>> motzkin([(1, 1), (1, -1), (-1, 0)], [], 2)
(False, [1, 1, 2])
>>> motzkin([(1, 0)], [], 2, weak=[(-1, 1), (0, -1)])
(False, [1, 1, 1])
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Literal, get_args

from arrangements.errors import BadInput, InternalError, short_repr
from arrangements.exact.linear import Row, is_integral, is_rational, over, primitive, scaled, solve
from arrangements.exact.numbers.algebraic import Exact
from arrangements.exact.programs.second_opinion import consult
from arrangements.exact.programs.witnesses import integers, is_witness

__all__ = ["METHODS", "Method", "is_refutation", "motzkin"]

Integers = Sequence[Sequence[int]]
Outcome = tuple[bool, Sequence[Exact]]
Method = Literal["auto", "pivot", "cdd"]
METHODS: tuple[Method, ...] = get_args(Method)


def motzkin(
    strict: Sequence[Row],
    equal: Sequence[Row],
    width: int,
    method: Method = "auto",
    weak: Sequence[Row] = (),
) -> Outcome:
    if method not in METHODS:
        raise BadInput(f"method must be one of {', '.join(METHODS)}, not {short_repr(method)}")
    if not strict:
        return True, [0] * width
    zero = next((k for k, v in enumerate(strict) if not any(v)), None)
    if zero is not None:
        return False, [int(k == zero) for k in range(len(strict) + len(equal) + len(weak))]
    if is_integral(strict) and is_integral(equal) and is_integral(weak):
        if method == "cdd":
            answer, values = _by_cdd(strict, equal, width, weak)
        else:
            answer, values = _over_integers(strict, equal, width, weak, method == "pivot")
    elif method == "cdd":
        raise BadInput("method must be auto or pivot over a number field, not cdd")
    else:
        answer, values = _over_field(strict, equal, width, weak, method == "pivot")
    if is_rational([values]):
        values = list(primitive(values))
    if not (
        is_witness(strict, equal, values, weak)
        if answer
        else is_refutation(strict, equal, values, weak)
    ):
        raise InternalError(
            f"the {'witness' if answer else 'refutation'} must prove its answer (method {method}, {len(strict)} strict rows)"
        )
    if method != "cdd":
        consult(answer, strict, equal, width, weak)
    return answer, values


def _by_cdd(strict: Integers, equal: Integers, width: int, weak: Integers) -> Outcome:
    from arrangements.exact.programs import _cdd

    margin, point, weights, free, signed = _cdd.maximise_margin(strict, equal, width, weak)
    return (True, list(point)) if margin else (False, [*weights, *free, *signed])


def is_refutation(
    strict: Sequence[Row], equal: Sequence[Row], weights: Row, weak: Sequence[Row] = ()
) -> bool:
    signed = (*weights[: len(strict)], *weights[len(strict) + len(equal) :])
    if not any(weights[: len(strict)]) or min(signed) < 0:
        return False
    used = [(c, row) for c, row in zip(weights, (*strict, *equal, *weak), strict=True) if c]
    return not any(sum(c * row[k] for c, row in used) for k in range(len(used[0][1])))


def _over_integers(
    strict: Integers, equal: Integers, width: int, weak: Integers, plain: bool
) -> Outcome:
    from arrangements.exact.linear import flint_matrices
    from arrangements.exact.programs import pivoting

    start: list[int] = []
    if not plain:
        if equal:
            return _in_kernel(strict, equal, width, weak)
        point, start = _hint(strict, equal, width, weak)
        if point:
            return True, point
        rows = (*strict, *weak)
        if weights := _one_sign(flint_matrices.dependency([rows[k] for k in start])):
            dependency = [0] * len(rows)
            for k, weight in zip(start, weights, strict=True):
                dependency[k] = weight
            if any(dependency[: len(strict)]):
                return False, dependency
            return _without_interior(strict, width, weak, dependency[len(strict) :])
    return pivoting.motzkin(strict, equal, width, pivoting.INTEGERS, start, weak)


def _over_field(
    strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row], plain: bool
) -> Outcome:
    from arrangements.exact.programs import pivoting

    point, start = ([], []) if plain else _hint(strict, equal, width, weak)
    if point:
        return True, point
    answer, values = pivoting.motzkin(strict, equal, width, pivoting.FIELD, start, weak)
    # With a rational leading value the rest often is rational too.
    return answer, scaled(values)


def _hint(
    strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row]
) -> tuple[list[int], list[int]]:
    """A witness with integer entries, or none, and rows that should be in the first basis: from
    floating point, the witness verified.
    """
    from arrangements.exact.hints.min_norm_point import min_norm_point

    point, near = min_norm_point((*strict, *weak), equal, width)
    if point and not equal:
        exact = integers(point)
        if is_witness(strict, equal, exact, weak):
            return exact, []
    # Each equality row is a pair of inequalities in the program, between the strict and the weak
    # rows.
    pairs = [len(strict) + 2 * k for k in range(len(equal))]
    return [], [*pairs, *(k if k < len(strict) else k + 2 * len(equal) for k in near)]


def _one_sign(weights: Sequence[int]) -> list[int]:
    """The weights or their negatives, whichever are not negative; otherwise none."""
    return next(
        ([sign * c for c in weights] for sign in (1, -1) if all(sign * c >= 0 for c in weights)), []
    )


def _without_interior(
    strict: Sequence[Row], width: int, weak: Sequence[Row], dependency: Sequence[int]
) -> Outcome:
    """Weak rows of a dependency with positive weights are equalities: not one of them can be
    positive, as their sum is 0.
    """
    tight = [k for k, weight in enumerate(dependency) if weight]
    loose = [k for k, weight in enumerate(dependency) if not weight]
    answer, values = motzkin(strict, [weak[k] for k in tight], width, weak=[weak[k] for k in loose])
    if answer:
        return True, values
    weights: list[Exact] = [0] * len(weak)
    for k, weight in zip((*tight, *loose), values[len(strict) :], strict=True):
        weights[k] = weight
    # The weights of equalities have any sign; multiples of the dependency are free.
    lift = max(over(-weights[k], dependency[k]) for k in tight)
    return False, [
        *values[: len(strict)],
        *(w + max(lift, 0) * c for w, c in zip(weights, dependency, strict=True)),
    ]


def _in_kernel(strict: Integers, equal: Integers, width: int, weak: Integers) -> Outcome:
    """Solve in coordinates of the vectors on which the equality rows vanish; rounding could not
    keep an equality.
    """
    from arrangements.exact.linear import flint_matrices

    basis = flint_matrices.short_kernel(equal, width)
    inside = [[[sum(map(mul, v, b)) for b in basis] for v in rows] for rows in (strict, weak)]
    answer, values = motzkin(inside[0], [], len(basis), weak=inside[1])
    if answer:
        return True, [sum(map(mul, values, column)) for column in zip(*basis, strict=True)]
    # The weighted sum of the other rows vanishes on the kernel, so it is a combination of the
    # equality rows.
    used = [(c, v) for c, v in zip(values, (*strict, *weak), strict=True) if c]
    total = [sum(c * v[k] for c, v in used) for k in range(width)]
    weights = solve(list(zip(*equal, strict=True)), [-c for c in total])
    return False, [*values[: len(strict)], *(weights or ()), *values[len(strict) :]]
