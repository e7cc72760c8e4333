"""Compiled checks of single configurations: each member of a family is checked by itself, by two
ways that share no intermediate result.

A check returns one status per member: ``HOLDS``, ``FAILS``, ``OUTSIDE`` its domain, or ``LARGE``
when a number might not fit 64 bits and the member must be checked with big integers.

>>> import numpy as np
>>> rows = np.array([[[1, 0], [1, 1], [-1, 2]], [[0, 0], [1, 0], [1, 1]]])
>>> [int(status) for status in cosine_signs(rows)] == [HOLDS, OUTSIDE]
True
"""

from __future__ import annotations

from math import comb, factorial

import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels.jit import kernel
from proofs.search.kernels.cosine_codes import (
    cosine_bound,
    cosines,
    from_cosines,
    square_free_parts,
)
from proofs.search.kernels.small_topes import (
    CONTRADICTION,
    Workspace,
    difference_rows,
    list_rankings,
    list_topes,
    workspace,
)

__all__ = [
    "FAILS",
    "HOLDS",
    "LARGE",
    "OUTSIDE",
    "argmax",
    "cosine_rankings",
    "cosine_signs",
    "counting",
]

FAILS, HOLDS, OUTSIDE, LARGE, _BROKEN = range(5)
_TABLES: dict[int, np.ndarray] = {}


def _table(rows: np.ndarray, scale: int) -> np.ndarray:
    """Square-free parts up to the largest product of squared norms, or as many as are worth their
    memory.
    """
    largest = int(np.abs(rows).max(initial=0)) * scale
    limit = 1 << max(8, min(22, ((rows.shape[2] * largest * largest) ** 2).bit_length()))
    if limit not in _TABLES:
        _TABLES[limit] = square_free_parts(limit)
    return _TABLES[limit]


def cosine_signs(rows: np.ndarray) -> np.ndarray:
    """S(C(U)) = S(U): topes of a matrix made from the cosines alone against topes of U. Domain: no
    zero row.
    """
    return _cosine_check(rows, False)


def cosine_rankings(rows: np.ndarray) -> np.ndarray:
    """S(C(B U)) = S(B U) = R(U): the same for the differences. Domain: distinct rows."""
    return _cosine_check(rows, True)


def _cosine_check(rows: np.ndarray, differences: bool) -> np.ndarray:
    _, n, d = rows.shape
    status = np.full(len(rows), LARGE, np.int8)
    if cosine_bound(d, int(np.abs(rows).max(initial=0)) * (2 if differences else 1)):
        m = comb(n, 2) if differences else n
        work = workspace(max(m, 1), d)
        _cosine_loop(
            np.ascontiguousarray(rows),
            differences,
            _table(rows, 1 + differences),
            work,
            np.empty_like(work.out),
            status,
        )
    return _sound(status, rows)


def _sound(status: np.ndarray, rows: np.ndarray) -> np.ndarray:
    if len(broken := rows[status == _BROKEN]):
        raise InternalError(
            f"a list of topes must contain the cells of its restrictions, not miss one of {broken[0].tolist()}"
        )
    return status


@kernel
def _cosine_loop(rows, differences, table, work, spare, status):
    many, n, d = rows.shape
    m = n * (n - 1) // 2 if differences else n
    codes, matrix, vectors = (
        np.empty((m, m), np.int64),
        np.empty((m, d), np.int64),
        np.empty((m, d), np.int64),
    )
    for t in range(many):
        if differences:
            difference_rows(rows[t], n, d, vectors)
        else:
            for i in range(n):
                for c in range(d):
                    vectors[i, c] = rows[t, i, c]
        if not cosines(vectors, m, d, codes):
            status[t] = OUTSIDE
            continue
        if from_cosines(codes, m, d, table, matrix) < 0:
            status[t] = LARGE
            continue
        here = list_topes(vectors, m, d, work)
        there = list_topes(matrix, m, d, Workspace(work.levels, work.lists, spare))
        if here < 0 or there < 0:
            status[t] = _BROKEN if CONTRADICTION in (here, there) else LARGE
            continue
        status[t] = HOLDS if here == there else FAILS
        for i in range(min(here, there)):
            if work.out[i] != spare[i]:
                status[t] = FAILS


