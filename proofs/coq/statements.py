"""That every theorem says what ``statements.v`` says, word for word for Coq, and that the words
there mean what they seem to mean.

``statements.v`` is compiled with Mathematical Components, the files of words and the program: no
file with a proof is there to change the meaning of a symbol, and the program has no command that
could. Afterwards a generated file defines, for every theorem, by full names and without importing
anything,

    Definition agreed_name : Formal.statements.name := @Formal.file.name.

So a theorem that stands in a section with a hypothesis, also one that Coq would fill in, or was
proved of a symbol that its file reread, or stands beside a stronger one in a comment, is refused:
its type is another. These definitions, closed terms whose types are the statements themselves, are
what ``Print Assumptions`` and ``coqchk`` are asked about. Who calls it: ``proofs.coq.check``.
"""

from __future__ import annotations

import re
from pathlib import Path

from proofs.coq.coq import BUILD, LIBRARY, Failure, run_coq
from proofs.coq.text import (
    OPENING,
    PREAMBLE,
    defined_names,
    far_reaching,
    imported,
    irregular,
    opens_as_others,
    statements,
)

__all__ = [
    "AGREED",
    "assumptions",
    "bound_names",
    "demand_harmless_program",
    "demand_plain_files",
    "demand_statements",
    "shadowing",
]

# The generated file of the definitions, as a module of the library.
AGREED = "agreed.theorems"


def demand_plain_files(words: dict[str, str], stated: str, names: list[str]) -> None:
    """Failure unless all files, the words by name, are plain and ``statements.v`` has one statement
    for each of the names, in order.
    """
    for file, text in (*words.items(), ("statements.v", stated)):
        faults = irregular(text)
        if faults:
            raise Failure(f"{file} must hold plain definitions only: {'; '.join(faults)}")
        if not opens_as_others(text):
            raise Failure(f"{file} must open with its imports and then {' '.join(OPENING)}")
    listed = list(statements(stated))
    if listed != names:
        odd = sorted(set(listed) ^ set(names)) or "another order"
        raise Failure(f"statements.v must state the theorems of the table, in its order, not {odd}")


def demand_harmless_program(texts: dict[str, str], words: dict[str, str], stated: str) -> None:
    """Failure if a file that ``statements.v`` requires beside the words, directly or not, has a
    command that could change how statements are read. ``texts`` has every file by its module.
    """
    waiting, seen = imported(stated), {file.removesuffix(".v") for file in words}
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += imported(texts[name])
        faults = far_reaching(texts[name])
        if faults:
            raise Failure(
                f"{name}.v must leave other files as they are, being read before the statements: {'; '.join(faults)}"
            )


def demand_statements(
    theorems: list[tuple[str, str]], files: tuple[str, ...], build: Path = BUILD
) -> None:
    """Failure unless each theorem, given as (module, name), has the type that ``statements.v``
    gives. Leaves the compiled module ``AGREED``.
    """
    folder, _, file = AGREED.partition(".")
    (build / folder).mkdir(exist_ok=True)
    required = f"Require {' '.join(f'{LIBRARY}.{name}' for name in files)}.\n"
    agreed = [
        f"Definition agreed_{name} : {LIBRARY}.statements.{name} := @{LIBRARY}.{module}.{name}."
        for module, name in theorems
    ]
    _run(
        file,
        required + "\n".join(agreed),
        build / folder,
        build,
        "every theorem must say what statements.v says",
    )


def assumptions(names: list[str], build: Path = BUILD) -> dict[str, str]:
    """Coq's answers to ``Print Assumptions``, for each theorem in the form in which it agrees with
    its statement; after ``demand_statements``.
    """
    folder = build / "assumptions"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.out"):
        path.unlink()
    module = f"{LIBRARY}.{AGREED}"
    asked = [f'Redirect "{name}" Print Assumptions {module}.agreed_{name}.' for name in names]
    text = f"Require {module}.\n" + "\n".join(asked)
    _run("all", text, folder, build, "every theorem of the table must be there")
    return {name: (folder / f"{name}.out").read_text(encoding="utf-8").strip() for name in names}


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
    taken = _taken("fresh", preamble, {name for _, name in new}, folder, build)
    if taken:
        raise Failure(f"no definition may hide a name of the libraries, not {', '.join(taken)}")
    full = [
        f"{LIBRARY}.{file}.{name}" for file, name in new if _has_a_body(words[f"{file}.v"], name)
    ]
    full += [f"{LIBRARY}.statements.{name}" for name in statements(stated)]
    text = f"Require {LIBRARY}.statements.\nSet Printing Width 140.\nUnset Printing Notations.\nUnset Printing Matching.\n"
    printed = _run(
        "terms", text + "\n".join(f"Print {name}." for name in full), folder, build, "printing"
    )
    (build / "statements.txt").write_text(printed, encoding="utf-8")
    local = "".join(f"{line}\n" for line in PREAMBLE if "Formal" not in line or line in stated)
    taken = _taken("bound", local, bound_names(printed), folder, build)
    if taken:
        raise Failure(f"no bound variable may hide a name, not {', '.join(taken)}")


def _taken(file: str, preamble: str, names: set[str], folder: Path, build: Path) -> list[str]:
    """The names among these that mean something after this preamble: constants, and abbreviations,
    also such as need arguments. A module hides nothing.
    """
    asked = [f"About {name}." for name in sorted(names)]
    printed = _run(
        file, preamble + "\n".join(asked), folder, build, "each name must be asked about"
    )
    free = set(re.findall(r"^([\w']+) not a defined object\.$", printed, re.MULTILINE))
    free |= set(re.findall(r"^Module (?:Type )?(?:\w+\.)*(\w+)$", printed, re.MULTILINE))
    return sorted(names - free)


def _has_a_body(text: str, name: str) -> bool:
    """Whether a plain file defines a constant or type of this name, not a constructor or field."""
    return bool(re.search(rf"\b(?:Definition|Fixpoint|Inductive|Record) {name}(?![\w'])", text))


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
