"""JSON, TOML, CSV and TSV, every entry read as written: ``-0.8`` is -4/5 because no float is ever made.

JSON and TOML hold a matrix as a list of rows (JSON only) or an object with ``rows`` and, optionally, ``labels`` and ``dimension``;
``title``, ``source`` and ``note`` are free text. Entries are numbers or texts of the grammar of ``arrangements.numbers``.

CSV and TSV hold one row a line. A *name* is a cell that starts with a letter and cannot be meant as a number. The first line is a header
when all its cells are names (the first may be empty). The first column holds labels when the header calls it ``label``, ``labels``,
``name`` or nothing, or else when all its cells are names. Whatever is neither must be numbers: a misread cell is an error, never a label.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

from arrangements.errors import BadInput, shown
from arrangements.numbers import Scalar, exact, parse
from arrangements.readers.source import MAX_ENTRIES, Source, Table, read_text

__all__ = ["read_csv", "read_json", "read_toml", "unique_keys"]

_KEYS = ("rows", "labels", "dimension", "title", "source", "note")
_LABEL_HEADS = {"", "label", "labels", "name"}
# Words that someone may have meant as a number, and the functions of the grammar.
_NOT_NAMES = {"nan", "inf", "infinity", "none", "null", "nil", "na", "n/a", "true", "false", "pi", "e", "i", "j"}
_NOT_NAMES |= {"sqrt", "cos", "sin", "root"}
_NAME = re.compile(r"[^\W\d_][^()*^]*")


def read_json(source: Source) -> Table:
    text = read_text(source)
    if text.count(",") + text.count("[") > 2 * MAX_ENTRIES:
        raise BadInput(f"matrix must have at most {MAX_ENTRIES} entries ({source.name})")
    try:
        value = json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=unique_keys)
    except RecursionError:
        raise BadInput(f"JSON must be a list of rows, not nested more deeply ({source.name})") from None
    except ValueError as error:
        raise BadInput(f"JSON must be valid: {_one_line(error)} ({source.name})") from None
    return _from_object(value, source.name)


def read_toml(source: Source) -> Table:
    text = read_text(source)
    try:
        value = tomllib.loads(text, parse_float=str)
    except RecursionError:
        raise BadInput(f"TOML must hold a list of rows, not nested more deeply ({source.name})") from None
    except ValueError as error:
        raise BadInput(f"TOML must be valid: {_one_line(error)} ({source.name})") from None
    return _from_object(value, source.name)


def read_csv(source: Source, delimiter: str) -> Table:
    text = read_text(source)
    if text.count(delimiter) + text.count("\n") > 2 * MAX_ENTRIES:
        raise BadInput(f"matrix must have at most {MAX_ENTRIES} entries ({source.name})")
    # Blank lines at the end are no rows; anywhere else they are errors.
    reader = csv.reader(io.StringIO(text.rstrip("\r\n"), newline=""), delimiter=delimiter, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            if not cells:
                raise BadInput(f"line must not be empty ({source.name}, line {reader.line_num})")
            lines.append((reader.line_num, [cell.strip(" ") for cell in cells]))
    except csv.Error as error:
        raise BadInput(f"CSV must be valid: {_one_line(error)} ({source.name}, line {reader.line_num})") from None
    for number, cells in lines:
        if len(cells) != len(lines[0][1]):
            have = f"{len(lines[0][1])} cells, as the first one has"
            raise BadInput(f"line must have {have}, not {len(cells)} ({source.name}, line {number})")
    first = lines[0][1]
    has_header = len(lines) > 1 and all(_is_name(cell) for cell in first[1:]) and (_is_name(first[0]) or (not first[0] and len(first) > 1))
    if len(lines) > 1 and not has_header and first[0].lower() in _LABEL_HEADS - {""}:
        # A header over numbered columns, or a row that happens to be called "name"? The reader must not choose.
        cell = next(cell for cell in first[1:] if not _is_name(cell))
        raise BadInput(f"header that begins with {shown(first[0])} must be made of names, not {shown(cell)} ({source.name}, line 1)")
    body = lines[1:] if has_header else lines
    if has_header and first[0].lower() in _LABEL_HEADS and len(first) > 1:
        has_labels = True
    else:
        has_labels = len(first) > 1 and all(_is_name(cells[0]) for _, cells in body)
    start = int(has_labels)
    rows = _scalars(
        (cells[start:] for _, cells in body), lambda i, j: f"{source.name}, line {body[i][0]}, column {j + start + 1}"
    )
    return Table(rows, [cells[0] for _, cells in body] if has_labels else None)


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """For ``json.loads(object_pairs_hook=...)``: an object whose keys must differ."""
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise ValueError(f"duplicate key {shown(key)}")
        value[key] = item
    return value


def _from_object(value: Any, name: str) -> Table:
    if isinstance(value, list):
        value = {"rows": value}
    if not isinstance(value, dict):
        raise BadInput(f"matrix must be a list of rows or an object with `rows`, not {shown(value)} ({name})")
    for key in value:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadInput(f"key must be one of {', '.join(_KEYS)}, not {shown(key)}{hint} ({name})")
    rows, labels, dimension = value.get("rows"), value.get("labels"), value.get("dimension")
    if not isinstance(rows, list):
        raise BadInput(f"`rows` must be a list of rows, not {shown(rows)} ({name})")
    for i, row in enumerate(rows, 1):
        if not isinstance(row, list):
            raise BadInput(f"row must be a list of numbers, not {shown(row)} ({name}, row {i})")
    if labels is not None:
        if not isinstance(labels, list):
            raise BadInput(f"`labels` must be a list of texts, not {shown(labels)} ({name})")
        labels = [str(label) if type(label) is int else label for label in labels]
    if dimension is not None:
        if not re.fullmatch("[0-9]{1,9}", str(dimension)):
            raise BadInput(f"`dimension` must be a natural number, not {shown(dimension)} ({name})")
        dimension = int(dimension)
    return Table(_scalars(rows, lambda i, j: f"{name}, row {i + 1}, column {j + 1}"), labels, dimension)


def _scalars(rows: Iterable[list[Any]], where: Callable[[int, int], str]) -> list[list[Scalar]]:
    """All entries read as written. Equal texts are parsed once and shared."""
    known: dict[Any, Scalar] = {}
    result = []
    for i, row in enumerate(rows):
        scalars = []
        for j, entry in enumerate(row):
            if type(entry) is not str and type(entry) is not int:
                raise BadInput(f"entry must be a number, not {shown(entry)} ({where(i, j)})")
            value = known.get(entry)
            if value is None:
                value = known[entry] = parse(entry, where(i, j)) if isinstance(entry, str) else exact(entry)
            scalars.append(value)
        result.append(scalars)
    return result


def _is_name(cell: str) -> bool:
    return bool(_NAME.fullmatch(cell)) and cell.lower() not in _NOT_NAMES


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
