"""Exact cosine matrices, and the sign patterns and rankings that they determine.

Cosines are irrational, but ``cos·|cos|``, the signed square, lies in the field of the rows; so that
is what a ``CosineMatrix`` stores. It checks that it can be the cosine matrix of a configuration,
and refuses with the reason otherwise: not symmetric, diagonal not 1, an entry beyond 1, not
positive semidefinite, too large a rank.

Sign patterns do not change under positive scaling of rows and columns, and a suitable scaling makes
all cosines of rational rows rational at once: with f_i the product of the cosines along a path from
a pivot p to i, |f_i| C_ij |f_j| is rational, because every length in it occurs an even number of
times. So ``patterns_from_cosines`` recovers S(U) from the cosine matrix alone, and
``rankings_from_difference_cosines`` recovers R(U) from the cosines of the differences u_i - u_j,
without leaving Q.

>>> from arrangements.layers.configuration import Configuration
>>> C = CosineMatrix.of(Configuration([[1, 0], [1, 1], [0, -3]]))
>>> [str(q) for q in C.signed_squares[1]], str(C.cosine(0, 1)), C.rank
(['1/2', '1', '-1/2'], 'sqrt(2)/2', 2)
>>> CosineMatrix.from_cosines([[1, "1/2"], ["-1/2", 1]])
Traceback (most recent call last):
...
arrangements.errors.BadInput: cosine matrix must be symmetric, not 1/2 at (1, 2) and -1/2 at (2, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from arrangements.errors import BadInput, short_fields, short_repr
from arrangements.exact.linear import dot, over
from arrangements.exact.numbers import Exact, Number, Scalar, exact, sign, text
from arrangements.layers.configuration import Configuration
from arrangements.running import with_progress
from arrangements.running.validated import SCALAR, TEXT, TRUTH, a, either, optional, some, validated

if TYPE_CHECKING:
    from arrangements.layers.patterns import RankingPattern, SignPattern

__all__ = [
    "CosineMatrix",
    "load_cosines",
    "patterns_from_cosines",
    "rankings_from_difference_cosines",
]

Rows = tuple[tuple[Scalar, ...], ...]
Given: TypeAlias = Iterable[Iterable[Number]]


@validated(
    labels=some(TEXT, of=tuple),
    signed_squares=some(some(either(a("Fraction"), a("Algebraic")), of=tuple), of=tuple),
)
@dataclass(frozen=True)
class CosineMatrix:
    """A matrix that is the cosine matrix of some configuration.

    Build it with ``of``, ``from_cosines`` or ``from_signed_squares``.

    Parameters
    ----------
    signed_squares
        The numbers ``cos·|cos|``, which lie in the field of the rows, where cosines may not.
    labels
        One text for each row.

    Raises
    ------
    BadInput
        If the matrix is not square and symmetric with diagonal 1, has an entry beyond 1, or is not
        positive semidefinite: all that a cosine matrix must satisfy is checked.

    Examples
    --------
    >>> from arrangements import load
    >>> CosineMatrix.of(load("paper/C.1")).cosine(0, 1)
    Fraction(4, 5)
    """

    signed_squares: Rows
    labels: tuple[str, ...]

    def __repr__(self) -> str:
        return short_fields(self)

    def __post_init__(self) -> None:
        _check_entries(self.signed_squares, self.labels)
        _check_semidefinite(self.representative.rows, self.labels)

    def _repr_html_(self, limit: int = 12) -> str:
        from arrangements.layers.patterns.displays import html

        shown = range(min(self.n, limit))
        dots = ("…",) * (self.n > limit)
        rows = [(self.labels[i], *(text(self.cosine(i, j)) for j in shown), *dots) for i in shown]
        return html(
            f"Cosine matrix of {self.n} labels", ("", *self.labels[:limit], *dots), rows, self.n
        )

    @classmethod
    def of(cls, configuration: Configuration) -> CosineMatrix:
        """The cosines of the rows of a configuration.

        Parameters
        ----------
        configuration
            Rows that are not zero, without offsets.

        Returns
        -------
        The matrix, with the labels of the configuration.

        Raises
        ------
        BadInput
            If a row is zero, which has no cosines, or there are offsets.
        """
        configuration.demand_linear("cosines")
        if configuration.zero_rows:
            label = configuration.labels[configuration.zero_rows[0]]
            raise BadInput(
                f"row must be non-zero to have cosines, not zero (label {short_repr(label)})"
            )
        rows = configuration.rows
        gram = [[dot(v, w) for w in rows] for v in with_progress("products of rows", rows)]
        squares = (
            tuple(_signed_square(gram, i, j) for j in range(len(rows)))
            for i in with_progress("cosines", range(len(rows)))
        )
        return cls(tuple(squares), configuration.labels)

    @classmethod
    @validated(cosines=some(some(SCALAR)), labels=optional(some(TEXT)))
    def from_cosines(
        cls, cosines: Given, labels: Iterable[str] | None = None, *, dimension: int | None = None
    ) -> CosineMatrix:
        """Read a matrix of exact cosines, such as "sqrt(2)/2".

        Parameters
        ----------
        cosines
            The rows of the matrix.
        labels
            One text for each row; by default "1" to "n".
        dimension
            That of the vectors, if known, which bounds the rank.

        Returns
        -------
        The matrix, checked.

        Raises
        ------
        BadInput
            If an entry is no number, or no vectors of that dimension have these cosines.
        """
        return cls._read(cosines, labels, "", _signed)._within(dimension)

    @classmethod
    @validated(labels=optional(some(TEXT)))
    def from_signed_squares(
        cls,
        signed_squares: Given,
        labels: Iterable[str] | None = None,
        *,
        dimension: int | None = None,
    ) -> CosineMatrix:
        """Read a matrix of signed squares ``cos·|cos|``: -1/2 stands for the cosine -sqrt(1/2).

        Parameters
        ----------
        signed_squares
            The rows of the matrix.
        labels
            One text for each row; by default "1" to "n".
        dimension
            That of the vectors, if known, which bounds the rank.

        Returns
        -------
        The matrix, checked.

        Raises
        ------
        BadInput
            If an entry is no number, or no vectors of that dimension have these cosines.
        """
        return cls._read(signed_squares, labels, "", _unchanged)._within(dimension)

    @classmethod
    def _read(
        cls,
        matrix: Given,
        labels: Iterable[str] | None,
        name: str,
        square: Callable[[Scalar], Scalar],
    ) -> CosineMatrix:
        """Entry by entry, for the radicals of one matrix may have no common field of reasonable
        degree; their squares have.
        """
        entries = list(matrix) if isinstance(matrix, Iterable) else [matrix]
        for row in entries:
            if isinstance(row, str) or not isinstance(row, Iterable):
                raise BadInput(f"cosine matrix must be a list of rows, not {short_repr(matrix)}")
        rows = [
            [
                square(exact(entry, f"{name + ', ' if name else ''}row {i}, column {j}"))
                for j, entry in enumerate(row, 1)
            ]
            for i, row in enumerate(entries, 1)
        ]
        table = Configuration(rows, labels, dimension=None if rows else 0, name=name)
        return cls(table.rows, table.labels)

    def _within(self, dimension: int | None) -> CosineMatrix:
        if dimension is not None and self.rank > dimension:
            raise BadInput(
                f"rank must be at most {dimension}, not {self.rank}, for cosines of vectors of that dimension"
            )
        return self

    def cosine(self, i: int, j: int) -> Scalar:
        """The cosine of two rows as an exact radical.

        Parameters
        ----------
        i, j
            Positions of the rows, from 0.

        Returns
        -------
        The number, in a field that may be larger than that of the rows.

        Raises
        ------
        BadInput
            If a position is not an integer.
        """
        square = self.signed_squares[i][j]
        return sign(square) * _square_root(abs(square))

    @property
    def n(self) -> int:
        """The number of labels."""
        return len(self.labels)

    @property
    def rank(self) -> int:
        """The rank, which is the dimension of the configurations that have these cosines."""
        return self.representative.rank

    @cached_property
    def representative(self) -> Configuration:
        """A configuration with the sign pattern of this matrix.

        It is the matrix itself, rows and columns scaled by positive numbers. Within a connected
        component of the graph of non-zero cosines, the factor of label i is the product of the
        absolute cosines along a path to it; between components there is nothing but zeros. Entries
        lie in Q if these are the cosines of rational rows.
        """
        squares = self.signed_squares
        factors = _squared_factors(squares)  # squares of the factors
        entries: list[list[Scalar]] = [[Fraction(0)] * self.n for _ in range(self.n)]
        for i in range(self.n):
            for j in range(i, self.n):
                if squares[i][j]:
                    root = _square_root(factors[i] * abs(squares[i][j]) * factors[j])
                    entries[i][j] = entries[j][i] = sign(squares[i][j]) * root
        return Configuration(entries, self.labels, dimension=self.n)


@validated(source=TEXT, signed_squares=TRUTH)
def load_cosines(source: str, *, signed_squares: bool = False) -> CosineMatrix:
    """Read a cosine matrix from any file that holds a matrix.

    Parameters
    ----------
    source
        The path of the file.
    signed_squares
        Whether the entries are signed squares ``cos·|cos|``, not cosines.

    Returns
    -------
    The matrix, checked.

    Raises
    ------
    BadInput
        If the file cannot be read, or no configuration has these cosines.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "cosines.csv"
    >>> _ = path.write_text("1,sqrt(2)/2\\nsqrt(2)/2,1\\n")
    >>> load_cosines(str(path)).rank
    2
    """
    from arrangements.loading.configurations import read_table

    table, name = read_table(source)
    try:
        return CosineMatrix._read(
            table.rows, table.labels, name, _unchanged if signed_squares else _signed
        )
    except BadInput as error:
        raise BadInput(str(error) if name in str(error) else f"{error} ({name})") from None


@validated
def patterns_from_cosines(cosines: CosineMatrix | Given) -> SignPattern:
    """List S(U) for every U that has this cosine matrix, from the matrix alone (lemma 5.3).

    Parameters
    ----------
    cosines
        The matrix, or rows of cosines, which ``CosineMatrix.from_cosines`` reads.

    Returns
    -------
    The sign pattern that all these configurations have.

    Raises
    ------
    BadInput
        If no configuration has these cosines.
    LimitReached
        If the sign vectors do not fit into memory (``limited``).

    Examples
    --------
    >>> list(patterns_from_cosines([[1, "-1/2"], ["-1/2", 1]]))
    ['--', '-+', '+-', '++']
    """
    from arrangements.listing.patterns import sign_pattern

    return sign_pattern(_checked(cosines).representative)


@validated(labels=optional(some(TEXT, of=Sequence)))
def rankings_from_difference_cosines(
    cosines: CosineMatrix | Given, labels: Sequence[str] | None = None
) -> RankingPattern:
    """List R(U) for every U whose differences have these cosines, from these alone (theorem 5.6).

    Parameters
    ----------
    cosines
        The cosines of the differences u_i - u_j, for i < j in lexicographic order.
    labels
        Those of U; by default they are read off the labels "i-j" of the matrix.

    Returns
    -------
    The ranking pattern that all these configurations have.

    Raises
    ------
    BadInput
        If no differences have these cosines: there must be positive lengths with which u_i - u_j
        and u_j - u_k add up to u_i - u_k.
    LimitReached
        If the rankings do not fit into memory (``limited``).

    Examples
    --------
    >>> from arrangements import load, ranking_pattern
    >>> c = load("paper/C.2")
    >>> rankings_from_difference_cosines(CosineMatrix.of(c.differences()), c.labels) == ranking_pattern(c)
    True
    """
    from arrangements.layers.patterns import RankingPattern

    cosines = _checked(cosines)
    names = tuple(labels) if labels is not None else _point_labels(cosines.labels)
    n = len(names)
    if n * (n - 1) // 2 != cosines.n:
        raise BadInput(
            f"difference cosines must have n(n-1)/2 = {n * (n - 1) // 2} rows for {n} labels, not {cosines.n}"
        )
    _check_triangles(cosines, n)
    rankings = (_ranking(signs, names) for signs in patterns_from_cosines(cosines))
    return RankingPattern.from_rankings(names, rankings)


def _checked(cosines: CosineMatrix | Given) -> CosineMatrix:
    return cosines if isinstance(cosines, CosineMatrix) else CosineMatrix.from_cosines(cosines)


def _signed_square(gram: Sequence[Sequence[Exact]], i: int, j: int) -> Scalar:
    product = gram[i][j] * gram[i][j]
    return over(product if gram[i][j] >= 0 else -product, gram[i][i] * gram[j][j])


def _signed(value: Any) -> Scalar:
    """value·|value|, in the smallest field: a radical has a larger one than its square."""
    square = value * abs(value)
    if isinstance(square, Fraction):
        return square
    from arrangements.exact.numbers.roots import in_own_field

    return in_own_field(square)


def _unchanged(value: Scalar) -> Scalar:
    return value


def _square_root(value: Any) -> Scalar:
    """The exact root of a number that is not negative."""
    if isinstance(value, Fraction):
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    from arrangements.exact.numbers.roots import nth_root

    return nth_root(value, 2)


def _squared_factors(squares: Rows) -> list[Any]:
    """For each label the product of |cos|² along a shortest path from the first label of its
    component.
    """
    factors: list[Any] = [None] * len(squares)
    for start in range(len(squares)):
        if factors[start] is None:
            factors[start] = Fraction(1)
            queue = [start]
            for i in queue:
                for j, square in enumerate(squares[i]):
                    if square and factors[j] is None:
                        factors[j] = factors[i] * abs(square)
                        queue.append(j)
    return factors


def _check_entries(squares: Rows, labels: tuple[str, ...]) -> None:
    n = len(labels)
    if len(squares) != n or any(len(row) != n for row in squares):
        raise BadInput(
            f"cosine matrix must be square, {n} x {n}, not {len(squares)} x {len(squares[0]) if squares else 0}"
        )
    for i in range(n):
        if squares[i][i] != 1:
            raise BadInput(
                f"diagonal of a cosine matrix must be 1, not {_cosine_text(squares[i][i])} (label {short_repr(labels[i])})"
            )
        for j in range(i):
            if squares[i][j] != squares[j][i]:
                pair = f"{_cosine_text(squares[j][i])} at ({j + 1}, {i + 1}) and {_cosine_text(squares[i][j])} at ({i + 1}, {j + 1})"
                raise BadInput(f"cosine matrix must be symmetric, not {pair}")
            square: Any = squares[i][j]
            if abs(square) > 1:
                at = f"labels {short_repr(labels[j])}, {short_repr(labels[i])}"
                raise BadInput(
                    f"cosine must lie between -1 and 1, not {_cosine_text(squares[i][j])} ({at})"
                )


def _cosine_text(square: Scalar) -> str:
    return text(sign(square) * _square_root(abs(square)))


def _check_semidefinite(rows: Rows, labels: tuple[str, ...]) -> None:
    from arrangements.exact.linear import negative_minor

    wrong = negative_minor(rows)
    if wrong is not None:
        members = ", ".join(short_repr(labels[i]) for i in wrong)
        raise BadInput(
            f"cosine matrix must be positive semidefinite, not with a negative minor (labels {members})"
        )


def _point_labels(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels a, b, ... behind "a-b", "a-c", ..., "b-c", ...; "1" to "n" when there are no
    such.
    """
    n = (1 + isqrt(1 + 8 * len(labels))) // 2
    if n * (n - 1) // 2 != len(labels):
        raise BadInput(f"difference cosines must have n(n-1)/2 rows for some n, not {len(labels)}")
    first = labels[0] if labels else ""
    for cut in (i for i, character in enumerate(first) if character == "-"):
        head = first[: cut + 1]
        if all(label.startswith(head) for label in labels[: n - 1]):
            names = (head[:-1], *(label.removeprefix(head) for label in labels[: n - 1]))
            if labels == tuple(f"{names[i]}-{names[j]}" for i in range(n) for j in range(i + 1, n)):
                return names
    return tuple(map(str, range(1, n + 1)))


