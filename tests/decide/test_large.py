"""Large and awkward questions: floats filter, exact arithmetic concludes. And what a small question
costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from arrangements import Configuration, load
from arrangements.decide.answers import decide_argmax, decide_signs, decide_tie
from arrangements.exact.linear import rank
from arrangements.exact.programs.circuits import circuit
from arrangements.exact.programs.motzkin import METHODS, motzkin


def matrix(n: int, d: int, seed: int = 5) -> np.ndarray:
    print(f"seed {seed}")
    return np.random.default_rng(seed).standard_normal((n, d)).astype(np.float32)


def signs(rows: np.ndarray, x: np.ndarray) -> str:
    return "".join("+" if value > 0 else "-" for value in rows.astype(float) @ x)


def test_a_large_float_matrix() -> None:
    rows = matrix(600, 30)
    c = Configuration(rows)
    x = np.random.default_rng(1).standard_normal(30)
    for text, expected in (
        (signs(rows, x), True),
        ("+" * 600, False),
        ("0" * 3 + "?" * 500 + "+" * 97, None),
    ):
        answer, certificate = decide_signs(c, text)
        certificate.check()
        assert expected is None or answer is expected
    for label in "123":
        decide_argmax(c, label)[1].check()
    assert decide_tie(c, "1,2")[1].check()


def test_what_floats_cannot_see() -> None:
    """A label at the midpoint of two others, exactly and off by 2^-40 of a unit: the answers
    differ, the floats do not.
    """
    rows = [[int(c) for c in row] for row in np.random.default_rng(2).integers(-99, 100, (300, 24))]
    for shift, expected in ((0, False), (1, True)):
        points = [[c * 2**41 for c in row] for row in rows]
        points[0] = [(a + b) // 2 for a, b in zip(points[1], points[2], strict=True)]
        points[0] = [c + shift * s for c, s in zip(points[0], rows[0], strict=True)]
        c = Configuration([[1, *p] for p in points[:40]])
        for method in METHODS:
            answer, certificate = decide_argmax(c, "1", method=method)
            assert answer is expected
            certificate.check()


def test_minimal_refutations_are_circuits() -> None:
    rows = [[int(c) for c in row] for row in np.random.default_rng(3).integers(-9, 10, (40, 5))]
    answer, certificate = decide_signs(Configuration(rows), "+" * 40, minimal=True)
    support = [rows[k] for k in certificate.evidence.support]
    assert not answer
    assert rank(support) == len(support) - 1
    weights = circuit([[1, 0], [-1, 0], [0, 1], [0, -1], [0, 2]], 4, [1, 1, 3, 5, 1])
    assert [bool(w) for w in weights].count(True) == 2
    # Equalities alone prove nothing: they are eliminated, the strict rows stay.
    assert circuit([[1], [-1], [2], [3]], 1, [1, 1, 3, -2]) in (
        [1, 1, 0, 0],
        [2, 0, -1, 0],
        [3, 0, 0, -1],
    )


def test_deep_witnesses_are_deep() -> None:
    c = load("random:40x6:bound=9:seed=1")
    rows = np.array(c.integer_rows(), float)
    text = signs(rows, np.ones(6))

    def depth(**options: bool) -> float:
        answer, certificate = decide_signs(c, text, **options)
        assert answer
        certificate.check()
        x = np.array([float(v) for v in certificate.evidence.point])
        return float(np.min(np.abs(rows @ x) / np.linalg.norm(rows, axis=1)) / np.linalg.norm(x))

    assert depth(deep=True) > 2 * depth()
    for kind in (
        decide_tie(load("paper/C.2"), "0,1", deep=True),
        decide_argmax(load("paper/5.5-model-1"), "3", deep=True),
    ):
        kind[1].check()


@pytest.mark.slow
def test_2000_rows_of_float32_in_dimension_50() -> None:
    rows = matrix(2000, 50)
    c = Configuration(rows)
    x = np.random.default_rng(1).standard_normal(50)
    start = time.process_time()
    for answer, certificate in (
        decide_signs(c, signs(rows, x)),
        decide_signs(c, "+" * 2000),
        decide_argmax(c, "5"),
        decide_tie(c, "5,9"),
    ):
        certificate.check()
        print(answer, f"{time.process_time() - start:.1f} s")
    assert time.process_time() - start < 120


def fastest(call: Callable[[], object], repeats: int = 30) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.bench
def test_rates() -> None:
    large, small = (
        Configuration(matrix(2000, 50)),
        load("random:200x20:bound=9:seed=1").integer_rows(),
    )
    ordinary = load("random:64x7:bound=9:seed=1")
    possible = "".join("+" if sum(row) > 0 else "-" for row in ordinary.integer_rows())
    for name, run in {
        "signs of 64 x 7, no": lambda: decide_signs(ordinary, "+" * 64),
        "signs of 64 x 7, yes": lambda: decide_signs(ordinary, possible),
        "argmax of 2000 x 50 float32": lambda: decide_argmax(large, "5"),
        "signs of 2000 x 50 float32, no": lambda: decide_signs(large, "+" * 2000),
        "200 x 20": lambda: motzkin(small, [], 20),
    }.items():
        print(f"{name}: {fastest(run, 5) * 1e3:.2f} ms")
