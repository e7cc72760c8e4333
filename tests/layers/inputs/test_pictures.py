"""Pictures of layers in the plane: one polygon for every region, none for what the inputs do not
meet.
"""

from __future__ import annotations

import random
from math import atan2, degrees

import pytest

from arrangements import BadInput, Configuration, Inputs, load, plot, ranking_pattern, sign_pattern
from arrangements.listing.argmax import argmax_labels

ANIMALS = Configuration(
    [[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"]], ["cat", "dog", "fox", "emu"], bias=[0, 0, 0, -1]
)


@pytest.mark.parametrize("inputs", [None, Inputs.nonnegative(2), Inputs.box([-1, -1], [1, 1])])
def test_every_region_is_drawn(inputs: Inputs | None) -> None:
    counts = {
        "sign": len(sign_pattern(ANIMALS, inputs=inputs)),
        "ranking": len(ranking_pattern(ANIMALS, inputs=inputs)),
        "argmax": len(argmax_labels(ANIMALS, inputs=inputs)),
    }
    for regions, count in counts.items():
        picture = plot(ANIMALS, regions=regions, inputs=inputs)  # type: ignore[arg-type]
        assert (picture.count, picture.svg().count('id="region-')) == (count, count)


def test_degenerate_layers_are_drawn() -> None:
    """Parallel lines, no lines at all, functions that are constant: a region that is not seen in
    the window would raise.
    """
    seed = 20261119
    print(f"seed {seed}")
    r = random.Random(seed)
    for _ in range(25):
        rows = [[r.choice((0, 0, 1, -1)) for _ in range(2)] for _ in range(r.randint(1, 3))]
        c = Configuration(rows, bias=[r.choice((0, 1, -1)) for _ in rows])
        inputs = r.choice([None, Inputs.nonnegative(2), Inputs(2, [[1, 1, 1]])])  # type: ignore[list-item]
        if not c.zero_rows and (inputs is not None or c.bias is not None):
            assert plot(c, inputs=inputs).count == len(sign_pattern(c, inputs=inputs))


def test_hyperplanes_that_share_all_directions_but_two() -> None:
    """PlotKind at their true angles, 60 degrees for Shi's, with the labels of the lines, and without a
    frame.
    """
    picture = plot(load("shi:3"))
    (axes,) = picture.figure.axes
    slopes = set()
    for line in axes.lines:
        (x, a), (y, b) = line.get_data()
        slopes.add(round(degrees(atan2(b - y, a - x)) % 180))
    assert (picture.count, len(axes.lines), slopes) == (16, 6, {30, 90, 150})
    assert {text.get_text() for text in axes.texts} >= {"1-2=0", "1-2=1", "2-3=0", "1-3=1"}
    assert plot(load("catalan:3")).count == 30
    # Three numbers of another scale are no problem.
    assert plot(Configuration([[10**9, 0, 0], [1, 1, 0], [0, 1, 0]], bias=[1, 1, 1])).count == 7


@pytest.mark.parametrize(
    ("configuration", "inputs", "message"),
    [
        (
            ANIMALS,
            Inputs.simplex(2),
            "inputs must fill a part of the plane to be drawn, not lie in a line",
        ),
        (ANIMALS, Inputs.box([1, 1], [0, 0]), "not be empty"),
        (
            Configuration([[1, 0, 0]], bias=[1]),
            None,
            "layer must have dimension 2 to be drawn, or rows of rank 2, not 3 and 1",
        ),
        (
            Configuration([[0, 0], [1, 0]]),
            Inputs.nonnegative(2),
            "these rows are zero on all inputs: 1",
        ),
    ],
)
def test_what_cannot_be_drawn(
    configuration: Configuration, inputs: Inputs | None, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        plot(configuration, inputs=inputs)
