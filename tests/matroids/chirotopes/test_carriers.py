"""The bounds that decide in which numeric type minors are computed, against exact minors."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from arrangements.exact.linear import determinant
from arrangements.exact.linear.bounds import expansion_roundings
from arrangements.exact.numbers import exact
from arrangements.matroids.chirotopes.carriers import carry
from arrangements.matroids.chirotopes.expansion import minor_tables
from arrangements.matroids.chirotopes.scaled_matrices import exact_matrix

SEED = 20260305


def test_int64_up_to_the_bound() -> None:
    assert carry(exact_matrix([[2**31, 0], [0, 2**31 - 1]]), 20).rows.dtype == np.int64
    assert carry(exact_matrix([[2**31, 0], [0, 2**31]]), 20).rows.dtype == np.float64
    assert carry(exact_matrix([[2**62, 1], [0, 0]]), 20).rows.dtype == np.float64


@pytest.mark.parametrize("r", range(1, 7))
@pytest.mark.parametrize("kind", ["gaussian", "wide range", "sparse", "number field"])
def test_float_errors_stay_within_the_tolerance(r: int, kind: str) -> None:
    """The table of r-minors of the scaled rows, by expansion along one row at a time, against exact
    determinants.
    """
    print("seed", SEED)
    rng = random.Random(f"{SEED} {r} {kind}")
    size = {"gaussian": 40, "wide range": 300, "sparse": 60, "number field": 20}[kind]
    rows = [
        [rng.randint(-(2**size), 2**size) >> rng.choice([0, 0, size // 2]) for _ in range(r)]
        for _ in range(r + 3)
    ]
    if kind == "sparse":
        rows = [[x if rng.random() < 0.4 else 0 for x in row] for row in rows]
    if kind == "number field":
        rows = [[x + exact("sqrt(7)") * rng.randint(-9, 9) for x in row] for row in rows]
    matrix = exact_matrix(rows)
    carried = carry(matrix, expansion_roundings(r, 0, 0))
    if carried.tolerance == 0:
        return
    computed = minor_tables(carried.rows, r)[r][0]
    subsets = sorted(combinations(range(len(rows)), r), key=lambda s: s[::-1])
    for number, subset in enumerate(subsets):
        true = determinant([matrix.rows[e] for e in subset])
        scale = Fraction(1)
        for e in subset:
            place = next((j for j in range(r) if carried.rows[e][j]), None)
            if place is not None:
                # The exponent of the row: the exact entry over the rounded one, to the nearest
                # power of two.
                ratio = abs(float(matrix.rows[e][place] / Fraction(float(carried.rows[e][place]))))
                scale *= Fraction(2) ** round(np.log2(ratio))
        assert abs(true / scale - Fraction(float(computed[number]))) <= Fraction(carried.tolerance)
        if abs(computed[number]) <= carried.tolerance:
            assert abs(true) <= carried.small
