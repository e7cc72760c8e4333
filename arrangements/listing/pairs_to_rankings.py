"""Rankings from the signs of all pairs of labels.

Pairs (i, j), i < j, are ordered (0,1), (0,2), (1,2), (0,3), ..., so that prefixes are the pairs of
fewer labels; a set bit of a word says that i beats j.

>>> from arrangements.kernels.packed_permutations import unpack
>>> unpack(ranked(np.array([[0b110 << 61]], np.uint64), 3), 3, 3).tolist()
[[0, 2, 1]]
"""

from __future__ import annotations

import sys
from typing import Literal

import numpy as np

from arrangements.kernels import packed_permutations
from arrangements.kernels.cache import state

__all__ = ["Method", "pair_masks", "ranked"]

Method = Literal["auto", "numpy", "kernel"]

# rankings, so few that NumPy is done before a kernel is loaded: tests/bench/test_first_run.py
_FEW = 1 << 18
_TINY = 1 << 10  # rankings, so few that NumPy takes a millisecond at most
_KERNEL = "arrangements.kernels.listing.packed_rankings", "pack"


def pair_masks(labels: int) -> np.ndarray:
    """For each label two words per word of pairs: the pairs in which it comes first, and second.
    Shape (labels, 2, words).
    """
    words = max(1, -(-(labels * (labels - 1) // 2) // 64))
    masks = [[[0] * words for _ in range(2)] for _ in range(labels)]
    pair = 0
    for j in range(labels):
        for i in range(j):
            bit = 1 << (63 - pair % 64)
            masks[i][0][pair // 64] |= bit
            masks[j][1][pair // 64] |= bit
            pair += 1
    return np.array(masks, np.uint64).reshape(labels, 2, words)


def ranked(words: np.ndarray, labels: int, method: Method = "auto") -> np.ndarray:
    """The packed rankings of rows of pair signs, in the same order: by NumPy, or a kernel."""
    masks = pair_masks(labels)
    few = len(words) <= _TINY or (len(words) <= _FEW and not _near())
    if method == "numpy" or (method == "auto" and few):
        return _ranked_few(words, masks)
    from arrangements.kernels.listing import packed_rankings

    bits = packed_permutations.place_bits(labels)
    out = np.empty((len(words), packed_permutations.width(labels, labels)), np.uint64)
    packed_rankings.pack(words, masks, bits, out)
    return out


def _near() -> bool:
    """Whether the kernel is compiled, in a process that has compiled code already."""
    return "numba" in sys.modules and state(*_KERNEL) != "missing"


def _ranked_few(words: np.ndarray, masks: np.ndarray) -> np.ndarray:
    labels = len(masks)
    places = np.empty((len(words), labels), np.int64)
    for label, (first, second) in enumerate(masks):
        places[:, label] = np.bitwise_count((words & second) | (~words & first)).sum(axis=1)
    order = np.empty_like(places)
    np.put_along_axis(order, places, np.broadcast_to(np.arange(labels), places.shape), axis=1)
    return packed_permutations.pack(order, labels)
