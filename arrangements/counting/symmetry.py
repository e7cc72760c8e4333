"""Relabelling symmetries of a configuration, found from the matrix alone.

A permutation s of the elements is a symmetry if some linear map sends every row v_i to a multiple
of v_s(i). Symmetries preserve every linear dependence, hence flats and their ranks. ``symmetries``
looks for those with multiples +1 and -1: these preserve, up to signs, the matrix P = V (V^T V)^-1
V^T, because linear maps do not change it. A partial map of a basis is extended while the entries of
P allow it, and every complete map is verified by applying the linear map to all rows, modulo each
prime of the images: they decide all dependences, so nothing more is needed. What the search gives
up on or does not see makes the group smaller, never wrong.

The group is held as a chain of stabilisers. For each base point b_k the *transversal* has, for
every point of the orbit of b_k under the symmetries that fix b_0, .., b_(k-1), one of these that
sends the point to b_k. The order of the group is the product of the orbit sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from arrangements.counting.images import Images
from arrangements.errors import InternalError
from arrangements.exact.linear import residues

__all__ = ["Symmetries", "links", "symmetries"]

Permutation = np.ndarray  # of int64: element i goes to permutation[i]

# Partial maps that the search may try, altogether.
_TRIALS = 20_000
# Entries of P, or products of Python integers for it.
_ENTRIES = 20_000_000


@dataclass(frozen=True, eq=False)
class Symmetries:
    """A group of symmetries: base points and, for each, the transversal as a mapping from point to
    permutation.
    """

    base: tuple[int, ...]
    transversals: tuple[dict[int, Permutation], ...]

    @property
    def order(self) -> int:
        return prod(len(transversal) for transversal in self.transversals)


def symmetries(image: Images) -> Symmetries:
    """Symmetries of a connected configuration without zero or parallel rows, of full column rank;
    none are sought for very many rows.
    """
    projector = _projected(image)
    return Symmetries((), ()) if projector is None else _Search(image, projector).group()


def links(image: Images) -> np.ndarray:
    """A number for each pair of elements that depends on P up to signs alone, so that symmetries
    preserve it.

    As if random, but least by far where P is 0: the elements of a flat with the least sums depend
    on few others.
    """
    projector = _projected(image)
    if projector is None:
        raise InternalError("symmetries must come from the matrix P")
    size = np.abs(projector).astype(np.uint64)
    numbers = (size * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(42)).astype(np.int32)
    numbers[size == 0] = -(1 << 30)
    return numbers


def _projected(image: Images) -> np.ndarray | None:
    n, _, r = image.rows.shape
    p = int(image.primes[0])
    # Large residues are multiplied as Python integers.
    large = n * p * p >= 1 << 62
    if n * n * (r if large else 1) >= _ENTRIES:
        return None
    return _projector(image.rows[:, 0, :].astype(object if large else np.int64), p)


def _projector(v: np.ndarray, p: int) -> np.ndarray | None:
    """P with balanced residues; None if V^T V is singular modulo p."""
    inverse = residues.solve((v.T @ v).tolist(), np.eye(v.shape[1], dtype=np.int64).tolist(), p)
    if inverse is None:
        return None
    projector = ((v @ np.array(inverse, v.dtype) % p) @ v.T % p).astype(np.int64)
    projector[projector > p // 2] -= p
    return projector


class _Search:
    """The search for symmetries of one configuration.

    The k-th *key* of element e is a hash of its entries of P with the first k base points, up to a
    common sign. A symmetry maps elements to elements with the same keys, taken with the images of
    the base points.
    """

    def __init__(self, image: Images, projector: np.ndarray) -> None:
        self.image, self.projector = image, projector
        self.n, _, self.r = image.rows.shape
        generator = np.random.Generator(np.random.PCG64(20260301))
        self.weights = generator.integers(-(2**62), 2**62, (self.r,))
        self.trials = _TRIALS
        self.base: list[int] = []
        self.sums = [np.zeros(self.n, np.int64)]  # signed keys
        self.norms = np.diagonal(projector)
        self._choose_base()
        self.sorted = [np.sort(_unsigned(sums)) for sums in self.sums]

    def _choose_base(self) -> None:
        """A basis; each point after the first has a non-zero entry with an earlier one, which fixes
        its sign. Small cells go first.
        """
        rows, p = self.image.rows[:, 0].tolist(), int(self.image.primes[0])
        linked = np.ones(self.n, np.bool_)
        while len(self.base) < self.r:
            keys = np.stack([_unsigned(self.sums[-1]), self.norms])
            _, cell_of, counts = np.unique(keys, axis=1, return_inverse=True, return_counts=True)
            sizes = counts[cell_of.ravel()]
            order = np.lexsort((sizes, ~linked)).tolist()
            e = next(
                e
                for e in order
                if residues.rank([rows[i] for i in [*self.base, e]], p) > len(self.base)
            )
            # In a connected configuration the element is linked, as P does not fall into blocks;
            # except by accident modulo p.
            self.sums.append(self._extended(self.sums[-1], len(self.base), e, 1))
            self.base.append(e)
            linked = (self.projector[:, self.base] != 0).any(axis=1)

    def _extended(self, sums: np.ndarray, k: int, e: int, sign: int) -> np.ndarray:
        return sums + self.weights[k] * (sign * self.projector[e])

    def group(self) -> Symmetries:
        """The chain, from the last base point to the first."""
        generators: list[Permutation] = []
        transversals: list[dict[int, Permutation]] = []
        for k in range(self.r - 1, -1, -1):
            b = self.base[k]
            orbit = _transversal(b, generators, self.n)
            failed: set[int] = set()
            same = (_unsigned(self.sums[k]) == _unsigned(self.sums[k])[b]) & (
                self.norms == self.norms[b]
            )
            for c in np.flatnonzero(same).tolist():
                if c in orbit or c in failed:
                    continue
                symmetry = self._symmetry(k, c)
                if symmetry is None:
                    failed |= set(_transversal(c, generators, self.n))
                else:
                    generators.append(symmetry)
                    orbit = _transversal(b, generators, self.n)
            transversals.append(orbit)
        return Symmetries(tuple(self.base), tuple(reversed(transversals)))

    def _symmetry(self, k: int, c: int) -> Permutation | None:
        """A symmetry that fixes the first k base points and sends the next one to c."""
        for sign in (1, -1):
            if self.sums[k][c] * sign == self.sums[k][self.base[k]]:
                permutation = self._extend(
                    [*self.base[:k], c], [1] * k + [sign], self._extended(self.sums[k], k, c, sign)
                )
                if permutation is not None:
                    return permutation
                if k == 0:
                    return None  # the two signs give the same maps
        return None

    def _extend(self, points: list[int], signs: list[int], sums: np.ndarray) -> Permutation | None:
        self.trials -= 1
        k = len(points)
        if self.trials < 0 or not np.array_equal(np.sort(_unsigned(sums)), self.sorted[k]):
            return None
        if k == self.r:
            return self._verified(points, signs, sums)
        b = self.base[k]
        goal = self.sums[k][b]
        for c in np.flatnonzero(
            (_unsigned(sums) == _unsigned(goal)) & (self.norms == self.norms[b])
        ).tolist():
            sign = 1 if sums[c] == goal else -1
            permutation = self._extend(
                [*points, c], [*signs, sign], self._extended(sums, k, c, sign)
            )
            if permutation is not None:
                return permutation
        return None

    def _verified(
        self, points: list[int], signs: list[int], sums: np.ndarray
    ) -> Permutation | None:
        """The permutation that matches the keys, if the linear map behind it sends every row to
        plus or minus its image.
        """
        permutation = np.empty(self.n, np.int64)
        permutation[np.argsort(_unsigned(self.sums[self.r]), kind="stable")] = np.argsort(
            _unsigned(sums), kind="stable"
        )
        sign_of = np.where(self.sums[self.r] == sums[permutation], 1, -1)
        for image, p in enumerate(self.image.primes.tolist()):
            rows = self.image.rows[:, image, :].astype(object)
            # v_b M = +- v_s(b) for the base determines M: the rows are combinations of the base.
            base, target = rows[self.base], rows[points] * np.array(signs, object)[:, None]
            matrix = residues.solve(base.tolist(), target.tolist(), p)
            if (
                matrix is None
                or (
                    (rows @ np.array(matrix, object) - sign_of[:, None] * rows[permutation]) % p
                ).any()
            ):
                return None
        return permutation


def _unsigned(sums: np.ndarray) -> np.ndarray:
    return np.minimum(sums, -sums)


def _transversal(point: int, generators: list[Permutation], n: int) -> dict[int, Permutation]:
    """For every point of the orbit a product of generators that sends it to ``point``."""
    images = {point: np.arange(n)}
    queue = [point]
    # The inverse of a generator sends an orbit point x to y; so the generator, then the way from x,
    # leads from y to the point.
    inverses = [np.argsort(g) for g in generators]
    for x in queue:
        for g, inverse in zip(generators, inverses, strict=True):
            y = int(inverse[x])
            if y not in images:
                images[y] = images[x][g]
                queue.append(y)
    return images
