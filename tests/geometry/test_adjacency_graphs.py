"""Graphs of regions, ties and flats: degrees, sizes and distances known beforehand."""

from __future__ import annotations

import io
from itertools import combinations
from math import factorial

import networkx
import pytest

from arrangements import (
    Configuration,
    load,
    ranking_pattern,
    sign_pattern,
    weak_ranking_pattern,
    whitney_numbers,
)
from arrangements.errors import LimitReached
from arrangements.geometry.adjacency_graphs import (
    face_poset,
    flat_lattice,
    ranking_graph,
    tie_graph,
    tope_graph,
)
from tests.published import published

SMALL = {
    "nothing": Configuration([], dimension=2),
    "one row": Configuration([[1]]),
    "zero row": Configuration([[0, 0], [1, 0]]),
    "parallel and opposite": Configuration([[1, 1], [2, 2], [-1, -1], [0, 1]]),
    "equal points": Configuration([[1, 1], [1, 1], [0, 1]]),
    "trapezoid": load("paper/H.1-A"),
    "irrational": load("paper/5.5-model-2"),
    "rank 4": load("random:6x4:bound=3:seed=2"),
    "cube": Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
}


@pytest.mark.parametrize("m", [2, 3, 4, 5])
def test_permutohedron(m: int) -> None:
    """The braid arrangement: m! regions with m - 1 walls each. Rankings of a simplex: the same
    graph.
    """
    graph = tope_graph(load(f"braid:{m}"))
    assert graph.number_of_nodes() == factorial(m)
    assert {d for _, d in graph.degree} == {m - 1}
    simplex = Configuration([[int(i == j) for j in range(m)] for i in range(m)])
    assert networkx.is_isomorphic(graph, ranking_graph(simplex))


@pytest.mark.parametrize("configuration", SMALL.values(), ids=SMALL)
def test_tope_graph_is_what_signs_say(configuration: Configuration) -> None:
    """Edges against the definition; distances are numbers of separating hyperplanes, so the graph
    is isometric in a cube.
    """
    graph, pattern = tope_graph(configuration), sign_pattern(configuration)
    assert set(graph) == set(pattern)
    classes = [{*g} for g in configuration.parallel_groups]
    classes += [{i} for i in range(configuration.n) if not any(i in g for g in classes)]
    distances = dict(networkx.all_pairs_shortest_path_length(graph))
    for a, b in combinations(pattern, 2):
        between = [c for c in classes if any(a[i] != b[i] for i in c)]
        assert graph.has_edge(a, b) == (len(between) == 1)
        assert distances[a][b] == len(between)
        if len(between) == 1:
            assert graph.edges[a, b]["crosses"] == ", ".join(
                configuration.labels[i] for i in sorted(between[0])
            )


@pytest.mark.parametrize("configuration", SMALL.values(), ids=SMALL)
def test_ranking_graph_is_the_tope_graph_of_differences(configuration: Configuration) -> None:
    graph = ranking_graph(configuration)
    assert set(graph) == set(ranking_pattern(configuration).strings())
    if configuration.n > 1:
        assert networkx.is_isomorphic(graph, tope_graph(configuration.differences()))
    for a, b, crosses in graph.edges(data="crosses"):
        one, other = a.split(">"), b.split(">")
        swapped = {
            f"{p}-{q}"
            for p, q in combinations(configuration.labels, 2)
            if (one.index(p) < one.index(q)) != (other.index(p) < other.index(q))
        }
        assert set(crosses.split(", ")) == swapped


def test_walls_of_the_trapezoid() -> None:
    """Rank 3: each region has at least three walls, and Euler's relation holds on the sphere."""
    configuration = load("paper/H.1-A")
    graph = tope_graph(configuration)
    assert min(d for _, d in graph.degree) == 3
    points = [
        flat for flat, facts in flat_lattice(configuration).nodes(data=True) if facts["rank"] == 2
    ]
    assert 2 * len(points) - graph.number_of_edges() + graph.number_of_nodes() == 2


