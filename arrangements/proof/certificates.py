"""Certificates: an answer with its evidence, as a value, as text and as a file.

A ``Certificate`` holds one configuration (a pair: two), a question, the answer and the evidence; it
knows how to write itself as a proof and how to ask the checker. ``checker/proof.py`` is the definition of
the format and of what a proof shows; nothing here can make it accept.

The file is one JSON object: ``problems`` (each a configuration with its inputs), ``claims`` (a question and
its answer) and ``steps`` that conclude them, each by a rule. Numbers are texts, ``-4/5``; in a number field
lists of such texts, the coefficients of the powers of the root. The hash of a rational configuration is
its ``content_hash``.

>>> from arrangements.layers.configuration import Configuration
>>> from arrangements.decide.answers import decide_signs
>>> answer, certificate = decide_signs(Configuration([[1, 0], [1, 1], [0, -1]]), "+-+")
>>> answer, certificate.evidence
(True, Witness(point=(Fraction(1, 1), Fraction(-2, 1))))
>>> certificate.check()
'{"kind": "signs", "signs": "+-+"} has the answer true for ...'
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import combinations, permutations
from typing import Any, TypeAlias

from arrangements.checker.numbers import bounds
from arrangements.checker.problem import fingerprint
from arrangements.checker.proof import FORMAT, check
from arrangements.checker.reading import Refused
from arrangements.errors import (
    BadInput,
    CertificateRefused,
    InternalError,
    MalformedCertificate,
    short_fields,
    short_repr,
)
from arrangements.exact.linear import minus, scalars
from arrangements.exact.numbers import Algebraic, Exact, NumberField, Scalar, text
from arrangements.exact.numbers.digits import text_of
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.questions.kinds import CERTIFIED
from arrangements.running.files import write_atomically
from arrangements.running.validated import (
    CONFIGURATION,
    INPUTS,
    NONE,
    either,
    optional,
    some,
    validated,
)

__all__ = [
    "Bound",
    "Certificate",
    "Inside",
    "Members",
    "Places",
    "Refutation",
    "Witness",
    "evidence_as_json",
    "recheck",
    "write_atomically",
]

_DISPLAYED = 2000  # characters of evidence in a notebook


@dataclass(frozen=True, repr=False)
class Witness:
    """An exact input that meets every condition of a question.

    Attributes
    ----------
    point
        The coordinates of the input; on a sphere it may lie inside, in the ball.
    beyond
        For a sphere a second point, which is not in the ball; else None.

    Examples
    --------
    >>> from arrangements import Configuration, decide_signs
    >>> decide_signs(Configuration([[1], [-1]]), "+-")[1].evidence
    Witness(point=(Fraction(1, 1),))
    """

    point: tuple[Scalar, ...]
    beyond: tuple[Scalar, ...] | None = None

    def __repr__(self) -> str:
        more = "" if self.beyond is None else f", beyond={short_repr(self.beyond)}"
        return f"Witness(point={short_repr(self.point)}{more})"

    def _repr_html_(self, limit: int = 20) -> str:
        from arrangements.layers.patterns.displays import html

        rows = [(str(j), text(value)) for j, value in enumerate(self.point[:limit], 1)]
        return html(
            "Witness: a point that meets every condition",
            ("coordinate", "value"),
            rows,
            len(self.point),
        )


@dataclass(frozen=True)
class Inside:
    """Every point that meets the conditions is nearer to the centre than the sphere: the checker
    looks at every vertex.

    >>> from arrangements import Configuration, Inputs, decide_signs
    >>> strip = Configuration([[1], [-1]], bias=[1, 1])
    >>> decide_signs(strip, "++", inputs=Inputs.ball(2, 1).on_sphere())[1].evidence
    Inside()
    """


@dataclass(frozen=True)
class Refutation:
    """Weights that prove that no input meets every condition of a question.

    Attributes
    ----------
    weights
        One number for each condition: the weighted sum vanishes, and weights of strict conditions
        are not negative and not all zero.

    Notes
    -----
    Where there are offsets or inputs, the conditions of the question are followed by the
    inequalities and the equations of the inputs, whose weights are not negative and free, and by 1
    > 0. In a ball the sum need not vanish, only be nowhere positive there.

    Examples
    --------
    >>> from arrangements import Configuration, decide_signs
    >>> decide_signs(Configuration([[1], [-1]]), "++")[1].evidence
    Refutation(weights=(Fraction(1, 1), Fraction(1, 1)))
    """

    weights: tuple[Scalar, ...]

    def __repr__(self) -> str:
        return short_fields(self)

    @property
    def support(self) -> tuple[int, ...]:
        """The positions of the conditions that contradict each other."""
        return tuple(k for k, weight in enumerate(self.weights) if weight)

    def _repr_html_(self, limit: int = 20) -> str:
        from arrangements.layers.patterns.displays import html

        rows = [(str(k + 1), text(self.weights[k])) for k in self.support[:limit]]
        return html(
            "Refutation: conditions whose weighted sum vanishes",
            ("condition", "weight"),
            rows,
            len(self.support),
        )


# Signs as a text; labels best first; or groups of tied labels best first.
Member: TypeAlias = str | tuple[str, ...] | tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Members:
    """Half of a whole pattern, one of every two opposite members, each with a witness.

    Members are texts of signs, labels best first, or groups of tied labels best first.

    Where there are offsets or inputs, all members; and ``excluded`` holds beginnings of sign
    vectors, or orders of the first labels, with a refutation each, so that every other member
    begins with one of them.
    """

    members: tuple[tuple[Member, Witness], ...]
    excluded: tuple[tuple[Member, Refutation], ...] | None = None

    def __repr__(self) -> str:
        return short_fields(self)


@dataclass(frozen=True)
class Places:
    """Of the best place of a label: an input, the labels that are not below there; and sets of
    labels, each with weights that prove that not all of them are ever below at once.

    >>> from arrangements import Configuration, best_rank
    >>> best_rank(Configuration([[1], [-1], [0]]), "3").certificate.evidence.above
    ('1',)
    """

    witness: Witness
    above: tuple[str, ...]
    refutations: tuple[tuple[tuple[str, ...], Refutation], ...]

    def __repr__(self) -> str:
        return short_fields(self)


@dataclass(frozen=True)
class Bound:
    """Of a largest number: an input at which it is large, and weights of other labels and of the
    conditions on inputs, which show how large it is at most.

    >>> from arrangements import Configuration, Inputs, confidence
    >>> found = confidence(Configuration([[1], [-1]]), "1", inputs=Inputs.ball(2, 1))
    >>> found.certificate.evidence["margin"].witness
    Witness(point=(Fraction(2, 1),))
    """

    witness: Witness
    refutation: Refutation


Answer: TypeAlias = bool | int | tuple[int, ...] | Mapping[str, object] | None
Evidence: TypeAlias = "Witness | Inside | Refutation | Members | Places | Bound | str | int | tuple[Evidence, ...] | Mapping[str, Evidence] | None"


@validated(inputs=some(either(INPUTS, NONE), of=tuple))
@dataclass(frozen=True)
class Certificate:
    """An answer about a configuration, or a pair, with evidence that a third party can check.

    Attributes
    ----------
    configurations
        The configuration; of a pair both.
    question
        The kind of the question and what it is about, as the checker defines them.
    answer
        The answer, as the checker defines it.
    evidence
        A ``Witness``, a ``Refutation`` or others, which may be nested in tuples and mappings.
    inputs
        For each configuration the set that h comes from, None for all of R^d; may be empty.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Examples
    --------
    >>> from arrangements import decide_tie, load
    >>> certificate = decide_tie(load("paper/C.2"), "2,4")[1]
    >>> certificate.question["kind"], certificate.answer
    ('tie', False)
    """

    configurations: tuple[Configuration, ...]
    question: Mapping[str, object]
    answer: Answer
    evidence: Evidence
    inputs: tuple[Inputs | None, ...] = ()

    def __repr__(self) -> str:
        return short_fields(self)

    def to_json(self, embed: bool = True) -> dict[str, object]:
        """The certificate as JSON values.

        Parameters
        ----------
        embed
            Whether it holds its configurations; otherwise it holds their hashes only.

        Returns
        -------
        One object, whose format the page about certificates describes.

        Raises
        ------
        BadInput
            If the configurations are not in one number field.
        """
        field = _field(self.configurations, self.inputs)
        problems = []
        for k, configuration in enumerate(self.configurations):
            block = _configuration(configuration, field)
            problems.append(
                {
                    "hash": fingerprint(block),
                    "configuration": block if embed else None,
                    "inputs": _inputs(self._inputs_of(k), field),
                }
            )
        steps = _Steps(field)
        _add(steps, self, dict(self.question), self.answer, self.evidence)
        return {
            "format": FORMAT,
            "version": 1,
            "problems": problems,
            "claims": [{"question": dict(self.question), "answer": self.answer}],
            "steps": steps.written,
            "end": "end of proof",
        }

    def _inputs_of(self, place: int) -> Inputs | None:
        return self.inputs[place] if self.inputs else None

    def _points(self, witness: Witness, problem: int, steps: _Steps) -> list[list[Any]]:
        """The points of a witness as a proof has them: z, where inputs are h = c + z in a ball."""
        inputs = self._inputs_of(problem)
        ball = None if inputs is None else inputs.within
        plain = ball is not None and ball.gains is None and ball.matrix is None
        points = [witness.point, *([] if witness.beyond is None else [witness.beyond])]
        if plain and ball is not None:
            points = [scalars(minus(point, ball.centre)) for point in points]
        return [_vector(point, steps.field) for point in points]

    def to_text(self, embed: bool = True) -> str:
        """The certificate as the text of a file.

        Parameters
        ----------
        embed
            Whether it holds its configurations; otherwise it holds their hashes only.

        Returns
        -------
        One object of JSON, which ``recheck`` takes.

        Raises
        ------
        BadInput
            If the configurations are not in one number field.
        """
        return _laid_out(self.to_json(embed)) + "\n"

    def save(self, path: str | os.PathLike[str], embed: bool = True) -> None:
        """Write the file in one step: it appears complete or not at all.

        Parameters
        ----------
        path
            The file.
        embed
            Whether it holds its configurations; otherwise it holds their hashes only.

        Raises
        ------
        BadInput
            If the configurations are not in one number field, or an argument is not what it must
            be.
        """
        write_atomically(path, self.to_text(embed))

    def _repr_html_(self) -> str:
        """For notebooks: the question, the answer and, up to some size, the evidence."""
        text = _laid_out(self.to_json(embed=False)["steps"])
        shown = text if len(text) <= _DISPLAYED else f"{text[:_DISPLAYED]} ..."
        rows = {
            "question": json.dumps(dict(self.question)),
            "answer": json.dumps(self.answer),
            "steps": shown,
        }
        cells = "".join(
            f"<tr><th>{name}</th><td><pre>{escape(value)}</pre></td></tr>"
            for name, value in rows.items()
        )
        return f"<table><caption>Certificate</caption>{cells}</table>"

    def check(self) -> str:
        """The statement that the checker accepts as proved.

        Raises
        ------
        CertificateRefused
            If the checker does not accept.
        """
        return recheck(self.to_text())


@validated(configuration=optional(CONFIGURATION))
def recheck(text: str, configuration: Configuration | None = None) -> str:
    """Let the checker judge the text of a certificate.

    Parameters
    ----------
    text
        The content of the file.
    configuration
        The certificate must be about this one; needed where it holds hashes only.

    Returns
    -------
    The statement that is proved.

    Raises
    ------
    BadInput
        If an argument is not what it must be.
    MalformedCertificate
        If the text is no certificate; it is a ``BadInput``.
    CertificateRefused
        If the certificate does not prove its statement.

    Notes
    -----
    The checker imports nothing of the program that made the certificate.

    Examples
    --------
    >>> from arrangements import decide_signs, load
    >>> recheck(decide_signs(load("braid:3"), "+++")[1].to_text())
    '{"kind": "signs", "signs": "+++"} has the answer true for ...'
    """
    try:
        return check(text, None if configuration is None else configuration_text(configuration))
    except Refused as error:
        raise CertificateRefused(f"certificate must prove its answer: {error}") from None
    except (ValueError, RecursionError) as error:
        raise MalformedCertificate(f"certificate must be readable: {error}") from None


def configuration_text(configuration: Configuration) -> str:
    """A configuration as it stands in a certificate."""
    return json.dumps(_configuration(configuration, _field([configuration])))


# JSON values


def _field(
    configurations: Sequence[Configuration], inputs: Sequence[Inputs | None] = ()
) -> NumberField | None:
    """That of the entries; inputs may be irrational where the rows are not."""
    fields = {c.field for c in configurations} - {None}
    for part in inputs:
        if part is not None:
            ball = () if part.within is None else (part.within.numbers,)
            rows = (*part.inequalities, *part.equations, *ball)
            fields |= {x.field for row in rows for x in row if isinstance(x, Algebraic)}
    if len(fields) > 1:
        raise BadInput(
            f"configurations must be in one number field, not {' and '.join(sorted(str(f) for f in fields))}"
        )
    return next(iter(fields), None)


def _configuration(configuration: Configuration, field: NumberField | None) -> dict[str, object]:
    bias = None if configuration.bias is None else _vector(configuration.bias, field)
    return {
        **({} if bias is None else {"bias": bias}),
        "dimension": configuration.d,
        "field": None if field is None else _field_block(field),
        "labels": list(configuration.labels),
        "rows": [_vector(row, field) for row in configuration.rows],
    }


def _inputs(inputs: Inputs | None, field: NumberField | None) -> dict[str, object] | None:
    if inputs is None:
        return None
    return {
        "inequalities": [_vector(row, field) for row in inputs.inequalities],
        "equations": [_vector(row, field) for row in inputs.equations],
        "ball": None if inputs.within is None else _ball(inputs.within, field),
    }


def _ball(ball: Ball, field: NumberField | None) -> dict[str, object]:
    return {
        "square": _number(ball.square, field),
        "centre": _vector(ball.centre, field),
        "gains": None if ball.gains is None else _vector(ball.gains, field),
        "matrix": None if ball.matrix is None else [_vector(row, field) for row in ball.matrix],
        "centred": ball.centred,
        "sphere": ball.sphere,
    }


def _field_block(field: NumberField) -> dict[str, object]:
    """The polynomial and an interval in which it plainly is monotone, as the checker demands."""
    polynomial = list(field.polynomial)
    slope = [k * c for k, c in enumerate(polynomial)][1:]
    low, high = field.interval
    q = low.denominator * high.denominator
    a, b = int(low * q), int(high * q)

    def value(x: int) -> int:
        return bounds(polynomial, x, x, q)[0]

    while True:
        least, most = bounds(slope, a, b, q)
        if (least > 0 or most < 0) and value(a) and value(b):
            break
        a, b, q = 2 * a, 2 * b, 2 * q
        middle = (a + b) // 2
        if value(a) * value(middle) < 0:
            b = middle
        else:
            a = middle
    return {
        "polynomial": [text_of(c) for c in polynomial],
        "interval": [text_of(Fraction(a, q)), text_of(Fraction(b, q))],
    }


def _vector(row: Iterable[Exact], field: NumberField | None) -> list[Any]:
    return [_number(x, field) for x in row]


def _number(value: Exact, field: NumberField | None) -> str | list[str]:
    if isinstance(value, Algebraic):
        return [text_of(c) for c in value.coefficients]
    return text_of(value) if field is None else [text_of(value), *["0"] * (field.degree - 1)]


def evidence_as_json(certificate: Certificate) -> object:
    """The evidence of an answer as ``decide --json`` has it; points are inputs h."""
    field = _field(certificate.configurations, certificate.inputs)

    def told(value: Evidence) -> Any:
        if isinstance(value, Witness):
            block = {"witness": _vector(value.point, field)}
            return block | (
                {} if value.beyond is None else {"beyond": _vector(value.beyond, field)}
            )
        if isinstance(value, Inside):
            return {"inside": "every vertex"}
        if isinstance(value, Refutation):
            return {"refutation": _weights(value, field)}
        if isinstance(value, Places):
            sets = [[list(names), _weights(r, field)] for names, r in value.refutations]
            return {**told(value.witness), "above": list(value.above), "refutations": sets}
        if isinstance(value, Bound):
            return told(value.witness) | told(value.refutation)
        if isinstance(value, Mapping):
            return {key: told(item) for key, item in value.items()}
        raise InternalError("evidence of one answer must be of a known kind")

    return told(certificate.evidence)


class _Steps:
    """The steps of a proof; questions of one rule, problem and kind that follow each other are one
    step.
    """

    def __init__(self, field: NumberField | None) -> None:
        self.field = field
        self.written: list[dict[str, Any]] = []

    def add(self, rule: str, **parts: Any) -> None:
        self.written.append({"rule": rule, **parts})

    def question(self, rule: str, problem: int, kind: str, item: Any) -> None:
        head = {"rule": rule, "problem": problem, "kind": kind}
        last = self.written[-1] if self.written else {}
        if {key: last.get(key) for key in head} != head:
            last = {**head, "of": []}
            self.written.append(last)
        last["of"].append(item)


def _add(
    steps: _Steps,
    about: Certificate,
    question: Mapping[str, Any],
    answer: Any,
    evidence: Any,
    problem: int = 0,
) -> None:
    """The steps that conclude the answer to a question."""
    kind = question["kind"]
    if kind == "pair":
        _add_pair(steps, about, question, answer, evidence)
    elif isinstance(evidence, Members):
        _add_list(steps, about, kind, evidence, problem)
    elif isinstance(evidence, Places):
        own, ties = question["label"], question["ties"]
        item = [[own, list(evidence.above), ties], *about._points(evidence.witness, problem, steps)]
        steps.question("point", problem, "place", item)
        for names, refutation in evidence.refutations:
            weights = _weights(refutation, steps.field)
            steps.question("sum", problem, "ahead", [[own, list(names), ties], weights])
        steps.add("pack", problem=problem, label=own, ties=ties, place=list(answer))
    elif kind == "confidence":
        ends = {}
        for name, bound in evidence.items():
            (point,) = about._points(bound.witness, problem, steps)
            weights = _weights(bound.refutation, steps.field)
            ends[name] = {"between": list(answer[name]), "point": point, "weights": weights}
        head = {"label": question["label"], "temperature": question["temperature"]}
        steps.add("enclose", problem=problem, **head, **ends)
    else:
        value = next(value for key, value in question.items() if key != "kind")
        if isinstance(evidence, Witness):
            item = [value, *about._points(evidence, problem, steps)]
            steps.question("point", problem, kind, item)
        elif isinstance(evidence, Refutation):
            steps.question("sum", problem, kind, [value, _weights(evidence, steps.field)])
        else:
            steps.question("vertices", problem, kind, value)


def _add_list(
    steps: _Steps, about: Certificate, name: str, evidence: Members, problem: int
) -> None:
    """A list: its members, the beginnings that no member has, and that this is all."""
    kind, n = CERTIFIED[name].asks, about.configurations[problem].n

    def written(member: Member) -> Any:
        return member.ljust(n, "?") if isinstance(member, str) else _plain(member)

    for member, witness in evidence.members:
        item = [written(member), *about._points(witness, problem, steps)]
        steps.question("point", problem, kind, item)
    for member, refutation in evidence.excluded or ():
        item = [written(member), _weights(refutation, steps.field)]
        steps.question("sum", problem, kind, item)
    steps.add("count" if evidence.excluded is None else "cases", problem=problem, kind=name)


def _add_pair(
    steps: _Steps, about: Certificate, question: Mapping[str, Any], answer: Any, evidence: Any
) -> None:
    """What both have in common: two lists, or equal answers, or an invariant; and how they differ."""
    same, differ = question["same"], question["differ"]
    shared, apart = evidence["same"], evidence["differ"]
    if same in CERTIFIED:
        for problem, members in enumerate(shared[1:]):
            _add_list(steps, about, same, members, problem)
    elif shared is None:
        steps.add("recompute", invariant=same, same=True)
    else:
        kind, _, size = same.rpartition(" of ")
        labels = about.configurations[0].labels
        choices = [
            choice
            for k in range(1, len(labels) + 1)
            if size in ("any", str(k))
            for choice in (permutations if kind == "top" else combinations)(labels, k)
        ]
        for problem in (0, 1):
            for choice, answers in zip(choices, shared, strict=True):
                asked = {"kind": kind, "labels": list(choice)}
                _add(steps, about, asked, answers[0], answers[1 + problem], problem)
    if isinstance(differ, str):
        steps.add("recompute", invariant=differ, same=False)
    else:
        for problem in (0, 1):
            _add(steps, about, differ, answer[problem], apart[problem], problem)


def _plain(member: Any) -> Any:
    return list(map(_plain, member)) if isinstance(member, tuple) else member


def _weights(refutation: Refutation, field: NumberField | None) -> list[list[Any]]:
    return [[k, _number(refutation.weights[k], field)] for k in refutation.support]


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON with short values on one line and long ones broken up."""
    line = json.dumps(value)
    if (len(line) <= 100 and indent) or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + " "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
    else:
        items = [_laid_out(item, inner) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(inner + item for item in items) + "\n" + indent + closing
