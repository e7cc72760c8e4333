"""Pictures of graphs, sequences and matrices: what is drawn is what is so, and it can be read."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from arrangements import Configuration, CosineMatrix, load, ranking_pattern
from arrangements.errors import BadInput, LimitReached
from arrangements.figures import KINDS, plot
from arrangements.figures.cosine_pictures import nearest
from arrangements.figures.wiring import packed, turns
from arrangements.geometry.adjacency_graphs import tie_graph, tope_graph
from tests.figures import lightness
from tests.figures.look import assert_legible, colour_at, texts, whole


def _segments(picture) -> list[np.ndarray]:
    """The edges that are drawn, as 2 x 2 arrays."""
    return [
        np.array(line.get_data()).T
        for line in picture.figure.axes[0].lines
        if line.get_marker() == "None" and line.get_zorder() <= 2
    ]


@pytest.mark.parametrize(
    "name", ["paper/C.2", "paper/H.1-A", "braid:4", "random:5x4:bound=9:seed=1"]
)
def test_tope_graph(name: str) -> None:
    configuration = load(name)
    picture, graph = plot(configuration, "tope-graph"), tope_graph(configuration)
    assert_legible(picture)
    written = [t.get_text() for t in texts(picture)]
    assert all(tope in written for tope in graph)
    assert f"{len(graph)} vertices, {graph.number_of_edges()} edges" in picture.title
    if configuration.rank > 2:
        edges = _segments(picture)
        assert len(edges) == graph.number_of_edges()
        # Edges that cross the same hyperplane are parallel.
        directions = {}
        for edge, crosses in zip(
            edges, (c for _, _, c in graph.edges(data="crosses")), strict=True
        ):
            step = (edge[1] - edge[0]) / np.linalg.norm(edge[1] - edge[0])
            other = directions.setdefault(crosses, step)
            assert abs(step[0] * other[1] - step[1] * other[0]) < 1e-6


def test_ranking_graph() -> None:
    configuration = load("random:5x3:bound=9:seed=1")
    picture = plot(configuration, "ranking-graph")
    assert_legible(picture)
    written = {t.get_text() for t in texts(picture)}
    assert set(ranking_pattern(configuration).strings()) <= written
    assert picture.count == 72
    many = plot(load("random:7x3:bound=50"), "ranking-graph")
    assert {
        f"{label} first" for label in ranking_pattern(load("random:7x3:bound=50")).argmax_labels()
    } <= {t.get_text() for t in texts(many)}
    assert_legible(many)


@pytest.mark.parametrize(
    "name",
    ["paper/5.5-model-2", "random:30x2:bound=1000", "random:30x3:bound=99", "random:30x5:bound=99"],
)
def test_ties(name: str) -> None:
    configuration = load(name)
    picture, graph = plot(configuration, "ties"), tie_graph(configuration)
    assert len(_segments(picture)) == picture.count == graph.number_of_edges()
    assert_legible(picture)
    words = {word for t in texts(picture) for word in t.get_text().replace(",", " ").split()}
    assert set(configuration.labels) <= words
    if configuration.d == 3:
        # A polytope's graph is drawn without crossings.
        for one, other in combinations(_segments(picture), 2):
            assert not _cross(one, other)


def _cross(one: np.ndarray, other: np.ndarray) -> bool:
    def side(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


@pytest.mark.parametrize(
    "name",
    [
        "paper/5.5-model-1",
        "paper/5.5-model-2",
        "paper/H.1-B",
        "paper/C.3",
        "random:30x2:bound=1000",
    ],
)
def test_wiring(name: str) -> None:
    """Each two wires cross once: the right end is the left end upside down, and crossings account
    for all pairs.
    """
    configuration = load(name)
    picture = plot(configuration, "wiring")
    assert_legible(picture)
    n = configuration.n
    wires = [
        np.array(line.get_data()).T
        for line in picture.figure.axes[0].lines
        if line.get_marker() == "None"
    ]
    assert len(wires) == n
    assert sorted(wire[0, 1] for wire in wires) == list(range(n))
    assert all(wire[0, 1] + wire[-1, 1] == n - 1 for wire in wires)
    assert f"{len(ranking_pattern(configuration))} rankings" in picture.title


def test_turns_and_packing() -> None:
    assert turns([[0, 1, 2, 3], [1, 0, 3, 2], [3, 0, 1, 2]]) == [[(0, 1), (2, 3)], [(0, 2)]]
    assert packed([[(0, 2)], [(3, 4)], [(2, 3)]]) == [[(0, 2), (3, 4)], [(2, 3)]]


@pytest.mark.parametrize(
    "name", ["paper/C.2", "paper/5.5-model-2", "random:30x4:bound=99", "random:12x3:bound=9"]
)
def test_cosines(name: str) -> None:
    configuration = load(name)
    picture, cosines = plot(configuration, "cosines"), CosineMatrix.of(configuration)
    assert_legible(picture)
    image = whole(picture)
    n = configuration.n
    shades = sorted(
        (
            float(cosines.signed_squares[i][j]),
            lightness(colour_at(picture, image, j + 0.5, i + 0.88)),
        )
        for i in range(n)
        for j in range(n)
    )
    grey = [light for _, light in shades]
    assert all(a >= b - 0.5 for a, b in pairwise(grey)), "the larger the cosine, the darker"


def test_facts_beside_the_cosines() -> None:
    """Example C.2: nearest by cosine is not what ties."""
    configuration = load("paper/C.2")
    assert nearest(CosineMatrix.of(configuration), 2) == ("3",)
    written = [t.get_text() for t in texts(plot(configuration, "cosines"))]
    assert {"12/37", "4/5", "1, 3", "can tie for the top with"} <= set(written)
    assert "never" in [t.get_text() for t in texts(plot(load("paper/5.5-model-2"), "cosines"))]


def test_degenerate_configurations() -> None:
    for rows in ([[1]], [[1], [2]], [[1, 0], [2, 0], [3, 0]], [[1, 0], [0, 1]]):
        for kind in ("tope-graph", "ranking-graph", "ties", "wiring", "cosines"):
            assert_legible(plot(Configuration(rows), kind))


def test_the_same_bytes_every_time() -> None:
    for kind in KINDS:
        configuration = load("random:4x3:bound=9:seed=1" if kind == "disc" else "paper/C.2")
        assert plot(configuration, kind).svg() == plot(configuration, kind).svg()


def test_refusals() -> None:
    with pytest.raises(
        BadInput, match="configuration must have at least one label to be drawn, not none"
    ):
        plot(Configuration([], dimension=2))
    with pytest.raises(BadInput, match=r"kind must be one of regions, disc, .*, not 'pie'"):
        plot(load("paper/C.2"), "pie")
    with pytest.raises(
        BadInput,
        match="configuration must have differences of rank at most 2 for a wiring diagram, not 3",
    ):
        plot(load("braid:4"), "wiring")
    with pytest.raises(
        LimitReached, match="tope graph must have at most 3,000 vertices, not 3,542"
    ):
        plot(load("cyclic:60x3"), "tope-graph")
    with pytest.raises(LimitReached, match="cosine picture must have at most 60 labels, not 61"):
        plot(load("random:61x2:bound=999999"), "cosines")
