"""Exact numbers: integers, and elements of a number field, which are integer polynomials in one real root of
an integer polynomial; vectors of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, zip_longest
from math import gcd, lcm
from typing import TypeAlias, Union, cast

from arrangements.checker.reading import Json, demand, fraction, keys, readable

__all__ = [
    "Number",
    "Root",
    "Rows",
    "Vector",
    "determinant",
    "differences",
    "dot",
    "integers",
    "integral",
    "minus",
    "plain",
    "sign",
    "vanishes",
    "vector",
]

Polynomial: TypeAlias = list[int]  # coefficients, the constant one first


Number: TypeAlias = Union[int, "Element"]  # an element of a number field; both have + - * and sign


Vector: TypeAlias = list[Number]


Rows: TypeAlias = list[Vector]


def bounds(p: Polynomial, a: int, b: int, q: int) -> tuple[int, int]:
    """Integers around q^degree times p(x), for all x from a / q to b / q; a tight pair if a = b."""
    low, high, power = 0, 0, 1
    for c in reversed(p):
        products = (low * a, low * b, high * a, high * b)
        low = min(products) + c * power
        high = max(products) + c * power
        power *= q
    return low, high


def remainder(p: Polynomial, m: Polynomial) -> Polynomial:
    """A positive multiple of p modulo m, without common factor: it has the sign of p at every root
    of m.
    """
    while True:
        while p and p[-1] == 0:
            p = p[:-1]
        content = gcd(*p)
        p = [c // content for c in p]
        if len(p) < len(m):
            return p

        factor = p[-1] if m[-1] > 0 else -p[-1]
        shifted = [0] * (len(p) - len(m)) + m
        p = [abs(m[-1]) * c - factor * e for c, e in zip(p, shifted, strict=True)]


class Root:
    """The only root of the integer polynomial ``p`` between a / q and b / q; the interval shrinks
    as signs are asked for.
    """

    def __init__(self, value: Json) -> None:
        polynomial, interval = keys(value, "polynomial", "interval")
        readable(
            isinstance(polynomial, list) and isinstance(interval, list) and len(polynomial) > 1,
            "a field must have a polynomial",
        )
        self.p = integers(polynomial, len(polynomial))
        self.degree = len(polynomial) - 1
        self.a, self.b, self.q = integers([*interval, "1"], 3)
        demand(
            self.p[-1] and self.a < self.b and self.changes_sign(self.p),
            "the polynomial must change sign in the interval",
        )
        derivative = [k * c for k, c in enumerate(self.p)][1:]
        low, high = bounds(derivative, self.a, self.b, self.q)
        demand(
            low > 0 or high < 0,
            "the interval must be so short that the polynomial plainly is monotone in it",
        )

    def changes_sign(self, p: Polynomial) -> bool:
        """Whether p has opposite signs, not 0, at the ends of the interval."""
        left, _ = bounds(p, self.a, self.a, self.q)
        right, _ = bounds(p, self.b, self.b, self.q)
        return left * right < 0

    def sign(self, p: Polynomial) -> int:
        """The sign of p at the root."""
        p = common = remainder(p, self.p)
        other = self.p
        while common:
            common, other = remainder(other, common), common
        # ``other`` is the greatest common divisor. If it has the root, then as a simple one, so its
        # sign changes there.
        if not p or self.changes_sign(other):
            return 0

        while True:
            low, high = bounds(p, self.a, self.b, self.q)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            self.halve()

    def halve(self) -> None:
        """Go on with the half of the interval that has the root, about."""
        a, b, self.q = 4 * self.a, 4 * self.b, 4 * self.q
        middle = (a + b) // 2
        middle += bounds(self.p, middle, middle, self.q)[0] == 0  # beside the root, not on it
        self.a, self.b = a, middle
        if not self.changes_sign(self.p):
            self.a, self.b = middle, b


class Element:
    """The value of an integer polynomial at a root."""

    def __init__(self, coefficients: Polynomial, root: Root) -> None:
        self.c = coefficients
        self.root = root

    def __add__(self, other: Number) -> Element:
        pairs = zip_longest(self.c, coefficients(other), fillvalue=0)
        return Element([a + b for a, b in pairs], self.root)

    def __mul__(self, other: Number) -> Element:
        factors = coefficients(other)
        product = [0] * (len(self.c) + len(factors) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(factors):
                product[i + j] += a * b
        return Element(product, self.root)

    def __sub__(self, other: Number) -> Element:
        return self + other * -1

    def __rsub__(self, other: int) -> Element:
        return self * -1 + other

    __radd__ = __add__
    __rmul__ = __mul__


def coefficients(x: Number) -> Polynomial:
    return x.c if isinstance(x, Element) else [x]


def sign(x: Number) -> int:
    return x.root.sign(x.c) if isinstance(x, Element) else (x > 0) - (x < 0)


def dot(u: Vector, v: Vector) -> Number:
    return sum((a * b for a, b in zip(u, v, strict=True)), 0)


def minus(u: Vector, v: Vector) -> Vector:
    return [a - b for a, b in zip(u, v, strict=True)]


def differences(rows: Rows) -> Rows:
    return [minus(u, v) for u, v in combinations(rows, 2)]


def vanishes(v: Vector) -> bool:
    return not any(map(sign, v))


def determinant(rows: Rows) -> Number:
    """By expansion along the first row."""
    if not rows:
        return 1
    total: Number = 0
    for k, c in enumerate(rows[0]):
        if sign(c):
            total = total + c * (-1) ** k * determinant([u[:k] + u[k + 1 :] for u in rows[1:]])
    return total


def integral(tables: Sequence[Sequence[Json]], root: Root | None) -> list[Rows]:
    """Lists of vectors of texts as numbers, all multiplied by one positive integer. In a field a
    number is the list of its coefficients.
    """
    readable(
        all(isinstance(v, list) for vectors in tables for v in vectors), "a vector must be a list"
    )
    split = [
        [[x if root and isinstance(x, list) else [x] for x in v] for v in vectors]
        for vectors in tables
    ]
    entries = [x for vectors in split for v in vectors for x in v]
    readable(
        all(len(x) == (root.degree if root else 1) for x in entries),
        "a number must have one coefficient for each power of the root",
    )
    scale = lcm(*(fraction(c)[1] for x in entries for c in x))

    def number(texts: list[Json]) -> Number:
        scaled = [top * (scale // bottom) for top, bottom in map(fraction, texts)]
        return Element(scaled, root) if root else scaled[0]

    return [[[number(x) for x in v] for v in vectors] for vectors in split]


def vector(value: Json, root: Root | None, length: int) -> Vector:
    """A positive multiple of a vector."""
    x = integral([[value]], root)[0][0]
    demand(len(x) == length, f"a vector must have {length} entries, not {len(x)}")
    return x


def integers(value: Json, length: int) -> list[int]:
    """A positive multiple of a vector of rational numbers."""
    return cast(list[int], vector(value, None, length))


def plain(text: str, root: Root | None) -> Json:
    """A rational number as it is written in the field."""
    return [text] + ["0"] * (root.degree - 1) if root else text
