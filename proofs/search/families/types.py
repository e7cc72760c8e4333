"""Families of combinatorial types: complete lists, so that "for all" means all possible types.

``types:points:N`` are configurations, one for each order type of N points in the plane, in all its
labellings. ``types:oriented:RxN`` are chirotopes, one for each oriented matroid up to relabelling
and reorientation, realizable or not: only what speaks of chirotopes can be asked of them.
``types:rankings:NxD`` are configurations again, one for each set of rankings that N labels in
dimension D have.

>>> squares = Points(PointTypes(4))
>>> squares.name, squares.size, [[str(x) for x in c.rows[3]] for _, c in squares.configurations(0, 2)]
('types:points:4', 2, [['1', '1', '1'], ['1', '2', '0']])
>>> Oriented(OrientedTypes(3, 5)).size, [chi.text() for _, chi in Oriented(OrientedTypes(3, 4)).chirotopes(0, 9)]
(4, ['0+++', '++++'])
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import combinations, permutations
from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from arrangements.combinatorial_types import OrientedTypes, PointTypes, RankingTypes, types
from arrangements.errors import BadInput
from arrangements.exact.numbers import Exact
from arrangements.running.files import shipped
from proofs.search.families.family import Batch, Family, IntegerFamily, Member

if TYPE_CHECKING:
    from arrangements.layers.configuration import Configuration
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["Oriented", "Points", "Rankings", "read"]


def read(name: str) -> Family[Member]:
    """The family of this name, ``types:`` and the name of a list of types."""
    listed = types(name.removeprefix("types:"))
    if isinstance(listed, PointTypes):
        return Points(listed)
    if isinstance(listed, OrientedTypes):
        return Oriented(listed)
    if isinstance(listed, RankingTypes):
        return Rankings(listed)
    raise BadInput(
        f"types of a family must be oriented matroids, points or rankings, not {listed.name}"
    )


@cache
def _numbers(kind: str) -> dict[str, int]:
    blocks = tomllib.loads(shipped("published.toml").read_text("utf-8"))[kind]
    return {name: number for block in blocks for name, number in block["numbers"]}


@dataclass(frozen=True)
class Points(IntegerFamily):
    """Order types of points in the plane, by coordinates: rows (1, x, y)."""

    types: PointTypes

    @property
    def name(self) -> str:
        return f"types:{self.types.name}"

    @cached_property
    def _rows(self) -> np.ndarray:
        points = np.array([self.types.points(position) for position in range(self.span)], np.int64)
        return np.concatenate([np.ones((*points.shape[:2], 1), np.int64), points], axis=2)

    @cached_property
    def source(self) -> str:
        return sha256(self._rows.tobytes()).hexdigest()

    @property
    def n(self) -> int:
        return self.types.n

    @property
    def d(self) -> int:
        return 3

    @cached_property
    def bound(self) -> int:
        return int(self._rows.max())

    @property
    def span(self) -> int:
        return self.types.span

    @property
    def relabelled(self) -> bool:
        return True

    @property
    def matrices(self) -> int:
        return factorial(self.n) * self.size

    @property
    def complete(self) -> str:
        return f"one set of points for each order type of {self.n} points, by the complete list of abstract ones"

    def images(self, member: Configuration, turned: bool) -> Iterator[Configuration]:
        return _relabelled(member)

    def batches(self, start: int, stop: int, most: int = 4096) -> Iterator[Batch]:
        for first in range(start, stop, most):
            positions = np.arange(first, min(stop, first + most))
            yield Batch(
                positions,
                self._rows[positions],
                np.full(len(positions), factorial(self.n), np.int64),
            )


@dataclass(frozen=True)
class Rankings(Family["Configuration"]):
    """Sets of rankings, by labels that have them; the positions of those that no labels have stay
    empty.
    """

    types: RankingTypes

    @property
    def name(self) -> str:
        return f"types:{self.types.name}"

    @cached_property
    def _points(self) -> list[tuple[int, tuple[tuple[Exact, ...], ...]]]:
        return [
            (member.position, member.points) for member in self.types if member.points is not None
        ]

    @cached_property
    def source(self) -> str:
        return sha256(repr(self._points).encode()).hexdigest()

    @property
    def span(self) -> int:
        return self.types.count()

    @property
    def size(self) -> int:
        return len(self._points)

    @property
    def relabellings(self) -> int:
        return factorial(self.types.n)

    @property
    def members_are(self) -> str:
        return "sets of rankings"

    @property
    def complete(self) -> str:
        none = self.span - self.size
        refuted = f"; {none} more have none, by certificates" if none else ""
        return f"labels for each set of rankings of {self.types.n} labels in dimension {self.types.d}, up to relabelling{refuted}"

    def configurations(self, start: int, stop: int) -> Iterator[tuple[int, Configuration]]:
        from arrangements.layers.configuration import Configuration

        for position, points in self._points:
            if start <= position < stop:
                yield position, Configuration(points, name=f"{self.name} at {position}")

    def images(self, member: Configuration, turned: bool) -> Iterator[Configuration]:
        return _relabelled(member)


def _relabelled(member: Configuration) -> Iterator[Configuration]:
    from arrangements.layers.configuration import Configuration

    return (
        Configuration([member.rows[i] for i in order]) for order in permutations(range(member.n))
    )


@dataclass(frozen=True)
class Oriented(Family["Chirotope"]):
    """Oriented matroids by their chirotopes; types with a flag for signs have as many members at a
    position as the class there has.
    """

    types: OrientedTypes

    @property
    def name(self) -> str:
        return f"types:{self.types.name}"

    @property
    def n(self) -> int:
        return self.types.n

    @property
    def turned(self) -> bool:
        """Whether a member stands for all its reorientations."""
        return not (self.types.acyclic or self.types.signed)

    @property
    def span(self) -> int:
        return self.types.span

    @cached_property
    def size(self) -> int:
        """As published, where that is so; otherwise by making all of them, which takes less than
        any check.
        """
        return self._published or self.types.count()

    @property
    def _published(self) -> int | None:
        """The number that others found."""
        asked = self.types
        if not (asked.acyclic or asked.signed):
            return _numbers("uniform_matroids" if asked.uniform else "matroids").get(
                f"{asked.rank}x{asked.n}"
            )
        if asked.acyclic and asked.rank == 3:
            return _numbers("order_types" if asked.uniform else "order_types_with_lines").get(
                str(asked.n)
            )
        return None

    @property
    def coordinates(self) -> bool:
        return False

    @property
    def relabelled(self) -> bool:
        return True

    @property
    def members_are(self) -> str:
        return (
            f"{'acyclic ' * self.types.acyclic}{'uniform ' * self.types.uniform}oriented matroids"
        )

    @property
    def complete(self) -> str:
        number = (
            f", and of these there are as many as published: {self._published}"
            if self._published
            else ""
        )
        return f"one oriented matroid a class, made from its one parent with an element less (canonical augmentation){number}"

    def configurations(self, start: int, stop: int) -> Iterator[tuple[int, Configuration]]:
        raise BadInput(f"family must have coordinates, not be {self.name}")

    def chirotopes(self, start: int, stop: int) -> Iterator[tuple[int, Chirotope]]:
        return ((member.position, member.chirotope) for member in self.types.members(start, stop))

    @property
    def relabellings(self) -> int:
        return factorial(self.n) << (self.n - 1) * self.turned

    def images(self, member: Chirotope, turned: bool) -> Iterator[Chirotope]:
        """All relabellings, and all reorientations if it stands for them, as labelled by places."""
        from arrangements.matroids.chirotopes import Chirotope

        for order in permutations(range(self.n)):
            moved = member.reordered(order)
            for size in range(self.n if self.turned else 1):
                for reversed_ in combinations(range(self.n - 1), size):
                    yield Chirotope(self.n, member.rank, moved.reorientation(reversed_).signs)
