"""Least orders: all the ways of numbering the labels that make an invariant lexicographically
least.

Two labelled objects are equal up to relabelling iff their least forms are equal, and the orders
that attain the least form are one coset of the symmetries of the object. The least form is compared
level by level: level t holds what involves label t and earlier labels only, so a breadth-first
search that keeps the best partial orders is exact. An order lists old labels: new label t is old
``order[t]``.

Three kinds of object: a symmetric matrix of codes over labels or over differences of labels, a
chirotope of vectors or of differences (up to sign), and a set of sign vectors closed under
negation.

>>> import numpy as np
>>> codes = np.array([[0, 1, 5], [1, 0, 5], [5, 5, 0]])
>>> space, form = order_space(3), np.empty(6, np.int64)
>>> count = matrix_orders(codes, 3, label_items(3), space, form)
>>> space.orders[:count, :3].tolist(), form.tolist()
([[0, 1, 2], [1, 0, 2]], [0, 1, 0, 5, 5, 0])
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from arrangements.errors import LimitReached
from arrangements.kernels.jit import kernel

__all__ = [
    "MOST_LABELS",
    "Items",
    "Space",
    "chirotope_orders",
    "difference_items",
    "label_items",
    "matrix_orders",
    "order_space",
    "word_orders",
]

MOST_LABELS = 8  # all orders of which are kept: 40,320
_ONE = np.uint64(1)


class Space(NamedTuple):
    """Room for all orders of some labels and, in a last column, a sign; twice. The answer is found
    in ``orders``.
    """

    orders: np.ndarray
    spare: np.ndarray


class Items(NamedTuple):
    """Item q is the label ``first[q]``, or that with ``second[q]``: under an order its number is
    the sum of ``stride`` and ``step`` times their places. The items of the first t + 1 labels are
    the first ``ends[t]`` ones."""

    first: np.ndarray
    second: np.ndarray
    ends: np.ndarray
    stride: int
    step: int


def order_space(n: int) -> Space:
    if n > MOST_LABELS:
        raise LimitReached(
            f"labels of a family that is compared up to relabelling must number at most {MOST_LABELS}, not {n}"
        )
    shape = (factorial(n), n + 1)
    return Space(np.empty(shape, np.int8), np.empty(shape, np.int8))


def label_items(n: int) -> Items:
    """Items for matrices and chirotopes over labels: item q is the label q, numbered q."""
    return Items(np.arange(n), np.zeros(n, np.int64), np.arange(1, n + 1), 1, 0)


def difference_items(n: int) -> Items:
    """Items over differences: (0,1), (0,2), (1,2), (0,3), ...; under an order the ordered pair (i,
    j) is numbered i n + j.
    """
    pairs = [(i, j) for j in range(n) for i in range(j)]
    first, second = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    return Items(first, second, np.array([t * (t + 1) // 2 for t in range(n)], np.int64), n, 1)


@kernel
def _copy(to, source, count):
    """``to[:count] = source[:count]``, which takes seconds to compile."""
    for i in range(count):
        to[i] = source[i]


@kernel
def _number(order, items, q):
    return order[items.first[q]] * items.stride + order[items.second[q]] * items.step


@kernel
def _unused(order, t, label):
    unused = True
    for i in range(t):
        unused &= order[i] != label
    return unused


@kernel
def matrix_orders(codes, n, items, space, form):
    """Least orders of the matrix whose entry for items q, r <= q is ``codes`` at their numbers; the
    least form row by row to ``form``.
    """
    orders, spare = space
    numbers, order = np.empty(items.first.shape[0], np.int64), np.empty(n, np.int8)
    count, low = 1, 0
    for t in range(n):
        high = items.ends[t]
        found = 0
        for s in range(count):
            _copy(order, orders[s], t)
            for q in range(low):
                numbers[q] = _number(order, items, q)
            for label in range(n):
                if not _unused(order, t, label):
                    continue
                order[t] = label
                place = low * (low + 1) // 2
                worse = False
                for q in range(low, high):
                    numbers[q] = _number(order, items, q)
                    for r in range(q + 1):
                        code = codes[numbers[q], numbers[r]]
                        if found > 0 and code > form[place]:
                            worse = True
                            break
                        if found == 0 or code < form[place]:
                            form[place] = code
                            found = 0
                        place += 1
                    if worse:
                        break
                if not worse:
                    _copy(spare[found], order, t + 1)
                    found += 1
        count, low = found, high
        for s in range(count):
            _copy(orders[s], spare[s], t + 1)
    return count


@kernel
def _determinant(vectors, numbers, chosen, rank):
    """Determinant of the chosen vectors, rank at most four; everything fits by the caller's
    ``bounds.hadamard_square``.
    """
    a = vectors[numbers[chosen[0]]]
    if rank == 1:
        return a[0]
    b = vectors[numbers[chosen[1]]]
    if rank == 2:
        return a[0] * b[1] - a[1] * b[0]
    c = vectors[numbers[chosen[2]]]
    if rank == 3:
        return (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
    d = vectors[numbers[chosen[3]]]
    total = 0
    for i in range(4):
        j, k, l = (i + 1) % 4, (i + 2) % 4, (i + 3) % 4
        minor = (
            b[j] * (c[k] * d[l] - c[l] * d[k])
            - b[k] * (c[j] * d[l] - c[l] * d[j])
            + b[l] * (c[j] * d[k] - c[k] * d[j])
        )
        total += -a[i] * minor if i & 1 else a[i] * minor
    return total


@kernel
def chirotope_orders(vectors, rank, n, items, space, form):
    """Least orders of the signs of all minors of order ``rank`` of the items, normalised so that
    the first that is not zero is positive.

    ``vectors`` is indexed by item number; the first ``rank`` columns must have full rank. Returns
    the number of orders and of signs.
    """
    orders, spare = space
    numbers, order = np.empty(items.first.shape[0], np.int64), np.empty(n, np.int8)
    chosen = np.empty(rank, np.int64)
    count, low, begin = 1, 0, 0
    orders[0, n] = 0
    for t in range(n):
        high = items.ends[t]
        found, end = 0, begin
        for s in range(count):
            _copy(order, orders[s], t)
            for q in range(low):
                numbers[q] = _number(order, items, q)
            for label in range(n):
                if not _unused(order, t, label):
                    continue
                order[t] = label
                for q in range(low, high):
                    numbers[q] = _number(order, items, q)
                orientation = orders[s, n]
                place = begin
                worse = False
                for q in range(max(low, rank - 1), high):
                    # All subsets of the items below q, with q.
                    for i in range(rank - 1):
                        chosen[i] = i
                    chosen[rank - 1] = q
                    while True:
                        value = _determinant(vectors, numbers, chosen, rank)
                        sign = 1 if value > 0 else -1 if value < 0 else 0
                        if orientation == 0:
                            orientation = sign
                        sign *= orientation
                        if found > 0 and sign > form[place]:
                            worse = True
                            break
                        if found == 0 or sign < form[place]:
                            form[place] = sign
                            found = 0
                        place += 1
                        i = rank - 2
                        while i >= 0 and chosen[i] == q - (rank - 1) + i:
                            i -= 1
                        if i < 0:
                            break
                        chosen[i] += 1
                        for l in range(i + 1, rank - 1):
                            chosen[l] = chosen[l - 1] + 1
                    if worse:
                        break
                if not worse:
                    _copy(spare[found], order, t + 1)
                    spare[found, n] = orientation
                    found += 1
                    end = place
        count, low, begin = found, high, end
        for s in range(count):
            _copy(orders[s], spare[s], n + 1)
    return count, begin


@kernel
def word_set(words, count, order, t, bits):
    """The sign vectors on the first t + 1 labels of an order as a set: bit x of ``bits`` stands for
    '+' followed by the binary digits of x.

    ``words`` are half of a set closed under negation. t is at most 7, ``bits`` has two words.
    """
    bits[0] = bits[1] = np.uint64(0)
    for s in range(count):
        word = words[s]
        flip = _ONE ^ (word >> np.uint64(63 - order[0]) & _ONE)
        x = np.uint64(0)
        for i in range(1, t + 1):
            x = x << _ONE | ((word >> np.uint64(63 - order[i]) & _ONE) ^ flip)
        bits[x >> np.uint64(6)] |= _ONE << (x & np.uint64(63))


@kernel
def word_orders(words, count, n, space, form):
    """Least orders of a set of sign vectors closed under negation, given by half of it; the
    relabelled set to ``form`` (two words).
    """
    orders, spare = space
    bits, order = np.empty(2, np.uint64), np.empty(n, np.int8)
    many = 1
    for t in range(n):
        found = 0
        for s in range(many):
            _copy(order, orders[s], t)
            for label in range(n):
                if not _unused(order, t, label):
                    continue
                order[t] = label
                word_set(words, count, order, t, bits)
                if found > 0 and (bits[0] > form[0] or (bits[0] == form[0] and bits[1] > form[1])):
                    continue
                if found == 0 or bits[0] != form[0] or bits[1] != form[1]:
                    form[0], form[1] = bits[0], bits[1]
                    found = 0
                _copy(spare[found], order, t + 1)
                found += 1
        many = found
        for s in range(many):
            _copy(orders[s], spare[s], t + 1)
    return many
