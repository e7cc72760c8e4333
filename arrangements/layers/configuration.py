"""Configurations: n labelled vectors in dimension d, exact and immutable.

Everything else in the package asks questions about a ``Configuration``. It is built from rows
(lists, NumPy arrays, SymPy matrices), from files and names by ``arrangements.load``, or from
another configuration by a view such as ``centred()``. Entries are exact scalars of one real field;
binary floats are taken as the dyadic rationals that they are, text is read as written.

>>> c = Configuration([[1, 2], ["1/2", 1], [0, -0.5]], labels=["a", "b", "c"])
>>> c
<Configuration: 3 labels, dimension 2>
>>> c.rank, c.parallel_groups, c.integer_rows()
(2, ((0, 1),), ((1, 2), (1, 2), (0, -1)))
>>> c.differences().labels
('a-b', 'a-c', 'b-c')

Row i may have an offset b_i (``bias``), as layers do: it then stands for the affine function <u_i,
h> + b_i of h in R^d. Views carry the offsets along, so that they are views of these functions.

>>> Configuration([[1, 0], [0, 1]], bias=[0, "-1/2"]).differences().bias
(Fraction(1, 2),)

Indices of rows and columns count from 0 here, as in Python; messages count from 1 and give labels.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from html import escape
from itertools import chain, combinations
from operator import neg
from typing import Any, NoReturn, cast

from arrangements.errors import BadInput, needs, short_repr
from arrangements.exact import linear
from arrangements.exact.input_checks import (
    Element,
    Matrix,
    Rows,
    checked_labels,
    exact_entry,
    in_one_field,
    joined,
    offsets_of,
    places_of,
    plain_rows,
    vector_of,
)
from arrangements.exact.numbers.algebraic import Exact, Scalar, sign, text
from arrangements.exact.numbers.conversion import Number
from arrangements.exact.numbers.fields import NumberField
from arrangements.running.validated import (
    CONFIGURATION,
    MATRIX,
    TEXT,
    either,
    optional,
    some,
    validated,
)

__all__ = ["Configuration"]


@validated(rows=MATRIX, labels=optional(some(TEXT)), points=either(MATRIX, CONFIGURATION))
class Configuration:
    """n labelled rows of exact scalars in dimension d.

    Parameters
    ----------
    rows
        The rows, as lists, as an array of NumPy or as a matrix of SymPy; entries are whatever
        ``arrangements.exact.numbers.exact`` accepts.
    labels
        One text for each row, distinct and printable; by default "1" to "n".
    bias
        One offset for each row; offsets that are all zero are none.
    dimension
        Required when the rows do not show it: no rows, or rows without entries.
    reading
        How the entries were obtained; by default "exact", or that they are binary floats.
    name
        The source, for messages.

    Attributes
    ----------
    rows
        The rows, tuples of scalars of one field.
    labels
        The labels, in the order of the rows.
    d
        The dimension.
    reading
        How the entries were obtained.
    name
        The source.
    bias
        The offsets, or None.

    Raises
    ------
    BadInput
        If rows have different lengths, an entry is no number, labels are not distinct, or the
        dimension is another.
    LimitReached
        If the irrational entries have no common field of reasonable degree.

    Notes
    -----
    A configuration is immutable. Equality and hash go by rows, labels, dimension and offsets. Text
    is read as written; a binary float is the dyadic rational that it is.

    Examples
    --------
    >>> Configuration([["1/2", "sqrt(2)"], [0.5, 1]], labels=["a", "b"]).rank
    2
    """

    rows: Rows
    labels: tuple[str, ...]
    d: int
    reading: str
    name: str
    bias: tuple[Scalar, ...] | None

    def __init__(
        self,
        rows: Matrix,
        labels: Iterable[str] | None = None,
        *,
        bias: Iterable[Number] | None = None,
        dimension: int | None = None,
        reading: str | None = None,
        name: str = "",
    ) -> None:
        table, width, kind = plain_rows(rows)
        where, at = (f"{name}, ", f" ({name})") if name else ("", "")
        if dimension is not None and (type(dimension) is not int or dimension < 0):
            raise BadInput(f"dimension must be a natural number, not {short_repr(dimension)}{at}")
        if width is None:
            width = len(table[0]) if table else dimension or 0
            if dimension is None and not width:
                raise BadInput(f"dimension must be given when there are no entries{at}")
        if dimension not in (None, width):
            raise BadInput(
                f"dimension must be {width}, the length of the rows, not {short_repr(dimension)}{at}"
            )
        scalars: list[Iterable[Scalar]] = []
        for i, row in enumerate(table, 1):
            if len(row) != width:
                raise BadInput(
                    f"row must have {width} entries, as the first one has, not {len(row)} ({where}row {i})"
                )
            if set(map(type, row)) <= {Fraction}:
                scalars.append(cast("list[Fraction]", row))
            else:
                scalars.append([exact_entry(entry, where, i, j) for j, entry in enumerate(row, 1)])
        if kind is None:
            kind = (
                "binary64, dyadic"
                if any(isinstance(x, float) for row in table for x in row)
                else "exact"
            )
        offsets = None if bias is None else offsets_of(bias, len(scalars), name)
        self._set(
            scalars,
            checked_labels(labels, len(scalars), name),
            width,
            reading or kind,
            name,
            offsets,
        )

    def _set(
        self,
        rows: Iterable[Iterable[Scalar]],
        labels: tuple[str, ...],
        d: int,
        reading: str,
        name: str,
        bias: Iterable[Scalar] | None,
    ) -> None:
        exact_rows = tuple(tuple(row) for row in rows)
        offsets = () if bias is None else tuple(bias)
        if not set(map(type, chain(chain.from_iterable(exact_rows), offsets))) <= {Fraction}:
            # Arithmetic needs all irrational entries in one field.
            exact_rows, (offsets,) = in_one_field(exact_rows, (offsets,))
        vars(self).update(
            rows=exact_rows,
            labels=labels,
            d=d,
            reading=reading,
            name=name,
            bias=offsets if any(offsets) else None,
        )

    @classmethod
    def _made(
        cls,
        rows: Iterable[Iterable[Scalar]],
        labels: tuple[str, ...],
        d: int,
        reading: str,
        name: str,
        bias: Iterable[Scalar] | None = None,
    ) -> Configuration:
        """A configuration from parts that are known to be good."""
        self = object.__new__(cls)
        self._set(rows, labels, d, reading, name, bias)
        return self

    def _view(
        self,
        rows: Iterable[Iterable[Scalar]],
        how: str,
        bias: Iterable[Scalar] | None,
        *,
        d: int | None = None,
        labels: tuple[str, ...] | None = None,
    ) -> Configuration:
        name = f"{how}({self.name})" if self.name else ""
        return self._made(
            rows,
            self.labels if labels is None else labels,
            self.d if d is None else d,
            self.reading,
            name,
            bias,
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"Configuration is immutable; {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"Configuration is immutable; {name!r} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Configuration._made, (
            self.rows,
            self.labels,
            self.d,
            self.reading,
            self.name,
            self.bias,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configuration):
            return NotImplemented
        return (self.d, self.labels, self.rows, self.bias) == (
            other.d,
            other.labels,
            other.rows,
            other.bias,
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.d, self.labels, self.rows, self.bias))

    def __len__(self) -> int:
        return self.n

    def __contains__(self, row: object) -> bool:
        return row in self.rows

    def __iter__(self) -> Iterator[tuple[Scalar, ...]]:
        """The rows, one after the other.

        >>> [len(row) for row in Configuration([[1, 2], [3, 4]])]
        [2, 2]
        """
        return iter(self.rows)

    # --- shape and text

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @cached_property
    def field(self) -> NumberField | None:
        """The number field of the entries, None when all are rational."""
        if linear.is_rational((*self.rows, self.bias or ())):
            return None
        return next(
            x.field
            for row in (*self.rows, self.bias or ())
            for x in row
            if not isinstance(x, Fraction)
        )

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        over = (", with offsets" if self.bias else "") + (
            f", field {self.field.name}" if self.field else ""
        )
        return f"<Configuration{name}: {self.n} label{'' if self.n == 1 else 's'}, dimension {self.d}{over}>"

    def _repr_html_(self, limit: int = 20) -> str:
        def line(label: str, cells: Iterable[str]) -> str:
            return f"<tr><th>{escape(label)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"

        dots = ["…"] * (self.d > limit)
        rows = [[*map(text, row[:limit]), *dots] for row in self.rows[:limit]]
        if self.bias is not None:
            rows = [[*row, f"+ {text(b)}"] for row, b in zip(rows, self.bias, strict=False)]
        lines = [line(label, row) for label, row in zip(self.labels, rows, strict=False)]
        if self.n > limit:
            lines.append(line("…", [f"{self.n - limit} more rows"]))
        return f"<table><caption>{escape(repr(self)[1:-1])}</caption>{''.join(lines)}</table>"

    def to_json(self) -> dict[str, object]:
        """Rows and labels as text that reads back exactly, with the offsets if there are any.

        The dimension is there, too, because an empty list of rows does not show it.

        Examples
        --------
        >>> Configuration([["1/2", "sqrt(2)"]]).to_json()
        {'dimension': 2, 'labels': ['1'], 'rows': [['1/2', 'sqrt(2)']]}
        """
        value = {
            "dimension": self.d,
            "labels": list(self.labels),
            "rows": [[text(x) for x in row] for row in self.rows],
        }
        return value if self.bias is None else {"bias": [text(x) for x in self.bias], **value}

    @classmethod
    def from_json(
        cls, value: Mapping[str, object], *, reading: str | None = None, name: str = ""
    ) -> Configuration:
        """The inverse of ``to_json``.

        Parameters
        ----------
        value
            An object with the list ``rows``, and ``labels``, ``bias`` and ``dimension`` if needed.
        reading
            How the entries were obtained.
        name
            The source, for messages.

        Returns
        -------
        The configuration.

        Raises
        ------
        BadInput
            If the value is no such object, or its rows make no configuration.
        """
        if not isinstance(value, Mapping) or not isinstance(value.get("rows"), list):
            raise BadInput(
                f"configuration must be an object with the list `rows`, not {short_repr(value)}{f' ({name})' if name else ''}"
            )
        options: Any = {key: value.get(key) for key in ("labels", "bias", "dimension", "rows")}
        return cls(**options, reading=reading, name=name)

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of the configuration, in hexadecimal; equal configurations have equal hashes.

        It is that of ``to_json()`` as ASCII JSON with sorted keys and no spaces. An irrational
        entry, which can be written in many ways, counts as ``root(c0,c1,...;k)``: its minimal
        polynomial over the integers, lowest degree first, and its place k = 0, 1, ... among the
        real roots.
        """
        value = self.to_json()
        if self.field is not None:
            value["rows"] = [[_canonical(x) for x in row] for row in self.rows]
            if self.bias is not None:
                value["bias"] = [_canonical(x) for x in self.bias]
        return sha256(
            json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")
        ).hexdigest()

    # --- facts

    @cached_property
    def functions(self) -> Rows:
        """The coefficients of the functions of the rows, (b_i, u_i) with offsets, u_i without."""
        return (
            self.rows
            if self.bias is None
            else tuple((b, *row) for b, row in zip(self.bias, self.rows, strict=True))
        )

    def demand_linear(self, what: str) -> None:
        """Refuse offsets where they have no meaning.

        Parameters
        ----------
        what
            The work that has no meaning with offsets, for the message.

        Raises
        ------
        BadInput
            If there are offsets.

        Examples
        --------
        >>> Configuration([[1]], bias=[1]).demand_linear("chirotope")
        Traceback (most recent call last):
        ...
        arrangements.errors.BadInput: chirotope needs rows without offsets, not rows with a bias
        """
        if self.bias is not None:
            raise BadInput(
                f"{needs(what)} rows without offsets, not rows with a bias{f' ({self.name})' if self.name else ''}"
            )

    @cached_property
    def column_basis(self) -> tuple[int, ...]:
        """Indices, from 0, of the lexicographically first independent columns.

        They span the column space, so they have the same sign vectors.
        """
        return linear.column_basis(self.rows)

    @property
    def rank(self) -> int:
        """The rank of the matrix of rows."""
        return len(self.column_basis)

    @cached_property
    def affine_rank(self) -> int:
        """The rank with a column of ones prepended.

        It is one more than the dimension of the affine hull, and 0 without rows.
        """
        return linear.rank([(1, *row) for row in self.rows])

    @cached_property
    def zero_rows(self) -> tuple[int, ...]:
        """Indices of the rows without a non-zero entry or offset."""
        return tuple(i for i, row in enumerate(self.functions) if not any(row))

    @cached_property
    def equal_groups(self) -> tuple[tuple[int, ...], ...]:
        """Groups (two or more indices) of equal rows with equal offsets."""
        if self.field is not None:
            return _groups(enumerate(self.functions))
        # Equal rows are parallel or zero; keys of integers are compared more quickly than keys of
        # fractions.
        likely = (*self.parallel_groups, self.zero_rows)
        return tuple(
            sorted(
                group for some in likely for group in _groups((i, self.functions[i]) for i in some)
            )
        )

    @cached_property
    def parallel_groups(self) -> tuple[tuple[int, ...], ...]:
        """Groups (two or more indices) of rows, with offsets, that are multiples of each other.

        Zero rows are in none; ``directions`` has the sides.
        """
        return _groups(
            (i, line) for i, (line, orientation) in enumerate(self.directions) if orientation
        )

    @cached_property
    def directions(self) -> tuple[tuple[tuple[Exact, ...], int], ...]:
        """For each of ``functions`` a canonical vector on its line, and its side of the line.

        The side is 1 or -1, and 0 for a zero row.
        """
        return tuple(_direction(row) for row in self.functions)

    def integer_rows(self) -> tuple[tuple[int, ...], ...]:
        """Each row times a positive rational, so that its entries are coprime integers.

        Raises
        ------
        BadInput
            If there are offsets, or irrational entries.
        """
        return self._integer_rows

    @cached_property
    def _integer_rows(self) -> tuple[tuple[int, ...], ...]:
        self.demand_linear("integer rows")
        if self.field is not None:
            raise BadInput(f"configuration must be rational, not over {self.field.name}")
        return tuple(linear.primitive(row) for row in self.rows)

    def reduced_rows(self) -> tuple[tuple[Exact, ...], ...]:
        """The rows on the columns of ``column_basis`` alone, n x rank, with the same sign vectors.

        Rational rows are then as by ``integer_rows``.

        Raises
        ------
        BadInput
            If there are offsets.
        """
        return self._reduced_rows

    @cached_property
    def _reduced_rows(self) -> tuple[tuple[Exact, ...], ...]:
        self.demand_linear("reduced rows")
        if self.rank == self.d and self.field is None:
            return self._integer_rows
        return linear.columns_of(self.rows, self.column_basis)

    # --- views

    @classmethod
    def affine(
        cls, points: Matrix | Configuration, labels: Iterable[str] | None = None
    ) -> Configuration:
        """The configuration of rows (1, p) for points p.

        Parameters
        ----------
        points
            The points, which may be a configuration.
        labels
            One text for each point; by default those of the configuration, or "1" to "n".

        Returns
        -------
        A configuration of one dimension more, with the offsets of the points.

        Raises
        ------
        BadInput
            If the points make no configuration, or the labels are not distinct texts.

        Examples
        --------
        >>> Configuration.affine([[2, 3]]).rows
        ((Fraction(1, 1), Fraction(2, 1), Fraction(3, 1)),)
        """
        if not isinstance(points, Configuration):
            points = cls(points, labels)
        elif labels is not None:
            checked = checked_labels(labels, points.n, points.name)
            points = cls._made(
                points.rows, checked, points.d, points.reading, points.name, points.bias
            )
        one = Fraction(1)
        return points._view(
            ((one, *row) for row in points.rows), "affine", points.bias, d=points.d + 1
        )

    def centred(self) -> Configuration:
        """Each row less the mean of the rows, and each offset less the mean of the offsets.

        Without rows nothing changes.
        """
        if not self.n:
            return self
        mean = [sum(column) / self.n for column in zip(*self.rows, strict=True)]
        middle: Any = sum(self.bias or ()) / self.n if self.bias else 0
        bias = None if self.bias is None else [b - middle for b in self.bias]
        return self._view(
            ([x - m for x, m in zip(row, mean, strict=True)] for row in self.rows), "centred", bias
        )

    def differences(self) -> Configuration:
        """Rows u_i - u_j for i < j in lexicographic order, labelled "i-j".

        This is the braid matrix times the configuration.
        """
        pairs = list(combinations(range(self.n), 2))
        rows = ([x - y for x, y in zip(self.rows[i], self.rows[j], strict=True)] for i, j in pairs)
        bias = None if self.bias is None else [self.bias[i] - self.bias[j] for i, j in pairs]
        return self._view(
            rows,
            "differences",
            bias,
            labels=joined("-", [(self.labels[i], self.labels[j]) for i, j in pairs]),
        )

    def translated(self, vector: Iterable[Number]) -> Configuration:
        """Add a vector to each row.

        Parameters
        ----------
        vector
            As many numbers as there are columns.

        Returns
        -------
        The translated rows, with the same labels and offsets.

        Raises
        ------
        BadInput
            If the vector has another length, or an entry that is no number.
        """
        rows, (step,), (bias,) = in_one_field(
            self.rows, (vector_of(vector, self.d, "vector"),), (self.bias or (),)
        )
        return self._view(
            ([x + y for x, y in zip(row, step, strict=True)] for row in rows), "translated", bias
        )

    def scaled(self, factors: Iterable[Number]) -> Configuration:
        """Multiply each row and its offset by a factor.

        Parameters
        ----------
        factors
            One number of any sign for each row.

        Returns
        -------
        The scaled rows, with the same labels.

        Raises
        ------
        BadInput
            If there are not as many factors as rows, or one is no number.
        """
        rows, (scale,), (bias,) = in_one_field(
            self.rows, (vector_of(factors, self.n, "factors"),), (self.bias or (),)
        )
        scaled = ([x * factor for x in row] for row, factor in zip(rows, scale, strict=True))
        return self._view(
            scaled, "scaled", [b * factor for b, factor in zip(bias, scale, strict=False)]
        )

    def transformed(self, matrix: Matrix | Configuration) -> Configuration:
        """Replace each row u by u M.

        Parameters
        ----------
        matrix
            M, with d rows and any number of columns.

        Returns
        -------
        The products, with the same labels and offsets.

        Raises
        ------
        BadInput
            If M makes no configuration, or its rows are not d.
        """
        other = (
            matrix
            if isinstance(matrix, Configuration)
            else Configuration(matrix, dimension=None if self.d else 0)
        )
        if other.n != self.d:
            raise BadInput(
                f"matrix must have {self.d} rows, the dimension of the configuration, not {other.n}"
            )
        rows, columns, (bias,) = in_one_field(self.rows, other.rows, (self.bias or (),))
        return self._view(linear.product(rows, columns, other.d), "transformed", bias, d=other.d)

    def restricted_to(self, selection: Iterable[Element]) -> Configuration:
        """Take some of the rows.

        Parameters
        ----------
        selection
            Labels, or indices from 0, not both.

        Returns
        -------
        The rows in the given order, with their labels and offsets.

        Raises
        ------
        BadInput
            If there is no such row, or one is named twice.
        """
        chosen = places_of(self.labels, selection, "selection")
        labels = checked_labels([self.labels[i] for i in chosen], len(chosen), self.name)
        bias = None if self.bias is None else [self.bias[i] for i in chosen]
        return self._view((self.rows[i] for i in chosen), "restricted", bias, labels=labels)

    def merged(self) -> Configuration:
        """One row for each group of equal rows, at the place of the first.

        The labels of a group are joined by "=".

        Examples
        --------
        >>> Configuration([[1], [2], [1]]).merged().labels
        ('1=3', '2')
        """
        members: dict[tuple[Scalar, ...], list[str]] = {}
        for function, label in zip(self.functions, self.labels, strict=True):
            members.setdefault(function, []).append(label)
        rows, bias = list(members), None
        if self.bias is not None:
            rows, bias = [row[1:] for row in members], [row[0] for row in members]
        return self._view(rows, "merged", bias, labels=joined("=", members.values()))

    def as_floats(self) -> Configuration:
        """Each entry rounded to the nearest binary64 number, as the dyadic rational that this is.

        Raises
        ------
        BadInput
            If an entry is beyond the range of binary64.

        Examples
        --------
        >>> Configuration([["0.1"]]).as_floats().rows
        ((Fraction(3602879701896397, 36028797018963968),),)
        """
        rows = (
            [_rounded(x, self, i, j) for j, x in enumerate(row)] for i, row in enumerate(self.rows)
        )
        bias = [_rounded(x, self, i, self.d) for i, x in enumerate(self.bias or ())]
        return self._made(rows, self.labels, self.d, "binary64, dyadic", self.name, bias)


