"""Allowable sequences: how the order of labels along a direction can change while the direction
turns by half a turn.

A change reverses disjoint blocks of neighbours, each of them still in its first order. It is a
word: bit b says that places b and b + 1 are in one block. m changes lead from 0 1 2 ... to its
opposite, the next m are their mirror images, and so on around. A class is the least of the 4m
readings, from any change, in both senses.

>>> import numpy as np
>>> out = np.zeros((9, 7), np.int64)
>>> [int(sequences(n, out[:, : 1 + n * (n - 1) // 2])) for n in (2, 3, 4)]
[0, 1, 5]
>>> out[4].tolist()
[4, 2, 5, 2, 5, 0, 0]
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["is_least", "mirrored", "sequences"]


@kernel
def mirrored(word, n):
    """The change seen from the other end."""
    result = 0
    for b in range(n - 1):
        if word >> b & 1:
            result |= 1 << (n - 2 - b)
    return result


@kernel
def is_least(turn, m):
    """Whether no other reading of the 2m changes of a whole turn has first changes before those of
    this one.
    """
    for sense in (1, -1):
        for start in range(2 * m):
            for k in range(m):
                word = turn[(start + sense * k) % (2 * m)]
                if word < turn[k]:
                    return False
                if word > turn[k]:
                    break
    return True


@kernel
def _changed(order, word, new):
    """Write the order after a change to ``new``; whether its blocks were in first order."""
    n, first = len(order), 0
    while first < n:
        last = first
        while last < n - 1 and word >> last & 1:
            if order[last] > order[last + 1]:
                return False
            last += 1
        for k in range(first, last + 1):
            new[k] = order[first + last - k]
        first = last + 1
    return True


@kernel
def sequences(n, out):
    """The number of classes of two changes or more; each that fits in ``out`` as a row, sorted: m,
    and the m changes.
    """
    most, count, depth = n * (n - 1) // 2, 0, 0
    orders = np.zeros((most + 1, n), np.int64)
    orders[0] = np.arange(n)
    turn = np.zeros(2 * most + 2, np.int64)
    while depth >= 0:
        turn[depth] += 1
        word = turn[depth]
        if word == 1 << (n - 1):
            turn[depth] = 0
            depth -= 1
            continue
        # The first change of the least reading is the least of all.
        if (
            word < turn[0]
            or mirrored(word, n) < turn[0]
            or not _changed(orders[depth], word, orders[depth + 1])
        ):
            continue
        m = depth + 1
        if (orders[m] != np.arange(n)[::-1]).any():
            depth = m
            continue
        for k in range(m):
            turn[m + k] = mirrored(turn[k], n)
        if m > 1 and is_least(turn, m):
            if count < len(out):
                out[count, 0] = m
                out[count, 1 : m + 1] = turn[:m]
            count += 1
        turn[m : 2 * m] = 0
    return count
