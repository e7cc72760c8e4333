"""That every theorem says what ``statements.v`` says, word for word for Coq, and that the words
there mean what they seem to mean.

``statements.v`` is compiled with Mathematical Components, the files of words and the program: no
file with a proof is there to change the meaning of a symbol. Afterwards a generated file asks
``Check (Formal.file.name : Formal.statements.name)`` for every theorem, by full names and without
importing anything. So a theorem that stands in a section with a hypothesis, or was proved of a
symbol that its file reread, or stands beside a stronger one in a comment, is refused: its type is
another. Who calls it: ``proofs.coq.check``.
"""

from __future__ import annotations

import re
from pathlib import Path

from proofs.coq.coq import BUILD, LIBRARY, Failure, run_coq
from proofs.coq.text import PREAMBLE, defined_names, irregular, statements

__all__ = ["bound_names", "demand_plain_files", "demand_statements", "shadowing"]


def demand_plain_files(words: dict[str, str], stated: str, names: list[str]) -> None:
    """Failure unless all files, the words by name, are plain and ``statements.v`` has one statement
    for each of the names, in order.
    """
    for file, text in (*words.items(), ("statements.v", stated)):
        faults = irregular(text)
        if faults:
            raise Failure(f"{file} must hold plain definitions only: {'; '.join(faults)}")
    listed = list(statements(stated))
    if listed != names:
        odd = sorted(set(listed) ^ set(names)) or "another order"
        raise Failure(f"statements.v must state the theorems of the table, in its order, not {odd}")


def demand_statements(
    theorems: list[tuple[str, str]], files: tuple[str, ...], build: Path = BUILD
) -> None:
    """Failure unless each theorem, given as (module, name), has the type that ``statements.v``
    gives.
    """
    folder = build / "statements"
    folder.mkdir(exist_ok=True)
    required = f"Require {' '.join(f'{LIBRARY}.{name}' for name in files)}.\n"
    checks = [
        f"Check ({LIBRARY}.{module}.{name} : {LIBRARY}.statements.{name})."
        for module, name in theorems
    ]
    _run(
        "agree",
        required + "\n".join(checks),
        folder,
        build,
        "every theorem must say what statements.v says",
    )


def shadowing(words: dict[str, str], stated: str, build: Path = BUILD) -> None:
    """Failure if a name of these files hides one of the libraries, or a bound variable hides a
    name.

    Leaves ``statements.txt`` to read: all of it without notations, each name of the libraries
    qualified by its module.
    """
    folder = build / "statements"
    folder.mkdir(exist_ok=True)
    preamble = "\n".join(line for line in PREAMBLE if "Formal" not in line) + "\n"
    new = [
        (file.removesuffix(".v"), name)
        for file, text in words.items()
        for name in defined_names(text)
    ]
    repeated = sorted({name for _, name in new if [other for _, other in new].count(name) > 1})
    if repeated:
        raise Failure(f"no definition may hide another, not {', '.join(repeated)}")
    fresh = [f"Fail Check {name}." for _, name in new]
    _run(
        "fresh",
        preamble + "\n".join(fresh),
        folder,
        build,
        "no definition may hide a name of the libraries",
    )
    constants = [
        (file, name)
        for file, name in new
        if re.search(rf"\b(?:Definition|Fixpoint) {name}\b", words[f"{file}.v"])
    ]
    full = [f"{LIBRARY}.{file}.{name}" for file, name in constants] + [
        f"{LIBRARY}.statements.{name}" for name in statements(stated)
    ]
    text = f"Require {LIBRARY}.statements.\nSet Printing Width 140.\nUnset Printing Notations.\nUnset Printing Matching.\n"
    printed = _run(
        "terms", text + "\n".join(f"Print {name}." for name in full), folder, build, "printing"
    )
    (build / "statements.txt").write_text(printed, encoding="utf-8")
    bound = bound_names(printed)
    local = "".join(f"{line}\n" for line in PREAMBLE if "Formal" not in line or line in stated)
    asked = [f"Fail Check {name}." for name in sorted(bound)]
    _run("bound", local + "\n".join(asked), folder, build, "no bound variable may hide a name")


def bound_names(printed: str) -> set[str]:
    """The variables that are bound in terms as Coq prints them without notations.

    >>> sorted(bound_names("fun (K L : Num.type) => match x with | Some k => 0 | None => forall z : nat, eq z d end"))
    ['K', 'L', 'k', 'z']
    """
    groups = re.findall(r"\(([\w']+(?:\s+[\w']+)*)\s+:\s", printed)
    groups += re.findall(r"\b(?:fun|forall|let)\s+([\w']+(?:\s+[\w']+)*)\s+:", printed)
    groups += [
        group.partition(" ")[2]
        for group in re.findall(r"\|\s+([\w'.]+(?:\s+[\w']+)*)\s+=>", printed)
    ]
    groups += re.findall(r"\blet\s+\(([\w',\s]+)\)", printed)
    return {
        word
        for group in groups
        for word in re.split(r"[\s,]+", group)
        if word[:1] not in ("", "_", "'")
    } - {"forall", "fun"}


def _run(name: str, text: str, folder: Path, build: Path, demand: str) -> str:
    (folder / f"{name}.v").write_text(text + "\n", encoding="utf-8")
    done = run_coq("coqc", "-q", "-w", "none", f"{name}.v", folder=folder, build=build)
    if done.returncode:
        place = re.search(r"line (\d+)", done.stderr)
        line = text.splitlines()[int(place[1]) - 1] if place else ""
        raise Failure(f"{demand}:\n{line}\n{done.stderr}")
    return done.stdout
