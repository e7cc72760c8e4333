"""Sum |mu| over flats, one flat for each orbit of a group of symmetries (or a few more).

T(O) is the sum of |mu(F)| over the flats F of an orbit O. Averaging Weisner's theorem over the elements of a flat G gives

    |mu(G)| = sum over the flats F that G covers of |mu(F)| (|G| - |F|) / |G|,

so, with one representative F for every orbit one rank down, ``|G| T(orbit of G) = sum of T(orbit of F) (|G| - |F|)`` over all pairs of a
representative F and a flat G that covers it. Whether two flats of one orbit are recognised as such matters for speed alone: any flat
may stand for itself, as long as flats are replaced by images of themselves under symmetries and by nothing else.

A level is arrays ``keys`` (masks), ``values[flat, modulus]`` (T modulo some primes), ``bases`` (independent elements) and ``sizes``.
Parallel elements are merged; element 0 is like any other.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.counting.flat_table import add, find, hash_of
from arrangements.kernels.counting.residues import contract, multiply, normalise
from arrangements.kernels.jit import kernel

__all__ = ["expand_orbits", "finish_orbits", "representative"]

# Images of a flat that are followed at a time in search of its representative.
_BEAM = 64


@kernel
def representative(flat, size, starts, permutations, scores, places, beam, totals, marks):
    """Replace ``flat[0 .. size)`` (elements, in any order) by the image chosen to represent its orbit.

    Level k of the chain of stabilisers has the transversal ``permutations[starts[k] .. starts[k + 1])``; ``scores`` gives to every image of
    an element a random number for its orbit under the next stabiliser. Level by level, the images whose sums of scores are least are
    kept, at most ``_BEAM``: the sum depends on the orbit alone. Among the last ones the least sum of ``places`` (random numbers of
    elements) decides. Room: ``beam`` for two times ``_BEAM`` flats, ``marks`` for ``_BEAM`` numbers, ``totals`` for ``_BEAM`` times the
    longest transversal.
    """
    kept = 1
    now = 0
    for i in range(size):
        beam[0, 0, i] = flat[i]
    for k in range(starts.size - 1):
        first, length = starts[k], starts[k + 1] - starts[k]
        if length == 1:
            continue
        least = np.int64(2**63 - 1)
        ties = 0
        for b in range(kept):
            for t in range(length):
                total = np.int64(0)
                for i in range(size):
                    total += scores[first + t, beam[now, b, i]]
                totals[b * length + t] = total
                ties = 1 if total < least else ties + (total == least)
                least = min(least, total)
        found = 0
        tie = 0
        for b in range(kept):
            for t in range(length):
                if totals[b * length + t] != least:
                    continue
                tie += 1
                # Too many ties: a selection without rhythm.
                if found == _BEAM or tie * 7919 % ties >= _BEAM:
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
def _group(rows, alive, leaders, class_of, weights, heads, links):
    """Number the classes of equal rows among the alive ones; ``weights`` counts their elements. Returns how many."""
    n, images, width = rows.shape
    last = np.uint64(heads.size - 1)
    for k in range(heads.size):
        heads[k] = -1
    count = 0
    for e in range(n):
        class_of[e] = -1
        if not alive[e]:
            continue
        h = np.uint64(0)
        for image in range(images):
            for c in range(width):
                h = (h ^ np.uint64(rows[e, image, c])) * np.uint64(0x9E3779B97F4A7C15)
                h ^= h >> np.uint64(29)
        place = h & last
        found = heads[place]
        while found >= 0:
            leader = leaders[found]
            same = True
            for image in range(images):
                for c in range(width):
                    same &= rows[e, image, c] == rows[leader, image, c]
            if same:
                break
            found = links[found]
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
def expand_orbits(
    rows, primes, chain, keys, values, bases, sizes, start, stop, next_keys, next_values, next_bases, next_sizes, slots, count, moduli
):
    """Add representatives of the flats one rank up, with |G| T(orbit of G); ``chain`` holds the last arguments of ``representative``."""
    starts, permutations, scores, places = chain
    n, images, width = rows.shape
    rank = bases.shape[1]
    out = np.empty((n, images, width - rank), np.int64)
    free, work = np.empty(2 * width, np.int64), np.empty((rank, width), np.int64)
    alive, leads, prefix = np.empty(n, np.bool_), np.empty((n, images), np.int64), np.empty(n, np.int64)
    leaders, class_of, weights, links = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    room = 8
    while room < 2 * n:
        room *= 2
    heads, key = np.empty(room, np.int64), np.empty(keys.shape[1], np.uint64)
    longest = 1
    for k in range(starts.size - 1):
        longest = max(longest, starts[k + 1] - starts[k])
    flat, beam, totals = np.empty(n, np.int64), np.empty((2, _BEAM, n), np.int64), np.empty(longest * _BEAM, np.int64)
    marks = np.empty(_BEAM, np.int64)
    for f in range(start, stop):
        if count + n > next_keys.shape[0] or 4 * (count + n) > 3 * slots.size:
            return f, count, True
        lucky = contract(rows, primes, bases[f], rank, width, free, work, out)
        if not lucky or not normalise(out, primes, width - rank, leads, alive, prefix):
            return f, count, False
        for c in range(_group(out, alive, leaders, class_of, weights, heads, links)):
            # First a basis, then the other elements.
            for i in range(rank):
                flat[i] = bases[f, i]
            flat[rank] = leaders[c]
            size = rank + 1
            for e in range(n):
                if (not alive[e] or class_of[e] == c) and e != leaders[c]:
                    fresh = True
                    for i in range(rank):
                        fresh &= e != bases[f, i]
                    if fresh:
                        flat[size] = e
                        size += 1
            representative(flat, size, starts, permutations, scores, places, beam, totals, marks)
            for w in range(key.size):
                key[w] = np.uint64(0)
            for i in range(size):
                key[flat[i] >> 6] |= np.uint64(1) << np.uint64(flat[i] & 63)
            h = hash_of(key)
            found = find(next_keys, slots, key, h)
            if found < 0:
                found = add(next_keys, slots, key, h, count)
                count += 1
                next_sizes[found] = size
                for m in range(moduli.size):
                    next_values[found, m] = 0
                for i in range(rank + 1):
                    next_bases[found, i] = flat[i]
            for m in range(moduli.size):
                next_values[found, m] = (next_values[found, m] + values[f, m] * weights[c]) % moduli[m]
    return stop, count, True


@kernel
def finish_orbits(rows, primes, values, bases, sizes, start, stop, moduli, inverses, totals):
    """For a level in dimension 3, add the sums of |mu| one and two ranks up to ``totals[0 .. 2, modulus]``; returns whether lucky.

    ``inverses[m, s]`` is 1 / s modulo ``moduli[m]``.
    """
    n, images, width = rows.shape
    rank = bases.shape[1]
    out, points = np.empty((n, images, 3), np.int64), np.empty((n, images, 2), np.int64)
    free, work = np.empty(2 * width, np.int64), np.empty((rank, width), np.int64)
    alive, leads, prefix = np.empty(n, np.bool_), np.empty((n, images), np.int64), np.empty(n, np.int64)
    leaders, class_of, weights, links = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    point_leaders, point_of = np.empty(n, np.int64), np.empty(n, np.int64)
    alive_points, point_leads, point_sizes = np.empty(n, np.bool_), np.empty((n, images), np.int64), np.empty(n, np.int64)
    room = 8
    while room < 2 * n:
        room *= 2
    heads = np.empty(room, np.int64)
    counts, lines_sum, points_sum = np.zeros(n + 1, np.int64), np.empty(moduli.size, np.int64), np.empty(moduli.size, np.int64)
    for f in range(start, stop):
        lucky = contract(rows, primes, bases[f], rank, width, free, work, out)
        if not lucky or not normalise(out, primes, 3, leads, alive, prefix):
            return False
        size = sizes[f]
        number = _group(out, alive, leaders, class_of, weights, heads, links)
        lines_sum[:] = 0
        points_sum[:] = 0
        for g in range(number):
            line = leaders[g]
            for k in range(number):
                _on_line(out[leaders[k]], out[line], leads[line], primes, points[k])
            if not normalise(points[:number], primes, 2, point_leads, alive_points, prefix):
                return False
            met = _group(points[:number], alive_points, point_leaders, point_of, point_sizes, heads, links)
            for q in range(met):
                point_sizes[q] = 0
            for k in range(number):
                if k != g:
                    point_sizes[point_of[k]] += weights[k]
            # The line is the flat G, a point on it H: (|H| - |G|) / |H|.
            on_line = size + weights[g]
            most = 0
            for q in range(met):
                counts[point_sizes[q]] += 1
                most = max(most, point_sizes[q])
            for m in range(moduli.size):
                total = np.int64(0)
                for s in range(1, most + 1):
                    if counts[s]:
                        total = (total + counts[s] * s % moduli[m] * inverses[m, on_line + s]) % moduli[m]
                share = weights[g] * inverses[m, on_line] % moduli[m]
                lines_sum[m] = (lines_sum[m] + share) % moduli[m]
                points_sum[m] = (points_sum[m] + share * total) % moduli[m]
            for q in range(met):
                counts[point_sizes[q]] = 0
        for m in range(moduli.size):
            totals[0, m] = (totals[0, m] + values[f, m] * lines_sum[m]) % moduli[m]
            totals[1, m] = (totals[1, m] + values[f, m] * points_sum[m]) % moduli[m]
    return True


@kernel
def _on_line(row, line, leads, primes, point):
    """Where a line of the plane meets another one: its row with the other's leading column cleared."""
    for image in range(primes.size):
        p = primes[image]
        f = row[image, leads[image]]
        k = 0
        for c in range(3):
            if c != leads[image]:
                r = row[image, c] - multiply(f, line[image, c], p, 1.0 / p)
                point[image, k] = r + p if r < 0 else r
                k += 1
