"""Sorted tables of flats: keys with their values modulo some primes, no key twice.

>>> keys, values, primes = np.array([[1], [4]], np.uint64), np.array([[5], [6]], np.uint32), np.array([7])
>>> out = np.empty((4, 1), np.uint64), np.empty((4, 1), np.uint32)
>>> count = int(merge(keys, values, keys[:1], values[:1], primes, *out))
>>> out[0][:count].tolist(), out[1][:count].tolist()
([[1], [4]], [[3], [6]])
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.counting.flat_table import hash_of
from arrangements.kernels.jit import kernel

__all__ = ["merge", "parts_of"]


@kernel
def parts_of(keys, parts, seed, out):
    """In which of the parts, a power of two, each flat is: those with the same first elements are
    together.
    """
    for f in range(keys.shape[0]):
        out[f] = np.int64(
            ((hash_of(keys[f, :1]) ^ np.uint64(seed)) * np.uint64(0x9E3779B97F4A7C15))
            >> np.uint64(33)
        ) & (parts - 1)


@kernel
def merge(keys, values, more_keys, more_values, moduli, out_keys, out_values):
    """Both tables in one, values of equal keys added; the number of flats."""
    i, j, count = 0, 0, 0
    words = keys.shape[1]
    while i < keys.shape[0] or j < more_keys.shape[0]:
        order = -1 if j == more_keys.shape[0] else 1 if i == keys.shape[0] else 0
        if order == 0:
            for w in range(words):
                if keys[i, w] != more_keys[j, w]:
                    order = -1 if keys[i, w] < more_keys[j, w] else 1
                    break
        for w in range(words):
            out_keys[count, w] = keys[i, w] if order <= 0 else more_keys[j, w]
        for m in range(moduli.size):
            total = np.int64(0)
            if order <= 0:
                total += values[i, m]
            if order >= 0:
                total += more_values[j, m]
            out_values[count, m] = total % moduli[m]
        i += order <= 0
        j += order >= 0
        count += 1
    return count
