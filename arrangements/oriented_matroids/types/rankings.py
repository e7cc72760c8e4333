"""Sets of rankings: every R(U) that labels can have, up to relabelling, with points or with a proof
that no points have it.

``RankingTypes(n, d)`` are those of n distinct labels whose points span dimension d; a set and its
opposite rankings come together.

- d = 1: one order and its opposite. d >= n - 1: all orders, as the values at n points in general
  position can be any.
- d = 2: the allowable sequences (``sequences``), which determine R(U) and are determined by it, of
  points or not. For n <= 5 each has points, with coordinates in ``data/types``, or a final
  polynomial that refutes it.
- d = n - 2: the points have one affine dependence, which determines R(U) (``dependences``).

Other sizes are refused: nobody knows them.

>>> [RankingTypes(n, 2).count() for n in (3, 4, 5, 6)], RankingTypes(5, 3).count()
([1, 5, 155, 125273], 19)
>>> [kind.realizable for kind in RankingTypes(5, 2)].count(False)
7
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice, permutations
from typing import Any

from arrangements.errors import BadInput, InternalError, shown
from arrangements.exact.numbers import Exact
from arrangements.oriented_matroids.types.dependences import dependences, orders, points_of
from arrangements.oriented_matroids.types.realizing import Realizability
from arrangements.oriented_matroids.types.sequence_count import number_of_sequences
from arrangements.oriented_matroids.types.sequences import (
    Order,
    Sequence,
    allowable_sequences,
    chirotope,
    least,
    matrix,
    sequence_of,
)
from arrangements.running.files import shipped

__all__ = ["Points", "RankingType", "RankingTypes", "plain", "stored"]

Points = tuple[tuple[Exact, ...], ...]
_LARGEST = 9  # labels are written as digits
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
                f"types must be spelled like rankings:5x2, labels and dimension, not {shown(name)}"
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
            if n > 5:
                raise BadInput(
                    f"types must be of at most 5 labels in the plane to be listed, not {n}; --limit 0 counts {self.name}"
                )
            for position, (sequence, points) in enumerate(
                zip(allowable_sequences(n), _points(n), strict=True)
            ):
                yield RankingType(position, sequence[:-1], points)
        else:
            for position, dependence in enumerate(dependences(n)):
                half = tuple(order for order in orders(dependence) if order < order[::-1])
                yield RankingType(position, half, points_of(dependence))

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, k: int) -> RankingType:
        found = next(islice(self, k, None), None) if k >= 0 else None
        if found is None:
            raise IndexError(k)
        return found

    def facts(self, member: RankingType) -> dict[str, object]:
        """The position, one of each two opposite rankings, and points, or none if there are
        none.
        """
        return member.facts()

    def certificate(self, position: int) -> Realizability:
        """For labels in the plane: the proof, about ``sequences.chirotope``, that there are points,
        or none.
        """
        if self.d != 2 or not 3 <= self.n <= 5:
            raise BadInput(
                f"types must be rankings of 3 to 5 labels in the plane to be certified, not {self.name}"
            )
        half = allowable_sequences(self.n)[position]
        chi, lines = chirotope(half), _lines(self.n)
        if lines[position] == "":
            return _kept()[chi.text()]
        return Realizability(
            chi.n, 3, chi.text(), True, tuple(matrix(half, _integers(lines[position])))
        )


# What is kept in data/types: a line for each sequence, empty if it has no rational points; and
# certificates of those that have none.


def _integers(line: str) -> list[tuple[int, int]]:
    numbers = bytes.fromhex(line)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def _points(n: int) -> list[Points | None]:
    """The points of each sequence, checked; None for those that are refuted."""
    found: list[Points | None] = []
    for half, line in zip(allowable_sequences(n), _lines(n), strict=True):
        points = tuple(_integers(line)) if line else _kept_points(n, half)
        if points is not None and least(sequence_of(points)) != half:
            raise InternalError(f"points of rankings must have them ({line})")
        found.append(points)
    return found


def _kept_points(n: int, half: Sequence) -> Points | None:
    from arrangements.exact.numbers import exact

    kept = _kept()[chirotope(half).text()]
    if not kept.realizable or kept.root is None:
        return None
    polynomial, (low, high, under) = kept.root
    evidence: tuple[tuple[Any, ...], ...] = kept.evidence  # polynomials in the root
    terms = "+".join(f"({c})*x^{k}" for k, c in enumerate(polynomial))
    t = exact(f"root({terms}, {low}/{under}, {high}/{under})")
    return tuple(
        tuple(sum((t**k * c for k, c in enumerate(entry)), exact(0)) for entry in row[1:])
        for row in evidence[:n]
    )


def _lines(n: int) -> list[str]:
    return _checked(f"rankings-{n}")


def stored(name: str) -> list[tuple[tuple[int, int], ...]]:
    """Points of the plane, a set from each line of a file."""
    return [tuple(_integers(line)) for line in _checked(name)]


@cache
def _checked(name: str) -> list[str]:
    """The lines of a file after the first, which says how many there are and what their hash is."""
    head, *lines = shipped(f"types/{name}.txt").read_text("ascii").splitlines()
    text = "".join(line + "\n" for line in lines)
    if head != f"# {name}: {len(lines)}, sha256 {sha256(text.encode()).hexdigest()}":
        raise InternalError(f"the list {name} must have the count and the hash that it says")
    return lines


@cache
def _kept() -> dict[str, Realizability]:
    """Certificates by signs; the checker accepted each."""
    kept = (
        Realizability.from_text(file.read_text("ascii"))
        for file in sorted(shipped("types/rankings").glob("*.json"))
    )
    return {certificate.signs: certificate for certificate in kept}
