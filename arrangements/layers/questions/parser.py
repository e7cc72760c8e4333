"""From words to questions: the one parser of the options of the command, of files of questions, of
the page of ``explore`` and of Python.

======================== =====================================================================================
``argmax a``             is a strictly first somewhere? (or just ``a``)
``top a>b``              are these first in this order?
``top-set a,b``          are these before all others in any order?
``ranking a>b=c``        in this order, others anywhere; equal where = joins (or just ``a>b=c``)
``tie a,b``              are these two somewhere equal, and strictly before all others?
``chosen a``             is a first somewhere, where of equal labels the one listed first is chosen?
``signs +-0?``           one of + - 0 ? for each row: positive, negative, zero, free (or just ``+-0?``)
``labels a,c``           these rows positive, all others negative: a label set of a multi-label layer
``best-rank a``          in which place is a at best? In a file of such questions alone: ``read_placed``
======================== =====================================================================================

A label that is written in a text may be ``#7``, the label of row 7, whatever it is called.

>>> question_of("ranking", "abc", "c>a"), question_of("tie", "abc", ["b", "c"])
(Question(kind='ranking', positions=(2, 0)), Question(kind='tie', positions=(1, 2)))
>>> [asked.text("abc") for asked in parsed(["top b>a", "labels a", "c", "#1 > c", "-+?"], "abc")]
['top b>a', 'signs +--', 'argmax c', 'ranking a>c', 'signs -+?']
"""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from arrangements.errors import BadInput, short_repr
from arrangements.layers.questions.kinds import KINDS, PLACED, WORDS, Kind
from arrangements.layers.questions.logs import Log
from arrangements.layers.questions.question import Question, of_groups, of_signs
from arrangements.ranking_text import groups_of, pieces, unquoted
from arrangements.running.sources import from_file, read_text

__all__ = [
    "named",
    "parsed",
    "place_of",
    "question_about",
    "question_of",
    "read_placed",
    "read_question",
    "read_questions",
]

Labels = Sequence[str]
Named = str | Sequence[str | Sequence[str]]


_SIGNS = frozenset("+-0?")


def question_of(word: str, labels: Labels, value: Named) -> Question:
    """The question that a word asks of a text, of labels, or (for rankings with ties) of groups of
    labels.

    >>> question_of("ranking", "abc", [("a", "c"), ("b",)]) == question_of("ranking", "abc", "a=c>b")
    True
    """
    if word not in WORDS:
        raise BadInput(
            f"question must begin with one of {', '.join(WORDS)}, not {short_repr(word)}"
        )
    places = {} if word == "signs" else _places(labels)  # signs name no label
    return _question(WORDS[word], labels, places, value)


def read_question(line: str, labels: Labels) -> Question:
    """A line as a question.

    >>> read_question("tie a,c", "abc")
    Question(kind='tie', positions=(0, 2))
    """
    return _line(line.strip(), labels, _places(labels))


def question_about(kind: str, labels: Labels, member: Named) -> Question:
    """Whether a member of a list of this kind occurs; the member is taken as it is.

    >>> question_about("top-k", "abc", ("c", "a"))
    Question(kind='top set', positions=(2, 0))
    """
    row, places = KINDS[kind], _places(labels)
    if isinstance(member, str):
        return of_signs(member)
    if row.asks == "weak ranking":
        return of_groups([[places[label] for label in group] for group in member])
    return Question(row.asks, tuple(places[str(label)] for label in member))


def place_of(word: str, labels: Labels, value: str) -> int:
    """The place of a label that is named after a word.

    >>> place_of("best-rank", ["a", "b"], "#2")
    1
    """
    return _known(word, value, _places(labels))


def parsed(lines: Iterable[str], labels: Labels, where: str = "questions") -> Iterator[Question]:
    """Every line as a question."""
    return _numbered(enumerate(lines, 1), labels, where)


def read_questions(path: str, labels: Labels) -> Iterator[Question]:
    """The questions of a file: one per line; or a CSV whose header names labels and whose rows are
    label sets (1 and 0), or which has a column of questions of one kind, headed by their word; or a
    log of rankings as JSON Lines (``logs``).

    All of them are read before the first is returned, so that what cannot be asked is refused
    before any work.
    """
    if Path(path).suffix.lower() in (".jsonl", ".ndjson"):
        return iter([line.asked for line in Log(labels, {}).read(path)])
    text = _text(path)
    if _is_csv(path):
        deque(_observed(text, labels, path), 0)
        return _observed(text, labels, path)
    lines = _lines(text)
    deque(_numbered(lines, labels, path), 0)
    return _numbered(lines, labels, path)


