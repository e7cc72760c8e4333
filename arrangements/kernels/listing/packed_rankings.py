"""From sign words of all pairs of labels to packed rankings, the labels best first
(``arrangements.kernels.packed_permutations``).

Pairs (i, j), i < j, are ordered (0,1), (0,2), (1,2), (0,3), ..., so that prefixes are the pairs of
fewer labels; a set bit says that i beats j.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.bits import ones
from arrangements.kernels.jit import kernel

__all__ = ["pack"]


@kernel
def pack(words, masks, bits, packed):
    """Pack the ranking of every row of pair signs, by ``listing.pairs_to_rankings.pair_masks``. A
    label's place is the number of labels that beat it.
    """
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
                place += ones(
                    (masks[label, 1, k] & words[t, k]) | (masks[label, 0, k] & ~words[t, k])
                )
            packed[t, place // per_word] |= np.uint64(label) << np.uint64(
                64 - bits * (place % per_word + 1)
            )
