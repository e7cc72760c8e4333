"""What comes first together, settled in bulk, one by one with programs, and read off all
rankings.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations

import pytest

from arrangements import Configuration, Inputs, load
from arrangements.decide.answers import answers, chosen
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question, every_label
from arrangements.listing import argmax
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


def asked_together(c: Configuration):
    """Kinds of questions, each with all of its questions and the function that lists its members."""
    places = range(c.n)
    yield "top", [(i,) for i in places], argmax.argmax_labels
    yield "tie", [*combinations(places, 2)], argmax.tie_pairs
    for k in range(1, min(c.n, 3) + 1):
        yield "top set", [*combinations(places, k)], partial(argmax.top_sets, k=k)
        yield "top", [*permutations(places, k)], partial(argmax.top_orders, k=k)


@pytest.mark.parametrize("seed", [31, 32])
def test_all_methods(seed: int) -> None:
    for c, inputs in layers(seed, 15):
        for kind, positions, listed in asked_together(c):
            members = listed(c, inputs=inputs)  # of so few labels by all rankings
            assert listed(c, method="lp", inputs=inputs) == members
            wanted = {(name,) if isinstance(name, str) else tuple(name) for name in members}
            questions = [Question(kind, places) for places in positions]
            for method in ("bulk", "single", "exact"):
                found = answers(Layer(c, inputs), questions, method=method)
                names = [tuple(c.labels[i] for i in one.asked.positions) for one in found if one]
                assert set(names) == wanted, (method, kind, c.rows, c.bias, inputs)


@pytest.mark.parametrize("bias", [None, [0, 0, 0, 1, 1], [0, 0, 0, 0, 1]])
def test_layers_without_dimension(bias: list[int] | None) -> None:
    c = Configuration([[]] * 5, dimension=0, bias=bias)
    first = [
        method(c) for method in (argmax.argmax_labels, partial(argmax.argmax_labels, method="lp"))
    ]
    assert first[0] == first[1] == (("5",) if bias and sum(bias) == 1 else ())
    for method in ("bulk", "single", "exact"):
        found = [one.label for one in answers(Layer(c), every_label(5), method=method) if one]
        assert tuple(found) == first[0]


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