def counting(rows: np.ndarray) -> np.ndarray:
    """The counts of claims counting-5.1 and counting-5.2, for topes and for rankings of every
    member, degenerate ones included.

    The listed number is the alternating sum over all sets A of rows of (-1)^(|A| + rank A)
    (Whitney, Zaslavsky); it is 2^n (n!) iff the rank of U (of the centred U) is n (n - 1); and
    Cover's number if every set of rows has the rank of general position.
    """
    _, n, d = rows.shape
    status = np.empty(len(rows), np.int8)
    pairs = comb(n, 2)
    largest = int(np.abs(rows).max(initial=0))
    if pairs > _MOST_PAIRS or (d * 4 * largest * largest) ** d >= 1 << 60:
        status[:] = LARGE
        return status
    # a constant column cancels in differences
    e = d - 1 if d > 1 and (rows[:, :, 0] == rows[:, :1, 0]).all() else d
    generic = (2 * sum(comb(n - 1, i) for i in range(d)), _generic_rankings(n, e))
    work = workspace(max(pairs, n), d)
    _counting_loop(
        np.ascontiguousarray(rows),
        _free_ranks(n),
        _braid_ranks(n),
        e,
        generic,
        2**n,
        factorial(n),
        work,
        status,
    )
    return _sound(status, rows)


_MOST_PAIRS = 15  # of labels: all their subsets are gone through


def _generic_rankings(n: int, d: int) -> int:
    """Cover 1967 (OEIS A071223)."""
    if n == 1:
        return 1
    return 2 if d == 1 else _generic_rankings(n - 1, d) + (n - 1) * _generic_rankings(n - 1, d - 1)


def _free_ranks(n: int) -> np.ndarray:
    return np.array([a.bit_count() for a in range(1 << n)], np.int64)


def _braid_ranks(n: int) -> np.ndarray:
    """The rank of each set of differences e_i - e_j: n minus the number of connected components of
    the graph with these edges.
    """
    edges = [(i, j) for j in range(n) for i in range(j)]
    parts = np.tile(np.arange(n), (1 << len(edges), 1))
    for a in range(1, len(parts)):
        low = (a & -a).bit_length() - 1
        i, j = edges[low]
        parts[a] = parts[a & (a - 1)]
        parts[a][parts[a] == parts[a][j]] = parts[a][i]
    return np.array([n - len(set(part)) for part in parts.tolist()], np.int64)


@kernel
def _counting_loop(rows, free, braid, differing, generic, combinations, orders, work, status):
    many, n, d = rows.shape
    pairs = n * (n - 1) // 2
    delta = np.empty((pairs, d), np.int64)
    for t in range(many):
        topes = list_topes(rows[t], n, d, work)
        regions, rank, general = _regions(rows[t], n, d, free, d)
        difference_rows(rows[t], n, d, delta)
        half = list_topes(delta, pairs, d, work)
        rankings = 2 * half if pairs else 1
        ranked, affine_rank, in_position = _regions(delta, pairs, d, braid, differing)
        if topes < 0 or half < 0:
            status[t] = _BROKEN if CONTRADICTION in (topes, half) else LARGE
            continue
        good = 2 * topes == regions and rankings == ranked
        good &= (2 * topes == combinations) == (rank == n)
        good &= (rankings == orders) == (affine_rank == n - 1)
        good &= not general or 2 * topes == generic[0]
        good &= not in_position or rankings == generic[1]
        status[t] = HOLDS if good else FAILS


@kernel
def _regions(vectors, m, d, free, most):
    """The alternating sum over all sets of vectors, the rank, and whether every set A has rank
    min(free[A], most).
    """
    # at index b: the echelon form of the last set visited whose least element is b
    reduced = np.empty((m + 1, d, d), np.int64)
    column, ranks = np.empty((m + 1, d), np.int64), np.zeros(m + 1, np.int64)
    new = np.empty(d, np.int64)
    total, full, general = 1, 0, True
    for a in range(1, 1 << m):
        low = 0
        while not a >> low & 1:
            low += 1
        rest = a & (a - 1)
        parent, size = m, 1
        if rest:
            parent = low + 1
            while not rest >> parent & 1:
                parent += 1
            for b in range(parent, m):
                size += rest >> b & 1
        rank = ranks[parent] if rest else 0
        for c in range(d):
            new[c] = vectors[low, c]
        previous = 1
        for r in range(rank):
            pivot = reduced[parent, r, column[parent, r]]
            factor = new[column[parent, r]]
            for c in range(d):
                new[c] = (new[c] * pivot - factor * reduced[parent, r, c]) // previous
                reduced[low, r, c] = reduced[parent, r, c]
            column[low, r] = column[parent, r]
            previous = pivot
        for c in range(d):
            if new[c] != 0:
                for e in range(d):
                    reduced[low, rank, e] = new[e]
                column[low, rank] = c
                rank += 1
                break
        ranks[low] = rank
        full = max(full, rank)
        general &= rank == min(free[a], most)
        total += -1 if (size + rank) & 1 else 1
    return total, full, general


