"""Questions in bulk about one layer: texts, one a line, and the strict comparisons of rows that
each of them means.

======================== =====================================================================================
``argmax a``             is a strictly first somewhere? (or just ``a``, if it is not one of these words)
``top a>b``              are these first in this order?
``top-set a,b``          are these before all others in any order?
``ranking a>b=c``        in this order, others anywhere; equal where = joins
``tie a,b``              are these two somewhere equal, and strictly before all others?
``chosen a``             is a first somewhere, where of equal labels the one listed first is chosen?
``signs +-0?``           one of + - 0 ? for each row: positive, negative, zero, free
``labels a,c``           these rows positive, all others negative: a label set of a multi-label layer
======================== =====================================================================================

>>> [str(asked) for asked in parsed(["top b>a", "labels a", "c"], ("a", "b", "c"))]
['top b>a', 'signs +--', 'argmax c']
>>> [side.tolist() for side in comparisons(Asked("top", (1, 0), ("b", "a")), 3)]
[[1, 0], [0, 2], [], []]
>>> [side.tolist() for side in comparisons(Asked("tie", (1, 0), ("b", "a")), 3)]
[[1], [2], [[1, 0]], []]
>>> [side.tolist() for side in comparisons(Asked("chosen", (1,), ("b",)), 3)]
[[1], [0], [], [[1, 2]]]
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np

from arrangements.errors import BadInput, shown
from arrangements.io.readers.source import from_file, read_text
from arrangements.ranking_text import groups_of, pieces

__all__ = [
    "TIES",
    "ZERO",
    "Asked",
    "Compared",
    "Ties",
    "comparisons",
    "every_label",
    "named",
    "parsed",
    "read_questions",
    "under",
]

Ties = Literal["strict", "first"]  # a label must be before all others; or the lowest of equal ones
TIES: tuple[Ties, ...] = get_args(Ties)
_RULES: dict[Ties, str] = {"strict": "top", "first": "chosen"}
ZERO = 2  # the sign of a row that is to vanish
_JOINTS = {
    "argmax": "",
    "top": ">",
    "top-set": ",",
    "ranking": ">",
    "labels": ",",
    "tie": ",",
    "chosen": "",
}
_SIGNS = "?+0-"  # 0, 1, 2, -1


@dataclass(frozen=True)
class Asked:
    """``kind``: top, chosen, top set, ranking, weak ranking, tie or signs; ``words`` for display.

    ``value``: positions of labels, with -1 between the groups of a weak ranking; of signs 1, -1, 0
    (free) or 2 (zero) for every row.
    """

    kind: str
    value: tuple[int, ...]
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == "signs":
            return f"signs {''.join(_SIGNS[s] for s in self.value)}"
        if self.kind == "weak ranking":
            return f"ranking {self.words[0]}"
        if self.label is not None:
            return f"{'chosen' if self.lowest else 'argmax'} {self.words[0]}"
        return f"{self.kind} {(', ' if self.kind == 'top set' else '=' if self.kind == 'tie' else '>').join(self.words)}"

    @property
    def label(self) -> int | None:
        """The label that is asked to be first, if that is all that is asked."""
        return self.value[0] if self.kind in ("top", "chosen") and len(self.value) == 1 else None

    @property
    def lowest(self) -> bool:
        """Whether the lowest position wins a tie, as in deployed argmax, instead of nobody."""
        return self.kind == "chosen"


def every_label(labels: Sequence[str], ties: Ties = "strict") -> list[Asked]:
    """Is it first? Of every label."""
    kind = _RULES[ties]
    return [Asked(kind, (place,), (label,)) for place, label in enumerate(labels)]


def under(ties: Ties, questions: Iterable[Asked]) -> Iterator[Asked]:
    """Questions whether a label is first, asked under a rule for ties."""
    for asked in questions:
        yield asked if asked.label is None else Asked(_RULES[ties], asked.value, asked.words)


class Compared(NamedTuple):
    """Rows ``plus`` that are to be larger than rows ``minus``, pairs of rows that are to be
    ``level``, and pairs of which the first is to be larger or equal, ``weak``; -1 stands for zero.
    """

    plus: np.ndarray
    minus: np.ndarray
    level: np.ndarray
    weak: np.ndarray


def comparisons(asked: Asked, n: int) -> Compared:
    """What a question means."""
    value = np.array(asked.value, np.int64)
    if asked.kind == "signs":
        places = np.flatnonzero((value == 1) | (value == -1))
        positive, zero = value[places] > 0, np.flatnonzero(value == ZERO)
        return Compared(
            np.where(positive, places, -1),
            np.where(positive, -1, places),
            _pairs((i, -1) for i in zero.tolist()),
            _pairs(()),
        )
    if asked.kind == "weak ranking":
        ends = [k for k, place in enumerate(asked.value) if place < 0]
        strict = _pairs((asked.value[k - 1], asked.value[k + 1]) for k in ends)
        return Compared(
            strict[:, 0],
            strict[:, 1],
            _pairs((a, b) for a, b in pairwise(asked.value) if a >= 0 and b >= 0),
            _pairs(()),
        )
    if asked.kind == "chosen":
        (label,) = asked.value
        return Compared(
            np.full(label, label),
            np.arange(label),
            _pairs(()),
            np.column_stack([np.full(n - 1 - label, label), np.arange(label + 1, n)]),
        )
    rest = np.setdiff1d(np.arange(n), value) if asked.kind != "ranking" else np.array([], np.int64)
    if asked.kind == "tie":
        level = _pairs([(value[0], value[1])])
        return Compared(np.full(len(rest), value[0]), rest, level, _pairs(()))
    if asked.kind == "top set":
        plus, minus = np.repeat(value, len(rest)), np.tile(rest, len(value))
        return Compared(plus, minus, _pairs(()), _pairs(()))
    chain = _pairs(pairwise(asked.value))
    return Compared(
        np.append(chain[:, 0], np.full(len(rest), value[-1])),
        np.append(chain[:, 1], rest),
        _pairs(()),
        _pairs(()),
    )


def _pairs(pairs: Iterable[tuple[int, int]]) -> np.ndarray:
    return np.array(list(pairs), np.int64).reshape(-1, 2)


def read_questions(path: str, labels: Sequence[str]) -> Iterator[Asked]:
    """The questions of a file: one a line; or a CSV whose header names labels and whose rows are
    label sets (1 and 0).

    All of them are read before the first is returned, so that what cannot be asked is refused
    before any work.
    """
    with from_file(path) as source:
        text = read_text(source)
    if Path(path).suffix.lower() == ".csv":
        deque(_label_sets(text, labels, path), 0)
        return _label_sets(text, labels, path)
    # "#7" is a label, "# 7" and "#seven" are remarks.
    lines = [
        (k, line)
        for k, line in enumerate(text.split("\n"), 1)
        if line.strip() and not _remark(line)
    ]
    deque(_numbered(lines, labels, path), 0)
    return _numbered(lines, labels, path)


def named(text: str, labels: Sequence[str]) -> Iterator[Asked]:
    """Whether each of these labels is first: those of a file, one a line, or a list a,b."""
    if Path(text).is_file():
        with from_file(text) as source:
            lines = [line for line in read_text(source).split("\n") if line.strip()]
    else:
        lines = [text] if text in labels else list(pieces(text, ","))
    places = {label: place for place, label in enumerate(labels)}
    chosen = [_place(line if line in places else line.strip(), places) for line in lines]
    if len(set(chosen)) < len(chosen):
        raise BadInput(f"labels must be named once each, not twice ({text})")
    return (Asked("top", (place,), (labels[place],)) for place in chosen)


def _remark(line: str) -> bool:
    return line.startswith("#") and not line[1:].strip().isdecimal()


def parsed(
    lines: Iterable[str], labels: Sequence[str], where: str = "questions"
) -> Iterator[Asked]:
    """Every line as a question. ``#7`` is the label of row 7, whatever it is called."""
    return _numbered(enumerate(lines, 1), labels, where)


