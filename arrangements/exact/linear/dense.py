"""Rows of scalars: rank, bases, determinants, kernels, solutions, inverses, products.

A matrix is a sequence of rows of equal length; entries are ``int``, ``Fraction`` or ``Algebraic``
of one field. Elimination is fraction-free (Bareiss 1968): entries of rational rows are cleared to
integers first and every intermediate is a minor, so numbers grow no more than they must. The same
loop with field division serves number fields. Shapes are not checked here; ``Configuration`` has
done that.

>>> rank([(1, 2, 3), (2, 4, 6), (0, 0, 1)])
2
>>> column_basis([(1, 2, 3), (2, 4, 6), (0, 0, 1)])
(0, 2)
>>> determinant([(1, 2), (3, Fraction(1, 2))])
Fraction(-11, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import gcd, lcm, prod
from operator import floordiv, itemgetter, mul, truediv
from typing import Any

from arrangements.exact.linear.vectors import Matrix, Row, dot, is_rational, over, scalars
from arrangements.exact.numbers.algebraic import Exact, Scalar, sign

__all__ = [
    "cleared",
    "column_basis",
    "columns_of",
    "determinant",
    "inverse",
    "kernel",
    "negative_minor",
    "primitive",
    "product",
    "projector",
    "rank",
    "row_basis",
    "scaled",
    "solve",
]

# A prime below 2**61 for the quick test "full column rank"; any prime is sound, a large one is
# rarely unlucky.
_PRIME = (1 << 61) - 1
# columns up to which FLINT saves some microseconds, and loading it costs 15 ms
# (tests/bench/test_thresholds.py)
_NARROW = 8


def rank(rows: Matrix) -> int:
    """The rank of the matrix."""
    return len(column_basis(rows))


def column_basis(rows: Matrix) -> tuple[int, ...]:
    """Indices of the lexicographically first independent columns; they span the column space."""
    if not rows or not rows[0]:
        return ()
    d = len(rows[0])
    if d > _NARROW and len(rows) >= d and is_rational(rows) and _has_full_column_rank(rows, d):
        return tuple(range(d))
    return tuple(sorted(column for _, column in _echelon(rows)[0]))


def row_basis(rows: Matrix) -> tuple[int, ...]:
    """Indices of the lexicographically first independent rows."""
    return tuple(index for index, _ in _echelon(rows)[0])


def determinant(rows: Matrix) -> Scalar:
    """The determinant of a square matrix; 1 for the empty one."""
    scale = Fraction(1)
    work: Matrix = rows
    if is_rational(rows):
        cleared = [_over_one_denominator(row) for row in rows]
        work, scale = (
            [row for row, _ in cleared],
            Fraction(1, prod(denominator for _, denominator in cleared)),
        )
    kept, pivot = _echelon(work, scaled=False)
    if len(kept) < len(rows):
        return Fraction(0)
    leads = [lead for _, lead in kept]
    inversions = sum(
        leads[i] > leads[j] for i in range(len(leads)) for j in range(i + 1, len(leads))
    )
    return pivot * (-scale if inversions % 2 else scale)


def kernel(rows: Matrix, width: int) -> list[list[Scalar]]:
    """A basis of the vectors x of length ``width`` with row . x = 0 for every row: one for each
    column outside of the column basis.

    >>> kernel([(1, 2, 3)], 3)
    [[Fraction(-2, 1), Fraction(1, 1), Fraction(0, 1)], [Fraction(-3, 1), Fraction(0, 1), Fraction(1, 1)]]
    """
    reduced = _reduced(rows)
    leads = {lead for _, lead in reduced}
    basis = []
    for free in (j for j in range(width) if j not in leads):
        x: list[Scalar] = [Fraction(int(j == free)) for j in range(width)]
        for row, lead in reduced:
            x[lead] = -row[free]
        basis.append(x)
    return basis


def solve(matrix: Matrix, right: Row) -> list[Scalar] | None:
    """Some x with ``matrix`` x = ``right``, zero outside of the column basis; None if there is
    none. The matrix has at least one row.

    >>> solve([(1, 2), (3, 4)], [5, 6]), solve([(1, 1), (1, 1)], [1, 2])
    ([Fraction(-4, 1), Fraction(9, 2)], None)
    """
    width = len(matrix[0])
    x: list[Scalar] = [Fraction(0)] * width
    for row, lead in _reduced([(*row, value) for row, value in zip(matrix, right, strict=True)]):
        if lead == width:
            return None
        x[lead] = row[width]
    return x


def inverse(matrix: Matrix) -> list[list[Scalar]]:
    """The inverse of a square matrix; ``ZeroDivisionError`` if it is singular.

    >>> inverse([(1, 2), (0, 2)])
    [[Fraction(1, 1), Fraction(-1, 1)], [Fraction(0, 1), Fraction(1, 2)]]
    """
    n = len(matrix)
    reduced = _reduced([(*row, *(int(i == j) for j in range(n))) for i, row in enumerate(matrix)])
    if any(lead >= n for _, lead in reduced):
        raise ZeroDivisionError("matrix must be regular, not singular")
    return [row[n:] for row, _ in sorted(reduced, key=itemgetter(1))]


def negative_minor(rows: Matrix) -> tuple[int, ...] | None:
    """Indices of a principal minor of a symmetric matrix that is negative; None if the matrix is
    positive semidefinite.

    >>> negative_minor([(1, 1, 0), (1, 1, 1), (0, 1, 1)])
    (0, 1, 2)
    """
    work = _in_field(rows)
    rest = list(range(len(work)))
    used: list[int] = []
    # Eliminate along the diagonal. Pivots must be positive, and a row with a zero on the diagonal
    # must be zero.
    while rest:
        signs = {i: sign(work[i][i]) for i in rest}
        wrong: list[int] | None = next(([i] for i in rest if signs[i] < 0), None)
        pivot = next((i for i in rest if signs[i] > 0), -1)
        if pivot < 0 and wrong is None:
            wrong = next(([i, j] for i in rest for j in rest if work[i][j]), None)
            if wrong is None:
                return None
        if wrong is not None:
            return tuple(sorted([*used, *wrong]))
        rest.remove(pivot)
        used.append(pivot)
        for i in rest:
            work[i] = _cleared(work[i], [x / work[pivot][pivot] for x in work[pivot]], pivot)
    return None


def primitive(row: Row) -> tuple[int, ...]:
    """The integer row without common factor that is a positive multiple of a rational row; the zero
    row stays zero.

    >>> primitive((Fraction(-1, 2), Fraction(3, 4), 0))
    (-2, 3, 0)
    """
    integers, _ = _over_one_denominator(row)
    divisor = gcd(*integers)
    return tuple(x // divisor for x in integers) if divisor > 1 else tuple(integers)


def scaled(row: Row) -> tuple[Exact, ...]:
    """A positive multiple of the row: integers without common factor, or over a number field the
    one with first entry 1 or -1.

    >>> scaled((0, Fraction(1, 2), 2))
    (0, 1, 4)
    """
    if is_rational([row]):
        return primitive(row)
    lead = next((x if x > 0 else -x for x in row if x), 1)
    row = tuple([over(x, lead) for x in row])
    return primitive(row) if is_rational([row]) else row


def cleared(rows: Matrix) -> Matrix:
    """Rational rows as integers, all times one positive number; rows of a number field as they are.

    >>> cleared([(1, Fraction(1, 2)), (Fraction(1, 3), 0)])
    [(6, 3), (2, 0)]
    """
    if not is_rational(rows):
        return rows
    common = lcm(*[x.denominator for row in rows for x in row])
    return [tuple([x.numerator * (common // x.denominator) for x in row]) for row in rows]


def columns_of(rows: Matrix, columns: Sequence[int]) -> tuple[tuple[Exact, ...], ...]:
    """These columns only, rational rows then as by ``primitive``: for a column basis, rows of full
    rank with the same sign vectors.

    >>> columns_of([(2, 4, 6), (0, 0, 3)], (0, 2))
    ((1, 3), (0, 1))
    """
    chosen = tuple(tuple(row[j] for j in columns) for row in rows)
    return tuple(map(primitive, chosen)) if is_rational(chosen) else chosen


def product(left: Matrix, right: Matrix, width: int) -> list[list[Scalar]]:
    """The matrix product; ``width`` is the number of columns of ``right``, which may have no rows
    to tell.
    """
    columns = [[row[j] for row in right] for j in range(width)]
    if not (is_rational(left) and is_rational(right)):
        exact = _in_field(left)
        return [
            [
                sum((x * y for x, y in zip(row, column, strict=True) if x and y), Fraction(0))
                for column in columns
            ]
            for row in exact
        ]
    # Integers over one denominator for each row and column: a Fraction is made once an entry, not
    # once a term.
    over = [_over_one_denominator(column) for column in columns]
    cleared = map(_over_one_denominator, left)
    return [
        [Fraction(sum(map(mul, row, column)), under * below) for column, below in over]
        for row, under in cleared
    ]


def projector(rows: Matrix) -> list[list[Scalar]]:
    """The orthogonal projector onto the span of the columns: K (K'K)⁻¹ K' for independent columns
    K.

    >>> projector([(1,), (1,)])
    [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)]]
    """
    columns = column_basis(rows)
    K = [[row[k] for k in columns] for row in rows]
    across = list(zip(*K, strict=True))
    if not columns:
        return [[Fraction(0)] * len(K) for _ in K]
    inner = inverse([[dot(u, v) for v in across] for u in across])
    return product(product(K, inner, len(columns)), across, len(K))


def _over_one_denominator(row: Sequence[Any]) -> tuple[list[int], int]:
    """A rational row as integers over one positive denominator."""
    denominator = lcm(*[x.denominator for x in row])
    if denominator == 1:
        return [x.numerator for x in row], 1
    return [x.numerator * (denominator // x.denominator) for x in row], denominator


def _in_field(rows: Matrix) -> list[list[Scalar]]:
    return [list(scalars(row)) for row in rows]


def _echelon(rows: Matrix, scaled: bool = True) -> tuple[list[tuple[int, int]], Exact]:
    """Pairs (row, leading column), one for each row that is independent of the rows before it; and
    the last pivot, 1 if there is none.

    Rows are reduced one by one against those kept so far, and each kept row has its own leading
    column; so the leading columns are those of the reduced echelon form, that is, the
    lexicographically first independent columns. The last pivot is the minor of the rows and columns
    found, with the columns in the order found. Rational rows are ``scaled`` to short integers, or
    are integers already.
    """
    rational = is_rational(rows)
    divide = floordiv if rational else truediv
    kept: list[tuple[int, int]] = []
    # the row, its leading column, the pivot before it
    echelon: list[tuple[list[Any], int, Any]] = []
    limit = min(len(rows), len(rows[0])) if rows else 0
    previous: Any = 1
    for index, original in enumerate(rows):
        row: list[Any] = (
            _in_field([original])[0]
            if not rational
            else list(primitive(original) if scaled else original)
        )
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
    return kept, previous


def _reduced(rows: Matrix) -> list[tuple[list[Scalar], int]]:
    """The rows of the reduced echelon form, in some order: each with 1 in its leading column, which
    is 0 in all others.
    """
    reduced: list[tuple[list[Scalar], int]] = []
    for row in _in_field(rows):
        for top, lead in reduced:
            row = _cleared(row, top, lead)
        lead = next((j for j, x in enumerate(row) if x != 0), -1)
        if lead >= 0:
            row = [x / row[lead] for x in row]
            reduced = [(_cleared(top, row, lead), column) for top, column in reduced]
            reduced.append((row, lead))
    return reduced


def _cleared(row: list[Scalar], top: list[Scalar], lead: int) -> list[Scalar]:
    """The row minus the multiple of a row with 1 in the leading column that makes it 0 there."""
    head = row[lead]
    return [x - head * y if y else x for x, y in zip(row, top, strict=True)] if head else row


def _has_full_column_rank(rows: Matrix, d: int) -> bool:
    """True only if the rank is d: a minor that is not 0 modulo a prime is not 0. False proves
    nothing. The first rows often are enough.
    """
    from arrangements.exact.linear.flint_matrices import rank_modulo

    def residue(x: Any) -> int:
        return x if isinstance(x, int) else x.numerator * pow(x.denominator, -1, _PRIME)

    with suppress(ValueError):  # a denominator that the prime divides
        return any(
            rank_modulo([list(map(residue, row)) for row in rows[:count]], _PRIME) == d
            for count in (2 * d, len(rows))
        )
    return False
