"""A Dask cluster with two worker processes gives the report that this process gives, and survives
deaths.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import psutil
import pytest
import small_run

from arrangements import audit, load, load_layer
from arrangements.audits.model_audit import Settled
from arrangements.decide.batches import driver as bulk
from arrangements.errors import BadInput, LimitReached
from arrangements.running.executors import Inline, cluster
from proofs.search.suites import report
from proofs.search.suites.runner import run
from proofs.search.suites.store import Store
from tests.bench.audits import mixed
from tests.processes import DEADLINE, wait_for

SUITE = small_run.suite(20)
SHARDS = sum(len(job.shards) for job in SUITE.jobs)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine answers late."""
    monkeypatch.setattr("arrangements.running.executors._CONNECT", DEADLINE)


@pytest.fixture
def scheduler(start):  # type: ignore[no-untyped-def]
    process = start("dask_worker", "scheduler")
    return process, process.stdout.readline().strip()


@pytest.fixture
def workers(start, scheduler):  # type: ignore[no-untyped-def]
    processes = [start("dask_worker", "worker", scheduler[1]) for _ in range(2)]
    return [int(process.stdout.readline().split()[1]) for process in processes]


@pytest.fixture(scope="module")
def expected() -> str:
    with Store(SUITE, None) as store:
        run(store, Inline())
        return json.dumps(report.as_json(store))


def test_same_report_while_a_worker_is_killed(
    expected: str, scheduler, workers: list[int], tmp_path: Path
) -> None:  # type: ignore[no-untyped-def]
    seen = 0

    def kill_one(seconds: float, members: int) -> None:
        nonlocal seen
        seen += 1
        if seen == 5:
            os.kill(workers[0], signal.SIGKILL)

    with Store(SUITE, tmp_path / "a.db") as store, cluster(scheduler[1]) as executor:
        assert executor.width == 2
        assert run(store, executor, kill_one) == SHARDS
        assert json.dumps(report.as_json(store)) == expected


@pytest.mark.slow
def test_a_lost_scheduler_leaves_a_store_to_resume(
    expected: str, scheduler, workers: list[int], tmp_path: Path
) -> None:  # type: ignore[no-untyped-def]
    process, address = scheduler
    assert len(workers) == 2
    seen = 0

    def kill_scheduler(seconds: float, members: int) -> None:
        nonlocal seen
        seen += 1
        if seen == 5:
            process.kill()

    with Store(SUITE, tmp_path / "a.db") as store, cluster(address) as executor:
        with pytest.raises(LimitReached, match="must stay in reach until all is done"):
            run(store, executor, kill_scheduler)
        kept = len(store.done())
        assert 5 <= kept < SHARDS
    with Store(SUITE, tmp_path / "a.db") as store:
        assert run(store, Inline()) == SHARDS - kept
        assert json.dumps(report.as_json(store)) == expected


def test_a_cluster_without_workers_is_refused(scheduler) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match="cluster must have workers"), cluster(scheduler[1]):
        pass


def test_questions_about_a_layer(scheduler, workers: list[int]) -> None:  # type: ignore[no-untyped-def]
    """Audits give their questions to the same workers, and get the answers that this process
    gives.
    """
    layer = load("random:30x4:seed=2")
    questions = [*layer.labels, "tie 1,2", "top 3>4", "ranking 1=2>3", f"signs {'+?0' * 10}"]
    alone = list(audit(layer).ask(questions))
    with cluster(scheduler[1]) as executor:
        assert list(audit(layer, executor=executor).ask(questions)) == alone
    assert {answer.possible for answer in alone} == {True, False}


def _layer(path: Path) -> Path:
    """Of 400 rows a quarter is inside the hull of the others."""
    draw = np.random.default_rng(2)
    rows = draw.normal(size=(400, 6)).astype(np.float32)
    rows[:100] = (rows[100:200] + rows[200:300]) * np.float32(0.4)
    np.save(path, rows)
    return path


def _told(answers: Iterable[Settled]) -> list[tuple[str, bool]]:
    return [(answer.question, answer.possible) for answer in answers]


def test_workers_open_the_model_themselves(
    scheduler, workers: list[int], start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # type: ignore[no-untyped-def]
    """No rows are sent; both workers are killed, and the answers are the same."""
    path = _layer(tmp_path / "rows.npy")
    alone = _told(audit(path).winners)
    assert sum(possible for _, possible in alone) < 320
    sent = list[object]()
    monkeypatch.setattr(bulk, "_LONG", 0)  # directions of rows are tried there, too
    with cluster(scheduler[1]) as executor:
        monkeypatch.setattr(executor, "scattered", sent.append)
        assert _told(audit(path, executor=executor).winners) == alone
        for worker in workers:
            os.kill(worker, signal.SIGKILL)  # nannies start others
        assert _told(audit(path, executor=executor).winners) == alone
    assert not sent


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["walks", "sets"])
def test_both_workers_are_killed_while_they_settle(
    kind: str, scheduler, workers: list[int], tmp_path: Path
) -> None:  # type: ignore[no-untyped-def]
    """Hard labels that walk, or label sets; nannies start other workers, and the answers are the
    same.
    """
    if kind == "walks":
        rows, questions = mixed(3000, 96), None
    else:
        draw = np.random.default_rng(3)
        rows = draw.normal(size=(150, 40)).astype(np.float32)
        signs = np.where(draw.normal(size=(3000, 40)) @ rows.T > 0, "+", "-")
        signs[::2, ::7] = "+"
        questions = [f"signs {''.join(line)}" for line in signs.tolist()]
    np.save(tmp_path / "rows.npy", rows)

    def told(executor: Executor | None) -> list[tuple[str, bool]]:
        seen = audit(tmp_path / "rows.npy", executor=executor)
        return _told(seen.winners if questions is None else seen.ask(questions))

    alone = told(None)
    killed = list[int]()
    used = {worker: sum(psutil.Process(worker).cpu_times()[:2]) for worker in workers}

    def kill() -> None:
        """Each when it has computed for a while."""
        for worker in workers:
            process = psutil.Process(worker)
            if wait_for(lambda p=process: sum(p.cpu_times()[:2]) > used[p.pid] + 0.5):
                process.kill()
                killed.append(worker)

    killer = threading.Thread(target=kill)
    with cluster(scheduler[1]) as executor:
        killer.start()
        again = told(executor)
        running = not killer.is_alive()
    killer.join()
    assert again == alone
    assert {possible for _, possible in alone} == {True, False}
    assert len(killed) == 2
    assert running, "the audit must last until both are killed"


def test_another_file_on_a_worker_is_refused(scheduler, workers: list[int], tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = _layer(tmp_path / "rows.npy")
    layer = load_layer(path)
    rows = np.load(path)
    rows[0, 0] += 1
    np.save(path, rows)
    with (
        cluster(scheduler[1]) as executor,
        pytest.raises(BadInput, match="the same file on every worker: its rows must have the hash"),
    ):
        list(audit(layer, executor=executor).winners)
    # and one that workers do not see is sent to them
    path.unlink()
    with cluster(scheduler[1]) as executor:
        assert _told(audit(layer, executor=executor).winners) == _told(audit(layer).winners)
