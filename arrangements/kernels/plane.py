"""Lines in the plane over prime fields: how many, and in how many points earlier ones meet each.

Line i is x X + y Y + z = 0 with residues ``lines[i, image] = (x, y, z)`` and (x, y) not zero. For lines in order, ``planar_count`` returns
the number L of distinct ones and the sum P, over these, of the number of distinct points in which earlier lines meet the line: the
plane is cut into 1 + L + P regions.

>>> triangle = np.array([[[1, 0, 0]], [[0, 1, 0]], [[1, 1, 6]], [[2, 0, 0]]])
>>> planar_count(triangle, 4, np.array([7]), *plane_workspace(4, 1))
(3, 3, True)
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel
from arrangements.kernels.residues import inverse, minus, multiply

__all__ = ["planar_count", "plane_workspace"]


def plane_workspace(n, images):
    """Room for ``planar_count`` on up to n lines: ``stamps``, ``kept``, ``poles``, ``values``.

    ``stamps`` ends with the number of lines ever treated, so that it is never cleared.
    """
    places = 8
    while places < 4 * n:
        places *= 2
    stamps, kept = np.zeros(places + 1, np.int64), np.zeros((2 * images, n), np.int64)
    return stamps, kept, np.zeros((n, images), np.int64), np.zeros((2 * n, images), np.int64)


@kernel
def planar_count(lines, n, primes, stamps, kept, poles, values):
    """``(L, P, lucky)`` for the first n lines; not lucky: a number that is 0 modulo one prime and not modulo another.

    The a lines kept are -Y = s X + c, the b poles are -X = u. ``values`` lists the points on one line, each by its -X, which is
    (c - c') / (s - s'); the differences s - s' of one line are inverted together.
    """
    images = primes.size
    a = b = 0
    count = 0
    for i in range(n):
        steep = lines[i, 0, 1] == 0
        for image in range(images):
            if (lines[i, image, 1] == 0) != steep:
                return 0, 0, False
            p = primes[image]
            f = inverse(lines[i, image, 0] if steep else lines[i, image, 1], p)
            c = multiply(f, lines[i, image, 2], p, 1.0 / p)
            if steep:
                poles[b, image] = c
            else:
                kept[2 * image, a] = multiply(f, lines[i, image, 0], p, 1.0 / p)
                kept[2 * image + 1, a] = c
        if steep:
            new = True
            for k in range(b):
                same = True
                for image in range(images):
                    same &= poles[k, image] == poles[b, image]
                new &= not same
            if not new:
                continue
            for image in range(images):
                p = primes[image]
                for k in range(a):
                    values[k, image] = minus(kept[2 * image + 1, k], multiply(kept[2 * image, k], poles[b, image], p, 1.0 / p), p)
            met = a
            b += 1
        else:
            met = _meet(a, primes, kept, values)
            if met < -1:
                return 0, 0, False
            if met < 0:
                continue
            for k in range(b):
                for image in range(images):
                    values[met + k, image] = poles[k, image]
            met += b
            a += 1
        count += _distinct(values, met, stamps)
    return a + b, count, True


@kernel
def _meet(a, primes, kept, values):
    """Points in which line number a meets the lines before; how many, or -1 if it equals one of them, or -2 if unlucky."""
    met = 0
    for k in range(a):
        parallel = kept[0, k] == kept[0, a]
        same = True
        for image in range(primes.size):
            same &= kept[2 * image, k] == kept[2 * image, a] and kept[2 * image + 1, k] == kept[2 * image + 1, a]
        if same:
            return -1
        for image in range(primes.size):
            if (kept[2 * image, k] == kept[2 * image, a]) != parallel:
                return -2
    for image in range(primes.size):
        p = primes[image]
        reciprocal = 1.0 / p
        product = np.int64(1)
        met = 0
        for k in range(a):
            ds = minus(kept[2 * image, a], kept[2 * image, k], p)
            if ds:
                values[met, image] = product
                product = multiply(product, ds, p, reciprocal)
                met += 1
        back = inverse(product, p)
        m = met
        for k in range(a - 1, -1, -1):
            ds = minus(kept[2 * image, a], kept[2 * image, k], p)
            if ds:
                m -= 1
                f = multiply(back, values[m, image], p, reciprocal)
                back = multiply(back, ds, p, reciprocal)
                values[m, image] = multiply(f, minus(kept[2 * image + 1, a], kept[2 * image + 1, k], p), p, reciprocal)
    return met


@kernel
def _distinct(values, n, stamps):
    """The number of distinct rows among the first n: each is entered at a free place that carries this call's mark and its number."""
    places = stamps.size - 1
    stamps[places] += 1
    mark = stamps[places] << 20
    found = 0
    for k in range(n):
        h = np.uint64(0)
        for image in range(values.shape[1]):
            h = (h ^ np.uint64(values[k, image])) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(32)
        place = np.int64(h & np.uint64(places - 1))
        new = True
        while stamps[place] >= mark:
            other = stamps[place] - mark
            same = True
            for image in range(values.shape[1]):
                same &= values[k, image] == values[other, image]
            if same:
                new = False
                break
            place = (place + 1) & (places - 1)
        if new:
            stamps[place] = mark + k
            found += 1
    return found
