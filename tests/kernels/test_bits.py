"""Machine instructions against what they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from arrangements.kernels import bits

ALL = np.uint64(2**64 - 1)


@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1, 12345678901234567890])
def test_counts(word: int) -> None:
    for function in (bits.ones, bits.leading_zeros):
        assert function(np.uint64(word)) == function.py_func(np.uint64(word))


@pytest.mark.parametrize("seed", range(5))
def test_comparisons(seed: int) -> None:
    random = np.random.default_rng(seed)
    array = random.choice([-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan], 64)
    for function in (bits.where_zero, bits.where_nan):
        assert function(array) == function.py_func(array)
    for function in (bits.where_greater, bits.where_less, bits.where_equal):
        for number in (-np.inf, -1.0, 0.0, 1.0, np.inf):
            assert function(array, number) == function.py_func(array, number)
    words = np.full(65, ALL)
    for count in (3, 16, 17, 64):
        words[:count] = random.integers(0, 9, count)
        for word in range(10):
            assert bits.rank_among(words, count, np.uint64(word)) == bits.rank_among.py_func(words, count, np.uint64(word))


def test_moving_runs() -> None:
    sorted_words = np.arange(0, 60, 2, dtype=np.uint64)
    for last in range(61):
        compiled, plain = sorted_words.copy(), sorted_words.copy()
        found = bits.move_run(compiled, 15, 29, np.uint64(last))
        assert found == bits.move_run.py_func(plain, 15, 29, np.uint64(last))
        assert np.array_equal(compiled, plain)
