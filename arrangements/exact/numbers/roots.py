"""Where irrational numbers come from: real roots of polynomials, radicals, and cosines of rational
angles.

Each function returns a number in the field that it generates, under a readable generator; quadratic
numbers always lie in Q(sqrt(D)), D free of (findable) squares. Arguments are checked by
``evaluation``.

>>> nth_root(Fraction(8), 2), trigonometric("cos", Fraction(1, 5))
(Algebraic('2*sqrt(2)'), Algebraic('(1 + sqrt(5))/4'))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import cast

from arrangements.errors import LimitReached
from arrangements.exact.numbers import _flint, root_isolation
from arrangements.exact.numbers.algebraic import Algebraic, Scalar, element, text
from arrangements.exact.numbers.digits import text_of
from arrangements.exact.numbers.expressions import Refused
from arrangements.exact.numbers.fields import simple_field
from arrangements.exact.numbers.number_limits import (
    MAX_FIELD_DEGREE,
    check_factored,
    check_radicand,
)
from arrangements.exact.numbers.texts import Generator, polynomial_text

__all__ = ["in_own_field", "nth_root", "number_of_root", "root_between", "trigonometric"]

_READABLE = 60  # longest text of a generator other than root(...)


def number_of_root(
    polynomial: tuple[int, ...], index: int, kind: str = "root", base: str = "", order: int = 0
) -> Scalar:
    """The real root with this index (from 0, upwards) of an irreducible polynomial, in the field
    that it generates.

    ``kind``, ``base`` and ``order`` are those of a ``Generator`` whose text is this number. They
    are not used where there is a better text: quadratic numbers are written with sqrt(D), roots of
    rationals as such, and numbers whose text is long as root(...).
    """
    degree, lead = len(polynomial) - 1, polynomial[-1]
    if degree == 1:
        return Fraction(-polynomial[0], lead)
    if degree == 2:
        return _quadratic(polynomial, index)
    if degree > MAX_FIELD_DEGREE:
        raise LimitReached(
            f"degree of a number field must be at most {MAX_FIELD_DEGREE}, not {degree}"
        )
    if not any(polynomial[1:-1]):
        # the negative root is minus a positive one
        if index == 0 and (degree % 2 == 0 or polynomial[0] > 0):
            return -number_of_root((-abs(polynomial[0]), *polynomial[1:]), 1 - degree % 2)
        kind, base, order = "radical", text_of(Fraction(-polynomial[0], lead)), degree
    scale = _integral_scale(polynomial)
    monic = tuple(c * scale ** (degree - k) // lead for k, c in enumerate(polynomial))
    generator = Generator(monic, index, kind, base, order, scale)
    if not base or len(generator.text) > _READABLE:
        low, high = root_isolation.isolating_intervals(polynomial)[index]
        name = f"root({polynomial_text(polynomial)}, {text_of(low)}, {text_of(high)})"
        if not base or len(name) < len(generator.text):
            generator = Generator(monic, index, "root", name, 0, scale)
    return element(simple_field(generator), (0, Fraction(1, scale)))


def in_own_field(value: Algebraic) -> Algebraic:
    """The number in the field that it generates, which may be smaller than the one that it came in."""
    return (
        value
        if value.generates_field()
        else cast(Algebraic, number_of_root(*value.minimal(), "expression", str(value)))
    )


def _quadratic(polynomial: tuple[int, ...], index: int) -> Scalar:
    """The smaller (index 0) or larger root of c + b*x + a*x^2, a > 0."""
    c, b, a = polynomial
    square, free = _square_part(b * b - 4 * a * c)
    field = simple_field(Generator((-free, 0, 1), 1, "radical", text_of(free), 2))
    return element(field, (Fraction(-b, 2 * a), Fraction(square if index else -square, 2 * a)))


def _square_part(number: int) -> tuple[int, int]:
    """(s, f) with number = s^2 * f > 0; f has no square factor that is easily found."""
    square = free = 1
    for factor, exponent in _flint.factored(number):
        if (root := isqrt(factor)) ** 2 == factor:
            factor, exponent = root, 2 * exponent
        square *= factor ** (exponent // 2)
        free *= factor ** (exponent % 2)
    return square, free


def _integral_scale(polynomial: tuple[int, ...]) -> int:
    """A small a > 0 such that a times every root is an algebraic integer, that is c_n divides
    c_(n-k) * a^k for every k.
    """
    *lower, lead = polynomial
    scale = 1
    for factor, exponent in _flint.factored(lead):
        missing = [
            (exponent - _valuation(c, factor, exponent), k)
            for k, c in enumerate(reversed(lower), start=1)
            if c
        ]
        scale *= factor ** max(-(-m // k) for m, k in missing)
    # A factor that is no prime may have hidden a part of the lead.
    return (
        scale
        if all(c * scale**k % lead == 0 for k, c in enumerate(reversed(lower), start=1))
        else lead
    )


def _valuation(number: int, factor: int, most: int) -> int:
    """How often a factor divides a number, counted up to ``most``."""
    count = 0
    while count < most and number % factor == 0:
        number //= factor
        count += 1
    return count


def nth_root(value: Scalar, index: int) -> Scalar:
    """The real root; ``value`` must not be negative when the index is even."""
    if index == 1 or value == 0:
        return value
    if value < 0:
        return -nth_root(-value, index)
    if isinstance(value, Algebraic):
        value = in_own_field(value)
        # at least; what minimal() returns is larger
        check_factored(index * value.field.degree, value.height_bits())
        base = value.minimal()[0]
        check_factored(index * (len(base) - 1), max(abs(c).bit_length() for c in base))
    else:
        check_radicand(index, max(value.numerator.bit_length(), value.denominator.bit_length()))
        base = (-value.numerator, value.denominator)
    degree = index * (len(base) - 1)
    composed = [0] * (degree + 1)
    composed[::index] = base

    def enclosure(bits: int) -> tuple[Fraction, Fraction]:
        low, high = (
            value.enclosure(index * bits) if isinstance(value, Algebraic) else (value, value)
        )
        scale = 2 ** (index * bits)
        floor = _flint.integer_root(max(low * scale // 1, 0), index)
        ceiling = _flint.integer_root(high * scale // 1, index) + 1
        return Fraction(floor, 2**bits), Fraction(ceiling, 2**bits)

    polynomial, which = root_isolation.locate(_flint.factors(composed), enclosure)
    return number_of_root(polynomial, which, "radical", text(value), index)


def root_between(coefficients: Sequence[Fraction], low: Fraction, high: Fraction) -> Scalar:
    """The one real root in [low, high] of a polynomial, low degree first. Refused when there is
    none or more than one.
    """
    if len(coefficients) < 2:
        raise Refused("a root of a polynomial of degree 1 or more")
    below = lcm(*(c.denominator for c in coefficients))
    polynomial = [int(c * below) for c in coefficients]
    check_factored(len(polynomial) - 1, max(abs(c).bit_length() for c in polynomial))
    found: list[tuple[tuple[int, ...], int]] = []
    for factor in _flint.factors(polynomial):
        if len(factor) == 2:
            if low <= Fraction(-factor[0], factor[1]) <= high:
                found.append((factor, 0))
        else:
            found += [
                (factor, i)
                for i in range(root_isolation.root_count(factor))
                if _is_between(factor, i, low, high)
            ]
    if len(found) != 1:
        raise Refused(f"a root that is alone between its bounds ({len(found)} roots are)")
    return number_of_root(*found[0])


def _is_between(factor: tuple[int, ...], index: int, low: Fraction, high: Fraction) -> bool:
    """Whether an irrational root lies between two rationals; it equals neither, so narrowing it
    decides.
    """
    bits = 8
    while True:
        floor = root_isolation.root_floor(factor, index, bits)
        below, above = Fraction(floor, 2**bits), Fraction(floor + 1, 2**bits)
        if all(above <= bound or below >= bound for bound in (low, high)):
            return low <= below and above <= high
        bits *= 2


def trigonometric(function: str, angle: Fraction) -> Scalar:
    """cos, sin or tan of angle*pi. Refused for the tangent of an odd multiple of pi/2."""
    if function == "cos":
        return _cosine(angle)
    if function == "sin":
        return _cosine(Fraction(1, 2) - angle)
    cosine = _cosine(angle)
    if cosine == 0:
        raise Refused("finite (a tangent is not)")
    order = lcm(angle.denominator, 2)  # sin and cos both lie in the field of cos(pi/order)
    value = _cosine_in(order, Fraction(1, 2) - angle) / _cosine_in(order, angle)
    return in_own_field(value) if isinstance(value, Algebraic) else value


def _cosine(angle: Fraction) -> Scalar:
    return _cosine_in(angle.denominator, angle)


def _cosine_in(order: int, angle: Fraction) -> Scalar:
    """cos(angle*pi) in the field of cos(pi/order); order is a multiple of the denominator of the
    angle.
    """
    degree = max(1, _totient(2 * order) // 2) if order < 6 * MAX_FIELD_DEGREE**2 else order
    if degree > MAX_FIELD_DEGREE:
        raise LimitReached(
            f"degree of a number field must be at most {MAX_FIELD_DEGREE}, not that of cos(pi/{text_of(order)})"
        )
    polynomial = _flint.cosine_polynomial(order)
    if degree <= 2:
        first = number_of_root(polynomial, degree - 1) / 2
    else:
        first = element(
            simple_field(Generator(polynomial, degree - 1, "cosine", "", order, 2)),
            (0, Fraction(1, 2)),
        )
    multiple = int(angle * order) % (2 * order)
    before: Scalar = Fraction(1)
    current: Scalar = first
    if multiple == 0:
        return before
    # cos((k+1)a) = 2 cos(a) cos(ka) - cos((k-1)a)
    for _ in range(min(multiple, 2 * order - multiple) - 1):
        before, current = current, 2 * first * current - before
    return current


def _totient(n: int) -> int:
    return sum(1 for k in range(1, n + 1) if gcd(k, n) == 1)
