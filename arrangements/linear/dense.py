"""Exact linear algebra on rows of scalars: rank, bases, determinants, products.

A matrix is a sequence of rows of equal length; entries are ``int``, ``Fraction`` or ``Algebraic`` of one field. Elimination is
fraction-free (Bareiss 1968): entries of rational rows are cleared to integers first and every intermediate is a minor, so numbers grow no
more than they must. The same loop with field division serves number fields. Shapes are not checked here; ``Configuration`` has done that.

>>> rank([(1, 2, 3), (2, 4, 6), (0, 0, 1)])
2
>>> column_basis([(1, 2, 3), (2, 4, 6), (0, 0, 1)])
(0, 2)
>>> determinant([(1, 2), (3, Fraction(1, 2))])
Fraction(-11, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import floordiv, mul, truediv
from typing import Any

from arrangements.numbers import Scalar

__all__ = ["Matrix", "Row", "column_basis", "determinant", "is_rational", "kernel", "primitive", "product", "rank", "row_basis"]

# Plain integers are welcome wherever a scalar is.
Row = Sequence["Scalar | int"]
Matrix = Sequence[Row]

# A prime below 2**61 for the quick test "full column rank"; any prime is sound, a large one is rarely unlucky.
_PRIME = (1 << 61) - 1
_MANY = 40  # columns beyond which plain Python is too slow


def rank(rows: Matrix) -> int:
    """The rank of the matrix."""
    return len(column_basis(rows))


def column_basis(rows: Matrix) -> tuple[int, ...]:
    """Indices of the lexicographically first independent columns; they span the column space."""
    if not rows or not rows[0]:
        return ()
    d = len(rows[0])
    if not is_rational(rows):
        return tuple(sorted(column for _, column in _eliminate(_in_field(rows))))
    if len(rows) >= d and _has_full_column_rank(map(primitive, rows), d):
        return tuple(range(d))
    return tuple(sorted(column for _, column in _eliminate([primitive(row) for row in rows])))


def row_basis(rows: Matrix) -> tuple[int, ...]:
    """Indices of the lexicographically first independent rows."""
    return tuple(index for index, _ in _eliminate([primitive(row) for row in rows] if is_rational(rows) else _in_field(rows)))


def determinant(rows: Matrix) -> Scalar:
    """The determinant of a square matrix; 1 for the empty one."""
    scale = Fraction(1)
    work = _in_field(rows)
    divide: Any = truediv
    if is_rational(rows):
        for i, row in enumerate(rows):
            work[i], denominator = _over_one_denominator(row)
            scale /= denominator
        divide = floordiv
    previous: Any = 1
    for k in range(len(work)):
        pivot = next((i for i in range(k, len(work)) if work[i][k] != 0), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            work[k], work[pivot] = work[pivot], work[k]
            scale = -scale
        top = work[k]
        for i in range(k + 1, len(work)):
            row = work[i]
            work[i] = [divide(x * top[k] - row[k] * y, previous) for x, y in zip(row, top, strict=True)]
        previous = top[k]
    return previous * scale


def kernel(rows: Matrix, width: int) -> list[list[Scalar]]:
    """A basis of the vectors x of length ``width`` with row . x = 0 for every row.

    >>> kernel([(1, 2, 3)], 3)
    [[Fraction(-2, 1), Fraction(1, 1), Fraction(0, 1)], [Fraction(-3, 1), Fraction(0, 1), Fraction(1, 1)]]
    """
    reduced: list[tuple[list[Any], int]] = []  # rows with 1 in their leading column, which is 0 in all others
    for row in _in_field(rows):
        for top, lead in reduced:
            row = [x - row[lead] * y for x, y in zip(row, top, strict=True)] if row[lead] else row
        lead = next((j for j, x in enumerate(row) if x != 0), -1)
        if lead >= 0:
            row = [x / row[lead] for x in row]
            reduced = [([x - top[lead] * y for x, y in zip(top, row, strict=True)] if top[lead] else top, j) for top, j in reduced]
            reduced.append((row, lead))
    leads = {lead for _, lead in reduced}
    basis = []
    for free in (j for j in range(width) if j not in leads):
        x: list[Any] = [Fraction(int(j == free)) for j in range(width)]
        for row, lead in reduced:
            x[lead] = -row[free]
        basis.append(x)
    return basis


def primitive(row: Sequence[Any]) -> tuple[int, ...]:
    """The integer row without common factor that is a positive multiple of a rational row; the zero row stays zero.

    >>> primitive((Fraction(-1, 2), Fraction(3, 4), 0))
    (-2, 3, 0)
    """
    integers, _ = _over_one_denominator(row)
    divisor = gcd(*integers)
    return tuple(x // divisor for x in integers) if divisor > 1 else tuple(integers)


def product(left: Matrix, right: Matrix, width: int) -> list[list[Scalar]]:
    """The matrix product; ``width`` is the number of columns of ``right``, which may have no rows to tell."""
    columns = [[row[j] for row in right] for j in range(width)]
    if not (is_rational(left) and is_rational(right)):
        exact: list[list[Any]] = _in_field(left)
        return [[sum((x * y for x, y in zip(row, column, strict=True) if x and y), Fraction(0)) for column in columns] for row in exact]
    # Integers over one denominator for each row and column: a Fraction is made once an entry, not once a term.
    over = [_over_one_denominator(column) for column in columns]
    cleared = map(_over_one_denominator, left)
    return [[Fraction(sum(map(mul, row, column)), under * below) for column, below in over] for row, under in cleared]


def is_rational(rows: Iterable[Row]) -> bool:
    """Whether no entry is irrational."""
    return all(isinstance(x, int | Fraction) for row in rows for x in row)


def _over_one_denominator(row: Sequence[Any]) -> tuple[list[int], int]:
    """A rational row as integers over one positive denominator."""
    denominator = lcm(*[x.denominator for x in row])
    if denominator == 1:
        return [x.numerator for x in row], 1
    return [x.numerator * (denominator // x.denominator) for x in row], denominator


def _in_field(rows: Matrix) -> list[list[Any]]:
    """The rows with every int as a Fraction, so that ``/`` is exact: int / int is a float."""
    return [[Fraction(x) if isinstance(x, int) else x for x in row] for row in rows]


def _eliminate(rows: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
    """Pairs (row, leading column), one for each row that is independent of the rows before it.

    Rows are reduced one by one against those kept so far, and each kept row has its own leading column; so the leading columns are those of
    the reduced echelon form, that is, the lexicographically first independent columns.
    """
    divide = floordiv if all(type(x) is int for row in rows for x in row) else truediv
    kept: list[tuple[int, int]] = []
    echelon: list[tuple[list[Any], int, Any]] = []  # the row, its leading column, the pivot before it
    limit = min(len(rows), len(rows[0])) if rows else 0
    previous: Any = 1
    for index, original in enumerate(rows):
        row: list[Any] = list(original)
        for top, column, divisor in echelon:
            head, pivot = row[column], top[column]
            # Each entry is now a minor (Bareiss), hence the division is exact.
            row = [divide(x * pivot - head * y, divisor) for x, y in zip(row, top, strict=True)]
        lead = next((j for j, x in enumerate(row) if x != 0), None)
        if lead is None:
            continue
        kept.append((index, lead))
        echelon.append((row, lead, previous))
        previous = row[lead]
        if len(kept) == limit:
            break
    return kept


def _has_full_column_rank(rows: Iterable[Sequence[int]], d: int) -> bool:
    """True only if the rank is d: a minor that is not 0 modulo a prime is not 0. False proves nothing. Reads no more rows than it needs."""
    if d > _MANY:
        from arrangements.numbers._flint import rank_modulo

        return rank_modulo(list(rows), _PRIME) == d
    echelon: list[tuple[list[int], int]] = []
    for original in rows:
        row = [x % _PRIME for x in original]
        for top, column in echelon:
            if head := row[column]:
                row = [(x - head * y) % _PRIME for x, y in zip(row, top, strict=True)]
        lead = next((j for j, x in enumerate(row) if x), None)
        if lead is not None:
            inverse = pow(row[lead], -1, _PRIME)
            echelon.append(([x * inverse % _PRIME for x in row], lead))
            if len(echelon) == d:
                return True
    return False
