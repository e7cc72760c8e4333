"""The reader of proofs for the program proved in Coq: what that program must accept, for a proof that is
to be accepted.

This module is trusted, as are ``problems.py`` and ``extracted/main.ml``: it finds the rows, the
questions and their evidence in the file, gives offsets and inputs their place, and says which problems
a proof consists of. It asks of a file what ``checker/proof.py`` asks, by code of its own: what one of them
accepts the other accepts, which the tests put to proofs of all kinds and their mutants. A
file that breaks the form is ``Unreadable``; what can be read and proves nothing is a ``Failure``,
or is refused by the program. (All of a file is read before any of it is judged.) Who calls it: ``recheck
--verified``, ``python -m proofs.coq.recheck``, ``make formal CERTIFICATE=FILE``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, permutations
from math import gcd, lcm
from typing import Any, NoReturn, cast

from proofs.coq.coq import Failure
from proofs.coq.problems import (
    Ball,
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

__all__ = ["Unknown", "Unreadable", "problems_of"]

PATTERNS: dict[str, Kind] = {"sign pattern": "signs", "covectors": "covectors"}
PATTERNS |= {"ranking pattern": "ranking", "weak rankings": "weakranking"}
QUESTIONS = {
    "signs": "signs",
    "weak ranking": "groups",
    **dict.fromkeys(("ranking", "top", "top set", "tie"), "labels"),
}
VIEWS: dict[str, View] = {"": "rows", "difference": "differences", "centred": "centred"}
COMPARED: dict[str, Compared] = {"rows": "rows", "gram": "products", "norms": "lengths"}
COMPARED |= {"cosines": "cosines", "chirotope": "chirotope", "regions": "regions"}
NUMBER = re.compile(r"(?:0|-?[1-9][0-9]*)(?:/[1-9][0-9]*)?")
SAME = re.compile(r"(top|top set) of (any|[1-9][0-9]*)|(tie) of (2)")
RULES = {
    "point": ("problem", "kind", "of"),
    "sum": ("problem", "kind", "of"),
    "vertices": ("problem", "kind", "of"),
    "count": ("problem", "kind"),
    "cases": ("problem", "kind"),
    "pack": ("problem", "label", "ties", "place"),
    "enclose": ("problem", "label", "temperature", "margin", "probability"),
    "recompute": ("invariant", "same"),
}
BEYOND = ("vertices", "pack", "enclose")  # rules that the program does not know
MOST_DIGITS, MOST_COLUMNS = 200_000, 1 << 28
Key = tuple[int, ...]


class Unknown(Exception):
    """A certificate that the verified checker has no question for."""


class Unreadable(ValueError):
    """A text that is no certificate."""


def need(condition: object, form: str) -> None:
    if not condition:
        raise Unreadable(form)


def problems_of(text: str, outside: str | None = None) -> tuple[Problem, ...]:
    """The problems that the program must accept; ``outside`` is the configuration where the file
    leaves it out. Unreadable if the text is no certificate, Unknown if it cannot be asked, Failure
    if the parts of the certificate do not fit together.
    """
    with long_numbers():
        return _read(_loaded(text), None if outside is None else _loaded(outside))


def _loaded(text: str) -> Any:
    """The value of a JSON text without decimals and without a key that stands twice."""

    def whole(digits: str) -> int:
        need(len(digits) <= MOST_DIGITS, "an integer must not be too long")
        return int(digits)

    def decimal(number: str) -> NoReturn:
        raise Unreadable(f"a number must be an integer or a text such as -4/5, not {number[:40]}")

    def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(pairs)) == len(pairs), "keys must be distinct")
        return dict(pairs)

    try:
        return json.loads(
            text,
            object_pairs_hook=distinct,
            parse_float=decimal,
            parse_constant=decimal,
            parse_int=whole,
        )
    except RecursionError:
        raise Unreadable("JSON must not be nested so deeply") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"a certificate must be JSON: {error}") from None


def _parts(value: Any, *names: str) -> list[Any]:
    """The values of an object with these keys, in this order."""
    need(
        isinstance(value, dict) and tuple(value) == names,
        f"an object must have the keys {', '.join(names)}, in this order",
    )
    return list(value.values())


def _lists(value: Any, length: int) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == length for item in value
    )


def _read(value: Any, outside: Any) -> tuple[Problem, ...]:
    form, version, problems, claims, steps, end = _parts(
        value, "format", "version", "problems", "claims", "steps", "end"
    )
    need(
        (form, type(version), version, end) == ("arrangements proof", int, 1, "end of proof"),
        "a proof must be complete, of version 1",
    )
    need(
        isinstance(claims, list) and claims and isinstance(steps, list),
        "a proof must have claims and steps",
    )
    claimed = [_parts(claim, "question", "answer") for claim in claims]
    need(isinstance(problems, list) and problems, "a proof must have problems")
    parts = [_parts(problem, "hash", "configuration", "inputs") for problem in problems]
    if outside is not None:
        for part in parts:
            part[1] = outside if part[1] is None else part[1]
        if outside not in [configuration for _, configuration, _ in parts]:
            raise Failure("the configuration given must be the one in the proof")
    layers = [_Layer(configuration, inputs) for _, configuration, inputs in parts]
    need(
        all(configuration["field"] == parts[0][1]["field"] for _, configuration, _ in parts),
        "the configurations of a proof must be in one field",
    )
    if any(said != _hash(configuration) for said, configuration, _ in parts):
        raise Failure("the hash must be that of the configuration")
    proof = _Proof(layers)
    for step in steps:
        proof.take(step)
    for question, answer in claimed:
        proof.claim(question, answer)
    return proof.problems()


def _hash(configuration: dict[str, Any]) -> str:
    """Of the text of a configuration, without a field that is null."""
    present = {key: value for key, value in configuration.items() if value is not None}
    return hashlib.sha256(json.dumps(present, separators=(",", ":")).encode()).hexdigest()


class _Layer:
    """A configuration with its inputs, or None for all of space. Where there are offsets or inputs, rows
    have offsets, and conditions are given.
    """

    def __init__(self, configuration: Any, inputs: Any) -> None:
        offsets = isinstance(configuration, dict) and "bias" in configuration
        *bias, dimension, field, labels, rows = _parts(
            configuration, *["bias"] * offsets, "dimension", "field", "labels", "rows"
        )
        need(
            isinstance(labels, list) and all(isinstance(x, str) and x for x in labels),
            "labels must be texts",
        )
        need(
            type(dimension) is int and 0 <= dimension <= MOST_COLUMNS and _lists(rows, dimension),
            "rows must fit the dimension",
        )
        need(
            len(set(labels)) == len(labels) == len(rows),
            "labels must be distinct, one for each row",
        )
        need(
            not bias or (isinstance(bias[0], list) and len(bias[0]) == len(rows)),
            "offsets must be one for each row",
        )
        weak, equal, ball = (
            ([], [], None)
            if inputs is None
            else _parts(inputs, "inequalities", "equations", "ball")
        )
        need(
            _lists(weak, dimension + 1) and _lists(equal, dimension + 1),
            "conditions of the inputs must fit the dimension",
        )
        self.field = None if field is None else _field(field)
        self.degree = 1 if self.field is None else len(self.field.polynomial) - 1
        self.labels, self.dimension = labels, dimension
        self.newer = offsets or inputs is not None
        self.linear = self.rows = tuple(tuple(map(self.number, row)) for row in rows)
        self.linear_dimension = dimension
        self.inputs = configuration.get("bias"), inputs
        self.given: Given = ()
        if self.newer:
            added = map(self.number, bias[0]) if bias else [self.plain("0")] * len(rows)
            self.rows = tuple((*row, b) for row, b in zip(self.rows, added, strict=True))
            relations = [(">=", condition) for condition in weak] + [
                ("=", condition) for condition in equal
            ]
            above = (">", (*[self.plain("0")] * dimension, self.plain("1")))
            self.given = (
                *(
                    (relation, (*map(self.number, a), self.number(b)))
                    for relation, (b, *a) in relations
                ),
                above,
            )
            self.dimension += 1
        self.ball = None if ball is None else self._ball(ball)
        self.sphere = self.ball is not None and self.ball.sphere

    def _ball(self, value: Any) -> Ball:
        square, centre, gains, matrix, centred, sphere = _parts(
            value, "square", "centre", "gains", "matrix", "centred", "sphere"
        )
        need(
            isinstance(centred, bool) and isinstance(sphere, bool),
            "a ball must be centred or not, and its sphere or not",
        )
        need(gains is None or matrix is None, "a ball must not have gains and a matrix")
        need(not centred or gains is not None, "what is centred must have gains")
        need(
            _lists([centre, *([] if gains is None else [gains])], self.linear_dimension),
            "the centre and the gains of a ball must fit the dimension",
        )
        if matrix is not None:
            raise Unknown("inputs in an ellipsoid are not among what it asks")
        numbers = (
            [self.plain("1")] * self.linear_dimension
            if gains is None
            else [self.number(x) for x in gains]
        )
        at = tuple(map(self.number, centre))
        return Ball(at, tuple(numbers), self.number(square), centred, sphere)

    def number(self, value: Any) -> Number:
        """One coefficient for each power of the root; if there is one only, it may stand alone."""
        coefficients = value if isinstance(value, list) and self.field is not None else [value]
        need(
            len(coefficients) == self.degree,
            "a number must have one coefficient for each power of the root",
        )
        return tuple(map(_fraction, coefficients))

    def vector(self, value: Any, length: int | None = None) -> list[Number]:
        need(isinstance(value, list), "a vector must be a list")
        numbers = [self.number(x) for x in value]
        if length is not None and len(numbers) != length:
            raise Failure(f"a vector must have {length} entries, not {len(numbers)}")
        return numbers

    def places(self, value: Any, least: int = 1) -> tuple[int, ...]:
        """Distinct labels as positions."""
        need(
            isinstance(value, list) and all(isinstance(x, str) for x in value),
            "labels must be texts",
        )
        distinct = least <= len(value) == len(set(value)) and set(value) <= set(self.labels)
        need(distinct, "labels must be distinct labels of the configuration")
        return tuple(map(self.labels.index, value))

    def plain(self, text: str) -> Number:
        return (text, *["0"] * (self.degree - 1))

    def witness(self, point: Any) -> Evidence:
        """In a ball a z, as the program has it."""
        at = self.vector(point, self.dimension - self.newer)
        return _integers([*at, *[self.plain("1")] * self.newer])

    def refutation(self, pairs: Any, relations: str) -> Evidence:
        """``relations``: those of the conditions of the question. The program has the equation of a
        centred ball last, the file 1 > 0."""
        need(
            _lists(pairs, 2) and all(type(place) is int for place, _ in pairs),
            "weights must be pairs",
        )
        centred = self.ball is not None and self.ball.centred
        of_inputs = "".join(relation[0] for relation, _ in self.given)
        relations += of_inputs[:-1].replace(">", "≥") + "=" * centred + of_inputs[-1:]
        weights = [self.plain("0")] * len(relations)
        places, values = [place for place, _ in pairs], self.vector([weight for _, weight in pairs])
        if places != sorted({*places} & {*range(len(weights))}):
            raise Failure("weights must name conditions, in increasing order")
        for place, weight in zip(places, values, strict=True):
            if relations[place] != "=" and set(weight) == {"0"}:
                raise Failure("weights of inequalities must be positive")
            weights[place] = weight
        if centred:
            weights[-2:] = weights[:-3:-1]
        return _integers(weights)

    def asked(self, name: Any, value: Any) -> tuple[str, Any]:
        """The kind of a question and what it is about."""
        need(isinstance(name, str), "a question must be of a known kind")
        if name in ("ahead", "place"):
            raise Unknown("places of labels are not among what it asks")
        need(name in QUESTIONS, "a question must be of a known kind")
        if name == "signs":
            whole = (
                isinstance(value, str)
                and len(value) == len(self.rows)
                and set(value) <= set("+-0?")
            )
            need(whole, "signs must be + - 0 ? for each row")
            return name, value
        if name == "weak ranking":
            return "weakranking", self.groups(value)
        labels = self.places(value, int(name != "ranking"))
        need(name != "tie" or len(labels) == 2, "a tie must have two labels")
        return name.replace(" ", ""), labels

    def question(
        self,
        kind: str,
        asked: Any,
        answer: bool,
        evidence: Evidence,
        beyond: Evidence | None = None,
    ) -> Question:
        return Question(
            self.field,
            self.dimension,
            self.rows,
            self.given,
            cast("Any", kind),
            asked,
            answer,
            evidence,
            self.ball,
            beyond,
        )

    def groups(self, groups: Any) -> tuple[tuple[int, ...], ...]:
        need(
            isinstance(groups, list) and all(isinstance(group, list) and group for group in groups),
            "groups must be lists of labels",
        )
        flat = iter(self.places([x for group in groups for x in group], 0))
        return tuple(tuple(next(flat) for _ in group) for group in groups)

    def begins(self, question: Question) -> bool:
        """Whether it is about signs of the first rows, or an order of the first labels."""
        if question.kind == "signs":
            return "?" not in str(question.asked).rstrip("?")
        return sorted(_flat(question.asked)) == [*range(_size(question.asked))]

    def list(self, name: str, shown: list[Question]) -> tuple[Problem, list[Question]]:
        """The list of all members, and the questions that it is made of. Without offsets and inputs both
        of each pair of opposites are members.
        """
        kind = PATTERNS[name]
        known = {"signs": "+-", "covectors": "+-0"}.get(kind)
        members = [
            one
            for one in shown
            if one.answer
            and _size(one.asked) == len(self.rows)
            and (known is None or set(str(one.asked)) <= set(known))
        ]
        parts = [(one.asked, one.evidence) for one in members]
        key = (WALK if self.newer else WHOLE)[kind]
        if self.newer:
            parts = [(_increasing(member), point) for member, point in parts]
            begun = [one for one in shown if not one.answer and self.begins(one)]
            pairs = [(self._excluded(one), one) for one in begun]
            pairs.sort(key=lambda pair: key(pair[0][0]))
            excluded = _outermost([part for part, _ in pairs], key)
            used = [one for part, one in pairs if any(part is other for other in excluded)]
            out: tuple[Part, ...] | None = tuple(excluded)
        else:
            opposites = [
                (_opposite(member), tuple(tuple(-a for a in x) for x in point))
                for member, point in parts
            ]
            doubled = [a for (a, _), (b, _) in zip(opposites, parts, strict=True) if a != b]
            if any(member in doubled for member, _ in parts):
                raise Failure("one of two opposite members must be shown")
            parts += [
                part
                for part, (member, _) in zip(opposites, parts, strict=True)
                if part[0] != member
            ]
            used, out = [], None
        parts.sort(key=lambda part: key(part[0]))
        pattern = Pattern(
            self.field,
            self.dimension,
            self.rows,
            self.given,
            kind,
            tuple(parts),
            out,
            self.ball,
        )
        return pattern, [*members, *used]

    def _excluded(self, question: Question) -> Part:
        """A beginning with its refutation; each group in the order of its labels, as the program
        takes it.
        """
        part, weights = question.asked, question.evidence
        if isinstance(part, str):
            return part.rstrip("?"), weights
        new = _increasing(part)
        return new, _reordered(_flat(part), _flat(new), weights)


class _Proof:
    """What the steps of a proof conclude, and the problems that the program must accept for it."""

    def __init__(self, layers: Sequence[_Layer]) -> None:
        self.layers = layers
        self.shown: list[dict[tuple[str, Any], Question]] = [{} for _ in layers]
        self.lists: dict[tuple[int, str], Pattern] = {}
        self.compared: dict[tuple[str, bool], Comparison] = {}
        self.in_lists: list[Question] = []

    def problems(self) -> tuple[Problem, ...]:
        covered = set(map(id, self.in_lists))
        alone = [one for shown in self.shown for one in shown.values() if id(one) not in covered]
        return (*alone, *self.lists.values(), *self.compared.values())

    def take(self, step: Any) -> None:
        need(
            isinstance(step, dict) and step.get("rule") in [*RULES], "a step must have a known rule"
        )
        rule, *values = _parts(step, "rule", *RULES[step["rule"]])
        if rule in BEYOND:
            raise Unknown(f"the rule {rule} is not among those that it knows")
        if rule == "recompute":
            self._recompute(*values)
            return
        place, kind = values[:2]
        need(type(place) is int and 0 <= place < len(self.layers), "a step must be about a problem")
        layer = self.layers[place]
        if rule in ("count", "cases"):
            self._list(place, kind, rule)
            return
        sphere = layer.sphere and rule == "point"
        need(_lists(values[2], 2 + sphere), "questions must come with their evidence")
        for value, *evidence in values[2]:
            name, asked = layer.asked(kind, value)
            if rule == "point":
                shown = [layer.witness(x) for x in evidence]
                question = layer.question(name, asked, True, *shown)
            else:
                relations = _relations(name, asked, len(layer.rows))
                weights = layer.refutation(evidence[0], relations)
                question = layer.question(name, asked, False, weights)
            key = name, _kept(name, asked)
            if key in self.shown[place]:
                raise Failure("nothing must be shown twice")
            self.shown[place][key] = question

    def _list(self, place: int, name: Any, rule: str) -> None:
        layer = self.layers[place]
        need(isinstance(name, str) and name in PATTERNS, "a list must be of a known kind")
        need(not layer.sphere, "inputs of a list must be a ball, not its sphere")
        need(
            rule == "cases" or not layer.newer,
            "a list with offsets or inputs must be complete by cases",
        )
        if rule == "cases" and not layer.newer:
            raise Unknown("lists of linear functions by cases are not among what it asks")
        if (place, name) in self.lists:
            raise Failure("nothing must be shown twice")
        kind = "signs" if name == "covectors" else PATTERNS[name]
        asked = [one for (its, _), one in self.shown[place].items() if its == kind]
        found, used = layer.list(name, asked)
        self.lists[place, name] = cast("Pattern", found)
        self.in_lists += used

    def _recompute(self, name: Any, same: Any) -> None:
        need(
            isinstance(name, str) and isinstance(same, bool) and len(self.layers) == 2,
            "two problems must have an invariant, and share it or not",
        )
        need(self.layers[0].labels == self.layers[1].labels, "a pair must have common labels")
        if (name, same) in self.compared:
            raise Failure("nothing must be shown twice")
        self.compared[name, same] = _comparison(name, self.layers, same)

    def claim(self, question: Any, answer: Any) -> None:
        """A claim must be the conclusion of a step."""
        need(isinstance(question, dict), "a question must have a kind")
        kind = question.get("kind")
        need(
            len(self.layers) == (2 if kind == "pair" else 1),
            "a pair must have two problems, any other question one",
        )
        if kind == "pair":
            self._claim_pair(question, answer)
        elif isinstance(kind, str) and kind in PATTERNS:
            _parts(question, "kind")
            need(type(answer) is int, "the answer must be a number")
            members = self.lists.get((0, kind))
            if members is None or len(members.members) != answer:
                raise Failure("a claim must be the conclusion of a step")
        elif kind in ("best rank", "confidence"):
            raise Unknown(f"the {kind} of a label is not among what it asks")
        else:
            need(isinstance(answer, bool), "the answer must be true or false")
            if self._answer(question, 0) is not answer:
                raise Failure("a claim must be the conclusion of a step")

    def _answer(self, question: Any, place: int) -> bool | None:
        """What is shown of a question."""
        need(
            isinstance(question, dict) and isinstance(question.get("kind"), str),
            "a question must have a kind",
        )
        need(question["kind"] in QUESTIONS, "a question must be of a known kind")
        kind, value = _parts(question, "kind", QUESTIONS[question["kind"]])
        name, asked = self.layers[place].asked(kind, value)
        shown = self.shown[place].get((name, _kept(name, asked)))
        return None if shown is None else shown.answer

    def _claim_pair(self, question: Any, answer: Any) -> None:
        _, same, differ = _parts(question, "kind", "same", "differ")
        need(
            isinstance(same, str) and self.layers[0].labels == self.layers[1].labels,
            "a pair must have common labels and name an invariant",
        )
        self._claim_same(same)
        if isinstance(differ, str):
            need(answer is None, "the answer must be null")
            need(not self.layers[0].newer, "layers and inputs must differ about a question")
            if (differ, False) not in self.compared:
                raise Failure(f"the {differ} must differ")
            return
        both = [self._answer(differ, k) for k in (0, 1)]
        if answer != both or set(both) != {True, False}:
            raise Failure("the answers must differ")

    def _claim_same(self, same: str) -> None:
        if same in ("sign pattern", "ranking pattern"):
            lists = [self.lists.get((k, same)) for k in (0, 1)]
            members = [None if one is None else [m for m, _ in one.members] for one in lists]
            if members[0] is None or members[0] != members[1]:
                raise Failure("the lists must be complete and equal")
        elif SAME.fullmatch(same):
            kind, _, size = same.rpartition(" of ")
            name, labels = kind.replace(" ", ""), range(len(self.layers[0].labels))
            for k in range(1, len(labels) + 1) if size == "any" else [int(size)]:
                for choice in (permutations if kind == "top" else combinations)(labels, k):
                    both = [shown.get((name, choice)) for shown in self.shown]
                    answers = {None if one is None else one.answer for one in both}
                    if answers not in ({True}, {False}):
                        raise Failure("all answers must be equal")
        elif (same, True) not in self.compared:
            raise Failure(f"the {same} must be equal")


def _kept(kind: str, asked: Any) -> Any:
    """The question in one form, whatever the order in which it is written."""
    if kind in ("topset", "tie"):
        return tuple(sorted(asked))
    return _increasing(asked) if kind == "weakranking" else asked


def _field(value: Any) -> Field:
    polynomial, interval = _parts(value, "polynomial", "interval")
    need(
        isinstance(polynomial, list) and isinstance(interval, list) and len(polynomial) > 1,
        "a field must have a polynomial",
    )
    coefficients, ends = [(_fraction(c),) for c in polynomial], [_fraction(end) for end in interval]
    if len(ends) != 2:
        raise Failure("an interval must have two ends")
    return Field(tuple(a for (a,) in _integers(coefficients)), (ends[0], ends[1]))


def _fraction(text: Any) -> str:
    short = isinstance(text, str) and len(text) <= MOST_DIGITS
    need(short and NUMBER.fullmatch(text), "a number must be a text such as -4/5, not too long")
    above, _, below = text.partition("/")
    need(
        below != "1" and gcd(int(above), int(below or "1")) == 1,
        "a fraction must be in lowest terms",
    )
    return cast("str", text)


def _integers(vector: Sequence[Number]) -> Evidence:
    """A positive multiple."""
    numbers = [[Fraction(c) for c in x] for x in vector]
    scale = lcm(*(c.denominator for x in numbers for c in x))
    return tuple(tuple(int(c * scale) for c in x) for x in numbers)


def _reordered(old: Sequence[int], new: Sequence[int], weights: Evidence) -> Evidence:
    """The weights of a chain of comparisons, of each label with the next, for the labels in another
    order within their groups.

    The k-th weight is the sum of what the first k labels have in the weighted sum of rows, whatever
    their order.
    """
    if not old:
        return weights
    chain = [*weights[: len(old) - 1], (0,) * len(weights[0])]
    own = {
        label: tuple(a - b for a, b in zip(chain[k], chain[k - 1], strict=True))
        for k, label in enumerate(old)
    }
    sums = list(
        accumulate(
            (own[label] for label in new),
            lambda x, y: tuple(a + b for a, b in zip(x, y, strict=True)),
        )
    )
    return (*sums[:-1], *weights[len(old) - 1 :])


def _relations(kind: str, asked: Any, rows: int) -> str:
    """The relations of the conditions that a question becomes; "?" where nothing is asked."""
    if kind == "weakranking":
        return "".join(">" + "=" * (len(group) - 1) for group in asked)[1:]
    if kind == "signs":
        signs = str(asked).ljust(rows, "?")
        return "".join(sign if sign == "?" else "=" if sign == "0" else ">" for sign in signs)
    rest, chain = rows - len(asked), max(0, len(asked) - 1)
    if kind == "tie":
        return "=" + ">" * rest
    return ">" * {"ranking": chain, "top": chain + rest, "topset": len(asked) * rest}[kind]


def _flat(member: Member) -> list[int]:
    return [
        i for part in cast("Any", member) for i in (part if isinstance(part, tuple) else (part,))
    ]


def _size(member: Member) -> int:
    """How many rows, or labels, it is about."""
    if isinstance(member, str):
        return len(member) - member.count("?")
    return len(_flat(member))


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
    """Insertions of groups: before the first, into the first, before the second, ..."""
    place = {label: k for k, group in enumerate(member) for label in group}
    seen = [{place[j] for j in range(k)} for k in range(len(place))]
    return tuple(
        2 * sum(p < place[k] for p in before) + (place[k] in before)
        for k, before in enumerate(seen)
    )


def _order(member: Any) -> Key:
    """For each two labels whether the first is above, below or beside the other."""
    place = {label: k for k, group in enumerate(member) for label in group}
    return tuple(
        (place[i] >= place[j]) + (place[i] == place[j]) for i, j in combinations(sorted(place), 2)
    )


WHOLE: dict[str, Callable[[Any], Key]] = {
    "signs": _signs,
    "covectors": _signs,
    "ranking": tuple,
    "weakranking": _order,
}
WALK: dict[str, Callable[[Any], Key]] = {
    "signs": _signs,
    "covectors": _signs,
    "ranking": _insertions,
    "weakranking": _group_insertions,
}


def _outermost(parts: list[Part], key: Callable[[Any], Key]) -> list[Part]:
    """Without those that begin like another."""
    kept: list[Part] = []
    for part in parts:
        last = key(kept[-1][0]) if kept else None
        if last is None or key(part[0])[: len(last)] != last:
            kept.append(part)
    return kept


def _comparison(name: str, layers: Sequence[_Layer], same: bool) -> Comparison:
    """Of the rows without offsets: these and the inputs are equal where something is recomputed."""
    view, _, what = name.rpartition(" ")
    first, second = layers
    if same and first.inputs != second.inputs:
        raise Failure("offsets and inputs must be the same")
    if view == "whitened" and what in ("gram", "cosines"):
        raise Unknown(f"the {name} is not among what it compares")
    need(view in VIEWS and what in COMPARED, "an invariant must be a known one")
    dimensions = first.linear_dimension, second.linear_dimension
    return Comparison(
        first.field, dimensions, (first.linear, second.linear), same, VIEWS[view], COMPARED[what]
    )
