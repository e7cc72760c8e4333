"""The limits of reading and of number fields. Each is checked before the work that it bounds is
done.

A number that is too long, deep or large is refused with ``BadInput``; one that needs too large a
field raises ``LimitReached``.
"""

from __future__ import annotations

from arrangements.errors import LimitReached

__all__ = [
    "MAX_ADJOINED_BITS",
    "MAX_BITS",
    "MAX_DIGITS",
    "MAX_ELEMENT_BITS",
    "MAX_FACTORED_BITS",
    "MAX_FACTORED_DEGREE",
    "MAX_FIELD_DEGREE",
    "MAX_ISOLATION_BITS",
    "MAX_NESTING",
    "MAX_RADICAND_BITS",
    "MAX_TEXT",
    "MAX_TOKENS",
    "check_adjoined",
    "check_factored",
    "check_radicand",
]

#: Decimal digits of the numerator, and of the denominator, of a number as it is written out: ``1e9999`` has 10,000 of them.
MAX_DIGITS = 10_000

#: The same bound in bits, for every rational intermediate result of an expression.
MAX_BITS = 33_220

#: Bits of the largest integer in an irrational intermediate result of an expression, times the degree of its field.
MAX_ELEMENT_BITS = 5_000_000

#: Characters in one number.
MAX_TEXT = 100_000

#: Numbers, names and operators in one expression.
MAX_TOKENS = 5_000

#: Brackets inside brackets.
MAX_NESTING = 40

#: Degree over Q of a number field, index of a root, and degree of a polynomial in ``root(...)``.
MAX_FIELD_DEGREE = 64

#: The index of a root of a rational number times the bits of its numerator or denominator.
MAX_RADICAND_BITS = 200_000

#: Degree of a polynomial that is factored: in ``root(...)``, for a root of an irrational number, and to adjoin a number to a field.
MAX_FACTORED_DEGREE = 128

#: The square of that degree times the bits of the largest coefficient, or when a number is adjoined, of the largest root.
MAX_FACTORED_BITS = 200_000

#: The fourth power of the degree of a field that is made by adjoining, times the bits of the largest root.
MAX_ADJOINED_BITS = 150_000_000

#: Bits that pass through the bisections which isolate the real roots of one polynomial. Only clusters of roots need so many.
MAX_ISOLATION_BITS = 1_000_000_000


def check_factored(degree: int, bits: int) -> None:
    """Raise LimitReached before a polynomial of this degree with coefficients or roots of so many
    bits is factored.

    >>> check_factored(3, 10**6)
    Traceback (most recent call last):
    ...
    arrangements.errors.LimitReached: degree^2 * bits of a polynomial to be factored must be at most 200000, not 9000000
    """
    if degree > MAX_FACTORED_DEGREE:
        raise LimitReached(
            f"degree of a polynomial to be factored must be at most {MAX_FACTORED_DEGREE}, not {degree}"
        )
    if degree**2 * bits > MAX_FACTORED_BITS:
        raise LimitReached(
            f"degree^2 * bits of a polynomial to be factored must be at most {MAX_FACTORED_BITS}, not {degree**2 * bits}"
        )


def check_adjoined(degree: int, bits: int) -> None:
    """Raise LimitReached before a field of this degree is made by adjoining, where roots have so
    many bits.
    """
    if degree > MAX_FIELD_DEGREE:
        raise LimitReached(
            f"degree of a number field must be at most {MAX_FIELD_DEGREE}, not {degree}"
        )
    if degree**4 * bits > MAX_ADJOINED_BITS:
        raise LimitReached(
            f"degree^4 * bits of a common field must be at most {MAX_ADJOINED_BITS}, not {degree**4 * bits}"
        )


def check_radicand(index: int, bits: int) -> None:
    """Raise LimitReached before a root of a rational number with so many bits is taken."""
    if index * bits > MAX_RADICAND_BITS:
        raise LimitReached(
            f"index * bits of a root must be at most {MAX_RADICAND_BITS}, not {index * bits}"
        )
