"""The gateway to cddlib, a second opinion and a fast double description, which everything else does
without: no other module imports the library.

One linear program only: maximise t subject to <v, x> >= t for every strict row v, <w, x> = 0 for
every equality row w, <w, x> >= 0 for every weak row w, and t <= 1. It is always feasible (x = 0, t
= 0) and bounded, so its optimum is 1 or 0. Equalities are written as two inequalities. It is solved
by criss-cross pivoting: the dual simplex of the library writes out of bounds
(``docs/cddlib-float-start.md``), and other functions end the process on inputs as small as a single
row. Signals are not delivered while it computes: what may take long belongs into
``running.isolation``. Numbers cross the border as decimal text, which Python limits; ``fits`` says
which are sure to pass.

>>> maximise_margin([(1, 0), (1, 1)], [], 2)
(Fraction(1, 1), (Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(0, 1)), (), ())
>>> maximise_margin([(1,), (-2,)], [], 1)
(Fraction(0, 1), (Fraction(0, 1),), (Fraction(2, 3), Fraction(1, 3)), (), ())
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from arrangements.errors import InternalError, LimitReached
from arrangements.exact.linear.dense import primitive

try:
    from cdd.gmp import (  # type: ignore[attr-defined]
        LPObjType,
        LPSolverType,
        LPStatusType,
        RepType,
        copy_generators,
        linprog_from_matrix,
        linprog_solve,
        matrix_from_array,
        polyhedron_from_matrix,
    )
except ImportError:
    _INSTALLED = False
else:
    _INSTALLED = True

__all__ = ["dual_cone", "fits", "has_cddlib", "maximise_margin"]

Vector = Sequence[int]
_Values = tuple[Fraction, ...]
_BITS = 2000  # 603 digits; no program may set Python's limit below 640


def has_cddlib() -> bool:
    """Whether pycddlib is installed, built with GMP."""
    return _INSTALLED


def _demand_cddlib() -> None:
    if not _INSTALLED:
        raise LimitReached(
            "pycddlib must be installed, with GMP, for the method cdd: pip install pycddlib, where a C compiler "
            "and the headers of cddlib and GMP are; every other method does without"
        )


def fits(rows: Sequence[Vector], width: int) -> bool:
    """Whether every number of a solution is sure to be short: a quotient of minors of ``width`` + 1
    rows and columns (Hadamard).
    """
    largest = max((abs(c) for row in rows for c in row), default=0)
    return (width + 1) * (largest.bit_length() + (width + 1).bit_length()) <= _BITS


def maximise_margin(
    strict: Sequence[Vector], equal: Sequence[Vector], width: int, weak: Sequence[Vector] = ()
) -> tuple[Fraction, _Values, _Values, _Values, _Values]:
    """Return t, x, and the dual weights of the strict, of the equality (these may be negative) and
    of the weak rows.

    Rows are integers, each of ``width`` entries, at least one strict row. If t = 0 the weights are
    a refutation; the caller verifies.
    """
    _demand_cddlib()
    if not strict or width < 0:
        raise InternalError("the linear program must have a strict row")
    for row in (*strict, *equal, *weak):
        if len(row) != width or not all(type(c) is int for c in row):
            raise InternalError(f"a row of the linear program must be {width} integers")
    if not fits((*strict, *equal, *weak), width):
        raise LimitReached(
            f"numbers of a linear program for cddlib must be shorter, not a minor of more than {_BITS} bits"
        )
    array = [[0, -1, *row] for row in strict]
    for row in equal:
        array.append([0, 0, *row])
        array.append([0, 0, *(-c for c in row)])
    array += [[0, 0, *row] for row in weak]
    array.append([1, -1] + [0] * width)
    objective = [0, 1] + [0] * width
    matrix = matrix_from_array(
        array, rep_type=RepType.INEQUALITY, obj_type=LPObjType.MAX, obj_func=objective
    )
    program = linprog_from_matrix(matrix)
    with _quietly():
        linprog_solve(program, solver=LPSolverType.CRISS_CROSS)
    if program.status != LPStatusType.OPTIMAL:
        raise InternalError(f"the linear program must have an optimum, not {program.status.name}")
    weights = [Fraction(0)] * len(array)
    for place, weight in program.dual_solution:
        weights[place] = weight
    margin, *point = program.primal_solution
    end = len(strict) + 2 * len(equal)
    free = tuple(
        a - b
        for a, b in zip(
            weights[len(strict) : end : 2], weights[len(strict) + 1 : end : 2], strict=True
        )
    )
    return margin, tuple(point), tuple(weights[: len(strict)]), free, tuple(weights[end:-1])


@contextmanager
def _quietly() -> Iterator[None]:
    """Discard the output that the library prints."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def dual_cone(
    weak: Sequence[Vector], equal: Sequence[Vector], width: int
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Extreme rays and lines of {y : <w, y> >= 0 for all weak rows, <w, y> = 0 for all equality
    rows}, by double description.

    Rows are integers, each of ``width`` entries, at least one entry per row; integers without common
    factor come back.

    >>> dual_cone([(1, 0), (1, 1)], [], 2)
    ([(0, 1), (1, -1)], [])
    >>> dual_cone([], [(1, 0)], 2)
    ([], [(0, 1)])
    """
    _demand_cddlib()
    rows = [[0, *row] for row in (*weak, *equal) if any(row)]
    if not rows:
        return [], [tuple(int(i == k) for i in range(width)) for k in range(width)]
    free = range(sum(map(any, weak)), len(rows))
    array = matrix_from_array(rows, rep_type=RepType.INEQUALITY, lin_set=list(free))
    found = copy_generators(polyhedron_from_matrix(array))
    rays = [
        (k in found.lin_set, primitive(row[1:])) for k, row in enumerate(found.array) if not row[0]
    ]
    return sorted(ray for line, ray in rays if not line), sorted(ray for line, ray in rays if line)
