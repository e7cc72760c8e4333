"""Tables of numbers and texts that are no patterns: chirotopes, circuits, counts. Written, not read back.

>>> import io
>>> records = whitney_records({"kind": "sign", "count": 6, "whitney": [1, 3, 2], "polynomial": [2, -3, 1]})
>>> out = io.BytesIO()
>>> write(records, "csv", out)
>>> print(out.getvalue().decode().partition("\\n")[2], end="")
k,whitney,exponent,coefficient
0,1,2,1
1,3,1,-3
2,2,0,2
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, BinaryIO

from arrangements import __version__
from arrangements.tables.sheet import Sheet, Style
from arrangements.tables.table import FORMAT_VERSION, MAGIC

if TYPE_CHECKING:
    from arrangements.chirotope import Chirotope

__all__ = ["Records", "basis_records", "type_records", "vector_records", "whitney_records", "write"]


@dataclass(frozen=True)
class Records:
    """Columns of integers or of texts, by name, and what the file says about itself."""

    head: Mapping[str, Any]
    columns: Mapping[str, list[Any]]

    def rows(self) -> list[tuple[Any, ...]]:
        return list(zip(*self.columns.values(), strict=True))

    def sheet(self) -> Sheet:
        """The same for the formats of lines."""
        rows = self.rows()

        def lines(style: Style, start: int, stop: int) -> list[list[str]]:
            return [[style.integer(x) if isinstance(x, int) else style.text(x) for x in row] for row in rows[start:stop]]

        return Sheet(tuple(self.columns), len(rows), lines, self.head)


def _head(kind: str, **facts: Any) -> dict[str, Any]:
    return {MAGIC: FORMAT_VERSION, "kind": kind, **facts, "version": __version__}


def basis_records(chi: Chirotope) -> Records:
    """A chirotope: for every r labels, in lexicographic order, the sign of their minor as 1, 0 or -1."""
    bases = list(combinations(chi.labels, chi.rank))
    columns = {f"label_{place + 1}": [basis[place] for basis in bases] for place in range(chi.rank)}
    head = _head("chirotope", labels=list(chi.labels), rank=chi.rank, count=len(bases))
    return Records(head, columns | {"sign": chi.signs.tolist()})


def vector_records(chi: Chirotope, kind: str, vectors: list[str]) -> Records:
    """Circuits or cocircuits: a column a label, 1, 0 or -1."""
    sign = {"+": 1, "0": 0, "-": -1}
    columns = {label: [sign[vector[i]] for vector in vectors] for i, label in enumerate(chi.labels)}
    return Records(_head(kind, labels=list(chi.labels), rank=chi.rank, count=len(vectors)), columns)


def whitney_records(facts: Mapping[str, Any]) -> Records:
    """Counts: for each k the k-th Whitney number, in absolute value, and the coefficient of the characteristic polynomial that it is."""
    degree = len(facts["polynomial"]) - 1
    numbers = range(len(facts["whitney"]))
    columns = {"k": list(numbers), "whitney": list(facts["whitney"]), "exponent": [degree - k for k in numbers]}
    columns["coefficient"] = [facts["polynomial"][degree - k] for k in numbers]
    return Records(_head("counts", of=facts["kind"], count=facts["count"]), columns)


def type_records(name: str, facts: list[dict[str, Any]]) -> Records:
    """Types: a column for each fact that some of them have; points and rankings as one text."""
    keys = [key for key in (facts[0] if facts else ()) if any(row[key] is not None for row in facts)]
    columns = {key: [_told(row[key]) for row in facts] for key in keys}
    return Records(_head("types", of=name, count=len(facts)), columns)


def _told(value: Any) -> int | str:
    if isinstance(value, int):
        return value
    if isinstance(value, list):
        return " ".join(",".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
    return str(value or "")


def write(records: Records, form: str, file: BinaryIO) -> None:
    """Write the whole file. Integers beyond 64 bits are texts in Parquet."""
    head = json.dumps(records.head)
    match form:
        case "json":
            columns = ",\n".join(f"{json.dumps(name)}: {json.dumps(column)}" for name, column in records.columns.items())
            file.write(f'{head[:-1]},\n"columns": {{\n{columns}}}}}\n'.encode())
        case "jsonl":
            items = (json.dumps(dict(zip(records.columns, row, strict=True))) for row in records.rows())
            file.write("".join(f"{line}\n" for line in [head, *items]).encode())
        case "parquet":
            _write_parquet(records, head, file)
        case _:
            from arrangements.tables.lines import write as write_lines

            write_lines(records.sheet(), form, file)


def _write_parquet(records: Records, head: str, file: BinaryIO) -> None:
    from arrangements.tables.parquet import written

    columns = {}
    for name, column in records.columns.items():
        large = any(isinstance(value, int) and abs(value) >> 63 for value in column)
        columns[name] = list(map(str, column)) if large else column
    written(columns, head, file)
