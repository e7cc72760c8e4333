"""Vectors of an unnamed inner product space, as symbols: what holds for them holds in every
dimension.

A ``Space`` has named vectors, named positive scalars, and one free symbol for each inner product of
two of its vectors. Nothing else is known about the vectors, so an identity that holds here holds
for all real vectors of any dimension; the dimension enters through the inner products alone. Where
an identity fails, vectors with small integer coordinates are found at which it does.

>>> space = Space("a b")
>>> a, b = space.vectors
>>> (a + b).dot(a - b)
aa - bb
>>> space.identity("a false one", (a + b).dot(a + b), a.dot(a) + b.dot(b)).detail
'differ at a = (1, 0), b = (1, 1): 5 against 3'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product

from proofs.paper.algebra.polynomials import (
    Element,
    constant,
    evaluate,
    rational_functions,
    shortened,
)
from proofs.paper.verdicts.claim import Step

__all__ = ["Space", "Vector"]

_LARGEST_COORDINATE = 4


class Space:
    """The free inner product space on some named vectors, over the rational functions in their
    inner products and some scalars.

    Vectors named in ``unit`` have length 1.
    """

    def __init__(self, vectors: str, scalars: str = "", unit: str = "") -> None:
        self.names = tuple(vectors.split())
        self._pairs = list(combinations_with_replacement(self.names, 2))
        self._generators = rational_functions([*(p + q for p, q in self._pairs), *scalars.split()])
        self._scalar_names = tuple(scalars.split())
        self._gram = dict(zip(self._pairs, self._generators, strict=False))
        self.one = self._generators[0] ** 0
        self._gram |= {(name, name): self.one for name in unit.split()}
        self.vectors = tuple(Vector(self, ((name, self.one),)) for name in self.names)
        self.scalars: tuple[Element, ...] = tuple(self._generators[len(self._pairs) :])

    def product(self, p: str, q: str) -> Element:
        """The symbol for the inner product of the vectors named p and q."""
        return self._gram[(p, q)] if (p, q) in self._gram else self._gram[(q, p)]

    def identity(self, says: str, left: Element, right: Element) -> Step:
        """Decide ``left == right`` for all real vectors and all scalars at which both sides are
        defined.
        """
        if left == right:
            return Step(says, "holds", f"both sides expand to {shortened(left)}", (), symbolic=True)
        where, values = self._example(lambda value: value(left) != value(right), (left, right))
        return Step(
            says, "fails", f"differ at {where}: {values[0]} against {values[1]}", (), symbolic=True
        )

    def multiple(self, says: str, value: Element, of: Element, sign: int) -> Step:
        """Decide whether ``value`` is ``of`` times a rational constant of the given sign, for all
        real vectors.
        """
        ratio = constant(value / of)
        if ratio is None:
            where, values = self._example(
                lambda at: sign * at(value) * at(of) <= 0 and at(of) != 0, (value, of)
            )
            return Step(
                says,
                "fails",
                f"at {where} the two are {values[0]} and {values[1]}",
                (),
                symbolic=True,
            )
        return Step(
            says,
            "holds" if sign * ratio > 0 else "fails",
            f"the factor is {ratio}",
            (),
            symbolic=True,
        )

    def _example(
        self, wanted: Callable[[Callable[[Element], Fraction]], bool], shown: tuple[Element, ...]
    ) -> tuple[str, list[Fraction]]:
        """The first small vectors and scalars that are ``wanted``, as text, and the values of
        ``shown`` there.
        """
        for vectors, scalars in self._small_points():
            gram = [_dot(vectors[p], vectors[q]) for p, q in self._pairs]
            if any(
                self._gram[pair] == self.one and value != 1
                for pair, value in zip(self._pairs, gram, strict=True)
            ):
                continue
            point = dict(zip(self._generators, [*gram, *scalars], strict=True))

            def value(element: Element, point: dict[Element, int] = point) -> Fraction:
                return evaluate(self.one * element, point)

            try:
                if wanted(value):
                    parts = [f"{name} = {vectors[name]}" for name in self.names]
                    parts += [
                        f"{name} = {number}"
                        for name, number in zip(self._scalar_names, scalars, strict=True)
                    ]
                    return ", ".join(parts), [value(element) for element in shown]
            except ZeroDivisionError:
                continue
        return "no small vectors (the two sides are different expressions)", [Fraction(0)] * len(
            shown
        )

    def _small_points(self) -> Iterator[tuple[dict[str, tuple[int, ...]], tuple[int, ...]]]:
        """Vectors whose coordinates form a triangle: by orthonormalisation no others are needed."""
        k = len(self.names)
        entries = [(i, j) for i in range(k) for j in range(i + 1)]
        for bound in range(1, _LARGEST_COORDINATE + 1):
            for numbers in product(range(bound, -bound - 1, -1), repeat=len(entries)):
                triangle = dict(zip(entries, numbers, strict=True))
                vectors = {
                    name: tuple(triangle.get((i, j), 0) for j in range(k))
                    for i, name in enumerate(self.names)
                }
                for scalars in product(range(1, bound + 2), repeat=len(self._scalar_names)):
                    yield vectors, scalars


@dataclass(frozen=True)
class Vector:
    """A linear combination of the named vectors of one space."""

    space: Space
    terms: tuple[tuple[str, Element], ...]

    def __add__(self, other: Vector) -> Vector:
        sums = dict(self.terms)
        for name, factor in other.terms:
            sums[name] = sums.get(name, 0 * factor) + factor
        return Vector(
            self.space, tuple((name, sums[name]) for name in self.space.names if sums.get(name))
        )

    def __rmul__(self, factor: Element) -> Vector:
        return Vector(
            self.space, tuple((name, factor * old) for name, old in self.terms if factor * old)
        )

    def __neg__(self) -> Vector:
        return -1 * self

    def __sub__(self, other: Vector) -> Vector:
        return self + -other

    def __truediv__(self, divisor: int) -> Vector:
        return Vector(self.space, tuple((name, factor / divisor) for name, factor in self.terms))

    def dot(self, other: Vector) -> Element:
        """The inner product, as a polynomial in the symbols of the space."""
        return sum(
            (f * g * self.space.product(p, q) for p, f in self.terms for q, g in other.terms),
            0 * self.space.one,
        )


def _dot(v: tuple[int, ...], w: tuple[int, ...]) -> int:
    return sum(x * y for x, y in zip(v, w, strict=True))
