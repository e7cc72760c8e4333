"""Answers with their points on disk, for certificates of so many that a list of them would fill the
memory: a point of 577 numbers takes 20 kB as integers of Python, and 2 kB here.

>>> from arrangements.decide.bulk.outcomes import IntegerWitness
>>> kept = Kept(2)
>>> kept.append(Question("top", (0,)), IntegerWitness((3, -1)))
>>> kept.append(Question("top", (1,)), IntegerWitness((1, 1 << 40)))
>>> [outcome.point for _, outcome in kept], type(kept[0][1]).__name__
([(3, -1), (1, 1099511627776)], 'Packed')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile, gettempdir
from typing import overload
from weakref import finalize

import numpy as np

from arrangements.decide.bulk.aims import Aimed
from arrangements.decide.bulk.outcomes import IntegerWitness, Outcome
from arrangements.decide.bulk.products import POINT_BITS
from arrangements.errors import LimitReached
from arrangements.questions.question import Question

__all__ = ["Kept", "Packed", "Points", "is_short"]

_PART = 1024  # points that are written together


def is_short(point: Sequence[int]) -> bool:
    """Whether a point is one of those that certificates have in a table."""
    return max(map(abs, point)) < 1 << POINT_BITS


class Points:
    """A table of short integer points, in a file without a name."""

    def __init__(self, width: int) -> None:
        self.width, self.number = width, 0
        self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - lives as long as the table
        finalize(self, self._file.close)
        self._last: list[tuple[int, ...]] = []  # those that are not in the file

    def append(self, point: tuple[int, ...]) -> None:
        self._last.append(point)
        self.number += 1
        if len(self._last) == _PART:
            self._write()

    def _write(self) -> None:
        left = memoryview(np.array(self._last, "<i4").reshape(-1, self.width).tobytes())
        try:
            while left:  # nothing waits to be written when the file is closed
                left = left[self._file.write(left) :]
        except OSError as error:
            raise LimitReached(
                f"disk must have room for the points of a certificate, not say: {error.strerror} ({gettempdir()})"
            ) from None
        self._last = []

    def table(self) -> np.ndarray:
        """All points; read from the file as they are looked at."""
        self._write()
        shape = (self.number, self.width)
        if not self.number:
            return np.zeros(shape, "<i4")
        return np.memmap(self._file, "<i4", "r", shape=shape)

    def point(self, place: int) -> tuple[int, ...]:
        first = self.number - len(self._last)
        if place >= first:
            return self._last[place - first]
        self._file.seek(4 * self.width * place)
        found = np.frombuffer(self._file.read(4 * self.width), "<i4")
        self._file.seek(0, 2)
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
        self._answers: list[tuple[Question, Outcome]] = []

    def append(self, asked: Question, outcome: Outcome) -> None:
        if isinstance(outcome, IntegerWitness) and not isinstance(outcome, Aimed):
            point = outcome.point
            if is_short(point):
                self._points.append(point)
                outcome = Packed(self._points, self._points.number - 1)
        self._answers.append((asked, outcome))

    def __len__(self) -> int:
        return len(self._answers)

    @overload
    def __getitem__(self, place: int) -> tuple[Question, Outcome]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Question, Outcome]]: ...
    def __getitem__(
        self, place: int | slice
    ) -> tuple[Question, Outcome] | list[tuple[Question, Outcome]]:
        return self._answers[place]

    def __iter__(self) -> Iterator[tuple[Question, Outcome]]:
        return iter(self._answers)
