"""Images of a configuration over prime fields that show exactly which minors vanish.

Counting needs no signs, only which minors are zero. A minor that is not zero is an integer of size at most B, so it cannot vanish modulo
primes whose product exceeds B: it is zero exactly if all its residues are. For a number field, a minor is a polynomial in theta; the primes
are those modulo which the defining polynomial has a root, and B bounds the norm instead.

With one prime above B nothing can go wrong. With several, a computation may meet a number that is zero modulo one and not modulo
another; it is then *unlucky* and starts again with the next primes (``with_images``).

>>> from arrangements import Configuration
>>> rows = Configuration([[1, 2], [3, 1]]).reduced_rows()
>>> next(images(rows)).primes.tolist(), next(images(rows)).rows.tolist()
([11], [[[1, 2]], [[3, 1]]])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm, prod
from typing import TypeVar

import numpy as np

from arrangements.counting.bounds import minor_bound
from arrangements.errors import Undecided
from arrangements.numbers import Algebraic, NumberField, Scalar

__all__ = ["Images", "Unlucky", "images", "norm_bound", "primes_below", "small_columns", "with_images"]

# Residues modulo primes below this multiply exactly by way of floats (``kernels.counting.residues.multiply``).
LARGEST = 1 << 50
# A single prime below this is fast (``kernels.counting.balanced``).
SMALL = 1 << 15
_ATTEMPTS = 50

Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Images:
    """Residues ``rows[element, image, column]`` modulo ``primes[image]``."""

    primes: np.ndarray
    rows: np.ndarray


class Unlucky(Exception):
    """A number vanishes modulo one of the primes and not modulo another."""


def with_images(rows: Sequence[Sequence[Scalar | int]], compute: Callable[[Images], Result]) -> Result:
    """``compute`` on images of the rows (n x rank, of full column rank); whenever it raises ``Unlucky``, again with other primes."""
    for _, image in zip(range(_ATTEMPTS), images(rows), strict=False):
        try:
            return compute(image)
        except Unlucky:
            continue
    raise Undecided(f"primes must not divide a minor of the configuration, not even one of {_ATTEMPTS} choices of them")


def images(rows: Sequence[Sequence[Scalar | int]]) -> Iterator[Images]:
    """Images that are exact for all minors of the rows, each time over other primes."""
    r = len(rows[0]) if rows else 0
    field = next((x.field for row in rows for x in row if isinstance(x, Algebraic)), None)
    polynomials = [_polynomials(row) for row in rows]
    supply: Iterator[tuple[int, int]]
    if field is None:
        bound = minor_bound([sum(x[0] * x[0] for x in row) for row in polynomials], r)
        if bound < SMALL // 2:
            # More than the number of rows, so that sums over rows seldom vanish by accident (``symmetry``).
            prime = next(p for p in range(max(bound, len(rows), 3) + 1, LARGEST) if _is_prime(p))
            yield _images(polynomials, [(prime, 0)])
        supply = ((p, 0) for p in primes_below(LARGEST))
    else:
        bound = norm_bound(polynomials, field.polynomial, r)
        supply = _with_roots(field)
    while True:
        chosen = [next(supply)]
        while prod(p for p, _ in chosen) <= bound:
            chosen.append(next(supply))
        yield _images(polynomials, chosen)


def _polynomials(row: Sequence[Scalar | int]) -> list[list[int]]:
    """The row times a positive integer, each entry as an integer polynomial in theta: of degree 0 for rationals."""
    entries = [list(x.coefficients) if isinstance(x, Algebraic) else [Fraction(x)] for x in row]
    scale = lcm(*(c.denominator for entry in entries for c in entry))
    return [[int(c * scale) for c in entry] for entry in entries]


def _images(rows: list[list[list[int]]], chosen: list[tuple[int, int]]) -> Images:
    """The values of the polynomials at a root modulo each prime."""
    residues = [[[sum(c * pow(root, k, p) for k, c in enumerate(x)) % p for x in row] for p, root in chosen] for row in rows]
    width = len(rows[0]) if rows else 0
    return Images(np.array([p for p, _ in chosen], np.int64), np.array(residues, np.int64).reshape(len(rows), len(chosen), width))


def small_columns(image: Images) -> tuple[np.ndarray, int, np.ndarray, np.ndarray] | None:
    """Columns, prime and tables for the kernels that work modulo one small prime; None for other images."""
    from arrangements.kernels.counting.balanced import small_tables

    p = int(image.primes[0])
    if image.primes.size > 1 or p >= SMALL:
        return None
    columns = np.ascontiguousarray(image.rows[:, 0, :].T.astype(np.float64))
    columns[columns > p // 2] -= p
    return columns, p, *small_tables(p)


# Number fields.


def norm_bound(rows: Sequence[Sequence[Sequence[int]]], polynomial: Sequence[int], r: int) -> int:
    """A product of distinct primes beyond this does not divide a minor that is not zero, of size at most r.

    Let c be the leading coefficient of the polynomial and D its degree. A k-minor M is an integer polynomial in theta of degree at most
    k (D - 1), so c^(k (D - 1)) M lies in the ring Z[c theta], and its norm is an integer that every prime divides whose homomorphism
    maps M to 0. The norm is the product over the D complex roots; each root is at most 1 + max |a_i / c| (Cauchy), and each conjugate of
    M at most the product of the k largest row norms (Hadamard).
    """
    lead, degree = polynomial[-1], len(polynomial) - 1
    root = 1 + max((-(-abs(a) // lead) for a in polynomial[:-1]), default=0)
    norms = [sum(sum(abs(c) * root**k for k, c in enumerate(x)) ** 2 for x in row) for row in rows]
    largest = prod(sorted((max(1, norm) for norm in norms), reverse=True)[:r])
    return (lead ** (r * (degree - 1)) * (isqrt(largest) + 1)) ** degree


def _with_roots(field: NumberField) -> Iterator[tuple[int, int]]:
    """Primes, and for each a root of the defining polynomial modulo it."""
    from arrangements.numbers import _flint

    for p in primes_below(LARGEST):
        root = _flint.root_modulo(field.polynomial, p)
        if root is not None:
            yield p, root


def primes_below(limit: int) -> Iterator[int]:
    """The primes below a limit of at most 2^61, largest first."""
    return (m for m in range(limit - 1, 1, -1) if _is_prime(m))


def _is_prime(m: int) -> bool:
    """Miller's test with the first nine primes as bases, which is exact below 3.8 * 10^18 (Jiang and Deng 2014)."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23)
    if m < 2 or any(m % base == 0 for base in bases):
        return m in bases
    odd, twos = m - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        power = pow(base, odd, m)
        if power not in (1, m - 1) and all((power := power * power % m) != m - 1 for _ in range(twos - 1)):
            return False
    return True
