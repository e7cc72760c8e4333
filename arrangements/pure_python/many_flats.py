"""Count regions by NumPy, many flats at once: what ``flats`` does, for integers whose minors are
small and up to 64 rows.

>>> affine_numbers([(1, 0), (0, 1), (1, 1)], 100), affine_numbers([(1, 0), (0, 1), (1, 1)], 2)
(([1, 2], 3), (None, 0))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from arrangements.errors import InternalError
from arrangements.exact.linear import bounds
from arrangements.running import memory_limit, report_progress

__all__ = ["affine_numbers", "fits"]

_CHUNK = 1 << 18  # entries that are worked on at a time
_ATTEMPTS = 20


def fits(rows: Sequence[Sequence[int]]) -> bool:
    """Whether there is a bit for every row and ``int64`` holds the sum of two products of minors,
    which restricting computes.
    """
    return (
        len(rows) <= 64
        and bounds.hadamard_square((sum(x * x for x in row) for row in rows), len(rows[0]))
        < 1 << 61
    )


class _Flats(NamedTuple):
    """Of one rank: members as bits, the number of ways to reach each, its least member, the rows on
    it, and its last pivot.
    """

    members: np.ndarray
    weights: np.ndarray
    least: np.ndarray
    rows: np.ndarray
    pivots: np.ndarray


class _Lines(NamedTuple):
    """Lines in flats, by number: the flat, the least row on the line, all rows on it as bits."""

    flat: np.ndarray
    least: np.ndarray
    members: np.ndarray


def affine_numbers(rows: Sequence[Sequence[int]], most: int) -> tuple[list[int] | None, int]:
    """``flats.affine_numbers`` and how many rows on flats were looked at; None if it takes more
    than ``most``. ``fits`` must hold.
    """
    n, r = len(rows), len(rows[0])
    most = min(most, memory_limit() // (64 * r))
    seen = 0
    one = np.ones(1, np.int64)
    level = _Flats(np.zeros(1, np.uint64), one, n * one, np.array(rows, np.int64)[None], one)
    numbers = [1]
    for rank in range(1, r):
        if not len(level.rows) or seen + n > most:
            return None, seen
        seen += n * len(level.members)
        report_progress(f"rank {rank} of {r}")
        parts = [_lines(level.rows[a:b], level.least[a:b], a) for a, b in _chunks(level.rows)]
        lines = _Lines(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        weights = level.weights[lines.flat]
        numbers.append(int(weights.sum()))
        if rank < r - 1:
            level = _above(level, lines, weights, (most - seen) // n, last=rank == r - 2)
    return numbers, seen


def _chunks(rows: np.ndarray) -> Iterator[tuple[int, int]]:
    step = max(1, _CHUNK // (rows.shape[1] * rows.shape[2]))
    return ((a, min(a + step, len(rows))) for a in range(0, len(rows), step))


def _lines(rows: np.ndarray, least: np.ndarray, number: int) -> _Lines:
    """The lines that rows of these flats span, without row 0, and whose least row comes before that
    of the flat.
    """
    n, d = rows.shape[1:]
    size = np.gcd.reduce(rows, axis=2)
    zero = size == 0
    lead = np.take_along_axis(rows, (rows != 0).argmax(axis=2)[:, :, None], axis=2)[:, :, 0]
    scaled = rows // np.where(zero, 1, np.where(lead < 0, -size, size))[:, :, None]
    random = np.random.default_rng(d)
    for _ in range(_ATTEMPTS):
        factors = random.integers(0, 2**63, d).astype(np.uint64) | np.uint64(1)
        keys = (scaled.astype(np.uint64) * factors).sum(axis=2, dtype=np.uint64)
        order = keys.argsort(axis=1, kind="stable")
        ranked = np.take_along_axis(keys, order, axis=1)
        same = ranked[:, 1:] == ranked[:, :-1]
        flat, place = same.nonzero()
        if np.array_equal(scaled[flat, order[flat, place]], scaled[flat, order[flat, place + 1]]):
            break
    else:
        raise InternalError(f"one of {_ATTEMPTS} random hashes must tell the lines of a flat apart")
    first = np.ones(order.shape, bool)
    first[:, 1:] = ~same
    starts = first.ravel().nonzero()[0]
    bits = np.uint64(1) << order.astype(np.uint64)
    members = np.bitwise_or.reduceat(bits.ravel(), starts)
    leader, flat = order.ravel()[starts], starts // n
    counted = (leader > 0) & (leader < least[flat]) & ~zero[flat, leader]
    return _Lines(flat[counted] + number, leader[counted], members[counted])


def _above(level: _Flats, lines: _Lines, weights: np.ndarray, most: int, last: bool) -> _Flats:
    """The flats one rank up, each from the first line that makes it; without their rows if they and
    those above are more than ``most``.
    """
    members, makers, made = np.unique(
        level.members[lines.flat] | lines.members, return_index=True, return_inverse=True
    )
    total = np.zeros(len(members), np.int64)
    np.add.at(total, made, weights)
    flat, least = lines.flat[makers], lines.least[makers]
    # it slows down from rank to rank
    growth = 0.0 if last else len(members) / len(level.members) / 2
    if len(members) * (1 + growth) > most:
        return _Flats(members, total, least, level.rows[:0], level.pivots[:0])
    n, d = level.rows.shape[1:]
    rows, pivots = np.empty((len(members), n, d - 1), np.int64), np.empty(len(members), np.int64)
    for a, b in _chunks(rows):
        rows[a:b], pivots[a:b] = _restricted(
            level.rows[flat[a:b]], least[a:b], level.pivots[flat[a:b]]
        )
    return _Flats(members, total, least, rows, pivots)


def _restricted(
    rows: np.ndarray, j: np.ndarray, previous: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """``restriction.restricted``, of every flat to the hyperplane of its row j."""
    flats, d = np.arange(len(rows)), rows.shape[2]
    own = rows[flats, j]
    c = (own != 0).argmax(axis=1)
    others = np.arange(d - 1) + (np.arange(d - 1) >= c[:, None])
    pivot = own[flats, c]
    rest = np.take_along_axis(own, others, axis=1) * np.sign(pivot)[:, None]
    kept = np.take_along_axis(rows, others[:, None, :], axis=2)
    column = np.take_along_axis(rows, c[:, None, None], axis=2)
    return (kept * abs(pivot)[:, None, None] - column * rest[:, None, :]) // previous[
        :, None, None
    ], abs(pivot)
