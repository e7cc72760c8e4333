"""The families of the literature have the numbers that the literature states, on all roads where they are small."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import networkx
import pytest

from arrangements import Configuration, characteristic_polynomial, count_topes, face_numbers, load, sign_pattern
from arrangements.catalogue.graphs import SMALL, edges_of
from arrangements.catalogue.roots import positive_roots
from arrangements.catalogue.solids import SOLIDS
from arrangements.numbers import Scalar, sign
from tests.published import published

REGIONS = published("topes") | published("affine_regions")
LITERATURE = [name for name in REGIONS if name.startswith(("coxeter", "simplicial")) or name in published("affine_regions")]


@pytest.mark.parametrize("name", LITERATURE)
def test_published_counts(name: str) -> None:
    c = load(name)
    assert count_topes(c) == REGIONS[name]
    if REGIONS[name] <= 100:
        assert len(sign_pattern(c, "chirotope")) == len(sign_pattern(c, "lp")) == REGIONS[name]
    elif REGIONS[name] < 30_000:
        assert len(sign_pattern(c, "chirotope")) == REGIONS[name]


def product_of(x: tuple[Scalar, ...], y: tuple[Scalar, ...]) -> Scalar:
    total: Scalar = x[0] * y[0]
    for a, b in zip(x[1:], y[1:], strict=True):
        total = total + a * b
    return total


@pytest.mark.parametrize("group", ["A3", "B3", "C3", "D4", "E6", "E7", "E8", "F4", "G2", "H3", "H4", "I2(5)", "I2(6)"])
def test_reflections_permute_the_roots(group: str) -> None:
    """The definition of a root system; for the large ones, the reflections of three roots."""
    roots = load(f"coxeter:{group}").rows
    both = {*roots, *(tuple(-x for x in root) for root in roots)}
    assert len(both) == 2 * len(roots) == 2 * len(positive_roots(group))
    for a in (roots[0], roots[len(roots) // 2], roots[-1]) if len(roots) > 30 else roots:
        for b in roots:
            factor = 2 * product_of(a, b) / product_of(a, a)
            assert tuple(y - factor * x for x, y in zip(a, b, strict=True)) in both


def test_the_characteristic_polynomial_has_the_exponents_as_roots() -> None:
    # Humphreys 1990, table 3.1; the space of E6 has two dimensions more, which are two factors t.
    exponents = {"coxeter:H4": (1, 11, 19, 29), "coxeter:F4": (1, 5, 7, 11), "coxeter:E6": (0, 0, 1, 4, 5, 7, 8, 11)}
    for name, roots in exponents.items():
        expected = [1]
        for root in roots:
            expected = [(b if k else 0) - root * a for k, (a, b) in enumerate(zip([*expected, 0], [0, *expected], strict=True))]
        assert characteristic_polynomial(load(name)) == tuple(expected)


@pytest.mark.parametrize("name", [name for name in LITERATURE if name.startswith("simplicial")])
def test_every_region_of_the_plane_is_a_triangle(name: str) -> None:
    _, rays, walls, regions = face_numbers(load(name))
    assert 3 * regions == 2 * walls
    assert rays - walls + regions == 2


def test_points_of_the_simplicial_families() -> None:
    """How many points lie on 2, 3, .. lines (Gruenbaum 2009, section 2)."""
    for m in (3, 4, 5, 7):
        expected = {2: m, 3: m * (m - 1) // 2}
        expected[m] = expected.get(m, 0) + 1
        assert points(load(f"simplicial:A({2 * m},1)")) == expected
    assert points(load("simplicial:A(13,1)")) == {2: 9, 3: 12, 4: 3, 6: 1}
    assert points(load("simplicial:A(13,2)")) == {2: 12, 3: 4, 4: 9}
    assert points(load("simplicial:A(15,1)")) == {2: 15, 3: 10, 5: 6}
    assert points(load("simplicial:A(8,0)")) == points(load("near-pencil:8")) == {2: 7, 7: 1}


def points(c: Configuration) -> dict[int, int]:
    """By pairs: where two lines meet, which others are there."""
    found = set()
    for a, b in combinations(c.rows, 2):
        cross = tuple(a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3] for k in range(3))
        found.add(tuple(i for i, row in enumerate(c.rows) if sign(product_of(cross, row)) == 0))
    sizes = [len(lines) for lines in found]
    return {size: sizes.count(size) for size in sorted(set(sizes))}


def orientations(graph: networkx.Graph) -> int:
    """Acyclic ones, one by one."""
    edges = list(graph.edges)
    turned = (
        [(b, a) if turn else (a, b) for (a, b), turn in zip(edges, choice, strict=True)] for choice in product((0, 1), repeat=len(edges))
    )
    return sum(networkx.is_directed_acyclic_graph(networkx.DiGraph(arcs)) for arcs in turned)


def test_regions_of_a_graphical_arrangement_are_acyclic_orientations() -> None:
    for name, number in published("acyclic_orientations").items():
        assert count_topes(load(f"graphical:{name}")) == number
    for name, graph in {"diamond": networkx.diamond_graph(), "K3,3": networkx.complete_bipartite_graph(3, 3)}.items():
        assert count_topes(load(f"graphical:{name}")) == len(sign_pattern(load(f"graphical:{name}"))) == orientations(graph)
    assert count_topes(load("graphical:K6")) == 720
    assert count_topes(load("graphical:C7")) == 2**7 - 2
    assert count_topes(load("graphical:P7")) == 2**6
    assert count_topes(load("graphical:W5")) == orientations(networkx.wheel_graph(5))
    assert len(sign_pattern(load("graphical:petersen"))) == count_topes(load("graphical:petersen"))


@pytest.mark.parametrize("name", SMALL)
def test_every_small_graph_has_its_edges(name: str) -> None:
    graph = getattr(networkx, f"{name.replace('-', '_')}_graph")()
    assert len(edges_of(name).edges) == graph.number_of_edges()
    assert load(f"graphical:{name}").rank == graph.number_of_nodes() - 1


def test_signed_graphs() -> None:
    """Complete signed graphs are root systems (Zaslavsky 1982)."""
    assert sorted(map(sorted, load("signed-graphical:K4").rows)) == sorted(map(sorted, load("coxeter:D4").rows))
    assert count_topes(load("signed-graphical:K4")) == 192


def test_deformations_of_a_graph() -> None:
    for family in ("shi", "catalan", "linial", "semiorder", "ish"):
        assert count_topes(load(f"{family}:K4")) == count_topes(load(f"{family}:4"))
    # Each forest's edge doubles: two cuts a coordinate leave three parts.
    assert count_topes(load("shi:P4")) == 3**3
    assert load("shi:4").labels[:3] == ("1-2=0", "1-2=1", "1-3=0")
    assert load("ish:3").labels == ("1-2=0", "1-3=0", "2-3=0", "x1-x2=1", "x1-x3=1", "x1-x3=2")


def test_standard_arrangements() -> None:
    assert len(sign_pattern(load("boolean:6"))) == 64
    assert len(sign_pattern(load("generic:7x3"))) == sum(comb(7, k) for k in range(4))
    assert len(sign_pattern(load("near-pencil:9"))) == 4 * 8
    # Manin, Schechtman 1989: N points on a line give the braid arrangement, and N - 1 points in N lines of the plane.
    assert count_topes(load("discriminantal:5x1")) == 120
    assert count_topes(load("discriminantal:6x4")) == 2 * 6
    assert points(load("discriminantal:5x2").transformed(_essential())) == {2: 15, 4: 5}


def _essential() -> list[list[int]]:
    """Coordinates on R^5 modulo the translations of five lines with the normals (1, t): any complement of two columns."""
    return [[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


# The number of facets, the dimension, and how many others meet a facet in a face of one dimension less (Coxeter 1973, table I).
FACETS: dict[str, tuple[int, int, int]] = {
    "tetrahedron": (4, 3, 3),
    "cube": (6, 3, 4),
    "octahedron": (8, 3, 3),
    "dodecahedron": (12, 3, 5),
    "icosahedron": (20, 3, 3),
    "5-cell": (5, 4, 4),
    "8-cell": (8, 4, 6),
    "16-cell": (16, 4, 4),
    "24-cell": (24, 4, 8),
    "120-cell": (120, 4, 12),
    "600-cell": (600, 4, 4),
}
SOLID_REGIONS = {"tetrahedron": 15, "cube": 27, "octahedron": 59, "dodecahedron": 185, "8-cell": 81}


@pytest.mark.parametrize("solid", SOLIDS)
def test_facets_of_the_regular_polytopes(solid: str) -> None:
    """Normals of one length, of which each has so many nearest neighbours, alike seen from every facet."""
    number, d, neighbours = FACETS[solid]
    c = load(f"facets:{solid}")
    assert (c.n, c.d, len(set(c.rows))) == (number, d, number)
    if solid == "5-cell":  # in affine coordinates
        assert (count_topes(c), len(sign_pattern(c))) == (31, 31)
        return
    assert len({product_of(row, row) for row in c.rows}) == 1
    for a in c.rows[:: max(1, number // 12)]:
        products = [product_of(a, b) for b in c.rows]
        assert products.count(sorted(products)[-2]) == neighbours


@pytest.mark.parametrize(("solid", "regions"), SOLID_REGIONS.items())
def test_regions_of_the_facets_on_three_roads(solid: str, regions: int) -> None:
    c = load(f"facets:{solid}")
    listed = sign_pattern(c)
    assert count_topes(c) == len(listed) == regions
    assert regions > 100 or listed == sign_pattern(c, "lp")
    assert "+" * c.n in listed
