"""The families of the literature have the numbers that the literature states, on all methods where
they are small.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product
from math import comb, gcd, prod
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
import sympy

from arrangements import (
    Configuration,
    characteristic_polynomial,
    count_topes,
    face_numbers,
    load,
    sign_pattern,
)
from arrangements.catalogue import solids
from arrangements.catalogue.named_graphs import SMALL, edges_of
from arrangements.catalogue.root_systems import positive_roots
from arrangements.catalogue.solids import SOLIDS
from arrangements.counting.region_counts import count
from arrangements.errors import BadInput
from arrangements.exact.numbers import Scalar, sign
from arrangements.geometry.flats import intersections
from arrangements.geometry.free_arrangements import modular_chain
from arrangements.geometry.operations import cone
from arrangements.geometry.regions import is_simplicial
from tests.published import published

REGIONS = published("topes") | published("affine_regions")
LITERATURE = [
    name
    for name in REGIONS
    if name.startswith(("coxeter", "simplicial", "ternary")) or name in published("affine_regions")
]


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


@pytest.mark.parametrize(
    "group", ["A3", "B3", "C3", "D4", "E6", "E7", "E8", "F4", "G2", "H3", "H4", "I2(5)", "I2(6)"]
)
def test_reflections_permute_the_roots(group: str) -> None:
    """The definition of a root system; for the large ones, the reflections of three roots."""
    roots = load(f"coxeter:{group}").rows
    both = {*roots, *(tuple(-x for x in root) for root in roots)}
    assert len(both) == 2 * len(roots) == 2 * len(positive_roots(group))
    for a in (roots[0], roots[len(roots) // 2], roots[-1]) if len(roots) > 30 else roots:
        for b in roots:
            factor = 2 * product_of(a, b) / product_of(a, a)
            assert tuple(y - factor * x for x, y in zip(a, b, strict=True)) in both


# The number of positive roots, the highest root (Bourbaki 1968, plates I to IX), and the Coxeter
# number.
POSITIVE: dict[str, tuple[int, tuple[int, ...], int]] = {
    "A3": (6, (1, 0, 0, -1), 4),
    "B2": (4, (1, 1), 4),
    "B3": (9, (1, 1, 0), 6),
    "C3": (9, (2, 0, 0), 6),
    "D4": (12, (1, 1, 0, 0), 6),
    "E6": (36, (1, 1, 1, 1, 1, -1, -1, 1), 12),
    "E7": (63, (0, 0, 0, 0, 0, 0, -1, 1), 18),
    "E8": (120, (0, 0, 0, 0, 0, 0, 1, 1), 30),
    "F4": (24, (1, 1, 0, 0), 12),
    "G2": (6, (2, -1, -1), 6),
}


@pytest.mark.parametrize("group", POSITIVE)
def test_positive_roots_are_a_positive_system(group: str) -> None:
    """Closed under sums that are roots, with as many as known, one highest, and a simple root for
    each dimension.
    """
    number, highest, coxeter_number = POSITIVE[group]
    positive = set(load(f"coxeter:{group}").rows)
    negative = {tuple(-x for x in root) for root in positive}
    assert len(positive) == number
    assert not positive & negative
    sums = {tuple(x + y for x, y in zip(a, b, strict=True)) for a, b in combinations(positive, 2)}
    assert not sums & negative
    assert len(positive - sums) == load(f"coxeter:{group}").rank == 2 * number // coxeter_number
    above = {
        root
        for root in positive
        if not any(tuple(x + y for x, y in zip(root, b, strict=True)) in positive for b in positive)
    }
    scaled = {tuple(x / (2 if group.startswith("E6") else 1) for x in highest)}
    assert above == scaled


def avoiding(name: str, prime: int) -> int:
    """The points over a prime field that are on no hyperplane: the characteristic polynomial, for
    large primes (Athanasiadis 1996).
    """
    c = load(name)
    points = np.indices((prime,) * c.d).reshape(c.d, -1)
    off = np.ones(points.shape[1], np.bool_)
    for row, b in zip(c.rows, c.bias or [0] * c.n, strict=True):
        off &= (np.array([int(x) for x in row]) @ points + int(b)) % prime != 0
    return int(off.sum())


@pytest.mark.parametrize("group", ["A3", "B2", "B3", "C3", "G2"])
@pytest.mark.parametrize("family", ["shi", "catalan", "linial", "semiorder"])
def test_deformations_by_finite_fields(family: str, group: str) -> None:
    c = load(f"{family}:{group}")
    polynomial = intersections(c).characteristic_polynomial()
    for prime in (23, 29):
        assert sum(x * prime**k for k, x in enumerate(polynomial)) == avoiding(
            f"{family}:{group}", prime
        )
    assert sum(map(abs, polynomial)) == count_topes(c)


@pytest.mark.slow
def test_shi_arrangement_of_e7() -> None:
    # Shi 1987: (h + 1)^n; Athanasiadis 1996: its characteristic polynomial is t (t - h)^n here, in
    # one dimension more.
    counted = count(load("shi:E7"))
    assert counted.count == 19**7
    assert counted.whitney == tuple(comb(7, k) * 18**k for k in range(8))


@pytest.mark.parametrize("graph", ["K3", "K4", "C4", "P4", "diamond", "K2,3"])
def test_bigraphical_arrangements(graph: str) -> None:
    """2^(n-1) T(3/2, 1) regions, with Tutte's polynomial (Hopkins, Perkinson 2016, theorem 1.2)."""
    made = networkx.Graph([(i, j) for i, j, _ in edges_of(graph).edges])
    tutte = networkx.tutte_polynomial(made).subs({"x": sympy.Rational(3, 2), "y": 1})
    assert count_topes(load(f"bigraphical:{graph}")) == 2 ** (len(made) - 1) * tutte


