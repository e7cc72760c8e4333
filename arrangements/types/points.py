"""Order types of points in the plane, each with coordinates: every type that few points can have, and a set of points that has it.

``PointTypes(n)`` are the types of n points of which no three are on a line, up to ``MOST_POINTS``; with ``collinear`` the others are among
them, too, up to ``MOST_COLLINEAR``. A type and its mirror image are one. The coordinates are small non-negative integers, found by
``placing`` and kept in ``data/types``; a file has a line for each type, two digits to base 16 for each coordinate, and says how many lines
there are and what their hash is. What is read is checked: every line is a type of its own, by its chirotope. That none is missing is the
count of ``OrientedTypes``, abstract types included; for so few points every abstract type has points.

>>> PointTypes(6).count(), PointTypes(4, collinear=True).count()
(16, 3)
>>> PointTypes(4).points(0)
((0, 0), (0, 1), (1, 0), (1, 1))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from arrangements.configuration import Configuration
from arrangements.errors import BadInput, InternalError, shown
from arrangements.files import shipped
from arrangements.types.oriented import Member, symmetries_of, tables
from arrangements.types.placing import Points, colex_signs, type_key

__all__ = ["MOST_COLLINEAR", "MOST_POINTS", "PointTypes", "as_text", "from_text"]

MOST_POINTS, MOST_COLLINEAR = 8, 7


@dataclass(frozen=True)
class PointTypes:
    """All types of so many points in the plane that are not all on a line; position k is line k of the file."""

    n: int
    collinear: bool = False

    def __post_init__(self) -> None:
        most = MOST_COLLINEAR if self.collinear else MOST_POINTS
        if not 3 <= self.n <= most:
            raise BadInput(f"number of points must be between 3 and {most}{' with lines of three' * self.collinear}, not {self.n}")

    @classmethod
    def read(cls, name: str) -> PointTypes:
        """``points:N`` or ``points:N:collinear``."""
        match = re.fullmatch(r"points:([1-9][0-9]?)(:collinear)?", name)
        if match is None:
            raise BadInput(f"types must be spelled like points:7 or points:6:collinear, not {shown(name)}")
        return cls(int(match[1]), bool(match[2]))

    @property
    def name(self) -> str:
        return f"points:{self.n}{':collinear' * self.collinear}"

    def count(self) -> int:
        return len(_read(self.n, self.collinear))

    @property
    def span(self) -> int:
        return self.count()

    def points(self, position: int) -> Points:
        return _read(self.n, self.collinear)[position]

    def configuration(self, position: int) -> Configuration:
        """The points with ones prepended, as ``Configuration.affine`` makes them."""
        rows = [(1, *point) for point in self.points(position)]
        return Configuration(rows, name=f"{self.name} at {position}")

    def members(self, start: int = 0, stop: int | None = None) -> Iterator[Member]:
        every = _read(self.n, self.collinear)
        for position in range(start, len(every) if stop is None else stop):
            signs = colex_signs(every[position])
            yield Member(position, self.n, 3, signs, symmetries_of(signs, tables(self.n, 3)), True)

    def facts(self, member: Member) -> dict[str, object]:
        """What there is to say about a type, by name; its points last."""
        return member.facts() | {"points": [list(point) for point in self.points(member.position)]}

    def __iter__(self) -> Iterator[Member]:
        return self.members()


def as_text(sets: list[Points]) -> str:
    """The file: a line that says what follows, and a line for each set of points."""
    lines = "".join(bytes(c for point in points for c in point).hex() + "\n" for points in sets)
    return f"# order types of {len(sets[0])} points: {len(sets)}, sha256 {sha256(lines.encode()).hexdigest()}\n{lines}"


def from_text(text: str) -> list[Points]:
    """The sets of points of a file, if its count and hash are right and every set has a type of its own."""
    head, _, lines = text.partition("\n")
    match = re.fullmatch(r"# order types of ([0-9]+) points: ([0-9]+), sha256 ([0-9a-f]{64})", head)
    if match is None or sha256(lines.encode()).hexdigest() != match[3]:
        raise InternalError("the list of order types must have the hash that it says")
    sets = []
    for line in lines.split():
        numbers = bytes.fromhex(line)
        sets.append(tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    t = tables(int(match[1]), 3)
    keys = {type_key(colex_signs(points), t) for points in sets}
    if not len(keys) == len(sets) == int(match[2]):
        raise InternalError(f"the list of order types must have {match[2]} different ones, not {len(keys)}")
    return sets


@cache
def _read(n: int, collinear: bool) -> list[Points]:
    return from_text(shipped(f"types/points-{n}{'-collinear' * collinear}.txt").read_text("ascii"))