def _numbered(
    lines: Iterable[tuple[int, str]], labels: Sequence[str], where: str
) -> Iterator[Asked]:
    places = {label: place for place, label in enumerate(labels)}
    for number, line in lines:
        try:
            yield _parsed(line.strip(), places, labels)
        except BadInput as error:
            raise BadInput(f"{error} ({where}, line {number})") from None


def _parsed(line: str, places: dict[str, int], labels: Sequence[str]) -> Asked:
    word, _, rest = line.partition(" ")
    if word == "signs" and rest:
        signs = rest.strip()
        if len(signs) != len(labels) or not set(signs) <= set(_SIGNS):
            raise BadInput(
                f"signs must be {len(labels)} of the characters + - 0 ?, not {shown(signs)}"
            )
        return Asked("signs", tuple(_SIGNS.index(s) if s != "-" else -1 for s in signs))
    if word not in _JOINTS or not rest:
        word, rest = "argmax", line
    joint = _JOINTS[word]
    groups = groups_of(labels, rest) if word == "ranking" and "=" in rest else ()
    if any(len(group) > 1 for group in groups):
        return _weak(groups, rest, places)
    names = (
        [rest] if rest in places or not joint else [name.strip() for name in pieces(rest, joint)]
    )
    chosen = (
        []
        if word == "labels" and rest.strip() == "none"
        else [_place(name, places) for name in names]
    )
    if len(set(chosen)) < len(chosen):
        raise BadInput(f"question must name each label once, not {shown(rest)}")
    if word == "tie" and len(chosen) != 2:
        raise BadInput(f"tie must have two labels, not {shown(rest)}")
    if word == "labels":
        within = set(chosen)
        return Asked("signs", tuple(1 if place in within else -1 for place in range(len(labels))))
    kind = {"argmax": "top", "top-set": "top set"}.get(word, word)
    return Asked(kind, tuple(chosen), tuple(labels[place] for place in chosen))


