"""Sum |mu| over flats, one flat for each orbit of a group of symmetries (or a few more).

T(O) is the sum of |mu(F)| over the flats F of an orbit O. By Weisner's theorem, for any set S of
elements of a flat G,

    |mu(G)| = sum over the flats F that G covers of |mu(F)| |S - F| / |S|,

so, with one representative F for every orbit one rank down, T(orbit of G) = sum of T(orbit of F)
|S(G) - F| / |S(G)| over all pairs of a representative F and a flat G that covers it, if S(G) goes
where G goes under symmetries. Whether two flats of one orbit are recognised as such matters for
speed alone: any flat may stand for itself, as long as flats are replaced by images of themselves
under symmetries and by nothing else. The last step takes S(G) = G. The steps before it take the few
elements of G with the least sum of links with all of G (``Chain``): most flats F contain these, and
then G need not be looked at.

Parallel elements are merged; element 0 is like any other.

With S = G the theorem checks a rank against the ranks before it. Let the incidences of a rank be
the sum of |mu(G)| |G| over its flats. Each flat F one rank down is covered by flats G whose sets G
- F part the n - |F| other elements, so that

    incidences one rank up = n (sum of |mu(F)|) - incidences of the rank of F.

The sums of |mu| alone thus say what the incidences of every rank are, while ``expand_orbits`` and
``finish_orbits`` add them up from the flats that they are given: a flat that is missing, doubled or
has another T would show.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.counting.flat_table import add, find, hash_of
from arrangements.kernels.counting.representatives import BEAM, element, first_basis, representative
from arrangements.kernels.counting.residues import class_of_row, contract, multiply, normalise
from arrangements.kernels.jit import kernel

__all__ = ["Flats", "Room", "Weights", "expand_orbits", "finish_orbits"]


class Flats(NamedTuple):
    """Flats of one rank: their keys (``representatives``) and T modulo some primes, ``values[flat,
    modulus]``.
    """

    rank: int
    keys: np.ndarray
    values: np.ndarray


class Room(NamedTuple):
    """Room for flats of one rank, with the table in which they are found (``flat_table``)."""

    keys: np.ndarray
    values: np.ndarray
    slots: np.ndarray


class Weights(NamedTuple):
    """The primes of T; ``inverses[m, s]`` is 1 / s modulo ``moduli[m]``."""

    moduli: np.ndarray
    inverses: np.ndarray


@kernel
def _group(rows, alive, leaders, class_of, weights, heads, links):
    """Number the classes of equal rows among the alive ones; ``weights`` counts their elements.
    Returns how many.
    """
    for k in range(heads.size):
        heads[k] = -1
    count = 0
    for e in range(rows.shape[0]):
        class_of[e] = -1
        if not alive[e]:
            continue
        place, found = class_of_row(rows, e, leaders, heads, links)
        if found < 0:
            found = count
            count += 1
            leaders[found] = e
            weights[found] = 0
            links[found] = heads[place]
            heads[place] = found
        class_of[e] = found
        weights[found] += 1
    return count


@kernel
def _shares(flat, inside, size, sums, links):
    """The number of elements with the least sum of links, and of those among them that come after
    the first ``inside`` ones.

    ``sums`` are those with the first ones.
    """
    least = np.int64(2**63 - 1)
    ties = fresh = 0
    for i in range(size):
        total = sums[flat[i]]
        if links.shape[0]:
            for j in range(inside, size):
                total += links[flat[j], flat[i]]
        if total < least:
            least, ties, fresh = total, 0, 0
        ties += total == least
        fresh += total == least and i >= inside
    return ties, fresh


@kernel
def expand_orbits(rows, primes, chain, flats, start, stop, above, count, weighing, incidences):
    """Add the representatives of flats one rank up, with T, and to ``incidences[modulus]`` those of
    the flats given.

    Returns where it stopped, the number of flats one rank up, of pairs of a flat and one that
    covers it, and whether it was lucky. It stops early when the room for the flats one rank up has
    to grow.
    """
    rank, keys, values = flats
    next_keys, next_values, slots = above
    moduli, inverses = weighing
    n, images, width = rows.shape
    out = np.empty((n, images, width - rank), np.int64)
    basis, free, work = (
        np.empty(rank, np.int64),
        np.empty(2 * width, np.int64),
        np.empty((rank + 1, width), np.int64),
    )
    alive, leads, prefix = (
        np.empty(n, np.bool_),
        np.empty((n, images), np.int64),
        np.empty(n, np.int64),
    )
    leaders, class_of, weights, links = (
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
    )
    room = 8
    while room < 2 * n:
        room *= 2
    heads, key, mask = (
        np.empty(room, np.int64),
        np.empty(next_keys.shape[1], np.uint64),
        np.empty((n + 63) // 64, np.uint64),
    )
    flat, beam, totals = (
        np.empty(n, np.int64),
        np.empty((2, BEAM, n), np.int64),
        np.empty(n * BEAM, np.int64),
    )
    marks, members, borders = (
        np.empty(BEAM, np.int64),
        np.empty(n, np.int64),
        np.empty(n + 1, np.int64),
    )
    sums = chain.places.copy()
    pairs = 0
    for f in range(start, stop):
        if count + n > next_keys.shape[0] or 4 * (count + n) > 3 * slots.size:
            return f, count, pairs, True
        for i in range(rank):
            basis[i] = element(keys[f], i)
        lucky = contract(rows, primes, basis, rank, width, free, work, out)
        if not lucky or not normalise(out, primes, width - rank, leads, alive, prefix):
            return f, count, pairs, False
        classes = _group(out, alive, leaders, class_of, weights, heads, links)
        # Elements by classes, and those of the flat itself at the end.
        borders[0] = 0
        for c in range(classes):
            borders[c + 1] = borders[c] + weights[c]
            links[c] = borders[c]
        below = borders[classes]
        for e in range(n):
            if alive[e]:
                members[links[class_of[e]]] = e
                links[class_of[e]] += 1
            else:
                members[below] = e
                below += 1
        inside = n - borders[classes]
        pairs += classes
        for m in range(moduli.size):
            incidences[m] = (incidences[m] + values[f, m] * inside) % moduli[m]
        if chain.links.shape[0]:
            sums[:] = 0
            for i in range(borders[classes], n):
                sums += chain.links[members[i]]
        for c in range(classes):
            size = inside
            for i in range(inside):
                flat[i] = members[borders[classes] + i]
            for i in range(borders[c], borders[c + 1]):
                flat[size] = members[i]
                size += 1
            ties, fresh = _shares(flat, inside, size, sums, chain.links)
            if not fresh:
                continue
            representative(flat, size, chain, beam, totals, marks)
            for w in range(mask.size):
                mask[w] = np.uint64(0)
            for i in range(size):
                mask[flat[i] >> 6] |= np.uint64(1) << np.uint64(flat[i] & 63)
            if not first_basis(rows, primes[0], mask, rank + 1, key, work, free):
                return f, count, pairs, False
            h = hash_of(key)
            found = find(next_keys, slots, key, h)
            if found < 0:
                found = add(next_keys, slots, key, h, count)
                count += 1
                for m in range(moduli.size):
                    next_values[found, m] = 0
            for m in range(moduli.size):
                share = values[f, m] * (fresh * inverses[m, ties] % moduli[m])
                next_values[found, m] = (next_values[found, m] + share) % moduli[m]
    return stop, count, pairs, True


@kernel
def finish_orbits(rows, primes, flats, start, stop, weighing, totals):
    """For flats in dimension 3, add the sums of |mu| one and two ranks up to ``totals[:2,
    modulus]``; returns whether lucky.

    Their own incidences are added to ``totals[2, modulus]``.

    In the plane over a flat of ``size`` elements, let F(W) = W / (size + W). A line of weight w has
    |G| = size + w, a point of weight W, the sum of the weights of its lines, |H| = size + W, and
    the sum of |mu| over points is a sum over pairs of a line on a point,

        w / (size + w) * (W - w) / (size + W) = F(w) - w / (size + W),

    hence over each point the sum of F(w) over its lines, less F(W). Line by line: where a line
    meets earlier ones of weight B, it adds F(w) + F(B) - F(B + w).
    """
    rank, keys, values = flats
    moduli, inverses = weighing
    n, images, width = rows.shape
    basis = np.empty(rank, np.int64)
    out, points = np.empty((n, images, 3), np.int64), np.empty((n, images, 2), np.int64)
    free, work = np.empty(2 * width, np.int64), np.empty((rank, width), np.int64)
    alive, leads, prefix = (
        np.empty(n, np.bool_),
        np.empty((n, images), np.int64),
        np.empty(n, np.int64),
    )
    leaders, class_of, weights, links = (
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
    )
    point_leaders, point_of = np.empty(n, np.int64), np.empty(n, np.int64)
    alive_points, point_leads, point_sizes = (
        np.empty(n, np.bool_),
        np.empty((n, images), np.int64),
        np.empty(n, np.int64),
    )
    room = 8
    while room < 2 * n:
        room *= 2
    heads = np.empty(room, np.int64)
    lines_sum, points_sum = np.empty(moduli.size, np.int64), np.empty(moduli.size, np.int64)
    for f in range(start, stop):
        for i in range(rank):
            basis[i] = element(keys[f], i)
        lucky = contract(rows, primes, basis, rank, width, free, work, out)
        if not lucky or not normalise(out, primes, 3, leads, alive, prefix):
            return False
        number = _group(out, alive, leaders, class_of, weights, heads, links)
        size = n
        for g in range(number):
            size -= weights[g]
        lines_sum[:] = 0
        points_sum[:] = 0
        for g in range(number):
            line, w = leaders[g], weights[g]
            for k in range(g):
                _on_line(out[leaders[k]], out[line], leads[line], primes, points[k])
            if not normalise(points[:g], primes, 2, point_leads, alive_points, prefix):
                return False
            met = _group(
                points[:g], alive_points, point_leaders, point_of, point_sizes, heads, links
            )
            for q in range(met):
                point_sizes[q] = 0
            for k in range(g):
                point_sizes[point_of[k]] += weights[k]
            # F(W) = 1 - size / (size + W)
            for m in range(moduli.size):
                total = -met * inverses[m, size + w]
                for q in range(met):
                    total += (
                        inverses[m, size + point_sizes[q] + w] - inverses[m, size + point_sizes[q]]
                    )
                lines_sum[m] = (lines_sum[m] + w * inverses[m, size + w]) % moduli[m]
                points_sum[m] = (points_sum[m] + met + size * (total % moduli[m])) % moduli[m]
        for m in range(moduli.size):
            value = np.int64(values[f, m])
            totals[0, m] = (totals[0, m] + value * lines_sum[m]) % moduli[m]
            totals[1, m] = (totals[1, m] + value * points_sum[m]) % moduli[m]
            totals[2, m] = (totals[2, m] + value * size) % moduli[m]
    return True


@kernel
def _on_line(row, line, leads, primes, point):
    """Where a line of the plane meets another one: its row with the other's leading column
    cleared.
    """
    for image in range(primes.size):
        p = primes[image]
        f = row[image, leads[image]]
        k = 0
        for c in range(3):
            if c != leads[image]:
                r = row[image, c] - multiply(f, line[image, c], p, 1.0 / p)
                point[image, k] = r + p if r < 0 else r
                k += 1
