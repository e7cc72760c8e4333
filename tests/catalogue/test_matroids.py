"""Oriented matroids without coordinates: each has the fact that makes it famous."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import numpy as np
import pytest

from arrangements import BadInput, Chirotope, Configuration, load_chirotope, sign_pattern
from arrangements.catalogue.matroids import MATROIDS
from arrangements.combinatorial_types import OrientedTypes, realizing
from arrangements.combinatorial_types.oriented import leaves, tables
from arrangements.combinatorial_types.realizing import final_polynomial, realize
from arrangements.matroids.chirotopes import chirotope
from arrangements.matroids.chirotopes.cocircuit_words import colex_from_lex
from tests.processes import called


def dependent(chi: Chirotope) -> set[tuple[int, ...]]:
    """The sets of rank many elements that are no bases."""
    return {chosen for chosen in combinations(range(chi.n), chi.rank) if chi.sign(*chosen) == 0}


@pytest.mark.parametrize("name", [family.form for family in MATROIDS])
def test_axioms_and_topes(name: str) -> None:
    chi = load_chirotope(name)
    assert chi.violation() is None
    assert len(sign_pattern(chi)) % 2 == 0
    assert chi.loops == chi.parallel_classes == ()


def test_pappus() -> None:
    """Eight of the nine lines, which force the ninth in every projective plane over a field."""
    lines = {(0, 1, 2), (3, 4, 5), (0, 4, 6), (1, 3, 6), (0, 5, 7), (2, 3, 7), (1, 5, 8), (2, 4, 8)}
    assert dependent(load_chirotope("matroid:non-pappus")) == lines


def test_desargues() -> None:
    """Two triangles in perspective from a point, but not from a line: nine of the ten lines."""
    lines = {
        (0, 3, 6),
        (1, 4, 6),
        (2, 5, 6),
        (0, 1, 7),
        (3, 4, 7),
        (0, 2, 8),
        (3, 5, 8),
        (1, 2, 9),
        (4, 5, 9),
    }
    assert dependent(load_chirotope("matroid:non-desargues")) == lines


def test_vamos() -> None:
    """Five of the six pairs of pairs are coplanar; r(AB) + r(AC) + r(AD) + r(BC) + r(BD) >= r(A) +
    r(B) + r(ABC) + r(ABD) + r(CD) fails.
    """
    chi = load_chirotope("matroid:vamos")
    pairs = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert dependent(chi) == {(*x, *y) for x, y in combinations(pairs, 2)} - {(4, 5, 6, 7)}

    def rank(*sets: tuple[int, ...]) -> int:
        elements = {e for part in sets for e in part}
        return max(
            len(elements & set(basis)) for basis in combinations(range(8), 4) if chi.sign(*basis)
        )

    a, b, c, d = pairs
    left = rank(a, b) + rank(a, c) + rank(a, d) + rank(b, c) + rank(b, d)
    assert left < rank(a) + rank(b) + rank(a, b, c) + rank(a, b, d) + rank(c, d)


def regions_of_cycles(chi: Chirotope) -> set[tuple[int, int]]:
    """Of every program that cycles: how many vertices its cycle has, and how many the region of the
    other elements around which it goes.
    """
    found = set()
    for g, f in permutations(range(chi.n), 2):
        cycle = chi.cycle(g, f)
        if cycle:
            others = [e for e in range(chi.n) if e not in (g, f)]
            region = {e: {vertex[e] for vertex in cycle} - {"0"} for e in others}
            assert all(len(signs) == 1 for signs in region.values())
            both = [
                tuple(text.translate(str.maketrans("+-", way)) for text in chi.cocircuits())
                for way in ("+-", "-+")
            ]
            vertices = [v for texts in both for v in texts if v[g] == "+" and v[f] != "0"]
            found.add(
                (
                    len(cycle),
                    sum(all(v[e] == "0" or v[e] in region[e] for e in others) for v in vertices),
                )
            )
    return found


@pytest.fixture
def few_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no vectors is not looked at long: that is for test_realizing.py."""
    monkeypatch.setattr(realizing, "_FIRST", 1)


@pytest.mark.usefixtures("few_attempts")
def test_roudneff_sturmfels() -> None:
    """An arrangement of n hyperplanes in rank 4 has n simplices at least (Shannon 1979); this one
    of pseudo-hyperplanes has 7.
    """
    chi = load_chirotope("matroid:rs8")
    assert chi.is_uniform
    assert len(chi.mutations()) == 7
    answer, certificate = realize(chi)
    assert answer is False
    assert certificate is not None
    assert certificate.check()


@pytest.mark.slow
def test_seven_simplices_are_those_of_roudneff_and_sturmfels() -> None:
    chi, t = load_chirotope("matroid:rs8"), tables(8, 4)
    (only,) = (member for member in OrientedTypes(4, 8, uniform=True) if member.mutations == 7)
    canonical = leaves(colex_from_lex(chi.signs, 8, 4), t)[0]
    assert np.array_equal(canonical, colex_from_lex(only.signs, 8, 4))


@pytest.mark.usefixtures("few_attempts")
def test_edmonds_fukuda_mandel() -> None:
    """Six pivots that are not degenerate lead around a cube, and each increases the objective."""
    chi = load_chirotope("matroid:efm8")
    assert chi.is_uniform
    assert not chi.is_euclidean
    assert regions_of_cycles(chi) == {(6, 8)}
    answer, certificate = realize(chi)
    assert answer is False
    assert certificate is not None
    assert certificate.check()
    # Each union of two pairs that is put to the other side leaves a Euclidean oriented matroid: the
    # smallest change that coordinates need.
    pairs = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert all(chi.mutated(*x, *y).is_euclidean for x, y in combinations(pairs, 2))


def test_what_has_coordinates_is_euclidean() -> None:
    seed = 8
    draw = random.Random(seed)
    for _ in range(20):
        rows = [[draw.randint(-2, 2) for _ in range(4)] for _ in range(7)]
        assert chirotope(Configuration(rows)).is_euclidean, (seed, rows)


@pytest.mark.slow
def test_all_types_without_coordinates() -> None:
    """24 of the 2628 have a final polynomial (Bokowski and Richter-Gebert 1990), 18 of them a
    cycle.
    """
    without = [
        member
        for member in OrientedTypes(4, 8, uniform=True)
        if final_polynomial(member.chirotope) is not None
    ]
    cycling = [member for member in without if not member.chirotope.is_euclidean]
    assert len(without) == 24
    assert len(cycling) == 18
    assert max(member.symmetries for member in cycling) == 12
    around_cubes = [
        m for m in cycling if m.symmetries == 12 and regions_of_cycles(m.chirotope) == {(6, 8)}
    ]
    assert len(around_cubes) == 1
    efm = load_chirotope("matroid:efm8")
    assert np.array_equal(
        leaves(colex_from_lex(efm.signs, 8, 4), tables(8, 4))[0], around_cubes[0].colex
    )


def test_unknown() -> None:
    with pytest.raises(
        BadInput, match=r"oriented matroid must be one of matroid:non-pappus, .*, not 'matroid:x'"
    ):
        load_chirotope("matroid:x")


def test_the_command_lists_and_counts_them() -> None:
    def run(*words: str) -> list[str]:
        return called(*words).stdout.splitlines()

    listed = run("patterns", "matroid:vamos")
    assert listed == list(sign_pattern(load_chirotope("matroid:vamos")))
    assert run("count", "matroid:vamos")[0] == f"{len(listed)} sign vectors"
