"""The last step of ``orbit_count`` for one prime below 2^15: the numbers of ``finish_orbits``, in floats and several times as fast."""

from __future__ import annotations

import numpy as np

from arrangements.kernels.counting.balanced import balanced, contract_small
from arrangements.kernels.counting.representatives import element
from arrangements.kernels.jit import kernel

__all__ = ["finish_orbits_small"]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@kernel
def _lines(out, mark, lines, weights, heads):
    """Put one element of each class of equal rows into ``lines``, and the size of the class into ``weights``; returns how many."""
    n = out.shape[1]
    last = heads.size - 1
    count = 0
    for e in range(n):
        code = out[3, e]
        if code == 0.0:
            continue
        place = np.int64((np.uint64(np.int64(code)) * _FACTOR) >> np.uint64(32)) & last
        new = True
        while heads[place] >> 20 == mark:
            k = heads[place] & 0xFFFFF
            if lines[3, k] == code:
                weights[k] += 1
                new = False
                break
            place = (place + 1) & last
        if new:
            heads[place] = mark << 20 | count
            for k in range(4):
                lines[k, count] = out[k, e]
            weights[count] = 1
            count += 1
    return count


@kernel
def finish_orbits_small(columns, p, inverses, flats, start, stop, weighing, totals):
    """As ``orbit_count.finish_orbits``.

    Each line meets those before it. A point is known by its place on the line, so ``met`` gathers how many earlier lines go through it, and
    their weight. ``points[W]`` counts the points of total weight W: what passes through a point grows with each line, from W to W + w.
    """
    rank, keys, values = flats
    width, n = columns.shape
    reciprocal = 1.0 / p
    out, lines, weights = np.empty((4, n)), np.empty((4, n)), np.empty(n, np.int64)
    basis, pivots, work, x, y = np.empty(rank, np.int64), np.empty(rank, np.int64), np.empty((rank, width)), np.empty(n), np.empty(n)
    room = 8
    while room < 2 * n:
        room *= 2
    heads, cells, met = np.zeros(room, np.int64), np.empty(n, np.int32), np.zeros(p + 1, np.int32)
    steps, alone = np.empty(n, np.int32), np.zeros(n, np.int64)
    # Two counters side by side, so that one need not wait for the other.
    points, on_lines = np.zeros((2, n + 1), np.int64), np.zeros(n + 1, np.int64)
    half = p // 2
    for f in range(start, stop):
        for i in range(rank):
            basis[i] = element(keys[f], i)
        contract_small(columns, p, inverses, basis, 3, pivots, work, out)
        number = _lines(out, f + 1, lines, weights, heads)
        whole = 0
        for g in range(number):
            steps[g] = (1 << 16) | weights[g]
            whole += weights[g]
            lead = 0
            while lines[lead, g] == 0.0:
                lead += 1
            u, v = (1 if lead == 0 else 0), (1 if lead == 2 else 2)
            gu, gv = lines[u, g], lines[v, g]
            # The point in which line k meets line g has the coordinates (x : y) on it.
            for k in range(g):
                x[k] = balanced(lines[u, k] - lines[lead, k] * gu, p, reciprocal)
                y[k] = balanced(lines[v, k] - lines[lead, k] * gv, p, reciprocal)
            for k in range(g):
                cells[k] = p if y[k] == 0.0 else half + np.int32(balanced(x[k] * inverses[np.int64(y[k]) + p], p, reciprocal))
            for k in range(g):
                met[cells[k]] += steps[k]
            w = weights[g]
            different = 0
            for k in range(g):
                found = met[cells[k]]
                met[cells[k]] = 0
                before = found & 0xFFFF
                points[k & 1, before + w] += 1
                points[k & 1, before] -= 1
                alone[k] += found >> 16 == 1
                different += found != 0
            # A point that was looked at before has been cleared, and seemed to have no weight.
            points[0, w] -= g - different
            on_lines[w] += different
        for g in range(number):
            # Where a line is the first one through a point, the second one met it alone.
            points[0, weights[g]] += alone[g]
            on_lines[weights[g]] += alone[g]
            alone[g] = 0
        _add_sums(values[f], n - whole, weights[:number], points, on_lines, whole, weighing, totals)
    return True


@kernel
def _add_sums(value, size, weights, points, on_lines, whole, weighing, totals):
    """Add ``value`` times the two sums of ``orbit_count`` for a plane with these lines and points; clears both counters."""
    moduli, shares = weighing
    for m in range(moduli.size):
        q = moduli[m]
        lines_sum = points_sum = np.int64(0)
        for g in range(weights.size):
            lines_sum += weights[g] * shares[m, size + weights[g]] % q
        for w in range(1, whole + 1):
            met, on = points[0, w] + points[1, w], on_lines[w]
            if met or on:
                points_sum = (points_sum + (on * w % q * shares[m, size + w] - met * w % q * shares[m, size + w]) % q) % q
        totals[0, m] = (totals[0, m] + np.int64(value[m]) * (lines_sum % q)) % q
        totals[1, m] = (totals[1, m] + np.int64(value[m]) * points_sum) % q
    points[:, : whole + 1] = 0
    on_lines[: whole + 1] = 0
