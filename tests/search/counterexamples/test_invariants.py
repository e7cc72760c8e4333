"""Keys against their definitions, computed naively; relabelling; names."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from arrangements import (
    BadInput,
    Configuration,
    decide_ranking,
    decide_signs,
    decide_top_set,
    load,
    recheck,
)
from proofs.search.counterexamples.compare import compare, ordered
from proofs.search.counterexamples.pairs import make
from proofs.search.determinations.determination import Determination, determination
from proofs.search.families import Grid
from proofs.search.invariants.table import (
    INVARIANTS,
    MAPPED,
    Invariant,
    find,
    relabelled_keys,
    reordered,
)

LINE, TURNED = Configuration([[1], [2], [6]]), Configuration([[2], [1], [6]])
SHAPES = (
    LINE,
    TURNED,
    Configuration([[1, 0], [1, 2], [0, -1]]),
    load("paper/H.1-A"),
    load("paper/5.5-model-1"),
)


@pytest.mark.parametrize("invariant", INVARIANTS, ids=str)
def test_keys_are_hashable_and_go_with_relabelling(invariant: Invariant) -> None:
    for c in SHAPES:
        if not invariant.defined(c):
            continue
        assert hash(invariant.key(c)) == hash(invariant.key(Configuration(c.rows, c.labels)))
        if c.n == 3:
            assert set(relabelled_keys(invariant, c)) == {
                invariant.key(reordered(c, o)) for o in permutations(range(3))
            }


@pytest.mark.parametrize("name", ["S(U)", "R(U)", "tops(U)", "argmax(U)"])
def test_equal_keys_mean_equal_answers_of_linear_programs(name: str) -> None:
    """The key separates two members of a grid iff some question is answered differently."""
    invariant, members = find(name), list(ordered(Grid(3, 2, 1)))[::20]
    answers = [_answers(name, c) for c in members]
    for a, x in zip(members, answers, strict=True):
        for b, y in zip(members, answers, strict=True):
            assert (invariant.key(a) == invariant.key(b)) == (x == y)


def _answers(name: str, c: Configuration) -> list[bool]:
    if name == "S(U)":
        return [decide_signs(c, s)[0] for s in ("+++", "++-", "+-+", "-++")]
    if name == "R(U)":
        return [decide_ranking(c, order)[0] for order in permutations(c.labels)]
    sets = [(a,) for a in c.labels] + (
        [("1", "2"), ("1", "3"), ("2", "3")] if name == "tops(U)" else []
    )
    return [decide_top_set(c, members)[0] for members in sets]


def test_metric_keys() -> None:
    c = Configuration([[1, 0], [1, 2], [0, -1]])
    assert find("G").key(c) == ((1,), (1, 5), (0, -2, 1))
    assert find("D").key(c) == ((), (4,), (2, 10))
    assert find("C").key(c)[0] == (1, Fraction(1, 5), 0)  # type: ignore[index]


def test_names() -> None:
    for name, found in {
        "C(B U)": "C(B U)", "C(B_n U)": "C(B U)", "C(BU)": "C(B U)", "s": "S(U)", "Gram matrix": "G(U)", "chirotope(B U)": "X(B U)",
        "top-2 sets": "top-2 sets", "top-3 orders": "top-3 orders", "top-1 sets": "argmax(U)", "tie graph": "ties(U)",
        "number of rankings": "#R(U)",
    }.items():  # fmt: skip
        assert find(name).name == found
    assert {find(name).name for name in MAPPED} == set(MAPPED)
    with pytest.raises(
        BadInput, match=r"invariant must be one of U, G\(U\), .*, not 'Q\(U\)' \(nearest: "
    ):
        find("Q(U)")
    for name in ("top-0 sets", "top-00 orders", "top-100 sets", "top--1 orders", "top-٣ sets"):
        with pytest.raises(BadInput, match="invariant must be one of"):
            find(name)


def test_a_small_function_makes_an_invariant() -> None:
    norms = Invariant(
        "norms",
        "squared lengths, sorted",
        lambda c: tuple(sorted(sum(x * x for x in row) for row in c.rows)),
    )  # type: ignore[type-var]
    found = compare(Determination(norms, find("S")), Grid(2, 1, 1))
    assert found.pairs == ()
    (pair,) = compare(Determination(norms, find("C")), Grid(2, 2, 1)).pairs
    assert pair.certificate is None
    assert pair.difference == {"kind": "C(U)"}


@pytest.mark.parametrize("p", [p for p in INVARIANTS if p.same], ids=str)
def test_the_checker_knows_all_of_them(p: Invariant) -> None:
    """Each as what agrees, against the rows; each that differs somewhere, as what differs."""
    others = (
        Configuration([[x], [y], [z]]) for x, y, z in product(range(-6, 13), repeat=3) if x * y * z
    )
    defined = (c for c in others if p.defined(c) and not c.equal_groups)
    moved = next((c for c in defined if c != LINE and p.key(c) == p.key(LINE)), None)
    assert (moved is None) == (p.name == "U")
    if moved is not None:
        pair = make(Determination(p, find("U")), LINE, moved)
        assert recheck(pair.certificate.to_text())  # type: ignore[union-attr]
    with pytest.raises(BadInput, match=r"configurations must differ in"):
        make(Determination(find("R"), p), LINE, LINE)


def test_a_row_at_the_mean_has_no_centred_cosines() -> None:
    mean = Configuration([[1], [2], [3]])
    assert not find("C(centred U)").defined(mean)
    with pytest.raises(
        BadInput, match=r"row must not be the mean to have cosines when centred \(label '2'\)"
    ):
        find("C(centred U)").key(mean)


def test_make_refuses_what_is_no_counter_example() -> None:
    with pytest.raises(BadInput, match="must have the same ranking pattern"):
        make(determination("R -> U"), LINE, TURNED)
    with pytest.raises(BadInput, match=r"configurations must differ in S\(U\)"):
        make(determination("C -> S"), LINE, TURNED)
