"""The reader of certificates for the program proved in Coq: what that program must accept, for a certificate that ``checker.py`` accepts.

This module is trusted, as are ``problems.py`` and ``extracted/main.ml``: it finds the rows, the question and the evidence in the file,
gives offsets and inputs their place, and says which problems a pair consists of. Whatever the file says besides - hashes, repeated labels,
lowest terms, one field for both of a pair - is left to ``arrangements/feasibility/checker.py``, which is to accept first. Who calls it:
``recheck --verified``, ``make formal CERTIFICATE=FILE``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from typing import Any, cast

from proofs.formal.coq import Failure
from proofs.formal.problems import (
    Compared,
    Comparison,
    Evidence,
    Field,
    Given,
    Kind,
    Member,
    Number,
    Part,
    Pattern,
    Problem,
    Question,
    View,
    long_numbers,
)

__all__ = ["Unknown", "problems_of"]

PATTERNS: dict[str, Kind] = {"sign pattern": "signs", "covectors": "covectors"}
PATTERNS |= {"ranking pattern": "ranking", "weak rankings": "weakranking"}
QUESTIONS = ("signs", "ranking", "weak ranking", "top", "top set", "tie")
VIEWS: dict[str, View] = {"": "rows", "difference": "differences", "centred": "centred"}
COMPARED: dict[str, Compared] = {"rows": "rows", "gram": "products", "norms": "lengths"}
COMPARED |= {"cosines": "cosines", "chirotope": "chirotope", "regions": "regions"}
NUMBER = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)
Key = tuple[int, ...]


class Unknown(Exception):
    """A certificate that the verified checker has no question for."""


def problems_of(text: str, outside: str | None = None) -> tuple[Problem, ...]:
    """What the program must accept; ``outside`` is the configuration where the file leaves it out. Unknown if it cannot be asked,
    Failure if the parts of the certificate do not fit together."""
    with long_numbers():
        return _read(json.loads(text), outside)


def _read(value: dict[str, Any], outside: str | None) -> tuple[Problem, ...]:
    question, answer, evidence = (value[key] for key in ("question", "answer", "evidence"))
    kind, inputs = question["kind"], value.get("inputs")
    configurations = [json.loads(outside) if c is None and outside is not None else c for c in value["configurations"]]
    if None in configurations:
        raise Unknown("the configuration must be in the certificate")
    layers = [_Layer(c, p, inputs is not None) for c, p in zip(configurations, inputs or [None] * len(configurations), strict=True)]
    if kind == "pair":
        return _pair_problems(layers, question, answer, evidence)
    if kind in PATTERNS:
        return (layers[0].pattern(kind, answer, evidence),)
    return (layers[0].question(question, answer, evidence),)


class _Layer:
    """A configuration; in version 2 rows have their offsets, and inputs their polyhedron, or None for all of space."""

    def __init__(self, configuration: dict[str, Any], polyhedron: Any, newer: bool) -> None:
        field = configuration["field"]
        polynomial = () if field is None else tuple(a for (a,) in _integers([(c,) for c in field["polynomial"]]))
        self.field = None if field is None else Field(polynomial, tuple(field["interval"]))
        self.labels, self.dimension = configuration["labels"], configuration["dimension"]
        self.linear = self.rows = tuple(tuple(map(_number, row)) for row in configuration["rows"])
        self.linear_dimension, self.newer = self.dimension, newer
        self.inputs = configuration.get("bias"), polyhedron
        if "bias" in configuration and not newer:
            raise Failure("offsets must be in a certificate of version 2")
        self.given: Given = ()
        if newer:
            offsets = map(_number, configuration.get("bias", [self.plain("0")] * len(self.rows)))
            self.rows = tuple((*row, b) for row, b in zip(self.rows, offsets, strict=True))
            known = polyhedron or {"inequalities": [], "equations": []}
            relations = [(">=", condition) for condition in known["inequalities"]] + [("=", condition) for condition in known["equations"]]
            above = (">", (*[self.plain("0")] * self.dimension, self.plain("1")))
            self.given = (*((relation, (*map(_number, a), _number(b))) for relation, (b, *a) in relations), above)
            self.dimension += 1

    def plain(self, text: str) -> Number:
        degree = 1 if self.field is None else len(self.field.polynomial) - 1
        return (text, *["0"] * (degree - 1))

    def witness(self, point: list[Any]) -> Evidence:
        return _integers([*map(_number, point), *[self.plain("1")] * self.newer])

    def refutation(self, pairs: list[Any], conditions: int) -> Evidence:
        weights = [self.plain("0")] * (conditions + len(self.given))
        places = [place for place, _ in pairs]
        if places != sorted({*places} & {*range(len(weights))}):
            raise Failure("weights must name conditions, in increasing order")
        for place, weight in pairs:
            weights[place] = _number(weight)
        return _integers(weights)

    def question(self, question: dict[str, Any], answer: bool, evidence: dict[str, Any]) -> Question:
        if question["kind"] not in QUESTIONS:
            raise Unknown(f"{question['kind']} are not among its questions")
        kind = question["kind"].replace(" ", "")
        asked: Any = question.get("signs")
        if kind == "weakranking":
            asked = self.groups(question["groups"])
        elif asked is None:
            asked = tuple(map(self.labels.index, question["labels"]))
        elif not set(asked) <= set("+-0?"):
            raise Failure("signs must be + - 0 ?")
        conditions = _conditions(kind, asked, len(self.rows))
        proof = self.witness(evidence["witness"]) if answer else self.refutation(evidence["refutation"], conditions)
        return Question(self.field, self.dimension, self.rows, self.given, kind, asked, answer, proof)

    def groups(self, groups: list[list[str]]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(self.labels.index, group)) for group in groups)

    def member(self, kind: str, member: Any) -> Member:
        if isinstance(member, str):
            return member
        return self.groups(member) if kind == "weakranking" else tuple(map(self.labels.index, member))

    def pattern(self, name: str, answer: int, evidence: dict[str, Any]) -> Pattern:
        """Without offsets and inputs both of each pair of opposites are members."""
        kind = PATTERNS[name]
        members: list[Part] = [(self.member(kind, member), self.witness(point)) for member, point in evidence["members"]]
        excluded: list[Part] | None = None
        key = (WALK if self.newer else WHOLE)[kind]
        if self.newer:
            members = [(_increasing(member), point) for member, point in members]
            excluded = [self._excluded(kind, *part) for part in evidence["excluded"]]
            excluded = _outermost(sorted(excluded, key=lambda part: key(part[0])), key)
        else:
            opposites = [(_opposite(member), tuple(tuple(-a for a in x) for x in point)) for member, point in members]
            members += [part for part, (member, _) in zip(opposites, members, strict=True) if part[0] != member]
        if len(members) != answer:
            raise Failure(f"the answer must be the number of members, {len(members)}, not {answer}")
        members.sort(key=lambda part: key(part[0]))
        out = None if excluded is None else tuple(excluded)
        return Pattern(self.field, self.dimension, self.rows, self.given, kind, tuple(members), out)

    def _excluded(self, kind: str, beginning: Any, pairs: list[Any]) -> Part:
        part = self.member(kind, beginning)
        if part != _increasing(part):
            raise Unknown("labels of a group that is excluded must be in the order of the labels")
        asked = "signs" if isinstance(part, str) else kind
        return part, self.refutation(pairs, _conditions(asked, part, len(self.rows)))


def _number(value: Any) -> Number:
    number = (value,) if isinstance(value, str) else tuple(value)
    if not all(NUMBER.fullmatch(c) for c in number):
        raise Failure("a number must be a text such as -4/5")
    return number


def _integers(vector: Sequence[Number]) -> Evidence:
    """A positive multiple."""
    numbers = [[Fraction(c) for c in x] for x in vector]
    scale = lcm(*(c.denominator for x in numbers for c in x))
    return tuple(tuple(int(c * scale) for c in x) for x in numbers)


def _conditions(kind: str, asked: Any, rows: int) -> int:
    """How many conditions a question becomes."""
    if kind == "weakranking":
        return max(0, sum(map(len, asked)) - 1)
    rest, chain = rows - len(asked), max(0, len(asked) - 1)
    return {"signs": rows, "ranking": chain, "top": chain + rest, "topset": len(asked) * rest, "tie": 1 + rest}[kind]


def _opposite(member: Member) -> Member:
    return member.translate(str.maketrans("+-", "-+")) if isinstance(member, str) else member[::-1]


def _increasing(member: Member) -> Member:
    """Each group in the order of its labels, for the program under given conditions."""
    if member and isinstance(member[0], tuple):
        return tuple(tuple(sorted(group)) for group in cast("tuple[tuple[int, ...], ...]", member))
    return member


# The orders in which the program takes members.


def _signs(member: Any) -> Key:
    return tuple("+-0".index(s) for s in member)


def _insertions(member: Any) -> Key:
    """For each label where it is put among those before it."""
    place = {label: k for k, label in enumerate(member)}
    return tuple(sum(place[j] < place[k] for j in range(k)) for k in range(len(member)))


def _group_insertions(member: Any) -> Key:
    """The same for groups: before the first, into the first, before the second, ..."""
    place = {label: k for k, group in enumerate(member) for label in group}
    seen = [{place[j] for j in range(k)} for k in range(len(place))]
    return tuple(2 * sum(p < place[k] for p in before) + (place[k] in before) for k, before in enumerate(seen))


def _order(member: Any) -> Key:
    """For each two labels whether the first is above, below or beside the other."""
    place = {label: k for k, group in enumerate(member) for label in group}
    return tuple((place[i] >= place[j]) + (place[i] == place[j]) for i, j in combinations(sorted(place), 2))


WHOLE: dict[str, Callable[[Any], Key]] = {"signs": _signs, "covectors": _signs, "ranking": tuple, "weakranking": _order}
WALK: dict[str, Callable[[Any], Key]] = {"signs": _signs, "covectors": _signs, "ranking": _insertions, "weakranking": _group_insertions}


def _outermost(parts: list[Part], key: Callable[[Any], Key]) -> list[Part]:
    """Without those that begin like another."""
    kept: list[Part] = []
    for part in parts:
        last = key(kept[-1][0]) if kept else None
        if last is None or key(part[0])[: len(last)] != last:
            kept.append(part)
    return kept


def _pair_problems(layers: list[_Layer], question: dict[str, Any], answer: Any, evidence: dict[str, Any]) -> tuple[Problem, ...]:
    """What is the same, then that in which both differ; this module says which questions belong to a name."""
    same, differ = question["same"], question["differ"]
    kind, _, size = same.rpartition(" of ")
    problems: list[Problem] = []
    if same in ("sign pattern", "ranking pattern"):
        number, *lists = evidence["same"]
        patterns = [layer.pattern(same, number, part) for layer, part in zip(layers, lists, strict=True)]
        if len({tuple(member for member, _ in pattern.members) for pattern in patterns}) != 1:
            raise Failure("the patterns must be equal")
        problems += patterns
    elif kind in ("top", "top set", "tie"):
        labels = layers[0].labels
        sizes = [k for k in range(1, len(labels) + 1) if size in ("any", str(k))]
        choices = [choice for k in sizes for choice in (permutations if kind == "top" else combinations)(labels, k)]
        for choice, (both, *proofs) in zip(choices, evidence["same"], strict=True):
            asked = {"kind": kind, "labels": list(choice)}
            problems += [layer.question(asked, both, proof) for layer, proof in zip(layers, proofs, strict=True)]
    elif evidence["same"] is not None:
        raise Failure(f"the {same} must come without evidence")
    else:
        problems.append(_comparison(same, layers, True))
    if isinstance(differ, str):
        if answer is not None or evidence["differ"] is not None:
            raise Failure(f"the {differ} must come without evidence")
        return (*problems, _comparison(differ, layers, False))
    if answer not in ([True, False], [False, True]):
        raise Failure("the answers must differ")
    return (*problems, *(layer.question(differ, yes, proof) for layer, yes, proof in zip(layers, answer, evidence["differ"], strict=True)))


def _comparison(name: str, layers: Sequence[_Layer], same: bool) -> Comparison:
    """Of the rows without offsets: these and the inputs are equal where something is recomputed."""
    view, _, what = name.rpartition(" ")
    if view not in VIEWS or what not in COMPARED:
        raise Unknown(f"the {name} is not among what it compares")
    first, second = layers
    if first.inputs != second.inputs:
        raise Failure("offsets and inputs must be the same")
    dimensions = first.linear_dimension, second.linear_dimension
    return Comparison(first.field, dimensions, (first.linear, second.linear), same, VIEWS[view], COMPARED[what])
