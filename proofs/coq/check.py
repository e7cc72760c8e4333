"""Compile the formal proofs, hold every theorem against its statement, have all of it re-checked,
and allow no axiom. ``make formal``.

    python -m proofs.coq.check [--record] [certificate.json]

1. Coq compiles a copy of every ``.v`` file in ``build/formal``; a file is compiled again only if
   it, or one that it imports, changed.
2. Every theorem of the table must have the type that ``statements.v`` states
   (``proofs.coq.statements``): a file is compiled that defines each again, of this type. The
   statements are left fully qualified in ``build/formal/statements.txt``.
3. ``Print Assumptions`` is asked for every one of these definitions; anything but "Closed under the
   global context" is a failure.
4. ``coqchk``, the independent kernel checker, re-checks all files, that of these definitions, and
   every library they use.
5. The verified checker is extracted and built (``proofs.coq.verified``), where OCaml and Zarith are
   installed.
6. The stamp that ``proofs.coq.status`` reads is written; nothing is done again until a file
   changes.

With ``--record`` the commit, the date and the version of Coq are put down in ``checked.toml``, for
readers without Coq. With a certificate its answer is then proved inside Coq. Exit code 0 if all
this succeeds, 1 otherwise. Only the standard library is used.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from proofs.coq.coq import BUILD, FOLDER, LIBRARY, Failure, compile_all, run_coq, source_files
from proofs.coq.in_coq import prove_in_coq
from proofs.coq.reader import Unknown, problems_of
from proofs.coq.statements import (
    AGREED,
    assumptions,
    demand_harmless_program,
    demand_plain_files,
    demand_statements,
    shadowing,
)
from proofs.coq.status import TABLE, FormalTheorem, formal_theorems, write_record, write_stamp
from proofs.coq.text import WORDS
from proofs.coq.verified import build

__all__ = ["main"]

CLOSED = "Closed under the global context"
# Coq's standard library declares operations on machine integers and floats. The tactic `ring` loads
# them; no theorem uses them.
MACHINE_NUMBERS = ("Coq.Numbers.Cyclic.Int63.PrimInt63.", "Coq.Floats.PrimFloat.")


def _demand_statements(theorems: tuple[FormalTheorem, ...], names: tuple[str, ...]) -> None:
    words = {file: (FOLDER / file).read_text(encoding="utf-8") for file in WORDS}
    stated = (FOLDER / "statements.v").read_text(encoding="utf-8")
    demand_plain_files(words, stated, [theorem.name for theorem in theorems])
    texts = {path.stem: path.read_text(encoding="utf-8") for path in source_files()}
    demand_harmless_program(texts, words, stated)
    shadowing(words, stated)
    demand_statements(
        [(theorem.file.removesuffix(".v"), theorem.name) for theorem in theorems], names
    )


def _recheck(names: tuple[str, ...]) -> None:
    """Let coqchk check the compiled files and all libraries, and report no axiom but the
    declarations of machine numbers.
    """
    print(
        "re-checking everything with coqchk, the libraries included (a minute or two)", flush=True
    )
    done = run_coq("coqchk", "-silent", "-o", *(f"{LIBRARY}.{name}" for name in (*names, AGREED)))
    report = done.stdout + done.stderr
    sections = dict(re.findall(r"^\* ([^:\n]*):(.*?)(?=^\* |\Z)", report, re.MULTILINE | re.DOTALL))
    unsafe = [
        title
        for title, content in sections.items()
        if title.startswith(("Constants", "Inductives")) and content.strip() != "<none>"
    ]
    axioms = [
        name
        for name in sections.get("Axioms", "?").split()
        if name != "<none>" and not name.startswith(MACHINE_NUMBERS)
    ]
    if done.returncode or len(sections) != 5 or unsafe or axioms:
        raise Failure(f"coqchk must accept every file without an axiom:\n{report}")


def _demand_no_assumptions(theorems: tuple[FormalTheorem, ...]) -> None:
    answers = assumptions([theorem.name for theorem in theorems])
    width = max(map(len, answers))
    for name, answer in answers.items():
        print(f"  {name:{width}}  {answer}")
    resting = [name for name, answer in answers.items() if answer != CLOSED]
    if resting:
        raise Failure(
            f"every theorem must be closed under the global context, not {', '.join(resting)}"
        )


def main(arguments: list[str]) -> int:
    outcome = _check()
    if outcome == 0 and "--record" in arguments:
        _record()
    arguments = [argument for argument in arguments if argument != "--record"]
    if outcome == 0 and arguments:
        try:
            _demand_form(arguments[0])
            for number, problem in enumerate(
                problems_of(Path(arguments[0]).read_text(encoding="utf-8")), 1
            ):
                name = f"certificate_{number}"
                answer = prove_in_coq(problem, BUILD, name)
                if answer != CLOSED:
                    raise Failure(answer)
                print(
                    f"{arguments[0]}: theorem `answer` of {(BUILD / name).relative_to(BUILD.parents[1])}.v: {answer}",
                    flush=True,
                )
        except (Failure, Unknown, OSError, ValueError, LookupError) as failure:
            print(f"formal: certificate must be accepted by Coq: {failure}", file=sys.stderr)
            return 1
    return outcome


def _record() -> None:
    """Put down which commit was checked. The files must be those of the commit."""
    inside = ["git", "-C", str(FOLDER)]
    changed = subprocess.run(
        [*inside, "status", "--porcelain", "--", "*.v", TABLE],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    if changed:
        raise SystemExit("formal: the files must be committed to be recorded")
    commit = subprocess.run(
        [*inside, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    version = subprocess.run(
        ["coqc", "--version"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"version ([\d.]+)", version)
    write_record(
        commit, time.strftime("%Y-%m-%d", time.gmtime()), f"Coq {found[1] if found else 'unknown'}"
    )


def _demand_form(certificate: str) -> None:
    """Demand that the checker in Python accepts first, too."""
    done = subprocess.run(
        [sys.executable, "-m", "arrangements.checker", os.path.abspath(certificate)],
        capture_output=True,
        text=True,
        check=False,
        cwd=FOLDER.parent.parent,
    )
    if done.returncode:
        raise Failure(done.stderr.strip())


def _check() -> int:
    theorems = formal_theorems()
    if all(theorem.checked for theorem in theorems):
        print(f"{len(theorems)} theorems were checked on this machine and have not changed")
        return 0
    started = time.monotonic()
    try:
        names = compile_all()
        _demand_statements(theorems, names)
        _demand_no_assumptions(theorems)
        _recheck(names)
        print(
            f"the verified checker: {build() or 'not built; it needs ocamlfind and Zarith (Debian: ocaml-findlib libzarith-ocaml-dev)'}"
        )
    except Failure as failure:
        print(f"formal: {failure}", file=sys.stderr)
        return 1
    write_stamp(theorem.name for theorem in theorems)
    files = len(source_files(FOLDER))
    print(
        f"{len(theorems)} theorems in {files} files compiled, re-checked and free of assumptions in {time.monotonic() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
