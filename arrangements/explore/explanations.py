"""Explanations why an answer is possible or not: in words, as data for a drawing, and as a
certificate.

>>> from arrangements import load
>>> losing, = impossible(load("paper/5.5-model-2"), None)["losers"]
>>> losing["label"], [part["label"] for part in losing["mix"]]
('3', ['1', '4', '6'])
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from arrangements.decide.answers import answers
from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import sign, text
from arrangements.explore.views import called, view
from arrangements.figures.sectors import Regions
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import matched
from arrangements.layers.layer import Layer
from arrangements.layers.questions.kinds import KINDS
from arrangements.layers.questions.parser import question_of
from arrangements.layers.questions.question import Question, every_label
from arrangements.proof.certificates import Certificate, Refutation, Witness
from arrangements.running import report_progress

__all__ = ["MOST_LOSERS", "Unanswerable", "asked", "impossible", "region"]


class Unanswerable(BadInput):
    """A request that the page never makes.

    >>> Unanswerable("name must be that of a region").exit_code
    2
    """


MOST_LOSERS = 40  # more refutations than this are not computed unasked


def region(
    configuration: Configuration, inputs: Inputs | None, regions: Regions, name: str
) -> dict[str, object]:
    """A region of the view: a witness, its facets, the regions behind them, and its certificate."""
    seen = view(configuration, inputs, regions)
    reply = asked(configuration, inputs, _question(configuration, regions, name))
    if reply["answer"] and seen.kind != "none" and name not in seen.names():
        raise Unanswerable(f"name must be that of a region, not {short_repr(name)}")
    return {**reply, "neighbours": seen.neighbours(name) if reply["answer"] else []}


def _question(configuration: Configuration, regions: Regions, name: str) -> Question:
    labels = configuration.labels
    if regions != "ranking":
        return question_of(KINDS[regions].word, labels, name)
    known = dict(zip(called(labels), labels, strict=True))
    return question_of("ranking", labels, [known.get(part, part) for part in name.split(">")])


def asked(
    configuration: Configuration, inputs: Inputs | None, question: Question
) -> dict[str, object]:
    """The answer to one question with its certificate."""
    (answer,) = answers(Layer(configuration, inputs), [question], method="exact", minimal=True)
    return {
        "question": answer.question,
        "answer": answer.possible,
        **_evidence(answer.certificate),
        "certificate": answer.certificate.to_text(),
    }


def _evidence(certificate: Certificate) -> dict[str, object]:
    evidence = certificate.evidence
    if isinstance(evidence, Witness):
        return {"witness": f"({', '.join(map(text, evidence.point))})"}
    if isinstance(evidence, Refutation):
        return {"conditions": len(evidence.support)}
    return {}


def impossible(configuration: Configuration, inputs: Inputs | None) -> dict[str, object]:
    """The labels that win somewhere, and each that never does, with the mix of others that is never
    below it.
    """
    if not configuration.n:
        return {"winners": [], "losers": []}
    winners: list[str] = []
    losers: list[dict[str, object]] = []
    whole, polyhedron = (
        matched(configuration, inputs)
        if inputs is not None or configuration.bias is not None
        else (configuration, None)
    )
    layer = Layer(whole, polyhedron)
    for i, answer in enumerate(answers(layer, every_label(layer.n))):
        report_progress("winners", i / layer.n)
        label = layer.labels[i]
        if answer:
            winners.append(label)
            continue
        minimal = len(losers) < MOST_LOSERS
        (proved,) = answers(layer, [answer.asked], method="exact", minimal=minimal)
        certificate = proved.certificate
        if isinstance(certificate.evidence, Refutation):
            reason = _dominated(whole, i, certificate.evidence)
            losers.append(
                {"label": label, "index": i, **reason, "certificate": certificate.to_text()}
            )
    return {"winners": winners, "losers": losers}


def _dominated(configuration: Configuration, i: int, refutation: Refutation) -> dict[str, object]:
    """The weighted sum of (u_i - u_j) vanishes, up to conditions on the inputs: so u_i is a mix of
    the u_j, or less.
    """
    labels, n = configuration.labels, configuration.n
    others = [j for j in range(n) if j != i]
    weights: Sequence[Any] = refutation.weights
    total: Any = sum(weights[: n - 1], Fraction(0))
    rest = weights[n - 1 :]
    if not sign(total):
        return {"mix": [], "words": f"{labels[i]} never wins: there is no input at all."}
    mix: list[dict[str, Any]] = [
        {"index": j, "label": labels[j], "weight": text(w / total), "part": float(w / total)}
        for j, w in zip(others, weights, strict=False)
        if sign(w)
    ]
    said = " + ".join(f"{_factor(part['weight'])}{part['label']}" for part in mix)
    if configuration.bias is None and not any(map(sign, rest)):
        if len(mix) == 1:
            return {
                "mix": mix,
                "words": f"{labels[i]} never wins: its vector equals that of {said}, so the two always tie.",
            }
        return {
            "mix": mix,
            "words": f"{labels[i]} never wins: its vector is {said}, so its logit is never above all of theirs.",
        }
    below = rest[-1] / total if rest else Fraction(0)
    limits = any(map(sign, rest[:-1]))
    where = "on these inputs its logit is at most" if limits else "its logit is"
    less = f" − {text(below)}" if sign(below) else ""
    return {
        "mix": mix,
        "words": f"{labels[i]} never wins: {where} {said}{less}, so never above all of theirs.",
    }


def _factor(weight: str) -> str:
    """The text of a weight before a label: a sum is put in brackets, one is left out."""
    return (
        ""
        if weight == "1"
        else f"({weight}) × "
        if " " in weight and "/" not in weight
        else f"{weight} × "
    )
