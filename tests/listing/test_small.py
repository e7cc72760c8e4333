"""Every small matrix against the definition, by every algorithm that lists."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from arrangements import Chirotope, Configuration, ranking_pattern, sign_pattern
from arrangements.kernels.listing import narrow, wide
from arrangements.layers.patterns import SignPattern
from arrangements.matroids.chirotopes import chirotope
from arrangements.matroids.chirotopes.cocircuit_words import words_from_rows
from tests.listing import brute

# All multisets of n rows with entries -1, 0, 1, zero, equal and opposite rows included: (n, d).
SHAPES = [
    (0, 2),
    (1, 0),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (1, 2),
    (2, 2),
    (3, 2),
    (4, 2),
    (1, 3),
    (2, 3),
]


def matrices(n: int, d: int) -> list[tuple[tuple[int, ...], ...]]:
    return list(combinations_with_replacement(product((-1, 0, 1), repeat=d), n))


@pytest.mark.parametrize(
    ("n", "d"),
    [
        *SHAPES,
        pytest.param(3, 3, marks=pytest.mark.slow),
        pytest.param(4, 3, marks=pytest.mark.slow),
    ],
)
def test_all_matrices(n: int, d: int) -> None:
    for rows in matrices(n, d):
        configuration = Configuration(rows, dimension=d)
        assert set(sign_pattern(configuration)) == brute.topes(rows, d), rows
        ranked = {
            tuple(int(label) - 1 for label in ranking) for ranking in ranking_pattern(configuration)
        }
        assert ranked == brute.rankings(rows, d), rows


def rank_three(seed: int, count: int) -> list[list[list[int]]]:
    """Degenerate integer matrices of full column rank 3 to 5 without zero rows."""
    random = np.random.default_rng(seed)
    found: list[list[list[int]]] = []
    while len(found) < count:
        d = int(random.integers(3, 6))
        matrix = random.integers(-1, 2, (int(random.integers(d, 9)), d))
        if matrix.any(axis=1).all() and np.linalg.matrix_rank(matrix) == d:
            found.append(matrix.tolist())
    return found


@pytest.mark.parametrize("seed", range(4))
def test_all_kernels_agree(seed: int) -> None:
    for rows in rank_three(seed, 25):
        n, rank = len(rows), len(rows[0])
        expected = narrow.half_topes(rows)[:, None]
        words = words_from_rows(rows)
        assert np.array_equal(
            narrow.half_topes_of_cocircuits(*words, n, rank)[:, None], expected
        ), rows
        assert np.array_equal(wide.half_topes_wide(rows), expected), rows
        assert np.array_equal(wide.half_topes_of_cocircuits_wide(*words, n, rank), expected), rows
        if rank == 3 and n < 8:
            assert set(SignPattern([str(i) for i in range(n)], expected)) == brute.topes(
                rows, rank
            ), rows


@pytest.mark.parametrize(("n", "d"), [(70, 3), (80, 4), (66, 5)])
def test_many_rows(n: int, d: int) -> None:
    for bound in (1, 2):
        random = np.random.default_rng(n)
        matrix = random.integers(-bound, bound + 1, (n, d))
        rows = matrix[matrix.any(axis=1)].tolist()
        listed = wide.half_topes_wide(rows)
        if d < 5:
            assert np.array_equal(
                wide.half_topes_of_cocircuits_wide(*words_from_rows(rows), len(rows), d), listed
            )
        # The first 64 rows alone, by the one-word kernel, are what the many rows leave of them.
        pattern = SignPattern([str(i) for i in range(len(rows))], listed)
        assert np.array_equal(
            pattern.projected(pattern.labels[:50]).words, narrow.half_topes(rows[:50])[:, None]
        )


def test_methods_agree() -> None:
    for rows in rank_three(9, 15):
        configuration = Configuration(rows)
        assert sign_pattern(configuration, method="lp") == sign_pattern(
            configuration, method="chirotope"
        )
        few = configuration.restricted_to(range(min(5, len(rows))))
        assert ranking_pattern(few, method="lp") == ranking_pattern(few, method="chirotope")


def test_chirotopes_alone() -> None:
    for d in (1, 2):
        for rows in matrices(3, d):
            configuration = Configuration(rows)
            assert sign_pattern(chirotope(configuration)) == sign_pattern(configuration)
    for rows in rank_three(10, 20):
        assert sign_pattern(chirotope(Configuration(rows))) == sign_pattern(Configuration(rows))


def test_a_chirotope_that_no_matrix_has() -> None:
    # Pappus: nine points on nine lines, three by three; the theorem forces the ninth line. Freeing
    # it gives the non-Pappus chirotope.
    points = [[0, 0, 1], [2, 0, 1], [6, 0, 1], [0, 1, 1], [1, 1, 1], [4, 1, 1]]

    def meet(a: list[int], b: list[int], c: list[int], d: list[int]) -> list[int]:
        return np.cross(np.cross(a, b), np.cross(c, d)).tolist()

    a, b, c, d, e, f = points
    pappus = chirotope(
        Configuration([*points, meet(a, e, d, b), meet(a, f, d, c), meet(b, f, e, c)])
    )
    assert pappus.sign(6, 7, 8) == 0
    signs = pappus.signs.copy()
    signs[-1] = 1
    freed = Chirotope(9, 3, signs)
    assert freed.violation() is None
    # One more triangle appears, and no line moves: the point where three lines met becomes a
    # triangle.
    assert len(sign_pattern(freed)) == len(sign_pattern(pappus)) + 2