def argmax(rows: np.ndarray) -> np.ndarray:
    """argmax-G.1: who comes first, and who can tie for the top with all others below, from the
    rankings and from the convex hull.

    Label y comes first somewhere iff it is a vertex of the hull of the rows; i and j can tie
    strictly at the top iff the segment between them is a face of the hull without further rows. On
    the side of the rankings, i and j can tie there iff both orders of i and j occur as the first
    two: on the segment from one such input to the other both stay above the rest, and meet. Domain:
    distinct rows.
    """
    if rows.shape[2] > 1 and (rows[:, :, 0] == rows[:, :1, 0]).all():
        rows = rows[:, :, 1:]  # a constant column moves the hull only
    _, n, d = rows.shape
    status = np.full(len(rows), LARGE, np.int8)
    largest = int(np.abs(rows).max(initial=0))
    # Projected differences are at most 8 k^2; a triple product of them stays below 6 (8 k^2)^3, a
    # product of two normals below 2^62.
    if d <= 3 and n <= 11 and 12 * (8 * largest * largest) ** 4 < 1 << 62:
        _argmax_loop(np.ascontiguousarray(rows), workspace(max(comb(n, 2), 1), d), status)
    return _sound(status, rows)


@kernel
def _argmax_loop(rows, work, status):
    out = work.out
    many, n, d = rows.shape
    pairs = n * (n - 1) // 2
    delta, others = np.empty((pairs, d), np.int64), np.empty((n, d), np.int64)
    second = np.empty((n, n), np.bool_)
    for t in range(many):
        u = rows[t]
        difference_rows(u, n, d, delta)
        half = list_topes(delta, pairs, d, work)
        if half < 0:
            status[t] = _BROKEN if half == CONTRADICTION else LARGE
            continue
        if pairs and half == 0:
            status[t] = OUTSIDE
            continue
        list_rankings(out, half, n, out)
        for i in range(n):
            for k in range(n):
                second[i, k] = False
        for s in range(half):
            places = out[s]
            second[places >> np.uint64(60), places >> np.uint64(56) & np.uint64(15)] = True
            low = np.uint64(64 - 4 * n)
            second[
                places >> low & np.uint64(15), places >> (low + np.uint64(4)) & np.uint64(15)
            ] = True
        good = True
        for i in range(n):
            count = 0
            for k in range(n):
                if k != i:
                    for c in range(d):
                        others[count, c] = u[k, c] - u[i, c]
                    count += 1
            first = n == 1
            for k in range(n):
                first |= second[i, k]
            good &= first != _holds_origin(others, count, d)
            for j in range(i):
                count = _project(u, n, d, i, j, others)
                good &= (second[i, j] and second[j, i]) != _holds_origin(others, count, d - 1)
        status[t] = HOLDS if good else FAILS


@kernel
def _project(u, n, d, i, j, out):
    """The other rows, seen from row i along the direction of row j, in one dimension less."""
    column = 0
    while u[i, column] == u[j, column]:
        column += 1
    lead = u[j, column] - u[i, column]
    count = 0
    for k in range(n):
        if k not in (i, j):
            to = 0
            for c in range(d):
                if c != column:
                    x = (u[k, c] - u[i, c]) * lead - (u[k, column] - u[i, column]) * (
                        u[j, c] - u[i, c]
                    )
                    out[count, to] = x if lead > 0 else -x
                    to += 1
            count += 1
    return count


@kernel
def _holds_origin(points, count, d):
    """Whether the origin is in the convex hull: inside a point, segment, triangle or tetrahedron of
    them (Caratheodory); d is at most 3.
    """
    if d == 0:
        return count > 0
    v = np.zeros((count, 3), np.int64)
    for i in range(count):
        for c in range(d):
            v[i, c] = points[i, c]
    for a in range(count):
        if v[a, 0] == 0 and v[a, 1] == 0 and v[a, 2] == 0:
            return True
        for b in range(a):
            ab = _cross(v[a], v[b])
            if _dot(ab, ab) == 0:
                if _dot(v[a], v[b]) < 0:
                    return True
                continue
            for c in range(b):
                bc, ca = _cross(v[b], v[c]), _cross(v[c], v[a])
                volume = _dot(ab, v[c])
                if volume == 0:
                    if _dot(ab, bc) > 0 and _dot(bc, ca) > 0 and _dot(ca, ab) > 0:
                        return True
                    continue
                for e in range(c):
                    # The four tetrahedra with the origin in place of one corner have the
                    # orientation of the whole.
                    one, two, three = -_dot(bc, v[e]), -_dot(ca, v[e]), -_dot(ab, v[e])
                    if volume > 0 and one > 0 and two > 0 and three > 0:
                        return True
                    if volume < 0 and one < 0 and two < 0 and three < 0:
                        return True
    return False


@kernel
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
