"""Results in one SQLite file: one writer, transactions, and nothing trusted that was damaged.

A file belongs to one *application*, with one layout of its tables. While it is open it is locked,
so that a second writer is refused. Killing the process at any moment loses at most the transaction
that was being written.

>>> with Database(None, application=0x41525258, layout=1, tables=["CREATE TABLE words (word TEXT)"]) as base:
...     with base.transaction():
...         _ = base.execute("INSERT INTO words VALUES ('seal')")
...     base.execute("SELECT word FROM words").fetchall(), base.is_new
([('seal',)], True)
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from arrangements.errors import ArrangementsError, BadInput, LimitReached

__all__ = ["Database", "seal_of", "sealed", "unsealed"]

Value = str | bytes | int | float | None
_SEAL = 16
Self = TypeVar("Self", bound="Database")


class Database:
    """The file ``path``, created or opened again; a nameless temporary one if None. A context
    manager.

    ``rows``: statements with their values, for a new file; it is there with its tables and these or
    not at all.
    """

    def __init__(
        self,
        path: str | Path | None,
        *,
        application: int,
        layout: int,
        tables: Sequence[str],
        rows: Sequence[tuple[str, Sequence[Value]]] = (),
    ) -> None:
        self.path = str(path) if path is not None else "temporary file"
        if path is not None and Path(path).is_dir():
            raise BadInput(f"store must be a file, not a folder ({self.path})")
        with self.named_errors():
            # A store that another process holds is refused at once, not waited for.
            self._connection = sqlite3.connect(
                "" if path is None else path, timeout=0, isolation_level=None
            )
        try:
            with self.named_errors():
                # from the first transaction until closed
                self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                self.is_new = self._open(application, layout, tables, rows)
        except ArrangementsError:
            self.close()
            raise

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _open(
        self,
        application: int,
        layout: int,
        tables: Sequence[str],
        rows: Sequence[tuple[str, Sequence[Value]]],
    ) -> bool:
        with self.transaction():
            found, schema, known = (
                self._connection.execute(question).fetchone()[0]
                for question in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT count(*) FROM sqlite_schema",
                )
            )
            if not found and not known:
                for statement in (
                    *tables,
                    f"PRAGMA application_id = {application}",
                    f"PRAGMA user_version = {layout}",
                ):
                    self._connection.execute(statement)
                for statement, values in rows:
                    self._connection.execute(statement, values)
                return True
        if found != application:
            raise BadInput(f"store must be a store of results, not another database ({self.path})")
        if schema != layout:
            raise BadInput(f"store must have layout {layout}, not {schema} ({self.path})")
        (sound,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != "ok":
            raise BadInput(f"store must be undamaged, not: {' '.join(sound.split())} ({self.path})")
        # A trigger, a view or another type of a column would make statements mean something else.
        made = self._connection.execute(
            "SELECT sql FROM sqlite_schema WHERE sql NOT NULL"
        ).fetchall()
        if sorted(str(sql) for (sql,) in made) != sorted(tables):
            raise BadInput(
                f"store must be undamaged; its tables are not those of layout {layout} ({self.path})"
            )
        return False

    def execute(self, statement: str, values: Sequence[Value] = ()) -> sqlite3.Cursor:
        """One statement."""
        with self.named_errors():
            return self._connection.execute(statement, values)

    def fetched(self, question: str, values: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """All rows of the answer. SQLite may find damage at any of them."""
        with self.named_errors():
            return self._connection.execute(question, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction: all statements or none."""
        with self.named_errors():
            self._connection.execute("BEGIN EXCLUSIVE")
            try:
                yield
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def named_errors(self) -> Iterator[None]:
        """Errors of SQLite as errors of our own."""
        try:
            yield
        except (
            sqlite3.Error,
            UnicodeDecodeError,
        ) as error:  # the latter: what SQLite says of damage quotes it
            name, said = getattr(error, "sqlite_errorname", ""), " ".join(str(error).split())
            if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise BadInput(f"store must not be in use by another run ({self.path})") from None
            if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
                raise LimitReached(
                    f"disk must have room for the store: {said}; earlier results are kept ({self.path})"
                ) from None
            if name.startswith(
                ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")
            ):
                raise BadInput(
                    f"store must be a file that can be written: {said} ({self.path})"
                ) from None
            raise BadInput(
                f"store must be an undamaged store of results, not: {said} ({self.path})"
            ) from None

    def opened(self, data: object, *place: object) -> bytes:
        """The bytes that ``sealed`` was given for this place."""
        found = unsealed(data, *place)
        if found is None:
            raise BadInput(
                f"store must be undamaged; a result differs from its checksum ({self.path})"
            )
        return found


def sealed(data: bytes, *place: object, key: bytes = b"") -> bytes:
    """The data and its checksum, which belongs to this place; with a key nobody else can make it."""
    digest = blake2b(data, digest_size=_SEAL, key=key)
    digest.update(json.dumps(place, default=repr).encode())
    return data + digest.digest()


def unsealed(data: object, *place: object, key: bytes = b"") -> bytes | None:
    """The bytes that were sealed; None if it is not that."""
    # SQLite keeps values of any type in any column.
    found = data[:-_SEAL] if isinstance(data, bytes) else b""
    return found if sealed(found, *place, key=key) == data else None


def seal_of(data: object) -> str:
    """The checksum of sealed data, by which other rows may name it."""
    return data[-_SEAL:].hex() if isinstance(data, bytes) else ""
