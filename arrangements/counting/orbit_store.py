"""Flats of one rank after the other, kept while orbits are counted: in a file, or in a temporary one.

The flats of a rank lie in *parts*, by a hash of their keys, so that each part fits into memory. While a rank is made, each piece of work
adds a *run*, a sorted table, to every part; runs are merged from time to time, and all of them when the rank is *whole*. Then its number of
representatives, the sum of |mu| over all its flats and the time it took are final, and stay when its flats have been used up.

>>> from arrangements.counting.orbit_pieces import Description
>>> work = Description(b"", (4, 1, 2), (5,), (101, 103))
>>> with Store(None) as store:
...     store.begin(work, 1, 2, 1)
...     store.add(work, 1, 0, [Table.of_the_empty_flat(2), Table.of_the_empty_flat(2)], pairs=4, seconds=0.5)
...     store.finish(work, 1)
...     store.rank(work, 1).flats, store.rank(work, 1).total
(2, 2)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from arrangements.counting.flat_tables import Table, chinese, merged
from arrangements.counting.orbit_pieces import Description
from arrangements.errors import LimitReached
from arrangements.running import memory_limit
from arrangements.running.database import Database, sealed

__all__ = ["Rank", "Store"]

LAYOUT = 1
_APPLICATION = 0x41525243  # "ARRC"
_MERGED = 1 << 28  # bytes of runs that are merged at the earliest
_TABLES = (
    "CREATE TABLE works (work TEXT PRIMARY KEY, about TEXT NOT NULL, unlucky INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE ranks (work TEXT, rank INTEGER, parts INTEGER NOT NULL, step INTEGER NOT NULL, flats INTEGER, sums BLOB,
    pairs INTEGER NOT NULL, seconds REAL NOT NULL, code TEXT NOT NULL, PRIMARY KEY (work, rank)) WITHOUT ROWID""",
    "CREATE TABLE runs (work TEXT, rank INTEGER, part INTEGER, piece INTEGER, flats INTEGER, data BLOB)",
    "CREATE INDEX runs_by_part ON runs (work, rank, part, piece)",
    "CREATE TABLE pieces (work TEXT, rank INTEGER, piece INTEGER, totals BLOB, PRIMARY KEY (work, rank, piece)) WITHOUT ROWID",
)


@dataclass(frozen=True)
class Rank:
    """One rank: its parts, and how many flats below it make a piece. Once it is whole: representatives, if they were kept, and ``total``,
    the sum of |mu|. Pairs looked at and seconds of work for it; hashes of the code that made it.
    """

    parts: int
    step: int
    flats: int | None
    total: int | None
    pairs: int
    seconds: float
    code: list[str]


