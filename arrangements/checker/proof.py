"""Check a proof: its problems are read, its steps are checked one after the other, and its claims must be
among what the steps conclude. There is one way to accept: ``check`` returns.

What acceptance implies. A question is a list of conditions on one point x (``system``), a problem says
which points there are (``problem``).

- Answer true: a point in the proof was put into every condition, and each held. What was asked for
  occurs. On a sphere there are two points, and the border is crossed between them.
- Answer false: weights lead to a contradiction of the conditions (``rules``); or, on a sphere, every vertex
  of what the conditions leave was found, inside. What was asked for does not occur.
- A list has so many members: each is shown to occur, and the list is complete (``lists``).
- A best place [m, k] of a label: there is a point at which it is ahead of all others but k - 1; and there
  are sets of labels that are never all behind it, and no m - 2 labels meet all of these sets, which was
  tried. So at every point at least m - 1 labels are not behind.
- The largest margin and probability of a label lie between two numbers (``largest_probability``).
- A pair: two problems agree in the invariant "same", which was computed again (of rows without offsets,
  where offsets and inputs are equal), or shown by equal answers to all its questions, or by two complete
  lists; they disagree in the invariant "differ", or about the question there.
- Configurations have their hashes, and one in a second file is that of the proof. A number field has
  exactly one root in its interval.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Hashable
from itertools import combinations, permutations
from typing import Any

from arrangements.checker.invariants import agree
from arrangements.checker.largest_probability import enclose
from arrangements.checker.lists import LISTS, by_cases, by_count
from arrangements.checker.places import met
from arrangements.checker.problem import Problem, problems_of
from arrangements.checker.reading import (
    LARGEST_FILE,
    Json,
    Refused,
    all_lists,
    demand,
    keys,
    parse,
    readable,
)
from arrangements.checker.rules import solved, surrounded_by_vertices, weighted_sum
from arrangements.checker.system import KINDS, system

__all__ = ["FORMAT", "check", "main"]

FORMAT, END = "arrangements proof", "end of proof"
ANSWERS = re.compile(r"(top|top set) of (any|[1-9][0-9]*)|(tie) of (2)", re.ASCII)


class Proof:
    """Problems and what the steps have shown of them so far.

    ``shown``: of each problem the answers to questions, by kind and value; ``concluded``: all else.
    """

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.shown: list[dict[tuple[str, Any], bool]] = [{} for _ in problems]
        self.concluded: dict[Hashable, Any] = {}

    def take(self, step: Json) -> None:
        """Check one step and keep what it concludes."""
        readable(
            isinstance(step, dict) and step.get("rule") in [*RULES], "a step must have a known rule"
        )
        names, rule = RULES[step["rule"]]
        _, *values = keys(step, "rule", *names)
        rule(self, *values)

    def problem(self, place: Json) -> Problem:
        readable(
            type(place) is int and 0 <= place < len(self.problems),
            "a step must be about a problem",
        )
        return self.problems[place]

    def keep(self, place: int, kind: str, value: Any, answer: bool) -> None:
        demand((kind, value) not in self.shown[place], "nothing must be shown twice")
        self.shown[place][kind, value] = answer

    def conclude(self, what: Hashable, value: Any) -> None:
        demand(what not in self.concluded, "nothing must be shown twice")
        self.concluded[what] = value

    # The rules.

    def point(self, place: Json, kind: Json, of: Json) -> None:
        """Questions whose answer is yes, each with its point."""
        problem = self.problem(place)
        sphere = problem.ball is not None and problem.ball.sphere
        readable(all_lists(of, 2 + sphere), "questions must come with their points")
        for value, *points in of:
            kept, conditions = system(kind, value, problem)
            solved(conditions, problem, points)
            self.keep(place, kind, kept, True)

    def sum(self, place: Json, kind: Json, of: Json) -> None:
        """Questions whose answer is no, each with weights of its conditions."""
        problem = self.problem(place)
        readable(all_lists(of, 2), "questions must come with their weights")
        for value, weights in of:
            kept, conditions = system(kind, value, problem)
            weighted_sum(conditions, problem, weights)
            self.keep(place, kind, kept, False)

    def vertices(self, place: Json, kind: Json, of: Json) -> None:
        """Questions whose answer is no on a sphere."""
        problem = self.problem(place)
        readable(isinstance(of, list), "questions must be a list")
        for value in of:
            kept, conditions = system(kind, value, problem)
            surrounded_by_vertices(conditions, problem)
            self.keep(place, kind, kept, False)

    def count(self, place: Json, kind: Json) -> None:
        problem = self.problem(place)
        self.conclude((place, kind), by_count(kind, problem, self.shown[place]))

    def cases(self, place: Json, kind: Json) -> None:
        problem = self.problem(place)
        self.conclude((place, kind), by_cases(kind, problem, self.shown[place]))

    def pack(self, place: Json, label: Json, ties: Json, between: Json) -> None:
        """The best place of a label, between two numbers."""
        problem = self.problem(place)
        readable(
            not (problem.ball and problem.ball.sphere),
            "inputs of a best place must be a ball, not its sphere",
        )
        readable(
            all_lists([between], 2) and all(type(x) is int for x in between),
            "a place must be between two numbers",
        )
        (own, _, _), _ = system("ahead", [label, [], ties], problem)
        sets: dict[bool, list[frozenset[int]]] = {True: [], False: []}
        for (kind, value), answer in self.shown[place].items():
            if kind == ("place" if answer else "ahead") and (value[0], value[2]) == (own, ties):
                sets[answer].append(value[1])
        least, most = between
        reached = {1 + len(others) for others in sets[True]}
        demand(1 <= least <= most and most in reached, "a place must be that at a point")
        demand(not met(sets[False], least - 2), "too few labels meet all refuted sets")
        self.conclude((place, label, ties), between)

    def enclose(
        self, place: Json, label: Json, temperature: Json, margin: Json, probability: Json
    ) -> None:
        enclose(self.problem(place), label, temperature, margin, probability)
        ends = {"margin": margin["between"], "probability": probability["between"]}
        self.conclude((place, label, "temperature", temperature), ends)

    def recompute(self, invariant: Json, same: Json) -> None:
        """Whether two problems agree in an invariant."""
        readable(
            isinstance(invariant, str) and isinstance(same, bool) and len(self.problems) == 2,
            "two problems must have an invariant, and share it or not",
        )
        first, second = self.problems
        readable(first.labels == second.labels, "a pair must have common labels")
        alike = first.stated == second.stated
        widths = first.dimension, second.dimension
        demand(
            agree(invariant, first.vectors, second.vectors, widths) is same and (alike or not same),
            f"the {invariant} must {'be equal' if same else 'differ'}",
        )
        self.conclude((invariant, same), True)

    # What is claimed.

    def demand_claim(self, question: Json, answer: Json) -> None:
        """Demand that a claim is the conclusion of a step."""
        readable(isinstance(question, dict), "a question must have a kind")
        kind = question.get("kind")
        readable(
            len(self.problems) == 1 + (kind == "pair"),
            "a pair must have two problems, any other question one",
        )
        what = "a claim must be the conclusion of a step"
        if kind == "pair":
            self.demand_pair(question, answer)
        elif isinstance(kind, str) and kind in LISTS:
            keys(question, "kind")
            readable(type(answer) is int, "the answer must be a number")
            demand(
                len(self.concluded.get((0, kind), ())) == answer and (0, kind) in self.concluded,
                what,
            )
        elif kind == "best rank":
            _, label, ties = keys(question, "kind", "label", "ties")
            system("ahead", [label, [], ties], self.problems[0])
            demand(self.concluded.get((0, label, ties)) == answer is not None, what)
        elif kind == "confidence":
            _, label, heat = keys(question, "kind", "label", "temperature")
            readable(isinstance(label, str) and isinstance(heat, str), "a label must be a text")
            demand(self.concluded.get((0, label, "temperature", heat)) == answer is not None, what)
        else:
            readable(isinstance(answer, bool), "the answer must be true or false")
            demand(self.shown[0].get(self.kept(question, 0)) is answer, what)

    def kept(self, question: Json, place: int) -> tuple[str, Any]:
        """A question that has one answer, as it is kept."""
        readable(
            isinstance(question, dict) and isinstance(question.get("kind"), str),
            "a question must have a kind",
        )
        kind = question["kind"]
        readable(kind in KINDS, "a question must be of a known kind")
        _, value = keys(question, "kind", KINDS[kind])
        return kind, system(kind, value, self.problems[place])[0]

    def demand_pair(self, question: Json, answer: Json) -> None:
        """Two problems that have something in common, and something else not."""
        _, same, differ = keys(question, "kind", "same", "differ")
        readable(
            isinstance(same, str) and self.problems[0].labels == self.problems[1].labels,
            "a pair must have common labels and name an invariant",
        )
        self.demand_same(same)
        if isinstance(differ, str):
            readable(answer is None, "the answer must be null")
            readable(not self.problems[0].common, "layers and inputs must differ about a question")
            demand((differ, False) in self.concluded, f"the {differ} must differ")
            return
        both = [self.shown[k].get(self.kept(differ, k)) for k in (0, 1)]
        demand(answer == both and {*both} == {True, False}, "the answers must differ")

    def demand_same(self, name: str) -> None:
        """Equal lists; or equal answers to all questions of a kind about so many labels, or "any"
        number; or an invariant.
        """
        if name in ("sign pattern", "ranking pattern"):
            first, second = (self.concluded.get((k, name)) for k in (0, 1))
            demand(first is not None and first == second, "the lists must be complete and equal")
            return
        asked = ANSWERS.fullmatch(name)
        if asked is None:
            demand((name, True) in self.concluded, f"the {name} must be equal")
            return
        kind, size = filter(None, asked.groups())
        labels = self.problems[0].labels
        for k in range(1, len(labels) + 1):
            chosen = permutations if kind == "top" else combinations
            for choice in chosen(range(len(labels)), k) if size in ("any", str(k)) else ():
                both = [shown.get((kind, choice)) for shown in self.shown]
                demand(both in ([True, True], [False, False]), "all answers must be equal")


# Of each rule the keys of its steps.
RULES: dict[str, tuple[tuple[str, ...], Any]] = {
    "point": (("problem", "kind", "of"), Proof.point),
    "sum": (("problem", "kind", "of"), Proof.sum),
    "vertices": (("problem", "kind", "of"), Proof.vertices),
    "count": (("problem", "kind"), Proof.count),
    "cases": (("problem", "kind"), Proof.cases),
    "pack": (("problem", "label", "ties", "place"), Proof.pack),
    "enclose": (("problem", "label", "temperature", "margin", "probability"), Proof.enclose),
    "recompute": (("invariant", "same"), Proof.recompute),
}


def check(text: str, outside: str | None = None) -> str:
    """Return the statements that are proved, or raise Refused, or ValueError if unreadable.
    ``outside`` is the text of a configuration.
    """
    form, version, problems, claims, steps, end = keys(
        parse(text), "format", "version", "problems", "claims", "steps", "end"
    )
    readable(
        (form, type(version), version, end) == (FORMAT, int, 1, END),
        "a proof must be complete, of version 1",
    )
    readable(
        isinstance(claims, list) and claims and isinstance(steps, list),
        "a proof must have claims and steps",
    )
    claims = [[*keys(claim, "question", "answer")] for claim in claims]
    proof = Proof(problems_of(problems, None if outside is None else parse(outside)))
    for step in steps:
        proof.take(step)
    for question, answer in claims:
        proof.demand_claim(question, answer)
    about = " and ".join(problem.hash[:12] for problem in proof.problems)
    inputs = [problem.stated[1] for problem in proof.problems]
    where = (
        f", inputs {json.dumps(inputs)}"
        if any(problem.common for problem in proof.problems)
        else ""
    )
    said = (f"{json.dumps(q)} has the answer {json.dumps(a)}" for q, a in claims)
    return f"{'; '.join(said)} for {about}{where}"


def main(arguments: list[str]) -> int:
    """The exit code."""
    try:
        readable(
            1 <= len(arguments) <= 2,
            "usage: python -m arrangements.checker proof.json [configuration.json]",
        )
        texts = []
        for path in arguments:
            with open(path, encoding="utf-8") as file:
                texts.append(file.read(LARGEST_FILE + 1))
            readable(len(texts[-1]) <= LARGEST_FILE, "the file must be smaller")
        print("accepted:", check(*texts))
        return 0
    except Refused as error:
        print("refused:", error, file=sys.stderr)
        return 1
    except (ValueError, OSError, RecursionError) as error:
        print("unreadable:", error, file=sys.stderr)
        return 2
    except Exception as error:  # a fault of this program: not 1, which says refused
        print("fault:", type(error).__name__, error, file=sys.stderr)
        return 4
