"""Certificates of lower bounds on repairs, as ``checker`` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from arrangements.audits.repair.refutation_inequalities import Demand
from arrangements.checker import repair as checker
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.errors import CertificateRefused, InternalError, MalformedCertificate
from arrangements.layers.questions.question import Question
from arrangements.loading.layers import OutputLayer

__all__ = ["bound_text", "checked", "head", "ratio", "recheck"]


def bound_text(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    proof: Sequence[tuple[Fraction, Demand]],
    measure: str,
    least: Fraction,
    groups: Sequence[Sequence[int]] = (),
) -> str:
    """The certificate, which the checker accepts. ``measure``: ``none`` where no change suffices.
    ``groups``: of a number.
    """
    places = sorted({demand.question for _, demand in proof})
    refutations = []
    for weight, demand in proof:
        common = lcm(
            *(w.denominator for *_, w in demand.comparisons),
            *(w.denominator for _, w in demand.domain),
        )
        refutations.append(
            {
                "question": places.index(demand.question),
                "times": ratio(weight / common),
                "comparisons": [[p, m, hex(int(w * common))] for p, m, w in demand.comparisons],
                "inputs": [[k, hex(int(w * common))] for k, w in demand.domain],
            }
        )
    whole = {
        **head(layer, domain, 1),
        "questions": [[questions[k].kind, list(questions[k].positions)] for k in places],
        "refutations": refutations,
        "claim": {
            "measure": measure,
            "exceeds": ratio(least),
            **({"groups": [*map(list, groups)]} if measure == "number" else {}),
        },
    }
    return checked(whole, layer)


def head(layer: OutputLayer, domain: Domain, version: int) -> dict[str, object]:
    """The layer and the inputs, with which every certificate of a repair begins."""
    return {
        "format": checker.FORMAT,
        "version": version,
        "weights": checker.fingerprint(layer.rows),
        "scale": hex(layer.scale),
        "inputs": {
            "inequalities": [list(map(hex, row)) for row in domain.weak],
            "equations": [list(map(hex, row)) for row in domain.equal],
        },
    }


def checked(whole: object, layer: OutputLayer) -> str:
    """The text of a certificate, which the checker accepts."""
    text = json.dumps(whole, separators=(",", ":"))
    try:
        checker.check(text, layer.rows, layer.scale)
    except (checker.Refused, ValueError) as error:
        raise InternalError(f"certificate of a repair must prove its bound: {error}") from None
    return text


def recheck(text: str, layer: OutputLayer, path: str = "") -> str:
    """The statement about the layer that the certificate proves. CertificateRefused if it does not,
    MalformedCertificate if it is none.
    """
    try:
        return checker.check(text, layer.rows, layer.scale)
    except checker.Refused as error:
        raise CertificateRefused(f"certificate must prove its bound: {error} ({path})") from None
    except ValueError as error:
        raise MalformedCertificate(
            f"certificate must be one of a repair: {' '.join(str(error).split())[:120]} ({path})"
        ) from None


def ratio(x: Fraction) -> list[str]:
    """Numerator and denominator in hexadecimal."""
    return [hex(x.numerator), hex(x.denominator)]
