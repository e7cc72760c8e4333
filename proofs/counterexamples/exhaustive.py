"""All pairs of small integer configurations, in order: least n, then d, then entries.

A ``Grid`` holds the configurations of n labels in dimension d with integer entries of absolute value at most k; rows are non-zero and
pairwise distinct unless equal rows are asked for. An affine grid prepends ones, d is then the dimension of the points. Its members come by
largest entry, sum of absolute entries, number of negative entries, then lexicographically. The first counter-example met has the least
second configuration in this order; its first configuration is the least that shares its P.

>>> from proofs.invariants.table import find
>>> found = compare(find("C"), find("R"), Grid(3, 1, 3))
>>> [[str(x) for (x,) in c.rows] for c in (found.pairs[0].first, found.pairs[0].second)], found.seen
([['-1', '1', '2'], ['-1', '2', '1']], 2)
>>> len(list(Grid(2, 1, 1, affine=True).configurations())), str(Grid(2, 1, 1, affine=True))
(6, '2 points in dimension 1, entries -1..1')
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import perm

from arrangements.configuration import Configuration
from arrangements.errors import LimitReached
from proofs.counterexamples.pairs import Pair, make
from proofs.determinations.arrows import Range, because, chain, one_orbit
from proofs.invariants.table import Invariant, relabelled_keys

__all__ = ["LARGEST_ENTRY", "MOST_LABELS", "Compared", "Grid", "Smallest", "compare", "smallest"]

_MOST = 2_000_000  # members of a grid that are put into order
LARGEST_ENTRY = 3
MOST_LABELS = 6


@dataclass(frozen=True)
class Grid:
    """``n`` labels, dimension ``d``, entries up to ``k`` in absolute value."""

    n: int
    d: int
    k: int
    affine: bool = False
    equal_rows: bool = False

    def __str__(self) -> str:
        rows = "points" if self.affine else "rows"
        return f"{self.n} {rows if self.n > 1 else rows[:-1]} in dimension {self.d}, entries -{self.k}..{self.k}"

    @property
    def vectors(self) -> int:
        return (2 * self.k + 1) ** self.d - (not self.affine)

    @property
    def size(self) -> int:
        """Number of members."""
        return self.vectors**self.n if self.equal_rows else perm(self.vectors, self.n)

    def configurations(self) -> Iterator[Configuration]:
        """All members in order. ``LimitReached`` if there are more than 2 million."""
        if self.size > _MOST:
            raise LimitReached(f"configurations ({self}) must number at most {_MOST:,}, not {self.size:,}")
        for k in range(self.k + 1):
            for rows in sorted(self._layer(k), key=_effort):
                yield Configuration([(1, *row) for row in rows] if self.affine else rows)

    def _layer(self, k: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        vectors = [v for v in product(range(-k, k + 1), repeat=self.d) if self.affine or any(v)]
        choices = product(vectors, repeat=self.n) if self.equal_rows else permutations(vectors, self.n)
        return (rows for rows in choices if max(abs(x) for row in rows for x in row) == k)


def _effort(rows: tuple[tuple[int, ...], ...]) -> tuple[int, int, tuple[tuple[int, ...], ...]]:
    entries = [x for row in rows for x in row]
    return sum(map(abs, entries)), sum(x < 0 for x in entries), rows


@dataclass(frozen=True)
class Compared:
    """The counter-examples; how many members were looked at; whether these were all of the grid."""

    pairs: tuple[Pair, ...]
    seen: int
    complete: bool


def compare(
    p: Invariant, q: Invariant, grid: Grid, *, most: int | None = 1, relabelling: bool = False, deadline: float = float("inf")
) -> Compared:
    """Look for members with equal P and different Q; with ``relabelling``, Q's that no relabelling makes equal.

    For each P the first member is paired with the first of every further Q; pairs whose two Q's are those of an earlier pair under other
    labels are left out. It stops after ``most`` pairs, or at the deadline on the clock of ``time.monotonic``.
    """
    known: dict[Hashable, dict[Hashable, Configuration]] = {}
    orbits: set[Hashable] = set()
    pairs: list[Pair] = []
    for seen, c in enumerate(grid.configurations(), 1):
        if not (p.defined(c) and q.defined(c)):
            continue
        values = known.setdefault(p.key(c), {})
        if (value := q.key(c)) not in values:
            first = next(iter(values.values()), c)
            values[value] = c
            if first is not c and not (relabelling and q.key(first) in relabelled_keys(q, c)):
                orbit = _orbit(q, first, c) if most != 1 else None
                if orbit not in orbits:
                    pairs.append(make(p, q, first, c))
                    orbits.add(orbit)
                if len(pairs) == most:
                    return Compared(tuple(pairs), seen, seen == grid.size)
        if time.monotonic() > deadline:
            return Compared(tuple(pairs), seen, seen == grid.size)
    return Compared(tuple(pairs), grid.size, True)


def _orbit(q: Invariant, first: Configuration, second: Configuration) -> Hashable:
    """The two Q's under all relabellings of both at once, in either order."""
    return frozenset(map(frozenset, zip(relabelled_keys(q, first), relabelled_keys(q, second), strict=True)))


@dataclass(frozen=True)
class Smallest:
    """The smallest counter-example, if one was found. ``grid`` is where; ``smaller`` says of all smaller shapes why they have none,
    or how far they were searched; ``proved`` whether that is a proof for all of them.
    """

    pair: Pair | None
    grid: Grid | None
    smaller: tuple[str, ...]
    proved: bool


def smallest(
    p: Invariant, q: Invariant, where: Range, *, relabelling: bool = False, entries: int = LARGEST_ENTRY, deadline: float = float("inf")
) -> Smallest:
    """Least n, then d, then entries. Numbers that ``where`` fixes are not varied. Shapes with a proof of "none" are not searched."""
    said: list[str] = []
    proved = True
    for n in (where.labels,) if where.labels else range(1, MOST_LABELS + 1):
        if where.dimension is None and (reason := _none(p, q, replace(where, labels=n), relabelling)):
            said.append(f"{_labels(n)}: none, because {reason}")
            continue
        for d in (where.dimension,) if where.dimension else range(1, max(1, n - where.affine) + 1):
            shape = replace(where, labels=n, dimension=d)
            if reason := _none(p, q, shape, relabelling):
                said.append(f"{_labels(n)} in dimension {d}: none, because {reason}")
                continue
            compared, searched = None, 0
            for k in range(1, entries + 1):
                grid = Grid(n, d, k, where.affine, where.equal_rows)
                if grid.size > _MOST or time.monotonic() > deadline:
                    break
                compared = compare(p, q, grid, relabelling=relabelling, deadline=deadline)
                if compared.pairs:
                    return Smallest(compared.pairs[0], grid, tuple(said), proved)
                if not compared.complete:
                    break
                searched = k
            proved = False
            far = f"none with entries -{searched}..{searched}, all compared" if searched else "nothing compared completely"
            said.append(f"{_labels(n)} in dimension {d}: {far}")
            if time.monotonic() > deadline:
                return Smallest(None, None, tuple(said), False)
    return Smallest(None, None, tuple(said), proved)


def _none(p: Invariant, q: Invariant, where: Range, relabelling: bool) -> str | None:
    """Why this shape has no counter-example."""
    if arrows := chain(p.name, q.name, where):
        return because(arrows)
    return one_orbit(q.name, where) if relabelling else None


def _labels(n: int) -> str:
    return f"{n} label{'' if n == 1 else 's'}"
