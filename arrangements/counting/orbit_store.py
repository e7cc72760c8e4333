"""Flats of one rank after the other, kept while orbits are counted: in a file, or in a temporary
one.

The flats of a rank lie in *parts*, by a hash of their keys, so that each part fits into memory.
While a rank is made, each piece of work adds a *run*, a sorted table, to every part; runs are
merged from time to time, and all of them when the rank is *whole*. Then its number of
representatives, the sum of |mu| over all its flats and the time it took are final, and stay when
its flats have been used up.

A store is read as hostile. Each row is sealed together with its place and with the way in which its
rank is made; the row of a whole rank names the rank below that it was made from, and holds what
each of its parts must have. Before anything is built on a rank, its pieces are counted, the sums of
|mu| over its flats are compared with those of the pieces, and the incidences of the rank below with
the ranks before it (``kernels.counting.orbit_count``). So parts that were lost, doubled, changed or
brought from elsewhere raise ``Damaged``. This is no proof against somebody who computes all seals
and sums anew.

>>> from arrangements.counting.orbit_pieces import Description
>>> work = Description(b"", (4, 1, 2), (5,), (101, 103))
>>> with Store(None) as store:
...     store.begin(work, 0, 2, 1, "some code", "")
...     store.add(work, 0, 0, Piece(pairs=4, sums=[1, 1]), [Table.of_the_empty_flat(2), Table.empty(0, 2)])
...     store.finish(work, 0, 1, 0)
...     store.rank(work, 0).flats, store.rank(work, 0).total
(1, 1)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from arrangements.counting.flat_tables import Table, chinese, merged
from arrangements.counting.orbit_pieces import Description
from arrangements.errors import LimitReached
from arrangements.running import memory_limit
from arrangements.running.database import Database, seal_of, sealed, unsealed

__all__ = ["Damaged", "Piece", "Rank", "Store"]

LAYOUT = 2
_APPLICATION = 0x41525243  # "ARRC"
_MERGED = 1 << 28  # bytes of runs that are merged at the earliest
_ROWS = ("ranks", "runs", "pieces")
_TABLES = (
    "CREATE TABLE works (work TEXT PRIMARY KEY, about TEXT NOT NULL, unlucky INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE ranks (work TEXT, rank INTEGER, data BLOB, PRIMARY KEY (work, rank)) WITHOUT ROWID",
    "CREATE TABLE runs (work TEXT, rank INTEGER, part INTEGER, piece INTEGER, data BLOB)",
    "CREATE UNIQUE INDEX runs_by_part ON runs (work, rank, part, piece)",
    "CREATE TABLE pieces (work TEXT, rank INTEGER, piece INTEGER, data BLOB, PRIMARY KEY (work, rank, piece)) WITHOUT ROWID",
)
_ALL = -1  # the piece of a run that several runs were merged into


class Damaged(Exception):
    """The stored flats of a count are not those that were written, or not all of them."""


@dataclass(frozen=True)
class Rank:
    """One rank: its parts, how many flats below it make a piece, the hash of the code that makes
    it, and the seal of the rank below. Once it is whole: the number of representatives and the sums
    of |mu| in each part, if flats were kept, and ``sums`` over all flats; pairs looked at and
    seconds of work for it; its own seal.
    """

    parts: int
    step: int
    code: str
    below: str
    held: tuple[tuple[int, list[int]], ...] | None = None
    sums: list[int] | None = None
    pairs: int = 0
    seconds: float = 0.0
    seal: str = ""
    total: int | None = None

    @property
    def flats(self) -> int | None:
        return None if self.held is None else sum(flats for flats, _ in self.held)


@dataclass(frozen=True)
class Piece:
    """The numbers of a piece of work, beside its flats: the sums of |mu| over the flats that it
    adds, or, in the last step, those one and two ranks up; the incidences of the flats that it was
    given.
    """

    pairs: int = 0
    seconds: float = 0.0
    incidences: list[int] | None = None
    sums: list[int] | None = None
    sums_above: list[int] | None = None


class Store(Database):
    """A store of any number of works. Flats beyond the memory limit are refused in a temporary
    one.
    """

    def __init__(self, path: str | Path | None) -> None:
        super().__init__(path, application=_APPLICATION, layout=LAYOUT, tables=_TABLES)
        self._temporary = path is None
        self._fresh = self._merged = 0

    # --- works

    def open(self, work: Description) -> bool:
        """Make a work known; False if its primes are known to be unlucky."""
        self.execute(
            "INSERT OR IGNORE INTO works VALUES (?, ?, 0)", (work.digest, json.dumps(work.about))
        )
        return self.fetched("SELECT unlucky FROM works WHERE work = ?", (work.digest,)) == [(0,)]

    def forsake(self, work: Description) -> None:
        """Its primes are unlucky."""
        self.forget(work, 0)
        self.execute("UPDATE works SET unlucky = 1 WHERE work = ?", (work.digest,))

    # --- ranks

    def rank(self, work: Description, rank: int) -> Rank | None:
        rows = self.fetched(
            "SELECT data FROM ranks WHERE work = ? AND rank = ?", (work.digest, rank)
        )
        if not rows:
            return None
        fields, seal = _opened(rows[0][0], work.digest, rank)
        numbers = Rank(**fields, seal=seal)
        if numbers.sums is None:
            return numbers
        held = (
            None if numbers.held is None else tuple((flats, sums) for flats, sums in numbers.held)
        )
        return replace(numbers, held=held, total=chinese(numbers.sums, work.moduli))

    def whole(self, work: Description, ranks: int) -> list[Rank]:
        """The first ranks, as far as they are whole and each was made from the one before."""
        all_ranks: list[Rank] = []
        for rank in range(ranks):
            try:
                one = self.rank(work, rank)
            except Damaged:
                break
            if (
                one is None
                or one.total is None
                or one.below != (all_ranks[-1].seal if all_ranks else "")
            ):
                break
            all_ranks.append(one)
        return all_ranks

    def begin(
        self, work: Description, rank: int, parts: int, step: int, code: str, below: str
    ) -> None:
        """Start a rank, and remove its flats and those of the ranks above."""
        self.forget(work, rank)
        self._write(work, rank, Rank(parts, step, code, below))
        self._fresh = self._merged = 0

    def forget(self, work: Description, rank: int) -> bool:
        """Remove the flats of this rank and of those above; was there anything?"""
        with self.transaction():
            gone = [
                self.execute(
                    f"DELETE FROM {table} WHERE work = ? AND rank >= ?", (work.digest, rank)
                ).rowcount
                for table in _ROWS
            ]
        return any(gone)

    def _write(self, work: Description, rank: int, row: Rank) -> None:
        fields = {
            name: value for name, value in asdict(row).items() if name not in ("seal", "total")
        }
        data = sealed(json.dumps(fields).encode(), work.digest, rank)
        self.execute("INSERT OR REPLACE INTO ranks VALUES (?, ?, ?)", (work.digest, rank, data))

    def _place(self, work: Description, rank: int) -> tuple[object, ...]:
        """The place with which runs and pieces of a rank are sealed: they belong to this way of
        making it and to no other.
        """
        numbers = self._demand(work, rank)
        return work.digest, rank, numbers.parts, numbers.step, numbers.code, numbers.below

    def _demand(self, work: Description, rank: int) -> Rank:
        numbers = self.rank(work, rank)
        if numbers is None:
            raise Damaged
        return numbers

    # --- what makes a rank

    def done(self, work: Description, rank: int) -> dict[int, Piece]:
        """The pieces that have contributed to a rank."""
        place = self._place(work, rank)
        rows = self.fetched(
            "SELECT piece, data FROM pieces WHERE work = ? AND rank = ?", (work.digest, rank)
        )
        return {piece: Piece(**_opened(data, *place, piece)[0]) for piece, data in rows}

    def add(
        self, work: Description, rank: int, number: int, piece: Piece, tables: Sequence[Table] = ()
    ) -> None:
        """Keep the contribution of a piece to a rank: a table for each part, or sums."""
        place = self._place(work, rank)
        with self.transaction():
            data = sealed(json.dumps(asdict(piece)).encode(), *place, number)
            self.execute(
                "INSERT INTO pieces VALUES (?, ?, ?, ?)", (work.digest, rank, number, data)
            )
            for part, table in enumerate(tables):
                if len(table):
                    self._insert(work, rank, part, number, table, place)
                    self._fresh += table.nbytes
        if self._fresh > max(_MERGED, self._merged) or (
            self._temporary and self._fresh + self._merged > memory_limit() // 2
        ):
            self._merge(work, rank)

    def _insert(
        self,
        work: Description,
        rank: int,
        part: int,
        piece: int,
        table: Table,
        place: tuple[object, ...],
    ) -> None:
        data = sealed(table.to_bytes(), *place, part, piece)
        self.execute(
            "INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (work.digest, rank, part, piece, data)
        )

    def _runs(self, work: Description, rank: int, part: int) -> list[Table]:
        place = self._place(work, rank)
        question = (
            "SELECT piece, data FROM runs WHERE work = ? AND rank = ? AND part = ? ORDER BY piece"
        )
        rows = self.fetched(question, (work.digest, rank, part))
        opened = [unsealed(data, *place, part, piece) for piece, data in rows]
        if len({piece for piece, _ in rows}) < len(rows):
            raise Damaged
        return [Table.from_bytes(_demanded(data), rank, len(work.moduli)) for data in opened]

    def _merge(self, work: Description, rank: int) -> list[tuple[int, list[int]]]:
        """Make one run of those of each part, and say how many flats it has and the sums of |mu|
        over them.
        """
        place, held = self._place(work, rank), []
        self._merged = self._fresh = 0
        for part in range(self._demand(work, rank).parts):
            table = self.part(work, rank, part)
            with self.transaction():
                self.execute(
                    "DELETE FROM runs WHERE work = ? AND rank = ? AND part = ?",
                    (work.digest, rank, part),
                )
                self._insert(work, rank, part, _ALL, table, place)
            self._merged += table.nbytes
            held.append((len(table), table.sums(np.array(work.moduli, np.int64))))
        if self._temporary and self._merged > memory_limit() // 2:
            limit = (
                f"{memory_limit() / 2**30:.3g} GiB of memory, or be kept on disk (count --store)"
            )
            flats = sum(flats for flats, _ in held)
            raise LimitReached(
                f"number of flats must fit into {limit}, not be above {flats} in one rank"
            )
        return held

    def agrees(self, work: Description, rank: int, below: str) -> bool:
        """Was a rank begun upon the whole one with this seal, and are its flats those that its
        pieces have contributed?
        """
        try:
            numbers = self._demand(work, rank)
            if numbers.total is not None or numbers.below != below:
                return False
            added = [piece.sums or [] for piece in self.done(work, rank).values()]
            parts = range(numbers.parts)
            modulus = np.array(work.moduli, np.int64)
            there = [run.sums(modulus) for part in parts for run in self._runs(work, rank, part)]
            return not parts or _added(work, added) == _added(work, there)
        except Damaged:
            return False

    # --- what is made of a rank

    def part(self, work: Description, rank: int, part: int) -> Table:
        """The flats of a part, from all runs; of a whole rank, all that it must have."""
        modulus = np.array(work.moduli, np.int64)
        table = merged(
            self._runs(work, rank, part) or [Table.empty(rank, len(work.moduli))], modulus
        )
        numbers = self._demand(work, rank)
        if numbers.held is not None and numbers.held[part] != (len(table), table.sums(modulus)):
            raise Damaged
        return table

    def sizes(self, work: Description, rank: int) -> list[int]:
        """Flats of each part of a whole rank."""
        return [flats for flats, _ in self._demand(work, rank).held or ()]

    def finish(self, work: Description, rank: int, pieces: int, incidences: int) -> None:
        """Every piece has contributed: the rank is whole, and the flats one rank down are used up.
        ``incidences``: those of the rank below, from the ranks before it.
        """
        numbers = self._demand(work, rank)
        made = self._complete(work, rank, pieces, incidences)
        held = None
        if numbers.parts:
            held = tuple(self._merge(work, rank))
            if _added(work, [sums for _, sums in held]) != made.sums:
                raise Damaged
        whole = replace(numbers, held=held, sums=made.sums, pairs=made.pairs, seconds=made.seconds)
        with self.transaction():
            self._write(work, rank, whole)
            if made.sums_above is not None:
                below = self._demand(work, rank).seal
                self._write(work, rank + 1, Rank(0, 1, numbers.code, below, sums=made.sums_above))
            self.execute("DELETE FROM runs WHERE work = ? AND rank < ?", (work.digest, rank))
            self.execute("DELETE FROM pieces WHERE work = ? AND rank <= ?", (work.digest, rank))

    def _complete(self, work: Description, rank: int, pieces: int, incidences: int) -> Piece:
        """All pieces together, if they are all there and were given all flats of the rank below."""
        found = self.done(work, rank)
        if found.keys() != set(range(pieces)):
            raise Damaged
        all_of_them = list(found.values())
        if _added(work, [piece.incidences or [] for piece in all_of_them]) != [
            incidences % q for q in work.moduli
        ]:
            raise Damaged
        above = None
        if any(piece.sums_above is not None for piece in all_of_them):
            above = _added(work, [piece.sums_above or [] for piece in all_of_them])
        sums = _added(work, [piece.sums or [] for piece in all_of_them])
        seconds = sum(piece.seconds for piece in all_of_them)
        return Piece(sum(piece.pairs for piece in all_of_them), seconds, None, sums, above)


def _opened(data: object, *place: object) -> tuple[dict[str, Any], str]:
    """The fields that were sealed for this place, and their seal."""
    return json.loads(_demanded(unsealed(data, *place))), seal_of(data)


def _demanded(opened: bytes | None) -> bytes:
    if opened is None:
        raise Damaged
    return opened


def _added(work: Description, residues: Sequence[Sequence[int]]) -> list[int]:
    """The sum of numbers that are given modulo each prime."""
    return [sum(some[k] for some in residues if some) % q for k, q in enumerate(work.moduli)]
