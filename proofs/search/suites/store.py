"""The results of a suite in one SQLite file: one transaction per shard, one writer, and nothing
trusted that was damaged.

A store belongs to one suite, one version of the code and of the libraries, and one layout of
tables; it refuses any other with the reason. The row of a shard says which code and which input
made it; its counts are sealed together with its place, and with the number of its records in each
part, so that records that are missing, doubled or left over are noticed. While a store is open the
file is locked, so that a second writer is refused. Killing the process at any moment loses at most
the shard that was being written.

>>> from proofs.search.determinations.shards import evaluate
>>> from proofs.search.suites.suite import Job, Suite
>>> suite = Suite("example", (Job("lemma-5.3", "grid:3x2:1", True),))
>>> job = suite.jobs[0]
>>> with Store(suite, None) as store:
...     store.add(0, 0, evaluate(job.check, job.family, *job.shards[0]))
...     store.done(), store.tally(0)["matrices"], store.judgement(0).violated
({(0, 0)}, 729, 0)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, TypedDict, cast

import numpy as np

from arrangements.errors import ArrangementsError, BadInput, short_repr
from arrangements.running.database import Database, sealed
from proofs.search.determinations import groups
from proofs.search.determinations.groups import Judgement
from proofs.search.determinations.shards import FAILURES, Part
from proofs.search.suites.code import code_hash, libraries
from proofs.search.suites.suite import Suite

__all__ = ["SCHEMA", "Store", "Tally"]

SCHEMA = 4  # of the database
_APPLICATION = 0x41525253  # "ARRS"
_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE results (job INTEGER NOT NULL, shard INTEGER NOT NULL, code TEXT NOT NULL, input TEXT NOT NULL, tally BLOB NOT NULL,
    PRIMARY KEY (job, shard)) WITHOUT ROWID""",
    "CREATE TABLE records (job INTEGER NOT NULL, part INTEGER NOT NULL, shard INTEGER NOT NULL, data BLOB NOT NULL)",
    "CREATE UNIQUE INDEX records_by_part ON records (job, part, shard)",
    "CREATE TABLE losses (job INTEGER NOT NULL, shard INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (job, shard)) WITHOUT ROWID",
)
_COUNTS = [field.name for field in fields(Part) if field.name not in ("records", "failures")]


class Tally(TypedDict):
    """The counts of ``Part``, added up."""

    members: int
    matrices: int
    inside: int
    inside_matrices: int
    large: int
    failed: int
    programs: int
    seconded: int
    failures: tuple[int, ...]


