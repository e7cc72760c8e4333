"""Which claims have a machine-checked theorem, where it stands, and whether it was checked on this machine.

The table is ``proofs/formal/theorems.toml``; the statements are read from the ``.v`` files. ``make formal`` compiles and checks the
files and leaves a stamp with the hash of what it checked. A theorem counts as checked only while the stamp fits the present files.
Nothing here runs Coq; ``proofs.formal_check`` does. Used by the reports and by ``arrangements verify``.

>>> [theorem.name for theorem in formal_theorems("lemma-5.3") if theorem.covers == "whole"]
['lemma_5_3', 'corollary_5_3']
>>> formal_theorems("theorem-5.6")[0].statement.startswith("Theorem theorem_5_6 (R : rcfType) n d d'")
True
>>> formal_theorems("mf-1")
()
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["FormalTheorem", "formal_theorems", "source_files", "source_hash", "statement_of", "write_stamp"]

FOLDER = Path(__file__).parent / "formal"
BUILD = FOLDER.parent.parent / "build" / "formal"
STAMP = "checked.json"


@dataclass(frozen=True)
class FormalTheorem:
    """One theorem of the table. ``covers`` says whether the claim follows from it alone; without a claim both are None.

    ``statement`` is the text for Coq, ``words`` the same for people. ``checked`` is about this machine and the present files.
    """

    name: str
    file: str
    claim: str | None
    covers: Literal["whole", "part"] | None
    words: str
    statement: str
    checked: bool

    def __str__(self) -> str:
        how = "checked on this machine" if self.checked else "not checked on this machine; run make formal"
        return f"{self.name} (proofs/formal/{self.file}; {how})"


def formal_theorems(claim: str | None = None, folder: Path = FOLDER, build: Path = BUILD) -> tuple[FormalTheorem, ...]:
    """The theorems of one claim, those that settle it as a whole first; without an argument all theorems, in the order of the files."""
    checked = _stamped(folder, build)
    texts = {path.name: path.read_text(encoding="utf-8") for path in source_files(folder)}
    entries = tomllib.loads((folder / "theorems.toml").read_text(encoding="utf-8"))["theorem"]
    theorems = [
        FormalTheorem(
            name=entry["name"],
            file=entry["file"],
            claim=entry.get("claim"),
            covers=entry["covers"] if "claim" in entry else None,
            words=entry["words"],
            statement=statement_of(texts[entry["file"]], entry["name"]),
            checked=entry["name"] in checked,
        )
        for entry in entries
    ]
    if claim is None:
        return tuple(theorems)
    return tuple(sorted((theorem for theorem in theorems if theorem.claim == claim), key=lambda theorem: theorem.covers != "whole"))


def source_files(folder: Path = FOLDER) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.v")))


def source_hash(folder: Path = FOLDER) -> str:
    """A hash of the names and contents of all .v files."""
    digest = hashlib.sha256()
    for path in source_files(folder):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def statement_of(text: str, name: str) -> str:
    """The statement of a theorem in the text of its file, up to the full stop before ``Proof.``; KeyError if there is none."""
    found = re.search(rf"^Theorem {re.escape(name)}\b.*?\.(?=\nProof\.)", text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise KeyError(name)
    return found[0]


def write_stamp(names: Iterable[str], folder: Path = FOLDER, build: Path = BUILD) -> None:
    """Record that these theorems of the present files were compiled, re-checked and found to rest on no axiom."""
    (build / STAMP).write_text(json.dumps({"sources": source_hash(folder), "theorems": sorted(names)}, indent=1), encoding="utf-8")


def _stamped(folder: Path, build: Path) -> frozenset[str]:
    """The names on the stamp; none if there is no stamp, or one for other files."""
    try:
        stamp = json.loads((build / STAMP).read_text(encoding="utf-8"))
        return frozenset(stamp["theorems"]) if stamp["sources"] == source_hash(folder) else frozenset()
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()
