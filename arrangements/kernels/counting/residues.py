"""Arithmetic modulo primes below 2^50, and contraction of a matroid given by residues.

The rows are an array ``rows[element, image, column]`` of residues, one *image* for each prime. Who
calls: ``flat_count`` and ``orbit_count``, by way of ``arrangements.counting``. Not checked here:
the primes are prime, distinct and between 3 and 2^50, and the residues lie in 0..p-1.

>>> multiply(3, 5, 7, 1 / 7), inverse(3, 7)
(1, 5)
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["class_of_row", "contract", "inverse", "minus", "multiply", "normalise", "standard_form"]


@kernel
def multiply(a, b, p, reciprocal):
    """a b mod p, with ``reciprocal`` = 1 / p as a float.

    The float quotient errs by less than 3 * 2^50 * 2^-53 < 1/2 before it is cut, so one correction
    by p is enough. The two products may wrap around; their difference cannot, being smaller than
    2^52.
    """
    r = a * b - np.int64(np.float64(a) * np.float64(b) * reciprocal) * p
    if r < 0:
        r += p
    elif r >= p:
        r -= p
    return r


@kernel
def inverse(a, p):
    """1 / a mod p for a != 0, by Euclid."""
    r0, r1, s0, s1 = p, a, 0, 1
    while r1 > 1:
        q = r0 // r1
        r0, r1 = r1, r0 - q * r1
        s0, s1 = s1, s0 - q * s1
    return s1 + p if s1 < 0 else s1


@kernel
def contract(rows, primes, basis, rank, pivotal, free, work, out):
    """Restrict every element to the flat's subspace: ``out[element, image, 0 .. width - rank)``;
    True unless an image is unlucky.

    ``basis`` holds ``rank`` independent elements that span the flat. Pivots are taken among the
    first ``pivotal`` columns: all, or all but the last, if the flat does not contain the element
    whose row is (0, .., 0, 1). ``free`` receives the columns kept; ``work`` has room for ``rank`` x
    ``width`` residues. Unlucky: a pivot that vanishes modulo some prime and not modulo another.
    """
    n, images, width = rows.shape
    pivots = free[width:]
    for image in range(images):
        p = primes[image]
        reciprocal = 1.0 / p
        for i in range(rank):
            for c in range(width):
                work[i, c] = rows[basis[i], image, c]
            # Clear the pivots of the rows before, then make this row's pivot 1 and clear it above.
            for h in range(i):
                f = work[i, pivots[h]]
                if f:
                    for c in range(width):
                        work[i, c] = minus(work[i, c], multiply(f, work[h, c], p, reciprocal), p)
            if image == 0:
                pivot = -1
                for c in range(pivotal):
                    if work[i, c]:
                        pivot = c
                        break
                if pivot < 0:
                    return False
                pivots[i] = pivot
            pivot = pivots[i]
            if work[i, pivot] == 0:
                return False
            f = inverse(work[i, pivot], p)
            for c in range(width):
                work[i, c] = multiply(f, work[i, c], p, reciprocal)
            for h in range(i):
                f = work[h, pivot]
                if f:
                    for c in range(width):
                        work[h, c] = minus(work[h, c], multiply(f, work[i, c], p, reciprocal), p)
        if image == 0:
            kept = 0
            for c in range(width):
                is_pivot = False
                for i in range(rank):
                    is_pivot |= pivots[i] == c
                if not is_pivot:
                    free[kept] = c
                    kept += 1
        # Residues below 2^20 and at most 1000 terms: the sum stays below 2^50, where one float
        # quotient reduces it.
        short = p < 1 << 20 and rank < 1000
        for e in range(n):
            for k in range(width - rank):
                c = free[k]
                if short:
                    s = np.int64(0)
                    for i in range(rank):
                        s += rows[e, image, pivots[i]] * work[i, c]
                    s = rows[e, image, c] - (s - np.int64(s * reciprocal) * p)
                    if s < 0:
                        s += p
                    elif s >= p:
                        s -= p
                else:
                    s = rows[e, image, c]
                    for i in range(rank):
                        s = minus(
                            s, multiply(rows[e, image, pivots[i]], work[i, c], p, reciprocal), p
                        )
                out[e, image, k] = s
    return True


@kernel
def minus(a, b, p):
    r = a - b
    return r + p if r < 0 else r


@kernel
def normalise(rows, primes, width, leads, alive, prefix):
    """Divide every row by its first non-zero residue among the first ``width`` columns; all columns
    are scaled.

    ``leads[element, image]`` gets that column and ``alive[element]`` whether there is one; True
    unless the images disagree about that. The inverses of one image are computed together: the
    product of all leading residues is inverted once. ``prefix`` has room for one residue an
    element.
    """
    n, images, columns = rows.shape
    for image in range(images):
        p = primes[image]
        reciprocal = 1.0 / p
        product = np.int64(1)
        for e in range(n):
            lead = -1
            for c in range(width):
                if rows[e, image, c]:
                    lead = c
                    break
            leads[e, image] = lead
            if image == 0:
                alive[e] = lead >= 0
            elif alive[e] != (lead >= 0):
                return False
            if lead >= 0:
                prefix[e] = product
                product = multiply(product, rows[e, image, lead], p, reciprocal)
        back = inverse(product, p)
        for e in range(n - 1, -1, -1):
            lead = leads[e, image]
            if lead >= 0:
                f = multiply(back, prefix[e], p, reciprocal)
                back = multiply(back, rows[e, image, lead], p, reciprocal)
                for c in range(columns):
                    rows[e, image, c] = multiply(f, rows[e, image, c], p, reciprocal)
    return True


@kernel
def standard_form(rows, primes, basis):
    """Change columns, in place, until the rows of a basis are unit vectors; returns the rank, or -1
    if an image is unlucky.

    The basis is the lexicographically first one; its k-th element gets the k-th unit vector and is
    noted in ``basis[k]``. Columns beyond the rank become zero.
    """
    n, images, width = rows.shape
    rank = 0
    for e in range(n):
        pivot = -1
        for c in range(rank, width):
            if rows[e, 0, c]:
                pivot = c
                break
        for image in range(images):
            p = primes[image]
            reciprocal = 1.0 / p
            if pivot < 0:
                for c in range(rank, width):
                    if rows[e, image, c]:
                        return -1
                continue
            if rows[e, image, pivot] == 0:
                return -1
            f = inverse(rows[e, image, pivot], p)
            for i in range(n):
                scaled = multiply(f, rows[i, image, pivot], p, reciprocal)
                rows[i, image, pivot] = rows[i, image, rank]
                rows[i, image, rank] = scaled
            for c in range(width):
                f = rows[e, image, c]
                if c != rank and f:
                    for i in range(n):
                        rows[i, image, c] = minus(
                            rows[i, image, c], multiply(f, rows[i, image, rank], p, reciprocal), p
                        )
        if pivot >= 0:
            basis[rank] = e
            rank += 1
    return rank


@kernel
def class_of_row(rows, e, leaders, heads, links):
    """Where the hash of row e, which is normalised, leads in ``heads``; and the class whose leader
    has an equal row, or -1. ``heads`` has a power of two of places.
    """
    images, width = rows.shape[1:]
    h = np.uint64(0)
    for image in range(images):
        for c in range(width):
            h = (h ^ np.uint64(rows[e, image, c])) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(29)
    place = h & np.uint64(heads.size - 1)
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
    return place, found
