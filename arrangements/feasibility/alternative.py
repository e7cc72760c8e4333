"""Either a witness or a refutation; this module owns the choice of the method and verifies every outcome.

``alternative(strict, equal, width, weak=weak)`` returns (True, x) with <v, x> > 0 for all strict rows v, <w, x> = 0 for all equality rows w
and <w, x> >= 0 for all weak rows w; or (False, weights), one for each strict row, not negative and not all zero, then one for each equality
row, of any sign, then one for each weak row, not negative, such that the weighted sum of the rows vanishes. One of them always exists
(Motzkin). Rows of ``int`` give integers without common factor; rows of numbers of one field give such numbers.

Methods for integer rows, forced by ``road``; rows over a field are pivoted, from a basis that HiGHS suggests when there are many:

- ``cdd``: the exact linear program of ``_cdd``. The default for small programs of small numbers.
- ``filter``: HiGHS solves it in floating point; its point is taken if it verifies, its tight rows are the first basis of ``pivoting``
  otherwise. The default for the others.
- ``pivot``: ``pivoting`` from a plain first basis.

>>> alternative([(1, 0), (1, 1)], [], 2)
(True, [1, 0])
>>> alternative([(1, 1), (1, -1), (-1, 0)], [], 2)
(False, [1, 1, 2])
>>> alternative([(1, 0)], [], 2, weak=[(-1, 1), (0, -1)])
(False, [1, 1, 1])
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Any

from arrangements.errors import BadInput, InternalError, shown
from arrangements.feasibility.witnesses import is_witness
from arrangements.linear import column_basis, is_rational, primitive, row_basis

__all__ = ["ROADS", "alternative", "is_refutation"]

Row = Sequence[Any]
Outcome = tuple[bool, list[Any]]
ROADS = ("auto", "cdd", "filter", "pivot")
_LARGE, _LARGE_OVER_FIELD = 6000, 60  # entries of the program from which the filter pays


def alternative(strict: Sequence[Row], equal: Sequence[Row], width: int, road: str = "auto", weak: Sequence[Row] = ()) -> Outcome:
    if road not in ROADS:
        raise BadInput(f"road must be one of {', '.join(ROADS)}, not {shown(road)}")
    if not strict:
        return True, [0] * width
    zero = next((k for k, v in enumerate(strict) if not any(v)), None)
    if zero is not None:
        return False, [int(k == zero) for k in range(len(strict) + len(equal) + len(weak))]
    answer, values = _method((*strict, *equal, *weak), width, road)(strict, equal, width, weak)
    if is_rational([values]):
        values = list(primitive(values))
    if not (is_witness(strict, equal, values, weak) if answer else is_refutation(strict, equal, values, weak)):
        raise InternalError(f"the {'witness' if answer else 'refutation'} must prove its answer (road {road}, {len(strict)} strict rows)")
    return answer, values


def is_refutation(strict: Sequence[Row], equal: Sequence[Row], weights: Row, weak: Sequence[Row] = ()) -> bool:
    signed = (*weights[: len(strict)], *weights[len(strict) + len(equal) :])
    if not any(weights[: len(strict)]) or min(signed) < 0:
        return False
    used = [(c, row) for c, row in zip(weights, (*strict, *equal, *weak), strict=True) if c]
    return not any(sum(c * row[k] for c, row in used) for k in range(len(used[0][1])))


def _method(rows: Sequence[Row], width: int, road: str) -> Any:
    if not all(type(c) is int for row in rows for c in row):
        return _over_field
    if road == "auto":
        from arrangements.feasibility import _cdd

        road = "filter" if len(rows) * width > _LARGE or not _cdd.fits(rows, width) else "cdd"
    return {"cdd": _by_cdd, "filter": _by_filter, "pivot": _by_pivoting}[road]


def _by_cdd(strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row] = ()) -> Outcome:
    from arrangements.feasibility import _cdd

    margin, point, weights, free, signed = _cdd.maximise_margin(strict, equal, width, weak)
    if margin not in (0, 1):
        raise InternalError(f"the margin must be 0 or 1, not {margin}")
    return (True, list(point)) if margin else (False, [*weights, *free, *signed])


def _by_pivoting(
    strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row] = (), start: Sequence[int] = ()
) -> Outcome:
    from arrangements.feasibility import pivoting

    return pivoting.alternative(strict, equal, width, pivoting.INTEGERS, start, weak)


def _by_filter(strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row] = ()) -> Outcome:
    if equal:
        return _in_kernel(strict, equal, width, weak)
    point, heavy = _hint(strict, equal, width, weak)
    return (True, point) if point else _by_pivoting(strict, equal, width, weak, heavy)


def _hint(strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row]) -> tuple[list[int], list[int]]:
    """A witness with integer entries, or none, and rows that should be in the first basis: from floating point, the witness verified."""
    from arrangements.feasibility import _highs

    point, heavy = _highs.hint(strict, equal, width, weak)
    if any(point) and not equal:
        exact = primitive([Fraction(c) for c in point])
        if is_witness(strict, equal, exact, weak):
            return list(exact), []
    # An equality row is a pair of inequalities in the basis.
    first, last = len(strict), len(strict) + len(equal)
    return [], [k if k < first else 2 * k - first if k < last else k + len(equal) for k in heavy]


def _in_kernel(strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row]) -> Outcome:
    """Solve in coordinates of the vectors on which the equality rows vanish; rounding could not keep an equality."""
    from arrangements.feasibility import _flint, pivoting

    basis = _flint.short_kernel(equal, width)
    inside = [[[sum(map(mul, v, b)) for b in basis] for v in rows] for rows in (strict, weak)]
    answer, values = alternative(inside[0], [], len(basis), "filter", inside[1])
    if answer:
        return True, [sum(map(mul, values, column)) for column in zip(*basis, strict=True)]
    # The weighted sum of the other rows vanishes on the kernel, so it is a combination of the equality rows.
    used = [(c, v) for c, v in zip(values, (*strict, *weak), strict=True) if c]
    total = [sum(c * v[k] for c, v in used) for k in range(width)]
    independent = row_basis(equal)
    columns = column_basis([equal[k] for k in independent])
    matrix = [[equal[k][j] for k in independent] for j in columns]
    weights = [Fraction(0)] * len(equal)
    for k, c in zip(independent, pivoting.FIELD.solved(matrix, [-total[j] for j in columns]), strict=True):
        weights[k] = c
    return False, [*values[: len(strict)], *weights, *values[len(strict) :]]


def _over_field(strict: Sequence[Row], equal: Sequence[Row], width: int, weak: Sequence[Row] = ()) -> Outcome:
    from arrangements.feasibility import pivoting

    large = (len(strict) + len(equal) + len(weak)) * width > _LARGE_OVER_FIELD
    point, start = _hint(strict, equal, width, weak) if large else ([], [])
    if point:
        return True, point
    answer, values = pivoting.alternative(strict, equal, width, pivoting.FIELD, start, weak)
    lead = next(c for c in values if c)
    # With a rational leading value the rest often is rational too.
    return answer, [c / abs(lead) for c in values]