@pytest.mark.parametrize("n", [1, 2, 3])
def test_ish_arrangements_of_type_b(n: int) -> None:
    """The characteristic polynomial of Shi's: (t - 2n)^n; and supersolvable (Tran, Tsujie 2025)."""
    c = load(f"ish:B{n}")
    assert c.n == 2 * n * n == load(f"shi:B{n}").n
    polynomial = intersections(c).characteristic_polynomial()
    assert polynomial == tuple(comb(n, k) * (-2 * n) ** (n - k) for k in range(n + 1))
    assert polynomial == intersections(load(f"shi:B{n}")).characteristic_polynomial()
    assert modular_chain(cone(c)) is not None


# Bourbaki, plates I to IX: the coefficients of the highest root, the order of the group, and the
# index of connection.
HIGHEST = {
    "A3": ([1, 1, 1], 24, 4),
    "B3": ([1, 2, 2], 48, 2),
    "C3": ([1, 2, 2], 48, 2),
    "G2": ([3, 2], 12, 1),
    "D4": ([1, 2, 1, 1], 192, 4),
    "F4": ([2, 3, 4, 2], 1152, 1),
    "E6": ([1, 2, 2, 3, 2, 1], 51840, 3),
    "E7": ([2, 2, 3, 4, 3, 2, 1], 2903040, 2),
    "E8": ([2, 3, 4, 6, 5, 4, 3, 2], 696729600, 1),
}


def alcove(group: str) -> tuple[list[int], list[int]]:
    """The coefficients of the generalised Eulerian polynomial, and how many lattice points the
    alcove has, dilated 0, 1, ... times.
    """
    marks, order, connection = HIGHEST[group]
    eulerian = [0, 1]
    for k in range(2, len(marks) + 1):
        eulerian = [0] + [
            j * (eulerian[j] if j < k else 0) + (k - j + 1) * eulerian[j - 1]
            for j in range(1, k + 1)
        ]
    product = eulerian
    for mark in marks:
        product = [
            sum(product[k - j] for j in range(mark) if 0 <= k - j < len(product))
            for k in range(len(product) + mark - 1)
        ]
    assert sum(product) * connection == order
    inside = [1, *[0] * (2 * len(product) + 100)]
    for mark in (1, *marks):
        for t in range(mark, len(inside)):
            inside[t] += inside[t - mark]
    return product, inside


