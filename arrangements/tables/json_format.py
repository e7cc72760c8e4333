"""JSON: one object, the head with ``members`` and, on request, ``facets``, ``adjacent`` and ``points`` as lists beside it. JSON Lines: the
head on the first line, then an object a member, ``{"signs": "+-+"}``, ``{"winner": "a", "ranking": ["a", "b"]}`` or
``{"labels": ["a", "b"]}``. Covectors are texts of + - 0, weak rankings one place a label, ``{"places": [1, 2, 1]}``.

Both are ASCII: everything else is escaped, so that marks which reverse text cannot hide.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, BinaryIO

from arrangements.errors import BadInput, shown
from arrangements.patterns import CovectorPattern, SignPattern
from arrangements.patterns.common import IntegerPattern
from arrangements.readers.text import unique_keys
from arrangements.tables.heads import RowReader, checked_head, demand_memory, parsed_head
from arrangements.tables.rows import batches, sign_bits
from arrangements.tables.table import Table

__all__ = ["read_json", "read_lines", "write_json", "write_lines"]

_SIGNS = bytes.maketrans(b"\x00\x01", b"-+")
_KEYS = {"sign": "signs", "covectors": "signs", "weak-rankings": "places", "ranking": "ranking", "top-k-orders": "ranking"}
_SMALL = 1 << 14
_LONGEST = 1 << 24  # bytes of one line


def _members(table: Table, start: int, stop: int) -> Iterator[Any]:
    """Texts of signs, or lists of places or of labels."""
    if isinstance(table.body, SignPattern):
        bits = sign_bits(table.body, start, stop)
        yield from (row.tobytes().translate(_SIGNS).decode() for row in bits)
    elif isinstance(table.body, CovectorPattern):
        yield from islice(table.body.strings(start), stop - start)
    elif isinstance(table.body, IntegerPattern):
        yield from table.body.integers(start, stop).tolist()
    else:
        yield from ([table.labels[i] for i in row] for row in table.index_rows(start, stop).tolist())


def write_json(table: Table, file: BinaryIO) -> None:
    """Write one object, a member a line."""
    file.write(json.dumps(table.head())[:-1].encode() + b',\n"members": [')
    start = b"\n"
    for first, last in batches(len(table), _SMALL):
        file.write(start + ",\n".join(map(json.dumps, _members(table, first, last))).encode())
        start = b",\n"
    file.write(b"\n]")
    if table.facts is not None:
        adjacent = [table.facts.of(i) for i in range(len(table))]
        file.write(f',\n"facets": {json.dumps(table.facts.facets.tolist())},\n"adjacent": {json.dumps(adjacent)}'.encode())
    if table.points is not None:
        file.write(f',\n"points": {json.dumps(table.points)}'.encode())
    file.write(b"}\n")


def write_lines(table: Table, file: BinaryIO) -> None:
    """Write the head and then an object a line."""
    file.write(json.dumps(table.head()).encode() + b"\n")
    shape = _shape(table.kind)
    for first, last in batches(len(table), _SMALL):
        lines = []
        for at, member in enumerate(_members(table, first, last), first):
            item = shape(member)
            if table.facts is not None:
                adjacent = table.facts.of(at)
                item |= {"facets": len(adjacent), "adjacent": adjacent}
            if table.points is not None:
                item["point"] = table.points[at]
            lines.append(json.dumps(item))
        file.write(("\n".join(lines) + "\n").encode())


def _shape(kind: str) -> Callable[[Any], dict[str, Any]]:
    match kind:
        case "sign" | "covectors":
            return lambda member: {"signs": member}
        case "weak-rankings":
            return lambda member: {"places": member}
        case "ranking" | "top-k-orders":
            return lambda member: {"winner": member[0] if member else None, "ranking": member}
        case _:
            return lambda member: {"labels": member}


def read_json(file: BinaryIO, name: str) -> Table:
    """The table in a file of one object."""
    demand_memory(file, 24)
    try:
        value = json.loads(file.read().decode(), object_pairs_hook=unique_keys)
    except (ValueError, RecursionError):
        raise BadInput(f"JSON table must be valid JSON ({name})") from None
    head = checked_head(value, name)
    columns = [value.get("members")]
    if head["facts"]:
        columns += [value.get("facets"), value.get("adjacent")]
    if head["coordinates"] is not None:
        columns.append(value.get("points"))
    if any(not isinstance(column, list) or len(column) != head["count"] for column in columns):
        raise BadInput(f"members, facts and points must be lists of {head['count']}, as the head says ({name})")
    reader = RowReader(head, name)
    reader.add(map(_flat, zip(*columns, strict=True)) if head["facts"] else (_row(*parts) for parts in zip(*columns, strict=True)))
    return reader.table()


def _row(member: Any, point: Any = ()) -> list[Any]:
    return [*_listed(member), *_listed(point)]


def _flat(parts: Any) -> list[Any]:
    member, facets, adjacent, *point = parts
    return [*_listed(member), facets, adjacent, *chain.from_iterable(map(_listed, point))]


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | str | tuple) else [value]


def read_lines(file: BinaryIO, name: str) -> Table:
    """The table in a file of JSON Lines."""
    demand_memory(file, 8)
    try:
        head = parsed_head(file.readline(_LONGEST).decode(), name)
        reader = RowReader(head, name)
        reader.add(_lines(file, head, name))
    except UnicodeDecodeError:
        raise BadInput(f"JSON Lines must be UTF-8 text ({name})") from None
    return reader.table()


def _lines(file: BinaryIO, head: dict[str, Any], name: str) -> Iterator[list[Any]]:
    key = _KEYS.get(head["kind"], "labels")
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST), b""), 2):
        try:
            item = json.loads(line, object_pairs_hook=unique_keys)
            row = [*_listed(item[key])]
            if head["facts"]:
                row += [item["facets"], item["adjacent"]]
            if head["coordinates"] is not None:
                row += item["point"]
        except (ValueError, KeyError, TypeError, RecursionError):
            must = f"an object with the key {key!r} and what the head says"
            raise BadInput(f"line must be {must}, not {shown(line)} ({name}, line {number})") from None
        yield row
