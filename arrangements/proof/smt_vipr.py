"""Certificates in the languages of other programs: SMT-LIB for solvers such as z3 and cvc5, VIPR
for checkers of linear programs.

An SMT-LIB script states the question alone: the solver decides it anew, over the reals, and says
``unsat`` for a no and ``sat`` for a yes, whose witness is one more assertion. A VIPR file holds the
derivation of a no: it says which combination of the conditions is the contradiction 0 >= 1.
Conditions are homogeneous in x, or in h and one more variable t > 0; so those that ask for more
than 0 may ask for at least 1 there.

Both take the conditions from ``checker.system``, which is the meaning of every question. They are
for rational numbers and for one question; the text must have been accepted by the checker. In a ball
variables are those of z, where inputs are h = c + A z.

>>> from arrangements import Configuration, decide_signs
>>> text = decide_signs(Configuration([[1], [-1]]), "++")[1].to_text()
>>> print(smt2(text))
; arrangements proof: {"kind": "signs", "signs": "++"} has the answer false
(set-logic QF_LRA)
(set-info :status unsat)
(declare-const x1 Real)
(assert (> x1 0.0))
(assert (> (- x1) 0.0))
(check-sat)
>>> print(vipr(text))
% arrangements proof: {"kind": "signs", "signs": "++"} has the answer false
VER 1.0
VAR 1
x1
INT 0
OBJ min
0
CON 2 0
c0 G 1 1 0 1
c1 G 1 1 0 -1
RTP infeas
SOL 0
DER 1
contradiction G 1 0 { lin 2 0 1/2 1 1/2 } -1
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from arrangements.checker.lists import LISTS
from arrangements.checker.problem import Ball, Condition, problems_of
from arrangements.checker.reading import Json, parse
from arrangements.checker.system import KINDS, system
from arrangements.errors import BadInput

__all__ = ["FORMS", "smt2", "vipr"]


class _Problem(NamedTuple):
    """The conditions of an answered question, those on all inputs last; vectors are integers."""

    head: str
    names: list[str]  # of the variables; h_1 .. h_d and t where there are inputs
    conditions: list[Condition]
    affine: bool
    ball: Ball | None
    answer: bool
    evidence: list[Any]  # points, or weights by positions


def smt2(text: str) -> str:
    """The question as a script of SMT-LIB 2, without the evidence of a no."""
    problem = _problem(text, "SMT-LIB")
    ball = problem.ball
    if ball is not None and ball.sphere and problem.answer:
        raise BadInput("certificate must not have two points, as those of a yes on a sphere have")
    affine = problem.affine
    variables = problem.names[:-1] if affine else problem.names
    lines = [
        f"; {problem.head}",
        f"(set-logic {'QF_LRA' if ball is None else 'QF_NRA'})",
        f"(set-info :status {'sat' if problem.answer else 'unsat'})",
        *(f"(declare-const {name} Real)" for name in variables),
    ]
    written = {">": ">", "≥": ">=", "=": "="}
    terms = [*variables, ""] if affine else variables
    lines += [
        f"(assert ({written[relation]} {_sum(vector, terms)} 0.0))"
        for vector, relation in problem.conditions
        if relation
    ]
    if ball is not None:
        one, square = _number(ball.one), _number(ball.square)
        squares = " ".join(["0.0", *(f"(* {z} {z})" for z in variables)])
        met = "=" if ball.sphere else "<="
        lines.append(f"(assert ({met} (* {one} (+ 0.0 {squares})) {square}))")
    if problem.answer:
        lines += [
            f"(assert (= {name} {_number(Fraction(value))}))"
            for name, value in zip(variables, problem.evidence[0], strict=True)
        ]
    return "\n".join([*lines, "(check-sat)"])


def vipr(text: str) -> str:
    """The refutation as a certificate of VIPR 1.0: a linear program and why it is infeasible."""
    problem = _problem(text, "VIPR")
    if problem.answer or problem.ball is not None:
        what = "a ball of inputs" if problem.ball is not None else "a yes, which is a point"
        raise BadInput(
            f"certificate must be a refutation by linear conditions for VIPR, not {what}"
        )
    rows: list[str] = []
    place: dict[int, int] = {}
    for k, (vector, relation) in enumerate(problem.conditions):
        if relation:
            place[k] = len(rows)
            sense, right = ("E", 0) if relation == "=" else ("G", int(relation == ">"))
            rows.append(f"c{k} {sense} {right} {_sparse(vector)}")
    weights = {k: Fraction(weight) for k, weight in problem.evidence[0]}
    total = sum(w for k, w in weights.items() if problem.conditions[k][1] == ">")
    used = " ".join(f"{place[k]} {w / total}" for k, w in weights.items())
    return "\n".join(
        [
            f"% {problem.head}",
            "VER 1.0",
            f"VAR {len(problem.names)}",
            *problem.names,
            "INT 0",
            "OBJ min",
            "0",
            f"CON {len(rows)} 0",
            *rows,
            "RTP infeas",
            "SOL 0",
            "DER 1",
            f"contradiction G 1 0 {{ lin {len(weights)} {used} }} -1",
        ]
    )


FORMS = {"smt2": smt2, "vipr": vipr}


def _problem(text: str, form: str) -> _Problem:
    """The problem that an accepted proof answers."""
    value = parse(text)
    (claim, *_), problems = value["claims"], value["problems"]
    asked, answer = claim["question"], claim["answer"]
    kind = asked["kind"]
    if kind in ("pair", "best rank", "confidence", *LISTS):
        raise BadInput(f"certificate must be about one question for {form}, not a {kind}")
    if any(problem["configuration"] is None for problem in problems):
        raise BadInput(f"certificate must have its configuration inside for {form}, not its hash")
    (problem,) = problems_of(problems, None)
    if problem.root is not None:
        raise BadInput(f"certificate must be over the rationals for {form}, not a number field")
    affine = bool(problem.common)
    variable = "x" if not affine else "h" if problem.ball is None else "z"
    names = [f"{variable}{k}" for k in range(1, problem.width - affine + 1)]
    kept, conditions = system(kind, asked[KINDS[kind]], problem)
    return _Problem(
        f"arrangements proof: {json.dumps(asked)} has the answer {json.dumps(answer)}",
        [*names, *(["t"] if affine else [])],
        conditions + problem.common,
        affine,
        problem.ball,
        answer,
        _evidence(value["steps"], kind, kept, system_of=lambda one: system(kind, one, problem)[0]),
    )


def _evidence(steps: Json, kind: str, kept: Any, system_of: Callable[[Json], Any]) -> list[Any]:
    """The points or the weights of the step that answers the question."""
    for step in steps:
        if step["rule"] in ("point", "sum") and step["kind"] == kind:
            for one, *evidence in step["of"]:
                if system_of(one) == kept:
                    return [*evidence]
    raise BadInput("certificate must have a point or weights, not vertices of a sphere")


def _number(x: Any) -> str:
    """A rational number as SMT-LIB writes it: decimals without a sign, and functions of them."""
    value = Fraction(x)
    size = f"{abs(value.numerator)}.0"
    whole = size if value.denominator == 1 else f"(/ {size} {value.denominator}.0)"
    return whole if value >= 0 else f"(- {whole})"


def _sum(vector: Sequence[Any], names: Sequence[str]) -> str:
    """The value of a linear function; the empty name stands for 1."""
    terms = [_term(c, name) for c, name in zip(vector, names, strict=True) if c]
    if len(terms) < 2:
        return terms[0] if terms else "0.0"
    return f"(+ {' '.join(terms)})"


def _term(c: Any, name: str) -> str:
    if not name:
        return _number(c)
    if abs(c) == 1:
        return name if c == 1 else f"(- {name})"
    return f"(* {_number(c)} {name})"


def _sparse(vector: Sequence[Any]) -> str:
    entries = [(k, c) for k, c in enumerate(vector) if c]
    return " ".join([str(len(entries)), *(f"{k} {c}" for k, c in entries)])
