"""Canonical forms against all relabellings and reorientations, and isomorphism."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from arrangements import Configuration
from arrangements.errors import LimitReached
from arrangements.matroids.chirotopes import Chirotope, canonical, chirotope
from tests.matroids.chirotopes.test_value import CONFIGURATIONS

SEED = 20260304


def largest_text(chi: Chirotope) -> str:
    """By trying everything; the order - < + < 0 is that of the letters a < b < c."""
    letters = str.maketrans("-+0", "abc")
    elements = range(chi.n)
    images = (
        image.text("revlex").translate(letters)
        for order in permutations(elements)
        for size in range(chi.n + 1)
        for chosen in combinations(elements, size)
        for moved in [chi.reordered(order).reorientation(chosen)]
        for image in (moved, -moved)
    )
    return max(images).translate(str.maketrans("abc", "-+0"))


@pytest.mark.parametrize("c", [c for c in CONFIGURATIONS if c.n <= 5], ids=repr)
def test_against_everything(c: Configuration) -> None:
    chi = chirotope(c)
    form, how = chi.canonical()
    assert form.text("revlex") == largest_text(chi)
    assert how.apply(chi) == form


@pytest.mark.parametrize("c", CONFIGURATIONS, ids=repr)
def test_isomorphism(c: Configuration) -> None:
    rng = random.Random(SEED)
    chi = chirotope(c)
    moved = chi.reordered(rng.sample(range(c.n), c.n)).reorientation(
        rng.sample(range(c.n), c.n // 2)
    )
    assert moved.canonical()[0] == chi.canonical()[0]
    found = chi.isomorphism(moved)
    assert found is not None
    assert found.apply(chi).signs.tolist() == moved.signs.tolist()


def test_no_isomorphism() -> None:
    # six points in convex position, and five around the sixth: both uniform of rank 3
    hexagon = Chirotope.from_text("+" * 20, 6, 3)
    other = chirotope(Configuration.affine([[0, 4], [4, 1], [2, -4], [-2, -4], [-4, 1], [0, 0]]))
    assert hexagon.isomorphism(other) is None
    assert hexagon.isomorphism(hexagon.dual()) is not None
    assert hexagon.isomorphism(Chirotope.from_text("+" * 15, 6, 4)) is None


def test_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical, "MOST_ORDERS", 100)
    with pytest.raises(
        LimitReached,
        match=r"number of orders in the search for a canonical form must be at most 100, not 120 \(rank 3",
    ):
        Chirotope.from_text("+" * 20, 6, 3).canonical()
