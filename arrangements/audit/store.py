"""Outcomes on disk, so that an audit that was stopped goes on where it was. One store holds one layer with one domain.

>>> from arrangements.audit.settle import Found, Refuted
>>> with Store(":memory:", "layer and inputs") as store:
...     store.put([("top 3", Found((1, -2))), ("top 4", Refuted(((0, 7),), ()))])
...     store.get("top 3"), store.get("top 4"), store.get("top 5")
(Found(point=(1, -2)), Refuted(comparisons=((0, 7),), domain=()), None)
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from arrangements.audit.domains import Domain
from arrangements.audit.settle import Enclosed, Found, Refuted
from arrangements.errors import BadInput

__all__ = ["Store", "identity"]


def identity(content_hash: str, domain: Domain) -> str:
    """What outcomes are about."""
    return f"{content_hash} {domain.weak} {domain.equal}"


class Store:
    """``identity`` says what the outcomes are about; a store of something else is refused."""

    def __init__(self, path: str, identity: str) -> None:
        try:
            self._base = sqlite3.connect(path)
            self._base.execute("CREATE TABLE IF NOT EXISTS about (identity TEXT)")
            self._base.execute("CREATE TABLE IF NOT EXISTS outcomes (question TEXT PRIMARY KEY, outcome TEXT)")
            known = [row[0] for row in self._base.execute("SELECT identity FROM about")]
            if not known:
                self._base.execute("INSERT INTO about VALUES (?)", (identity,))
                self._base.commit()
        except sqlite3.Error as error:
            raise BadInput(f"store must be a file of this program: {error} ({path})") from None
        if known and known != [identity]:
            self._base.close()
            raise BadInput(f"store must be about the same weights and inputs, not others ({path})")

    def get(self, question: str) -> Found | Refuted | Enclosed | None:
        row = self._base.execute("SELECT outcome FROM outcomes WHERE question = ?", (question,)).fetchone()
        return None if row is None else _read(row[0])

    def put(self, outcomes: Iterable[tuple[str, Found | Refuted | Enclosed]]) -> None:
        """In one transaction."""
        with self._base:
            self._base.executemany("INSERT OR REPLACE INTO outcomes VALUES (?, ?)", [(key, _text(value)) for key, value in outcomes])

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()


def _text(outcome: Found | Refuted | Enclosed) -> str:
    # Hexadecimal, as decimal digits of long integers take quadratic time.
    if isinstance(outcome, Found):
        return json.dumps({"point": [hex(x) for x in outcome.point]})
    if isinstance(outcome, Enclosed):
        weights = {key: [[k, hex(c)] for k, c in getattr(outcome, key)] for key in ("rows", "inputs")}
        return json.dumps({**weights, "beyond": hex(outcome.beyond)})
    return json.dumps({key: [[k, hex(c)] for k, c in getattr(outcome, key)] for key in ("comparisons", "domain")})


def _read(text: str) -> Found | Refuted | Enclosed:
    value = json.loads(text)
    if "point" in value:
        return Found(tuple(int(x, 16) for x in value["point"]))
    if "beyond" in value:
        rows, inputs = (tuple((k, int(c, 16)) for k, c in value[key]) for key in ("rows", "inputs"))
        return Enclosed(rows, inputs, int(value["beyond"], 16))
    return Refuted(*(tuple((k, int(c, 16)) for k, c in value[key]) for key in ("comparisons", "domain")))
