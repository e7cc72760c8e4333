"""Toric arrangements: rows as characters x -> <u_i, x> of the torus (R/Z)^d, whose kernels are
subgroups of codimension one, of one part or more.

>>> from arrangements import Configuration
>>> characteristic_polynomial(Configuration([[2]])), regions(Configuration([[2]]))
((-2, 1), 2)
>>> triangle = Configuration([[2, -1], [-1, 2], [1, 1]])
>>> characteristic_polynomial(triangle), regions(triangle)
((6, -3, 1), 6)

The three characters are the positive roots of A2 on the torus of its coroots: the regions are
alcoves, as many as the group has elements. The polynomial counts the points off all kernels: over
the field of q elements those of the torus of its units, if q - 1 is divisible by what the rows
divide by, and with Z/m for (R/Z) those of (Z/m)^d (Lawrence 2011; Ehrenborg, Readdy, Slone 2009;
Moci 2012). Rows must be integers. Rows that are zero are left out; rows that are equal or opposite
have one kernel, but parallel ones need not: (2) has two points, and (1) one of them.
"""

from __future__ import annotations

from collections import defaultdict

from arrangements.errors import LimitReached
from arrangements.exact.linear.lattices import Lattice, index, joined
from arrangements.geometry.zonotopes import integer_rows
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from arrangements.running.validated import validated

__all__ = ["characteristic_polynomial", "regions"]

_MOST_LATTICES = 200_000  # each a tuple of rows: some hundred megabytes


@validated
def characteristic_polynomial(configuration: Configuration) -> tuple[int, ...]:
    """The sum of mobius(L) t^dim(L) over all layers L, the parts of intersections of kernels;
    constant term first.

    >>> from arrangements import Configuration
    >>> characteristic_polynomial(Configuration([[1], [2], [3]]))
    (-4, 1)
    """
    rows = integer_rows(configuration, "toric arrangement")
    numbers = [0] * (configuration.d + 1)
    for lattice, weight in _weights([row for row in rows if any(row)]).items():
        numbers[configuration.d - len(lattice)] += weight * index(lattice)
    return tuple(numbers)


@validated
def regions(configuration: Configuration) -> int:
    """The number of parts of the torus off all kernels.

    >>> from arrangements import Configuration
    >>> regions(Configuration([], dimension=2)), regions(Configuration([[3, 0]]))
    (1, 3)
    """
    return abs(next(number for number in characteristic_polynomial(configuration) if number))


def _weights(rows: list[tuple[int, ...]]) -> dict[Lattice, int]:
    """For each lattice the sum of (-1)^|S| over the sets S of rows that span it, where it is not 0.

    The points on all kernels of S are as many as the lattice says: its index times those of a torus
    of the dimension that is left. A row that a lattice holds cancels all sets that span it.
    """
    weights: dict[Lattice, int] = {(): 1}
    for done, row in enumerate(rows):
        report_progress("lattices of characters", done / len(rows))
        new = defaultdict(int, weights)
        for lattice, weight in weights.items():
            new[joined(lattice, row)] -= weight
        weights = {lattice: weight for lattice, weight in new.items() if weight}
        if len(weights) > _MOST_LATTICES:
            raise LimitReached(
                f"lattices that rows span must be at most {_MOST_LATTICES:,}, not {len(weights):,}"
            )
    return weights