def linial_regions(group: str) -> int:
    """From lattice points of alcoves: R(S^2) L is the characteristic polynomial, L Ehrhart's
    quasi-polynomial of the alcove, S a shift, and R the generalised Eulerian polynomial (Yoshinaga
    2018, theorem 5.3), the product of 1 + ... + t^(c - 1) over the coefficients c and an Eulerian
    polynomial (Lam, Postnikov 2018, theorem 10.1).
    """
    h = 1 + sum(HIGHEST[group][0])
    product, inside = alcove(group)
    return sum(r * inside[2 * i + 1 - h] for i, r in enumerate(product) if 2 * i + 1 >= h)


def linial_polynomial(group: str) -> list[Fraction]:
    """The same polynomial from its values, constant term first, at numbers prime to the
    coefficients; more values than it needs are on it.
    """
    product, inside = alcove(group)
    n, first = len(HIGHEST[group][0]), 2 * len(product)
    values = {
        t: sum(r * inside[t - 2 * i] for i, r in enumerate(product))
        for t in range(first, first + 100)
        if gcd(t, prod(HIGHEST[group][0])) == 1
    }
    chosen = list(values)[: n + 1]
    total = [Fraction(0)] * (n + 1)
    for t in chosen:
        term = [Fraction(values[t])]
        for s in chosen:
            if s != t:
                term = [(a - b * s) / (t - s) for a, b in zip([0, *term], [*term, 0], strict=True)]
        total = [a + b for a, b in zip(total, term, strict=True)]
    for t, value in values.items():
        assert sum(c * t**k for k, c in enumerate(total)) == value
    return total


@pytest.mark.parametrize("group", ["A3", "B3", "C3", "D4", "G2", "F4", "E6", "E7"])
def test_linial_arrangements(group: str) -> None:
    counted = count(load(f"linial:{group}"))
    assert counted.count == linial_regions(group)
    assert [abs(c) for c in reversed(linial_polynomial(group))] == list(counted.whitney)


def second_whitney_number(name: str) -> int:
    """From the pairs of hyperplanes: each flat of codimension 2 counts once less than the
    hyperplanes that hold it.
    """
    prime = 2**31 - 1
    functions = [[int(2 * x) for x in (*row[1:], row[0])] for row in load(name).functions]
    through: dict[tuple[int, ...], set[int]] = {}
    for (i, u), (j, v) in combinations(enumerate(functions), 2):
        flat = reduced_modulo([u[:], v[:]], prime)
        if flat is not None:
            through.setdefault(flat, set()).update((i, j))
    return sum(len(found) - 1 for found in through.values())


def reduced_modulo(rows: list[list[int]], prime: int) -> tuple[int, ...] | None:
    """The reduced form of two rows; None if they are multiples but for the last entry."""
    width, leads = len(rows[0]) - 1, []
    for at in range(2):
        lead = next((k for k in range(width) if rows[at][k] % prime), None)
        if lead is None:
            return None
        factor = pow(rows[at][lead], -1, prime)
        rows[at] = [x * factor % prime for x in rows[at]]
        other = rows[1 - at]
        rows[1 - at] = [(y - other[lead] * x) % prime for x, y in zip(rows[at], other, strict=True)]
        leads.append(lead)
    return tuple(rows[0] + rows[1] if leads[0] < leads[1] else rows[1] + rows[0])


@pytest.mark.parametrize("group", ["A3", "B3", "G2", "F4", "E6", "E7", "E8"])
def test_second_whitney_numbers_of_deformations(group: str) -> None:
    """Those of the Linial arrangement from lattice points of alcoves, of Shi's from (t - h)^n, of
    Catalan's from the exponents; E8 cannot be counted whole in a test.
    """
    marks, _, _ = HIGHEST[group]
    n, h = len(marks), 1 + sum(marks)
    assert linial_polynomial(group)[n - 2] == second_whitney_number(f"linial:{group}")
    if group != "E8":
        assert comb(n, 2) * h * h == second_whitney_number(f"shi:{group}")
    assert abs(sum((-1) ** k * c for k, c in enumerate(linial_polynomial(group)))) == (
        linial_regions(group)
    )


