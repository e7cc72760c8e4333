"""Anything that is one real number, exactly.

Text is read as written, ``-0.8`` is -4/5; a binary float in memory is the dyadic rational that it is, whatever its width.

>>> exact("0.1"), exact(0.5), exact(10**400) == exact("1e400")
(Fraction(1, 10), Fraction(1, 2), True)
>>> exact("1 / 2")
Traceback (most recent call last):
...
arrangements.errors.BadInput: number must be written without spaces, not '1 / 2'
"""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from fractions import Fraction
from typing import Any

from arrangements.errors import ArrangementsError
from arrangements.numbers.evaluation import evaluate
from arrangements.numbers.expressions import refusal
from arrangements.numbers.fields import Algebraic, Scalar
from arrangements.numbers.grammar import rational, syntax
from arrangements.numbers.limits import MAX_DIGITS

__all__ = ["exact", "parse"]


def parse(text: str, where: str = "") -> Scalar:
    """The number that a text writes in the grammar of ``grammar``. BadInput, naming ``where``, when it is none."""
    try:
        plain = rational(text)
        return _settled(evaluate(syntax(text))) if plain is None else plain
    except ArrangementsError as error:
        if not where:
            raise
        raise type(error)(f"{error} ({where})") from None


def exact(value: object, where: str = "") -> Scalar:
    """The exact value of an int, Fraction, Decimal, float, NumPy or ml_dtypes number, SymPy constant, Algebraic or text.

    BadInput, naming ``where``, for anything that is not one real number; a truth value is none.
    """
    if isinstance(value, str):
        return parse(str(value), where)
    if isinstance(value, Algebraic):
        return value
    if isinstance(value, bool):
        raise refusal("a number (a truth value is none)", value, where)
    if isinstance(value, int):
        return Fraction(int(value))
    if isinstance(value, float):
        return _dyadic(value, where)
    if type(value) is Fraction:
        return value
    if isinstance(value, Decimal):
        return _from_decimal(value, where)
    family = type(value).__module__.partition(".")[0]
    if family == "sympy":
        from arrangements.numbers._sympy import tree_of

        try:
            return _settled(evaluate(tree_of(value)))
        except ArrangementsError as error:
            raise type(error)(f"{error} ({where})") from None if where else error
    if family in ("numpy", "ml_dtypes"):
        return _from_numpy(value, where)
    if isinstance(value, complex | numbers.Complex) and not isinstance(value, numbers.Real):
        raise refusal("real", value, where)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    raise refusal("a real number", f"a value of type {type(value).__name__}" if value is not None else None, where)


def _settled(value: Scalar) -> Scalar:
    """The value in the field that it generates."""
    if isinstance(value, Algebraic):
        from arrangements.numbers.extensions import in_own_field

        return in_own_field(value)
    return value


def _dyadic(value: float, where: str) -> Fraction:
    if not math.isfinite(value):
        raise refusal("finite", value, where)
    return Fraction(*value.as_integer_ratio())


def _from_decimal(value: Decimal, where: str) -> Fraction:
    if not value.is_finite():
        raise refusal("finite", value, where)
    _, digits, exponent = value.as_tuple()
    if len(digits) + abs(int(exponent)) > 2 * MAX_DIGITS:
        raise refusal(f"written with at most {MAX_DIGITS} digits", "a longer Decimal", where)
    return Fraction(value)


def _from_numpy(value: Any, where: str) -> Fraction:
    kind, name = getattr(getattr(value, "dtype", None), "kind", ""), type(value).__name__
    if getattr(value, "shape", None) != ():
        raise refusal("one number", f"a value of type {name}", where)
    if kind == "b":
        raise refusal("a number (a truth value is none)", bool(value), where)
    if kind in "iu" and kind:
        return Fraction(int(value))
    if kind == "c":
        raise refusal("real", complex(value), where)
    if kind == "f" and hasattr(value, "as_integer_ratio") and math.isfinite(value):
        return Fraction(*map(int, value.as_integer_ratio()))  # longdouble is wider than float
    if kind in "fV" and kind and hasattr(value, "__float__"):
        return _dyadic(float(value), where)  # bfloat16 and narrower
    raise refusal("a real number", f"a value of type {name}", where)
