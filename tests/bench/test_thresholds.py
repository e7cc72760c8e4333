"""Each threshold between two ways that give the same answer: both ways on either side of it, timed again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from arrangements import load, whitney_numbers
from arrangements.chirotope import minors
from arrangements.kernels.listing import narrow
from arrangements.linear import dense

pytestmark = pytest.mark.bench


def seconds(work: Callable[[], Any]) -> float:
    """Of processor time, the least of three runs after one to warm up."""
    work()
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def both(what: str, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, values: tuple[int, int], work: Callable[[], Any]) -> None:
    """Print the times with the threshold far above and far below."""
    times = []
    for value in values:
        monkeypatch.setattr(module, name, value)
        times.append(seconds(work))
    print(f"{module.__name__}.{name:13} {what:32} {times[0] * 1e3:10.3f} ms before, {times[1] * 1e3:10.3f} ms beyond")


@pytest.mark.parametrize("d", [4, 6, 8, 10, 14, 20])
def test_columns_from_which_flint_pays(d: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(d)
    rows = [[rng.randint(-99, 99) for _ in range(d)] for _ in range(3 * d)]
    both(f"{3 * d} x {d}", monkeypatch, dense, "_NARROW", (999, 0), lambda: dense.column_basis(rows))


@pytest.mark.parametrize("name", ["braid:7", "threshold:5", "resonance:6", "threshold:6", "resonance:7", "random:16x5:bound=9:seed=1"])
def test_flats_from_which_orbits_pay(name: str) -> None:
    rows = load(name).reduced_rows()
    flats, orbits = (seconds(lambda road=road: whitney_numbers(rows, road=road)) for road in ("flats", "orbits"))  # type: ignore[misc]
    print(f"counting.roads {name:32} {flats * 1e3:10.3f} ms by flats, {orbits * 1e3:10.3f} ms by orbits")


@pytest.mark.parametrize("zeros", [20, 100, 200, 400, 1000])
def test_open_signs_from_which_a_sieve_pays(zeros: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(zeros)
    rows = [[rng.randint(-(10**12), 10**12) for _ in range(5)] for _ in range(20)]
    for k in range(100):  # parallel rows: many minors vanish
        if sum(sign == 0 for sign in minors.minor_signs(rows)) >= zeros or k == 18:
            break
        rows[k + 1] = [2 * x for x in rows[0]] if k % 2 else [*rows[k + 1][:4], 0]
    both(f"{zeros} zeros", monkeypatch, minors, "_FEW", (10**9, 0), lambda: minors.minor_signs(rows))


@pytest.mark.parametrize("name", ["random:24x5:bound=9:seed=1", "random:40x5:bound=9:seed=1", "random:40x6:bound=9:seed=1"])
def test_topes_from_which_threads_pay(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = load(name).reduced_rows()
    both(name, monkeypatch, narrow, "_SMALL", (1 << 60, 1 << 10), lambda: narrow.half_topes(rows))
