"""Compile the formal proofs, have them re-checked, and demand that no theorem rests on an axiom. ``make formal`` runs this.

    python -m proofs.formal_check

1. Coq compiles a copy of every ``.v`` file in ``build/formal``; a file is compiled again only if it, or one that it imports, changed.
2. ``coqchk``, the independent kernel checker, re-checks all of them together with every library they use.
3. ``Print Assumptions`` is asked for every theorem of the table; anything but "Closed under the global context" is a failure.
4. The stamp that ``proofs.formal_status`` reads is written; nothing is done again until a file changes.

Exit code 0 if all this succeeds, 1 otherwise. Only the standard library is used.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import time
from pathlib import Path

from proofs.formal_status import BUILD, FOLDER, formal_theorems, source_files, write_stamp

__all__ = ["Failure", "compile_all", "main", "run_coq"]

LIBRARY = "Formal"
CLOSED = "Closed under the global context"
# Coq's standard library declares operations on machine integers and floats. The tactic `ring` loads them; no theorem uses them.
MACHINE_NUMBERS = ("Coq.Numbers.Cyclic.Int63.PrimInt63.", "Coq.Floats.PrimFloat.")


class Failure(Exception):
    """A proof that does not compile, is not accepted by the checker, or rests on an assumption."""


def run_coq(*command: str, folder: Path = BUILD) -> subprocess.CompletedProcess[str]:
    """Run one of Coq's programs in ``folder``, where the compiled files are known as ``Formal.name``."""
    program, *arguments = command
    return subprocess.run([program, *arguments, "-R", str(BUILD), LIBRARY], cwd=folder, capture_output=True, text=True, check=False)


def compile_all() -> tuple[str, ...]:
    """Compile what changed; the module names in an order in which each follows the modules it imports."""
    BUILD.mkdir(parents=True, exist_ok=True)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in source_files()}
    for stale in {path.name.split(".")[0] for path in BUILD.glob("*.vo")} - set(texts):
        for path in BUILD.glob(f"{stale}.*"):
            path.unlink()
    record = BUILD / "compiled.json"
    compiled = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    version = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True).stdout
    fingerprints: dict[str, str] = {}
    for name in _sorted_by_imports(texts):
        parts = [version, texts[name], *(fingerprints[other] for other in _imports(texts[name]))]
        fingerprints[name] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        if compiled.get(name) == fingerprints[name] and (BUILD / f"{name}.vo").exists():
            continue
        print(f"compiling proofs/formal/{name}.v", flush=True)
        (BUILD / f"{name}.v").write_text(texts[name], encoding="utf-8")
        done = run_coq("coqc", "-q", "-w", "none", f"{name}.v")
        if done.returncode:
            raise Failure(f"proofs/formal/{name}.v must compile:\n{done.stdout}{done.stderr}")
        compiled[name] = fingerprints[name]
        record.write_text(json.dumps(compiled, indent=1), encoding="utf-8")
    return tuple(fingerprints)


def _imports(text: str) -> list[str]:
    return [name for line in re.findall(rf"^From {LIBRARY} Require Import ([^.]*)\.", text, re.MULTILINE) for name in line.split()]


def _sorted_by_imports(texts: dict[str, str]) -> list[str]:
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in order:
            for other in _imports(texts[name]):
                visit(other)
            order.append(name)

    for name in sorted(texts):
        visit(name)
    return order


def _recheck(names: tuple[str, ...]) -> None:
    """Let coqchk check the compiled files and all libraries, and report no axiom but the declarations of machine numbers."""
    print("re-checking everything with coqchk, the libraries included (a minute or two)", flush=True)
    done = run_coq("coqchk", "-silent", "-o", *(f"{LIBRARY}.{name}" for name in names))
    report = done.stdout + done.stderr
    sections = dict(re.findall(r"^\* ([^:\n]*):(.*?)(?=^\* |\Z)", report, re.MULTILINE | re.DOTALL))
    unsafe = [title for title, content in sections.items() if title.startswith(("Constants", "Inductives")) and content.strip() != "<none>"]
    axioms = [name for name in sections.get("Axioms", "?").split() if name != "<none>" and not name.startswith(MACHINE_NUMBERS)]
    if done.returncode or len(sections) != 5 or unsafe or axioms:
        raise Failure(f"coqchk must accept every file without an axiom:\n{report}")


def _demand_no_assumptions(names: tuple[str, ...]) -> None:
    """Ask for the assumptions of each theorem, by its full name, in a file of its own output."""
    theorems = formal_theorems()
    lines = [f"Require {' '.join(f'{LIBRARY}.{name}' for name in names)}."]
    lines += [f'Redirect "{t.name}" Print Assumptions {LIBRARY}.{t.file.removesuffix(".v")}.{t.name}.' for t in theorems]
    folder = BUILD / "assumptions"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.out"):
        path.unlink()
    (folder / "all.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run_coq("coqc", "-q", "-w", "none", "all.v", folder=folder)
    if done.returncode:
        raise Failure(f"every theorem of the table must be there:\n{done.stdout}{done.stderr}")
    width = max(len(t.name) for t in theorems)
    resting = []
    for theorem in theorems:
        answer = (folder / f"{theorem.name}.out").read_text(encoding="utf-8").strip()
        print(f"  {theorem.name:{width}}  {answer}")
        if answer != CLOSED:
            resting.append(theorem.name)
    if resting:
        raise Failure(f"every theorem must be closed under the global context, not {', '.join(resting)}")


def main() -> int:
    theorems = formal_theorems()
    if all(theorem.checked for theorem in theorems):
        print(f"{len(theorems)} theorems were checked on this machine and have not changed")
        return 0
    started = time.monotonic()
    try:
        names = compile_all()
        _demand_no_assumptions(names)
        _recheck(names)
    except Failure as failure:
        print(f"formal: {failure}", file=sys.stderr)
        return 1
    write_stamp(theorem.name for theorem in theorems)
    files = len(source_files(FOLDER))
    print(f"{len(theorems)} theorems in {files} files compiled, re-checked and free of assumptions in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
