"""The reader of certificates for the program proved in Coq: what that program must accept, for a
certificate that is to be accepted.

This module is trusted, as are ``problems.py`` and ``extracted/main.ml``: it finds the rows, the
question and the evidence in the file, gives offsets and inputs their place, and says which problems
a pair consists of. It asks of a file what ``checker/single.py`` asks, by code of its own: what one of them
accepts the other accepts, which the tests put to certificates of all kinds and their mutants. A
file that breaks the form is ``Unreadable``; what can be read and proves nothing is a ``Failure``,
or is refused by the program. (All of a file is read before any of it is judged; ``checker/single.py``
refuses a pair that is not the same before it reads in what both differ.) Who calls it: ``recheck
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
HEAD = (
    "format",
    "version",
    "configurations",
    "hashes",
    "inputs",
    "question",
    "answer",
    "evidence",
    "end",
)
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
    newer = isinstance(value, dict) and value.get("version") in (2, 3)
    form, version, configurations, hashes, *inputs, question, answer, evidence, end = _parts(
        value, *(name for name in HEAD if newer or name != "inputs")
    )
    whole = (
        (form, end) == ("arrangements certificate", "end of certificate")
        and type(version) is int
        and version in (1, 2, 3)
    )
    need(whole, "a certificate must be complete, of version 1, 2 or 3")
    need(
        isinstance(configurations, list) and isinstance(question, dict),
        "a certificate must have configurations and a question",
    )
    if outside is not None:
        configurations = [outside if c is None else c for c in configurations]
        if outside not in configurations:
            raise Failure("the configuration given must be the one in the certificate")
    kind = question.get("kind")
    need(
        len(configurations) == (2 if kind == "pair" else 1),
        "a pair must have two configurations, any other question one",
    )
    polyhedra = inputs[0] if newer else [None] * len(configurations)
    need(
        isinstance(polyhedra, list) and len(polyhedra) == len(configurations),
        "each configuration must have its inputs",
    )
    layers = [
        _Layer(c, polyhedron, version)
        for c, polyhedron in zip(configurations, polyhedra, strict=True)
    ]
    need(
        version != 3 or any(layer.ball is not None for layer in layers),
        "inputs of version 3 must be in a ball",
    )
    need(
        all(c["field"] == configurations[0]["field"] for c in configurations),
        "the configurations of a pair must be in one field",
    )
    if hashes != [_hash(c) for c in configurations]:
        raise Failure("the hash must be that of the configuration")
    if isinstance(kind, str) and kind in (*PATTERNS, "best rank"):
        need(not layers[0].sphere, "inputs of a list must be a ball, not its sphere")
    if kind == "best rank":
        raise Unknown("the best place of a label is not among what it asks")
    if kind == "confidence":
        raise Unknown("the confidence of a label is not among what it asks")
    if kind == "pair":
        return _pair_problems(layers, question, answer, evidence)
    if isinstance(kind, str) and kind in PATTERNS:
        _parts(question, "kind")
        return layers[0].pattern(kind, answer, evidence)
    return (layers[0].question(question, answer, evidence),)


def _hash(configuration: dict[str, Any]) -> str:
    """Of the text of a configuration, without a field that is null."""
    present = {key: value for key, value in configuration.items() if value is not None}
    return hashlib.sha256(json.dumps(present, separators=(",", ":")).encode()).hexdigest()


class _Layer:
    """A configuration; from version 2 on rows have their offsets, and inputs their polyhedron, or
    None for all of space; in version 3 the polyhedron has a ball, or None.
    """

    def __init__(self, configuration: Any, polyhedron: Any, version: int) -> None:
        newer = version > 1
        offsets = isinstance(configuration, dict) and "bias" in configuration
        *bias, dimension, field, labels, rows = _parts(
            configuration, *["bias"] * offsets, "dimension", "field", "labels", "rows"
        )
        need(newer or not offsets, "offsets must be in a certificate of version 2")
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
        names = ("inequalities", "equations", "ball")
        weak, equal, *balls = (
            ([], []) if polyhedron is None else _parts(polyhedron, *names[: max(2, version)])
        )
        need(
            _lists(weak, dimension + 1) and _lists(equal, dimension + 1),
            "conditions of the inputs must fit the dimension",
        )
        self.field = None if field is None else _field(field)
        self.degree = 1 if self.field is None else len(self.field.polynomial) - 1
        self.labels, self.dimension, self.newer = labels, dimension, newer
        self.linear = self.rows = tuple(tuple(map(self.number, row)) for row in rows)
        self.linear_dimension = dimension
        self.inputs = configuration.get("bias"), polyhedron
        self.given: Given = ()
        if newer:
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
        self.ball = None if balls in ([], [None]) else self._ball(balls[0])
        self.sphere = self.ball is not None and self.ball.sphere
        # A witness in a ball without gains is an h.
        self.plain_ball = self.ball is not None and "gains" not in balls[0]

    def _ball(self, value: Any) -> Ball:
        if isinstance(value, dict) and "matrix" in value:
            raise Unknown("inputs in an ellipsoid are not among what it asks")
        sphere = isinstance(value, dict) and value.get("sphere") is True
        norm = isinstance(value, dict) and len(value) > 2 + sphere
        names = ("centre", "square", *["sphere"] * sphere, *("gains", "centred") * norm)
        centre, square, *rest = _parts(value, *names)
        gains, centred = rest[sphere:] if norm else (["1"] * self.linear_dimension, False)
        need(
            _lists([centre, gains], self.linear_dimension),
            "the centre and the gains of a ball must fit the dimension",
        )
        need(isinstance(centred, bool), "a norm must be centred or not")
        numbers = map(self.number, gains) if norm else [self.plain("1")] * self.linear_dimension
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
        """Of a ball z = h - c, where h is told; the program checks z, however it was found."""
        at = self.vector(point, self.dimension - self.newer)
        if self.ball is not None and self.plain_ball:
            at = [
                tuple(str(Fraction(a) - Fraction(b)) for a, b in zip(h, c, strict=True))
                for h, c in zip(at, self.ball.centre, strict=True)
            ]
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

    def question(self, question: Any, answer: Any, evidence: Any) -> Question:
        two = isinstance(question, dict) and len(question) == 2 and next(iter(question)) == "kind"
        need(two, "a question must have two keys, its kind first")
        (_, name), (key, value) = question.items()
        need(
            isinstance(name, str) and name in QUESTIONS and key == QUESTIONS[name],
            "a question must be of a known kind",
        )
        asked: Any
        if key == "signs":
            whole = (
                isinstance(value, str)
                and len(value) == len(self.rows)
                and set(value) <= set("+-0?")
            )
            need(whole, "signs must be + - 0 ? for each row")
            asked = value
        else:
            asked = self.groups(value) if key == "groups" else self.places(value)
        need(name != "tie" or len(asked) == 2, "a tie must have two labels")
        kind = name.replace(" ", "")
        need(isinstance(answer, bool), "the answer must be true or false")
        beyond = None
        if self.sphere and answer:
            shown, beyond = _parts(evidence, "witness", "beyond")
            beyond = self.witness(beyond)
        elif self.sphere and isinstance(evidence, dict) and "inside" in evidence:
            need(
                _parts(evidence, "inside") == ["every vertex"],
                "inside must be shown by every vertex",
            )
            raise Unknown("vertices inside a sphere are not among what it looks for")
        else:
            (shown,) = _parts(evidence, "witness" if answer else "refutation")
        proof = (
            self.witness(shown)
            if answer
            else self.refutation(shown, _relations(kind, asked, len(self.rows)))
        )
        return Question(
            self.field,
            self.dimension,
            self.rows,
            self.given,
            cast("Any", kind),
            asked,
            answer,
            proof,
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

    def member(self, kind: str, member: Any) -> Member:
        """All of a member, or its beginning."""
        if kind in ("signs", "covectors"):
            known = "+-" if kind == "signs" else "+-0"
            need(
                isinstance(member, str)
                and len(member) <= len(self.rows)
                and set(member) <= set(known),
                "a member must be signs",
            )
            return cast("str", member)
        need(isinstance(member, list), "a member must be a list")
        found: Member = self.groups(member) if kind == "weakranking" else self.places(member, 0)
        if sorted(_flat(found)) != [*range(_size(found))]:
            raise Failure("a beginning must order the first labels")
        return found

    def whole(self, kind: str, member: Any, point: Any) -> Part:
        found = self.member(kind, member)
        need(_size(found) == len(self.rows), "a member must be complete")
        return found, self.witness(point)

    def pattern(self, name: str, answer: Any, evidence: Any) -> tuple[Problem, ...]:
        """The pattern, and the members refuted besides. Without offsets and inputs both of each
        pair of opposites are members.
        """
        kind = PATTERNS[name]
        listed, *rest = _parts(evidence, "members", *["excluded"] * self.newer)
        need(
            type(answer) is int and _lists(listed, 2),
            "members must be pairs and the answer a number",
        )
        members = [self.whole(kind, member, point) for member, point in listed]
        excluded: list[Part] | None = None
        besides: list[Problem] = []
        key = (WALK if self.newer else WHOLE)[kind]
        if self.newer:
            need(_lists(rest[0], 2), "what is excluded must be pairs")
            members = [(_increasing(member), point) for member, point in members]
            given = sorted(
                (self._excluded(kind, *part) for part in rest[0]), key=lambda part: key(part[0])
            )
            excluded = _outermost(given, key)
            besides = [
                self._impossible(kind, *part)
                for part in given
                if not any(part is other for other in excluded)
            ]
        else:
            opposites = [
                (_opposite(member), tuple(tuple(-a for a in x) for x in point))
                for member, point in members
            ]
            members += [
                part
                for part, (member, _) in zip(opposites, members, strict=True)
                if part[0] != member
            ]
        if len(members) != answer:
            raise Failure(f"the answer must be the number of members, {len(members)}, not {answer}")
        members.sort(key=lambda part: key(part[0]))
        out = None if excluded is None else tuple(excluded)
        return (
            Pattern(
                self.field,
                self.dimension,
                self.rows,
                self.given,
                kind,
                tuple(members),
                out,
                self.ball,
            ),
            *besides,
        )

    def _excluded(self, kind: str, beginning: Any, pairs: Any) -> Part:
        """A beginning with its refutation; each group in the order of its labels, as the program
        takes it.
        """
        part = self.member(kind, beginning)
        asked = "signs" if isinstance(part, str) else kind
        weights = self.refutation(pairs, _relations(asked, part, len(self.rows)))
        return _increasing(part), weights if isinstance(part, str) else _reordered(
            _flat(part), _flat(_increasing(part)), weights
        )

    def _impossible(self, kind: str, part: Any, weights: Evidence) -> Question:
        """That nothing begins like this, as a question of its own."""
        asked = part.ljust(len(self.rows), "?") if isinstance(part, str) else part
        name = "signs" if isinstance(part, str) else kind
        return Question(
            self.field,
            self.dimension,
            self.rows,
            self.given,
            cast("Any", name),
            asked,
            False,
            weights,
            self.ball,
        )


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
    return len(member) if isinstance(member, str) else len(_flat(member))


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


def _pair_problems(
    layers: list[_Layer], question: Any, answer: Any, evidence: Any
) -> tuple[Problem, ...]:
    """The problems of the invariant that both share, then of the one in which they differ; this
    module says which questions belong to a name.
    """
    _, same, differ = _parts(question, "kind", "same", "differ")
    left, right = _parts(evidence, "same", "differ")
    need(
        isinstance(same, str) and layers[0].labels == layers[1].labels,
        "a pair must have common labels and name an invariant",
    )
    need(
        not layers[0].newer or not isinstance(differ, str),
        "a pair of version 2 must differ about a question",
    )
    problems: list[Problem] = []
    if same in ("sign pattern", "ranking pattern"):
        need(_lists([left], 3), "equal patterns must come as a count and two lists")
        number, *lists = left
        found = [
            layer.pattern(same, number, part) for layer, part in zip(layers, lists, strict=True)
        ]
        if (
            len(
                {
                    tuple(member for member, _ in cast("Pattern", pattern).members)
                    for pattern, *_ in found
                }
            )
            != 1
        ):
            raise Failure("the patterns must be equal")
        problems += (problem for each in found for problem in each)
    elif SAME.fullmatch(same):
        kind, _, size = same.rpartition(" of ")
        labels = layers[0].labels
        sizes = [k for k in range(1, len(labels) + 1) if size in ("any", str(k))]
        choices = [
            choice
            for k in sizes
            for choice in (permutations if kind == "top" else combinations)(labels, k)
        ]
        need(_lists(left, 3), "answers must be triples")
        if len(left) != len(choices):
            raise Failure(f"there must be {len(choices)} answers, not {len(left)}")
        for choice, (both, *proofs) in zip(choices, left, strict=True):
            asked = {"kind": kind, "labels": list(choice)}
            problems += [
                layer.question(asked, both, proof)
                for layer, proof in zip(layers, proofs, strict=True)
            ]
    elif left is not None:
        raise Failure(f"the {same} must come without evidence")
    else:
        problems.append(_comparison(same, layers, True))
    if isinstance(differ, str):
        if answer is not None or right is not None:
            raise Failure(f"the {differ} must come without evidence")
        return (*problems, _comparison(differ, layers, False))
    need(isinstance(right, list), "a question must have two pieces of evidence")
    if answer not in ([True, False], [False, True]):
        raise Failure("the answers must differ")
    need(len(right) == 2, "a question must have two pieces of evidence")
    return (
        *problems,
        *(
            layer.question(differ, yes, proof)
            for layer, yes, proof in zip(layers, answer, right, strict=True)
        ),
    )


def _comparison(name: str, layers: Sequence[_Layer], same: bool) -> Comparison:
    """Of the rows without offsets: these and the inputs are equal where something is recomputed."""
    view, _, what = name.rpartition(" ")
    first, second = layers
    if first.inputs != second.inputs:
        raise Failure("offsets and inputs must be the same")
    if view == "whitened" and what in ("gram", "cosines"):
        raise Unknown(f"the {name} is not among what it compares")
    need(view in VIEWS and what in COMPARED, "an invariant must be a known one")
    dimensions = first.linear_dimension, second.linear_dimension
    return Comparison(
        first.field, dimensions, (first.linear, second.linear), same, VIEWS[view], COMPARED[what]
    )
