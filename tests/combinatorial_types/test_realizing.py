"""Coordinates or final polynomials: known non-realizable oriented matroids, all small ones, and
certificates that were tampered with.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from arrangements import Configuration
from arrangements.checker import realizability as checker
from arrangements.combinatorial_types import OrientedTypes, realize
from arrangements.combinatorial_types.realizing import (
    Realizability,
    comparisons,
    final_polynomial,
    recheck,
)
from arrangements.errors import BadInput, CertificateRefused, MalformedCertificate
from arrangements.matroids.chirotopes import Chirotope, chirotope

SEED = 20261119

# Pappus: points 7, 8, 9 are meets of lines through the first six, and on a line.
PAPPUS = chirotope(
    Configuration.affine(
        [
            [0, 0],
            [1, 0],
            [3, 0],
            [0, 1],
            [1, 1],
            [5, 1],
            ["1/2", "1/2"],
            ["15/8", "3/8"],
            ["7/3", "1/3"],
        ],
    )
)
# Four lines through one point, two points on each: any two lines are in a plane.
LINES = chirotope(
    Configuration.affine(
        [[1, 0, 0], [2, 0, 0], [0, 1, 0], [0, 3, 0], [0, 0, 1], [0, 0, 5], [1, 1, 1], [3, 3, 3]]
    )
)


def perturbed(chi: Chirotope, basis: tuple[int, ...], sign: int) -> Chirotope:
    signs = chi.signs.copy()
    place = list(combinations(range(chi.n), chi.rank)).index(basis)
    assert signs[place] == 0
    signs[place] = sign
    return Chirotope(chi.n, chi.rank, signs)


NON_PAPPUS = perturbed(PAPPUS, (6, 7, 8), 1)
REFUTED = {
    "non-Pappus": NON_PAPPUS,
    "its mirror image": perturbed(PAPPUS, (6, 7, 8), -1),
    "Vamos": perturbed(LINES, (4, 5, 6, 7), 1),
    "Vamos, the other way": perturbed(LINES, (4, 5, 6, 7), -1),
}


@cache
def _decided(chi: Chirotope) -> tuple[bool | None, Realizability | None]:
    """Once, as it takes seconds."""
    return realize(chi)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "non-Pappus" else pytest.mark.slow)
        for name in REFUTED
    ],
)
def test_refuted(name: str) -> None:
    chi = REFUTED[name]
    assert chi.violation() is None
    answer, certificate = _decided(chi)
    assert answer is False
    assert certificate is not None
    assert certificate.check() == f"9,3:{chi.text()} is not realizable".replace(
        "9,3", f"{chi.n},{chi.rank}"
    )
    # Realizability does not depend on names and orientations.
    moved = chi.reordered(range(chi.n)[::-1]).reorientation([0, 2, 3])
    assert realize(moved, most=1)[0] is False


@pytest.mark.parametrize("chi", [PAPPUS, LINES], ids=["Pappus", "lines"])
def test_realized(chi: Chirotope) -> None:
    answer, certificate = realize(chi)
    assert answer is True
    assert certificate is not None
    certificate.check()
    assert chirotope(Configuration(certificate.evidence)).same_oriented_matroid(chi)


def test_twelve_random_points() -> None:
    """Found before a final polynomial is looked for, which would take most of a minute."""
    print("seed", SEED)
    chance = random.Random(SEED)
    points = [[chance.randrange(100), chance.randrange(100)] for _ in range(12)]
    chi = chirotope(Configuration.affine(points))
    answer, certificate = realize(chi)
    assert answer is True
    assert certificate is not None
    assert chirotope(Configuration(certificate.evidence)).same_oriented_matroid(chi)


def test_undecided() -> None:
    assert realize(PAPPUS, most=0) == (None, None)


def test_no_chirotope() -> None:
    with pytest.raises(
        BadInput, match="signs must satisfy the axioms of a chirotope, but the three products"
    ):
        realize(Chirotope.from_text("++++-+++++", 5, 3))


@pytest.mark.parametrize("rank", [2, 3, 4, 5])
def test_all_types_of_six_elements(rank: int) -> None:
    """All of them are realizable, so no final polynomial may be found."""
    for member in OrientedTypes(rank, 6):
        answer, certificate = realize(member.chirotope)
        assert answer is True
        assert certificate is not None
        assert chirotope(Configuration(certificate.evidence)).same_oriented_matroid(
            member.chirotope
        )


def test_ranks_below_two() -> None:
    for chi in (Chirotope(3, 0, [-1]), Chirotope(3, 1, [1, 0, -1]), Chirotope(2, 2, [-1])):
        answer, certificate = realize(chi)
        assert answer is True
        assert certificate is not None
        certificate.check()


def test_comparisons_hold_for_rows() -> None:
    rows = [(1, x, x**2 + y) for x, y in ((0, 0), (1, 0), (2, 1), (4, 0), (5, 3), (7, 0))]
    chi = chirotope(Configuration(rows))

    def minor(*elements: int) -> int:
        (a, b, c), (d, e, f), (g, h, i) = (rows[k] for k in elements)
        return abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))

    found = list(comparisons(chi))
    assert len(found) == 6 * 5 * 2
    for smaller, (x, a, b, c, d) in found:
        first, last = minor(x, a, b) * minor(x, c, d), minor(x, a, c) * minor(x, b, d)
        assert first < last if smaller else first == last
    assert final_polynomial(chi) is None


def false() -> dict[str, Any]:
    """That the non-Pappus matroid has no points."""
    certificate = _decided(NON_PAPPUS)[1]
    assert certificate is not None
    return json.loads(certificate.to_text())


EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another weight": lambda c: c["evidence"][0].__setitem__(-1, 7),
    "a negative weight": lambda c: [row.__setitem__(-1, -row[-1]) for row in c["evidence"]],
    "no comparison": lambda c: c.update(evidence=[]),
    "one less": lambda c: c["evidence"].pop(),
    "an element twice": lambda c: c["evidence"][0].__setitem__(0, c["evidence"][0][1]),
    "signs of points": lambda c: c.update(signs=PAPPUS.text()),
    "too few signs": lambda c: c.update(signs=c["signs"][1:]),
    "only zeros": lambda c: c.update(signs="0" * 84),
    "turned around": lambda c: [
        row.__setitem__(slice(1, 5), [row[1], row[3], row[2], row[4]]) for row in c["evidence"]
    ],
}
MALFORMED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a weight that is none": lambda c: c["evidence"][0].__setitem__(-1, 1.0),
    "a truth for a weight": lambda c: c["evidence"][0].__setitem__(-1, True),
    "a short comparison": lambda c: c["evidence"][0].pop(),
    "another rank": lambda c: c.update(rank=-1),
    "letters": lambda c: c.update(signs="x" * 84),
    "the other answer": lambda c: c.update(realizable=True),
    "no evidence": lambda c: c.update(evidence=None),
}


@pytest.mark.parametrize("edit", EDITS)
def test_refused_by_the_checker(edit: str) -> None:
    value = false()
    EDITS[edit](value)
    with pytest.raises(CertificateRefused):
        recheck(json.dumps(value))


@pytest.mark.parametrize("edit", MALFORMED)
def test_malformed_for_the_checker(edit: str) -> None:
    value = false()
    MALFORMED[edit](value)
    with pytest.raises(MalformedCertificate):
        recheck(json.dumps(value))


def test_rows_of_other_signs_are_refused() -> None:
    certificate = realize(PAPPUS)[1]
    assert certificate is not None
    value = json.loads(certificate.to_text())
    value["signs"] = NON_PAPPUS.text()
    with pytest.raises(CertificateRefused, match="the rows must have these signs"):
        recheck(json.dumps(value))


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    """A copy of the file, in a process that cannot see the package."""
    shutil.copy(checker.__file__, tmp_path / "checker.py")
    (tmp_path / "good.json").write_text(json.dumps(false()))
    (tmp_path / "bad.json").write_text(json.dumps(false() | {"signs": PAPPUS.text()}))
    (tmp_path / "none.json").write_text("{}")
    for name, code in (("good", 0), ("bad", 1), ("none", 2)):
        done = subprocess.run(
            [sys.executable, "-I", "checker.py", f"{name}.json"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == code


@pytest.mark.slow
def test_uniform_types_of_rank_four_on_eight_elements() -> None:
    """24 of 2628 have no vectors (Bokowski and Richter-Gebert 1990); RS(8) is the one with seven
    mutations (Roudneff and Sturmfels).
    """
    members = list(OrientedTypes(4, 8, uniform=True))
    assert len(members) == 2628
    refuted = [member for member in members if final_polynomial(member.chirotope)]
    assert len(refuted) == 24
    fewest = [member for member in members if member.mutations == 7]
    assert len(fewest) == 1
    answer, certificate = realize(fewest[0].chirotope)
    assert answer is False
    assert certificate is not None
    certificate.check()
