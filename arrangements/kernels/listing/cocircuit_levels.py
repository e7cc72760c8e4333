"""The flats and lists of ``levels`` and ``leaves``, from the signs of cocircuits instead of
coordinates; n <= 64.

A flat F of rank k comes with a basis of everything, ``bases[f]``, whose first k elements span F.
Leaving out one of the other elements spans a hyperplane; these r - k hyperplanes meet in F, and
their cocircuits are rays that span X_F.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import WIDTH, rank_among
from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.leaves import before, element, insert_cut
from arrangements.kernels.listing.levels import add_edge

__all__ = [
    "Cocircuits",
    "exchange_all",
    "expand_signs",
    "first_words_signs",
    "ray_through",
    "solve_leaves_signs",
]

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
TOP = np.uint64(63)


class Cocircuits(NamedTuple):
    """The signs of chi(S ascending, e): one word for every (r-1)-subset S, in colexicographic
    order.

    ``every`` is the word of all elements, ``binomial[a, b]`` a table of binomial coefficients.
    """

    positive: np.ndarray
    nonzero: np.ndarray
    every: np.uint64
    binomial: np.ndarray


@kernel
def _without(basis, left_out, binomial, room):
    """Number, in colexicographic order, of ``basis`` without the element at place ``left_out``."""
    r = len(basis)
    size = 0
    for i in range(r):
        if i != left_out:
            at = size
            while at > 0 and room[at - 1] > basis[i]:
                room[at] = room[at - 1]
                at -= 1
            room[at] = basis[i]
            size += 1
    number = 0
    for i in range(size):
        number += binomial[room[i], i + 1]
    return number


@kernel
def _first_word(cocircuits, basis, k, flat, room):
    """A tope of the flat spanned by ``basis[:k]``: the composition of the rays of its basis, or its
    antipode; element 0 positive.
    """
    word = NONE
    unset = cocircuits.every & ~flat
    for left_out in range(k, len(basis)):
        number = _without(basis, left_out, cocircuits.binomial, room)
        word |= unset & cocircuits.positive[number]
        unset &= ~cocircuits.nonzero[number]
    return word if word >> TOP else cocircuits.every & ~(word | flat)


@kernel
def _exchange(cocircuits, basis, k, j, room, into):
    """Write to ``into`` a basis with j at place k and ``basis[:k]`` before it; returns the
    cocircuit through the flat that leaves out j.
    """
    at = k
    number = _without(basis, at, cocircuits.binomial, room)
    while not cocircuits.nonzero[number] & element(j):
        at += 1
        number = _without(basis, at, cocircuits.binomial, room)
    into[:] = basis
    into[at] = basis[k]
    into[k] = j
    return number


@kernel
def _closure(cocircuits, basis, k, room):
    """The flat spanned by ``basis[:k]``."""
    flat = cocircuits.every
    for left_out in range(k, len(basis)):
        flat &= ~cocircuits.nonzero[_without(basis, left_out, cocircuits.binomial, room)]
    return flat


@kernel
def _alike(positive, ray, j, parallel):
    """Which of the elements parallel or antiparallel to j are parallel, by a ray on which j does
    not vanish.
    """
    return parallel & (positive[ray] if positive[ray] & element(j) else ~positive[ray])


@kernel
def first_words_signs(cocircuits, bases, k, masks):
    """One word for every flat: the tope that its list starts with."""
    room = np.empty(bases.shape[1], np.int64)
    out = np.empty(len(masks), np.uint64)
    for f in range(len(masks)):
        out[f] = _first_word(cocircuits, bases[f], k, masks[f], room)
    return out


@kernel
def expand_signs(cocircuits, bases, k, masks, least, cutting, edges):
    """``levels.expand`` for flats of rank k."""
    r = bases.shape[1]
    room, finer = np.empty(r, np.int64), np.empty(r, np.int64)
    children = 0
    edge = 0
    for f in range(len(masks)):
        for j in range(1, least[f]):
            if not cutting[f] & ~masks[f] & element(j):
                continue
            ray = _exchange(cocircuits, bases[f], k, j, room, finer)
            mask = _closure(cocircuits, finer, k + 1, room)
            parallel = mask & ~masks[f]
            if parallel & before(j):
                continue
            same = _alike(cocircuits.positive, ray, j, parallel)
            children = add_edge(edges, edge, children, mask, f, j, same, parallel ^ same)
            edge += 1
        edges.edge_end[f] = edge
    return children


@kernel
def ray_through(cocircuits, basis, members, room, finer):
    """Number of a cocircuit that vanishes on ``members``, which span a hyperplane; ``basis`` is any
    basis of everything.
    """
    r = len(basis)
    k = number = 0
    for e in range(WIDTH):
        if members & element(e):
            k += 1
            if k < r:
                number += cocircuits.binomial[e, k]
    if k == r - 1:
        return number
    finer[0] = basis
    k = 0
    for e in range(WIDTH):
        if not members & element(e):
            continue
        for at in range(k, r):
            if cocircuits.nonzero[_without(finer[0], at, cocircuits.binomial, room)] & element(e):
                _exchange(cocircuits, finer[0], k, e, room, finer[1])
                finer[0] = finer[1]
                k += 1
                break
        if k == r - 1:
            break
    return _without(finer[0], r - 1, cocircuits.binomial, room)


@kernel
def exchange_all(cocircuits, bases, k, born, by, out):
    """A basis for every child flat, from that of the flat of rank k it was born from."""
    room = np.empty(bases.shape[1], np.int64)
    for g in range(len(born)):
        _exchange(cocircuits, bases[born[g]], k, by[g], room, out[g])


@kernel
def _turn_signs(cocircuits, first, one, other, below, flat, bounding, rays, out):
    """Topes of the plane of ``flat``: the cells just after the ray of each element before
    ``below``, all of which lie off the flat.

    Their cocircuits are ``first, first + 1, ...``, oriented alike because the element always comes
    before all others; ``one`` and ``other`` are two different rays, which tell how parallel
    elements are oriented. As ``leaves._turn`` otherwise.
    """
    positive, nonzero, every = cocircuits.positive, cocircuits.nonzero, cocircuits.every
    count = 0
    done = NONE
    for e in range(below):
        if done & element(e):
            continue
        parallel = every & ~(nonzero[first + e] | flat)
        done |= parallel
        word = positive[first + e] | _alike(
            positive, one if nonzero[one] & element(e) else other, e, parallel
        )
        rays[count] = word if word >> TOP else every & ~(word | flat)
        count += rays[count] & bounding == bounding
    rays[count] = ALL
    for k in range(count):
        out[rank_among(rays, count, rays[k])] = rays[k]
    for k in range(count):
        rays[k] = ALL
    return count


@kernel
def solve_leaves_signs(cocircuits, bases, leaves, first, last, words, at):
    """``levels.solve_leaves`` for flats of rank r - 3 with their own bases."""
    masks, begin, sizes = leaves.masks, leaves.begin, leaves.sizes
    r = bases.shape[1]
    k = r - 3
    room, finer, members = np.empty(r, np.int64), np.empty(r, np.int64), np.empty(r, np.int64)
    rays, cut = np.full(WIDTH + 1, ALL, np.uint64), np.empty(WIDTH, np.uint64)
    for g in range(first, last):
        below = leaves.least[g]
        if at + 2 + below * (below - 1) // 2 > len(words):
            return g, at
        words[at] = begin[g] if begin[g] else _first_word(cocircuits, bases[g], k, masks[g], room)
        size = 1
        for j in range(1, below):
            if not leaves.cutting[g] & ~masks[g] & element(j):
                continue
            ray = _exchange(cocircuits, bases[g], k, j, room, finer)
            one = _without(finer, r - 1, cocircuits.binomial, room)
            other = _without(finer, r - 2, cocircuits.binomial, room)
            flat = cocircuits.every & ~(cocircuits.nonzero[one] | cocircuits.nonzero[other])
            parallel = flat & ~masks[g]
            if parallel & before(j):
                continue
            same = _alike(cocircuits.positive, ray, j, parallel)
            # The flat's basis is ``finer[: r - 2]``, all of it from j on; with an element e before
            # j it spans a hyperplane, e first.
            members[: r - 2] = finer[: r - 2]
            members[: r - 2].sort()
            start = 0
            for i in range(r - 2):
                start += cocircuits.binomial[members[i], i + 2]
            count = _turn_signs(cocircuits, start, one, other, j, flat, leaves.bounding, rays, cut)
            if not insert_cut(words, at, size, cut, 0, count, j, same, parallel ^ same):
                sizes[g] = -1
                return last, at
            size += count
        sizes[g] = size
        at += size
    return last, at
