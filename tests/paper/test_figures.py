"""The paper's figures: what they show, and that they can be read."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from arrangements import load
from arrangements.figures.palette import style_of
from arrangements.figures.sectors import sectors
from proofs.pages.figures import FIGURES, figure_1, figure_2, figure_3, figure_4, paper_figures
from tests.figures.look import assert_legible, colour_at, texts, whole


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f.__name__)
def test_legible(figure) -> None:
    assert_legible(figure())


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
        t.get_text() for t in texts(picture)
    }


def test_figure_2_says_what_the_examples_say() -> None:
    left, right = (t.get_text() for t in texts(figure_2()) if "cos" in t.get_text())
    assert left == (
        "cos(0, 1) = 12/37: can tie for the top\ncos(1, 2) = −8√185/185: can tie for the top\ncos(2, 4) = 4/5: never tie for the top"
    )
    assert (
        right
        == "cos(0, 1) = −161/200: can tie for the top\ncos(1, 3) = 161/200: never tie for the top"
    )


def test_figure_3_loses_label_3() -> None:
    picture = figure_3()
    image = whole(picture)
    assert colour_at(picture, image, 0.05, 0.95, 0) == style_of(2).colour
    assert colour_at(picture, image, 0.05, 0.95, 1) == style_of(1).colour
    assert colour_at(picture, image, -0.05, 0.95, 1) == style_of(3).colour
    assert "model 2: label 3 never first" in {t.get_text() for t in texts(picture)}


def test_figure_4_marks_the_rankings_of_one_side_only() -> None:
    bold = [t.get_text() for t in texts(figure_4()) if t.get_fontweight() == "bold"]
    assert sorted(bold) == ["14352", "25341", "41325", "52314"]


def test_svg_is_stable_and_whole() -> None:
    figures = paper_figures()
    assert figures == paper_figures()
    for svg in figures.values():
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        assert "date" not in svg
        assert 'href="http' not in svg
