"""Listing by linear programs: all topes or all rankings, one exact linear program per branch (Rada
and Cerny 2018).

Rows are added one at a time. A cell of the rows so far, known by a witness x, is cut by the next
row or is not: the side of x is free, and one linear program decides the other side. Labels are
inserted one at a time likewise: in a ranking of the labels so far the slots open to the next one
are consecutive, the slot that x gives is free, and one program decides each further slot up and
down, until one is closed. Opposite points have opposite patterns, so only half is listed: first row
positive, first label before the second. With offsets or inputs the same is done to the homogeneous rows
of the layer inside the cone of its constraints, which join every program; then all is listed.

The programs are those of ``motzkin``; nothing is shared with the other methods but exact
arithmetic.

>>> from arrangements.layers.configuration import Configuration
>>> c = Configuration([[1, 0], [0, 1], [1, 1]])
>>> for signs, x in tope_witnesses(c):
...     print(signs, *x)
+-- 1 -2
+-+ 3 -1
+++ 1 1
>>> for labels, x in ranking_witnesses(c):
...     print(">".join(labels), *x)
1>2>3 -1 -2
3>1>2 2 1
1>3>2 1 -1
>>> len(lp_topes(c)), len(lp_rankings(c))
(6, 6)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import mul
from typing import TYPE_CHECKING

from arrangements.decide.one_by_one.decide import decide, on_one_scale
from arrangements.exact.linear import column_basis
from arrangements.exact.numbers import Exact
from arrangements.exact.programs.motzkin import motzkin
from arrangements.exact.programs.witnesses import shortened
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import Homogenised, homogenised
from arrangements.layers.questions.question import Question, of_signs
from arrangements.running import report_progress
from arrangements.sign_text import opposite

if TYPE_CHECKING:
    from arrangements.layers.patterns import RankingPattern, SignPattern

from arrangements.running.validated import validated

__all__ = ["lp_rankings", "lp_topes", "ranking_witnesses", "tope_witnesses"]

Row = Sequence[Exact]
Point = tuple[Exact, ...]


@validated
def lp_topes(configuration: Configuration, inputs: Inputs | None = None) -> SignPattern:
    """List all strict sign vectors by exact linear programs.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    The pattern that ``sign_pattern`` lists, found by an independent method.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Examples
    --------
    >>> from arrangements import load, sign_pattern
    >>> lp_topes(load("paper/C.1")) == sign_pattern(load("paper/C.1"), method="chirotope")
    True
    """
    from arrangements.layers.patterns import SignPattern

    if inputs is not None and inputs.within is not None:
        return SignPattern.from_strings(configuration.labels, _signs_in_ball(configuration, inputs))
    found = {signs for signs, _ in tope_witnesses(configuration, inputs)}
    if not homogenised(configuration, inputs).constraints:
        found |= {opposite(signs) for signs in found}
    return SignPattern.from_strings(configuration.labels, found)


@validated
def lp_rankings(configuration: Configuration, inputs: Inputs | None = None) -> RankingPattern:
    """List all strict rankings by exact linear programs.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    The pattern that ``ranking_pattern`` lists, found by an independent method.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Examples
    --------
    >>> from arrangements import load, ranking_pattern
    >>> lp_rankings(load("paper/C.1")) == ranking_pattern(load("paper/C.1"), method="chirotope")
    True
    """
    from arrangements.layers.patterns import RankingPattern

    if inputs is not None and inputs.within is not None:
        found = set(_rankings_in_ball(configuration, inputs))
        return RankingPattern.from_rankings(configuration.labels, found)
    found = {labels for labels, _ in ranking_witnesses(configuration, inputs)}
    if not homogenised(configuration, inputs).constraints:
        found |= {labels[::-1] for labels in found}
    return RankingPattern.from_rankings(configuration.labels, found)


def _signs_in_ball(configuration: Configuration, inputs: Inputs) -> Iterator[str]:
    """Row by row, each beginning decided: by a program, and by the nearest point where that has one."""
    n = configuration.n
    todo = [""]
    while todo:
        part = todo.pop()
        report_progress("beginnings left", None)
        if decide(configuration, of_signs(part.ljust(n, "?")), inputs=inputs):
            if len(part) == n:
                yield part
            else:
                todo += [part + "-", part + "+"]


def _rankings_in_ball(configuration: Configuration, inputs: Inputs) -> Iterator[tuple[str, ...]]:
    """Label by label, each order of the first ones decided."""
    labels = configuration.labels
    todo: list[tuple[int, ...]] = [()]
    while todo:
        order = todo.pop()
        report_progress("orders of first labels left", None)
        if decide(configuration, Question("ranking", order), inputs=inputs):
            if len(order) == len(labels):
                yield tuple(labels[i] for i in order)
            else:
                new = (len(order),)
                todo += [(*order[:k], *new, *order[k:]) for k in range(len(order) + 1)]


def tope_witnesses(
    configuration: Configuration, inputs: Inputs | None = None
) -> Iterator[tuple[str, Point]]:
    """Every tope, each with a point in it; none if a row is zero, one if there are no rows.

    Of a central arrangement those with '+' in the first place.
    """
    shaped = homogenised(configuration, inputs)
    homogeneous = shaped.homogeneous
    if homogeneous.zero_rows or shaped.empty:
        return
    rows, constraints, columns = _columns(
        shaped, homogeneous.integer_rows() if homogeneous.field is None else homogeneous.rows
    )
    # A node is the cell of the rows done (turned so that they are positive on it), with the constraints
    # rows, its signs and a point in it.
    stack: list[tuple[list[Row], str, Row]] = []
    if constraints:
        start = _point(constraints, len(columns))
        stack = [] if start is None else [(constraints, "", start)]
    else:
        stack = [([rows[0]], "+", rows[0])] if rows else [([], "", [0] * len(columns))]
    programs = 0
    while stack:
        report_progress(f"listing by programs; {programs:,} cells cut")
        programs += 1
        cell, signs, x = stack.pop()
        if len(signs) == len(rows):
            yield signs, shaped.point(_in_place(x, columns, homogeneous.d))
            continue
        row = rows[len(signs)]
        value = _dot(row, x)
        if not value:
            x = _pushed(cell, x, row)
            value = _dot(row, x)
        along = row if value > 0 else [-c for c in row]
        across = [-c for c in along]
        stack.append(([*cell, along], signs + "-+"[value > 0], x))
        found = _point([*cell, across], len(columns))
        if found is not None:
            stack.append(([*cell, across], signs + "+-"[value > 0], found))


def ranking_witnesses(
    configuration: Configuration, inputs: Inputs | None = None
) -> Iterator[tuple[tuple[str, ...], Point]]:
    """Every strict ranking, best first, each with a point; none if two rows are equal.

    Of a central arrangement those that have the first label before the second.
    """
    shaped = homogenised(configuration, inputs)
    homogeneous, labels = shaped.homogeneous, configuration.labels
    if homogeneous.equal_groups or shaped.empty:
        return
    rows, constraints, columns = _columns(
        shaped, on_one_scale(homogeneous) if homogeneous.field is None else homogeneous.rows
    )
    stack: list[tuple[list[int], Row]] = []
    if constraints:
        start = _point(constraints, len(columns))
        stack = [] if start is None else [([], start)]
    else:
        stack = (
            [([0, 1], _minus(rows[0], rows[1]))]
            if len(rows) > 1
            else [([*range(len(rows))], [0] * len(columns))]
        )
    programs = 0
    while stack:
        report_progress(f"listing by programs; {programs:,} insertions done")
        programs += 1
        order, x = stack.pop()
        new = len(order)
        if new == len(rows):
            yield (
                tuple(labels[k] for k in order),
                shaped.point(_in_place(x, columns, homogeneous.d)),
            )
            continue
        above = [k for k in order if _dot(rows[k], x) > _dot(rows[new], x)]
        slot = len(above)
        if slot < new and _dot(rows[order[slot]], x) == _dot(rows[new], x):
            # A tie, with this label only, since the others differ at x. Move so little that nothing
            # else changes.
            cell = constraints + [
                _minus(rows[a], rows[b])
                for chain in (order, [*above, new, *order[slot + 1 :]])
                for a, b in pairwise(chain)
            ]
            x = _pushed(cell, x, _minus(rows[new], rows[order[slot]]))
        stack.append(([*order[:slot], new, *order[slot:]], x))
        for slots in (range(slot - 1, -1, -1), range(slot + 1, new + 1)):
            for k in slots:
                longer = [*order[:k], new, *order[k:]]
                found = _point(
                    constraints + [_minus(rows[a], rows[b]) for a, b in pairwise(longer)],
                    len(columns),
                )
                if found is None:
                    break
                stack.append((longer, found))


def _columns(
    shaped: Homogenised, rows: Sequence[Row]
) -> tuple[list[Row], list[Row], tuple[int, ...]]:
    """The rows and the constraints on independent columns, and these columns. Other coordinates of
    a witness may be 0.
    """
    columns = (
        column_basis([*shaped.constraints, *shaped.homogeneous.rows])
        if shaped.constraints
        else shaped.homogeneous.column_basis
    )
    return (
        [[row[k] for k in columns] for row in rows],
        [[row[k] for k in columns] for row in shaped.constraints],
        columns,
    )


def _in_place(x: Row, columns: Sequence[int], d: int) -> Point:
    point: list[Exact] = [0] * d
    for k, c in zip(columns, x, strict=True):
        point[k] = c
    return tuple(point)


def _point(cell: Sequence[Row], width: int) -> Row | None:
    """A point at which all rows are positive, if there is one."""
    answer, values = motzkin(cell, [], width)
    return shortened(cell, [], values) if answer else None


def _pushed(cell: Sequence[Row], x: Row, direction: Row) -> list[Exact]:
    """A point N x + direction that stays in the cell of x."""
    factor = 1
    while any(_dot(row, x) * factor + _dot(row, direction) <= 0 for row in cell):
        factor *= 2
    return [c * factor + e for c, e in zip(x, direction, strict=True)]


def _dot(row: Row, x: Row) -> Exact:
    total: Exact = sum(map(mul, row, x))
    return total


def _minus(left: Row, right: Row) -> list[Exact]:
    return [a - b for a, b in zip(left, right, strict=True)]
