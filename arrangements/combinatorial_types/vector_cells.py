"""One vector among others: somewhere in the cell that signs leave for it.

>>> from arrangements.matroids.chirotopes.signs import Signs
>>> cell(Signs(3, 2, [1, 1, -1]), {0: (1, 0), 1: (0, 1)}, 2, random.Random(1), False)
[1, 1]
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from arrangements.exact.linear import Row, determinant, is_integral, primitive, scaled
from arrangements.exact.numbers import Exact
from arrangements.exact.programs.motzkin import motzkin
from arrangements.exact.programs.witnesses import shortened
from arrangements.matroids.chirotopes.signs import Signs

__all__ = ["cell"]


def cell(
    chi: Signs,
    rows: Mapping[int, Row],
    element: int,
    chance: random.Random,
    anywhere: bool,
) -> list[Exact] | None:
    """A vector with the signs that the element has with those placed; somewhere in the cell, or
    well inside. Integers where all rows are.
    """
    strict: list[Row] = []
    equal: list[Row] = []
    for subset in combinations(sorted(rows), chi.rank - 1):
        normal = _normal([rows[e] for e in subset], chi.rank)
        sign = chi.sign(*subset, element)
        if any(normal):
            (strict if sign else equal).append([sign * c for c in normal] if sign else normal)
        elif sign:
            return None
    if not strict:
        return [0] * chi.rank
    if anywhere:
        cut = [chance.randint(-9, 9) for _ in range(chi.rank)]
        inside, x = motzkin([*strict, cut], equal, chi.rank)
        if inside:
            return _plain(strict, equal, x)
    inside, x = motzkin(strict, equal, chi.rank)
    return _plain(strict, equal, x) if inside else None


def _plain(strict: Sequence[Row], equal: Sequence[Row], x: Row) -> list[Exact]:
    if is_integral(strict) and is_integral(equal):
        return list(primitive(shortened(strict, equal, x)))
    return list(scaled(x))


def _normal(rows: Sequence[Row], r: int) -> Row:
    """A positive multiple of the n with <n, x> = det(rows, x) for all x."""
    minors = [determinant([[*row[:k], *row[k + 1 :]] for row in rows]) for k in range(r)]
    return scaled([(-1) ** (r - 1 + k) * minor for k, minor in enumerate(minors)])
