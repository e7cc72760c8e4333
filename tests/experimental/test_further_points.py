"""A further point in each face: points have the sequences that are said, and all that a grid finds
are found.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from arrangements.combinatorial_types.sequences import (
    allowable_sequences,
    least,
    sequence_of,
)
from arrangements.errors import BadInput
from arrangements.experimental.further_points import with_a_further

SEED = 20261119


def test_all_of_four_labels_from_one_triangle() -> None:
    found = with_a_further([(0, 0), (1, 0), (0, 1)])
    assert set(found) == set(allowable_sequences(4))


def test_no_grid_finds_more() -> None:
    """Every point of a fine grid lies in some face."""
    print("seed", SEED)
    chance, tried = random.Random(SEED), 0
    while tried < 3:
        points = [(chance.randrange(4), chance.randrange(4)) for _ in range(4)]
        if len(set(points)) < 4 or len(sequence_of(points)) < 3:
            continue
        tried += 1
        found = with_a_further(points)
        for half, made in found.items():
            assert least(sequence_of(made)) == half
        scaled = [(6 * x, 6 * y) for x, y in points]
        for place in product(range(-12, 36, 3), repeat=2):
            if place not in scaled:
                assert least(sequence_of([*scaled, place])) in found


@pytest.mark.parametrize(
    "points", [[], [(0, 0), (1, 0)], [(0, 0), (1, 0), (0, 0)], [(0, 0), (1, 1), (2, 2)]]
)
def test_refused(points: list[tuple[int, int]]) -> None:
    with pytest.raises(BadInput, match="at least three, different, and not on one line"):
        with_a_further(points)
