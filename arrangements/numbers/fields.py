"""Real number fields and their elements.

A ``NumberField`` is Q(theta) inside the real numbers: an irreducible polynomial and the interval that isolates its root theta. An
``Algebraic`` is an irrational element of one, a polynomial in theta of degree below the degree of the field. It is never rational:
arithmetic that ends in Q returns a ``Fraction``. So an ``Algebraic`` is never zero, and its sign is found by narrowing theta's interval
until the sign shows.

>>> from arrangements.numbers import exact
>>> a = exact("(1+sqrt(5))/2")
>>> a, a.field, a**2 - a
(Algebraic('(1 + sqrt(5))/2'), NumberField('Q(sqrt(5))'), Fraction(1, 1))

Elements are held as FLINT polynomials by the adapter ``_flint``; everything that is shown is a ``Fraction`` or an ``int``. Fields are
made by ``roots`` and ``extensions``, which guarantee irreducibility and isolation; it is not checked again here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arrangements.numbers.digits import text_of

__all__ = ["Algebraic", "Generator", "NumberField", "Scalar", "sign", "text"]

_FIRST_BITS = 64  # the precision at which signs are tried first


@dataclass(frozen=True)
class Generator:
    """A real algebraic integer g that was adjoined to Q, and the text that people know it by.

    ``polynomial`` is its minimal polynomial, monic, low degree first; ``index`` counts the real roots upwards from 0. The text, a function
    or something in brackets, writes g/scale: cos(pi/7) is half an integer. ``cosine`` is q for cos(pi/q), whose powers are shown as cosines of multiples, and 0 otherwise.
    """

    polynomial: tuple[int, ...]
    index: int
    text: str
    scale: int = 1
    cosine: int = 0

    def basis_text(self, k: int) -> str:
        """The text of the k-th basis element, (g/scale)^k, or cos(k*pi/q) for a cosine."""
        if self.cosine:
            multiple = Fraction(k, self.cosine)
            upper = "" if multiple.numerator == 1 else f"{multiple.numerator}*"
            return f"cos({upper}pi/{multiple.denominator})"
        return self.text if k == 1 else f"{self.text}^{k}"


class NumberField:
    """The real number field Q(theta).

    ``polynomial``: the minimal polynomial of theta, an algebraic integer; monic, low degree first. ``interval``: the shortest interval [m/2^k,
    (m+1)/2^k] with k >= 0 that holds theta and no other root. ``name``: after the ``generators`` that were adjoined to Q. Equality and
    hash go by the polynomial and the interval; two equal fields may bear different names.
    """

    __slots__ = ("_cache", "_data", "_modulus", "degree", "generators", "images", "index", "interval", "name", "polynomial", "weights")

    polynomial: tuple[int, ...]
    interval: tuple[Fraction, Fraction]
    degree: int
    name: str
    generators: tuple[Generator, ...]
    index: int
    weights: tuple[int, ...]
    images: tuple[tuple[Fraction, ...], ...]
    _data: tuple[Any, ...]
    _modulus: Any
    _cache: dict[Any, Any]

    def __init__(
        self,
        polynomial: tuple[int, ...],
        index: int,
        generators: tuple[Generator, ...],
        weights: tuple[int, ...],
        images: tuple[tuple[Fraction, ...], ...],
    ) -> None:
        """``weights`` express theta as an integer combination of the generators, ``images`` the generators as polynomials in theta."""
        from arrangements.numbers import _flint

        names = [g.text.removeprefix("(").removesuffix(")") if g.text[0] == "(" else g.text for g in sorted(generators, key=lambda g: (len(g.polynomial), [abs(c) for c in g.polynomial], g.index))]
        for name, value in {
            "_data": (polynomial, index, generators, weights, images),
            "polynomial": polynomial,
            "index": index,
            "interval": _flint.isolating_intervals(polynomial)[index],
            "degree": len(polynomial) - 1,
            "name": f"Q({', '.join(names)})",
            "generators": generators,
            "weights": weights,
            "images": images,
            "_modulus": _flint.element(polynomial),
            "_cache": {},
        }.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a NumberField is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return NumberField, self._data

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, NumberField):
            return NotImplemented
        return self.polynomial == other.polynomial and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.polynomial, self.index))

    def __repr__(self) -> str:
        return f"NumberField({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def element(self, coefficients: tuple[Fraction | int, ...]) -> Scalar:
        """The element with these coefficients of 1, theta, theta^2, ..."""
        from arrangements.numbers import _flint

        return _scalar(self, _flint.element(coefficients) % self._modulus)

    def root_modulo(self, prime: int) -> int | None:
        """A root of the polynomial modulo a prime, or None if there is none or the prime divides the leading coefficient."""
        from arrangements.numbers import _flint

        return _flint.root_modulo(self.polynomial, prime)

    def powers(self, bits: int) -> list[Any]:
        """Integers T_i with |theta^i * 2^bits - T_i| <= 2, for i below the degree."""
        from arrangements.numbers import _flint

        table = self._cache.get(bits)
        if table is None:
            low, high = self.interval
            size = max(abs(low.numerator), abs(high.numerator), 1).bit_length() + 1  # |theta| + 1 < 2^size
            # theta differs from its floor at extra + bits by less than 2^-(bits+extra), theta^i by less than i*2^(size*i) times that.
            more = bits + size * self.degree + self.degree.bit_length() + 1
            theta = _flint.root_floor(self.polynomial, self.index, more)
            table, power = [], _flint.integer(1)
            for i in range(self.degree):
                table.append(power >> (more * i - bits) if more * i >= bits else power << (bits - more * i))
                power = power * theta
            self._cache[bits] = table
        return table

    def basis(self) -> tuple[list[str], Any]:
        """The texts of the products of generators that form a basis over Q, and the matrix of their coefficients, for the adapter."""
        if "basis" not in self._cache:
            from arrangements.numbers import _flint

            self._cache["basis"] = _flint.generator_basis(self.generators, self.images, self._modulus)
        return self._cache["basis"]


class Algebraic:
    """An irrational element of a real number field. Immutable; mixes with int, Fraction and elements of other fields."""

    __slots__ = ("_field", "_leading", "_minimal", "_poly")

    _field: NumberField
    _poly: Any
    _leading: tuple[int, int] | None
    _minimal: tuple[tuple[int, ...], int] | None

    def __init__(self, field: NumberField, coefficients: tuple[Fraction | int, ...]) -> None:
        """The element of ``field`` with these coefficients of 1, theta, ...; they must not be those of a rational number."""
        value = field.element(coefficients)
        if not isinstance(value, Algebraic):
            raise ValueError(f"coefficients must be those of an irrational number, not of {value}")
        self._field, self._poly, self._leading, self._minimal = field, value._poly, None, None

    @property
    def field(self) -> NumberField:
        return self._field

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        from arrangements.numbers import _flint

        return _flint.coefficients(self._poly, self._field.degree)

    def __reduce__(self) -> tuple[Any, ...]:
        return Algebraic, (self._field, self.coefficients)

    # Arithmetic

    def _with(self, other: object, combine: Callable[[Any, Any], Any]) -> Any:
        """combine(self, other) on polynomials; operators that FLINT takes for polynomials and rationals alike."""
        if isinstance(other, Algebraic):
            if other._field is self._field or other._field == self._field:
                return _scalar(self._field, combine(self._poly, other._poly) % self._field._modulus)
            from arrangements.numbers.extensions import common_field

            left, right = common_field([self, other])[1]
            return combine(left, right)
        if type(other) is int:
            return _scalar(self._field, combine(self._poly, other))
        if isinstance(other, int | Fraction):
            from arrangements.numbers import _flint

            return _scalar(self._field, combine(self._poly, _flint.rational(other)))
        return NotImplemented

    def __add__(self, other: object) -> Any:
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Any:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Any:
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        if isinstance(other, Algebraic):
            return self * other.inverse()
        if isinstance(other, int | Fraction):
            return self * (1 / Fraction(other))
        return NotImplemented

    def __rtruediv__(self, other: object) -> Any:
        if isinstance(other, int | Fraction):
            return self.inverse() * other
        return NotImplemented

    def inverse(self) -> Algebraic:
        """1/self; it exists, since zero is rational."""
        from arrangements.numbers import _flint

        return _algebraic(self._field, _flint.inverse(self._poly, self._field._modulus))

    def __pow__(self, exponent: object) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        base: Any = self if exponent >= 0 else self.inverse()
        result: Any = Fraction(1)
        for bit in bin(abs(exponent))[2:]:
            result = result * result
            if bit == "1":
                result = result * base
        return result

    def __neg__(self) -> Algebraic:
        return _algebraic(self._field, -self._poly)

    def __pos__(self) -> Algebraic:
        return self

    def __abs__(self) -> Algebraic:
        return -self if self.sign() < 0 else self

    def __bool__(self) -> bool:
        return True

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

    def _numerators(self) -> list[Any]:
        return self._poly.numer().coeffs()

    def _scaled(self, numerators: list[Any], bits: int) -> tuple[int, int]:
        """Integers with |self * denominator * 2^bits - total| <= error."""
        total = error = 0
        for a, power in zip(numerators, self._field.powers(bits), strict=False):
            total += a * power
            error += abs(a)
        return total, 2 * error

    def enclosure(self, bits: int) -> tuple[Fraction, Fraction]:
        """Fractions lo < self < hi with hi - lo <= 2^-bits."""
        numerators, denominator = self._numerators(), int(self._poly.denom())
        size = sum(abs(int(a)) for a in numerators)
        enough = max(1, bits + (4 * size).bit_length() - denominator.bit_length() + 2)
        total, error = self._scaled(numerators, enough)
        below = denominator << enough
        return Fraction(int(total - error), below), Fraction(int(total + error), below)

    def _compare(self, other: object) -> Any:
        """The sign of self - other."""
        if isinstance(other, int | Fraction):
            return (self - other).sign()
        if not isinstance(other, Algebraic):
            return NotImplemented
        if self == other:
            return 0
        if self._field == other._field:
            return sign(self - other)
        bits = _FIRST_BITS
        # They differ, so their enclosures part in the end.
        while True:
            (low, high), (below, above) = self.enclosure(bits), other.enclosure(bits)
            if high < below:
                return -1
            if low > above:
                return 1
            bits *= 2

    def __lt__(self, other: object) -> Any:
        order = self._compare(other)
        return order if order is NotImplemented else order < 0

    def __le__(self, other: object) -> Any:
        order = self._compare(other)
        return order if order is NotImplemented else order <= 0

    def __gt__(self, other: object) -> Any:
        order = self._compare(other)
        return order if order is NotImplemented else order > 0

    def __ge__(self, other: object) -> Any:
        order = self._compare(other)
        return order if order is NotImplemented else order >= 0

    def __eq__(self, other: object) -> bool:
        """By value, whichever fields the two numbers are written in."""
        if not isinstance(other, Algebraic):
            return False if isinstance(other, int | Fraction) else NotImplemented
        if self._field is other._field or self._field == other._field:
            return bool(self._poly == other._poly)
        return self.leading_bits() == other.leading_bits() and self.minimal() == other.minimal()

    def __hash__(self) -> int:
        return hash(self.leading_bits())

    def leading_bits(self) -> tuple[int, int]:
        """(m, e) with m = floor(|self| * 2^e) of exactly 64 bits, negative for a negative number. It depends on the value alone."""
        if self._leading is None:
            bits, where = _FIRST_BITS, 0
            while True:
                low, high = abs(self).enclosure(bits)
                if low > 0:
                    where = 64 - _exponent(low)
                    if _floor(low, where) == _floor(high, where) and _exponent(high) == _exponent(low):
                        break
                bits *= 2
            self._leading = (self.sign() * _floor(low, where), where)
        return self._leading

    def minimal(self) -> tuple[tuple[int, ...], int]:
        """The minimal polynomial over the integers, low degree first, and which of its real roots (from 0, upwards) this number is."""
        if self._minimal is None:
            from arrangements.numbers import _flint

            polynomial = _flint.minimal_polynomial(self._poly, self._field._modulus)
            self._minimal = polynomial, _flint.locate([polynomial], self.enclosure)[1]
        return self._minimal

    def generates_field(self) -> bool:
        """Whether the smallest field that holds this number is the one that it is written in."""
        from arrangements.numbers import _flint

        return _flint.generates(self._poly, self._field._modulus) or len(self.minimal()[0]) - 1 == self._field.degree

    def height_bits(self) -> int:
        """Bits of the largest integer in the representation."""
        return max(int(self._poly.denom()).bit_length(), *(int(abs(a)).bit_length() for a in self._numerators()))

    # Display

    def __float__(self) -> float:
        """The nearest float."""
        bits = 2 * _FIRST_BITS
        # An irrational number is no midpoint of two floats, so both ends round to the same one in the end.
        while True:
            low, high = self.enclosure(bits)
            if low > 0 or high < 0:
                left, right = float(low), float(high)
                if left == right:
                    return left
            bits *= 2

    def __repr__(self) -> str:
        return f"Algebraic({str(self)!r})"

    def __str__(self) -> str:
        """A text that ``parse`` reads back: a combination of products of the field's generators."""
        from arrangements.numbers import _flint

        names, basis = self._field.basis()
        return _combination(_flint.coordinates(basis, self._poly), names)


