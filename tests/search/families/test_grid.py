"""Grids: one representative a class, proved by orbit sizes, by Burnside and, where small, by
listing every matrix.
"""

from __future__ import annotations

from itertools import pairwise, permutations, product

import numpy as np
import pytest

from arrangements.errors import BadInput, LimitReached
from proofs.search.families import Grid, family
from proofs.search.families.grid import _representatives

SMALL = [
    "grid:1x1:0",
    "grid:1x1:1",
    "grid:3x1:2",
    "grid:2x2:1",
    "grid:3x2:1",
    "grid:2x3:1",
    "grid-affine:3x2:1",
    "grid-affine:2x1:3",
]
LARGE = ["grid:6x2:2", "grid:5x3:1", "grid:9x1:4", "grid:3x4:1", "grid-affine:5x2:2"]


def members(
    name: str, cuts: list[int] | None = None, most: int = 4096
) -> list[tuple[int, tuple[tuple[int, ...], ...], int]]:
    grid = family(name)
    cuts = cuts or [0, grid.span]
    found = []
    for start, stop in pairwise(cuts):
        for batch in grid.batches(start, stop, most):  # type: ignore[attr-defined]
            assert 0 < len(batch) <= most
            found += [
                (int(p), tuple(map(tuple, rows.tolist())), int(o))
                for p, rows, o in zip(batch.positions, batch.rows, batch.orbits, strict=True)
            ]
    return found


def orbit(matrix: tuple[tuple[int, ...], ...], affine: bool) -> set[tuple[tuple[int, ...], ...]]:
    points = [row[affine:] for row in matrix]
    d = len(points[0])
    return {
        tuple(
            (1,) * affine + tuple(s * row[c] for c, s in zip(columns, signs, strict=True))
            for row in order
        )
        for order in permutations(points)
        for columns in permutations(range(d))
        for signs in product((1, -1), repeat=d)
    }


@pytest.mark.parametrize("name", SMALL)
def test_classes_partition_the_grid(name: str) -> None:
    grid = family(name)
    everything: set[tuple[tuple[int, ...], ...]] = set()
    for _, matrix, size in members(name):
        classmates = orbit(matrix, name.startswith("grid-affine"))
        assert len(classmates) == size
        assert everything.isdisjoint(classmates)
        everything |= classmates
    assert len(everything) == grid.matrices


@pytest.mark.parametrize("name", SMALL + LARGE)
def test_orbits_add_up_and_burnside_agrees(name: str) -> None:
    grid, found = family(name), members(name)
    assert sum(size for _, _, size in found) == grid.matrices
    assert len(found) == grid.size
    assert [p for p, _, _ in found] == sorted({p for p, _, _ in found})
    assert grid.name == name


def test_a_range_does_not_depend_on_how_it_was_cut() -> None:
    whole = members("grid:4x2:2")
    span = family("grid:4x2:2").span
    assert members("grid:4x2:2", [0, 1, 7, 500, 501, 2000, span]) == whole
    assert members("grid:4x2:2", most=3) == whole
    grid = Grid.read("grid:4x2:2")
    assert all(grid.matrix(p) == matrix for p, matrix, _ in whole[::50])


def test_the_compiled_walk_is_the_python_walk() -> None:
    grid = Grid.read("grid:3x2:1")
    _, image, starts = grid._tables
    answers = []
    for walk in (_representatives, _representatives.py_func):
        chosen, positions, orbits = (
            np.zeros((99, 3), np.int32),
            np.zeros(99, np.int64),
            np.zeros(99, np.int64),
        )
        assert walk(image, starts, grid._unrank(0), 0, grid.span, 6, chosen, positions, orbits) == (
            grid.size,
            grid.span,
        )
        answers.append((chosen.tolist(), positions.tolist(), orbits.tolist()))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "name",
    ["grid", "grid:6x2", "grid:0x2:1", "grid:2x0:1", "grid:6x2:-1", "grid:6×2:2", "grid:6x2:2 "],
)
def test_bad_spelling(name: str) -> None:
    with pytest.raises(BadInput, match="must be spelled"):
        family(name)


def test_limits_are_stated() -> None:
    with pytest.raises(
        LimitReached, match="grid:5x9:9 must have at most 20000 vectors, not 322687697779"
    ):
        family("grid:5x9:9")
    with pytest.raises(
        LimitReached, match=r"positions and orbit sizes of grid:60x2:3 must stay below 2\^62"
    ):
        family("grid:60x2:3")
    with pytest.raises(BadInput, match="position in grid:2x1:1 must be below 4, not 4"):
        Grid.read("grid:2x1:1").matrix(family("grid:2x1:1").span)
