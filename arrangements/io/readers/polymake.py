"""Files of polymake: hyperplane arrangements, vector and point configurations, cones and polytopes,
in JSON or in the older plain text.

The rows are those of the first property of ``PROPERTIES`` that the file has, as they stand: points
begin with a 1. Numbers are rational, or of a ``QuadraticExtension``: the text ``a+brc`` or the list
[a, b, c] is a + b sqrt(c).
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.entries import Entries
from arrangements.io.readers.entry_table import MAX_ENTRIES, MAX_ROWS, Table, check_shape
from arrangements.io.readers.text import unique_keys
from arrangements.running.sources import Source, read_text

__all__ = ["PROPERTIES", "read_polymake"]

PROPERTIES = (
    "HYPERPLANES",
    "VECTORS",
    "POINTS",
    "VERTICES",
    "INPUT_RAYS",
    "RAYS",
    "INEQUALITIES",
    "FACETS",
)
_LABELS = {
    "HYPERPLANES": "HYPERPLANE_LABELS",
    "VECTORS": "LABELS",
    "POINTS": "POINT_LABELS",
    "VERTICES": "VERTEX_LABELS",
}
_REAL = (
    "Rational",
    "Integer",
    "Int",
    "Float",
    "double",
    "QuadraticExtension<Rational>",
    "QuadraticExtension",
)
_ROOT = re.compile(r"([^r]+?)([+-][^r+-]+)r([0-9]+)")


def read_polymake(source: Source) -> Table:
    text = read_text(source)
    properties = (
        _from_json(text, source.name)
        if text.lstrip().startswith("{")
        else _from_plain(text, source.name)
    )
    kind = str(properties.get("_type", "")) or next(
        iter(re.findall(r"^_type (.+)$", text, re.MULTILINE)), ""
    )
    if (scalar := re.search(r"<(.*)>", kind)) and scalar[1].replace(" ", "") not in _REAL:
        raise BadInput(
            f"numbers of polymake must be rational or of a QuadraticExtension, not of {short_repr(scalar[1])} ({source.name})"
        )
    name = next((name for name in PROPERTIES if name in properties), None)
    if name is None:
        raise BadInput(f"file of polymake must have one of {', '.join(PROPERTIES)} ({source.name})")
    rows, labels = properties[name], properties.get(_LABELS.get(name, ""))
    if labels is not None and not (
        isinstance(labels, list) and all(isinstance(label, str) for label in labels)
    ):
        raise BadInput(f"labels must be a list of texts, not {short_repr(labels)} ({source.name})")
    if not isinstance(rows, list):
        raise BadInput(f"{name} must be a list of rows, not {short_repr(rows)} ({source.name})")
    rows, width = _dense(rows, name, source.name)
    check_shape(len(rows), width or max(map(len, rows), default=0), source.name)
    entries = Entries()
    read = [
        entries.row([_number(x) for x in row], partial(_place, source.name, name, i))
        for i, row in enumerate(rows)
    ]
    if name in ("INEQUALITIES", "FACETS"):
        if any(not row for row in read):
            raise BadInput(f"{name} must have rows that are not empty ({source.name})")
        return Table(
            [row[1:] for row in read],
            labels,
            width and width - 1,
            f"exact, {name} of polymake",
            bias=[row[0] for row in read],
        )
    return Table(read, labels, width, f"exact, {name} of polymake")


def _from_json(text: str, name: str) -> dict[str, Any]:
    if text.count(",") + text.count("[") > 2 * MAX_ENTRIES or text.count(":") > MAX_ROWS:
        raise BadInput(f"matrix must have at most {MAX_ENTRIES} entries ({name})")
    try:
        value = json.loads(
            text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=unique_keys
        )
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"JSON must be valid: {' '.join(str(error).split())[:200]} ({name})"
        ) from None
    return value if isinstance(value, dict) else {}


def _from_plain(text: str, name: str) -> dict[str, Any]:
    """Sections: a name alone on a line, then lines up to an empty one."""
    properties: dict[str, Any] = {}
    section: list[Any] | None = None
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if not words:
            section = section if line.strip() else None
        elif section is not None:
            section.append(words)
        elif len(words) == 1 and words[0].isupper():
            if words[0] in properties:
                raise BadInput(f"section {words[0]} must occur once ({name})")
            section = properties[words[0]] = []
    for label in _LABELS.values():
        if label in properties:
            properties[label] = [word for words in properties[label] for word in words]
    return properties


def _dense(rows: list[Any], property: str, name: str) -> tuple[list[Any], int | None]:
    """Rows as lists, and their length if the file says so: a sparse row is an object of places, and
    {"cols": N} ends a sparse matrix.
    """
    width = None
    if rows and isinstance(rows[-1], dict) and set(rows[-1]) == {"cols"}:
        said = rows[-1]["cols"]
        if not re.fullmatch("[0-9]{1,7}", str(said)):
            raise BadInput(
                f"number of columns must be a natural number, not {short_repr(said)} ({name})"
            )
        rows, width = rows[:-1], int(said)
        check_shape(len(rows), width, name)
    dense = []
    for i, row in enumerate(rows, 1):
        if (
            isinstance(row, dict)
            and width is not None
            and all(re.fullmatch("[0-9]{1,7}", k) and int(k) < width for k in row)
        ):
            full: list[Any] = ["0"] * width
            for place, value in row.items():
                full[int(place)] = value
            row = full
        if not isinstance(row, list):
            raise BadInput(
                f"row must be a list of numbers, not {short_repr(row)} ({name}, {property}, row {i})"
            )
        dense.append(row)
    return dense, width


def _number(x: Any) -> Any:
    if isinstance(x, list) and len(x) == 3 and all(isinstance(part, str) for part in x):
        return x[0] if x[1] == "0" else f"{x[0]}+({x[1]})*sqrt({x[2]})"
    if isinstance(x, str) and (match := _ROOT.fullmatch(x)):
        return f"{match[1]}+({match[2].lstrip('+')})*sqrt({match[3]})"
    return x


def _place(name: str, property: str, i: int, j: int) -> str:
    return f"{name}, {property}, row {i + 1}, column {j + 1}"
