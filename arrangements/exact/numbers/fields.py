"""Real number fields.

A ``NumberField`` is Q(theta) inside the real numbers: an irreducible monic polynomial over the
integers and an interval that isolates its root theta. Fields are made by ``simple_field`` and
``field_extensions``, whose callers guarantee irreducibility; it is not checked here.

>>> from arrangements.exact.numbers import exact
>>> field = exact("(1+sqrt(5))/2").field
>>> field, field.polynomial, field.interval
(NumberField('Q(sqrt(5))'), (-5, 0, 1), (Fraction(2, 1), Fraction(3, 1)))
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from arrangements.exact.numbers.texts import Generator

if TYPE_CHECKING:
    from arrangements.exact.numbers._flint import Element, Integer

__all__ = ["NumberField", "simple_field"]

Basis: TypeAlias = "tuple[list[str], Callable[[Element], tuple[Fraction, ...]]]"


class NumberField:
    """The real number field Q(theta). Immutable.

    ``polynomial``: the minimal polynomial of theta, monic, low degree first. ``index``: theta's
    place among its real roots, upwards from 0. ``interval``: of all [m/2^k, (m+1)/2^k] the one with
    the smallest k >= 0 that holds theta and no other root. ``name``: after the ``generators`` that
    were adjoined to Q. Equality and hash go by polynomial and index; equal fields may bear
    different names, and different fields may be isomorphic or even the same set of numbers.
    """

    polynomial: tuple[int, ...]
    index: int
    generators: tuple[Generator, ...]
    weights: tuple[int, ...]
    images: tuple[tuple[Fraction, ...], ...]
    interval: tuple[Fraction, Fraction]
    degree: int
    name: str
    # the module _flint: imported with the first field, and held here for the elements
    adapter: ModuleType
    modulus: Element  # the polynomial as FLINT has it
    _powers: dict[int, list[Integer]]
    _basis: Basis | None

    __slots__ = (
        "_basis", "_powers", "adapter", "degree", "generators", "images", "index", "interval", "modulus", "name", "polynomial", "weights"
    )  # fmt: skip

    def __init__(
        self,
        polynomial: tuple[int, ...],
        index: int,
        generators: tuple[Generator, ...],
        weights: tuple[int, ...],
        images: tuple[tuple[Fraction, ...], ...],
    ) -> None:
        """``weights`` express theta as an integer combination of the generators, ``images`` the
        generators as polynomials in theta.
        """
        from arrangements.exact.numbers import _flint
        from arrangements.exact.numbers.root_isolation import isolating_intervals

        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("polynomial", polynomial)
        put("index", index)
        put("generators", generators)
        put("weights", weights)
        put("images", images)
        put("interval", isolating_intervals(polynomial)[index])
        put("degree", len(polynomial) - 1)
        put("name", f"Q({', '.join(g.text for g in sorted(generators, key=Generator.rank))})")
        put("adapter", _flint)
        put("modulus", _flint.element(polynomial))
        put("_powers", {})
        put("_basis", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a NumberField is immutable")

    def __reduce__(self) -> tuple[object, ...]:
        return NumberField, (
            self.polynomial,
            self.index,
            self.generators,
            self.weights,
            self.images,
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, NumberField):
            return NotImplemented
        return self.polynomial == other.polynomial and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.polynomial, self.index))

    def __repr__(self) -> str:
        return f"NumberField({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def root_modulo(self, prime: int) -> int | None:
        """A root of the polynomial modulo a prime, or None if there is none."""
        root: int | None = self.adapter.root_modulo(self.polynomial, prime)
        return root

    def powers(self, bits: int) -> list[Integer]:
        """Integers T_i with |theta^i * 2^bits - T_i| <= 2, for i below the degree."""
        table: list[Integer] | None = self._powers.get(bits)
        if table is None:
            from arrangements.exact.numbers.root_isolation import root_floor

            low, high = self.interval
            # |theta| + 1 < 2^size
            size = max(abs(low.numerator), abs(high.numerator)).bit_length() + 1
            # theta differs from its floor at extra + bits by less than 2^-(bits+extra), theta^i by
            # less than i*2^(size*i) times that.
            more = bits + size * self.degree + self.degree.bit_length() + 1
            theta = self.adapter.integer(root_floor(self.polynomial, self.index, more))
            table, power = [], self.adapter.integer(1)
            for i in range(self.degree):
                table.append(
                    power >> (more * i - bits) if more * i >= bits else power << (bits - more * i)
                )
                power = power * theta
            self._powers[bits] = table
        return table

    def basis(self) -> Basis:
        """The texts of the products of generators that form a basis over Q, and the function that
        finds coordinates in it.
        """
        if self._basis is None:
            object.__setattr__(
                self,
                "_basis",
                self.adapter.generator_basis(self.generators, self.images, self.modulus),
            )
        assert self._basis is not None
        return self._basis


@lru_cache(maxsize=1024)
def simple_field(generator: Generator) -> NumberField:
    """Q(g) with theta = g."""
    return NumberField(
        generator.polynomial, generator.index, (generator,), (1,), ((Fraction(0), Fraction(1)),)
    )
