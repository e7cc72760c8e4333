"""Cells of rank 3 are exact: all regions, each once, corners where planes meet; and they are drawn
where they are.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern
from arrangements.counting.whitney import affine_whitney_numbers
from arrangements.errors import BadInput, LimitReached
from arrangements.exact.numbers import exact, sign
from arrangements.figures import plot
from arrangements.figures.cell_pictures import cells, corner_rays, window
from arrangements.figures.palette import shade
from arrangements.figures.spaces import _projected, balanced, unit
from tests.figures.look import assert_legible, colour_at, texts, whole

SPATIAL = {
    "three": Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "trapezoid": load("paper/H.1-A"),
    "parallel": Configuration([[1, 0, 0], [-2, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [3, 3, 0]]),
    "pencil and one": Configuration(
        [[1, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0], [1, -1, 0], [1, 1, 1]]
    ),
    "braid": Configuration([row[:3] for row in load("braid:4").rows]),
    "irrational": Configuration(
        [[1, exact("sqrt(2)"), 0], [0, 1, exact("sqrt(2)")], [1, 1, 1], [1, -1, 0]]
    ),
    "random": load("random:8x3:bound=5:seed=7"),
}


def _inside(corners):
    """An exact point inside the cone of the corners, nearer to the first of them."""
    exact_corners = [[exact(x) for x in corner] for corner in corners]
    scaled = [
        [(3 if k == 0 else 1) * x / max(map(abs, corner)) for x in corner]
        for k, corner in enumerate(exact_corners)
    ]
    return [sum(column) for column in zip(*scaled, strict=True)]


@pytest.mark.parametrize("configuration", SPATIAL.values(), ids=SPATIAL)
def test_cells_are_the_regions(configuration: Configuration) -> None:
    rows, pattern = configuration.rows, sign_pattern(configuration)
    found = cells(rows, pattern)
    lines = len({line for line, _ in configuration.directions})
    for cell in found:
        inside = _inside(cell.corners)
        assert (
            "".join(
                "-0+"[1 + sign(sum(a * b for a, b in zip(row, inside, strict=True)))]
                for row in rows
            )
            == cell.signs
        )
        for corner, after, wall in zip(
            cell.corners, cell.corners[1:] + cell.corners[:1], cell.walls, strict=True
        ):
            assert all(
                sum(a * b for a, b in zip(rows[wall], ray, strict=True)) == 0
                for ray in (corner, after)
            )
    # Euler's relation on the sphere; each edge is a wall of two cells.
    edges = sum(len(cell.walls) for cell in found) // 2
    assert 2 * len(corner_rays(rows)) - edges + len(found) == 2
    assert lines >= 3


@pytest.mark.parametrize("configuration", SPATIAL.values(), ids=SPATIAL)
def test_the_disc_shows_each_pair_of_regions_once(configuration: Configuration) -> None:
    picture = plot(configuration, "disc")
    half = [tope for tope in sign_pattern(configuration) if tope[0] == "+"]
    assert picture.svg().count('id="region-') == picture.count == len(half)
    image, turn = whole(picture), balanced(configuration.rows, configuration.rows[0])
    low, high = min(t.count("+") for t in half), max(t.count("+") for t in half)
    right = 0
    for cell in cells(configuration.rows, half):
        point = turn @ np.array(unit(_inside(cell.corners)))
        x, y = _projected(point / np.linalg.norm(point))
        assert x * x + y * y < 1
        right += colour_at(picture, image, x, y) == shade(
            cell.signs.count("+") - low, high - low + 1
        )
    # A few of the points lie under a letter of a label.
    assert right >= 0.6 * len(half)
    assert_legible(picture)


def test_rankings_on_the_disc() -> None:
    configuration = load("random:5x3:bound=9:seed=1")
    picture = plot(configuration, "disc", "ranking")
    half = [r for r in ranking_pattern(configuration) if r.index("1") < r.index("2")]
    written = " ".join(t.get_text() for t in texts(picture))
    assert all(">".join(r) in written for r in half)
    assert all(f"{a}-{b}" in written for a, b in combinations(configuration.labels, 2))
    assert_legible(picture)


def test_many_rankings_on_the_disc_show_who_is_first() -> None:
    configuration = load("random:6x3:bound=9:seed=4")
    picture = plot(configuration, "disc", "ranking")
    half = [r for r in ranking_pattern(configuration) if r.index("1") < r.index("2")]
    assert picture.count == len(half) == 82
    assert {f"{r[0]} first" for r in half} <= {t.get_text() for t in texts(picture)}
    assert_legible(picture)


def test_both_halves_show_every_winner() -> None:
    configuration = load("random:9x3:bound=9:seed=2")
    picture = plot(configuration, regions="argmax")
    names = {t.get_text() for t in texts(picture) if t.get_text() in configuration.labels}
    assert names == set(ranking_pattern(configuration).argmax_labels())
    assert_legible(picture)


@pytest.mark.parametrize("name", ["paper/H.1-A", "paper/H.1-B", "threshold:2", "cyclic:6x3"])
def test_affine_plane(name: str) -> None:
    """All regions of the plane are in the window: as many as are counted. Every line is
    labelled at both ends.
    """
    configuration = load(name)
    picture = plot(configuration)
    assert picture.count == sum(affine_whitney_numbers(configuration))
    shown = [t.get_text() for t in texts(picture)]
    at_infinity = [
        configuration.labels[i] for i, row in enumerate(configuration.rows) if not any(row[1:])
    ]
    assert all(
        shown.count(label) >= 2 for label in configuration.labels if label not in at_infinity
    )


def test_parallel_lines_have_a_window_too() -> None:
    configuration = Configuration([[1, 1, 0], [1, -1, 0], [1, 2, 0], [1, 0, 0], [1, 3, "1/1000"]])
    picture = plot(configuration)
    assert picture.count == sum(affine_whitney_numbers(configuration))
    assert all(
        sum(a * b for a, b in zip(row, (1, 0, 0), strict=True)) > 0
        for row in window([(1, 1, 0), (1, -1, 0)])
    )


def test_thirty_labels_are_legible() -> None:
    assert_legible(plot(load("random:30x3:bound=99"), "disc"))


def test_what_is_not_planar_is_refused() -> None:
    with pytest.raises(
        BadInput,
        match=r"configuration must be planar to show its regions \(rank at most 3\), not of rank 5",
    ):
        plot(load("random:9x5:seed=1"))
    with pytest.raises(
        BadInput,
        match="configuration must have regions of rank 3 to be drawn on a disc, not of rank 2",
    ):
        plot(load("paper/C.2"), "disc")
    with pytest.raises(LimitReached, match="picture must have at most 4,000 regions, not"):
        plot(load("random:80x3:bound=1000"), "disc")
