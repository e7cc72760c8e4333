"""Answers on disk, for certificates of so many that a list of them would fill the memory: a point of
577 numbers takes 20 kB as integers of Python, and 2 kB here; 577 pairs that clash take 50 kB, and 6.

>>> from arrangements.decide.dyadic.outcomes import IntegerWitness
>>> kept = Kept(2)
>>> kept.append(Question("top", (0,)), IntegerWitness((3, -1)))
>>> kept.append(Question("top", (1,)), IntegerWitness((1, 1 << 40)))
>>> kept.append(Question("top", (2,)), Clash(((2, 0), (2, 1)), ()))
>>> [outcome.point for _, outcome in kept[:2]], type(kept[0][1]).__name__, kept[2][1]
([(3, -1), (1, 1099511627776)], 'Packed', Clash(pairs=((2, 0), (2, 1)), inputs=()))
"""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile, gettempdir
from typing import overload
from weakref import finalize

import numpy as np

from arrangements.decide.dyadic.outcomes import Clash, IntegerRefutation, IntegerWitness, Outcome
from arrangements.decide.dyadic.products import POINT_BITS
from arrangements.errors import LimitReached
from arrangements.layers.questions.question import Question

__all__ = ["Kept", "Packed", "Points", "Spool", "is_short"]

_PART = 1 << 20  # bytes that are written together


def is_short(point: Sequence[int]) -> bool:
    """Whether a point is one of those that certificates have in a table."""
    return max(map(abs, point)) < 1 << POINT_BITS


class Spool:
    """Bytes in a file without a name, which lives as long as this object."""

    def __init__(self) -> None:
        self.length = 0
        self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - lives as long as this object
        finalize(self, self._file.close)
        self._last = bytearray()  # what is not in the file

    def append(self, content: bytes) -> None:
        self._last += content
        self.length += len(content)
        if len(self._last) >= _PART:
            self._write()

    def _write(self) -> None:
        left, self._last = memoryview(self._last), bytearray()
        self._file.seek(0, 2)
        try:
            while left:  # nothing waits to be written when the file is closed
                left = left[self._file.write(left) :]
        except OSError as error:
            raise LimitReached(
                f"disk must have room for the answers of a certificate, not say: {error.strerror} ({gettempdir()})"
            ) from None

    def read(self, start: int, end: int) -> bytes:
        first = self.length - len(self._last)
        if start >= first:
            return bytes(self._last[start - first : end - first])
        self._file.seek(start)
        return self._file.read(min(end, first) - start) + bytes(self._last[: max(0, end - first)])

    def table(self, kind: str, width: int = 0) -> np.ndarray:
        """All of it as numbers, in rows of a ``width`` if there is one; read from the file as they
        are looked at.
        """
        self._write()
        number = self.length // np.dtype(kind).itemsize
        shape = (number // width, width) if width else (number,)
        if not number:
            return np.zeros(shape, kind)
        return np.memmap(self._file, kind, "r", shape=shape)


class Points:
    """A table of short integer points, in a file without a name."""

    def __init__(self, width: int) -> None:
        self.width, self.number, self._spool = width, 0, Spool()

    def append(self, point: tuple[int, ...]) -> None:
        self._spool.append(np.array(point, "<i4").tobytes())
        self.number += 1

    def table(self) -> np.ndarray:
        """All points; read from the file as they are looked at."""
        return self._spool.table("<i4", self.width)

    def point(self, place: int) -> tuple[int, ...]:
        size = 4 * self.width
        found = np.frombuffer(self._spool.read(size * place, size * (place + 1)), "<i4")
        return tuple(map(int, found))


class Packed(IntegerWitness):
    """A point of a table, which is read when it is looked at."""

    def __init__(self, points: Points, place: int) -> None:
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "place", place)

    points: Points
    place: int

    @property
    def point(self) -> tuple[int, ...]:
        return self.points.point(self.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IntegerWitness) and self.point == other.point

    def __hash__(self) -> int:
        return hash((self.point,))


class Kept(Sequence[tuple[Question, Outcome]]):
    """Questions with their outcomes, in the order in which they come. ``width``: of points."""

    def __init__(self, width: int) -> None:
        self._points = Points(width)
        self._texts, self._ends = Spool(), array("q", [0])
        self._others: list[Outcome] = []  # that are of other forms

    def append(self, asked: Question, outcome: Outcome) -> None:
        said: tuple[object, ...]
        if isinstance(outcome, Clash):
            said = "clash", outcome.pairs, outcome.inputs
        elif isinstance(outcome, IntegerRefutation):
            said = "weights", outcome.comparisons, outcome.domain
        elif type(outcome) is IntegerWitness and is_short(outcome.point):
            said = "point", self._points.number
            self._points.append(outcome.point)
        else:
            said = "other", len(self._others)
            self._others.append(outcome)
        self._texts.append(marshal.dumps((asked.kind, asked.positions, *said)))
        self._ends.append(self._texts.length)

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, place: int) -> tuple[Question, Outcome]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Question, Outcome]]: ...
    def __getitem__(
        self, place: int | slice
    ) -> tuple[Question, Outcome] | list[tuple[Question, Outcome]]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        k = range(len(self))[place]
        kind, positions, form, *said = marshal.loads(
            self._texts.read(self._ends[k], self._ends[k + 1])
        )
        outcome: Outcome
        match form:
            case "clash":
                outcome = Clash(*said)
            case "weights":
                outcome = IntegerRefutation(*said)
            case "point":
                outcome = Packed(self._points, said[0])
            case _:
                outcome = self._others[said[0]]
        return Question(kind, positions), outcome

    def __iter__(self) -> Iterator[tuple[Question, Outcome]]:
        return (self[k] for k in range(len(self)))
