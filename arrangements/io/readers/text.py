"""JSON, TOML, CSV and TSV, every entry read as written: ``-0.8`` is -4/5 because no float is ever
made.

JSON and TOML hold a matrix as a list of rows (JSON only) or an object with ``rows`` and perhaps
``labels``, ``bias`` and ``dimension``; ``title``, ``source`` and ``note`` are free text. Entries
are numbers or texts of the grammar of ``arrangements.exact.numbers``.

CSV and TSV hold one row per line. A *name* is a cell that starts with a letter and cannot be meant as
a number. The first line is a header when all its cells are names (the first may be empty). The
first column holds labels when the header calls it ``label``, ``labels``, ``name`` or nothing, or
else when all its cells are names; ``label_column`` names another. Whatever is neither must be
numbers: a misread cell is an error, never a label. Without commas and tabs, blanks part the cells,
and lines that begin with # are left out, as ``numpy.savetxt`` writes them. Where tabs or blanks part
them, a header may have one cell less than the other lines, as ``write.table`` of R leaves out the
head of the row names.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from itertools import chain, islice
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import Scalar
from arrangements.io.readers.entries import Entries
from arrangements.io.readers.entry_table import MAX_ENTRIES, MAX_ROWS, Table, check_shape
from arrangements.running import report_progress, with_progress
from arrangements.running.sources import MAX_TOML, Source, read_text

__all__ = ["check_toml", "read_csv", "read_json", "read_toml", "unique_keys"]

_KEYS = ("rows", "labels", "bias", "dimension", "title", "source", "note")
_CERTIFICATE = "arrangements proof"
_SIDES = ("first", "second")
_LABEL_HEADS = {"", "label", "labels", "name"}
# Words that someone may have meant as a number, and the functions of the grammar.
_NOT_NAMES = {
    "nan",
    "inf",
    "infinity",
    "none",
    "null",
    "nil",
    "na",
    "n/a",
    "true",
    "false",
    "pi",
    "e",
    "i",
    "j",
}
_NOT_NAMES |= {"sqrt", "cos", "sin", "root"}
# The parts of TOML that matter for its shape: texts and comments as a whole, brackets, ends of keys
# and lines. A quote by itself opens a text that does not end.
_TOML = re.compile(
    r'''"""[^"\\]*+(?:(?:\\.|"{1,2}(?!"))[^"\\]*+)*+""""{0,2}|\'\'\'.*?\'\'\'\'{0,2}'''
    r"""|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|'[^'\n]*'|#[^\n]*|[\[\]{=."'\n]""",
    re.DOTALL,
)
_NAME = re.compile(r"[^\W\d_][^()*^]*")


def read_json(source: Source, vector: bool = False, member: str = "") -> Table:
    """A matrix, or the configuration of a certificate; ``member`` is first or second for a
    certificate about a pair.
    """
    text = read_text(source)
    if text.count(",") + text.count("[") > 2 * MAX_ENTRIES or _keys(text) > MAX_ROWS:
        raise BadInput(f"matrix must have at most {MAX_ENTRIES} entries ({source.name})")
    try:
        value = json.loads(
            text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=unique_keys
        )
    except RecursionError:
        raise BadInput(
            f"JSON must be a list of rows, not nested more deeply ({source.name})"
        ) from None
    except ValueError as error:
        raise BadInput(f"JSON must be valid: {_one_line(error)} ({source.name})") from None
    del text
    if isinstance(value, dict) and value.get("format") == _CERTIFICATE:
        value = _configuration_of(value.get("problems"), member, source.name)
    elif member:
        raise BadInput(
            f"name after the colon must be of a pair, a certificate about two configurations, not {short_repr(member)} ({source.name})"
        )
    if vector and isinstance(value, dict) and "rows" not in value:
        value = value.get("bias")
    if vector and isinstance(value, list) and not any(isinstance(x, list) for x in value):
        value = [[x] for x in value]
    return _from_object(value, source.name)


def _keys(text: str) -> int:
    """At least as many as there are keys, unless they are few."""
    count = text.count(":")
    return count if count <= MAX_ROWS else sum(1 for _ in re.finditer(r'"\s*+:', text))


def read_toml(source: Source) -> Table:
    text = read_text(source, MAX_TOML)
    check_toml(text, source.name)
    try:
        value = tomllib.loads(text, parse_float=str)
    except RecursionError:
        raise BadInput(
            f"TOML must hold a list of rows, not nested more deeply ({source.name})"
        ) from None
    except ValueError as error:
        raise BadInput(f"TOML must be valid: {_one_line(error)} ({source.name})") from None
    return _from_object(value, source.name)


def check_toml(text: str, name: str) -> None:
    """Refuse TOML that no matrix needs and the parser of the standard library takes minutes for:
    tables, dotted keys, deep lists.

    >>> check_toml("rows.a.b = 1", "m.toml")
    Traceback (most recent call last):
    ...
    arrangements.errors.BadInput: TOML must be made of lines such as `rows = [...]`, not of tables or dotted keys (m.toml, line 1)
    """
    depth, keys, in_key = 0, 0, True
    for token in _TOML.finditer(text):
        part = token.group()
        if part == "\n":
            in_key = in_key or depth == 0
        elif part == "=":
            keys += depth == 0
            in_key = in_key and depth > 0
        elif part == "[":
            depth += 1
        elif part == "]":
            depth -= 1
        must = ""
        if part == "{" or (in_key and part in ".["):
            must = "be made of lines such as `rows = [...]`, not of tables or dotted keys"
        elif part in ('"', "'"):
            must = "be valid: a text must end"
        elif depth > 3 or depth < 0:
            must = "hold a list of rows, not nested more deeply"
        elif keys > len(_KEYS):
            must = f"have the keys {', '.join(_KEYS)} only"
        if must:
            raise BadInput(
                f"TOML must {must} ({name}, line {text.count(chr(10), 0, token.start()) + 1})"
            )


def read_csv(source: Source, delimiter: str, label_column: str | None = None) -> Table:
    text = read_text(source)
    if delimiter == " ":
        text = "\n".join(
            " ".join(line.split())
            for line in text.splitlines()
            if not line.lstrip().startswith("#")
        )
    # blank lines at the end are no rows; anywhere else they are errors
    raw = text.rstrip("\r\n").encode()
    if (
        raw.count(delimiter.encode()) + raw.count(b"\n") > 2 * MAX_ENTRIES
        or max(raw.count(b"\n"), raw.count(b"\r")) > MAX_ROWS
    ):
        raise BadInput(
            f"matrix must have at most {MAX_ROWS} rows and {MAX_ENTRIES} entries ({source.name})"
        )
    # Twice through the file, so that its cells need not be kept: first for its shape.
    lines = _csv_lines(raw, delimiter, source.name)
    _, first = next(lines)
    width, named, count, second = len(first), _is_name(first[0]), 1, True
    for number, cells in lines:
        if len(cells) != width:
            raise BadInput(
                f"line must have {width} cells, as the first one has, not {len(cells)} ({source.name}, line {number})"
            )
        second = second and _is_name(cells[0])
        count += 1
    has_header = (
        count > 1
        and all(_is_name(cell) for cell in first[1:])
        and (named or (not first[0] and width > 1))
    )
    if count > 1 and not has_header and first[0].lower() in _LABEL_HEADS - {""}:
        # A header over numbered columns, or a row that happens to be called "name"? The reader must
        # not choose.
        cell = next(cell for cell in first[1:] if not _is_name(cell))
        raise BadInput(
            f"header that begins with {short_repr(first[0])} must be made of names, not {short_repr(cell)} ({source.name}, line 1)"
        )
    has_labels = width > 1 and (
        (has_header and first[0].lower() in _LABEL_HEADS) or (second and (has_header or named))
    )
    chosen = 0 if has_labels else None
    if label_column is not None:
        if not has_header or first.count(label_column) != 1:
            raise BadInput(
                f"label column must be one of {', '.join(first) if has_header else 'a header'}, not {short_repr(label_column)} ({source.name})"
            )
        chosen = first.index(label_column)
    others = [j for j in range(width) if j != chosen]
    check_shape(count - has_header, len(others), source.name)
    entries, labels = Entries(), []
    rows: list[tuple[Scalar, ...]] = []
    for number, cells in islice(_csv_lines(raw, delimiter, source.name), int(has_header), None):
        if len(rows) % 1024 == 0:
            report_progress("reading", len(rows) / count)
        if chosen is not None:
            labels.append(cells[chosen])
        picked = (
            cells if chosen is None else cells[1:] if chosen == 0 else [cells[j] for j in others]
        )
        rows.append(entries.row(picked, partial(_csv_place, source.name, number, others)))
    named_labels = first[chosen] if has_header and chosen is not None else None
    columns = [first[j] for j in others] if has_header else None
    counting = None if columns is None or chosen is not None else _counting(columns, rows)
    return Table(
        rows,
        None if chosen is None else labels,
        columns=columns,
        labelled=named_labels,
        counting=counting,
    )


def _counting(columns: list[str], rows: list[tuple[Scalar, ...]]) -> str | None:
    """A column that holds 1..n or 0..n-1 in some order, and so may well be meant for labels."""
    for j, column in enumerate(columns):
        values = {row[j] for row in rows}
        if (
            column.lower() != "bias"
            and len(values) == len(rows) > 2
            and len(columns) > 1
            and (values == set(range(1, len(rows) + 1)) or values == set(range(len(rows))))
        ):
            return column
    return None


def _csv_lines(raw: bytes, delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line, and its number; an empty head of row names where it is left out."""
    lines = _cells(raw, delimiter, name)
    two = list(islice(lines, 2))
    if (
        delimiter != ","
        and len(two) == 2
        and len(two[1][1]) == len(two[0][1]) + 1
        and all(map(_is_name, two[0][1]))
    ):
        two[0][1].insert(0, "")
    yield from chain(two, lines)


