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
from arrangements.io.readers.models.model import Before
from arrangements.io.reading_inputs import load_inputs
from arrangements.questions.inputs import Inputs

__all__ = ["given", "proven", "spelled"]


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


def given(
    inputs: str | Inputs | None,
    before: Before | None,
    dimension: int,
    *,
    linear: bool = False,
    offsets: bool = True,
) -> tuple[Inputs, str]:
    """The inputs that a text stands for, or proved bounds where it is ``auto``; and how they are
    told. After a norm these are what it puts out, or if they must be ``linear`` bounds of that.

    Without ``offsets`` regions are cones, and an RMSNorm without zero gain and shift changes
    nothing.

    >>> given("auto", Before(("ReLU",), Fraction(0)), 2)
    (<Inputs nonnegative: 2 inequalities in dimension 2>, 'auto: nonnegative, after ReLU')
    """
    if inputs is None:
        return Inputs(dimension), "everything"
    if isinstance(inputs, Inputs):
        return inputs, inputs.name or "inputs"
    if inputs != "auto":
        return load_inputs(inputs, dimension), inputs
    spelling, steps = ("", ()) if before is None else (spelled(before), before.steps)
    norm = None if before is None or linear else before.norm
    if norm is not None and len(norm.gains) == dimension:
        steps_text = f"after {', after '.join(steps)}"
        if not (offsets or norm.centred or any(norm.shift)) and all(norm.gains):
            return Inputs(
                dimension
            ), f"auto: everything, {steps_text}, which changes nothing without bias"
        make = Inputs.layernorm if norm.centred else Inputs.rmsnorm
        return make(norm.gains, norm.shift, name="auto"), f"auto: {steps_text}"
    found = proven(before, dimension)
    steps_text = "" if spelling == "auto" else f"{spelling}, "
    return found, f"auto: {steps_text}after {', after '.join(steps)}"


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
