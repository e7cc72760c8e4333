"""Certificates of lower bounds on repairs of rows, as ``arrangements.checker.repair`` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from arrangements.audits.repair.bound_certificates import checked, head, ratio
from arrangements.audits.repair.row_changes import Move, NoFactors, RowRepair, Step
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.exact.numbers.one_sided import float_at_least
from arrangements.loading.layers import OutputLayer

__all__ = ["factors_text", "proof_text", "rows_text"]


def proof_text(layer: OutputLayer, domain: Domain, outcome: RowRepair | NoFactors) -> str | None:
    """The certificate that less does not suffice, or that no factors do; None without a proof."""
    if isinstance(outcome, NoFactors):
        return factors_text(layer, domain, outcome.steps, outcome.always, "none")
    if outcome.what == "factors":
        if not outcome.steps:
            return None
        return factors_text(layer, domain, outcome.steps, outcome.always, "factors")
    least = Fraction(float_at_least(outcome.least))
    return rows_text(layer, domain, outcome, least) if outcome.moves else None


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
        **head(layer, domain, 2),
        "steps": [
            {
                "label": step.label,
                "own": hex(step.own * unit.denominator),
                **_weights(step.rows, step.inputs, unit),
                "factor": ratio(step.factor),
            }
            for step in steps
        ],
        "always": None if always is None else _weights(always.comparisons, always.domain, unit),
        "claim": {"measure": measure},
    }
    return checked(whole, layer)


def rows_text(layer: OutputLayer, domain: Domain, repair: RowRepair, least: Fraction) -> str:
    """The certificate about changes of rows."""
    unit = _unit(layer)
    moves: dict[int, list[Move]] = {}
    for move in repair.moves:
        moves.setdefault(move.label, []).append(move)
    moved = []
    for label, own in moves.items():
        along = []
        for move in own:
            far = ratio(Fraction(move.far * unit.numerator))
            along.append({"far": far, **_weights(move.rows, move.inputs, unit)})
        moved.append({"label": label, "times": ratio(repair.weights[label]), "along": along})
    whole = {
        **head(layer, domain, 2),
        "moves": moved,
        "claim": {"measure": repair.measure, "exceeds": ratio(least)},
    }
    return checked(whole, layer)


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
