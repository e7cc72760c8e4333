"""Exact real scalars: rationals, and elements of real number fields.

``exact`` takes any Python, NumPy or SymPy number and any text; ``parse`` is its grammar for text.
Rationals are fractions; irrationals are ``Algebraic``, elements of a ``NumberField``, with exact
signs. ``common_field`` rewrites several numbers in one field.

>>> from arrangements.exact.numbers import exact, sign
>>> exact("-0.8"), exact("5*sqrt(2)/2")
(Fraction(-4, 5), Algebraic('5*sqrt(2)/2'))
>>> exact("sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6))")
Fraction(0, 1)

Rational numbers are read with the standard library alone; python-flint is imported with the first
irrational one. ``number_limits`` names the limits.
"""

from __future__ import annotations

from arrangements.exact.numbers.algebraic import (
    Algebraic,
    Exact,
    Scalar,
    common_field,
    rounded,
    sign,
    text,
)
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
