"""Sort rows of words: by what fits of the first words into one key beside the number of the row,
then run by run in the cache.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["sorted_rows"]

_SHORT = 32  # rows of a run, so few that inserting them one by one is the fastest way to sort them


def sorted_rows(words: np.ndarray) -> np.ndarray:
    """The rows in increasing order, as long unsigned integers."""
    bits = len(words).bit_length()
    keys = words[:, 0] >> np.uint64(bits) << np.uint64(bits)
    keys |= np.arange(len(words), dtype=np.uint64)
    keys.sort()
    out = np.empty_like(words)
    sort_runs(words, keys, np.uint64(bits), out)
    return out


@kernel
def sort_runs(words, keys, bits, out):
    """Copy rows to ``out`` in order. ``keys`` are sorted: the first word of a row, of which the
    last bits are the row's number instead.
    """
    size, width = words.shape
    number = (np.uint64(1) << bits) - np.uint64(1)
    start = 0
    while start < size:
        stop = start + 1
        while stop < size and (keys[stop] ^ keys[start]) >> bits == np.uint64(0):
            stop += 1
        if stop - start == 1:
            out[start] = words[np.int64(keys[start] & number)]
        else:
            own = np.empty((stop - start, width), np.uint64)
            for k in range(stop - start):
                row = np.int64(keys[start + k] & number)
                for c in range(width):
                    own[k, c] = words[row, c]
            order = np.arange(stop - start)
            _sort_run(own, order)
            for k in range(stop - start):
                for c in range(width):
                    out[start + k, c] = own[order[k], c]
        start = stop


@kernel
def _sort_run(rows, order):
    """Sort numbers of rows by word after word: what is equal in one goes on to the next."""
    size, width = rows.shape
    stack = np.empty((size + 1, 3), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, size, 0
    depth = 1
    keys = np.empty(size, np.uint64)
    while depth > 0:
        depth -= 1
        start, stop, c = stack[depth]
        if stop - start <= _SHORT:
            _insert(rows, order, start, stop, c)
            continue
        part = order[start:stop].copy()
        for k in range(len(part)):
            keys[k] = rows[part[k], c]
        turn = np.argsort(keys[: len(part)])
        for k in range(len(part)):
            order[start + k] = part[turn[k]]
        if c + 1 == width:
            continue
        first = 0
        for k in range(1, len(part) + 1):
            if k == len(part) or keys[turn[k]] != keys[turn[first]]:
                if k - first > 1:
                    stack[depth, 0], stack[depth, 1], stack[depth, 2] = (
                        start + first,
                        start + k,
                        c + 1,
                    )
                    depth += 1
                first = k


@kernel
def _insert(rows, order, start, stop, c):
    width = rows.shape[1]
    for k in range(start + 1, stop):
        row = order[k]
        at = k
        while at > start:
            before = order[at - 1]
            i = c
            while i < width - 1 and rows[before, i] == rows[row, i]:
                i += 1
            if rows[before, i] <= rows[row, i]:
                break
            order[at] = before
            at -= 1
        order[at] = row
