"""Changes of a configuration that keep an invariant by construction: the algebra behind
counter-examples.

Row scaling keeps the cosines; translation keeps the distances; a permutation of the columns with
signs keeps the Gram matrix; an invertible linear map keeps the chirotopes of U and of its
differences. Of points in affine space a projective map keeps the chirotope, where no point crosses
the line at infinity; and so does moving a point inside its cell of the hyperplanes through the
others. For all else one row is changed a little, or for another of its length, and the invariant is
compared.

>>> from random import Random
>>> from arrangements.layers.configuration import Configuration
>>> from proofs.search.determinations.determination import determination
>>> [move.name for move in serving(determination("C -> R"))]
['row scaling', 'one row changed']
>>> scaling = serving(determination("C -> R"))[0]
>>> [str(x) for x, in scaling.make(Configuration([[1], [2], [3]]), Random(1)).rows]
['2', '10', '3']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from random import Random
from typing import Any

from arrangements.exact import linear
from arrangements.layers.configuration import Configuration
from proofs.search.counterexamples.arrows import chain
from proofs.search.counterexamples.compare import unit_vectors
from proofs.search.determinations.determination import Determination, Domain

__all__ = ["DENOMINATORS", "MOVES", "Move", "serving"]

DENOMINATORS = 13  # of rows of length 1: (3, 4)/5, (5, 12)/13, (2, 3, 6)/7 and all that are less


@dataclass(frozen=True)
class Move:
    """``make`` returns a changed configuration, or None where the change is not possible.

    It keeps what ``keeps`` names: always if ``certain``, otherwise often enough to try. ``kinds``:
    of which domains it stays inside.
    """

    name: str
    keeps: tuple[str, ...]
    kinds: tuple[str, ...]
    make: Callable[[Configuration, Random], Configuration | None]
    certain: bool = True


def serving(what: Determination) -> tuple[Move, ...]:
    """The moves that keep P, as an invariant that they keep determines it, and not Q; and those
    that may be tried for any.
    """
    where = Domain(affine=what.domain.affine, unit_rows=what.domain.unit_rows)

    def keeps(move: Move, name: str) -> bool:
        return any(chain(kept, name, where) is not None for kept in move.keeps)

    fitting = (move for move in MOVES if where.kind in move.kinds)
    return tuple(
        m
        for m in fitting
        if not m.certain or (keeps(m, what.first.name) and not keeps(m, what.second.name))
    )


def _scaled(c: Configuration, random: Random) -> Configuration:
    return c.scaled([random.randint(1, 6) for _ in range(c.n)])


def _translated(c: Configuration, random: Random) -> Configuration:
    return c.translated([random.randint(-6, 6) for _ in range(c.d)])


def _turned(c: Configuration, random: Random) -> Configuration:
    columns = random.sample(range(c.d), c.d)
    signs = [random.choice((1, -1)) for _ in columns]
    return c.transformed([[signs[j] * (columns[j] == i) for j in range(c.d)] for i in range(c.d)])


def _mapped(c: Configuration, random: Random) -> Configuration | None:
    matrix = Configuration(
        [[random.randint(-2, 2) for _ in range(c.d)] for _ in range(c.d)], dimension=c.d
    )
    return c.transformed(matrix) if matrix.rank == c.d else None


def _projected(c: Configuration, random: Random) -> Configuration | None:
    """Rows (1, p) divided by 1 + <w, p> for a small w, which must be positive at all points."""
    w = [random.choice((-1, 0, 1)) for _ in range(c.d - 1)]
    entries: list[Any] = [x for row in c.rows for x in row[1:]]
    scale = 1 + max(map(abs, entries), default=0) * (c.d - 1)
    heights: list[Any] = [
        scale + sum(x * y for x, y in zip(w, row[1:], strict=True)) for row in c.rows
    ]
    if min(heights) <= 0:
        return None
    return Configuration(
        [(1, *(scale * x / h for x in row[1:])) for row, h in zip(c.rows, heights, strict=True)],
        c.labels,
    )


def _blown_up(c: Configuration, random: Random) -> Configuration:
    """All rows times one factor."""
    factor = random.randint(2, 6)
    return c.scaled([factor] * c.n)


def _centred_scaled(c: Configuration, random: Random) -> Configuration | None:
    """Centred rows times positive factors such that the mean stays 0: the factors are 1 plus a
    dependency of the rows.
    """
    rows = c.centred().rows
    dependencies: list[Any] = linear.kernel(list(zip(*rows, strict=True)), c.n)
    weights = [random.randint(-3, 3) for _ in dependencies]
    sums: list[Any] = [
        sum(w * x for w, x in zip(weights, column, strict=True))
        for column in zip(*dependencies, strict=True)
    ]
    scale = 2 * max(map(abs, sums), default=0)
    return c.centred().scaled([1 + x / scale for x in sums]) if scale else None


def _nudged(c: Configuration, random: Random) -> Configuration:
    """One row changed by at most 2 in each entry."""
    moved = random.randrange(c.n)
    row = [x + random.randint(-2, 2) for x in c.rows[moved]]
    return Configuration([row if i == moved else other for i, other in enumerate(c.rows)], c.labels)


def _turned_alone(c: Configuration, random: Random) -> Configuration:
    """Another row of length 1 in the place of one."""
    moved, row = random.randrange(c.n), random.choice(unit_vectors(c.d, DENOMINATORS))
    return Configuration([row if i == moved else other for i, other in enumerate(c.rows)], c.labels)


def _one_moved(c: Configuration, random: Random) -> Configuration:
    """One point somewhere else in the box of all points; whether it left its cell is for the caller
    to see.
    """
    entries: list[Any] = [x for row in c.rows for x in row[1:]]
    low, high = floor(min(entries, default=0)), ceil(max(entries, default=0))
    moved = random.randrange(c.n)
    row = [1, *(random.randint(low, high) for _ in range(c.d - 1))]
    return Configuration([row if i == moved else other for i, other in enumerate(c.rows)], c.labels)


MOVES: tuple[Move, ...] = (
    Move("row scaling", ("C(U)",), ("linear",), _scaled),
    Move("translation", ("D(U)",), ("linear",), _translated),
    Move("signed permutation of columns", ("G(U)",), ("linear", "unit"), _turned),
    Move("linear map", ("X(U)", "X(B U)"), ("linear",), _mapped),
    Move("one scale for all rows", ("C(U)", "C(B U)", "C(centred U)"), ("linear",), _blown_up),
    Move("scaling of centred rows", ("C(centred U)",), ("linear",), _centred_scaled),
    Move("one row changed", ("argmax(U)",), ("linear",), _nudged, certain=False),
    Move("one row exchanged", ("argmax(U)",), ("unit",), _turned_alone, certain=False),
    Move("moving a point inside its cell", ("X(U)",), ("affine",), _one_moved, certain=False),
    Move("projective map", ("X(U)",), ("affine",), _projected),
)
