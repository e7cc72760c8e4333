"""Moves are exact, and keep what they say they keep."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern
from arrangements.errors import BadInput
from arrangements.explore.moves import moved
from proofs.search.invariants.table import find


@pytest.mark.parametrize(
    "name", ["paper/C.2", "paper/5.5-model-1", "paper/H.1-A", "random:5x3:bound=3"]
)
def test_what_a_move_keeps(name: str) -> None:
    c = load(name)
    axes = [c.d - 2, c.d - 1]
    kept: list[tuple[dict[str, Any], tuple[str, ...]]] = [
        ({"kind": "ray", "label": 1, "factor": "2/3"}, ("C(U)", "S(U)")),
        ({"kind": "scale", "factor": "sqrt(3)"}, ("C(U)", "C(B U)", "S(U)", "R(U)")),
        ({"kind": "rotate", "tangent": "1/3", "axes": axes}, ("G(U)", "S(U)", "R(U)")),
        ({"kind": "translate", "to": ["1/7"] * c.d}, ("D(U)", "R(U)")),
    ]
    for move, names in kept:
        after = moved(c, move)
        assert after != c
        for invariant in names:
            assert find(invariant).key(after) == find(invariant).key(c), (move, invariant)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_a_label_stays_in_its_cell(d: int, bias: bool) -> None:
    print("seed", d, bias)
    random = Random(f"{d} {bias}")
    went = 0
    for _ in range(25):
        rows = [[random.randint(-2, 2) for _ in range(d)] for _ in range(4)]
        c = Configuration(rows, bias=[random.randint(-2, 2) for _ in range(4)] if bias else None)
        goal = [str(random.randint(-9, 9)) for _ in range(d)]
        after = moved(c, {"kind": "cell", "label": 2, "to": goal})
        went += after != c
        assert sign_pattern(after) == sign_pattern(c)
    assert went > 3


def test_a_free_move_and_an_offset() -> None:
    c = moved(load("paper/C.1"), {"kind": "free", "label": 0, "to": ["1/3", "sqrt(2)"]})
    assert [str(x) for x in c.rows[0]] == ["1/3", "sqrt(2)"]
    assert len(ranking_pattern(c)) > 0
    offset = moved(load("paper/C.1"), {"kind": "offset", "label": 1, "to": "-1/2"})
    assert offset.bias is not None
    assert [str(b) for b in offset.bias] == ["0", "-1/2", "0", "0", "0"]


@pytest.mark.parametrize(("move", "words"), [
    ({}, "move must be free"), ({"kind": "free", "label": 9, "to": []}, "label of a move"),
    ({"kind": "free", "label": True, "to": []}, "label of a move"),
    ({"kind": "free", "label": 0, "to": ["1"]}, "goal of a move"), ({"kind": "free", "label": 0, "to": ["1", "__import__"]}, "goal"),
    ({"kind": "ray", "label": 0, "factor": "0"}, "positive"), ({"kind": "ray", "label": 0, "factor": 2}, "text of a number"),
    ({"kind": "rotate", "tangent": "1", "axes": [0, 0]}, "axes"), ({"kind": "rotate", "tangent": "1", "axes": [0, 2]}, "axes"),
])  # fmt: skip
def test_refused(move: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        moved(load("paper/C.1"), move)
