"""Tables of numbers and texts that are no patterns: chirotopes, circuits, counts. Written, not read back.

>>> records = whitney_records({"kind": "sign", "count": 6, "whitney": [1, 3, 2], "polynomial": [2, -3, 1]})
>>> print(formatted(records, "csv").decode().partition("\\n")[2], end="")
k,whitney,exponent,coefficient
0,1,2,1
1,3,1,-3
2,2,0,2
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from arrangements import __version__
from arrangements.errors import BadInput
from arrangements.tables.csv_format import cell
from arrangements.tables.table import FORMAT_VERSION, MAGIC
from arrangements.tables.typeset import latex_text, longtable_opening, markdown_text

if TYPE_CHECKING:
    from arrangements.chirotope import Chirotope

__all__ = ["FORMATS", "Records", "basis_records", "formatted", "vector_records", "whitney_records"]

FORMATS = ("csv", "json", "jsonl", "parquet", "markdown", "latex")


@dataclass(frozen=True)
class Records:
    """Columns of integers or of texts, by name, and what the file says about itself."""

    head: Mapping[str, Any]
    columns: Mapping[str, list[Any]]

    def rows(self) -> list[tuple[Any, ...]]:
        return list(zip(*self.columns.values(), strict=True))


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


def formatted(records: Records, form: str) -> bytes:
    """The whole file. Integers beyond 64 bits are texts in Parquet."""
    head, rows = json.dumps(records.head), records.rows()
    match form:
        case "json":
            columns = ",\n".join(f"{json.dumps(name)}: {json.dumps(column)}" for name, column in records.columns.items())
            return f'{head[:-1]},\n"columns": {{\n{columns}}}}}\n'.encode()
        case "jsonl":
            names = list(records.columns)
            return "".join(f"{line}\n" for line in [head, *(json.dumps(dict(zip(names, row, strict=True))) for row in rows)]).encode()
        case "parquet":
            return _parquet(records, head)
        case "csv":
            lines = [",".join(cell(str(value)) for value in row) for row in [tuple(records.columns), *rows]]
            return "".join(f"{line}\n" for line in ['"# ' + head.replace('"', '""') + '"', *lines]).encode()
        case "markdown":
            lines = ["| " + " | ".join(markdown_text(str(value)) for value in row) + " |" for row in [tuple(records.columns), *rows]]
            return "\n".join([lines[0], "|" + "---|" * len(records.columns), *lines[1:], ""]).encode()
        case "latex":
            body = "".join(" & ".join(f"${x}$" if isinstance(x, int) else latex_text(x) for x in row) + " \\\\\n" for row in rows)
            return (longtable_opening("", [latex_text(name) for name in records.columns]) + body + "\\end{longtable}\n").encode()
    raise BadInput(f"format must be one of {', '.join(FORMATS)} for {records.head['kind']}, not {form}")


def _parquet(records: Records, head: str) -> bytes:
    from arrangements.tables.parquet import written

    columns = {}
    for name, column in records.columns.items():
        large = any(isinstance(value, int) and abs(value) >> 63 for value in column)
        columns[name] = list(map(str, column)) if large else column
    out = io.BytesIO()
    written(columns, head, out)
    return out.getvalue()
