"""Grouping by P: which P's come with more than one Q. ``Groups`` by the keys themselves, in one
process; tables of records for many.

A record row is six ``uint64``: p (two words), q (two words), the least position of a class with
this p and q (times two, plus one if a class contradicts itself), and the number of such classes.
Tables are sorted by p, q; merging tables adds the numbers. So a shard, a part of the store and a
whole family are tables of the same form, and a table never has more rows than there are different
(p, q).

>>> import numpy as np
>>> one = collapse(np.array([[1, 0, 7, 0, 10], [1, 0, 7, 0, 4], [2, 0, 7, 0, 6]], np.uint64))
>>> other = collapse(np.array([[1, 0, 8, 0, 2]], np.uint64))
>>> judge(merge([one, other]))
Judgement(classes=4, keys=2, pairs=2, splits=0, violated=1, largest=3, examples=((1, 2),))
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

__all__ = ["COLUMNS", "Groups", "Judgement", "collapse", "judge", "merge", "part_of"]

COLUMNS = 6
M = TypeVar("M")  # of members
EXAMPLES = 3
_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))


class Groups(Generic[M]):
    """The first member of every P and Q that was met."""

    def __init__(self) -> None:
        self._first: dict[Hashable, dict[Hashable, M]] = {}

    def add(self, p: Hashable, q: Hashable, member: M) -> M | None:
        """The first member with this P, if it had another Q and this Q is new; None otherwise."""
        known = self._first.setdefault(p, {})
        if q in known:
            return None
        first = next(iter(known.values()), None)
        known[q] = member
        return first


@dataclass(frozen=True)
class Judgement:
    """The verdict of a table of records.

    ``classes`` in the table, ``keys`` different P's, ``pairs`` of classes with equal P and
    different Q, ``splits``: classes that contradict themselves (a relabelling keeps P and changes
    Q), ``violated`` P's, the ``largest`` number of classes with one P, and ``examples``: pairs of
    positions, equal for a split.
    """

    classes: int = 0
    keys: int = 0
    pairs: int = 0
    splits: int = 0
    violated: int = 0
    largest: int = 0
    examples: tuple[tuple[int, int], ...] = ()

    def __add__(self, other: Judgement) -> Judgement:
        """The judgement of two tables that share no P."""
        examples = sorted({*self.examples, *other.examples}, key=lambda pair: (max(pair), pair))[
            :EXAMPLES
        ]
        return Judgement(
            self.classes + other.classes,
            self.keys + other.keys,
            self.pairs + other.pairs,
            self.splits + other.splits,
            self.violated + other.violated,
            max(self.largest, other.largest),
            tuple(examples),
        )


def collapse(records: np.ndarray) -> np.ndarray:
    """The table of records (m, 5) that stand for one class each."""
    return merge([np.hstack([records, np.ones((len(records), 1), np.uint64)])])


def merge(tables: Iterable[np.ndarray]) -> np.ndarray:
    """One table from several."""
    rows = np.concatenate([np.empty((0, COLUMNS), np.uint64), *tables])
    if not len(rows):
        return rows
    split = rows[:, 4] & np.uint64(1)
    # Splits and others are kept apart, so that the number of splits survives.
    rows = rows[np.lexsort((rows[:, 4], split, rows[:, 3], rows[:, 2], rows[:, 1], rows[:, 0]))]
    split = rows[:, 4] & np.uint64(1)
    first = np.ones(len(rows), bool)
    first[1:] = (rows[1:, :4] != rows[:-1, :4]).any(axis=1) | (split[1:] != split[:-1])
    starts = np.flatnonzero(first)
    merged = rows[starts]
    merged[:, 5] = np.add.reduceat(rows[:, 5], starts)
    return merged


def part_of(table: np.ndarray, parts: int) -> np.ndarray:
    """A number below ``parts``, a power of two, for each row; it depends on p alone and spreads
    evenly.
    """
    with np.errstate(over="ignore"):
        mixed = (table[:, 0] ^ (table[:, 1] * _MIX[1]) ^ (table[:, 1] >> np.uint64(29))) * _MIX[0]
        mixed = (mixed ^ (mixed >> np.uint64(32))) * _MIX[1]
    return ((mixed >> np.uint64(33)) & np.uint64(parts - 1)).astype(np.int64)


def judge(table: np.ndarray) -> Judgement:
    """Judge a whole table, or one that no other table shares a P with."""
    if not len(table):
        return Judgement()
    # Squares of numbers of classes must not overflow.
    counts = table[:, 5].astype(np.int64 if table[:, 5].sum(dtype=np.float64) < 2**31 else object)
    split = (table[:, 4] & np.uint64(1)).astype(bool)
    places = (table[:, 4] >> np.uint64(1)).astype(np.int64)
    p_starts = _starts(table[:, :2])
    q_starts = _starts(table[:, :4])
    first_q = np.searchsorted(q_starts, p_starts)
    per_p, per_q = np.add.reduceat(counts, p_starts), np.add.reduceat(counts, q_starts)
    qs = np.diff(np.append(first_q, len(q_starts)))
    splitting = np.add.reduceat(split.astype(np.int64), p_starts) > 0
    pairs = (per_p * per_p - np.add.reduceat(per_q * per_q, first_q)) // 2
    own = np.minimum.reduceat(np.where(split, places, np.iinfo(np.int64).max), p_starts)[splitting]
    # The two Q's of a P that come first: sort the least positions of the Q's within each P.
    least = np.minimum.reduceat(places, q_starts)
    group = np.repeat(np.arange(len(p_starts)), qs)
    order = np.lexsort((least, group))
    here = first_q[qs > 1]
    examples = [(int(x), int(x)) for x in np.sort(own)[:EXAMPLES]]
    couples = np.stack([least[order[here]], least[order[here + 1]]], axis=1)
    examples += [
        (int(x), int(y)) for x, y in couples[np.lexsort((couples[:, 0], couples[:, 1]))][:EXAMPLES]
    ]
    examples.sort(key=lambda pair: (max(pair), pair))
    return Judgement(
        int(counts.sum()),
        len(p_starts),
        int(pairs.sum()),
        int(counts[split].sum()),
        int((splitting | (qs > 1)).sum()),
        int(per_p.max()),
        tuple(examples[:EXAMPLES]),
    )


def _starts(columns: np.ndarray) -> np.ndarray:
    """Where a run of equal rows begins."""
    first = np.ones(len(columns), bool)
    first[1:] = (columns[1:] != columns[:-1]).any(axis=1)
    return np.flatnonzero(first)
