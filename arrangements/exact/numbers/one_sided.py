"""Bounds as they are printed: few digits, on the safe side of a number, or the number itself where it
has no more digits.

``at_least`` writes a number that is not above, ``at_most`` one that is not below; all commands,
reports, pages and tables write the bounds that they claim with these two. A bound that is not 0 is
never written as 0, and one below 1 never as 1: what is left to 1 is written then. Numbers of
thousands of digits become powers of two.

>>> at_least(Fraction(2, 3)), at_most(Fraction(2, 3)), at_most(Fraction(1, 4))
('0.6666666', '0.6666667', '0.25')
>>> at_most(1 - Fraction(1, 10**30)), at_least(1 - Fraction(1, 10**30)), at_most(Fraction(1, 3**900))
('1 - 1e-30', '0.9999999', '3.89826e-430')
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import ceil, floor, inf, nextafter
from sys import float_info

__all__ = ["DIGITS", "at_least", "at_most", "float_at_least", "float_at_most"]

DIGITS = 7
_LONG = 1 << 14  # bits of numbers that are written exactly, or divided
_PLAIN = range(-5, 9)  # places of the first digit of numbers that are written without an exponent


def at_least(x: Fraction | float, digits: int = DIGITS) -> str:
    """So many digits of a number that is not above x, and is x if x has no more digits.

    >>> at_least(1000), at_least(-Fraction(1, 3), 3), at_least(0.0), at_least(2.5e20)
    ('1000', '-0.334', '0', '2.5e+20')
    """
    return _written(Fraction(x), digits, ROUND_FLOOR)


def at_most(x: Fraction | float, digits: int = DIGITS) -> str:
    """So many digits of a number that is not below x, and is x if x has no more digits.

    >>> at_most(-Fraction(1, 3), 3), at_most(1), at_most(0.1, 20), at_most(-(10**9999))
    ('-0.333', '1', '0.10000000000000000556', '-2^33214')
    """
    exact = Fraction(x)
    found = _written(exact, digits, ROUND_CEILING)
    return f"1 - {at_least(1 - exact, 2)}" if found == "1" and exact < 1 else found


def float_at_least(x: Fraction) -> float:
    """The largest float that is not above x, as JSON and arrays hold bounds.

    >>> float_at_least(Fraction(1, 3)) < Fraction(1, 3) < float_at_most(Fraction(1, 3))
    True
    """
    try:
        near = x.numerator / x.denominator
    except OverflowError:
        return float_info.max if x > 0 else -inf
    return near if Fraction(near) <= x else nextafter(near, -inf)


def float_at_most(x: Fraction) -> float:
    """The least float that is not below x.

    >>> float_at_most(Fraction(1, 2)), float_at_most(1 - Fraction(1, 10**30))
    (0.5, 1.0)
    """
    return -float_at_least(-x)


def _written(x: Fraction, digits: int, rounding: str) -> str:
    size = (
        abs(x.numerator).bit_length() - x.denominator.bit_length()
    )  # 2^(size - 1) < |x| < 2^(size + 1)
    if x and max(x.numerator.bit_length(), x.denominator.bit_length()) > _LONG:
        if abs(size) > _LONG // 2:
            outwards = (x > 0) == (rounding == ROUND_CEILING)
            return f"{'-' * (x < 0)}2^{size + 1 if outwards else size - 1}"
        unit = Fraction(2) ** (size - _LONG // 2)
        x = (floor(x / unit) if rounding == ROUND_FLOOR else ceil(x / unit)) * unit
    context = Context(digits, rounding, MIN_EMIN, MAX_EMAX, traps=[])
    found = context.divide(Decimal(x.numerator), Decimal(x.denominator)).normalize(context)
    return f"{found:f}" if found.adjusted() in _PLAIN else str(found).lower()
