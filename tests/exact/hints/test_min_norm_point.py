"""Programs at which floating point fails: what it says is a guess, the answers are exact, and
nothing is printed.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from arrangements.exact.hints.min_norm_point import min_norm_point
from arrangements.exact.programs import _cdd
from arrangements.exact.programs.motzkin import METHODS, is_refutation, motzkin
from arrangements.exact.programs.witnesses import is_witness
from arrangements.running.isolation import isolated
from tests.seeds import until

CORPUS = json.loads((Path(__file__).parent / "float_start.json").read_text(encoding="utf-8"))[
    "programs"
]
SIZES = ((10**30, 2**63, 1, 2), (10**30, 10**18, 1, 0), (10**15, 10**8, 1, 2), (10**400, 1, 2, 3))


def outcomes(programs: list) -> list:
    return [[motzkin(rows, [], len(rows[0]), method) for method in METHODS] for rows in programs]


def test_programs_that_ended_the_process_of_another_solver(capfd: pytest.CaptureFixture) -> None:
    assert len(CORPUS) >= 20
    for rows, found in zip(CORPUS, isolated(outcomes, CORPUS, instance="the corpus"), strict=True):
        assert len({answer for answer, _ in found}) == 1
        for answer, values in found:
            assert is_witness(rows, [], values) if answer else is_refutation(rows, [], values)
    assert capfd.readouterr() == ("", "")


def hostile(chance: random.Random) -> tuple[list, int]:
    """Rows with numbers of very different size, some of them nearly sums of others."""
    n, d, sizes = chance.randint(1, 9), chance.randint(1, 5), chance.choice(SIZES)
    rows: list[list[int]] = []
    for _ in range(n):
        row = [
            sum(chance.choice((-1, 0, 1)) * c for c in chance.sample(sizes, chance.randint(1, 2)))
            for _ in range(d)
        ]
        if len(rows) > 1 and chance.random() < 0.4:
            a, b = chance.sample(rows, 2)
            row = [
                chance.choice((1, -1)) * x + y + chance.choice((0, 0, 1, -1))
                for x, y in zip(a, b, strict=True)
            ]
        rows.append(row)
    return rows, d


def test_hostile_programs_have_one_answer() -> None:
    """Strict, equality and weak rows of very different size: the outcome is verified inside, the
    answer does not depend on the method.
    """
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    seen = Counter[tuple[bool, bool, bool]]()
    for _ in until(seen, dict.fromkeys(product((True, False), repeat=3), 1), 400):
        rows, d = hostile(chance)
        first, last = sorted((chance.randint(1, len(rows)), chance.randint(1, len(rows))))
        methods = [method for method in METHODS if method != "cdd" or _cdd.fits(rows, d)]
        answers = {
            method: motzkin(rows[:first], rows[first:last], d, method, rows[last:])[0]
            for method in methods
        }
        assert len(set(answers.values())) == 1, (rows, first, last)
        seen[answers["auto"], first < last, last < len(rows)] += 1


def test_weak_rows_without_an_interior() -> None:
    """Weak rows that vanish together, in nested ways; the answers are those of pivoting."""
    vectors = [v for v in product((-1, 0, 1), repeat=3) if any(v)]
    chance = random.Random(3)
    for _ in range(300):
        weak = chance.sample(vectors, 3)
        weak += [
            [-c for c in weak[0]],
            [0, 0, 0],
            [-a - b for a, b in zip(weak[1], weak[2], strict=True)],
        ][: chance.randint(1, 3)]
        strict = chance.sample(vectors, 2)
        chance.shuffle(weak)
        answers = [motzkin(strict, [], 3, method, weak)[0] for method in METHODS]
        assert len(set(answers)) == 1, (strict, weak)


def test_the_nearest_point_is_the_deepest() -> None:
    """Against the best of many directions, in the plane and on the sphere."""
    seed = 7
    print(f"seed {seed}")
    generator = np.random.default_rng(seed)
    for d in (2, 3):
        directions = generator.standard_normal((20000, d))
        directions /= np.linalg.norm(directions, axis=1)[:, None]
        for _ in range(20):
            rows = generator.integers(-9, 10, (6, d))
            rows[:, 0] = abs(rows[:, 0]) + 1
            point, span = min_norm_point(rows.tolist(), [], d, deepest=True)
            units = rows / np.linalg.norm(rows, axis=1)[:, None]
            depth = (units @ point).min() / np.linalg.norm(point)
            assert (directions @ units.T).min(axis=1).max() <= depth + 1e-9
            assert len(span) <= d


@pytest.mark.parametrize(
    "rows",
    [
        [[0, 1], [10**400, 0]],
        [[1, 0], [-1, 10**-300]],
        [[1e-320, 0]],
        [[0, 0]],
        [[1, 2]] * 50,
        [[5], [-5]],
    ],
)
def test_awkward_rows_give_a_hint_or_none(rows: list) -> None:
    point, span = min_norm_point(
        rows, [[1, -1], [2, -2]] if len(rows[0]) == 2 else [], len(rows[0])
    )
    assert all(0 <= k < len(rows) for k in span)
    assert all(np.isfinite(point))
