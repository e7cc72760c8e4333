"""``Sheet``: a head, names of columns, and rows of cells, whatever they are of; what ``lines``
writes in all formats.

Patterns, chirotopes, counts, comparisons and the map make a sheet of themselves. A format of lines
is a ``Style``, which writes single cells, and one function that puts them together.

>>> plain = Style(str, str, str, ("-", "+"))
>>> list(Sheet(("label", "wins"), 1, lambda style, start, stop: [[style.text("a"), style.integer(7)]]).lines(plain))
[[['a', '7']]]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from arrangements.io.tables.row_batches import SMALL, batches
from arrangements.layers.patterns import SignPattern

if TYPE_CHECKING:
    from pyarrow import Array, Schema

__all__ = ["Sheet", "Style", "of_columns"]


class Style(NamedTuple):
    """How a format writes a text, an integer, an exact number, and the signs - and +."""

    text: Callable[[str], str]
    integer: Callable[[int], str]
    number: Callable[[str], str]
    signs: tuple[str, str]


def _nothing(*arguments: object) -> Any:
    return ()


@dataclass(frozen=True, eq=False)
class Sheet:
    """``rows(style, start, stop)`` are the lines of some members, written cell by cell.

    ``head`` is what the file says about itself, ``noted`` whether Markdown and LaTeX say it too, in
    a comment. The first ``centred`` columns are narrow. ``worded``: the columns of a sheet without
    a head have names of ours, not labels. ``signs`` is the pattern if the rows are nothing but its
    members, which CSV has a fast path for. ``caption`` is what LaTeX prints beside the table.

    For JSON: ``fields`` are what is beside the head, each as text in pieces, and ``objects`` some
    members. For Parquet: ``arrow`` takes pyarrow and returns the schema, the columns in batches,
    and options of the writer.
    """

    columns: tuple[str, ...]
    count: int
    rows: Callable[[Style, int, int], Iterable[list[str]]]
    head: Mapping[str, object] | None = None
    noted: bool = False
    centred: int = 0
    signs: SignPattern | None = None
    fields: Callable[[], Iterable[tuple[str, Iterable[str]]]] = tuple
    objects: Callable[[int, int], Iterable[Mapping[str, object]]] = _nothing
    arrow: Callable[[ModuleType], tuple[Schema, Iterable[list[Array]], Mapping[str, object]]] = (
        _nothing
    )
    worded: bool = False
    caption: str = ""

    def lines(self, style: Style) -> Iterator[list[list[str]]]:
        """All rows, a batch at a time."""
        for start, stop in batches(self.count, SMALL):
            yield list(self.rows(style, start, stop))


def of_columns(
    columns: Mapping[str, Sequence[int | str]],
    head: Mapping[str, object] | None = None,
    numbers: Collection[str] = (),
) -> Sheet:
    """A sheet of integers and texts, for all formats; the texts in the columns ``numbers`` are exact
    numbers. Columns with integers beyond 64 bits are texts in Parquet.
    """
    exact = [name in numbers for name in columns]
    lines = list(zip(*columns.values(), strict=True))

    def rows(style: Style, start: int, stop: int) -> list[list[str]]:
        return [
            [
                style.integer(x)
                if isinstance(x, int)
                else style.number(x)
                if number
                else style.text(x)
                for x, number in zip(line, exact, strict=True)
            ]
            for line in lines[start:stop]
        ]

    def fields() -> Iterator[tuple[str, list[str]]]:
        listed = (f"{json.dumps(name)}: {json.dumps(column)}" for name, column in columns.items())
        yield "columns", ["{\n", ",\n".join(listed), "}"]

    def objects(start: int, stop: int) -> Iterator[dict[str, object]]:
        return (dict(zip(columns, line, strict=True)) for line in lines[start:stop])

    def arrow(pa: ModuleType) -> tuple[Schema, list[list[Array]], dict[str, object]]:
        large = {
            name
            for name, column in columns.items()
            if any(isinstance(x, int) and abs(x) >> 63 for x in column)
        }
        arrays = {
            name: pa.array(list(map(str, column)) if name in large else column)
            for name, column in columns.items()
        }
        return (
            pa.schema([(name, array.type) for name, array in arrays.items()]),
            [list(arrays.values())] * bool(columns),
            {},
        )

    return Sheet(
        tuple(columns), len(lines), rows, head, fields=fields, objects=objects, arrow=arrow
    )
