"""Graphical arrangements by chromatic polynomials: against networkx, the method `flats`, brute force
and published numbers.
"""

from __future__ import annotations

import random
from itertools import product

import networkx
import pytest

from arrangements import (
    BadInput,
    Configuration,
    LimitReached,
    characteristic_polynomial,
    count_topes,
    load,
    whitney_numbers,
)
from arrangements.counting import chromatic
from arrangements.counting.region_counts import count


def test_every_graph_on_six_vertices() -> None:
    """The polynomial at 0, .., 5 colours by counting colourings, and the numbers by flats."""
    for graph in networkx.graph_atlas_g():
        n, edges = graph.number_of_nodes(), {tuple(sorted(edge)) for edge in graph.edges}
        if n > 6 or (n == 6 and len(edges) % 3):
            continue
        polynomial = chromatic.chromatic_polynomial(n, edges)
        assert polynomial is not None
        for t in range(4):
            colourings = sum(
                all(c[i] != c[j] for i, j in edges) for c in product(range(t), repeat=n)
            )
            assert sum(c * t**k for k, c in enumerate(polynomial)) == colourings
        rows = [[(k == i) - (k == j) for k in range(n)] for i, j in sorted(edges)]
        c = Configuration(rows, dimension=n)
        assert (
            whitney_numbers(c, method="chromatic")
            == whitney_numbers(c, method="flats")
            == whitney_numbers(c)
        )
        assert characteristic_polynomial(c) == polynomial


def test_multiples_and_parallel_rows() -> None:
    print("seed 5")
    draw = random.Random(5)
    for _ in range(40):
        n = draw.randint(2, 9)
        pairs = [draw.sample(range(n), 2) for _ in range(draw.randint(1, 20))]
        rows = [
            [draw.choice((1, -2, 3)) * x for x in ((k == i) - (k == j) for k in range(n))]
            for i, j in pairs
        ]
        rows = [
            [x if k != j else -row[i] for k, x in enumerate(row)]
            for (i, j), row in zip(pairs, rows, strict=True)
        ]
        assert whitney_numbers(rows, method="chromatic") == whitney_numbers(rows, method="flats")


def test_large_and_sparse() -> None:
    # The number of acyclic orientations of the dodecahedral graph; of a cycle, a tree and complete
    # graphs by formula.
    assert count_topes(load("graphical:dodecahedral")) == 481_745_520
    assert count_topes(load("graphical:C300")) == 2**300 - 2
    assert count_topes(load("graphical:P300")) == 2**299
    assert whitney_numbers(load("braid:40"))[1] == 780
    assert count_topes(load("graphical:desargues"), method="chromatic") == 569_332_214
    # OEIS A334247
    assert count_topes(load("graphical:Q4")) == 193_270_310


def test_what_is_no_graph() -> None:
    for rows in ([[1, 1]], [[1, 0]], [[1, -1, 1]], [[2, -1]]):
        assert chromatic.whitney_numbers(rows, len(rows[0])) is None
        with pytest.raises(
            BadInput, match="method chromatic must be taken for the arrangement of a graph"
        ):
            whitney_numbers(rows, method="chromatic")
    with pytest.raises(
        BadInput, match="method chromatic must be taken for the arrangement of a graph"
    ):
        count(load("shi:3"), method="chromatic")
    assert (
        chromatic.chromatic_polynomial(10, {(i, j) for i in range(5) for j in range(5, 10)}, 5)
        is None
    )
    assert chromatic.whitney_numbers([], 3) == (1,)


def test_wide_graphs_go_by_flats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromatic.whitney_numbers, "__defaults__", (3,))
    c = load("graphical:petersen")
    assert count_topes(c) == 16_680
    with pytest.raises(LimitReached, match="partitions of open vertices must be at most"):
        count_topes(c, method="chromatic")
