"""The subdivision of the sphere by planes through the origin of space: corners, edges and regions,
exact and fast enough to follow a hand.

Only the corners, rays in which two planes meet, are computed; their signs with regard to all planes
say everything else. Around the circle of one plane the corners follow each other in the order in
which the other planes change sign. An edge has the signs of its two ends; on its two sides are two
regions. Integers whose products provably fit in 64 bits are multiplied by machine, all other
scalars one by one.

>>> octants = subdivision([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
>>> len(octants.corners), len(octants.edges), len(octants.signs)
(6, 12, 8)
>>> octants.signs[0].tolist(), [octants.corners[k].tolist() for k in octants.cycles[0][0]]
([-1, -1, -1], [[0, 0, -1], [0, -1, 0], [-1, 0, 0]])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arrangements.exact.linear import Matrix, is_integral, largest, over
from arrangements.exact.numbers import Exact, Scalar, sign

__all__ = ["Subdivision", "largest_machine_entry", "subdivision"]

_sign = np.frompyfunc(sign, 1, 1)


class Subdivision(NamedTuple):
    """``corners``: rays, the second half opposite to the first. ``edges``: (corner, corner, row).
    ``signs``: of each region, by row.

    ``cycles``: for each region its corners in order, and the edge between each and the next.
    ``sides``: the two regions of each edge.
    """

    corners: np.ndarray
    edges: list[tuple[int, int, int]]
    signs: np.ndarray
    cycles: list[tuple[list[int], list[int]]]
    sides: list[tuple[int, int]]

    def across(self, region: int) -> list[tuple[int, int]]:
        """For each edge of the region its row, and the region on its other side."""
        pairs = [(self.edges[k][2], self.sides[k]) for k in self.cycles[region][1]]
        return [(row, a + b - region) for row, (a, b) in pairs]


def largest_machine_entry() -> int:
    """Rows with entries up to M have corners up to 2 M^2, whose products with rows are up to 6 M^3:
    below 2^62.
    """
    return 900_000


def subdivision(rows: Matrix) -> Subdivision:
    """Of non-zero rows of length 3, no two of them parallel, which span space."""
    table = np.array(rows, dtype=object).reshape(len(rows), 3)
    machine = is_integral(rows) and max(map(largest, rows)) <= largest_machine_entry()
    if machine:
        table = table.astype(np.int64)
    half = _corners(table, machine)
    products = half @ table.T
    upper = np.sign(products).astype(np.int8) if machine else _sign(products).astype(np.int8)
    at = np.concatenate([upper, -upper])
    tails, heads, planes = _edges(upper)
    between = np.where(at[tails] != 0, at[tails], at[heads])
    sides = np.repeat(between, 2, axis=0)
    sides[np.arange(len(sides)), np.repeat(planes, 2)] = np.tile(
        np.array([-1, 1], np.int8), len(planes)
    )
    words = np.packbits(sides > 0, axis=1)
    _, first, member = np.unique(
        words.view(f"V{words.shape[1]}").ravel(), return_index=True, return_inverse=True
    )
    edges = list(zip(tails.tolist(), heads.tolist(), planes.tolist(), strict=True))
    around: list[list[int]] = [[] for _ in first]
    regions = member.ravel().tolist()
    for k, region in enumerate(regions):
        around[region].append(k // 2)
    both = list(zip(regions[::2], regions[1::2], strict=True))
    return Subdivision(
        np.concatenate([half, -half]),
        edges,
        sides[first],
        [_cycle(edges, part) for part in around],
        both,
    )


def _corners(table: np.ndarray, machine: bool) -> np.ndarray:
    """One ray on every line in which two planes meet."""
    i, j = np.array(list(combinations(range(len(table)), 2))).T
    u, v = table[i], table[j]
    rays = np.stack(
        [
            u[:, (k + 1) % 3] * v[:, (k + 2) % 3] - u[:, (k + 2) % 3] * v[:, (k + 1) % 3]
            for k in range(3)
        ],
        axis=1,
    )
    if machine:
        rays //= np.gcd.reduce(rays, axis=1)[:, None]
        lead = np.where(
            rays[:, 0] != 0, rays[:, 0], np.where(rays[:, 1] != 0, rays[:, 1], rays[:, 2])
        )
        return np.unique(rays * np.sign(lead)[:, None], axis=0)
    corners: dict[tuple[Scalar, ...], None] = {}
    meetings: list[list[Exact]] = rays.tolist()
    for ray in meetings:
        first = next(x for x in ray if x)
        corners[tuple(over(x, first) for x in ray)] = None
    half = np.empty((len(corners), 3), dtype=object)
    half[:] = list(corners)
    return half


def _edges(upper: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The arcs of every circle: first corner, second corner, row."""
    count = len(upper)
    tails, heads, planes = [], [], []
    for k in range(upper.shape[1]):
        on = np.flatnonzero(upper[:, k] == 0)
        start = on[0]
        # Another plane through the first corner tells which half of the circle a corner is on: all
        # go to its positive side.
        other = next(o for o in np.flatnonzero(upper[start] == 0).tolist() if o != k)
        side = upper[on, other]
        moved = upper[on] * np.where(side == 0, 1, side)[:, None]
        # From the start to its opposite every plane changes sign once: a corner comes after as many
        # as have changed.
        passed = (moved * upper[start] < 0).sum(axis=1)
        ids = np.where(side < 0, on + count, on)[np.argsort(passed)]
        ring = np.concatenate([ids, (ids + count) % (2 * count)])
        tails.append(ring)
        heads.append(np.roll(ring, -1))
        planes.append(np.full(len(ring), k))
    return np.concatenate(tails), np.concatenate(heads), np.concatenate(planes)


def _cycle(
    edges: Sequence[tuple[int, int, int]], part: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The edges of one region, one after the other."""
    near: dict[int, list[int]] = {}
    for k in part:
        a, b, _ = edges[k]
        near.setdefault(a, []).append(k)
        near.setdefault(b, []).append(k)
    here = start = min(near)
    corners, order, by = [], [], -1
    while True:
        corners.append(here)
        one, two = near[here]
        by = two if one == by else one
        order.append(by)
        a, b, _ = edges[by]
        here = a + b - here
        if here == start:
            return corners, order
