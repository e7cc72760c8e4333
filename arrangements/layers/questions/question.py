"""``Question``: is there an input for which these conditions hold?

A question is a kind and positions: it names rows by their places, so that it means the same for all
configurations with as many rows, and is small and hashable. Labels come in when it is written
(``text``, ``to_json``); ``parser`` reads it.

============ ============================ =================================================================
kind         positions                    is there an x such that, with s_i = u_i . x (plus the offset),
============ ============================ =================================================================
signs        1, -1, 0 or 2 for every row  s_i > 0 for 1, s_i < 0 for -1, s_i = 0 for 2; anything for 0
ranking      of labels                    s_a > s_b > s_c ...; labels that are not named may be anywhere
weak ranking of labels, -1 between groups a ranking in which the labels of a group are equal
top          of labels                    s_a > s_b > ... > all other s_j; of a single label: it is an argmax
top set      of labels                    s_i > s_j for all i in the set and j outside
tie          of two labels                s_a = s_b > all other s_j: they share the top
on           of one label                 s_a > 0: it is on, if the layer decides about each label by itself
chosen       of one label                 s_a > s_j for j before a, s_a >= s_j for j after it: it is listed first of the best
listed       of labels, -1 between groups a ``top`` in which the labels of a group may be in any order
scores       unit, and of labels i, l, h  l_i <= unit (s_i + c) <= h_i for some c, and s_j <= s_i for the last i and others j
============ ============================ =================================================================

>>> question = Question("top", (2, 0))
>>> question.text("abc"), question.to_json("abc")
('top c>a', {'kind': 'top', 'labels': ['c', 'a']})
>>> conditions(question, 3)
[Condition(plus=2, minus=0, relation='>'), Condition(plus=0, minus=1, relation='>')]
>>> [side.tolist() for side in comparisons(question, 3)]
[[2, 0], [0, 1], [], []]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from arrangements.ranking_text import joined, quoted

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "BETWEEN",
    "ZERO",
    "Compared",
    "Condition",
    "Question",
    "comparisons",
    "conditions",
    "every_label",
    "of_groups",
    "of_signs",
    "under",
]

ZERO = 2  # the sign of a row that is to vanish
BETWEEN = -1  # between the groups of a weak ranking
_SIGNS = "?+0-"  # 0, 1, 2, -1
_SIGN_CODES = {"?": 0, "+": 1, "0": 2, "-": -1}
# How the labels that are named compare, one after another, and which of them are above all others.
_MEANS = {
    "ranking": (">", slice(0)),
    "top": (">", slice(-1, None)),
    "top set": ("", slice(None)),
    "tie": ("=", slice(1)),
}
_JOINTS = {"top set": ", ", "tie": "="}


@dataclass(frozen=True, slots=True)
class Question:
    """The functions of ``parser`` make and check it; here positions are taken as they are."""

    kind: str
    positions: tuple[int, ...]

    @property
    def label(self) -> int | None:
        """The place of the label that is asked to be first, if that is all that is asked."""
        alone = self.kind in ("top", "chosen") and len(self.positions) == 1
        return self.positions[0] if alone else None

    @property
    def single(self) -> bool:
        """Whether the question is about one label."""
        return self.kind == "on" or self.label is not None

    @property
    def lowest(self) -> bool:
        """Whether the lowest position wins a tie, as in deployed argmax, instead of nobody."""
        return self.kind == "chosen"

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of a weak ranking, or of a list; of other kinds each position is a group."""
        if self.kind not in ("weak ranking", "listed"):
            return tuple((place,) for place in self.positions)
        parts: list[tuple[int, ...]] = [()] * bool(self.positions)
        for place in self.positions:
            if place == BETWEEN:
                parts.append(())
            else:
                parts[-1] += (place,)
        return tuple(parts)

    @property
    def bounds(self) -> tuple[int, list[tuple[int, int, int]]]:
        """Of kind scores: the unit; for each label its place and the ends of its score, times the
        unit.
        """
        unit, *rest = self.positions
        return unit, list(zip(rest[::3], rest[1::3], rest[2::3], strict=True))

    @property
    def signs(self) -> str:
        """Of kind signs: one of + - 0 ? for each row."""
        return "".join(map(_SIGNS.__getitem__, self.positions))

    def text(self, labels: Sequence[str]) -> str:
        """The question in words, with the word that asks it."""
        if self.kind == "signs":
            return f"{self.kind} {self.signs}"
        if self.kind == "scores":
            unit, ends = self.bounds
            parts = (
                f"{quoted(labels[i])} {Fraction(a, unit)} to {Fraction(b, unit)}"
                for i, a, b in ends
            )
            return f"scores {', '.join(parts)}"
        if self.kind in ("weak ranking", "listed"):
            word = self.kind.removeprefix("weak ")
            return f"{word} {joined([labels[i] for i in group] for group in self.groups)}"
        named = _JOINTS.get(self.kind, ">").join(quoted(labels[i]) for i in self.positions)
        return f"{self.kind if self.label is None or self.lowest else 'argmax'} {named}"

    def to_json(self, labels: Sequence[str]) -> dict[str, object]:
        """The question as certificates have it."""
        if self.kind == "signs":
            return {"kind": self.kind, "signs": self.signs}
        if self.kind in ("weak ranking", "listed"):
            groups = [[labels[i] for i in group] for group in self.groups]
            return {"kind": self.kind, "groups": groups}
        return {"kind": self.kind, "labels": [labels[i] for i in self.positions]}


