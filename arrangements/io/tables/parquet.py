"""Parquet, by way of pyarrow: the only module that imports it.

``members`` says which columns a table has. The head is the value of the key ``arrangements`` of the
schema's metadata.
"""

from __future__ import annotations

import json
from typing import Any, BinaryIO

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.io.tables.heads import (
    BOOLEANS,
    INTEGERS,
    Head,
    RowReader,
    index_body,
    parsed_head,
    sign_body,
)
from arrangements.io.tables.row_batches import BATCH
from arrangements.io.tables.sheet import Sheet
from arrangements.io.tables.table import Table
from arrangements.layers.questions.kinds import KINDS
from arrangements.running import check_memory

__all__ = ["check_installed", "read", "write"]

_KEY = b"arrangements"


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise BadInput(
            "pyarrow must be installed for Parquet: pip install 'exact-arrangements[tables]'"
        ) from None
    return pyarrow


def check_installed() -> None:
    """Complain, before any computation, where pyarrow is missing."""
    _pyarrow()


def write(sheet: Sheet, file: BinaryIO) -> None:
    """Write the columns of the sheet, a row group a batch."""
    pa = _pyarrow()
    import pyarrow.parquet

    schema, batches, options = sheet.arrow(pa)
    schema = schema.with_metadata({_KEY: json.dumps(sheet.head).encode()})
    with pyarrow.parquet.ParquetWriter(file, schema, **options) as writer:
        for columns in batches:
            writer.write_batch(
                pa.RecordBatch.from_arrays(columns, schema=schema), row_group_size=BATCH
            )


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
            raise BadInput(
                f"columns must be {short_repr(list(reader.columns))}, not {short_repr(names)} ({name})"
            )
        size = sum(
            source.metadata.row_group(i).total_byte_size for i in range(source.num_row_groups)
        )
        check_memory("table", size + 8 * len(names) * source.metadata.num_rows, 2, "bytes unpacked")
        return _collected(source, head, reader, name)
    except KeyError:
        raise BadInput(
            f"Parquet file must have the key 'arrangements' in its metadata to be read as a table ({name})"
        ) from None
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"Parquet file must be readable: {' '.join(str(error).split())[:200]} ({name})"
        ) from None


def _collected(source: Any, head: Head, reader: RowReader, name: str) -> Table:
    from dataclasses import replace

    pa = _pyarrow()
    rows = source.iter_batches(batch_size=BATCH) if reader.columns else ()
    plain = head["kind"] in INTEGERS or KINDS[head["kind"]].placed
    if head["facts"] or head["coordinates"] is not None or plain:
        for batch in rows:
            reader.add(zip(*(column.to_pylist() for column in batch.columns), strict=True))
        return reader.table()
    if head["kind"] == "sign":
        if any(kind != pa.bool_() for kind in source.schema_arrow.types):
            raise BadInput(f"columns of signs must be boolean ({name})")
        parts = (
            np.column_stack(
                [column.cast(pa.uint8()).to_numpy(zero_copy_only=False) for column in batch.columns]
            )
            for batch in rows
        )
        return replace(reader.empty, body=sign_body(head, parts, name))
    labels = pa.array(head["labels"], pa.string())
    batches = [np.empty((0, reader.empty.width), np.int64)]
    for batch in rows:
        columns = [
            pa.compute.index_in(column.cast(pa.string()), labels) for column in batch.columns
        ]
        if any(column.null_count for column in columns):
            raise BadInput(f"entries must be labels of the head ({name})")
        batches.append(
            np.column_stack([column.to_numpy(zero_copy_only=False) for column in columns]).astype(
                np.int64
            )
        )
    whole = np.concatenate(batches) if reader.columns else np.empty((head["count"], 0), np.int64)
    return replace(reader.empty, body=index_body(head, whole, name))