Scalar = Fraction | Algebraic


def sign(value: Scalar | int) -> int:
    """-1, 0 or 1, exact.

    >>> sign(Fraction(-3, 7))
    -1
    """
    if isinstance(value, Algebraic):
        return value.sign()
    return (value > 0) - (value < 0)


def text(value: Scalar | int) -> str:
    """The exact text of a scalar, of any length, which ``parse`` reads back.

    >>> text(Fraction(-1, 2))
    '-1/2'
    """
    return str(value) if isinstance(value, Algebraic) else text_of(value)


def _algebraic(field: NumberField, poly: Any) -> Algebraic:
    """The element, known to be irrational."""
    value = object.__new__(Algebraic)
    value._field, value._poly, value._leading, value._minimal = field, poly, None, None
    return value


def _scalar(field: NumberField, poly: Any) -> Scalar:
    if poly.degree() > 0:
        return _algebraic(field, poly)
    from arrangements.numbers import _flint

    return _flint.coefficients(poly, 1)[0]


def _exponent(value: Fraction) -> int:
    """e with 2^(e-1) <= value < 2^e, for positive values."""
    e = value.numerator.bit_length() - value.denominator.bit_length()
    return e + 1 if value >= Fraction(2) ** e else e


def _floor(value: Fraction, bits: int) -> int:
    """floor(value * 2^bits)."""
    if bits >= 0:
        return (value.numerator << bits) // value.denominator
    return value.numerator // (value.denominator << -bits)


def _combination(coefficients: tuple[Fraction, ...], names: list[str]) -> str:
    """Readable text of a combination of named numbers; the name of 1 is empty."""
    from math import lcm

    below = lcm(*(c.denominator for c in coefficients))
    terms = []
    for c, name in zip(coefficients, names, strict=True):
        a = int(c * below)
        if a == 0:
            continue
        size = text_of(abs(a))
        term = size if not name else name if size == "1" else f"{size}*{name}"
        terms.append((" - " if a < 0 else " + ") + term)
    body = "".join(terms)
    body = ("-" if body[1] == "-" else "") + body[3:]
    if below == 1:
        return body
    return f"({body})/{text_of(below)}" if len(terms) > 1 else f"{body}/{text_of(below)}"
