"""A canonical form under relabelling, reorientation and negation, and from it the canonical last
element.

Elements are coloured by what relabelling and reorientation leave alone: how far apart two of them
are on the cycle of each coline. Equal colours are told apart by marking one element after another,
in all ways; every discrete colouring is an order, a leaf. Of the signs in these orders, each
reoriented so that as many early signs as possible are +, the lexicographically largest are the
form, with - < + < 0. All leaves with these signs differ by automorphisms, and all automorphisms
occur. No leaf is left out, so a hash that collides costs time, not truth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.combinatorial_types.colines import colines, sign_of
from arrangements.kernels.jit import kernel

__all__ = ["canonical", "first_colours"]


@kernel(inline="always")
def _mixed(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def _round(circles, count, old, new, hashes):
    """One step: each colour mixed with the colours around it, on every coline."""
    place, points, n = circles.place, circles.points, len(old)
    one = np.uint64(1)
    most = 0
    for c in range(count):
        most = max(most, points[c])
    # Each colour mixed with each distance, once.
    apart = np.empty((n, most // 2 + 1), np.uint64)
    for e in range(n):
        new[e] = old[e] * np.uint64(3)
        for distance in range(most // 2 + 1):
            apart[e, distance] = _mixed(
                old[e] + np.uint64(distance + 1) * np.uint64(0x9E3779B97F4A7C15)
            )
    for c in range(count):
        m = points[c]
        flat, around = np.uint64(m), np.uint64(0)
        for e in range(n):
            if place[c, e] < 0:
                flat += _mixed(old[e])
        for e in range(n):
            k = place[c, e]
            if k < 0:
                continue
            total = flat
            for f in range(n):
                if f != e and place[c, f] >= 0:
                    distance = abs(place[c, f] - k)
                    total += apart[f, min(distance, m - distance)]
            hashes[e] = _mixed(total)
            around += _mixed(hashes[e] + old[e])
        for e in range(n):
            new[e] += hashes[e] if place[c, e] >= 0 else _mixed(around + one)
    for e in range(n):
        old[e] = _mixed(new[e])


@kernel
def _distinct(colours, n):
    count = 0
    for e in range(n):
        new = True
        for f in range(e):
            new &= colours[f] != colours[e]
        count += new
    return count


@kernel
def _refine(circles, count, colours, scratch):
    before, n = 0, len(colours)
    while True:
        different = _distinct(colours, n)
        if different in (n, before):
            return different
        before = different
        _round(circles, count, colours, scratch[0], scratch[1])


@kernel
def first_colours(chi, tables, circles, colours, scratch):
    """Colour the elements, and return the number of colines and the set of elements of which one is
    the canonical last one.

    These are no coloops, have one colour, and no other such colour has fewer elements. Where no sign
    is 0 all elements have one colour, as all colines look alike; then it is that of the mutations,
    in ``scratch``, which is not a colour of the form.
    """
    n, r, binomial = tables.n, tables.rank, tables.binomial
    lines = colines(chi, tables, circles)
    for e in range(n):
        colours[e] = 0
    _round(circles, lines, colours, scratch[0], scratch[1])
    _refine(circles, lines, colours, scratch)
    # A coloop is in every basis.
    coloop = 0
    for e in range(n):
        needed = True
        for s in range(binomial[n, r]):
            if chi[s] == 0:
                continue
            number, inside = s, False
            for size in range(r, 0, -1):
                top = size - 1
                while binomial[top + 1, size] <= number:
                    top += 1
                number -= binomial[top, size]
                inside |= top == e
            if not inside:
                needed = False
                break
        if needed:
            coloop |= 1 << e
    apart = colours
    if coloop == 0 and _colour_by_mutations(tables, circles, lines, scratch[0], scratch[1]):
        apart = scratch[0]
    best, size = 0, n + 1
    colour = np.uint64(0)
    for e in range(n):
        if coloop >> e & 1 == 0:
            cell, count = 0, 0
            for f in range(n):
                if apart[f] == apart[e]:
                    cell |= 1 << f
                    count += 1
            if count < size or (count == size and apart[e] > colour):
                best, size, colour = cell, count, apart[e]
    return lines, best if best else (1 << n) - 1


@kernel
def _colour_by_mutations(tables, circles, lines, colours, new):
    """Colour the elements of a uniform oriented matroid by the bases that are mutations; False if
    it is not uniform.

    A basis is one if each two of its elements are next to each other on the coline of the others.
    An element is known by its number of them, then twice by those of the elements beside it in
    them.
    """
    n, r, lower, bases, binomial = (
        tables.n,
        tables.rank,
        tables.lower,
        tables.bases,
        tables.binomial,
    )
    if lines != len(lower):
        return False
    for c in range(lines):
        if circles.points[c] != n - r + 2:
            return False
    one = np.uint64(1)
    for e in range(n):
        colours[e] = one
    found, count = np.empty(len(bases), np.int64), 0
    for s in range(len(bases)):
        simplex = True
        for i in range(r):
            for j in range(i):
                c, size = 0, 0
                for k in range(r):
                    if k not in (i, j):
                        size += 1
                        c += binomial[bases[s, k], size]
                distance = abs(circles.place[c, bases[s, i]] - circles.place[c, bases[s, j]])
                simplex &= distance in (1, n - r + 1)
            if not simplex:
                break
        if simplex:
            found[count] = s
            count += 1
    for _ in range(3):
        for e in range(n):
            new[e] = _mixed(colours[e])
        for at in range(count):
            around = np.uint64(0)
            for i in range(r):
                around += _mixed(colours[bases[found[at], i]])
            for i in range(r):
                e = bases[found[at], i]
                new[e] += _mixed(around - _mixed(colours[e]) + one)
        for e in range(n):
            colours[e] = new[e]
    return True


class _Leaf(NamedTuple):
    """An order, its text, and linear equations for the reorientation: words ``rows``, the first
    bits of these, and the right-hand sides.
    """

    order: np.ndarray
    text: np.ndarray
    rows: np.ndarray
    leads: np.ndarray
    right: np.ndarray


@kernel
def _compare(chi, tables, leaf, best, first):
    """-1, 0, 1 as the text of the leaf is smaller, equal or larger than ``best``; and the
    reorientation, bit n for negation.
    """
    n, r, subsets = tables.n, tables.rank, tables.bases
    order, text, rows, leads, right = leaf
    buffer = np.empty(r, np.int64)
    size, relation = 0, 1 if first else 0
    for s in range(len(subsets)):
        word = 1 << n
        for i in range(r):
            buffer[i] = order[subsets[s, i]]
            word |= 1 << subsets[s, i]
        sign = sign_of(chi, buffer, r, tables.binomial)
        letter = 2
        if sign:
            flip = 0
            for k in range(size):
                if word >> leads[k] & 1:
                    word ^= rows[k]
                    flip ^= right[k]
            if word:
                letter = 1
                lead = 0
                while word >> lead & 1 == 0:
                    lead += 1
                value = flip ^ (1 if sign < 0 else 0)
                for k in range(size):
                    if rows[k] >> lead & 1:
                        rows[k] ^= word
                        right[k] ^= value
                rows[size], leads[size], right[size] = word, lead, value
                size += 1
            else:
                letter = 1 if (sign > 0) == (flip == 0) else 0
        text[s] = letter
        if relation == 0 and letter != best[s]:
            relation = 1 if letter > best[s] else -1
            if relation < 0:
                return relation, 0
    flips = 0
    for k in range(size):
        flips |= right[k] << leads[k]
    return relation, flips


@kernel
def canonical(chi, tables, circles, lines, colours, cell, best, orders, flips):
    """Write the form to ``best`` (0 1 2 for - + 0) and as many leaves as fit to ``orders`` and
    ``flips``; return the number of these leaves, which is that of the automorphisms, and the
    possible last elements: one orbit."""
    n = tables.n
    stack = np.empty((n + 1, n), np.uint64)
    target, tried = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    scratch = np.empty((2, n), np.uint64)
    order, text = np.empty(n, np.int64), np.empty(len(tables.bases), np.int8)
    leaf = _Leaf(
        order, text, np.empty(n + 1, np.int64), np.empty(n + 1, np.int64), np.empty(n + 1, np.int64)
    )
    for e in range(n):
        stack[0, e] = colours[e]
    depth, leaves, orbit, first, entering = 0, 0, 0, True, True
    while depth >= 0:
        if entering:
            if _refine(circles, lines, stack[depth], scratch) == n:
                for e in range(n):
                    position = 0
                    for f in range(n):
                        position += stack[depth, f] < stack[depth, e]
                    order[position] = e
                relation, flip = _compare(chi, tables, leaf, best, first)
                if relation > 0:
                    best[:] = text
                    leaves, orbit, first = 0, 0, False
                if relation >= 0:
                    if leaves < len(orders):
                        orders[leaves] = order
                        flips[leaves] = flip
                    leaves += 1
                    last = n - 1
                    while cell >> order[last] & 1 == 0:
                        last -= 1
                    orbit |= 1 << order[last]
                depth -= 1
                entering = False
                continue
            # Mark the elements of the smallest colour that is not alone.
            chosen = -1
            for e in range(n):
                alone = True
                for f in range(n):
                    alone &= f == e or stack[depth, f] != stack[depth, e]
                if not alone and (chosen < 0 or stack[depth, e] < stack[depth, chosen]):
                    chosen = e
            target[depth] = 0
            for e in range(n):
                if stack[depth, e] == stack[depth, chosen]:
                    target[depth] |= 1 << e
            tried[depth] = 0
        e = tried[depth]
        while e < n and target[depth] >> e & 1 == 0:
            e += 1
        if e == n:
            depth -= 1
            entering = False
            continue
        tried[depth] = e + 1
        stack[depth + 1] = stack[depth]
        stack[depth + 1, e] = _mixed(stack[depth, e] + np.uint64(77))
        depth += 1
        entering = True
    return leaves, orbit
