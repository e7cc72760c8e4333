"""n, a rank and signs: the value that the operations on chirotopes work on; ``Chirotope`` adds
labels.

>>> signs = Signs(3, 2, [1, 0, -1])
>>> signs.sign(2, 1), signs.bases.tolist()
(1, [[0, 1], [1, 2]])
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import comb
from typing import NoReturn

import numpy as np

from arrangements.errors import BadInput
from arrangements.matroids.chirotopes.subsets import lex_numbers, lex_subsets
from arrangements.running.validated import ARRAY, INTEGER, either, some, validated

__all__ = ["Signs"]


@validated(signs=either(some(INTEGER), ARRAY), elements=INTEGER)
class Signs:
    """n elements, a rank, and one sign (int8) for each subset of that size, in lexicographic order;
    at least one is not 0.
    """

    n: int
    rank: int
    signs: np.ndarray

    def __init__(self, n: int, rank: int, signs: Iterable[int] | np.ndarray) -> None:
        if not 0 <= rank <= n:
            raise BadInput(f"rank must be between 0 and n = {n}, not {rank}")
        values = signs if isinstance(signs, np.ndarray) else np.array(list(signs))
        if values.shape != (comb(n, rank),):
            raise BadInput(
                f"signs must be {comb(n, rank)} (rank {rank} on {n} elements), not {values.size}"
            )
        if values.dtype.kind not in "iu" or values.min() < -1 or values.max() > 1:
            raise BadInput("signs must be -1, 0 or 1")
        stored = values.astype(np.int8)
        if not stored.any():
            raise BadInput("signs must not all be 0: a chirotope has a basis")
        stored.setflags(write=False)
        vars(self).update(n=n, rank=rank, signs=stored)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable; {name!r} cannot be set")

    def sign(self, *elements: int) -> int:
        """chi of the elements in the given order: -1, 0 or 1."""
        return int(self.signs_at(np.array(elements, np.int32)[None, :])[0])

    @validated(elements=ARRAY)
    def signs_at(self, elements: np.ndarray) -> np.ndarray:
        """chi of each row of indices.

        Parameters
        ----------
        elements
            An array of indices from 0 in any order, rank many in each row.

        Returns
        -------
        An array of -1, 0 and 1; 0 where an index is repeated.

        Raises
        ------
        BadInput
            If the elements are no such array.
        """
        ascending = np.sort(elements, axis=1)
        sign = np.ones(len(elements), np.int8)
        for i in range(self.rank):
            for j in range(i + 1, self.rank):
                sign[elements[:, i] > elements[:, j]] *= -1
        sign[(ascending[:, 1:] == ascending[:, :-1]).any(axis=1)] = 0
        distinct = sign != 0
        sign[distinct] *= self.signs[lex_numbers(ascending[distinct], self.n)]
        return sign

    @cached_property
    def bases(self) -> np.ndarray:
        """The bases, ascending, one a row, in lexicographic order."""
        bases = lex_subsets(self.n, self.rank)[self.signs != 0]
        bases.setflags(write=False)
        return bases
