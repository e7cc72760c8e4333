"""Derivations: against published degrees, Macaulay2's numbers, SymPy's determinants, and criteria
that use none.
"""

from __future__ import annotations

import random
from itertools import product
from math import comb, prod

import networkx
import pytest
import sympy

from arrangements import (
    BadInput,
    Configuration,
    LimitReached,
    characteristic_polynomial,
    limited,
    load,
)
from arrangements.exact import linear
from arrangements.geometry.derivations import (
    Derivation,
    LogarithmicModule,
    derivations,
    saito_factor,
)
from arrangements.geometry.flats import intersections
from arrangements.geometry.free_arrangements import _by_derivations, basis, freeness
from arrangements.geometry.operations import (
    defining_polynomial,
    essentialised,
    restriction,
    simplified,
)

# Edelman and Reiner, A counterexample to Orlik's conjecture, 1993.
EDELMAN_REINER = Configuration(
    [
        *([int(i == j) for j in range(5)] for i in range(5)),
        *((1, *s) for s in product((1, -1), repeat=4)),
    ]
)


def degrees(found: tuple[Derivation, ...] | None) -> list[int] | None:
    return None if found is None else [theta.degree for theta in found]


def test_orliks_conjecture() -> None:
    """21 hyperplanes in R^5 that are free, with a restriction that is not."""
    found = freeness(EDELMAN_REINER)
    assert (found.free, found.exponents) == (True, (1, 5, 5, 5, 5))
    assert (
        found.because == "derivations of degrees 1, 5, 5, 5, 5 are independent (Saito's criterion)"
    )
    chosen = basis(EDELMAN_REINER)
    assert chosen is not None
    assert saito_factor(EDELMAN_REINER, chosen) != 0
    restricted = simplified(restriction(EDELMAN_REINER, ["21"]))
    assert (restricted.n, freeness(restricted).free) == (15, False)


HEXAGON = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 3), (1, 4), (2, 5)]


def nine_lines(last: tuple[int, int, int]) -> Configuration:
    """Sides and long diagonals of a hexagon, five corners of which are on a conic."""
    corners = [*((1, t, t * t) for t in (0, 1, 2, 3, 5)), last]
    pairs = [(corners[i], corners[j]) for i, j in HEXAGON]
    return Configuration(
        [
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
            for a, b in pairs
        ]
    )


def test_zieglers_pair() -> None:
    """Two arrangements with the same flats, and different modules (Ziegler 1989): six triple points
    on a conic, or not. Macaulay2 1.21.
    """
    on, off = nine_lines((1, 7, 49)), nine_lines((1, 7, 48))
    assert {flat.rows for flat in intersections(on).flats} == {
        flat.rows for flat in intersections(off).flats
    }
    assert degrees(derivations(on)) == [1, 5, 6, 6, 6]
    assert degrees(derivations(off)) == [1, 6, 6, 6, 6, 6, 6]


@pytest.mark.parametrize("size", ["4x3", "5x3", "6x3", "5x4", "6x4", "6x5"])
def test_general_position(size: str) -> None:
    """Euler's derivation and C(n - 1, r - 2) of degree n - r + 1 (Rose and Terao 1991; Yuzvinsky
    1991).
    """
    n, r = map(int, size.split("x"))
    assert degrees(derivations(load(f"cyclic:{size}"))) == [1, *[n - r + 1] * comb(n - 1, r - 2)]
    assert basis(load(f"cyclic:{size}")) is None


@pytest.mark.parametrize(
    "name",
    [
        "braid:3",
        "braid:4",
        "coxeter:B3",
        "near-pencil:5",
        "boolean:3",
        "coxeter:I2(5)",
        "coxeter:D4",
    ],
)
def test_saitos_determinant(name: str) -> None:
    """The whole determinant by SymPy, where it is the product of the functions times our number;
    and each theta(alpha) by its division.
    """
    c = load(name)
    found = basis(c)
    assert found is not None
    assert degrees(found) == list(freeness(c).exponents or ())
    x = sympy.symbols(f"x1:{c.d + 1}")
    parts = [[_polynomial(theta, i, x) for i in range(c.d)] for theta in found]
    hyperplanes = sympy.prod(
        sum(sympy.sympify(str(a)) * y for a, y in zip(row, x, strict=True)) for row in c.rows
    )
    factor = sympy.sympify(str(saito_factor(c, found)))
    if c.field is None:
        assert sympy.expand(hyperplanes - sympy.sympify(defining_polynomial(c))) == 0
        assert sympy.expand(sympy.Matrix(parts).det(method="berkowitz") - factor * hyperplanes) == 0
    else:
        at = dict(zip(x, (2, 3), strict=False))
        assert abs((sympy.Matrix(parts).det() - factor * hyperplanes).subs(at).evalf()) < 1e-9


def _polynomial(theta: Derivation, i: int, x: tuple[sympy.Symbol, ...]) -> sympy.Expr:
    terms = theta.coefficients[i].items()
    return sum(
        (
            sympy.sympify(str(c)) * sympy.prod(y**k for y, k in zip(x, m, strict=True))
            for m, c in terms
        ),
        sympy.Integer(0),
    )