def _canonical(x: Scalar) -> str:
    if isinstance(x, Fraction):
        return text(x)
    polynomial, place = x.minimal()
    return f"root({','.join(map(text, polynomial))};{place})"


def _groups(items: Iterable[tuple[int, Any]]) -> tuple[tuple[int, ...], ...]:
    members: dict[Any, list[int]] = {}
    for index, key in items:
        members.setdefault(key, []).append(index)
    return tuple(tuple(group) for group in members.values() if len(group) > 1)


def _direction(row: tuple[Scalar, ...]) -> tuple[tuple[Exact, ...], int]:
    lead: Exact | None
    if set(map(type, row)) <= {Fraction}:
        whole = linear.primitive(row)
        lead = next(filter(None, whole), None)
        if lead is None:
            return row, 0
        return (whole, 1) if lead > 0 else (tuple(map(neg, whole)), -1)
    lead = next((x for x in row if x), None)
    if lead is None:
        return row, 0
    line = tuple(x / lead for x in row)
    # A multiple of a rational row, such as (2 sqrt(2), sqrt(2)), is on one line with it.
    return linear.primitive(line) if linear.is_rational([line]) else line, sign(lead)


def _rounded(x: Scalar, configuration: Configuration, i: int, j: int) -> Fraction:
    try:
        return Fraction(float(x))
    except OverflowError:
        name = f"{configuration.name}, " if configuration.name else ""
        raise BadInput(
            f"entry must be in the range of binary64 (below 1.8e308) ({name}row {i + 1}, column {j + 1})"
        ) from None