def _check_triangles(cosines: CosineMatrix, n: int) -> None:
    """Lengths l > 0 with l_0j w_0j + l_jk w_jk = l_0k w_0k for all j < k, where w are the rows of
    the representative.

    They exist iff some combination of the columns of a basis of the solutions is positive, which is
    a question about signs.
    """
    from arrangements.decide.answers import decide_signs
    from arrangements.exact import linear

    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    position = {pair: k for k, pair in enumerate(pairs)}
    basis = cosines.representative.column_basis
    rows = [[row[c] for c in basis] for row in cosines.representative.rows]
    equations = []
    for j in range(1, n):
        for k in range(j + 1, n):
            for c in range(len(basis)):
                equation: list[Scalar] = [Fraction(0)] * len(pairs)
                for pair, factor in (((0, j), 1), ((j, k), 1), ((0, k), -1)):
                    equation[position[pair]] = factor * rows[position[pair]][c]
                equations.append(equation)
    solutions = linear.kernel(equations, len(pairs))
    possible = (
        bool(solutions)
        and decide_signs(
            Configuration([list(column) for column in zip(*solutions, strict=True)]),
            "+" * len(pairs),
        )[0]
    )
    if pairs and not possible:
        raise BadInput(
            "difference cosines must be those of differences u_i - u_j, not of other vectors: no lengths close the triangles"
        )


def _ranking(signs: str, labels: tuple[str, ...]) -> tuple[str, ...]:
    """The ranking, best first, behind the signs of all differences."""
    n = len(labels)
    wins = [0] * n
    stream = iter(signs)
    for i in range(n):
        for j in range(i + 1, n):
            wins[i if next(stream) == "+" else j] += 1
    return tuple(labels[i] for i in sorted(range(n), key=wins.__getitem__, reverse=True))
