"""Rates: the exact check of lemma-5.3 beside the obvious float version, rates of all checks, and
two workers against one.
"""

from __future__ import annotations

import time
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from arrangements.running.executors import Processes
from proofs.search.determinations.checks import CHECKS, find
from proofs.search.determinations.shards import evaluate
from proofs.search.families import family
from proofs.search.suites.runner import run
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite

pytestmark = pytest.mark.bench


def float_check(rows: np.ndarray) -> np.ndarray:
    """Signs of the minors of U against those of the left singular vectors of its cosine matrix, up
    to a common sign; tolerance 1e-10.

    All matrices at once, which is the fastest way to use NumPy. Wrong for zero rows and for ranks
    below d.
    """
    _, n, d = rows.shape
    u = rows.astype(float)
    with np.errstate(invalid="ignore"):
        u /= np.linalg.norm(u, axis=2, keepdims=True)
    u = np.nan_to_num(u)
    span = np.linalg.svd(u @ u.transpose(0, 2, 1))[0][:, :, :d]
    chosen = np.array(list(combinations(range(n), d)))
    one, other = (np.linalg.det(matrix[:, chosen]) for matrix in (u, span))
    one, other = (np.sign(minors) * (np.abs(minors) > 1e-10) for minors in (one, other))
    return (one == other).all(axis=1) | (one == -other).all(axis=1)


def best(function, argument, times: int = 3) -> float:  # type: ignore[no-untyped-def]
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        function(argument)
        seconds.append(time.perf_counter() - began)
    return min(seconds)


@pytest.mark.parametrize(
    ("n", "d", "bound", "count"), [(5, 2, 5, 20000), (10, 4, 5, 3000), (10, 4, 9, 3000)]
)
def test_exact_is_no_slower_than_floats(n: int, d: int, bound: int, count: int) -> None:
    made = family(f"random:{n}x{d}:bound={bound}:seed=3:count={count}")
    rows = np.concatenate([batch.rows for batch in made.batches(0, count)])  # type: ignore[attr-defined]
    check = find("lemma-5.3:instances")
    part = evaluate(check, made, 0, count)
    assert part.failed == 0
    # Ours includes making the matrices, and big integers where 64 bits do not suffice.
    ours, whole = (
        best(lambda stop: evaluate(check, made, 0, stop), count) / count,
        best(float_check, rows) / count,
    )
    single = best(lambda many: [float_check(one[None]) for one in many], rows[:500]) / 500
    print(
        f"\nlemma-5.3, {n} x {d}, entries to {bound}: exact {ours * 1e6:.1f} us a matrix ({part.large} of {count} by big integers), "
        f"floats {whole * 1e6:.1f} us all at once, {single * 1e6:.1f} us one by one; {whole / ours:.1f} times as fast"
    )
    assert ours <= whole


def test_rates_of_checks() -> None:
    for check in CHECKS:
        for name in ("grid:5x2:2", "grid-affine:5x2:2", "grid:5x3:1"):
            made = family(name)
            stop = made.span // (50 if check.id == "three-methods" else 1)
            evaluate(check, made, 0, 10)
            began = time.perf_counter()
            part = evaluate(check, made, 0, stop)
            seconds = time.perf_counter() - began
            print(
                f"{check.id:24} {name:18} {seconds / part.members * 1e6:9.1f} us a class, {part.matrices / seconds:14,.0f} matrices/s"
            )


def test_two_workers(tmp_path: Path) -> None:
    """Both pools are warm, so that the time to start a process does not count."""
    suite = Suite("two", (Job("lemma-5.3", "grid:6x2:3", True, 40),))
    warm = Suite("warm", (Job("lemma-5.3", "grid:5x2:2", True, 40),))
    seconds = []
    for width in (1, 2):
        with Processes(width) as executor:
            with Store(warm, None) as store:
                run(store, executor)
            with Store(suite, tmp_path / f"{width}.db") as store:
                began = time.perf_counter()
                run(store, executor)
                seconds.append(time.perf_counter() - began)
    print(
        f"\none worker {seconds[0]:.1f} s, two workers {seconds[1]:.1f} s: {seconds[0] / seconds[1]:.2f} times"
    )
    assert seconds[0] / seconds[1] > 1.7
