"""Polynomials with integer coefficients as tuples, constant term first.

>>> product((1, 2), (1, 3)), as_text((2, -3, 1)), as_text((0,))
((1, 5, 6), 't^2 - 3t + 2', '0')
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["as_text", "characteristic", "product"]


def product(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    result = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return tuple(result)


def characteristic(whitney: Sequence[int], d: int) -> tuple[int, ...]:
    """The characteristic polynomial, the sum of (-1)^k W_k t^(d - k), of an arrangement in R^d with
    these Whitney numbers.

    >>> characteristic((1, 3, 2), 2)
    (2, -3, 1)
    """
    coefficients = [0] * (d + 1)
    for k, number in enumerate(whitney):
        coefficients[d - k] = (-1) ** k * number
    return tuple(coefficients)


def as_text(polynomial: Sequence[int]) -> str:
    """The polynomial as people write it, highest power first."""
    terms = []
    for power in range(len(polynomial) - 1, -1, -1):
        c = polynomial[power]
        if c:
            size = "" if abs(c) == 1 and power else str(abs(c))
            terms.append(
                ("- " if c < 0 else "+ ")
                + size
                + ("" if power == 0 else "t" if power == 1 else f"t^{power}")
            )
    text = " ".join(terms) or "0"
    return text.removeprefix("+ ") if not text.startswith("- ") else "-" + text[2:]
