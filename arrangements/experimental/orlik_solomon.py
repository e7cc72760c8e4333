"""The algebra of Orlik and Solomon, the cohomology of the complement of the complexified
arrangement.

It has a generator for each hyperplane, products change sign with their order, and there are two
kinds of relations: products of hyperplanes without a common point are 0, and for dependent
hyperplanes with a common point the alternating sum of products without one of them is 0. Products
over sets without a broken circuit are a basis, so there are as many as the Whitney numbers say.

>>> from arrangements import load
>>> algebra = orlik_solomon(load("braid:3"))
>>> algebra.dimensions, algebra.basis(2)
((1, 3, 2), (('1-2', '1-3'), ('1-2', '2-3')))
>>> algebra.product({("1-3",): 1}, {("2-3",): 1})
{('1-2', '2-3'): Fraction(1, 1), ('1-2', '1-3'): Fraction(-1, 1)}

Multiplication by a sum w of generators makes the algebra a complex. The dimensions of its
cohomology tell which resonance varieties w is on; they are 0 unless the coefficients of the
hyperplanes sum to 0 (Yuzvinsky 1995):

>>> algebra.betti_numbers({"1-2": 1, "1-3": -1}), algebra.betti_numbers({"1-2": 1})
((0, 1, 1), (0, 0, 0))

Rows on one line have one generator, whichever of their labels is given. Rows that are zero are no
hyperplanes, and have none. Coefficients are rational. For oriented matroids, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.input_checks import Element, place_of
from arrangements.geometry.flats import MAX_FLATS, Flat, Intersections, intersections
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope
from arrangements.running import report_progress
from arrangements.running.validated import TYPED, validated

__all__ = ["OrlikSolomon", "Sum", "orlik_solomon"]

Sum = dict[tuple[str, ...], Fraction]
_Set = tuple[int, ...]
_Terms = dict[_Set, Fraction]


@validated(configuration=TYPED)
def orlik_solomon(configuration: Configuration | Chirotope, most: int = MAX_FLATS) -> OrlikSolomon:
    """The algebra; ``LimitReached`` if the intersection poset has more than ``most`` flats."""
    return OrlikSolomon(configuration.labels, intersections(configuration, most))


@dataclass(frozen=True, eq=False, repr=False)
class OrlikSolomon:
    """Elements are sums of products: coefficients by sets of labels, a product over labels in the
    order given. What comes out is in terms of ``basis``, labels in the order of the rows.
    """

    labels: tuple[str, ...]
    flats: Intersections

    def __repr__(self) -> str:
        return f"<OrlikSolomon: dimensions {' '.join(map(str, self.dimensions))}>"

    @property
    def dimensions(self) -> tuple[int, ...]:
        """Of degree 0, 1, ...: the Whitney numbers."""
        return tuple(map(len, self._basis))

    def basis(self, degree: int) -> tuple[tuple[str, ...], ...]:
        """The sets without a broken circuit: without a circuit whose first element was left out."""
        if degree < 0:
            raise BadInput(f"degree must not be negative, not {degree}")
        sets = self._basis[degree] if degree < len(self._basis) else []
        return tuple(tuple(self.labels[i] for i in chosen) for chosen in sets)

    def reduced(self, element: Mapping[tuple[Element, ...], int | Fraction]) -> Sum:
        """The element of the algebra in terms of ``basis``.

        >>> from arrangements import load
        >>> orlik_solomon(load("braid:3")).reduced({("2-3", "1-2"): 1})
        {('1-2', '2-3'): Fraction(-1, 1)}
        """
        return self._named(self._read(element))

    def product(
        self,
        one: Mapping[tuple[Element, ...], int | Fraction],
        other: Mapping[tuple[Element, ...], int | Fraction],
    ) -> Sum:
        """The product of two elements."""
        total: _Terms = defaultdict(Fraction)
        for left, x in self._read(one).items():
            for right, y in self._read(other).items():
                _add(total, self._monomial((*left, *right)), x * y)
        return self._named(total)

    def betti_numbers(self, weights: Mapping[Element, int | Fraction]) -> tuple[int, ...]:
        """The dimensions of the cohomology of multiplication by a sum of hyperplanes, by degree;
        hyperplanes that are not named have the coefficient 0.
        """
        factor: _Terms = defaultdict(Fraction)
        for label, x in weights.items():
            _add(factor, self._monomial((place_of(self.labels, label),)), _fraction(x))
        ranks = [0]
        for degree, (low, high) in enumerate(pairwise(self._basis)):
            report_progress("multiplying", degree / len(self._basis))
            places = {chosen: k for k, chosen in enumerate(high)}
            rows = []
            for chosen in low:
                image: _Terms = defaultdict(Fraction)
                for left, x in factor.items():
                    _add(image, self._monomial((*left, *chosen)), x)
                row = [Fraction(0)] * len(high)
                for product, x in image.items():
                    row[places[product]] = x
                rows.append(row)
            ranks.append(linear.rank(rows))
        ranks.append(0)
        return tuple(
            size - before - after
            for size, before, after in zip(self.dimensions, ranks, ranks[1:], strict=False)
        )

    # --- sets of rows by number

    @cached_property
    def _known(self) -> dict[_Set, _Terms]:
        return {}

    @cached_property
    def _closures(self) -> dict[int, Flat | None]:
        return {0: self.flats.flats[0]}

    def _closure(self, rows: int) -> Flat | None:
        """The least flat on which these rows vanish; None if they have no common point."""
        if rows not in self._closures:
            self._closures[rows] = next(
                (flat for flat in self.flats.flats if flat.rows & rows == rows), None
            )
        return self._closures[rows]

    @cached_property
    def _basis(self) -> list[list[_Set]]:
        """A set is without broken circuits iff each of its elements is the first of the closure of
        it and those behind it.
        """
        nothing = self.flats.flats[0].rows
        levels: list[list[_Set]] = [[()]]
        while levels[-1]:
            above = []
            for chosen in levels[-1]:
                rows = sum(1 << i for i in chosen)
                for e in range(chosen[0] if chosen else len(self.labels)):
                    flat = None if nothing >> e & 1 else self._closure(rows | 1 << e)
                    if flat is not None and _first(flat.rows & ~nothing) == e:
                        above.append((e, *chosen))
            levels.append(sorted(above))
        return levels[:-1]

    def _monomial(self, factors: _Set) -> _Terms:
        """A product in any order in terms of the basis."""
        if len(set(factors)) < len(factors):
            return {}
        turns = sum(a > b for k, a in enumerate(factors) for b in factors[k + 1 :])
        terms = self._sorted(tuple(sorted(factors)))
        return {chosen: -x for chosen, x in terms.items()} if turns % 2 else terms

    def _sorted(self, chosen: _Set) -> _Terms:
        if chosen not in self._known:
            self._known[chosen] = self._straightened(chosen)
        return self._known[chosen]

    def _straightened(self, chosen: _Set) -> _Terms:
        flat = self._closure(_bits(chosen))
        if flat is None or flat.rank < len(chosen):
            return {}
        nothing = self.flats.flats[0].rows
        for k in range(len(chosen) - 1, -1, -1):
            tail = chosen[k:]
            flat = self._closure(_bits(tail))
            first = tail[0] if flat is None else _first(flat.rows & ~nothing)
            if first < tail[0]:
                # With its first element c a circuit, whose relation says that the product over the
                # others is the sum of those with c instead of one of them.
                total: _Terms = defaultdict(Fraction)
                for e in tail:
                    without = self._closure(_bits(tail) & ~(1 << e))
                    if without is None or not without.rows >> first & 1:
                        replaced = tuple(first if i == e else i for i in chosen)
                        _add(total, self._monomial(replaced), Fraction(1))
                return {key: x for key, x in total.items() if x}
        return {chosen: Fraction(1)}

    def _read(self, element: Mapping[tuple[Element, ...], int | Fraction]) -> _Terms:
        total: _Terms = defaultdict(Fraction)
        for labels, x in element.items():
            if isinstance(labels, str):
                raise BadInput(f"product must be a tuple of labels, not {short_repr(labels)}")
            places = _distinct_or_not(self.labels, labels)
            if any(self.flats.flats[0].rows >> i & 1 for i in places):
                raise BadInput("product must be of hyperplanes, not of zero rows")
            _add(total, self._monomial(places), _fraction(x))
        return total

    def _named(self, terms: _Terms) -> Sum:
        return {tuple(self.labels[i] for i in chosen): x for chosen, x in terms.items() if x}


def _distinct_or_not(labels: tuple[str, ...], factors: Iterable[Element]) -> _Set:
    return tuple(place_of(labels, factor) for factor in factors)


def _fraction(x: int | Fraction) -> Fraction:
    if not isinstance(x, int | Fraction):
        raise BadInput(f"coefficient must be an integer or a Fraction, not {short_repr(x)}")
    return Fraction(x)


def _add(total: _Terms, terms: Mapping[_Set, Fraction], times: Fraction) -> None:
    for chosen, x in terms.items():
        total[chosen] += times * x


def _bits(chosen: Iterable[int]) -> int:
    return sum(1 << i for i in chosen)


def _first(rows: int) -> int:
    return (rows & -rows).bit_length() - 1
