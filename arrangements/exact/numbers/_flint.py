"""The one module of this package that imports FLINT: polynomials over Q and over the integers,
their factors, and elements of fields.

Polynomials that are computed with cross this border as opaque objects with + - * %, everything else
as int, Fraction and tuples, low degree first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import flint

from arrangements.errors import InternalError

if TYPE_CHECKING:
    from arrangements.exact.numbers.texts import Generator

SHIFT = flint.fmpz_poly([1, 1])  # x + 1
Integer: TypeAlias = flint.fmpz
Whole: TypeAlias = flint.fmpz_poly
Element: TypeAlias = flint.fmpq_poly  # of a field: a polynomial in theta
_PRIME = 2**61 - 1  # modulo which a vanishing is refuted

__all__ = [
    "SHIFT",
    "Element",
    "Integer",
    "Whole",
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


def integer(value: int) -> Integer:
    return flint.fmpz(value)


def rational(value: int | Fraction) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)


def element(coefficients: Sequence[int | Fraction]) -> Element:
    """The polynomial with these coefficients, low degree first."""
    return flint.fmpq_poly([rational(c) for c in coefficients])


def coefficients(poly: Element, length: int) -> tuple[Fraction, ...]:
    """The coefficients of a polynomial of degree below length, low degree first."""
    found = [_fraction(c) for c in poly.coeffs()]
    return tuple(found + [Fraction(0)] * (length - len(found)))


def _fraction(value: flint.fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def inverse(poly: Element, modulus: Element) -> Element:
    """1/poly in Q[x]/modulus, which is a field."""
    degree = modulus.degree()
    if degree <= 16:
        _, cofactor, _ = poly.xgcd(modulus)
        return cofactor
    # Euclid's remainders grow; a linear system is solved p-adically.
    multiples = _powers(flint.fmpq_poly([0, 1]), modulus, degree, poly)
    return element(coordinates(_matrix(multiples, degree).transpose(), flint.fmpq_poly([1])))


def _powers(base: Element, modulus: Element, count: int, first: Element | int = 1) -> list[Element]:
    """first * base^k in Q[x]/modulus for k = 0..count-1."""
    powers = [flint.fmpq_poly([1]) * first % modulus]
    for _ in range(count - 1):
        powers.append(powers[-1] * base % modulus)
    return powers


def factors(polynomial: Sequence[int]) -> list[tuple[int, ...]]:
    """The distinct irreducible factors of a polynomial that is not 0, primitive with positive
    leading coefficient.
    """
    return [_primitive(factor) for factor, _ in flint.fmpz_poly(list(polynomial)).factor()[1]]


def _primitive(poly: Whole) -> tuple[int, ...]:
    content = poly.content() * (-1 if poly.leading_coefficient() < 0 else 1)
    return tuple(int(c // content) for c in poly.coeffs())


def polynomial(coefficients: Sequence[int | Integer]) -> Whole:
    """The polynomial over the integers with these coefficients, low degree first."""
    return flint.fmpz_poly(list(coefficients))


def at_dyadic(poly: Whole, m: int, k: int) -> Integer:
    """A positive multiple of the value at m/2^k of a polynomial over the integers, the same
    multiple for all m.
    """
    if k <= 0:
        return poly(flint.fmpz(m << -k))
    value = poly(flint.fmpq(m, 1 << k))
    return value.p * ((1 << k * poly.degree()) // value.q)


def root_modulo(polynomial: tuple[int, ...], prime: int) -> int | None:
    """The least root modulo a prime; None if there is none or the prime divides the leading
    coefficient.
    """
    if polynomial[-1] % prime == 0:
        return None
    return min(
        (int(root) for root, _ in flint.nmod_poly(list(polynomial), prime).roots()), default=None
    )


def generates(poly: Element, modulus: Element) -> bool:
    """Whether the powers of an element are seen to span Q[x]/modulus by their rank modulo a prime.
    False may be an accident.
    """
    return bool(len(_independent(poly, modulus, _PRIME)) == modulus.degree())


def _independent(poly: Element, modulus: Element, prime: int) -> list[int]:
    """Positions of coefficients in which the powers of an element are independent modulo a prime,
    as many as their rank there.

    The rank is at most the degree of the minimal polynomial. It is taken to be 0 when the prime
    divides the denominator of the element.
    """
    degree = modulus.degree()
    if poly.denom() % prime == 0:
        return []
    reduced, step = (
        flint.nmod_poly(p.numer().coeffs(), prime) * pow(int(p.denom()), -1, prime)
        for p in (poly, modulus)
    )
    powers = [flint.nmod_poly([1], prime)]
    for _ in range(degree - 1):
        powers.append(powers[-1] * reduced % step)
    echelon, rank = flint.nmod_mat(
        degree, degree, [int(p[k]) for p in powers for k in range(degree)], prime
    ).rref()
    return [next(k for k in range(degree) if echelon[row, k] != 0) for row in range(rank)]


def minimal_polynomial(poly: Element, modulus: Element) -> tuple[int, ...]:
    """The minimal polynomial, primitive, of an element of Q[x]/modulus, the modulus monic over the
    integers.
    """
    prime = _PRIME
    while True:
        places = _independent(poly, modulus, prime)
        if places:
            # A relation between as many powers as are independent modulo a prime is minimal, if it
            # holds.
            *powers, last = _powers(poly, modulus, len(places) + 1)
            rows = flint.fmpq_mat([[power[k] for power in powers] for k in places])
            relation = rows.solve(flint.fmpq_mat([[-last[k]] for k in places])).entries()
            found = flint.fmpq_poly([*relation, 1])
            if composed(found, poly, modulus) == 0:
                return _primitive(found.numer())
        prime = _prime_below(prime)


def _prime_below(number: int) -> int:
    number -= 2
    while not flint.fmpz(number).is_prime():
        number -= 2
    return number


def generator_basis(
    generators: Sequence[Generator], images: Sequence[Sequence[Fraction]], modulus: Element
) -> tuple[list[str], Callable[[Element], tuple[Fraction, ...]]]:
    """A basis of Q[x]/modulus made of products of generators: the texts ("" for 1), and the
    function that finds coordinates in it.
    """
    degree = modulus.degree()
    names, elements = [""], [flint.fmpq_poly([1])]
    for generator, image in zip(generators, images, strict=True):
        powers = _basis_powers(generator, element(image), modulus)
        lower_names, lower_elements = list(names), list(elements)
        for k, power in enumerate(powers[1:], start=1):
            # The whole block of products with this power is independent of what is there, or none
            # of it is.
            if len(elements) == degree or _rank([*elements, power], degree) == len(elements):
                break
            names += [
                f"{name}*{generator.power_text(k)}" if name else generator.power_text(k)
                for name in lower_names
            ]
            elements += [e * power % modulus for e in lower_elements]
    if len(elements) != degree:
        raise InternalError(
            f"products of generators must be {degree} independent ones, not {len(elements)}"
        )
    basis = _matrix(elements, degree).transpose()
    if len(generators) > 1 and degree > 16:
        return names, lambda poly: coordinates(basis, poly)
    inverted = basis.inv()  # of simple matrices, or small ones
    return names, lambda poly: tuple(
        _fraction(c) for c in (inverted * _matrix([poly], degree).transpose()).entries()
    )


def _rank(elements: Sequence[Element], degree: int) -> int:
    """The rank of elements, each times its denominator, modulo a prime: at most their rank over
    Q.
    """
    entries = [
        int(c) % _PRIME for e in elements for c in e.numer().coeffs() + [0] * (degree - e.length())
    ]
    return int(flint.nmod_mat(len(elements), degree, entries, _PRIME).rank())


def _matrix(elements: Sequence[Element], degree: int) -> flint.fmpq_mat:
    """The matrix whose rows are the coefficients of the elements."""
    return flint.fmpq_mat([e.coeffs() + [0] * (degree - e.length()) for e in elements])


def _basis_powers(generator: Generator, image: Element, modulus: Element) -> list[Element]:
    image = image / generator.scale
    powers = [flint.fmpq_poly([1]), image]
    for _ in range(len(generator.polynomial) - 3):
        if generator.kind == "cosine":  # cos((k+1)a) = 2 cos(a) cos(ka) - cos((k-1)a)
            powers.append((2 * image * powers[-1] - powers[-2]) % modulus)
        else:
            powers.append(image * powers[-1] % modulus)
    return powers


def coordinates(basis: flint.fmpq_mat, poly: Element) -> tuple[Fraction, ...]:
    """The coordinates of an element in the basis that is the columns of a matrix."""
    return tuple(
        _fraction(c) for c in basis.solve(_matrix([poly], basis.nrows()).transpose()).entries()
    )


def composed(poly: Element, image: Element, modulus: Element) -> Element:
    """poly(image) in Q[x]/modulus."""
    result = flint.fmpq_poly([0])
    for c in reversed(poly.coeffs()):
        result = (result * image + c) % modulus
    return result


def solved(target: Element, base: Element, modulus: Element) -> Element:
    """The polynomial p with p(base) = target in Q[x]/modulus, which base generates."""
    return element(
        coordinates(
            _matrix(_powers(base, modulus, modulus.degree()), modulus.degree()).transpose(), target
        )
    )


def composed_sum(
    left: Sequence[int], right: Sequence[int]
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """A multiplier s, N(x) = prod (x - l - s*r), and sum l * N(x)/(x - l - s*r).

    l and r run over all complex roots of ``left`` and ``right``, both monic; s is such that N has
    no double root.
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
            cofactor = [
                sum(
                    (norm[j] * traces[j - i - 1] for j in range(i + 1, total + 1)),
                    start=flint.fmpz(0),
                )
                for i in range(total)
            ]
            return s, tuple(int(c) for c in norm.coeffs()), tuple(int(c) for c in cofactor)


