"""Sign vectors and rankings the slow way: from the definition, by linear algebra over the rationals
and nothing of the engine.

The covectors of U are the compositions of its cocircuits, the sign vectors of the x that are
orthogonal to rank - 1 independent rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Row = Sequence[Fraction | int]


def null_space(rows: Sequence[Row], width: int) -> list[list[Fraction]]:
    """A basis of the x with row . x = 0 for all rows."""
    matrix = [[Fraction(x) for x in row] for row in rows]
    pivots: list[int] = []
    for column in range(width):
        at = next((i for i in range(len(pivots), len(matrix)) if matrix[i][column]), None)
        if at is None:
            continue
        top = len(pivots)
        matrix[top], matrix[at] = matrix[at], matrix[top]
        matrix[top] = [x / matrix[top][column] for x in matrix[top]]
        for i, row in enumerate(matrix):
            if i != top and row[column]:
                matrix[i] = [x - row[column] * y for x, y in zip(row, matrix[top], strict=True)]
        pivots.append(column)
    basis = []
    for free in sorted(set(range(width)) - set(pivots)):
        x = [Fraction(0)] * width
        x[free] = Fraction(1)
        for i, column in enumerate(pivots):
            x[column] = -matrix[i][free]
        basis.append(x)
    return basis


def covectors(rows: Sequence[Row], width: int) -> set[tuple[int, ...]]:
    """All sign vectors of U x, x in Q^width."""
    kernel = null_space(rows, width)
    rays = set()
    for size in range(width):
        for chosen in combinations(rows, size):
            # Together with the kernel of U the chosen rows leave one direction.
            directions = null_space([*chosen, *kernel], width)
            if len(directions) == 1:
                signs = tuple(
                    (v > 0) - (v < 0)
                    for v in (
                        sum(a * b for a, b in zip(row, directions[0], strict=True)) for row in rows
                    )
                )
                rays |= {signs, tuple(-s for s in signs)}
    found = {(0,) * len(rows)}
    new = found
    while new:
        new = {
            tuple(a or b for a, b in zip(x, ray, strict=True)) for x in new for ray in rays
        } - found
        found = found | new
    return found


def topes(rows: Sequence[Row], width: int) -> set[str]:
    """The strict ones as text."""
    return {"".join("-+"[s > 0] for s in x) for x in covectors(rows, width) if all(x)}


def rankings(rows: Sequence[Row], width: int) -> set[tuple[int, ...]]:
    """The strict rankings, best first, as row numbers."""
    pairs = list(combinations(range(len(rows)), 2))
    found = set()
    for x in covectors(
        [[a - b for a, b in zip(rows[i], rows[j], strict=True)] for i, j in pairs], width
    ):
        if all(x):
            beaten = dict.fromkeys(range(len(rows)), 0)
            for (i, j), s in zip(pairs, x, strict=True):
                beaten[i if s > 0 else j] += 1
            found.add(tuple(sorted(beaten, key=lambda i: -beaten[i])))
    return found
