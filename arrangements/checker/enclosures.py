"""Integers below and above exponentials and logarithms of rational numbers."""

from __future__ import annotations

__all__ = ["BITS", "exponential", "logarithm"]

# Bits to which exponentials and logarithms are known, and the largest exponent.
BITS, MOST_EXPONENT = 128, 1 << 12


def exponential(top: int, bottom: int) -> int:
    """An integer above 2^BITS exp(top / bottom).

    The argument is halved until it is below 1 / 2, and the value squared as often. Powers are
    rounded up, or down for the inverse where the argument is negative; where a term is 1 unit at
    most, all that follow are less than another one.
    """
    if top < -BITS * bottom:
        return 1
    halvings = (abs(top) // bottom).bit_length() + 1
    scale = 2 * BITS + 2 * halvings
    up = top > 0
    argument = rounded(abs(top) << scale, bottom << halvings, up)
    term = total = 1 << scale
    terms = 0
    while term > up:
        terms += 1
        term = rounded(term * argument, terms << scale, up)
        total += term
    total += up
    for _ in range(halvings):
        total = rounded(total * total, 1 << scale, up)
    return rounded(total, 1 << scale - BITS, True) if up else -(-(1 << scale + BITS) // total)


def rounded(top: int, bottom: int, up: bool) -> int:
    return -(-top // bottom) if up else top // bottom


def logarithm(q: int) -> tuple[int, int]:
    """Integers below and above 2^BITS log q, for q > 0.

    With q = 2^k m, 1 <= m < 2: log q = 2 k artanh(1 / 3) + 2 artanh((m - 1) / (m + 1)).
    """
    k, guard = q.bit_length() - 1, 32
    two = artanh(1, 3, BITS + guard)
    rest = artanh(q - (1 << k), q + (1 << k), BITS + guard)
    low, high = (2 * (k * a + b) for a, b in zip(two, rest, strict=True))
    return low >> guard, -(-high >> guard)


def artanh(a: int, b: int, bits: int) -> tuple[int, int]:
    """Integers below and above 2^bits (z + z^3 / 3 + z^5 / 5 + ..) for z = a / b from 0 to 1 / 3.

    Powers are rounded down, each from the one before, so by e' <= e / 9 + 1 and always less than 2
    in all; the terms by less than 3. Where a power has become 0 it was less than 2, and it and
    all that follow make up less than 3.
    """
    power, total, terms = (a << bits) // b, 0, 1
    while power:
        total += power // (2 * terms - 1)
        power = power * a * a // (b * b)
        terms += 1
    return total, total + 3 * terms if a else 0
