"""Sets of rankings of n labels that span dimension n - 2: one affine dependence tells them.

Values y are those of an affine function at the points p_i if and only if c . y = 0, c being the
dependence: sum c_i p_i = 0, sum c_i = 0. Let C_k be the sum of c over the first k labels of an
order. Values in this order have c . y = sum C_k (y_k - y_(k+1)), with differences that are positive
and otherwise free, so the order occurs if and only if the C_k have both signs, or are all 0. Hence
R(U) depends on the signs of the sums of c over sets of labels alone: on a face of the resonance
arrangement. A dependence is found for each face among small integers; that none is missing is the
number of faces, counted without a list (``face_numbers``).

>>> len(dependences(4)), dependences(4)[-1]
(5, (3, -1, -1, -1))
>>> len(orders((1, 1, -1, -1))), points_of((1, 1, -1, -1))
(8, ((0, 0), (1, 0), (0, 1), (1, -1)))
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, permutations

import numpy as np

from arrangements.counting.face_counts import face_numbers
from arrangements.errors import InternalError

__all__ = ["Dependence", "dependences", "orders", "points_of"]

Dependence = tuple[int, ...]
_LARGEST_ENTRY = 12


def _vectors(n: int, largest: int) -> Iterator[Dependence]:
    """Descending integers with sum 0 and this largest size."""

    def longer(start: Dependence, total: int) -> Iterator[Dependence]:
        left = n - len(start)
        if left == 0:
            if total == 0 and max(start[0], -start[-1]) == largest:
                yield start
            return
        for c in range(min(start[-1], largest) if start else largest, -largest - 1, -1):
            if -largest * (left - 1) <= -(total + c) <= c * (left - 1):
                yield from longer((*start, c), total + c)

    return longer((), 0)


def _sums(vectors: np.ndarray) -> np.ndarray:
    """The signs of the sums over all sets without the last label, one word of bytes for each
    row.
    """
    n = vectors.shape[1]
    sets = (np.arange(1, 1 << (n - 1))[:, None] >> np.arange(n) & 1).astype(np.int64)
    return np.sign(vectors @ sets.T).astype(np.int8)


@cache
def dependences(n: int) -> tuple[Dependence, ...]:
    """One dependence of n distinct points for each set of rankings, up to relabelling and sign."""
    resonance = [[k >> i & 1 for i in range(n - 1)] for k in range(1, 1 << (n - 1))]
    faces = sum(face_numbers(resonance)) - 1  # the origin is no dependence
    every = np.array(list(permutations(range(n))))
    seen: set[bytes] = set()
    kinds: dict[bytes, Dependence] = {}
    for largest in range(1, _LARGEST_ENTRY + 1):
        for c in _vectors(n, largest):
            if _sums(np.array([c]))[0].tobytes() not in seen:
                signs = _sums(np.array(c)[every])
                seen.update(row.tobytes() for row in signs)
                seen.update(row.tobytes() for row in -signs)
                if _possible(np.array(c)[every]).any():  # otherwise two points are one
                    kinds.setdefault(_form(c), c)
        if len(seen) == faces:
            return tuple(kinds.values())
    raise InternalError(f"dependences must be of all {faces} faces, not of {len(seen)}")


def _possible(vectors: np.ndarray) -> np.ndarray:
    """Of rows c in the order of a ranking, whether the ranking occurs."""
    sums = np.cumsum(vectors, axis=1)[:, :-1]
    return (sums.min(axis=1) < 0) & (sums.max(axis=1) > 0) | ~sums.any(axis=1)


@cache
def _products(n: int) -> np.ndarray:
    """The number of the product of each two permutations."""
    every = np.array(list(permutations(range(n))))
    weights = n ** np.arange(n)[::-1]
    return np.array([np.searchsorted(every @ weights, p[every] @ weights) for p in every])


def _form(c: Dependence) -> bytes:
    """The least image of the set of rankings under relabelling."""
    occurs = _possible(np.array(c)[np.array(list(permutations(range(len(c)))))])
    images: list[bytes] = [row.tobytes() for row in np.packbits(occurs[_products(len(c))], axis=1)]
    return min(images)


def orders(c: Dependence) -> tuple[tuple[int, ...], ...]:
    """The rankings that occur, by the definition above."""
    chosen = []
    for order in permutations(range(len(c))):
        sums = list(accumulate(c[k] for k in order))[:-1]
        if min(sums) < 0 < max(sums) or not any(sums):
            chosen.append(order)
    return tuple(chosen)


def points_of(c: Dependence) -> tuple[tuple[int, ...], ...]:
    """Points with this dependence: the origin and steps along the axes, and one that follows from
    them.
    """
    n = len(c)
    last = max(k for k in range(n) if c[k])
    size = abs(c[last])
    free = [k for k in range(n) if k != last]
    points = {k: [size * (i == place) for i in range(1, n - 1)] for place, k in enumerate(free)}
    points[last] = [-sum(c[k] * points[k][i] for k in free) // c[last] for i in range(n - 2)]
    return tuple(tuple(points[k]) for k in range(n))
