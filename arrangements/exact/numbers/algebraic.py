"""Irrational elements of real number fields, and functions of all exact scalars.

An ``Algebraic`` is a polynomial in theta, of degree below that of its field, and never rational:
arithmetic that ends in Q returns a ``Fraction``. So an ``Algebraic`` is never zero, and its sign is
found by narrowing theta until the sign shows.

>>> from arrangements.exact.numbers import exact
>>> golden = exact("(1+sqrt(5))/2")
>>> golden**2 - golden, 1 / golden, golden < Fraction(13, 8), float(golden)
(Fraction(1, 1), Algebraic('(-1 + sqrt(5))/2'), True, 1.618033988749895)

The polynomial is held as FLINT has it; everything that is shown is a ``Fraction`` or an ``int``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arrangements.exact.numbers.digits import text_of
from arrangements.exact.numbers.fields import NumberField
from arrangements.exact.numbers.texts import combination

if TYPE_CHECKING:
    from arrangements.exact.numbers._flint import Element, Integer

__all__ = [
    "Algebraic",
    "Exact",
    "Scalar",
    "common_field",
    "element",
    "rounded",
    "scalar",
    "sign",
    "text",
]

_FIRST_BITS = 64  # the precision at which signs are tried first

_Operator = Callable[[Any, Any], Any]
_Order = Callable[[Fraction | int, Fraction | int], bool]


class Algebraic:
    """An irrational element of a real number field. Immutable; mixes with int, Fraction and
    elements of other fields.
    """

    _field: NumberField
    poly: Element  # in theta, as FLINT has it
    _leading: tuple[int, int] | None
    _minimal: tuple[tuple[int, ...], int] | None

    __slots__ = ("_field", "_leading", "_minimal", "poly")

    def __init__(self, field: NumberField, coefficients: tuple[Fraction | int, ...]) -> None:
        """The element of ``field`` with these coefficients of 1, theta, ...; they must not be those
        of a rational number.
        """
        value = element(field, coefficients)
        if not isinstance(value, Algebraic):
            raise ValueError(
                f"coefficients must be those of an irrational number, not of {text_of(value)}"
            )
        self._field, self.poly, self._leading, self._minimal = field, value.poly, None, None

    @property
    def field(self) -> NumberField:
        return self._field

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """Of 1, theta, theta^2, ..., as many as the degree of the field."""
        found: tuple[Fraction, ...] = self._field.adapter.coefficients(
            self.poly, self._field.degree
        )
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return Algebraic, (self._field, self.coefficients)

    # Arithmetic

    def _with(self, other: object, combine: _Operator) -> Scalar:
        """combine(self, other), an operation that FLINT has for two polynomials and for a
        polynomial and a rational.
        """
        field = self._field
        if isinstance(other, Algebraic):
            if other._field is field or other._field == field:
                return scalar(field, combine(self.poly, other.poly) % field.modulus)
            found: Scalar = combine(*common_field([self, other])[1])
            return found
        if type(other) is int:
            return scalar(field, combine(self.poly, other))
        if isinstance(other, int | Fraction):
            return scalar(field, combine(self.poly, field.adapter.rational(other)))
        return NotImplemented  # type: ignore[no-any-return]  # its callers may

    def __add__(self, other: Exact) -> Scalar:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Exact) -> Scalar:
        return self._with(other, operator.sub)

    def __rsub__(self, other: Exact) -> Scalar:
        return (-self)._with(other, operator.add)

    def __mul__(self, other: Exact) -> Scalar:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Exact) -> Scalar:
        if isinstance(other, Algebraic):
            return self * other.inverse()
        if isinstance(other, int | Fraction):
            return self * Fraction(1, other)
        return NotImplemented

    def __rtruediv__(self, other: Exact) -> Scalar:
        return self.inverse() * other if isinstance(other, int | Fraction) else NotImplemented

    def inverse(self) -> Algebraic:
        """1/self; it exists, since zero is rational."""
        return _irrational(self._field, self._field.adapter.inverse(self.poly, self._field.modulus))

    def __pow__(self, exponent: int) -> Scalar:
        if not isinstance(exponent, int):
            return NotImplemented
        base = self if exponent >= 0 else self.inverse()
        result: Scalar = Fraction(1)
        for bit in bin(abs(exponent))[2:]:
            result = result * result
            if bit == "1":
                result = result * base
        return result

    def __neg__(self) -> Algebraic:
        return _irrational(self._field, -self.poly)

    def __pos__(self) -> Algebraic:
        return self

    def __abs__(self) -> Algebraic:
        return -self if self.sign() < 0 else self

    # Order

    def sign(self) -> int:
        """-1 or 1, exact."""
        bits, numerators = _FIRST_BITS, self._numerators()
        # Since self is not 0, the error, which does not grow with the bits, loses in the end.
        while True:
            total, error = self._scaled(numerators, bits)
            if total > error:
                return 1
            if -total > error:
                return -1
            bits *= 2

    def _numerators(self) -> list[Integer]:
        found: list[Integer] = self.poly.numer().coeffs()
        return found

    def _scaled(self, numerators: list[Integer], bits: int) -> tuple[Integer, Integer]:
        """Integers with |self * denominator * 2^bits - total| <= error."""
        total = error = 0
        for a, power in zip(numerators, self._field.powers(bits), strict=False):
            total += a * power
            error += abs(a)
        return total, 2 * error

    def enclosure(self, bits: int) -> tuple[Fraction, Fraction]:
        """Fractions low < self < high with high - low <= 2^-bits."""
        numerators, denominator = self._numerators(), int(self.poly.denom())
        size = sum(int(abs(a)) for a in numerators)
        enough = max(1, bits + (4 * size).bit_length() - denominator.bit_length() + 1)
        total, error = self._scaled(numerators, enough)
        below = denominator << enough
        return Fraction(int(total - error), below), Fraction(int(total + error), below)

    def _compared(self, other: object, order: _Order) -> bool:
        """order(self - other, 0)."""
        if isinstance(other, int | Fraction):
            return order(sign(self - other), 0)
        if not isinstance(other, Algebraic):
            return NotImplemented  # type: ignore[no-any-return]  # its callers may
        if self == other:
            return order(0, 0)
        bits = _FIRST_BITS
        # They differ, so their enclosures part in the end.
        while True:
            (low, high), (below, above) = self.enclosure(bits), other.enclosure(bits)
            if high < below or low > above:
                return order(low, below)
            bits *= 2

    def __lt__(self, other: Exact) -> bool:
        return self._compared(other, operator.lt)

    def __le__(self, other: Exact) -> bool:
        return self._compared(other, operator.le)

    def __gt__(self, other: Exact) -> bool:
        return self._compared(other, operator.gt)

    def __ge__(self, other: Exact) -> bool:
        return self._compared(other, operator.ge)

    def __eq__(self, other: object) -> bool:
        """By value, whichever fields the two numbers are written in."""
        if not isinstance(other, Algebraic):
            return NotImplemented
        if self._field is other._field or self._field == other._field:
            return bool(self.poly == other.poly)
        return self.leading_bits() == other.leading_bits() and self.minimal() == other.minimal()

    def __hash__(self) -> int:
        return hash(self.leading_bits())

    def leading_bits(self) -> tuple[int, int]:
        """(m, e): m is floor(|self| * 2^e) with exactly 64 bits, negative for a negative number.
        They depend on the value alone.
        """
        if self._leading is None:
            bits = _FIRST_BITS
            while True:
                low, high = abs(self).enclosure(bits)
                if low > 0 and (found := _leading(low)) == _leading(high):
                    break
                bits *= 2
            self._leading = self.sign() * found[0], found[1]
        return self._leading

    def minimal(self) -> tuple[tuple[int, ...], int]:
        """The minimal polynomial over the integers, low degree first, and which of its real roots
        (from 0, upwards) this number is.
        """
        if self._minimal is None:
            from arrangements.exact.numbers.root_isolation import locate

            polynomial = self._field.adapter.minimal_polynomial(self.poly, self._field.modulus)
            self._minimal = locate([polynomial], self.enclosure)
        return self._minimal

    def generates_field(self) -> bool:
        """Whether no smaller field than the one that it is written in holds this number."""
        if self._field.adapter.generates(self.poly, self._field.modulus):
            return True
        return len(self.minimal()[0]) - 1 == self._field.degree

    def height_bits(self) -> int:
        """Bits of the largest integer among the numerators and the common denominator of the
        coefficients.
        """
        return max(int(abs(a)).bit_length() for a in (self.poly.denom(), *self._numerators()))

    # Display

    def __float__(self) -> float:
        """The nearest float."""
        bits = 2 * _FIRST_BITS
        # An irrational number is no midpoint of two floats, so both ends round to the same one in
        # the end.
        while True:
            low, high = self.enclosure(bits)
            if (low > 0 or high < 0) and float(low) == float(high):
                return float(low)
            bits *= 2

    def __repr__(self) -> str:
        return f"Algebraic({str(self)!r})"

    def __str__(self) -> str:
        """A text that ``parse`` reads back: a combination of products of the field's generators."""
        names, coordinates = self._field.basis()
        return combination(coordinates(self.poly), names)


