"""``Ends``: conditions on single coordinates, as many rows as there are, each made when it is looked
at.

A box in dimension d has up to 2d conditions of d + 1 numbers, nearly all of them zero. Here each is
(c, j, a) for c + a h_j >= 0, and what looks at rows finds (c, 0, .., a, .., 0).

>>> ends = Ends(3, ((0, 0, 1), (5, 1, -2)))
>>> list(ends), ends[-1], len(ends), ends == ((0, 1, 0), (5, 0, -2))
([(0, 1, 0), (5, 0, -2)], (5, 0, -2), 2, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

__all__ = ["Ends"]

S = TypeVar("S")


class Ends(Sequence[tuple[S, ...]], Generic[S]):
    """``width``: of the rows; ``entries``: (c, j, a), a not zero."""

    def __init__(self, width: int, entries: Sequence[tuple[S, int, S]]) -> None:
        self.width, self.entries = width, tuple(entries)
        # of the kind of the others
        self._zero = next((c - c for c, *_ in entries), None)  # type: ignore[operator]

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, place: int) -> tuple[S, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[S, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[S, ...] | Sequence[tuple[S, ...]]:
        if isinstance(place, slice):
            return Ends(self.width, self.entries[place])
        return self._row(*self.entries[place])

    def __iter__(self) -> Iterator[tuple[S, ...]]:
        return (self._row(*entry) for entry in self.entries)

    def _row(self, constant: S, place: int, factor: S) -> tuple[S, ...]:
        row: list[Any] = [self._zero] * self.width
        row[0], row[place + 1] = constant, factor
        return tuple(row)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ends):
            return (self.width, self.entries) == (other.width, other.entries)
        return isinstance(other, tuple) and len(other) == len(self) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def _same(row: tuple[object, ...], other: object) -> bool:
    return row == other
