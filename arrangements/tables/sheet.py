"""``Sheet``: a head, names of columns, and rows of cells, whatever they are of; what CSV, Markdown and LaTeX write.

Patterns, chirotopes, counts and comparisons make a sheet of themselves. A format is a ``Style``, which writes single cells, and one
function that puts them into lines.

>>> plain = Style(str, str, str, ("-", "+"))
>>> list(Sheet(("label", "wins"), 1, lambda style, start, stop: [[style.text("a"), style.integer(7)]]).lines(plain))
[[['a', '7']]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from arrangements.patterns import SignPattern
from arrangements.tables.rows import batches

__all__ = ["Sheet", "Style"]


class Style(NamedTuple):
    """How a format writes a text, an integer, an exact number, and the signs - and +."""

    text: Callable[[str], str]
    integer: Callable[[int], str]
    number: Callable[[str], str]
    signs: tuple[str, str]


@dataclass(frozen=True, eq=False)
class Sheet:
    """``rows(style, start, stop)`` are the lines of some members, written cell by cell.

    ``head`` is what the file says about itself, ``noted`` whether Markdown and LaTeX say it too, in a comment. The first ``centred``
    columns are narrow. ``signs`` is the pattern if the rows are nothing but its members, which CSV has a fast road for.
    """

    columns: tuple[str, ...]
    count: int
    rows: Callable[[Style, int, int], Iterable[list[str]]]
    head: Mapping[str, Any] | None = None
    noted: bool = False
    centred: int = 0
    signs: SignPattern | None = None

    def lines(self, style: Style) -> Iterator[list[list[str]]]:
        """All rows, a batch at a time."""
        for start, stop in batches(self.count, 1 << 14):
            yield list(self.rows(style, start, stop))
