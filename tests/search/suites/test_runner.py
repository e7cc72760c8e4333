"""Runs: the same report however they go, shards that kill, interrupts, kill -9, other code."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import small_run
import worker_tasks

from arrangements.errors import BadInput
from arrangements.running.executors import Inline, Processes
from proofs.search.suites import report, runner
from proofs.search.suites.catalogue import find
from proofs.search.suites.runner import run
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite
from tests.processes import DEADLINE, started, wait_for

SUITE = small_run.suite(6)
SHARDS = sum(len(job.shards) for job in SUITE.jobs)


@pytest.fixture(scope="module")
def expected() -> str:
    with Store(SUITE, None) as store:
        assert run(store, Inline()) == SHARDS
        return json.dumps(report.as_json(store))


def text(store: Store) -> str:
    return json.dumps(report.as_json(store))


def test_processes_give_the_same_report_and_dead_workers_are_replaced(
    expected: str, tmp_path: Path
) -> None:
    victim = SUITE.jobs[0].shards[2][0]
    with Processes(2) as processes:
        with Store(SUITE, tmp_path / "a.db") as store:
            assert run(store, processes) == SHARDS
            assert text(store) == expected
        # One shard kills two workers, and is then done.
        with Store(SUITE, tmp_path / "b.db") as store:
            deadly = worker_tasks.Through(
                processes, worker_tasks.fatal, (str(tmp_path / "log"),), (victim, 2)
            )
            assert run(store, deadly) == SHARDS
            assert text(store) == expected


def test_a_shard_that_kills_three_workers_is_named_and_the_run_goes_on(
    expected: str, tmp_path: Path
) -> None:
    suite = Suite("small", SUITE.jobs[:1])
    victim = suite.jobs[0].shards[2][0]
    with Store(suite, tmp_path / "a.db") as store:
        with Processes(2) as processes:
            deadly = worker_tasks.Through(
                processes, worker_tasks.fatal, (str(tmp_path / "log"),), (victim, 9)
            )
            assert run(store, deadly) == 5
        assert (tmp_path / "log").read_text() == "xxx"
        whole = report.as_json(store)
        (lost,) = whole["lost"]
        assert (lost["id"], lost["family"], lost["shard"], lost["start"]) == (
            "lemma-5.3",
            "grid:5x2:2",
            2,
            victim,
        )
        assert lost["reason"] == "its worker died 3 times"
        assert whole["claims"][0]["verdict"] == "not settled"
        assert "1 of 6 shards are missing: shards 2 were given up" in whole["claims"][0]["reason"]
        # It is tried again by the next run.
        assert run(store, Inline()) == 1
        assert report.as_json(store)["claims"][0] == json.loads(expected)["claims"][0]
        assert report.as_json(store)["lost"] == []


def test_nothing_is_done_twice(expected: str, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    seen = []

    def stop(seconds: float, members: int) -> None:
        seen.append(members)
        if len(seen) in (3, 4, 10):
            raise Stop

    computed = []
    executor = worker_tasks.Through(Inline(), lambda *a: computed.append(a) or runner.compute(*a))  # type: ignore[func-returns-value]
    for _ in range(3):
        with Store(SUITE, tmp_path / "a.db") as store, pytest.raises(Stop):
            run(store, executor, stop)
    with Store(SUITE, tmp_path / "a.db") as store:
        run(store, executor, stop)
        assert text(store) == expected
    assert len(computed) == len(set(computed)) == SHARDS


def test_an_error_in_a_shard_stops_the_run_and_keeps_the_store(tmp_path: Path) -> None:
    broken = worker_tasks.Through(Inline(), lambda *a: 1 / 0 if a[3] else runner.compute(*a))
    with Store(SUITE, tmp_path / "a.db") as store:
        with pytest.raises(ZeroDivisionError):
            run(store, broken)
        assert len(store.done()) == 1
        assert run(store, Inline()) == SHARDS - 1


def test_results_of_other_code_are_refused() -> None:
    other = worker_tasks.Through(Inline(), lambda *a: ("0" * 64, runner.compute(*a)[1]))
    with (
        Store(SUITE, None) as store,
        pytest.raises(BadInput, match="workers must run this version of the code"),
    ):
        run(store, other)


def test_a_file_must_be_the_same_for_all_workers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("[[1, 0], [0, 1]]\n\n[[1, 2]]\n")
    suite = Suite("files", (Job("counting", f"file:{path}", True),))
    with Store(suite, None) as store:
        assert run(store, Inline()) == 1
        result = report.as_json(store)["claims"][0]
        assert (result["family"], result["members"], result["verdict"]) == (
            "file:a.jsonl",
            2,
            "settled for a stated range",
        )
    assert suite.jobs[0].family.source
    path.write_text("[[1, 0]]\n")
    runner._family.cache_clear()
    with (
        Store(suite, None) as store,
        pytest.raises(BadInput, match="must have the same content for all workers"),
    ):
        run(store, Inline())


def kill_and_resume(start, tmp_path: Path, kills: int, seed: int, shards: int) -> None:  # type: ignore[no-untyped-def]
    """Kill at random moments, then finish; compare with a run that was left alone."""
    print("seed", seed)
    generator = random.Random(seed)
    suite = small_run.suite(shards)
    with Store(suite, None) as store:
        total = run(store, Inline())
        report.write(report.as_json(store), tmp_path / "whole", "")
    runs, done = 0, False
    log = tmp_path / "log"
    while not done:
        runs += 1
        process = start(
            "small_run", tmp_path / "a.db", tmp_path / "report", log, 1 if runs % 2 else 2, shards
        )
        if runs <= kills:
            if generator.random() < 0.9:
                process.stdout.readline()  # past the imports, mostly
            time.sleep(generator.random() * 0.6)
            process.kill()
            process.wait()
        else:
            assert process.wait() == 0, process.stderr.read()
            done = True
    assert (tmp_path / "report" / "suite-small.json").read_bytes() == (
        tmp_path / "whole" / "suite-small.json"
    ).read_bytes()
    assert (tmp_path / "report" / "suite-small.html").read_bytes() == (
        tmp_path / "whole" / "suite-small.html"
    ).read_bytes()
    computed = [line.partition(" ")[2] for line in log.read_text().splitlines()]
    assert len(set(computed)) == total  # none lost
    assert len(computed) <= total + 2 * runs  # and at most those in flight done twice


def test_kill_and_resume(start, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    kill_and_resume(start, tmp_path, 2, seed=20260401, shards=40)


@pytest.mark.slow
def test_kill_and_resume_a_hundred_times(start, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    kill_and_resume(start, tmp_path, 100, seed=20260402, shards=400)


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_an_interrupt_stops_soon(workers: int, tmp_path: Path) -> None:
    suite = "lemma-5.3 on grid:7x2:3"
    path = tmp_path / "a.db"
    command = [
        sys.executable,
        "-m",
        "arrangements",
        "verify",
        "--suite",
        suite,
        "--workers",
        str(workers),
        "--store",
        str(path),
    ]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **pipes, text=True) as process:
        assert wait_for(path.exists)

        def busy() -> list[psutil.Process]:
            """Processes below it that have computed for longer than they take to start."""
            below = psutil.Process(process.pid).children(recursive=True)
            return [child for child in below if sum(child.cpu_times()[:2]) > 1]

        # one that does the work itself, or one that waits for two workers
        assert wait_for(lambda: len(busy()) >= workers)
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate()
    assert process.returncode == 130
    assert "arrangements: interrupted; " in error
    assert f"shards are kept in {path}; the same command goes on from there" in error
    assert "Traceback" not in out + error
    assert not psutil.wait_procs(children, timeout=DEADLINE)[1]
    with Store(find(suite), path) as store:
        kept = len(store.done())
    assert f"interrupted; {kept} of " in error
