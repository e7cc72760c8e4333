"""Rates of the minor and cocircuit kernels, and TOPCOM's ``points2chiro`` on the same matrix where
it is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from arrangements import load
from arrangements.matroids.chirotopes import Chirotope
from arrangements.matroids.chirotopes.cocircuit_words import (
    words_from_rows,
    words_from_signs,
)
from arrangements.matroids.chirotopes.minors import minor_signs
from tests.bench.figures import record

pytestmark = pytest.mark.bench

SMALL = load("random:40x6:bound=9").reduced_rows()
TOPCOM = shutil.which("points2chiro") or shutil.which("topcom-points2chiro")


def float_rows(n: int, d: int) -> list[list[Fraction]]:
    matrix = np.random.default_rng(1).normal(size=(n, d)).astype(np.float32)
    return [[Fraction(float(x)) for x in row] for row in matrix]


def structured_rows(size: int) -> list[list[int]]:
    """Differences of 11 points: most minors of four or more of them vanish, and the entries are too
    large for int64.
    """
    points = np.random.default_rng(1).integers(-size, size, (11, 5)).tolist()
    return [
        [x - y for x, y in zip(points[i], points[j], strict=True)]
        for j in range(11)
        for i in range(j)
    ]


def best(work: Callable[[], Any], times: int = 4) -> float:
    """Seconds of the fastest of several runs, the first of which compiles."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent)


def test_minors() -> None:
    seconds = best(lambda: minor_signs(SMALL))
    report("minors, 40 x 6, entries up to 9", comb(40, 6), seconds)
    assert seconds <= 0.05
    report("minors, 40 x 6, float32", comb(40, 6), best(lambda: minor_signs(float_rows(40, 6))))
    structured = structured_rows(10**9)
    signs = minor_signs(structured)
    report(
        f"minors, 55 x 5 differences, {int((signs == 0).sum()):,} zero",
        comb(55, 5),
        best(lambda: minor_signs(structured)),
    )


def test_cocircuit_words() -> None:
    signs, rows = minor_signs(SMALL), float_rows(40, 6)
    for name, seconds in {
        "from small rows": best(lambda: words_from_rows(SMALL)),
        "from float32 rows": best(lambda: words_from_rows(rows)),
        "from signs": best(lambda: words_from_signs(signs, 40, 6)),
    }.items():
        report(f"cocircuits, 40 x 6, {name}", comb(40, 5), seconds)
        assert seconds <= 0.2


@pytest.mark.peer
@pytest.mark.skipif(TOPCOM is None, reason="TOPCOM is not installed")
def test_against_topcom() -> None:
    assert TOPCOM is not None
    text = str([list(row) for row in SMALL])
    start = time.perf_counter()
    done = subprocess.run([TOPCOM], input=text, capture_output=True, text=True, check=True)
    theirs = time.perf_counter() - start
    ours = best(lambda: minor_signs(SMALL))
    record("chirotope of random:40x6", ours, count=comb(40, 6), peer="TOPCOM", theirs=theirs)
    print(
        f"\nTOPCOM points2chiro, the same matrix: {theirs:.1f} s, {theirs / ours:,.0f} times ours"
    )
    assert Chirotope.from_topcom(done.stdout) == Chirotope(40, 6, minor_signs(SMALL))
    assert theirs >= 400 * ours


def report(what: str, count: int, seconds: float) -> None:
    record(what, seconds, count=count)
    print(
        f"\n{what}: {count:,} in {seconds * 1000:.1f} ms, {count / seconds / 1e6:,.1f} million/s",
        end="",
    )
