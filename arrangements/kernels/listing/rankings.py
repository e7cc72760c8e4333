"""Between sign words of all pairs of labels and rankings, packed as the labels best first.

Pairs (i, j), i < j, are ordered (0,1), (0,2), (1,2), (0,3), ..., so that prefixes are the pairs of fewer labels; a set bit says that i
beats j. A ranking is packed into words of 64 bits, a fixed number of bits a place, the winner on top: packed rankings sort as sequences.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.bits import ones
from arrangements.kernels.jit import kernel

__all__ = ["pack", "pair_masks", "place_bits", "repack", "reverse", "unpack"]


def place_bits(labels: int) -> int:
    """Bits for one place of a packed ranking: 4, 8 or 16."""
    return 4 if labels <= 16 else 8 if labels <= 256 else 16


def pair_masks(labels: int) -> np.ndarray:
    """For each label two words a word of pairs: the pairs in which it comes first, and second. Shape (labels, 2, words)."""
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


@kernel
def pack(words, masks, bits, packed):
    """Pack the ranking of every row of pair signs. A label's place is the number of labels that beat it."""
    labels = masks.shape[0]
    per_word = 64 // bits
    if words.shape[1] == 1 and packed.shape[1] == 1:
        for t in range(words.shape[0]):
            word = words[t, 0]
            ranking = np.uint64(0)
            for label in range(labels):
                place = ones((masks[label, 1, 0] & word) | (masks[label, 0, 0] & ~word))
                ranking |= np.uint64(label) << np.uint64(64 - bits - bits * place)
            packed[t, 0] = ranking
        return
    for t in range(words.shape[0]):
        packed[t, :] = 0
        for label in range(labels):
            place = 0
            for k in range(words.shape[1]):
                place += ones((masks[label, 1, k] & words[t, k]) | (masks[label, 0, k] & ~words[t, k]))
            packed[t, place // per_word] |= np.uint64(label) << np.uint64(64 - bits * (place % per_word + 1))


@kernel
def unpack(packed, bits, out):
    """Write the labels of every packed ranking, best first, to the rows of ``out``."""
    per_word = 64 // bits
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    for t in range(out.shape[0]):
        for place in range(out.shape[1]):
            out[t, place] = (packed[t, place // per_word] >> np.uint64(64 - bits * (place % per_word + 1))) & mask


@kernel
def repack(rankings, bits, packed):
    """The inverse of ``unpack``."""
    per_word = 64 // bits
    for t in range(rankings.shape[0]):
        packed[t, :] = 0
        for place in range(rankings.shape[1]):
            packed[t, place // per_word] |= np.uint64(rankings[t, place]) << np.uint64(64 - bits * (place % per_word + 1))


@kernel
def reverse(packed, labels, bits, out):
    """Write the reverse of every packed ranking to ``out``."""
    per_word = 64 // bits
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    if packed.shape[1] == 1:
        for t in range(packed.shape[0]):
            rest = packed[t, 0] >> np.uint64(64 - bits * labels)
            ranking = np.uint64(0)
            for _ in range(labels):
                ranking = (ranking << np.uint64(bits)) | (rest & mask)
                rest >>= np.uint64(bits)
            out[t, 0] = ranking << np.uint64(64 - bits * labels)
        return
    for t in range(packed.shape[0]):
        out[t, :] = 0
        for place in range(labels):
            label = (packed[t, place // per_word] >> np.uint64(64 - bits * (place % per_word + 1))) & mask
            to = labels - 1 - place
            out[t, to // per_word] |= label << np.uint64(64 - bits * (to % per_word + 1))
