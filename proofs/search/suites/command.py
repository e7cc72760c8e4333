"""``arrangements verify --suite NAME``: plan, run, report."""

from __future__ import annotations

import json
import os
import sys
import time
from shutil import get_terminal_size
from textwrap import fill

from arrangements.errors import BadInput
from arrangements.running import report_progress
from arrangements.running.executors import workers_for
from proofs.search.suites import catalogue, report
from proofs.search.suites.runner import Progress, run
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Suite

__all__ = ["verify"]

_WORTH_PROCESSES = 20.0  # predicted seconds below which starting workers costs more than it saves
INTERRUPTED = 130


def verify(
    name: str,
    *,
    workers: int | None = None,
    address: str | None = None,
    store_path: str | None = None,
    resume: bool = True,
    folder: str | None = None,
    as_json: bool = False,
    plan: bool = False,
) -> int:
    """Run a suite, print its verdicts, write its report; the exit code. ``plan`` only prints what
    would be run.
    """
    suite = catalogue.find(name)
    if plan:
        _print_plan(suite)
        return 0
    if store_path is not None and not resume and os.path.lexists(store_path):
        raise BadInput(f"store must not exist yet with --no-resume ({store_path})")
    started = time.monotonic()
    with Store(suite, store_path) as store:
        shards, kept = sum(len(job.shards) for job in suite.jobs), len(store.done())
        report_progress(_plan(suite, shards, kept))
        try:
            with workers_for(workers, address, few=suite.seconds <= _WORTH_PROCESSES) as executor:
                computed = run(store, executor, _progress(store))
        except KeyboardInterrupt:
            where = (
                f"in {store_path}; the same command goes on from there"
                if store_path
                else "nowhere; give --store FILE to keep them"
            )
            print(
                f"arrangements: interrupted; {len(store.done())} of {shards} shards are kept {where}",
                file=sys.stderr,
            )
            return INTERRUPTED
        seconds = time.monotonic() - started
        whole = report.as_json(store)
    if as_json:
        print(json.dumps(whole, indent=2, ensure_ascii=False))
    else:
        for result in whole["claims"]:
            verdict = result["verdict"].partition(" for ")[0]
            print(_fitted(f"{result['id']:22} {verdict:12} {report.line(result)}"))
    if folder is not None:
        times = f"{seconds:.1f} s for {computed} shards, {kept} from the store; {suite.seconds:.0f} s of work predicted\n"
        report.write(whole, folder, times)
    for lost in whole["lost"]:
        print(
            f"arrangements: shard {lost['shard']} of {lost['id']} on {lost['family']} was given up: {lost['reason']}",
            file=sys.stderr,
        )
    if not all(result["as_expected"] for result in whole["claims"]):
        return 1
    return 3 if whole["lost"] else 0


def _fitted(line: str) -> str:
    """A line as it is; on a terminal broken between words, where the terminal would break it in the
    middle of one.
    """
    if not sys.stdout.isatty():
        return line
    columns = max(get_terminal_size().columns, 60)
    return fill(line, columns, subsequent_indent=" " * 23, break_on_hyphens=False)


def _duration(seconds: float) -> str:
    return (
        f"{seconds:.0f} s"
        if seconds < 600
        else f"{seconds / 60:.0f} min"
        if seconds < 36000
        else f"{seconds / 3600:.0f} h"
    )


def _plan(suite: Suite, shards: int, kept: int) -> str:
    members = sum(job.family.size for job in suite.jobs)
    work = f"about {_duration(suite.seconds)} on one core, a store of at most {suite.bytes / 1e9:.1f} GB"
    return f"suite {suite.name}: {len(suite.jobs)} jobs, {members:,} members, {work}; {kept} of {shards} shards are done"


def _print_plan(suite: Suite) -> None:
    for job in suite.jobs:
        size = f"{job.family.size:,} members for {job.family.matrices:,} matrices"
        print(
            f"{job.check_id:24} {job.family.name:46} {size}, about {_duration(job.seconds)} in {len(job.shards)} shards"
        )
    print(_plan(suite, sum(len(job.shards) for job in suite.jobs), 0).rpartition(";")[0])


def _progress(store: Store) -> Progress:
    """Tells the share of the predicted work that is done, and members a second."""
    suite = store.suite
    work = sum(suite.jobs[j].seconds / len(suite.jobs[j].shards) for j, _ in store.done())
    started, seen = time.monotonic(), 0

    def report(seconds: float, members: int) -> None:
        nonlocal work, seen
        work, seen = work + seconds, seen + members
        speed = seen / max(time.monotonic() - started, 1e-3)
        report_progress(
            f"suite {suite.name}; {speed:,.0f} members/s", min(1.0, work / suite.seconds)
        )

    return report
