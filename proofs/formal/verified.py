"""The verified checker: a program that Coq proved right, extracted to OCaml, and the same program run inside Coq.

``proofs/formal/program.v`` decides certificates over the rationals, ``verified.v`` proves what acceptance means. This module reads a
certificate and puts its question into the words of that program; it is trusted, as are Coq's extraction, OCaml and Zarith for the binary.
Inside Coq (``make formal CERTIFICATE=file``) only this module and the kernel are. Whatever the file says besides - hashes, names of labels
that occur twice - is left to ``arrangements/feasibility/checker.py``, which is to accept first. Who calls it: ``recheck --verified``.

It knows answers to single questions, with offsets and inputs, over the rationals. Number fields, whole patterns and pairs it does not.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

from proofs.formal.coq import BUILD, FOLDER, LIBRARY, Failure, run_coq

__all__ = ["Question", "Unknown", "accepts", "binary", "build", "prove_in_coq", "question_of"]

EXTRACTED = BUILD / "extracted"


class Unknown(Exception):
    """A certificate that the verified checker has no question for."""


@dataclass(frozen=True)
class Question:
    """What the program is asked: fractions as texts n/d, labels as positions, the evidence as integers."""

    dimension: int
    rows: tuple[tuple[str, ...], ...]
    given: tuple[tuple[str, tuple[str, ...]], ...]
    kind: str
    asked: tuple[int, ...] | str
    answer: bool
    evidence: tuple[int, ...]

    def lines(self) -> str:
        """For the binary.

        >>> print(Question(1, (("1",), ("-1/3",)), (), "ranking", (0, 1), True, (3,)).lines(), end="")
        1 2 0
        1
        -1/3
        ranking 0 1
        witness 3
        """
        asked = self.asked if isinstance(self.asked, str) else " ".join(map(str, self.asked))
        lines = [f"{self.dimension} {len(self.rows)} {len(self.given)}", *map(" ".join, self.rows)]
        lines += [" ".join((relation, *vector)) for relation, vector in self.given]
        lines += [f"{self.kind} {asked}", f"{'witness' if self.answer else 'refutation'} {' '.join(map(str, self.evidence))}"]
        return "\n".join(lines) + "\n"

    def theorem(self) -> str:
        """For Coq: a file that proves the answer over every ordered field."""
        relations = {">": "Above", ">=": "AtLeast", "=": "On"}
        signs = {"+": "Pos", "-": "Neg", "0": "Zero", "?": "Any"}
        rows = _list(_list(map(_pair, row)) for row in self.rows)
        given = _list(f"({_list(map(_pair, vector))}, {LIBRARY}.definitions.{relations[r]})" for r, vector in self.given)
        names = {"signs": "Signs", "ranking": "Ranking", "top": "Top", "topset": "TopSet", "tie": "Tie"}
        if isinstance(self.asked, str):
            asked = _list(f"{LIBRARY}.definitions.{signs[s]}" for s in self.asked)
        elif self.kind == "tie":
            asked = " ".join(f"{i}%nat" for i in self.asked)
        else:
            asked = _list(f"{i}%nat" for i in self.asked)
        parts = f"{self.dimension}%nat {rows} {given} ({LIBRARY}.definitions.{names[self.kind]} {asked})"
        which, negated = ("witness", "") if self.answer else ("refutation", "~ ")
        return (
            f"From Coq Require Import ZArith List.\nRequire Import {LIBRARY}.verified.\n"
            f"Import ListNotations.\nLocal Open Scope Z_scope.\n\n"
            f"Theorem answer (K : ssrnum.Num.RealField.type) : {negated}{LIBRARY}.definitions.answered_yes K {parts}.\n"
            f"Proof.\nvm_cast_no_check (@{LIBRARY}.verified.verified_{which} K {parts}\n"
            f"  {_list(map(str, self.evidence))} (eq_refl true)).\nQed.\n"
            f"Print Assumptions answer.\n"
        )


def _list(items: Any) -> str:
    return f"[{'; '.join(items)}]"


def _pair(text: str) -> str:
    top, _, bottom = text.partition("/")
    return f"({top}, {bottom or 1})"


def question_of(text: str) -> Question:
    """The question of a certificate that ``checker.py`` has accepted; Unknown if the program has none for it."""
    value = json.loads(text)
    question, configurations = value["question"], value["configurations"]
    if question["kind"] not in ("signs", "ranking", "top", "top set", "tie"):
        raise Unknown(f"a {question['kind']} is not a single question")
    configuration = configurations[0]
    if configuration is None or configuration["field"] is not None:
        raise Unknown("the configuration must be in the certificate, with rational entries")
    dimension, labels, rows = configuration["dimension"], configuration["labels"], configuration["rows"]
    given: list[tuple[str, tuple[str, ...]]] = []
    inputs = value.get("inputs")
    if inputs is not None:
        offsets = configuration.get("bias", ["0"] * len(rows))
        rows = [[*u, b] for u, b in zip(rows, offsets, strict=True)]
        polyhedron = inputs[0] or {"inequalities": [], "equations": []}
        for relation, key in ((">=", "inequalities"), ("=", "equations")):
            given += [(relation, (*a, b)) for b, *a in polyhedron[key]]
        given.append((">", (*["0"] * dimension, "1")))
        dimension += 1
    answer, asked = value["answer"], question.get("signs", question.get("labels"))
    places = asked if isinstance(asked, str) else tuple(map(labels.index, asked))
    kind = question["kind"].replace(" ", "")
    if answer:
        point = value["evidence"]["witness"]
        evidence = _integers([*point, "1"] if given else point)
    else:
        pairs = value["evidence"]["refutation"]
        weights = [Fraction(0)] * (_conditions(kind, places, len(rows)) + len(given))
        for place, weight in pairs:
            weights[place] = Fraction(weight)
        evidence = _integers(weights)
    return Question(dimension, tuple(map(tuple, rows)), tuple(given), kind, places, answer, evidence)


def _conditions(kind: str, places: str | tuple[int, ...], rows: int) -> int:
    """How many conditions a question becomes."""
    rest, chain = rows - len(places), len(places) - 1
    return {"signs": rows, "ranking": chain, "top": chain + rest, "topset": len(places) * rest, "tie": 1 + rest}[kind]


def _integers(vector: list[Any]) -> tuple[int, ...]:
    """A positive multiple."""
    numbers = list(map(Fraction, vector))
    scale = lcm(*(x.denominator for x in numbers))
    return tuple(int(x * scale) for x in numbers)


def binary() -> Path | None:
    """The built program, if it is that of the present files."""
    path = EXTRACTED / "recheck"
    return path if path.exists() and (EXTRACTED / "program.v").read_bytes() == (FOLDER / "program.v").read_bytes() else None


def accepts(question: Question, program: Path) -> bool:
    done = subprocess.run([str(program)], input=question.lines(), capture_output=True, text=True, check=False)
    if done.returncode or done.stdout not in ("accepted\n", "refused\n"):
        raise Failure(f"the verified checker must answer, not {done.stdout + done.stderr!r}")
    return done.stdout == "accepted\n"


def build() -> Path | None:
    """Extract and compile; None where OCaml or Zarith is not installed. Coq's files must be compiled."""
    if shutil.which("ocamlfind") is None or subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False).returncode:
        return None
    if binary() is not None:
        return binary()
    shutil.rmtree(EXTRACTED, ignore_errors=True)
    shutil.copytree(FOLDER / "extracted", EXTRACTED)
    done = run_coq("coqc", "-q", "-w", "none", "extract.v", folder=EXTRACTED)
    if done.returncode == 0:
        compiler = ["ocamlfind", "ocamlopt", "-w", "-a", "-O3", "-package", "zarith", "-linkpkg"]
        files = ["integer.ml", "program.mli", "program.ml", "main.ml"]
        done = subprocess.run([*compiler, *files, "-o", "recheck"], cwd=EXTRACTED, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failure(f"the extracted program must compile:\n{done.stdout}{done.stderr}")
    shutil.copy(FOLDER / "program.v", EXTRACTED / "program.v")
    return EXTRACTED / "recheck"


def prove_in_coq(question: Question, folder: Path) -> str:
    """Let Coq's kernel run the program; what it says of the assumptions of the answer. Failure if it refuses."""
    (folder / "certificate.v").write_text(question.theorem(), encoding="utf-8")
    done = run_coq("coqc", "-q", "-w", "none", "certificate.v", folder=folder)
    if done.returncode:
        raise Failure(f"Coq must accept the certificate:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()
