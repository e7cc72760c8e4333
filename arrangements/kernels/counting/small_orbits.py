"""The last step of ``orbit_count`` for one prime below 2^15: the numbers of ``finish_orbits``, in floats and several times as fast."""

from __future__ import annotations

import numpy as np

from arrangements.kernels.counting.balanced import balanced, contract_small
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
def finish_orbits_small(columns, p, inverses, values, bases, sizes, start, stop, moduli, shares, totals):
    """As ``orbit_count.finish_orbits``. ``shares`` are the inverses of numbers modulo the moduli."""
    width, n = columns.shape
    rank = bases.shape[1]
    reciprocal = 1.0 / p
    out, lines, weights = np.empty((4, n)), np.empty((4, n)), np.empty(n, np.int64)
    pivots, work, x, y = np.empty(rank, np.int64), np.empty((rank, width)), np.empty(n), np.empty(n)
    room = 8
    while room < 2 * n:
        room *= 2
    heads, cells, met = np.zeros(room, np.int64), np.empty(n, np.int64), np.zeros(p + 1, np.int64)
    sizes_met, sums = np.zeros(n + 1, np.int64), np.empty((2, moduli.size), np.int64)
    half = p // 2
    for f in range(start, stop):
        contract_small(columns, p, inverses, bases[f], 3, pivots, work, out)
        number = _lines(out, f + 1, lines, weights, heads)
        sums[:] = 0
        for g in range(number):
            lead = 0
            while lines[lead, g] == 0.0:
                lead += 1
            u, v = (1 if lead == 0 else 0), (1 if lead == 2 else 2)
            gu, gv = lines[u, g], lines[v, g]
            # The point in which line k meets line g has the coordinates (x : y) on it.
            for k in range(number):
                x[k] = balanced(lines[u, k] - lines[lead, k] * gu, p, reciprocal)
                y[k] = balanced(lines[v, k] - lines[lead, k] * gv, p, reciprocal)
            for k in range(number):
                cells[k] = p if y[k] == 0.0 else half + np.int64(balanced(x[k] * inverses[np.int64(y[k]) + p], p, reciprocal))
            for k in range(number):
                if k != g:
                    met[cells[k]] += weights[k]
            most = 0
            for k in range(number):
                if k != g and met[cells[k]]:
                    s = met[cells[k]]
                    met[cells[k]] = 0
                    sizes_met[s] += 1
                    most = max(most, s)
            on_line = sizes[f] + weights[g]
            for m in range(moduli.size):
                q = moduli[m]
                total = np.int64(0)
                for s in range(1, most + 1):
                    if sizes_met[s]:
                        total = (total + sizes_met[s] * s % q * shares[m, on_line + s]) % q
                share = weights[g] * shares[m, on_line] % q
                sums[0, m] = (sums[0, m] + share) % q
                sums[1, m] = (sums[1, m] + share * total) % q
            for s in range(1, most + 1):
                sizes_met[s] = 0
        for m in range(moduli.size):
            for k in range(2):
                totals[k, m] = (totals[k, m] + values[f, m] * sums[k, m]) % moduli[m]
    return True
