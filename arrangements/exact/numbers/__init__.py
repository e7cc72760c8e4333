"""Exact real scalars: rationals, and elements of real number fields.

``exact`` takes any Python, NumPy or SymPy number and any text; ``parse`` is its grammar for text.
Rationals are ``Fraction``; irrationals are ``Algebraic``, elements of a ``NumberField``, with exact
signs. ``common_field`` rewrites several numbers in one field.

>>> from arrangements.exact.numbers import exact, sign
>>> exact("-0.8"), exact("5*sqrt(2)/2")
(Fraction(-4, 5), Algebraic('5*sqrt(2)/2'))
>>> exact("sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6))")
Fraction(0, 1)

Rational numbers are read with the standard library alone; python-flint is imported with the first
irrational one. ``limits`` names the limits.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrangements.exact.numbers import algebraic
from arrangements.exact.numbers.algebraic import Algebraic, Exact, Scalar, rounded, sign, text
from arrangements.exact.numbers.conversion import Number, exact, parse
from arrangements.exact.numbers.fields import NumberField

__all__ = [
    "Algebraic",
    "Exact",
    "Number",
    "NumberField",
    "Scalar",
    "common_field",
    "exact",
    "parse",
    "rounded",
    "sign",
    "text",
]


def common_field(scalars: Iterable[Exact]) -> tuple[NumberField | None, list[Scalar]]:
    """The numbers, all written in one real number field, and that field; None when all of them are
    rational. Plain ints become Fractions.

    LimitReached when the field would be of a degree beyond ``limits.MAX_FIELD_DEGREE``.

    >>> field, (a, b) = common_field([exact("sqrt(2)"), exact("sqrt(3)")])
    >>> field, a * b
    (NumberField('Q(sqrt(2), sqrt(3))'), Algebraic('sqrt(2)*sqrt(3)'))
    """
    from fractions import Fraction

    values: list[Scalar] = [
        value if isinstance(value, Algebraic) else Fraction(value) for value in scalars
    ]
    if not any(isinstance(value, Algebraic) for value in values):
        return None, values
    return algebraic.common_field(values)
