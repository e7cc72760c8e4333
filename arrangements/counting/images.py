"""Images of a configuration over prime fields that show exactly which minors vanish.

Counting needs no signs, only which minors are zero: exactly those whose residues are all zero,
modulo primes whose product exceeds a bound on the maximal minors (``bounds.hadamard``,
``bounds.leverage``) or, for a number field, on their norms (``bounds.norm``).

With one prime above the bound nothing can go wrong. With several, a computation may meet a number
that is zero modulo one and not modulo another; it is then *unlucky* and starts again with the next
primes (``with_images``).

>>> from arrangements import Configuration
>>> rows = Configuration([[1, 2], [3, 1]]).reduced_rows()
>>> next(images(rows)).primes.tolist(), next(images(rows)).rows.tolist()
([11], [[[1, 2]], [[3, 1]]])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from math import comb, prod
from operator import mul
from typing import Any, TypeVar

import numpy as np

from arrangements.errors import Undecided
from arrangements.exact.linear import bounds, determinant, inverse, residues
from arrangements.exact.numbers import Algebraic, Exact

__all__ = ["BadPrime", "Images", "images", "small_columns", "with_images"]

# Residues modulo primes below this multiply exactly by way of floats
# (``kernels.counting.residues.multiply``).
LARGEST = 1 << 50
# A single prime below this is fast (``kernels.counting.balanced``).
SMALL = 1 << 15
# Below this a smaller prime gains nothing: the points on a line fit into the first cache.
_SMOOTH = 1 << 11
_ATTEMPTS = 50
_FORMS = 1_000_000  # products for the better bound: a second
# flats at most that are counted sooner than a better bound is found
# (tests/bench/test_thresholds.py)
_FEW = 5000

Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Images:
    """Residues ``rows[element, image, column]`` modulo ``primes[image]``."""

    primes: np.ndarray
    rows: np.ndarray


class BadPrime(Exception):
    """A number vanishes modulo one of the primes and not modulo another."""


def with_images(
    rows: Sequence[Sequence[Exact]], compute: Callable[[Images], Result], *, skip: int = 0
) -> Result:
    """``compute`` on images of the rows (n x rank, of full column rank); whenever it raises
    ``BadPrime``, again with other primes.
    """
    for _, image in zip(range(_ATTEMPTS), images(rows, skip=skip), strict=False):
        try:
            return compute(image)
        except BadPrime:
            continue
    raise Undecided(
        f"primes must not divide a minor of the configuration, not even one of {_ATTEMPTS} choices of them"
    )


def images(rows: Sequence[Sequence[Exact]], *, skip: int = 0) -> Iterator[Images]:
    """Images that are exact for all minors of the rows, each time over other primes; ``skip``
    primes that would do are left out.
    """
    r = len(rows[0]) if rows else 0
    field = next((x.field for row in rows for x in row if isinstance(x, Algebraic)), None)
    cleared = [residues.polynomials(row) for row in rows]
    if field is None:
        bound = _minor_bound([[x[0] for x in row] for row in cleared], r)
        if bound < SMALL // 2:
            # More than the number of rows, so that sums over rows seldom vanish by accident
            # (``symmetry``).
            small = filter(residues.is_prime, count(max(bound, len(rows), 3) + 1))
            yield _images(cleared, r, [(next(islice(small, skip, None)), 0)])
    else:
        bound = bounds.norm(cleared, field.polynomial, r)
    supply = islice(residues.homomorphisms(field, LARGEST), skip, None)
    while True:
        chosen = [next(supply)]
        while prod(p for p, _ in chosen) <= bound:
            chosen.append(next(supply))
        yield _images(cleared, r, chosen)


def _minor_bound(rows: Sequence[Sequence[int]], r: int) -> int:
    """A bound on the maximal minors, which tell the flats: a subset of rows has the rank that its
    maximal minors say.
    """
    plain = bounds.hadamard([sum(x * x for x in row) for row in rows], r)
    if plain < _SMOOTH or comb(len(rows), max(r - 3, 0)) <= _FEW or len(rows) * r * r > _FORMS:
        return plain
    gram = [[sum(row[i] * row[j] for row in rows) for j in range(r)] for i in range(r)]
    size: Any = determinant(gram)
    whole: list[list[Any]] = inverse(gram)
    adjugate = [[int(x * size) for x in line] for line in whole]
    forms = (
        sum(x * sum(map(mul, line, row)) for x, line in zip(row, adjugate, strict=True))
        for row in rows
    )
    return min(plain, bounds.leverage(int(size), forms, r))


def _images(
    rows: Sequence[Sequence[Sequence[int]]], width: int, chosen: Sequence[tuple[int, int]]
) -> Images:
    residues_of_rows = np.array(
        [residues.image(rows, p, root) for p, root in chosen], np.int64
    ).reshape(len(chosen), len(rows), width)
    return Images(
        np.array([p for p, _ in chosen], np.int64),
        np.ascontiguousarray(residues_of_rows.transpose(1, 0, 2)),
    )


def small_columns(image: Images) -> tuple[np.ndarray, int, np.ndarray, np.ndarray] | None:
    """Columns, prime and tables for the kernels that work modulo one small prime; None for other
    images.
    """
    from arrangements.kernels.counting.balanced import small_tables

    p = int(image.primes[0])
    if image.primes.size > 1 or p >= SMALL:
        return None
    columns = np.ascontiguousarray(image.rows[:, 0, :].T.astype(np.float64))
    columns[columns > p // 2] -= p
    return columns, p, *small_tables(p)
