"""Count no-broken-circuit sets by propagating over flats.

Elements are numbered 0..n-1, no two parallel, none zero; the row of element 0 is (0, .., 0, 1). A
flat F without element 0 is a bit mask of its elements; m(F) is the least of them (n for the empty
flat). w(F) = |mu(F)| is the number of no-broken-circuit sets with closure F:

    w(empty) = 1;  w(cl(F + j)) += w(F)  for every j < m(F) that is the least element of cl(F + j), 0 not in cl(F + j).

Flats of one rank are a *level*. ``expand`` makes the next one. Where three dimensions are left, the
flat is a leaf: ``planar_count`` finishes it, and ``finish`` remembers the result, because a leaf is
met from several flats.

Both treat flats ``start..stop-1`` of a level and return ``(next, count, lucky)``: they stop early,
at ``next``, when the table of ``count`` flats has to grow. Not checked here: the bounds that make
residues and weights exact (``arrangements.counting.images``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.counting.flat_table import add, find, hash_of
from arrangements.kernels.counting.plane import planar_count
from arrangements.kernels.counting.residues import (
    class_of_row,
    contract,
    minus,
    multiply,
    normalise,
)
from arrangements.kernels.jit import kernel

__all__ = ["Flats", "Image", "expand", "finish"]

# Leaves with so few lines are cheaper to do again than to look up (tests/bench/test_thresholds.py).
_FEW = 8
_WORD = 64
_SHIFT = np.int64(24)


class Image(NamedTuple):
    """Residues ``rows[element, image, column]`` modulo ``primes[image]``."""

    rows: np.ndarray
    primes: np.ndarray


class Flats(NamedTuple):
    """Room for a level: masks, weights w, for each flat independent elements, the last one m(F),
    and the hash of the masks.
    """

    keys: np.ndarray
    values: np.ndarray
    bases: np.ndarray
    slots: np.ndarray


class _Work(NamedTuple):
    """Arrays in which the restriction to one flat and its classes are made."""

    out: np.ndarray
    free: np.ndarray
    work: np.ndarray
    alive: np.ndarray
    leads: np.ndarray
    prefix: np.ndarray
    leaders: np.ndarray
    links: np.ndarray
    masks: np.ndarray
    heads: np.ndarray


@kernel
def _room(image, level):
    n, images, width = image.rows.shape
    rank, words = level.bases.shape[1], level.keys.shape[1]
    places = 8
    while places < 2 * n:
        places *= 2
    return _Work(
        np.empty((n, images, width - rank), np.int64), np.empty(2 * width, np.int64), np.empty((rank, width), np.int64),
        np.empty(n, np.bool_), np.empty((n, images), np.int64), np.empty(n, np.int64),
        np.empty(n, np.int64), np.empty(n, np.int64), np.empty((n, words), np.uint64), np.empty(places, np.int64),
    )  # fmt: skip


@kernel
def _restricted(image, level, f, least, work):
    """Restrict to flat f; returns the number of classes that start below ``least``, or -1 if
    unlucky.
    """
    width, rank = image.rows.shape[2], level.bases.shape[1]
    if not contract(
        image.rows, image.primes, level.bases[f], rank, width - 1, work.free, work.work, work.out
    ):
        return -1
    if not normalise(work.out, image.primes, width - rank - 1, work.leads, work.alive, work.prefix):
        return -1
    return _classes(
        work.out, work.alive, least, level.keys[f], work.leaders, work.masks, work.heads, work.links
    )


@kernel
def _classes(rows, alive, least, key, leaders, masks, heads, links):
    """Group elements that are parallel on the flat, for every class that starts below ``least``;
    returns the number of classes.

    ``leaders[c]`` is the least element of class c and ``masks[c]`` the flat that it spans together
    with ``key``. Rows are normalised, so parallel elements have equal rows. ``heads`` has a power
    of two of places.
    """
    for k in range(heads.size):
        heads[k] = -1
    count = 0
    for e in range(1, rows.shape[0]):
        if not alive[e]:
            continue
        place, found = class_of_row(rows, e, leaders, heads, links)
        if found < 0:
            if e >= least:
                continue
            found = count
            count += 1
            leaders[found] = e
            links[found] = heads[place]
            heads[place] = found
            for w in range(key.size):
                masks[found, w] = key[w]
        masks[found, e // _WORD] |= np.uint64(1) << np.uint64(e % _WORD)
    return count


@kernel
def expand(image, level, start, stop, above, count, modulus):
    """Add the flats one rank up, with their weights; flats with least element 1 lead nowhere and
    are added as well, for their weight.
    """
    n, rank = image.rows.shape[0], level.bases.shape[1]
    work = _room(image, level)
    leaders, masks = work.leaders, work.masks
    values, bases = level.values, level.bases
    next_keys, next_values, next_bases, slots = above
    for f in range(start, stop):
        if count + n > next_keys.shape[0] or 4 * (count + n) > 3 * slots.size:
            return f, count, True
        least = bases[f, rank - 1] if rank else n
        if least == 1:
            continue
        classes = _restricted(image, level, f, least, work)
        if classes < 0:
            return f, count, False
        for c in range(classes):
            h = hash_of(masks[c])
            found = find(next_keys, slots, masks[c], h)
            if found < 0:
                found = add(next_keys, slots, masks[c], h, count)
                count += 1
                next_values[found] = 0
                for i in range(rank):
                    next_bases[found, i] = bases[f, i]
                next_bases[found, rank] = leaders[c]
            total = next_values[found] + values[f]
            next_values[found] = total % modulus if modulus else total
    return stop, count, True


@kernel
def finish(image, level, start, stop, leaves, count, modulus, totals, room):
    """Add the weights of the three ranks above a level in dimension 4 to ``totals``; ``room`` is
    that of ``planar_count``.
    """
    n, rank, primes = image.rows.shape[0], level.bases.shape[1], image.primes
    work = _room(image, level)
    leaders, masks = work.leaders, work.masks
    lines = np.empty((n, primes.size, 3), np.int64)
    values, bases = level.values, level.bases
    leaf_keys, leaf_values, slots = leaves.keys, leaves.values, leaves.slots
    for f in range(start, stop):
        if count + n > leaf_keys.shape[0] or 4 * (count + n) > 3 * slots.size:
            return f, count, True
        least = bases[f, rank - 1] if rank else n
        if least == 1:
            continue
        classes = _restricted(image, level, f, least, work)
        if classes < 0:
            return f, count, False
        weight = values[f]
        for c in range(classes):
            j = leaders[c]
            found = -1
            h = np.uint64(0)
            if j > _FEW:
                h = hash_of(masks[c])
                found = find(leaf_keys, slots, masks[c], h)
            if found >= 0:
                n_lines = leaf_values[found] & ((np.int64(1) << _SHIFT) - 1)
                n_points = leaf_values[found] >> _SHIFT
            else:
                m = _restrict_to(work.out, work.alive, j, work.leads, primes, lines)
                if m < 0:
                    return f, count, False
                n_lines, n_points, lucky = planar_count(lines, m, primes, room)
                if not lucky:
                    return f, count, False
                if j > _FEW:
                    leaf_values[add(leaf_keys, slots, masks[c], h, count)] = (
                        n_lines | n_points << _SHIFT
                    )
                    count += 1
            if modulus:
                totals[0] = (totals[0] + weight) % modulus
                totals[1] = (totals[1] + weight * (n_lines % modulus)) % modulus
                totals[2] = (totals[2] + weight * (n_points % modulus)) % modulus
            else:
                totals[0] += weight
                totals[1] += weight * n_lines
                totals[2] += weight * n_points
    return stop, count, True


@kernel
def _restrict_to(rows, alive, j, leads, primes, lines):
    """The lines that elements below j, in order, cut out of plane j; how many, or -1 if unlucky.
    Lines at infinity are left out.
    """
    m = 0
    for e in range(1, j):
        if not alive[e]:
            continue
        for image in range(primes.size):
            p = primes[image]
            f = rows[e, image, leads[j, image]]
            k = 0
            for c in range(4):
                if c != leads[j, image]:
                    r = rows[e, image, c]
                    if f:
                        r = minus(r, multiply(f, rows[j, image, c], p, 1.0 / p), p)
                    lines[m, image, k] = r
                    k += 1
        dead = lines[m, 0, 0] == 0 and lines[m, 0, 1] == 0
        for image in range(1, primes.size):
            if dead != (lines[m, image, 0] == 0 and lines[m, image, 1] == 0):
                return -1
        if not dead:
            m += 1
    return m
