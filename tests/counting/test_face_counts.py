"""Face numbers against sign vectors found by solving, published numbers and Euler's relation."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb

import pytest

from arrangements import Configuration, LimitReached, load
from arrangements.counting.face_counts import face_numbers
from arrangements.counting.region_counts import count_topes
from tests.published import published

SEED = 20260303


def flats_by_definition(rows, d):
    """Every set of rows that a subspace annihilates, by spanning subsets."""
    from arrangements.exact.linear import rank

    found = {}
    for size in range(d + 1):
        for chosen in combinations(range(len(rows)), size):
            span = [rows[i] for i in chosen]
            r = rank(span) if span else 0
            flat = frozenset(
                i for i, row in enumerate(rows) if (rank([*span, row]) if any(row) else r) == r
            )
            found[flat] = r
    return found


def faces_by_definition(rows, d):
    """On every flat, the regions of the other rows, restricted by a basis of the subspace."""
    from sympy import Matrix

    faces = [0] * (d + 1)
    for flat, r in flats_by_definition(rows, d).items():
        kernel = (
            [list(v) for v in Matrix([rows[i] for i in sorted(flat)]).nullspace()] if flat else None
        )
        others = [row for i, row in enumerate(rows) if i not in flat]
        if kernel is not None:
            others = [
                [sum(a * b for a, b in zip(row, v, strict=True)) for v in kernel] for row in others
            ]
        faces[d - r] += count_topes(Configuration(others, dimension=d - r)) if others else 1
    return tuple(faces)


def test_random_arrangements():
    generator = random.Random(SEED)
    for d in (1, 2, 3, 4):
        for _ in range(3):
            rows = [[generator.randint(-1, 1) for _ in range(d)] for _ in range(5)]
            kept = [row for row in rows if any(row)]
            assert face_numbers(Configuration(rows)) == faces_by_definition(kept, d), (SEED, rows)


@pytest.mark.parametrize("n", range(1, 8))
def test_faces_of_the_braid_arrangement_are_ordered_partitions(n):
    """The faces of dimension k are the ways to put n labels into k non-empty places, one after the
    other: OEIS A019538.
    """
    onto = [sum((-1) ** j * comb(k, j) * (k - j) ** n for j in range(k + 1)) for k in range(n + 1)]
    assert face_numbers(load(f"braid:{n}")) == tuple(onto)


# Two rays for each hyperplane that corners of the m-cube span.
RAYS = published("hyperplanes")


@pytest.mark.parametrize("name", RAYS)
def test_rays_of_the_threshold_arrangement(name):
    assert face_numbers(load(name))[1] == 2 * RAYS[name]


def test_coordinate_hyperplanes():
    rows = [[int(i == j) for j in range(12)] for i in range(12)]
    assert face_numbers(rows) == tuple(comb(12, k) * 2**k for k in range(13))


@pytest.mark.parametrize(
    "name",
    [
        "resonance:5",
        "cyclic:9x4",
        "demicube:5",
        "paper/H.1-A",
        "paper/5.5-model-1",
        "random:12x5:bound=9:seed=2",
    ],
)
def test_euler(name):
    """The faces of R^d have alternating sum (-1)^d, and those of full dimension are the topes."""
    configuration = load(name)
    faces = face_numbers(configuration)
    assert sum((-1) ** k * number for k, number in enumerate(faces)) == (-1) ** configuration.d
    assert faces[-1] == count_topes(configuration)


def test_degenerate_shapes():
    assert face_numbers(Configuration([], dimension=2)) == (0, 0, 1)
    assert face_numbers(Configuration([], dimension=0)) == (1,)
    assert face_numbers([[0, 0], [0, 0]]) == (0, 0, 1)
    assert face_numbers([[0, 0], [1, 1], [2, 2]]) == (0, 1, 2)


def test_flats_are_limited():
    with pytest.raises(
        LimitReached, match="number of flats of rank 2 must be at most 100 for face numbers, not"
    ):
        face_numbers(load("random:20x4:bound=9:seed=1"), most=100)


def test_signs_are_all_covered():
    """Three lines: the thirteen sign vectors with zeros."""
    rows = [[1, 0], [0, 1], [1, 1]]
    signs = {
        tuple((v > 0) - (v < 0) for v in (a, b, a + b)) for a, b in product(range(-2, 3), repeat=2)
    }
    assert sum(face_numbers(rows)) == len(signs)
