"""Cells in a cone against the whole list filtered, and against counts in closed form."""

import random
from itertools import combinations, product
from math import comb

import pytest

from arrangements import (
    Configuration,
    Inputs,
    count_rankings,
    count_topes,
    ranking_pattern,
    sign_pattern,
)
from arrangements.counting import region_counts
from arrangements.counting.cone_flats import count_in_cone, words_in_cone
from arrangements.exact.numbers import exact

SHAPES = [
    (seed, n, m, k) for seed, (n, m, k) in enumerate(product(range(6), range(5), (1, 2, 3, 4)))
]


def filtered(rows, constraints, k):
    """Every sign vector of all rows with + on the constraints."""
    every = [*constraints, *rows]
    if not every:
        return [0]
    members = sign_pattern(Configuration(every, dimension=k)).strings()
    kept = {
        signs[len(constraints) :] for signs in members if signs.startswith("+" * len(constraints))
    }
    return sorted(int("0" + signs.translate({43: "1", 45: "0"}), 2) for signs in kept)


@pytest.mark.parametrize(("seed", "n", "m", "k"), SHAPES)
def test_the_filtered_list(seed, n, m, k):
    print("seed", seed)
    draw = random.Random(seed)
    for bound in (1, 1, 2, 9, 10**30):
        rows, constraints = (
            [tuple(draw.randint(-bound, bound) for _ in range(k)) for _ in range(size)]
            for size in (n, m)
        )
        words = words_in_cone(rows, constraints, k)
        assert words == filtered(rows, constraints, k)
        assert count_in_cone(rows, constraints, k) == len(words)


def test_a_number_field():
    root = exact("sqrt(2)")
    rows = [(1, root), (root, 2), (root, -1), (1, 1 - root)]  # the first two are parallel
    constraints = [(root, 0), (0, 1)]
    assert words_in_cone(rows, constraints, 2) == filtered(rows, constraints, 2)


@pytest.mark.parametrize(("n", "d"), [(5, 2), (7, 3), (6, 4)])
def test_generic_offsets(n, d):
    # Cells of n generic hyperplanes of R^d: sum of C(n, i), i <= d (Buck 1943).
    rows = [(x**d * (1 + x), *(x**c for c in range(d))) for x in range(1, n + 1)]
    assert count_in_cone(rows, [(1, *[0] * d)], d + 1) == sum(comb(n, i) for i in range(d + 1))


@pytest.mark.parametrize("n", [3, 4])
def test_a_chamber_of_the_braid_arrangement_is_not_cut(n):
    rows = [tuple((k == i) - (k == j) for k in range(n)) for i, j in combinations(range(n), 2)]
    simple = [tuple((k == i) - (k == i + 1) for k in range(n)) for i in range(n - 1)]
    assert words_in_cone(rows, simple, n) == [2 ** len(rows) - 1]
    assert count_in_cone(rows, simple[:1], n) == len(sign_pattern(Configuration(rows))) // 2


@pytest.mark.parametrize(
    ("rows", "constraints", "words"),
    [
        ([], [], [0]),
        ([], [(0, 0)], []),
        ([(0, 0)], [], []),
        ([(0, 0)], [(1, 0)], []),
        ([(1, 0)], [(1, 0), (-1, 0)], []),
        ([(1, 0), (-1, 0)], [(1, 0)], [0b10]),
        ([(1, 0), (-2, 0)], [], [0b01, 0b10]),
        ([(0, 1)], [(1, 0)], [0, 1]),
    ],
)
def test_degenerate(rows, constraints, words):
    assert words_in_cone(rows, constraints, 2) == words
    assert count_in_cone(rows, constraints, 2) == len(words)


def test_dimension_zero():
    assert words_in_cone([], [], 0) == [0]
    assert words_in_cone([()], [], 0) == []


@pytest.mark.parametrize("seed", range(40))
def test_some_values_are_rational_and_others_not(seed):
    """A ray whose values are integers is combined with one whose values are not."""
    print("seed", seed)
    draw, root = random.Random(seed), exact("sqrt(2)")
    k = draw.randint(2, 4)
    entries = (0, 0, 1, -1, 2, root, -root, 1 + root)
    rows, constraints = (
        [tuple(map(exact, draw.choices(entries, k=k))) for _ in range(draw.randint(1, 3))]
        for _ in "ab"
    )
    words = words_in_cone(rows, constraints, k)
    assert words == filtered(rows, constraints, k)
    assert count_in_cone(rows, constraints, k) == len(words)


@pytest.mark.parametrize("offsets", [None, [0, 1, 2, -1]])
@pytest.mark.parametrize("equations", [[], [[0, 1, 1, 1]], [[0, 3, -1, 0], [0, 5, 0, -1]]])
def test_inputs_that_are_a_linear_subspace(equations, offsets):
    """Through the origin, there are no constraints, and the subspace counts, not the space."""
    c = Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, -1, 1]], bias=offsets)
    for inputs in (
        Inputs(3, [], equations),
        Inputs(3, [signed for row in equations for signed in (row, [-x for x in row])]),
    ):
        listed = sign_pattern(c, inputs=inputs), ranking_pattern(c, inputs=inputs)
        assert (
            region_counts.count(c, inputs=inputs).count
            == count_topes(c, inputs=inputs)
            == len(listed[0])
        )
        found = region_counts.count(c, "ranking", inputs=inputs).count
        assert found == count_rankings(c, inputs=inputs) == len(listed[1]) > 0


@pytest.mark.parametrize("offsets", [None, [0, 0, 0, 0], [0, 1, 2, -1]])
def test_inputs_that_are_a_half_space_through_the_origin(offsets):
    c = Configuration([[-1, 0], [-2, 0], [1, -1], [-2, 1]], bias=offsets)
    for normal in ([0, 2, -1], [0, 0, 1], [0, -1, -3]):
        inputs = Inputs(2, [normal])
        listed = sign_pattern(c, inputs=inputs), ranking_pattern(c, inputs=inputs)
        assert region_counts.count(c, inputs=inputs).count == len(listed[0])
        assert region_counts.count(c, "ranking", inputs=inputs).count == len(listed[1]) > 0
