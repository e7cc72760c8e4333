"""What plain Python takes and what compiled code takes to be there: the prices of
``arrangements.pure_python.choice``, measured again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from arrangements import load
from arrangements.listing import pairs_to_rankings
from arrangements.pure_python import choice, flat_counting, many_flats, topes
from tests.bench.figures import record

pytestmark = pytest.mark.bench

ASK = """
import sys, time
import arrangements.pure_python.choice as choice
choice.pure_python.spent = sys.maxsize
from arrangements import load, count_topes, sign_pattern
start = time.process_time()
{question}
print(time.process_time() - start)
"""


@pytest.mark.parametrize(
    ("what", "question"),
    [("list", 'sign_pattern(load("threshold:4"))'), ("count", 'count_topes(load("threshold:4"))')],
)
def test_seconds_until_compiled_code_runs(what: str, question: str, tmp_path: Path) -> None:
    """Twice in a fresh process, the first time without anything kept."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    for nearness in ("missing", "kept"):
        run = [sys.executable, "-c", ASK.format(question=question)]
        seconds = float(
            subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout
        )
        print(
            f"\n{what}, compiled code {nearness}: {seconds:.2f} s, price {choice.PRICES[nearness] / 1e6} s"
        )
        record(f"first {what}, compiled code {nearness}", seconds)


@pytest.mark.parametrize(
    "name",
    ["threshold:4", "threshold:5", "random:40x4:bound=9:seed=1", "random:16x6:bound=9:seed=1"],
)
def test_microseconds_of_a_step(name: str) -> None:
    rows = [tuple(row) for row in load(name).integer_rows()]
    for what, work in (("list", topes.half_topes), ("count", flat_counting.affine_numbers)):
        start = time.process_time()
        work(rows)
        seconds = time.process_time() - start
        price = choice.pure_python._price(rows) / 1e6
        print(f"\n{what} {name} in plain Python: {seconds:.3f} s, price {price:.3f} s", end="")
        record(f"{what} {name} in plain Python", seconds)


@pytest.mark.parametrize(
    "name",
    ["threshold:5", "resonance:6", "random:40x4:bound=9:seed=1", "random:16x6:bound=9:seed=1"],
)
def test_microseconds_of_a_row_by_numpy(name: str) -> None:
    rows = [tuple(row) for row in load(name).integer_rows()]
    start = time.process_time()
    _, seen = many_flats.affine_numbers(rows, 10**8)
    seconds = time.process_time() - start
    print(
        f"\ncount {name} by NumPy: {seconds:.3f} s, {seen:,} rows on flats, price {seen / choice._ROWS / 1e6:.3f} s",
        end="",
    )
    record(f"count {name} by NumPy", seconds)


def test_rankings_from_which_the_kernel_pays() -> None:
    words = np.random.default_rng(0).integers(
        0, 2**63, (pairs_to_rankings._FEW, 1), dtype=np.uint64
    )
    seconds = []
    methods: tuple[pairs_to_rankings.Method, ...] = ("numpy", "kernel")
    for method in methods:
        pairs_to_rankings.ranked(words, 11, method)
        start = time.process_time()
        pairs_to_rankings.ranked(words, 11, method)
        seconds.append(time.process_time() - start)
    by_numpy, by_kernel = (1e3 * x for x in seconds)
    print(
        f"\n{len(words):,} rankings of 11 labels: {by_numpy:.1f} ms by NumPy, {by_kernel:.1f} ms by the kernel when loaded"
    )
