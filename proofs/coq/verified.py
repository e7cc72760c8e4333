"""The verified checker: a program that Coq proved right, extracted to OCaml.

``numbers.v``, ``roots.v``, ``program.v``, ``whole.v``, ``beginnings.v``, ``in_balls.v``,
``orientation.v`` and ``pairs.v`` are a program that decides certificates over the rationals and
number fields; the files that end in ``_right``, ``verified.v``, ``complete.v`` and
``complete_faces.v`` prove what acceptance means. Trusted are Coq's extraction, OCaml, Zarith,
``extracted/*``, this module, and the reader (``proofs.coq.reader`` and ``problems``). Who calls
this: ``recheck --verified`` and ``make formal``.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from proofs.coq.coq import BUILD, FOLDER, Failure, imports, run_coq, sorted_by_imports, source_files
from proofs.coq.problems import Problem, long_numbers

__all__ = ["accepts", "binary", "build", "judged"]

EXTRACTED = BUILD / "extracted"


def _sources() -> bytes:
    """The files that the binary is made of: the program, and what it is extracted with."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in source_files()}
    extraction = (FOLDER / "extracted" / "extract.v").read_text(encoding="utf-8")
    program = sorted_by_imports({name: texts[name] for name in imports(extraction)}, texts)
    wrapped = [
        path.read_text(encoding="utf-8") for path in sorted((FOLDER / "extracted").iterdir())
    ]
    return "\0".join([*(texts[name] for name in program), *wrapped]).encode()


def binary() -> Path | None:
    """The built program, if it is that of the present files."""
    path, sources = EXTRACTED / "recheck", EXTRACTED / "sources"
    return (
        path if path.exists() and sources.exists() and sources.read_bytes() == _sources() else None
    )


def judged(problems: Iterable[Problem], program: Path) -> list[bool]:
    """Which of them the program accepts."""
    asked = list(problems)
    with long_numbers():
        lines = "".join(problem.lines() for problem in asked)
    # The program recurs as deep as its lists are long.
    deep = ["sh", "-c", 'ulimit -s "$(ulimit -H -s)" 2>/dev/null; exec "$0"', str(program)]
    done = subprocess.run(deep, input=lines, capture_output=True, text=True, check=False)
    answers = done.stdout.splitlines()
    if done.returncode or len(answers) != len(asked) or not set(answers) <= {"accepted", "refused"}:
        raise Failure(
            f"the verified checker must answer, not end with {(done.stderr or done.stdout)[-200:].strip()!r}"
        )
    return [answer == "accepted" for answer in answers]


def accepts(problems: Iterable[Problem], program: Path) -> bool:
    """Whether the program accepts all of them."""
    return all(judged(problems, program))


def build() -> Path | None:
    """Extract and compile; None where OCaml or Zarith is not installed. Coq's files must be
    compiled.
    """
    if (
        shutil.which("ocamlfind") is None
        or subprocess.run(
            ["ocamlfind", "query", "zarith"], capture_output=True, check=False
        ).returncode
    ):
        return None
    if binary() is not None:
        return binary()
    shutil.rmtree(EXTRACTED, ignore_errors=True)
    shutil.copytree(FOLDER / "extracted", EXTRACTED)
    done = run_coq("coqc", "-q", "-w", "none", "extract.v", folder=EXTRACTED)
    if done.returncode == 0:
        compiler = ["ocamlfind", "ocamlopt", "-w", "-a", "-O3", "-package", "zarith", "-linkpkg"]
        files = ["integer.ml", "program.mli", "program.ml", "main.ml"]
        done = subprocess.run(
            [*compiler, *files, "-o", "recheck"],
            cwd=EXTRACTED,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise Failure(f"the extracted program must compile:\n{done.stdout}{done.stderr}")
    (EXTRACTED / "sources").write_bytes(_sources())
    return EXTRACTED / "recheck"
