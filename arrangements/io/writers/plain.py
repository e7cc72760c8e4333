"""Formats that are rows of numbers: cddlib's and lrs's, polymake's, TOPCOM's points, and
blank-separated text.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt

from arrangements.errors import BadInput
from arrangements.exact.numbers import Exact, Scalar, text
from arrangements.exact.numbers.fields import NumberField
from arrangements.layers.configuration import Configuration

__all__ = [
    "comma_separated",
    "generators",
    "inequalities",
    "labels_line",
    "matrix",
    "points",
    "polymake",
    "rational",
]


def rational(configuration: Configuration, what: str) -> None:
    """BadInput if there are irrational entries, for which the format has no numbers."""
    if configuration.field is not None:
        raise BadInput(
            f"configuration must be rational for {what}, not over {configuration.field.name}"
        )


def comma_separated(configuration: Configuration) -> str:
    """A column of labels, one for each coordinate, and one of the offsets, if there are any."""
    held = io.StringIO()
    table = csv.writer(held, lineterminator="\n")
    bias = configuration.bias
    coordinates = [f"x{k + 1}" for k in range(configuration.d)]
    table.writerow(["label", *coordinates, *["bias"] * (bias is not None)])
    for i, (label, row) in enumerate(zip(configuration.labels, configuration.rows, strict=True)):
        offset = () if bias is None else (bias[i],)
        table.writerow([label, *map(text, (*row, *offset))])
    return held.getvalue()


def labels_line(mark: str, configuration: Configuration) -> str:
    """A comment with the labels, if they are not the usual numbers."""
    if configuration.labels == tuple(map(str, range(1, configuration.n + 1))):
        return ""
    return f"{mark} labels: {json.dumps(list(configuration.labels))}\n"


def inequalities(configuration: Configuration) -> str:
    """The hyperplanes b + <a, x> = 0 as an H-representation, one inequality b + <a, x> >= 0
    each.
    """
    rational(configuration, "the format of cddlib")
    bias = configuration.bias or (0,) * configuration.n
    rows = [(b, *row) for b, row in zip(bias, configuration.rows, strict=True)]
    return labels_line("*", configuration) + _representation("H", rows, configuration.d + 1)


def generators(configuration: Configuration) -> str:
    """The rows (1, p) and (0, r) as a V-representation."""
    rational(configuration, "the format of cddlib")
    configuration.demand_linear("a V-representation")
    if any(not row or row[0] not in (0, 1) for row in configuration.rows):
        raise BadInput(
            "rows of a V-representation must begin with 1 (points) or 0 (rays); --affine prepends the 1"
        )
    return labels_line("*", configuration) + _representation(
        "V", configuration.rows, configuration.d
    )


def _representation(kind: str, rows: Sequence[Iterable[Exact]], width: int) -> str:
    lines = [f"{kind}-representation", "begin", f"{len(rows)} {width} rational"]
    return "\n".join([*lines, *(" ".join(map(text, row)) for row in rows), "end"]) + "\n"


def polymake(configuration: Configuration) -> str:
    """The arrangement as a file for polymake's ``load``."""
    from arrangements import __version__

    configuration.demand_linear("polymake's format")
    field = configuration.field
    if field is not None and field.degree > 2:
        raise BadInput(
            f"configuration must be rational or over a square root for polymake's format, not over {field.name}"
        )
    number = "Rational" if field is None else "QuadraticExtension<Rational>"
    if configuration.zero_rows:
        raise BadInput("rows must not be zero in a hyperplane arrangement of polymake")
    value = {
        "_ns": {"polymake": ["https://polymake.org", "4.6"]},
        "_type": f"fan::HyperplaneArrangement<{number}>",
        "_info": {
            "description": f"arrangements {__version__}, content hash {configuration.content_hash}"
        },
        "HYPERPLANES": [
            [text(x) if field is None else _quadratic(x, field) for x in row]
            for row in configuration.rows
        ],
        "HYPERPLANE_LABELS": list(configuration.labels),
    }
    return json.dumps(value) + "\n"


def _quadratic(x: Scalar, field: NumberField) -> list[str]:
    """[a, b, c] for a + b sqrt(c), with one c for the field."""
    # the generator is half of -p + or - the square root of the discriminant
    q, p, _ = field.polynomial
    square = max(
        k for k in range(1, min(isqrt(p * p - 4 * q), 10_000) + 1) if (p * p - 4 * q) % (k * k) == 0
    )
    one, slope = (*getattr(x, "coefficients", (x,)), 0)[:2]
    side = 1 if field.index else -1
    return [
        text(Fraction(one) - Fraction(slope * p, 2)),
        text(Fraction(side * slope * square, 2)),
        str((p * p - 4 * q) // square**2),
    ]


def points(configuration: Configuration) -> str:
    """The rows for TOPCOM; its points are homogeneous, so they are the rows themselves."""
    rational(configuration, "TOPCOM's points")
    configuration.demand_linear("TOPCOM's points")
    return (
        "[" + ",\n".join("[" + ",".join(map(text, row)) + "]" for row in configuration.rows) + "]\n"
    )


def matrix(configuration: Configuration) -> str:
    """One row per line, numbers between blanks, without labels."""
    rational(configuration, "a matrix as text")
    configuration.demand_linear("a matrix as text")
    if not configuration.n or not configuration.d:
        raise BadInput(
            f"matrix must have an entry to be written as text, not be {configuration.n} x {configuration.d}"
        )
    return "".join(" ".join(map(text, row)) + "\n" for row in configuration.rows)
