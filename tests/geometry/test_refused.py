"""What is no arrangement, no list of elements or no region is refused in one line, by the name of
the argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arrangements import BadInput, Chirotope, Configuration, LimitReached, load, sign_pattern
from arrangements.experimental.orlik_solomon import orlik_solomon
from arrangements.geometry import cell_shapes, flats, free_arrangements, operations, regions
from arrangements.matroids.chirotopes import chirotope

TWELVE = Configuration([[1, k, k * k] for k in range(12)])
NAMED = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "ab"])
CHI = chirotope(TWELVE)
SHI = load("shi:3")

ALONE: dict[str, Callable[[], Any]] = {
    "chi.deletion": lambda: CHI.deletion("12"),
    "chi.contraction": lambda: CHI.contraction("12"),
    "chi.reorientation": lambda: CHI.reorientation("12"),
    "chi.hull": lambda: CHI.hull("12"),
    "chi.reordered": lambda: CHI.reordered("12"),
    "restricted_to": lambda: NAMED.restricted_to("ab"),
    "operations.deletion": lambda: operations.deletion(NAMED, "ab"),
    "operations.restriction": lambda: operations.restriction(NAMED, "ab"),
    "operations.localisation": lambda: operations.localisation(NAMED, "ab"),
    "pattern.projected": lambda: sign_pattern(NAMED).projected("ab"),
}


@pytest.mark.parametrize("name", ALONE)
def test_a_text_is_no_list_of_its_letters(name: str) -> None:
    with pytest.raises(
        BadInput, match=r"must be a list, such as \['(12|ab)'\], not '(12|ab)' alone"
    ):
        ALONE[name]()


def test_sequences_and_rooms() -> None:
    import arrangements

    assert arrangements.geometry.flats.intersections is flats.intersections
    assert [*NAMED] == [*NAMED.rows]
    poset = flats.intersections(NAMED)
    assert (len(poset), poset[0].labels, [flat.rank for flat in poset]) == (5, (), [0, 1, 1, 1, 2])
    assert repr(poset) == "<Intersections: 5 flats of 3 rows in R^2, 1 3 1 by rank>"
    for name in ("shi:3", "semiorder:3", "generic:4x2", "linial:3"):
        assert (
            arrangements.characteristic_polynomial(load(name))
            == flats.intersections(load(name)).characteristic_polynomial()
        )


def test_labels_are_texts_and_indices_are_integers() -> None:
    assert CHI.deletion(["12"]).labels == CHI.deletion([11]).labels == TWELVE.labels[:11]
    assert (
        operations.deletion(NAMED, ["ab"]).labels
        == operations.deletion(NAMED, [2]).labels
        == ("a", "b")
    )
    assert operations.decone(NAMED, "ab") == operations.decone(NAMED, 2)
    sharp = Chirotope.from_text("----0+-+++", 5, 3)
    assert [sharp.sign("1", "2", "3"), sharp.sign(0, 1, 2)] == [-1, -1]
    assert [sharp.sign("1", "3", "5"), sharp.sign(1, 3, 4)] == [0, 1]
    for mixed in (
        lambda: sharp.sign(1, "2", 3),
        lambda: sharp.deletion([0, "2"]),
        lambda: NAMED.restricted_to(["a", 1]),
    ):
        with pytest.raises(BadInput, match="must be all labels or all indices, not"):
            mixed()
    for wrong in (True, -1, 12, 1.0, "13"):
        with pytest.raises(
            BadInput, match=r"elements must be (a label or an index below 12, not|some of)"
        ):
            CHI.deletion([wrong])  # type: ignore[list-item]


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "freeness": (lambda: free_arrangements.freeness(CHI), "configuration must be a Configuration"),  # type: ignore[arg-type]
    "cone": (lambda: operations.cone(CHI), "configuration must be a Configuration"),  # type: ignore[arg-type]
    "cells": (lambda: list(cell_shapes.cells(CHI)), "configuration must be a Configuration"),  # type: ignore[arg-type]
    "intersections": (
        lambda: flats.intersections([[1, 0], [0, 1]]),
        "configuration must be a Configuration",
    ),  # type: ignore[arg-type]
    "chirotope": (lambda: chirotope([[1, 0], [0, 1]]), "configuration must be a Configuration"),  # type: ignore[arg-type]
    "distance": (
        lambda: regions.distance("braid:3", "+++", "---"),
        "configuration must be a Configuration",
    ),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_kinds(name: str) -> None:
    call, message = WRONG[name]
    with pytest.raises(BadInput, match=message):
        call()


LINES = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"], bias=[0, 0, -1])
ROOT = Configuration([["sqrt(2)", 1], [0, 1]])
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a modulus for signs": (
        lambda: flats.intersections(CHI, modulus=2),
        "modulus must not be given for a chirotope",
    ),
    "a modulus for roots": (
        lambda: flats.intersections(ROOT, modulus=3),
        "rows must be rational to be reduced modulo a prime",
    ),
    "a third kind": (
        lambda: flats.intersections(NAMED).whitney_number(1, kind="third"),  # type: ignore[arg-type]
        "kind must be first or second, not third",
    ),
    "no common point to restrict to": (
        lambda: operations.restriction(LINES, ["a", "b", "c"]),
        "hyperplanes must have a common point, not",
    ),
    "no common point": (
        lambda: operations.localisation(LINES, ["a", "b", "c"]),
        "hyperplanes must have a common point, not",
    ),
    "nothing at infinity": (
        lambda: operations.decone(Configuration([[1, 0], [0, 0]], ["a", "o"]), "o"),
        r"row must not be zero to be put at infinity \(o\)",
    ),
    "two spaces": (
        lambda: operations.union(NAMED, TWELVE),
        "dimensions must be equal for a union, not 2 and 3",
    ),
    "a point of another space": (
        lambda: regions.sign_vector(NAMED, [1]),
        "point must have 2 coordinates, not 1",
    ),
    "a zero in a region": (
        lambda: regions.separating(NAMED, "++0", "+++"),
        "region must be 3 signs",
    ),
    "signs of another length": (lambda: cell_shapes.cell(NAMED, "++"), "signs must be 3 of"),
    "a float for a coefficient": (
        lambda: orlik_solomon(NAMED).betti_numbers({"a": 0.5}),  # type: ignore[dict-item]
        "coefficient must be an integer or a Fraction, not 0.5",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    call, message = REFUSED[name]
    with pytest.raises(BadInput, match=message):
        call()


def test_limits() -> None:
    with pytest.raises(LimitReached, match="must have at most 5 flats, not"):
        flats.intersections(TWELVE, most=5)
    with pytest.raises(LimitReached, match="regions must be at most 4,096, not"):
        regions.varchenko_matrix(load("threshold:5"))


def test_no_hyperplane_has_every_point_in_common() -> None:
    assert operations.centre(LINES) is None
    assert operations.centre(Configuration([], dimension=2)) == ((0, 0), ((1, 0), (0, 1)))
    assert repr(orlik_solomon(NAMED)) == "<OrlikSolomon: dimensions 1 3 2>"


def test_regions_must_be_regions() -> None:
    """All signs of three affine lines, of the braid arrangement and of its chirotope: exactly those
    of the listing are taken.
    """
    for arrangement, names in (
        (SHI, [*sign_pattern(SHI)]),
        (load("braid:3"), [*sign_pattern(load("braid:3"))]),
    ):
        every = [
            f"{k:0{arrangement.n}b}".replace("0", "-").replace("1", "+")
            for k in range(1 << arrangement.n)
        ]
        for given in (arrangement,) if arrangement.bias else (arrangement, chirotope(arrangement)):
            for signs in every:
                if signs in names:
                    assert regions.distance(given, signs, names[0]) == sum(
                        a != b for a, b in zip(signs, names[0], strict=True)
                    )
                else:
                    with pytest.raises(
                        BadInput, match="region must be one of the arrangement, not"
                    ):
                        regions.separating(given, names[0], signs)
