"""Outcomes on disk, so that an audit that was stopped goes on where it was. One store holds one
layer with one domain.

What is read here is a proposal: whoever asks puts it to its question (``decide_one.proves``). So a
store that was damaged or made up costs time and changes no answer. What would take as long to check
as to make, the directions of all labels and the ellipsoid, is sealed with a key of this user
(``kept``): it is found again by whoever wrote it, on this machine, with the same code.

>>> from arrangements.decide.dyadic.outcomes import IntegerWitness, IntegerRefutation
>>> with Store(":memory:", "layer and inputs") as store:
...     store.put([("top 3", IntegerWitness((1, -2))), ("top 4", IntegerRefutation(((0, 7),), ()))])
...     store.get("top 3"), store.get("top 4"), store.get("top 5")
(IntegerWitness(point=(1, -2)), IntegerRefutation(comparisons=((0, 7),), domain=()), None)
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.errors import BadInput
from arrangements.kernels.cache import folder
from arrangements.running.code import code_hash
from arrangements.running.database import Database, sealed, unsealed
from arrangements.running.keys import own_key

__all__ = ["Store", "identity"]

_APPLICATION, _LAYOUT = 0x41524155, 1
_LARGEST = 1 << 29  # bytes of a row: SQLite takes 10^9
_TABLES = (
    "CREATE TABLE about (identity TEXT)",
    "CREATE TABLE outcomes (question TEXT PRIMARY KEY, outcome TEXT)",
)


def identity(content_hash: str, domain: Domain) -> str:
    """The layer and the domain that outcomes are about."""
    return f"{content_hash} {domain.key}"


class Store(Database):
    """``identity`` names the layer and domain of the outcomes; a store of something else is
    refused.
    """

    def __init__(self, path: str, identity: str) -> None:
        about = [("INSERT INTO about VALUES (?)", (identity,))]
        self.identity = identity
        super().__init__(path, application=_APPLICATION, layout=_LAYOUT, tables=_TABLES, rows=about)
        try:
            with self.named_errors():
                known = self.execute("SELECT identity FROM about").fetchall()
            if known != [(identity,)]:
                raise BadInput(
                    f"store must be about the same weights and inputs, not others ({path})"
                )
        except BadInput:
            self.close()
            raise

    @cached_property
    def _key(self) -> bytes | None:
        return own_key(Path(folder(__file__)).parent / "key")

    def keep(self, name: str, data: bytes, made_by: tuple[str, ...]) -> None:
        """Data for ``kept``, made by the code of these files of the package."""
        if self._key and len(data) < _LARGEST:
            whole = sealed(data, self.identity, name, _code(made_by), key=self._key)
            self.put_texts([(name, whole)])

    def kept(self, name: str, made_by: tuple[str, ...]) -> bytes | None:
        """The data that this user, on this machine, has kept under the name for the same layer and
        domain, made by the same code; None for anything else.
        """
        if not self._key or (found := self.text(name)) is None:
            return None
        return unsealed(found, self.identity, name, _code(made_by), key=self._key)

    def get(self, question: str) -> Outcome | None:
        """The outcome stored for the question, or an entry that has taken its place; None for what
        is no outcome.
        """
        text = self.text(question)
        return None if text is None else _read(text)

    def put(self, outcomes: Iterable[tuple[str, Outcome]]) -> None:
        """In one transaction."""
        self.put_texts((question, _text(outcome)) for question, outcome in outcomes)

    def text(self, question: str) -> bytes | None:
        """The text that was put for the question, or whatever has taken its place."""
        with self.named_errors():
            # As bytes: SQLite keeps any type in any column, and texts that are none.
            row = self.execute(
                "SELECT CAST(outcome AS BLOB) FROM outcomes WHERE question = ?", (question,)
            ).fetchone()
        return None if row is None else row[0]

    def put_texts(self, texts: Iterable[tuple[str, str | bytes]]) -> None:
        """In one transaction."""
        with self.transaction():
            for question, text in texts:
                self.execute("INSERT OR REPLACE INTO outcomes VALUES (?, ?)", (question, text))


@cache
def _code(files: tuple[str, ...]) -> str:
    package = Path(__file__).parents[2]
    return code_hash(package / file for file in files)


def _text(outcome: Outcome) -> str:
    # Hexadecimal, as decimal digits of long integers take quadratic time.
    if isinstance(outcome, IntegerWitness):
        return json.dumps({"point": [hex(x) for x in outcome.point]})
    if isinstance(outcome, Enclosed):
        weights = {
            key: [[k, hex(c)] for k, c in getattr(outcome, key)] for key in ("rows", "inputs")
        }
        return json.dumps({**weights, "beyond": hex(outcome.beyond)})
    if isinstance(outcome, Clash):
        return json.dumps({"pairs": outcome.pairs, "inputs": outcome.inputs})
    if isinstance(outcome, Tilted):
        return json.dumps(
            {"vector": outcome.vector, "power": outcome.power, "beyond": hex(outcome.beyond)}
        )
    return json.dumps(
        {key: [[k, hex(c)] for k, c in getattr(outcome, key)] for key in ("comparisons", "domain")}
    )


def _read(text: Any) -> Outcome | None:
    try:
        match json.loads(text):
            case {"point": [*point]}:
                return IntegerWitness(tuple(int(x, 16) for x in point))
            case {"comparisons": [*comparisons], "domain": [*conditions]}:
                return IntegerRefutation(_weights(comparisons), _weights(conditions))
            case {"rows": [*rows], "inputs": [*inputs], "beyond": str(beyond)}:
                return Enclosed(_weights(rows), _weights(inputs), int(beyond, 16))
            case {"pairs": [*pairs], "inputs": [*inputs]}:
                if all(type(x) is int for x in (*inputs, *(x for pair in pairs for x in pair))):
                    return Clash(tuple((i, j) for i, j in pairs), tuple(inputs))
            case {"vector": [*vector], "power": int(power), "beyond": str(beyond)}:
                if all(type(x) is int for x in vector):
                    return Tilted(tuple(vector), power, int(beyond, 16))
    except (ValueError, TypeError, RecursionError):  # also what is no text at all
        pass
    return None


def _weights(pairs: list[Any]) -> tuple[tuple[int, int], ...]:
    if not all(type(place) is int for place, _ in pairs):
        raise TypeError
    return tuple((place, int(weight, 16)) for place, weight in pairs)
