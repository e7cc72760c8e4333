"""Families of top-k sets: which sets of labels can be the first k together, for all models of a
size, up to relabelling, with points.

``TopTypes(n, d, k)`` are the families of n distinct labels whose points span dimension d; with k =
1 the sets of argmax labels. Opposite functions turn the family of k into the complements of that of
n - k.

- k = 1 (or n - 1), d > 1: the first labels are the corners of the hull. They are d + 1 at least,
  for they span what all points span, and any number from there to n occurs: one family for each.
- d = 1: the k at either end. d >= n - 1: all sets.
- d = n - 2: the points have one affine dependence c (``dependences``). Values y with y > 0 on S
  alone and c . y = 0 exist unless all terms c_i y_i that are not 0 have one sign: unless S holds
  all labels with c_i > 0 and none with c_i < 0, or the other way round. So only the numbers of
  labels of either sign matter.
- d = 2: the first k of the orders of allowable sequences. For n <= 5 those that points have are
  listed (``ranking_types``); for six labels the 125,273 sequences have 4, 23 and 7 families for k = 1, 2
  and 3, and ``data/types`` has points for each.

Other sizes are refused.

>>> [TopTypes(n, 2, 2).count() for n in (4, 5, 6)], TopTypes(6, 4, 2).count()
([2, 7, 23], 5)
>>> [len(kind.sets) for kind in TopTypes(5, 2, 1)]
[3, 4, 5]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations

from arrangements.combinatorial_types.dependences import points_of
from arrangements.combinatorial_types.ranking_types import Points, RankingTypes, plain, stored
from arrangements.combinatorial_types.sequences import rankings, sequence_of
from arrangements.errors import BadInput, short_repr

__all__ = ["Family", "TopType", "TopTypes", "family_form"]

Family = frozenset[frozenset[int]]
_MOST = 9  # labels are written as digits


def family_form(family: Family, n: int) -> tuple[tuple[int, ...], ...]:
    """The least image of a family of sets of 0 .. n - 1 under relabelling."""
    return min(
        tuple(sorted(tuple(sorted(name[label] for label in s)) for s in family))
        for name in permutations(range(n))
    )


@dataclass(frozen=True)
class TopType:
    """One family: a position, its sets, and points that have it."""

    position: int
    sets: tuple[tuple[int, ...], ...]
    points: Points

    def facts(self) -> dict[str, object]:
        sets = ["".join(str(label + 1) for label in s) for s in self.sets]
        return {
            "position": self.position,
            "size": len(sets),
            "sets": sets,
            "points": [[plain(c) for c in point] for point in self.points],
        }


@dataclass(frozen=True)
class TopTypes:
    """The families of top-k sets of n labels that span dimension d; iterating gives one of each
    class, those with the fewest sets first.
    """

    n: int
    d: int
    k: int = 1

    def __post_init__(self) -> None:
        n, d, k = self.n, self.d, self.k
        if not 2 <= n <= _MOST:
            raise BadInput(f"number of labels must be between 2 and {_MOST}, not {n}")
        if not d >= 1:
            raise BadInput(f"dimension must be at least 1, not {d}")
        if not 1 <= k < n:
            raise BadInput(f"number of first labels must be between 1 and {n - 1}, not {k}")
        if not (k in (1, n - 1) or d == 1 or d >= n - 2 or (d == 2 and n <= 6)):
            raise BadInput(
                f"dimension of the first {k} of {n} labels must be 1, {'2, ' * (n <= 6)}{n - 2} or {n - 1}, not {d}"
            )

    @classmethod
    def read(cls, name: str) -> TopTypes:
        """``argmax:NxD`` or ``topk:NxD:K``.

        >>> TopTypes.read("topk:5x2:2")
        TopTypes(n=5, d=2, k=2)
        """
        match = re.fullmatch(r"argmax:([1-9])x([1-9])|topk:([1-9])x([1-9]):([1-9])", name)
        if match is None:
            raise BadInput(
                f"types must be spelled like argmax:5x2 or topk:5x2:2, labels, dimension, how many, not {short_repr(name)}"
            )
        n, d, *three = match.groups()
        return cls(int(n), int(d)) if n else cls(*map(int, three))

    @property
    def name(self) -> str:
        return f"topk:{self.n}x{self.d}:{self.k}"

    def count(self) -> int:
        return len(self._found)

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, k: int) -> TopType:
        k = range(len(self))[k]
        return next(islice(self, k, None))

    def facts(self, member: TopType) -> dict[str, object]:
        """The position, how many sets, the sets, and points."""
        return member.facts()

    def __iter__(self) -> Iterator[TopType]:
        for position, (sets, points) in enumerate(self._found):
            yield TopType(position, sets, points)

    @cached_property
    def _found(self) -> list[tuple[tuple[tuple[int, ...], ...], Points]]:
        return sorted(self._families(), key=lambda pair: (len(pair[0]), pair[0]))

    def _families(self) -> Iterator[tuple[tuple[tuple[int, ...], ...], Points]]:
        n, d, k = self.n, self.d, self.k
        every = list(combinations(range(n), k))
        if d == 1:
            yield tuple(sorted({every[0], every[-1]})), tuple((i,) for i in range(n))
        elif d >= n - 1:
            yield (
                tuple(every),
                tuple(tuple(int(i == label) for i in range(1, d + 1)) for label in range(n)),
            )
        elif k in (1, n - 1):
            for corners in range(d + 1, n + 1):
                firsts = range(corners)
                yield (
                    tuple(
                        s
                        for s in every
                        if (s[0] in firsts if k == 1 else _left_out(s, n) in firsts)
                    ),
                    _with_corners(n, d, corners),
                )
        elif d == n - 2:
            yield from self._by_signs(every)
        else:
            yield from self._by_sequences()

    def _by_signs(
        self, every: list[tuple[int, ...]]
    ) -> Iterator[tuple[tuple[tuple[int, ...], ...], Points]]:
        n, seen = self.n, set()
        for plus in range(1, n):
            for minus in range(1, min(plus, n - plus) + 1):
                if plus + minus == 2:
                    continue  # two labels at one point
                p, m = set(range(plus)), set(range(plus, plus + minus))
                sets = [
                    s
                    for s in every
                    if not (p <= set(s) and not m & set(s)) and not (m <= set(s) and not p & set(s))
                ]
                form = family_form(frozenset(map(frozenset, sets)), n)
                if form not in seen:
                    seen.add(form)
                    dependence = (minus,) * plus + (-plus,) * minus + (0,) * (n - plus - minus)
                    yield tuple(sets), points_of(dependence)

    def _by_sequences(self) -> Iterator[tuple[tuple[tuple[int, ...], ...], Points]]:
        n, k = self.n, self.k
        if n == 6:
            points: Iterator[Points] = iter(stored("tops-6"))
        else:
            points = (kind.points for kind in RankingTypes(n, 2) if kind.points is not None)
        seen = set()
        for each in points:
            family = frozenset(frozenset(order[:k]) for order in rankings(sequence_of(each)))
            form = family_form(family, n)
            if form not in seen:
                seen.add(form)
                yield tuple(sorted(tuple(sorted(s)) for s in family)), each


def _left_out(s: tuple[int, ...], n: int) -> int:
    return next(label for label in range(n) if label not in s)


def _with_corners(n: int, d: int, corners: int) -> Points:
    """So many points (t, t^2, ...), d > 1, of which every one is a corner, and the others between
    their mean and the first.
    """
    firsts = [tuple(t**power for power in range(1, d + 1)) for t in range(corners)]
    scale = corners
    for step in range(n - corners):
        scale *= step + 2
    mean = [sum(point[i] for point in firsts) * scale // corners for i in range(d)]
    # the first point is the origin
    inner = [tuple(c // (step + 2) for c in mean) for step in range(n - corners)]
    return (*(tuple(scale * c for c in point) for point in firsts), *inner)
