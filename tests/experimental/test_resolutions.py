"""Minimal free resolutions: relations hold, Hilbert functions add up, and published numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from math import comb

import pytest

from arrangements import Configuration, LimitReached, limited, load
from arrangements.errors import BadInput
from arrangements.exact.numbers import Scalar
from arrangements.experimental.resolutions import Resolution, resolution
from arrangements.geometry.derivations import LogarithmicModule, Monomial, derivations
from arrangements.geometry.operations import essentialised, simplified

SEED = 20261134


def total(
    terms: list[tuple[Mapping[Monomial, Scalar], Mapping[Monomial, Scalar]]],
) -> dict[Monomial, Scalar]:
    """A sum of products of polynomials, without zeros."""
    found: dict[Monomial, Scalar] = {}
    for p, q in terms:
        for (m, a), (n, b) in product(p.items(), q.items()):
            key = tuple(x + y for x, y in zip(m, n, strict=True))
            found[key] = found.get(key, 0) + a * b
    return {m: c for m, c in found.items() if c}


def check(c: Configuration) -> Resolution:
    """It is a complex, minimal, and in each degree the dimensions are those of the module."""
    found = resolution(c)
    assert found.generators == derivations(c)
    assert found.degrees[0] == tuple(theta.degree for theta in found.generators)
    for relation in found.relations[0] if found.relations else ():
        for k in range(c.d):
            pairs = zip(relation, found.generators, strict=True)
            assert total([(p, theta.coefficients[k]) for p, theta in pairs]) == {}
    for before, step in zip(found.relations, found.relations[1:], strict=False):
        for relation in step:
            for k in range(len(before[0])):
                pairs_ = zip(relation, before, strict=True)
                assert total([(p, row[k]) for p, row in pairs_]) == {}
    for before_, step_, relations in zip(
        found.degrees, found.degrees[1:], found.relations, strict=False
    ):
        for degree, relation in zip(step_, relations, strict=True):
            for lower, p in zip(before_, relation, strict=True):
                assert all(sum(m) == degree - lower > 0 for m in p)
    # Hilbert functions: of the essential part, as the other derivations are free.
    plain = essentialised(simplified(c))
    module, r = LogarithmicModule(plain), plain.d
    lost = c.d - r
    for degree in range(1, len(plain.rows) + 3) if r else ():
        euler = comb(degree - 1 + r - 1, r - 1)
        wanted = len(module.elements(degree)) + euler
        got = sum(
            (-1) ** i * comb(degree - d + r - 1, r - 1)
            for i, step in enumerate(found.degrees)
            for d in (step[lost:] if i == 0 else step)
            if d <= degree
        )
        assert got == wanted
    return found


def test_four_generic_planes() -> None:
    found = check(Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]))
    assert (found.degrees, found.betti_numbers) == (((1, 2, 2, 2), (3,)), (4, 1))


@pytest.mark.parametrize(("n", "r"), [(4, 3), (5, 3), (6, 3), (7, 3), (5, 4), (6, 4), (6, 5)])
def test_generic_arrangements(n: int, r: int) -> None:
    """The projective dimension is r - 2, the most there can be, and all other generators than
    Euler's have degree n - r + 1 (Rose and Terao 1991; Yuzvinsky 1991).
    """
    found = check(load(f"cyclic:{n}x{r}"))
    assert found.projective_dimension == r - 2
    assert found.degrees[0] == (1, *[n - r + 1] * comb(n - 1, r - 2))
    assert all(set(step) == {n - r + 1 + i} for i, step in enumerate(found.degrees) if i)


@pytest.mark.parametrize("name", ["braid:4", "coxeter:B3", "near-pencil:5", "coxeter:I2(5)"])
def test_free_arrangements_have_no_relations(name: str) -> None:
    found = check(load(name))
    assert (found.relations, found.projective_dimension) == ((), 0)


def test_number_fields_and_coordinates() -> None:
    """Over a field, in a space of more dimensions, and with equal and zero rows."""
    rows = [["1", "sqrt(2)", "0"], ["0", "1", "1"], ["1", "0", "1"], ["sqrt(2)", "1", "3"]]
    assert check(Configuration(rows)).betti_numbers == (4, 1)
    wide = [[*row, "0", row[0]] for row in rows]
    assert check(Configuration([*wide, wide[0], ["0"] * 5])).betti_numbers[1:] == (1,)


def test_random_arrangements() -> None:
    print("seed", SEED)
    draw = random.Random(SEED)
    for d, n in [(3, 5), (3, 6), (3, 7), (4, 6), (4, 7)]:
        vectors = [v for v in product((-1, 0, 1), repeat=d) if any(v)]
        check(Configuration(draw.sample(vectors, n)))


def test_degenerate_arrangements() -> None:
    for rows, d in (([], 0), ([], 2), ([[1]], 1), ([[0, 0]], 2), ([[1, 0], [1, 1], [2, 0]], 2)):
        found = check(Configuration(rows, dimension=d))
        assert found.projective_dimension == 0
        assert len(found.generators) == d


def test_refused() -> None:
    with pytest.raises(BadInput, match="logarithmic derivations"):
        resolution(load("shi:3"))
    with (
        pytest.raises(LimitReached, match="derivations of degree"),
        limited("the resolution", memory=1 << 16),
    ):
        resolution(load("random:12x4:bound=9:seed=1"))