@pytest.mark.slow
def test_second_whitney_number_of_shi_e8() -> None:
    assert comb(8, 2) * 30**2 == second_whitney_number("shi:E8")


@pytest.mark.parametrize(
    ("group", "order", "exponents"),
    [
        ("F4", 1152, (1, 5, 7, 11)),
        ("E6", 51840, (1, 4, 5, 7, 8, 11)),
        ("E7", 2903040, (1, 5, 7, 9, 11, 13, 17)),
        pytest.param("E8", 696729600, (1, 7, 11, 13, 17, 19, 23, 29), marks=pytest.mark.slow),
    ],
)
def test_catalan_arrangements(group: str, order: int, exponents: tuple[int, ...]) -> None:
    """The group times its Catalan number, the product of (h + e + 1) / (e + 1) (Athanasiadis
    2004); the roots of the characteristic polynomial are h + e.
    """
    h = max(exponents) + 1
    counted = count(load(f"catalan:{group}"))
    assert counted.count == order * prod(h + e + 1 for e in exponents) // prod(
        e + 1 for e in exponents
    )
    assert sum(w * (-1) ** k for k, w in enumerate(counted.whitney)) == prod(
        1 - h - e for e in exponents
    )


def test_the_characteristic_polynomial_has_the_exponents_as_roots() -> None:
    # Humphreys 1990, table 3.1; the space of E6 has two dimensions more, which are two factors t.
    exponents = {
        "coxeter:H4": (1, 11, 19, 29),
        "coxeter:F4": (1, 5, 7, 11),
        "coxeter:E6": (0, 0, 1, 4, 5, 7, 8, 11),
    }
    for name, roots in exponents.items():
        expected = [1]
        for root in roots:
            expected = [
                (b if k else 0) - root * a
                for k, (a, b) in enumerate(zip([*expected, 0], [0, *expected], strict=True))
            ]
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


ROOT = Path(__file__).parents[2]
SPORADIC = json.loads((ROOT / "data" / "simplicial.json").read_text("utf-8"))


def test_the_file_of_sporadic_arrangements() -> None:
    assert SPORADIC["count"] == len(SPORADIC["arrangements"])
    for name, facts in SPORADIC["arrangements"].items():
        n, numbers = (
            int(name[2:].partition(",")[0]),
            {int(k): count for k, count in facts["points"].items()},
        )
        assert len(facts["rows"]) == n
        # Two lines meet in one point, and Melchior's inequality is an equality.
        assert sum(count * comb(k, 2) for k, count in numbers.items()) == comb(n, 2)
        assert sum(count * (3 - k) for k, count in numbers.items()) == 3


def test_the_number_of_sporadic_arrangements_that_is_told() -> None:
    """By the catalogue and the history: those of a name A(n,k) that is in no infinite family."""
    (family,) = (family for family, _ in solids.FAMILIES if family.form.startswith("simplicial"))
    told = re.search(r"and (\d+) sporadic ones from (\S+) to (\S+)$", family.description)
    history = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert told is not None
    made = []
    for n, k in product(range(3, 41), range(10)):
        if k == 0 or (k == 1 and (n % 2 == 0 or (n % 4 == 1 and n >= 9))):
            continue
        with suppress(BadInput):
            made.append(f"A({n},{k})" if len(load(f"simplicial:A({n},{k})").rows) == n else "")
    assert (len(made), made[0], made[-1]) == (int(told[1]), told[2], told[3])
    assert f"all {len(made)} sporadic simplicial arrangements" in " ".join(history.split())
    assert {*SPORADIC["arrangements"]} < {*made}


