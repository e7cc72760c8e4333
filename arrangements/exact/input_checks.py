"""Matrices, labels, elements and vectors as callers give them, made exact and checked; errors
say which row, column or label is wrong.

Elements, wherever some are asked for: a text is a label, an integer is an index from 0, even where
labels are numbers. A list of elements has labels or indices, not both, and a text alone is no list,
not even of its letters.

>>> place_of(("a", "b", "12"), "12"), places_of(("a", "b", "12"), [2, 0])
(2, [2, 0])

>>> plain_rows([(1, "1/2"), [0.5, 2]])
([(1, '1/2'), [0.5, 2]], None, None)
>>> vector_of([1, "1/2"], 2, "weights")
(Fraction(1, 1), Fraction(1, 2))
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from itertools import chain
from numbers import Integral
from typing import Any, Protocol, TypeAlias

from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.numbers.algebraic import Scalar, common_field
from arrangements.exact.numbers.conversion import Number, exact

__all__ = [
    "Element",
    "Matrix",
    "Rows",
    "as_list",
    "checked_labels",
    "exact_entry",
    "in_one_field",
    "joined",
    "offsets_of",
    "place_of",
    "places_of",
    "plain_rows",
    "vector_of",
]

Element: TypeAlias = int | str

Rows = tuple[tuple[Scalar, ...], ...]


class _Frame(Protocol):
    def to_numpy(self) -> Any: ...


class _Array(Protocol):
    @property
    def shape(self) -> tuple[Any, ...]: ...

    def tolist(self) -> Any: ...


# What rows may be, as far as a type can say: a list of lists, a matrix of NumPy or SymPy, a data
# frame.
Matrix: TypeAlias = Iterable[Iterable[Number]] | _Array | _Frame


def plain_rows(rows: Matrix) -> tuple[list[Sequence[Number]], int | None, str | None]:
    """A list of sequences, the number of columns if the shape says so, and the reading if the type
    says so.
    """
    if hasattr(rows, "to_numpy"):
        rows = rows.to_numpy()
    if hasattr(rows, "shape") and hasattr(rows, "tolist"):
        if len(rows.shape) != 2:
            raise BadInput(f"array must have 2 dimensions, not {len(rows.shape)}")
        dtype = getattr(rows, "dtype", None)
        kind = (
            f"{dtype.name}, dyadic"
            if dtype is not None and ("float" in getattr(dtype, "name", ""))
            else None
        )
        return rows.tolist(), int(rows.shape[1]), kind
    if isinstance(rows, str | bytes | Mapping | Set) or not isinstance(rows, Iterable):
        raise BadInput(f"rows must be a list of rows, not {short_repr(rows)}")
    table: list[Sequence[Number]] = []
    for i, row in enumerate(rows, 1):
        if type(row) is tuple:  # as readers make them, millions at a time
            table.append(row)
            continue
        if isinstance(row, str | bytes | Mapping | Set) or not isinstance(row, Iterable):
            raise BadInput(f"row must be a list of numbers, not {short_repr(row)} (row {i})")
        table.append(row if isinstance(row, list | tuple) else list(row))
    return table, None, None


def exact_entry(entry: Number, where: str, i: int, j: int) -> Scalar:
    if type(entry) is Fraction:
        return entry
    if type(entry) is int:
        return Fraction(entry)
    return exact(entry, f"{where}row {i}, column {j}")


def offsets_of(bias: Iterable[Number], n: int, name: str) -> tuple[Scalar, ...]:
    try:
        return vector_of(bias.tolist() if hasattr(bias, "tolist") else bias, n, "bias")
    except BadInput as error:
        raise BadInput(f"{error} ({name})" if name else str(error)) from None


def checked_labels(labels: Iterable[str] | None, n: int, name: str) -> tuple[str, ...]:
    if labels is None:
        return tuple(map(str, range(1, n + 1)))
    where = f" ({name})" if name else ""
    if isinstance(labels, str | bytes | Mapping | Set) or not isinstance(labels, Iterable):
        raise BadInput(f"labels must be a list of texts, not {short_repr(labels)}{where}")
    checked = tuple(labels)
    if len(checked) != n:
        raise BadInput(f"labels must be {n}, one for each row, not {len(checked)}{where}")
    seen: set[str] = set()
    for i, label in enumerate(checked, 1):
        at = f" ({name + ', ' if name else ''}row {i})"
        if not isinstance(label, str):
            raise BadInput(f"label must be text, not {short_repr(label)}{at}")
        if not label.strip():
            raise BadInput(f"label must not be empty{at}")
        if not label.isprintable() and any(
            unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in label
        ):
            raise BadInput(f"label must be free of control characters, not {short_repr(label)}{at}")
        if label in seen:
            raise BadInput(f"label must be unique, not a second {short_repr(label)}{at}")
        seen.add(label)
    return checked


def place_of(labels: Sequence[str], element: Element, what: str = "element") -> int:
    """The index of an element that is given by its label or by its index."""
    if isinstance(element, str):
        if element in labels:
            return labels.index(element)
    elif (
        isinstance(element, Integral)
        and not isinstance(element, bool)
        and 0 <= element < len(labels)
    ):
        return int(element)
    raise BadInput(
        f"{what} must be a label or an index below {len(labels)}, not {short_repr(element)}"
    )


def places_of(
    labels: Sequence[str], elements: Iterable[Element], what: str = "elements"
) -> list[int]:
    """The indices of elements, in the given order."""
    given = as_list(elements, what)
    if len({isinstance(element, str) for element in given}) > 1:
        raise BadInput(f"{what} must be all labels or all indices, not {short_repr(given)}")
    known = (
        {label: i for i, label in enumerate(labels)} if given and isinstance(given[0], str) else {}
    )
    return [
        known[e] if isinstance(e, str) and e in known else place_of(labels, e, what) for e in given
    ]


def as_list(elements: Iterable[Element], what: str) -> list[Element]:
    """The elements as a list; a text is refused, which would be taken letter by letter."""
    if isinstance(elements, str | bytes) or not isinstance(elements, Iterable):
        raise BadInput(
            f"{what} must be a list, such as [{short_repr(elements)}], not {short_repr(elements)} alone"
        )
    return list(elements)


def joined(sign: str, groups: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Each group of labels as one label, with parentheses if it takes them to tell two groups apart
    ("a-b" and "c" from "a" and "b-c").
    """
    groups = list(groups)
    labels = tuple(sign.join(group) for group in groups)
    if len(set(labels)) < len(labels):
        labels = tuple(sign.join(f"({label})" for label in group) for group in groups)
        if len(set(labels)) < len(labels):
            raise BadInput(f"labels must stay distinct when joined by {sign!r}")
    return labels


def vector_of(values: Iterable[Number], length: int, what: str) -> tuple[Scalar, ...]:
    if isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable):
        raise BadInput(f"{what} must be a list of numbers, not {short_repr(values)}")
    scalars = tuple(exact(value, f"{what}, entry {i}") for i, value in enumerate(values, 1))
    if len(scalars) != length:
        raise BadInput(f"{what} must have {length} entries, not {len(scalars)}")
    return scalars


def in_one_field(*matrices: Rows) -> list[Rows]:
    """The matrices rewritten so that all their irrational entries lie in one field."""
    if all(linear.is_rational(matrix) for matrix in matrices):
        return list(matrices)
    _, scalars = common_field(list(chain.from_iterable(chain.from_iterable(matrices))))
    stream = iter(scalars)
    return [tuple(tuple(next(stream) for _ in row) for row in matrix) for matrix in matrices]
