"""Conversion: one real number of any type, exactly.

Text is read as written, ``-0.8`` is -4/5; a binary float in memory is the dyadic rational that it
is, whatever its width.

>>> exact("0.1"), exact(0.5), exact(10**400) == exact("1e400")
(Fraction(1, 10), Fraction(1, 2), True)
>>> exact("1 / 2", "row 3")
Traceback (most recent call last):
...
arrangements.errors.BadInput: number must be written without spaces, not '1 / 2' (row 3)
"""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from fractions import Fraction
from typing import Any, SupportsFloat, TypeAlias

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact.numbers.algebraic import Algebraic, Scalar
from arrangements.exact.numbers.evaluation import evaluate
from arrangements.exact.numbers.expressions import Refused
from arrangements.exact.numbers.grammar import rational, scaled, syntax

__all__ = ["Number", "exact", "parse"]

# What one entry may be, as far as a type can say: numbers of Python, NumPy and SymPy have
# ``__float__``, which is not used.
Number: TypeAlias = str | SupportsFloat


def parse(text: str, where: str = "") -> Scalar:
    """The number that a text writes in the grammar of ``grammar``.

    BadInput, naming ``where``, when it is none or beyond the limits of reading; LimitReached when
    its field is too large.
    """
    if not isinstance(text, str):
        raise BadInput(f"text must be a str, not {_named(text)}{_place(where)}")
    return exact(text, where)


def exact(value: Number, where: str = "") -> Scalar:
    """The exact value of an int, Fraction, Decimal, float, NumPy or ml_dtypes number, SymPy
    constant, Algebraic or text.

    BadInput, naming ``where``, for anything that is not one real number (a truth value is none) or
    is beyond the limits of reading; LimitReached when its field is too large.
    """
    try:
        return _converted(value)
    except Refused as error:
        raise BadInput(f"number must be {error}, not {_named(value)}{_place(where)}") from None
    except LimitReached as error:
        raise LimitReached(f"{error}, in {_named(value)}{_place(where)}") from None


def _converted(value: Any) -> Scalar:
    if isinstance(value, str):
        plain = rational(value)
        return evaluate(syntax(value)) if plain is None else plain
    if type(value) is Fraction or isinstance(value, Algebraic):
        return value
    if isinstance(value, bool):
        raise Refused("a number (a truth value is none)")
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float):
        return _from_float(value)
    if isinstance(value, Decimal):
        return _from_decimal(value)
    family = type(value).__module__.partition(".")[0]
    if family == "sympy":
        from arrangements.exact.numbers._sympy import tree_of

        return evaluate(tree_of(value))
    if family in ("numpy", "ml_dtypes"):
        return _from_numpy(value)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    raise Refused("real" if isinstance(value, complex) else "a real number")


def _from_float(value: Any) -> Fraction:
    """A float of any width."""
    if not math.isfinite(value):
        raise Refused("finite")
    return Fraction(*map(int, value.as_integer_ratio()))


def _from_decimal(value: Decimal) -> Fraction:
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):  # "F" for infinities, "n" and "N" for NaN
        raise Refused("finite")
    size = scaled("".join(map(str, digits)), exponent)
    return -size if sign else size


def _from_numpy(value: Any) -> Fraction:
    kind = value.dtype.kind if getattr(value, "shape", None) == () else ""
    if kind == "b":
        raise Refused("a number (a truth value is none)")
    if kind == "c":
        raise Refused("real")
    if kind in ("i", "u"):
        return Fraction(int(value))
    if kind == "f":
        return _from_float(value[()])
    # bfloat16 and narrower, exact in a float
    if kind == "V" and type(value).__module__ == "ml_dtypes":
        return _from_float(float(value))
    raise Refused("a real number")


def _named(value: object) -> str:
    """The value where its text is short to make, else its type."""
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        value = value.item()  # type: ignore[attr-defined]
    if value is None or isinstance(value, str | bytes | bool | float | complex | Decimal):
        return short_repr(value)
    return f"a value of type {type(value).__name__}"


def _place(where: str) -> str:
    return f" ({where})" if where else ""
