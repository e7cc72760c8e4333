"""List the sign vectors of a few rows in Python alone: what ``kernels.listing`` does, for any exact
scalars and any number of rows.

Rows are inserted one at a time. The cells that row j cuts are those of the restriction to its
hyperplane by the rows before it; each agrees with one listed sign vector on those rows, which keeps
one side of the cut, and the other side is new (``kernels.listing.leaves``). The list of a flat
depends on the flat alone and is made once. A sign vector is an integer of n bits, row 0 on top, +
as 1.

>>> [f"{word:03b}" for word in half_topes([(1, 0, 0), (0, 1, 0), (0, 0, 1)])]
['100', '101', '110', '111']
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cmp_to_key
from typing import Any

from arrangements.exact.numbers import Exact, sign
from arrangements.pure_python.restriction import Rows, restricted

__all__ = ["half_topes"]


def half_topes(rows: Rows) -> list[int]:
    """Sign vectors of non-zero rows of full column rank r >= 3 with row 0 positive, sorted. Not
    checked.
    """
    return _List(len(rows)).of([tuple(row) for row in rows], 1, 0, len(rows))


class _List:
    """The lists of all flats of n rows, by the set of rows that vanish on the flat."""

    def __init__(self, n: int) -> None:
        self._bits = [1 << (n - 1 - i) for i in range(n)]
        self._all = (1 << n) - 1
        self._known: dict[int, list[int]] = {}

    def _set(self, members: Iterable[bool]) -> int:
        return sum(bit for bit, member in zip(self._bits, members, strict=True) if member)

    def of(self, rows: Rows, previous: Exact, flat: int, below: int) -> list[int]:
        """The topes that the rows before ``below`` cut out of the flat, from all rows restricted to
        it.
        """
        if len(rows[0]) == 2:
            return self._of_plane(rows, flat, below)
        words = [self._first(rows, flat)]
        for j in range(1, below):
            bit = self._bits[j]
            if flat & bit:
                continue
            finer, c, pivot = restricted(rows, j, previous)
            vanish = self._set(not any(row) for row in finer)
            parallel = vanish & ~flat
            if parallel >= 2 * bit:  # to a row before j, which has been inserted
                continue
            if vanish not in self._known:
                self._known[vanish] = self.of(finer, pivot, vanish, j)
            positive = self._set(row[c] > 0 for row in rows) & parallel
            same = positive if positive & bit else parallel ^ positive
            later = 2 * bit - 1
            fresh = []
            for cut in self._known[vanish]:
                word = words[bisect_right(words, cut | later) - 1]
                fresh.append(cut | (parallel ^ same if word & bit else same))
            words += fresh
            words.sort()
        return words

    def _first(self, rows: Rows, flat: int) -> int:
        """Signs at the point (1, e, e^2, ..) for a small e > 0, or at the opposite point."""
        word = self._set(next((x > 0 for x in row if x), False) for row in rows)
        return word if word & self._bits[0] else self._all ^ (word | flat)

    def _of_plane(self, rows: Rows, flat: int, below: int) -> list[int]:
        """At the point p_0 + t q, where q is perpendicular to p_0, row i has the sign of its
        product with p_0 plus t times that with q.
        """
        x, y = rows[0]
        along = [x * u + y * v for u, v in rows]
        across = [x * v - y * u for u, v in rows]
        word = self._set(b < 0 or (not b and a > 0) for a, b in zip(along, across, strict=True))
        words = [word]
        for row, turned in _turns(along, across):
            for i in turned:
                word ^= self._bits[i]
            if row < below:
                words.append(word)
        words.sort()
        return words


def _turns(along: list[Any], across: list[Any]) -> list[tuple[int, list[int]]]:
    """The rows that vanish at each t = -along / across, in increasing order of t, after the least
    of them.
    """
    moving = [i for i, b in enumerate(across) if b]
    key: Callable[[int], Any]
    if all(type(a) is int and type(b) is int for a, b in zip(along, across, strict=True)):
        # Two different fractions with parts below 2^k in modulus differ by at least 2^-2k.
        shift = 2 * max(map(int.bit_length, across), default=0)
        keys = {i: -(along[i] << shift) // across[i] for i in moving}
        key = keys.__getitem__
    else:

        def compare(i: int, j: int) -> int:
            return (
                sign(along[j] * across[i] - along[i] * across[j])
                * sign(across[i])
                * sign(across[j])
            )

        key = cmp_to_key(compare)
    found: list[tuple[int, list[int]]] = []
    last = None
    for i in sorted(moving, key=key):
        at = key(i)
        if found and at == last:
            found[-1][1].append(i)
        else:
            found.append((i, [i]))
        last = at
    return found
