"""Sets of rankings: every R(U) that labels in the plane can have, up to relabelling, and which of them no labels have.

While a direction turns by half a turn, the order of n points along it changes into its opposite: every change reverses some blocks, and
every pair is reversed once. Such a sequence of orders is called allowable (Goodman and Pollack 1980). R(U) is the set of its orders and of
their opposites, and determines it up to its beginning and its sense. So the allowable sequences are a complete list of what R(U) can be,
where points are distinct and not all on a line; those of points are realizable.

A sequence is a chirotope: of the n points, and of a point at infinity for each direction in which the order changes (``chirotope``). So
``realizing`` finds points, or refutes them.

>>> [len(allowable_sequences(n)) for n in (2, 3, 4)]
[1, 1, 5]
>>> " ".join("".join(map(str, order)) for order in allowable_sequences(3)[0])
'012 021 201 210'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from arrangements.chirotope import Chirotope
from arrangements.errors import BadInput, shown

__all__ = ["Order", "RankingTypes", "Sequence", "allowable_sequences", "chirotope", "rankings"]

Order = tuple[int, ...]
Sequence = tuple[Order, ...]


def _changes(order: Order) -> Iterator[Order]:
    """What an order can change into: disjoint blocks that are in the first order, one or more, each reversed."""
    n = len(order)

    def reversed_from(place: int) -> Iterator[Order]:
        if place == n:
            yield ()
            return
        end = place + 1
        while True:
            block = order[place:end]
            for rest in reversed_from(end):
                yield block[::-1] + rest
            if end == n or order[end] < order[end - 1]:
                return
            end += 1

    for changed in reversed_from(0):
        if changed != order:
            yield changed


def _halves(n: int) -> Iterator[Sequence]:
    """All sequences from 0 1 2 ... to its opposite."""
    last = tuple(range(n))[::-1]

    def longer(sequence: Sequence) -> Iterator[Sequence]:
        if sequence[-1] == last:
            yield sequence
            return
        for order in _changes(sequence[-1]):
            yield from longer((*sequence, order))

    return longer((last[::-1],))


def rankings(half: Sequence) -> frozenset[Order]:
    """All orders of half a turn and their opposites."""
    return frozenset(half) | frozenset(order[::-1] for order in half)


def _images(half: Sequence) -> Iterator[Sequence]:
    """The same with other beginnings, in both senses, relabelled so that the first order is 0 1 2 ..."""
    turn = [*half[:-1], *(order[::-1] for order in half[:-1])]
    m = len(half)
    for way in (turn, turn[::-1]):
        for k in range(len(turn)):
            part = (way + way)[k : k + m]
            name = {label: place for place, label in enumerate(part[0])}
            yield tuple(tuple(name[label] for label in order) for order in part)


@cache
def allowable_sequences(n: int) -> tuple[Sequence, ...]:
    """One of each class, with its first order 0 1 2 ..., least; points on one line left out unless there are two."""
    seen: set[Sequence] = set()
    found = []
    for half in _halves(n):
        if half not in seen and (len(half) > 2 or n == 2):
            images = set(_images(half))
            seen |= images
            found.append(min(images))
    return tuple(sorted(found, key=lambda half: (-len(half), half)))


def chirotope(half: Sequence) -> Chirotope:
    """The chirotope of the points 1 to n and of the directions in which the order changes, a, b, ...: rank 3."""
    n, m = len(half[0]), len(half) - 1
    places = [{label: place for place, label in enumerate(order)} for order in half]
    when = {(i, j): next(k for k in range(m) if places[k + 1][i] > places[k + 1][j]) for i, j in combinations(range(n), 2)}

    def sign(i: int, j: int, k: int) -> int:
        if i >= n:
            return 0
        if j >= n:
            return 1 if j < k else -1
        if k >= n:
            return (k - n > when[i, j]) - (k - n < when[i, j])
        return (when[i, j] < when[i, k]) - (when[i, j] > when[i, k]) if when[i, j] != when[i, k] else 0

    signs = [sign(*triple) for triple in combinations(range(n + m), 3)]
    labels = [*(str(i + 1) for i in range(n)), *(chr(ord("a") + k) for k in range(m))]
    return Chirotope(n + m, 3, signs, labels)


@dataclass(frozen=True)
class RankingTypes:
    """The allowable sequences of so many labels in the plane: every R(U), and those that only pseudolines have."""

    n: int

    @classmethod
    def read(cls, name: str) -> RankingTypes:
        """``rankings:Nx2``, N from 3 to 5.

        >>> RankingTypes.read("rankings:4x2").count()
        5
        """
        match = re.fullmatch(r"rankings:([345])x2", name)
        if match is None:
            raise BadInput(f"types must be spelled like rankings:5x2, of 3 to 5 labels in the plane, not {shown(name)}")
        return cls(int(match[1]))

    def __iter__(self) -> Iterator[tuple[int, Sequence]]:
        return enumerate(allowable_sequences(self.n))

    def count(self) -> int:
        return len(allowable_sequences(self.n))

    def facts(self, member: tuple[int, Sequence]) -> dict[str, Any]:
        """The position, and the rankings of half a turn; the others are their opposites."""
        position, half = member
        return {"position": position, "rankings": [">".join(str(label + 1) for label in order) for order in half[:-1]]}
