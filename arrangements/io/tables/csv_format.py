"""CSV that data frames, databases and spreadsheets read alike.

The first line is one cell, ``#`` and the head as JSON: skip it (``pandas.read_csv(path,
skiprows=1)``, ``polars.read_csv(path, skip_rows=1)``, DuckDB ``read_csv(path, skip=1)``). Then a
line of names, then one line per member: for sign vectors one column per label, 1 for + and 0 for -;
for the rest labels. Lines end in LF.

A spreadsheet would run a cell that begins with ``=``, ``+``, ``-``, ``@``, a tabulator, a carriage
return or a line feed. Such a cell gets an apostrophe in front unless it is a plain number; so does
one that begins with an apostrophe, and reading takes one away.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.io.tables.heads import (
    DIGITS,
    Head,
    RowReader,
    demand_memory,
    parsed_head,
    sign_body,
)
from arrangements.io.tables.row_batches import BATCH, batches, sign_bytes
from arrangements.io.tables.sheet import Sheet, Style
from arrangements.io.tables.table import Table
from arrangements.layers.patterns import SignPattern

__all__ = ["START", "cell", "read", "write"]

START = b'"# {""arrangements table""'
_RISKY = re.compile(r"[=+\-@\t\r\n']|[^\S ]")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_SPECIAL = re.compile(r"[\",\r\n]|^\s|\s$|^$|^#")


def cell(text: str) -> str:
    """A text as a cell: harmless in a spreadsheet, quoted where CSV needs it."""
    if _RISKY.match(text) and not _NUMBER.fullmatch(text):
        text = "'" + text
    return '"' + text.replace('"', '""') + '"' if _SPECIAL.search(text) else text


def _plain(text: str) -> str:
    return text.removeprefix("'")


def write(sheet: Sheet, file: BinaryIO) -> None:
    """Write the head, if there is one, a line of names, and the rows."""
    if sheet.head is not None:
        file.write(('"# ' + json.dumps(sheet.head).replace('"', '""') + '"\n').encode())
    file.write((",".join(map(cell, sheet.columns)) + "\n").encode())
    if sheet.signs is not None and sheet.columns:
        _write_signs(sheet.signs, file)
        return
    for rows in sheet.lines(Style(cell, str, cell, ("0", "1"))):
        file.write("".join([",".join(row) + "\n" for row in rows]).encode())


def _write_signs(pattern: SignPattern, file: BinaryIO) -> None:
    """Lines of one length: digits at even places, commas between; eight digits at once by looking
    them up.
    """
    n = len(pattern.labels)
    texts = np.full((256, 16), ord(","), np.uint8)
    texts[:, ::2] = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1) + ord("0")
    digits = texts.view("V16")[:, 0]
    for start, stop in batches(len(pattern)):
        octets = sign_bytes(pattern, start, stop)[:, : -(-n // 8)]
        lines = np.ascontiguousarray(
            digits[octets].view(np.uint8).reshape(stop - start, -1)[:, : max(1, 2 * n)]
        )
        lines[:, -1] = ord("\n")
        file.write(lines.data)


def _read_signs(file: BinaryIO, head: Head, name: str) -> Any:
    """The pattern, if the lines are as ``_write_signs`` makes them; None if the file must be read
    with more patience.
    """
    width = 2 * len(head["labels"])
    names = (",".join(map(cell, head["labels"])) + "\n").encode()
    if file.read(len(names)) != names:
        return None

    def parts() -> Iterator[np.ndarray]:
        while data := file.read(min(BATCH, max(1, (1 << 24) // width)) * width):
            if len(data) % width:
                raise _Irregular
            lines = np.frombuffer(data, np.uint8).reshape(-1, width)
            bits = lines[:, ::2] ^ np.uint8(ord("0"))
            if (
                (bits > 1).any()
                or (lines[:, 1:-1:2] != ord(",")).any()
                or (lines[:, -1] != ord("\n")).any()
            ):
                raise _Irregular
            yield bits

    try:
        return sign_body(head, parts(), name)
    except _Irregular:
        return None


class _Irregular(Exception):
    pass


def read(file: BinaryIO, name: str) -> Table:
    """The table in a file."""
    first = file.readline(1 << 26)
    try:
        (line,) = csv.reader([first.decode()], strict=True)
        head = parsed_head(line[0].removeprefix("# "), name)
    except (UnicodeDecodeError, csv.Error, ValueError, IndexError):
        must = "begin with its head, which `arrangements patterns` writes"
        raise BadInput(f"CSV table must {must}, not {short_repr(first[:40])} ({name})") from None
    if (
        head["kind"] == "sign"
        and head["coordinates"] is None
        and not head["facts"]
        and head["labels"]
    ):
        start = file.tell()
        body = _read_signs(file, head, name)
        if body is not None:
            return replace(RowReader(head, name).empty, body=body)
        file.seek(start)
    demand_memory(file, 8)
    reader = RowReader(head, name, DIGITS)
    text = io.TextIOWrapper(file, "utf-8", newline="")
    try:
        lines = csv.reader(text, strict=True)
        names = [_plain(entry) for entry in next(lines, [])]
        if names != list(reader.columns) and reader.columns:
            raise BadInput(
                f"columns must be {short_repr(list(reader.columns))}, not {short_repr(names)} ({name})"
            )
        reader.add([_plain(entry) for entry in cells] for cells in lines if reader.columns)
    except UnicodeDecodeError:
        raise BadInput(f"CSV must be UTF-8 text ({name})") from None
    except csv.Error as error:
        raise BadInput(f"CSV must be valid: {error} ({name})") from None
    finally:
        text.detach()
    return reader.table()
