"""Counts that others have published, and the paper's own numbers, by listing."""

from __future__ import annotations

from math import comb, factorial

import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern
from arrangements.counting.largest_counts import ranking_bound, tope_bound
from tests.published import published

TOPES = published("topes")
LISTED = [name for name, number in TOPES.items() if number < 20_000_000]


@pytest.mark.parametrize("name", LISTED)
def test_topes(name: str) -> None:
    assert len(sign_pattern(load(name))) == TOPES[name]


GENERIC = [
    (int(n), d, count)
    for n, row in published("generic_rankings").items()
    for d, count in enumerate(row, 1)
]


@pytest.mark.parametrize(("n", "d", "count"), GENERIC)
def test_generic_rankings(n: int, d: int, count: int) -> None:
    rows = Configuration([[t ** (3 + k) % 1009 - 500 for k in range(d)] for t in range(2, n + 2)])
    # The count is that of general position, and no other: to have it proves that the rows are in
    # general position.
    assert len(ranking_pattern(rows)) == ranking_bound(n, d) == count


def test_large_closed_forms() -> None:
    # Rows on the moment curve are in general position.
    assert len(sign_pattern(load("cyclic:30x5"))) == tope_bound(30, 5)
    assert len(sign_pattern(load("cyclic:500x2"))) == 1000
    assert len(sign_pattern(Configuration([[t, 1, t * t] for t in range(100)]))) == 2 * (
        1 + 99 + comb(99, 2)
    )
    assert len(
        ranking_pattern(Configuration([[int(i == j) for j in range(7)] for i in range(7)]))
    ) == factorial(7)


def test_theorem_h1() -> None:
    a, b = load("paper/H.1-A"), load("paper/H.1-B")
    assert len(sign_pattern(a)) == 20
    assert sign_pattern(a) == sign_pattern(b)
    half = [
        "+++++",
        "++++-",
        "+++-+",
        "+-+++",
        "+----",
        "+++--",
        "++---",
        "+-++-",
        "+--+-",
        "++-+-",
    ]
    assert {signs for signs in sign_pattern(a) if signs.startswith("+")} == set(half)
    r, s = ranking_pattern(a), ranking_pattern(b)
    assert (len(r), len(s)) == (14, 14)
    assert {"".join(x) for x in r - s} == {"41325", "52314"}
    assert {"".join(x) for x in s - r} == {"14352", "25341"}


def test_theorem_55() -> None:
    first, second = load("paper/5.5-model-1"), load("paper/5.5-model-2")
    assert sign_pattern(first) == sign_pattern(second)
    r, s = ranking_pattern(first), ranking_pattern(second)
    assert (len(r), len(s), len(r & s)) == (16, 28, 8)
    assert r.argmax_labels() == tuple("1234567")
    assert s.argmax_labels() == tuple("124567")


def test_planes_over_number_fields_where_others_failed() -> None:
    # Sage trac #30749: 31 regions were reported where 24 is right, and an error where 60 is.
    s = "sqrt(3)"
    six = [
        [f"-{s}", -1, 1],
        [0, 2, 1],
        [s, -1, 1],
        [1, 0, 0],
        ["1/2", f"{s}/2", 0],
        ["-1/2", f"{s}/2", 0],
    ]
    assert len(sign_pattern(Configuration(six))) == 24
    t, t1, tt, tt1, tt2 = "(1+sqrt(5))/2", "(3+sqrt(5))/2", "1+sqrt(5)", "2+sqrt(5)", "3+sqrt(5)"
    ten = [
        [tt1, tt, t],
        [tt2, tt1, t1],
        [t1, t1, t],
        [tt, tt, t],
        [t1, t1, 1],
        [1, 1, 1],
        [1, 1, 0],
        [0, 1, 0],
        [1, 0, 0],
        [t1, t, t],
    ]
    configuration = Configuration(ten)
    assert configuration.field is not None
    assert configuration.field.name == "Q(sqrt(5))"
    assert len(sign_pattern(configuration)) == 60
    # The same planes, given twice and more, at other scales.
    assert (
        len(
            sign_pattern(
                Configuration(
                    [
                        *ten,
                        *configuration.scaled([t] * 10).rows,
                        *configuration.scaled([-3] * 10).rows,
                    ]
                )
            )
        )
        == 60
    )


def test_no_rows_and_zero_rows() -> None:
    assert list(sign_pattern(Configuration([], dimension=3))) == [""]
    assert len(sign_pattern(Configuration([[0, 0], [1, 0]]))) == 0
    assert list(ranking_pattern(Configuration([], dimension=3))) == [()]
    assert list(ranking_pattern(Configuration([[0, 0]], labels=["only"]))) == [("only",)]
    assert len(ranking_pattern(Configuration([[1, 2], [0, 1], [1, 2]]))) == 0
