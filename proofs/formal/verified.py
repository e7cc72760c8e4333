"""The verified checker: a program that Coq proved right, extracted to OCaml, and the same program run inside Coq.

``proofs/formal/program.v`` decides certificates over the rationals, ``verified.v`` proves what acceptance means. This module reads a
certificate and puts its question into the words of that program; it is trusted, as are Coq's extraction, OCaml and Zarith for the binary.
Inside Coq (``make formal CERTIFICATE=file``) only this module and the kernel are. Whatever the file says besides - hashes, names of labels
that occur twice - is left to ``arrangements/feasibility/checker.py``, which is to accept first. Who calls it: ``recheck --verified``.

It knows answers to single questions, with offsets and inputs, and whole patterns of signs and rankings, over the rationals. Number
fields, pairs, weak rankings, faces, and whole patterns with offsets or inputs it does not.
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

__all__ = ["Pattern", "Question", "Unknown", "accepts", "binary", "build", "prove_in_coq", "question_of"]

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
        lines = [f"{self.dimension} {len(self.rows)} {len(self.given)}", *map(" ".join, self.rows)]
        lines += [" ".join((relation, *vector)) for relation, vector in self.given]
        lines += [f"{self.kind} {_words(self.asked)}", f"{'witness' if self.answer else 'refutation'} {_words(self.evidence)}"]
        return "\n".join(lines) + "\n"

    def theorem(self) -> str:
        """For Coq: a file that proves the answer over every ordered field."""
        relations = {">": "Above", ">=": "AtLeast", "=": "On"}
        given = _list(f"({_list(map(_pair, vector))}, {relations[r]})" for r, vector in self.given)
        names = {"signs": "Signs", "ranking": "Ranking", "top": "Top", "topset": "TopSet", "tie": "Tie"}
        asked = " ".join(f"{i}%nat" for i in self.asked) if self.kind == "tie" else _member(self.asked)
        which, negated = ("witness", "") if self.answer else ("refutation", "~ ")
        return _file(
            f"Definition rows : list (list fraction) := {_list(_list(map(_pair, row)) for row in self.rows)}.\n"
            f"Definition given : list (list fraction * relation) := {given}.\n"
            f"Definition asked : question := {names[self.kind]} {asked}.\n"
            f"Definition evidence : list Z := {_list(map(str, self.evidence))}.\n",
            f"accepts_{which}",
            f"{self.dimension} rows given asked evidence",
            f"{negated}answered_yes K {self.dimension} rows given asked",
            f"verified.verified_{which}",
        )


@dataclass(frozen=True)
class Pattern:
    """A whole pattern: all members in the order of the program, each with a witness."""

    dimension: int
    rows: tuple[tuple[str, ...], ...]
    kind: str
    members: tuple[tuple[tuple[int, ...] | str, tuple[int, ...]], ...]

    def lines(self) -> str:
        """For the binary.

        >>> print(Pattern(1, (("2/3",),), "signs", (("+", (1,)), ("-", (-1,)))).lines(), end="")
        1 1 0
        2/3
        pattern signs 2
        + : 1
        - : -1
        """
        lines = [f"{self.dimension} {len(self.rows)} 0", *map(" ".join, self.rows), f"pattern {self.kind} {len(self.members)}"]
        lines += [f"{_words(member)} : {_words(point)}" for member, point in self.members]
        return "\n".join(lines) + "\n"

    def theorem(self) -> str:
        """For Coq: a file that proves that the list is complete, over every ordered field."""
        signs = self.kind == "signs"
        members = _list(f"({_member(member)}, {_list(map(str, point))})" for member, point in self.members)
        name, matrix = ("sign_pattern", "") if signs else ("ranking_pattern", "braid K (size rows) *m ")
        if signs:
            occurs, word = "forall s, sign_pattern (matrix_of K {0} rows) s", "entry_of (s i) | i"
        else:
            occurs, word = "forall p, ranks (matrix_of K {0} rows) p", "(p i : nat) | i"
        listed = f"{occurs.format(self.dimension)} <->\n    exists x, List.In ([seq {word} <- enum 'I_(size rows)], x) members"
        return _file(
            f"Definition rows : list (list fraction) := {_list(_list(map(_pair, row)) for row in self.rows)}.\n"
            f"Definition members : list (list {'entry' if signs else 'nat'} * list Z) := {members}.\n",
            f"accepts_{name}",
            f"{self.dimension} rows members",
            f"has_topes ({matrix}matrix_of K {self.dimension} rows) (size members) /\\\n  {listed}",
            f"complete.verified_{name}",
        )


def _file(definitions: str, program: str, arguments: str, statement: str, theorem: str) -> str:
    """The kernel runs the program once, in a lemma of its own."""
    return (
        f"From Coq Require Import ZArith List.\nFrom {LIBRARY} Require Import definitions program.\nImport ListNotations.\n"
        f"Local Open Scope Z_scope.\n\n{definitions}\nLemma accepted : ({program} {arguments})%nat = true.\n"
        f"Proof. vm_cast_no_check (eq_refl true). Qed.\n\n"
        f"From mathcomp Require Import all_ssreflect fingroup perm all_algebra.\nFrom {LIBRARY} Require {theorem.split('.')[0]}.\n"
        f"Local Open Scope ring_scope.\n\n"
        f"Theorem answer (K : realFieldType) :\n  {statement}.\nProof. exact (@{LIBRARY}.{theorem} K {arguments} accepted). Qed.\n\n"
        f"Print Assumptions answer.\n"
    )


def _words(items: tuple[int, ...] | str) -> str:
    return items if isinstance(items, str) else " ".join(map(str, items))


def _list(items: Any) -> str:
    return f"[{'; '.join(items)}]"


def _member(member: tuple[int, ...] | str) -> str:
    """A list of signs or of labels."""
    signs = {"+": "Pos", "-": "Neg", "0": "Zero", "?": "Any"}
    return _list(signs[s] if isinstance(s, str) else f"{s}%nat" for s in member)


def _pair(text: str) -> str:
    top, _, bottom = text.partition("/")
    return f"({top}, {bottom or 1})"


def question_of(text: str) -> Question | Pattern:
    """The question of a certificate that ``checker.py`` has accepted; Unknown if the program has none for it."""
    value = json.loads(text)
    question, configurations = value["question"], value["configurations"]
    if question["kind"] not in ("signs", "ranking", "top", "top set", "tie", "sign pattern", "ranking pattern"):
        raise Unknown(f"a {question['kind']} is not among its questions")
    configuration = configurations[0]
    if configuration is None or configuration["field"] is not None:
        raise Unknown("the configuration must be in the certificate, with rational entries")
    if question["kind"].endswith("pattern"):
        if "inputs" in value:
            raise Unknown("a whole pattern must be without offsets and inputs")
        return _pattern(configuration, question["kind"].removesuffix(" pattern"), value["evidence"]["members"], value["answer"])
    return _question(configuration, question, value.get("inputs"), value["answer"], value["evidence"])


def _pattern(configuration: dict[str, Any], kind: str, members: list[Any], answer: int) -> Pattern:
    """Both of each pair of opposites, in increasing order: + before - in signs."""
    labels, turned = configuration["labels"], str.maketrans("+-", "-+")
    listed: list[tuple[tuple[int, ...] | str, tuple[int, ...]]] = []
    for member, point in members:
        x = _integers(point)
        order = member if kind == "sign" else tuple(map(labels.index, member))
        opposite = order.translate(turned) if isinstance(order, str) else order[::-1]
        listed += [(order, x)] + [(opposite, tuple(-a for a in x))] * (opposite != order)
    if len(listed) != answer:
        raise Failure(f"the answer must be the number of members, {len(listed)}, not {answer}")
    rows = tuple(map(tuple, configuration["rows"]))
    return Pattern(configuration["dimension"], rows, "signs" if kind == "sign" else kind, tuple(sorted(listed)))


def _question(configuration: dict[str, Any], question: dict[str, Any], inputs: Any, answer: bool, proof: dict[str, Any]) -> Question:
    dimension, labels, rows = configuration["dimension"], configuration["labels"], configuration["rows"]
    given: list[tuple[str, tuple[str, ...]]] = []
    if inputs is not None:
        offsets = configuration.get("bias", ["0"] * len(rows))
        rows = [[*u, b] for u, b in zip(rows, offsets, strict=True)]
        polyhedron = inputs[0] or {"inequalities": [], "equations": []}
        for relation, key in ((">=", "inequalities"), ("=", "equations")):
            given += [(relation, (*a, b)) for b, *a in polyhedron[key]]
        given.append((">", (*["0"] * dimension, "1")))
        dimension += 1
    places = question["signs"] if "signs" in question else tuple(map(labels.index, question["labels"]))
    kind = question["kind"].replace(" ", "")
    if answer:
        point = proof["witness"]
        evidence = _integers([*point, "1"] if given else point)
    else:
        weights = [Fraction(0)] * (_conditions(kind, places, len(rows)) + len(given))
        for place, weight in proof["refutation"]:
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


def accepts(question: Question | Pattern, program: Path) -> bool:
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


def prove_in_coq(question: Question | Pattern, folder: Path) -> str:
    """Let Coq's kernel run the program; what it says of the assumptions of the answer. Failure if it refuses."""
    (folder / "certificate.v").write_text(question.theorem(), encoding="utf-8")
    done = run_coq("coqc", "-q", "-w", "none", "certificate.v", folder=folder)
    if done.returncode:
        raise Failure(f"Coq must accept the certificate:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()
