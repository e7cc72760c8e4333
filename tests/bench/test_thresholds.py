"""Each threshold between two ways that give the same answer: both ways on either side of it, timed
again.

``THRESHOLDS`` is the one list: ``tests/architecture/test_thresholds.py`` holds it against the
constants whose line says that they are measured here.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from math import comb
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from arrangements import load, whitney_numbers
from arrangements.counting import flat_counting, images
from arrangements.counting.whitney import whitney_numbers as counted
from arrangements.exact.linear import dense
from arrangements.kernels.counting import flat_count, small_flats
from arrangements.kernels.listing import narrow
from arrangements.layers.patterns import bitset_rows
from arrangements.listing.argmax import argmax_labels, top_sets
from arrangements.listing.cone_topes import topes_in_cone
from arrangements.matroids.chirotopes.minors import minor_signs

pytestmark = pytest.mark.bench


class Case(NamedTuple):
    """A piece of work, and what the threshold must be for each way."""

    what: str
    work: Callable[[], Any]
    one: int
    other: int


def seconds(work: Callable[[], Any]) -> float:
    """Of processor time, the least of three runs after one to warm up."""
    work()
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def columns() -> Iterator[Case]:
    """Elimination in Python, or by FLINT modulo a prime."""
    for d in (4, 6, 8, 10, 14, 20):
        rng = random.Random(d)
        rows = [[rng.randint(-99, 99) for _ in range(d)] for _ in range(3 * d)]
        yield Case(f"{3 * d} x {d}", lambda rows=rows: dense.column_basis(rows), 999, 0)


def open_signs() -> Iterator[Case]:
    """A determinant for each sign that floating point leaves open, or a sieve modulo primes
    first.
    """
    for n in (7, 9, 11, 13, 16, 20):
        rng = random.Random(n)
        rows = [[rng.randint(-(10**12), 10**12) for _ in range(5)] for _ in range(n)]
        rows[1] = [2 * x for x in rows[0]]
        yield Case(
            f"{comb(n - 2, 3)} zeros of {comb(n, 5)}", lambda rows=rows: minor_signs(rows), 10**9, 0
        )


def tables_of_minors() -> Iterator[Case]:
    """The minors of the rows, or those of the relations among them."""
    for n, r in ((12, 9), (16, 12), (18, 13), (20, 15)):
        rng = random.Random(n)
        rows = [[rng.randint(-1, 1) for _ in range(r)] for _ in range(n)]
        yield Case(f"{n} x {r}", lambda rows=rows: minor_signs(rows), 1 << 60, 0)


def threads() -> Iterator[Case]:
    """Lists that are merged by one thread, or by all."""
    for name in (
        "random:24x5:bound=9:seed=1",
        "random:40x5:bound=9:seed=1",
        "random:40x6:bound=9:seed=1",
    ):
        rows = load(name).reduced_rows()
        yield Case(name, lambda rows=rows: narrow.half_topes(rows), 1 << 60, 1 << 10)


def firsts() -> Iterator[Case]:
    """The first labels from all rankings, or one exact program each."""
    for n, d in ((6, 3), (8, 3), (8, 4), (12, 3), (10, 4), (14, 4)):
        c = load(f"random:{n}x{d}:bound=99:seed=1")
        yield Case(f"first of {n} x {d}", lambda c=c: argmax_labels(c), 1 << 60, 0)
        yield Case(f"first three of {n} x {d}", lambda c=c: top_sets(c, 3), 1 << 60, 0)


def methods() -> Iterator[Case]:
    """Whitney numbers flat by flat, or orbit by orbit where the group is large."""
    for name in (
        "braid:7",
        "threshold:5",
        "resonance:6",
        "threshold:6",
        "resonance:7",
        "random:16x5:bound=9:seed=1",
    ):
        rows = load(name).reduced_rows()
        yield Case(name, lambda rows=rows: whitney_numbers(rows), 1 << 60, 0)


def bounds_of_minors() -> Iterator[Case]:
    """Primes from Hadamard's bound, or from one in the rows' own metric."""
    for name in (
        "random:16x6:bound=9:seed=1",
        "random:30x6:bound=9:seed=1",
        "random:24x7:bound=1:seed=1",
        "random:30x7:bound=2:seed=1",
    ):
        rows = load(name).reduced_rows()
        yield Case(name, lambda rows=rows: whitney_numbers(rows), 1 << 60, 0)


def leaves() -> Iterator[Case]:
    """A leaf with few lines is counted again, or looked up."""
    for name in ("threshold:5", "resonance:6", "random:20x6:bound=9:seed=1", "threshold:6"):
        rows = load(name).reduced_rows()
        yield Case(name, lambda rows=rows: counted(rows, method="flats"), 1 << 60, 0)


def cones() -> Iterator[Case]:
    """On a cone, of more than 64 rows: everything is listed and dropped, or the flats of the cone
    are walked.
    """
    forced = [tuple(int(i == j) for j in range(4)) for i in range(4)]
    for n in (70, 90, 120):
        rows = load(f"random:{n}x4:bound=99:seed=1").rows
        yield Case(
            f"{n} x 4 on an orthant", lambda rows=rows: topes_in_cone(rows, forced), 1 << 60, 0
        )


def rows_of_words() -> Iterator[Case]:
    """Rows of words sorted by NumPy, or by a kernel."""
    for size in (1 << 14, 1 << 18, 1 << 20):
        for width in (2, 4, 8):
            rows = np.random.default_rng(size).integers(
                0, 8, (size, width), dtype=np.uint64
            ) << np.uint64(60)
            yield Case(
                f"{size} rows of {width} words",
                lambda rows=rows: bitset_rows.sorted_rows(rows, unique=False),
                1 << 60,
                0,
            )


THRESHOLDS = {
    "arrangements.listing.cone_topes._SHORT": cones,
    "arrangements.exact.linear.dense._NARROW": columns,
    "arrangements.matroids.chirotopes.minors._FEW": open_signs,
    "arrangements.matroids.chirotopes.minors._LARGE_TABLES": tables_of_minors,
    "arrangements.kernels.listing.narrow._SMALL": threads,
    "arrangements.listing.argmax._FEW": firsts,
    "arrangements.layers.patterns.bitset_rows._MANY": rows_of_words,
    "arrangements.counting.images._FEW": bounds_of_minors,
    "arrangements.counting.methods._FEW_FLATS": methods,
    "arrangements.counting.methods._LARGE_GROUP": methods,
    "arrangements.kernels.counting.flat_count._FEW": leaves,
    "arrangements.kernels.counting.small_flats._FEW": leaves,
}


@pytest.mark.parametrize("name", THRESHOLDS)
def test_both_ways(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, constant = name.rpartition(".")
    home = import_module(module)
    print()
    for case in THRESHOLDS[name]():
        times = []
        for value in (case.one, case.other):
            with monkeypatch.context() as patch:
                patch.setattr(home, constant, value)
                if name.endswith("methods._FEW_FLATS"):
                    patch.setattr(home, "_LARGE_GROUP", 0)
                if name.endswith("methods._LARGE_GROUP"):
                    patch.setattr(home, "_FEW_FLATS", 0)
                for kernels, kernel in ((flat_count, "finish"), (small_flats, "finish_small")):
                    if home is kernels:  # constants are compiled in
                        patch.setattr(
                            home, kernel, numba.njit(nogil=True)(getattr(home, kernel).py_func)
                        )
                if home is flat_count:
                    patch.setattr(images, "SMALL", 0)
                    patch.setattr(flat_counting, "small_columns", lambda image: None)
                times.append(seconds(case.work))
        print(
            f"{name:48} {case.what:34} {times[0] * 1e3:10.3f} ms up to it {times[1] * 1e3:10.3f} ms beyond"
        )
