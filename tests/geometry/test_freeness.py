"""Free or not: against published exponents, chordal graphs, and derivations found by hand with
Saito's determinant.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import networkx
import pytest

from arrangements import Configuration, characteristic_polynomial, load
from arrangements.exact import linear
from arrangements.exact.numbers import exact
from arrangements.geometry.free_arrangements import freeness

# Humphreys, Reflection groups and Coxeter groups, table 3.1.
EXPONENTS = {
    "coxeter:D4": (1, 3, 3, 5),
    "coxeter:D5": (1, 3, 4, 5, 7),
    "coxeter:F4": (1, 5, 7, 11),
    "coxeter:E6": (0, 0, 1, 4, 5, 7, 8, 11),
    "coxeter:H3": (1, 5, 9),
    "coxeter:H4": (1, 11, 19, 29),
    "coxeter:I2(7)": (1, 6),
    "resonance:3": (1, 3, 3),
    "simplicial:A(13,2)": (1, 5, 7),
    "near-pencil:6": (1, 1, 4),
}


@pytest.mark.parametrize("name", EXPONENTS)
def test_published_exponents(name: str) -> None:
    found = freeness(load(name))
    assert found.free
    assert found.exponents == EXPONENTS[name]


def test_graphical_arrangements() -> None:
    """Free iff the graph is chordal (Edelman and Reiner 1994, with Stanley 1972): all graphs on at
    most six vertices with an edge.
    """
    for graph in networkx.graph_atlas_g():
        n, edges = graph.number_of_nodes(), sorted(graph.edges)
        if n <= 6 and edges:
            rows = [[(k == i) - (k == j) for k in range(n)] for i, j in edges]
            found = freeness(Configuration(rows))
            assert found.free == networkx.is_chordal(graph), (edges, found)


def test_degenerate() -> None:
    assert freeness(Configuration([], dimension=2)).exponents == (0, 0)
    assert freeness(Configuration([[0, 0], [0, 0]])).exponents == (0, 0)
    assert freeness(Configuration([[1, 2, 3], [-2, -4, -6]])).exponents == (0, 0, 1)


def test_roots_are_not_enough() -> None:
    """(t - 1)(t - 3)^2, and not free; neither is the product of it with a line, which has it as a
    localisation.
    """
    rows = [[0, 0, 1], [1, -1, -1], [1, 2, 3], [1, 0, 0], [1, 0, 1], [1, 0, -1], [1, 0, 2]]
    assert characteristic_polynomial(Configuration(rows)) == (-9, 15, -7, 1)
    assert freeness(Configuration(rows)).free is False
    assert not is_free_by_saito(rows, 3, 3)
    found = freeness(Configuration([*([*row, 0] for row in rows), [0, 0, 0, 1]]))
    assert found.free is False
    assert found.because == "the localisation at 1, 2, 3, 4, 5, 6, 7 is not free"


def derivations(rows: list[list[int]], degree: int) -> list[list[Any]]:
    """A basis of the derivations (f, g, h) of this degree that send each linear form into its
    ideal.
    """
    powers = [p for p in product(range(degree + 1), repeat=3) if sum(p) == degree]
    conditions = []
    for form in rows:
        one, other = linear.kernel([form], 3)
        # so many points of a line suffice for a polynomial of this degree
        for t in range(degree + 1):
            point = [x + t * y for x, y in zip(one, other, strict=True)]
            values = [point[0] ** p[0] * point[1] ** p[1] * point[2] ** p[2] for p in powers]
            conditions.append([a * value for a in form for value in values])
    return linear.kernel(conditions, 3 * len(powers))


def is_free_by_saito(rows: list[list[int]], lower: int, upper: int) -> bool:
    """Some derivations of these degrees are, with that of Euler, independent at some point: the
    determinant is then the product of all.
    """
    draw = random.Random(1)

    def value(coefficients: list[Any], degree: int, point: list[Any]) -> list[Any]:
        powers = [p for p in product(range(degree + 1), repeat=3) if sum(p) == degree]
        values = [point[0] ** p[0] * point[1] ** p[1] * point[2] ** p[2] for p in powers]
        size = len(powers)
        return [
            sum(c * v for c, v in zip(coefficients[k * size : (k + 1) * size], values, strict=True))
            for k in range(3)
        ]

    point = [exact(draw.randint(1, 10**6)) for _ in range(3)]
    first, second = derivations(rows, lower), derivations(rows, upper)
    return any(
        linear.rank([point, value(one, lower, point), value(other, upper, point)]) == 3
        for one, other in product(first, second)
    )


def test_rank_three_against_saito() -> None:
    """Subsets of the lines with coordinates -1, 0, 1 whose polynomial has natural roots."""
    lines = [list(v) for v in product((-1, 0, 1), repeat=3) if next((x for x in v if x), 0) == 1]
    seed = 5
    draw = random.Random(seed)
    answers = []
    while len(answers) < 40:
        rows = draw.sample(lines, draw.randint(4, 9))
        polynomial = characteristic_polynomial(Configuration(rows))  # (t - 1)(t^2 - (n - 1) t + c)
        roots = [
            (a, len(rows) - 1 - a)
            for a in range(len(rows) // 2 + 1)
            if polynomial
            == (-a * (len(rows) - 1 - a), a * (len(rows) - 1 - a) + len(rows) - 1, -len(rows), 1)
        ]
        found = freeness(Configuration(rows))
        if (
            linear.rank([[exact(x) for x in row] for row in rows]) == 3
            and roots
            and roots[0][0] > 0
        ):
            assert found.free == is_free_by_saito(rows, *sorted(roots[0])), (seed, rows)
            answers.append(found.free)
        elif not roots:
            assert not found.free
    assert True in answers