def _cells(raw: bytes, delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(
        io.TextIOWrapper(io.BytesIO(raw), "utf-8", newline=""), delimiter=delimiter, strict=True
    )
    spaces = b" " in raw
    try:
        for cells in reader:
            if not cells:
                raise BadInput(f"line must not be empty ({name}, line {reader.line_num})")
            yield reader.line_num, [cell.strip(" ") for cell in cells] if spaces else cells
    except csv.Error as error:
        raise BadInput(
            f"CSV must be valid: {_one_line(error)} ({name}, line {reader.line_num})"
        ) from None


def _csv_place(name: str, number: int, columns: list[int], j: int) -> str:
    return f"{name}, line {number}, column {columns[j] + 1}"


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """For ``json.loads(object_pairs_hook=...)``: an object whose keys must differ."""
    value: dict[str, object] = {}
    for key, item in pairs:
        if key in value:
            raise ValueError(f"duplicate key {short_repr(key)}")
        value[key] = item
    return value


def _configuration_of(problems: Any, member: str, name: str) -> dict[str, Any]:
    """One of the configurations of a proof, its numbers as texts that are read like
    others; nothing is believed.
    """
    configurations = [
        problem.get("configuration") if isinstance(problem, dict) else None
        for problem in (problems if isinstance(problems, list) else ())
    ]
    if not configurations or not all(isinstance(c, dict) for c in configurations):
        raise BadInput(f"certificate must hold the configurations that it is about ({name})")
    if len(configurations) > 1 and member not in _SIDES:
        raise BadInput(f"one side of the pair must be named, {name}:first or {name}:second")
    if len(configurations) == 1 and member:
        raise BadInput(
            f"certificate must be about two configurations to name one of them, not about one ({name})"
        )
    block: Any = configurations[_SIDES.index(member) if member else 0]
    rows, bias, field = block.get("rows"), block.get("bias"), block.get("field")
    options = {"labels": block.get("labels"), "dimension": block.get("dimension")}
    if field is None or not isinstance(rows, list):
        return options | {"rows": rows} | ({} if bias is None else {"bias": bias})
    root = _root(field, name)
    try:
        options["rows"] = [[_in_powers(entry, root) for entry in row] for row in rows]
        return options | (
            {} if bias is None else {"bias": [_in_powers(entry, root) for entry in bias]}
        )
    except TypeError:
        raise BadInput(
            f"numbers of the certificate must be lists of coefficients where it has a field ({name})"
        ) from None


def _root(field: Any, name: str) -> str:
    """The root of the polynomial in the interval, as people spell it."""
    try:
        polynomial, (low, high) = field["polynomial"], field["interval"]
        terms = "+".join(f"({c})*x^{k}" for k, c in enumerate(polynomial))
    except (KeyError, TypeError, ValueError):
        raise BadInput(
            f"field of the certificate must have a polynomial and an interval ({name})"
        ) from None
    return f"root({terms}, {low}, {high})"


def _in_powers(coefficients: list[str], root: str) -> str:
    if not isinstance(coefficients, list):
        raise TypeError
    terms = [f"({c})*{root}^{k}" if k else f"({c})" for k, c in enumerate(coefficients) if c != "0"]
    return "+".join(terms) or "0"


def _from_object(value: Any, name: str) -> Table:
    if isinstance(value, list):
        value = {"rows": value}
    if not isinstance(value, dict):
        raise BadInput(
            f"matrix must be a list of rows or an object with `rows`, not {short_repr(value)} ({name})"
        )
    for key in value:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadInput(
                f"key must be one of {', '.join(_KEYS)}, not {short_repr(key)}{hint} ({name})"
            )
    rows, labels, dimension = value.get("rows"), value.get("labels"), value.get("dimension")
    if not isinstance(rows, list):
        raise BadInput(f"`rows` must be a list of rows, not {short_repr(rows)} ({name})")
    for i, row in enumerate(rows, 1):
        if not isinstance(row, list):
            raise BadInput(
                f"row must be a list of numbers, not {short_repr(row)} ({name}, row {i})"
            )
    if labels is not None:
        if not isinstance(labels, list):
            raise BadInput(f"`labels` must be a list of texts, not {short_repr(labels)} ({name})")
        labels = [str(label) if type(label) is int else label for label in labels]
    if dimension is not None:
        if not re.fullmatch("[0-9]{1,9}", str(dimension)):
            raise BadInput(
                f"`dimension` must be a natural number, not {short_repr(dimension)} ({name})"
            )
        dimension = int(dimension)
    check_shape(len(rows), max(map(len, rows), default=0), name)
    entries = Entries()
    # in place: the texts of a row go as its numbers come
    for i, row in enumerate(with_progress("reading", rows)):
        rows[i] = entries.row(row, partial(_place, name, i))
    bias = value.get("bias")
    if bias is not None:
        if not isinstance(bias, list):
            raise BadInput(f"`bias` must be a list of numbers, not {short_repr(bias)} ({name})")
        bias = entries.row(bias, lambda i: f"{name}, bias {i + 1}")
    return Table(rows, labels, dimension, bias=bias)


def _place(name: str, i: int, j: int) -> str:
    return f"{name}, row {i + 1}, column {j + 1}"


def _is_name(cell: str) -> bool:
    return bool(_NAME.fullmatch(cell)) and cell.lower() not in _NOT_NAMES


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
