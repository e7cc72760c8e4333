"""Each bound against what it bounds: exact minors, norms, roots, permanents; and where it is
attained.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod

import numpy as np
import pytest

from arrangements import Configuration
from arrangements.exact.linear import bounds, determinant, residues
from arrangements.exact.numbers import Algebraic, exact
from arrangements.exact.numbers.algebraic import element

SEED = 20260305


@pytest.mark.parametrize("bits", [0, 1, 3, 10, 15])
def test_hadamard(bits: int) -> None:
    rng = random.Random(f"{SEED} {bits}")
    for r in range(1, 5):
        rows = [[rng.randint(-(2**bits), 2**bits) for _ in range(r)] for _ in range(6)]
        rows[0] = [0] * r
        squares = [sum(x * x for x in row) for row in rows]
        for k in range(1, r + 1):
            for chosen in combinations(rows, k):
                minor = abs(determinant([row[:k] for row in chosen]))
                assert minor**2 <= bounds.hadamard_square(squares, r)
                assert minor <= bounds.hadamard(squares, r)


def test_hadamard_holds_for_all_small_matrices() -> None:
    for rows in product(product((-1, 0, 1), repeat=3), repeat=3):
        assert abs(determinant(rows)) <= bounds.hadamard(
            [sum(x * x for x in row) for row in rows], 3
        )


def test_hadamard_is_attained_and_rounds_up() -> None:
    # a Hadamard matrix of order 4, times 5
    rows = [[5 * (-1) ** (i & j).bit_count() for j in range(4)] for i in range(4)]
    assert bounds.hadamard([100] * 4, 4) == abs(determinant(rows)) == 5**4 * 16
    assert bounds.hadamard([3], 1) == 2
    assert bounds.hadamard([], 3) == bounds.hadamard([0, 0], 2) == 1


@pytest.mark.parametrize("text", ["sqrt(2)", "(1+sqrt(5))/2", "cos(pi/7)/3", "sqrt(2)/5+sqrt(3)"])
def test_norm(text: str) -> None:
    """The norm of c^(k (D - 1)) times a k-minor of the cleared rows is an integer within the bound,
    also given the minor's own size.
    """
    theta = exact(text)
    assert isinstance(theta, Algebraic)
    rng = random.Random(SEED)
    rows = [[rng.randint(-3, 3) + rng.randint(-3, 3) * theta for _ in range(3)] for _ in range(5)]
    configuration = Configuration(rows)
    field = configuration.field
    assert field is not None
    cleared = [residues.polynomials(row) for row in configuration.rows]
    integral = [[element(field, tuple(map(Fraction, entry))) for entry in row] for row in cleared]
    for k in (2, 3):
        for chosen in combinations(integral, k):
            minor = determinant([row[:k] for row in chosen])
            norm = abs(
                _norm(field.polynomial[-1] ** (k * (field.degree - 1)) * minor, field.degree)
            )
            assert norm.denominator == 1
            assert norm <= bounds.norm(cleared, field.polynomial, 3)
            assert norm <= bounds.norm(cleared, field.polynomial, 3, int(abs(float(minor))) + 1)


def _norm(value: object, degree: int) -> Fraction:
    if not isinstance(value, Algebraic):
        return Fraction(value) ** degree  # type: ignore[arg-type]
    polynomial = value.minimal()[0]
    return Fraction(polynomial[0], polynomial[-1]) ** (degree // (len(polynomial) - 1))


@pytest.mark.parametrize(
    "polynomial", [(-2, 0, 1), (-5, 0, 0, 3), (1, -10, 0, 1), (7, 0, 0, 0, -3, 2), (-3, 1), (0, 1)]
)
def test_root_size(polynomial: tuple[int, ...]) -> None:
    sizes = [abs(root) for root in np.roots(polynomial[::-1])]
    size = bounds.root_size(polynomial)
    assert max(sizes) <= size + 1e-9
    assert size >= 1


@pytest.mark.parametrize("terms", [1, 2, 3, 20, 924])
def test_largest_modulus(terms: int) -> None:
    m = bounds.largest_modulus(terms)
    assert terms * (m - 1) ** 2 < 2**63 <= terms * (m + 1) ** 2


def test_permanent() -> None:
    rng = random.Random(SEED)
    for r in range(1, 5):
        rows = [
            [rng.uniform(-1, 1) * rng.choice([1, 1, 0, 2.0**-30]) for _ in range(r)]
            for _ in range(r + 2)
        ]
        bound = bounds.permanent(rows, r)
        for chosen in combinations(rows, r):
            sizes = [[abs(Fraction(x)) for x in row] for row in chosen]
            assert (
                sum(
                    prod(sizes[i][j] for i, j in enumerate(order))
                    for order in permutations(range(r))
                )
                <= bound
            )


def test_expansion_error_covers_every_rounding() -> None:
    """(1 + u)^k - 1 <= k u / (1 - k u), and the float is not below it."""
    u = Fraction(1, 2**53)
    for roundings in (1, 9, 200):
        assert bounds.expansion_error(Fraction(5, 7), roundings) >= Fraction(5, 7) * (
            (1 + u) ** roundings - 1
        )
    # A 1-minor is rounded twice, and enters by one product and one addition at most; a longer
    # expansion never has fewer roundings.
    assert bounds.expansion_roundings(1, 0, 1) >= 4
    assert (
        bounds.expansion_roundings(3, 2, 10)
        > bounds.expansion_roundings(2, 2, 10)
        > bounds.expansion_roundings(2, 1, 10)
    )


def test_leverage() -> None:
    rng = random.Random(SEED)
    for r in range(1, 5):
        for bits in (1, 4, 40):
            rows = [[rng.randint(0, 2**bits) for _ in range(r)] for _ in range(r + 4)]
            gram = [[sum(row[i] * row[j] for row in rows) for j in range(r)] for i in range(r)]
            size = int(determinant(gram))
            if not size:
                continue
            forms = []
            for row in rows:
                bordered = [[*line, x] for line, x in zip(gram, row, strict=True)] + [[*row, 0]]
                forms.append(-int(determinant(bordered)))  # v adj(G) v'
            minors = [abs(determinant(chosen)) for chosen in combinations(rows, r)]
            assert max(minors) <= bounds.leverage(size, forms, r)


def test_leverage_of_zeros_and_ones_is_that_of_signs() -> None:
    # 0/1 matrices of size k have determinants up to (k + 1)^((k + 1) / 2) / 2^k, that of a Hadamard
    # matrix of size k + 1.
    rows = [(1, *x) for x in product((0, 1), repeat=3)]
    gram = [[sum(row[i] * row[j] for row in rows) for j in range(4)] for i in range(4)]
    forms = [
        -int(determinant([[*line, x] for line, x in zip(gram, row, strict=True)] + [[*row, 0]]))
        for row in rows
    ]
    assert bounds.leverage(int(determinant(gram)), forms, 4) == 2
