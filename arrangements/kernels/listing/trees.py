"""Tope lists of more than 64 elements: many words a tope, and a binary tree instead of merged lists.

The recursion is that of ``levels``; here a list is kept as a tree, whose leaves are the topes and whose inner nodes are elements that
separate what is to the left (-) from what is to the right (+). A cut by element j walks down to the one cell that it agrees with and makes
that leaf a node. Merging whole lists would cost the number of elements for every tope; the walk costs the depth of the tree, and reading
the leaves from left to right gives the sorted list. Element i is bit 63 - i % 64 of word i // 64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.bits import WIDTH, leading_zeros, where_equal, where_greater, where_less, where_nan, where_zero
from arrangements.kernels.jit import kernel

__all__ = [
    "Cut",
    "compose_wide",
    "first_word_wide",
    "graft_all",
    "in_order",
    "insert_cut_two",
    "list_wide",
    "oriented",
    "plant",
    "restrict_wide",
    "turn_signs_wide",
]

NONE = np.uint64(0)
ONE = np.uint64(1)
TOP = np.uint64(63)


class Cut(NamedTuple):
    """A cut by element j, with the elements parallel to it (j is one) and those antiparallel to it."""

    j: int
    same: np.ndarray
    opposite: np.ndarray


@kernel
def _has(word, i):
    return (word[i >> 6] >> np.uint64(63 - (i & 63))) & ONE != NONE


@kernel
def _column(i):
    """Where element i stands in padded coordinates: blocks of 64 elements, each from right to left."""
    return (i & ~63) | (63 - (i & 63))


@kernel
def plant(tree):
    """Make the tree of one cell, row 0 of the topes.

    Row v of ``tree`` is node v: child for -, child for +, element. Row 0 only holds the root, in place of a child. Leaf t is coded ~t.
    """
    tree[0, 0] = ~0


@kernel
def graft(words, nodes, tree, size, cut):
    """Cut the cell that the tope ``words[size]`` of its hyperplane lies in; that row becomes the word of the cell's other half.

    ``nodes``, the number of rows of the tree, is returned, raised by one, or as it was if that cell has been cut already.
    """
    t = words[size]
    j = cut.j
    parent = 0
    side = 0
    node = tree[0, 0]
    while node >= 0:
        j_of_node = tree[node, 2]
        if j_of_node == j:
            return nodes
        parent = node
        side = 1 if _has(t, j_of_node) else 0
        node = tree[node, side]
    positive = _has(words[~node], j)
    for k in range(len(t)):
        t[k] |= cut.opposite[k] if positive else cut.same[k]
    tree[nodes, 0] = ~size if positive else node
    tree[nodes, 1] = node if positive else ~size
    tree[nodes, 2] = j
    tree[parent, side] = nodes
    return nodes + 1


@kernel
def in_order(tree, words, out):
    """Copy the topes to ``out``, from left to right."""
    stack = np.empty(len(out) + 1, np.int64)
    stack[0] = tree[0, 0]
    depth = 1
    count = 0
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if node < 0:
            for k in range(words.shape[1]):
                out[count, k] = words[~node, k]
            count += 1
        else:
            stack[depth] = tree[node, 1]
            stack[depth + 1] = tree[node, 0]
            depth += 2
    return count


@kernel
def first_word_wide(rows, flat, word):
    """Signs at the point (1, e, e^2, ...) for small e > 0, or at its antipode, so that element 0 is positive. Padding and flat are 0."""
    for k in range(len(word)):
        block = slice(k * WIDTH, (k + 1) * WIDTH)
        unset = ~NONE
        word[k] = NONE
        for c in range(rows.shape[0]):
            word[k] |= unset & where_greater(rows[c, block], 0.0)
            unset &= where_zero(rows[c, block])
    if word[0] >> TOP == NONE:
        for k in range(len(word)):
            word[k] = ~(word[k] | flat[k])


@kernel(error_model="numpy")
def _slopes_wide(first, second, third, p, a, b, slopes, begin, vanish):
    """``leaves._slopes`` block by block."""
    q = abs(p)
    if p < 0.0:
        a, b = -a, -b
    x = np.empty(WIDTH)
    y = np.empty(WIDTH)
    for k in range(len(begin)):
        for i in range(WIDTH):
            at = k * WIDTH + i
            u = second[at] * q - first[at] * a
            v = third[at] * q - first[at] * b
            t = u / v
            x[i] = u
            y[i] = v
            slopes[at] = abs(t) if v == 0.0 else -t
        begin[k] = where_greater(y, 0.0) | (where_zero(y) & where_less(x, 0.0))
        vanish[k] = where_nan(slopes[k * WIDTH : (k + 1) * WIDTH])


@kernel
def _after(slopes, begin, flat, t, pending, word):
    """The cell just after the ray of slope t, or its antipode, so that element 0 is positive; whoever has that ray is no longer pending."""
    for k in range(len(word)):
        block = slopes[k * WIDTH : (k + 1) * WIDTH]
        word[k] = begin[k] ^ where_greater(block, t)
        pending[k] &= ~where_equal(block, t)
    if word[0] >> TOP == NONE:
        for k in range(len(word)):
            word[k] = ~(word[k] | flat[k])


@kernel
def solve_space_wide(rows, flat, below, words, tree):
    """Topes of planes through the origin of 3-space, unsorted, and their tree; returns how many. ``rows`` is 3 x (64 * words).

    Only elements before ``below`` cut cells. There must be room for 2 + below (below - 1) / 2 topes. ``flat`` contains the padding.
    """
    width = words.shape[1]
    slopes = np.empty(rows.shape[1])
    sets = np.empty((5, width), np.uint64)
    begin, vanish, same, opposite, pending = sets[0], sets[1], sets[2], sets[3], sets[4]
    first_word_wide(rows, flat, words[0])
    plant(tree)
    size = 1
    for j in range(1, below):
        if _has(flat, j):
            continue
        at = _column(j)
        c = 0
        while rows[c, at] == 0.0:
            c += 1
        d, e = (1 if c == 0 else 0), (1 if c == 2 else 2)
        _slopes_wide(rows[c], rows[d], rows[e], rows[c, at], rows[d, at], rows[e, at], slopes, begin, vanish)
        earlier = False
        for k in range(width):
            block = slice(k * WIDTH, (k + 1) * WIDTH)
            parallel = vanish[k] & ~flat[k]
            if k < j >> 6:
                earlier |= parallel != NONE
            elif k == j >> 6 and j & 63:
                earlier |= parallel >> np.uint64(64 - (j & 63)) != NONE
            same[k] = parallel & (where_greater(rows[c, block], 0.0) if rows[c, at] > 0.0 else where_less(rows[c, block], 0.0))
            opposite[k] = parallel ^ same[k]
        if earlier:
            continue
        for k in range((j >> 6) + 1):
            pending[k] = ~vanish[k]
        if j & 63:
            pending[j >> 6] &= ~NONE << np.uint64(64 - (j & 63))
        for k in range((j + 63) >> 6):
            while pending[k] != NONE:
                t = slopes[k * WIDTH + 63 - leading_zeros(pending[k])]
                _after(slopes, begin, vanish, t, pending, words[size])
                size = graft(words, size, tree, size, Cut(j, same, opposite))
    return size


@kernel
def graft_all(topes, cut, words, size, tree):
    """Cut every cell that one of ``topes`` lies in, in a tree with one node less than topes; returns the new number of topes."""
    for k in range(len(topes)):
        words[size] = topes[k]
        size = graft(words, size, tree, size, cut)
    return size


@kernel(error_model="numpy")
def restrict_wide(rows, previous, flat, j, finer, vanish, same, opposite):
    """Restrict all elements to the hyperplane of j.

    Writes the rows, the elements that vanish there, and among the new ones those parallel and antiparallel to j. Returns the modulus of the
    pivot, or 0 if j is in the flat or parallel to something before it.
    """
    at = _column(j)
    dimension = rows.shape[0]
    c = 0
    while c < dimension and rows[c, at] == 0.0:
        c += 1
    if c == dimension:
        return 0.0
    p = abs(rows[c, at])
    to = 0
    for q in range(dimension):
        if q != c:
            a = rows[q, at] if rows[c, at] > 0.0 else -rows[q, at]
            for i in range(rows.shape[1]):
                finer[to, i] = (rows[q, i] * p - rows[c, i] * a) / previous
            to += 1
    for k in range(len(vanish)):
        block = slice(k * WIDTH, (k + 1) * WIDTH)
        vanish[k] = ~NONE
        for q in range(dimension - 1):
            vanish[k] &= where_zero(finer[q, block])
        parallel = vanish[k] & ~flat[k]
        if (k < j >> 6 and parallel != NONE) or (k == j >> 6 and j & 63 and parallel >> np.uint64(64 - (j & 63)) != NONE):
            return 0.0
        same[k] = parallel & (where_greater(rows[c, block], 0.0) if rows[c, at] > 0.0 else where_less(rows[c, block], 0.0))
        opposite[k] = parallel ^ same[k]
    return p


@kernel
def insert_cut_two(words, size, topes, cut):
    """``leaves.insert_cut`` for two words a tope: a sorted list stays sorted, without a tree. Returns the new size, or -1."""
    j, same, opposite = cut
    later = np.empty(2, np.uint64)
    later[0] = ~NONE >> np.uint64(j) if j < 64 else NONE
    later[1] = ~NONE if j <= 64 else ~NONE >> np.uint64(j - 64)
    at, bit = j >> 6, np.uint64(63 - (j & 63))
    read = size - 1
    write = size + len(topes) - 1
    for k in range(len(topes) - 1, -1, -1):
        t, u = topes[k, 0], topes[k, 1]
        last, last_low = t | later[0], u | later[1]
        while read >= 0 and (words[read, 0] > last or (words[read, 0] == last and words[read, 1] > last_low)):
            words[write, 0] = words[read, 0]
            words[write, 1] = words[read, 1]
            write -= 1
            read -= 1
        if read < 0:
            return -1
        w, v = words[read, 0], words[read, 1]
        if ((w ^ t) & ~later[0]) | ((v ^ u) & ~later[1]) != NONE:
            return -1
        positive = np.int64((words[read, at] >> bit) & ONE)
        old, new = write - 1 + positive, write - positive
        words[old, 0] = w
        words[old, 1] = v
        words[new, 0] = t | (opposite[0] if positive else same[0])
        words[new, 1] = u | (opposite[1] if positive else same[1])
        write -= 2
        read -= 1
    return size + len(topes)


@kernel
def list_wide(rows, previous, flat, below):
    """The sorted list of one flat of dimension 3 or more, from its restricted rows."""
    dimension, columns = rows.shape
    width = len(flat)
    if dimension == 3:
        room = 2 + below * (below - 1) // 2
        words, tree = np.empty((room, width), np.uint64), np.empty((room, 3), np.int32)
        size = solve_space_wide(rows, flat, below, words, tree)
        out = np.empty((size, width), np.uint64)
        in_order(tree, words, out)
        return out
    room = 4 * below
    merged = width == 2
    words, tree = np.empty((room, width), np.uint64), np.empty((1 if merged else room, 3), np.int32)
    first_word_wide(rows, flat, words[0])
    plant(tree)
    size = 1
    finer = np.empty((dimension - 1, columns))
    sets = np.empty((3, width), np.uint64)
    for j in range(1, below):
        pivot = restrict_wide(rows, previous, flat, j, finer, sets[0], sets[1], sets[2])
        if pivot != 0.0:
            cut = list_wide(finer, pivot, sets[0], j)
            if size + len(cut) >= room:
                room = 2 * (size + len(cut))
                more_words = np.empty((room, width), np.uint64)
                more_words[:size] = words[:size]
                words = more_words
                if not merged:
                    more_tree = np.empty((room, 3), np.int32)
                    more_tree[:size] = tree[:size]
                    tree = more_tree
            if merged:
                size = insert_cut_two(words, size, cut, Cut(j, sets[1], sets[2]))
                if size < 0:
                    raise RuntimeError("a cut of a cell must match a cell")
            else:
                size = graft_all(cut, Cut(j, sets[1], sets[2]), words, size, tree)
    if merged:
        return words[:size]
    out = np.empty((size, width), np.uint64)
    in_order(tree, words, out)
    return out


@kernel
def compose_wide(positive, nonzero, rays, flat, word):
    """A tope of a flat, given rays that span its subspace: their composition, or its opposite, so that element 0 is positive."""
    for k in range(len(word)):
        word[k] = NONE
        unset = ~flat[k]
        for ray in rays:
            word[k] |= unset & positive[ray, k]
            unset &= ~nonzero[ray, k]
    _flip(word, flat)


@kernel
def _flip(word, flat):
    if word[0] >> TOP == NONE:
        for k in range(len(word)):
            word[k] = ~(word[k] | flat[k])


@kernel
def oriented(positive, ray, j, parallel, same, opposite):
    """Divide ``parallel`` into what has the sign of element j on a ray and what has the other one."""
    agree = _has(positive[ray], j)
    for k in range(len(same)):
        same[k] = parallel[k] & (positive[ray, k] if agree else ~positive[ray, k])
        opposite[k] = parallel[k] ^ same[k]


@kernel
def turn_signs_wide(positive, nonzero, rays, flat, cut, words, size, tree):
    """Cut with the topes of the plane ``flat``: the cells just after the rays ``first, first + 1, ...`` of the elements before j.

    ``rays`` are this first one and two others that span the plane; see ``cocircuit_levels``. Returns the new number of topes; the tree has
    as many nodes.
    """
    first, one, other = rays
    width = words.shape[1]
    parallel, alike, unlike = np.empty(width, np.uint64), np.empty(width, np.uint64), np.empty(width, np.uint64)
    for e in range(cut.j):
        ray = first + e
        for k in range(width):
            parallel[k] = ~(nonzero[ray, k] | flat[k])
        oriented(positive, one if _has(nonzero[one], e) else other, e, parallel, alike, unlike)
        for k in range(width):
            words[size, k] = positive[ray, k] | alike[k]
        _flip(words[size], flat)
        size = graft(words, size, tree, size, cut)
    return size
