"""Conjectures about regions: walls against certified answers, known numbers, and types for which a bound fails."""

from __future__ import annotations

from math import comb

import pytest

from arrangements import Chirotope, Configuration, load, load_chirotope, sign_pattern
from arrangements.combinatorial_types import OrientedTypes
from arrangements.geometry.cell_shapes import cells
from arrangements.matroids.chirotopes import chirotope
from proofs.search.determinations import conjectures
from proofs.search.determinations.checks import find
from proofs.search.determinations.conjectures import complete, simplices, walls
from proofs.search.determinations.instances import FAILS, HOLDS, OUTSIDE

CONJECTURES = ("adjacent-simplices", "las-vergnas", "roudneff", "shannon", "two-coloured-triangle")


@pytest.mark.parametrize(
    "name", ["cyclic:7x4", "braid:4", "coxeter:B3", "threshold:3", "random:7x4"]
)
def test_walls_are_those_of_the_polyhedra(name: str) -> None:
    c = load(name)
    found = {part.signs: {wall[0] for wall in part.walls} for part in cells(c)}
    names = {label: e for e, label in enumerate(c.labels)}
    half = [{names[label] for label in part} for signs, part in found.items() if signs[0] == "+"]
    assert sorted(map(sorted, walls(chirotope(c)))) == sorted(map(sorted, half))
    assert 2 * len(half) == len(sign_pattern(c))


def test_alternating_types_have_the_most_complete_regions() -> None:
    # Roudneff 1991: the bound is that of the cyclic arrangement.
    for n, d in ((5, 2), (7, 3), (8, 3), (9, 3), (9, 4)):
        chi = chirotope(load(f"cyclic:{n}x{d + 1}"))
        assert complete(chi) == sum(comb(n - 1, i) for i in range(d - 1))


def test_what_holds_and_what_does_not() -> None:
    # Roudneff and Sturmfels 1988: eight elements of rank 4 with seven simplices; vectors have eight.
    rs8 = load_chirotope("matroid:rs8")
    assert len(simplices(rs8)) == len(rs8.mutations()) == 7
    assert find("shannon").status(rs8) == find("adjacent-simplices").status(rs8) == FAILS
    assert find("las-vergnas").status(rs8) == find("roudneff").status(rs8) == HOLDS
    for types in (OrientedTypes(3, 7, uniform=True), OrientedTypes(4, 7, uniform=True)):
        for member in types:
            chi = member.chirotope
            assert len(simplices(chi)) == member.mutations
            assert {find(id).status(chi) for id in CONJECTURES} <= {HOLDS, OUTSIDE}


def test_outside() -> None:
    line = Chirotope.from_text("+++", 3, 2)
    parallel = chirotope(Configuration([[1, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1]]))
    for id in CONJECTURES:
        assert find(id).status(line) == find(id).status(parallel) == OUTSIDE
    assert find("roudneff").status(chirotope(load("cyclic:6x4"))) == OUTSIDE
    assert find("two-coloured-triangle").status(chirotope(load("braid:4"))) == OUTSIDE


@pytest.mark.parametrize(
    ("id", "name", "wrong"),
    [
        ("las-vergnas", "simplices", lambda chi: []),
        ("shannon", "simplices", lambda chi: [frozenset({0, 1, 2})]),
        ("adjacent-simplices", "simplices", lambda chi: [frozenset({0, 1, 2})] * 9),
        ("roudneff", "complete", lambda chi: 100),
        ("two-coloured-triangle", "simplices", lambda chi: [frozenset({0, 1, 2})]),
    ],
)
def test_each_can_fail(id: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    chi = chirotope(load("cyclic:7x3"))
    assert find(id).status(chi) == HOLDS
    monkeypatch.setattr(conjectures, name, wrong)
    assert find(id).status(chi) == FAILS
