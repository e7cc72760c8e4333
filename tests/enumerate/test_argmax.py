"""What comes first together, settled in bulk, one by one with programs, and read off all
rankings.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arrangements import Configuration, Inputs, load
from arrangements.decide.answers import chosen
from arrangements.enumerate import argmax
from arrangements.questions.layer import Layer
from arrangements.running import limited


def layers(seed: int, number: int):
    chance = random.Random(seed)
    print(f"seed {seed}")
    for _ in range(number):
        n, d, bound = chance.randint(1, 6), chance.randint(0, 3), chance.choice([1, 2, 5])
        rows = [
            [Fraction(chance.randint(-bound, bound), chance.choice([1, 1, 3])) for _ in range(d)]
            for _ in range(n)
        ]
        bias = [chance.randint(-1, 1) for _ in range(n)] if chance.random() < 0.4 else None
        flat = Inputs(
            d,
            [[chance.randint(-1, 1) for _ in range(d + 1)]],
            [[chance.randint(-1, 1) for _ in range(d + 1)]],
        )
        yield (
            Configuration(rows, dimension=d, bias=bias),
            chance.choice([None, Inputs.nonnegative(d), Inputs.box([-1] * d, [1] * d), flat]),
        )


@pytest.mark.parametrize("seed", [31, 32])
def test_three_ways(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for c, inputs in layers(seed, 15):
        asked = [lambda method, c=c, inputs=inputs: argmax.argmax_labels(c, method, inputs=inputs)]
        asked += [lambda method, c=c, inputs=inputs: argmax.tie_pairs(c, method, inputs=inputs)]
        for k in range(min(c.n, 3) + 1):
            asked += [
                lambda method, k=k, c=c, inputs=inputs: argmax.top_sets(c, k, method, inputs=inputs)
            ]
            asked += [
                lambda method, k=k, c=c, inputs=inputs: argmax.top_orders(
                    c, k, method, inputs=inputs
                )
            ]
        listed = [question("auto") for question in asked]
        with monkeypatch.context() as patched:
            patched.setattr(argmax, "_FEW", -1)
            assert [question("auto") for question in asked] == listed
        assert [question("lp") for question in asked] == listed


def test_every_label_is_settled_once_with_its_answer() -> None:
    c, heard = load("random:300x5:seed=3"), []
    with limited("an example", listener=heard.append):
        first = argmax.argmax_labels(c)
    assert sorted(names for names, _ in heard) == sorted((label,) for label in c.labels)
    assert sorted(names for names, possible in heard if possible) == sorted(
        (label,) for label in first
    )
    assert 0 < len(first) < 300


def test_other_numbers_are_left_to_programs() -> None:
    for rows, method in (
        ([["sqrt(2)"], ["1"]], "exact"),
        ([[2**53 + 1], [1]], "exact"),
        ([[2**53], [1]], "single"),
        ([[2**53]] * 64, "bulk"),
    ):
        assert chosen(Layer(Configuration(rows))) == method
    assert chosen(Layer(Configuration([[1]]), Inputs.at_least("sqrt(2)", 1))) == "exact"
    assert chosen(Layer(Configuration([[1]]), Inputs.ball(1, 1))) == "single"
    assert chosen(Layer(Configuration([[1]]), Inputs.ball(1, centre=["sqrt(2)"]))) == "exact"
    wide = Configuration(
        [[x * (10**20 + 1) for x in row] + [1] for row in load("random:40x4").rows]
    )
    assert argmax.argmax_labels(wide) == argmax.argmax_labels(wide, "lp")
