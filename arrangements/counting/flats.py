"""Count the regions of one connected component, level by level of its lattice of flats.

The element of index 0 plays the line at infinity: what is counted is the affine arrangement that the others cut out of the hyperplane
where element 0 is 1. ``affine_numbers`` returns b_0, .., b_(r-1), where b_k is the sum of |mu(F)| over the flats F of rank k that do not
contain element 0. The whole arrangement has the Whitney numbers b_k + b_(k-1). ``kernels.flat_count`` says how.

Not checked here: no zero rows, no two parallel rows, row 0 is (0, .., 0, 1), rank r = number of columns.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import numpy as np

from arrangements.counting.bounds import tope_bound
from arrangements.counting.images import SMALL, Images, Unlucky, primes_below
from arrangements.errors import LimitReached
from arrangements.kernels import flat_count, flat_table, plane, small_flats

__all__ = ["MEMORY", "Progress", "affine_numbers", "weight_moduli"]

# Bytes that the tables of flats may take.
MEMORY = 6 * 2**30

# Called with the fraction of the longest step that is done.
Progress = Callable[[float], None]

_CHUNK = 1024


class _Level:
    """The flats of one rank; the arrays are those of ``kernels.flat_count``."""

    def __init__(self, words: int, rank: int, room: int = 1 << 10) -> None:
        self.keys, self.values = np.empty((room, words), np.uint64), np.empty(room, np.int64)
        self.bases, self.slots = np.empty((room, rank), np.int32), np.zeros(2 * room, np.uint64)
        self.count = 0

    def grow(self, memory: int, others: int) -> None:
        """Twice the room; ``memory`` is what all levels may take, ``others`` what the others do."""
        size = self.keys.nbytes + self.values.nbytes + self.bases.nbytes
        # While an array is copied, old and new exist.
        if 3 * size + 2 * self.slots.nbytes + others > memory:
            shown = f"{memory / 2**30:.3g} GiB of memory"
            raise LimitReached(f"number of flats must fit into {shown}, not be more than {self.count} in one rank")
        self.slots = np.zeros(0, np.uint64)
        for name in ("keys", "values", "bases"):
            old = getattr(self, name)
            new = np.empty((2 * old.shape[0], *old.shape[1:]), old.dtype)
            new[: self.count] = old[: self.count]
            setattr(self, name, new)
        self.slots = np.zeros(2 * self.keys.shape[0], np.uint64)
        flat_table.rehash(self.keys, self.count, self.slots)

    @property
    def nbytes(self) -> int:
        return self.keys.nbytes + self.values.nbytes + self.bases.nbytes + self.slots.nbytes


def weight_moduli(bound: int) -> list[int]:
    """Moduli for numbers below the bound: [0], plain int64, if that is enough, else primes below 2^31 whose product exceeds it.

    >>> weight_moduli(10), weight_moduli(2**63)
    ([0], [2147483647, 2147483629, 2147483587])
    """
    if bound < 1 << 63:
        return [0]
    moduli: list[int] = []
    supply = primes_below(1 << 31)
    while prod(moduli) <= bound:
        moduli.append(next(supply))
    return moduli


def affine_numbers(image: Images, memory: int = MEMORY, progress: Progress | None = None) -> list[int]:
    """b_0, .., b_(r-1); ``Unlucky`` if the primes are, ``LimitReached`` if the flats do not fit into the memory."""
    n, _, r = image.rows.shape
    if r == 1:
        return [1]
    if r == 2:
        return [1, n - 1]
    moduli = weight_moduli(tope_bound(n, r))
    runs = [_run(image, modulus, memory, progress) for modulus in moduli]
    return runs[0] if moduli == [0] else [_chinese(list(residues), moduli) for residues in zip(*runs, strict=True)]


def _chinese(residues: list[int], moduli: list[int]) -> int:
    """The number below the product of the moduli with these residues."""
    product = prod(moduli)
    return sum(x * (product // q) * pow(product // q, -1, q) for x, q in zip(residues, moduli, strict=True)) % product


def _run(image: Images, modulus: int, memory: int, progress: Progress | None) -> list[int]:
    rows, primes = image.rows, image.primes
    n, images, r = rows.shape
    plane_room = plane.plane_workspace(n, images)
    if r == 3:
        lines, points, lucky = plane.planar_count(rows[1:], n - 1, primes, *plane_room)
        if not lucky:
            raise Unlucky
        return [1, int(lines), int(points)]
    words = (n + 63) // 64
    level = _Level(words, 0)
    level.keys[0], level.values[0], level.count = 0, 1, 1
    numbers = [1]
    for rank in range(1, r - 3):
        above = _Level(words, rank)

        def expand(start: int, stop: int, level: _Level = level, above: _Level = above) -> tuple[int, int, bool]:
            parts = (level.keys, level.values, level.bases, start, stop, above.keys, above.values, above.bases, above.slots, above.count)
            return flat_count.expand(rows, primes, *parts, modulus)

        _sweep(level, above, expand, memory, None)
        level = above
        total = int(level.values[: level.count].sum())
        numbers.append(total % modulus if modulus else total)
    leaves, totals = _Level(words, 0), np.zeros(3, np.int64)
    small = images == 1 and int(primes[0]) < SMALL
    if small:
        p = int(primes[0])
        columns = np.ascontiguousarray(rows[:, 0, :].T.astype(np.float64))
        columns[columns > p // 2] -= p
        tables = small_flats.small_tables(p)

    def finish(start: int, stop: int) -> tuple[int, int, bool]:
        parts = (level.keys, level.values, level.bases, start, stop, leaves.keys, leaves.values, leaves.slots, leaves.count)
        if small:
            return small_flats.finish_small(columns, p, *tables, *parts, modulus, totals)
        return flat_count.finish(rows, primes, *parts, modulus, totals, *plane_room)

    _sweep(level, leaves, finish, memory, progress)
    return numbers + totals.tolist()


def _sweep(
    level: _Level, above: _Level, step: Callable[[int, int], tuple[int, int, bool]], memory: int, progress: Progress | None
) -> None:
    """Apply ``step`` to all flats of a level, in pieces; it fills ``above``."""
    at = 0
    while at < level.count:
        stop = min(at + _CHUNK, level.count)
        at, above.count, lucky = step(at, stop)
        if not lucky:
            raise Unlucky
        if at < stop:
            above.grow(memory, level.nbytes)
        if progress is not None:
            progress(at / level.count)