def read_placed(path: str, labels: Labels) -> list[int] | None:
    """The labels whose best places a file asks for: one ``best-rank LABEL`` per line, or a CSV with
    a column of labels headed so. None if the file asks something else.
    """
    text = _text(path)
    places, positions = _places(labels), list[int]()
    if _is_csv(path):
        lines = csv.DictReader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
        try:
            heads = [name for name in lines.fieldnames or () if name in PLACED]
            if len(heads) != 1 or set(labels) <= set(lines.fieldnames or ()):
                return None
            for cells in lines:
                positions.append(
                    _placed(heads[0], cells[heads[0]] or "", places, path, lines.line_num)
                )
        except csv.Error as error:
            raise BadInput(f"CSV must be valid: {error} ({path}, line {lines.line_num})") from None
        return positions
    asked = [(k, *line.strip().partition(" ")) for k, line in _lines(text)]
    if not any(
        word in PLACED and f"{word}{gap}{rest}" not in places for _, word, gap, rest in asked
    ):
        return None
    for number, word, _, rest in asked:
        if word not in PLACED:
            raise BadInput(
                f"{' and '.join(PLACED)} must be asked in a file of their own, as the answers are places, not together with {short_repr(word)} ({path}, line {number})"
            )
        positions.append(_placed(word, rest, places, path, number))
    return positions


def _placed(word: str, name: str, places: Mapping[str, int], path: str, number: int) -> int:
    try:
        return _known(word, name.strip(), places)
    except BadInput as error:
        raise BadInput(f"{error} ({path}, line {number})") from None


def _text(path: str) -> str:
    with from_file(path) as source:
        return read_text(source)


def _is_csv(path: str) -> bool:
    return Path(path).suffix.lower() == ".csv"


def _lines(text: str) -> list[tuple[int, str]]:
    """Numbered lines, without remarks: "#7" is a label, "# 7" and "#seven" are remarks."""
    lines = enumerate(text.split("\n"), 1)
    return [(k, line) for k, line in lines if line.strip() and not _remark(line)]


def named(text: str, labels: Labels) -> Iterator[Question]:
    """Whether each of these labels is first: those of a file, one per line, or a list a,b."""
    places = _places(labels)
    if Path(text).is_file():
        lines = [line for line in _text(text).split("\n") if line.strip()]
    else:
        lines = [text] if text in places else pieces(text, ",")
    asked = [Question("top", (_known("--must-not-win", line, places),)) for line in lines]
    if len(set(asked)) < len(asked):
        raise BadInput(f"labels must be named once each, not twice ({text})")
    return iter(asked)


def _remark(line: str) -> bool:
    return line.startswith("#") and not line[1:].strip().isdecimal()


def _places(labels: Labels) -> dict[str, int]:
    return {label: place for place, label in enumerate(labels)}


def _numbered(lines: Iterable[tuple[int, str]], labels: Labels, where: str) -> Iterator[Question]:
    places = _places(labels)
    for number, line in lines:
        try:
            yield _line(line.strip(), labels, places)
        except BadInput as error:
            raise BadInput(f"{error} ({where}, line {number})") from None


def _line(line: str, labels: Labels, places: Mapping[str, int]) -> Question:
    word, _, rest = line.partition(" ")
    if line not in places and word in WORDS and rest:
        return _question(WORDS[word], labels, places, rest.strip())
    if line not in places and word in PLACED and rest:
        raise BadInput(
            f"{word} must be asked by files of --questions of decide and audit, or of best_rank, as its answer is a place, not yes or no"
        )
    if _place(line, places) is not None:
        return _question(WORDS["argmax"], labels, places, line)
    if len(line) == len(labels) and set(line) <= set("+-0?"):
        return _question(WORDS["signs"], labels, places, line)
    if ">" in line:
        return _question(WORDS["ranking"], labels, places, line)
    raise BadInput(
        f"question must be a label, {len(labels)} signs, a ranking such as a>b, or begin with one of "
        f"{', '.join(WORDS)}, not {short_repr(line)}{_nearest(line, places)}"
    )


