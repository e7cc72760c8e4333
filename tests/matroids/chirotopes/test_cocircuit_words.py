"""Cocircuit words: from rows, from signs and by the definition."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from flint import fmpz_mat

from arrangements.errors import BadInput, LimitReached
from arrangements.matroids.chirotopes.cocircuit_words import (
    colex_from_lex,
    words_from_rows,
    words_from_signs,
)
from arrangements.matroids.chirotopes.minors import minor_signs
from arrangements.running import limited

SEED = 20260302


def by_definition(rows: list[list[int]], r: int) -> tuple[list[list[int]], list[list[int]]]:
    n = len(rows)
    width = max(1, -(-n // 64))
    positive, nonzero = [], []
    for subset in sorted(combinations(range(n), r - 1), key=lambda s: s[::-1]):
        plus, some = [0] * width, [0] * width
        for e in range(n):
            minor = fmpz_mat([rows[i] for i in subset] + [rows[e]]).det()
            plus[e // 64] |= int(minor > 0) << (63 - e % 64)
            some[e // 64] |= int(minor != 0) << (63 - e % 64)
        positive.append(plus)
        nonzero.append(some)
    return positive, nonzero


def agree(rows: list[list[int]], r: int) -> None:
    expected = by_definition(rows, r)
    matrix = np.array(rows, object).reshape(len(rows), r)
    for words in (words_from_rows(matrix), words_from_signs(minor_signs(matrix), len(rows), r)):
        assert tuple(array.tolist() for array in words) == expected


@pytest.mark.parametrize("r", range(1, 7))
@pytest.mark.parametrize("bits", [1, 30, 90])
def test_random(r: int, bits: int) -> None:
    rng = random.Random(f"{SEED} {r} {bits}")
    print("seed", SEED)
    for n in (0, 1, r - 1, r, r + 3):
        rows = [[rng.randint(-(2**bits), 2**bits) for _ in range(r)] for _ in range(n)]
        if n > 3:
            rows[1] = [-2 * x for x in rows[0]]
            rows[3] = [0] * r
        agree(rows, r)


@pytest.mark.parametrize(("n", "r"), [(64, 2), (65, 2), (66, 3), (130, 2), (70, 1)])
@pytest.mark.parametrize("bits", [2, 40])
def test_more_than_one_word(n: int, r: int, bits: int) -> None:
    rng = random.Random(SEED)
    agree([[rng.randint(-(2**bits), 2**bits) for _ in range(r)] for _ in range(n)], r)


def test_orders() -> None:
    for n in range(7):
        for r in range(n + 2):
            lex = list(combinations(range(n), r))
            order = sorted(range(len(lex)), key=lambda i: lex[i][::-1])
            assert colex_from_lex(np.arange(len(lex)), n, r).tolist() == order


def test_refusals() -> None:
    with pytest.raises(BadInput, match="rank must be at least 1"):
        words_from_rows([[], []])
    with pytest.raises(BadInput, match="number of signs must be 3"):
        words_from_signs(np.zeros(4, np.int8), 3, 2)
    with (
        pytest.raises(LimitReached, match="cocircuits must fit in 1000 bytes, not need 12800"),
        limited("the test", memory=1000),
    ):
        words_from_signs(np.ones(1, np.int8), 200, 200)
