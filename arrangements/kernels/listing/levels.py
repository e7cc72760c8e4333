"""The flats needed to list topes, level by level, and the merges that put the lists together; n <=
64, coordinates in float64.

A flat F is the set of elements that vanish on a subspace X_F. Only flats without element 0 occur,
and F is split only by the elements below its least one: cutting the cells of X_F by element j leads
to the flat G = cl(F + j), if j is its least element. T_F, the list kept for F, holds the topes of
the restriction to X_F of the elements below min F, each as the full sign word of one point of X_F.
``|T_F| = 1 + sum |T_G|``. See ``leaves`` for the conventions on rows and words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import WIDTH, where_greater, where_less, where_zero
from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.leaves import (
    before,
    element,
    first_word,
    insert_cut,
    pivot_row,
    solve_space,
)

__all__ = [
    "Cuts",
    "Edges",
    "Leaves",
    "Level",
    "Lists",
    "add_edge",
    "combine",
    "edges_room",
    "expand",
    "restrict_all",
    "solve_leaves",
]

NONE = np.uint64(0)
MIX = np.uint64(0x9E3779B97F4A7C15)


class Edges(NamedTuple):
    """Room for the edges from one level to the next.

    Edge e leads to flat ``child[e]`` of the next level by a cut with the elements parallel and
    antiparallel to the cutting one, ``same[e]`` and ``opposite[e]``; the edges of flat f end at
    ``edge_end[f]``. Child g has the mask ``found[g]`` and was first reached from flat ``born[g]``
    by its least element ``by[g]``. ``table`` is the hash of ``found`` (see ``find_or_add``).
    """

    table: np.ndarray
    found: np.ndarray
    same: np.ndarray
    opposite: np.ndarray
    child: np.ndarray
    edge_end: np.ndarray
    born: np.ndarray
    by: np.ndarray


def edges_room(least: np.ndarray) -> Edges:
    """Room for the edges of flats with these least elements."""
    bound = int((least - 1).sum())
    found, same, opposite = (np.empty(bound, np.uint64) for _ in range(3))
    child, born, by = (np.empty(bound, np.int64) for _ in range(3))
    table = np.full(1 << max(4, (2 * bound).bit_length()), -1, np.int32)
    return Edges(table, found, same, opposite, child, np.empty(len(least), np.int64), born, by)


class Level(NamedTuple):
    """Any tope of each flat of one rank (``begin``), and the edges as in ``Edges``; the least
    element of child g, ``least[g]``, cuts.
    """

    begin: np.ndarray
    edge_end: np.ndarray
    child: np.ndarray
    same: np.ndarray
    opposite: np.ndarray
    least: np.ndarray


class Cuts(NamedTuple):
    """The rows that are inserted into each list of a level, in this order: into that of flat f the
    cuts up to ``end[f]``, each the words from ``low[e]`` to ``high[e]`` of the lists one level
    down, by element ``by[e]``.
    """

    end: np.ndarray
    low: np.ndarray
    high: np.ndarray
    by: np.ndarray
    same: np.ndarray
    opposite: np.ndarray


class Lists(NamedTuple):
    """The lists of all flats of a level, one after the other: that of flat g is ``words[start[g] :
    start[g + 1]]``.
    """

    words: np.ndarray
    start: np.ndarray


class Leaves(NamedTuple):
    """Flats of dimension 3, the first of their topes (0: not known yet), what cuts them and what
    bounds their cells, and their sizes.
    """

    masks: np.ndarray
    least: np.ndarray
    begin: np.ndarray
    cutting: np.ndarray
    bounding: np.uint64
    sizes: np.ndarray


@kernel(error_model="numpy")
def restrict(rows, dimension, j, previous, out):
    """Write to ``out`` the restriction of all elements to the hyperplane of j, up to a positive
    factor; returns the pivot's modulus.

    ``previous`` is the modulus of the pivot of the step before (1 at first): by Sylvester's
    identity it divides every entry exactly.
    """
    c = pivot_row(rows, j)
    at = 63 - j
    p = abs(rows[c, at])
    to = 0
    for q in range(dimension):
        if q == c:
            continue
        a = rows[q, at] if rows[c, at] > 0.0 else -rows[q, at]
        if previous == 1.0:
            for i in range(WIDTH):
                out[to, i] = rows[q, i] * p - rows[c, i] * a
        else:
            for i in range(WIDTH):
                out[to, i] = (rows[q, i] * p - rows[c, i] * a) / previous
        to += 1
    return p


@kernel
def find_or_add(table, masks, count, mask):
    """Position of ``mask`` in ``masks[:count]``, or ``count`` after adding it there; ``table`` is
    an open hash of positions (-1: free).
    """
    size = np.uint64(len(table) - 1)
    h = mask * MIX
    slot = (h ^ (h >> np.uint64(29))) & size
    while table[slot] >= 0:
        if masks[table[slot]] == mask:
            return table[slot]
        slot = (slot + np.uint64(1)) & size
    table[slot] = count
    masks[count] = mask
    return count


@kernel
def add_edge(edges, edge, children, mask, f, j, same, opposite):
    """Write the edge from flat f by element j to the flat ``mask``; returns the number of
    children.
    """
    g = find_or_add(edges.table, edges.found, children, mask)
    edges.child[edge], edges.same[edge], edges.opposite[edge] = g, same, opposite
    if g < children:
        return children
    edges.born[g], edges.by[g] = f, j
    return children + 1


@kernel
def expand(rows, masks, least, cutting, begin, edges):
    """Find the flats one rank up. ``rows[f]`` are the restricted rows of flat f, ``least[f]`` its
    least element. Only elements of ``cutting[f]`` cut. Where ``begin[f]`` is 0 it becomes the word
    that the list of flat f starts with.

    For every flat f in turn and every j that leads on, an edge is written. Returns the number of
    children.
    """
    flats, dimension = rows.shape[:2]
    off = np.empty(WIDTH)
    children = np.int64(0)
    edge = np.int64(0)
    for f in range(flats):
        flat = masks[f]
        if not begin[f]:
            begin[f] = first_word(rows[f], dimension, flat)
        for j in range(1, least[f]):
            if not cutting[f] & ~flat & element(j):
                continue
            at = 63 - j
            c = pivot_row(rows[f], j)
            p = rows[f, c, at]
            off[:] = 0.0
            for q in range(dimension):
                if q != c:
                    a = rows[f, q, at]
                    for i in range(WIDTH):
                        off[i] += abs(rows[f, q, i] * p - rows[f, c, i] * a)
            vanish = where_zero(off)
            parallel = vanish & ~flat
            if parallel & before(j):
                continue
            same = parallel & (
                where_greater(rows[f, c], 0.0) if p > 0.0 else where_less(rows[f, c], 0.0)
            )
            children = add_edge(edges, edge, children, vanish, f, j, same, parallel ^ same)
            edge += 1
        edges.edge_end[f] = edge
    return children


@kernel
def restrict_all(rows, previous, born, by, out, pivots):
    """Rows of every child flat, from those of the flat it was born from."""
    dimension = rows.shape[1]
    for g in range(len(born)):
        f = born[g]
        pivots[g] = restrict(rows[f], dimension, by[g], previous[f], out[g])


@kernel
def solve_leaves(rows, previous, born, leaves, room, own, first, last, words, at):
    """Topes of the flats ``first <= g < last`` of dimension 3, from the rows of their parents,
    written from ``at`` on; worked out in ``room`` and ``own``, three rows.

    ``born[g] = -1`` means that the rows are those of g itself. Sets ``leaves.sizes[g]``, -1 in case
    of a contradiction. Returns the flat at which ``words`` has no more room (or ``last``), and
    where the next word goes.
    """
    masks, begin, sizes = leaves.masks, leaves.begin, leaves.sizes
    for g in range(first, last):
        below = leaves.least[g]
        if at + 2 + below * (below - 1) // 2 > len(words):
            return g, at
        f = born[g]
        if f >= 0:
            restrict(rows[f], np.int64(4), below, previous[f], own)
        space = own if f >= 0 else rows[0]
        word = begin[g] if begin[g] else first_word(space, np.int64(3), masks[g])
        sizes[g] = solve_space(
            space, masks[g], below, word, leaves.cutting[g], leaves.bounding, room, words, at
        )
        if sizes[g] < 0:
            return last, at
        at += sizes[g]
    return last, at


@kernel
def combine(cuts, found, words, start, sizes, first, last):
    """The lists ``first <= f < last``: the first ``sizes[f]`` words from ``start[f]`` on, with the
    cuts inserted, from the words ``found``.

    False unless each ends where the next one begins, or on a contradiction.
    """
    for f in range(first, last):
        size = sizes[f]
        for e in range(cuts.end[f - 1] if f > 0 else 0, cuts.end[f]):
            low, count = cuts.low[e], cuts.high[e] - cuts.low[e]
            if not insert_cut(
                words, start[f], size, found, low, count, cuts.by[e], cuts.same[e], cuts.opposite[e]
            ):
                return False
            size += count
        if size != start[f + 1] - start[f]:
            return False
    return True