class Store(Database):
    """The store of ``suite`` in the file ``path``, created or resumed; in a nameless temporary file
    if None. A context manager.
    """

    def __init__(self, suite: Suite, path: str | Path | None) -> None:
        self.suite = suite
        mine = {
            "suite": suite.name,
            "digest": suite.digest,
            "libraries": libraries(),
            "code": code_hash(),
        }
        rows = [("INSERT INTO meta VALUES (?, ?)", item) for item in mine.items()]
        super().__init__(path, application=_APPLICATION, layout=SCHEMA, tables=_TABLES, rows=rows)
        try:
            self._check(mine)
        except ArrangementsError:
            self.close()
            raise

    def _check(self, mine: dict[str, str]) -> None:
        with self.named_errors():
            theirs = dict(self.execute("SELECT key, value FROM meta"))
        if theirs.get("suite") != mine["suite"]:
            raise BadInput(
                f"store must be of suite {mine['suite']}, not {_one_line(theirs.get('suite'))} ({self.path})"
            )
        if theirs.get("digest") != mine["digest"]:
            raise BadInput(
                f"store must be of the same jobs as suite {mine['suite']} has now, not of an earlier list ({self.path})"
            )
        if theirs.get("libraries", mine["libraries"]) != mine["libraries"]:
            raise BadInput(
                f"store must be made with {mine['libraries']}, not with {_one_line(theirs['libraries'])} ({self.path})"
            )
        if theirs.get("code") != mine["code"]:
            code = _one_line(str(theirs.get("code"))[:12])
            raise BadInput(
                f"store must be made by this version of the code ({mine['code'][:12]}), not by {code} ({self.path})"
            )

    # --- writing

    def add(self, job: int, shard: int, part: Part) -> None:
        """Keep the result of a shard, all or nothing."""
        counts: dict[str, object] = {name: getattr(part, name) for name in _COUNTS}
        parts = self.suite.jobs[job].parts
        where = groups.part_of(part.records, parts)
        rows_of = [part.records[where == number] for number in range(parts)]
        tally = json.dumps(
            {**counts, "failures": part.failures, "records": list(map(len, rows_of))}
        ).encode()
        with self.transaction():
            self.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?)",
                (
                    job,
                    shard,
                    code_hash(),
                    self.suite.shard_input(job, shard),
                    sealed(tally, job, shard),
                ),
            )
            self.execute("DELETE FROM losses WHERE job = ? AND shard = ?", (job, shard))
            self.execute("DELETE FROM records WHERE job = ? AND shard = ?", (job, shard))
            for number, rows in enumerate(rows_of):
                if len(rows):
                    data = sealed(rows.astype("<u8").tobytes(), job, shard, number)
                    self.execute(
                        "INSERT INTO records VALUES (?, ?, ?, ?)", (job, number, shard, data)
                    )

    def lose(self, job: int, shard: int, reason: str) -> None:
        """Keep that a shard was given up."""
        with self.transaction():
            self.execute("INSERT OR REPLACE INTO losses VALUES (?, ?, ?)", (job, shard, reason))

    # --- reading

    def done(self) -> set[tuple[int, int]]:
        """Job and shard of every result."""
        return {self._place(*row) for row in self.fetched("SELECT job, shard FROM results")}

    def losses(self) -> list[tuple[int, int, str]]:
        """Job, shard and reason of everything given up and not done."""
        done = self.done()
        rows = self.fetched("SELECT job, shard, reason FROM losses ORDER BY job, shard")
        return [
            (*place, str(reason))
            for *where, reason in rows
            if (place := self._place(*where)) not in done
        ]

    def tally(self, job: int) -> Tally:
        """The counts of all results of a job, added up, with the first failures."""
        total = dict.fromkeys(_COUNTS, 0)
        failures: list[int] = []
        for one in self._tallies(job).values():
            for name in _COUNTS:
                total[name] += one[name]
            failures += one["failures"][: FAILURES - len(failures)]
        return cast("Tally", {**total, "failures": tuple(failures)})

    def tables(self, job: int) -> Iterator[np.ndarray]:
        """The records of a job, merged, one part at a time; no P is in two parts."""
        tallies = self._tallies(job)
        for number in range(self.suite.jobs[job].parts):
            rows = self.fetched(
                "SELECT shard, data FROM records WHERE job = ? AND part = ? ORDER BY shard",
                (job, number),
            )
            opened = [
                np.frombuffer(self.opened(sealed, job, shard, number), "<u8")
                for shard, sealed in rows
            ]
            tables = [words.reshape(-1, groups.COLUMNS).astype(np.uint64) for words in opened]
            found = [(shard, len(table)) for (shard, _), table in zip(rows, tables, strict=True)]
            if found != [
                (shard, count)
                for shard, one in tallies.items()
                if (count := one["records"][number])
            ]:
                raise BadInput(
                    f"store must hold the records of each shard once; part {number} of job {job} does not ({self.path})"
                )
            yield groups.merge(tables)

    def _tallies(self, job: int) -> dict[int, dict[str, Any]]:
        """The numbers in each result of a job, by shards."""
        rows = self.fetched("SELECT shard, tally FROM results WHERE job = ? ORDER BY shard", (job,))
        return {shard: json.loads(self.opened(sealed, job, shard)) for shard, sealed in rows}

    def judgement(self, job: int) -> Judgement:
        """The judgement of the records of a job."""
        return sum(map(groups.judge, self.tables(job)), Judgement())

    def _place(self, job: Any, shard: Any) -> tuple[int, int]:
        if (
            type(job) is type(shard) is int
            and 0 <= job < len(self.suite.jobs)
            and 0 <= shard < len(self.suite.jobs[job].shards)
        ):
            return job, shard
        raise BadInput(
            f"store must be undamaged; suite {self.suite.name} has no shard {short_repr(shard)} of job {short_repr(job)} ({self.path})"
        )


def _one_line(text: object) -> str:
    """What a store says of itself, as a message shows it: a store may hold any text."""
    return repr(str(text)[:200])[1:-1]
