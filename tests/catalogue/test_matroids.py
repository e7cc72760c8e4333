"""Oriented matroids without coordinates: each has the fact that makes it famous."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import pytest

from arrangements import BadInput, Chirotope, load_chirotope, sign_pattern
from arrangements.catalogue.matroids import MATROIDS


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
    lines = {(0, 3, 6), (1, 4, 6), (2, 5, 6), (0, 1, 7), (3, 4, 7), (0, 2, 8), (3, 5, 8), (1, 2, 9), (4, 5, 9)}
    assert dependent(load_chirotope("matroid:non-desargues")) == lines


def test_vamos() -> None:
    """Five of the six pairs of pairs are coplanar; r(AB) + r(AC) + r(AD) + r(BC) + r(BD) >= r(A) + r(B) + r(ABC) + r(ABD) + r(CD) fails."""
    chi = load_chirotope("matroid:vamos")
    pairs = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert dependent(chi) == {(*x, *y) for x, y in combinations(pairs, 2)} - {(4, 5, 6, 7)}

    def rank(*sets: tuple[int, ...]) -> int:
        elements = {e for part in sets for e in part}
        return max(len(elements & set(basis)) for basis in combinations(range(8), 4) if chi.sign(*basis))

    a, b, c, d = pairs
    left = rank(a, b) + rank(a, c) + rank(a, d) + rank(b, c) + rank(b, d)
    assert left < rank(a) + rank(b) + rank(a, b, c) + rank(a, b, d) + rank(c, d)


def test_unknown() -> None:
    with pytest.raises(BadInput, match=r"oriented matroid must be one of matroid:non-pappus, .*, not 'matroid:x'"):
        load_chirotope("matroid:x")


def test_the_command_lists_and_counts_them() -> None:
    def run(*words: str) -> list[str]:
        command = [sys.executable, "-m", "arrangements", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    listed = run("patterns", "matroid:vamos")
    assert listed == list(sign_pattern(load_chirotope("matroid:vamos")))
    assert run("count", "matroid:vamos")[0] == f"{len(listed)} sign vectors"
