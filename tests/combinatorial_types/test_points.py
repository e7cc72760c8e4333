"""Order types with coordinates: none is missing, and a file that is not right is not read."""

from __future__ import annotations

from hashlib import sha256

import pytest

from arrangements.combinatorial_types import OrientedTypes, PointTypes
from arrangements.combinatorial_types.oriented import tables
from arrangements.combinatorial_types.placing import Placing, extended, type_key
from arrangements.combinatorial_types.points import (
    MOST_COLLINEAR,
    MOST_POINTS,
    as_text,
    from_text,
)
from arrangements.errors import BadInput, InternalError
from arrangements.matroids.chirotopes import chirotope
from tests.published import published


@pytest.mark.parametrize("n", range(3, MOST_POINTS))
def test_every_type_of_points_in_general_position(n: int) -> None:
    types, t = PointTypes(n), tables(n, 3)
    assert types.count() == published("order_types")[str(n)]
    keys = {type_key(member.colex, t) for member in types}
    assert keys == {
        type_key(member.colex, t) for member in OrientedTypes(3, n, uniform=True, acyclic=True)
    }


@pytest.mark.parametrize("n", range(3, MOST_COLLINEAR + 1))
def test_every_type_of_points(n: int) -> None:
    types, t = PointTypes(n, collinear=True), tables(n, 3)
    assert types.count() == published("order_types_with_lines")[str(n)]
    keys = {type_key(member.colex, t) for member in types}
    assert keys == {type_key(member.colex, t) for member in OrientedTypes(3, n, acyclic=True)}


def test_members_are_the_chirotopes_of_the_points() -> None:
    types = PointTypes(6, collinear=True)
    for member in types:
        chi = chirotope(types.configuration(member.position))
        assert (member.chirotope.signs == chi.signs).all()
        assert member.is_acyclic
        assert member.is_uniform == chi.is_uniform


def test_the_search_finds_them_again() -> None:
    sets = Placing(3, [((0, 0), (3, 1), (1, 3))])
    for n in (4, 5):
        sets = extended(sets, 8, 1, collinear=True, into=Placing(n, each=3))
    assert 8 <= len(sets.found) <= published("order_types_with_lines")["5"]


def test_files_that_are_not_right() -> None:
    square, dart = ((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 0), (0, 2), (2, 0), (1, 1))
    text = as_text([square])
    assert from_text(text) == [square]
    with pytest.raises(InternalError, match="must have the hash that it says"):
        from_text(text.replace("0000", "0001", 1))
    with pytest.raises(InternalError, match="must have 2 different ones, not 1"):
        from_text(as_text([square, ((0, 0), (0, 2), (2, 0), (2, 2))]))
    lines = as_text([square]).partition("\n")[2]
    with pytest.raises(InternalError, match="must have 7 different ones, not 1"):
        from_text(
            f"# order types of 4 points: 7, sha256 {sha256(lines.encode()).hexdigest()}\n{lines}"
        )
    assert len(from_text(as_text([square, dart]))) == 2


@pytest.mark.parametrize(
    ("n", "collinear", "most"),
    [(10, False, "9"), (2, False, "9"), (8, True, "7 with lines of three")],
)
def test_sizes(n: int, collinear: bool, most: str) -> None:
    with pytest.raises(BadInput, match=f"number of points must be between 3 and {most}, not {n}"):
        PointTypes(n, collinear)