class Store(Database):
    """A store of any number of works. Flats beyond the memory limit are refused in a temporary one."""

    def __init__(self, path: str | Path | None) -> None:
        super().__init__(path, application=_APPLICATION, layout=LAYOUT, tables=_TABLES)
        self._temporary = path is None
        self._fresh = self._settled = 0

    # --- works

    def open(self, work: Description) -> bool:
        """Make a work known; False if its primes are known to be unlucky."""
        self.execute("INSERT OR IGNORE INTO works VALUES (?, ?, 0)", (work.digest, json.dumps(work.about)))
        (unlucky,) = self.execute("SELECT unlucky FROM works WHERE work = ?", (work.digest,)).fetchone()
        return not unlucky

    def forsake(self, work: Description) -> None:
        """Its primes are unlucky."""
        with self.transaction():
            self.execute("UPDATE works SET unlucky = 1 WHERE work = ?", (work.digest,))
            for table in ("ranks", "runs", "pieces"):
                self.execute(f"DELETE FROM {table} WHERE work = ?", (work.digest,))

    # --- ranks

    def rank(self, work: Description, rank: int) -> Rank | None:
        question = "SELECT parts, step, flats, sums, pairs, seconds, code FROM ranks WHERE work = ? AND rank = ?"
        row = self.execute(question, (work.digest, rank)).fetchone()
        if row is None:
            return None
        parts, step, flats, sums, pairs, seconds, code = row
        total = None if sums is None else chinese(json.loads(self.opened(sums, work.digest, rank, flats)), work.moduli)
        return Rank(parts, step, flats, total, pairs, seconds, code.split())

    def begin(self, work: Description, rank: int, parts: int, step: int) -> None:
        """Start a rank that is not there yet."""
        self.execute("INSERT OR IGNORE INTO ranks VALUES (?, ?, ?, ?, NULL, NULL, 0, 0, '')", (work.digest, rank, parts, step))
        self._fresh = self._settled = 0

    def forget(self, work: Description, rank: int) -> None:
        """A rank that was begun is not there any more."""
        with self.transaction():
            for table in ("ranks", "runs", "pieces"):
                self.execute(f"DELETE FROM {table} WHERE work = ? AND rank = ?", (work.digest, rank))

    def done(self, work: Description, rank: int) -> dict[int, list[list[int]] | None]:
        """The pieces that have contributed to a rank, with their totals."""
        rows = self.execute("SELECT piece, totals FROM pieces WHERE work = ? AND rank = ?", (work.digest, rank))
        return {piece: None if totals is None else json.loads(self.opened(totals, work.digest, rank, piece)) for piece, totals in rows}

    def add(
        self,
        work: Description,
        rank: int,
        piece: int,
        tables: Sequence[Table] = (),
        *,
        pairs: int = 0,
        seconds: float = 0.0,
        code: str = "",
        totals: list[list[int]] | None = None,
    ) -> None:
        """Keep what a piece contributes to a rank: a table for each part, or totals."""
        name = work.digest
        with self.transaction():
            kept = None if totals is None else sealed(json.dumps(totals).encode(), name, rank, piece)
            self.execute("INSERT INTO pieces VALUES (?, ?, ?, ?)", (name, rank, piece, kept))
            for part, table in enumerate(tables):
                if len(table):
                    self._insert(name, rank, part, piece, table)
                    self._fresh += table.nbytes
            change = "pairs = pairs + ?, seconds = seconds + ?, code = CASE WHEN instr(code, ?) THEN code ELSE code || ' ' || ? END"
            self.execute(f"UPDATE ranks SET {change} WHERE work = ? AND rank = ?", (pairs, seconds, code, code, name, rank))
        if self._fresh > max(_MERGED, self._settled) or (self._temporary and self._fresh + self._settled > memory_limit() // 2):
            self._merge(work, rank)

    def _insert(self, name: str, rank: int, part: int, piece: int, table: Table) -> None:
        data = sealed(table.to_bytes(), name, rank, part, piece)
        self.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)", (name, rank, part, piece, len(table), data))

    def _merge(self, work: Description, rank: int) -> None:
        """One run for each part."""
        whole = self.rank(work, rank)
        self._settled = self._fresh = 0
        for part in range(whole.parts if whole else 0):
            table = self.part(work, rank, part)
            with self.transaction():
                self.execute("DELETE FROM runs WHERE work = ? AND rank = ? AND part = ?", (work.digest, rank, part))
                self._insert(work.digest, rank, part, -1, table)
            self._settled += table.nbytes
        if self._temporary and self._settled > memory_limit() // 2:
            limit = f"{memory_limit() / 2**30:.3g} GiB of memory, or be kept on disk (count --store)"
            flats = self._settled * len(table) // table.nbytes
            raise LimitReached(f"number of flats must fit into {limit}, not be above {flats} in one rank")

    def part(self, work: Description, rank: int, part: int) -> Table:
        """The flats of a part, from all runs."""
        question = "SELECT piece, data FROM runs WHERE work = ? AND rank = ? AND part = ? ORDER BY piece"
        found = [
            Table.from_bytes(self.opened(data, work.digest, rank, part, piece), rank, len(work.moduli))
            for piece, data in self.execute(question, (work.digest, rank, part))
        ]
        return merged(found or [Table.empty(rank, len(work.moduli))], np.array(work.moduli, np.int64))

    def sizes(self, work: Description, rank: int) -> list[int]:
        """Flats of each part of a whole rank."""
        found = dict(self.execute("SELECT part, flats FROM runs WHERE work = ? AND rank = ?", (work.digest, rank)))
        whole = self.rank(work, rank)
        return [found.get(part, 0) for part in range(whole.parts if whole else 0)]

    def finish(self, work: Description, rank: int, sums: list[int] | None = None) -> None:
        """Every piece has contributed: the rank is whole, and the flats one rank down are used up. ``sums``: where flats are not kept."""
        flats = None
        if sums is None:
            flats = 0
            self._merge(work, rank)
            modulus, sums = np.array(work.moduli, np.int64), [0] * len(work.moduli)
            for part in range(self._parts(work, rank)):
                table = self.part(work, rank, part)
                flats += len(table)
                sums = [(a + b) % q for a, b, q in zip(sums, table.sums(modulus), work.moduli, strict=True)]
        kept = sealed(json.dumps(sums).encode(), work.digest, rank, flats)
        with self.transaction():
            self.execute("UPDATE ranks SET flats = ?, sums = ? WHERE work = ? AND rank = ?", (flats, kept, work.digest, rank))
            self.execute("DELETE FROM runs WHERE work = ? AND rank < ?", (work.digest, rank))
            self.execute("DELETE FROM pieces WHERE work = ? AND rank = ?", (work.digest, rank))

    def _parts(self, work: Description, rank: int) -> int:
        found = self.rank(work, rank)
        return found.parts if found else 0
