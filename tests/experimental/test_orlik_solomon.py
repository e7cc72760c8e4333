"""The Orlik-Solomon algebra against its definition by linear algebra, and against published
cohomology.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from arrangements import BadInput, Configuration, load, whitney_numbers
from arrangements.exact import linear
from arrangements.experimental.orlik_solomon import OrlikSolomon, Sum, orlik_solomon
from arrangements.geometry.flats import intersections
from arrangements.matroids.chirotopes import chirotope

NAMES = ["braid:4", "coxeter:B3", "shi:3", "cyclic:6x3", "semiorder:3", "generic:4x2", "boolean:3"]


def by_definition(c: Configuration, degree: int) -> int:
    """The dimension of the exterior power modulo all multiples of relations."""
    flats = intersections(c)
    places = {chosen: k for k, chosen in enumerate(combinations(range(c.n), degree))}

    def least(chosen: tuple[int, ...]) -> int | None:
        rows = sum(1 << i for i in chosen)
        return next((flat.rank for flat in flats if flat.rows & rows == rows), None)

    relations = []
    for size in range(1, c.n + 1):
        for chosen in combinations(range(c.n), size):
            rank = least(chosen)
            terms: dict[tuple[int, ...], int] = {}
            if rank is None:
                terms = {chosen: 1}
            elif rank < size:
                terms = {chosen[:k] + chosen[k + 1 :]: (-1) ** k for k in range(size)}
            length = size if rank is None else size - 1
            if not terms or length > degree:
                continue
            for more in combinations(range(c.n), degree - length):
                row = [0] * len(places)
                for term, x in terms.items():
                    whole = (*term, *more)
                    if len(set(whole)) == degree:
                        turns = sum(a > b for a, b in combinations(whole, 2))
                        row[places[tuple(sorted(whole))]] += x * (-1) ** turns
                if any(row):
                    relations.append(row)
    return len(places) - (linear.rank(relations) if relations else 0)


@pytest.mark.parametrize("name", NAMES)
def test_dimensions(name: str) -> None:
    c = load(name)
    algebra = orlik_solomon(c)
    assert algebra.dimensions == intersections(c).poincare_polynomial()
    if c.n <= 7:
        assert [by_definition(c, k) for k in range(len(algebra.dimensions))] == [
            *algebra.dimensions
        ]


def drawn(algebra: OrlikSolomon, degree: int, chance: random.Random) -> Sum:
    sets = [tuple(chance.sample(algebra.labels, degree)) for _ in range(3)]
    return {chosen: Fraction(chance.randint(-3, 3)) for chosen in sets}


@pytest.mark.parametrize("name", NAMES)
def test_products(name: str) -> None:
    algebra, chance = orlik_solomon(load(name)), random.Random(name)
    for _ in range(10):
        p, q, r = (chance.randint(0, 2) for _ in range(3))
        a, b, c = (drawn(algebra, k, chance) for k in (p, q, r))
        ab = algebra.product(a, b)
        turned = algebra.product(b, a)
        assert ab == {key: x * (-1) ** (p * q) for key, x in turned.items()}
        assert algebra.product(ab, c) == algebra.product(a, algebra.product(b, c))
        assert set(ab) <= set(algebra.basis(p + q))


def test_relations_of_dependent_sets_hold() -> None:
    c = load("coxeter:B3")
    algebra, chi = orlik_solomon(c), chirotope(c)
    assert orlik_solomon(chi).dimensions == algebra.dimensions == whitney_numbers(c)
    for size in (2, 3, 4):
        for chosen in combinations(c.labels, size):
            if c.restricted_to(c.labels.index(x) for x in chosen).rank < size:
                terms = {chosen[:k] + chosen[k + 1 :]: (-1) ** k for k in range(size)}
                assert not algebra.reduced(terms)


def test_resonance() -> None:
    """On a flat of k lines through a point the first Betti number is k - 2, and the braid
    arrangement of four labels has one more component, of pairs of opposite edges (Falk 1997); off
    the plane of sum 0 there is no cohomology (Yuzvinsky 1995).
    """
    braid = orlik_solomon(load("braid:4"))
    assert braid.betti_numbers({"1-2": 1, "1-3": 2, "2-3": -3}) == (0, 1, 4, 3)
    opposite = {"1-2": 1, "3-4": 1, "1-3": 2, "2-4": 2, "1-4": -3, "2-3": -3}
    assert braid.betti_numbers(opposite) == (0, 1, 4, 3)
    assert braid.betti_numbers(opposite | {"1-2": 2, "3-4": 0})[1] == 0
    assert braid.betti_numbers(dict.fromkeys(braid.labels, 1)) == (0, 0, 0, 0)
    assert braid.betti_numbers({}) == braid.dimensions
    five = orlik_solomon(load("near-pencil:6"))
    assert five.betti_numbers({"1": 1, "2": 1, "3": 1, "4": 1, "5": -4})[1] == 3


def test_degenerate() -> None:
    assert orlik_solomon(Configuration([], dimension=2)).dimensions == (1,)
    twice = orlik_solomon(Configuration([[1, 0], [0, 1], [-2, 0], [0, 0]]))
    assert twice.dimensions == (1, 2, 1)
    assert twice.reduced({("3", "2"): 1}) == {("1", "2"): 1}
    assert twice.reduced({("1", "3"): 1}) == twice.product({("2",): 1}, {("2",): 1}) == {}
    with pytest.raises(BadInput, match="product must be of hyperplanes, not of zero rows"):
        twice.reduced({("4",): 1})
    parallel = orlik_solomon(Configuration([[1], [1]], bias=[0, 1]))
    assert parallel.dimensions == (1, 2)
    assert parallel.reduced({("1", "2"): 1}) == {}
    with pytest.raises(BadInput, match="degree must not be negative, not -1"):
        twice.basis(-1)
    with pytest.raises(BadInput, match="product must be a tuple of labels, not '12'"):
        twice.reduced({"12": 1})  # type: ignore[dict-item]
