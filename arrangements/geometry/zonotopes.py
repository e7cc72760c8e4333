"""Zonotopes: the sum of the segments from 0 to each row.

Its normal fan is that of the arrangement, so its vertices are the topes: one for each, the sum of
the rows that are positive there. Rows that are zero or parallel change nothing of that.

>>> from arrangements import Configuration, load
>>> hexagon = Configuration([[1, 0], [0, 1], [1, 1]])
>>> [tuple(map(int, vertex)) for vertex in vertices(hexagon)]
[(0, 0), (0, 1), (1, 2), (1, 0), (2, 1), (2, 2)]
>>> volume(hexagon), ehrhart_polynomial(hexagon), ehrhart_polynomial(load("braid:4"))
(Fraction(3, 1), (1, 3, 3), (1, 6, 15, 16))

Volumes are sums over bases of rows (McMullen, Shephard 1974), numbers of lattice points sums over
independent sets (Stanley 1980; 1991, example 3.1). The permutohedron of four labels has edges along
the rows of ``braid:4``: 16 and 15 are the trees and the forests of two parts of four vertices.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from arrangements.errors import BadInput, LimitReached, needs, short_repr
from arrangements.exact.linear.lattices import Lattice, index, joined
from arrangements.exact.numbers import Scalar, exact
from arrangements.layers.configuration import Configuration
from arrangements.listing.patterns import sign_pattern
from arrangements.running import report_progress
from arrangements.running.validated import validated

__all__ = ["ehrhart_polynomial", "vertices", "volume"]

_MOST_LATTICES = 200_000  # each a tuple of rows: some hundred megabytes
_MOST_SETS = 1_000_000  # minors that are kept side by side


@validated
def vertices(configuration: Configuration) -> tuple[tuple[Scalar, ...], ...]:
    """The vertices, in the order of ``sign_pattern``."""
    configuration.demand_linear("zonotope")
    return tuple(
        tuple(
            sum(
                (row[j] for row, sign in zip(configuration.rows, tope, strict=True) if sign == "+"),
                exact(0),
            )
            for j in range(configuration.d)
        )
        for tope in _regions(configuration)
    )


def _regions(configuration: Configuration) -> list[str]:
    """The sign vectors of the regions; zero rows, which have no sign off 0, count as -."""
    rows = [i for i, row in enumerate(configuration.rows) if any(row)]
    words = []
    for tope in sign_pattern(configuration.restricted_to(rows)):
        signs = dict(zip(rows, tope, strict=True))
        words.append("".join(signs.get(i, "-") for i in range(configuration.n)))
    return words


@validated
def volume(configuration: Configuration) -> Scalar:
    """The d-dimensional volume: the sum of |det| over all sets of d rows.

    >>> from arrangements import Configuration
    >>> volume(Configuration([["sqrt(2)", 0], [1, 1]])), volume(Configuration([[1, 1]]))
    (Algebraic('sqrt(2)'), Fraction(0, 1))
    """
    configuration.demand_linear("zonotope")
    # Minors of the first columns of all sets of rows, by expansion along the next column.
    minors: dict[tuple[int, ...], Scalar] = {(): exact(1)}
    for j in range(configuration.d):
        above: dict[tuple[int, ...], Scalar] = defaultdict(lambda: exact(0))
        for chosen, minor in minors.items():
            for i, row in enumerate(configuration.rows):
                if row[j] and i not in chosen:
                    place = sum(1 for k in chosen if k < i)
                    part = minor * row[j]
                    above[tuple(sorted((*chosen, i)))] += -part if (j - place) % 2 else part
        minors = {chosen: minor for chosen, minor in above.items() if minor}
        if len(minors) > _MOST_SETS:
            raise LimitReached(f"sets of rows must be at most {_MOST_SETS:,}, not {len(minors):,}")
    return sum((minor if minor > 0 else -minor for minor in minors.values()), exact(0))


@validated
def ehrhart_polynomial(configuration: Configuration) -> tuple[int, ...]:
    """How many integer points the t-fold zonotope of integer rows has: a polynomial in t, constant
    term first. The lattice is Z^d.

    >>> from arrangements import Configuration
    >>> ehrhart_polynomial(Configuration([[2, 0], [0, 3]]))
    (1, 5, 6)
    """
    rows = integer_rows(configuration, "Ehrhart polynomial")
    numbers = [0] * (configuration.rank + 1)
    for lattice, sets in _spanned(rows).items():
        numbers[len(lattice)] += sets * index(lattice)
    return tuple(numbers)


def integer_rows(configuration: Configuration, what: str) -> list[tuple[int, ...]]:
    """The rows, which must be integers and without offsets, as integers."""
    configuration.demand_linear(what)
    rows = []
    for label, row in zip(configuration.labels, configuration.rows, strict=True):
        numbers = tuple(x.numerator for x in row if isinstance(x, Fraction) and x.denominator == 1)
        if len(numbers) < len(row):
            raise BadInput(f"{needs(what)} integer rows, not that of {short_repr(label)}")
        rows.append(numbers)
    return rows


def _spanned(rows: list[tuple[int, ...]]) -> dict[Lattice, int]:
    """Each lattice that independent rows span, with the number of sets that span it."""
    weights: dict[Lattice, int] = {(): 1}
    for done, row in enumerate(rows):
        report_progress("lattices of rows", done / len(rows))
        new = defaultdict(int, weights)
        for lattice, sets in weights.items():
            larger = joined(lattice, row)
            if len(larger) > len(lattice):
                new[larger] += sets
        weights = dict(new)
        if len(weights) > _MOST_LATTICES:
            raise LimitReached(
                f"lattices that rows span must be at most {_MOST_LATTICES:,}, not {len(weights):,}"
            )
    return weights
