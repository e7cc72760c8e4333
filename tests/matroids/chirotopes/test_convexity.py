"""Weak maps, mutations, hulls, and flats without coordinates."""

from __future__ import annotations

from itertools import combinations

import pytest

from arrangements import (
    Chirotope,
    Configuration,
    covector_pattern,
    face_numbers,
    load,
    sign_pattern,
    whitney_numbers,
)
from arrangements.decide.answers import decide_argmax
from arrangements.errors import BadInput
from arrangements.geometry.flats import intersections
from arrangements.matroids.chirotopes import chirotope

HEXAGON = Configuration.affine([[0, 0], [4, 0], [6, 3], [4, 7], [0, 6], [2, 3]])


def test_mutations_are_the_simplicial_topes_of_uniform_oriented_matroids() -> None:
    uniform = Configuration([[1, k, k * k] for k in range(6)])
    chi = chirotope(uniform)
    found = chi.mutations()
    # A region with three walls, and its opposite, for each.
    triangles = [
        signs
        for signs in sign_pattern(uniform)
        if sum(_turned(signs, e) in sign_pattern(uniform) for e in range(6)) == 3
    ]
    assert 2 * len(found) == len(triangles)
    for basis in found:
        other = chi.mutated(*basis)
        assert other.violation() is None
        assert (other.signs != chi.signs).sum() == 1
        assert basis in other.mutations()
    with pytest.raises(BadInput, match="basis must be a mutation"):
        chi.mutated(*next(b for b in combinations(chi.labels, 3) if b not in found))


def test_a_dependent_set_is_no_mutation() -> None:
    """Also where the last basis, or any other, is one."""
    for rows in ([[1, 0], [2, 0], [0, 1], [1, 1]], [[1, 0], [0, 1], [1, 1], [3, 3]]):
        chi = chirotope(Configuration(rows))
        bases = set(combinations(chi.labels, 2))
        dependent = {basis for basis in bases if not chi.sign(*basis)}
        assert len(dependent) == 1
        for basis in bases - set(chi.mutations()):
            with pytest.raises(BadInput, match=rf"mutation, not \['{basis[0]}', '{basis[1]}'\]"):
                chi.mutated(*basis)
        with pytest.raises(BadInput, match=r"mutation, not \['1', '1'\]"):
            chi.mutated("1", "1")
    assert chirotope(Configuration([[1, 0], [2, 0], [0, 1], [1, 1]])).mutations() == (("3", "4"),)


def _turned(signs: str, e: int) -> str:
    return signs[:e] + ("-" if signs[e] == "+" else "+") + signs[e + 1 :]


def test_weak_maps_make_signs_zero() -> None:
    chi = chirotope(load("paper/H.1-A"))
    special = chirotope(Configuration([[1, 0], [1, 0], [0, 1]]))
    general = chirotope(Configuration([[1, 0], [1, 1], [0, 1]]))
    assert chi.is_weak_map(chi)
    assert chi.is_weak_map(-chi)
    assert general.is_weak_map(special)
    assert not special.is_weak_map(general)
    assert not chi.is_weak_map(special)
    mutated = general.mutated("1", "2")
    assert not general.is_weak_map(mutated)


def test_hulls_are_those_of_points() -> None:
    chi = chirotope(HEXAGON)
    assert chi.extreme == ("1", "2", "3", "4", "5")
    # A point is extreme iff it is the best for some linear function.
    assert chi.extreme == tuple(
        label for label in HEXAGON.labels if decide_argmax(HEXAGON, label)[0]
    )
    assert chi.hull(["1", "3", "4", "5"]) == ("1", "3", "4", "5", "6")
    assert chi.hull(["1", "2"]) == ("1", "2")
    twice = chirotope(Configuration.affine([[0], [0], [1]]))
    assert twice.extreme == ("3",)
    assert twice.hull(["1"]) == ("1", "2")


@pytest.mark.parametrize("name", ["braid:4", "threshold:3", "paper/H.1-A", "paper/C.1"])
def test_flats_without_coordinates(name: str) -> None:
    c = load(name)
    ours, theirs = intersections(chirotope(c)), intersections(c)
    assert [(flat.labels, flat.rank, flat.mobius) for flat in ours.flats] == [
        (f.labels, f.rank, f.mobius) for f in theirs.flats
    ]
    assert ours.tutte_polynomial() == theirs.tutte_polynomial()
    assert ours.poincare_polynomial() == whitney_numbers(c)
    assert ours.face_numbers()[ours.d - c.rank :] == face_numbers(c)[c.d - c.rank :]


def test_small_ranks_and_loops() -> None:
    for chi in (
        Chirotope(3, 0, [1]),
        Chirotope.from_text("0+-", 3, 1),
        Chirotope.from_text("0+0", 3, 2),
    ):
        poset = intersections(chi)
        assert poset.rank == chi.rank
        assert sum(poset.face_numbers()) == len(covector_pattern(chi))
