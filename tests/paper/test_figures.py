"""The paper's figures: what they show, and that they can be read."""

from __future__ import annotations

from math import exp
from xml.etree import ElementTree

import pytest

from arrangements import load
from arrangements.exact.linear import dot
from arrangements.figures.palette import style_of
from arrangements.figures.sectors import sectors
from proofs.pages.figures import (
    FIGURES,
    PAPER,
    clusters,
    figure_1,
    figure_1a,
    figure_2,
    figure_3,
    figure_4,
)
from tests.figures.look import assert_legible, colour_at, texts, whole


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f.__name__)
def test_legible(figure) -> None:
    assert_legible(figure())


def test_figure_1a_has_the_probabilities_of_all_models() -> None:
    """Two digits of each probability, at every embedding, by each of the three models."""
    shown = [t.get_text() for t in texts(figure_1a()) if t.get_text()[:2] in ("0.", "1.")]
    first = load("paper/C.1")
    a, b = first.rows[:2]
    moves = (
        [-(x + y) / 2 for x, y in zip(a, b, strict=True)],
        [-x + (y - x) / 2 for x, y in zip(a, b, strict=True)],
    )
    for model in (first, *map(first.translated, moves)):
        expected = []
        for x in ((2, 1), (-1, 2), (-2, -1), (1, -2)):
            weights = [exp(float(dot(row, x))) for row in model.rows]
            expected += [f"{weight / sum(weights):.2f}" for weight in weights]
        assert shown == expected


def test_the_clusters_have_four_pictures() -> None:
    shown = [
        t.get_text() for t in texts(clusters()) if "." in t.get_text() and t.get_text()[0].isdigit()
    ]
    panels = [shown[k : k + 16] for k in range(0, 64, 16)]
    assert [panel[1] for panel in panels] == ["0.38", "0.00", "0.66", "0.71"]
    assert all(panel[:1] + panel[5:6] == ["1.00", "1.00"] for panel in panels)


def test_figure_1_has_the_same_regions_three_times() -> None:
    picture = figure_1()
    image = whole(picture)
    for sector in sectors(load("paper/C.1"), "argmax"):
        x, y = (float(c) for c in sector.inside)
        far = 0.95 / (x * x + y * y) ** 0.5
        assert {colour_at(picture, image, far * x, far * y, panel) for panel in range(3)} == {
            style_of(sector.group).colour
        }
    assert {"cos(0, 1) = 4/5", "cos(0, 1) = −1", "cos(0, 1) = 1"} <= {
        t.get_text().split("\n")[0] for t in texts(picture)
    }


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f.__name__)
def test_panels_have_letters(figure) -> None:
    picture = figure()
    letters = [t.get_text() for t in texts(picture) if (t.get_gid() or "").startswith("panel-")]
    assert letters == list("abcde"[: len(picture.figure.axes)])


@pytest.mark.parametrize("figure", [figure_1a, figure_1, figure_2, figure_3, figure_4])
def test_axes_have_ticks_of_which_a_caption_tells(figure) -> None:
    captions = [t.get_text() for t in texts(figure()) if "a tick every" in t.get_text()]
    assert captions


def test_ticks_are_where_coordinates_are() -> None:
    """Of figure 3: rows of length 5 at 0.85 of the radius."""
    panel = figure_3().figure.axes[0]
    along = next(line for line in panel.lines if line.get_gid() == "axis").get_xdata()
    assert {round(0.85 * k / 5, 6) for k in (-5, -1, 1, 5)} <= {round(x, 6) for x in along[3::3]}


def test_the_embeddings_of_figure_1a_are_said_to_be_ours() -> None:
    assert any("of our choice" in t.get_text() for t in texts(figure_1a()))


def test_figure_2_says_what_the_examples_say() -> None:
    left, right = (t.get_text() for t in texts(figure_2()) if "cos" in t.get_text())
    assert left.rpartition("\n")[0] == (
        "cos(0, 1) = 12/37: can tie for the top\ncos(1, 2) = −8√185/185: can tie for the top\ncos(2, 4) = 4/5: never tie for the top"
    )
    assert (
        right.rpartition("\n")[0]
        == "cos(0, 1) = −161/200: can tie for the top\ncos(1, 3) = 161/200: never tie for the top"
    )


def test_figure_3_loses_label_3() -> None:
    picture = figure_3()
    image = whole(picture)
    assert colour_at(picture, image, 0.05, 0.95, 0) == style_of(2).colour
    assert colour_at(picture, image, 0.05, 0.95, 1) == style_of(1).colour
    assert colour_at(picture, image, -0.05, 0.95, 1) == style_of(3).colour
    assert "model 2: label 3 never first" in {t.get_text().split("\n")[0] for t in texts(picture)}


def test_figure_4_marks_the_rankings_of_one_side_only() -> None:
    bold = {t.get_text() for t in texts(figure_4()) if t.get_fontweight() == "bold"}
    assert bold - set("abcd") == {"14352", "25341", "41325", "52314"}


def test_svg_is_stable_and_whole() -> None:
    figures, again = ({name: draw().svg() for name, draw in PAPER.items()} for _ in range(2))
    assert figures == again
    for svg in figures.values():
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        assert "date" not in svg
        assert 'href="http' not in svg
