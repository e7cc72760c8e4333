"""Families: finite, named, ordered streams of configurations, which can be cut anywhere into
ranges.

A family is a run of ``span`` positions. A position holds at most one member, and is its identity;
only types with signs have several at one. A member may stand for a class of ``orbit`` matrices that
differ by relabelling and by symmetries of the columns; the orbits of all members add up to
``matrices``, and there are ``size`` members: both numbers are known beforehand. A range of
positions is a pure function of the family, so any worker anywhere produces the same members.

>>> from proofs.search.families import family
>>> grid = family("grid:2x1:1")
>>> grid.size, grid.matrices
(4, 9)
>>> for batch in grid.batches(0, grid.span):
...     for position, rows, orbit in zip(batch.positions, batch.rows, batch.orbits):
...         print(position, rows.tolist(), orbit)
0 [[-1], [-1]] 2
1 [[-1], [1]] 2
2 [[-1], [0]] 4
3 [[0], [0]] 1
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np

    from arrangements.layers.configuration import Configuration
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["Batch", "Family", "IntegerFamily", "Member"]

Member: TypeAlias = "Configuration | Chirotope"
M = TypeVar("M", bound="Configuration | Chirotope", covariant=True)


@dataclass(frozen=True, eq=False)
class Batch:
    """Some members in order: ``positions`` (m), ``rows`` (m, n, d) and ``orbits`` (m), all
    int64.
    """

    positions: np.ndarray
    rows: np.ndarray
    orbits: np.ndarray

    def __len__(self) -> int:
        return len(self.positions)


class Family(ABC, Generic[M]):
    """Any family. Members come as configurations, if they have ``coordinates``, and as
    chirotopes.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The canonical spelling, which ``family`` reads back."""

    @property
    def source(self) -> str:
        """The source of the members, beyond the name: a content hash where there is
        content.
        """
        return self.name

    @property
    @abstractmethod
    def span(self) -> int:
        """Number of positions."""

    @property
    def size(self) -> int:
        """Number of members."""
        return self.span

    @property
    def matrices(self) -> int:
        """Number of matrices that the members stand for."""
        return self.size

    @property
    def relabelled(self) -> bool:
        """Whether a member stands for all its relabellings."""
        return False

    @property
    def relabellings(self) -> int:
        """How many ``images`` a member has at most."""
        return 1

    @property
    def coordinates(self) -> bool:
        """Whether members are configurations."""
        return True

    @property
    def members_are(self) -> str:
        """The name of the members in a report."""
        return "configurations"

    @property
    def complete(self) -> str:
        """Why members that stand for others stand for all; empty if they stand for themselves
        alone.
        """
        return ""

    @abstractmethod
    def configurations(self, start: int, stop: int) -> Iterator[tuple[int, Configuration]]:
        """Position and configuration of the members at positions ``start <= p < stop``."""

    def chirotopes(self, start: int, stop: int) -> Iterator[tuple[int, Chirotope]]:
        """Batches with their chirotopes."""
        from arrangements.matroids.chirotopes import chirotope

        return (
            (position, chirotope(configuration))
            for position, configuration in self.configurations(start, stop)
        )

    def at(self, position: int) -> Configuration | Chirotope:
        """The first member at this position."""
        members: Iterator[tuple[int, Member]] = (
            self.configurations if self.coordinates else self.chirotopes
        )(position, position + 1)
        return next(members)[1]

    def images(self, member: M, turned: bool) -> Iterator[M]:  # type: ignore[misc]  # of the members that it lists
        """The configurations that a member stands for: itself, or all its relabellings, and
        ``turned`` all symmetries of the columns, too.
        """
        yield member


class IntegerFamily(Family["Configuration"]):
    """All members are integer matrices of one shape; they come as arrays, for compiled code."""

    @property
    @abstractmethod
    def n(self) -> int:
        """Number of rows."""

    @property
    @abstractmethod
    def d(self) -> int:
        """Number of columns."""

    @property
    @abstractmethod
    def bound(self) -> int:
        """No entry exceeds this in absolute value."""

    @abstractmethod
    def batches(self, start: int, stop: int, most: int = 4096) -> Iterator[Batch]:
        """The members at positions ``start <= p < stop``, at most ``most`` in a batch."""

    @property
    def relabellings(self) -> int:
        return factorial(self.n) if self.relabelled else 1

    def configurations(self, start: int, stop: int) -> Iterator[tuple[int, Configuration]]:
        from arrangements.layers.configuration import Configuration

        for batch in self.batches(start, stop):
            for position, rows in zip(batch.positions.tolist(), batch.rows.tolist(), strict=True):
                yield position, Configuration(rows, name=f"{self.name} at {position}")
