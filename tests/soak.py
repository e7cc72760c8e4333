"""The whole suite again and again, in random order: ``make soak``, or ``python -m tests.soak``.

A test that depends on order, on time, on hashes or on what another test left fails in some run. Each
run has a seed of its own, from which ``pytest-randomly`` takes the order of the tests and what they
draw, and a ``PYTHONHASHSEED``. Half of the runs have the machine for themselves, the others share it
with processes that do nothing but compute. The table of the runs is printed, and in
``build/soak/runs.md``; the output of each run is beside it. A process that the tests leave is named
in the table. However a soak ends, no process of it lives on.

``--runs 5 --idle 0 --load 16`` makes five runs beside sixteen busy processes, ``--seed 7`` repeats the
runs of a soak that said ``seed 7``. All other arguments are those of pytest: ``python -m tests.soak
-n 4 tests/running`` runs these tests alone, by four workers.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import psutil

from arrangements.running.limits import die_with_parent

__all__ = ["Run", "main", "table"]

ROOT = Path(__file__).parents[1]
# in the environment of every process of a run, and of those that its tests start
_MARK = "ARRANGEMENTS_SOAK"
_BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    sum(range(100000))
"""
_PATIENCE = 60.0  # seconds in which processes may end by themselves
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Run(NamedTuple):
    seed: int
    hash_seed: int
    busy: int  # processes beside it
    seconds: float
    passed: int
    failed: tuple[str, ...]
    left: tuple[str, ...]  # processes that lived longer than the run
    code: int  # of pytest

    @property
    def faults(self) -> tuple[str, ...]:
        found = *self.failed, *(f"left: {command}" for command in self.left)
        return found or ((f"pytest ended with {self.code}",) if self.code else ())


def table(runs: Sequence[Run]) -> str:
    """One row per run.

    >>> print(table([Run(5, 7, 8, 61.4, 10, ("test_a::test_b",), (), 1)]))
    | seed | hash seed | busy processes | seconds | passed | failed | failures |
    |---|---|---|---|---|---|---|
    | 5 | 7 | 8 | 61 | 10 | 1 | test_a::test_b |
    """
    head = "| seed | hash seed | busy processes | seconds | passed | failed | failures |"
    rows = (
        f"| {run.seed} | {run.hash_seed} | {run.busy} | {run.seconds:.0f} | {run.passed} "
        f"| {len(run.failed)} | {', '.join(run.faults)} |"
        for run in runs
    )
    return "\n".join((head, "|---|---|---|---|---|---|---|", *rows))


@contextmanager
def _load(busy: int) -> Iterator[None]:
    """So many processes that compute; they end with this block, and with this process."""
    processes = list[subprocess.Popen[bytes]]()
    try:
        for _ in range(busy):
            processes.append(subprocess.Popen([sys.executable, "-c", _BUSY]))
        yield
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()


def _living(pytest: subprocess.Popen[bytes], mark: str) -> list[psutil.Process]:
    """Processes of a run: pytest with those below it, and whatever has the mark."""
    found = dict[int, psutil.Process]()
    if pytest.poll() is None:  # later the number may be that of another process
        with suppress(psutil.Error):
            top = psutil.Process(pytest.pid)
            found = {one.pid: one for one in (top, *top.children(recursive=True))}
    for one in psutil.process_iter():
        with suppress(psutil.Error):
            if one.environ().get(_MARK) == mark:
                found[one.pid] = one
    return [one for one in found.values() if not _ended(one)]


def _ended(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.status() == psutil.STATUS_ZOMBIE
    return True


def _end(pytest: subprocess.Popen[bytes], mark: str) -> tuple[str, ...]:
    """End pytest and what its tests have started; the commands of the processes that a whole run
    leaves. Signals wait until this is done.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        left = list[psutil.Process]()
        if pytest.poll() is None:
            pytest.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                pytest.wait(_PATIENCE)
        else:
            end = time.monotonic() + _PATIENCE
            while (left := _living(pytest, mark)) and time.monotonic() < end:
                psutil.wait_procs(left, 0.2)
        told = tuple(sorted(map(_command, left)))
        while left := _living(pytest, mark):
            for one in left:
                with suppress(psutil.Error):
                    one.kill()
            psutil.wait_procs(left, 1)
        pytest.wait()
        return told
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)


def _command(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())[:200].replace("|", " ").replace("\n", " ")
    return f"process {process.pid}"


def _outcome(report: Path) -> tuple[int, tuple[str, ...]]:
    """How many tests passed, and the names of those that did not, from the report of pytest."""
    if not report.exists():
        return 0, ()
    passed, failed = 0, list[str]()
    for case in ElementTree.parse(report).iter("testcase"):
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            failed.append(f"{case.get('classname')}::{case.get('name')}")
        elif "skipped" not in kinds:
            passed += 1
    return passed, tuple(sorted(set(failed)))


def _run(number: int, seed: int, hash_seed: int, busy: int, folder: Path, given: list[str]) -> Run:
    """The suite once, beside so many busy processes."""
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal"]
    command += ["-p", "randomly", f"--randomly-seed={seed}", *given]
    print(f"run {number}: PYTHONHASHSEED={hash_seed} {' '.join(command)}", flush=True)
    report, mark = folder / f"{number}.xml", f"{os.getpid()} {number}"
    report.unlink(missing_ok=True)
    began = time.monotonic()
    with open(folder / f"{number}.txt", "wb") as said, _load(busy):
        pytest = subprocess.Popen(
            [*command, "--junitxml", str(report)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed), _MARK: mark},
            stdout=said,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent,
            start_new_session=True,  # Ctrl-C is heard by this process alone
        )
        try:
            code = pytest.wait()
            seconds = time.monotonic() - began
        finally:
            left = _end(pytest, mark)
    return Run(seed, hash_seed, busy, seconds, *_outcome(report), left, code)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak",
        description="The suite in random order, again and again.",
        allow_abbrev=False,
    )
    parser.add_argument("--runs", type=int, default=10, help="how many (10)")
    parser.add_argument(
        "--idle", type=int, help="how many of them have the machine for themselves (half)"
    )
    parser.add_argument("--load", type=int, default=8, help="processes beside the others (8)")
    parser.add_argument("--seed", type=int, help="from which all seeds come (a random one)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "soak")
    asked, given = parser.parse_known_args(arguments)
    idle = (asked.runs + 1) // 2 if asked.idle is None else asked.idle
    first = random.SystemRandom().getrandbits(32) if asked.seed is None else asked.seed
    draw = random.Random(first)
    print(f"seed {first}: {asked.runs} runs, beside {asked.load} processes from {idle + 1} on")
    asked.folder.mkdir(parents=True, exist_ok=True)

    # raised here, so that what was started is ended
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, lambda received, _: sys.exit(128 + received))
    runs = list[Run]()
    try:
        for place in range(asked.runs):
            seed, hash_seed = draw.getrandbits(32), draw.getrandbits(32)
            busy = 0 if place < idle else asked.load
            runs.append(_run(place + 1, seed, hash_seed, busy, asked.folder, given))
            (asked.folder / "runs.md").write_text(table(runs) + "\n", encoding="utf-8")
            print(table(runs).splitlines()[-1], flush=True)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        print(table(runs))
    return int(any(run.faults for run in runs))


if __name__ == "__main__":
    sys.exit(main())
