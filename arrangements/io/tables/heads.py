"""Heads and rows of tables that are read back: everything is checked, nothing trusted.

``RowReader`` takes rows of texts, as CSV has them, or of Python values, as JSON and Parquet have
them, and makes the ``Table``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, BinaryIO, TypedDict, TypeVar, cast

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.text import unique_keys
from arrangements.io.tables.region_facts import Facts, checked_facts
from arrangements.io.tables.row_batches import collected, sign_bits
from arrangements.io.tables.table import FORMAT_VERSION, MAGIC, POINTED, Table
from arrangements.layers.inputs import Inputs
from arrangements.layers.patterns import (
    CovectorPattern,
    RankingPattern,
    SignPattern,
    WeakRankingPattern,
)
from arrangements.layers.patterns.bitset_rows import sorted_rows
from arrangements.layers.patterns.common import IntegerPattern, Pattern
from arrangements.layers.patterns.rankings import packed
from arrangements.layers.questions.kinds import KINDS, kind_names
from arrangements.running import check_memory

__all__ = [
    "BOOLEANS",
    "DIGITS",
    "INTEGERS",
    "SIGNS",
    "Head",
    "RowReader",
    "checked_head",
    "demand_memory",
    "index_body",
    "parsed_head",
    "sign_body",
]

_SURROGATE = re.compile("[\ud800-\udfff]")
B = TypeVar("B", bound="Pattern | np.ndarray")
Code = Mapping[object, int]
_CHUNK = 1 << 20  # entries
SIGNS: Code = {"-": 0, "+": 1}
DIGITS: Code = {"0": 0, "1": 1}
BOOLEANS: Code = {False: 0, True: 1}
INTEGERS: dict[str, type[IntegerPattern]] = {
    pattern.kind: pattern for pattern in (CovectorPattern, WeakRankingPattern)
}


def demand_memory(file: BinaryIO, bytes_each: int) -> None:
    """Refuse a file that will not fit into memory when each of its bytes takes so many."""
    here = file.tell()
    check_memory("table", file.seek(0, 2), bytes_each, "bytes of the file")
    file.seek(here)


class Head(TypedDict, total=False):
    """The head of a file about its table, as ``checked_head`` checked it."""

    kind: str
    labels: list[str]
    count: int
    content_hash: str | None
    reading: str | None
    coordinates: int | None
    facts: bool
    version: str
    k: int | None
    dimension: int | None
    inputs: dict[str, object] | None


def parsed_head(text: str, name: str) -> Head:
    """The head from JSON text."""
    try:
        value = json.loads(text, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError):
        raise BadInput(f"head of the table must be JSON, not {short_repr(text)} ({name})") from None
    return checked_head(value, name)


def checked_head(head: object, name: str) -> Head:
    """The head, if it is one."""
    if not isinstance(head, dict) or MAGIC not in head:
        raise BadInput(
            f"head must be an object with the key {MAGIC!r}, not {short_repr(head)} ({name})"
        )
    value: dict[str, Any] = head

    def demand(good: bool, key: str, condition: str) -> None:
        if not good:
            raise BadInput(
                f"`{key}` must be {condition}, not {short_repr(value.get(key))} (head of {name})"
            )

    demand(value[MAGIC] == FORMAT_VERSION, MAGIC, str(FORMAT_VERSION))
    demand(value.get("kind") in [*KINDS], "kind", f"one of {', '.join(KINDS)}")
    labels = value.get("labels")
    demand(
        isinstance(labels, list) and all(isinstance(label, str) for label in labels),
        "labels",
        "a list of texts",
    )
    assert isinstance(labels, list)
    demand(len(set(labels)) == len(labels), "labels", "distinct")
    demand(not any(map(_SURROGATE.search, labels)), "labels", "texts that UTF-8 can write")
    for key in ("count", "content_hash", "reading", "coordinates", "facts", "version"):
        demand(key in value, key, "given")
    count, k, coordinates = value.get("count"), value.get("k"), value.get("coordinates")
    demand(type(count) is int and 0 <= count < 1 << 62, "count", "a natural number below 2^62")
    demand(
        (k is not None) == (KINDS[value["kind"]].takes == "k"),
        "k",
        f"given for {kind_names(lambda row: row.takes == 'k', 'and')} only",
    )
    demand(
        k is None or (type(k) is int and 0 <= k <= len(labels)), "k", f"between 0 and {len(labels)}"
    )
    demand(
        coordinates is None or (type(coordinates) is int and 0 <= coordinates < 1 << 20),
        "coordinates",
        "null or a natural number",
    )
    demand(type(value.get("facts")) is bool, "facts", "true or false")
    demand(
        value["count"] <= 1 or (len(labels) > 0 and k != 0),
        "count",
        "0 or 1 for members without labels",
    )
    demand(
        not value["facts"] or KINDS[value["kind"]].regions,
        "kind",
        f"{kind_names(lambda row: row.regions)} with facts",
    )
    demand(
        coordinates is None or value["kind"] in POINTED,
        "kind",
        f"one of {', '.join(POINTED)} with coordinates",
    )
    dimension = value.get("dimension")
    demand(
        dimension is None or value["kind"] in INTEGERS,
        "dimension",
        f"given for {kind_names(lambda row: row.faces, 'and')} only",
    )
    demand(
        dimension is None or (type(dimension) is int and abs(dimension) < 1 << 62),
        "dimension",
        "an integer below 2^62",
    )
    for key in ("content_hash", "reading"):
        demand(value.get(key) is None or isinstance(value[key], str), key, "a text or null")
    demand(isinstance(value.get("version"), str), "version", "a text")
    demand(
        value.get("inputs") is None or isinstance(value["inputs"], dict),
        "inputs",
        "an object or null",
    )
    return cast("Head", value)


def _empty(head: Head) -> Table:
    """The table of the head without members, from which the names of the columns follow."""
    labels, kind = tuple(head["labels"]), head["kind"]
    width = 2 if KINDS[kind].placed else KINDS[kind].size or head.get("k") or 0
    body: Any = np.empty((0, width), np.int64)
    if kind == "sign":
        body = collected(labels, [np.zeros((0, len(labels)), np.uint8)])
    elif kind in INTEGERS:
        body = INTEGERS[kind].of_integers(labels, np.empty((0, len(labels)), np.int64))
    elif kind == "ranking":
        body = RankingPattern.from_rankings(labels, [])
    # one, which tells the number of columns
    points = None if head["coordinates"] is None else (("",) * head["coordinates"],)
    facts = Facts(np.zeros(1, np.int64), np.empty(0, np.int64)) if head["facts"] else None
    known = (head["content_hash"], head["reading"], head["version"])
    return Table(
        kind,
        labels,
        body,
        head.get("k"),
        *known,
        points,
        facts,
        _inputs(head),
        head.get("dimension"),
    )


def _inputs(head: Head) -> Inputs | None:
    given = head.get("inputs")
    if given is None:
        return None
    name = given.get("name")
    return Inputs.from_json(
        {key: item for key, item in given.items() if key != "name"},
        name=name if isinstance(name, str) else "",
    )


def sign_body(head: Head, parts: Iterable[np.ndarray], name: str) -> SignPattern:
    """A sign pattern of as many members as the head says, from rows of zeros and ones."""
    labels = tuple(head["labels"])
    if not labels:
        parts = [np.zeros((head["count"], 0), np.uint8)]
    try:
        body = collected(labels, parts)
    except BadInput as error:
        raise BadInput(f"{error} ({name})") from None
    return _counted(head, body, name)


def index_body(head: Head, rows: np.ndarray, name: str) -> Pattern | np.ndarray:
    """A pattern from its rows of integers, or rows of label indices, of as many members as the head
    says.
    """
    labels = tuple(head["labels"])
    if head["kind"] in INTEGERS:
        ordered = np.sort(rows, axis=1)
        if head["kind"] == WeakRankingPattern.kind and (
            (ordered[:, :1] != 1).any() or (np.diff(ordered, axis=1) > 1).any()
        ):
            raise BadInput(f"places must leave out none from 1 on ({name})")
        return _counted(head, INTEGERS[head["kind"]].of_integers(labels, rows), name)
    if head["kind"] != "ranking":
        return _counted(head, rows, name)
    if len(rows) and not np.array_equal(
        np.sort(rows, axis=1), np.broadcast_to(np.arange(len(labels)), rows.shape)
    ):
        raise BadInput(f"ranking must name each label once ({name})")
    return _counted(head, RankingPattern(labels, sorted_rows(packed(rows))), name)


def _counted(head: Head, body: B, name: str) -> B:
    if len(body) != head["count"]:
        raise BadInput(
            f"table must have {head['count']} different members, as its head says, not {len(body)} ({name})"
        )
    return body


class RowReader:
    """Rows in, table out. ``signs`` says how - and + are written.

    ``columns`` are the names that the rows must have, ``empty`` is the table without any.
    """

    def __init__(self, head: Head, name: str, signs: Code = SIGNS) -> None:
        self._head, self._name, self._signs = head, name, signs
        self.empty = self._table = _empty(head)
        self.columns = self._table.columns()
        self._codes: list[np.ndarray] = []
        self._points: list[tuple[str, ...]] = []
        self._adjacent: list[list[int]] = []
        self._seen = 0

    def add(self, rows: Iterable[Sequence[object]]) -> None:
        """Take more rows, each with one entry for each column."""
        table = self._table
        sign = table.kind == "sign"
        width = table.width
        code = self._code()
        by_column = [code, self._places()] if table.placed else [code] * width
        plain = {str, int} if table.kind in INTEGERS else None  # not True, which equals 1
        kind = np.uint8 if sign else np.int64
        rows = iter(rows)
        while chunk := list(islice(rows, max(1, _CHUNK // (len(self.columns) + 1)))):
            try:
                codes = [
                    [known[entry] for known, entry in zip(by_column, row, strict=False)]
                    for row in chunk
                ]
                if plain and any(not set(map(type, row[:width])) <= plain for row in chunk):
                    raise TypeError
                self._codes.append(np.array(codes, kind).reshape(len(chunk), width))
                self._extras(chunk, width)
            except (KeyError, ValueError, TypeError, OverflowError):
                self._complain(chunk, code)
            self._seen += len(chunk)

    def _code(self) -> Code:
        """The patterns that the entries of members stand for."""
        labels, row = self._table.labels, KINDS[self._table.kind]
        if not row.faces:
            return (
                self._signs
                if row.regions and row.member == "signs"
                else {label: i for i, label in enumerate(labels)}
            )
        if row.member == "signs" and self._signs is SIGNS:
            return {"-": -1, "0": 0, "+": 1}
        if row.member != "signs":
            return self._places()
        return {str(x) if self._signs is DIGITS else x: x for x in range(-1, 2)}

    def _places(self) -> Code:
        """The places that the entries of a column stand for."""
        numbers = range(1, len(self._table.labels) + 1)
        return {str(x) if self._signs is DIGITS else x: x for x in numbers}

    def _extras(self, chunk: list[Sequence[Any]], width: int) -> None:
        expected = len(self.columns)
        if any(len(row) != expected for row in chunk):
            raise ValueError
        if self._table.facts is not None:
            for row in chunk:
                adjacent = row[width + 1]
                adjacent = [
                    int(i) for i in (adjacent.split() if isinstance(adjacent, str) else adjacent)
                ]
                if int(row[width]) != len(adjacent) or not all(
                    0 < i <= self._head["count"] for i in adjacent
                ):
                    raise ValueError
                self._adjacent.append(adjacent)
            width += 2
        if self._table.points is not None:
            for row in chunk:
                point = tuple(row[width:])
                if not all(isinstance(x, str) for x in point):
                    raise ValueError
                self._points.append(point)

    def _complain(self, chunk: list[Sequence[Any]], code: Code) -> None:
        width = self._table.width
        for at, row in enumerate(chunk, self._seen + 1):
            if len(row) != len(self.columns):
                raise BadInput(
                    f"row must have {len(self.columns)} entries, not {len(row)} ({self._name}, member {at})"
                )
            if self._table.placed and row[1:] != [] and row[1] not in self._places():
                raise BadInput(
                    f"entry must be a place, not {short_repr(row[1])} ({self._name}, member {at})"
                )
            for entry in row[: 1 if self._table.placed else width]:
                known = str | int if self._table.kind in INTEGERS else str | bool
                if (
                    not isinstance(entry, known)
                    or entry not in code
                    or (isinstance(entry, bool) and known == str | int)
                ):
                    signs = KINDS[self._table.kind].member == "signs"
                    must = (
                        " or ".join(map(str, code))
                        if signs
                        else "a place"
                        if known == str | int
                        else "one of the labels"
                    )
                    raise BadInput(
                        f"entry must be {must}, not {short_repr(entry)} ({self._name}, member {at})"
                    )
        raise BadInput(
            f"facts and coordinates must be as the head says ({self._name}, after member {self._seen})"
        )

    def table(self) -> Table:
        """The table, when all rows have been added."""
        head, name = self._head, self._name
        body: Pattern | np.ndarray
        if head["kind"] == "sign":
            body = sign_body(head, self._codes, name)
        else:
            width = self._table.width
            rows = np.concatenate([np.empty((0, width), np.int64), *self._codes])
            if width == 0:
                rows = np.empty((head["count"], 0), np.int64)
            body = index_body(head, rows, name)
        if head["coordinates"] is not None or head["facts"]:
            # Facts and points belong to members by their place.
            codes = np.concatenate(self._codes) if self._codes else np.empty(0)
            whole = replace(self._table, body=body)
            want = (
                sign_bits(body, 0, len(body))
                if isinstance(body, SignPattern)
                else whole.index_rows(0, len(body))
            )
            if len(codes) and not np.array_equal(codes, want):
                raise BadInput(
                    f"members must be in canonical order in a table with facts or coordinates ({name})"
                )
        points, facts = None, None
        if head["coordinates"] is not None:
            points = tuple(self._points)
        if head["facts"]:
            starts = np.concatenate([[0], np.cumsum([len(x) for x in self._adjacent])]).astype(
                np.int64
            )
            facts = checked_facts(
                starts,
                np.array([i for x in self._adjacent for i in x], np.int64),
                head["count"],
                name,
            )
        return replace(self._table, body=body, points=points, facts=facts)
