"""Executors: the same interface everywhere; deaths are known one by one; nothing is left
running.
"""

from __future__ import annotations

import os
from concurrent.futures import wait
from contextlib import suppress

import pytest
import worker_tasks

from arrangements.errors import BadInput
from arrangements.running.executors import Inline, Processes, WorkerDied, cluster
from tests.processes import wait_for


def alive(pid: int) -> bool:
    with suppress(OSError):
        os.kill(pid, 0)
        return True
    return False


def test_inline() -> None:
    with Inline() as executor:
        assert executor.submit(worker_tasks.pid).result() == os.getpid()
        with pytest.raises(ValueError, match="no"):
            executor.submit(worker_tasks.fail).result()


def test_processes() -> None:
    """One pool for everything, since workers take long to start."""
    with Processes(2) as executor:
        naps = [executor.submit(worker_tasks.nap, 0.2) for _ in range(4)]
        assert len({future.result() for future in naps} - {os.getpid()}) == 2
        with pytest.raises(ValueError, match="no"):
            executor.submit(worker_tasks.fail).result()
        # A death breaks the future it belongs to, and no other.
        slow, deadly = executor.submit(worker_tasks.nap, 1), executor.submit(worker_tasks.die)
        after = [executor.submit(worker_tasks.pid) for _ in range(3)]
        with pytest.raises(WorkerDied):
            deadly.result()
        assert slow.result() not in (0, os.getpid())
        assert all(future.result() for future in after)
        # A worker killed while idle is replaced.
        victim = executor.submit(worker_tasks.pid).result()
        os.kill(victim, 9)
        futures = [executor.submit(worker_tasks.pid) for _ in range(4)]
        wait(futures)
        outcomes = {type(future.exception()) for future in futures}
        assert outcomes <= {type(None), WorkerDied}
        # Shutting down without waiting kills what runs.
        pids = {
            future.result() for future in [executor.submit(worker_tasks.nap, 0.3) for _ in range(2)]
        }
        stuck = [executor.submit(worker_tasks.nap, 10**6) for _ in range(3)]
        executor.shutdown(wait=False, cancel_futures=True)
        assert wait_for(lambda: not any(map(alive, pids)))
        assert stuck[2].cancelled()
        with pytest.raises(RuntimeError, match="must be open"):
            executor.submit(worker_tasks.pid)


def test_bad_numbers_and_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrangements.running.executors._CONNECT", 0.5)
    with pytest.raises(BadInput, match="workers must number at least 1, not 0"):
        Processes(0)
    with (
        pytest.raises(
            BadInput, match=r"cluster must answer at its address, not 'tcp://127\.0\.0\.1:9'"
        ),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass
    with (
        pytest.raises(BadInput, match="cluster must answer at its address, not 'nonsense:x:y'"),
        cluster("nonsense:x:y"),
    ):
        pass
