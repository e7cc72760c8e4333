"""Rows restricted to the hyperplane of one of them: the exact arithmetic that ``topes`` and
``flats`` share.

Rows are tuples of integers, or of elements of one field. ``previous`` is the pivot of the step
before (1 at first): by Sylvester's identity it divides every new entry, so that entries stay minors
of the first rows.

>>> restricted([(1, 2, 0), (0, 1, 1), (2, 4, 0)], 0, 1)
([(0, 0), (1, 1), (0, 0)], 0, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import floordiv, truediv
from typing import Any

from arrangements.exact.numbers import Exact

__all__ = ["Rows", "restricted"]

Rows = Sequence[tuple[Exact, ...]]


def restricted(rows: Rows, j: int, previous: Exact) -> tuple[list[tuple[Exact, ...]], int, Exact]:
    """The rows on the hyperplane of row j, times a positive factor; the column that goes, the first
    where row j is not 0; the pivot.
    """
    own = rows[j]
    c = next(q for q, x in enumerate(own) if x)
    rest = own[:c] + own[c + 1 :]
    pivot = own[c]
    if pivot < 0:
        pivot, rest = -pivot, tuple(-x for x in rest)
    divide: Callable[[Any, Any], Any] = floordiv if type(pivot) is int else truediv
    if previous == 1:
        finer = [
            tuple(
                [x * pivot - row[c] * y for x, y in zip(row[:c] + row[c + 1 :], rest, strict=True)]
            )
            for row in rows
        ]
    else:
        finer = [
            tuple(
                [
                    divide(x * pivot - row[c] * y, previous)
                    for x, y in zip(row[:c] + row[c + 1 :], rest, strict=True)
                ]
            )
            for row in rows
        ]
    return finer, c, pivot