def test_what_is_no_basis() -> None:
    c = load("coxeter:B3")
    found = basis(c)
    assert found is not None
    first, second, third = found
    with pytest.raises(
        BadInput, match=r"derivations must be 3, of degrees with the sum 9, not of \[1, 3\]"
    ):
        saito_factor(c, [first, second])
    with pytest.raises(
        BadInput, match=r"theta\(alpha\) must be divisible by alpha, not for .* and the hyperplane"
    ):
        saito_factor(c, [first, second, Derivation(5, ({(5, 0, 0): c.rows[0][0]}, {}, {}))])
    times = [
        {tuple(a + b for a, b in zip(m, (2, 0, 0), strict=True)): v for m, v in p.items()}
        for p in second.coefficients
    ]
    # a multiple of the second
    assert saito_factor(c, [first, second, Derivation(5, tuple(times))]) == 0
    with pytest.raises(BadInput, match="logarithmic derivations need rows without offsets"):
        derivations(load("shi:2"))
    with (
        pytest.raises(LimitReached, match="conditions on derivations of degree"),
        limited("the test", memory=10**6),
    ):
        derivations(EDELMAN_REINER)
    assert third.degree == 5


def test_degenerate() -> None:
    assert degrees(basis(Configuration([], dimension=0))) == []
    assert (
        degrees(basis(Configuration([], dimension=2)))
        == degrees(derivations(Configuration([[0, 0]])))
        == [0, 0]
    )
    assert degrees(basis(Configuration([[1, 2, 3], [-2, -4, -6], [0, 0, 0]]))) == [0, 0, 1]
    assert [str(theta) for theta in derivations(Configuration([[2]]))] == ["x1*d1"]
    assert [str(theta) for theta in derivations(Configuration([[1, 0], [0, 1]]), 1)] == [
        "x1*d1 + x2*d2",
        "x2*d2",
    ]


def test_graphs_on_six_vertices_are_decided() -> None:
    """Free iff chordal (Edelman and Reiner 1994, with Stanley 1972): by derivations alone, with the
    roots of the chromatic polynomial.
    """
    answers = []
    for graph in networkx.graph_atlas_g():
        n, edges = graph.number_of_nodes(), sorted(graph.edges)
        if n <= 6 and edges and networkx.is_connected(graph):
            c = Configuration([[(k == i) - (k == j) for k in range(n)] for i, j in edges])
            found = freeness(c)
            assert found.free == networkx.is_chordal(graph), (edges, found)
            exponents = natural_roots(characteristic_polynomial(essentialised(c)))
            if len(exponents) == n - 1:
                answers.append(_by_derivations(essentialised(c), exponents).free)
                assert answers[-1] == found.free
    assert len(answers) > 50


def test_derivations_against_criteria() -> None:
    """Where other criteria answer, the module answers the same: subsets of the vectors of -1, 0, 1
    in rank four, and of roots of H3.
    """
    seed = 7
    print("seed", seed)
    draw = random.Random(seed)
    vectors = [list(v) for v in product((-1, 0, 1), repeat=4) if next((x for x in v if x), 0) == 1]
    roots = load("coxeter:H3").rows
    answers = []
    for k in range(60):
        rows = (
            draw.sample(vectors, draw.randint(5, 10))
            if k % 3
            else draw.sample(roots, draw.randint(4, 9))
        )
        c = essentialised(simplified(Configuration(rows)))
        found = freeness(c)
        if found.exponents is not None:
            assert _by_derivations(c, list(found.exponents)).exponents == found.exponents
            assert degrees(basis(c)) == list(found.exponents)
        elif "localisation" in found.because or "multirestriction" in found.because:
            exponents = natural_roots(characteristic_polynomial(c))
            if len(exponents) == c.rank:
                assert not _by_derivations(c, exponents).free
        answers.append(found.free)
    assert {True, False} == set(answers)


def natural_roots(polynomial: tuple[int, ...]) -> list[int]:
    found = sympy.roots(sympy.Poly(list(polynomial[::-1]), sympy.Symbol("t")))
    return sorted(int(e) for e, times in found.items() if e.is_Integer for _ in range(times))


def test_dimensions_by_evaluation() -> None:
    """The dimension of each degree from conditions at points of the hyperplanes instead of
    substitutions, for random planes.
    """
    draw = random.Random(3)
    print("seed 3")
    for _ in range(5):
        rows = [[int(i == j) for j in range(4)] for i in range(4)] + [
            [draw.randint(-2, 2) or 1 for _ in range(4)] for _ in range(3)
        ]
        c = simplified(Configuration(rows))
        module = LogarithmicModule(c)
        for degree in (1, 2, 3):
            powers = [p for p in product(range(degree + 1), repeat=4) if sum(p) == degree]
            matrix = [_at(row, p, powers) for row in c.integer_rows() for p in _points(row, degree)]
            euler = comb(degree - 1 + 3, 3)
            assert len(matrix[0]) - linear.rank(matrix) == len(module.elements(degree)) + euler


def _points(row: tuple[int, ...], degree: int) -> list[list[int]]:
    """So many points of a hyperplane that a polynomial of this degree that vanishes on them
    vanishes on it.
    """
    p = next(i for i, a in enumerate(row) if a)
    grid = [g for g in product(range(degree + 1), repeat=3) if sum(g) == degree]
    points = []
    for g in grid:
        point = [row[p] * x for x in g]
        rest = [a for i, a in enumerate(row) if i != p]
        point.insert(p, -sum(a * x for a, x in zip(rest, g, strict=True)))
        points.append(point)
    return points


def _at(row: tuple[int, ...], point: list[int], powers: list[tuple[int, ...]]) -> list[int]:
    values = [prod(x**k for x, k in zip(point, p, strict=True)) for p in powers]
    return [a * value for a in row for value in values]


def test_pairs_of_lines() -> None:
    """Rank two is free with exponents 1 and n - 1, whatever the lines."""
    for n in range(1, 6):
        c = Configuration([[1, k] for k in range(n)])
        assert degrees(derivations(c)) == ([1, n - 1] if n > 1 else [0, 1])
