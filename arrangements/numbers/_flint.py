"""The one module of this package that imports FLINT: polynomials over Q and over the integers, their factors, and elements of fields.

Polynomials that are computed with cross this border as opaque objects with + - * %, everything else as int, Fraction and tuples, low degree
first.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint

from arrangements.errors import InternalError

SHIFT = flint.fmpz_poly([1, 1])  # x + 1
_PRIME = 2**61 - 1

__all__ = [
    "SHIFT",
    "at_dyadic",
    "coefficients",
    "composed",
    "composed_sum",
    "coordinates",
    "cosine_polynomial",
    "element",
    "factored",
    "factors",
    "generates",
    "generator_basis",
    "integer",
    "integer_root",
    "inverse",
    "minimal_polynomial",
    "polynomial",
    "quotient",
    "rational",
    "root_modulo",
    "solved",
]


def integer(value: int) -> Any:
    return flint.fmpz(value)


def rational(value: int | Fraction) -> Any:
    return flint.fmpq(value.numerator, value.denominator)


def element(coefficients: Sequence[int | Fraction]) -> Any:
    """The polynomial with these coefficients, low degree first."""
    return flint.fmpq_poly([rational(c) for c in coefficients])


def coefficients(poly: Any, length: int) -> tuple[Fraction, ...]:
    found = [_fraction(c) for c in poly.coeffs()]
    return tuple(found + [Fraction(0)] * (length - len(found)))


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def inverse(poly: Any, modulus: Any) -> Any:
    _, cofactor, _ = poly.xgcd(modulus)
    return cofactor


def factors(polynomial: Sequence[int]) -> list[tuple[int, ...]]:
    """The distinct irreducible factors of a polynomial that is not 0, primitive with positive leading coefficient."""
    return [_primitive(factor) for factor, _ in flint.fmpz_poly(list(polynomial)).factor()[1]]


def _primitive(poly: Any) -> tuple[int, ...]:
    content = poly.content() * (-1 if poly.leading_coefficient() < 0 else 1)
    return tuple(int(c // content) for c in poly.coeffs())


def polynomial(coefficients: Sequence[Any]) -> Any:
    """The polynomial over the integers with these coefficients, low degree first."""
    return flint.fmpz_poly(list(coefficients))


def at_dyadic(poly: Any, m: int, k: int) -> Any:
    """A positive multiple of the value at m/2^k of a polynomial over the integers, the same multiple for all m."""
    if k <= 0:
        return poly(flint.fmpz(m << -k))
    value = poly(flint.fmpq(m, 1 << k))
    return value.p * ((1 << k * poly.degree()) // value.q)


def root_modulo(polynomial: tuple[int, ...], prime: int) -> int | None:
    """The least root modulo a prime; None if there is none or the prime divides the leading coefficient."""
    if polynomial[-1] % prime == 0:
        return None
    return min((int(root) for root, _ in flint.nmod_poly(list(polynomial), prime).roots()), default=None)


def generates(poly: Any, modulus: Any) -> bool:
    """Whether the powers of an element are seen to span Q[x]/modulus by their rank modulo a prime. False may be an accident."""
    if poly.denom() % _PRIME == 0:
        return False
    reduced, step = (_reduced(p) for p in (poly, modulus))
    powers = [flint.nmod_poly([1], _PRIME)]
    for _ in range(modulus.degree() - 1):
        powers.append(powers[-1] * reduced % step)
    return _rank(powers, modulus.degree()) == modulus.degree()


def _reduced(poly: Any) -> Any:
    """A multiple of a polynomial, modulo the prime. It has the same degree unless the prime divides the leading coefficient."""
    return flint.nmod_poly(poly.numer().coeffs(), _PRIME)


def _rank(polynomials: Sequence[Any], width: int) -> int:
    """The rank of polynomials modulo the prime, at most the rank over Q of those that they come from."""
    entries = [int(p[k]) for p in polynomials for k in range(width)]
    return int(flint.nmod_mat(len(polynomials), width, entries, _PRIME).rank())


def minimal_polynomial(poly: Any, modulus: Any) -> tuple[int, ...]:
    """The minimal polynomial, primitive, of an element of Q[x]/modulus, the modulus monic over the integers."""
    degree = modulus.degree()
    below = poly.denom()
    multiple, power, traces = poly * below, flint.fmpq_poly([1]), _power_sums([int(c.p) for c in modulus.coeffs()], degree - 1)
    sums = []
    for _ in range(degree + 1):  # traces of the powers of an algebraic integer
        sums.append(sum((c.p * t for c, t in zip(power.coeffs(), traces, strict=False)), start=flint.fmpz(0)))
        power = power * multiple % modulus
    # The characteristic polynomial of multiplication is a power of the minimal polynomial.
    characteristic = _from_power_sums(sums, degree)
    own = characteristic // characteristic.gcd(characteristic.derivative())
    return _primitive(own(flint.fmpz_poly([0, below])))


def generator_basis(generators: Sequence[Any], images: Sequence[Sequence[Fraction]], modulus: Any) -> tuple[list[str], Any]:
    """A basis of Q[x]/modulus made of products of generators: the texts ("" for 1), and the matrix whose columns are the elements."""
    degree = modulus.degree()
    names, elements = [""], [flint.fmpq_poly([1])]
    for generator, image in zip(generators, images, strict=True):
        powers = _basis_powers(generator, element(image), modulus)
        lower_names, lower_elements = list(names), list(elements)
        for k, power in enumerate(powers[1:], start=1):
            # The whole block of products with this power is independent of what is there, or none of it is.
            if len(elements) == degree or _rank([_reduced(e) for e in (*elements, power)], degree) == len(elements):
                break
            names += [f"{name}*{generator.power_text(k)}" if name else generator.power_text(k) for name in lower_names]
            elements += [e * power % modulus for e in lower_elements]
    if len(elements) != degree:
        raise InternalError(f"products of generators must be {degree} independent ones, not {len(elements)}")
    return names, _matrix(elements, degree).transpose()


def _matrix(elements: Sequence[Any], degree: int) -> Any:
    """The matrix whose rows are the coefficients of the elements."""
    return flint.fmpq_mat([e.coeffs() + [0] * (degree - e.length()) for e in elements])


def _basis_powers(generator: Any, image: Any, modulus: Any) -> list[Any]:
    image = image / generator.scale
    powers = [flint.fmpq_poly([1]), image]
    for _ in range(len(generator.polynomial) - 3):
        if generator.kind == "cosine":  # cos((k+1)a) = 2 cos(a) cos(ka) - cos((k-1)a)
            powers.append((2 * image * powers[-1] - powers[-2]) % modulus)
        else:
            powers.append(image * powers[-1] % modulus)
    return powers


def coordinates(basis: Any, poly: Any) -> tuple[Fraction, ...]:
    """The coordinates of an element in the basis that is the columns of a matrix."""
    return tuple(_fraction(c) for c in basis.solve(_matrix([poly], basis.nrows()).transpose()).entries())


def composed(coefficients: Sequence[int | Fraction], image: Any, polynomial: Sequence[int]) -> tuple[Fraction, ...]:
    """The coefficients of sum c_k image^k modulo a polynomial."""
    modulus = element(polynomial)
    result = flint.fmpq_poly([0])
    for c in reversed(coefficients):
        result = (result * image + rational(c)) % modulus
    found = [_fraction(c) for c in result.coeffs()]
    return tuple(found + [Fraction(0)] * (modulus.degree() - len(found))) if found else ()


def solved(target: Any, base: Any, polynomial: Sequence[int]) -> tuple[Fraction, ...]:
    """The coefficients of one element as a polynomial in another one that generates the field."""
    modulus = element(polynomial)
    degree = modulus.degree()
    powers = [flint.fmpq_poly([1])]
    for _ in range(degree - 1):
        powers.append(powers[-1] * base % modulus)
    return coordinates(_matrix(powers, degree).transpose(), target)


def composed_sum(left: Sequence[int], right: Sequence[int]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """A multiplier s, N(x) = prod (x - l - s*r), and sum l * N(x)/(x - l - s*r).

    l and r run over all complex roots of ``left`` and ``right``, both monic; s is such that N has no double root.
    """
    total = (len(left) - 1) * (len(right) - 1)
    first, second = _power_sums(left, total + 1), _power_sums(right, total + 1)
    s = 0
    while True:
        s = -s if s > 0 else 1 - s
        # Divided by k!, the power sums of sums of roots are products of the series of power sums.
        weighted = [p * flint.fmpz(s) ** k for k, p in enumerate(second)]
        norm = _from_power_sums(_exponential_product(first[:-1], weighted[:-1]), total)
        if norm.gcd(norm.derivative()).degree() == 0:
            traces = _exponential_product(first[1:], weighted[:-1])
            cofactor = [sum((norm[j] * traces[j - i - 1] for j in range(i + 1, total + 1)), start=flint.fmpz(0)) for i in range(total)]
            return s, tuple(int(c) for c in norm.coeffs()), tuple(int(c) for c in cofactor)


def _power_sums(monic: Sequence[int], last: int) -> list[Any]:
    """sum root^k for k = 0..last over all complex roots of a monic polynomial, by Newton's identities."""
    degree = len(monic) - 1
    high_first = [flint.fmpz(c) for c in reversed(monic)]
    sums = [flint.fmpz(degree)]
    for k in range(1, last + 1):
        total = -high_first[k] * k if k <= degree else flint.fmpz(0)
        for i in range(1, min(k - 1, degree) + 1):
            total -= high_first[i] * sums[k - i]
        sums.append(total)
    return sums


