"""Sets of rankings: every R(U) that labels can have, up to relabelling, with points or with a proof
that no points have it.

``RankingTypes(n, d)`` are those of n distinct labels whose points span dimension d; a set and its
opposite rankings come together.

- d = 1: one order and its opposite. d >= n - 1: all orders, as the values at n points in general
  position can be any.
- d = 2: the allowable sequences (``sequences``), which determine R(U) and are determined by it, of
  points or not. For n <= 6 each has points, with coordinates in ``data/types``, or a refutation: a
  final polynomial (n = 5), or one by slopes (``slopes``, n = 6).
- d = n - 2: the points have one affine dependence, which determines R(U) (``dependences``).

Other sizes are refused: nobody knows them.

>>> [RankingTypes(n, 2).count() for n in (3, 4, 5, 6)], RankingTypes(5, 3).count()
([1, 5, 155, 125273], 19)
>>> [kind.realizable for kind in RankingTypes(5, 2)].count(False)
7
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice, permutations, zip_longest
from typing import Any

from arrangements.combinatorial_types.dependences import dependences, orders, points_of
from arrangements.combinatorial_types.realizing import Realizability, Root, at_root
from arrangements.combinatorial_types.sequence_count import number_of_sequences
from arrangements.combinatorial_types.sequences import (
    Order,
    Sequence,
    allowable_sequences,
    chirotope,
    least,
    matrix,
    reversed_pairs,
    sequence_of,
)
from arrangements.combinatorial_types.slopes import Slopes, refutation
from arrangements.errors import BadInput, InternalError, short_repr
from arrangements.exact.numbers import Exact
from arrangements.running.files import shipped

__all__ = ["Points", "RankingType", "RankingTypes", "plain", "stored"]

Points = tuple[tuple[Exact, ...], ...]
_LARGEST = 9  # labels are written as digits
_LISTED = 6
_COUNTED = 7


@dataclass(frozen=True)
class RankingType:
    """One set of rankings: a position, one ranking of each opposite pair, and points that have it,
    or None.
    """

    position: int
    rankings: tuple[Order, ...]
    points: Points | None

    @property
    def realizable(self) -> bool:
        return self.points is not None

    def facts(self) -> dict[str, object]:
        points = (
            None if self.points is None else [[plain(c) for c in point] for point in self.points]
        )
        orders = [">".join(str(label + 1) for label in order) for order in self.rankings]
        return {
            "position": self.position,
            "rankings": orders,
            "realizable": self.realizable,
            "points": points,
        }


def plain(number: Exact) -> int | str:
    """An integer, or the text of another number without spaces."""
    return number if isinstance(number, int) else str(number).replace(" ", "")


@dataclass(frozen=True)
class RankingTypes:
    """The sets of rankings of n labels that span dimension d; iterating gives one of each class."""

    n: int
    d: int = 2

    def __post_init__(self) -> None:
        n, d = self.n, self.d
        if not 2 <= n <= _LARGEST:
            raise BadInput(f"number of labels must be between 2 and {_LARGEST}, not {n}")
        if d < 1:
            raise BadInput(f"dimension must be at least 1, not {d}")
        if not (d == 1 or d >= n - 1 or (d == 2 and n <= _COUNTED) or (d == n - 2 and n <= 6)):
            raise BadInput(
                f"dimension of {n} labels must be 1, 2 (at most {_COUNTED} labels), {n - 2} (at most 6) or {n - 1}, not {d}"
            )

    @classmethod
    def read(cls, name: str) -> RankingTypes:
        """``rankings:NxD``.

        >>> RankingTypes.read("rankings:4x2").count()
        5
        """
        match = re.fullmatch(r"rankings:([1-9])x([1-9])", name)
        if match is None:
            raise BadInput(
                f"types must be spelled like rankings:5x2, labels and dimension, not {short_repr(name)}"
            )
        return cls(int(match[1]), int(match[2]))

    @property
    def name(self) -> str:
        return f"rankings:{self.n}x{self.d}"

    def count(self) -> int:
        """How many there are, without a list of them."""
        if self.d == 1 or self.d >= self.n - 1:
            return 1
        return number_of_sequences(self.n) if self.d == 2 else len(dependences(self.n))

    def __iter__(self) -> Iterator[RankingType]:
        n, d = self.n, self.d
        line = tuple(range(n))
        if d == 1:
            yield RankingType(0, (line,), tuple((k,) for k in line))
        elif d >= n - 1:
            half = tuple(order for order in permutations(line) if order < order[::-1])
            yield RankingType(
                0, half, tuple(tuple(int(i == k) for i in range(1, d + 1)) for k in line)
            )
        elif d == 2:
            self._demand_listed()
            for position in range(len(allowable_sequences(n))):
                yield self._in_the_plane(position)
        else:
            for position, dependence in enumerate(dependences(n)):
                half = tuple(order for order in orders(dependence) if order < order[::-1])
                yield RankingType(position, half, points_of(dependence))

    def _demand_listed(self) -> None:
        if self.n > _LISTED:
            raise BadInput(
                f"types must be of at most {_LISTED} labels in the plane to be listed, not {self.n}; --limit 0 counts {self.name}"
            )

    def _in_the_plane(self, position: int) -> RankingType:
        """Points are checked before they are given away."""
        half, line = allowable_sequences(self.n)[position], _lines(self.n)[position]
        points = _points_of(line, half)
        if points is not None and least(sequence_of(points)) != half:
            raise InternalError(f"points of rankings must have them ({line})")
        return RankingType(position, half[:-1], points)

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, k: int) -> RankingType:
        """
        >>> RankingTypes(4, 2)[-1].position
        4
        """
        k = range(len(self))[k]
        if self.d == 2 and 3 <= self.n <= _LISTED:
            return self._in_the_plane(k)
        return next(islice(self, k, None))

    def facts(self, member: RankingType) -> dict[str, object]:
        """The position, one of each two opposite rankings, and points, or none if there are
        none.
        """
        return member.facts()

    def certificate(self, position: int) -> Realizability:
        """For labels in the plane: the proof, about ``sequences.chirotope``, that there are points,
        or none.
        """
        if self.d != 2 or not 3 <= self.n <= _LISTED:
            raise BadInput(
                f"types must be rankings of 3 to {_LISTED} labels in the plane to be certified, not {self.name}"
            )
        half, line = allowable_sequences(self.n)[position], _lines(self.n)[position]
        chi = chirotope(half)
        if not line:
            return _kept()[chi.text()]
        if line.startswith("{"):
            record = json.loads(line)
            return Realizability(
                chi.n, 3, chi.text(), True, _polynomial_rows(half, record["points"]), _root(record)
            )
        if ":" in line:
            return _refutation(line, half).certificate(half)
        return Realizability(chi.n, 3, chi.text(), True, tuple(matrix(half, _integers(line))))


# What is kept in data/types, a line for each sequence: integer points, as bytes or as x,y; integer
# polynomials in a root as an object; a refutation by slopes, only its labels if these are five; or
# nothing, if a certificate of its own is in the folder ``rankings``.


def _integers(line: str) -> list[tuple[int, int]]:
    if "," in line:
        pairs = (point.split(",") for point in line.split())
        return [(int(x), int(y)) for x, y in pairs]
    numbers = bytes.fromhex(line)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _points_of(line: str, half: Sequence) -> Points | None:
    """Points, not yet checked; None for what is refuted."""
    if not line:
        return _kept_points(len(half[0]), half)
    if line.startswith("{"):
        record = json.loads(line)
        return at_root(_root(record), map(tuple, record["points"]))
    return None if ":" in line else tuple(_integers(line))


def _refutation(line: str, half: Sequence) -> Slopes:
    kept = Slopes.read(line)
    found = kept if kept.terms else refutation(half, (1, 0), kept.labels, kept.start)
    if found is None:
        raise InternalError(f"labels {kept.labels} must refute a sequence")
    return found


def _root(record: dict[str, Any]) -> Root:
    low, high, under = record["interval"]
    return tuple(record["polynomial"]), (low, high, under)


def _polynomial_rows(half: Sequence, points: list[list[list[int]]]) -> tuple[tuple[Any, ...], ...]:
    """The rows of ``sequences.matrix``, with polynomials for coordinates."""

    def less(p: list[int], q: list[int]) -> list[int]:
        return [x - y for x, y in zip_longest(p, q, fillvalue=0)]

    steps = (
        [less(b, a) for a, b in zip(points[i], points[j], strict=True)]
        for i, j in reversed_pairs(half)
    )
    return (*((1, *point) for point in points), *((0, *step) for step in steps))


def _kept_points(n: int, half: Sequence) -> Points | None:

    realizability = _kept()[chirotope(half).text()]
    if not realizability.realizable or realizability.root is None:
        return None
    return at_root(realizability.root, [row[1:] for row in realizability.evidence[:n]])


def _lines(n: int) -> list[str]:
    return _checked(f"rankings-{n}")


def stored(name: str) -> list[tuple[tuple[int, int], ...]]:
    """Points of the plane, a set from each line of a file."""
    return [tuple(_integers(line)) for line in _checked(name)]


@cache
def _checked(name: str) -> list[str]:
    """The lines of a file, compressed or not, after the first, which says how many there are and what their hash is."""
    file = shipped(f"types/{name}.txt")
    if file.is_file():
        read = file.read_text("ascii")
    else:
        read = lzma.decompress(file.with_suffix(".txt.xz").read_bytes()).decode("ascii")
    head, *lines = read.splitlines()
    text = "".join(line + "\n" for line in lines)
    if head != f"# {name}: {len(lines)}, sha256 {sha256(text.encode()).hexdigest()}":
        raise InternalError(f"the list {name} must have the count and the hash that it says")
    return lines


@cache
def _kept() -> dict[str, Realizability]:
    """Certificates by signs; the checker accepted each."""
    records = (
        Realizability.from_text(file.read_text("ascii"))
        for file in sorted(shipped("types/rankings").glob("*.json"))
    )
    return {certificate.signs: certificate for certificate in records}
