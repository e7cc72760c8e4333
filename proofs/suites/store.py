"""The results of a suite in one SQLite file: one transaction a shard, one writer, and nothing trusted that was damaged.

A store belongs to one suite, one version of the code and of the libraries, and one layout of tables; it refuses any other with the
reason. The row of a shard says which code and which input made it; what it holds is sealed together with its place. While a store is open
the file is locked, so that a second writer is refused. Killing the process at any moment loses at most the shard that was being written.

>>> from proofs.determinations.shards import evaluate
>>> from proofs.suites.suite import Job, Suite
>>> suite = Suite("example", (Job("lemma-5.3", "grid:3x2:1", True),))
>>> job = suite.jobs[0]
>>> with Store(suite, None) as store:
...     store.add(0, 0, evaluate(job.check, job.family, *job.shards[0]))
...     store.done(), store.tally(0)["matrices"], store.judgement(0).violated
({(0, 0)}, 729, 0)
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from arrangements.errors import ArrangementsError, BadInput, LimitReached, shown
from proofs.determinations import groups
from proofs.determinations.groups import Judgement
from proofs.determinations.shards import FAILURES, Part
from proofs.suites.code import code_hash, libraries
from proofs.suites.suite import Suite

__all__ = ["SCHEMA", "Store"]

SCHEMA = 2  # of the database
_APPLICATION = 0x41525253  # "ARRS"
_SEAL = 16
_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE results (job INTEGER NOT NULL, shard INTEGER NOT NULL, code TEXT NOT NULL, input TEXT NOT NULL, tally BLOB NOT NULL,
    PRIMARY KEY (job, shard)) WITHOUT ROWID""",
    "CREATE TABLE records (job INTEGER NOT NULL, part INTEGER NOT NULL, shard INTEGER NOT NULL, data BLOB NOT NULL)",
    "CREATE INDEX records_by_part ON records (job, part, shard)",
    "CREATE TABLE losses (job INTEGER NOT NULL, shard INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (job, shard)) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)
_COUNTS = [field.name for field in fields(Part) if field.name not in ("records", "failures")]


