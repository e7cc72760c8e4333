"""Rates of listing, beside the goals and a physical yardstick: ``numpy.sort`` of as many keys as
there are topes, in the same process.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numba
import numpy as np
import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern
from arrangements.listing.half_topes import half_topes
from arrangements.matroids.chirotopes.minors import minor_signs
from tests.bench.figures import record

pytestmark = pytest.mark.bench


def best(work: Callable[[], object], rounds: int = 3) -> float:
    """Seconds of the fastest of some runs, after one to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.fixture(autouse=True)
def one_thread():
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    yield
    numba.set_num_threads(threads)


def report(what: str, count: int, seconds: float, goal: str) -> None:
    record(what, seconds, count=count)
    print(
        f"{what:44} {count:>12,} in {seconds:8.4f} s  {count / seconds / 1e6:7.2f} million/s   goal {goal}"
    )


@pytest.fixture(scope="module")
def yardstick() -> float:
    keys = np.random.default_rng(0).integers(0, 2**63, 15_028_134, dtype=np.uint64)
    seconds = best(lambda: np.sort(keys))
    report("numpy.sort of uint64 keys", len(keys), seconds, "-")
    return seconds


def topes(name: str) -> tuple[int, Callable[[], object]]:
    rows = load(name).reduced_rows()
    return 2 * len(half_topes(rows)), lambda: half_topes(rows)


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("threshold:6", "20"),
        ("resonance:6", "20"),
        ("random:40x6:bound=9:seed=1", "20"),
        ("random:200x4:bound=9:seed=1", "20"),
        ("random:1000x3:bound=9:seed=1", "4"),
    ],
)
def test_topes(name: str, goal: str, yardstick: float) -> None:
    count, work = topes(name)
    seconds = best(work)
    report(name, count, seconds, f"{goal} million/s")
    if name == "threshold:6":
        record("list threshold:6", seconds, count=count, peer="numpy.sort", theirs=yardstick)
        print(f"{'':44} {seconds / yardstick:.1f} times numpy.sort, goal 8")
        numba.set_num_threads(2)
        seconds = best(work)
        report("threshold:6 on two threads", count, seconds, "-")
        print(f"{'':44} {seconds / yardstick:.1f} times numpy.sort, goal 5")


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("random:11x5:bound=9:seed=1", "20"),
        ("random:12x5:bound=9:seed=1", "8"),
        ("random:60x3:bound=99:seed=1", "3"),
    ],
)
def test_rankings(name: str, goal: str) -> None:
    configuration = load(name)
    report(
        f"rankings of {name}",
        len(ranking_pattern(configuration)),
        best(lambda: ranking_pattern(configuration)),
        f"{goal} million/s",
    )


def test_signs_alone_and_floats() -> None:
    from arrangements.matroids.chirotopes import chirotope

    rows = load("random:40x6:bound=9:seed=1")
    small = best(lambda: half_topes(rows.reduced_rows()))
    floats = load("random:40x6:float32:seed=1").reduced_rows()
    seconds = best(lambda: half_topes(floats))
    report(
        "random:40x6:float32",
        2 * len(half_topes(floats)),
        seconds,
        f"4 times small integers: {seconds / small:.1f}",
    )
    signs = chirotope(rows)
    seconds = best(lambda: sign_pattern(signs))
    report(
        "random:40x6 from its chirotope alone",
        len(sign_pattern(signs)),
        seconds,
        f"4 times coordinates: {seconds / small:.1f}",
    )
    minors = rows.reduced_rows()
    report(
        "minors of random:40x6",
        len(minor_signs(minors)),
        best(lambda: minor_signs(minors)),
        "0.05 s",
    )


def test_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    """What limits the listing of threshold:6: flats, leaves or merges."""
    from arrangements.kernels.listing import levels

    rows = load("threshold:6").reduced_rows()
    spent: dict[str, float] = {}

    def timed(name: str) -> Callable[..., object]:
        kernel = getattr(levels, name)

        def run(*arguments: object) -> object:
            start = time.perf_counter()
            result = kernel(*arguments)
            spent[name] = spent.get(name, 0.0) + time.perf_counter() - start
            return result

        return run

    half_topes(rows)
    for name in ("expand", "restrict_all", "solve_leaves", "combine"):
        monkeypatch.setattr(levels, name, timed(name))
    start = time.perf_counter()
    half_topes(rows)
    total = time.perf_counter() - start
    print(
        "\nthreshold:6, share of the time: "
        + ", ".join(f"{name} {seconds / total:.0%}" for name, seconds in spent.items())
    )


def test_growth() -> None:
    """Nanoseconds a tope as n and d grow, rows in general position."""
    print("\nnanoseconds a tope   " + "".join(f"d = {d:<8}" for d in (3, 4, 5, 6)))
    for n in (16, 32, 48, 64, 128, 256):
        cells = []
        for d in (3, 4, 5, 6):
            rows = Configuration(
                np.random.default_rng(n + d).integers(-9, 10, (n, d))
            ).reduced_rows()
            if n ** (d - 1) > 5e8:
                cells.append(f"{'-':<12}")
            else:
                cells.append(
                    f"{best(lambda rows=rows: half_topes(rows)) / (2 * len(half_topes(rows))) * 1e9:<12.0f}"
                )
        print(f"n = {n:<16} " + "".join(cells))


def test_what_merges_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many cuts and words the merges of threshold:6 have to do with, beside the speed at which
    this machine copies words.
    """
    from arrangements.kernels.listing import levels

    rows = load("threshold:6").reduced_rows()
    half = len(half_topes(rows))
    combine, totals = levels.combine, {"cuts": 0, "words": 0, "seconds": 0.0}

    def counted(cuts, found, words, start, sizes, first, last):  # type: ignore[no-untyped-def]
        for f in range(first, last):
            edges = slice(cuts.end[f - 1] if f else 0, cuts.end[f])
            own = cuts.high[edges] - cuts.low[edges]
            totals["cuts"] += int(own.sum())
            totals["words"] += int((sizes[f] + np.cumsum(own)).sum())
        begin = time.process_time()
        done = combine(cuts, found, words, start, sizes, first, last)
        totals["seconds"] += time.process_time() - begin
        return done

    monkeypatch.setattr(levels, "combine", counted)
    assert len(half_topes(rows)) == half
    keys = np.zeros(2 * half, np.uint64)
    copy = np.empty_like(keys)
    np.copyto(copy, keys)
    begin = time.process_time()
    np.copyto(copy, keys)
    copying = (time.process_time() - begin) / len(keys)
    cuts, words, seconds = totals["cuts"], totals["words"], totals["seconds"]
    print(
        f"\nthreshold:6: {half:,} words made by {cuts:,} cuts, which move {words:,} words at most: {seconds / cuts * 1e9:.1f} ns a cut"
    )
    print(f"copying as many words takes {words * copying:.3f} s, the merges {seconds:.3f} s")
