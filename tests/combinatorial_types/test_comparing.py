"""Equality of types: against all relabellings and reorientations, published numbers without mirror
images, and lists.
"""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from arrangements import BadInput, Chirotope, Configuration, load
from arrangements.combinatorial_types import (
    OrientedTypes,
    PointTypes,
    canonical_forms,
    find,
    same_type,
    type_key,
    types,
)
from arrangements.combinatorial_types.comparing import UpTo
from arrangements.combinatorial_types.placing import colex_signs
from arrangements.matroids.chirotopes import chirotope
from tests.processes import called


def images(a: Chirotope, up_to: UpTo, reflection: bool) -> set[bytes]:
    found = set()
    for order in permutations(range(a.n)):
        moved = Chirotope(a.n, a.rank, a.reordered(order).signs)
        for word in range(1 << a.n if up_to == "reorientation" else 1):
            signs = moved.reorientation([e for e in range(a.n) if word >> e & 1]).signs
            found |= {signs.tobytes(), (-signs).tobytes()} if reflection else {signs.tobytes()}
    return found


@pytest.mark.parametrize("reflection", [True, False])
@pytest.mark.parametrize("up_to", ["relabelling", "reorientation"])
def test_against_all_images(up_to: UpTo, reflection: bool) -> None:
    print("seed 4")
    draw = random.Random(4)
    answers = []
    for n, r in ((4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4)):
        made: list[Chirotope] = []
        while len(made) < 5:
            chi = chirotope(
                Configuration([[draw.randint(-2, 2) for _ in range(r)] for _ in range(n)])
            )
            if chi.rank == r and not chi.loops and not chi.parallel_classes:
                made.append(chi)
        for a in made[:2]:
            every = images(a, up_to, reflection)
            for b in [
                *made,
                *(
                    c.reordered(draw.sample(range(n), n)).reorientation(draw.sample(range(n), 2))
                    for c in made
                ),
                -a,
            ]:
                answers.append(b.signs.tobytes() in every)
                assert (
                    same_type(
                        a, b.relabelled(map(str, range(n))), up_to=up_to, reflection=reflection
                    )
                    == answers[-1]
                )
    assert {*answers} == {True, False}


def test_mirror_images_told_apart() -> None:
    # OEIS A006247, where no mirror images are taken together
    for n, number in ((3, 1), (4, 2), (5, 3), (6, 20), (7, 242)):
        both = [chi for member in PointTypes(n) for chi in (member.chirotope, -member.chirotope)]
        assert len({type_key(chi, reflection=False) for chi in both}) == number
        assert len({type_key(chi) for chi in both}) == PointTypes(n).count()
        assert (
            len({type_key(chi, up_to="reorientation") for chi in both})
            == OrientedTypes(3, n, uniform=True).count()
        )


def test_canonical_forms() -> None:
    members = list(OrientedTypes(3, 6, signed=True))
    made = canonical_forms(np.array([member.chirotope.signs for member in members]), 6, 3)
    assert len(np.unique(made, axis=0)) == 17
    for member, form in zip(members, made, strict=True):
        assert same_type(member.chirotope, Chirotope(6, 3, form), up_to="reorientation")
    assert (canonical_forms(made, 6, 3) == made).all()
    wrongs = (
        (([[0, 0, 0]], 3, 2), "not all 0"),
        (([[1, 2, 1]], 3, 2), "must be -1, 0 or 1"),
        (([[1]], 1, 1), "rank must be"),
    )
    for wrong, message in wrongs:
        with pytest.raises(BadInput, match=message):
            canonical_forms(*wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        "points:6",
        "points:5:collinear",
        "oriented:3x5",
        "oriented:3x6:acyclic",
        "oriented:4x6:uniform:signed",
    ],
)
def test_every_member_is_found(name: str) -> None:
    print("seed 8")
    draw = random.Random(8)
    listed = types(name)
    assert isinstance(listed, OrientedTypes | PointTypes)
    for member in [*listed][::7]:
        moved = member.chirotope.reordered(draw.sample(range(member.n), member.n))
        if not member.signed:
            moved = moved.reorientation([0, 2])
        found = find(listed, -moved)
        assert found is not None
        assert (found.position, found.colex.tolist()) == (member.position, member.colex.tolist())


def test_what_is_not_found() -> None:
    assert find(OrientedTypes(3, 6, uniform=True), load("braid:4")) is None
    assert find(PointTypes(4), Configuration([[0, 0], [1, 0], [2, 0], [0, 1]])) is None
    for thing, message in (
        (load("braid:4"), "elements must be 4 of rank 3 to be found in points:4, not 6 of rank 3"),
        (
            Configuration([[0, 0], [0, 0], [1, 0], [0, 1]]),
            "type must have elements that are not zero, equal or opposite",
        ),
    ):
        with pytest.raises(BadInput, match=message):
            find(PointTypes(4), thing)
    with pytest.raises(BadInput, match="type must have at most 15 elements, not 16"):
        type_key(load("cyclic:16x3"))
    with pytest.raises(BadInput, match="up_to must be relabelling or reorientation"):
        type_key(load("braid:3"), up_to="mirror")  # type: ignore[arg-type]


def test_nine_points_have_coordinates() -> None:
    print("seed 2")
    draw, nine = random.Random(2), PointTypes(9)
    assert nine.count() == 158_817
    for position in [0, nine.count() - 1, *draw.sample(range(nine.count()), 12)]:
        points = list(nine.points(position))
        (member,) = nine.members(position, position + 1)
        assert (colex_signs(tuple(points)) == member.colex).all()
        draw.shuffle(points)
        found = find(nine, Configuration([[2 * x + y, x - 3 * y] for x, y in points]))
        assert found is not None
        assert (found.position, nine.facts(found)["points"]) == (
            position,
            [list(point) for point in nine.points(position)],
        )
    with pytest.raises(IndexError):
        nine.points(158_817)


def test_the_place_of_my_points(tmp_path: Path) -> None:
    points = "0,0\n10,1\n3,8\n4,5\n9,9\n2,3\n7,5\n1,9\n"
    done = json.loads(called("types", "points:8", "--find", "-", "--json", text=points).stdout)
    (found,) = done["types"]
    given = Configuration.affine([[int(x) for x in line.split(",")] for line in points.split()])
    assert done["count"] == 1
    assert same_type(given, Configuration.affine(found["points"]))
    assert called("types", "oriented:3x5", "--find", "cyclic:5x3").stdout.endswith("1 type\n")
    (tmp_path / "a.chirotope").write_text("4,3:\n++++\n")
    assert (
        called(
            "types", "oriented:3x4", "--find", str(tmp_path / "a.chirotope"), "--extreme", "4"
        ).returncode
        != 0
    )
