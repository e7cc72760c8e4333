"""All integer matrices n x d with entries in -k..k, one for each class under relabelling, column
permutation and column sign.

A matrix up to relabelling is a multiset of n of the N = (2k+1)^d vectors. The vectors are numbered
so that each orbit of the signed permutations of the columns is a run of consecutive numbers. The
representative is the multiset whose sorted numbers are lexicographically least in its class; its
first number then starts an orbit, for otherwise some symmetry would lower it. So the positions to
look at are the multisets of n-1 numbers from [a, N) for each start a of an orbit, in lexicographic
order.

That nothing is skipped is proved by counting: representatives are pairwise inequivalent because
each is the least of its class, and the orbit sizes must add up to N^n. The number of classes is
known beforehand as well, by Burnside's lemma.

>>> grid = Grid(6, 2, 2)
>>> grid.name, grid.size, grid.matrices == 5**12
('grid:6x2:2', 75258, True)
>>> Grid.read("grid-affine:3x2:2").matrix(7)
((1, -2, -1), (1, -2, -1), (1, 2, 1))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product
from math import comb, factorial

import numpy as np

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.kernels.jit import kernel
from arrangements.layers.configuration import Configuration
from proofs.search.families.family import Batch, IntegerFamily

__all__ = ["Grid"]

_NAME = re.compile(r"(grid|grid-affine):([1-9][0-9]?)x([1-9]):([0-9]{1,2})")
_MOST_VECTORS = 20_000  # of a grid, from which rows are drawn
_LIMIT = 1 << 62  # positions are int64


@dataclass(frozen=True)
class Grid(IntegerFamily):
    """``grid:n x d:k``; ``affine`` prepends a one to every row."""

    labels: int
    dimension: int
    k: int
    affine: bool = False

    def __str__(self) -> str:
        rows = "points" if self.affine else "rows"
        return f"{self.labels} {rows if self.labels > 1 else rows[:-1]} in dimension {self.dimension}, entries -{self.k}..{self.k}"

    @classmethod
    def read(cls, name: str) -> Grid:
        """The grid of this name; ``LimitReached`` if positions or orbit sizes would pass 2^62."""
        if not (match := _NAME.fullmatch(name)):
            raise BadInput(
                f"grid must be spelled like grid:6x2:2 or grid-affine:4x2:2, not {short_repr(name)}"
            )
        grid = cls(int(match[2]), int(match[3]), int(match[4]), affine=match[1] == "grid-affine")
        if (vectors := (2 * grid.k + 1) ** grid.dimension) > _MOST_VECTORS:
            raise LimitReached(f"{name} must have at most {_MOST_VECTORS} vectors, not {vectors}")
        if (
            max(grid._symmetries * factorial(grid.labels), comb(vectors + grid.labels, grid.labels))
            >= _LIMIT
        ):
            raise LimitReached(f"positions and orbit sizes of {name} must stay below 2^62")
        return grid

    @property
    def name(self) -> str:
        return f"grid{'-affine' if self.affine else ''}:{self.labels}x{self.dimension}:{self.k}"

    @property
    def n(self) -> int:
        return self.labels

    @property
    def relabelled(self) -> bool:
        return True

    @property
    def d(self) -> int:
        return self.dimension + self.affine

    @property
    def bound(self) -> int:
        return max(self.k, int(self.affine))

    @property
    def _symmetries(self) -> int:
        return factorial(self.dimension) << self.dimension

    @property
    def matrices(self) -> int:
        return int((2 * self.k + 1) ** (self.dimension * self.labels))

    @property
    def size(self) -> int:
        return _classes(self)

    @cached_property
    def _tables(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The vectors in order, the image of each under each symmetry (identity first), and the
        starts of the orbits.
        """
        entries = range(-self.k, self.k + 1)
        orbits: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for vector in product(entries, repeat=self.dimension):
            orbits.setdefault(tuple(sorted(map(abs, vector), reverse=True)), []).append(vector)
        blocks = sorted(
            orbits.items(), key=lambda item: (-len(item[1]), tuple(-x for x in item[0]))
        )
        vectors = [vector for _, block in blocks for vector in block]
        number = {vector: index for index, vector in enumerate(vectors)}
        image = [
            [number[tuple(s * v[c] for c, s in zip(columns, signs, strict=True))] for v in vectors]
            for columns in permutations(range(self.dimension))
            for signs in product((1, -1), repeat=self.dimension)
        ]
        starts = np.cumsum([0, *(len(block) for _, block in blocks)])[:-1]
        rows = np.array(vectors, dtype=np.int64).reshape(len(vectors), self.dimension)
        if self.affine:
            rows = np.hstack([np.ones((len(rows), 1), np.int64), rows])
        return rows, np.array(image, dtype=np.int32), starts.astype(np.int64)

    @property
    def span(self) -> int:
        """Number of positions: multisets whose least number starts an orbit."""
        _, image, starts = self._tables
        return sum(_multisets(image.shape[1] - int(a), self.labels - 1) for a in starts)

    def _unrank(self, position: int) -> np.ndarray:
        """The sorted numbers at this position."""
        _, image, starts = self._tables
        count = image.shape[1]
        for a in map(int, starts):
            if position < (here := _multisets(count - a, self.labels - 1)):
                break
            position -= here
        numbers, least = [a], a
        for left in range(self.labels - 2, -1, -1):
            while position >= (here := _multisets(count - least, left)):
                position -= here
                least += 1
            numbers.append(least)
        return np.array(numbers, dtype=np.int32)

    def matrix(self, position: int) -> tuple[tuple[int, ...], ...]:
        """The matrix at this position, whether or not it is a representative."""
        if not 0 <= position < self.span:
            raise BadInput(f"position in {self.name} must be below {self.span}, not {position}")
        return tuple(tuple(row) for row in self._tables[0][self._unrank(position)].tolist())

    @property
    def complete(self) -> str:
        return "one representative a class: the orbit sizes add up to all matrices, and the classes number as Burnside's lemma says"

    def images(self, member: Configuration, turned: bool) -> Iterator[Configuration]:
        one = self.affine  # the column of ones stays
        columns = list(permutations(range(one, self.d))) if turned else [range(one, self.d)]
        changes = (
            list(product((1, -1), repeat=self.dimension)) if turned else [(1,) * self.dimension]
        )
        for order, places, signs in product(permutations(member.rows), columns, changes):
            yield Configuration(
                [
                    (*row[:one], *(s * row[c] for s, c in zip(signs, places, strict=True)))
                    for row in order
                ]
            )

    def batches(self, start: int, stop: int, most: int = 4096) -> Iterator[Batch]:
        rows, image, starts = self._tables
        chosen = np.empty((most, self.labels), np.int32)
        positions, orbits = np.empty(most, np.int64), np.empty(most, np.int64)
        position = start
        state = self._unrank(start) if start < stop else None
        while position < stop:
            # A call looks at a bounded number of positions, so that an interrupt never waits long.
            written, position = _representatives(
                image,
                starts,
                state,
                position,
                min(stop, position + 16 * most),
                factorial(self.labels),
                chosen,
                positions,
                orbits,
            )
            if written:
                yield Batch(
                    positions[:written].copy(), rows[chosen[:written]], orbits[:written].copy()
                )