def _exponential_product(left: Sequence[Any], right: Sequence[Any]) -> list[Any]:
    """sum_l C(k, l) left_(k-l) right_l for every k."""
    factorials = [flint.fmpz(1)]
    for k in range(1, len(left)):
        factorials.append(factorials[-1] * k)
    series = [flint.fmpq_poly([flint.fmpq(c, f) for c, f in zip(side, factorials, strict=True)]) for side in (left, right)]
    product = series[0] * series[1]
    return [(product[k] * f).p for k, f in enumerate(factorials)]


def _from_power_sums(sums: Sequence[Any], degree: int) -> Any:
    """The monic polynomial with these power sums of its roots (Newton's identities)."""
    high_first = [flint.fmpz(1)]
    for k in range(1, degree + 1):
        total = sum((high_first[k - i] * sums[i] for i in range(1, k + 1)), start=flint.fmpz(0))
        high_first.append(-total // k)
    return flint.fmpz_poly(high_first[::-1])


def quotient(numerator: Sequence[int], norm: Sequence[int], polynomial: Sequence[int]) -> Any:
    """numerator / norm' in Q[x]/polynomial."""
    modulus = element(polynomial)
    below = flint.fmpq_poly(list(norm)).derivative() % modulus
    return flint.fmpq_poly(list(numerator)) * inverse(below, modulus) % modulus


def factored(number: int) -> list[tuple[int, int]]:
    """Primes and exponents whose product is number > 0. Beyond 128 bits one may be composite, where factors are not easily found."""
    found = flint.fmpz(number).factor(trial_limit=None if number.bit_length() <= 128 else 1000)
    return [(int(p), e) for p, e in found]


def integer_root(number: int, index: int) -> int:
    """floor(number^(1/index)) for number >= 0."""
    return int(flint.fmpz(number).root(index))


def cosine_polynomial(order: int) -> tuple[int, ...]:
    """The minimal polynomial of 2*cos(pi/order)."""
    return tuple(int(c) for c in flint.fmpz_poly.cos_minpoly(2 * order).coeffs())
