"""Change formal statements and definitions, and demand that proofs break. ``make formal`` runs this after the proofs were checked.

    python -m tests.formal.guard

A proof assistant says that a proof fits its statement, not that the statement is the right one. Every mutant of ``mutants.toml`` is a
neighbour that says something else. In one and the same harness

1. the unchanged file compiles, up to the last proof that a mutant is to break;
2. the changed file does not compile, and the place that Coq names lies in the one proof that is to break.

Coq reads a file from top to bottom, so it accepted everything before that proof: the changed statement makes sense, and a mutant never
dies of a syntax error, a missing name or a broken harness. Every theorem has a mutant of its own statement or of a word in it.
Exit code 0 if all mutants die, 1 otherwise.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path

from proofs.formal.coq import BUILD, FOLDER, compile_all, imports, run_coq, sorted_by_imports, source_files
from proofs.formal.status import source_hash

__all__ = ["Mutant", "Piece", "load_mutants", "main", "piece", "statement_span"]

TABLE = Path(__file__).parent / "mutants.toml"
STAMP = BUILD / "guard.json"


@dataclass(frozen=True)
class Mutant:
    """In ``file`` the text ``old`` becomes ``new``; in the file ``within``, which is the same unless it is named, ``fails`` must break."""

    why: str
    file: str
    fails: str
    old: str
    new: str
    within: str = ""

    def applied(self) -> str:
        """The changed text. The old text must occur once in the file or, if not, in the statement that is to break."""
        text = (FOLDER / self.file).read_text(encoding="utf-8")
        start, end = 0, len(text)
        if text.count(self.old) != 1 and not self.within:
            start, end = statement_span(text, self.fails)
        if text.count(self.old, start, end) != 1:
            raise ValueError(f"{self.file} must contain the text once, not {text.count(self.old, start, end)} times: {self.old}")
        return text[:start] + text[start:end].replace(self.old, self.new) + text[end:]


@dataclass(frozen=True)
class Piece:
    """A file cut after one proof: the text before the proof, and the proof."""

    head: str
    proof: str

    @property
    def text(self) -> str:
        """What is compiled; sections that are open where the file was cut are closed."""
        opened = re.findall(r"^Section (\w+)\.", self.head, re.MULTILINE)
        closed = re.findall(r"^End (\w+)\.", self.head, re.MULTILINE)
        return self.head + self.proof + "".join(f"End {name}.\n" for name in reversed(opened) if name not in closed)

    @property
    def proof_lines(self) -> range:
        first = self.head.count("\n") + 1
        return range(first, first + self.proof.count("\n"))


def load_mutants() -> tuple[Mutant, ...]:
    return tuple(Mutant(**entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["mutant"])


def statement_span(text: str, name: str) -> tuple[int, int]:
    found = re.search(rf"^(?:Theorem|Lemma|Example) {re.escape(name)}\b.*?\.\n(?=Proof\.)", text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise ValueError(f"statement must be in the file, with a proof, not {name!r}")
    return found.span()


def piece(text: str, name: str) -> Piece:
    """Cut the text of a file after the proof of the named statement."""
    end = statement_span(text, name)[1]
    return Piece(text[:end], text[end : text.index("Qed.\n", end) + len("Qed.\n")])


def _compile(text: str, changed: dict[str, str] | None = None) -> str | None:
    """None if Coq accepts the text, otherwise its message. ``changed`` are texts of other files, which it then imports instead;
    what depends on them is compiled again."""
    with tempfile.TemporaryDirectory() as name:
        folder = build = Path(name)
        if changed:
            texts = {path.stem: path.read_text(encoding="utf-8") for path in source_files()} | changed
            affected = set(changed)
            for other in sorted_by_imports({other: texts[other] for other in imports(text)}, texts):
                affected |= {other} if affected & set(imports(texts[other])) else set()
                if other not in affected:
                    (folder / f"{other}.vo").symlink_to(BUILD / f"{other}.vo")
                    continue
                (folder / f"{other}.v").write_text(texts[other], encoding="utf-8")
                done = run_coq("coqc", "-q", "-w", "none", f"{other}.v", folder=folder, build=build)
                if done.returncode:
                    return done.stdout + done.stderr
        else:
            build = BUILD
        (folder / "mutant.v").write_text(text, encoding="utf-8")
        done = run_coq("coqc", "-q", "-w", "none", "mutant.v", folder=folder, build=build)
    return None if done.returncode == 0 else done.stdout + done.stderr


def _killed(mutant: Mutant) -> list[str]:
    """What is wrong with a mutant; nothing if it dies as it should."""
    try:
        text = mutant.applied()
        if mutant.within:
            cut = piece((FOLDER / mutant.within).read_text(encoding="utf-8"), mutant.fails)
            message = _compile(cut.text, {mutant.file.removesuffix(".v"): text})
        else:
            cut = piece(text, mutant.fails)
            message = _compile(cut.text)
    except ValueError as error:
        return [f"mutants.toml: {error}"]
    places = re.findall(r'File "\./mutant\.v", line (\d+)', message or "")
    if message is not None and places and int(places[-1]) in cut.proof_lines:
        return []
    return [f"mutant of {mutant.file} ({mutant.why}): the proof of {mutant.fails} alone must break, not: {message or 'it holds'}"]


def _control(file: str, names: list[str]) -> list[str]:
    """What is wrong with the harness: the unchanged file, cut after the last of the named proofs, must compile in it."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    message = _compile(max((piece(text, name) for name in names), key=lambda cut: len(cut.head)).text)
    return [] if message is None else [f"{file} must compile unchanged, not: {message}"]


def _fingerprint() -> str:
    return hashlib.sha256(source_hash().encode() + TABLE.read_bytes() + Path(__file__).read_bytes()).hexdigest()


def main() -> int:
    mutants = load_mutants()
    if STAMP.exists() and json.loads(STAMP.read_text(encoding="utf-8")) == _fingerprint():
        print(f"{len(mutants)} mutants of the statements were refused on this machine; nothing has changed")
        return 0
    started = time.monotonic()
    print(f"changing statements: {len(mutants)} mutants, and the unchanged files as control", flush=True)
    compile_all()
    names: dict[str, list[str]] = {}
    for mutant in mutants:
        names.setdefault(mutant.within or mutant.file, []).append(mutant.fails)
    with ThreadPoolExecutor(cpu_count()) as pool:
        faults = [fault for found in (*pool.map(_control, names, names.values()), *pool.map(_killed, mutants)) for fault in found]
    for fault in faults:
        print(f"formal: {fault}", file=sys.stderr)
    if faults:
        return 1
    STAMP.write_text(json.dumps(_fingerprint()), encoding="utf-8")
    print(f"all {len(mutants)} mutants were understood and refused, in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