@cache
def _classes(grid: Grid) -> int:
    """Burnside: the mean number of fixed multisets; with f_j fixed vectors of g^j, g fixes [z^n]
    exp(sum f_j z^j / j) of them.
    """
    _, image, _ = grid._tables
    everything = np.arange(image.shape[1])
    total = 0
    for g in image:
        power, fixed = everything, []
        for _ in range(grid.n):
            power = g[power]
            fixed.append(int(np.count_nonzero(power == everything)))
        counts = [1]
        for m in range(1, grid.n + 1):
            counts.append(sum(fixed[j] * counts[m - 1 - j] for j in range(m)) // m)
        total += counts[-1]
    return total // len(image)


def _multisets(elements: int, size: int) -> int:
    return comb(elements + size - 1, size)


@kernel
def _representatives(image, starts, state, position, stop, relabellings, chosen, positions, orbits):
    """Walk from ``position`` (numbers in ``state``, advanced in place) until ``stop`` or until the
    output is full.
    """
    symmetries, count = image.shape
    n = state.shape[0]
    moved = np.empty(n, np.int32)
    written = 0
    while position < stop and written < chosen.shape[0]:
        fixing = 0
        for g in range(symmetries):
            least = count
            for i in range(n):
                moved[i] = image[g, state[i]]
                least = min(least, moved[i])
            if least > state[0]:
                continue
            for i in range(1, n):
                x = moved[i]
                j = i
                while j > 0 and moved[j - 1] > x:
                    moved[j] = moved[j - 1]
                    j -= 1
                moved[j] = x
            order = 0
            for i in range(n):
                if moved[i] != state[i]:
                    order = 1 if moved[i] > state[i] else -1
                    break
            if order < 0:
                fixing = 0
                break
            if order == 0:
                fixing += 1
        if fixing > 0:
            orbit = relabellings
            run = 1
            for i in range(1, n):
                run = run + 1 if state[i] == state[i - 1] else 1
                orbit //= run  # exact: n! over (m_1! ... m_i! so far) stays divisible by the run
            for i in range(n):
                chosen[written, i] = state[i]
            positions[written] = position
            orbits[written] = orbit * (symmetries // fixing)
            written += 1
        # The next multiset.
        i = n - 1
        while i > 0 and state[i] == count - 1:
            i -= 1
        if i > 0:
            x = state[i] + 1
        else:
            x = count
            for s in range(starts.shape[0]):
                if starts[s] > state[0]:
                    x = starts[s]
                    break
        for j in range(i, n):
            state[j] = x
        position += 1
    return written, position
