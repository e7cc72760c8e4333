"""Tables of numbers and texts that are no patterns: chirotopes, circuits, counts. Written, not read
back.

>>> import io
>>> from arrangements.io.tables.lines import write
>>> sheet = whitney_records({"kind": "sign", "count": 6, "whitney": [1, 3, 2], "polynomial": [2, -3, 1]})
>>> out = io.BytesIO()
>>> write(sheet, "csv", out)
>>> print(out.getvalue().decode().partition("\\n")[2], end="")
k,whitney,exponent,coefficient
0,1,2,1
1,3,1,-3
2,2,0,2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, TypedDict

from arrangements import __version__
from arrangements.io.tables.sheet import Sheet, of_columns
from arrangements.io.tables.table import FORMAT_VERSION, MAGIC

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["basis_records", "type_records", "vector_records", "whitney_records"]


def _head(kind: str, **facts: object) -> dict[str, object]:
    return {MAGIC: FORMAT_VERSION, "kind": kind, **facts, "version": __version__}


class Whitney(TypedDict):
    """The part of an answer that ``whitney_records`` needs."""

    kind: str
    count: int
    whitney: Sequence[int]
    polynomial: Sequence[int]


def basis_records(chi: Chirotope) -> Sheet:
    """A chirotope: for every r labels, in lexicographic order, the sign of their minor as 1, 0 or
    -1.
    """
    bases = list(combinations(chi.labels, chi.rank))
    columns = {f"label_{place + 1}": [basis[place] for basis in bases] for place in range(chi.rank)}
    head = _head("chirotope", labels=list(chi.labels), rank=chi.rank, count=len(bases))
    return of_columns(columns | {"sign": chi.signs.tolist()}, head)


def vector_records(chi: Chirotope, kind: str, vectors: list[str]) -> Sheet:
    """Circuits or cocircuits: one column per label, 1, 0 or -1."""
    sign = {"+": 1, "0": 0, "-": -1}
    columns = {label: [sign[vector[i]] for vector in vectors] for i, label in enumerate(chi.labels)}
    return of_columns(
        columns, _head(kind, labels=list(chi.labels), rank=chi.rank, count=len(vectors))
    )


def whitney_records(facts: Whitney) -> Sheet:
    """Counts: for each k the k-th Whitney number, in absolute value, and the coefficient of the
    characteristic polynomial that it is.
    """
    degree = len(facts["polynomial"]) - 1
    numbers = range(len(facts["whitney"]))
    columns = {
        "k": list(numbers),
        "whitney": list(facts["whitney"]),
        "exponent": [degree - k for k in numbers],
    }
    columns["coefficient"] = [facts["polynomial"][degree - k] for k in numbers]
    return of_columns(columns, _head("counts", of=facts["kind"], count=facts["count"]))


def type_records(name: str, facts: Sequence[Mapping[str, object]]) -> Sheet:
    """Types: a column for each fact that some of them have; points and rankings as one text."""
    keys = [
        key for key in (facts[0] if facts else ()) if any(row[key] is not None for row in facts)
    ]
    columns = {key: [_cell(row[key]) for row in facts] for key in keys}
    return of_columns(columns, _head("types", of=name, count=len(facts)))


def _cell(value: object) -> int | str:
    if isinstance(value, int):
        return value
    if isinstance(value, list):
        return " ".join(
            ",".join(map(str, item)) if isinstance(item, list) else str(item) for item in value
        )
    return str(value or "")
