"""The limits of reading and of number fields. Each is checked before the work that it bounds is done.

A text beyond a limit is refused with ``BadInput``; a number that is readable but lies in too large a field raises ``LimitReached``.
"""

from __future__ import annotations

__all__ = ["MAX_BITS", "MAX_DIGITS", "MAX_FIELD_DEGREE", "MAX_NESTING", "MAX_NORM_DEGREE", "MAX_ROOT_BITS", "MAX_TEXT", "MAX_TOKENS"]

#: Decimal digits of the numerator, and of the denominator, of a number as it is written out: ``1e9999`` has 10,000 of them.
MAX_DIGITS = 10_000

#: The same bound in bits, for every intermediate result of an expression.
MAX_BITS = 33_220

#: Characters in one number.
MAX_TEXT = 100_000

#: Numbers, names and operators in one expression.
MAX_TOKENS = 5_000

#: Brackets inside brackets.
MAX_NESTING = 40

#: Degree over Q of a number field, of an exponent's denominator and of a polynomial in ``root(...)``.
MAX_FIELD_DEGREE = 64

#: Degree of the polynomial that is factored when a number is adjoined to a field.
MAX_NORM_DEGREE = 256

#: (degree + 1) times the bits of the largest coefficient, for a polynomial whose roots are isolated.
MAX_ROOT_BITS = 200_000
