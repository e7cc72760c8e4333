"""Crossings, holes, k-sets and halving lines: against coordinates, published minima, and
identities.
"""

from __future__ import annotations

import json
import random
from itertools import combinations
from math import comb

import pytest

from arrangements import BadInput, Configuration
from arrangements.combinatorial_types import OrientedTypes, PointTypes
from arrangements.combinatorial_types.point_numbers import (
    PointNumbers,
    convex_polygons,
    crossings,
    halving_lines,
    holes,
    k_sets,
    number_named,
)
from tests.processes import called

Point = tuple[int, int]


def turn(a: Point, b: Point, c: Point) -> int:
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (value > 0) - (value < 0)


def inside(p: Point, corners: tuple[Point, ...]) -> bool:
    return any(
        turn(a, b, p) == turn(b, c, p) == turn(c, a, p) for a, b, c in combinations(corners, 3)
    )


def is_convex(corners: tuple[Point, ...]) -> bool:
    return not any(inside(p, tuple(q for q in corners if q != p)) for p in corners)


def halves(points: list[Point], k: int) -> int:
    """Sets of k points on one side of a line, by lines close to those of two points."""
    found = set()
    for a, b in combinations(points, 2):
        left = frozenset(p for p in points if turn(a, b, p) > 0)
        right = frozenset(p for p in points if turn(a, b, p) < 0)
        for side in (left, right):
            found |= {side | frozenset(more) for more in ((), (a,), (b,), (a, b))}
    return sum(len(side) == k for side in found)


def test_random_points() -> None:
    print("seed 6")
    draw = random.Random(6)
    for n in (3, 4, 5, 6, 7, 8, 9):
        while True:
            points = [(draw.randint(0, 30), draw.randint(0, 30)) for _ in range(n)]
            if all(turn(*triple) for triple in combinations(points, 3)):
                break
        c = Configuration.affine(points)
        segments = list(combinations(points, 2))
        cross = sum(
            turn(a, b, p) * turn(a, b, q) < 0 and turn(p, q, a) * turn(p, q, b) < 0
            for (a, b), (p, q) in combinations(segments, 2)
        )
        assert crossings(c) == cross
        for k in range(3, n + 1):
            convex = [part for part in combinations(points, k) if is_convex(part)]
            assert convex_polygons(c, k) == len(convex)
            assert holes(c, k) == sum(
                not any(inside(p, part) for p in points if p not in part) for part in convex
            )
        assert convex_polygons(c, n + 1) == holes(c, 40) == 0
        for k in range(1, n):
            assert k_sets(c, k) == halves(points, k)
        if n % 2 == 0:
            assert halving_lines(c) == sum(
                2 * sum(turn(a, b, p) > 0 for p in points) == n - 2
                for a, b in combinations(points, 2)
            )


@pytest.mark.parametrize(("n", "least", "types"), [(5, 1, 1), (6, 3, 1), (7, 9, 3), (8, 19, 2)])
def test_rectilinear_crossing_numbers(n: int, least: int, types: int) -> None:
    # OEIS A014540; Aichholzer, Aurenhammer, Krasser 2002: the numbers of types that have them
    found = [PointNumbers(n, member.colex).crossings() for member in PointTypes(n)]
    assert (min(found), found.count(least)) == (least, types)
    assert max(found) == comb(n, 4)


@pytest.mark.slow
def test_crossing_number_of_k9() -> None:
    found = [
        PointNumbers(9, member.colex).crossings()
        for member in OrientedTypes(3, 9, uniform=True, acyclic=True)
    ]
    assert (min(found), found.count(36), len(found)) == (36, 10, 158_830)


@pytest.mark.parametrize(("n", "most"), [(4, 3), (6, 6), (8, 9)])
def test_most_halving_lines(n: int, most: int) -> None:
    # OEIS A076523
    assert max(PointNumbers(n, member.colex).halving_lines() for member in PointTypes(n)) == most


def test_erdos_szekeres_and_holes() -> None:
    """Any five points have a convex quadrilateral (Klein), and it may be empty; eight may lack a
    convex pentagon, nine do not.
    """
    assert min(PointNumbers(5, member.colex).holes(4) for member in PointTypes(5)) == 1
    assert min(PointNumbers(8, member.colex).convex_polygons(5) for member in PointTypes(8)) == 0
    for n in (5, 6, 7):
        for member in PointTypes(n):
            numbers = PointNumbers(n, member.colex)
            # The numbers of convex polygons, empty or not, of triangles: all triples, and the empty
            # ones.
            assert numbers.convex_polygons(3) == comb(n, 3)
            # Edelman and Jamison 1985: the alternating sum over all empty convex sets, those of one
            # and two points among them, is 0.
            assert 1 - n + comb(n, 2) == -sum((-1) ** k * numbers.holes(k) for k in range(3, n + 1))
            assert numbers.k_sets(1) == member.extreme == numbers.k_sets(n - 1)


def test_refused() -> None:
    plane = Configuration.affine([[0, 0], [1, 0], [2, 0], [0, 1]])
    for points in (
        plane,
        Configuration([[1, 0], [0, 1]]),
        Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, -1, -1]]),
    ):
        with pytest.raises(
            BadInput,
            match=r"points must be at most 62 points of the plane, rows \(1, x, y\), no three on a line",
        ):
            crossings(points)
    triangle = Configuration.affine([[0, 0], [1, 0], [0, 1]])
    for call, message in (
        (lambda: halving_lines(triangle), "must be even for halving lines, not 3"),
        (lambda: k_sets(triangle, 3), "size of a k-set must be between 1 and 2, not 3"),
        (lambda: holes(triangle, 2), "number of corners must be at least 3"),
        (lambda: number_named("holes"), "number must be crossings, halving-lines, convex:K"),
        (lambda: number_named("crossings:3"), "number must be crossings"),
    ):
        with pytest.raises(BadInput, match=message):
            call()


def test_the_command() -> None:
    assert (
        called("types", "points:6", "--by", "crossings").stdout.splitlines()[0]
        == "crossings 3  1 type"
    )
    done = json.loads(called("types", "points:7", "--by", "holes:5", "--json").stdout)
    assert sum(row["count"] for row in done["by"]) == done["count"] == 135
    assert (
        called("types", "points:8", "--numbers", "crossings=19", "--limit", "0").stdout
        == "2 types\n"
    )
    assert (
        called(
            "types", "points:8", "--numbers", "halving-lines=9, convex:5=0", "--limit", "0"
        ).returncode
        == 0
    )
    for wrong, message in (
        (
            ("points:5", "--numbers", "crossings"),
            "numbers must be like crossings=36,holes:5=0, not 'crossings'",
        ),
        (
            ("oriented:3x5", "--by", "crossings"),
            "crossings need points with no three on a line",
        ),
        (("points:5", "--by", "holes"), "number must be crossings"),
        (("rankings:4x2", "--by", "crossings"), "filters must be for oriented matroids and points"),
    ):
        refused = called("types", *wrong)
        assert refused.returncode == 2
        assert message in refused.stderr
