"""Outcomes of questions about a layer, as certificates in bulk and stores hold them: all in
integers.

A question that is possible has an ``IntegerWitness``. One that is impossible has an
``IntegerRefutation``, or weights that refute it only with a bound of their own: ``Enclosed``,
``Tilted``, ``Clash``. The certificate of one question has a ``Witness`` and a ``Refutation`` of
exact numbers instead (``proof.certificates``).

>>> IntegerWitness((2, 1)).possible, IntegerRefutation(((0, 1),), ()).possible
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

__all__ = [
    "Clash",
    "Decided",
    "Enclosed",
    "IntegerRefutation",
    "IntegerWitness",
    "Outcome",
    "Tilted",
]


@dataclass(frozen=True)
class IntegerWitness:
    """An integer point (q, q h), q > 0, of the domain at which every comparison holds."""

    possible: ClassVar[bool] = True

    point: tuple[int, ...]


@dataclass(frozen=True)
class IntegerRefutation:
    """Positive weights: of comparisons, by their positions; of rows of the domain, inequalities
    before equations (these may be negative), and after them of pairs that were to be level.

    The weighted differences of rows (b, u), the rows (c, a) of the domain, and a weight >= 0 on q,
    add up to zero.
    """

    possible: ClassVar[bool] = False

    comparisons: tuple[tuple[int, int], ...]
    domain: tuple[tuple[int, int], ...]

    # Positions of weak comparisons follow those of strict ones, of which one has a weight, unless
    # the weight on q is positive.


@dataclass(frozen=True)
class Enclosed:
    """Weights that nearly express a row, with a proof that nearly is enough (``ellipsoid``). All are
    integers.

    ``rows`` are positions with positive weights, of sum W; ``inputs`` are conditions with positive
    weights: 0 is q > 0, k the inequality k - 1 of the domain. The vector (W + T) r_i - sum of w_j
    r_j - T c + sum of v_k a_k, rows times 2^scale, is so short that row i is never strictly first;
    T > 0 is ``beyond`` and c the centre of the ellipsoid.
    """

    possible: ClassVar[bool] = False

    rows: tuple[tuple[int, int], ...]
    inputs: tuple[tuple[int, int], ...]
    beyond: int


@dataclass(frozen=True)
class Tilted:
    """Weights that nearly express a row, of all rows, which come from one vector y, in the
    coordinates of the ellipsoid: w_j is its share s_j times exp(<y, B(r_j - c)>).

    y is ``vector`` times 2^-power; T is ``beyond`` 2^-40 times the sum of the weights.
    """

    possible: ClassVar[bool] = False

    vector: tuple[int, ...]
    power: int
    beyond: int


@dataclass(frozen=True)
class Clash:
    """Conditions that surround the origin: pairs of rows i, j of which it is asked that i be larger
    than j, if only by what lies between, and conditions of inputs (0: q > 0, k: the inequality k -
    1 of the domain). They have positive weights that add up to zero, which bounds on the rounding
    of a solution of linear equations show (``exact.linear.positive_weights``). There is one way only to add up
    to zero, so that of these conditions none can be left out.

    Of a label set a row is compared with zero, -1, and pairs are heaviest first; of scores -1
    stands for an end of an interval (``scores``).
    """

    possible: ClassVar[bool] = False

    pairs: tuple[tuple[int, int], ...]
    inputs: tuple[int, ...]


Decided: TypeAlias = IntegerWitness | IntegerRefutation  # by exact programs
Outcome: TypeAlias = Decided | Enclosed | Tilted | Clash
