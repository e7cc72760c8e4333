"""From the cells on one flat to the cells on its hyperplanes: words of signs, one row per cell,
sorted, bits of the flat itself 0.

Cells are those of an arrangement inside an open convex set, or the topes of an oriented matroid.
Two elements are parallel there iff their columns always agree or always differ; an element whose
column is constant does not cut the set.

>>> import numpy as np
>>> quadrants = np.array([[0], [1], [2], [3]], np.uint64) << np.uint64(62)
>>> masks, out = np.empty((2, 1), np.uint64), np.empty((4, 1), np.uint64)
>>> count = parallel_classes(quadrants, np.array([0], np.uint64), 2, masks)
>>> count, (masks >> np.uint64(62)).ravel().tolist()
(2, [2, 1])
>>> count = cells_on(quadrants, masks[0], out)
>>> (out >> np.uint64(62))[:count].ravel().tolist()
[0, 1]
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["cells_on", "parallel_classes"]


@kernel
def parallel_classes(words, flat, n, masks):
    """Write the classes of parallel elements outside the flat that are not constant to ``masks``;
    return how many.
    """
    width = words.shape[1]
    count = 1
    for k in range(width):
        used = min(64, n - 64 * k)
        masks[0, k] = ~np.uint64(0) if used == 64 else ~(~np.uint64(0) >> np.uint64(used))
        masks[0, k] &= ~flat[k]
    cut = np.zeros(masks.shape[0], np.bool_)
    for t in range(1, words.shape[0]):
        for c in range(count):
            inside = outside = False
            for k in range(width):
                changed = words[t, k] ^ words[0, k]
                inside |= (masks[c, k] & changed) != 0
                outside |= (masks[c, k] & ~changed) != 0
            if inside and outside:
                for k in range(width):
                    changed = words[t, k] ^ words[0, k]
                    masks[count, k] = masks[c, k] & changed
                    masks[c, k] &= ~changed
                cut[count] = True
                count += 1
            elif inside:
                cut[c] = True
    kept = 0
    for c in range(count):
        if cut[c]:
            masks[kept] = masks[c]
            kept += 1
    return kept


@kernel
def cells_on(words, mask, out):
    """Write the cells on the hyperplane of one class to ``out``, sorted; return how many.

    A cell on it lies between two that differ in the class alone. Words with one sign at its first
    element agree on the whole class, so both kinds remain sorted without it, and what they have in
    common is found by merging.
    """
    width = words.shape[1]
    at = 0
    while mask[at] == 0:
        at += 1
    bit = mask[at] & (~mask[at] + np.uint64(1))
    total = words.shape[0]
    count = plus = minus = 0
    while True:
        while plus < total and words[plus, at] & bit == 0:
            plus += 1
        while minus < total and words[minus, at] & bit != 0:
            minus += 1
        if plus == total or minus == total:
            return count
        order = 0
        for k in range(width):
            one, other = words[plus, k] & ~mask[k], words[minus, k] & ~mask[k]
            if one != other:
                order = -1 if one < other else 1
                break
        if order == 0:
            for k in range(width):
                out[count, k] = words[plus, k] & ~mask[k]
            count += 1
        plus += order <= 0
        minus += order >= 0
