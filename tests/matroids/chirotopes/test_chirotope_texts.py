"""Text formats, there and back."""

from __future__ import annotations

from itertools import combinations

import pytest

from arrangements.errors import BadInput
from arrangements.matroids.chirotopes import Chirotope, chirotope
from arrangements.matroids.chirotopes.chirotope_texts import ORDERS
from tests.matroids.chirotopes.test_value import CONFIGURATIONS


@pytest.mark.parametrize("c", CONFIGURATIONS, ids=repr)
def test_round_trips(c) -> None:
    chi = chirotope(c)
    for order in ORDERS:
        assert Chirotope.from_text(chi.text(order), chi.n, chi.rank, order, c.labels) == chi
    assert Chirotope.from_topcom(chi.to_topcom(), c.labels) == chi
    by_largest = sorted(combinations(range(c.n), c.rank), key=lambda s: s[::-1])
    assert chi.text("revlex") == "".join("-0+"[chi.sign(*s) + 1] for s in by_largest)
    assert chi.to_json()["signs"] == "".join(
        "-0+"[chi.sign(*s) + 1] for s in combinations(range(c.n), c.rank)
    )


def test_topcom() -> None:
    # output of points2chiro 1.1.2 for [[1,0,0],[1,1,0],[1,1,1],[1,0,1],[1,2,2]], with symmetries
    # after it
    chi = Chirotope.from_topcom("5,3:\n++++0\n-+---\n[[1,2,3,4,0]]\n")
    assert chi.text() == "++++0-+---"
    assert chi.to_topcom() == "5,3:\n++++0-+---\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "TOPCOM chirotope must be `n,r:` and signs"),
        ("5;3: +", "TOPCOM chirotope must be"),
        ("5,3:\n++++", r"chirotope must have 10 signs \(rank 3 on 5 elements\), not 4"),
        ("3,2:\n+x+", r"sign must be \+, - or 0, not 'x' \(position 2\)"),
        ("3,2:\n+\u0660+", "sign must be"),
        ("2,3:\n", "rank must be between 0 and n = 2, not 3"),
        ("2,1:\n00", "must not all be 0"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Chirotope.from_topcom(text)


def test_unknown_order() -> None:
    with pytest.raises(BadInput, match="order must be one of lex, revlex, not 'colex'"):
        Chirotope.from_text("+", 1, 1, "colex")
