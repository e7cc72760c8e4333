"""Any ``Sheet`` in any format of ``arrangements.io.formats.RECORDS``: the one writer of each.

>>> import io
>>> from arrangements.io.tables.sheet import Sheet
>>> out = io.BytesIO()
>>> write(Sheet(("label", "wins"), 2, lambda style, start, stop: [[style.text("a|b"), style.integer(7)]]), "markdown", out)
>>> print(out.getvalue().decode(), end="")
| label | wins |
| --- | --- |
| a\\|b | 7 |
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from arrangements.io.tables import csv_format, json_format, parquet, typeset
from arrangements.io.tables.sheet import Sheet
from arrangements.running.files import opened_atomically

__all__ = ["save", "write"]

_WRITERS: dict[str, Callable[[Sheet, BinaryIO], None]] = {
    "csv": csv_format.write,
    "json": json_format.write_json,
    "jsonl": json_format.write_lines,
    "parquet": parquet.write,
    "markdown": typeset.write_markdown,
    "latex": typeset.write_latex,
    "longtable": partial(typeset.write_latex, long=True),
}


def write(sheet: Sheet, form: str, file: BinaryIO) -> None:
    """All bytes of a format; JSON Lines have no head here, as it is a file beside them."""
    _WRITERS[form](sheet, file)


def save(sheet: Sheet, form: str, path: str | os.PathLike[str]) -> None:
    """Write a file, which appears complete or not at all; that of JSON Lines with its head beside
    it.
    """
    lines = form == "jsonl"
    with json_format.opened_with_head(path, sheet) if lines else opened_atomically(path) as file:
        write(sheet, form, file)
