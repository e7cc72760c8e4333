"""A tree of topes whose inner nodes are elements that separate the topes to the left (-) from those
to the right (+).

A cut by element j walks down to the one cell that it agrees with and makes that leaf a node; read
from left to right the leaves are sorted. This serves the planes of a chirotope, which have no
coordinates to walk along (``plane_topes``).
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.wide_words import flip, has

__all__ = ["compose_wide", "in_order", "oriented", "plant", "turn_signs_wide"]

NONE = np.uint64(0)


@kernel
def plant(tree):
    """Make the tree of one cell, row 0 of the topes.

    Row v of ``tree`` is node v: child for -, child for +, element. Row 0 only holds the root, in
    place of a child. Leaf t is coded ~t.
    """
    tree[0, 0] = ~0


@kernel
def graft(words, nodes, tree, size, cut):
    """Cut the cell that the tope ``words[size]`` of its hyperplane lies in; that row becomes the
    word of the cell's other half.

    ``nodes``, the number of rows of the tree, is returned, raised by one, or as it was if that cell
    has been cut already.
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
        side = 1 if has(t, j_of_node) else 0
        node = tree[node, side]
    positive = has(words[~node], j)
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
def compose_wide(positive, nonzero, rays, flat, word):
    """A tope of a flat, given rays that span its subspace: their composition, or its opposite, so
    that element 0 is positive.
    """
    for k in range(len(word)):
        word[k] = NONE
        unset = ~flat[k]
        for ray in rays:
            word[k] |= unset & positive[ray, k]
            unset &= ~nonzero[ray, k]
    flip(word, flat)


@kernel
def oriented(positive, ray, j, parallel, same, opposite):
    """Divide ``parallel`` into the elements with the sign of element j on a ray and those with the
    other one.
    """
    agree = has(positive[ray], j)
    for k in range(len(same)):
        same[k] = parallel[k] & (positive[ray, k] if agree else ~positive[ray, k])
        opposite[k] = parallel[k] ^ same[k]


@kernel
def turn_signs_wide(positive, nonzero, rays, flat, cut, words, size, tree):
    """Cut with the topes of the plane ``flat``: the cells just after the rays ``first, first + 1,
    ...`` of the elements before j.

    ``rays`` are this first one and two others that span the plane; see ``cocircuit_levels``.
    Returns the new number of topes; the tree has as many nodes.
    """
    first, one, other = rays
    width = words.shape[1]
    parallel, alike, unlike = (
        np.empty(width, np.uint64),
        np.empty(width, np.uint64),
        np.empty(width, np.uint64),
    )
    for e in range(cut.j):
        ray = first + e
        for k in range(width):
            parallel[k] = ~(nonzero[ray, k] | flat[k])
        oriented(positive, one if has(nonzero[one], e) else other, e, parallel, alike, unlike)
        for k in range(width):
            words[size, k] = positive[ray, k] | alike[k]
        flip(words[size], flat)
        size = graft(words, size, tree, size, cut)
    return size