def of_signs(text: str) -> Question:
    """The question for signs that have been checked.

    >>> of_signs("+-0?")
    Question(kind='signs', positions=(1, -1, 2, 0))
    """
    return Question("signs", tuple(map(_SIGN_CODES.__getitem__, text)))


def of_groups(groups: Sequence[Sequence[int]], kind: str = "weak ranking") -> Question:
    """The question for groups of positions, best first.

    >>> of_groups([(2, 0), (1,)])
    Question(kind='weak ranking', positions=(2, 0, -1, 1))
    """
    flat = [place for group in groups for place in (BETWEEN, *group)]
    return Question(kind, tuple(flat[1:]))


def every_label(n: int, kind: str = "top") -> list[Question]:
    """Is it first, or chosen, or on? Of every label."""
    return [Question(kind, (place,)) for place in range(n)]


def under(kind: str, questions: Iterable[Question]) -> Iterator[Question]:
    """The questions, those whether a label is first as questions of this kind."""
    return (
        asked if asked.label is None else Question(kind, asked.positions) for asked in questions
    )


class Condition(NamedTuple):
    """u_plus - u_minus (a missing position counts as the zero vector), and '>', '=', '>=', or ''
    for free.
    """

    plus: int | None
    minus: int | None
    relation: str


_condition = tuple.__new__  # with the class and the parts; in half the time of Condition(..)


def _named(question: Question) -> tuple[list[Condition], tuple[int, ...]]:
    """The meaning: conditions between labels that are named, and the labels of which each is above
    all that are not named.
    """
    if question.kind == "weak ranking":
        ordered = [(place, k) for k, group in enumerate(question.groups) for place in group]
        return [Condition(i, j, "=" if k == m else ">") for (i, k), (j, m) in pairwise(ordered)], ()
    if question.kind == "listed":
        pairs = ((i, j) for above, below in pairwise(question.groups) for i in above for j in below)
        return [Condition(i, j, ">") for i, j in pairs], question.groups[-1]
    relation, above = _MEANS[question.kind]
    steps = pairwise(question.positions) if relation else ()
    chain = [_condition(Condition, (i, j, relation)) for i, j in steps]
    return chain, question.positions[above]


def conditions(question: Question, n: int) -> list[Condition]:
    """The meaning of a question about n rows, in the order in which refutations weigh the
    conditions.
    """
    if question.kind == "signs":
        relations = {1: ">", ZERO: "=", 0: ""}
        return [
            _condition(Condition, (None, i, ">") if sign < 0 else (i, None, relations[sign]))
            for i, sign in enumerate(question.positions)
        ]
    if question.kind == "on":
        return [Condition(question.positions[0], None, ">")]
    if question.kind == "chosen":
        (label,) = question.positions
        others = (j for j in range(n) if j != label)
        return [Condition(label, j, ">" if j < label else ">=") for j in others]
    places, above = _named(question)
    if above:
        named = set(question.positions)
        places += [
            _condition(Condition, (i, j, ">")) for i in above for j in range(n) if j not in named
        ]
    return places


class Compared(NamedTuple):
    """Rows ``plus`` that are to be larger than rows ``minus``, pairs of rows that are to be
    ``level``, and pairs of which the first is to be larger or equal, ``weak``; -1 stands for zero.
    """

    plus: np.ndarray
    minus: np.ndarray
    level: np.ndarray
    weak: np.ndarray


def comparisons(question: Question, n: int) -> Compared:
    """The conditions as arrays, in the same order."""
    import numpy as np

    long = question.kind == "scores"  # numbers of any size
    positions = np.array(() if long else question.positions, np.int64)
    none = np.empty((0, 2), np.int64)
    if question.kind == "signs":
        places = np.flatnonzero(np.abs(positions) == 1)
        positive, zero = positions[places] > 0, np.flatnonzero(positions == ZERO)
        return Compared(
            np.where(positive, places, -1),
            np.where(positive, -1, places),
            np.column_stack([zero, np.full(len(zero), -1)]),
            none,
        )
    if question.kind == "on":
        return Compared(positions, np.array([-1]), none, none)
    if question.kind == "scores":
        *_, named = question.bounds
        rest = np.delete(np.arange(n), [place for place, *_ in named])
        return Compared(
            positions[:0],
            positions[:0],
            none,
            np.column_stack([np.full(len(rest), named[-1][0]), rest]),
        )
    if question.kind == "chosen":
        (label,) = question.positions
        after = np.arange(label + 1, n)
        weak = np.column_stack([np.full(len(after), label), after])
        return Compared(np.full(label, label), np.arange(label), none, weak)
    found, above = _named(question)
    rest = np.delete(np.arange(n), positions[positions != BETWEEN]) if above else positions[:0]
    chain, level = (
        np.array([c[:2] for c in found if c.relation == wanted], np.int64).reshape(-1, 2)
        for wanted in (">", "=")
    )
    return Compared(
        np.append(chain[:, 0], np.repeat(np.array(above, np.int64), len(rest))),
        np.append(chain[:, 1], np.tile(rest, len(above))),
        level,
        none,
    )
