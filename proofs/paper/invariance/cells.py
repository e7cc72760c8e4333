"""A cell of the invariance table, and the changes of parameters that make its columns.

>>> [change.id for change in CHANGES]
['translation', 'linear', 'rescaling', 'row scaling', 'diagonal', 'rotation']
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

__all__ = ["CHANGES", "Cell", "Change", "Pair", "Vector", "changed", "row_factors", "vector_text"]

Vector = tuple[Fraction, ...]
Pair = tuple[Vector, Vector]


@dataclass(frozen=True)
class Change:
    """A change of parameters that leaves the named model unchanged, as it acts on the rows of one
    matrix.
    """

    id: str
    model: str
    text: str


@dataclass(frozen=True)
class Cell:
    """Whether a measure is invariant under a change: by identities, or changed in an exact example.
    ``open`` if neither was found.
    """

    measure: str
    change: str
    verdict: Literal["invariant", "changes", "open"]
    evidence: str


CHANGES = (
    Change("translation", "softmax", "u → u + v"),
    Change("linear", "softmax", "u → A^T u, x → A^−1 x, A invertible"),
    Change("rescaling", "softmax", "u → t u, x → x / t, t ≠ 0"),
    Change("row scaling", "sigmoid regions", "u_i → λ_i u_i, λ_i > 0"),
    Change("diagonal", "factorisation", "u → D u, D diagonal and invertible"),
    Change("rotation", "factorisation", "u → Q u, Q orthogonal"),
)

# Small instances of each change, for examples in the plane. A matrix acts on rows from the right.
_TRANSLATIONS = ((1, 0), (1, 1), (0, 2))
_MATRICES = {
    "linear": (((1, 1), (0, 1)), ((2, 1), (1, 1)), ((2, 0), (0, 1))),
    "rescaling": (((2, 0), (0, 2)), ((-1, 0), (0, -1))),
    "diagonal": (((2, 0), (0, 1)), ((1, 0), (0, 3)), ((1, 0), (0, -1)), ((4, 0), (0, 1))),
    "rotation": (((0, 1), (-1, 0)), (("3/5", "4/5"), ("-4/5", "3/5"))),
}
_FACTORS = ((2, 1), (1, 2), (1, 3))


def changed(change: str, rows: tuple[Vector, ...]) -> list[tuple[str, tuple[Vector, ...]]]:
    """Some instances of a change on rows in the plane: what was done, and the rows after it."""
    if change == "translation":
        moves = [tuple(Fraction(c) for c in v) for v in _TRANSLATIONS]
        return [
            (
                f"v = {vector_text(v)}",
                tuple(tuple(x + y for x, y in zip(row, v, strict=True)) for row in rows),
            )
            for v in moves
        ]
    if change == "row scaling":
        scalings = [row_factors(number, len(rows)) for number in range(len(_FACTORS))]
        return [
            (
                f"λ = {vector_text(s)}",
                tuple(tuple(f * x for x in row) for f, row in zip(s, rows, strict=True)),
            )
            for s in scalings
        ]
    results: list[tuple[str, tuple[Vector, ...]]] = []
    for matrix in _MATRICES[change]:
        m = [[Fraction(c) for c in row] for row in matrix]
        text = "; ".join(", ".join(map(str, row)) for row in m)
        results.append(
            (
                f"matrix [{text}]",
                tuple(
                    (row[0] * m[0][0] + row[1] * m[1][0], row[0] * m[0][1] + row[1] * m[1][1])
                    for row in rows
                ),
            )
        )
    return results


def row_factors(number: int, n: int) -> tuple[Fraction, ...]:
    """The factors of the n rows in an instance of row scaling."""
    return tuple(map(Fraction, (*_FACTORS[number], *(1,) * (n - 2))))


def vector_text(v: tuple[Fraction | int, ...]) -> str:
    """A vector as text."""
    return "(" + ", ".join(map(str, v)) + ")"