@pytest.mark.parametrize(
    "name",
    [
        "paper/C.2",
        "paper/C.3",
        "paper/5.5-model-1",
        "paper/5.5-model-2",
        "paper/H.1-B",
        "random:7x4:seed=3",
    ],
)
def test_ties_by_two_methods(name: str) -> None:
    configuration = load(name)
    graph, other = tie_graph(configuration), tie_graph(ranking_pattern(configuration))
    assert networkx.utils.graphs_equal(graph, other)
    if configuration.d == 2:
        first = [label for label, argmax in graph.nodes(data="argmax") if argmax]
        assert networkx.is_isomorphic(graph.subgraph(first), networkx.cycle_graph(len(first)))


@pytest.mark.parametrize("configuration", [*SMALL.values(), load("threshold:3"), load("braid:4")])
def test_lattice_gives_whitney_numbers(configuration: Configuration) -> None:
    kept = configuration.restricted_to(
        [i for i in range(configuration.n) if i not in configuration.zero_rows]
    )
    graph = flat_lattice(configuration)
    sums = [0] * (configuration.rank + 1)
    for _, facts in graph.nodes(data=True):
        sums[facts["rank"]] += abs(facts["mobius"])
    assert tuple(sums) == whitney_numbers(kept)
    for low, high in graph.edges:
        assert set(low) < set(high)
        assert graph.nodes[high]["rank"] == graph.nodes[low]["rank"] + 1


def test_partitions_are_the_flats_of_the_braid_arrangement() -> None:
    graph = flat_lattice(load("braid:5"))
    ranks = [rank for _, rank in graph.nodes(data="rank")]
    assert tuple(ranks.count(k) for k in range(5)) == published("flats")["braid:5"]


def test_limits_come_before_the_work() -> None:
    with pytest.raises(
        LimitReached, match=r"ranking graph must have at most 1,000,000 vertices, not 2[\d,]+"
    ):
        ranking_graph(Configuration([[int(i == j) for j in range(20)] for i in range(20)]))
    with pytest.raises(LimitReached, match="tope graph must have at most 100 vertices, not 120"):
        tope_graph(load("braid:5"), most=100)
    with pytest.raises(LimitReached, match="lattice must have at most 20 flats, not"):
        flat_lattice(load("braid:5"), most=20)


@pytest.mark.parametrize("make", [tope_graph, ranking_graph, tie_graph, flat_lattice])
def test_graphml_takes_them(make) -> None:
    graph, out = make(load("paper/H.1-A")), io.BytesIO()
    networkx.write_graphml(graph, out)
    assert (
        networkx.read_graphml(io.BytesIO(out.getvalue())).number_of_edges()
        == graph.number_of_edges()
    )


def signs(ranking: str) -> str:
    """Of the differences of each two labels, as the rows of the braid arrangement have them."""
    places = {label: k for k, tied in enumerate(ranking.split(">")) for label in tied.split("=")}
    return "".join(
        "0" if places[a] == places[b] else "+" if places[a] < places[b] else "-"
        for a, b in combinations(sorted(places), 2)
    )


def test_the_poset_of_faces() -> None:
    """Independent labels: the face lattice of the permutohedron, upside down. Every edge leads one
    dimension up.
    """
    free = Configuration([[int(i == j) for j in range(4)] for i in range(4)], list("abcd"))
    poset = face_poset(weak_ranking_pattern(free))
    dimension = {
        member: k for k in range(5) for member in weak_ranking_pattern(free, dimension=k).strings()
    }
    assert all(dimension[high] == dimension[low] + 1 for low, high in poset.edges)
    assert [poset.in_degree(member) for member in poset if dimension[member] == 4] == [3] * 24
    assert {(signs(low), signs(high)) for low, high in poset.edges} == set(
        face_poset(load("braid:4")).edges
    )
    with pytest.raises(LimitReached, match="face poset must have at most 100 faces, not 541"):
        face_poset(load("braid:5"), most=100)
