"""Count the regions of one connected component, level by level of its lattice of flats.

The element of index 0 plays the line at infinity: what is counted is the affine arrangement that
the others cut out of the hyperplane where element 0 is 1. ``affine_numbers`` returns b_0, ..,
b_(r-1), where b_k is the sum of |mu(F)| over the flats F of rank k that do not contain element 0.
The whole arrangement has the Whitney numbers b_k + b_(k-1). ``kernels.counting.flat_count`` says
how.

Not checked here: no zero rows, no two parallel rows, row 0 is (0, .., 0, 1), rank r = number of
columns.
"""

from __future__ import annotations

from math import comb

import numpy as np

from arrangements.counting.flat_tables import chinese, weight_moduli
from arrangements.counting.images import BadPrime, Images, small_columns
from arrangements.counting.largest_counts import tope_bound
from arrangements.counting.levels import Level, sweep
from arrangements.exact.numbers.one_sided import at_most
from arrangements.kernels.counting import flat_count, plane, small_flats
from arrangements.running import report_progress

__all__ = ["affine_numbers"]

_CHUNK = 1024


def affine_numbers(image: Images) -> list[int]:
    """b_0, .., b_(r-1); ``BadPrime`` if the primes are, ``LimitReached`` if the flats do not fit
    into the memory.
    """
    n, _, r = image.rows.shape
    if r == 1:
        return [1]
    if r == 2:
        return [1, n - 1]
    # Every weight and every sum of weights is at most the number of regions; it may wrap around in
    # between.
    if tope_bound(n, r) < 1 << 63:
        return _run(image, 0)
    moduli = weight_moduli(tope_bound(n, r))
    return [
        chinese(residues, moduli)
        for residues in zip(*(_run(image, q) for q in moduli), strict=True)
    ]


def _run(image: Images, modulus: int) -> list[int]:
    """The numbers modulo a prime, or modulo 2^64 for modulus 0."""
    rows, primes = image.rows, image.primes
    n, _, r = rows.shape
    if r == 3:
        return _of_lines(rows[1:], primes)
    words = (n + 63) // 64
    residues = flat_count.Image(rows, primes)
    level = Level(words, 0)
    level.keys[0], level.values[0], level.count = 0, 1, 1
    numbers, done = [1], 0
    for rank in range(1, r - 3):
        above = Level(words, rank)

        def expand(
            start: int, stop: int, level: Level = level, above: Level = above
        ) -> tuple[int, int, bool]:
            return flat_count.expand(
                residues, _flats(level), start, stop, _flats(above), above.count, modulus
            )

        sweep(level, above, expand, _CHUNK, _named(rank, n, r, done))
        done, level = done + level.count, above
        total = int(level.values[: level.count].sum())
        numbers.append(total % modulus if modulus else total)
    leaves, totals = Level(words, 0), np.zeros(3, np.int64)
    finish = _Finish(image, level, leaves, modulus, totals)
    sweep(level, leaves, finish, _CHUNK, _named(r - 3, n, r, done))
    return numbers + totals.tolist()


def _named(rank: int, n: int, r: int, done: int) -> str:
    """The words for progress: the rank, the flats that are done, and the most that there can be, as
    many as if no r rows were dependent.

    >>> _named(5, 60, 20, 488_187)
    'rank 5 of 20; 488,187 flats done, of at most 4.5e+14'
    """
    most = sum(comb(n - 1, k) for k in range(r - 2))
    number = f"{most:,}" if most < 10**9 else at_most(most, 2)
    return f"rank {rank} of {r}; {done:,} flats done, of at most {number}"


def _of_lines(lines: np.ndarray, primes: np.ndarray) -> list[int]:
    """Lines in the plane: what ``plane.planar_count`` counts, with a word from time to time."""
    n, images, _ = lines.shape
    room = plane.plane_room(n, images)
    report_progress("lines", 0.0)
    a, b, points, lucky = plane.keep_lines(lines, n, primes, room)
    start = 0
    while lucky and start < a:
        report_progress("lines", (start / a) ** 2)
        start, count = plane.meet_lines(start, a, primes, room)
        points, lucky = points + count, count >= 0
    if not lucky:
        raise BadPrime
    return [1, int(a + b), int(points)]


def _flats(level: Level) -> flat_count.Flats:
    return flat_count.Flats(level.keys, level.values, level.bases, level.slots)


class _Finish:
    """The last step, by the kernel that is right for the primes."""

    def __init__(
        self, image: Images, level: Level, leaves: Level, modulus: int, totals: np.ndarray
    ) -> None:
        self.level, self.leaves, self.totals, self.modulus = level, leaves, totals, modulus
        n, images, _ = image.rows.shape
        small = small_columns(image)
        self.small = small_flats.SmallImage(*small) if small else None
        self.room = None if self.small else plane.plane_room(n, images)
        self.image = flat_count.Image(image.rows, image.primes)

    def __call__(self, start: int, stop: int) -> tuple[int, int, bool]:
        flats = (
            _flats(self.level),
            start,
            stop,
            _flats(self.leaves),
            self.leaves.count,
            self.modulus,
            self.totals,
        )
        if self.small:
            return small_flats.finish_small(self.small, *flats)
        return flat_count.finish(self.image, *flats, self.room)
