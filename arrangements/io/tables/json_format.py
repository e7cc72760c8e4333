"""JSON: one object, the head with ``members`` and, on request, ``facets``, ``adjacent`` and
``points`` as lists beside it. JSON Lines: one object per member, ``{"signs": "+-+"}``, ``{"winner":
"a", "ranking": ["a", "b"]}`` or ``{"labels": ["a", "b"]}``, and nothing else; the head is in a file
beside it, ``t.jsonl.head.json`` for ``t.jsonl``. Files of older versions, which have the head on
the first line, are read as well. Covectors are texts of + - 0, weak rankings one place per label,
``{"places": [1, 2, 1]}``.

Both are ASCII: everything else is escaped, so that marks which reverse text cannot hide.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.text import unique_keys
from arrangements.io.tables.heads import Head, RowReader, checked_head, demand_memory, parsed_head
from arrangements.io.tables.row_batches import SMALL, batches
from arrangements.io.tables.sheet import Sheet
from arrangements.io.tables.table import MAGIC, Table
from arrangements.layers.questions.kinds import KINDS
from arrangements.running.files import opened_atomically
from arrangements.running.sources import from_file

__all__ = [
    "head_beside",
    "opened_with_head",
    "read_json",
    "read_lines",
    "write_json",
    "write_lines",
]

_LONGEST = 1 << 24  # bytes of one line


def write_json(sheet: Sheet, file: BinaryIO) -> None:
    """Write one object: the head, then the fields."""
    file.write(json.dumps(sheet.head)[:-1].encode())
    for name, chunks in sheet.fields():
        file.write(f",\n{json.dumps(name)}: ".encode())
        file.writelines(chunk.encode() for chunk in chunks)
    file.write(b"}\n")


def write_lines(sheet: Sheet, file: BinaryIO) -> None:
    """Write one object per line."""
    for start, stop in batches(sheet.count, SMALL):
        file.write("".join(f"{json.dumps(item)}\n" for item in sheet.objects(start, stop)).encode())


def head_beside(path: str | os.PathLike[str]) -> Path:
    """The file with the head of a table of JSON Lines.

    >>> head_beside("t.jsonl").name
    't.jsonl.head.json'
    """
    return Path(f"{os.fspath(path)}.head.json")


@contextmanager
def opened_with_head(path: str | os.PathLike[str], sheet: Sheet) -> Iterator[BinaryIO]:
    """A file for the lines, beside which the head is written, if the sheet has one.

    An old head is removed before new lines appear, and the new head comes last: at no moment do
    lines stand beside the head of others.
    """
    beside = head_beside(path)
    if sheet.head is None:
        with opened_atomically(path) as file:
            yield file
            file.flush()
            beside.unlink(missing_ok=True)
        return
    with opened_atomically(beside) as head:
        head.write(json.dumps(sheet.head).encode() + b"\n")
        with opened_atomically(path) as file:
            yield file
            file.flush()
            beside.unlink(missing_ok=True)


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


def read_lines(path: str) -> Table:
    """The table in a file of JSON Lines, with the head beside it or, from older versions, first."""
    beside = head_beside(path)
    if beside.exists() and os.path.isfile(path) and not os.path.getsize(path):
        return RowReader(_head_of(beside), path).table()  # of no members
    with from_file(path) as source:
        file, name = source.file, source.name
        demand_memory(file, 8)
        try:
            first = file.readline(_LONGEST).decode()
            if _is_head(first):
                head = parsed_head(first, name)
            elif beside.exists():
                head = _head_of(beside)
                file.seek(0)
            else:
                raise BadInput(f"head of the table must be beside it, in {beside.name} ({name})")
            reader = RowReader(head, name)
            reader.add(_lines(file, head, name, 2 if file.tell() else 1))
        except UnicodeDecodeError:
            raise BadInput(f"JSON Lines must be UTF-8 text ({name})") from None
    return reader.table()


def _is_head(line: str) -> bool:
    try:
        return MAGIC in json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return False


def _head_of(beside: Path) -> Head:
    with from_file(str(beside)) as source:
        if source.size > _LONGEST:
            raise BadInput(
                f"head must have at most {_LONGEST} bytes, not {source.size} ({source.name})"
            )
        try:
            return parsed_head(source.file.read().decode(), source.name)
        except UnicodeDecodeError:
            raise BadInput(f"head must be UTF-8 text ({source.name})") from None


def _lines(file: BinaryIO, head: Head, name: str, start: int) -> Iterator[list[Any]]:
    key = KINDS[head["kind"]].member
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST), b""), start):
        try:
            item = json.loads(line, object_pairs_hook=unique_keys)
            row = (
                [item[key], item["place"]] if KINDS[head["kind"]].placed else [*_listed(item[key])]
            )
            if head["facts"]:
                row += [item["facets"], item["adjacent"]]
            if head["coordinates"] is not None:
                row += item["point"]
        except (ValueError, KeyError, TypeError, RecursionError):
            shown = short_repr(line.decode(errors="replace").strip())
            must = f"an object with the key {key!r} and what the head says"
            raise BadInput(f"line must be {must}, not {shown} ({name}, line {number})") from None
        yield row
