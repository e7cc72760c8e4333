"""Change formal statements and definitions, and demand that proofs break. ``make formal`` runs this
after the proofs were checked.

    python -m tests.coq.guard

A proof assistant says that a proof fits its statement, not that the statement is the right one.
Every mutant of ``mutants.toml`` is a neighbour that says something else. Most change the statement
that is to break. Coq then reads the file once: before that statement it is given each of its
mutants, which it must understand, and the proof, which must not prove it; then the statement
itself, which it must prove. So everything before is accepted, and a mutant never dies of a syntax
error, a missing name or a broken harness.

Other mutants change a word, or the program, in the same file or in one that is imported. There the
changed files are compiled, up to the proof that is to break, and the place that Coq names must lie
in that proof; unchanged, it is proved in the reading above. Every theorem has a mutant of its own
statement or of a word in it. Exit code 0 if all mutants die, 1 otherwise.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path

from proofs.coq.coq import (
    BUILD,
    FOLDER,
    LIBRARY,
    compile_all,
    imports,
    run_coq,
    sorted_by_imports,
    source_files,
)
from proofs.coq.status import source_hash

__all__ = ["Mutant", "Piece", "load_mutants", "main", "piece", "statement_span"]

TABLE = Path(__file__).parent / "mutants.toml"
STAMP = BUILD / "guard.json"


@dataclass(frozen=True)
class Mutant:
    """In ``file`` the text ``old`` becomes ``new``; in the file ``within``, which is the same
    unless it is named, ``fails`` must break.
    """

    why: str
    file: str
    fails: str
    old: str
    new: str
    within: str = ""

    def applied(self) -> str:
        """The changed text. The old text must occur once in the file or, if not, in the statement
        that is to break.
        """
        text = (FOLDER / self.file).read_text(encoding="utf-8")
        start, end = 0, len(text)
        if text.count(self.old) != 1 and not self.within:
            start, end = statement_span(text, self.fails)
        if text.count(self.old, start, end) != 1:
            raise ValueError(
                f"{self.file} must contain the text once, not {text.count(self.old, start, end)} times: {self.old}"
            )
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
        return (
            self.head
            + self.proof
            + "".join(f"End {name}.\n" for name in reversed(opened) if name not in closed)
        )

    @property
    def proof_lines(self) -> range:
        first = self.head.count("\n") + 1
        return range(first, first + self.proof.count("\n"))


def load_mutants() -> tuple[Mutant, ...]:
    return tuple(
        Mutant(**entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["mutant"]
    )


def statement_span(text: str, name: str) -> tuple[int, int]:
    found = re.search(
        rf"^(?:Theorem|Lemma|Example) {re.escape(name)}\b.*?\.\n(?=Proof\.)",
        text,
        re.DOTALL | re.MULTILINE,
    )
    if found is None:
        raise ValueError(f"statement must be in the file, with a proof, not {name!r}")
    return found.span()


def piece(text: str, name: str) -> Piece:
    """Cut the text of a file after the proof of the named statement."""
    end = statement_span(text, name)[1]
    return Piece(text[:end], text[end : text.index("Qed.\n", end) + len("Qed.\n")])


def _compile(text: str, changed: dict[str, str] | None = None) -> str | None:
    """None if Coq accepts the text, otherwise its message. ``changed`` are texts of other files,
    which it then imports instead; what depends on them is compiled again."""
    with tempfile.TemporaryDirectory() as name:
        folder = build = Path(name)
        if changed:
            texts = {
                path.stem: path.read_text(encoding="utf-8") for path in source_files()
            } | changed
            affected = set(changed)
            for other in sorted_by_imports({other: texts[other] for other in imports(text)}, texts):
                if affected & set(imports(texts[other])):
                    affected.add(other)
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
    return [
        f"mutant of {mutant.file} ({mutant.why}): the proof of {mutant.fails} alone must break, not: {message or 'it holds'}"
    ]


def _in_statement(mutant: Mutant) -> bool:
    """Whether the change lies in the statement that is to break, or in the first words of its
    proof.
    """
    if mutant.within:
        return False
    text, changed = (FOLDER / mutant.file).read_text(encoding="utf-8"), mutant.applied()
    start, end = statement_span(text, mutant.fails)
    return (
        changed[:start] == text[:start]
        and changed[-len(text) + end :].partition("\n")[2] == text[end:].partition("\n")[2]
    )


def _read_once(file: str, mutants: Sequence[Mutant]) -> list[str]:
    """What is wrong with the mutants of statements in a file, and with the file itself, up to the
    last proof that a mutant is to break.
    """
    text = (FOLDER / file).read_text(encoding="utf-8")
    by_name: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_name.setdefault(mutant.fails, []).append(mutant)
    parts, asked, position = ["Set Silent.\n"], list[Mutant | str](), 0
    for name in sorted(by_name, key=lambda name: statement_span(text, name)[0]):
        start, end = statement_span(text, name)
        parts.append(text[position:start])
        for mutant in filter(_in_statement, by_name[name]):
            changed = piece(mutant.applied(), name)
            parts += [
                _mark(len(asked)),
                changed.head[start:],
                "Set Default Timeout 60.\nShow.\n",
                changed.proof,
            ]
            parts.append(f"Abort All.\nUnset Default Timeout.\nCheck {name}.\n")
            asked.append(mutant)
        position = text.index("Qed.\n", end) + len("Qed.\n")
        parts += [text[start:position], _mark(len(asked)), f"Check {name}.\n"]
        asked.append(name)
    command = ["coqtop", "-q", "-w", "none", "-R", str(BUILD), LIBRARY]
    done = subprocess.run(
        command, cwd=BUILD, input="".join(parts), capture_output=True, text=True, check=False
    )
    answers = re.split(r"^forall mark_\d+ : Prop, mark_\d+$", done.stdout, flags=re.MULTILINE)[1:]
    if len(answers) != len(asked):
        return [f"{file}: Coq must answer {len(asked)} times, not {len(answers)}"]
    if re.search(r"^Error: Timeout", done.stderr, re.MULTILINE):  # nothing was decided
        return [f"{file}: each step of a proof of a mutant must end within a minute"]
    return [
        fault
        for question, answer in zip(asked, answers, strict=True)
        if (fault := _fault(file, question, answer))
    ]


def _mark(number: int) -> str:
    """A line of Coq's output between two answers."""
    return f"Check (forall mark_{number} : Prop, mark_{number}).\n"


