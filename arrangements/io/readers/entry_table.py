"""``Table``: what the readers of matrices make of a file, and how large it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import Scalar

__all__ = ["MAX_ENTRIES", "MAX_ROWS", "Table", "check_shape"]

# At these limits the worst file of each kind takes ten seconds and 1 GiB at most;
# ``tests/io/readers/test_worst.py`` has them.
MAX_ENTRIES = 1 << 22  # entries of a matrix, and its columns: 4,194,304
MAX_ROWS = 1 << 20  # rows of a matrix: 1,048,576


@dataclass(frozen=True)
class Table:
    """The table that a reader found: exact rows, labels if there were any, the dimension if it was
    stated, and how entries were read.

    ``columns``: their names, if a header gives them, ``labelled`` that of the labels; ``counting``:
    a column of coordinates that merely numbers the rows; ``bias``: offsets, if they stand apart
    from the rows.
    """

    rows: Sequence[Sequence[Scalar]]
    labels: list[str] | None = None
    dimension: int | None = None
    reading: str = "exact, as written"
    columns: list[str] | None = None
    bias: Sequence[Scalar] | None = None
    labelled: str | None = None
    counting: str | None = None


def check_shape(n: int, d: int, where: str) -> None:
    """Refuse a matrix that is too large, before it is made."""
    if n > MAX_ROWS or max(d, n * d) > MAX_ENTRIES:
        size = f"{short_repr(n)} x {short_repr(d)}"
        raise BadInput(
            f"matrix must have at most {MAX_ROWS} rows, {MAX_ENTRIES} columns and {MAX_ENTRIES} entries, not {size} ({where})"
        )
