"""Zonotopes and toric arrangements against points counted one by one, and published numbers."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, lcm

import networkx
import numpy as np
import pytest

from arrangements import BadInput, Configuration, count_topes, decide_signs, load
from arrangements.catalogue.root_systems import positive_roots
from arrangements.exact.linear import determinant
from arrangements.experimental import toric
from arrangements.geometry import zonotopes
from arrangements.geometry.operations import adjoint


def drawn(seed: int, n: int, d: int, bound: int = 3) -> list[list[int]]:
    chance = random.Random(seed)
    return [[chance.randint(-bound, bound) for _ in range(d)] for _ in range(n)]


@pytest.mark.parametrize("seed", range(8))
def test_lattice_points_of_a_zonotope(seed: int) -> None:
    """A point is in it unless some direction has it farther than all vertices; the directions of
    facets are those on which d - 1 rows vanish.
    """
    rows = drawn(seed, 4, 2)
    c = Configuration(rows)
    polynomial = zonotopes.ehrhart_polynomial(c)
    normals = [(row[1], -row[0]) for row in rows if any(row)] if c.rank == 2 else []
    if c.rank < 2:
        pytest.skip("the rows are on one line")
    for t in (1, 2, 3):
        inside = 0
        size = t * sum(max(map(abs, row)) for row in rows)
        for point in product(range(-size, size + 1), repeat=2):
            values = [
                (
                    sum(a * b for a, b in zip(n, point, strict=True)),
                    [sum(a * b for a, b in zip(n, row, strict=True)) for row in rows],
                )
                for n in normals
            ]
            inside += all(
                t * sum(min(x, 0) for x in each) <= value <= t * sum(max(x, 0) for x in each)
                for value, each in values
            )
        assert sum(x * t**k for k, x in enumerate(polynomial)) == inside, (seed, rows)


@pytest.mark.parametrize("seed", range(6))
def test_volume_is_the_leading_coefficient(seed: int) -> None:
    rows = drawn(seed, 6, 3)
    c = Configuration(rows)
    volume = zonotopes.volume(c)
    assert volume == sum(abs(determinant(list(three))) for three in combinations(rows, 3))
    if c.rank == 3:
        assert zonotopes.ehrhart_polynomial(c)[3] == volume


def test_graphical_zonotopes() -> None:
    """Lattice points are counted by forests (Stanley 1991, example 3.1); for complete graphs the
    permutohedron: n^(n-2) trees.
    """
    for n in (2, 3, 4, 5):
        polynomial = zonotopes.ehrhart_polynomial(load(f"braid:{n}"))
        assert polynomial[-1] == n ** (n - 2)
        assert len(zonotopes.vertices(load(f"braid:{n}"))) == factorial(n)
    graph = networkx.petersen_graph()
    forests = zonotopes.ehrhart_polynomial(load("graphical:petersen"))
    assert forests[-1] == 2000  # trees of Petersen's graph
    assert forests[:3] == (1, 15, comb(15, 2))
    assert graph.number_of_edges() == 15


def test_vertices_are_extreme() -> None:
    c = Configuration([[1, 0], [0, 1], [1, 1], [-1, 2], [0, 0], [2, 2]])
    found = zonotopes.vertices(c)
    assert len(found) == len(set(found)) == 8
    for vertex in found:
        others = [[a - b for a, b in zip(vertex, o, strict=True)] for o in found if o != vertex]
        assert decide_signs(Configuration(others), "+" * len(others))
    assert zonotopes.vertices(Configuration([], dimension=2)) == ((0, 0),)
    assert zonotopes.volume(Configuration([], dimension=0)) == 1
    assert zonotopes.ehrhart_polynomial(Configuration([[0, 0]])) == (1,)
    with pytest.raises(BadInput, match="needs integer rows, not that of 'b'"):
        zonotopes.ehrhart_polynomial(Configuration([[1], ["1/2"]], ["a", "b"]))
    with pytest.raises(BadInput, match="zonotope needs rows without offsets"):
        zonotopes.volume(Configuration([[1]], bias=[1]))


@pytest.mark.parametrize("seed", range(10))
def test_toric_polynomials_count_points_modulo_m(seed: int) -> None:
    """Points of (Z/m)^d on no kernel, if m is divisible by every elementary divisor: here by all
    minors.
    """
    d = 1 + seed % 3
    rows = drawn(seed, 4, d, 2)
    c = Configuration([row for row in rows if any(row)], dimension=d)
    polynomial = toric.characteristic_polynomial(c)
    minors = [
        int(determinant([[row[j] for j in columns] for row in some]))
        for k in range(1, d + 1)
        for some in combinations(rows, k)
        for columns in combinations(range(d), k)
    ]
    step = lcm(*(abs(m) for m in minors if m))
    for m in (step, 2 * step):
        if m**d > 2_000_000:
            continue
        points = np.indices((m,) * d).reshape(d, -1)
        off = np.ones(points.shape[1], np.bool_)
        for row in c.rows:
            off &= (np.array([int(x) for x in row]) @ points) % m != 0
        assert sum(x * m**k for k, x in enumerate(polynomial)) == off.sum(), (seed, rows)


@pytest.mark.parametrize("group", ["A2", "A3", "B2", "B3", "C3", "D4", "G2"])
def test_alcoves_of_a_group(group: str) -> None:
    """On the torus of the coroots the regions are alcoves: as many as the group has elements."""
    roots = [[Fraction(x) for x in root] for root in positive_roots(group)]

    def times(a: list[Fraction], b: list[Fraction]) -> Fraction:
        return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))

    sums = {tuple(x + y for x, y in zip(a, b, strict=True)) for a, b in combinations(roots, 2)}
    simple = [root for root in roots if tuple(root) not in sums]
    rows = [[2 * times(root, s) / times(s, s) for s in simple] for root in roots]
    assert toric.regions(Configuration(rows)) == count_topes(load(f"coxeter:{group}"))


def test_regions_of_a_circle_and_of_degenerate_rows() -> None:
    for row in range(1, 7):
        assert toric.regions(Configuration([[row]])) == row
    assert toric.regions(Configuration([[2], [3]])) == 4
    assert toric.regions(Configuration([[0, 0], [0, 2]])) == 2
    assert toric.characteristic_polynomial(Configuration([], dimension=2)) == (0, 0, 1)
    assert toric.regions(Configuration([[1, 0], [0, 1], [1, 0], [-1, 0]])) == 1
    with pytest.raises(BadInput, match="toric arrangement needs integer rows"):
        toric.regions(Configuration([["sqrt(2)"]]))


def test_adjoints() -> None:
    """The adjoint of the braid arrangement is the resonance arrangement (Kamiya, Takemura, Terao
    2012); of a near-pencil the pencil and a plane again.
    """
    for n in (3, 4, 5):
        found = adjoint(load(f"braid:{n}"))
        assert (found.n, count_topes(found)) == (
            2 ** (n - 1) - 1,
            count_topes(load(f"resonance:{n - 1}")),
        )
    assert count_topes(adjoint(load("near-pencil:5"))) == count_topes(load("near-pencil:5"))
    assert adjoint(Configuration([[1, 1], [2, 2]])).labels == ("none",)