def _fault(file: str, question: Mutant | str, answer: str) -> str | None:
    name = question if isinstance(question, str) else question.fails
    proved = re.search(rf"^@?{name}$", answer, re.MULTILINE)
    if isinstance(question, str):
        return None if proved else f"{file} must prove {name} where nothing is changed"
    if proved:
        return f"mutant of {file} ({question.why}): the proof of {name} must break"
    understood = re.search(r"^\d+ goals?", answer, re.MULTILINE)
    return (
        None
        if understood
        else f"mutant of {file} ({question.why}): the changed statement of {name} must make sense to Coq"
    )


def _fingerprint() -> str:
    return hashlib.sha256(
        source_hash().encode() + TABLE.read_bytes() + Path(__file__).read_bytes()
    ).hexdigest()


def main() -> int:
    mutants = load_mutants()
    if STAMP.exists() and json.loads(STAMP.read_text(encoding="utf-8")) == _fingerprint():
        print(
            f"{len(mutants)} mutants of the statements were refused on this machine; nothing has changed"
        )
        return 0
    started = time.monotonic()
    print(
        f"changing statements: {len(mutants)} mutants, and the unchanged statements as control",
        flush=True,
    )
    compile_all()
    by_file: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant.within or mutant.file, []).append(mutant)
    others = [mutant for mutant in mutants if not _in_statement(mutant)]
    with ThreadPoolExecutor(cpu_count()) as pool:
        faults = [
            fault
            for found in (
                *pool.map(_read_once, by_file, by_file.values()),
                *pool.map(_killed, others),
            )
            for fault in found
        ]
    for fault in faults:
        print(f"formal: {fault}", file=sys.stderr)
    if faults:
        return 1
    STAMP.write_text(json.dumps(_fingerprint()), encoding="utf-8")
    print(
        f"all {len(mutants)} mutants were understood and refused, in {time.monotonic() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
