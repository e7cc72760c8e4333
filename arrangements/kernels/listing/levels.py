"""The flats needed to list topes, level by level, and the merges that put the lists together; n <= 64, coordinates in float64.

A flat F is the set of elements that vanish on a subspace X_F. Only flats without element 0 occur, and F is split only by the elements
below its least one: cutting the cells of X_F by element j leads to the flat G = cl(F + j), if j is its least element. T_F, the list
kept for F, holds the topes of the restriction to X_F of the elements below min F, each as the full sign word of one point of X_F.
``|T_F| = 1 + sum |T_G|``. See ``leaves`` for the conventions on rows and words.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.bits import WIDTH, where_greater, where_less, where_zero
from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.leaves import before, element, first_word, insert_cut, pivot_row, solve_space, workspace

__all__ = ["combine", "combine_part", "expand", "first_words", "restrict_all", "solve_leaves"]

NONE = np.uint64(0)
MIX = np.uint64(0x9E3779B97F4A7C15)


@kernel(error_model="numpy")
def restrict(rows, dimension, j, previous, out):
    """Write to ``out`` the restriction of all elements to the hyperplane of j, up to a positive factor; returns the pivot's modulus.

    ``previous`` is the modulus of the pivot of the step before (1 at first): by Sylvester's identity it divides every entry exactly.
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
    """Position of ``mask`` in ``masks[:count]``, or ``count`` after adding it there; ``table`` is an open hash of positions (-1: free)."""
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
def expand(rows, masks, least, cutting, table, found, same, opposite, child, edge_end, born, by):
    """Find the flats one rank up. ``rows[f]`` are the restricted rows of flat f, ``least[f]`` its least element. Only elements of
    ``cutting[f]`` cut.

    For every flat f in turn and every j that leads on, an edge is written: its child, and the words of the elements parallel and
    antiparallel to j. Edges of f end at ``edge_end[f]``. A new child g gets its mask in ``found[g]`` and the flat and element it was first
    reached from in ``born[g]``, ``by[g]``; the latter is its least element. Returns the number of children.
    """
    flats, dimension = rows.shape[:2]
    off = np.empty(WIDTH)
    children = 0
    edge = 0
    for f in range(flats):
        flat = masks[f]
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
            g = find_or_add(table, found, children, vanish)
            if g == children:
                born[g] = f
                by[g] = j
                children += 1
            same[edge] = parallel & (where_greater(rows[f, c], 0.0) if p > 0.0 else where_less(rows[f, c], 0.0))
            opposite[edge] = parallel ^ same[edge]
            child[edge] = g
            edge += 1
        edge_end[f] = edge
    return children


@kernel
def restrict_all(rows, previous, born, by, out, pivots):
    """Rows of every child flat, from those of the flat it was born from."""
    dimension = rows.shape[1]
    for g in range(len(born)):
        f = born[g]
        pivots[g] = restrict(rows[f], dimension, by[g], previous[f], out[g])


@kernel
def solve_leaves(rows, previous, masks, born, least, begin, cutting, bounding, first, last, words, at, sizes):
    """Topes of the flats ``first <= g < last`` of dimension 3, from the rows of their parents, written from ``at`` on.

    ``born[g] = -1`` means that the rows are those of g itself. ``begin[g]`` is any of the topes, or 0 to have
    one made. Sets ``sizes[g]``, -1 in case of a contradiction. Returns the flat at which
    ``words`` has no more room (or ``last``), and where the next word goes.
    """
    room = workspace()
    own = np.empty((3, WIDTH))
    for g in range(first, last):
        below = least[g]
        if at + 2 + below * (below - 1) // 2 > len(words):
            return g, at
        f = born[g]
        if f >= 0:
            restrict(rows[f], 4, below, previous[f], own)
        space = own if f >= 0 else rows[0]
        word = begin[g] if begin[g] else first_word(space, 3, masks[g])
        sizes[g] = solve_space(space, masks[g], below, word, cutting[g], bounding, room, words, at)
        if sizes[g] < 0:
            return last, at
        at += sizes[g]
    return last, at


@kernel
def first_words(rows, masks):
    """One word for every flat: the tope that its list starts with."""
    out = np.empty(len(masks), np.uint64)
    for f in range(len(masks)):
        out[f] = first_word(rows[f], rows.shape[1], masks[f])
    return out


@kernel
def combine(begin, edge_end, child, same, opposite, least, child_words, child_start, words, start, first, last):
    """T_F of the flats ``first <= f < last`` from the lists of their children, written from ``start[f]`` on. False on a contradiction.

    ``begin[f]`` is any tope of F; ``least[g]`` is the least element of child g, the one that cuts.
    """
    for f in range(first, last):
        words[start[f]] = begin[f]
        size = 1
        for e in range(edge_end[f - 1] if f > 0 else 0, edge_end[f]):
            g = child[e]
            more = child_start[g + 1] - child_start[g]
            if not insert_cut(words, start[f], size, child_words, child_start[g], more, least[g], same[e], opposite[e]):
                return False
            size += more
        if size != start[f + 1] - start[f]:
            return False
    return True


@kernel
def combine_part(begin, edges, child, same, opposite, least, child_words, child_start, words, at, prefix, low, high):
    """The part ``low <= word <= high`` of the list of one flat, written from ``at`` on; returns its size (-1: a contradiction).

    ``low`` and ``high`` differ from 0...0 and 1...1 only in their first ``prefix`` bits. What later elements cut therefore lies
    within one part, and the parts can be made independently. ``edges`` are the flat's edges, in increasing order of the cutting element.
    """
    head = 1
    for e in edges:
        if least[child[e]] < prefix:
            head += child_start[child[e] + 1] - child_start[child[e]]
    early = np.empty(head, np.uint64)
    early[0] = begin
    head = 1
    size = -1
    for e in edges:
        g = child[e]
        j = least[g]
        first, last = child_start[g], child_start[g + 1]
        if j < prefix:
            if not insert_cut(early, 0, head, child_words, first, last - first, j, same[e], opposite[e]):
                return -1
            head += last - first
            continue
        if size < 0:
            size = _take(early[:head], low, high, words, at)
        a = first + np.searchsorted(child_words[first:last], low)
        b = first + np.searchsorted(child_words[first:last], high, side="right")
        if not insert_cut(words, at, size, child_words, a, b - a, j, same[e], opposite[e]):
            return -1
        size += b - a
    return size if size >= 0 else _take(early[:head], low, high, words, at)


@kernel
def _take(early, low, high, words, at):
    """Copy what lies between the bounds; returns how many."""
    size = 0
    for k in range(len(early)):
        if low <= early[k] <= high:
            words[at + size] = early[k]
            size += 1
    return size
