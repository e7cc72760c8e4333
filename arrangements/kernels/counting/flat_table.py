"""A hash table of flats: each is a bit mask of its elements, ``words`` uint64 long, and is found by
open addressing.

Flat number i lives in ``keys[i]``; ``slots`` holds, at the place of its hash, i + 1 together with
32 bits of the hash, and 0 where free. ``slots`` has a power of two of places and is never full: the
caller grows it (``rehash``) before three quarters are taken.

>>> keys, slots = np.zeros((4, 1), np.uint64), np.zeros(8, np.uint64)
>>> key = np.array([5], np.uint64)
>>> int(find(keys, slots, key, hash_of(key))), int(add(keys, slots, key, hash_of(key), 0)), int(find(keys, slots, key, hash_of(key)))
(-1, 0, 0)
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["add", "find", "hash_of", "rehash"]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)


@kernel
def hash_of(key):
    h = np.uint64(0)
    for word in key:
        h = (h ^ word) * _FACTOR
        h ^= h >> _HALF
    h *= _FACTOR
    return h ^ (h >> _HALF)


@kernel
def find(keys, slots, key, h):
    """The number of the flat, or -1."""
    last = np.uint64(slots.size - 1)
    tag = h & ~_LOW
    place = h & last
    while slots[place]:
        slot = slots[place]
        if slot & ~_LOW == tag:
            i = np.int64((slot & _LOW) - _ONE)
            same = True
            for w in range(key.size):
                same &= keys[i, w] == key[w]
            if same:
                return i
        place = (place + _ONE) & last
    return -1


@kernel
def add(keys, slots, key, h, number):
    """Store a flat that is not in the table as ``number``, the count of flats so far; returns
    it.
    """
    last = np.uint64(slots.size - 1)
    place = h & last
    while slots[place]:
        place = (place + _ONE) & last
    slots[place] = (h & ~_LOW) | np.uint64(number + 1)
    for w in range(key.size):
        keys[number, w] = key[w]
    return number


@kernel
def rehash(keys, count, slots):
    """Enter the first ``count`` flats into the empty ``slots``."""
    last = np.uint64(slots.size - 1)
    for i in range(count):
        h = hash_of(keys[i])
        place = h & last
        while slots[place]:
            place = (place + _ONE) & last
        slots[place] = (h & ~_LOW) | np.uint64(i + 1)
