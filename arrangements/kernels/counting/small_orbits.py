"""The last step of ``orbit_count`` for one prime below 2^15: the numbers of ``finish_orbits``, in
floats and several times as fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.counting.balanced import balanced, scale
from arrangements.kernels.counting.representatives import element
from arrangements.kernels.jit import kernel

__all__ = ["finish_orbits_small"]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_BANKS = 4  # counters side by side, so that one need not wait for another


class _Classes(NamedTuple):
    """``rows[depth, column, k]``; class k begins with element ``leaders[depth, k]``,
    ``weights[depth, k]`` of them.
    """

    rows: np.ndarray
    leaders: np.ndarray
    weights: np.ndarray


class _Plane(NamedTuple):
    """Lines -Y = slope X + offset, sorted by slopes, with their weights; the rest is room."""

    slopes: np.ndarray
    offsets: np.ndarray
    weights: np.ndarray
    starts: np.ndarray
    factors: np.ndarray
    terms: np.ndarray
    cells: np.ndarray
    met: np.ndarray
    found: np.ndarray


@kernel
def _restrict(rows, width, count, k, out, p, inverses):
    """Restrict the first ``count`` classes to where class k vanishes: a column less. False if k
    vanishes anyway.
    """
    reciprocal = 1.0 / p
    pivot = 0
    while pivot < width and rows[pivot, k] == 0.0:
        pivot += 1
    if pivot == width:
        return False
    f = inverses[np.int64(rows[pivot, k]) + p]
    left = 0
    for c in range(width):
        if c != pivot:
            g = balanced(rows[c, k] * f, p, reciprocal)
            for i in range(count):
                out[left, i] = balanced(rows[c, i] - g * rows[pivot, i], p, reciprocal)
            left += 1
    return True


@kernel
def _merge(classes, depth, width, count, mark, heads, p, inverses):
    """Merge classes with proportional rows and drop those with none; returns how many are left.
    Places with this mark are taken.
    """
    rows, leaders, weights = classes.rows[depth], classes.leaders[depth], classes.weights[depth]
    scale(rows[: width + 1, :count], width, width, p, inverses)
    last = heads.size - 1
    kept = 0
    for i in range(count):
        code = rows[width, i]
        if code == 0.0:
            continue
        place = np.int64((np.uint64(np.int64(code)) * _FACTOR) >> np.uint64(32)) & last
        new = True
        while heads[place] >> 20 == mark:
            k = heads[place] & 0xFFFFF
            if rows[width, k] == code:
                weights[k] += weights[i]
                new = False
                break
            place = (place + 1) & last
        if new:
            heads[place] = mark << 20 | kept
            for c in range(width + 1):
                rows[c, kept] = rows[c, i]
            leaders[kept], weights[kept] = leaders[i], weights[i]
            kept += 1
    return kept


@kernel
def finish_orbits_small(columns, p, inverses, flats, start, stop, weighing, totals):
    """As ``orbit_count.finish_orbits``. Fastest where neighbours begin with the same elements."""
    rank, keys, values = flats
    moduli, shares = weighing
    width, n = columns.shape
    classes = _Classes(
        np.empty((rank + 1, width + 1, n)),
        np.empty((rank + 1, n), np.int64),
        np.empty((rank + 1, n), np.int64),
    )
    classes.rows[0, :width] = columns
    classes.leaders[0] = np.arange(n)
    classes.weights[0] = 1
    room = 8
    while room < 2 * n:
        room *= 2
    heads, mark = np.zeros(room, np.int64), 0
    chosen, counts = np.full(rank, -1, np.int64), np.full(rank + 1, n, np.int64)
    plane = _Plane(
        np.empty(n), np.empty(n), np.empty(n, np.int32), np.zeros(p + 2, np.int64),
        np.empty(n), np.empty(n), np.empty(n, np.int32), np.zeros(p, np.int32), np.empty(n, np.int32),
    )  # fmt: skip
    lines, points = np.zeros(n + 1, np.int64), np.zeros((_BANKS, n + 1), np.int64)
    for f in range(start, stop):
        same = True
        for i in range(rank):
            e = element(keys[f], i)
            if same and chosen[i] == e:
                continue
            same = False
            chosen[i] = e
            count, left = counts[i], width - i - 1
            # It leads its class: a basis with a smaller element in its place would come before this
            # one.
            k = np.searchsorted(classes.leaders[i, :count], e)
            if k == count or not _restrict(
                classes.rows[i], left + 1, count, k, classes.rows[i + 1], p, inverses
            ):
                return False
            classes.leaders[i + 1, :count] = classes.leaders[i, :count]
            classes.weights[i + 1, :count] = classes.weights[i, :count]
            # Half way many flats are to come; the codes of rows must be exact.
            if i + 1 == rank or (
                i + 1 == rank >> 1 and 2.0 * np.float64(p) ** (left - 1) < 2.0**53
            ):
                mark += 1
                count = _merge(classes, i + 1, left, count, mark, heads, p, inverses)
            counts[i + 1] = count
        number = counts[rank]
        weights = classes.weights[rank, :number]
        whole = weights.sum()
        _meet(classes.rows[rank], weights, p, inverses, plane, lines, points)
        size = n - whole
        # F(W) = 1 - size / (size + W)
        ones = np.int64(0)
        for w in range(whole + 1):
            lines[w] -= points[0, w] + points[1, w] + points[2, w] + points[3, w]
            ones += lines[w]
        for m in range(moduli.size):
            q, value = moduli[m], np.int64(values[f, m])
            line_sum = point_sum = np.int64(0)
            for g in range(number):
                line_sum += shares[m, size + weights[g]]
            for w in range(whole + 1):
                point_sum += lines[w] * shares[m, size + w]
            totals[0, m] = (totals[0, m] + value * ((number - size * (line_sum % q)) % q)) % q
            totals[1, m] = (totals[1, m] + value * ((ones - size * (point_sum % q)) % q)) % q
            totals[2, m] = (totals[2, m] + value * size) % q
        lines[: whole + 1] = 0
        points[:, : whole + 1] = 0
    return True


@kernel
def _meet(rows, weights, p, inverses, plane, lines, points):
    """Count in ``lines[w]`` the points on each line of weight w, and in all of ``points[.., W]``
    together the points of weight W.

    The counters are true in sums with F: a line that is alone in a point is not told from the
    point. The heaviest line is taken to infinity, and the others are sorted by the points in which
    they meet it, their slopes: those with equal slopes need not be met again. Others meet in -X =
    (t - t') / (s - s'), and the inverses are looked up once for each slope.
    """
    slopes, offsets, heavy, _, factors, terms, cells, met, found = plane
    reciprocal = 1.0 / p
    half = p // 2
    far = np.argmax(weights)
    count = _by_slopes(rows, weights, far, p, inverses, plane)
    at = 0
    while at < count:
        slope, end, whole = slopes[at], at, weights[far]
        while end < count and slopes[end] == slope:
            lines[heavy[end]] += 1
            whole += heavy[end]
            end += 1
        lines[weights[far]] += 1
        points[0, whole] += 1
        if slope > half:
            # Lines -X = t.
            for k in range(at):
                factors[k] = -slopes[k]
                terms[k] = offsets[k]
        else:
            for k in range(at):
                factors[k] = inverses[np.int64(slope - slopes[k]) + p]
            for k in range(at):
                terms[k] = balanced(-offsets[k] * factors[k], p, reciprocal)
        for g in range(at, end):
            t, w = offsets[g], heavy[g]
            for k in range(at):
                cells[k] = half + np.int32(balanced(t * factors[k] + terms[k], p, reciprocal))
            for k in range(at):
                met[cells[k]] += heavy[k]
            different = 0
            for k in range(at):
                before = met[cells[k]]
                met[cells[k]] = 0
                # What has been looked at before has been cleared, and seems to have no weight.
                found[different] = before
                different += before != 0
            lines[w] += different
            for k in range(different):
                points[k & (_BANKS - 1), found[k] + w] += 1
                points[k & (_BANKS - 1), found[k]] -= 1
        at = end


@kernel
def _by_slopes(rows, weights, far, p, inverses, plane):
    """Sort all lines but ``far`` by the points in which they meet it; returns how many. Lines -X =
    t get a slope above p / 2.
    """
    slopes, offsets, heavy, starts, factors, terms, cells, _, _ = plane
    number = weights.size
    reciprocal = 1.0 / p
    half = p // 2
    lead = 0
    while rows[lead, far] == 0.0:
        lead += 1
    u, v = (1 if lead == 0 else 0), (1 if lead == 2 else 2)
    x, y = rows[u, far], rows[v, far]
    for k in range(number):
        factors[k] = balanced(rows[u, k] - rows[lead, k] * x, p, reciprocal)
        terms[k] = balanced(rows[v, k] - rows[lead, k] * y, p, reciprocal)
    for k in range(number):
        f = inverses[np.int64(factors[k]) + p]
        cells[k] = half + 1 if f == 0.0 else np.int32(balanced(terms[k] * f, p, reciprocal))
        f = inverses[np.int64(terms[k]) + p] if f == 0.0 else f
        factors[k] = balanced(rows[lead, k] * f, p, reciprocal)
    cells[far] = half + 2
    for k in range(number):
        starts[cells[k] + half] += 1
    at, last = 0, number - 1
    for k in range(number):
        s = cells[k] + half
        if cells[k] > half:
            # From the end.
            place, last = (number - 1, last) if k == far else (last - 1, last - 1)
        else:
            if starts[s] > 0:
                starts[s], at = -1 - at, at + starts[s]
            place = -1 - starts[s]
            starts[s] -= 1
        slopes[place], offsets[place], heavy[place] = cells[k], factors[k], weights[k]
    for k in range(number):
        starts[cells[k] + half] = 0
    return number - 1
