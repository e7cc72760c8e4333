"""An exact simplex method for the one linear program, over the integers or over an ordered field.

``motzkin(strict, equal, width, arithmetic)`` finds x with <v, x> > 0 for all strict rows, <w,
x> = 0 for all equality rows and <w, x> >= 0 for all weak rows, or weights that refute it. The
program: maximise t subject to <v, x> - t >= 0. Every constraint is tight at x = 0, t = 0, so all
there is to it is a walk through the bases of one vertex. Choose independent rows and solve for the
weights that express the objective; if none is negative they are the refutation. Otherwise drop the
first row with a negative weight: the edge along which only its slack grows raises t. The first row
that blocks the edge takes its place; if none does, the edge is the witness. First means least
position (Bland), so no basis comes back.

``INTEGERS`` solves with FLINT and scales freely by positive integers; ``FIELD`` takes numbers with
+ - * / and an exact sign. A good first basis saves the walk: ``start`` lists rows that should be in
it.

>>> motzkin([(1, 0), (1, 1)], [], 2, INTEGERS)
(True, [1, 0])
>>> motzkin([(1,), (-2,)], [], 1, INTEGERS)
(False, [2, 1])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import mul

from arrangements.exact.linear import Matrix, Row, flint_matrices, row_basis, scalars
from arrangements.exact.numbers.algebraic import Exact, Scalar

__all__ = ["FIELD", "INTEGERS", "Arithmetic", "motzkin"]


@dataclass(frozen=True)
class Arithmetic:
    """``independent`` gives the positions of independent rows, greedily; ``solved`` a positive
    multiple of the solution of a system.
    """

    independent: Callable[[Matrix], Sequence[int]]
    solved: Callable[[Matrix, Row], Sequence[Exact]]


def motzkin(
    strict: Sequence[Row],
    equal: Sequence[Row],
    width: int,
    arithmetic: Arithmetic,
    start: Sequence[int] = (),
    weak: Sequence[Row] = (),
) -> tuple[bool, Sequence[Exact]]:
    """(True, x) or (False, weights): weights of the strict, of the equality and of the weak rows.
    ``strict`` must not be empty.
    """
    tight = [(*v, -1) for v in strict]
    for w in equal:
        tight += [(*w, 0), (*(-c for c in w), 0)]
    tight += [(*w, 0) for w in weak]
    kept = arithmetic.independent([[row[k] for row in tight] for k in range(width)])
    if len(kept) < width:
        tight = [(*(row[k] for k in kept), row[-1]) for row in tight]
    feasible, values = _walk(tight, arithmetic, start)
    if not feasible:
        end = len(strict) + 2 * len(equal)
        pairs = values[len(strict) : end]
        return False, [
            *values[: len(strict)],
            *(a - b for a, b in zip(pairs[::2], pairs[1::2], strict=True)),
            *values[end:],
        ]
    point: list[Exact] = [0] * width
    for k, value in zip(kept, values, strict=True):
        point[k] = value
    return True, point


def _walk(
    tight: Sequence[Row], arithmetic: Arithmetic, start: Sequence[int]
) -> tuple[bool, Sequence[Exact]]:
    """Rows (v, -1) or (w, 0) whose columns but the last are independent."""
    size = len(tight[0])
    order = [*start, *range(len(tight))]
    basis = sorted(order[k] for k in arithmetic.independent([tight[k] for k in order]))
    if len(basis) < size:
        # The last column depends on the others: some x has the same slack t = 1 everywhere.
        return True, arithmetic.solved(
            [tight[k][:-1] for k in basis], [-tight[k][-1] for k in basis]
        )
    objective = [0] * (size - 1) + [-1]
    while True:
        rows = [tight[k] for k in basis]
        weights = arithmetic.solved(list(zip(*rows, strict=True)), objective)
        leaving = next((k for k, weight in enumerate(weights) if weight < 0), None)
        if leaving is None:
            values: list[Exact] = [0] * len(tight)
            for k, weight in zip(basis, weights, strict=True):
                values[k] = weight
            return False, values
        edge = arithmetic.solved(rows, [int(k == leaving) for k in range(size)])
        inside = set(basis)
        entering = next(
            (k for k, row in enumerate(tight) if k not in inside and sum(map(mul, row, edge)) < 0),
            None,
        )
        if entering is None:
            return True, edge[:-1]
        basis = sorted([*basis[:leaving], *basis[leaving + 1 :], entering])


def _solved(matrix: Sequence[Row], right: Row) -> list[Scalar]:
    rows = [list(scalars((*row, value))) for row, value in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        swap = next(i for i in range(k, len(rows)) if rows[i][k])
        rows[k], rows[swap] = rows[swap], rows[k]
        rows[k] = [c / rows[k][k] for c in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


INTEGERS = Arithmetic(flint_matrices.independent, flint_matrices.solved)  # type: ignore[arg-type]  # for integers
FIELD = Arithmetic(row_basis, _solved)
