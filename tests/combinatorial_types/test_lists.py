"""Lists of types are sequences, and their members know their points and signs."""

from __future__ import annotations

import pytest

from arrangements.combinatorial_types import OrientedTypes, PointTypes, RankingTypes, TopTypes


def test_sequences() -> None:
    for listed in (PointTypes(6), RankingTypes(4, 2), TopTypes(5, 2, 2)):
        every = list(listed)
        assert len(listed) == len(every) == listed.count()
        assert listed[1].position == every[1].position  # type: ignore[attr-defined]
        assert listed[-1].position == every[-1].position  # type: ignore[attr-defined]
        for k in (-1 - len(every), len(every)):
            with pytest.raises(IndexError):
                listed[k]
    types = OrientedTypes(3, 5)
    assert len(types) == 4
    assert types[2].colex.tolist() == types[-2].colex.tolist() == list(types)[2].colex.tolist()
    for k in (-5, 4):
        with pytest.raises(IndexError):
            types[k]


def test_members_know_their_points_and_signs() -> None:
    for k, member in enumerate(PointTypes(5)):
        assert member.points == PointTypes(5).points(k)
        assert (member.signs == member.chirotope.signs).all()
    assert OrientedTypes(3, 5)[0].points is None
