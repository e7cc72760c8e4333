"""The numbers that the offsets of a file can be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

__all__ = ["Binary", "Decimal", "Grid"]


class Grid(Protocol):
    """The numbers of a type."""

    def nearest(self, x: Fraction) -> Fraction:
        """The number of the type that is nearest; OverflowError if it is too large."""

    def unit(self, x: Fraction) -> Fraction:
        """The distance of neighbours near x."""


@dataclass(frozen=True)
class Binary:
    """Floats of so many bits, with the exponents of the least and beyond the largest one.

    >>> import numpy as np
    >>> Binary(11, -24, 16).nearest(Fraction(1, 3)) == Fraction(float(np.float16(1 / 3)))
    True
    """

    bits: int
    least: int
    largest: int

    def unit(self, x: Fraction) -> Fraction:
        exponent = self.least
        if x:
            size = abs(x)
            length = size.numerator.bit_length() - size.denominator.bit_length()
            length += size >= Fraction(2) ** length  # 2^(length - 1) <= |x| < 2^length
            exponent = max(exponent, length - self.bits)
        return Fraction(2) ** exponent

    def nearest(self, x: Fraction) -> Fraction:
        unit = self.unit(x)
        found = round(x / unit) * unit
        if abs(found) >= Fraction(2) ** self.largest:
            raise OverflowError
        return found


@dataclass(frozen=True)
class Decimal:
    """Decimal fractions with as many digits as the least step that matters needs."""

    step: Fraction

    def unit(self, x: Fraction) -> Fraction:
        digits = 0
        while Fraction(1, 10**digits) > self.step:
            digits += 1
        return Fraction(1, 10**digits)

    def nearest(self, x: Fraction) -> Fraction:
        unit = self.unit(x)
        return round(x / unit) * unit
