"""The last step of ``flat_count`` for one prime below 2^15: the numbers of ``flat_count.finish``,
in floats and several times as fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.counting.balanced import balanced, contract_small
from arrangements.kernels.counting.flat_table import add, find, hash_of
from arrangements.kernels.jit import kernel

__all__ = ["SmallImage", "finish_small"]

# Leaves with so few planes before them are cheaper to do again than to look up
# (tests/bench/test_thresholds.py).
_FEW = 8
_SHIFT = np.int64(24)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class SmallImage(NamedTuple):
    """Residues ``columns[c, e]`` modulo p as in ``balanced``, with the tables of that prime."""

    columns: np.ndarray
    p: int
    inverses: np.ndarray
    logs: np.ndarray


@kernel
def _classes(codes, least, key, mark, leaders, masks, heads):
    """As ``flat_count._classes``; places of ``heads`` are taken if their entry carries ``mark``."""
    n = codes.size
    last = heads.size - 1
    count = 0
    for e in range(1, n):
        code = codes[e]
        if code == 0.0:
            continue
        place = np.int64((np.uint64(np.int64(code)) * _FACTOR) >> np.uint64(32)) & last
        found = -1
        while heads[place] >> 20 == mark:
            k = heads[place] & 0xFFFFF
            if codes[leaders[k]] == code:
                found = k
                break
            place = (place + 1) & last
        if found < 0:
            if e >= least:
                continue
            found = count
            count += 1
            heads[place] = mark << 20 | found
            leaders[found] = e
            for w in range(key.size):
                masks[found, w] = key[w]
        masks[found, e >> 6] |= np.uint64(1) << np.uint64(e & 63)
    return count


@kernel
def _planar_count(planes, c, p, inverses, logs, x, s, t, heads, stamps, marks):
    """The lines that the planes before plane c cut out of it: ``(L, P)`` as in
    ``plane.planar_count``.

    Lines are -Y = s X + t; those with X = -u, few, are kept at the end of ``s``. Two lines meet in
    -X = (t - t') / (s - s'), which is known by its logarithm; zero has the code p - 1, and p
    collects pairs of parallel lines.
    """
    reciprocal = 1.0 / p
    period = np.int32(p - 1)
    lead = 0
    while planes[lead, c] == 0.0:
        lead += 1
    u, v = (1 if lead == 0 else 0), (1 if lead == 2 else 2)
    fu, fv, fw = planes[u, c], planes[v, c], planes[3, c]
    for k in range(c):
        f = planes[lead, k]
        x[0, k] = balanced(planes[u, k] - f * fu, p, reciprocal)
        x[1, k] = balanced(planes[v, k] - f * fv, p, reciprocal)
        x[2, k] = balanced(planes[3, k] - f * fw, p, reciprocal)
    for k in range(c):
        x[3, k] = inverses[np.int64(x[1, k]) + p]
    for k in range(c):
        x[4, k] = balanced(x[0, k] * x[3, k], p, reciprocal)
        x[5, k] = balanced(x[2, k] * x[3, k], p, reciprocal)
    marks[0] += 1
    mark = marks[0]
    last = heads.size - 1
    a, b, end, points = 0, 0, s.size - 1, 0
    for k in range(c):
        if x[3, k] == 0.0 and x[0, k] == 0.0:
            continue
        marks[1] += 1
        stamp = np.int32(marks[1])
        stamps[p] = stamp
        found = 0
        if x[3, k] != 0.0:
            si, ti = np.int32(x[4, k]), np.int32(x[5, k])
            # Equal lines have equal hashes; a line that is there already is dropped.
            h = (np.uint64(np.int64(si)) * _FACTOR ^ np.uint64(np.int64(ti))) * _FACTOR
            place = np.int64(h >> np.uint64(32)) & last
            new = True
            while heads[place] >> 20 == mark:
                other = heads[place] & 0xFFFFF
                if s[other] == si and t[other] == ti:
                    new = False
                    break
                place = (place + 1) & last
            if not new:
                continue
            heads[place] = mark << 20 | a
            for i in range(a):
                ds = si - s[i] + p
                dt = ti - t[i] + p
                code = np.int32(logs[dt]) - np.int32(logs[ds])
                code += period if code < 0 else np.int32(0)
                code = period if dt == p else code
                code = np.int32(p) if ds == p else code
                found += stamps[code] != stamp
                stamps[code] = stamp
            for i in range(b):
                u = s[end - i]
                code = np.int32(logs[u + p]) if u else period
                found += stamps[code] != stamp
                stamps[code] = stamp
            s[a] = si
            t[a] = ti
            a += 1
        else:
            pole = balanced(x[2, k] * inverses[np.int64(x[0, k]) + p], p, reciprocal)
            new = True
            for i in range(b):
                new &= s[end - i] != np.int32(pole)
            if not new:
                continue
            for i in range(a):
                value = balanced(t[i] - pole * s[i], p, reciprocal)
                code = np.int32(value) + (np.int32(p) if value < 0 else np.int32(0))
                found += stamps[code] != stamp
                stamps[code] = stamp
            s[end - b] = np.int32(pole)
            b += 1
        points += found
    if marks[1] > 2**31 - 2 - s.size:
        marks[1] = 0
        stamps[:] = 0
    return a + b, points


@kernel
def finish_small(image, level, start, stop, leaves, count, modulus, totals):
    """As ``flat_count.finish``."""
    columns, p, inverses, logs = image
    keys, values, bases = level.keys, level.values, level.bases
    leaf_keys, leaf_values, slots = leaves.keys, leaves.values, leaves.slots
    width, n = columns.shape
    rank = bases.shape[1]
    words = keys.shape[1]
    out, pivots, work = np.empty((5, n)), np.empty(rank, np.int64), np.empty((rank, width))
    leaders, masks, planes = (
        np.empty(n, np.int64),
        np.empty((n, words), np.uint64),
        np.empty((4, n)),
    )
    x, s, t = np.empty((6, n)), np.empty(2 * n, np.int32), np.empty(n, np.int32)
    places = 8
    while places < 2 * n:
        places *= 2
    heads, lines = np.zeros(places, np.int64), np.zeros(places, np.int64)
    stamps, marks = np.zeros(p + 1, np.int32), np.zeros(2, np.int64)
    hashes, touched = np.empty(n, np.uint64), np.empty(n, np.uint64)
    last = np.uint64(slots.size - 1)
    for f in range(start, stop):
        if count + n > leaf_keys.shape[0] or 4 * (count + n) > 3 * slots.size:
            return f, count, True
        least = bases[f, rank - 1] if rank else n
        if least == 1:
            continue
        contract_small(columns, p, inverses, bases[f], 3, pivots, work, out)
        number = _classes(out[4], least, keys[f], f + 1, leaders, masks, heads)
        for k in range(4):
            for c in range(number):
                planes[k, c] = out[k, leaders[c]]
        # Look at all the places first, so that the memory works on them together.
        for c in range(number):
            hashes[c] = hash_of(masks[c])
            touched[c] = slots[hashes[c] & last]
        weight = values[f]
        sums = (np.int64(0), np.int64(0))
        for c in range(number):
            found = -1
            if c > _FEW:
                found = find(leaf_keys, slots, masks[c], hashes[c])
            if found >= 0:
                n_lines = leaf_values[found] & ((np.int64(1) << _SHIFT) - 1)
                n_points = leaf_values[found] >> _SHIFT
            else:
                n_lines, n_points = _planar_count(
                    planes, c, p, inverses, logs, x, s, t, lines, stamps, marks
                )
                if c > _FEW:
                    leaf_values[add(leaf_keys, slots, masks[c], hashes[c], count)] = (
                        n_lines | n_points << _SHIFT
                    )
                    count += 1
            sums = (sums[0] + n_lines, sums[1] + n_points)
        if modulus:
            totals[0] = (totals[0] + weight * number) % modulus
            totals[1] = (totals[1] + weight * (sums[0] % modulus)) % modulus
            totals[2] = (totals[2] + weight * (sums[1] % modulus)) % modulus
        else:
            totals[0] += weight * number
            totals[1] += weight * sums[0]
            totals[2] += weight * sums[1]
    return stop, count, True
