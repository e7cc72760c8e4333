"""Sectors are exact: the same sets as the patterns, whatever the rows; and they are drawn where
they are.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern
from arrangements.errors import BadInput
from arrangements.figures import REGIONS, plot, plot_pair
from arrangements.figures.palette import COLOURS, HATCHES, apart, shade, style_of
from arrangements.figures.sectors import Regions, hull, sectors
from tests.figures import lightness
from tests.figures.look import assert_legible, colour_at, texts, whole

PLANAR = {
    "one row": Configuration([[1, 2]]),
    "one label on a line": Configuration([[3]]),
    "parallel and opposite": Configuration([[1, 1], [2, 2], [-1, -1]]),
    "rank 1 in the plane": Configuration([[1, 2], [2, 4], [-3, -6]]),
    "rank 2 in dimension 3": Configuration([[1, 0, 1], [0, 1, 1], [1, 1, 2], [2, 1, 3]]),
    "collinear points": Configuration([[0, 1], [1, 1], [2, 1], [3, 1]]),
    "large numbers": Configuration([[10**400, 1], [1, 10**400], [-1, 3]]),
    "irrational": load("paper/5.5-model-2"),
    "other field": load("paper/C.3"),
    "random": load("random:9x2:bound=9:seed=4"),
}


@pytest.mark.parametrize("configuration", PLANAR.values(), ids=PLANAR)
def test_sectors_are_the_pattern(configuration: Configuration) -> None:
    names = [s.name for s in sectors(configuration, "sign")]
    assert sorted(names) == sorted(sign_pattern(configuration))
    if not configuration.equal_groups:
        rankings = ranking_pattern(configuration)
        assert sorted(s.name for s in sectors(configuration, "ranking")) == sorted(
            rankings.strings()
        )
        assert sorted(s.name for s in sectors(configuration, "argmax")) == sorted(
            rankings.argmax_labels()
        )


@pytest.mark.parametrize("regions", ["sign", "ranking", "argmax"])
@pytest.mark.parametrize("name", ["paper/5.5-model-2", "random:6x2:bound=50:seed=1"])
def test_colours_stand_where_the_sectors_are(name: str, regions: Regions) -> None:
    """At an exact inner point of every wide sector, far out, the picture has the colour of that
    sector.
    """
    configuration = load(name)
    picture, found = plot(configuration, regions=regions), sectors(configuration, regions)
    low, high = min(s.group for s in found), max(s.group for s in found)
    image, looked = whole(picture), 0
    colours = apart(
        [
            (
                shade(s.group - low, high - low + 1)
                if regions == "sign"
                else style_of(s.group).colour,
                "",
            )
            for s in found
        ]
    )
    for s, (expected, _) in zip(found, colours, strict=True):
        assert s.start is not None
        assert s.end is not None
        sine = (s.start[0] * s.end[1] - s.start[1] * s.end[0]) / (
            (abs(s.start[0]) + abs(s.start[1])) * (abs(s.end[0]) + abs(s.end[1]))
        )
        if float(sine) < 0.03:
            continue
        x, y = float(s.inside[0]), float(s.inside[1])
        far = 0.95 / (x * x + y * y) ** 0.5
        assert colour_at(picture, image, far * x, far * y) == expected, s.name
        looked += 1
    assert looked >= 5
    assert picture.svg().count('id="region-') == len(found) == picture.count


@pytest.mark.parametrize("regions", ["sign", "ranking", "argmax"])
@pytest.mark.parametrize("name", ["paper/C.2", "paper/H.1-A", "random:14x2:bound=1000"])
def test_pictures_are_legible(name: str, regions: Regions) -> None:
    configuration = load(name)
    if configuration.d == 3:
        configuration = Configuration([row[1:] for row in configuration.rows], configuration.labels)
    picture = plot(configuration, regions=regions)
    assert_legible(picture)
    text = picture.svg()
    assert all(f">{label}</text>" in text for label in configuration.labels)
    if picture.count <= 60:
        assert all(
            f">{s.name.replace('>', '&gt;')}</text>" in text
            for s in sectors(configuration, regions)
        )


@pytest.mark.parametrize("regions", ["sign", "ranking", "argmax"])
def test_pairs_say_what_only_one_has(regions: Regions) -> None:
    """Theorem 5.5: equal sign patterns, 8 common rankings of 16 and 28, label 3 lost."""
    one, other = load("paper/5.5-model-1"), load("paper/5.5-model-2")
    picture = plot_pair(one, other, regions)
    bold = [t.get_text() for t in texts(picture) if t.get_fontweight() == "bold"]
    names = [{s.name for s in sectors(c, regions)} for c in (one, other)]
    assert len(bold) == {"sign": 0, "ranking": 8 + 20, "argmax": 1}[regions]
    assert set(bold) == names[0] ^ names[1]
    assert_legible(picture)
    with pytest.raises(BadInput, match="labels of the other configuration must be"):
        plot_pair(one, load("paper/C.2"), regions)


def test_colours_survive_grey() -> None:
    scale = [lightness(colour) for colour in COLOURS]
    assert all(a - b > 5 for a, b in pairwise(scale))
    assert len({style_of(k) for k in range(35)}) == 35
    assert len(set(HATCHES)) == len(HATCHES)
    shades = [lightness(shade(k, 9)) for k in range(9)]
    assert all(a - b > 3 for a, b in pairwise(shades))


def test_hull_drops_points_inside_edges() -> None:
    square = [(0, 0), (1, 0), (2, 0), (2, 2), (0, 2), (1, 1), (0, 1)]
    assert {square[i] for i in hull(square)} == {(0, 0), (2, 0), (2, 2), (0, 2)}


def test_nothing_strict_is_refused() -> None:
    with pytest.raises(
        BadInput, match=r"rows must be non-zero to have signs, not zero \(label b\)"
    ):
        plot(Configuration([[1, 0], [0, 0]], ["a", "b"]))
    with pytest.raises(
        BadInput, match=r"rows must be distinct to be ranked, not equal \(labels 1 = 2\); --merge"
    ):
        plot(Configuration([[1, 0], [1, 0]]), regions="argmax")


def test_hostile_labels_are_text() -> None:
    labels = ["$x$", "<script>", "\\input{a}", "_b", "&amp;", "א‏"]
    configuration = Configuration([[1, 0], [0, 1], [-1, -1], [2, 2], [-1, 3], [3, -1]], labels)
    text = plot(configuration, regions="argmax").svg()
    assert "<script>" not in text
    assert ">$x$</text>" in text
    assert ">&amp;amp;</text>" in text


def test_long_labels_are_legible() -> None:
    configuration = Configuration(
        [[1, 0], [0, 1], [-1, -1]], ["a long label, with some words", "b" * 30, "c"]
    )
    for regions in REGIONS:
        assert_legible(plot(configuration, regions=regions))
