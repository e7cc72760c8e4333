"""Proved arrows: their proofs come out, they hold on grids, and nothing false follows from them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from arrangements import Configuration, sign_pattern
from arrangements.matroids.chirotopes import chirotope
from proofs.search.counterexamples.arrows import (
    ARROWS,
    Arrow,
    chain,
    extended,
    least_missing,
    one_orbit,
)
from proofs.search.counterexamples.compare import compare, ordered
from proofs.search.determinations.determination import Determination, Domain
from proofs.search.families import Grid
from proofs.search.invariants.table import Invariant, find, relabelled_keys


@pytest.mark.parametrize("arrow", [arrow for arrow in ARROWS if not arrow.claim], ids=str)
def test_every_proof_comes_out(arrow: Arrow) -> None:
    steps = arrow.prove()
    assert steps
    assert {step.outcome for step in steps} == {"holds"}


def test_a_false_arrow_is_noticed() -> None:
    """Without its restriction to three labels, argmax -> R fails on four."""
    found = compare(Determination(find("argmax"), find("R")), Grid(4, 1, 2))
    assert found.pairs
    assert chain("argmax(U)", "R(U)") is None
    assert chain("argmax(U)", "R(U)", Domain(labels=3)) is not None


@pytest.mark.slow
@pytest.mark.parametrize("arrow", [arrow for arrow in ARROWS if arrow.first], ids=str)
def test_arrows_hold_on_larger_grids(arrow: Arrow) -> None:
    affine = arrow.kind == "affine"
    shapes = [(3, 1, 4), (3, 2, 1), (4, 1, 2), (4, 2, 1), (2, 3, 1)]
    for n, d, k in shapes:
        if arrow.holds(Domain(n, d, affine)):
            assert not compare(
                Determination(find(arrow.first), find(arrow.second)), Grid(n, d, k, affine)
            ).pairs


@pytest.mark.parametrize("arrow", [arrow for arrow in ARROWS if arrow.kind == "unit"], ids=str)
@pytest.mark.parametrize(
    "sizes",
    [
        [(2, 2, 13), (2, 3, 3), (3, 2, 5)],
        pytest.param([(3, 3, 3)], marks=pytest.mark.slow),
    ],
)
def test_arrows_for_rows_of_length_1(arrow: Arrow, sizes: list[tuple[int, int, int]]) -> None:
    what = Determination(
        find(arrow.first) if arrow.first else Invariant("nothing", "", lambda c: c.n),
        find(arrow.second),
    )
    # of other rows it is false
    assert compare(what, Grid(2, 2, 1)).pairs or compare(what, Grid(3, 1, 3)).pairs
    for n, d, k in sizes:
        where = Domain(n, d, unit_rows=True)
        assert not arrow.holds(replace(where, unit_rows=False))
        found = compare(replace(what, domain=where), Grid(n, d, k))
        assert found.complete
        assert not found.pairs


def test_circuits_from_signs_by_brute_force() -> None:
    c = Configuration([[1, 0], [0, 1], [1, 1], [2, 2]])
    signs = set(sign_pattern(c))
    circuits = least_missing(c.n, signs)
    assert circuits == {"00+-", "++-0", "++0-"}
    assert extended(c.n, circuits) == signs
    assert {
        y if y.strip("0")[0] == "+" else y.translate(str.maketrans("+-", "-+"))
        for y in chirotope(c).circuits()
    } == circuits


def test_few_labels_have_one_pattern_up_to_relabelling() -> None:
    where = Domain(labels=3, dimension=1)
    assert one_orbit("R(U)", where)
    assert one_orbit("S(U)", where) is None
    members = list(ordered(Grid(3, 1, 2)))
    assert all(
        set(relabelled_keys(find("R"), c)) == set(relabelled_keys(find("R"), members[0]))
        for c in members
    )


def test_chains_respect_their_range() -> None:
    names = [arrow.second for arrow in ARROWS]
    for first, second in combinations(sorted(set(names)), 2):
        for labels, dimension, affine in product((None, 2, 3, 4), (None, 1, 2), (False, True)):
            where = Domain(labels, dimension, affine)
            for arrow in chain(first, second, where) or ():
                assert arrow.holds(where)
    assert chain("C(B U)", "R(U)", Domain(equal_rows=True)) is None
    assert chain("C(U)", "S(U)", Domain(equal_rows=True)) is not None
    assert chain("R(U)", "R(U)") == ()
    assert [str(arrow) for arrow in chain("R(U)", "top-2 sets") or ()] == [
        "R(U) -> tops(U)",
        "tops(U) -> top-2 sets",
    ]
