"""Problems for the program proved in Coq: values that the reader of a certificate makes, and their
text for the binary.

A number is the tuple of its coefficients at the root of the field, fractions as texts n/d;
rationals have one. Labels and rows are positions. ``extracted/main.ml`` says what the lines mean,
``proofs.coq.in_coq`` has the same problems as theorems.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, cast

__all__ = [
    "Ball",
    "Compared",
    "Comparison",
    "Evidence",
    "Field",
    "Given",
    "Kind",
    "Member",
    "Number",
    "Part",
    "Pattern",
]
__all__ += ["Problem", "Question", "Rows", "View", "long_numbers"]

Number = tuple[str, ...]
Rows = tuple[tuple[Number, ...], ...]
# An integer vector, each entry with its coefficients.
Evidence = tuple[tuple[int, ...], ...]
# Signs; or labels; or groups of labels.
Member = str | tuple[int, ...] | tuple[tuple[int, ...], ...]
Part = tuple[Member, Evidence]
Kind = Literal["signs", "covectors", "ranking", "weakranking"]
View = Literal["rows", "differences", "centred"]
Compared = Literal["rows", "products", "lengths", "cosines", "chirotope", "regions"]
Given = tuple[tuple[str, tuple[Number, ...]], ...]


@dataclass(frozen=True)
class Field:
    """The coefficients of an integer polynomial, constant first, and the ends of an interval around
    one of its roots.
    """

    polynomial: tuple[int, ...]
    interval: tuple[str, str]

    def __str__(self) -> str:
        return f"root {','.join(map(str, self.polynomial))} {' '.join(self.interval)}"


@dataclass(frozen=True)
class Ball:
    """The inputs h = centre + gains z, coordinate by coordinate, with z^2 at most ``square``;
    where it is ``centred``, the coordinates of z have the sum 0. On its ``sphere`` with = for at
    most."""

    centre: tuple[Number, ...]
    gains: tuple[Number, ...]
    square: Number
    centred: bool
    sphere: bool

    def lines(self) -> Iterator[str]:
        yield from map(_row, (self.centre, self.gains, (self.square,)))


@dataclass(frozen=True)
class Question:
    """One question with its witness or refutation; ``given`` are conditions on every point. In a
    ball a witness is a z, and the equation of a centred one has the last weight; on a sphere a
    witness has a second point, ``beyond``."""

    field: Field | None
    dimension: int
    rows: Rows
    given: Given
    kind: Literal["signs", "ranking", "top", "topset", "tie", "weakranking"]
    asked: Member
    answer: bool
    evidence: Evidence
    ball: Ball | None = None
    beyond: Evidence | None = None

    def lines(self) -> str:
        """For the binary.

        >>> print(Question(None, 1, ((("1",),), (("-1/3",),)), (), "ranking", (0, 1), True, ((3,),)).lines(), end="")
        rationals
        1 2 0
        1
        -1/3
        ranking 0 1
        witness 3
        """
        shown = f"{'witness' if self.answer else 'refutation'} {_vector(self.evidence)}"
        if self.beyond is not None:
            shown = f"sphere {_vector(self.evidence)} : {_vector(self.beyond)}"
        head = _head(self.field, self.dimension, self.rows, self.given, self.ball)
        return "\n".join([*head, f"{self.kind} {words(self.asked)}", shown]) + "\n"


@dataclass(frozen=True)
class Pattern:
    """A whole pattern: all members in the order of the program, each with a witness. Where
    conditions are given, or rows have offsets, ``excluded`` are beginnings that no other member
    has, each with a refutation, in the order of the program; otherwise None."""

    field: Field | None
    dimension: int
    rows: Rows
    given: Given
    kind: Kind
    members: tuple[Part, ...]
    excluded: tuple[Part, ...] | None
    ball: Ball | None = None

    def lines(self) -> str:
        """For the binary.

        >>> print(Pattern(None, 1, ((("2/3",),),), (), "signs", (("+", ((1,),)), ("-", ((-1,),))), None).lines(), end="")
        rationals
        1 1 0
        2/3
        pattern signs 2
        + : 1
        - : -1
        """
        counts = f"pattern {self.kind} {len(self.members)}"
        if self.excluded is not None:
            counts = f"given {self.kind} {len(self.members)} {len(self.excluded)}"
        parts = (
            f"{words(member)} : {_vector(point)}"
            for member, point in (*self.members, *(self.excluded or ()))
        )
        head = _head(self.field, self.dimension, self.rows, self.given, self.ball)
        return "\n".join([*head, counts, *parts]) + "\n"


@dataclass(frozen=True)
class Comparison:
    """Two configurations compared by an invariant: in their rows, or the
    differences of rows, or the rows minus their mean, seen as rows, products, lengths, cosines,
    chirotope or number of regions."""

    field: Field | None
    dimensions: tuple[int, int]
    rows: tuple[Rows, Rows]
    same: bool
    view: View
    what: Compared

    def lines(self) -> str:
        """For the binary.

        >>> print(Comparison(None, (1, 1), (((("2",),),), ((("1/3",),),)), True, "rows", "cosines").lines(), end="")
        rationals
        1 1 0
        2
        same rows cosines 1 1
        1/3
        """
        (d, e), (first, second) = self.dimensions, self.rows
        asked = f"{'same' if self.same else 'different'} {self.view} {self.what} {e} {len(second)}"
        return "\n".join([*_head(self.field, d, first, ()), asked, *map(_row, second)]) + "\n"


Problem = Question | Pattern | Comparison


@contextmanager
def long_numbers() -> Iterator[None]:
    """Python otherwise refuses to read and write integers of more than 4,300 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def words(member: Member) -> str:
    """Groups of labels are separated by >."""
    if member and isinstance(member[0], tuple):
        return " > ".join(
            " ".join(map(str, group)) for group in cast("tuple[tuple[int, ...], ...]", member)
        )
    return member if isinstance(member, str) else " ".join(map(str, member))


def _head(
    field: Field | None, dimension: int, rows: Rows, given: Given, ball: Ball | None = None
) -> Iterator[str]:
    yield "rationals" if field is None else str(field)
    around = "" if ball is None else " centred" if ball.centred else " ball"
    yield f"{dimension} {len(rows)} {len(given)}{around}"
    yield from map(_row, rows)
    for relation, vector in given:
        yield f"{relation} {_row(vector)}"
    if ball is not None:
        yield from ball.lines()


def _row(row: Sequence[Number]) -> str:
    return " ".join(map(",".join, row))


def _vector(vector: Evidence) -> str:
    return " ".join(",".join(map(str, x)) for x in vector)
