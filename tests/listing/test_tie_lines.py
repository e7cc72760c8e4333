"""Rankings along lines of ties against those by the signs of all pairs, on whole small ranges,
however degenerate; sorting of rows.
"""

from __future__ import annotations

from itertools import combinations, permutations, product

import numba
import numpy as np
import pytest

from arrangements import Configuration, load, ranking_pattern
from arrangements.counting.largest_counts import ranking_bound
from arrangements.exact.linear import rank
from arrangements.kernels import packed_permutations, sorting
from arrangements.kernels.listing import tie_lines
from arrangements.layers.patterns import bitset_rows
from arrangements.listing.half_topes import half_topes
from arrangements.listing.pairs_to_rankings import ranked

Points = list[tuple[int, ...]]


def differences(points: Points) -> Points:
    return [
        tuple(x - y for x, y in zip(points[i], points[j], strict=True))
        for j in range(len(points))
        for i in range(j)
    ]


def by_pairs(points: Points) -> np.ndarray:
    n = len(points)
    half = packed_permutations.unpack(ranked(half_topes(differences(points)), n), n, n)
    both = np.concatenate([half, half[:, ::-1]])
    return both[np.lexsort(both.T[::-1])]


def by_lines(points: Points) -> np.ndarray:
    return packed_permutations.unpack(
        bitset_rows.sorted_rows(tie_lines.rankings(points), unique=False), 256, len(points)
    )


CUBE = list(product((0, 1), repeat=3))


def test_all_subsets_of_a_cube() -> None:
    for n in range(4, 9):
        for points in combinations(CUBE, n):
            if rank(differences(list(points))) == 3:
                assert np.array_equal(by_lines(list(points)), by_pairs(list(points))), points


def test_which_line_is_at_infinity_does_not_matter() -> None:
    points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 1)]
    for order in permutations(points):
        assert np.array_equal(by_lines(list(order)), by_pairs(list(order))), order


@pytest.mark.parametrize("seed", range(6))
def test_points_of_grids(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(40):
        grid = np.array(list(product(range(-1, 2), range(-1, 2), range(-seed, seed + 1))))
        n = int(random.integers(4, 10))
        points = [tuple(map(int, point)) for point in random.permutation(grid)[:n]]
        if rank(differences(points)) == 3:
            assert np.array_equal(by_lines(points), by_pairs(points)), (seed, points)


# Many labels: a grid, a prism of points on lines, points in space, and points far from the origin
# that are near to each other.
MANY: dict[str, Points] = {
    "grid": list(product(range(3), repeat=3))[::-1],
    "prism": [(x, y, z) for x, y in [(0, 0), (1, 0), (0, 1)] for z in range(7)],
    "paraboloid": [(x, y, x * x + y * y) for x in range(4) for y in range(5)],
    "far away": [(10**30 + x, y, x * x + 3 * y * y) for x in range(3) for y in range(6)],
}


@pytest.mark.parametrize("name", MANY)
def test_many_labels(name: str) -> None:
    points = MANY[name]
    found = by_lines(points)
    assert np.array_equal(found, by_pairs(points))
    pattern = ranking_pattern(Configuration(points))
    assert np.array_equal(pattern.indices(), found)


def test_a_space_in_which_labels_lie_askew() -> None:
    points = MANY["paraboloid"]
    skew = [(x + y, y - z, x + y, x + y + 2 * z, 0) for x, y, z in points]
    assert len(ranking_pattern(Configuration(skew))) == len(ranking_pattern(Configuration(points)))


def test_general_position_and_threads() -> None:
    points = [tuple(row) for row in load("random:40x3:bound=9999:seed=1").reduced_rows()]
    threads = numba.get_num_threads()
    lists = []
    try:
        for number in (1, 2):
            numba.set_num_threads(number)
            lists.append(tie_lines.rankings(points))
    finally:
        numba.set_num_threads(threads)
    assert np.array_equal(*lists)
    assert len(lists[0]) == ranking_bound(40, 3) == len(bitset_rows.sorted_rows(lists[0]))


@pytest.mark.parametrize("width", [2, 3, 8])
def test_rows_are_sorted(width: int) -> None:
    random = np.random.default_rng(width)
    for size, values in [(1, 2), (100, 2), (3000, 2), (3000, 5), (3000, 1 << 62)]:
        rows = random.integers(0, values, (size, width), dtype=np.uint64)
        rows[: size // 2, 0] <<= np.uint64(60)
        assert np.array_equal(sorting.sorted_rows(rows), rows[np.lexsort(rows.T[::-1])]), (
            size,
            values,
        )
