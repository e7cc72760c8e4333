"""Linear algebra modulo primes: a minor that is not 0 modulo a prime is not 0, and one that is 0
modulo enough of them is.

How many are enough ``bounds.hadamard`` says for integers and ``bounds.norm`` for number fields.
Sending theta to a root of its polynomial modulo p is a ring homomorphism to the field of p
elements, for p not dividing the leading coefficient; the primes without a root serve no field. Who
calls: counting, the zeros among the minors of a chirotope, and the quick test for full
column rank.

>>> next(primes(100)), solve([(1, 2), (3, 4)], [(5,), (6,)], 7)
(97, [[3], [1]])
>>> independent([(1, 2), (2, 4), (0, 7)], 7), rank([(1, 2), (2, 4), (0, 7)], 7)
([0], 1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

from arrangements.exact.linear.flint_matrices import independent_modulo as independent
from arrangements.exact.linear.flint_matrices import is_prime
from arrangements.exact.linear.flint_matrices import rank_modulo as rank
from arrangements.exact.linear.flint_matrices import solved_modulo as solve
from arrangements.exact.numbers.algebraic import Algebraic, Exact
from arrangements.exact.numbers.fields import NumberField

__all__ = [
    "homomorphisms",
    "image",
    "independent",
    "is_prime",
    "polynomials",
    "primes",
    "rank",
    "solve",
]


def primes(below: int) -> Iterator[int]:
    """The primes below a number, largest first."""
    return (m for m in range(below - 1, 1, -1) if is_prime(m))


def homomorphisms(field: NumberField | None, below: int) -> Iterator[tuple[int, int]]:
    """Primes below a number, largest first, each with an image of theta modulo it (0 for the
    rationals).
    """
    for prime in primes(below):
        root = 0 if field is None else field.root_modulo(prime)
        if root is not None:
            yield prime, root


def polynomials(row: Sequence[Exact]) -> list[list[int]]:
    """The row times a positive integer, each entry as an integer polynomial in theta, low degree
    first: of degree 0 for rationals.

    >>> polynomials((Fraction(1, 2), 3))
    [[1], [6]]
    """
    integers = [[x] for x in row if type(x) is int]
    if len(integers) == len(row):
        return integers
    entries = [x.coefficients if isinstance(x, Algebraic) else (Fraction(x),) for x in row]
    scale = lcm(*(c.denominator for entry in entries for c in entry))
    return [[int(c * scale) for c in entry] for entry in entries]


def image(rows: Sequence[Sequence[Sequence[int]]], prime: int, root: int) -> list[list[int]]:
    """The values of polynomials at the root, modulo the prime."""
    degree = max((len(x) for row in rows for x in row), default=0)
    powers = [pow(root, k, prime) for k in range(degree)]
    return [
        [sum(c * power for c, power in zip(x, powers, strict=False)) % prime for x in row]
        for row in rows
    ]