@pytest.mark.parametrize(
    "name",
    [
        name
        for k, name in enumerate(SPORADIC["arrangements"])
        if k % 6 == 0 or name in ("A(13,3)", "A(15,5)", "A(25,8)", "A(37,3)")
    ],
)
def test_sporadic_arrangements_are_simplicial(name: str) -> None:
    """Every region has three walls, by faces; the points are those of the literature; and a path in
    the plane counts the same regions.
    """
    c, wanted = load(f"simplicial:{name}"), SPORADIC["arrangements"][name]["points"]
    assert is_simplicial(c)
    assert intersections(c).multiplicities() == {int(k): count for k, count in wanted.items()}
    assert count_topes(c) == 2 * (
        1 + sum((k - 1) * count for k, count in intersections(c).multiplicities().items())
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", SPORADIC["arrangements"])
def test_all_sporadic_arrangements_are_simplicial(name: str) -> None:
    assert is_simplicial(load(f"simplicial:{name}"))
    assert points(load(f"simplicial:{name}")) == {
        int(k): count for k, count in SPORADIC["arrangements"][name]["points"].items()
    }


def test_every_known_arrangement_of_up_to_37_lines_has_its_name() -> None:
    """So many A(n, 1), A(n, 2), ... are in table 5 of Cuntz, Elia and Labbe 2022, of families or
    not.
    """
    numbers = [1, 1, 1, 1, 3, 1, 3, 4, 4, 5, 7, 8, 8, 7, 5, 7, 5, 2, 4, 8, 4, 4, 6, 5, 3, 3]
    for n, known in enumerate([*numbers, 1, 1, 2, 1, 1, 3], 6):
        for k in range(1, known + 1):
            assert load(f"simplicial:A({n},{k})").n == n
        with pytest.raises(BadInput, match="simplicial arrangement must be"):
            load(f"simplicial:A({n},{known + 1})")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("A(17,2)", "A(17,4)"), ("A(18,4)", "A(18,5)")),
        *(("A(19,4)", "A(19,5)"), ("A(28,2)", "A(28,3)")),
    ],
)
def test_sporadic_arrangements_with_the_same_numbers_are_two(one: str, other: str) -> None:
    """As many points on so many lines, as many lines with so many points; but the points follow
    each other along the lines in other ways.
    """
    orders = [along_the_lines(load(f"simplicial:{name}")) for name in (one, other)]
    sizes = [sorted(map(len, order)) for order in orders]
    assert sizes[0] == sizes[1]
    assert points(load(f"simplicial:{one}")) == points(load(f"simplicial:{other}"))
    assert orders[0] != orders[1]


def along_the_lines(c: Configuration) -> list[tuple[int, ...]]:
    """For each line the numbers of lines through its points, in their order, from any point and in
    any sense.
    """
    found = []
    for line in c.rows:
        k = next(k for k in range(3) if line[k])
        i, j = (e for e in range(3) if e != k)
        lines: dict[tuple[Any, Any], int] = {}
        for row in c.rows:
            p = cross(line, row)
            if any(p):
                place = (1, p[i] / p[j]) if p[j] else (0, 0)
                lines[place] = lines.get(place, 1) + 1
        turn = [lines[place] for place in sorted(lines)]
        readings = (way[s:] + way[:s] for way in (turn, turn[::-1]) for s in range(len(turn)))
        found.append(tuple(min(readings)))
    return sorted(found)


def cross(a: Sequence[Any], b: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(
        a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3] for k in range(3)
    )


def points(c: Configuration) -> dict[int, int]:
    """By pairs: where two lines meet, which others are there."""
    found = set()
    for a, b in combinations(c.rows, 2):
        point = cross(a, b)
        found.add(tuple(i for i, row in enumerate(c.rows) if sign(product_of(point, row)) == 0))
    sizes = [len(lines) for lines in found]
    return {size: sizes.count(size) for size in sorted(set(sizes))}


