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

from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from arrangements.io.tables import csv_format, json_format, parquet, typeset
from arrangements.io.tables.sheet import Sheet

__all__ = ["write"]

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
    """The whole file."""
    _WRITERS[form](sheet, file)
