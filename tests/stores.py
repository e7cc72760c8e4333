"""Mutants of stores: rows of an SQLite file deleted, doubled, changed, exchanged or brought from an
earlier state; bytes as in ``mutants``.

Nothing here knows what the rows mean, and no checksum is computed: these are losses, accidents and
careless hands, not forgers.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tests.mutants import mutants

__all__ = ["byte_mutant", "row_mutant"]

_ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    1,
    2,
    10**6,
    2**63 - 1,
    -(2**63),
    0.5,
    "",
    "x",
    "1",
    b"",
    b"\x00",
    b"[]",
)


def row_mutant(chance: random.Random, path: Path, states: Sequence[bytes]) -> str:
    """Write to ``path`` one of the states of a store with one to three changes of rows; what was
    done.
    """
    path.write_bytes(chance.choice(states))
    done = []
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        names = [
            name
            for (name,) in base.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            )
        ]
        columns = {
            name: [row[1] for row in base.execute(f"PRAGMA table_info({name})")] for name in names
        }
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            table = chance.choice(names)
            if base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]:
                change = chance.choice(
                    (_delete, _delete, _double, _change, _exchange, _bring, _flip)
                )
                with suppress(sqlite3.Error, OverflowError):  # refused by a key or a type
                    done.append(f"{table}: {change(chance, base, table, columns[table], states)}")
    return "; ".join(done)


def byte_mutant(chance: random.Random, path: Path, states: Sequence[bytes]) -> str:
    """Write to ``path`` one of the states of a store with some bytes changed."""
    seed = chance.randrange(1 << 30)
    path.write_bytes(next(mutants(chance.choice(states), 1, seed)))
    return f"bytes, seed {seed}"


def _drawn(
    chance: random.Random, base: sqlite3.Connection, table: str, columns: list[str]
) -> tuple[str, list[Any]]:
    """A condition that some row meets, and its values: the whole row, or some of its columns."""
    rows = base.execute(f"SELECT * FROM {table}").fetchall()
    row = chance.choice(rows)
    some = [k for k in range(len(columns)) if chance.randrange(2)] or list(range(len(columns)))
    return " AND ".join(f"{columns[k]} IS ?" for k in some), [row[k] for k in some]


def _delete(
    chance: random.Random, base: sqlite3.Connection, table: str, columns: list[str], _: Any
) -> str:
    where, values = ("1", []) if chance.randrange(8) == 0 else _drawn(chance, base, table, columns)
    return f"deleted {base.execute(f'DELETE FROM {table} WHERE {where}', values).rowcount}"


def _double(
    chance: random.Random, base: sqlite3.Connection, table: str, columns: list[str], _: Any
) -> str:
    """Doubled rows, with another key if the key must be single, or without the index that says
    so.
    """
    if chance.randrange(4) == 0:
        for (index,) in base.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL"
        ).fetchall():
            base.execute(f"DROP INDEX {index}")
        return f"doubled {base.execute(f'INSERT INTO {table} SELECT * FROM {table}').rowcount}, without indices"
    where, values = _drawn(chance, base, table, columns)
    row = list(base.execute(f"SELECT * FROM {table} WHERE {where}", values).fetchone())
    for k in range(len(columns)):
        if isinstance(row[k], int) and chance.randrange(2):
            row[k] += chance.choice((-2, -1, 1, 2, 5))
    base.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    return "doubled with another key"


def _change(
    chance: random.Random, base: sqlite3.Connection, table: str, columns: list[str], _: Any
) -> str:
    where, values = _drawn(chance, base, table, columns)
    column, value = chance.choice(columns), chance.choice(_ODD)
    base.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", [value, *values])
    return f"{column} = {value!r}"


def _exchange(
    chance: random.Random, base: sqlite3.Connection, table: str, columns: list[str], _: Any
) -> str:
    """A value of one row in another one."""
    column = chance.choice(columns)
    value = chance.choice(base.execute(f"SELECT {column} FROM {table}").fetchall())[0]
    where, values = _drawn(chance, base, table, columns)
    base.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", [value, *values])
    return f"{column} of another row"


def _bring(
    chance: random.Random,
    base: sqlite3.Connection,
    table: str,
    columns: list[str],
    states: Sequence[bytes],
) -> str:
    """Rows as they were in another state of the store, in place of those of now or beside them."""
    with closing(sqlite3.connect(":memory:")) as other:
        other.deserialize(chance.choice(states))
        rows = other.execute(f"SELECT * FROM {table}").fetchall()
    rows = (
        rows
        if chance.randrange(3) == 0
        else chance.sample(rows, min(len(rows), 1 + chance.randrange(3)))
    )
    verb = chance.choice(("INSERT OR REPLACE", "INSERT OR IGNORE", "INSERT"))
    base.executemany(f"{verb} INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
    return f"{len(rows)} rows of another state"


def _flip(
    chance: random.Random, base: sqlite3.Connection, table: str, columns: list[str], _: Any
) -> str:
    """A bit or the length of a blob or a text."""
    where, values = _drawn(chance, base, table, columns)
    column = chance.choice(columns)
    (value,) = base.execute(f"SELECT {column} FROM {table} WHERE {where}", values).fetchone()
    if not isinstance(value, bytes | str) or not value:
        return "nothing"
    data = bytearray(value if isinstance(value, bytes) else value.encode())
    wound: Callable[[], Any] = chance.choice(
        (
            lambda: data.__setitem__(chance.randrange(len(data)), chance.randrange(256)),
            lambda: data.__delitem__(slice(chance.randrange(len(data)), None)),
            lambda: data.extend(data[: chance.randrange(1, 40)]),
            lambda: data.clear(),
        )
    )
    wound()
    new = bytes(data) if isinstance(value, bytes) else data.decode(errors="replace")
    base.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", [new, *values])
    return f"{column} flipped"
