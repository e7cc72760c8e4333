"""One R for an order type, or more: all small types, the families of the theorem, and other points
of the same type.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arrangements import Configuration, ranking_pattern, sign_pattern
from arrangements.matroids.chirotopes import chirotope
from proofs.search.determinations import order_types
from proofs.search.determinations.checks import find
from proofs.search.determinations.instances import FAILS, HOLDS, OUTSIDE
from proofs.search.determinations.order_types import another, only_one, slopes
from proofs.search.families import family

SEED = 20261118


def pencil(n: int) -> Configuration:
    return Configuration.affine([[k, 0] for k in range(n - 1)] + [[0, 1]])


def ray(n: int, end: bool) -> Configuration:
    """A corner, the two others, and points on a line through the first: with the one on the side of
    the others, or without.
    """
    return Configuration.affine(
        [[0, 3 * n], [-n, 0], [n, 0], *([0, k + (not end)] for k in range(n - 3))]
    )


# Barycentric coordinates 1:1:1, 2:1:1, 2:2:1: each two on a line through another corner.
SWIRL = Configuration.affine([[0, 0], [60, 0], [0, 60], [20, 20], [15, 15], [24, 12]])
FAMILIES = {f"pencil of {n}": pencil(n) for n in range(3, 11)}
FAMILIES |= {
    f"ray of {n}, {'with' if end else 'without'} its end": ray(n, end)
    for end in (True, False)
    for n in range(4 + end, 11)
}
FAMILIES |= {"swirl": SWIRL}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("points:3", 1),
        ("points:4:collinear", 2),
        ("points:5:collinear", 3),
        ("points:6", 0),
        ("points:6:collinear", 4),
    ],
)
def test_numbers_of_types_with_one(name: str, number: int) -> None:
    made = family(f"types:{name}")
    members = [c for _, c in made.configurations(0, made.span)]
    assert sum(only_one(chirotope(c)) for c in members) == number
    assert {find("order-types").status(c) for c in members} == {HOLDS}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"), [("points:7", 0), ("points:7:collinear", 3), ("points:8", 0)]
)
def test_numbers_of_larger_types_with_one(name: str, number: int) -> None:
    made = family(f"types:{name}")
    assert sum(only_one(chi) for _, chi in made.chirotopes(0, made.span)) == number


@pytest.mark.parametrize("name", FAMILIES)
def test_families_with_one(name: str) -> None:
    print("seed", SEED)
    points, chance = FAMILIES[name], random.Random(SEED)
    chi, rankings = chirotope(points), ranking_pattern(points)
    assert only_one(chi)
    assert another(points) is None
    assert (
        slopes(chi)
        .relabelled(points.differences().labels)
        .same_oriented_matroid(chirotope(points.differences()))
    )
    # Other realizations: projective images, which are of the same type where the form is positive
    # on all points.
    for _ in range(5):
        form = [Fraction(chance.randint(1, 9), 300) for _ in range(2)]
        moved = [(1 + form[0] * (x + 10) + form[1] * y, x + 2 * y, y) for _, x, y in points.rows]
        image = Configuration([(1, x / w, y / w) for w, x, y in moved], points.labels)
        assert sign_pattern(image) == sign_pattern(points)
        assert ranking_pattern(image) == rankings


def test_another_is_of_the_same_type() -> None:
    print("seed", SEED)
    chance, seen = random.Random(SEED), 0
    for _ in range(60):
        rows = {(chance.randrange(9), chance.randrange(9)) for _ in range(chance.randint(4, 7))}
        points = Configuration.affine(sorted(rows))
        other = another(points)
        if points.rank == 3:
            assert find("order-types").status(points) == HOLDS
            assert (other is None) == only_one(chirotope(points))
        if other is not None:
            seen += 1
            assert sign_pattern(other) == sign_pattern(points)
            assert ranking_pattern(other) != ranking_pattern(points)
    assert seen > 30


def test_parallel_lines_stop_being_parallel() -> None:
    square = Configuration.affine([[0, 0], [1, 0], [0, 1], [1, 1]])
    other = another(square)
    assert other is not None
    assert len(ranking_pattern(other)) > len(ranking_pattern(square))


def test_outside_and_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find("order-types").status(Configuration.affine([[0, 0], [1, 1], [2, 2]])) == OUTSIDE
    assert find("order-types").status(Configuration([[1, 0], [0, 1], [1, 1]])) == OUTSIDE
    square, dart = (Configuration.affine([[0, 0], [4, 0], [0, 4], p]) for p in ([4, 4], [1, 1]))
    for points, wrong in ((dart, False), (square, True)):
        assert find("order-types").status(points) == HOLDS
        with monkeypatch.context() as patch:
            patch.setattr(order_types, "only_one", lambda chi, wrong=wrong: wrong)
            assert wrong or find("order-types").status(points) == FAILS
    monkeypatch.setattr(order_types, "another", lambda points: points)
    assert find("order-types").status(square) == FAILS
    assert find("order-types").status(dart) == FAILS
