"""Lattices in Z^d: sublattices by their Hermite basis, and how far they are from being saturated.

The Hermite basis of a lattice is its one basis in echelon form with positive pivots, and above
every pivot numbers from 0 up to it; so equal lattices have equal bases.

>>> hermite([(4, 2), (2, 4)]), index(hermite([(4, 2), (2, 4)]))
(((2, 4), (0, 6)), 12)
>>> joined(((2, 4), (0, 6)), (1, 1))
((1, 1), (0, 2))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

__all__ = ["Lattice", "hermite", "index", "joined"]

Lattice = tuple[tuple[int, ...], ...]


def hermite(rows: Iterable[Sequence[int]]) -> Lattice:
    """The Hermite basis of the lattice that the rows span."""
    lattice: Lattice = ()
    for row in rows:
        lattice = joined(lattice, row)
    return lattice


def joined(lattice: Lattice, row: Sequence[int]) -> Lattice:
    """The Hermite basis of the lattice and one vector more; the same lattice if it holds it."""
    left, kept = list(row), []
    basis = list(lattice)
    while any(left):
        lead = next(k for k, x in enumerate(left) if x)
        while basis and _lead(basis[0]) < lead:
            kept.append(basis.pop(0))
        if not basis or _lead(basis[0]) > lead:
            kept.append(tuple(left) if left[lead] > 0 else tuple(-x for x in left))
            break
        # The pivot becomes the greatest common divisor of the two, by Euclid's steps.
        top = list(basis.pop(0))
        while left[lead]:
            times = top[lead] // left[lead]
            top, left = left, [x - times * y for x, y in zip(top, left, strict=True)]
        kept.append(tuple(top) if top[lead] > 0 else tuple(-x for x in top))
    return _reduced([*kept, *basis])


def _lead(row: Sequence[int]) -> int:
    return next(k for k, x in enumerate(row) if x)


def _reduced(rows: list[tuple[int, ...]]) -> Lattice:
    """Multiples of later rows are taken off until each entry above a pivot is from 0 up to it."""
    for i in range(len(rows) - 1, -1, -1):
        for below in rows[i + 1 :]:
            lead = _lead(below)
            if times := rows[i][lead] // below[lead]:
                rows[i] = tuple(x - times * y for x, y in zip(rows[i], below, strict=True))
    return tuple(rows)


def index(lattice: Lattice) -> int:
    """The number of classes of integer vectors of its span: the greatest common divisor of the
    maximal minors of a basis; 1 if the lattice is saturated.
    """
    columns = list(zip(*lattice, strict=True))
    return prod(row[k] for k, row in enumerate(hermite(columns))) if lattice else 1
