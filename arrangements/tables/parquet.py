"""Parquet, by way of pyarrow: the only module that imports it.

For sign vectors one boolean column a label, true for +; for covectors and weak rankings columns of int32, for the rest of
labels, as dictionaries. On request ``facets`` (int32),
``adjacent`` (lists of int64, members counted from 1) and exact coordinates (texts ``x_1``, ...). The head is the value of the key
``arrangements`` of the schema's metadata.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np

from arrangements.errors import BadInput, shown
from arrangements.patterns import SignPattern
from arrangements.patterns.common import IntegerPattern
from arrangements.running import demand_room
from arrangements.tables.heads import BOOLEANS, INTEGERS, RowReader, index_body, parsed_head, sign_body
from arrangements.tables.rows import BATCH, batches, sign_bytes
from arrangements.tables.table import Table

__all__ = ["check_installed", "read", "write", "written"]

_KEY = b"arrangements"


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise BadInput("pyarrow must be installed for Parquet: pip install 'arrangements[tables]'") from None
    return pyarrow


def check_installed() -> None:
    """Complain, before anything is computed, where pyarrow is missing."""
    _pyarrow()


def _schema(table: Table) -> Any:
    pa = _pyarrow()
    sign = table.kind == "sign"
    wide = pa.dictionary(pa.int32(), pa.string())
    kind = pa.bool_() if sign else pa.int32() if table.kind in INTEGERS else wide
    types = [kind] * table.width
    if table.facts is not None:
        types += [pa.int32(), pa.list_(pa.int64())]
    names = table.columns()
    types += [pa.string()] * (len(names) - len(types))
    fields = [pa.field(name, kind, nullable=False) for name, kind in zip(names, types, strict=True)]
    return pa.schema(fields, metadata={_KEY: json.dumps(table.head()).encode()})


def _arrays(table: Table, start: int, stop: int) -> list[Any]:
    """The columns of some members. The bits of a sign column are packed eight a byte, the first lowest, as Arrow has them."""
    pa = _pyarrow()
    arrays: list[Any]
    if isinstance(table.body, SignPattern):
        octets = np.ascontiguousarray(sign_bytes(table.body, start, stop).T)
        packed = (np.packbits(octets[i // 8] & np.uint8(128 >> i % 8), bitorder="little") for i in range(len(table.labels)))
        arrays = [pa.Array.from_buffers(pa.bool_(), stop - start, [None, pa.py_buffer(column)]) for column in packed]
    elif isinstance(table.body, IntegerPattern):
        rows = table.index_rows(start, stop).astype(np.int32)
        arrays = [pa.array(column) for column in np.ascontiguousarray(rows.T)]
    else:
        labels = pa.array(table.labels, pa.string())
        rows = table.index_rows(start, stop).astype(np.int32)
        arrays = [pa.DictionaryArray.from_arrays(pa.array(column), labels) for column in np.ascontiguousarray(rows.T)]
    if table.facts is not None:
        starts = table.facts.starts[start : stop + 1]
        arrays.append(pa.array(np.diff(starts).astype(np.int32)))
        adjacent = table.facts.adjacent[starts[0] : starts[-1]]
        arrays.append(pa.ListArray.from_arrays((starts - starts[0]).astype(np.int32), pa.array(adjacent)))
    if table.points is not None:
        arrays += [pa.array(column, pa.string()) for column in zip(*table.points[start:stop], strict=True)]
    return arrays


def write(table: Table, file: BinaryIO) -> None:
    """Write the table, a row group a batch."""
    pa = _pyarrow()
    import pyarrow.parquet

    schema = _schema(table)
    signs = table.kind == "sign"
    # Truth values are packed already: a dictionary or a compression would only take time.
    with pyarrow.parquet.ParquetWriter(
        file, schema, compression="NONE" if signs else "ZSTD", use_dictionary=not signs, write_statistics=True
    ) as writer:
        for start, stop in batches(len(table)):
            if schema.names:
                writer.write_batch(pa.RecordBatch.from_arrays(_arrays(table, start, stop), schema=schema), row_group_size=BATCH)


def written(columns: Mapping[str, list[Any]], head: str, file: BinaryIO) -> None:
    """Write columns of integers or of texts."""
    pa = _pyarrow()
    import pyarrow.parquet

    table = pa.table({name: pa.array(column) for name, column in columns.items()})
    pyarrow.parquet.write_table(table.replace_schema_metadata({_KEY: head.encode()}), file)


def read(file: BinaryIO, name: str) -> Table:
    """The table in a file."""
    pa = _pyarrow()
    import pyarrow.parquet

    try:
        source = pyarrow.parquet.ParquetFile(file)
        head = parsed_head((source.schema_arrow.metadata or {})[_KEY].decode(), name)
        reader = RowReader(head, name, BOOLEANS)
        names = source.schema_arrow.names
        if names != list(reader.columns):
            raise BadInput(f"columns must be {shown(list(reader.columns))}, not {shown(names)} ({name})")
        size = sum(source.metadata.row_group(i).total_byte_size for i in range(source.num_row_groups))
        demand_room("table", size + 8 * len(names) * source.metadata.num_rows, 2, "bytes unpacked")
        return _collected(source, head, reader, name)
    except KeyError:
        raise BadInput(f"Parquet file must have the key 'arrangements' in its metadata to be read as a table ({name})") from None
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise BadInput(f"Parquet file must be readable: {' '.join(str(error).split())[:200]} ({name})") from None


def _collected(source: Any, head: dict[str, Any], reader: RowReader, name: str) -> Table:
    from dataclasses import replace

    pa = _pyarrow()
    rows = source.iter_batches(batch_size=BATCH) if reader.columns else ()
    if head["facts"] or head["coordinates"] is not None or head["kind"] in INTEGERS:
        for batch in rows:
            reader.add(zip(*(column.to_pylist() for column in batch.columns), strict=True))
        return reader.table()
    if head["kind"] == "sign":
        if any(kind != pa.bool_() for kind in source.schema_arrow.types):
            raise BadInput(f"columns of signs must be boolean ({name})")
        parts = (np.column_stack([column.cast(pa.uint8()).to_numpy(zero_copy_only=False) for column in batch.columns]) for batch in rows)
        return replace(reader.empty, body=sign_body(head, parts, name))
    labels = pa.array(head["labels"], pa.string())
    found = [np.empty((0, reader.empty.width), np.int64)]
    for batch in rows:
        columns = [pa.compute.index_in(column.cast(pa.string()), labels) for column in batch.columns]
        if any(column.null_count for column in columns):
            raise BadInput(f"entries must be labels of the head ({name})")
        found.append(np.column_stack([column.to_numpy(zero_copy_only=False) for column in columns]).astype(np.int64))
    whole = np.concatenate(found) if reader.columns else np.empty((head["count"], 0), np.int64)
    return replace(reader.empty, body=index_body(head, whole, name))