def orientations(graph: networkx.Graph) -> int:
    """Acyclic ones, one by one."""
    edges = list(graph.edges)
    turned = (
        [(b, a) if turn else (a, b) for (a, b), turn in zip(edges, choice, strict=True)]
        for choice in product((0, 1), repeat=len(edges))
    )
    return sum(networkx.is_directed_acyclic_graph(networkx.DiGraph(arcs)) for arcs in turned)


def test_regions_of_a_graphical_arrangement_are_acyclic_orientations() -> None:
    for name, number in published("acyclic_orientations").items():
        assert count_topes(load(f"graphical:{name}")) == number
    for name, graph in {
        "diamond": networkx.diamond_graph(),
        "K3,3": networkx.complete_bipartite_graph(3, 3),
    }.items():
        assert (
            count_topes(load(f"graphical:{name}"))
            == len(sign_pattern(load(f"graphical:{name}")))
            == orientations(graph)
        )
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
    assert sorted(map(sorted, load("signed-graphical:K4").rows)) == sorted(
        map(sorted, load("coxeter:D4").rows)
    )
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
    # Manin, Schechtman 1989: N points on a line give the braid arrangement, and N - 1 points in N
    # lines of the plane.
    assert count_topes(load("discriminantal:5x1")) == 120
    assert count_topes(load("discriminantal:6x4")) == 2 * 6
    for family in ("discriminantal", "discriminantal-curve"):
        assert points(load(f"{family}:5x2").transformed(_essential())) == {2: 15, 4: 5}


# Falk 1994: normals on the moment curve are not very generic; the second number is theirs.
DISCRIMINANTAL = {
    "6x2": (892, 888),
    "6x3": (140, 138),
    "7x3": (5460, 5294),
    "7x4": (282, 276),
    "8x5": (518, 504),
}


@pytest.mark.parametrize("size", DISCRIMINANTAL)
def test_very_generic_and_not(size: str) -> None:
    assert (
        count_topes(load(f"discriminantal:{size}")),
        count_topes(load(f"discriminantal-curve:{size}")),
    ) == DISCRIMINANTAL[size]


@pytest.mark.parametrize("size", ["5x2", "6x2", "6x3", "7x4"])
def test_very_generic_flats(size: str) -> None:
    """The flats are Bayer's and Brandt's: families of sets S of more than K hyperplanes, any two or
    more of which have a union of more than K + the sum of |S| - K; their rank is that sum (Bayer
    and Brandt 1997; Athanasiadis 1999).
    """
    n, k = map(int, size.split("x"))
    sets = [members for members in range(1 << n) if members.bit_count() > k]
    families: list[tuple[int, ...]] = [()]
    ranks: dict[int, int] = {}
    while families:
        family = families.pop()
        rank = sum(s.bit_count() - k for s in family)
        ranks[rank] = ranks.get(rank, 0) + 1
        for s in sets:
            if not family or s > family[-1]:
                larger = (*family, s)
                some = (
                    part
                    for size in range(2, len(larger) + 1)
                    for part in combinations(larger, size)
                    if s in part
                )
                if all(
                    union(part).bit_count() > k + sum(t.bit_count() - k for t in part)
                    for part in some
                ):
                    families.append(larger)
    found = intersections(load(f"discriminantal:{size}")).flats
    assert ranks == {rank: sum(flat.rank == rank for flat in found) for rank in range(n - k + 1)}


def union(sets: tuple[int, ...]) -> int:
    together = 0
    for members in sets:
        together |= members
    return together


def _essential() -> list[list[int]]:
    """Coordinates on R^5 modulo the translations of five lines with the normals (1, t): any
    complement of two columns.
    """
    return [[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


# The number of facets, the dimension, and how many others meet a facet in a face of one dimension
# less (Coxeter 1973, table I).
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
    """Normals of one length, of which each has so many nearest neighbours, alike seen from every
    facet.
    """
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
def test_regions_of_the_facets_on_three_methods(solid: str, regions: int) -> None:
    c = load(f"facets:{solid}")
    listed = sign_pattern(c)
    assert count_topes(c) == len(listed) == regions
    assert regions > 100 or listed == sign_pattern(c, "lp")
    assert "+" * c.n in listed
