"""The matrix whose minors are wanted, with every row scaled by a positive number until it is
integral.

Over the rationals the entries are Python integers. Over a number field Q(theta) they are integer
combinations of 1, theta, theta^2, ..., written as ``Fraction`` or ``Algebraic``. Positive factors
of a row change no sign of a minor.

>>> exact_matrix([(Fraction(1, 2), Fraction(-1, 3)), (2, 4)]).rows
((3, -2), (1, 2))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.exact.linear.dense import primitive
from arrangements.exact.linear.vectors import is_integral, is_rational
from arrangements.exact.numbers.algebraic import Algebraic, Exact, common_field
from arrangements.exact.numbers.fields import NumberField

__all__ = ["ExactMatrix", "Rows", "exact_matrix"]

Rows = Sequence[Sequence[Exact]] | np.ndarray


@dataclass(frozen=True)
class ExactMatrix:
    """n rows of ``width`` entries: integers if ``field`` is None, else elements of Z[theta]."""

    rows: tuple[tuple[Exact, ...], ...]
    width: int
    field: NumberField | None


def exact_matrix(rows: Rows) -> ExactMatrix:
    """Rows of int, Fraction or Algebraic, or an integer array, as an ``ExactMatrix``."""
    if isinstance(rows, np.ndarray):
        if rows.ndim != 2 or rows.dtype.kind not in "iuO":
            raise BadInput(
                f"rows must be a two-dimensional array of integers, not {rows.ndim}-dimensional of type {rows.dtype}"
            )
        width, entries = rows.shape[1], rows.tolist()
    else:
        entries = [list(row) for row in rows]
        width = len(entries[0]) if entries else 0
    if any(len(row) != width for row in entries):
        raise BadInput(f"rows must all have {width} entries, as the first row has")
    if is_integral(entries):
        return ExactMatrix(tuple(map(tuple, entries)), width, None)
    for row in entries:
        for entry in row:
            if not isinstance(entry, int | Fraction | Algebraic):
                raise BadInput(
                    f"entry must be an int, Fraction or Algebraic, not {short_repr(entry)}"
                )
    field, scalars = common_field(entry for row in entries for entry in row)
    scaled = (_integral(scalars[i : i + width]) for i in range(0, len(scalars), width))
    return ExactMatrix(tuple(scaled), width, field)


def _integral(row: Sequence[Exact]) -> tuple[Exact, ...]:
    if is_rational([row]):
        return primitive(row)
    scale = lcm(
        *(
            c.denominator
            for entry in row
            for c in (entry.coefficients if isinstance(entry, Algebraic) else (entry,))
        )
    )
    return tuple(entry * scale for entry in row)