def _question(row: Kind, labels: Labels, places: Mapping[str, int], value: Named) -> Question:
    if row.word == "signs":
        if not isinstance(value, str) or len(value) != len(labels) or not _SIGNS.issuperset(value):
            raise BadInput(
                f"signs must be {len(labels)} of the characters + - 0 ?, not {short_repr(value)}"
            )
        return of_signs(value)
    if row.size == 1 and isinstance(value, str) and value in places:
        return Question(row.asks, (places[value],))
    groups = [
        [_known(row.word, name, places) for name in group]
        for group in _groups(row, labels, places, value)
    ]
    positions = tuple(chain.from_iterable(groups))
    seen = set(positions)
    if len(seen) < len(positions):
        twice = next(place for k, place in enumerate(positions) if place in positions[:k])
        raise BadInput(
            f"{row.word} must name each label once, not {short_repr(labels[twice])} twice"
        )
    if row.word == "labels":
        return of_signs("".join("+" if place in seen else "-" for place in range(len(labels))))
    if not positions:
        raise BadInput(f"{row.word} must name a label")
    if row.size and len(positions) != row.size:
        size = {1: "one label", 2: "two labels"}[row.size]
        raise BadInput(f"{row.word} must have {size}, not {len(positions)}")
    if any(len(group) > 1 for group in groups):
        return of_groups(groups)
    return Question(row.asks, positions)


def _groups(
    row: Kind, labels: Labels, places: Mapping[str, int], value: Named
) -> Iterable[Sequence[object]]:
    """Names that a text joins, or that a sequence has, each a group of its own but where = joins
    them. A text that is itself a label is that label.
    """
    if not isinstance(value, str):
        grouped = row.word == "ranking"
        return (name if grouped and isinstance(name, tuple | list) else [name] for name in value)
    if row.word == "labels" and value == "none":
        return []
    if value in places or not row.joint:
        return [[value]]
    if row.word == "ranking" and "=" in value:
        return groups_of(labels, value)
    return ([name] for name in pieces(value, row.joint))


def _known(word: str, name: object, places: Mapping[str, int]) -> int:
    place = _place(name, places) if isinstance(name, str) else None
    if place is None:
        raise BadInput(
            f"{word} must name labels of the configuration, not {short_repr(name)}{_nearest(name, places)}"
        )
    return place


def _place(name: str, places: Mapping[str, int]) -> int | None:
    for label in (name, name.strip(), unquoted(name.strip())):
        if label in places:
            return places[label]
    number = name.strip().removeprefix("#")
    if number != name.strip() and number.isdecimal() and len(number) < 20:
        return int(number) - 1 if 1 <= int(number) <= len(places) else None
    return None


def _nearest(name: object, places: Mapping[str, int]) -> str:
    """The label that is most like a name, if one is like it; how labels are called that have only
    numbers.
    """
    from difflib import get_close_matches

    if not isinstance(name, str) or not places:
        return ""
    written = {label.lower(): label for label in list(places)[:10_000]}
    if near := get_close_matches(name.lower(), written, 1):
        return f" (nearest: {written[near[0]]})"
    numbers = (str(k) for k in range(1, len(places) + 1))
    numbered = all(label == number for label, number in zip(places, numbers, strict=True))
    return f" (labels are the numbers of rows, 1 to {len(places)})" if numbered else ""


def _observed(text: str, labels: Labels, path: str) -> Iterator[Question]:
    """Of a data set: label sets in columns that labels head, 1 for on and 0 for off; or in one
    column whose head is the word of a question what is asked. Other columns are left out.
    """
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        head = [name.strip() for name in next(lines, [])]
        words = [j for j, name in enumerate(head) if name in WORDS]
        places = _places(labels)
        if not set(labels) <= set(head) and len(words) == 1:
            (column,) = words
            row = WORDS[head[column]]
            for cells in lines:
                where = f"{path}, line {lines.line_num}"
                if len(cells) != len(head):
                    raise BadInput(f"line must have {len(head)} cells, not {len(cells)} ({where})")
                try:
                    cell = cells[column].strip()
                    none = row.word == "labels" and not cell
                    yield _question(row, labels, places, "none" if none else cell)
                except BadInput as error:
                    raise BadInput(f"{error} ({where})") from None
            return
        missing = [label for label in labels if head.count(label) != 1]
        if missing:
            raise BadInput(
                f"header must name each of the {len(labels)} labels once, not {short_repr(missing[0])} {head.count(missing[0])} times, or have one column called by one of {', '.join(WORDS)} ({path})"
            )
        columns = [head.index(label) for label in labels]
        for cells in lines:
            values = [cells[j].strip() for j in columns] if len(cells) == len(head) else [""]
            if not set(values) <= {"0", "1"}:
                raise BadInput(
                    f"label set must be {len(labels)} cells 0 or 1, not {short_repr(cells)} ({path}, line {lines.line_num})"
                )
            yield of_signs("".join("-+"[int(value)] for value in values))
    except csv.Error as error:
        raise BadInput(f"CSV must be valid: {error} ({path}, line {lines.line_num})") from None
