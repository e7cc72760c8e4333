"""Geometry by independent methods: subsets, counts, deletion and restriction, both ways of double
description, and published facts.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from arrangements import (
    Configuration,
    characteristic_polynomial,
    count_topes,
    face_numbers,
    load,
    load_chirotope,
    sign_pattern,
    whitney_numbers,
)
from arrangements.counting.polynomials import product as times
from arrangements.counting.region_counts import count
from arrangements.errors import BadInput
from arrangements.exact import linear
from arrangements.exact.numbers import exact
from arrangements.geometry.cell_shapes import cell, cells, lineality, rays, vertices
from arrangements.geometry.flats import has_good_reduction, intersections
from arrangements.geometry.free_arrangements import (
    freeness,
    is_formal,
    minimal_generated_number,
    modular_chain,
)
from arrangements.geometry.operations import (
    cone,
    decone,
    deletion,
    essentialised,
    localisation,
    product,
    restriction,
    simplified,
    union,
)
from arrangements.geometry.regions import (
    distance,
    distance_enumerator,
    is_simplicial,
    poset_of_regions,
    sign_vector,
    varchenko_matrix,
    weighted_varchenko_matrix,
)
from arrangements.matroids.chirotopes import chirotope

SEEDS = range(777, 783)


def drawn(seed: int, offsets: bool = True) -> Configuration:
    print("seed", seed)
    generator = random.Random(seed)
    n, d = generator.randrange(1, 6), generator.randrange(1, 4)
    rows = [[generator.choice([-1, 0, 1, 2]) for _ in range(d)] for _ in range(n)]
    return Configuration(
        rows, bias=[generator.choice([-1, 0, 1]) for _ in range(n)] if offsets else None
    )


def plain(seed: int, offsets: bool = True) -> Configuration:
    """Distinct hyperplanes."""
    return simplified(drawn(seed, offsets))


@pytest.mark.parametrize("seed", SEEDS)
def test_polynomials_are_sums_over_subsets(seed: int) -> None:
    c = plain(seed)
    poset = intersections(c)
    functions = [(b, *row) for b, row in zip(c.bias or [Fraction(0)] * c.n, c.rows, strict=True)]
    subsets = [
        [functions[i] for i in chosen]
        for k in range(c.n + 1)
        for chosen in combinations(range(c.n), k)
        if linear.rank([functions[i] for i in chosen])
        == linear.rank([functions[i][1:] for i in chosen])
    ]
    tutte = poset.tutte_polynomial()
    for x, y in [(2, 0), (0, 2), (2, 1), (3, 5), (-1, 2)]:
        by_subsets = sum(
            (x - 1) ** (poset.rank - linear.rank(s)) * (y - 1) ** (len(s) - linear.rank(s))
            for s in subsets
        )
        assert (
            sum(a * x**i * y**j for i, row in enumerate(tutte) for j, a in enumerate(row))
            == by_subsets
        )
    characteristic = [0] * (c.d + 1)
    for s in subsets:
        characteristic[c.d - linear.rank(s)] += (-1) ** len(s)
    assert poset.characteristic_polynomial() == tuple(characteristic) == tuple(count(c).polynomial)
    assert sum(poset.poincare_polynomial()) == count_topes(c)
    assert sum(poset.whitney_number(k) * (-1) ** k for k in range(poset.rank + 1)) == count_topes(c)
    assert tuple(poset.whitney_number(0, k) for k in range(poset.rank + 1)) == tuple(
        poset.whitney_number(k) for k in range(poset.rank + 1)
    )


# Crapo's polynomial of K4: x^3 + 3x^2 + 2x + 4xy + 2y + 3y^2 + y^3.
def test_published_polynomials() -> None:
    poset = intersections(load("braid:4"))
    assert poset.tutte_polynomial() == ((0, 2, 3, 1), (2, 4, 0, 0), (3, 0, 0, 0), (1, 0, 0, 0))
    assert [poset.whitney_number(1, k, "second") for k in range(4)] == [0, 6, 18, 6]
    assert poset.whitney_number(1, 2) == -18
    assert intersections(load("braid:3")).cocharacteristic_polynomial() == (0, 1, 3, 2)
    four_cycle = load("braid:4").restricted_to([0, 3, 5, 2])
    assert intersections(four_cycle).primitive_eulerian_polynomial() == (0, -1, 3, 1)
    with pytest.raises(BadInput, match="common point"):
        intersections(Configuration([[1], [1]], bias=[0, 1])).cocharacteristic_polynomial()


@pytest.mark.parametrize("seed", SEEDS)
def test_operations_act_on_the_polynomial(seed: int) -> None:
    c = plain(seed)
    polynomial = intersections(c).characteristic_polynomial()
    if c.n:
        label = c.labels[0]
        one, other = (
            intersections(part).characteristic_polynomial()
            for part in (deletion(c, [label]), restriction(c, [label]))
        )
        assert polynomial == tuple(a - b for a, b in zip(one, (*other, 0), strict=True))
        assert restriction(c, [label]).d == c.d - 1
        assert localisation(c, [label]).labels == (label,)
    coned = cone(c)
    assert characteristic_polynomial(coned) == times((-1, 1), polynomial)
    assert intersections(decone(coned, "infinity")).characteristic_polynomial() == polynomial
    rest = intersections(essentialised(c)).characteristic_polynomial()
    assert polynomial == (*[0] * (c.d - essentialised(c).d), *rest)
    square = product(c, c)
    assert intersections(square).characteristic_polynomial() == times(polynomial, polynomial)
    assert simplified(union(c, c)).n == c.n


@pytest.mark.parametrize("seed", SEEDS)
def test_cells_are_what_their_generators_make(seed: int) -> None:
    c = drawn(seed)
    if c.zero_rows:
        c = simplified(c)
    found = list(cells(c))
    assert [part.signs for part in found] == list(sign_pattern(c))
    counted = count(c)
    assert sum(part.relatively_bounded for part in found) == counted.bounded
    assert len(list(cells(c, bounded=False))) == counted.count - (counted.bounded or 0)
    corners = set(vertices(c))
    for dimension in range(c.d + 1):
        faces = list(cells(c, dimension))
        assert len(faces) == (face_numbers(c)[dimension])
        for part in faces:
            assert part.dimension == dimension
            assert len(part.lines) == len(lineality(c))
            assert part == cell(c, part.signs, method="field")
            assert part == cell(c, part.signs, method="cdd")
            if not part.lines:
                assert set(part.points) <= corners
            for row in part.inequalities:
                assert all(
                    row[0] + sum(a * x for a, x in zip(row[1:], point, strict=True)) >= 0
                    for point in part.points
                )
            # The mean of the points, moved along the rays, has these signs.
            middle = [sum(column) / len(part.points) for column in zip(*part.points, strict=True)]
            inside = [x + sum(ray[j] for ray in part.rays) for j, x in enumerate(middle)]
            assert sign_vector(c, inside) == part.signs
    if not lineality(c):
        assert {part.points[0] for part in cells(c, 0)} == corners


def test_cells_over_a_field_and_what_is_none() -> None:
    hexagon = Configuration([[1, 0], ["1/2", "sqrt(3)/2"], ["-1/2", "sqrt(3)/2"]])
    (sector, *_) = cells(hexagon)
    assert (len(sector.rays), len(sector.points), sector.is_simplicial, is_simplicial(hexagon)) == (
        2,
        1,
        True,
        True,
    )
    assert len(rays(hexagon)) == 6
    with pytest.raises(BadInput, match=r"signs must be those of a face, not -\+-"):
        cell(load("braid:3"), "-+-")
    with pytest.raises(BadInput, match="method must be auto or field"):
        cell(hexagon, "+++", method="cdd")
    assert vertices(Configuration([[1], [2], [0]], bias=[1, 2, 5])) == ((Fraction(-1),),)
    assert vertices(Configuration([], dimension=0)) == ((),)


def test_simplicial_and_supersolvable_and_free() -> None:
    assert is_simplicial(load("braid:5"))
    assert not is_simplicial(load("threshold:3"))
    for c in (load("braid:3"), load("threshold:3"), load("resonance:3")):
        assert is_simplicial(c) == all(part.is_simplicial for part in cells(c))
    chain = modular_chain(load("braid:5"))
    assert chain is not None
    assert chain.exponents == (1, 2, 3, 4)
    assert modular_chain(load("threshold:3")) is None
    assert freeness(load("threshold:3")).free is False
    boolean = Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert freeness(boolean).exponents == (1, 1, 1)
    assert minimal_generated_number(boolean) == 0
    # Reflection arrangements are free (Terao 1980); that of D4 is not supersolvable.
    assert modular_chain(load("coxeter:D4")) is None
    # Yuzvinsky's pair (1993): one lattice, but only the first is formal.
    common = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [2, 1, 1], [2, 3, 1], [2, 3, 4]]
    first, second = (
        Configuration([*common, [3, 0, 5], [3, 4, 5]]),
        Configuration([*common, [1, 0, 3], [1, 2, 3]]),
    )
    assert whitney_numbers(first) == whitney_numbers(second)
    assert (minimal_generated_number(first), minimal_generated_number(second)) == (3, 4)
    assert (is_formal(first), is_formal(second)) == (True, False)


def test_regions_of_chirotopes() -> None:
    """The same answers from the signs alone."""
    for c in (
        load("braid:4"),
        load("paper/H.1-A"),
        Configuration([[1, 0], [-2, 0], [0, 1], [1, 1]]),
    ):
        chi = chirotope(c)
        base = next(iter(sign_pattern(c)))
        assert is_simplicial(chi) == is_simplicial(c)
        assert distance_enumerator(chi, base) == distance_enumerator(c, base)
        assert varchenko_matrix(chi) == varchenko_matrix(c)
        assert poset_of_regions(chi, base).edges == poset_of_regions(c, base).edges
    assert not is_simplicial(load_chirotope("matroid:vamos"))


def test_distances() -> None:
    braid = load("braid:4")
    base = next(iter(sign_pattern(braid)))
    assert distance_enumerator(braid, base) == (1, 3, 5, 6, 5, 3, 1)
    weak_order = poset_of_regions(braid, base)
    assert (weak_order.number_of_nodes(), weak_order.number_of_edges()) == (24, 36)
    doubled = union(braid, braid)
    regions = list(sign_pattern(doubled))
    assert distance(doubled, regions[0], regions[-1]) == 6
    with pytest.raises(BadInput, match="region must be one of the arrangement"):
        distance_enumerator(load("braid:3"), "-+-")


def test_the_determinant_of_varchenko() -> None:
    cube = Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]], ["a", "b", "c"])
    a, b, c = Fraction(1, 2), Fraction(1, 3), Fraction(2, 5)
    matrix = weighted_varchenko_matrix(cube, {"a": a, "b": b, "c": c})
    assert linear.determinant(matrix) == ((1 - a**2) * (1 - b**2) * (1 - c**2)) ** 4
    # Three lines through a point: lines 2 each, and their point once (Varchenko 1993).
    lines = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"])
    matrix = weighted_varchenko_matrix(lines, {"a": a, "b": b, "c": c})
    assert linear.determinant(matrix) == ((1 - a**2) * (1 - b**2) * (1 - c**2)) ** 2 * (
        1 - (a * b * c) ** 2
    )


def test_points_off_all_hyperplanes_modulo_a_prime_are_counted_by_the_polynomial() -> None:
    """Athanasiadis (1996): for good primes the value at p is the number of points of the affine
    space that lie on none.
    """
    c = Configuration([[1, 0], [0, 1], [1, 1], [1, 2]], bias=[0, 1, 0, 2])
    for p in (2, 3, 5, 7):
        poset = intersections(c, modulus=p)
        points = [(x, y) for x in range(p) for y in range(p)]
        off = sum(
            all((b + u[0] * x + u[1] * y) % p for u, b in zip(c.rows, c.bias or (), strict=True))
            for x, y in points
        )
        assert sum(a * p**k for k, a in enumerate(poset.characteristic_polynomial())) == off
    assert not has_good_reduction(c, 2)
    assert has_good_reduction(c, 101)
    with pytest.raises(BadInput, match="modulus must be a prime number, not 9"):
        intersections(c, modulus=9)


@pytest.mark.parametrize("seed", range(4))
def test_flats_over_a_field_are_those_of_the_rational_rows(seed: int) -> None:
    """Rows times numbers of a field, in coordinates changed over the field, have the same flats:
    here parts of them are rational and others are not.
    """
    chance = random.Random(seed)
    root = exact("sqrt(5)")
    rows = [[chance.randint(-2, 2) for _ in range(3)] for _ in range(9)]
    units = [chance.choice([1, -3, root, 1 - 2 * root]) for _ in rows]
    base = [[1, root * (seed % 2), 0], [0, 1, 0], [2, 0, chance.choice([1, root])]]
    changed = [
        [u * sum(x * b[j] for x, b in zip(row, base, strict=True)) for j in range(3)]
        for u, row in zip(units, rows, strict=True)
    ]
    plain, moved = Configuration(rows), Configuration(changed)
    assert [flat.rows for flat in intersections(plain)] == [f.rows for f in intersections(moved)]
    assert len(simplified(plain).rows) == len(simplified(moved).rows)
    if plain.rank == 3:
        assert freeness(plain).exponents == freeness(moved).exponents
