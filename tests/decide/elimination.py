"""The best place of a label by its definition: all sets of others, and whether they can be below it
together by Fourier-Motzkin elimination, in fractions, without anything of the project but its
values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from arrangements import Configuration, Inputs

__all__ = ["best_place", "feasible"]

# c + a_1 h_1 + .. + a_d h_d > 0 (strict) or >= 0
Row = tuple[Any, ...]


def feasible(rows: Sequence[tuple[Row, bool]]) -> bool:
    """Whether some h meets the conditions (c, a), each with whether it is strict."""
    left = {(tuple(row), strict) for row, strict in rows}
    width = len(next(iter(left))[0]) if left else 1
    for j in range(width - 1, 0, -1):
        up = [item for item in left if item[0][j] > 0]
        down = [item for item in left if item[0][j] < 0]
        left = {(row[:j], strict) for row, strict in left if row[j] == 0}
        for above, strict in up:
            for below, other in down:
                p, q = above[j], -below[j]
                sums = [q * x + p * y for x, y in zip(above[:j], below[:j], strict=True)]
                size = max(map(abs, sums))
                row = tuple(x / size for x in sums) if size else tuple(sums)
                left.add((row, strict or other))
    return all(row[0] > 0 or (row[0] == 0 and not strict) for row, strict in left)


def best_place(
    c: Configuration, label: int, inputs: Inputs | None = None, ties: str = "strict"
) -> int | None:
    """None if there is no input."""
    bias = [0] * c.n if c.bias is None else c.bias
    rows = [(b, *row) for b, row in zip(bias, c.rows, strict=True)]
    given: list[tuple[Row, bool]] = []
    if inputs is not None:
        given += [(tuple(row), False) for row in inputs.inequalities]
        for row in inputs.equations:
            given += [(tuple(row), False), (tuple(-x for x in row), False)]
    others = [j for j in range(c.n) if j != label]
    asked = {
        j: (
            tuple(x - y for x, y in zip(rows[label], rows[j], strict=True)),
            not (ties == "first" and j > label),
        )
        for j in others
    }
    for size in range(len(others) + 1):
        for left_out in combinations(others, size):
            kept = [asked[j] for j in others if j not in left_out]
            if feasible([*given, *kept]):
                return size + 1
    return None
