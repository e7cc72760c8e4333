"""Allowable sequences (Goodman and Pollack 1980): how the order of labels along a turning direction
can go, up to relabelling.

While a direction turns by half a turn, the order of n points along it changes into its opposite:
every change reverses some blocks, and every pair is reversed once. Such a sequence of orders is
called allowable, whether or not points have it. Sequences that differ by relabelling, by their
beginning, or by their sense, are one class. Points on one line, whose order changes once, are left
out.

A sequence is a chirotope: of the n points, and of a point at infinity for each direction in which
the order changes (``chirotope``). So ``realizing`` finds points, or refutes them.

>>> [len(allowable_sequences(n)) for n in (3, 4, 5)]
[1, 5, 155]
>>> " ".join("".join(map(str, order)) for order in allowable_sequences(3)[0])
'012 102 120 210'
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise
from typing import overload

import numpy as np

from arrangements.exact.numbers import Exact
from arrangements.kernels.combinatorial_types import sequences
from arrangements.kernels.combinatorial_types.sequences import mirrored
from arrangements.matroids.chirotopes import Chirotope

__all__ = [
    "AllowableSequences",
    "Order",
    "Sequence",
    "allowable_sequences",
    "changes_of",
    "chirotope",
    "least",
    "matrix",
    "rankings",
    "reversed_pairs",
    "sequence_of",
]

Order = tuple[int, ...]
Sequence = tuple[Order, ...]


class AllowableSequences(abc.Sequence[Sequence]):
    """One of each class, with its first order 0 1 2 ...; those with the most changes first.

    Kept as changes; the orders are made when they are asked for.
    """

    def __init__(self, n: int) -> None:
        out = np.zeros((0, 1 + n * (n - 1) // 2), np.int64)
        out = np.zeros((sequences.sequences(n, out), out.shape[1]), np.int64)
        sequences.sequences(n, out)
        self.n = n
        self._changes = out[np.lexsort((*out[:, :0:-1].T, -out[:, 0]))]

    def __len__(self) -> int:
        return len(self._changes)

    @overload
    def __getitem__(self, k: int) -> Sequence: ...
    @overload
    def __getitem__(self, k: slice) -> list[Sequence]: ...
    def __getitem__(self, k: int | slice) -> Sequence | list[Sequence]:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        m, *changes = self._changes[k].tolist()
        return _orders(changes[:m], self.n)


@cache
def allowable_sequences(n: int) -> AllowableSequences:
    """The list for n labels."""
    return AllowableSequences(n)


def _orders(changes: Iterable[int], n: int) -> Sequence:
    order = list(range(n))
    orders = [tuple(order)]
    for word in changes:
        for first, last in _blocks(word, n):
            order[first : last + 1] = order[first : last + 1][::-1]
        orders.append(tuple(order))
    return tuple(orders)


def _blocks(word: int, n: int) -> list[tuple[int, int]]:
    """First and last place of each block that a change reverses."""
    ends = [b for b in range(-1, n) if b in (-1, n - 1) or not word >> b & 1]
    return [(a + 1, b) for a, b in pairwise(ends) if b > a + 1]


def changes_of(half: Sequence) -> list[int]:
    """The changes between successive orders, as words of ``kernels.combinatorial_types.sequences``."""
    return [
        sum((a.index(b[k]) > a.index(b[k + 1])) << k for k in range(len(a) - 1))
        for a, b in pairwise(half)
    ]


def sequence_of(points: Iterable[Iterable[Exact]]) -> Sequence:
    """The orders of distinct points of the plane during half a turn."""
    from arrangements.matroids.rank2_sweep import sweep_rankings

    half = [tuple(order) for order in sweep_rankings([tuple(point) for point in points])]
    return (*half, half[0][::-1]) if half[-1] != half[0][::-1] else tuple(half)


def least(half: Sequence) -> Sequence:
    """The representative of its class in ``allowable_sequences``."""
    n, words = len(half[0]), changes_of(half)
    turn = [*words, *(int(mirrored(word, n)) for word in words)]
    ways = (turn * 2, (turn * 2)[::-1])
    return _orders(min(way[k : k + len(words)] for way in ways for k in range(len(turn))), n)


def rankings(half: Sequence) -> frozenset[Order]:
    """All orders of half a turn and their opposites."""
    return frozenset(half) | frozenset(order[::-1] for order in half)


def chirotope(half: Sequence) -> Chirotope:
    """The chirotope of the points 1 to n and of the directions in which the order changes, a, b,
    ...: rank 3.
    """
    n, m = len(half[0]), len(half) - 1
    places = [{label: place for place, label in enumerate(order)} for order in half]
    when = {
        (i, j): next(k for k in range(m) if places[k + 1][i] > places[k + 1][j])
        for i, j in combinations(range(n), 2)
    }

    def sign(i: int, j: int, k: int) -> int:
        if i >= n:
            return 0
        if j >= n:
            return 1 if j < k else -1
        if k >= n:
            return (k - n > when[i, j]) - (k - n < when[i, j])
        return (
            (when[i, j] < when[i, k]) - (when[i, j] > when[i, k]) if when[i, j] != when[i, k] else 0
        )

    signs = [sign(*triple) for triple in combinations(range(n + m), 3)]
    labels = [*(str(i + 1) for i in range(n)), *(chr(ord("a") + k) for k in range(m))]
    return Chirotope(n + m, 3, signs, labels)


def matrix(half: Sequence, points: Iterable[Iterable[Exact]]) -> list[tuple[Exact, ...]]:
    """The rows of ``chirotope``: (1, x, y) for each point, (0, x, y) for a step between points of
    each change, from the lower label.

    If the points have the sequence, turning to the left, so do the minors of the rows have the
    signs.
    """
    placed = [tuple(point) for point in points]
    steps = [
        tuple(b - a for a, b in zip(placed[i], placed[j], strict=True))
        for i, j in reversed_pairs(half)
    ]
    return [*((1, *point) for point in placed), *((0, *step) for step in steps)]


def reversed_pairs(half: Sequence) -> list[tuple[int, int]]:
    """For each change two labels that it reverses, the lower one first."""
    pairs = []
    for before, after in pairwise(half):
        k = next(
            k for k in range(len(before) - 1) if before.index(after[k]) > before.index(after[k + 1])
        )
        i, j = sorted((after[k], after[k + 1]))
        pairs.append((i, j))
    return pairs