class Store:
    """The store of ``suite`` in the file ``path``, created or resumed; in a nameless temporary file if None. A context manager."""

    def __init__(self, suite: Suite, path: str | Path | None) -> None:
        self.suite, self.path = suite, str(path) if path is not None else "temporary file"
        if path is not None and Path(path).is_dir():
            raise BadInput(f"store must be a file, not a folder ({self.path})")
        with self._named_errors():
            # A store that another process holds is refused at once, not waited for.
            self._connection = sqlite3.connect("" if path is None else path, timeout=0, isolation_level=None)
        try:
            with self._named_errors():
                self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # from the first transaction until closed
                self._open()
        except ArrangementsError:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        with suppress(sqlite3.Error):
            self._connection.close()

    # --- opening

    def _open(self) -> None:
        mine = {"suite": self.suite.name, "digest": self.suite.digest, "libraries": libraries(), "code": code_hash()}
        with self._transaction():
            application, schema, tables = (
                self._connection.execute(question).fetchone()[0]
                for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
            )
            if not application and not tables:
                for statement in _TABLES:
                    self._connection.execute(statement)
                self._connection.executemany("INSERT INTO meta VALUES (?, ?)", mine.items())
                return
        if application != _APPLICATION:
            raise BadInput(f"store must be a store of results, not another database ({self.path})")
        if schema != SCHEMA:
            raise BadInput(f"store must have layout {SCHEMA}, not {schema} ({self.path})")
        (sound,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise BadInput(f"store must be undamaged, not: {' '.join(sound.split())} ({self.path})")
        theirs = dict(self._connection.execute("SELECT key, value FROM meta"))
        if theirs.get("suite") != mine["suite"]:
            raise BadInput(f"store must be of suite {mine['suite']}, not {theirs.get('suite')} ({self.path})")
        if theirs.get("digest") != mine["digest"]:
            raise BadInput(f"store must be of the same jobs as suite {mine['suite']} has now, not of an earlier list ({self.path})")
        if theirs.get("libraries", mine["libraries"]) != mine["libraries"]:
            raise BadInput(f"store must be made with {mine['libraries']}, not with {theirs['libraries']} ({self.path})")
        if theirs.get("code") != mine["code"]:
            code = str(theirs.get("code"))[:12]
            raise BadInput(f"store must be made by this version of the code ({mine['code'][:12]}), not by {code} ({self.path})")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN EXCLUSIVE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """What SQLite says, as one of our errors."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: what SQLite says of damage quotes it
            name, said = getattr(error, "sqlite_errorname", ""), " ".join(str(error).split())
            if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise BadInput(f"store must not be in use by another run ({self.path})") from None
            if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
                raise LimitReached(f"disk must have room for the store: {said}; earlier results are kept ({self.path})") from None
            if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
                raise BadInput(f"store must be a file that can be written: {said} ({self.path})") from None
            raise BadInput(f"store must be an undamaged store of results, not: {said} ({self.path})") from None

    # --- writing

    def add(self, job: int, shard: int, part: Part) -> None:
        """Keep the result of a shard, all or nothing."""
        counts: dict[str, Any] = {name: getattr(part, name) for name in _COUNTS}
        tally = json.dumps({**counts, "failures": part.failures}).encode()
        parts = self.suite.jobs[job].parts
        where = groups.part_of(part.records, parts)
        with self._named_errors(), self._transaction():
            self._connection.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?)",
                (job, shard, code_hash(), self.suite.shard_input(job, shard), _sealed(tally, job, shard)),
            )
            self._connection.execute("DELETE FROM losses WHERE job = ? AND shard = ?", (job, shard))
            for number in range(parts):
                if len(rows := part.records[where == number]):
                    data = _sealed(rows.astype("<u8").tobytes(), job, shard, number)
                    self._connection.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (job, number, shard, data))

    def lose(self, job: int, shard: int, reason: str) -> None:
        """Keep that a shard was given up."""
        with self._named_errors(), self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO losses VALUES (?, ?, ?)", (job, shard, reason))

    # --- reading

    def done(self) -> set[tuple[int, int]]:
        """Job and shard of every result."""
        with self._named_errors():
            return {self._place(*row) for row in self._connection.execute("SELECT job, shard FROM results")}

    def losses(self) -> list[tuple[int, int, str]]:
        """Job, shard and reason of everything given up."""
        with self._named_errors():
            rows = self._connection.execute("SELECT job, shard, reason FROM losses ORDER BY job, shard")
            return [(*self._place(job, shard), str(reason)) for job, shard, reason in rows]

    def tally(self, job: int) -> dict[str, Any]:
        """The counts of all results of a job, added up, with the first failures."""
        total: dict[str, Any] = dict.fromkeys(_COUNTS, 0)
        failures: list[int] = []
        with self._named_errors():
            for shard, sealed in self._connection.execute("SELECT shard, tally FROM results WHERE job = ? ORDER BY shard", (job,)):
                one = json.loads(self._opened(sealed, job, shard))
                for name in _COUNTS:
                    total[name] += one[name]
                failures += one["failures"][: FAILURES - len(failures)]
        return {**total, "failures": tuple(failures)}

    def tables(self, job: int) -> Iterator[np.ndarray]:
        """The records of a job, merged, one part at a time; no P is in two parts."""
        for number in range(self.suite.jobs[job].parts):
            with self._named_errors():
                rows = self._connection.execute("SELECT shard, data FROM records WHERE job = ? AND part = ? ORDER BY shard", (job, number))
                opened = [np.frombuffer(self._opened(sealed, job, shard, number), "<u8") for shard, sealed in rows]
                tables = [words.reshape(-1, groups.COLUMNS).astype(np.uint64) for words in opened]
            yield groups.merge(tables)

    def judgement(self, job: int) -> Judgement:
        """What the records of a job say."""
        return sum(map(groups.judge, self.tables(job)), Judgement())

    def _opened(self, sealed: Any, *place: Any) -> bytes:
        # SQLite keeps values of any type in any column.
        data = sealed[:-_SEAL] if isinstance(sealed, bytes) else b""
        if _sealed(data, *place) != sealed:
            raise BadInput(f"store must be undamaged; a result differs from its checksum ({self.path})")
        return data

    def _place(self, job: Any, shard: Any) -> tuple[int, int]:
        if type(job) is type(shard) is int and 0 <= job < len(self.suite.jobs) and 0 <= shard < len(self.suite.jobs[job].shards):
            return job, shard
        raise BadInput(f"store must be undamaged; suite {self.suite.name} has no shard {shown(shard)} of job {shown(job)} ({self.path})")


def _sealed(data: bytes, *place: Any) -> bytes:
    """The data and its checksum, which belongs to this job, shard and part."""
    return data + blake2b(data + json.dumps(place, default=repr).encode(), digest_size=_SEAL).digest()
