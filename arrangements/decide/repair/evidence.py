"""Certificates of lower bounds on repairs, as ``checker`` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from arrangements.decide.bulk.domains import Domain
from arrangements.decide.repair import checker
from arrangements.decide.repair.bias import Demand
from arrangements.errors import CertificateRefused, InternalError, MalformedCertificate
from arrangements.io.models import OutputLayer
from arrangements.questions.question import Question

__all__ = ["bound_text", "recheck"]


def bound_text(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    proof: Sequence[tuple[Fraction, Demand]],
    measure: str,
    least: Fraction,
) -> str:
    """The certificate, which the checker accepts. ``measure``: ``none`` where no change suffices."""
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
                "times": _ratio(weight / common),
                "comparisons": [[p, m, hex(int(w * common))] for p, m, w in demand.comparisons],
                "inputs": [[k, hex(int(w * common))] for k, w in demand.domain],
            }
        )
    whole = {
        "format": checker.FORMAT,
        "version": 1,
        "weights": checker.fingerprint(layer.rows),
        "scale": hex(layer.scale),
        "inputs": {
            "inequalities": [list(map(hex, row)) for row in domain.weak],
            "equations": [list(map(hex, row)) for row in domain.equal],
        },
        "questions": [[questions[k].kind, list(questions[k].positions)] for k in places],
        "refutations": refutations,
        "claim": {"measure": measure, "exceeds": _ratio(least)},
    }
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


def _ratio(x: Fraction) -> list[str]:
    return [hex(x.numerator), hex(x.denominator)]
