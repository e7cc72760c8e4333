"""Published counts of affine arrangements, on all three methods: offsets make x_i - x_j = c out of
the rows of the braid arrangement.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial

import pytest

from arrangements import Configuration, Inputs, count_topes, sign_pattern
from arrangements.counting.region_counts import count

# Stanley, An introduction to hyperplane arrangements (2007), lecture 5: Shi (n + 1)^(n - 1),
# Catalan n! C_n.
SHI = [1, 3, 16, 125, 1296]
CATALAN = [factorial(n) * comb(2 * n, n) // (n + 1) for n in range(1, 5)]
# OEIS A006531
SEMIORDERS = [1, 3, 19, 183, 2371]
# OEIS A007889
LINIAL = [1, 2, 7, 36, 246, 2104]
BOUNDED_SHI = [1, 1, 4, 27, 256]  # (n - 1)^(n - 1)


def deformation(n: int, offsets: tuple[int, ...]) -> Configuration:
    """x_i - x_j = c for i < j and every c."""
    pairs = [(i, j, c) for i, j in combinations(range(n), 2) for c in offsets]
    rows = [[int(k == i) - int(k == j) for k in range(n)] for i, j, _ in pairs]
    return Configuration(
        rows, [f"{i}-{j}={c}" for i, j, c in pairs], bias=[-c for _, _, c in pairs], dimension=n
    )


@pytest.mark.parametrize(
    ("offsets", "numbers"),
    [((0, 1), SHI), ((-1, 0, 1), CATALAN), ((-1, 1), SEMIORDERS), ((1,), LINIAL)],
)
def test_regions(offsets: tuple[int, ...], numbers: list[int]) -> None:
    for n, number in enumerate(numbers, 1):
        c = deformation(n, offsets)
        assert count_topes(c) == number
        if number < 300:
            found = sign_pattern(c, "chirotope")
            assert len(found) == number
            assert found == sign_pattern(c, "lp")


def test_bounded_regions_of_the_shi_arrangement() -> None:
    """In the hyperplane x_1 = 0, where the arrangement is essential."""
    for n, number in enumerate(BOUNDED_SHI, 1):
        c = deformation(n, (0, 1))
        essential = Configuration(
            [row[1:] for row in c.rows], c.labels, bias=c.bias, dimension=n - 1
        )
        counted = count(essential)
        assert (counted.count, counted.bounded) == ((n + 1) ** (n - 1), number)
        flat = Inputs(n, (), [[0, 1, *[0] * (n - 1)]])  # type: ignore[arg-type]
        assert count_topes(c, inputs=flat) == (n + 1) ** (n - 1)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_general_position(d: int) -> None:
    """Schlaefli, Buck 1943: n hyperplanes in general position in R^d have comb(n, 0) + .. + comb(n,
    d) regions.
    """
    for n in range(7):
        c = Configuration(
            [[t**k for k in range(1, d + 1)] for t in range(1, n + 1)], bias=[1] * n, dimension=d
        )
        number = sum(comb(n, k) for k in range(d + 1))
        counted = count(c)
        assert (counted.count, counted.bounded) == (number, comb(n - 1, d) if n else 0)
        assert len(sign_pattern(c)) == len(sign_pattern(c, "lp")) == number


def test_what_needs_linear_rows_says_so() -> None:
    from arrangements import BadInput, CosineMatrix
    from arrangements.matroids.chirotopes import chirotope

    shifted = Configuration([[1, 0], [0, 1]], bias=[1, 0], name="layer")
    for ask in (CosineMatrix.of, chirotope):
        with pytest.raises(
            BadInput,
            match=r"rows without offsets, not rows with a bias \(layer\)",
        ):
            ask(shifted)
