"""Types as families: the same members however they are cut, the numbers of the lists, and refusals
in one line.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial

import pytest

from arrangements import ranking_pattern
from arrangements.errors import BadInput, LimitReached
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope
from proofs.search.determinations import shards
from proofs.search.determinations.checks import find
from proofs.search.determinations.shards import evaluate, refuse_early
from proofs.search.families import family
from tests.published import published


@pytest.mark.parametrize(
    "name", ["oriented:3x6", "oriented:4x6:uniform", "oriented:3x5:signed", "oriented:3x6:acyclic"]
)
def test_chirotopes_do_not_depend_on_the_cuts(name: str) -> None:
    made = family(f"types:{name}")
    assert (made.name, made.coordinates, made.source) == (f"types:{name}", False, f"types:{name}")
    whole = [(position, chi.text()) for position, chi in made.chirotopes(0, made.span)]
    assert len(whole) == made.size == made.matrices
    third = made.span // 3
    parts = [
        (position, chi.text())
        for cut in ((0, 1), (1, third), (third, made.span))
        for position, chi in made.chirotopes(*cut)
    ]
    assert parts == whole
    assert made.at(whole[0][0]).text() == whole[0][1]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "collinear"), [("types:points:6", False), ("types:points:5:collinear", True)]
)
def test_points_are_configurations_in_every_labelling(name: str, collinear: bool) -> None:
    made = family(name)
    n = int(name.split(":")[2])
    assert made.size == published("order_types_with_lines" if collinear else "order_types")[str(n)]
    assert made.matrices == factorial(n) * made.size
    members = [c for _, c in made.configurations(0, made.span)]
    assert [
        c for start in range(made.span) for _, c in made.configurations(start, start + 1)
    ] == members
    assert {row[0] for c in members for row in c.rows} == {1}
    part = (
        evaluate(find("lemma-5.3"), made, 0, made.span)
        if n < 6
        else evaluate(find("theorem-H.1"), made, 0, made.span)
    )
    assert (part.members, part.matrices) == (made.size, made.matrices)


def test_images_are_all_relabellings_and_reorientations() -> None:
    made = family("types:oriented:3x4")
    for _, chi in made.chirotopes(0, made.span):
        images = list(made.images(chi, True))
        assert len(images) == made.relabellings == 24 * 8
        assert {image.text() for image in images} == {
            chi.reordered(order).reorientation([e for e in range(4) if word >> e & 1]).text()
            for word in range(8)
            for order in permutations(range(4))
        }
    signed = family("types:oriented:3x4:signed")
    assert signed.relabellings == 24


def test_a_chirotope_in_compiled_and_exact_code() -> None:
    """S -> R on points: the compiled records against the exact ones, member by member."""
    made, check = family("types:points:5:collinear"), find("theorem-H.1")
    compiled = evaluate(check, made, 0, made.span)
    exact = shards._exact(check, made, 0, made.span)
    sums = [
        (table[:, 5].sum(), (table[:, 4] % 2).sum()) for table in (compiled.records, exact.records)
    ]
    assert sums[0] == sums[1]
    assert (compiled.members, compiled.matrices, compiled.inside) == (
        exact.members,
        exact.matrices,
        exact.inside,
    )


@pytest.mark.parametrize(
    ("check", "name", "error", "message"),
    [
        (
            "lemma-5.3",
            "types:oriented:3x6",
            BadInput,
            "check must speak of chirotopes alone on types:oriented:3x6",
        ),
        ("order-types", "types:oriented:3x6:acyclic", BadInput, "not be order-types"),
        ("S(U) -> R(U)", "types:oriented:3x6", BadInput, "has no coordinates, not be"),
        (
            "S(U) -> X(U)",
            "types:oriented:3x7",
            LimitReached,
            "must number at most 50000, not 322560",
        ),
    ],
)
def test_refusals(check: str, name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        refuse_early(find(check), family(name))


@pytest.mark.parametrize(
    ("name", "size", "span"),
    [("rankings:4x2", 5, 5), ("rankings:5x2", 148, 155), ("rankings:5x3", 19, 19)],
)
def test_sets_of_rankings_are_different(name: str, size: int, span: int) -> None:
    made = family(f"types:{name}")
    assert (made.size, made.span, made.matrices) == (size, span, size)
    members = list(made.configurations(0, span))
    assert [p for cut in ((0, 3), (3, span)) for p, _ in made.configurations(*cut)] == [
        p for p, _ in members
    ]
    assert len(members) == len({ranking_pattern(c) for _, c in members}) == size
    part = evaluate(find("argmax-G.1"), made, 0, 20 if span > 20 else span)
    assert (part.failed, part.inside) == (0, part.members)


@pytest.mark.parametrize(
    "name",
    ["types:points:10", "types:cubes:3", "types:points:7:round", "types:topk:5x2:2", "types:"],
)
def test_spelling(name: str) -> None:
    with pytest.raises(BadInput, match="must be"):
        family(name)


def test_no_configurations_where_there_are_none() -> None:
    with pytest.raises(BadInput, match="family must have coordinates, not be types:oriented:3x4"):
        family("types:oriented:3x4").configurations(0, 1)
    assert isinstance(family("types:oriented:3x4").at(0), Chirotope)
    assert isinstance(family("types:points:4").at(0), Configuration)
