"""Checks on chirotopes: they hold for oriented matroids, realizable or not, and each fails where
its statement does.
"""

from __future__ import annotations

import pytest

from arrangements import Configuration, load, sign_pattern
from arrangements.counting.region_counts import count_topes
from arrangements.errors import BadInput, InternalError
from arrangements.matroids.chirotopes import Chirotope, chirotope
from proofs.search.determinations import chirotopes
from proofs.search.determinations.checks import find
from proofs.search.determinations.chirotopes import regions_by_deletion, regions_by_flats, topes
from proofs.search.determinations.instances import FAILS, HOLDS, OUTSIDE
from proofs.search.families import family

# Mixed: loops, parallel elements, rank deficient, one row, realizable or not.
NAMED = {
    "braid": load("braid:4"),
    "threshold": load("threshold:3"),
    "parallel": Configuration([[1, 0], [2, 0], [-1, 0], [1, 1], [0, 3]]),
    "loop": Configuration([[1, 0, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0]]),
    "one row": Configuration([[5, 1]]),
    "basis": Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "points": Configuration.affine([[0, 0], [4, 0], [0, 4], [1, 1], [2, 1], [2, 2]]),
}


@pytest.mark.parametrize("name", NAMED)
def test_counts_by_three_methods_and_by_the_engine(name: str) -> None:
    c = NAMED[name]
    chi = chirotope(c)
    assert (
        regions_by_flats(chi)
        == regions_by_deletion(chi)
        == len(topes(chi))
        == len(sign_pattern(c))
        == count_topes(c)
    )


@pytest.mark.parametrize("id", ["zaslavsky", "signs-and-chirotope"])
@pytest.mark.parametrize(
    "name",
    [
        "types:oriented:3x6",
        "types:oriented:4x6",
        "types:oriented:2x5",
        "types:oriented:3x9:uniform",
    ],
)
def test_hold_for_all_types(id: str, name: str) -> None:
    made = family(name)
    stop = made.span if made.n < 9 else 60  # type: ignore[attr-defined]
    found = [find(id).status(chi) for _, chi in made.chirotopes(0, stop)]
    assert len(found) > 0
    assert set(found) == {HOLDS}


def test_winners_of_points_and_of_abstract_types() -> None:
    assert {
        find("winners").status(chi)
        for _, chi in family("types:oriented:3x6:acyclic").chirotopes(0, 200)
    } == {HOLDS}
    assert {
        find("winners").status(c)
        for _, c in family("types:points:5:collinear").configurations(0, 11)
    } == {HOLDS}
    assert find("winners").status(NAMED["threshold"]) == HOLDS
    assert find("winners").status(NAMED["braid"]) == OUTSIDE
    # Acyclic, and no points: what is first is no matter of the signs then.
    assert find("winners").status(Configuration([[1, 0], [0, 1], [3, 1]])) == OUTSIDE


def test_they_fail_for_signs_that_are_no_chirotope() -> None:
    chi = chirotope(Configuration.affine([[0, 0], [4, 0], [0, 4], [1, 1], [2, 1], [5, 5]]))
    failing = dict.fromkeys(("axioms", "zaslavsky", "signs-and-chirotope", "winners"), 0)
    for place in range(20):
        signs = chi.signs.copy()
        signs[place] = -signs[place]
        broken = Chirotope(6, 3, signs)
        if broken.violation() is None:
            continue
        for id in failing:
            try:
                failing[id] += find(id).status(broken) == FAILS
            except (
                BadInput,
                InternalError,
            ):  # signs that contradict each other may be noticed before
                failing[id] += 1
    assert all(failing.values()), failing


@pytest.mark.parametrize(
    ("id", "name", "wrong"),
    [
        ("zaslavsky", "regions_by_flats", lambda chi: 14),
        ("zaslavsky", "regions_by_deletion", lambda chi: 14),
        ("signs-and-chirotope", "topes", lambda chi: {0, 63}),
        ("winners", "_by_topes", lambda chi: (set(), set(), set())),
    ],
)
def test_each_method_counts(
    id: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find(id).status(NAMED["points"]) == HOLDS
    monkeypatch.setattr(chirotopes, name, wrong)
    assert find(id).status(NAMED["points"]) == FAILS
