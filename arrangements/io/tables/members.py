"""The members of a ``Table`` as values of JSON and as columns of Arrow.

In JSON signs are texts of + - 0, weak rankings one place per label, ``{"places": [1, 2, 1]}``,
everything else labels. Arrow has for sign vectors one boolean column per label, true for +; for
covectors and weak rankings columns of int32, for the rest of labels, as dictionaries. On request
there are ``facets`` (int32), ``adjacent`` (lists of int64, members counted from 1) and exact
coordinates (texts ``x_1``, ...).

>>> from arrangements import load, table_of
>>> list(objects(table_of(load("paper/H.1-A"), "ties"), 0, 1))
[{'labels': ['1', '2']}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.io.tables.row_batches import SMALL, batches, sign_bits, sign_bytes
from arrangements.layers.patterns import CovectorPattern, SignPattern
from arrangements.layers.patterns.common import IntegerPattern
from arrangements.layers.questions.kinds import KINDS

if TYPE_CHECKING:
    from types import ModuleType

    from pyarrow import Array, Schema

    from arrangements.io.tables.table import Table

__all__ = ["arrow", "fields", "objects"]

_SIGNS = bytes.maketrans(b"\x00\x01", b"-+")


def _members(table: Table, start: int, stop: int) -> Iterator[Any]:
    """Texts of signs, or lists of places or of labels."""
    if isinstance(table.body, SignPattern):
        bits = sign_bits(table.body, start, stop)
        yield from (row.tobytes().translate(_SIGNS).decode() for row in bits)
    elif isinstance(table.body, CovectorPattern):
        yield from islice(table.body.strings(start), stop - start)
    elif isinstance(table.body, IntegerPattern):
        yield from table.body.integers(start, stop).tolist()
    elif table.placed:
        yield from ([table.labels[i], k] for i, k in table.index_rows(start, stop).tolist())
    else:
        yield from (
            [table.labels[i] for i in row] for row in table.index_rows(start, stop).tolist()
        )


def fields(table: Table) -> Iterator[tuple[str, Iterator[str]]]:
    """The fields beside the head in an object of JSON, as text in pieces: ``members``, a member a
    line, and what else there is.
    """
    yield "members", _listed(table)
    if table.facts is not None:
        yield "facets", iter([json.dumps(table.facts.facets.tolist())])
        yield "adjacent", iter([json.dumps([table.facts.of(i) for i in range(len(table))])])
    if table.points is not None:
        yield "points", iter([json.dumps(table.points)])


def _listed(table: Table) -> Iterator[str]:
    start = "[\n"
    for first, last in batches(len(table), SMALL):
        yield start + ",\n".join(map(json.dumps, _members(table, first, last)))
        start = ",\n"
    yield "\n]" if len(table) else "[\n]"


def objects(table: Table, start: int, stop: int) -> Iterator[dict[str, object]]:
    """Some members as objects of JSON."""
    shape = _shape(table.kind)
    for at, member in enumerate(_members(table, start, stop), start):
        item = shape(member)
        if table.facts is not None:
            adjacent = table.facts.of(at)
            item |= {"facets": len(adjacent), "adjacent": adjacent}
        if table.points is not None:
            item["point"] = table.points[at]
        yield item


def _shape(kind: str) -> Callable[[Any], dict[str, object]]:
    key = KINDS[kind].member
    if KINDS[kind].placed:
        return lambda member: dict(zip((key, "place"), member, strict=True))
    if key == "ranking":
        return lambda member: {"winner": member[0] if member else None, key: member}
    return lambda member: {key: member}


def arrow(table: Table, pa: ModuleType) -> tuple[Schema, Iterator[list[Array]], dict[str, object]]:
    """The schema, the columns a batch of members, and how Parquet packs them."""
    sign, integers = isinstance(table.body, SignPattern), isinstance(table.body, IntegerPattern)
    kind = (
        pa.bool_() if sign else pa.int32() if integers else pa.dictionary(pa.int32(), pa.string())
    )
    types = [kind, pa.int32()] if table.placed else [kind] * table.width
    if table.facts is not None:
        types += [pa.int32(), pa.list_(pa.int64())]
    names = table.columns()
    types += [pa.string()] * (len(names) - len(types))
    schema = pa.schema(
        [pa.field(name, kind, nullable=False) for name, kind in zip(names, types, strict=True)]
    )
    parts = batches(len(table)) if names else ()
    # Truth values are packed already: a dictionary or a compression would only take time.
    packing: dict[str, object] = {
        "compression": "NONE" if sign else "ZSTD",
        "use_dictionary": not sign,
    }
    return schema, (_arrays(table, pa, start, stop) for start, stop in parts), packing


def _arrays(table: Table, pa: ModuleType, start: int, stop: int) -> list[Array]:
    """The columns of some members. The bits of a sign column are packed eight a byte, the first
    lowest, as Arrow has them.
    """
    arrays: list[Array]
    if isinstance(table.body, SignPattern):
        octets = np.ascontiguousarray(sign_bytes(table.body, start, stop).T)
        packed = (
            np.packbits(octets[i // 8] & np.uint8(128 >> i % 8), bitorder="little")
            for i in range(len(table.labels))
        )
        arrays = [
            pa.Array.from_buffers(pa.bool_(), stop - start, [None, pa.py_buffer(column)])
            for column in packed
        ]
    elif isinstance(table.body, IntegerPattern):
        rows = table.index_rows(start, stop).astype(np.int32)
        arrays = [pa.array(column) for column in np.ascontiguousarray(rows.T)]
    else:
        labels = pa.array(table.labels, pa.string())
        rows = table.index_rows(start, stop).astype(np.int32)
        columns = [pa.array(column) for column in np.ascontiguousarray(rows.T)]
        named = columns[: 1 if table.placed else None]
        arrays = [
            *(pa.DictionaryArray.from_arrays(column, labels) for column in named),
            *columns[len(named) :],
        ]
    if table.facts is not None:
        starts = table.facts.starts[start : stop + 1]
        arrays.append(pa.array(np.diff(starts).astype(np.int32)))
        adjacent = table.facts.adjacent[starts[0] : starts[-1]]
        arrays.append(
            pa.ListArray.from_arrays((starts - starts[0]).astype(np.int32), pa.array(adjacent))
        )
    if table.points is not None:
        arrays += [
            pa.array(column, pa.string()) for column in zip(*table.points[start:stop], strict=True)
        ]
    return arrays
