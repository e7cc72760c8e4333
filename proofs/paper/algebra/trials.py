"""Small exact matrices that obey the rules of ``Rules``, to refute identities that are false.

A refutation names the matrices. Finding none proves nothing, and callers must not conclude from it.

>>> algebra = Rules({"A": "n n", "B": "n n"})
>>> A, B = algebra.letters("A B")
>>> where_not_zero(algebra, A @ B - B @ A)
'A = [-2, 2; -1, 1], B = [1, 2; -1, 0]'
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from arrangements.exact.linear import inverse
from proofs.paper.algebra.words import INVERSE, ONE, Matrix, Rules, Trace, Word

__all__ = ["Dense", "multiply", "right_inverse", "transpose", "where_not_zero"]

Dense = tuple[tuple[Fraction, ...], ...]

_TRIALS = 40


def where_not_zero(algebra: Rules, expression: Matrix | Trace) -> str | None:
    """Small matrices at which the expression does not vanish, as text; None if ``_TRIALS`` random
    ones all vanish.
    """
    random = Random(1)
    used = sorted(
        {
            name.removesuffix(INVERSE)
            for word in expression.terms
            for name, _ in word
            if not name.startswith(ONE)
        }
    )
    for trial in range(_TRIALS):
        largest = 1 + trial % 3
        sizes = {
            size: random.randint(1, largest) for shape in algebra.shapes.values() for size in shape
        }
        try:
            values = _values(algebra, sizes, random)
            if _value(algebra, expression, values, sizes):
                return ", ".join(f"{name} = {_text(values[name])}" for name in used)
        except ZeroDivisionError:  # a matrix that should be invertible is not
            continue
    return None


def _values(algebra: Rules, sizes: dict[str, int], random: Random) -> dict[str, Dense]:
    values: dict[str, Dense] = {}
    for name, (rows, columns) in algebra.shapes.items():
        n, d = sizes[rows], sizes[columns]
        entries = [[Fraction(random.randint(-2, 2)) for _ in range(d)] for _ in range(n)]
        if name in algebra.orthonormal:
            if d > n:
                raise ZeroDivisionError
            values[name] = tuple(row[:d] for row in _reflection(entries))
        elif name in algebra.diagonal:
            values[name] = tuple(
                tuple(Fraction(random.randint(1, 3) * (i == j)) for j in range(d)) for i in range(n)
            )
        elif name in algebra.symmetric:
            values[name] = tuple(
                tuple(entries[min(i, j)][max(i, j)] for j in range(d)) for i in range(n)
            )
        else:
            values[name] = tuple(tuple(row) for row in entries)
    for name in algebra.invertible:
        values[name + INVERSE] = right_inverse(values[name])
    for relation in algebra.relations:
        (last, transposed), rest = relation[-1], relation[:-1]
        value = right_inverse(_product(rest, values))
        values[last] = transpose(value) if transposed else value
    return values


def _value(
    algebra: Rules, expression: Matrix | Trace, values: dict[str, Dense], sizes: dict[str, int]
) -> bool:
    """Whether the expression is not zero. Coefficients that are rational functions are left alone:
    one non-zero word with one suffices.
    """
    total: dict[tuple[int, int], Any] = {}
    for word, factor in expression.terms.items():
        if word and not word[0][0].startswith(ONE):
            entries = _product(word, values)
        else:
            n = sizes[
                expression.shape[0]
                if isinstance(expression, Matrix)
                else word[0][0].removeprefix(ONE)
            ]
            entries = tuple(tuple(Fraction(int(i == j)) for j in range(n)) for i in range(n))
        for i, row in enumerate(entries):
            for j, entry in enumerate(row):
                key = (i, j) if isinstance(expression, Matrix) else (0, 0)
                if isinstance(expression, Matrix) or i == j:
                    total[key] = total.get(key, 0) + factor * entry
    return any(bool(entry) for entry in total.values())


def _product(word: Word, values: dict[str, Dense]) -> Dense:
    factors = [transpose(values[name]) if transposed else values[name] for name, transposed in word]
    result = factors[0]
    for factor in factors[1:]:
        result = multiply(result, factor)
    return result


def multiply(left: Dense, right: Dense) -> Dense:
    """The product of two matrices."""
    columns = transpose(right)
    return tuple(
        tuple(
            sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0))
            for column in columns
        )
        for row in left
    )


def transpose(matrix: Dense) -> Dense:
    """The transpose of a matrix with at least one row."""
    return tuple(zip(*matrix, strict=True))


def right_inverse(matrix: Dense) -> Dense:
    """M' (M M')⁻¹, which is the inverse for square M; ZeroDivisionError if the rows are
    dependent.
    """
    inverted: Any = inverse(multiply(matrix, transpose(matrix)))
    return multiply(transpose(matrix), inverted)


def _reflection(entries: list[list[Fraction]]) -> Dense:
    """The reflection 1 - 2 v v' / |v|² for the first column v: an orthogonal matrix with rational
    entries.
    """
    v = [row[0] for row in entries]
    length = sum(x * x for x in v)
    return tuple(
        tuple(Fraction(int(i == j)) - 2 * v[i] * v[j] / length for j in range(len(v)))
        for i in range(len(v))
    )


def _text(matrix: Dense) -> str:
    return "[" + "; ".join(", ".join(str(entry) for entry in row) for row in matrix) + "]"
