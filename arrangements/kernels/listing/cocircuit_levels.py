"""The same flats and lists as ``levels`` and ``leaves``, from the signs of cocircuits instead of coordinates; n <= 64.

``positive`` and ``nonzero`` hold one word for every (r-1)-subset S, in colexicographic order: the signs of chi(S ascending, e). A flat F of
rank k comes with a basis of everything, ``bases[f]``, whose first k elements span F. Leaving out one of the other elements b spans a
hyperplane; these r - k hyperplanes meet in F, and their cocircuits are rays that span X_F.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.bits import WIDTH, rank_among
from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.leaves import before, element, insert_cut
from arrangements.kernels.listing.levels import find_or_add

__all__ = ["exchange_all", "expand_signs", "first_words_signs", "ray_through", "solve_leaves_signs"]

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
TOP = np.uint64(63)


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
def _first_word(positive, nonzero, basis, k, every, flat, binomial, room):
    """A tope of the flat spanned by ``basis[:k]``: the composition of the rays of its basis, or its antipode; element 0 positive."""
    word = NONE
    unset = every & ~flat
    for left_out in range(k, len(basis)):
        number = _without(basis, left_out, binomial, room)
        word |= unset & positive[number]
        unset &= ~nonzero[number]
    return word if word >> TOP else every & ~(word | flat)


@kernel
def _exchange(nonzero, basis, k, j, binomial, room, into):
    """Write to ``into`` a basis with j at place k and ``basis[:k]`` before it; returns the cocircuit through the flat that leaves out j."""
    at = k
    number = _without(basis, at, binomial, room)
    while not nonzero[number] & element(j):
        at += 1
        number = _without(basis, at, binomial, room)
    into[:] = basis
    into[at] = basis[k]
    into[k] = j
    return number


@kernel
def _closure(nonzero, basis, k, every, binomial, room):
    """The flat spanned by ``basis[:k]``."""
    flat = every
    for left_out in range(k, len(basis)):
        flat &= ~nonzero[_without(basis, left_out, binomial, room)]
    return flat


@kernel
def first_words_signs(positive, nonzero, bases, k, every, masks, binomial):
    """One word for every flat: the tope that its list starts with."""
    room = np.empty(bases.shape[1], np.int64)
    out = np.empty(len(masks), np.uint64)
    for f in range(len(masks)):
        out[f] = _first_word(positive, nonzero, bases[f], k, every, masks[f], binomial, room)
    return out


@kernel
def expand_signs(
    positive, nonzero, bases, k, every, masks, least, cutting, table, found, same, opposite, child, edge_end, born, by, binomial
):
    """``levels.expand`` for flats of rank k."""
    r = bases.shape[1]
    room, finer = np.empty(r, np.int64), np.empty(r, np.int64)
    children = 0
    edge = 0
    for f in range(len(masks)):
        for j in range(1, least[f]):
            if not cutting[f] & ~masks[f] & element(j):
                continue
            ray = _exchange(nonzero, bases[f], k, j, binomial, room, finer)
            mask = _closure(nonzero, finer, k + 1, every, binomial, room)
            parallel = mask & ~masks[f]
            if parallel & before(j):
                continue
            g = find_or_add(table, found, children, mask)
            if g == children:
                born[g] = f
                by[g] = j
                children += 1
            same[edge] = parallel & (positive[ray] if positive[ray] & element(j) else ~positive[ray])
            opposite[edge] = parallel ^ same[edge]
            child[edge] = g
            edge += 1
        edge_end[f] = edge
    return children


@kernel
def ray_through(nonzero, basis, members, binomial, room, finer):
    """Number of a cocircuit that vanishes on ``members``, which span a hyperplane; ``basis`` is any basis of everything."""
    r = len(basis)
    k = number = 0
    for e in range(WIDTH):
        if members & element(e):
            k += 1
            if k < r:
                number += binomial[e, k]
    if k == r - 1:
        return number
    finer[0] = basis
    k = 0
    for e in range(WIDTH):
        if not members & element(e):
            continue
        for at in range(k, r):
            if nonzero[_without(finer[0], at, binomial, room)] & element(e):
                _exchange(nonzero, finer[0], k, e, binomial, room, finer[1])
                finer[0] = finer[1]
                k += 1
                break
        if k == r - 1:
            break
    return _without(finer[0], r - 1, binomial, room)


@kernel
def exchange_all(nonzero, bases, k, born, by, out, binomial):
    """A basis for every child flat, from that of the flat of rank k it was born from."""
    room = np.empty(bases.shape[1], np.int64)
    for g in range(len(born)):
        _exchange(nonzero, bases[born[g]], k, by[g], binomial, room, out[g])


@kernel
def _turn_signs(positive, nonzero, first, one, other, below, flat, every, bounding, rays, out):
    """Topes of the plane of ``flat``: the cells just after the ray of each element before ``below``, all of which lie off the flat.

    Their cocircuits are ``first, first + 1, ...``, oriented alike because the element always comes before all others; ``one`` and ``other``
    are two different rays, which tell how parallel elements are oriented. As ``leaves._turn`` otherwise.
    """
    count = 0
    done = NONE
    for e in range(below):
        if done & element(e):
            continue
        word = positive[first + e]
        parallel = every & ~(nonzero[first + e] | flat)
        done |= parallel
        ray = one if nonzero[one] & element(e) else other
        word |= parallel & (positive[ray] if positive[ray] & element(e) else ~positive[ray])
        rays[count] = word if word >> TOP else every & ~(word | flat)
        count += rays[count] & bounding == bounding
    rays[count] = ALL
    for k in range(count):
        out[rank_among(rays, count, rays[k])] = rays[k]
    for k in range(count):
        rays[k] = ALL
    return count


@kernel
def solve_leaves_signs(positive, nonzero, bases, every, masks, least, begin, cutting, bounding, first, last, words, at, sizes, binomial):
    """``levels.solve_leaves`` for flats of rank r - 3 with their own bases."""
    r = bases.shape[1]
    k = r - 3
    room, finer, members = np.empty(r, np.int64), np.empty(r, np.int64), np.empty(r, np.int64)
    rays, cut = np.full(WIDTH + 1, ALL, np.uint64), np.empty(WIDTH, np.uint64)
    for g in range(first, last):
        below = least[g]
        if at + 2 + below * (below - 1) // 2 > len(words):
            return g, at
        words[at] = begin[g]
        if not begin[g]:
            words[at] = _first_word(positive, nonzero, bases[g], k, every, masks[g], binomial, room)
        size = 1
        for j in range(1, below):
            if not cutting[g] & ~masks[g] & element(j):
                continue
            ray = _exchange(nonzero, bases[g], k, j, binomial, room, finer)
            one = _without(finer, r - 1, binomial, room)
            other = _without(finer, r - 2, binomial, room)
            flat = every & ~(nonzero[one] | nonzero[other])
            parallel = flat & ~masks[g]
            if parallel & before(j):
                continue
            same = parallel & (positive[ray] if positive[ray] & element(j) else ~positive[ray])
            # The flat's basis is ``finer[: r - 2]``, all of it from j on; with an element e before j it spans a hyperplane, e first.
            members[: r - 2] = finer[: r - 2]
            members[: r - 2].sort()
            start = 0
            for i in range(r - 2):
                start += binomial[members[i], i + 2]
            count = _turn_signs(positive, nonzero, start, one, other, j, flat, every, bounding, rays, cut)
            if not insert_cut(words, at, size, cut, 0, count, j, same, parallel ^ same):
                sizes[g] = -1
                return last, at
            size += count
        sizes[g] = size
        at += size
    return last, at
