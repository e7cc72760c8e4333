"""Nine points in general position: all but 13 of the abstract order types have points, and each of
the 13 has its refutation.

Vectors may be turned to their opposites, so a class under reorientation has vectors if one of its
members has. ``classes-9.txt`` has points for 4381 of the 4382 classes; the order types without
points are the acyclic reorientations of the one that is left.
"""

from __future__ import annotations

from pathlib import Path

from arrangements.combinatorial_types import OrientedTypes
from arrangements.combinatorial_types.oriented import leaves, tables
from arrangements.combinatorial_types.placing import colex_signs, type_key
from arrangements.combinatorial_types.points import from_text
from arrangements.combinatorial_types.realizing import Realizability
from tests.published import published

DATA = Path(__file__).parents[2] / "data" / "types"


def test_all_but_thirteen_have_points() -> None:
    t = tables(9, 3)
    straight = {
        leaves(colex_signs(points), t)[0].tobytes()
        for points in from_text((DATA / "classes-9.txt").read_text("ascii"))
    }
    types = OrientedTypes(3, 9, uniform=True, acyclic=True)
    classes = list(types.classes())
    assert len(straight) == len(classes) - 1 == published("uniform_matroids")["3x9"] - 1
    ((position, _),) = [(p, s) for p, s in classes if leaves(s, t)[0].tobytes() not in straight]
    left = list(types.members(position, position + 1))
    assert all((member.position, len(left)) == (position, 13) for member in left)

    refuted = [
        Realizability.from_text(file.read_text("ascii"))
        for file in sorted((DATA / "nine-points").glob("*.json"))
    ]
    assert not any(certificate.realizable for certificate in refuted)
    assert {certificate.signs for certificate in refuted} == {
        member.chirotope.text() for member in left
    }
    assert len({type_key(member.colex, t) for member in left}) == len(refuted) == 13
