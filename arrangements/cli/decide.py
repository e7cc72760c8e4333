"""``arrangements decide``: is this sign vector, ranking, top label or tie possible? With a
certificate for either answer.

A file of questions is answered line by line, by the methods of audits; numbers that these do not
take are left to single decisions.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

import typer

from arrangements.cli.bulk import BULK_METHODS, Bulk, working
from arrangements.cli.command import command
from arrangements.cli.options import Forcing, Inputting, OneSource, Printing, Running
from arrangements.errors import BadInput
from arrangements.exact.numbers import rounded, text
from arrangements.layers.questions.kinds import KINDS, TIES, WORDS
from arrangements.ranking_text import quoted
from arrangements.running import report_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arrangements.decide.one_by_one.best_places import BestRank
    from arrangements.exact.numbers import Scalar
    from arrangements.exact.programs.motzkin import Method
    from arrangements.layers.configuration import Configuration
    from arrangements.layers.inputs import Inputs
    from arrangements.layers.questions.question import Question
    from arrangements.proof.certificates import Certificate

__all__ = ["run"]

_PLACED = KINDS["best-rank"]
_QUESTIONS = [
    *(row.option for row in WORDS.values() if row.help),
    _PLACED.option,
    "confidence",
    "questions",
]
_SHOWN = 12  # entries of a witness and terms of a refutation that are printed
_LONG = 30  # letters of a number beyond which it is printed as a decimal
_ROUNDED = "  rounded      for reading; --certificate writes the exact numbers"


@dataclass(frozen=True, kw_only=True)
class Request(OneSource, Bulk, Inputting, Forcing, Running, Printing):
    writes = ("certificate",)
    suffixes: ClassVar = {"certificate": (".json",)}
    methods: ClassVar = {
        "exact": "an exact program for each question",
        "pivot": "such a program, by exact pivoting alone",
        "cdd": "such a program, by cddlib",
        **BULK_METHODS,
    }

    signs: Annotated[
        str | None,
        typer.Option(help=WORDS["signs"].help),
    ] = None
    ranking: Annotated[
        str | None,
        typer.Option(help=WORDS["ranking"].help),
    ] = None
    argmax: Annotated[str | None, typer.Option(help=WORDS["argmax"].help)] = None
    tie: Annotated[str | None, typer.Option(help=WORDS["tie"].help)] = None
    top: Annotated[str | None, typer.Option(help=WORDS["top"].help)] = None
    top_set: Annotated[
        str | None,
        typer.Option(help=WORDS["top-set"].help),
    ] = None
    best_rank: Annotated[str | None, typer.Option(help=_PLACED.help)] = None
    confidence: Annotated[
        str | None,
        typer.Option(
            metavar="LABEL",
            help="How sure a label can be, for inputs in a ball or behind a norm: its largest margin and its largest probability.",
        ),
    ] = None
    temperature: Annotated[
        str,
        typer.Option(
            metavar="T",
            help="For --confidence: the number by which scores are divided before softmax.",
        ),
    ] = "1"
    ties: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="For --best-rank. strict: a label with the same score counts as above; first: only if it is listed before.",
        ),
    ] = "strict"
    deep: Annotated[
        bool,
        typer.Option("--deep", help="A witness far from all boundaries instead of a short one."),
    ] = False
    minimal: Annotated[
        bool, typer.Option("--minimal", help="A refutation of minimal support, a signed circuit.")
    ] = False
    certificate: Annotated[
        str | None,
        typer.Option(help="Write the certificate to this file; - prints it instead of the answer."),
    ] = None

    @property
    def asked(self) -> list[str]:
        """The options that ask a question."""
        return [name for name in _QUESTIONS if getattr(self, name) is not None]

    def check(self) -> None:
        super().check()
        if self.questions is None and (self.workers or self.cluster or self.store):
            raise BadInput("--workers, --cluster and --store must be used with --questions")
        if self.questions is not None and self.certificate is not None:
            raise BadInput(
                "--certificate must be about one question, not a file of --questions; audit writes certificates for many"
            )
        if len(self.asked) != 1:
            every, given = (
                ", ".join(map(_option, _QUESTIONS)),
                " and ".join(map(_option, self.asked)),
            )
            raise BadInput(f"question must be exactly one of {every}, not {given or 'none'}")
        if self.ties not in TIES:
            raise BadInput(f"ties must be one of {', '.join(TIES)}, not {self.ties!r}")
        if self.best_rank is None and self.questions is None and self.ties != "strict":
            raise BadInput("--ties must be used with --best-rank, or --questions for best places")
        if self.confidence is None and self.temperature != "1":
            raise BadInput("--temperature must be used with --confidence")
        if self.confidence is not None and (self.method != "auto" or self.deep or self.minimal):
            raise BadInput("--confidence must go without --method, --deep and --minimal")
        if self.best_rank is not None:
            programs = ("auto", "exact", "pivot", "cdd")
            if self.method not in programs or self.deep or self.minimal:
                given = (
                    f"--method {self.method}"
                    if self.method not in programs
                    else "--deep and --minimal"
                )
                raise BadInput(
                    f"--best-rank must go with a method of {', '.join(programs)} and without --deep and --minimal, not with {given}"
                )

    @property
    def title(self) -> str:
        (name,) = self.asked
        return f"{name.replace('_', ' ')} {_cut(getattr(self, name))} of {self.configuration}"


@command
def run(request: Request) -> None:
    """Decide whether some x produces these signs, this ranking, this top or this tie. The exit code
    is 0 for yes and for no.
    """
    from arrangements.decide.answers import answers
    from arrangements.layers.layer import Layer

    if request.questions is not None:
        _many(request)
        return
    if request.best_rank is not None:
        _place(request)
        return
    if request.confidence is not None:
        _sure(request)
        return
    c, certificate = request.load(), request.certificate
    question = _question(request, c)
    start = time.perf_counter()
    report_progress(f"deciding {_cut(question.text(c.labels))}")
    (found,) = answers(
        Layer(c, request.polyhedron(c)),
        [question],
        method="exact" if request.method == "auto" else request.method,
        deep=request.deep,
        minimal=request.minimal,
    )
    answer, proof = found.possible, found.certificate
    seconds = time.perf_counter() - start
    if certificate == "-":
        typer.echo(proof.to_text(), nl=False)
        return
    if certificate is not None:
        proof.save(certificate)
    if request.as_json:
        from arrangements.proof.certificates import evidence_as_json

        report = {
            "configuration": c.name,
            "content_hash": c.content_hash,
            "question": proof.question,
            "answer": answer,
            "evidence": evidence_as_json(proof)
            if answer
            else {"refutation": _terms(c, question, proof)},
            "certificate": certificate,
            "seconds": round(seconds, 6),
        }
        typer.echo(json.dumps(report))
    else:
        typer.echo("\n".join(_lines(c, question, proof)))
        if certificate is not None:
            typer.echo(f"  certificate  {certificate}")


def _is_given(request: Request, c: Configuration, proof: Certificate, seconds: float) -> bool:
    """Save the certificate where a file is named; print it, or the answer as JSON, where that is all
    that is asked for.
    """
    if request.certificate == "-":
        typer.echo(proof.to_text(), nl=False)
        return True
    if request.certificate is not None:
        proof.save(request.certificate)
    if request.as_json:
        from arrangements.proof.certificates import evidence_as_json

        report = {
            "configuration": c.name,
            "content_hash": c.content_hash,
            "question": proof.question,
            "answer": proof.answer,
            "evidence": evidence_as_json(proof),
            "certificate": request.certificate,
            "seconds": round(seconds, 6),
        }
        typer.echo(json.dumps(report))
    return request.as_json


def _place(request: Request) -> None:
    c = request.load()
    start = time.perf_counter()
    assert request.best_rank is not None
    best = _best(request, c, request.best_rank, request.polyhedron(c))
    seconds, proof = time.perf_counter() - start, best.certificate
    if _is_given(request, c, proof, seconds):
        return
    places = str(best.most) if best.place else f"from {best.least} to {best.most}"
    point = [_number(value) for value in best.point]
    sets = ["{" + _listed([quoted(x) for x in members], ", ") + "}" for members in best.refutations]
    lines = [
        f"{quoted(best.label)} is at best in place {places} of {c.n}",
        f"  witness      {'x' if proof.inputs == (None,) else 'h'} = ({_listed(point, ', ')})",
        *[_ROUNDED] * any(map(_long, best.point)),
        f"  not below    {_listed([quoted(x) for x in best.above], ', ') or 'none'}",
    ]
    if sets:
        lines.append(f"  refutations  never all below: {_listed(sets, ', ')}")
    if request.certificate is not None:
        lines.append(f"  certificate  {request.certificate}")
    typer.echo("\n".join(lines))


def _sure(request: Request) -> None:
    from arrangements.decide.one_by_one.softmax_probability import DIGITS, confidence, never_more
    from arrangements.exact.numbers.one_sided import at_least, at_most

    c = request.load()
    inputs = request.polyhedron(c)
    if inputs is None:
        raise BadInput("--confidence must have --inputs in a ball or behind a norm")
    start = time.perf_counter()
    assert request.confidence is not None
    found = confidence(c, request.confidence, inputs=inputs, temperature=request.temperature)
    seconds, proof = time.perf_counter() - start, found.certificate
    if _is_given(request, c, proof, seconds):
        return
    point = [_number(value) for value in found.point]
    low, most = found.probability
    reached = f"{at_least(low, DIGITS)}" if low else "more than 0"
    margin, widest = at_least(found.margin[0], DIGITS), at_most(found.margin[1], DIGITS)
    lines = [
        f"{quoted(found.label)} {never_more(most, DIGITS)} at temperature {text(found.temperature)}",
        f"  reached      {reached} at h = ({_listed(point, ', ')})",
        f"  margin       {margin if margin == widest else f'from {margin} to {widest}'} at most",
        *[_ROUNDED] * any(map(_long, found.point)),
    ]
    if request.certificate is not None:
        lines.append(f"  certificate  {request.certificate}")
    typer.echo("\n".join(lines))


def _many(request: Request) -> None:
    from arrangements.decide.answers import answers
    from arrangements.layers.layer import Layer
    from arrangements.layers.questions.parser import read_placed, read_questions

    c = request.load()
    layer = Layer(c, request.polyhedron(c))
    assert request.questions is not None
    placed = read_placed(request.questions, c.labels)
    if placed is not None:
        _places(request, c, placed)
        return
    if request.ties != "strict":
        raise BadInput(
            "--ties must be strict but for best places; `chosen LABEL` asks so in a file"
        )
    questions = read_questions(request.questions, c.labels)
    start, total, yes, decided = time.perf_counter(), 0, 0, []
    with working(request) as executor:
        for answer in answers(
            layer, questions, method=request.method, executor=executor, store=request.store
        ):
            total, yes = total + 1, yes + answer.possible
            if request.as_json:
                decided.append({"question": answer.question, "answer": answer.possible})
            else:
                print(f"{'yes' if answer else 'no'}\t{answer.question}", flush=True)
    if request.as_json:
        head = {
            "configuration": c.name,
            "content_hash": c.content_hash,
            "questions": total,
            "possible": yes,
            "impossible": total - yes,
        }
        typer.echo(
            json.dumps(
                {**head, "settled": decided, "seconds": round(time.perf_counter() - start, 6)}
            )
        )


def _places(request: Request, c: Configuration, labels: list[int]) -> None:
    """Best places, one by one."""
    if request.store is not None or request.method in ("bulk", "single"):
        raise BadInput(
            "best places must be asked without --store and with a method of exact programs; `audit --questions` keeps places, and finds them in bulk"
        )
    inputs, settled, start = request.polyhedron(c), list[dict[str, object]](), time.perf_counter()
    for label in labels:
        best = _best(request, c, c.labels[label], inputs)
        question = f"best-rank {quoted(c.labels[label])}"
        settled.append({"question": question, "answer": [best.least, best.most]})
        if not request.as_json:
            places = str(best.most) if best.place else f"{best.least} to {best.most}"
            print(f"{places}\t{question}", flush=True)
    if request.as_json:
        head = {"configuration": c.name, "content_hash": c.content_hash, "questions": len(labels)}
        seconds = round(time.perf_counter() - start, 6)
        typer.echo(json.dumps({**head, "settled": settled, "seconds": seconds}))


def _best(request: Request, c: Configuration, label: str, inputs: Inputs | None) -> BestRank:
    from arrangements.decide.one_by_one.best_places import best_rank

    method = cast("Method", "auto" if request.method == "exact" else request.method)
    return best_rank(c, label, inputs=inputs, ties=request.ties, method=method)


def _question(request: Request, c: Configuration) -> Question:
    from arrangements.layers.questions.parser import question_of

    (name,) = request.asked
    return question_of(name.replace("_", "-"), c.labels, getattr(request, name))


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _lines(c: Configuration, question: Question, proof: Certificate) -> list[str]:
    from arrangements.proof.certificates import Inside

    evidence: Any = proof.evidence
    from arrangements.layers.inputs.norms import input_of

    # With offsets or inputs a refutation is an identity of functions of h: s_a is the score of a.
    layered = proof.inputs != (None,)
    x, u = ("h", "s") if layered else ("x", "u")
    if proof.answer:
        long = any(map(_long, evidence.point))
        point = [_number(value) for value in input_of(proof.inputs[0], evidence.point)]
        return [
            f"yes: {question.text(c.labels)} is possible",
            f"  witness      {x} = ({_listed(point, ', ')})",
            *_beyond(proof),
            *[_ROUNDED] * long,
        ]
    if isinstance(evidence, Inside):
        return [
            f"no: {question.text(c.labels)} is impossible",
            "  refutation   every vertex is inside the sphere",
        ]
    weights = evidence.weights
    long = any(_long(weights[k]) for k in evidence.support)
    if long:
        largest = max(abs(weights[k]) for k in evidence.support)
        weights = [weight / largest for weight in weights]
    asked = _asked(c, question)
    terms = []
    for k in evidence.support:
        weight = rounded(weights[k]) if long else text(weights[k])
        if k >= len(asked):
            terms.append(_condition(proof, k - len(asked), weight))
            continue
        plus, minus, _ = asked[k]
        sides = [f"{u}_{quoted(c.labels[i])}" for i in (plus, minus) if i is not None]
        vector = (
            f"({' - '.join(sides)})"
            if len(sides) == 2
            else sides[0]
            if minus is None
            else f"(-{sides[0]})"
        )
        plain = long or weight.replace("/", "").isdigit()
        terms.append(
            vector if weight == "1" else f"{weight} {vector}" if plain else f"({weight}) {vector}"
        )
    end = "= 0"
    if proof.inputs[0] is not None and proof.inputs[0].within is not None:
        strict = any(
            k >= len(asked) + len(_rows(proof)) or (k < len(asked) and asked[k].relation == ">")
            for k in evidence.support
        )
        within = proof.inputs[0].within
        place = "in the ball" if within.gains is None else "behind the norm"
        end = f"<= 0 {place if within.matrix is None else 'in the ellipsoid'}" + (
            "" if strict else ", and where it is 0 another condition fails"
        )
    return [
        f"no: {question.text(c.labels)} is impossible",
        f"  refutation   {_listed(terms, ' + ')} {end}",
        *[_ROUNDED] * long,
    ]


def _beyond(proof: Certificate) -> list[str]:
    """On a sphere a second point, on the other side of it."""
    from arrangements.layers.inputs.norms import input_of

    evidence: Any = proof.evidence
    if evidence.beyond is None:
        return []
    point = [_number(value) for value in input_of(proof.inputs[0], evidence.beyond)]
    return [f"  and beyond   h = ({_listed(point, ', ')}), so between them on the sphere"]


def _terms(c: Configuration, question: Question, proof: Certificate) -> list[dict[str, object]]:
    """A refutation by names: scores of labels, plus minus minus, or a row of the inputs, with their
    weights.
    """
    evidence: Any = proof.evidence
    if not hasattr(evidence, "weights"):
        return []
    asked = _asked(c, question)
    terms = []
    for k in evidence.support:
        if k < len(asked):
            plus, minus, _ = asked[k]
            named = {
                side: None if i is None else c.labels[i]
                for side, i in (("plus", plus), ("minus", minus))
            }
        else:
            named = {"inputs": k - len(asked) + 1}
        terms.append({**named, "weight": text(evidence.weights[k])})
    return terms


def _asked(c: Configuration, question: Question) -> list[Any]:
    from arrangements.layers.questions.question import conditions

    return list(conditions(question, c.n))


def _rows(proof: Certificate) -> list[Sequence[Scalar]]:
    """The linear conditions of the inputs, behind a norm those on z."""
    from arrangements.layers.inputs.norms import conditions_on

    inputs = proof.inputs[0]
    around = None if inputs is None else conditions_on(inputs)
    return [] if around is None else [*around.inequalities, *around.equations]


def _condition(proof: Certificate, place: int, weight: str) -> str:
    """A condition of the inputs, or 1 > 0 after them, times its weight."""
    rows = _rows(proof)
    if place == len(rows):
        return weight
    norm = None if proof.inputs[0] is None else proof.inputs[0].within
    letter = "h" if norm is None or norm.plain else "z"
    terms = [
        (_number(value), f"{letter}_{j}" if j else "")
        for j, value in enumerate(rows[place])
        if value
    ]
    parts = [name if name and value == "1" else f"{value} {name}".strip() for value, name in terms]
    function = " + ".join(parts) or "0"
    if weight == "1":
        return function if len(parts) == 1 else f"({function})"
    return (
        f"{weight} {function}"
        if function.startswith(f"{letter}_") and len(parts) == 1
        else f"{weight} ({function})"
    )


def _long(value: Scalar) -> bool:
    return len(text(value)) > _LONG


def _number(value: Scalar) -> str:
    return rounded(value, 6) if _long(value) else text(value)


def _listed(items: list[str], separator: str) -> str:
    more = [f"... ({len(items)} in all)"] if len(items) > _SHOWN else []
    return separator.join(items[:_SHOWN] + more)


def _cut(item: str) -> str:
    return item if len(item) <= 40 else f"{item[:37]}..."
