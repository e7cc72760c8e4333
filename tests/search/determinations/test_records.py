"""Determinations against their definition: all labelled matrices of small grids, exact keys, no
representatives and no hashes.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from arrangements.errors import LimitReached
from arrangements.layers.configuration import Configuration
from proofs.search.determinations import groups
from proofs.search.determinations.determination import Determination, determination
from proofs.search.determinations.records import INSIDE, check_bounds, least_orders, records
from proofs.search.families import Grid, family
from proofs.search.invariants.table import find

FIRST = ("C(U)", "C(B U)", "X(B U)", "S(U)")
SECOND = ("S(U)", "R(U)", "argmax(U)")


def asked(first: str, second: str) -> Determination:
    return determination(f"{first} -> {second}")


def labelled(grid: Grid) -> list[Configuration]:
    """Every matrix of the grid."""
    entries = range(-grid.k, grid.k + 1)
    points = [
        ((1,) if grid.affine else ()) + point for point in product(entries, repeat=grid.dimension)
    ]
    return [Configuration(rows) for rows in product(points, repeat=grid.n)]


def table(name: str, first: str, second: str, most: int = 4096) -> np.ndarray:
    grid = family(name)
    assert isinstance(grid, Grid)
    return groups.merge(
        groups.collapse(records(asked(first, second), b.positions, b.rows)[0])
        for b in grid.batches(0, grid.span, most)
    )


@pytest.mark.parametrize(
    "name", ["grid:3x1:2", "grid:2x2:1", "grid:3x2:1", "grid-affine:3x1:2", "grid:1x2:1"]
)
def test_against_all_labelled_matrices(name: str) -> None:
    grid = family(name)
    assert isinstance(grid, Grid)
    # rows in general order only: 729 matrices take too long with exact keys
    if name == "grid:3x2:1":
        everything = [c for c in labelled(grid) if c.rows[0] <= c.rows[1]]
        orders = [(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0)]
        assert len(everything) == 405
    else:
        everything, orders = labelled(grid), list(permutations(range(grid.n)))
    keys = {i: {} for i in (*FIRST, *SECOND)}  # type: ignore[var-annotated]
    for name_, values in keys.items():
        for c in everything:
            if asked(name_, name_).admits(c):
                values[c] = find(name_).key(c)
    for first, second in product(FIRST, SECOND):
        if first == second:
            continue
        inside = [c for c in everything if asked(first, second).admits(c)]
        found: dict[object, set[object]] = {}
        for c in inside:
            found.setdefault(keys[first][c], set()).add(keys[second][c])
        contradicted = {p for p, values in found.items() if len(values) > 1}
        judgement = groups.judge(table(grid.name, first, second))
        if name != "grid:3x2:1":
            # P's up to relabelling: relabel a configuration that has the key and look its key up
            # again.
            owner = {keys[first][c]: c for c in inside}
            seen: set[object] = set()
            classes = broken = 0
            for p, c in owner.items():
                if p not in seen:
                    orbit = {
                        keys[first][Configuration([c.rows[i] for i in order])] for order in orders
                    }
                    seen |= orbit
                    classes += 1
                    broken += bool(orbit & contradicted)
            assert (judgement.keys, judgement.violated) == (classes, broken), (first, second)
        assert bool(judgement.violated) == bool(contradicted), (first, second)


@pytest.mark.parametrize("first", FIRST)
def test_orders_are_all_that_make_p_least(first: str) -> None:
    generator = np.random.default_rng(3)
    for _ in range(6):
        rows = generator.integers(-1, 2, (4, 2))
        c = Configuration(rows.tolist())
        if not asked(first, first).admits(c):
            continue
        orders = least_orders(find(first), rows)
        keys = {
            order: find(first).key(Configuration([c.rows[i] for i in order]))
            for order in permutations(range(4))
        }
        best = keys[tuple(orders[0])]
        assert sorted(map(tuple, orders)) == sorted(
            order for order, key in keys.items() if key == best
        )


def test_the_least_p_does_not_depend_on_the_order_of_rows() -> None:
    generator = np.random.default_rng(5)
    for first, second in product(FIRST, SECOND):
        rows = generator.integers(-3, 4, (200, 5, 2))
        shuffled = rows[:, generator.permutation(5)]
        one, status = records(asked(first, second), np.arange(200), rows)
        other, _ = records(asked(first, second), np.arange(200), shuffled)
        assert (one == other).all()
        assert len(one) == (status == INSIDE).sum() > 50


def test_batches_do_not_matter() -> None:
    for first, second in (("C(U)", "R(U)"), ("S(U)", "R(U)")):
        assert (
            table("grid:4x2:1", first, second, most=7) == table("grid:4x2:1", first, second)
        ).all()


def test_bounds_are_refused_with_numbers() -> None:
    with pytest.raises(LimitReached, match="labels of grid:9x1:1 must number at most 8, not 9"):
        check_bounds(find("C(U)"), 9, 1, 1, "grid:9x1:1")
    with pytest.raises(LimitReached, match="dimension of x must be at most 4"):
        check_bounds(find("X(B U)"), 5, 5, 1, "x")
    with pytest.raises(LimitReached, match=r"so that d \(2k\)\^2 < 46341, not 80000"):
        check_bounds(find("C(U)"), 5, 2, 100, "x")
    with pytest.raises(LimitReached, match=r"minors of order 5 below 2\^30"):
        check_bounds(find("C(U)"), 6, 6, 20, "x")


def test_equal_cosines_beyond_small_numbers() -> None:
    """The largest entries that the bound admits, where codes nearly fill 62 bits."""
    k = 75
    check_bounds(find("C(B U)"), 3, 2, k, "x")
    rows = np.array(
        [
            [[k, -k], [-k, k - 1], [k - 1, k]],
            [[-k, k], [k, 1 - k], [1 - k, -k]],
            [[k, -k], [-k, k], [k - 1, k]],
        ]
    )
    found, _ = records(asked("C(B U)", "R(U)"), np.arange(3), rows)
    assert (found[0, :4] == found[1, :4]).all()
    assert (found[0, :2] != found[2, :2]).any()
