"""Run a small suite to the end and write its report: ``small_run.py STORE REPORT LOG WORKERS
SHARDS``. A program for the tests to kill.
"""

from __future__ import annotations

import sys
from pathlib import Path

from worker_tasks import Through, logged

from arrangements.running.executors import Inline, Processes
from proofs.search.suites import report
from proofs.search.suites.runner import run
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite


def suite(shards: int) -> Suite:
    return Suite(
        "small",
        (
            Job("lemma-5.3", "grid:5x2:2", True, shards),
            Job("theorem-5.5", "grid:4x2:2", False, shards),
            Job("theorem-5.6:instances", "grid:4x2:2", True, shards),
        ),
    )


def main(path: str, folder: str, log: str, workers: int, shards: int) -> None:
    executor = Inline() if workers == 1 else Processes(workers)
    with Store(suite(shards), path) as store, Through(executor, logged, (log,)) as through:
        print("ready", flush=True)
        computed = run(store, through, lambda *_: print(".", flush=True))
        report.write(report.as_json(store), folder, "")
    print(computed, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5]))  # type: ignore[call-arg]
    sys.exit(0 if Path(sys.argv[2]).is_dir() else 1)
