"""Comparing two tables: the members of one alone, of the other alone, of both.

>>> from arrangements import load, table_of
>>> found = compare(table_of(load("paper/H.1-A"), "ranking"), table_of(load("paper/H.1-B"), "ranking"))
>>> found.equal, len(found.both), [">".join(r) for r in found.only_one.members()]
(False, 12, ['4>1>3>2>5', '5>2>3>1>4'])

The labels must be the same, in any order; then the second table is put in the order of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.io.tables.sheet import Sheet, of_columns
from arrangements.io.tables.table import Table, index_rows_of, placed_rows
from arrangements.layers.patterns.common import IntegerPattern, Pattern
from arrangements.layers.questions.kinds import KINDS

__all__ = ["Comparison", "compare", "member_text", "sheet"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Three tables of the same kind and labels: what only the first has, only the second, both."""

    only_one: Table
    only_other: Table
    both: Table

    @property
    def equal(self) -> bool:
        """Whether neither has a member of its own."""
        return not len(self.only_one) and not len(self.only_other)


def compare(one: Table, other: Table) -> Comparison:
    """The members of each that the other lacks, and the members of both."""
    if one.kind != other.kind or one.k != other.k:
        raise BadInput(f"tables must be of one kind, not {_kind(one)} and {_kind(other)}")
    if set(one.labels) != set(other.labels):
        raise BadInput(
            f"labels of both must be the same, not {short_repr(list(one.labels))} and {short_repr(list(other.labels))}"
        )
    first, second = one.body, _in_order(other, one.labels)
    parts: Sequence[Any]
    if isinstance(first, np.ndarray):
        a, b = ({*map(tuple, rows.tolist())} for rows in (first, second))
        width = first.shape[1]
        parts = [
            np.array(sorted(part), np.int64).reshape(len(part), width)
            for part in (a - b, b - a, a & b)
        ]
    else:
        parts = [first - second, second - first, first & second]
    plain = replace(one, content_hash=None, reading=None, points=None, facts=None, inputs=None)
    only_one, only_other, both = (replace(plain, body=part) for part in parts)
    return Comparison(only_one, only_other, both)


def _kind(table: Table) -> str:
    return table.kind if table.k is None else f"{table.kind} (k = {table.k})"


def _in_order(table: Table, labels: tuple[str, ...]) -> Any:
    """The body over the labels in this order."""
    if table.labels == labels:
        return table.body
    if not isinstance(table.body, np.ndarray):
        return table.body.projected(labels)
    if table.placed:
        rows = table.index_rows(0, len(table))
        return placed_rows(labels, ((table.labels[i], place) for i, place in rows.tolist()))
    rows = index_rows_of(labels, table.members(), table.width)
    return rows if KINDS[table.kind].member == "ranking" else np.sort(rows, axis=1)


def member_text(table: Table) -> Iterator[str]:
    """The members as the command prints them: signs, labels joined by > or by commas."""
    if isinstance(table.body, Pattern):
        return table.body.strings()
    return map(
        (KINDS[table.kind].joint or ",").join,
        cast("tuple[tuple[str, ...], ...]", table.members()),
    )


def sheet(comparison: Comparison, names: tuple[str, str]) -> Sheet:
    """One line per member, with the name of the side that has it, or ``both``, in front."""
    sides = zip(
        (*names, "both"), (comparison.only_one, comparison.only_other, comparison.both), strict=True
    )
    lines = [(side, *row) for side, table in sides for row in _rows(table)]
    columns = comparison.both.columns()
    side = "in"
    while side in columns:
        side += "_"
    cells = zip(*lines, strict=True) if lines else [()] * (1 + len(columns))
    return replace(
        of_columns(dict(zip((side, *columns), cells, strict=True))),
        worded=KINDS[comparison.both.kind].member not in ("signs", "places"),
    )


def _rows(table: Table) -> Iterable[Iterable[Any]]:
    if isinstance(table.body, IntegerPattern):
        return cast("list[list[int]]", table.body.integers().tolist())
    return (
        map(_digits, cast("tuple[str, ...]", table.members()))
        if table.kind == "sign"
        else table.members()
    )


def _digits(signs: Iterable[str]) -> tuple[str, ...]:
    return tuple("1" if sign == "+" else "0" for sign in signs)
