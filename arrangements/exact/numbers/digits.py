"""Integers and decimal digits of any length, whatever ``sys.set_int_max_str_digits`` says.

Python refuses to convert between text and integers beyond a number of digits that every program may
set (4300 unless told, never below 640). Both directions are done here in pieces that no setting
refuses.

>>> integer("12"), text_of(-7)
(12, '-7')
"""

from __future__ import annotations

from fractions import Fraction

__all__ = ["integer", "text_of"]

_PIECE = 512  # below the smallest limit that Python lets anybody set


def integer(digits: str) -> int:
    """The integer that ASCII digits, with no sign, write."""
    if len(digits) <= _PIECE:
        return int(digits)
    low = len(digits) // 2
    return int(integer(digits[:-low]) * 10**low + integer(digits[-low:]))


def text_of(value: int | Fraction) -> str:
    """``str(value)`` for an integer or fraction of any length."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{text_of(value.numerator)}/{text_of(value.denominator)}"
    number = int(value)
    return f"-{_digits(-number)}" if number < 0 else _digits(number)


def _digits(number: int) -> str:
    if number.bit_length() <= 3 * _PIECE:  # at most 512 digits, since 10 > 2^3
        return str(number)
    low = number.bit_length() * 3 // 20  # about half of the digits
    high, rest = divmod(number, 10**low)
    return _digits(high) + _digits(rest).rjust(low, "0")
