"""Arrangements as code of computer algebra systems: SageMath and Macaulay2.

SageMath sorts the hyperplanes of an arrangement and drops equal ones, so its code keeps the labels
in a dictionary beside it, in which each hyperplane has the side of its row. Number fields become
SageMath's, with the real root that is meant; Macaulay2's are not ordered, so that a comment says
which root it is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from arrangements.errors import BadInput
from arrangements.exact.numbers import Exact, Scalar, text
from arrangements.io.writers.plain import labels_line
from arrangements.layers.configuration import Configuration

__all__ = ["macaulay2", "sage"]


def sage(configuration: Configuration) -> str:
    """Code that makes the arrangement ``A`` and the dictionary ``hyperplanes`` of label and
    hyperplane.
    """
    if any(not any(row) for row in configuration.rows):
        raise BadInput(
            "rows must not be zero in a hyperplane arrangement of SageMath, whatever their offsets"
        )
    field = configuration.field
    bias = configuration.bias or (0,) * configuration.n
    degree = 1 if field is None else field.degree
    rows = [
        [_entry(x, degree) for x in (b, *row)]
        for b, row in zip(bias, configuration.rows, strict=True)
    ]
    if field is None:
        base = ["K = QQ", "number = QQ"]
    else:
        low, high = (f'QQ("{text(end)}")' for end in field.interval)
        base = [
            f"polynomial = QQ['x']({json.dumps(list(field.polynomial))})",
            f"root = AA.polynomial_root(polynomial, RIF({low}, {high}))",
            "K = NumberField(polynomial, 'r', embedding=root)",
            "number = lambda text: K([QQ(part) for part in text.split()])",
        ]
    lines = [
        "# An arrangement for SageMath: each row is an offset and the normal of a hyperplane.",
        *base,
        f"dimension = {configuration.d}",
        "rows = [" + ",\n".join(json.dumps(row) for row in rows) + "]",
        f"labels = {json.dumps(list(configuration.labels))}",
        "H = HyperplaneArrangements(K, tuple('x%d' % i for i in range(dimension)))",
        "rows = [[number(x) for x in row] for row in rows]",
        "hyperplanes = {label: H.ambient_space()(row) for label, row in zip(labels, rows)}",
        "# Each hyperplane once: equal and opposite rows are the same one, and SageMath refuses opposite ones.",
        "planes = dict.fromkeys(tuple(x / next(y for y in row[1:] if y) for x in row) for row in rows)",
        "A = H([H.ambient_space()(list(plane)) for plane in planes])",
    ]
    return labels_line("#", configuration) + "\n".join(lines) + "\n"


def _entry(x: Exact, degree: int) -> str:
    """The coefficients of the number as a polynomial in the generator of the field."""
    coefficients = getattr(x, "coefficients", (x,))
    return " ".join(map(text, [*coefficients, *(0,) * (degree - len(coefficients))]))


def macaulay2(configuration: Configuration) -> str:
    """Code that makes the arrangement ``A`` in the ring of x_1, x_2, ..."""
    if not configuration.d:
        raise BadInput("dimension must be at least 1 for Macaulay2, not 0")
    if any(not any(row) for row in configuration.rows):
        raise BadInput(
            "rows must not be zero in an arrangement of Macaulay2, whatever their offsets"
        )
    field, base = configuration.field, ["K = QQ"]
    if field is not None:
        low, high = map(text, field.interval)
        base = [
            f"-- r is the root between {low} and {high}",
            f"K = toField(QQ[r]/({_polynomial(field.polynomial)}))",
        ]
    bias = configuration.bias or (0,) * configuration.n
    forms = [_form(row, b) for row, b in zip(configuration.rows, bias, strict=True)]
    lines = ['needsPackage "HyperplaneArrangements"', *base, f"R = K[x_1..x_{configuration.d}]"]
    return (
        labels_line("--", configuration)
        + "\n".join([*lines, f"A = arrangement({{{', '.join(forms)}}}, R)"])
        + "\n"
    )


def _form(row: Sequence[Scalar], b: Exact) -> str:
    terms = [f"({_number(x)})*x_{i}" for i, x in enumerate(row, 1) if x]
    return " + ".join([*terms, *([f"({_number(b)})"] if b else [])])


def _number(x: Exact) -> str:
    return _polynomial(getattr(x, "coefficients", (x,)))


def _polynomial(coefficients: Sequence[Exact]) -> str:
    """A polynomial in r as a text without parentheses.

    >>> _polynomial([-2, 0, 1])
    '-2+1*r^2'
    """
    powers = ["", "*r", *(f"*r^{k}" for k in range(2, len(coefficients)))]
    return (
        "+".join(
            f"{text(c)}{power}" for c, power in zip(coefficients, powers, strict=False) if c
        ).replace("+-", "-")
        or "0"
    )