def _weak(groups: Sequence[Sequence[str]], text: str, places: dict[str, int]) -> Asked:
    flat: list[int] = []
    for group in groups:
        flat += [-1] * bool(flat) + [_place(name.strip(), places) for name in group]
    named = [place for place in flat if place >= 0]
    if len(set(named)) < len(named):
        raise BadInput(f"question must name each label once, not {shown(text)}")
    return Asked("weak ranking", tuple(flat), (text,))


def _place(name: str, places: dict[str, int]) -> int:
    if name in places:
        return places[name]
    if (
        name.startswith("#")
        and name[1:].isdecimal()
        and len(name) < 20
        and 1 <= int(name[1:]) <= len(places)
    ):
        return int(name[1:]) - 1
    from difflib import get_close_matches

    near = get_close_matches(name, list(places)[:10_000], 1, 0.0)
    raise BadInput(
        f"question must name labels of the layer, not {shown(name)}{f' (nearest: {near[0]})' if near else ''}"
    )


def _label_sets(text: str, labels: Sequence[str], path: str) -> Iterator[Asked]:
    try:
        head, *sets = list(csv.reader(text.splitlines(), strict=True))
    except csv.Error as error:
        raise BadInput(f"CSV must be valid: {error} ({path})") from None
    head = [name.strip() for name in head]
    places = {label: place for place, label in enumerate(labels)}
    if len(set(head)) != len(head) or set(head) != set(labels):
        missing = [*sorted(set(labels) - set(head)), *sorted(set(head) - set(labels))]
        differ = f"; {shown(missing[:3])} must not differ" if missing else ""
        raise BadInput(f"header must name each of the {len(labels)} labels once{differ} ({path})")
    for number, cells in enumerate(sets, 2):
        if len(cells) != len(head) or not {cell.strip() for cell in cells} <= {"0", "1"}:
            raise BadInput(
                f"label set must be {len(head)} cells 0 or 1, not {shown(cells)} ({path}, line {number})"
            )
        signs = [0] * len(head)
        for name, cell in zip(head, cells, strict=True):
            signs[places[name]] = 1 if cell.strip() == "1" else -1
        yield Asked("signs", tuple(signs))
