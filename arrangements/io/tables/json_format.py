"""JSON: one object, the head with ``members`` and, on request, ``facets``, ``adjacent`` and
``points`` as lists beside it. JSON Lines: the head on the first line, then an object a member,
``{"signs": "+-+"}``, ``{"winner": "a", "ranking": ["a", "b"]}`` or ``{"labels": ["a", "b"]}``.
Covectors are texts of + - 0, weak rankings one place a label, ``{"places": [1, 2, 1]}``.

Both are ASCII: everything else is escaped, so that marks which reverse text cannot hide.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any, BinaryIO

from arrangements.errors import BadInput, shown
from arrangements.io.readers.text import unique_keys
from arrangements.io.tables.heads import Head, RowReader, checked_head, demand_memory, parsed_head
from arrangements.io.tables.rows import SMALL, batches
from arrangements.io.tables.sheet import Sheet
from arrangements.io.tables.table import Table

__all__ = ["read_json", "read_lines", "write_json", "write_lines"]

_KEYS = {
    "sign": "signs",
    "covectors": "signs",
    "weak-rankings": "places",
    "ranking": "ranking",
    "top-k-orders": "ranking",
}
_LONGEST = 1 << 24  # bytes of one line


def write_json(sheet: Sheet, file: BinaryIO) -> None:
    """Write one object: the head, then the fields."""
    file.write(json.dumps(sheet.head)[:-1].encode())
    for name, chunks in sheet.fields():
        file.write(f",\n{json.dumps(name)}: ".encode())
        file.writelines(chunk.encode() for chunk in chunks)
    file.write(b"}\n")


def write_lines(sheet: Sheet, file: BinaryIO) -> None:
    """Write the head and then an object a line."""
    file.write(json.dumps(sheet.head).encode() + b"\n")
    for start, stop in batches(sheet.count, SMALL):
        file.write("".join(f"{json.dumps(item)}\n" for item in sheet.objects(start, stop)).encode())


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
        raise BadInput(
            f"members, facts and points must be lists of {head['count']}, as the head says ({name})"
        )
    reader = RowReader(head, name)
    reader.add(
        map(_flat, zip(*columns, strict=True))
        if head["facts"]
        else (_row(*parts) for parts in zip(*columns, strict=True))
    )
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


def _lines(file: BinaryIO, head: Head, name: str) -> Iterator[list[Any]]:
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
            raise BadInput(
                f"line must be {must}, not {shown(line)} ({name}, line {number})"
            ) from None
        yield row
