"""Whitney numbers with the help of symmetry: one flat for each orbit. ``kernels.counting.orbit_count`` says how.

Not checked here: no zero rows, no two parallel rows, rank r = number of columns, at least 3, fewer than 2^15 rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from arrangements.counting.bounds import tope_bound
from arrangements.counting.images import Images, small_columns
from arrangements.counting.levels import OrbitLevel, chinese, sweep, weight_moduli
from arrangements.counting.symmetry import Permutation, Symmetries
from arrangements.kernels.counting import orbit_count, small_orbits

__all__ = ["orbit_levels", "whitney_by_orbits"]

_CHUNK = 64


def orbit_levels(image: Images, group: Symmetries, top: int) -> Iterator[tuple[OrbitLevel, list[int]]]:
    """For the ranks 0 to ``top``: representatives, whose values are the sums of |mu| over their orbits modulo the primes of the list."""
    rows, primes = image.rows, image.primes
    n, _, r = rows.shape
    moduli = weight_moduli(tope_bound(n, r))
    modulus = np.array(moduli, np.int64)
    inverses = _inverses(n, moduli)
    chain = _chain(group, n)
    words = (n + 63) // 64
    level = OrbitLevel(words, 0, len(moduli))
    level.keys[0], level.values[0], level.sizes[0], level.count = 0, 1, 0, 1
    yield level, moduli
    for rank in range(1, top + 1):
        above = OrbitLevel(words, rank, len(moduli))

        def expand(start: int, stop: int, level: OrbitLevel = level, above: OrbitLevel = above) -> tuple[int, int, bool]:
            flats = (level.keys, level.values, level.bases, level.sizes, start, stop)
            found = (above.keys, above.values, above.bases, above.sizes, above.slots, above.count)
            return orbit_count.expand_orbits(rows, primes, chain, *flats, *found, modulus)

        sweep(level, above, expand, _CHUNK, f"rank {rank} of {r}")
        level = above
        # The kernel leaves |G| times the value.
        level.values[: level.count] = level.values[: level.count] * inverses.T[level.sizes[: level.count]] % modulus
        yield level, moduli


def whitney_by_orbits(image: Images, group: Symmetries) -> list[int]:
    """W_0, .., W_r of a connected configuration; ``Unlucky`` if the primes are, ``LimitReached`` if the flats do not fit."""
    n, _, r = image.rows.shape
    whitney = []
    for level, moduli in orbit_levels(image, group, r - 3):
        whitney.append(chinese(level.values[: level.count].sum(axis=0).tolist(), moduli))
    modulus, inverses = np.array(moduli, np.int64), _inverses(n, moduli)
    totals = np.zeros((2, len(moduli)), np.int64)
    small = small_columns(image)

    def part(start: int, stop: int) -> tuple[bool, np.ndarray]:
        own = np.zeros_like(totals)
        flats = (level.values, level.bases, level.sizes, start, stop, modulus, inverses, own)
        if small:
            return small_orbits.finish_orbits_small(*small[:3], *flats), own
        return orbit_count.finish_orbits(image.rows, image.primes, *flats), own

    threads = numba.get_num_threads()
    with ThreadPoolExecutor(threads) as pool:

        def finish(start: int, stop: int) -> tuple[int, int, bool]:
            borders = [start + (stop - start) * k // threads for k in range(threads + 1)]
            for lucky, own in pool.map(part, borders[:-1], borders[1:]):
                if not lucky:
                    return stop, 0, False
                totals[:] = (totals + own) % modulus
            return stop, 0, True

        sweep(level, None, finish, _CHUNK * threads, f"rank {r - 2} of {r}")
    whitney += [chinese(row.tolist(), moduli) for row in totals]
    # The characteristic polynomial vanishes at 1.
    return [*whitney, abs(sum((-1) ** k * number for k, number in enumerate(whitney)))]


def _inverses(n: int, moduli: list[int]) -> np.ndarray:
    """1 / s for s up to n, modulo each prime."""
    return np.array([[0] + [pow(s, -1, q) for s in range(1, n + 1)] for q in moduli], np.int64)


def _chain(group: Symmetries, n: int) -> tuple[np.ndarray, ...]:
    """The arguments of ``representative``: where each transversal starts, all of them one after the other, and random scores."""
    generator = np.random.Generator(np.random.PCG64(20260302))
    starts, permutations, scores = [0], [], []
    for k, transversal in enumerate(group.transversals):
        # One number for each orbit of the next stabiliser.
        orbit_of = _orbits([p for t in group.transversals[k + 1 :] for p in t.values()], n)
        score = generator.integers(-(2**62), 2**62, n)[orbit_of]
        permutations += list(transversal.values())
        scores += [score[permutation] for permutation in transversal.values()]
        starts.append(len(permutations))
    table = (np.array(permutations, np.int16).reshape(-1, n), np.array(scores, np.int64).reshape(-1, n))
    return np.array(starts, np.int64), *table, generator.integers(-(2**62), 2**62, n)


def _orbits(permutations: list[Permutation], n: int) -> np.ndarray:
    """The least element of the orbit of each element."""
    least = np.arange(n)
    while True:
        before = least.copy()
        for permutation in permutations:
            least = np.minimum(least, least[permutation])
            least[permutation] = np.minimum(least, least[permutation])
        if np.array_equal(before, least):
            return least
