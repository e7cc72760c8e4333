"""What a family is: a finite, named, ordered stream of integer configurations of one shape, cut anywhere into ranges.

A family is a run of ``span`` positions. Position p holds at most one member; a member found there is the representative of a class of
``orbit`` matrices that differ by relabelling and by symmetries of the columns. The total over all members must be ``matrices``, and
their number ``size``; both are known without listing anything. A range of positions is a pure function of the family's name, so any
worker anywhere produces the same members, and the position of a member is its identity.

>>> from proofs.families import family
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

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Batch", "Family"]


@dataclass(frozen=True, eq=False)
class Batch:
    """Some members in order: ``positions`` (m), ``rows`` (m, n, d) and ``orbits`` (m), all int64."""

    positions: np.ndarray
    rows: np.ndarray
    orbits: np.ndarray

    def __len__(self) -> int:
        return len(self.positions)


class Family(Protocol):
    """The members of positions ``start`` to ``stop`` come in batches, in order."""

    @property
    def name(self) -> str:
        """The canonical spelling, which ``family`` reads back."""

    @property
    def source(self) -> str:
        """What the members are made from: the name, or for a file its content hash."""

    @property
    def n(self) -> int:
        """Number of rows."""

    @property
    def d(self) -> int:
        """Number of columns."""

    @property
    def bound(self) -> int:
        """No entry exceeds this in absolute value."""

    @property
    def relabelled(self) -> bool:
        """Whether a member stands for all its relabellings."""

    @property
    def span(self) -> int:
        """Number of positions."""

    @property
    def size(self) -> int:
        """Number of members."""

    @property
    def matrices(self) -> int:
        """Number of matrices that the members stand for."""

    def batches(self, start: int, stop: int, most: int = 4096) -> Iterator[Batch]:
        """The members at positions ``start <= p < stop``, at most ``most`` in a batch."""
