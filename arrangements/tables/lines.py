"""The formats of lines, CSV, Markdown and LaTeX: any ``Sheet`` as one of ``arrangements.formats.LINES``.

>>> import io
>>> from arrangements.tables.sheet import Sheet
>>> out = io.BytesIO()
>>> write(Sheet(("label", "wins"), 2, lambda style, start, stop: [[style.text("a|b"), style.integer(7)]]), "markdown", out)
>>> print(out.getvalue().decode(), end="")
| label | wins |
| --- | --- |
| a\\|b | 7 |
"""

from __future__ import annotations

from typing import BinaryIO

from arrangements.tables import csv_format, typeset
from arrangements.tables.sheet import Sheet

__all__ = ["write"]


def write(sheet: Sheet, form: str, file: BinaryIO) -> None:
    """All lines of the sheet."""
    {"csv": csv_format.write, "markdown": typeset.write_markdown, "latex": typeset.write_latex}[form](sheet, file)
