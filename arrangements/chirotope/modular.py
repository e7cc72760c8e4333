"""Which maximal minors vanish, decided in bulk modulo primes.

An integer of size at most B is zero if and only if its residues vanish modulo primes whose product exceeds B. A residue that is not zero
proves that the minor is not.

Over Z[theta], theta a root of f with leading coefficient c: sending theta to a root of f modulo p is a ring homomorphism to the field of p
elements, for p not dividing c. With entries of degree below k = deg f, c^(k-1) times an entry is an algebraic integer, so the norm N of
c^(r(k-1)) times a minor is an integer, and p divides N whenever the image of the minor is zero. If the product of such primes exceeds
the bound on N, then N is zero and the minor with it.

>>> from arrangements.chirotope.matrices import exact_matrix
>>> nonzero_minors(exact_matrix([(1, 2), (2, 4), (1, 3)]), 10).tolist()
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, isqrt

import numpy as np

from arrangements.chirotope.carriers import hadamard_bound
from arrangements.chirotope.expansion import colex_minor_signs, split
from arrangements.chirotope.matrices import ExactMatrix, coefficients
from arrangements.numbers import NumberField

__all__ = ["nonzero_minors", "norm_bound", "primes", "root_bound"]


def nonzero_minors(matrix: ExactMatrix, small: int) -> np.ndarray:
    """For each r-subset in colexicographic order whether its minor is not zero, given that those in question are at most ``small`` in size.

    A larger minor may be reported either way.
    """
    r = matrix.width
    nonzero = np.zeros(comb(len(matrix.rows), r), np.bool_)
    bound = small if matrix.field is None else norm_bound(matrix, matrix.field, small)
    product = 1
    for prime, image in _homomorphisms(matrix.field, _largest_modulus(r)):
        if product > bound:
            break
        product *= prime
        powers = [pow(image, i, prime) for i in range(matrix.field.degree if matrix.field else 1)]
        residues = [[_residue(entry, powers, prime) for entry in row] for row in matrix.rows]
        nonzero |= colex_minor_signs(np.array(residues, np.int64), modulus=prime) != 0
    return nonzero


def _residue(entry: object, powers: list[int], prime: int) -> int:
    if isinstance(entry, int):
        return entry % prime
    return sum(int(c) * power for c, power in zip(coefficients(entry), powers, strict=False)) % prime


def _homomorphisms(field: NumberField | None, below: int) -> Iterator[tuple[int, int]]:
    """Primes and images of theta modulo each; the primes without one are left out."""
    for prime in primes(below):
        image = 0 if field is None else field.root_modulo(prime)
        if image is not None:
            yield prime, image


def norm_bound(matrix: ExactMatrix, field: NumberField, small: int) -> int:
    """Bounds |N(c^(r(k-1)) D)| for every maximal minor D with |D| <= small: the other conjugates of D are bounded by Hadamard."""
    r, k, lead = matrix.width, field.degree, field.polynomial[-1]
    size = root_bound(field.polynomial)
    squares = []
    for row in matrix.rows:
        sizes = [sum(abs(c) * size**i for i, c in enumerate(coefficients(entry))) for entry in row]
        squares.append(int(sum(s * s for s in sizes)))
    return lead ** (r * (k - 1) * k) * small * hadamard_bound(squares, r) ** (k - 1)


def root_bound(polynomial: tuple[int, ...]) -> int:
    """An integer R >= 1 that no complex root exceeds in size: the least with |c_k| R^k >= sum of |c_i| R^i over i < k (Cauchy).

    >>> root_bound((-2, 0, 1))
    2
    """

    def holds(size: int) -> bool:
        return abs(polynomial[-1]) * size ** (len(polynomial) - 1) >= sum(abs(c) * size**i for i, c in enumerate(polynomial[:-1]))

    high = 1
    while not holds(high):
        high *= 2
    low = high // 2  # does not hold, or is 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _largest_modulus(r: int) -> int:
    """The largest m such that r-minors can be expanded over residues below m: as many products as terms add up to less than 2^63."""
    terms = max(r, comb(r, split(r)[0]))
    return min(isqrt((2**63 - 1) // terms), 3_215_031_751)


def primes(below: int) -> Iterator[int]:
    """The primes below a number (at most 3,215,031,751), largest first."""
    return (m for m in range(below - 1, 1, -1) if _is_prime(m))


def _is_prime(m: int) -> bool:
    """Miller's test with bases 2, 3, 5, 7, which is exact below 3,215,031,751 (Pomerance, Selfridge and Wagstaff 1980)."""
    if m < 11 or m % 2 == 0:
        return m in (2, 3, 5, 7)
    odd, twos = m - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, m)
        if power in (1, m - 1):
            continue
        if all((power := power * power % m) != m - 1 for _ in range(twos - 1)):
            return False
    return True
