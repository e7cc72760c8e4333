"""Better witnesses: shorter ones, and ones far from every boundary. Everything offered was verified
exactly; nothing here decides.

``strict``, ``equal`` and ``weak`` (at least 0) are rows of integers or of numbers of one field.
Candidates are found in floating point or by rounding; with equality rows they are combinations of a
short integer basis of the common kernel, which only rational rows have.

>>> shortened([(3, 1), (1, -3)], [], [1000, 301])
[1, 0]
>>> deepened([(1, 0), (0, 1)], [], [1, 1000])
[1, 1]
>>> shortened([(1, 0, 0)], [(3, 5, 7)], [700, 7000, -5300])
[2, 3, -3]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from operator import mul
from typing import Any

from arrangements.exact.linear import Row, is_integral, is_rational, largest, over, primitive, unit

__all__ = ["deepened", "integers", "is_witness", "shortened"]

_BITS = 52  # of a coordinate that comes from floating point
_DEPTH = (6, 12, 24, _BITS)  # bits tried for a deep witness
_LOSS = 0.9  # part of the depth that rounding must leave


def is_witness(
    strict: Sequence[Row], equal: Sequence[Row], x: Row, weak: Sequence[Row] = ()
) -> bool:
    if any(sum(map(mul, row, x)) for row in equal):
        return False
    return all(sum(map(mul, row, x)) > 0 for row in strict) and all(
        sum(map(mul, row, x)) >= 0 for row in weak
    )


def shortened(strict: Sequence[Row], equal: Sequence[Row], x: Row, weak: Sequence[Row] = ()) -> Row:
    """A witness with small integer entries in about the same direction, if rounding finds one;
    otherwise x, which must be a witness.
    """
    if not any(x) or not is_rational(equal):
        return x
    basis = _kernel(equal, len(x)) if equal else None
    plain = [x] if basis is None else []
    if plain and is_integral(plain):
        candidates = _rounded(plain[0], longest=True)
    else:
        candidates = _rounded(
            integers(x) if basis is None else _coordinates(integers(x), basis), longest=False
        )
    for candidate in candidates:
        point = candidate if basis is None else _combination(candidate, basis)
        if is_witness(strict, equal, point, weak):
            return point
    return x


def deepened(strict: Sequence[Row], equal: Sequence[Row], x: Row, weak: Sequence[Row] = ()) -> Row:
    """A witness whose least distance to a boundary, for its length, is about as large as it can be;
    x if none is found.
    """
    from arrangements.exact.hints.min_norm_point import min_norm_point

    if not any(x) or not is_rational(equal):
        return x
    point, _ = min_norm_point((*strict, *weak), equal, len(x), deepest=True)
    if not point:
        return x
    goal = _LOSS * _depth((*strict, *weak), point)
    basis = _kernel(equal, len(x)) if equal else None
    coordinates = integers(point) if basis is None else _coordinates(integers(point), basis)
    size = max(map(abs, coordinates), default=0) or 1
    for bits in _DEPTH:
        candidate = [((c << bits + 1) + size) // (2 * size) for c in coordinates]
        if basis is not None:
            candidate = _combination(candidate, basis)
        divisor = gcd(*candidate) or 1
        candidate = [c // divisor for c in candidate]
        if (
            is_witness(strict, equal, candidate, weak)
            and _depth((*strict, *weak), candidate) >= goal
        ):
            return candidate
    return x


def _depth(strict: Sequence[Row], x: Row | Sequence[float]) -> float:
    """The least of v . x / (|v| |x|), roughly."""
    direction = unit(x)
    return float(min(sum(map(mul, unit(row), direction)) for row in strict))


def integers(x: Row | Sequence[float]) -> list[int]:
    """Integer entries in about the same direction."""
    given: Sequence[Any] = x
    size = largest(given) or 1
    return [round(float(over(c, size)) * 2**_BITS) for c in given]


def _rounded(x: Sequence[int], longest: bool) -> Iterator[list[int]]:
    """x scaled to largest entry 1, 2, 3, 4, 6, 8, 12, 16, ... and rounded; up to x itself if it is
    exact, as ``longest`` says.

    From 2^16 on the number of digits grows by a quarter each time.
    """
    largest = max(map(abs, x), default=0)
    size = 1
    while size < (largest if longest else min(largest, 2**_BITS)):
        yield [(2 * size * c + largest) // (2 * largest) for c in x]
        if size >= 2**16:
            size <<= size.bit_length() // 4
        else:
            size += max(1, size // 2 if size & (size - 1) == 0 else size // 3)


def _kernel(equal: Sequence[Row], width: int) -> list[list[int]]:
    from arrangements.exact.linear import flint_matrices

    return flint_matrices.short_kernel([primitive(row) for row in equal], width)


def _coordinates(x: Sequence[int], basis: Sequence[Sequence[int]]) -> list[int]:
    """Coordinates near those of x, up to a common factor; none (all 0) if the basis is beyond
    floating point.
    """
    import numpy as np

    if max((abs(c) for row in basis for c in row), default=0) > 2**500:
        return [0] * len(basis)
    matrix = np.array([[float(c) for c in row] for row in basis]).T
    found = np.linalg.lstsq(matrix, np.array([float(c) for c in x]), rcond=None)[0]
    return integers([float(c) for c in found]) if len(found) else []


def _combination(coordinates: Sequence[int], basis: Sequence[Sequence[int]]) -> list[int]:
    return [sum(map(mul, coordinates, column)) for column in zip(*basis, strict=True)]
