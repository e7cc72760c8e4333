"""Order types of points in the plane, each with coordinates: every type that few points can have,
and a set of points that has it.

``PointTypes(n)`` are the types of n points of which no three are on a line, up to ``MOST_POINTS``;
with ``collinear`` the others are among them, too, up to ``MOST_COLLINEAR``. A type and its mirror
image are one. The coordinates are small non-negative integers, found by ``placing`` and kept in
``data/types``; a file has a line for each type, two digits to base 16 for each coordinate, and says
how many lines there are and what their hash is. What is read is checked: every line is a type of
its own, by its chirotope. That none is missing is the count of ``OrientedTypes``, abstract types
included; for up to eight points every abstract type has points.

Nine points have a file with one set for each class under reorientation. A type of the class turns
some of its vectors (1, p) around, and a projective map takes these to points again, with integer
coordinates once they are rounded finely enough to keep all signs. The 158,817 types are those of
these classes (``tests/combinatorial_types/test_nine_points.py``).

>>> PointTypes(6).count(), PointTypes(4, collinear=True).count()
(16, 3)
>>> PointTypes(4).points(0)
((0, 0), (0, 1), (1, 0), (1, 1))
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from itertools import accumulate

import numpy as np

from arrangements.combinatorial_types.oriented import (
    Member,
    OrientedTypes,
    leaves,
    symmetries_of,
    tables,
)
from arrangements.combinatorial_types.placing import Points, colex_signs, type_key
from arrangements.errors import BadInput, InternalError, short_repr
from arrangements.layers.configuration import Configuration
from arrangements.running.files import shipped

__all__ = ["MOST_COLLINEAR", "MOST_POINTS", "PointTypes", "as_text", "from_text"]

MOST_POINTS, MOST_COLLINEAR = 9, 7
_BY_CLASSES = 9  # so many points are listed class by class
_FINEST = 28  # bits of a coordinate for which products of two differences are exact


@dataclass(frozen=True)
class PointTypes:
    """All types of so many points in the plane that are not all on a line; position k is line k of
    the file.
    """

    n: int
    collinear: bool = False

    def __post_init__(self) -> None:
        most = MOST_COLLINEAR if self.collinear else MOST_POINTS
        if not 3 <= self.n <= most:
            raise BadInput(
                f"number of points must be between 3 and {most}{' with lines of three' * self.collinear}, not {self.n}"
            )

    @classmethod
    def read(cls, name: str) -> PointTypes:
        """``points:N`` or ``points:N:collinear``."""
        match = re.fullmatch(r"points:([1-9][0-9]?)(:collinear)?", name)
        if match is None:
            raise BadInput(
                f"types must be spelled like points:7 or points:6:collinear, not {short_repr(name)}"
            )
        return cls(int(match[1]), bool(match[2]))

    @property
    def name(self) -> str:
        return f"points:{self.n}{':collinear' * self.collinear}"

    @property
    def by_classes(self) -> bool:
        """Whether positions are numbered class by class, and points are made when they are asked
        for.
        """
        return self.n == _BY_CLASSES

    def members_of_class(self, form: np.ndarray) -> Iterator[Member]:
        """The types of the class of this form, in a list by classes."""
        sets, starts = _classes()
        k = _places().get(form.tobytes())
        return iter(()) if k is None else _members_of(sets[k], starts[k])

    def count(self) -> int:
        return _classes()[1][-1] if self.by_classes else len(_read(self.n, self.collinear))

    @property
    def span(self) -> int:
        return self.count()

    def points(self, position: int) -> Points:
        if not self.by_classes:
            return _read(self.n, self.collinear)[position]
        sets, starts = _classes()
        if not 0 <= position < starts[-1]:
            raise IndexError(position)
        k = _class_at(starts, position)
        return _turned(sets[k], [*_members_of(sets[k], starts[k])][position - starts[k]].colex)

    def configuration(self, position: int) -> Configuration:
        """The points with ones prepended, as ``Configuration.affine`` makes them."""
        rows = [(1, *point) for point in self.points(position)]
        return Configuration(rows, name=f"{self.name} at {position}")

    def members(self, start: int = 0, stop: int | None = None) -> Iterator[Member]:
        if self.by_classes:
            sets, starts = _classes()
            last = starts[-1] if stop is None else stop
            for points, first, after in zip(sets, starts, starts[1:], strict=False):
                if start < after and first < last:
                    yield from (
                        member
                        for member in _members_of(points, first)
                        if start <= member.position < last
                    )
            return
        every = _read(self.n, self.collinear)
        for position in range(start, len(every) if stop is None else stop):
            signs = colex_signs(every[position])
            yield Member(
                position,
                self.n,
                3,
                signs,
                symmetries_of(signs, tables(self.n, 3)),
                True,
                partial(self.points, position),
            )

    def facts(self, member: Member) -> dict[str, object]:
        """Facts about a type, by name; its points last."""
        return member.facts() | {"points": [list(point) for point in member.points or ()]}

    def __iter__(self) -> Iterator[Member]:
        return self.members()

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, k: int) -> Member:
        """
        >>> PointTypes(4)[1].points == PointTypes(4).points(1)
        True
        >>> PointTypes(6)[-1].position
        15
        """
        k = range(len(self))[k]
        return next(self.members(k, k + 1))


def as_text(sets: list[Points]) -> str:
    """The file: a line that says what follows, and a line for each set of points."""
    lines = "".join(bytes(c for point in points for c in point).hex() + "\n" for points in sets)
    return f"# order types of {len(sets[0])} points: {len(sets)}, sha256 {sha256(lines.encode()).hexdigest()}\n{lines}"


def from_text(text: str) -> list[Points]:
    """The sets of points of a file, if its count and hash are right and every set has a type of its
    own.
    """
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
        raise InternalError(
            f"the list of order types must have {match[2]} different ones, not {len(keys)}"
        )
    return sets


@cache
def _read(n: int, collinear: bool) -> list[Points]:
    return from_text(shipped(f"types/points-{n}{'-collinear' * collinear}.txt").read_text("ascii"))


@cache
def _classes() -> tuple[list[Points], list[int]]:
    """The sets of nine points, one of each class under reorientation, and the first position of
    each class, and the end.
    """
    sets = from_text(shipped("types/classes-9.txt").read_text("ascii"))
    return sets, [0, *accumulate(sum(1 for _ in _members_of(points, 0)) for points in sets)]


def _class_at(starts: list[int], position: int) -> int:
    return bisect_right(starts, position) - 1


@cache
def _places() -> dict[bytes, int]:
    """The number of each class by its form."""
    return {
        leaves(colex_signs(points), tables(len(points), 3))[0].tobytes(): k
        for k, points in enumerate(_classes()[0])
    }


def _members_of(points: Points, first: int) -> Iterator[Member]:
    """The acyclic reorientations of the class of these points, one of each type, numbered from
    ``first`` on.
    """
    form, _, _ = leaves(colex_signs(points), tables(len(points), 3))
    for k, member in enumerate(OrientedTypes(3, len(points), True, True).members_of(0, form)):
        made = partial(_turned, points, member.colex)
        yield Member(first + k, member.n, member.rank, member.colex, member.symmetries, True, made)


def _turned(points: Points, signs: np.ndarray) -> Points:
    """Points with these signs of triples, from points of the same class under relabelling and
    reorientation.
    """
    _, orders, _ = leaves(colex_signs(points), tables(len(points), 3))
    vectors = np.array([(1, *points[e]) for e in orders[0]], np.int64)
    now = np.sign(_determinants(vectors))
    # Turning the vectors i by s_i multiplies the sign of i, j, k by s_i s_j s_k, and all of them
    # perhaps by one sign.
    ratio = dict(
        zip(map(tuple, tables(len(points), 3).bases.tolist()), (now * signs).tolist(), strict=True)
    )
    turns = [1, *(_ratio(ratio, i, 0) for i in range(1, len(points)))]
    vectors = vectors * np.array(turns)[:, None]
    # The vectors are on one side of some plane: that of the sum of all crossings of two that are on
    # no wrong side of the others.
    crossings = np.array(
        [c for a in vectors for b in vectors for c in [np.cross(a, b)] if (vectors @ c >= 0).all()]
    )
    normal = crossings.sum(axis=0)
    normal //= np.gcd.reduce(normal)
    last = int(np.abs(normal).argmax())
    heights = [int(h) for h in vectors @ normal]
    places = [
        [Fraction(int(x), h) for k, x in enumerate(v) if k != last]
        for v, h in zip(vectors, heights, strict=True)
    ]
    lows, highs = (
        [min(column) for column in zip(*places, strict=True)],
        [max(column) for column in zip(*places, strict=True)],
    )
    for bits in range(3, _FINEST):
        rounded = [
            tuple(
                round((x - a) / (b - a) * (1 << bits))
                for x, a, b in zip(p, lows, highs, strict=True)
            )
            for p in places
        ]
        for corners in (tuple(rounded), tuple((y, x) for x, y in rounded)):
            if np.array_equal(colex_signs(corners), signs):
                return corners
    raise InternalError("points must be told apart by coordinates below 2^28")


def _ratio(ratio: dict[tuple[int, ...], int], i: int, j: int) -> int:
    k, m = [e for e in range(4) if e not in (i, j)][:2]
    return ratio[tuple(sorted((i, k, m)))] * ratio[tuple(sorted((j, k, m)))]


def _determinants(vectors: np.ndarray) -> np.ndarray:
    a, b, c = (vectors[column] for column in tables(len(vectors), 3).bases.T)
    return np.asarray((np.cross(a, b) * c).sum(axis=1))
