"""Polynomials with integer coefficients in several variables: FLINT's, with the few operations that
elimination needs.

They are opaque objects with + - * and ==; a variable is known by its number.

>>> x, y = variables(2)
>>> eliminated = resultant(x * x + y * y - 1, x - y, 1)
>>> eliminated, by_powers(eliminated, 0), factors(x * x * y - y)
(2*x0^2 - 1, [-1, 0, 2], [x1, x0 - 1, x0 + 1])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar, cast

import flint

__all__ = [
    "Key",
    "Polynomial",
    "by_powers",
    "degree",
    "factors",
    "key",
    "occurring",
    "one_signed",
    "reduced",
    "resultant",
    "size",
    "substituted",
    "univariate",
    "value",
    "variables",
]

Polynomial: TypeAlias = flint.fmpz_mpoly
N = TypeVar("N")
Key: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]


def variables(number: int) -> tuple[Polynomial, ...]:
    """x0, x1, ..: any number of them."""
    context = flint.fmpz_mpoly_ctx.get(tuple(f"x{k}" for k in range(number)), "lex")
    return tuple(context.gens())


def key(p: Polynomial) -> Key:
    """A key that equal polynomials share, for sets of polynomials."""
    return tuple((exponents, int(c)) for exponents, c in p.terms())


def size(p: Polynomial) -> int:
    """How many terms it has."""
    return len(p)


def degree(p: Polynomial, k: int) -> int:
    """The degree in the variable k."""
    return int(p.degrees()[k])


def occurring(p: Polynomial) -> list[int]:
    """The numbers of the variables that occur in it."""
    return [k for k, d in enumerate(p.degrees()) if d > 0]


def one_signed(p: Polynomial) -> bool:
    """Whether its coefficients, one at least, have the same sign: then it is not 0 where all
    variables are positive.
    """
    coefficients = p.coeffs()
    return bool(coefficients) and (
        all(c > 0 for c in coefficients) or all(c < 0 for c in coefficients)
    )


def factors(p: Polynomial) -> list[Polynomial]:
    """The irreducible factors that are not constant, each once, with a positive leading
    coefficient.
    """
    return [_signed(f) for f, _ in p.factor()[1]]


def _signed(p: Polynomial) -> Polynomial:
    return -p if p.leading_coefficient() < 0 else p


def by_powers(p: Polynomial, k: int) -> list[Polynomial]:
    """The coefficients of the powers of the variable k, from 0 on."""
    context = p.context()
    parts: list[dict[tuple[int, ...], object]] = [{} for _ in range(max(degree(p, k), 0) + 1)]
    for exponents, c in p.to_dict().items():
        parts[exponents[k]][(*exponents[:k], 0, *exponents[k + 1 :])] = c
    return [context.from_dict(part) for part in parts]


def substituted(p: Polynomial, k: int, above: Polynomial, below: Polynomial) -> Polynomial:
    """p with above/below in place of the variable k, times the power of ``below`` that makes it a
    polynomial.
    """
    coefficients = by_powers(p, k)
    total, power = coefficients[-1], below
    for c in reversed(coefficients[:-1]):
        total = total * above + c * power
        power = power * below
    return total


def resultant(p: Polynomial, q: Polynomial, k: int) -> Polynomial:
    """A polynomial without the variable k that vanishes where both do."""
    return p.resultant(q, f"x{k}")


def univariate(p: Polynomial, k: int) -> tuple[int, ...]:
    """The coefficients of a polynomial in the variable k alone, low degree first."""
    found = [0] * (degree(p, k) + 1)
    for exponents, c in p.to_dict().items():
        found[exponents[k]] = int(c)
    return tuple(found)


def reduced(p: Polynomial, k: int, modulus: Sequence[int]) -> Polynomial:
    """A multiple of p by a number, less a multiple of the polynomial in the variable k alone: of
    smaller degree in k.
    """
    coefficients, last = by_powers(p, k), len(modulus) - 1
    while len(coefficients) > last:
        top = coefficients.pop()
        if not top.is_zero():
            coefficients = [c * modulus[-1] for c in coefficients]
            for i, c in enumerate(modulus[:-1], len(coefficients) - last):
                coefficients[i] = coefficients[i] - top * c
    x = p.context().gens()[k]
    total = p.context().from_dict({})
    for c in reversed(coefficients):
        total = total * x + c
    return total


def value(p: Polynomial, values: Sequence[N | None]) -> N:
    """p at these values, numbers of any one kind; variables that do not occur may have None."""
    total: Any = 0
    given: Sequence[Any] = values
    for exponents, c in p.to_dict().items():
        term: Any = int(c)
        for x, e in zip(given, exponents, strict=True):
            if e:
                term = term * x ** int(e)
        total = total + term
    return cast("N", total)
