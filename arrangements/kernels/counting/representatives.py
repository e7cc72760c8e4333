"""Which image of a flat under a group of symmetries stands for its orbit, and which basis stands
for a flat.

A flat is known by a *key*: its lexicographically first basis, 16 bits per element and four elements
per word. Equal flats have equal keys, and different flats have different ones, because a basis
spans its flat.

>>> key = np.zeros(2, np.uint64)
>>> for place, e in enumerate((3, 7, 8, 500, 1000)):
...     put(key, place, e)
>>> [int(element(key, place)) for place in range(5)]
[3, 7, 8, 500, 1000]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import ones
from arrangements.kernels.counting.residues import inverse, minus, multiply
from arrangements.kernels.jit import kernel

__all__ = ["BEAM", "Chain", "element", "first_basis", "put", "representative"]

BEAM = 64  # images of a flat that are followed at a time in search of its representative


class Chain(NamedTuple):
    """A group as a chain of stabilisers.

    Level k has the transversal ``permutations[starts[k] .. starts[k + 1])``; row ``row_of[k, e]``
    of it, counted from its start, sends element e to the base point, and -1 stands for no row.
    ``scores[k, e]`` is a random number for the orbit of e under the next stabiliser, and
    ``places[e]`` one for e itself. ``links[e, f]`` is a number for a pair of elements that is the
    same for all its images, or there are none: then no permutation but the identity may be in the
    chain.
    """

    starts: np.ndarray
    permutations: np.ndarray
    row_of: np.ndarray
    scores: np.ndarray
    places: np.ndarray
    links: np.ndarray


@kernel
def element(key, place):
    return np.int64((key[place >> 2] >> np.uint64(16 * (place & 3))) & np.uint64(0xFFFF))


@kernel
def put(key, place, e):
    """Write an element at a place that is 0."""
    key[place >> 2] |= np.uint64(e) << np.uint64(16 * (place & 3))


@kernel
def representative(flat, size, chain, beam, totals, marks):
    """Replace ``flat[0 .. size)`` (elements, in any order) by the image chosen to represent its
    orbit.

    Level by level, the images whose sums of scores are least are kept, at most ``BEAM``: the sum
    depends on the orbit alone. What sends an element of the flat to the base point goes before all
    else. Among the last ones the least sum of ``places`` decides. Room: ``beam`` for two times
    ``BEAM`` flats, ``marks`` for ``BEAM`` numbers, ``totals`` for ``BEAM`` times the number of
    elements.
    """
    starts, permutations, row_of, scores, places, _ = chain
    kept = 1
    now = 0
    for i in range(size):
        beam[0, 0, i] = flat[i]
    for k in range(starts.size - 1):
        first, length = starts[k], starts[k + 1] - starts[k]
        if length == 1:
            continue
        inside = False
        for b in range(kept):
            for i in range(size):
                inside |= row_of[k, beam[now, b, i]] >= 0
        tries = size if inside else length
        least = np.int64(2**63 - 1)
        ties = 0
        for b in range(kept):
            for s in range(tries):
                t = row_of[k, beam[now, b, s]] if inside else s
                if t < 0:
                    continue
                total = np.int64(0)
                for i in range(size):
                    total += scores[k, permutations[first + t, beam[now, b, i]]]
                totals[b * tries + s] = total
                ties = 1 if total < least else ties + (total == least)
                least = min(least, total)
        found = 0
        tie = 0
        for b in range(kept):
            for s in range(tries):
                t = row_of[k, beam[now, b, s]] if inside else s
                if t < 0 or totals[b * tries + s] != least:
                    continue
                tie += 1
                # Too many ties: a selection without rhythm.
                if found == BEAM or tie * 7919 % ties >= BEAM:
                    continue
                mark = np.int64(0)
                for i in range(size):
                    e = permutations[first + t, beam[now, b, i]]
                    beam[1 - now, found, i] = e
                    mark += places[e]
                # The same set may be reached in several ways.
                new = True
                for c in range(found):
                    new &= marks[c] != mark
                if new:
                    marks[found] = mark
                    found += 1
        now = 1 - now
        kept = found
    best = 0
    least = np.int64(2**63 - 1)
    for b in range(kept):
        mark = np.int64(0)
        for i in range(size):
            mark += places[beam[now, b, i]]
        if mark < least:
            best, least = b, mark
    for i in range(size):
        flat[i] = beam[now, best, i]


@kernel
def first_basis(rows, p, mask, rank, key, work, pivots):
    """Write the key of the flat that is ``mask`` into ``key``; False if its rank is less than
    ``rank`` modulo the first prime.

    ``work`` has room for ``rank`` x ``width`` residues.
    """
    width = rows.shape[2]
    reciprocal = 1.0 / p
    for w in range(key.size):
        key[w] = np.uint64(0)
    found = 0
    for w in range(mask.size):
        rest = mask[w]
        while rest and found < rank:
            low = rest & (~rest + np.uint64(1))
            rest ^= low
            # The number of ones below the lowest one is its place.
            e = (w << 6) + ones(low - np.uint64(1))
            for c in range(width):
                work[found, c] = rows[e, 0, c]
            for h in range(found):
                f = work[found, pivots[h]]
                if f:
                    for c in range(width):
                        work[found, c] = minus(
                            work[found, c], multiply(f, work[h, c], p, reciprocal), p
                        )
            pivot = -1
            for c in range(width):
                if work[found, c]:
                    pivot = c
                    break
            if pivot < 0:
                continue
            pivots[found] = pivot
            if found + 1 < rank:
                f = inverse(work[found, pivot], p)
                for c in range(width):
                    work[found, c] = multiply(f, work[found, c], p, reciprocal)
            put(key, found, e)
            found += 1
    return found == rank
