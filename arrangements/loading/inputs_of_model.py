"""The layers before the output layer, as inputs: ``proven`` makes the polyhedron, ``spelled`` the
text that ``--inputs`` takes.

>>> from fractions import Fraction
>>> relu = Before(("ReLU",), Fraction(0))
>>> spelled(relu), proven(relu, 2)
('nonnegative', <Inputs nonnegative: 2 inequalities in dimension 2>)
>>> spelled(Before(("Sigmoid",), Fraction(0), Fraction(1)))
'box:0:1'
"""

from __future__ import annotations

from fractions import Fraction

from arrangements.errors import BadInput
from arrangements.exact.numbers import text
from arrangements.layers.inputs import Inputs
from arrangements.models.model import Before

__all__ = ["proven", "spelled"]


def spelled(before: Before) -> str | None:
    """The proved bounds, as ``--inputs`` takes them; ``auto`` if coordinates differ; None if
    nothing is proved.
    """
    low, high = before.low, before.high
    if before.simplex:
        return "simplex"
    if isinstance(low, tuple) or isinstance(high, tuple) or before.equation is not None:
        return "auto"
    if low is None:
        return None if high is None else f"h <= {_decimal(high)}"
    if high is None:
        return "nonnegative" if low == 0 else f"h >= {_decimal(low)}"
    return f"box:{_decimal(low)}:{_decimal(high)}"


def proven(before: Before | None, dimension: int) -> Inputs:
    """The inputs that are proved; refused if there is no proof of anything."""
    spelling = None if before is None else spelled(before)
    if before is None or spelling is None:
        raise BadInput(
            "inputs must be named, as the model does not tell the steps before the layer; --inputs everything takes all of R^d"
        )
    match spelling:
        case "simplex":
            return Inputs.simplex(dimension)
        case "nonnegative":
            return Inputs.nonnegative(dimension)
    ends = [_each(end, dimension) for end in (before.low, before.high)]
    box = Inputs.box(ends[0], ends[1], spelling)
    if before.equation is None:
        return box
    return Inputs(dimension, box.inequalities, [before.equation], spelling)


def _each(end: Fraction | tuple[Fraction, ...] | None, dimension: int) -> list[Fraction | None]:
    if isinstance(end, tuple):
        if len(end) != dimension:
            raise BadInput(
                f"bounds of the inputs must be {dimension}, one for each column of the weights, not {len(end)}"
            )
        return list(end)
    return [end] * dimension


def _decimal(number: Fraction) -> str:
    """Exactly the number: a decimal if it has one, else a fraction."""
    for places in range(1, 40):
        scaled = number * 10**places
        if scaled.denominator == 1:
            digits = f"{abs(scaled.numerator):0{places + 1}d}"
            return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:].rstrip('0')}".rstrip(
                "."
            )
    return text(number)
