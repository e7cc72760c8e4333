"""Which claims have a machine-checked theorem, where it stands, and whether it was checked on this
machine.

The table is ``proofs/coq/theorems.toml``; the statements are those of ``statements.v``. ``make
formal`` compiles and checks the files and leaves a stamp with the hash of what it checked. A
theorem counts as checked only while the stamp fits the present files. Nothing here runs Coq;
``proofs.coq.check`` does. Used by the reports and by ``arrangements verify``.

>>> [theorem.name for theorem in formal_theorems("lemma-5.3") if theorem.covers == "whole"]
['lemma_5_3']
>>> print(formal_theorems("lemma-5.3")[0].statement.splitlines()[0])
Definition lemma_5_3 : Prop :=
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from proofs.coq.coq import BUILD, FOLDER, source_files
from proofs.coq.text import statements

__all__ = [
    "TABLE",
    "FormalTheorem",
    "Record",
    "formal_theorems",
    "record",
    "source_hash",
    "write_record",
    "write_stamp",
]

TABLE = "theorems.toml"
STAMP = "checked.json"
RECORD = "checked.toml"


@dataclass(frozen=True)
class FormalTheorem:
    """One theorem of the table. ``covers`` says whether the claim follows from it alone; without a
    claim both are None.

    ``statement`` is the text for Coq, ``words`` the same for people. ``checked`` is about this
    machine and the present files.
    """

    name: str
    file: str
    claim: str | None
    covers: Literal["whole", "part"] | None
    words: str
    statement: str
    checked: bool

    @property
    def how(self) -> str:
        """Whether it was checked on this machine; if not, which commit was, as far as the record
        says.
        """
        if self.checked:
            return "checked on this machine"
        return str(found) if (found := record()) else "not checked on this machine; run make formal"

    def __str__(self) -> str:
        return f"{self.name} (proofs/coq/{self.file}; {self.how})"


@dataclass(frozen=True)
class Record:
    """Which state of the files ``make formal`` has checked somewhere, when, and with what.
    ``present``: these are the files here.
    """

    commit: str
    date: str
    coq: str
    present: bool

    def __str__(self) -> str:
        state = "these files" if self.present else "an earlier state of the files"
        return f"{state} checked at commit {self.commit[:10]} on {self.date} with {self.coq}, not on this machine"


def formal_theorems(
    claim: str | None = None, folder: Path = FOLDER, build: Path = BUILD
) -> tuple[FormalTheorem, ...]:
    """The theorems of one claim, those that settle it as a whole first; without an argument all
    theorems, in the order of the files.
    """
    checked = _stamped(folder, build)
    stated = statements((folder / "statements.v").read_text(encoding="utf-8"))
    entries = tomllib.loads((folder / TABLE).read_text(encoding="utf-8"))["theorem"]
    theorems = [
        FormalTheorem(
            name=entry["name"],
            file=entry["file"],
            claim=entry.get("claim"),
            covers=entry["covers"] if "claim" in entry else None,
            words=entry["words"],
            statement=stated[entry["name"]],
            checked=entry["name"] in checked,
        )
        for entry in entries
    ]
    if claim is None:
        return tuple(theorems)
    return tuple(
        sorted(
            (theorem for theorem in theorems if theorem.claim == claim),
            key=lambda theorem: theorem.covers != "whole",
        )
    )


def record(folder: Path = FOLDER) -> Record | None:
    """The record in the repository, ``checked.toml``; None if there is none."""
    try:
        entry = tomllib.loads((folder / RECORD).read_text(encoding="utf-8"))
        return Record(
            entry["commit"], entry["date"], entry["coq"], entry["sources"] == source_hash(folder)
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_record(commit: str, date: str, coq: str, folder: Path = FOLDER) -> None:
    """Put down that the present files were checked; after ``write_stamp`` only."""
    lines = {"commit": commit, "date": date, "coq": coq, "sources": source_hash(folder)}
    head = "# Which state of these files `make formal` has checked last: written by `python -m proofs.coq.check --record`.\n"
    text = head + "".join(f'{name} = "{value}"\n' for name, value in lines.items())
    (folder / RECORD).write_text(text, encoding="utf-8")


def source_hash(folder: Path = FOLDER) -> str:
    """A hash of the names and contents of all .v files and of the table, which says what is claimed
    of them.
    """
    digest = hashlib.sha256()
    for path in (*source_files(folder), folder / TABLE):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def write_stamp(names: Iterable[str], folder: Path = FOLDER, build: Path = BUILD) -> None:
    """Record that these theorems of the present files were compiled, re-checked and found to rest
    on no axiom.
    """
    (build / STAMP).write_text(
        json.dumps({"sources": source_hash(folder), "theorems": sorted(names)}, indent=1),
        encoding="utf-8",
    )


def _stamped(folder: Path, build: Path) -> frozenset[str]:
    """The names on the stamp; none if there is no stamp, or one for other files."""
    try:
        stamp = json.loads((build / STAMP).read_text(encoding="utf-8"))
        return (
            frozenset(stamp["theorems"]) if stamp["sources"] == source_hash(folder) else frozenset()
        )
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()
