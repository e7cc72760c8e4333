"""The map is complete, consistent with itself and with the grids; the gallery is what the command
writes.
"""

from __future__ import annotations

import re
import time
from itertools import permutations
from pathlib import Path

import pytest

from arrangements import recheck
from proofs.pages import gallery
from proofs.pages.diagrams import hasse, side_by_side
from proofs.search.counterexamples.answer import asked, determines
from proofs.search.counterexamples.arrows import ARROWS, chain
from proofs.search.counterexamples.map import boxes, diagram, markdown, search_all, table
from proofs.search.counterexamples.pairs import Answer
from proofs.search.determinations.determination import Domain
from proofs.search.invariants.table import MAPPED

GALLERY = Path(__file__).parents[3] / "data" / "gallery"


@pytest.fixture(scope="module")
def verdicts() -> tuple[Answer, ...]:
    return search_all()


def test_no_pair_is_missing_and_none_is_open(verdicts: tuple[Answer, ...]) -> None:
    assert [v.what.names for v in verdicts] == list(permutations(MAPPED, 2))
    assert {v.status for v in verdicts} == {"determines", "does not"}
    assert all(v.least or v.arrows for v in verdicts)
    assert all(bool(v.pair) != bool(v.arrows) for v in verdicts)


def test_determination_is_transitive(verdicts: tuple[Answer, ...]) -> None:
    good = {v.what.names for v in verdicts if v.status == "determines"}
    assert all((a, c) in good for a, b in good for x, c in good if b == x and a != c)


def test_pairs_are_certified(verdicts: tuple[Answer, ...]) -> None:
    for v in verdicts:
        if v.pair:
            assert v.pair.certificate
            recheck(v.pair.certificate.to_text())
            assert v.what.first.key(v.pair.first) == v.what.first.key(v.pair.second)
            assert v.what.second.key(v.pair.first) != v.what.second.key(v.pair.second)


def test_the_diagram(verdicts: tuple[Answer, ...]) -> None:
    assert ("X(U)", "S(U)") in boxes(verdicts)
    assert set(diagram(verdicts).edges) == {
        ("U", "G(U)"), ("G(U)", "D(U)"), ("G(U)", "C(U)"), ("D(U)", "C(B U)"), ("D(U)", "P(U)"), ("D(U)", "C(centred U)"),
        ("P(U)", "C(whitened U)"), ("P(U)", "X(B U) = R(U)"), ("C(U)", "X(U) = S(U)"), ("C(B U)", "X(B U) = R(U)"),
        ("X(B U) = R(U)", "tops(U)"), ("tops(U)", "argmax(U)"),
    }  # fmt: skip
    lines = table(verdicts)
    assert "53 determine, 129 do not (129 with a proved smallest pair), 0 are open" in lines
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == [str(k) for k in range(1, 15)]
    assert [line.split()[0] for line in lines[1:15]] == lines[0].split()


def test_no_chain_passes_through_what_not_every_configuration_has() -> None:
    """A single label has no cosines when centred, so "these determine everything" says nothing
    about a single label.
    """
    assert chain("C(centred U)", "G(U)", Domain(labels=1)) is not None
    assert chain("G(U)", "C(centred U)", Domain(labels=1)) is not None
    assert chain("G(U)", "U", Domain(labels=1)) is None


def test_a_proof_that_fails_leaves_a_gap() -> None:
    """Without theorem 5.6 nothing is said about C(B U) -> R(U) but how far was searched."""
    broken = [arrow for arrow in ARROWS if arrow.claim == "theorem-5.6"]
    verdict = determines(asked("C(B U) -> R"), deadline=time.monotonic() + 0.2, without=broken)
    assert verdict.status == "open"
    assert verdict.smaller


def test_pictures(verdicts: tuple[Answer, ...]) -> None:
    svg = hasse(verdicts, links="map.md").svg()
    assert svg == hasse(verdicts, links="map.md").svg()
    page = markdown(verdicts)
    links = re.findall(r'"map\.md#([^"]*)"', svg)
    assert len(set(links)) == 129
    assert all(f'<a id="{name}">' in page for name in links)
    pair = next(v.pair for v in verdicts if v.pair)
    assert "title" in side_by_side(pair, "title").svg()


def test_the_gallery_is_what_the_command_writes(verdicts: tuple[Answer, ...]) -> None:
    made = {entry.name: entry for entry in gallery.entries(verdicts)}
    assert {path.stem for path in GALLERY.glob("*.json")} == set(made)
    assert {path.stem for path in GALLERY.glob("*.svg")} == {*made, "map"}
    for name, entry in made.items():
        assert entry.pair.certificate
        assert (GALLERY / f"{name}.json").read_text("utf-8") == entry.pair.certificate.to_text()
    assert (GALLERY / "README.md").read_text("utf-8") == gallery.page(verdicts)
