"""Pieces of work when orbits of flats are counted: pure functions of a
description and of some flats.

>>> from arrangements import load
>>> from arrangements.counting.components import components
>>> from arrangements.counting.images import images
>>> ((_, image),) = components(next(images(load("braid:5").reduced_rows())))
>>> work = Description.of(image)
>>> atoms = expansion(work, 0, Table.of_the_empty_flat(len(work.moduli)))
>>> len(atoms.table), atoms.table.values.tolist(), atoms.pairs
(1, [[10]], 10)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arrangements.counting.flat_tables import Table, key_words, weight_moduli
from arrangements.counting.images import BadPrime, Images, small_columns
from arrangements.counting.largest_counts import tope_bound
from arrangements.counting.symmetry import Permutation, Symmetries, links, symmetries
from arrangements.kernels.counting import orbit_count, small_orbits
from arrangements.kernels.counting.flat_table import rehash
from arrangements.kernels.counting.representatives import Chain
from arrangements.running import report_progress
from arrangements.running.code import code_hash

__all__ = [
    "GROUPS",
    "Description",
    "Expansion",
    "closure",
    "code_of_counting",
    "expansion",
    "group_of",
    "orbit_tables",
]

GROUPS = ("whole", "stabiliser", "trivial")


@dataclass(frozen=True)
class Description:
    """A connected component over prime fields, and how its flats are counted: the group, the
    weights' primes, and a seed of all choices.
    """

    rows: bytes
    shape: tuple[int, int, int]
    primes: tuple[int, ...]
    moduli: tuple[int, ...]
    group: str = "whole"
    seed: int = 0

    @classmethod
    def of(cls, image: Images, group: str = "whole", seed: int = 0) -> Description:
        """Another seed takes other primes for the weights, another order of the elements and so
        another base, and other random numbers.
        """
        n, images, r = image.rows.shape
        order = np.random.Generator(np.random.PCG64(seed)).permutation(n) if seed else np.arange(n)
        moduli = weight_moduli(tope_bound(n, r), skip=8 * seed)
        return cls(
            image.rows[order].tobytes(),
            (n, images, r),
            tuple(image.primes.tolist()),
            tuple(moduli),
            group,
            seed,
        )

    @property
    def image(self) -> Images:
        return Images(
            np.array(self.primes, np.int64), np.frombuffer(self.rows, np.int64).reshape(self.shape)
        )

    @property
    def about(self) -> dict[str, object]:
        """The description in short."""
        n, _, r = self.shape
        return {
            "elements": n,
            "rank": r,
            "primes": self.primes,
            "group": self.group,
            "seed": self.seed,
        }

    @cached_property
    def digest(self) -> str:
        return sha256(
            repr((self.rows, self.shape, self.primes, self.moduli, self.group, self.seed)).encode()
        ).hexdigest()


@cache
def code_of_counting() -> str:
    """Which code counts: the first digits of a hash."""
    here = Path(__file__).parent
    folders = (here, here.parent / "kernels" / "counting", here.parent / "exact" / "linear")
    return code_hash(path for folder in folders for path in sorted(folder.glob("*.py")))[:12]


class Expansion(NamedTuple):
    """Flats one rank up, in any order; the number of pairs of a flat and one that covers it; the
    incidences of the flats given (``kernels.counting.orbit_count``), modulo each prime.
    """

    table: Table
    pairs: int
    incidences: list[int]


def group_of(work: Description) -> Symmetries:
    """The symmetries that are used."""
    return _tables(work).group


def expansion(work: Description, rank: int, table: Table) -> Expansion:
    """The contributions of the flats of a table, of this rank, to the flats that cover them."""
    tables = _tables(work)
    moduli = len(work.moduli)
    least = max(1 << 12, 2 * work.shape[0])
    above = Table(
        np.empty((least, key_words(rank + 1)), np.uint64), np.empty((least, moduli), np.uint32)
    )
    slots = np.zeros(1 << (2 * least - 1).bit_length(), np.uint64)
    at = count = pairs = 0
    incidences = np.zeros(moduli, np.int64)
    given = (
        tables.image.rows,
        tables.image.primes,
        tables.chain,
        orbit_count.Flats(rank, table.keys, table.values),
    )
    while at < len(table):
        room = orbit_count.Room(above.keys, above.values, slots)
        at, count, found, lucky = orbit_count.expand_orbits(
            *given, at, len(table), room, count, tables.weights, incidences
        )
        pairs += found
        if not lucky:
            raise BadPrime
        if at < len(table):
            above = Table(
                *(
                    np.concatenate([array, np.empty_like(array)])
                    for array in (above.keys, above.values)
                )
            )
            slots = np.zeros(2 * slots.size, np.uint64)
            rehash(above.keys, count, slots)
    return Expansion(
        Table(above.keys[:count].copy(), above.values[:count].copy()), pairs, incidences.tolist()
    )


def closure(work: Description, table: Table) -> list[list[int]]:
    """The contributions of flats of rank r - 3 to the Whitney numbers one and two ranks up, and
    their incidences, modulo each prime.
    """
    tables = _tables(work)
    totals = np.zeros((3, len(work.moduli)), np.int64)
    table = table.by_elements()
    given = (
        orbit_count.Flats(work.shape[2] - 3, table.keys, table.values),
        0,
        len(table),
        tables.weights,
        totals,
    )
    if tables.small:
        lucky = small_orbits.finish_orbits_small(*tables.small[:3], *given)
    else:
        lucky = orbit_count.finish_orbits(tables.image.rows, tables.image.primes, *given)
    if not lucky:
        raise BadPrime
    return totals.tolist()


def orbit_tables(image: Images, top: int) -> Iterator[tuple[Description, Table]]:
    """For the ranks 0 to ``top``: representatives of the flats."""
    work = Description.of(image)
    table = Table.of_the_empty_flat(len(work.moduli))
    yield work, table
    for rank in range(top):
        report_progress(f"rank {rank + 1} of {top}")
        table = expansion(work, rank, table).table
        yield work, table


class _Tables(NamedTuple):
    """The tables that every piece needs, made once in each process."""

    image: Images
    group: Symmetries
    chain: Chain
    weights: orbit_count.Weights
    small: tuple[np.ndarray, int, np.ndarray, np.ndarray] | None


@lru_cache(maxsize=4)
def _tables(work: Description) -> _Tables:
    image, n = work.image, work.shape[0]
    group = Symmetries((), ()) if work.group == "trivial" else symmetries(image)
    if work.group == "stabiliser":
        group = Symmetries(group.base[1:], group.transversals[1:])
    modulus = np.array(work.moduli, np.int64)
    inverses = np.array(
        [[0] + [pow(s, -1, q) for s in range(1, n + 1)] for q in work.moduli], np.int64
    )
    chain = _chain(
        group, links(image) if group.transversals else np.zeros((0, n), np.int32), work.seed
    )
    return _Tables(
        image, group, chain, orbit_count.Weights(modulus, inverses), small_columns(image)
    )


def _chain(group: Symmetries, links: np.ndarray, seed: int = 0) -> Chain:
    """The chain, with random scores."""
    n: int = links.shape[1]
    generator = np.random.Generator(np.random.PCG64((20260302, seed)))
    levels = len(group.transversals)
    starts, permutations = [0], []
    index, scores = np.full((levels, n), -1, np.int16), np.empty((levels, n), np.int64)
    for k, transversal in enumerate(group.transversals):
        # One number for each orbit of the next stabiliser.
        orbit_of = _orbits([p for t in group.transversals[k + 1 :] for p in t.values()], n)
        # sums over all elements stay below 2^63
        scores[k] = generator.integers(-(2**62), 2**62, n)[orbit_of] >> 15
        index[k, list(transversal)] = np.arange(len(transversal))
        permutations += list(transversal.values())
        starts.append(len(permutations))
    places = generator.integers(-(2**62), 2**62, n)
    return Chain(
        np.array(starts, np.int64),
        np.array(permutations, np.int16).reshape(-1, n),
        index,
        scores,
        places,
        links,
    )


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
