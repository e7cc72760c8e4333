"""Pattern tables: written for other programs, and read back as equal patterns.

``write_table`` writes a table in the format that the suffix names, ``read_table`` reads it back.
``arrangements.listing.tables`` makes the table of a configuration for one question.

The pages that show tables and the command are not imported.

>>> import tempfile
>>> from arrangements import export, load, sign_pattern, table_of
>>> path = tempfile.mkdtemp() + "/signs.csv"
>>> export(table_of(load("paper/H.1-A")), path)
>>> read_table(path).pattern == sign_pattern(load("paper/H.1-A"))
True

The same answer gives the same bytes, whatever machine, run or method found it: members are in
canonical order, and a file names the configuration (content hash, reading), the question, the count
and the version, not the method and the time (a caption of LaTeX names the method, if it is given). A file appears complete or not at all.
The formats, and which are read back, are in ``arrangements.io.formats``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO

from arrangements.errors import BadInput
from arrangements.io.formats import BINARY, FORMATS, GRAPHS, READ_BACK, RECORDS, format_of
from arrangements.io.tables.sheet import Sheet
from arrangements.io.tables.table import Table, caption_of
from arrangements.layers.configuration import Configuration
from arrangements.layers.patterns import SignPattern
from arrangements.layers.patterns.common import IntegerPattern
from arrangements.layers.patterns.displays import frame
from arrangements.running.files import opened_atomically
from arrangements.running.sources import from_file
from arrangements.running.validated import validated

if TYPE_CHECKING:
    import pandas

__all__ = [
    "FORMATS",
    "Table",
    "format_of",
    "is_table",
    "read_table",
    "to_frame",
    "write_table",
]


def write_table(
    table: Table,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    configuration: Configuration | None = None,
    method: str = "",
) -> None:
    """Write a table to a file; ``-`` is standard output. ``configuration`` is needed for TOPCOM and
    polymake. ``method`` found the table: a caption of LaTeX names it, and nothing else.
    """
    form = format_of(path, format)
    d = None if configuration is None else configuration.d
    sheet = replace(table.sheet(), caption=caption_of(table, d, method))
    write = _writer(table, form, configuration, sheet)
    if form in RECORDS and os.fspath(path) != "-":
        from arrangements.io.tables import lines

        lines.save(sheet, form, path)
    elif os.fspath(path) != "-":
        with opened_atomically(path) as file:
            write(file)
    elif format in BINARY:
        # These go back to the start of the file, which a pipe cannot.
        with tempfile.TemporaryFile() as file:
            write(file)
            file.seek(0)
            shutil.copyfileobj(file, sys.stdout.buffer)
    else:
        sys.stdout.flush()
        write(sys.stdout.buffer)
        sys.stdout.buffer.flush()


def _writer(
    table: Table, format: str, configuration: Configuration | None, sheet: Sheet
) -> Callable[[BinaryIO], object]:
    """The function that writes this format; what it cannot write it refuses now, before there is a
    file.
    """
    from arrangements.io.tables import foreign, lines, npz

    if format in RECORDS:
        return partial(lines.write, sheet, format)
    if format == "npz":
        return partial(npz.write, table)
    if format in GRAPHS:
        content = (foreign.graphml if format == "graphml" else foreign.dot)(table)
    elif configuration is None:
        raise BadInput(
            f"configuration must be given for {format}, which writes its rows and not a pattern"
        )
    elif table.kind != "sign":
        raise BadInput(f"kind must be sign for {format}, not {table.kind}")
    else:
        content = (foreign.topcom if format == "topcom" else foreign.polymake)(configuration)
    return lambda file: file.write(content)


@validated
def read_table(path: str | os.PathLike[str]) -> Table:
    """Read the table in a file that ``export`` wrote.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    The table, with the members and facts that were written.

    Raises
    ------
    BadInput
        If the file is anything else, or does not fit its head.

    Examples
    --------
    >>> import tempfile
    >>> from arrangements import export, load, table_of
    >>> path = tempfile.mkdtemp() + "/ties.json"
    >>> export(table_of(load("paper/C.2"), "ties"), path)
    >>> read_table(path).members()[0]
    ('0', '1')
    """
    from arrangements.io.tables import csv_format, json_format, npz, parquet

    readers: dict[str, Callable[[BinaryIO, str], Table]] = {
        "csv": csv_format.read,
        "json": json_format.read_json,
        "parquet": parquet.read,
        "npz": npz.read,
    }
    name = os.fspath(path)
    format = format_of(path)
    if format not in READ_BACK:
        raise BadInput(
            f"table must be {', '.join(READ_BACK)} to be read back, not {format} ({name})"
        )
    try:
        if format == "jsonl":
            return json_format.read_lines(name)
        with from_file(name) as source:
            return readers[format](source.file, source.name)
    except OSError as error:
        raise BadInput(f"table must be readable to its end: {error.strerror} ({name})") from None


def is_table(path: str | os.PathLike[str]) -> bool:
    """Whether a file looks like one of our tables, by its suffix and its first bytes."""
    from arrangements.io.tables.csv_format import START

    suffix = PurePath(path).suffix.lower()
    if suffix in (".parquet", ".jsonl", ".ndjson"):
        return True
    with suppress(OSError, ValueError), open(path, "rb") as file:
        first = file.read(64)
        return first.startswith((START, b'{"arrangements table"')) or (
            suffix == ".npz" and b"head.npy" in first
        )
    return False


def to_frame(table: Table) -> pandas.DataFrame:
    """A data frame with the columns of the table, facts and coordinates included; of pandas, or of
    polars where only that is installed.

    >>> from arrangements import load, table_of
    >>> list(to_frame(table_of(load("paper/C.1"), facts=True)).columns)
    ['0', '1', '2', '3', '4', 'facets', 'adjacent']
    """
    return frame(dict(zip(table.columns(), _column_values(table), strict=True)))


def _column_values(table: Table) -> list[Any]:
    from arrangements.io.tables.row_batches import sign_bits

    values: list[Any]
    if isinstance(table.body, SignPattern):
        values = list(sign_bits(table.body, 0, len(table)).T.astype(bool))
    elif isinstance(table.body, IntegerPattern):
        values = list(table.body.integers().T)
    else:
        columns = table.index_rows(0, len(table)).T.tolist()
        named = columns[: 1 if table.placed else None]
        values = [[table.labels[i] for i in column] for column in named] + columns[len(named) :]
    if table.facts is not None:
        values += [table.facts.facets, [table.facts.of(i) for i in range(len(table))]]
    if table.points is not None:
        values += [list(column) for column in zip(*table.points, strict=True)]
    return values
