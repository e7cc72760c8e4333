"""Random integer matrices: each is a function of the seed and of its position alone, on every
machine.

An entry is a SipHash of (seed, position, place) reduced to -bound..bound, uniform up to a bias
below 2^-40.

>>> RandomFamily.read("random:3x2:bound=9:seed=1:count=1000").name
'random:3x2:bound=9:seed=1:count=1000'
>>> [rows.tolist() for batch in RandomFamily(3, 2, 9, 1, 1000).batches(0, 2) for rows in batch.rows]
[[[9, -5], [1, -2], [6, -4]], [[-4, 1], [-4, 4], [-7, 7]]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.kernels.jit import kernel
from proofs.search.families.family import Batch, IntegerFamily
from proofs.search.kernels import siphash

__all__ = ["RandomFamily"]

_NAME = re.compile(
    r"random:([1-9][0-9]?)x([1-9]):bound=([0-9]{1,6}):seed=([0-9]{1,18}):count=([1-9][0-9]{0,14})"
)


@dataclass(frozen=True)
class RandomFamily(IntegerFamily):
    """``random:NxD:bound=B:seed=S:count=C``: C matrices; the same matrix may come twice."""

    rows: int
    columns: int
    most: int
    seed: int
    count: int

    @classmethod
    def read(cls, name: str) -> RandomFamily:
        """The family of this name."""
        if not (match := _NAME.fullmatch(name)):
            raise BadInput(
                f"random family must be spelled like random:10x4:bound=9:seed=1:count=1000, not {short_repr(name)}"
            )
        return cls(*map(int, match.groups()))

    @property
    def name(self) -> str:
        return f"random:{self.rows}x{self.columns}:bound={self.most}:seed={self.seed}:count={self.count}"

    @property
    def n(self) -> int:
        return self.rows

    @property
    def d(self) -> int:
        return self.columns

    @property
    def bound(self) -> int:
        return self.most

    @property
    def span(self) -> int:
        return self.count

    def batches(self, start: int, stop: int, most: int = 4096) -> Iterator[Batch]:
        for first in range(start, stop, most):
            positions = np.arange(first, min(stop, first + most))
            rows = np.empty((len(positions), self.rows, self.columns), np.int64)
            _draw(np.uint64(self.seed), positions, self.most, rows)
            yield Batch(positions, rows, np.ones(len(positions), np.int64))


@kernel
def _draw(seed, positions, bound, rows):
    state = np.empty(4, np.uint64)
    many, n, d = rows.shape
    for t in range(many):
        for i in range(n):
            for c in range(d):
                siphash.start(state)
                siphash.absorb(state, seed)
                siphash.absorb(state, np.uint64(positions[t]))
                siphash.absorb(state, np.uint64(i * d + c))
                value, _ = siphash.finish(state, 3)
                rows[t, i, c] = np.int64(value % np.uint64(2 * bound + 1)) - bound
