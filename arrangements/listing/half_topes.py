"""Half of the topes, as words: which kernel lists them, after asking for the room that the list
takes.

Topes come in opposite pairs; the half listed has the first element positive. ``listing`` makes
patterns of it, ``cone_topes`` the topes of a cone.

>>> [f"{int(word):064b}"[:3] for word in half_topes([(1, 0), (0, 1), (1, 1)]).ravel()]
['100', '101', '111']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from arrangements.counting.largest_counts import tope_bound
from arrangements.errors import LimitReached
from arrangements.exact import linear
from arrangements.layers.configuration import Configuration
from arrangements.matroids.rank2_sweep import sweep_chirotope, sweep_signs
from arrangements.pure_python import topes
from arrangements.pure_python.choice import pure_python
from arrangements.running import check_memory, limited, memory_limit

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["demand_sweep", "half_topes", "half_topes_of_chirotope", "words_of_integers"]

_KERNEL = "arrangements.kernels.listing.levels", "solve_leaves"
_COUNTING = 1 << 28  # bytes that counting beforehand may take
_COUNTING_SECONDS = 10.0


def half_topes(rows: linear.Matrix) -> np.ndarray:
    """Topes of non-zero rows of full column rank with the first row positive: sorted words, one row
    a tope. By the chirotope method.
    """
    n = len(rows)
    if n == 0:
        return np.zeros((1, 1), np.uint64)
    rank, width = len(rows[0]), -(-n // 64)
    if rank <= 2:
        demand_sweep("sign pattern", rows, 12 * width)
        return words_of_integers(sweep_signs(rows), n)
    _check_size(rows, rank, width)
    if pure_python.takes(rows, *_KERNEL):
        return words_of_integers(topes.half_topes([tuple(row) for row in rows]), n)
    from arrangements.kernels.listing import narrow, wide

    if linear.is_integral(rows) and narrow.fits_float64(rows, rank):
        return narrow.half_topes(rows)[:, None] if n <= 64 else wide.half_topes_wide(rows)
    from arrangements.matroids.chirotopes.cocircuit_words import words_from_rows

    return _of_cocircuits(*words_from_rows(rows), n, rank)


def _check_size(rows: linear.Matrix, rank: int, width: int) -> None:
    """Refuse a list that will not fit: by the count of general position or, where counting is
    quick, by the true one.
    """
    bound, each = tope_bound(len(rows), rank), 12 * width
    try:
        check_memory("sign pattern", bound, each)
    except LimitReached:
        # Independent rows alone have 2^rank sign vectors, and a plane through no line of the others
        # meets two regions for each hyperplane.
        if each * max(1 << (rank - 1), 2 * _hyperplanes(rows)) > memory_limit():
            raise
        check_memory("sign pattern", _counted_quickly(rows) or bound, each)


def _hyperplanes(rows: linear.Matrix) -> int:
    return len({line for line, _ in Configuration(rows).directions})


def demand_sweep(what: str, rows: linear.Matrix, bytes_each: int) -> None:
    """Refuse a list of the sectors of lines that will not fit: two for each line. Rows are not zero
    and of rank 1 or 2.
    """
    if 2 * len(rows) * bytes_each > memory_limit():
        lines = {(linear.over(row[-1], row[0]) if row[0] else None) for row in rows}
        check_memory(what, 2 * len(lines), bytes_each)


def _counted_quickly(rows: linear.Matrix) -> int | None:
    """The number of sign vectors; None if that takes too much time or memory to find out."""
    from arrangements.counting.whitney import whitney_numbers

    try:
        with limited("counting", timeout=_COUNTING_SECONDS, memory=_COUNTING):
            return sum(whitney_numbers(rows))
    except LimitReached:
        return None


def _of_cocircuits(positive: np.ndarray, nonzero: np.ndarray, n: int, rank: int) -> np.ndarray:
    """``half_topes`` from the words of ``matroids.chirotopes.cocircuit_words``, rank >= 3,
    without loops.
    """
    from arrangements.kernels.listing import narrow, wide

    if n <= 64:
        return narrow.half_topes_of_cocircuits(positive, nonzero, n, rank)[:, None]
    return wide.half_topes_of_cocircuits_wide(positive, nonzero, n, rank)


def half_topes_of_chirotope(chirotope: Chirotope) -> np.ndarray:
    """Half of the topes of an oriented matroid, realizable or not; none if it has loops."""
    n, rank = chirotope.n, chirotope.rank
    if n == 0 or chirotope.loops:
        return np.zeros((0 if n else 1, max(1, -(-n // 64))), np.uint64)
    if rank <= 2:
        # Loop-free of rank 1 or 2 is always realizable: n vectors on a line, or in the plane in
        # their cyclic order.
        return words_of_integers(sweep_chirotope(chirotope), n)
    check_memory("sign pattern", tope_bound(n, rank), 12 * -(-n // 64))
    from arrangements.matroids.chirotopes.cocircuit_words import words_from_signs

    return _of_cocircuits(*words_from_signs(chirotope.signs, n, rank), n, rank)


def words_of_integers(words: Sequence[int], n: int) -> np.ndarray:
    """Integers of n bits as sorted rows of words, their first bit on top."""
    width = max(1, -(-n // 64))
    data = b"".join((word << (64 * width - n)).to_bytes(8 * width, "big") for word in sorted(words))
    return np.frombuffer(data, ">u8").astype(np.uint64).reshape(len(words), width)
