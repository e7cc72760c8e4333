"""How many sign vectors rows have on an open cone, without listing one: the regions of a layer on
its inputs.

Without constraints, or with one, by Whitney numbers: of the regions of the central arrangement of
all rows half are on the positive side of one. Otherwise the sum of |mu(F)| over the flats F that
meet the cone (Zaslavsky 1977), by ``cone_flats``.

>>> count_in_cone([(1, -1), (1, 1), (2, -1)], [(1, 0), (0, 1)], 2)
3
"""

from __future__ import annotations

from collections.abc import Sequence

from arrangements.counting import cone_flats
from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.methods import Method
from arrangements.counting.whitney import whitney_numbers
from arrangements.exact.numbers import Exact
from arrangements.layers.configuration import Configuration

__all__ = ["count_in_cone"]

Rows = Sequence[Sequence[Exact]]


def count_in_cone(
    rows: Rows,
    constraints: Rows,
    dimension: int,
    *,
    method: Method = "auto",
    checkpoint: Checkpoint | None = None,
) -> int:
    """How many sign vectors the rows have where every constraint is positive; 0 if a row is zero or
    the cone is empty.
    """
    every = Configuration([*constraints, *rows], dimension=dimension)
    if every.zero_rows:
        return 0
    if len(constraints) > 1:
        reduced = every.reduced_rows()
        return cone_flats.count_in_cone(
            reduced[len(constraints) :], reduced[: len(constraints)], every.rank
        )
    total = sum(whitney_numbers(every, method=method, checkpoint=checkpoint))
    return total // 2 if constraints else total
