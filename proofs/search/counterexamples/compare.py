"""All pairs of small integer configurations: those of a grid in order of least effort, compared
with each other.

``ordered`` lists the matrices of a grid that a domain admits by largest entry, sum of absolute
entries, number of negative entries, then lexicographically. The first counter-example met has the
least second configuration in this order; its first configuration is the least that shares its P.
Rows of length 1 are not integers: there k bounds the denominators, and takes the place of the
largest entry.

>>> from proofs.search.determinations.determination import determination
>>> found = compare(determination("C -> R", DISTINCT), Grid(3, 1, 3))
>>> [[str(x) for (x,) in c.rows] for c in (found.pairs[0].first, found.pairs[0].second)], found.seen
([['-1', '1', '2'], ['-1', '2', '1']], 2)
>>> len(list(ordered(Grid(2, 1, 1, affine=True)))), str(Grid(2, 1, 1, affine=True))
(6, '2 points in dimension 1, entries -1..1')
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import islice, permutations, product
from math import isqrt, lcm, perm
from threading import Lock
from typing import Any

from arrangements.errors import LimitReached
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from proofs.search.counterexamples.pairs import Pair, make
from proofs.search.determinations.determination import DISTINCT, Determination, Domain
from proofs.search.determinations.groups import Groups
from proofs.search.families.grid import Grid
from proofs.search.invariants.table import Invariant, relabelled_keys

__all__ = ["MOST", "Compared", "compare", "described", "ordered", "size", "unit_vectors"]

MOST = 2_000_000  # members of a grid that are put into order


def size(grid: Grid, domain: Domain = DISTINCT) -> int:
    """How many matrices of the grid the domain admits."""
    if domain.unit_rows:
        vectors = len(unit_vectors(grid.dimension, grid.k))
    else:
        vectors = (2 * grid.k + 1) ** grid.dimension - (not (grid.affine or domain.zero_rows))
    return vectors**grid.n if domain.equal_rows else perm(vectors, grid.n)


def described(grid: Grid, domain: Domain = DISTINCT) -> str:
    """The grid in words."""
    if not domain.unit_rows:
        return str(grid)
    return f"{grid.n} {'rows' if grid.n > 1 else 'row'} of length 1 in dimension {grid.dimension}, denominators up to {grid.k}"


@cache
def unit_vectors(dimension: int, k: int) -> tuple[tuple[Fraction, ...], ...]:
    """All vectors of length 1 whose entries have a common denominator of at most k.
    ``LimitReached`` beyond 20,000.

    >>> len(unit_vectors(2, 4)), len(unit_vectors(2, 5))
    (4, 12)
    """
    found = {
        tuple(Fraction(x, q) for x in numbers)
        for q in range(1, k + 1)
        for numbers in _of_square(dimension, q * q)
    }
    return tuple(sorted(found))


def _of_square(dimension: int, square: int) -> Iterator[tuple[int, ...]]:
    """All integer vectors of this squared length."""
    if dimension == 0:
        if square == 0:
            yield ()
        return
    for x in range(-isqrt(square), isqrt(square) + 1):
        yield from ((x, *rest) for rest in _of_square(dimension - 1, square - x * x))


def ordered(grid: Grid, domain: Domain = DISTINCT) -> Iterator[Configuration]:
    """All pairs in order. ``LimitReached`` if there are more than 2 million."""
    if (number := size(grid, domain)) > MOST:
        raise LimitReached(
            f"configurations ({described(grid, domain)}) must number at most {MOST:,}, not {number:,}"
        )
    for k in range(grid.k + 1):
        if domain.unit_rows:
            vectors: Sequence[tuple[Any, ...]] = unit_vectors(grid.dimension, k)
        else:
            vectors = [
                v
                for v in product(range(-k, k + 1), repeat=grid.dimension)
                if grid.affine or domain.zero_rows or any(v)
            ]
        choices = (
            product(vectors, repeat=grid.n) if domain.equal_rows else permutations(vectors, grid.n)
        )
        measure = _denominator if domain.unit_rows else _largest
        for rows in sorted((rows for rows in choices if max(map(measure, rows)) == k), key=_effort):
            yield Configuration([(1, *row) for row in rows] if grid.affine else rows)


def _largest(row: tuple[int, ...]) -> int:
    return max(map(abs, row))


def _denominator(row: tuple[Fraction, ...]) -> int:
    return lcm(*(x.denominator for x in row))


def _effort(rows: tuple[tuple[Any, ...], ...]) -> tuple[Any, int, tuple[tuple[Any, ...], ...]]:
    entries = [x for row in rows for x in row]
    return sum(map(abs, entries)), sum(x < 0 for x in entries), rows


_UNDEFINED = object()  # the key of a configuration on which an invariant is not defined
_MEMBERS = 1024  # of a grid that stay for the next question about it
_GRIDS = 64


class _Kept:
    """The first members of a grid, and their keys: other questions ask for the same ones."""

    def __init__(self, grid: Grid, domain: Domain) -> None:
        self.grid, self.domain = grid, domain
        self._lock, self._rest = Lock(), ordered(grid, domain)
        self._members: list[Configuration] = []
        self._keys: dict[tuple[str, int], Hashable] = {}

    def members(self) -> Iterator[Configuration]:
        for place in range(_MEMBERS):
            with self._lock:
                if place == len(self._members):
                    c = next(self._rest, None)
                    if c is None:
                        return
                    self._members.append(c)
            yield self._members[place]
        yield from islice(ordered(self.grid, self.domain), _MEMBERS, None)

    def key(self, invariant: Invariant, place: int, c: Configuration) -> Hashable:
        known = self._keys.get((invariant.name, place))
        if known is None:
            known = invariant.key(c) if invariant.defined(c) else _UNDEFINED
            if place < _MEMBERS:
                self._keys[invariant.name, place] = known
        return known


_kept = lru_cache(maxsize=_GRIDS)(_Kept)


@dataclass(frozen=True)
class Compared:
    """The counter-examples; how many members were looked at; whether these were all of the grid."""

    pairs: tuple[Pair, ...]
    seen: int
    complete: bool


def compare(
    what: Determination,
    grid: Grid,
    *,
    most: int | None = 1,
    relabelling: bool = False,
    deadline: float = float("inf"),
) -> Compared:
    """Look for members with equal P and different Q; with ``relabelling``, Q's that no relabelling
    makes equal.

    For each P the first member is paired with the first of every further Q; pairs whose two Q's are
    those of an earlier pair under other labels are left out. It stops after ``most`` pairs, or at
    the deadline on the clock of ``time.monotonic``.
    """
    p, q, number = what.first, what.second, size(grid, what.domain)
    groups, orbits = Groups[Configuration](), set[Hashable]()
    pairs: list[Pair] = []
    kept = _kept(grid, what.domain)
    for seen, c in enumerate(kept.members(), 1):
        report_progress(f"{what} among {number:,} configurations; {seen:,} seen", seen / number)
        p_key, q_key = kept.key(p, seen - 1, c), kept.key(q, seen - 1, c)
        if p_key is _UNDEFINED or q_key is _UNDEFINED:
            continue
        first = groups.add(p_key, q_key, c)
        if first is not None and not (relabelling and q.key(first) in relabelled_keys(q, c)):
            orbit = _orbit(q, first, c) if most != 1 else None
            if orbit not in orbits:
                pairs.append(make(what, first, c))
                orbits.add(orbit)
            if len(pairs) == most:
                return Compared(tuple(pairs), seen, seen == number)
        if time.monotonic() > deadline:
            return Compared(tuple(pairs), seen, seen == number)
    return Compared(tuple(pairs), number, True)


def _orbit(q: Invariant, first: Configuration, second: Configuration) -> Hashable:
    """The two Q's under all relabellings of both at once, in either order."""
    return frozenset(
        map(frozenset, zip(relabelled_keys(q, first), relabelled_keys(q, second), strict=True))
    )