def _power_sums(monic: Sequence[int], last: int) -> list[Integer]:
    """sum root^k for k = 0..last over all complex roots of a monic polynomial, by Newton's
    identities.
    """
    degree = len(monic) - 1
    high_first = [flint.fmpz(c) for c in reversed(monic)]
    sums = [flint.fmpz(degree)]
    for k in range(1, last + 1):
        total = -high_first[k] * k if k <= degree else flint.fmpz(0)
        for i in range(1, min(k - 1, degree) + 1):
            total -= high_first[i] * sums[k - i]
        sums.append(total)
    return sums


def _exponential_product(left: Sequence[Integer], right: Sequence[Integer]) -> list[Integer]:
    """sum_l C(k, l) left_(k-l) right_l for every k."""
    factorials = [flint.fmpz(1)]
    for k in range(1, len(left)):
        factorials.append(factorials[-1] * k)
    series = [
        flint.fmpq_poly([flint.fmpq(c, f) for c, f in zip(side, factorials, strict=True)])
        for side in (left, right)
    ]
    product = series[0] * series[1]
    return [(product[k] * f).p for k, f in enumerate(factorials)]


def _from_power_sums(sums: Sequence[Integer], degree: int) -> Whole:
    """The monic polynomial with these power sums of its roots (Newton's identities)."""
    high_first = [flint.fmpz(1)]
    for k in range(1, degree + 1):
        total = sum((high_first[k - i] * sums[i] for i in range(1, k + 1)), start=flint.fmpz(0))
        high_first.append(-total // k)
    return flint.fmpz_poly(high_first[::-1])


def quotient(numerator: Sequence[int], norm: Sequence[int], modulus: Element) -> Element:
    """numerator / norm' in Q[x]/modulus."""
    below = flint.fmpq_poly(list(norm)).derivative() % modulus
    return flint.fmpq_poly(list(numerator)) * inverse(below, modulus) % modulus


def factored(number: int) -> list[tuple[int, int]]:
    """Primes and exponents whose product is number > 0. Beyond 128 bits one of them may be
    composite if it has no small factors.
    """
    found = flint.fmpz(number).factor(trial_limit=None if number.bit_length() <= 128 else 1000)
    return [(int(p), e) for p, e in found]


def integer_root(number: int, index: int) -> int:
    """floor(number^(1/index)) for number >= 0."""
    return int(flint.fmpz(number).root(index))


def cosine_polynomial(order: int) -> tuple[int, ...]:
    """The minimal polynomial of 2*cos(pi/order)."""
    return tuple(int(c) for c in flint.fmpz_poly.cos_minpoly(2 * order).coeffs())
