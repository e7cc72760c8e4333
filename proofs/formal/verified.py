"""The verified checker: a program that Coq proved right, extracted to OCaml, and the same program run inside Coq.

``proofs/formal/program.v`` decides certificates over the rationals, ``verified.v`` proves what acceptance means. This module reads a
certificate and puts its question into the words of that program; it is trusted, as are Coq's extraction, OCaml and Zarith for the binary.
Inside Coq (``make formal CERTIFICATE=file``) only this module and the kernel are. Whatever the file says besides - hashes, names of labels
that occur twice - is left to ``arrangements/feasibility/checker.py``, which is to accept first. Who calls it: ``recheck --verified``.

It knows answers to single questions, with offsets and inputs, whole patterns of signs and rankings, and pairs, over the rationals.
Number fields, faces, whole patterns with offsets or inputs, and pairs with equal or different chirotopes it does not.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from pathlib import Path
from typing import Any

from proofs.formal.coq import BUILD, FOLDER, LIBRARY, Failure, run_coq

__all__ = ["Agreement", "Pattern", "Problem", "Question", "Unknown", "accepts", "binary", "build", "problems_of", "prove_in_coq"]

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
    asked: tuple[int, ...] | tuple[tuple[int, ...], ...] | str
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
        names = {"signs": "Signs", "ranking": "Ranking", "top": "Top", "topset": "TopSet", "tie": "Tie", "weakranking": "Weak"}
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


@dataclass(frozen=True)
class Agreement:
    """Two configurations of which something is the same: gram, norms, cosines, or the number of regions."""

    what: str
    dimensions: tuple[int, int]
    rows: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]

    def lines(self) -> str:
        """For the binary.

        >>> print(Agreement("cosines", (1, 1), ((("2",),), (("1/3",),))).lines(), end="")
        1 1 0
        2
        same cosines 1 1
        1/3
        """
        (d, e), (first, second) = self.dimensions, self.rows
        lines = [f"{d} {len(first)} 0", *map(" ".join, first), f"same {self.what} {e} {len(second)}", *map(" ".join, second)]
        return "\n".join(lines) + "\n"

    def theorem(self) -> str:
        """For Coq: a file that proves it over every ordered field, cosines over every real closed field."""
        first, second = (_list(_list(map(_pair, row)) for row in rows) for rows in self.rows)
        program, statement = {
            "gram": ("same_gram", "dot (row i {0}) (row j {0}) = dot (row i' {1}) (row j' {1})"),
            "norms": ("same_norms", "dot (row i {0}) (row i {0}) = dot (row i' {1}) (row i' {1})"),
            "cosines": ("same_cosines", "cosines {0} i j = cosines {1} i' j'"),
            "regions": ("same_number_of_regions", "exists k, has_topes {0} k /\\ has_topes {1} k"),
        }[self.what]
        labels = "i" if self.what == "norms" else "i j"
        places = "".join(f" ({k} : 'I_(size rows)) ({k}' : 'I_(size rows'))" for k in labels.split())
        equal = " -> ".join(f"{k} = {k}' :> nat" for k in labels.split())
        matrices = [f"(matrix_of K {d} {rows})" for d, rows in zip(self.dimensions, ("rows", "rows'"), strict=True)]
        whole = statement.format(*matrices)
        if self.what != "regions":
            whole = f"size rows = size rows' /\\\n  forall{places}, {equal} ->\n    {whole}"
        return _file(
            f"Definition rows : list (list fraction) := {first}.\nDefinition rows' : list (list fraction) := {second}.\n",
            program,
            f"{self.dimensions[0]} rows {self.dimensions[1]} rows'",
            whole,
            "region_count.verified_regions" if self.what == "regions" else f"products.verified_{self.what}",
            "rcfType" if self.what == "cosines" else "realFieldType",
        )


Problem = Question | Pattern | Agreement


def _file(definitions: str, program: str, arguments: str, statement: str, theorem: str, field: str = "realFieldType") -> str:
    """The kernel runs the program once, in a lemma of its own."""
    return (
        f"From Coq Require Import ZArith List.\nFrom {LIBRARY} Require Import definitions program.\nImport ListNotations.\n"
        f"Local Open Scope Z_scope.\n\n{definitions}\nLemma accepted : ({program} {arguments})%nat = true.\n"
        f"Proof. vm_cast_no_check (eq_refl true). Qed.\n\n"
        f"From mathcomp Require Import all_ssreflect fingroup perm all_algebra.\nFrom {LIBRARY} Require {theorem.split('.')[0]}.\n"
        f"Local Open Scope ring_scope.\n\n"
        f"Theorem answer (K : {field}) :\n  {statement}.\nProof. exact (@{LIBRARY}.{theorem} K {arguments} accepted). Qed.\n\n"
        f"Print Assumptions answer.\n"
    )


def _words(items: Sequence[Any]) -> str:
    """Groups of labels are separated by >."""
    if items and isinstance(items[0], tuple):
        return " > ".join(map(_words, items))
    return items if isinstance(items, str) else " ".join(map(str, items))


def _list(items: Any) -> str:
    return f"[{'; '.join(items)}]"


def _member(member: Sequence[Any]) -> str:
    """A list of signs, of labels, or of groups of labels."""
    signs = {"+": "Pos", "-": "Neg", "0": "Zero", "?": "Any"}
    return _list(_member(s) if isinstance(s, tuple) else signs[s] if isinstance(s, str) else f"{s}%nat" for s in member)


def _pair(text: str) -> str:
    top, _, bottom = text.partition("/")
    return f"({top}, {bottom or 1})"


def problems_of(text: str) -> tuple[Problem, ...]:
    """What the program must accept for a certificate that ``checker.py`` has accepted; Unknown if it cannot be asked."""
    value = json.loads(text)
    question, configurations, answer, evidence = (value[key] for key in ("question", "configurations", "answer", "evidence"))
    kind, inputs = question["kind"], value.get("inputs")
    if None in configurations:
        raise Unknown("the configuration must be in the certificate")
    if any(c["field"] is not None for c in configurations):
        raise Unknown("the entries must be rational, not of a number field")
    if kind == "pair":
        return _pair_problems(configurations, question, inputs, answer, evidence)
    if kind in ("sign pattern", "ranking pattern"):
        if inputs is not None:
            raise Unknown("a whole pattern must be without offsets and inputs")
        return (_pattern(configurations[0], kind, evidence["members"], answer),)
    if kind not in ("signs", "ranking", "weak ranking", "top", "top set", "tie"):
        raise Unknown(f"{kind} are not among its questions")
    return (_question(configurations[0], question, inputs and inputs[0], answer, evidence, inputs is not None),)


def _pair_problems(configurations: list[Any], question: dict[str, Any], inputs: Any, answer: Any, evidence: Any) -> tuple[Problem, ...]:
    """What is the same, then the question about which both differ; this module says which questions belong to a name."""
    same, differ, pair = question["same"], question["differ"], list(zip(configurations, inputs or (None, None), strict=True))
    if isinstance(differ, str):
        raise Unknown(f"a pair must differ about a question, not in its {differ}")
    kind, _, size = same.rpartition(" of ")
    problems: list[Problem] = []
    if same in ("sign pattern", "ranking pattern") and inputs is None:
        number, *lists = evidence["same"]
        patterns = [_pattern(c, same, part["members"], number) for c, part in zip(configurations, lists, strict=True)]
        if len({tuple(member for member, _ in pattern.members) for pattern in patterns}) != 1:
            raise Failure("the patterns must be equal")
        problems += patterns
    elif kind in ("top", "top set", "tie"):
        labels = configurations[0]["labels"]
        sizes = range(1, len(labels) + 1) if size == "any" else (int(size),)
        choices = [choice for k in sizes for choice in (permutations if kind == "top" else combinations)(labels, k)]
        for choice, (both, *proofs) in zip(choices, evidence["same"], strict=True):
            asked = {"kind": kind, "labels": list(choice)}
            problems += [_question(c, asked, p, both, proof, inputs is not None) for (c, p), proof in zip(pair, proofs, strict=True)]
    else:
        problems.append(_agreement(same, configurations))
    proofs = zip(pair, answer, evidence["differ"], strict=True)
    return (*problems, *(_question(c, differ, p, yes, proof, inputs is not None) for (c, p), yes, proof in proofs))


def _agreement(same: str, configurations: list[dict[str, Any]]) -> Agreement:
    """Of the rows, their differences or the rows minus their mean."""
    view, _, what = same.rpartition(" ")
    if what not in ("gram", "norms", "cosines", "regions"):
        raise Unknown(f"the {same} is not among what it compares")
    views = []
    for c in configurations:
        rows = [list(map(Fraction, row)) for row in c["rows"]]
        if view == "difference":
            rows = [[a - b for a, b in zip(u, v, strict=True)] for u, v in combinations(rows, 2)]
        elif view == "centred":
            mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
            rows = [[a - b for a, b in zip(u, mean, strict=True)] for u in rows]
        views.append(tuple(tuple(map(str, row)) for row in rows))
    return Agreement(what, (configurations[0]["dimension"], configurations[1]["dimension"]), (views[0], views[1]))


def _pattern(configuration: dict[str, Any], kind: str, members: list[Any], answer: int) -> Pattern:
    """Both of each pair of opposites, in increasing order: + before - in signs."""
    labels, turned = configuration["labels"], str.maketrans("+-", "-+")
    listed: list[tuple[tuple[int, ...] | str, tuple[int, ...]]] = []
    for member, point in members:
        x = _integers(point)
        order = member if isinstance(member, str) else tuple(map(labels.index, member))
        opposite = order.translate(turned) if isinstance(order, str) else order[::-1]
        listed += [(order, x)] + [(opposite, tuple(-a for a in x))] * (opposite != order)
    if len(listed) != answer:
        raise Failure(f"the answer must be the number of members, {len(listed)}, not {answer}")
    rows = tuple(map(tuple, configuration["rows"]))
    return Pattern(configuration["dimension"], rows, "signs" if kind == "sign pattern" else "ranking", tuple(sorted(listed)))


def _question(configuration: Any, question: Any, polyhedron: Any, answer: bool, proof: dict[str, Any], layer: bool) -> Question:
    """In a layer, rows have their offsets, and inputs their polyhedron, or None for all of space."""
    dimension, labels, rows = configuration["dimension"], configuration["labels"], configuration["rows"]
    given: list[tuple[str, tuple[str, ...]]] = []
    if layer:
        offsets = configuration.get("bias", ["0"] * len(rows))
        rows = [[*u, b] for u, b in zip(rows, offsets, strict=True)]
        for relation, key in ((">=", "inequalities"), ("=", "equations")):
            given += [(relation, (*a, b)) for b, *a in (polyhedron or {key: []})[key]]
        given.append((">", (*["0"] * dimension, "1")))
        dimension += 1
    kind = question["kind"].replace(" ", "")
    places: Any = question.get("signs")
    if kind == "weakranking":
        places = tuple(tuple(map(labels.index, group)) for group in question["groups"])
    elif places is None:
        places = tuple(map(labels.index, question["labels"]))
    if answer:
        point = proof["witness"]
        evidence = _integers([*point, "1"] if given else point)
    else:
        weights = [Fraction(0)] * (_conditions(kind, places, len(rows)) + len(given))
        for place, weight in proof["refutation"]:
            weights[place] = Fraction(weight)
        evidence = _integers(weights)
    return Question(dimension, tuple(map(tuple, rows)), tuple(given), kind, places, answer, evidence)


def _conditions(kind: str, places: Any, rows: int) -> int:
    """How many conditions a question becomes."""
    if kind == "weakranking":
        return max(0, sum(map(len, places)) - 1)
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


def accepts(problem: Problem, program: Path) -> bool:
    done = subprocess.run([str(program)], input=problem.lines(), capture_output=True, text=True, check=False)
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


def prove_in_coq(problem: Problem, folder: Path, name: str = "certificate") -> str:
    """Let Coq's kernel run the program; what it says of the assumptions of the answer. Failure if it refuses."""
    (folder / f"{name}.v").write_text(problem.theorem(), encoding="utf-8")
    done = run_coq("coqc", "-q", "-w", "none", f"{name}.v", folder=folder)
    if done.returncode:
        raise Failure(f"Coq must accept {name}.v:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()
