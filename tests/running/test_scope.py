"""Scopes: limits nest, the clock stops, what was settled survives; the memory of a machine is that
of its control group.
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from arrangements import count_topes, load, sign_pattern
from arrangements.errors import LimitReached, OutOfTime
from arrangements.running import (
    check_memory,
    emit,
    limited,
    limits,
    memory_limit,
    report_progress,
    scope,
    with_progress,
)


def test_an_inner_scope_never_allows_more() -> None:
    assert memory_limit() == limits.machine_memory() // 2
    with limited("outer", memory=1000):
        with limited("inner", memory=2000):
            assert memory_limit() == 1000
        with limited("inner", memory=10):
            assert memory_limit() == 10
        assert memory_limit() == 1000
    expired = pytest.raises(OutOfTime, match="time must be at most 1e-09 s for outer")
    with limited("outer", timeout=1e-9), expired, limited("inner", timeout=9):
        report_progress("a step")


def test_the_clock_may_have_started_earlier() -> None:
    with limited("work", timeout=100, start=-1e9), pytest.raises(OutOfTime):
        report_progress("a step")


def test_what_was_settled_goes_with_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second passes with each answer."""
    heard: list[int] = []
    clock = SimpleNamespace(monotonic=lambda: len(heard))
    monkeypatch.setattr(scope, "time", clock)

    def work() -> None:
        emit(1)
        with limited("an inner piece", timeout=120):
            emit(2)
        for thing in with_progress("things", range(3, 10**6)):
            emit(thing)

    emit(0)
    with limited("work", timeout=20, listener=heard.append), pytest.raises(OutOfTime) as caught:
        work()
    assert caught.value.settled == tuple(heard) == tuple(range(1, len(heard) + 1))
    assert len(heard) >= 20
    assert caught.value.exit_code == 3


def test_progress_goes_up_within_a_step() -> None:
    heard: list[tuple[str, float | None]] = []
    with limited("counting", progress=lambda step, part: heard.append((step, part))):
        count_topes(load("threshold:6"))
    assert heard
    for (step, part), (next_step, next_part) in pairwise(heard):
        assert step != next_step or (
            part is not None and next_part is not None and 0 <= part <= next_part <= 1
        )


def test_refusals_name_both_sides() -> None:
    with limited("the test", memory=1000):
        with pytest.raises(
            LimitReached, match=r"must fit in 1,000 bytes \(83 members\), not need up to 1,134,864"
        ):
            sign_pattern(load("threshold:5"))
        with pytest.raises(
            LimitReached,
            match=r"answer must fit in 1,000 bytes \(10 labels\), not need up to 1,100 \(11 labels\)",
        ):
            check_memory("answer", 11, 100, "labels")
        check_memory("answer", 10, 100)


@pytest.mark.parametrize(
    ("membership", "files", "least"),
    [
        (
            "0::/a/b\n",
            {
                "sys/fs/cgroup/a/b/memory.max": "max",
                "sys/fs/cgroup/a/memory.max": "500",
                "sys/fs/cgroup/memory.max": "900",
            },
            500,
        ),
        ("0::/a\n", {"sys/fs/cgroup/memory.max": "300"}, 300),
        ("4:cpu,memory:/x\n0::/\n", {"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "700"}, 700),
        ("4:cpu:/x\n", {"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "700"}, None),
        ("0::/a\n", {}, None),
    ],
)
def test_control_groups(
    tmp_path: Path, membership: str, files: dict[str, str], least: int | None
) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    assert min(limits._group_limits(membership, f"{tmp_path}"), default=None) == least


def test_the_machine_has_memory() -> None:
    installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert 2**20 < limits.machine_memory() <= installed


@pytest.mark.parametrize("error", [AttributeError, ValueError, OSError])
def test_a_system_that_does_not_tell_has_four_gibibytes(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def untold(name: str) -> int:
        raise error(name)

    monkeypatch.setattr(os, "sysconf", untold)
    assert limits.machine_memory.__wrapped__() == 4 * 2**30
