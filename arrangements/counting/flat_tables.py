"""Tables of flats of one rank: keys, and sums of |mu| modulo primes below 2^31. Sorted by key, no
key twice.

A flat takes 8 bytes for every four elements of its basis, and 4 for every prime.

>>> table = Table.of_the_empty_flat(2)
>>> merged([table, table], np.array([5, 7])).values.tolist()
[[2, 2]]
>>> moduli = weight_moduli(2**70)
>>> chinese([2**69 % q for q in moduli], moduli) == 2**69
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

import numpy as np

from arrangements.exact.linear.residues import primes
from arrangements.kernels.counting import flat_runs, representatives

__all__ = ["Table", "chinese", "key_words", "merged", "weight_moduli"]


def key_words(rank: int) -> int:
    """Words of a key of this rank."""
    return max(1, -(-rank // 4))


@dataclass(frozen=True, eq=False)
class Table:
    """``keys[flat, word]`` as ``kernels.counting.representatives`` says, and ``values[flat,
    modulus]``.
    """

    keys: np.ndarray
    values: np.ndarray

    @classmethod
    def of_the_empty_flat(cls, moduli: int) -> Table:
        return cls(np.zeros((1, 1), np.uint64), np.ones((1, moduli), np.uint32))

    @classmethod
    def empty(cls, rank: int, moduli: int) -> Table:
        return cls(np.zeros((0, key_words(rank)), np.uint64), np.zeros((0, moduli), np.uint32))

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, flats: slice | np.ndarray) -> Table:
        return Table(self.keys[flats], self.values[flats])

    def basis(self, flat: int, rank: int) -> list[int]:
        """The elements that are the key of a flat."""
        return [int(representatives.element(self.keys[flat], place)) for place in range(rank)]

    def by_elements(self) -> Table:
        """The flats of the table, sorted by the elements of their keys from the first one on."""
        words = self.keys.astype("<u8").view("<u2").reshape(-1, self.keys.shape[1], 4)
        return self[
            np.lexsort([words[:, k >> 2, k & 3] for k in reversed(range(4 * self.keys.shape[1]))])
        ]

    @property
    def nbytes(self) -> int:
        return self.keys.nbytes + self.values.nbytes

    def to_bytes(self) -> bytes:
        return self.keys.astype("<u8").tobytes() + self.values.astype("<u4").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes, rank: int, moduli: int) -> Table:
        words = key_words(rank)
        count = len(data) // (8 * words + 4 * moduli)
        keys = np.frombuffer(data, "<u8", count * words).reshape(count, words)
        return cls(
            keys.astype(np.uint64),
            np.frombuffer(data, "<u4", offset=keys.nbytes).reshape(count, moduli).astype(np.uint32),
        )

    def sums(self, moduli: np.ndarray) -> list[int]:
        return (self.values.sum(axis=0, dtype=np.int64) % moduli).tolist()

    def split(self, parts: int, seed: int) -> list[Table]:
        """Sorted tables of the flats of each part; the keys may come in any order, but each
        once.
        """
        part_of = np.empty(len(self), np.int64)
        flat_runs.parts_of(self.keys, parts, seed, part_of)
        order = np.lexsort((*self.keys.T[::-1], part_of))
        borders = np.searchsorted(part_of[order], np.arange(parts + 1))
        keys, values = self.keys[order], self.values[order]
        return [Table(keys[a:b], values[a:b]) for a, b in pairwise(borders)]


def merged(tables: Sequence[Table], moduli: np.ndarray) -> Table:
    """All flats of the tables; values of the same flat are added."""
    queue = list(tables)
    while len(queue) > 1:
        last = queue[len(queue) & ~1 :]
        queue = [_pair(queue[k], queue[k + 1], moduli) for k in range(0, len(queue) - 1, 2)] + last
    return queue[0]


def _pair(one: Table, other: Table, moduli: np.ndarray) -> Table:
    room = len(one) + len(other)
    keys, values = (
        np.empty((room, one.keys.shape[1]), np.uint64),
        np.empty((room, moduli.size), np.uint32),
    )
    count = flat_runs.merge(one.keys, one.values, other.keys, other.values, moduli, keys, values)
    return Table(keys[:count], values[:count])


def weight_moduli(bound: int, skip: int = 0) -> list[int]:
    """Primes below 2^31 whose product exceeds the bound; the first ``skip`` ones are left out."""
    moduli: list[int] = []
    supply = primes(1 << 31)
    for _ in range(skip):
        next(supply)
    while prod(moduli) <= bound:
        moduli.append(next(supply))
    return moduli


def chinese(residues: Sequence[int], moduli: Sequence[int]) -> int:
    """The number below the product of the moduli with these residues."""
    product = prod(moduli)
    return (
        sum(
            x * (product // q) * pow(product // q, -1, q)
            for x, q in zip(residues, moduli, strict=True)
        )
        % product
    )
