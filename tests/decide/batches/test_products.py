"""Exact products against fractions."""

from fractions import Fraction

import numpy as np
import pytest

from arrangements.decide.dyadic.products import POINT_BITS, DyadicMatrix, exact_product
from arrangements.errors import BadInput, InternalError


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i4"])
def test_leaders_and_values(kind):
    draw = np.random.default_rng(1)
    for turn in range(60):
        n, k = draw.integers(1, 8), draw.integers(1, 6)
        entries = (draw.normal(size=(n, k)) * 10.0 ** draw.integers(-3, 3)).astype(kind)
        if turn % 3 == 0:
            entries[draw.integers(0, n)] = entries[0]
        if turn % 5 == 0 and kind == "f8":
            entries *= 10.0 ** draw.integers(-100, 60, size=entries.shape)
        rows = DyadicMatrix(entries)
        exact = [[Fraction(float(x)) for x in row] for row in entries]
        points = draw.integers(-(2**POINT_BITS), 2**POINT_BITS, size=(5, k))
        for point, leader in zip(points.tolist(), rows.leaders(points), strict=True):
            values = [sum(a * b for a, b in zip(row, point, strict=True)) for row in exact]
            assert leader == (values.index(max(values)) if values.count(max(values)) == 1 else -1)
            long = [x * 10**20 + 3 for x in point]
            values = [sum(a * b for a, b in zip(row, long, strict=True)) for row in exact]
            assert [Fraction(x) / 2**rows.scale for x in rows.values(long)] == values


def test_nearly_equal_rows_are_told_apart():
    rows = DyadicMatrix(
        np.array([[1.0, 1.0], [1.0, np.nextafter(1.0, 2)], [1.0, np.nextafter(1.0, 0)]])
    )
    assert rows.leaders(np.array([[1, 1], [1, -1], [1, 0]])).tolist() == [1, 2, -1]


def test_the_bound_is_sharp():
    # One more and float64 would round: 2^53 + 1 is no float.
    assert exact_product(1 << 36, 1 << 17)
    assert not exact_product((1 << 36) + 1, 1 << 17)
    assert float(2**53) == float(2**53 + 1)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (np.zeros(3), "two-dimensional"),
        (np.array([["a"]]), "floats or integers"),
        (np.array([[np.nan]]), "finite"),
        (np.array([[np.inf]]), "finite"),
        (np.array([[2**60]]), "at most 2"),
        (np.array([[1e-200, 1e200]]), "900 bits"),
    ],
)
def test_refused(entries, message):
    with pytest.raises(BadInput, match=message):
        DyadicMatrix(entries)


def test_points_beyond_the_bound_are_no_input():
    rows = DyadicMatrix(np.array([[1.0, 2.0], [2.0, 1.0]]))
    with pytest.raises(InternalError, match="may be rounded"):
        rows.leaders(np.array([[0, (1 << POINT_BITS) + 1]]))
