"""Either a witness or a refutation, for integer rows; this module owns the choice of the method and verifies every outcome.

``alternative(strict, equal, width)`` returns (True, x) with integers x, <v, x> > 0 for all strict rows v and <w, x> = 0 for all equality
rows w; or (False, weights), one for each strict row, not negative and not all zero, then one for each equality row, of any sign, such that
the weighted sum of the rows vanishes. One of them always exists (Motzkin).

Three methods, forced by ``road``:

- ``cdd``: the exact linear program of ``_cdd``. The default for small programs.
- ``filter``: HiGHS solves it in floating point; its point is rounded, its tight rows are the first basis of ``pivoting``. The default for
  large ones.
- ``pivot``: ``pivoting`` from a plain first basis.

>>> alternative([(1, 0), (1, 1)], [], 2)
(True, [1, 0])
>>> alternative([(1, 1), (1, -1), (-1, 0)], [], 2)
(False, [1, 1, 2])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul

from arrangements.errors import BadInput, InternalError, shown

__all__ = ["alternative", "is_refutation", "is_witness", "primitive", "short_witness"]

Vector = Sequence[int]
ROADS = ("auto", "cdd", "filter", "pivot")
_LARGE = 6000  # entries of the program from which the filter pays


def alternative(strict: Sequence[Vector], equal: Sequence[Vector], width: int, road: str = "auto") -> tuple[bool, list[int]]:
    if road not in ROADS:
        raise BadInput(f"road must be one of {', '.join(ROADS)}, not {shown(road)}")
    if not strict:
        return True, [0] * width
    zero = next((k for k, v in enumerate(strict) if not any(v)), None)
    if zero is not None:
        return False, [int(k == zero) for k in range(len(strict) + len(equal))]
    if road == "auto":
        road = "filter" if (len(strict) + len(equal)) * width > _LARGE else "cdd"
    answer, values = {"cdd": _by_cdd, "filter": _by_filter, "pivot": _by_pivoting}[road](strict, equal, width)
    values = primitive(values)
    if answer:
        if not is_witness(strict, equal, values):
            raise InternalError(f"the witness must meet all {len(strict) + len(equal)} conditions (road {road})")
        return True, values if equal else short_witness(strict, values)
    if not is_refutation(strict, equal, values):
        raise InternalError(f"the refutation must be a vanishing positive combination (road {road})")
    return False, values


def is_witness(strict: Sequence[Vector], equal: Sequence[Vector], x: Vector) -> bool:
    return all(sum(map(mul, v, x)) > 0 for v in strict) and not any(sum(map(mul, w, x)) for w in equal)


def is_refutation(strict: Sequence[Vector], equal: Sequence[Vector], weights: Vector) -> bool:
    if not any(weights[: len(strict)]) or min(weights[: len(strict)]) < 0:
        return False
    used = [(c, row) for c, row in zip(weights, (*strict, *equal), strict=True) if c]
    return not any(sum(c * row[k] for c, row in used) for k in range(len(used[0][1])))


def primitive(values: Sequence[int | Fraction]) -> list[int]:
    """The positive multiple without denominators and common factors."""
    common = lcm(*(c.denominator for c in values))
    integers = [c.numerator * (common // c.denominator) for c in values]
    divisor = gcd(*integers)
    return [c // divisor for c in integers] if divisor > 1 else integers


def short_witness(strict: Sequence[Vector], x: list[int]) -> list[int]:
    """A witness with smaller entries in about the same direction, if rounding finds one; otherwise x."""
    for candidate in _rounded(x):
        if is_witness(strict, (), candidate):
            return candidate
    return x


def _rounded(x: Sequence[int]) -> Iterator[list[int]]:
    """x scaled to largest entry 1, 2, 3, 4, 6, 8, 12, 16, ... and rounded, while that is shorter than x."""
    largest = max(map(abs, x), default=0)
    size = 1
    while size < largest:
        yield [(2 * size * c + largest) // (2 * largest) for c in x]
        size += max(1, size // 2 if size & (size - 1) == 0 else size // 3)


def _by_cdd(strict: Sequence[Vector], equal: Sequence[Vector], width: int) -> tuple[bool, list]:
    from arrangements.feasibility import _cdd

    margin, point, weights, free = _cdd.maximise_margin(strict, equal, width)
    if margin not in (0, 1):
        raise InternalError(f"the margin must be 0 or 1, not {margin}")
    return (True, list(point)) if margin else (False, [*weights, *free])


def _by_pivoting(strict: Sequence[Vector], equal: Sequence[Vector], width: int, start: Sequence[int] = ()) -> tuple[bool, list]:
    from arrangements.feasibility import pivoting

    return pivoting.alternative(strict, equal, width, pivoting.INTEGERS, start)


def _by_filter(strict: Sequence[Vector], equal: Sequence[Vector], width: int) -> tuple[bool, list]:
    from arrangements.feasibility import _highs

    point, heavy = _highs.hint(strict, equal, width)
    if any(point) and not equal:
        exact = primitive([Fraction(c) for c in point])
        if is_witness(strict, (), exact):
            return True, exact
    # Equality row k is a pair of inequalities in the basis.
    start = [k if k < len(strict) else 2 * k - len(strict) for k in heavy]
    return _by_pivoting(strict, equal, width, start)