Scalar = Fraction | Algebraic
Exact = int | Fraction | Algebraic  # a scalar, or a plain integer, which is faster


def element(field: NumberField, coefficients: Sequence[Fraction | int]) -> Scalar:
    """The number of a field with these coefficients of 1, theta, theta^2, ..."""
    return scalar(field, field.adapter.element(tuple(coefficients)) % field.modulus)


def scalar(field: NumberField, poly: Element) -> Scalar:
    """The element of a field that FLINT has as this reduced polynomial."""
    if poly.degree() > 0:
        return _irrational(field, poly)
    value: Fraction = field.adapter.coefficients(poly, 1)[0]
    return value


def common_field(scalars: Iterable[Exact]) -> tuple[NumberField | None, list[Scalar]]:
    """The numbers, all written in one real number field, and that field; None when all of them are
    rational. Plain ints become Fractions.

    LimitReached when the field would be of a degree beyond ``number_limits.MAX_FIELD_DEGREE``.

    >>> from arrangements.exact.numbers import exact
    >>> field, (a, b) = common_field([exact("sqrt(2)"), exact("sqrt(3)")])
    >>> field, a * b
    (NumberField('Q(sqrt(2), sqrt(3))'), Algebraic('sqrt(2)*sqrt(3)'))
    """
    values: list[Scalar] = [
        value if isinstance(value, Algebraic) else Fraction(value) for value in scalars
    ]
    fields = list(dict.fromkeys(value.field for value in values if isinstance(value, Algebraic)))
    if len(fields) < 2:
        return (fields[0] if fields else None), values
    from arrangements.exact.numbers.field_extensions import compositum

    field, thetas = compositum(fields)
    images = dict(zip(fields, thetas, strict=True))
    return field, [
        scalar(field, field.adapter.composed(value.poly, images[value.field], field.modulus))
        if isinstance(value, Algebraic)
        else value
        for value in values
    ]


