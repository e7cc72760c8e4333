"""What is shown about positive weights, against exact kernels and against the checker's own bounds."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from arrangements.checker.batches import surround
from arrangements.exact import linear
from arrangements.exact.linear.positive_weights import shown_positive
from tests.seeds import few


def positive(table: np.ndarray) -> bool:
    """Whether the columns have one relation, up to a factor, and that of one sign, by rationals."""
    rows = [[Fraction(float(x)) for x in row] for row in table]
    (*relations,) = linear.kernel(rows, table.shape[1])
    return (
        len(relations) == 1
        and len({(x > 0) - (x < 0) for x in relations[0]} | {0}) == 2
        and all(relations[0])
    )


def drawn(chance: random.Random, d: int) -> np.ndarray:
    """Columns with positive weights that are nearly zero, or nearly dependent, or any columns."""
    kind = chance.randrange(4)
    if kind == 0:
        return np.array([[chance.randint(-2, 2) for _ in range(d + 1)] for _ in range(d)], float)
    columns = np.array([[chance.gauss(0, 1) for _ in range(d)] for _ in range(d)])
    if kind == 1:
        columns[-1] = columns[0] + columns[-1] * 2.0 ** -chance.randint(20, 60)
    weights = np.array([2.0 ** -chance.choice((0, 0, 5, 30, 45, 55, 70)) for _ in range(d)])
    last = -(weights @ columns)
    if kind == 2 and d:
        last = last + columns[0] * weights[0] * chance.choice((1, -1)) * 2.0**-50
    table = np.vstack([columns, last[None]]).T
    scale = [[2.0 ** chance.randint(-40, 40)] for _ in range(d)]
    return np.asarray(table * np.array(scale).reshape(d, 1))


@pytest.mark.parametrize("seed", few(40, 8))
def test_what_is_shown_is_true(seed: int) -> None:
    chance = random.Random(seed)
    d = chance.randint(1, 5)
    tables = np.array([drawn(chance, d) for _ in range(60)])
    shown = shown_positive(tables)
    truth = np.array([positive(table) for table in tables])
    assert not (shown & ~truth).any(), f"seed {seed}"
    assert not (shown & ~surround(tables)).any(), f"seed {seed}"
    one_by_one = [bool(shown_positive(table[None])[0]) for table in tables]
    assert shown.tolist() == one_by_one


def test_plain_tables_are_shown() -> None:
    chance = np.random.default_rng(5)
    for d in (1, 2, 7, 30, 100):
        columns = chance.standard_normal((20, d, d))
        weights = chance.uniform(0.1, 1, (20, d, 1))
        tables = np.concatenate([columns, -(columns @ weights)], axis=2)
        assert shown_positive(tables).all()
        assert not shown_positive(np.abs(tables)).any()


def test_degenerate_tables() -> None:
    """No rows, equal columns, zero rows and columns, entries that are no moderate numbers."""
    assert shown_positive(np.zeros((0, 3, 4))).tolist() == []
    assert not shown_positive(np.zeros((2, 0, 1))).any()
    for table in (
        [[1, 1]],
        [[0, 0]],
        [[1, 0]],
        [[1, -1e250]],
        [[1, -np.inf]],
        [[1, np.nan]],
        [[1e-250, -1]],
    ):
        assert not shown_positive(np.array([table], float)).any(), table
    singular = np.array([[[1, -1, 0], [1, -1, 0]], [[1, -1, 0], [0, 1, -1]]], float)
    assert shown_positive(singular).tolist() == [False, True]
