"""The intersections of hyperplanes, ordered by reverse inclusion, and the polynomials that they
define.

A flat is a non-empty intersection of hyperplanes, known by the rows that vanish on it. Rows without
a normal vector but with an offset vanish nowhere; rows that are zero vanish everywhere, and so on
the least flat, R^d. Without offsets, the flats are a lattice.

>>> from arrangements import Configuration
>>> poset = intersections(Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"], bias=[0, 0, -1]))
>>> [(flat.labels, flat.dimension, flat.mobius) for flat in poset.flats][1:5]
[(('a',), 1, -1), (('b',), 1, -1), (('c',), 1, -1), (('a', 'b'), 0, 1)]
>>> poset.characteristic_polynomial(), poset.poincare_polynomial()
((3, -3, 1), (1, 3, 3))

Polynomials are tuples, constant term first. Everything is found from exact scalars, flat by flat:
for thousands of flats, not for millions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, isqrt
from typing import TYPE_CHECKING, Any, Literal

from arrangements.counting.polynomials import characteristic
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact import linear
from arrangements.exact.linear import Matrix
from arrangements.exact.numbers import Exact, sign
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from arrangements.running.validated import TYPED, validated

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["MAX_FLATS", "Flat", "Intersections", "has_good_reduction", "intersections"]

MAX_FLATS = 100_000

Row = tuple[Exact, ...]


@dataclass(frozen=True)
class Flat:
    """``rows``: a set of indices as bits, row i being bit i; ``mobius``: from the least flat."""

    labels: tuple[str, ...]
    rank: int
    dimension: int
    mobius: int
    rows: int


@validated(configuration=TYPED)
def intersections(
    configuration: Configuration | Chirotope, most: int = MAX_FLATS, *, modulus: int | None = None
) -> Intersections:
    """The intersections of hyperplanes, ordered by reverse inclusion.

    Parameters
    ----------
    configuration
        The hyperplanes, or an oriented matroid, for its lattice of flats.
    most
        How many flats there may be.
    modulus
        A prime number: the rows, as integers without common factor, are then taken over the field
        of so many elements.

    Returns
    -------
    The poset, with its flats, their covers and polynomials.

    Raises
    ------
    BadInput
        If the modulus is not prime, or is given for irrational rows or for an oriented matroid.
    LimitReached
        If there are more than ``most`` flats.

    Examples
    --------
    >>> from arrangements import load
    >>> intersections(load("braid:3"))
    <Intersections: 5 flats of 3 rows in R^3, 1 3 1 by rank>
    """
    labels = configuration.labels
    if not isinstance(configuration, Configuration):
        if modulus is not None:
            raise BadInput("modulus must not be given for a chirotope, which has no coordinates")
        return _of_chirotope(configuration, most)
    d, infinity = configuration.d, configuration.n
    functions = [
        (b, *row)
        for b, row in zip(configuration.bias or [0] * infinity, configuration.rows, strict=True)
    ]
    given = [*functions, (1, *[0] * d)]
    if modulus is not None:
        given = [linear.primitive(row) for row in _reducible(given, modulus)]
    rows = tuple(_line(row, modulus) for row in given)
    flats: list[Flat] = []
    level: dict[int, tuple[Row, ...]] = {_vanishing(rows): rows}
    while level:
        above: dict[int, tuple[Row, ...]] = {}
        rank = flats[-1].rank + 1 if flats else 0
        _add(flats, labels, level, rank, d)
        report_progress(f"flats of codimension {rank + 1}")
        for members, inside in level.items():
            for line, together in _classes(inside, infinity):
                if members | together not in above:
                    above[members | together] = _cut(inside, line, modulus)
                    if len(flats) + len(above) > most:
                        raise LimitReached(
                            f"intersection lattice must have at most {most:,} flats, not {len(flats) + len(above):,}"
                        )
        level = above
    return Intersections(infinity, d, tuple(flats))


def _add(flats: list[Flat], labels: Sequence[str], level: Iterable[int], rank: int, d: int) -> None:
    """Put the flats of one rank behind those of smaller rank."""
    for members in sorted(level, key=_bits):
        below = sum(
            flat.mobius for flat in flats if flat.rank < rank and flat.rows & members == flat.rows
        )
        flats.append(
            Flat(
                tuple(labels[i] for i in _bits(members)),
                rank,
                d - rank,
                1 if not rank else -below,
                members,
            )
        )


def _of_chirotope(chi: Chirotope, most: int) -> Intersections:
    """Every flat is an intersection of hyperplanes, on which cocircuits vanish; a flat that none is
    between lies one rank below.
    """
    whole = (1 << chi.n) - 1
    hyperplanes = {
        sum(1 << e for e, sign in enumerate(text) if sign == "0") for text in chi.cocircuits()
    }
    levels = [{whole}]
    for rank in range(chi.rank - 1, -1, -1):
        met = {flat & other for flat in levels[-1] for other in hyperplanes if flat & other != flat}
        largest = (
            [flat for flat in met if not any(flat & other == flat != other for other in met)]
            if rank < chi.rank - 1
            else hyperplanes
        )
        report_progress(f"flats of rank {rank}")
        levels.append(set(largest))
        if sum(map(len, levels)) > most:
            raise LimitReached(
                f"intersection lattice must have at most {most:,} flats, not {sum(map(len, levels)):,}"
            )
    flats: list[Flat] = []
    for rank, level in enumerate(reversed(levels)):
        _add(flats, chi.labels, level, rank, chi.rank)
    return Intersections(chi.n, chi.rank, tuple(flats))


@dataclass(frozen=True, eq=False, repr=False)
class Intersections:
    """All flats of n rows in R^d by increasing rank, R^d first: a sequence of them.

    >>> poset = intersections(Configuration([[1, 0], [0, 1]], ["a", "b"]))
    >>> poset, len(poset), poset[1].labels, [flat.rank for flat in poset]
    (<Intersections: 4 flats of 2 rows in R^2, 1 2 1 by rank>, 4, ('a',), [0, 1, 1, 2])
    """

    n: int
    d: int
    flats: tuple[Flat, ...]

    def __len__(self) -> int:
        return len(self.flats)

    def __iter__(self) -> Iterator[Flat]:
        return iter(self.flats)

    def __getitem__(self, k: int) -> Flat:
        return self.flats[k]

    def __repr__(self) -> str:
        numbers = Counter(flat.rank for flat in self.flats)
        by_rank = " ".join(str(numbers[rank]) for rank in sorted(numbers))
        return f"<Intersections: {len(self.flats)} flat{'s' * (len(self.flats) != 1)} of {self.n} rows in R^{self.d}, {by_rank} by rank>"

    @property
    def rank(self) -> int:
        """The largest codimension of a flat."""
        return self.flats[-1].rank

    def multiplicities(self, rank: int = 2) -> dict[int, int]:
        """How many flats of a rank lie in so many hyperplanes: for lines of the projective plane,
        points on so many lines (the t-vector).

        >>> from arrangements import load
        >>> intersections(load("simplicial:A(13,3)")).multiplicities()
        {2: 10, 3: 10, 4: 3, 5: 2}
        """
        return dict(
            sorted(
                Counter(flat.rows.bit_count() for flat in self.flats if flat.rank == rank).items()
            )
        )

    def covers(self) -> Iterator[tuple[Flat, Flat]]:
        """All pairs of a flat and one next above it, which is contained in it."""
        by_rank: dict[int, list[Flat]] = {}
        for flat in self.flats:
            by_rank.setdefault(flat.rank, []).append(flat)
            for lower in by_rank.get(flat.rank - 1, []):
                if lower.rows & flat.rows == lower.rows:
                    yield lower, flat

    def characteristic_polynomial(self) -> tuple[int, ...]:
        """The sum of mobius(F) t^dim(F) over all flats F."""
        return characteristic(self.poincare_polynomial(), self.d)

    def poincare_polynomial(self) -> tuple[int, ...]:
        """The sum of |mobius(F)| t^rank(F): at 1 the number of regions; its coefficients are the
        Whitney numbers.
        """
        numbers = [0] * (self.rank + 1)
        for flat in self.flats:
            numbers[flat.rank] += abs(flat.mobius)
        return tuple(numbers)

    def face_numbers(self) -> tuple[int, ...]:
        """How many faces of each dimension there are: on a flat F the sum of |mobius(F, G)| over
        all G above it (Zaslavsky 1975).
        """
        numbers = [0] * (self.d + 1)
        for start in self.flats:
            numbers[start.dimension] += sum(abs(mu) for _, mu in self._interval_mobius(start))
        return tuple(numbers)

    def _interval_mobius(self, start: Flat) -> Iterator[tuple[Flat, int]]:
        """The Möbius function from one flat to all above it."""
        known: list[tuple[Flat, int]] = []
        for flat in self.flats:
            if start.rows & flat.rows == start.rows:
                value = (
                    -sum(mu for other, mu in known if other.rows & flat.rows == other.rows)
                    if known
                    else 1
                )
                known.append((flat, value))
                yield flat, value

    @cached_property
    def _whitney(self) -> dict[str, dict[tuple[int, int], int]]:
        numbers: dict[str, dict[tuple[int, int], int]] = {"first": {}, "second": {}}
        for start in self.flats:
            for flat, mu in self._interval_mobius(start):
                place = (start.rank, flat.rank)
                for kind, value in (("first", mu), ("second", 1)):
                    numbers[kind][place] = numbers[kind].get(place, 0) + value
        return numbers

    def whitney_number(
        self, i: int, j: int | None = None, kind: Literal["first", "second"] = "first"
    ) -> int:
        """Doubly indexed: the sum of mobius(F, G), or with kind "second" the number, of all F <= G
        of ranks i and j.

        With one index k it is that of 0 and k.

        >>> from arrangements import load
        >>> poset = intersections(load("braid:3"))
        >>> poset.whitney_number(1), poset.whitney_number(0, 2), poset.whitney_number(1, 2, "second")
        (-3, 2, 3)
        """
        if kind not in ("first", "second"):
            raise BadInput(f"kind must be first or second, not {kind}")
        return self._whitney[kind].get((0, i) if j is None else (i, j), 0)

    def tutte_polynomial(self) -> tuple[tuple[int, ...], ...]:
        """The sum of (x-1)^(r-r(A)) (y-1)^(|A|-r(A)) over all sets A of hyperplanes with a common
        point (Ardila 2007).

        Without offsets it is that of the matroid of the rows. Entry [i][j] is the coefficient of
        x^i y^j.

        >>> from arrangements import load
        >>> intersections(load("braid:3")).tutte_polynomial()
        ((0, 1), (1, 0), (1, 0))
        """
        n, r = self.n, self.rank
        # for each flat, by size, the sets that lie in no smaller flat
        spanning: list[list[int]] = []
        table = [[0] * (n + 1) for _ in range(r + 1)]
        for at, flat in enumerate(self.flats):
            size = flat.rows.bit_count()
            own = [comb(size, k) for k in range(n + 1)]
            for other, sets in zip(self.flats[:at], spanning, strict=True):
                if other.rows & flat.rows == other.rows:
                    own = [a - b for a, b in zip(own, sets, strict=True)]
            spanning.append(own)
            for k in range(flat.rank, n + 1):
                table[r - flat.rank][k - flat.rank] += own[k]
        return _trimmed(_shifted(_shifted(table)))

    def _to_the_top(self) -> list[tuple[Flat, int]]:
        """|mobius(F, top)| for all flats of a lattice."""
        if sum(flat.rank == self.rank for flat in self.flats) > 1:
            raise BadInput("hyperplanes must have a common point for this polynomial")
        values: list[tuple[Flat, int]] = []
        for flat in reversed(self.flats):
            value = (
                -sum(mu for other, mu in values if flat.rows & other.rows == flat.rows)
                if values
                else 1
            )
            values.append((flat, value))
        return [(flat, abs(mu)) for flat, mu in values]

    def cocharacteristic_polynomial(self) -> tuple[int, ...]:
        """The sum of |mobius(F, top)| z^dim(F), where the top is the intersection of all
        hyperplanes.

        >>> from arrangements import load
        >>> intersections(load("braid:3")).cocharacteristic_polynomial()
        (0, 1, 3, 2)
        """
        numbers = [0] * (self.d + 1)
        for flat, mu in self._to_the_top():
            numbers[flat.dimension] += mu
        return tuple(numbers)

    def primitive_eulerian_polynomial(self) -> tuple[int, ...]:
        """The sum of |mobius(F, top)| (z - 1)^rank(F) (Bastidas, Hohlweg and Saliola 2023).

        >>> from arrangements import load
        >>> intersections(load("braid:3")).primitive_eulerian_polynomial()
        (0, 1, 1)
        """
        numbers = [0] * (self.rank + 1)
        for flat, mu in self._to_the_top():
            for k in range(flat.rank + 1):
                numbers[k] += mu * comb(flat.rank, k) * (-1) ** (flat.rank - k)
        return tuple(numbers)


def _bits(rows: int) -> list[int]:
    return [i for i in range(rows.bit_length()) if rows >> i & 1]


@validated
def has_good_reduction(configuration: Configuration, prime: int) -> bool:
    """Whether the same hyperplanes meet in the same flats modulo a prime number; rational rows
    only.

    >>> square = Configuration([[1, 0], [0, 1], [1, 1], [1, -1]])
    >>> has_good_reduction(square, 2), has_good_reduction(square, 3)
    (False, True)
    """
    return _facts(intersections(configuration)) == _facts(
        intersections(configuration, modulus=prime)
    )


def _facts(poset: Intersections) -> set[tuple[int, int]]:
    return {(flat.rows, flat.rank) for flat in poset.flats}


def _reducible(rows: Matrix, modulus: int) -> Matrix:
    if (
        type(modulus) is not int
        or modulus < 2
        or any(modulus % k == 0 for k in range(2, isqrt(modulus) + 1))
    ):
        raise BadInput(f"modulus must be a prime number, not {short_repr(modulus)}")
    if not linear.is_rational(rows):
        raise BadInput("rows must be rational to be reduced modulo a prime number")
    return rows


def _line(row: Sequence[Any], modulus: int | None = None) -> Row:
    """A vector on the same line, the same for all that are parallel; all zeros stay."""
    if modulus is not None:
        row = [x % modulus for x in row]
        first = next((x for x in row if x), 1)
        return tuple(x * pow(first, -1, modulus) % modulus for x in row)
    lead = next((x for x in row if x), None)
    if lead is None:
        return tuple(row)
    if not linear.is_rational([row]):
        row = [x / lead for x in row]
        if not linear.is_rational([row]):
            return tuple(row)
        lead = 1  # a multiple of a rational line, such as (2 sqrt(2), sqrt(2)) of (2, 1)
    return tuple(sign(lead) * x for x in linear.primitive(row))


def _vanishing(rows: Sequence[Row]) -> int:
    return sum(1 << i for i, row in enumerate(rows) if not any(row))


def _classes(rows: Sequence[Row], infinity: int) -> list[tuple[Row, int]]:
    """The lines of the rows that are not zero, and which rows are on them; not the line of the row
    at infinity.
    """
    classes: dict[Row, int] = {}
    for i, row in enumerate(rows):
        if any(row):
            classes[row] = classes.get(row, 0) | 1 << i
    return [(line, together) for line, together in classes.items() if not together >> infinity & 1]


def _cut(rows: Sequence[Row], line: Row, modulus: int | None) -> tuple[Row, ...]:
    """The rows on the hyperplane of one, in one coordinate less."""
    k = next(k for k, x in enumerate(line) if x)
    return tuple(
        _line([line[k] * row[j] - line[j] * row[k] for j in range(len(row)) if j != k], modulus)
        for row in rows
    )


def _shifted(table: Sequence[Sequence[int]]) -> list[list[int]]:
    """A polynomial in x - 1, the first index, as one in x; transposed."""
    height = len(table)
    return [
        [
            sum(table[k][j] * comb(k, i) * (-1) ** (k - i) for k in range(i, height))
            for i in range(height)
        ]
        for j in range(len(table[0]))
    ]


def _trimmed(table: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Without last rows and columns of zeros."""
    height = max((i for i, row in enumerate(table) if any(row)), default=0) + 1
    width = max((j for row in table for j, x in enumerate(row) if x), default=0) + 1
    return tuple(tuple(row[:width]) for row in table[:height])
