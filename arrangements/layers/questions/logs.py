"""Logs of answers that a layer is said to have given: on each line the labels that came first, best
first.

A log is read line by line, so it may be of any length. Its lines are

- in ``.jsonl``, ``.ndjson``: a list of labels, or of pairs of a label and its score, or of objects
  with ``token`` and ``logprob``; or an object that has such a list as ``top``, ``labels``,
  ``tokens``, ``ranking`` or ``top_logprobs``, and scores as ``scores``, ``logits`` or ``logprobs``;
  a text ``a>b>c``; a number is the position of a label, counted from 0;
- in ``.csv``: a column ``top`` or ``ranking`` of texts ``a>b>c``; other columns are left out;
- in any other file: a text ``a>b>c``.

Scores are looked at where it is said how far they may be off: ``within``, or half a unit of the last
digit written. Then these, up to a common constant, are what is asked, and ties are no matter.

Labels joined by = were level as far as the log shows, and may be in any order. So may labels of
equal rows, which are level everywhere; where the last label has such twins they join it.

>>> reader = Log("abcd", {0: (0, 3), 3: (0, 3)})
>>> [line.asked.text("abcd") for line in reader.lines(["c>b", "", "b>a", "b>d>a>c"], "text")]
['top c>b', 'listed b>a=d', 'listed b>d=a>c']
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import parse
from arrangements.layers.questions.question import Question, of_groups
from arrangements.ranking_text import groups_of
from arrangements.running.sources import from_file

__all__ = ["Line", "Log"]

_LONGEST = 1 << 24  # bytes of a line
_NAMES = ("top", "labels", "tokens", "ranking", "top_logprobs")
_SCORES = ("scores", "logits", "logprobs")
_LABEL, _SCORE = ("token", "label"), ("logprob", "logit", "score")
_NUMBER = re.compile(r"[+-]?[0-9]{1,400}(\.[0-9]{0,400})?([eE][+-]?[0-9]{1,4})?")
_SUFFIXES = {".jsonl": "json", ".ndjson": "json", ".csv": "csv"}


@dataclass(frozen=True)
class Line:
    """``number``: of the line in the file; ``asked``: whether these labels can be the first."""

    number: int
    asked: Question


class Log:
    """``twins``: labels of equal rows. ``first``: so many labels of each line are taken.
    ``within``: by how much scores may be off; 0 for half a unit of the last digit, None to look at
    none. ``scale``: rows are so many times the scores.
    """

    def __init__(
        self,
        labels: Sequence[str],
        twins: Mapping[int, tuple[int, ...]],
        first: int | None = None,
        within: Fraction | None = None,
        scale: int = 1,
    ) -> None:
        self.labels, self.twins, self.first = labels, twins, first
        self.within, self.scale = within, scale
        self.places = {label: place for place, label in enumerate(labels)}

    def read(self, path: str) -> Iterator[Line]:
        """The lines of a file."""
        with from_file(path) as source:
            numbered = self.lines(
                _texts(source.file), _SUFFIXES.get(Path(path).suffix.lower(), "text")
            )
            while True:
                try:
                    yield next(numbered)
                except StopIteration:
                    return
                except BadInput as error:
                    raise BadInput(f"{error} ({source.name})") from None

    def lines(self, texts: Iterable[str], form: str) -> Iterator[Line]:
        """The lines of these texts; empty ones are left out."""
        if form == "csv":
            yield from self._of_csv(texts)
            return
        for number, text in enumerate(texts, 1):
            if text.strip():
                try:
                    yield self._line(number, _decoded(text) if form == "json" else text.strip())
                except BadInput as error:
                    raise BadInput(f"{error}, line {number}") from None

    def _of_csv(self, texts: Iterable[str]) -> Iterator[Line]:
        table = csv.reader(texts, strict=True)
        try:
            head = [name.strip() for name in next(table, [])]
            columns = [j for j, name in enumerate(head) if name in ("top", "ranking")]
            if len(columns) != 1:
                raise BadInput(f"header must have one column top or ranking, not {len(columns)}")
            for cells in table:
                if not cells:
                    continue
                try:
                    if len(cells) != len(head):
                        raise BadInput(f"line must have {len(head)} cells, not {len(cells)}")
                    value: Any = cells[columns[0]].strip()
                    if self.within is not None:
                        scores = [cells[j] for j, name in enumerate(head) if name in _SCORES]
                        value = {"top": value, "scores": [s for c in scores for s in c.split()]}
                    yield self._line(table.line_num, value)
                except BadInput as error:
                    raise BadInput(f"{error}, line {table.line_num}") from None
        except csv.Error as error:
            raise BadInput(f"CSV must be valid: {error}, line {table.line_num}") from None

    def _line(self, number: int, value: Any) -> Line:
        groups = [[self._place(name) for name in group] for group in self._groups(value)]
        named = [place for group in groups for place in group]
        if not named:
            raise BadInput("line must name a label")
        if len(set(named)) < len(named):
            double = next(place for k, place in enumerate(named) if place in named[:k])
            raise BadInput(
                f"line must name each label once, not {short_repr(self.labels[double])} twice"
            )
        if self.within is not None:
            return Line(number, self._scored(named, _scores(value)))
        if self.first is not None:
            kept, count = [], 0
            for group in groups:
                if count >= self.first:
                    break
                kept.append(group)
                count += len(group)
            groups = kept
        return Line(number, self._question(groups))

    def _scored(self, places: list[int], texts: list[Any]) -> Question:
        if len(texts) != len(places):
            raise BadInput(
                f"line must have {len(places)} scores, one for each label, not {len(texts)}"
            )
        ends = [self._ends(text) for text in texts][: self.first]
        unit = lcm(*(x.denominator for pair in ends for x in pair))
        named = [
            (place, int(low * unit), int(high * unit))
            for place, (low, high) in zip(places, ends, strict=False)
        ]
        # The one with the least score is the one that no other label is above.
        last = min(range(len(named)), key=lambda k: (named[k][1], -k))
        named.append(named.pop(last))
        return Question("scores", (unit, *(x for triple in named for x in triple)))

    def _ends(self, text: Any) -> tuple[Fraction, Fraction]:
        plain = isinstance(text, str | int) and _NUMBER.fullmatch(str(text))
        number = parse(str(text), "score") if plain else None
        if not isinstance(number, Fraction):
            raise BadInput(f"score must be a number, not {short_repr(text)}")
        off = self.within or _half(str(text))
        return (number - off) * self.scale, (number + off) * self.scale

    def _question(self, groups: list[list[int]]) -> Question:
        """Labels of equal rows that follow each other are in one group, and unnamed ones are with
        the last.
        """
        merged = [groups[0]]
        for group in groups[1:]:
            if any(b in self.twins.get(a, ()) for a in merged[-1] for b in group):
                merged[-1] = merged[-1] + group
            else:
                merged.append(group)
        named = {place for group in groups for place in group}
        more = {b for a in merged[-1] for b in self.twins.get(a, ())} - named
        merged[-1] = [*merged[-1], *sorted(more)]
        if all(len(group) == 1 for group in merged):
            return Question("top", tuple(group[0] for group in merged))
        return of_groups(merged, "listed")

    def _groups(self, value: Any) -> Iterable[Iterable[object]]:
        if isinstance(value, dict):
            names = [key for key in _NAMES if key in value]
            if len(names) != 1:
                raise BadInput(f"line must have one of the keys {', '.join(_NAMES)}")
            value = value[names[0]]
        if isinstance(value, str):
            return groups_of(self.labels, value)
        if not isinstance(value, list):
            raise BadInput(f"line must be a list of labels, not {short_repr(value)}")
        return [[_name(item)] for item in value]

    def _place(self, name: object) -> int:
        if isinstance(name, str):
            place = self.places.get(name, self.places.get(name.strip(), -1))
        else:
            place = name if type(name) is int else -1
        if not 0 <= place < len(self.labels):
            raise BadInput(f"line must name labels of the layer, not {short_repr(name)}")
        return place


def _name(item: Any) -> object:
    """The label of a pair or an object, or the item itself."""
    if isinstance(item, dict):
        return next((item[key] for key in _LABEL if key in item), None)
    return item[0] if isinstance(item, list) and len(item) == 2 else item


def _scores(value: Any) -> list[Any]:
    """The scores of a line, as they were written."""
    if isinstance(value, dict):
        scores = [value[key] for key in _SCORES if key in value]
        if scores:
            return scores[0] if len(scores) == 1 and isinstance(scores[0], list) else []
        value = next((value[key] for key in _NAMES if key in value), None)
    if not isinstance(value, list):
        return []
    pairs = [item[1] for item in value if isinstance(item, list) and len(item) == 2]
    return pairs + [
        item[key] for item in value if isinstance(item, dict) for key in _SCORE if key in item
    ]


def _half(text: str) -> Fraction:
    """Half a unit of the last digit.

    >>> _half("-1.25"), _half("3"), _half("2.50e-3")
    (Fraction(1, 200), Fraction(1, 2), Fraction(1, 200000))
    """
    digits, _, power = text.lower().partition("e")
    places = len(digits.partition(".")[2]) - int(power or 0)
    return Fraction(1, 2) / Fraction(10) ** places


class _Written(str):
    """A number of JSON as it was written."""


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_float=_Written)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"line must be JSON: {' '.join(str(error).split())[:80]}") from None


def _texts(file: Any) -> Iterator[str]:
    number = 0
    while raw := file.readline(_LONGEST):
        number += 1
        if len(raw) == _LONGEST:
            raise BadInput(f"line must have fewer than {_LONGEST} bytes, line {number}")
        try:
            yield raw.decode("utf-8")
        except UnicodeDecodeError:
            raise BadInput(f"text must be UTF-8, line {number}") from None
