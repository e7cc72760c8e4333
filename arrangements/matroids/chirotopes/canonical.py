"""Canonical form of an oriented matroid under relabelling and reorientation, and isomorphism.

Finschi's convention: the bases in reverse lexicographic order (largest element first), and of all
texts that relabelling, reorientation and negation of chi can make the lexicographically largest,
with - < + < 0.

The search places one element after another. The signs of the subsets of the elements placed are a
prefix of the text, so only the orders with the largest prefix so far are kept. Reorientations are
not searched: whether a sign can still be made + depends only on which signs before it are not 0,
which is the same for all orders kept, by linear algebra modulo 2.

>>> from arrangements.matroids.chirotopes import Chirotope
>>> a, b = Chirotope.from_text("++++++++++", 5, 3), Chirotope.from_text("+++++-++++", 5, 3)
>>> canonical(a)[0].text("revlex")
'++++++++++'
>>> isomorphism(a, b)
Isomorphism(order=(...), reversed=(...), negated=...)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from arrangements.errors import InternalError, LimitReached
from arrangements.matroids.chirotopes.operations import reordered, reorientation
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.matroids.chirotopes.subsets import colex_subsets

__all__ = ["Isomorphism", "canonical", "isomorphism"]

Kind = TypeVar("Kind", bound=Signs)

MOST_ORDERS = 3_000_000  # partial orders kept at a time


@dataclass(frozen=True)
class Isomorphism:
    """Element i of the image is element ``order[i]``, opposite if i is in ``reversed``; all signs
    are negated if ``negated``.
    """

    order: tuple[int, ...]
    reversed: tuple[int, ...]
    negated: bool

    def apply(self, chi: Kind) -> Kind:
        """The image, its elements labelled 1 to n."""
        image = reorientation(reordered(chi, self.order), self.reversed)
        return type(chi)(chi.n, chi.rank, -image.signs if self.negated else image.signs)


def canonical(chi: Kind) -> tuple[Kind, Isomorphism]:
    """``LimitReached`` when more than ``MOST_ORDERS`` orders would have to be kept."""
    least = _search(chi)
    return least.apply(chi), least


def isomorphism(first: Signs, second: Signs) -> Isomorphism | None:
    if (first.n, first.rank, len(first.bases)) != (second.n, second.rank, len(second.bases)):
        return None
    (left, to_left), (right, to_right) = canonical(first), canonical(second)
    if (left.signs != right.signs).any():
        return None
    order = [0] * first.n
    reversed_ = []
    for i, (mine, yours) in enumerate(zip(to_left.order, to_right.order, strict=True)):
        order[yours] = mine
        if (i in to_left.reversed) != (i in to_right.reversed):
            reversed_.append(yours)
    candidate = Isomorphism(
        tuple(order), tuple(sorted(reversed_)), to_left.negated != to_right.negated
    )
    if not np.array_equal(candidate.apply(first).signs, second.signs):
        raise InternalError(
            "isomorphism composed of two canonical forms must map one chirotope to the other"
        )
    return candidate


class _Span:
    """Vectors over GF(2) as ints, in reduced echelon form, each with the set (as an int) of the
    added vectors that it is the sum of.
    """

    def __init__(self) -> None:
        self.rows: dict[int, tuple[int, int]] = {}  # leading bit -> vector, sum of which
        self.size = 0

    def reduce(self, vector: int, sum_of: int = 0) -> tuple[int, int]:
        for lead, (row, parts) in self.rows.items():
            if vector >> lead & 1:
                vector, sum_of = vector ^ row, sum_of ^ parts
        return vector, sum_of

    def add(self, vector: int) -> None:
        """Add a vector that is not in the span."""
        vector, sum_of = self.reduce(vector, 1 << self.size)
        self.size += 1
        lead = vector.bit_length() - 1
        for other, (row, parts) in self.rows.items():
            if row >> lead & 1:
                self.rows[other] = row ^ vector, parts ^ sum_of
        self.rows[lead] = vector, sum_of


def _search(chi: Signs) -> Isomorphism:
    n, r = chi.n, chi.rank
    orders = np.zeros((1, 0), np.int32)
    # Bit i of a vector over GF(2) stands for reversing element i, bit n for negation. ``free``
    # holds the bases whose sign was made +, and ``minus`` which of them were - before that.
    free, minus = _Span(), np.zeros(1, np.uint64)
    for k in range(n):
        if len(orders) * (n - k) > MOST_ORDERS:
            raise LimitReached(
                f"number of orders in the search for a canonical form must be at most {MOST_ORDERS}, not {len(orders) * (n - k)} "
                f"(rank {r} on {n} elements, {k} placed)"
            )
        orders, minus = _extended(orders, minus, n)
        for others in colex_subsets(k, r - 1).tolist() if r else []:
            subset = [*others, k]
            signs = chi.signs_at(orders[:, subset])
            if not signs.all():
                keep = signs == 0
            else:
                vector = sum(1 << place for place in subset) | 1 << n
                rest, sum_of = free.reduce(vector)
                if rest:
                    minus |= (signs < 0).astype(np.uint64) << np.uint64(free.size)
                    free.add(vector)
                    continue
                negative = (signs < 0) ^ (np.bitwise_count(minus & np.uint64(sum_of)) % 2 == 1)
                keep = negative if negative.all() else ~negative
            orders, minus = orders[keep], minus[keep]
    solution = sum(
        1 << lead
        for lead, (_, parts) in free.rows.items()
        if (parts & int(minus[0])).bit_count() % 2
    )
    return Isomorphism(
        tuple(orders[0].tolist()),
        tuple(i for i in range(n) if solution >> i & 1),
        bool(solution >> n & 1),
    )


def _extended(orders: np.ndarray, minus: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Each order with each element that is not in it."""
    unused = np.ones((len(orders), n), np.bool_)
    np.put_along_axis(unused, orders, False, axis=1)
    which, element = np.nonzero(unused)
    return np.column_stack([orders[which], element.astype(np.int32)]), minus[which]
