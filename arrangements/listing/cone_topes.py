"""Sign words on an open cone: the choice of the algorithm, for listing and for counting.

``topes_in_cone(rows, constraints)`` are the sign vectors of the rows that occur where every
constraint is positive: sorted words, one row of words per member, row 0 of the arrangement being
the top bit of the first. ``count_in_cone`` is their number, found another way. Without constraints
this is the central arrangement.

- No constraint, or one: by ``listing.half_topes.half_topes``, which takes one element positive
  anyway; counted by Whitney numbers.
- At most 64 rows in all: along the flats that meet the cone (``kernels.listing.conic``), from
  coordinates if they are small integers, else from the signs of the cocircuits.
- Otherwise everything is listed and what is not in the cone dropped, if that is short; else by
  ``cone_flats``, which is exact for all scalars.

>>> rows, quadrant = [(1, -1), (1, 1), (2, -1)], [(1, 0), (0, 1)]
>>> [f"{int(word):064b}"[:3] for word in topes_in_cone(rows, quadrant).ravel()], count_in_cone(rows, quadrant, 2)
(['010', '011', '111'], 3)
"""

from __future__ import annotations

from math import comb

import numpy as np

from arrangements.counting import cone_flats
from arrangements.counting.conic import count_in_cone
from arrangements.counting.largest_counts import tope_bound
from arrangements.exact import linear
from arrangements.exact.numbers import sign
from arrangements.layers.patterns import bitset_rows
from arrangements.listing.half_topes import half_topes, words_of_integers
from arrangements.running import check_memory

__all__ = ["count_in_cone", "topes_in_cone"]

_TABLE = 100_000_000  # minors, of which the cocircuits are made: a second
# sign vectors that are listed and dropped sooner than flats are walked in Python
# (tests/bench/test_thresholds.py)
_SHORT = 4_000_000


def topes_in_cone(rows: linear.Matrix, constraints: linear.Matrix) -> np.ndarray:
    """The sign words of the rows on the open cone; none if a row is zero or the cone is empty."""
    n, m = len(rows), len(constraints)
    width = max(1, -(-n // 64))
    conditions = [*constraints, *rows]
    every = linear.columns_of(conditions, linear.column_basis(conditions))
    if any(not any(row) for row in every):
        return np.empty((0, width), np.uint64)
    if not m:
        half = half_topes(every)
        return np.concatenate([bitset_rows.complement(half, n)[::-1], half]) if n else half
    rank = len(every[0])
    if m == 1:
        return bitset_rows.without_first(half_topes(every), 1, 1 + n)
    # a plane through the cone, cut by n lines (Buck 1943)
    check_memory("sign pattern", tope_bound(n + 1, rank) // 2, 12 * width)
    if rank > 2 and n + m <= 64:
        words = _along_flats(every, m, rank)
        if words is not None:
            return words[:, None]
    if tope_bound(n + m, rank) <= _SHORT:
        return bitset_rows.without_first(half_topes(every), m, m + n)
    return words_of_integers(cone_flats.words_in_cone(every[m:], every[:m], rank), n)


def _along_flats(every: linear.Matrix, m: int, rank: int) -> np.ndarray | None:
    """By the kernels; None if they cannot serve: a cone with lines and large entries, or too many
    cocircuits.
    """
    from arrangements.kernels.listing import conic

    small = every if linear.is_integral(every) and conic.fits_cone(every, rank) else None
    identity = [tuple(int(i == j) for j in range(rank)) for i in range(rank)]
    generators = cone_flats.generators(every[:m], identity if small else every, rank)
    if generators is None:
        return np.empty(0, np.uint64)
    lines, rays = generators
    if small and linear.is_integral(lines) and linear.is_integral(rays):
        return conic.words_in_cone(small[:m], small[m:], lines, rays)
    if lines or comb(len(every), rank) > _TABLE:
        return None
    from arrangements.matroids.chirotopes.cocircuit_words import words_from_rows

    signs = [[sign(x) for x in ray] for ray in rays]
    return conic.words_in_cone_of_cocircuits(m, words_from_rows(every), len(every), rank, signs)