def sign(value: Exact) -> int:
    """-1, 0 or 1, exact.

    >>> sign(Fraction(-3, 7))
    -1
    """
    if isinstance(value, Algebraic):
        return value.sign()
    return (value > 0) - (value < 0)


def text(value: Exact) -> str:
    """The exact text of a scalar, of any length, which ``parse`` reads back.

    >>> text(Fraction(-1, 2))
    '-1/2'
    """
    return str(value) if isinstance(value, Algebraic) else text_of(value)


def rounded(value: Exact, digits: int = 2) -> str:
    """So many digits of a number of any size.

    >>> rounded(Fraction(-1, 3)), rounded(Fraction(10**400 + 1, 3), 3)
    ('-0.33', '3.33e+399')
    """
    if isinstance(value, Algebraic):
        mantissa, exponent = value.leading_bits()
        value = mantissa * Fraction(2) ** -exponent
    exactly = Fraction(value)
    return f"{Decimal(exactly.numerator) / Decimal(exactly.denominator):.{digits}g}".lower()


def _irrational(field: NumberField, poly: Element) -> Algebraic:
    value = object.__new__(Algebraic)
    value._field, value.poly, value._leading, value._minimal = field, poly, None, None
    return value


def _leading(value: Fraction) -> tuple[int, int]:
    """(m, e): m is floor(value * 2^e) with exactly 64 bits, for a positive value."""
    e = 64 - value.numerator.bit_length() + value.denominator.bit_length()
    m = (value.numerator << max(e, 0)) // (value.denominator << max(-e, 0))
    return (m, e) if m < 2**64 else (m >> 1, e - 1)
