"""Conjectures about the regions of arrangements of pseudohyperplanes, checked on chirotopes.

An element is a wall of a tope if turning its sign alone gives a tope; opposite topes are one region.

>>> from arrangements.matroids.chirotopes import chirotope
>>> chi = Chirotope.from_text("+" * 35, 7, 4)
>>> sorted(map(len, walls(chi)))[::16], simplices(chi)[0]
([4, 5, 6], frozenset({0, 1, 2, 3}))
>>> [conjecture(chi) == HOLDS for conjecture in (las_vergnas, roudneff, shannon)]
[True, True, True]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from itertools import combinations
from math import comb

import networkx

from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope, chirotope
from proofs.search.determinations.chirotopes import topes
from proofs.search.determinations.instances import FAILS, HOLDS, OUTSIDE

__all__ = [
    "adjacent_simplices",
    "complete",
    "las_vergnas",
    "roudneff",
    "shannon",
    "simplices",
    "two_coloured_triangle",
    "walls",
]


def _of_arrangements(
    conjecture: Callable[[Chirotope], int],
) -> Callable[[Configuration | Chirotope], int]:
    """The conjecture, asked where it makes sense: from rank 3 on, without loops and parallel
    elements.
    """

    @wraps(conjecture)
    def status(member: Configuration | Chirotope) -> int:
        chi = member if isinstance(member, Chirotope) else chirotope(member)
        if chi.rank < 3 or chi.loops or chi.parallel_classes:
            return OUTSIDE
        return conjecture(chi)

    return status


def walls(chi: Chirotope) -> list[frozenset[int]]:
    """The walls of each region."""
    found = topes(chi)
    half = (word for word in found if word & 1)
    return [frozenset(e for e in range(chi.n) if word ^ 1 << e in found) for word in half]


def simplices(chi: Chirotope) -> list[frozenset[int]]:
    """The walls of the regions that have as few as the rank."""
    return sorted((part for part in walls(chi) if len(part) == chi.rank), key=sorted)


def complete(chi: Chirotope) -> int:
    """How many regions have all elements as walls."""
    return sum(len(part) == chi.n for part in walls(chi))


@_of_arrangements
def las_vergnas(chi: Chirotope) -> int:
    """Some region is a simplex (Las Vergnas 1980); so it is wherever there are vectors (Shannon)."""
    return HOLDS if simplices(chi) else FAILS


@_of_arrangements
def shannon(chi: Chirotope) -> int:
    """As many simplices as elements, at least; so it is wherever there are vectors (Shannon 1979)."""
    return HOLDS if len(simplices(chi)) >= chi.n else FAILS


@_of_arrangements
def adjacent_simplices(chi: Chirotope) -> int:
    """Each element is a wall of as many simplices as the rank, at least; so it is in rank 3 (Levi
    1926) and wherever there are vectors (Shannon 1979). Some type of rank 4 on 20 elements has an
    element that is a wall of none (Richter-Gebert 1993).
    """
    found = Counter(e for part in simplices(chi) for e in part)
    return HOLDS if all(found[e] >= chi.rank for e in range(chi.n)) else FAILS


@_of_arrangements
def roudneff(chi: Chirotope) -> int:
    """No more complete regions than the alternating one has, from n = 2 d + 1 on (Roudneff 1991)."""
    d = chi.rank - 1
    if chi.n < 2 * d + 1:
        return OUTSIDE
    return HOLDS if complete(chi) <= sum(comb(chi.n - 1, i) for i in range(d - 1)) else FAILS


@_of_arrangements
def two_coloured_triangle(chi: Chirotope) -> int:
    """However uniform pseudolines are coloured with two colours, both used, some triangle has both:
    lines that bound a triangle together hang together. It is proved for at most five lines of one
    colour, so for all of up to eleven (On Triangles in Colored Pseudoline Arrangements, arXiv
    2601.20574).
    """
    if chi.rank != 3 or not chi.is_uniform:
        return OUTSIDE
    graph = networkx.Graph()
    graph.add_nodes_from(range(chi.n))
    graph.add_edges_from(pair for part in simplices(chi) for pair in combinations(part, 2))
    return HOLDS if networkx.is_connected(graph) else FAILS
