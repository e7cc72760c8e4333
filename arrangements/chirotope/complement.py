"""Linear relations among rows, for minors of nearly square matrices.

For an n x r matrix of rank r the relations y with y * rows = 0 form an n x (n - r) matrix whose minors are, up to one common factor and
known signs, the complementary minors: the dual oriented matroid. When r is close to n they are far smaller.

>>> relations([(1, 0), (0, 1), (2, 3)])
([0, 1], [[Fraction(-2, 1)], [Fraction(-3, 1)], [1]])
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

__all__ = ["relations"]


def relations(rows: Sequence[Sequence[Any]]) -> tuple[list[int], list[list[Any]]]:
    """The first row basis, and for each row its coefficients in a basis of all relations: one for each row outside of the row basis."""
    n = len(rows)
    # Gauss-Jordan on the columns: in the end row j of the transpose is the combination of basis rows that makes up row j.
    columns = [[Fraction(x) if isinstance(x, int) else x for x in column] for column in zip(*rows, strict=True)]
    basis: list[int] = []
    for j in range(n):
        rank = len(basis)
        pivot = next((i for i in range(rank, len(columns)) if columns[i][j]), None)
        if pivot is None:
            continue
        columns[rank], columns[pivot] = columns[pivot], columns[rank]
        lead = columns[rank][j]
        columns[rank] = [x / lead for x in columns[rank]]
        for i, column in enumerate(columns):
            if i != rank and (factor := column[j]):
                columns[i] = [x - factor * y if y else x for x, y in zip(column, columns[rank], strict=True)]
        basis.append(j)
    others = [j for j in range(n) if j not in set(basis)]
    places = {j: i for i, j in enumerate(basis)}
    return basis, [[-columns[places[e]][j] if e in places else int(e == j) for j in others] for e in range(n)]
