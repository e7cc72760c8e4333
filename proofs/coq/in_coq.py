"""The problems of a certificate as theorems: Coq's kernel runs the program and proves the answer.
``make formal CERTIFICATE=FILE``.

Each problem becomes a file: the certificate as definitions, one lemma in which the kernel runs the
program, and a theorem ``answer`` that says what this means, by the theorem about the program.
Trusted are then the reader of the file, with ``checker/proof.py`` for its form, and the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from proofs.coq.coq import LIBRARY, Failure, run_coq
from proofs.coq.problems import (
    Ball,
    Comparison,
    Evidence,
    Field,
    Given,
    Member,
    Number,
    Part,
    Pattern,
    Problem,
    Question,
    Rows,
    long_numbers,
)

__all__ = ["prove_in_coq", "theorem"]

RELATIONS = {">": "Above", ">=": "AtLeast", "=": "On"}
QUESTIONS = {
    "signs": "Signs",
    "ranking": "Ranking",
    "top": "Top",
    "topset": "TopSet",
    "tie": "Tie",
    "weakranking": "Weak",
}
VIEWS = {"rows": "Itself", "differences": "Differences", "centred": "Centred"}
COMPARED = {"rows": "Entries", "products": "Products", "lengths": "Lengths"}
COMPARED |= {"cosines": "Cosines", "chirotope": "Chirotopes", "regions": "Regions"}
# Of each kind: type of a member; program, and file of its theorem, without given conditions;
# program with them. WHOLE and GIVEN: what the theorems say, of dimension {0}, and of signs that are
# allowed, {1}.
PATTERNS = {
    "signs": ("entry", "sign_pattern", "complete", "signs_given false"),
    "covectors": ("entry", "covectors", "complete_faces", "signs_given true"),
    "ranking": ("nat", "ranking_pattern", "complete", "rankings_given"),
    "weakranking": ("(list nat)", "weak_rankings", "complete_faces", "weak_given"),
}
WHOLE = {
    "signs": "has_topes U (size members) /\\\n  forall s, sign_pattern U s <->\n    "
    "exists x, List.In ([seq entry_of (s i) | i <- enum 'I_(size rows)], x) members",
    "covectors": "has_faces U (size members) /\\\n  forall b, covector U (signs_with_zeros b) <->\n"
    "    exists x, List.In ([seq entry_of (signs_with_zeros b i) | i <- enum 'I_(size rows)], x) members",
    "ranking": "has_topes (braid K (size rows) *m U) (size members) /\\\n"
    "  forall p, ranks U p <-> exists x, List.In ([seq (p a : nat) | a <- enum 'I_(size rows)], x) members",
    "weakranking": "[/\\ has_faces (braid K (size rows) *m U) (size members),\n"
    "      forall gs x, List.In (gs, x) members ->\n"
    "        (forall i, (i < size rows)%N -> i \\in flatten gs) /\\ answered_yes theta {0} rows [::] (Weak gs)\n"
    "    & forall y : 'cV[K]_{0}, exists gs x, List.In (gs, x) members /\\\n"
    "        asked (Weak gs) (size rows) (fun i => row_value theta (nth [::] rows i) y)]",
}
GIVEN = {
    "signs": "forall w, [/\\ size w = size rows, all {1} w & answered_yes theta {0} rows given (Signs w)] <->\n"
    "    exists x, List.In (w, x) members",
    "ranking": "forall l, perm_eq l (iota 0 (size rows)) /\\ answered_yes theta {0} rows given (Ranking l) <->\n"
    "    exists x, List.In (l, x) members",
    "weakranking": "forall gs, [/\\ perm_eq (flatten gs) (iota 0 (size rows)), [::] \\notin gs, all (sorted ltn) gs\n"
    "             & answered_yes theta {0} rows given (Weak gs)] <-> exists x, List.In (gs, x) members",
}


def prove_in_coq(problem: Problem, folder: Path, name: str = "certificate") -> str:
    """Let Coq's kernel run the program; what it says of the assumptions of the answer. Failure if
    it refuses.
    """
    with long_numbers():
        (folder / f"{name}.v").write_text(theorem(problem), encoding="utf-8")
    done = run_coq("coqc", "-q", "-w", "none", f"{name}.v", folder=folder)
    if done.returncode:
        raise Failure(f"Coq must accept {name}.v:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def theorem(problem: Problem) -> str:
    """The text of the file."""
    if isinstance(problem, Question):
        return _question(problem)
    return _pattern(problem) if isinstance(problem, Pattern) else _comparison(problem)


def _question(q: Question) -> str:
    asked = " ".join(f"{i}%nat" for i in q.asked) if q.kind == "tie" else _member(q.asked)
    which, negated = ("witness", "") if q.answer else ("refutation", "~ ")
    definitions = [
        _definition("rows", "list (list numeral)", _rows(q.rows)),
        _definition("given", "list (list numeral * relation)", _given(q.given)),
        _definition("asked_for", "question", f"{QUESTIONS[q.kind]} {asked}"),
        _definition("evidence", "list (list Z)", _vector(q.evidence)),
    ]
    if q.ball is not None:
        return _question_in_ball(q, q.ball, definitions)
    says = f"{negated}answered_yes theta {q.dimension} rows given asked_for"
    arguments = f"{q.dimension} rows given asked_for evidence"
    return _file(
        q.field,
        definitions,
        f"program.accepts_{which}",
        arguments,
        says,
        f"verified.verified_{which}",
    )


def _question_in_ball(q: Question, ball: Ball, definitions: list[str]) -> str:
    """A question about inputs in a ball, behind a norm or on a sphere, for Coq."""
    d = q.dimension - 1
    about = f"theta {d} around rows given asked_for"
    arguments = f"{d} around rows given asked_for evidence"
    definitions = [*definitions, _around(ball)]
    if q.beyond is not None:
        definitions.append(_definition("beyond", "list (list Z)", _vector(q.beyond)))
        which, says = "sphere_witness", f"answered_on_sphere {about}"
        arguments += " beyond"
    elif q.answer:
        which, says = "ball_witness", f"answered_in_ball {about}"
    else:
        which = "ball_refutation"
        says = f"~ answered_in_ball {about} /\\ ~ answered_on_sphere {about}"
    program, file = f"in_balls.accepts_{which}", f"in_balls_right.verified_{which}"
    kind = "realFieldType" if q.beyond is None else "rcfType"
    return _file(q.field, definitions, program, arguments, says, file, kind)


def _around(ball: Ball) -> str:
    parts = (_list(map(_number, part)) for part in (ball.centre, ball.gains))
    centred = "true" if ball.centred else "false"
    value = " ".join(["Ball", *parts, _number(ball.square), centred])
    return _definition("around", "ball", value)


def _pattern(p: Pattern) -> str:
    member, program, file, with_given = PATTERNS[p.kind]
    parts = f"list (list {member} * list (list Z))"
    definitions = [
        _definition("rows", "list (list numeral)", _rows(p.rows)),
        _definition("members", parts, _parts(p.members)),
    ]
    if p.excluded is None:
        says = f"let U := matrix_of theta (size rows) {p.dimension} rows in\n  " + WHOLE[
            p.kind
        ].format(p.dimension)
        return _file(
            p.field,
            definitions,
            f"whole.accepts_{program}",
            f"{p.dimension} rows members",
            says,
            f"{file}.verified_{program}",
        )
    file = "beginnings"
    if p.ball is not None:
        file, with_given = "in_balls", with_given.replace("given", "in_ball")
    program, _, ties = with_given.partition(" ")
    definitions.append(_definition("given", "list (list numeral * relation)", _given(p.given)))
    definitions.append(_definition("excluded", parts, _parts(p.excluded)))
    allowed = f"(fun e => match e with Any => false | Zero => {ties} | _ => true end)"
    says = "List.NoDup (List.map fst members) /\\\n  " + GIVEN["signs" if ties else p.kind].format(
        p.dimension, allowed
    )
    arguments = f"{ties} {p.dimension} rows given members excluded".strip()
    if p.ball is not None:
        definitions.append(_around(p.ball))
        d = p.dimension - 1
        says = says.replace(
            f"answered_yes theta {p.dimension} rows", f"answered_in_ball theta {d} around rows"
        )
        arguments = f"{ties} {d} around rows given members excluded".strip()
    return _file(
        p.field,
        definitions,
        f"{file}.accepts_{program}",
        arguments,
        says,
        f"{file}_right.verified_{program}",
    )


def _comparison(c: Comparison) -> str:
    definitions = [
        _definition(name, "list (list numeral)", _rows(rows))
        for name, rows in zip(("rows", "rows'"), c.rows, strict=True)
    ]
    n, (d, e) = len(c.rows[0]), c.dimensions
    which, view, what = "same" if c.same else "different", VIEWS[c.view], COMPARED[c.what]
    agree = f"can_compare {what} V V' /\\ {'' if c.same else '~ '}agree_in {what} V V'"
    says = (
        f"[/\\ size rows = {n}%nat, size rows' = {n}%nat\n"
        f"    & viewed {view} (fun m V V' => {agree}) (matrix_of theta {n} {d} rows) (matrix_of theta {n} {e} rows')]"
    )
    arguments = f"{view} {what} {n} {d} rows {e} rows'"
    return _file(
        c.field,
        definitions,
        f"pairs.accepts_{which}",
        arguments,
        says,
        f"pairs_right.verified_{which}",
        "rcfType",
    )


def _file(
    field: Field | None,
    definitions: list[str],
    program: str,
    arguments: str,
    says: str,
    theorem: str,
    kind: str = "realFieldType",
) -> str:
    """The kernel runs the program once, in a lemma of its own. Over the rationals the root is 0,
    and plays no part.
    """
    if field is None:
        root, heading, says = "None", f"answer (K : {kind})", says.replace("theta", "(0 : K)")
        proof = f"exact (@{LIBRARY}.{theorem} K field 0 {arguments} (erefl (0 : K)) accepted)"
    else:
        left, right = map(_fraction, field.interval)
        root = f"(Some (Isolation {_list(map(_integer, field.polynomial))} {left} {right}))"
        heading, says = f"answer (K : {kind}) (theta : K)", f"is_root field theta ->\n  {says}"
        proof = f"move=> root; exact (@{LIBRARY}.{theorem} K field theta {arguments} root accepted)"
    return (
        f"From Coq Require Import ZArith List.\nFrom {LIBRARY} Require Import definitions norms.\n"
        f"From {LIBRARY} Require program whole beginnings in_balls pairs.\nImport ListNotations.\nLocal Open Scope Z_scope.\n\n"
        f"Definition field : option isolation := {root}.\n{''.join(definitions)}\n"
        f"Lemma accepted : ({program} field {arguments})%nat = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n\n"
        f"From mathcomp Require Import all_ssreflect fingroup perm all_algebra.\nFrom {LIBRARY} Require {theorem.split('.')[0]}.\n"
        f"Local Open Scope ring_scope.\n\n"
        f"Theorem {heading} :\n  {says}.\nProof. {proof}. Qed.\n\nPrint Assumptions answer.\n"
    )


def _definition(name: str, type_: str, value: str) -> str:
    return f"Definition {name} : {type_} := {value}.\n"


def _list(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"


def _integer(a: int) -> str:
    return str(a) if a >= 0 else f"({a})"


def _fraction(text: str) -> str:
    top, _, bottom = text.partition("/")
    return f"({top}, {bottom or 1})"


def _number(number: Number) -> str:
    return _list(map(_fraction, number))


def _rows(rows: Rows) -> str:
    return _list(_list(map(_number, row)) for row in rows)


def _given(given: Given) -> str:
    return _list(
        f"({_list(map(_number, vector))}, {RELATIONS[relation]})" for relation, vector in given
    )


def _vector(vector: Evidence) -> str:
    return _list(_list(map(_integer, x)) for x in vector)


def _parts(parts: tuple[Part, ...]) -> str:
    return _list(f"({_member(member)}, {_vector(evidence)})" for member, evidence in parts)


def _member(member: Member | Any) -> str:
    """A list of signs, of labels, or of groups of labels."""
    signs = {"+": "Pos", "-": "Neg", "0": "Zero", "?": "Any"}
    return _list(
        _member(s) if isinstance(s, tuple) else signs[s] if isinstance(s, str) else f"{s}%nat"
        for s in member
    )
