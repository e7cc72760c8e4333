"""``arrangements decide``: is this sign vector, ranking, top label or tie possible? With a certificate for either answer."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, cast

import typer

from arrangements.errors import BadInput

if TYPE_CHECKING:
    from arrangements.configuration import Configuration
    from arrangements.feasibility import Certificate, Question
    from arrangements.feasibility.alternative import Road

__all__ = ["run"]

_ISOLATED = 2000  # entries of the configuration from which a child process does the work
_SHOWN = 12  # entries of a witness and terms of a refutation that are printed


def run(
    configuration: str = typer.Argument(help="A file, a name of the catalogue, or - for standard input."),
    signs: str | None = typer.Option(None, help="One of + - 0 ? for each row: positive, negative, on the boundary, free."),
    ranking: str | None = typer.Option(None, help="Labels best first, joined by >. Labels left out may be anywhere."),
    argmax: str | None = typer.Option(None, help="A label that shall come first."),
    tie: str | None = typer.Option(None, help="Two labels, joined by a comma, that shall share the top."),
    top: str | None = typer.Option(None, help="Labels that shall come first in this order, joined by >."),
    top_set: str | None = typer.Option(None, help="Labels that shall come before all others in any order, joined by commas."),
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    deep: bool = typer.Option(False, "--deep", help="A witness far from all boundaries instead of a short one."),
    minimal: bool = typer.Option(False, "--minimal", help="A refutation of minimal support, a signed circuit."),
    road: str = typer.Option("auto", help="auto, pivot or cdd."),
    certificate: str | None = typer.Option(None, help="Write the certificate to this file; - prints it instead of the answer."),
    timeout: float | None = typer.Option(None, help="Seconds after which to give up."),
    memory: str | None = typer.Option(None, help="Memory that may be used, such as 500M or 4G."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Decide whether some x produces these signs, this ranking, this top or this tie. The exit code is 0 for yes and for no."""
    from arrangements.feasibility import questions
    from arrangements.feasibility.decide import decide
    from arrangements.reading import load
    from arrangements.running import check_timeout, memory_size
    from arrangements.running.isolation import isolated

    makers = {
        "signs": (signs, lambda c, text: questions.signs(c.n, text)),
        "ranking": (ranking, lambda c, text: questions.ranking(c.labels, text)),
        "argmax": (argmax, lambda c, text: questions.argmax(c.labels, text)),
        "tie": (tie, lambda c, text: questions.tie(c.labels, text)),
        "top": (top, lambda c, text: questions.top(c.labels, text)),
        "top-set": (top_set, lambda c, text: questions.top_set(c.labels, text)),
    }
    asked = [name for name, (text, _) in makers.items() if text is not None]
    if len(asked) != 1:
        options = ", ".join(f"--{name}" for name in makers)
        raise BadInput(f"question must be exactly one of {options}, not {' and '.join(f'--{name}' for name in asked) or 'none'}")
    check_timeout(timeout)
    limit = None if memory is None else memory_size(memory)
    c = load(configuration, affine=affine, as_floats=as_floats)
    text, maker = makers[asked[0]]
    question = maker(c, text)
    chosen = cast("Road", road)  # refused below if it is none
    start = time.perf_counter()
    if timeout is not None or limit is not None or c.n * c.d > _ISOLATED:
        instance = f"{question} of {c.name or configuration}"
        answer, proof = isolated(_decided, c, question, deep, minimal, chosen, instance=instance, timeout=timeout, memory=limit)
    else:
        answer, proof = decide(c, question, deep=deep, minimal=minimal, road=chosen)
    seconds = time.perf_counter() - start
    if certificate == "-":
        typer.echo(proof.to_text(), nl=False)
        return
    if certificate is not None:
        proof.save(certificate)
    if as_json:
        evidence = proof.to_json()["evidence"]
        report = {"answer": answer, "question": proof.question, "evidence": evidence, "certificate": certificate}
        typer.echo(json.dumps({"configuration": c.name, "content_hash": c.content_hash, **report, "seconds": round(seconds, 6)}))
    else:
        typer.echo("\n".join(_lines(c, question, proof)))
        if certificate is not None:
            typer.echo(f"  certificate  {certificate}")


def _decided(c: Configuration, question: Question, deep: bool, minimal: bool, road: Road) -> tuple[bool, Certificate]:
    from arrangements.feasibility.decide import decide

    return decide(c, question, deep=deep, minimal=minimal, road=road)


def _lines(c: Configuration, question: Question, proof: Certificate) -> list[str]:
    from arrangements.feasibility.questions import conditions
    from arrangements.numbers import text

    evidence: Any = proof.evidence
    if proof.answer:
        point = [text(x) for x in evidence.point]
        return [f"yes: {question} is possible", f"  witness      x = ({_cut(point, ', ')})"]
    asked = conditions(question, c.labels)
    terms = []
    for k in evidence.support:
        plus, minus, _ = asked[k]
        sides = [f"u_{c.labels[i]}" for i in (plus, minus) if i is not None]
        vector = f"({' - '.join(sides)})" if len(sides) == 2 else sides[0] if minus is None else f"(-{sides[0]})"
        weight = text(evidence.weights[k])
        terms.append(vector if weight == "1" else f"{weight} {vector}" if weight.replace("/", "").isdigit() else f"({weight}) {vector}")
    return [f"no: {question} is impossible", f"  refutation   {_cut(terms, ' + ')} = 0"]


def _cut(items: list[str], separator: str) -> str:
    items = [item if len(item) <= 40 else f"{item[:37]}..." for item in items]
    more = [f"... ({len(items)} in all)"] if len(items) > _SHOWN else []
    return separator.join(items[:_SHOWN] + more)
