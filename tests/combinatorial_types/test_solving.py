"""Vectors by solving equations: regular polygons need their fields, and closing theorems hold."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from arrangements import Configuration, load
from arrangements.combinatorial_types import OrientedTypes, realize
from arrangements.combinatorial_types.realizing import place
from arrangements.combinatorial_types.solving import core, solve
from arrangements.exact.linear import cross
from arrangements.exact.numbers import Scalar, exact
from arrangements.matroids.chirotopes import Chirotope, chirotope
from tests.combinatorial_types.test_realizing import LINES, NON_PAPPUS, PAPPUS
from tests.processes import called

Point = tuple[Scalar, Scalar]


def meet(a: Point, b: Point, c: Point, d: Point) -> Point:
    """The point on the lines ab and cd."""
    one, x, y = cross(cross((Fraction(1), *a), (Fraction(1), *b)), cross((Fraction(1), *c), (Fraction(1), *d)))  # fmt: skip
    return x / one, y / one


def between(a: Point, b: Point) -> Point:
    half = Fraction(1, 2)
    return (a[0] + b[0]) * half, (a[1] + b[1]) * half


def pentagon() -> Chirotope:
    """An affinely regular pentagon, the five crossings of its diagonals, and its centre."""
    golden = exact("(1+sqrt(5))/2")
    zero, one = Fraction(0), Fraction(1)
    corners: list[Point] = [(zero, zero), (one, zero), (golden, one), (one, golden), (zero, one)]
    crossings = [
        meet(corners[i], corners[(i + 2) % 5], corners[(i + 1) % 5], corners[(i + 4) % 5])
        for i in range(5)
    ]
    a, b = between(corners[2], corners[3]), between(corners[3], corners[4])
    centre = meet(corners[0], a, corners[1], b)
    return chirotope(Configuration.affine([*corners, *crossings, centre]))


PENTAGON = pentagon()


def proved(chi: Chirotope) -> Configuration:
    """The vectors that were found, which the checker accepts and which have these signs."""
    answer, certificate = realize(chi)
    assert answer is True
    assert certificate is not None
    assert certificate.rows is not None
    assert certificate.check() == f"{chi.n},{chi.rank}:{chi.text()} is realizable"
    found = Configuration(certificate.rows, chi.labels)
    assert chirotope(found).same_oriented_matroid(chi)
    return found


def test_a_pentagon_with_its_centre_and_diagonals_needs_the_golden_ratio() -> None:
    assert not chirotope(load("simplicial:A(10,1)")).isomorphism(PENTAGON)
    found = proved(PENTAGON)
    assert found.field is not None
    assert (found.field.polynomial, str(found.field)) == ((-5, 0, 1), "Q(sqrt(5))")
    assert core(PENTAGON) == (list(range(11)), [])
    # Without its centre it has rational points.
    assert proved(PENTAGON.deletion(["11"])).field is None
    assert proved(PENTAGON.deletion(["1", "2"])).field is None


WRONG = [
    pytest.param(at, sign, marks=() if (at, sign) == (41, 1) else pytest.mark.slow)
    for at in (41, 79, 108, 119, 138)
    for sign in (1, -1)
]


@pytest.mark.parametrize(("at", "sign"), WRONG)
def test_wrong_pentagons_are_refuted(at: int, sign: int) -> None:
    """One line of three replaced by a triangle, wherever that leaves a chirotope."""
    assert not PENTAGON.signs[at]
    signs = PENTAGON.signs.copy()
    signs[at] = sign
    wrong = Chirotope(11, 3, signs)
    assert wrong.violation() is None
    assert solve(wrong) is None
    answer, certificate = realize(wrong, most=0)
    assert answer is False
    assert certificate is not None
    assert certificate.check().endswith("is not realizable")


@pytest.mark.parametrize(("name", "degree"), [("A(10,1)", 2), ("A(14,1)", 3), ("A(12,1)", 1)])
def test_simplicial_arrangements_are_found_from_their_signs(name: str, degree: int) -> None:
    """A(2m,1) has the sides and axes of a regular m-gon."""
    found = proved(chirotope(load(f"simplicial:{name}")))
    assert (1 if found.field is None else found.field.degree) == degree


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "degree"),
    [("A(13,3)", 1), ("A(16,1)", 2), ("A(18,1)", 3), ("A(15,1)", 2), ("A(19,1)", 1)],
)
def test_larger_simplicial_arrangements(name: str, degree: int) -> None:
    test_simplicial_arrangements_are_found_from_their_signs(name, degree)


@pytest.mark.slow
def test_what_is_beyond_its_degree_is_not_found() -> None:
    """A regular 11-gon needs a field of degree five; nothing is proved by that."""
    chi = chirotope(load("simplicial:A(22,1)"))
    assert solve(chi) is None


@pytest.mark.parametrize("chi", [PAPPUS, LINES], ids=["Pappus", "lines"])
def test_closing_theorems(chi: Chirotope) -> None:
    rows = solve(chi)
    assert rows is not None
    assert chirotope(Configuration(rows)).same_oriented_matroid(chi)


def test_contradictions_are_not_solved() -> None:
    assert solve(NON_PAPPUS) is None


@pytest.mark.parametrize(("rank", "n"), [(3, 6), (4, 6)])
def test_all_types_with_zeros_are_solved(rank: int, n: int) -> None:
    for member in OrientedTypes(rank, n):
        rows = solve(member.chirotope)
        assert rows is not None
        assert chirotope(Configuration(rows)).same_oriented_matroid(member.chirotope)


@pytest.mark.slow
def test_all_types_of_seven_elements_are_solved() -> None:
    for member in OrientedTypes(3, 7):
        rows = solve(member.chirotope)
        assert rows is not None
        assert chirotope(Configuration(rows)).same_oriented_matroid(member.chirotope)


def test_degenerate_chirotopes() -> None:
    """Loops, parallel elements, coloops, no element that is left over, and rank 0 to 2."""
    for rows in (
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0], [2, 0, 0], [-1, 0, 0], [1, 1, 0], [-2, -2, 0]],
        [[0, 0], [1, 0], [0, 1]],
        [[1], [0], [-1]],
    ):
        chi = chirotope(Configuration(rows))
        found = solve(chi)
        assert found is not None
        assert chirotope(Configuration(found)).same_oriented_matroid(chi)
    assert solve(Chirotope(2, 0, [1])) == [(), ()]


def test_the_command_prints_numbers_of_the_field(tmp_path: Path) -> None:
    asked = PENTAGON.to_topcom().strip()
    proof = tmp_path / "pentagon.json"
    done = called("realize", asked, "--certificate", proof, "--json")
    assert done.returncode == 0
    rows = json.loads(done.stdout)["rows"]
    assert chirotope(Configuration(rows)).same_oriented_matroid(
        PENTAGON.relabelled(map(str, range(1, 12)))
    )
    assert called("recheck", proof).returncode == 0
    assert place(PENTAGON, most=3) is None
