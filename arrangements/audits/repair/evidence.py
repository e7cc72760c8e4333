"""Certificates of lower bounds on repairs, as ``checker`` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from arrangements.audits.repair.refutation_inequalities import Demand
from arrangements.audits.repair.rows import Changed, Move, Step
from arrangements.checker import repair as checker
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import CertificateRefused, InternalError, MalformedCertificate
from arrangements.layers.questions.question import Question
from arrangements.loading import OutputLayer

__all__ = ["bound_text", "factors_text", "recheck", "rows_text"]


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
                "times": _ratio(weight / common),
                "comparisons": [[p, m, hex(int(w * common))] for p, m, w in demand.comparisons],
                "inputs": [[k, hex(int(w * common))] for k, w in demand.domain],
            }
        )
    whole = {
        **_head(layer, domain, 1),
        "questions": [[questions[k].kind, list(questions[k].positions)] for k in places],
        "refutations": refutations,
        "claim": {
            "measure": measure,
            "exceeds": _ratio(least),
            **({"groups": [*map(list, groups)]} if measure == "number" else {}),
        },
    }
    return _checked(whole, layer)


def factors_text(
    layer: OutputLayer,
    domain: Domain,
    steps: Sequence[Step],
    always: IntegerRefutation | None,
    measure: str,
) -> str:
    """The certificate about factors of rows. ``measure``: ``none`` where none suffice."""
    unit = _unit(layer)
    whole = {
        **_head(layer, domain, 2),
        "steps": [
            {
                "label": step.label,
                "own": hex(step.own * unit.denominator),
                **_weights(step.rows, step.inputs, unit),
                "factor": _ratio(step.factor),
            }
            for step in steps
        ],
        "always": None if always is None else _weights(always.comparisons, always.domain, unit),
        "claim": {"measure": measure},
    }
    return _checked(whole, layer)


def rows_text(layer: OutputLayer, domain: Domain, found: Changed, least: Fraction) -> str:
    """The certificate about changes of rows."""
    unit = _unit(layer)
    moves: dict[int, list[Move]] = {}
    for move in found.moves:
        moves.setdefault(move.label, []).append(move)
    moved = []
    for label, own in moves.items():
        along = []
        for move in own:
            far = _ratio(Fraction(move.far * unit.numerator))
            along.append({"far": far, **_weights(move.rows, move.inputs, unit)})
        moved.append({"label": label, "times": _ratio(found.weights[label]), "along": along})
    whole = {
        **_head(layer, domain, 2),
        "moves": moved,
        "claim": {"measure": found.measure, "exceeds": _ratio(least)},
    }
    return _checked(whole, layer)


def _unit(layer: OutputLayer) -> Fraction:
    """The number one on the scale of the integers of rows."""
    return Fraction(1, layer.scale) / Fraction(2) ** DyadicMatrix(layer.rows).scale


def _weights(
    rows: Sequence[tuple[int, int]], inputs: Sequence[tuple[int, int]], unit: Fraction
) -> dict[str, Any]:
    """Weights of rows that were integers times the unit, and of conditions, times its denominator."""
    return {
        "rows": [[k, hex(w * unit.denominator)] for k, w in rows],
        "inputs": [[k, hex(w * unit.numerator)] for k, w in inputs],
    }


def _head(layer: OutputLayer, domain: Domain, version: int) -> dict[str, Any]:
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


def _checked(whole: object, layer: OutputLayer) -> str:
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
