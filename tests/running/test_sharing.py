"""What tasks have in common is written once, read once by each worker, and gone afterwards."""

from __future__ import annotations

import os
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements.running import sharing
from arrangements.running.executors import Inline, Processes
from arrangements.running.sharing import Shared, opened, shared
from tests.processes import DEADLINE


def _again(common: Shared) -> Any:
    """What another process would read."""
    return opened(pickle.loads(pickle.dumps(common)))


def work(common: object, place: int) -> tuple[int, int, int, float]:
    """Which process, which object it was given, how many it has, and one of its numbers."""
    value: Any = opened(common)
    return os.getpid(), id(value), len(sharing._READ), float(value["rows"][place].sum())


VALUE = {
    "rows": np.arange(60_000.0).reshape(200, 300),
    "turned": np.arange(6.0).reshape(2, 3).T[::2],  # not contiguous
    "none": np.zeros((0, 4)),
    "name": "a layer",
}


@pytest.mark.parametrize("kind", ["ours", "theirs"])
def test_processes_read_it_once(kind: str) -> None:
    pool = (
        Processes(2) if kind == "ours" else ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    )
    with pool as executor, shared(executor, VALUE) as common:
        tasks = [executor.submit(work, common, place) for place in range(40)]
        done = [task.result(timeout=DEADLINE) for task in tasks]
        assert isinstance(common, Shared)
        name = common._name
        # the next value may be at a place of the same name
        with shared(executor, {"rows": -VALUE["rows"]}) as other:  # type: ignore[operator]
            assert executor.submit(work, other, 1).result(timeout=DEADLINE)[3] == -done[1][3]
    assert [number for *_, number in done] == [float(row.sum()) for row in VALUE["rows"][:40]]  # type: ignore[attr-defined, index]
    assert all(kept == 1 for _, _, kept, _ in done)
    assert len({(process, which) for process, which, *_ in done}) <= 2
    assert not Path(name).exists()


def test_the_task_is_small_and_the_value_whole() -> None:
    common = Shared(VALUE)
    try:
        assert len(pickle.dumps(common)) < 300
        again = _again(common)
    finally:
        common.close()
    assert again.keys() == VALUE.keys()
    for key, part in VALUE.items():
        assert np.array_equal(again[key], part)
    with pytest.raises(ValueError, match="read-only"):
        again["rows"][0, 0] = 7.0
    sharing._READ.clear()
    there = pickle.loads(pickle.dumps(common))
    with pytest.raises(OSError, match="No such file"):
        opened(there)


def test_another_value_at_the_same_place_is_not_taken_for_it() -> None:
    first = Shared([1])
    text = pickle.dumps(first)
    first.close()
    second = Shared([2])
    try:
        again = pickle.dumps(second)
        if second._name == first._name:
            with pytest.raises(FileNotFoundError, match="must still be there"):
                opened(pickle.loads(text))
        assert opened(pickle.loads(again)) == [2]
    finally:
        second.close()


def test_without_memory_files_it_is_a_file_that_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    common = Shared(VALUE)
    assert np.array_equal(_again(common)["rows"], VALUE["rows"])
    assert len(list(tmp_path.iterdir())) == 1
    common.close()
    assert not list(tmp_path.iterdir())


def test_other_executors_get_the_value_itself() -> None:
    for executor in (Inline(), ThreadPoolExecutor(1)):
        with executor, shared(executor, VALUE) as common:
            assert common is opened(common) is VALUE
