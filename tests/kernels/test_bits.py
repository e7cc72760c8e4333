"""Machine instructions against what they stand for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arrangements.kernels import bits
from arrangements.kernels.jit import kernel

ALL = np.uint64(2**64 - 1)


@kernel
def leading_zeros(word: Any) -> Any:
    return bits.leading_zeros(word)


@kernel
def ones(word: Any) -> Any:
    return bits.ones(word)


@kernel
def zero_and_nan(array: Any) -> Any:
    return bits.where_zero(array), bits.where_nan(array)


@kernel
def compared(array: Any, number: Any) -> Any:
    return (
        bits.where_greater(array, number),
        bits.where_less(array, number),
        bits.where_equal(array, number),
    )


@kernel
def rank_among(words: Any, count: Any, word: Any) -> Any:
    return bits.rank_among(words, count, word)


@kernel
def move_run(words: Any, read: Any, write: Any, last: Any) -> Any:
    return bits.move_run(words, read, write, last)


@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1, 12345678901234567890])
def test_counts(word: int) -> None:
    for function in (ones, leading_zeros):
        assert function(np.uint64(word)) == function.py_func(np.uint64(word))


@pytest.mark.parametrize("seed", range(5))
def test_comparisons(seed: int) -> None:
    random = np.random.default_rng(seed)
    array = random.choice([-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan], 64)
    assert zero_and_nan(array) == zero_and_nan.py_func(array)
    for number in (-np.inf, -1.0, 0.0, 1.0, np.inf):
        assert compared(array, number) == compared.py_func(array, number)
    words = np.full(65, ALL)
    for count in (3, 16, 17, 64):
        words[:count] = random.integers(0, 9, count)
        for word in range(10):
            assert rank_among(words, count, np.uint64(word)) == rank_among.py_func(
                words, count, np.uint64(word)
            )


def test_moving_runs() -> None:
    sorted_words = np.arange(0, 60, 2, dtype=np.uint64)
    for last in range(61):
        compiled, plain = sorted_words.copy(), sorted_words.copy()
        found = move_run(compiled, 15, 29, np.uint64(last))
        assert found == move_run.py_func(plain, 15, 29, np.uint64(last))
        assert np.array_equal(compiled, plain)
