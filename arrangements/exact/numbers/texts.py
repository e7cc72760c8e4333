"""Readable texts of algebraic numbers, in the grammar that ``parse`` reads back.

>>> print(Generator((-2, 0, 0, 0, 1), 1, "radical", "2", 4).power_text(3), combination([Fraction(1, 2), Fraction(-3)], ["", "sqrt(2)"]))
2^(3/4) (1 - 6*sqrt(2))/2
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from arrangements.exact.numbers.digits import text_of

__all__ = ["Generator", "combination", "polynomial_text"]


@dataclass(frozen=True)
class Generator:
    """A real algebraic integer g that was adjoined to Q, and how people write it.

    ``polynomial`` is its minimal polynomial, monic, low degree first; ``index`` counts its real
    roots upwards from 0. The text writes g/scale: cos(pi/7) is half an integer. ``kind`` is
    ``cosine`` for cos(pi/order), ``radical`` for base^(1/order), ``root`` or ``expression`` for
    ``base`` itself, a call of root or any sum or product.
    """

    polynomial: tuple[int, ...]
    index: int
    kind: str
    base: str
    order: int = 0
    scale: int = 1

    def rank(self) -> tuple[object, ...]:
        """Simple generators first."""
        plain = ("radical", "cosine", "root", "expression").index(self.kind)
        return (
            len(self.polynomial),
            plain,
            [abs(c) for c in self.polynomial],
            self.polynomial,
            self.index,
            self.text,
        )

    @property
    def text(self) -> str:
        return self.base if self.kind == "expression" else self.power_text(1)

    def power_text(self, k: int) -> str:
        """The text of the k-th basis element, k > 0: cos(k*pi/order) for a cosine, (g/scale)^k for
        the others. It can be a factor.
        """
        if self.kind == "cosine":
            multiple = Fraction(k, self.order)
            return f"cos({'' if multiple.numerator == 1 else f'{multiple.numerator}*'}pi/{multiple.denominator})"
        power = f"^{k}" if k > 1 else ""
        if self.kind == "radical" and self.order in (2, 3):
            return f"{'sqrt' if self.order == 2 else 'cbrt'}({self.base}){power}"
        if self.kind == "radical":
            return f"{self.base if self.base.isdigit() else f'({self.base})'}^({Fraction(k, self.order)})"
        return (self.base if self.kind == "root" else f"({self.base})") + power


def combination(coefficients: Sequence[Fraction], names: Sequence[str]) -> str:
    """The text of a combination, not 0, of numbers with these texts; that of 1 is empty."""
    below = lcm(*(c.denominator for c in coefficients))
    terms = [(int(c * below), name) for c, name in zip(coefficients, names, strict=True) if c]
    body = _signed_sum(terms)
    if below == 1:
        return body
    return f"({body})/{text_of(below)}" if len(terms) > 1 else f"{body}/{text_of(below)}"


def polynomial_text(polynomial: Sequence[int]) -> str:
    """A polynomial in x, low degree first, from its highest term down."""
    names = ["", "x"] + [f"x^{k}" for k in range(2, len(polynomial))]
    return _signed_sum([(c, name) for c, name in zip(polynomial, names, strict=False) if c][::-1])


def _signed_sum(terms: Sequence[tuple[int, str]]) -> str:
    parts = []
    for c, name in terms:
        size = text_of(abs(c))
        parts.append("-" if c < 0 else "+")
        parts.append(size if not name else name if size == "1" else f"{size}*{name}")
    return ("-" if parts[0] == "-" else "") + " ".join(parts[1:])
