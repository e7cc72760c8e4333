"""Faces of the convex hull of some points, by determinants alone: a method that shares nothing with
linear programs or tope lists.

A hyperplane through affinely independent points that has all points on one side gives a facet; the
smallest face that contains given points is the intersection of the facets that do. Points may
repeat, lie inside, on edges, or span less than the space.

>>> from arrangements.layers.configuration import Configuration
>>> square = Configuration([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]])
>>> sorted(map(sorted, facets(square)))
[[0, 1, 5], [0, 3], [1, 2], [2, 3]]
>>> sorted(smallest_face(square, (1, 5)))
[0, 1, 5]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from arrangements.exact import linear
from arrangements.exact.numbers import sign
from arrangements.layers.configuration import Configuration

__all__ = ["facets", "smallest_face"]


def facets(points: Configuration) -> set[frozenset[int]]:
    """The sets of (indices of) points on a facet. No facets when the hull is a single point."""
    rows = Configuration.affine(points).reduced_rows()
    rank = len(rows[0]) if rows else 0
    found = set()
    for chosen in combinations(range(len(rows)), rank - 1) if rank > 1 else ():
        normals = linear.kernel([rows[i] for i in chosen], rank)
        if len(normals) == 1:
            sides = [sign(linear.dot(normals[0], row)) for row in rows]
            if len(set(sides) - {0}) == 1:
                found.add(frozenset(i for i, side in enumerate(sides) if side == 0))
    return found


def smallest_face(points: Configuration, members: Iterable[int]) -> frozenset[int]:
    """The points on the smallest face that contains the given ones; all points if no facet does."""
    wanted = frozenset(members)
    face = frozenset(range(points.n))
    for facet in facets(points):
        if wanted <= facet:
            face &= facet
    return face
