"""``arrangements design``: a layer for which every small set of labels is possible."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running, Workers
from arrangements.errors import BadInput, short_repr

if TYPE_CHECKING:
    from arrangements.experimental.designs import Design

__all__ = ["run"]

_SUFFIXES = (".csv", ".json", ".npz", ".safetensors")


class _Curve(StrEnum):
    moment = "moment"
    trigonometric = "trigonometric"


class _Type(StrEnum):
    exact = "exact"
    float64 = "float64"
    float32 = "float32"
    float16 = "float16"
    bfloat16 = "bfloat16"


@dataclass(frozen=True, kw_only=True)
class Request(Workers, Running, Printing):
    writes = ("output", "certificate")

    labels: Annotated[int, typer.Option(min=1, help="The number of labels.")]
    active: Annotated[int, typer.Option(min=1, help="The largest number of labels in a set.")]
    neighbourly: Annotated[
        bool,
        typer.Option(
            "--neighbourly",
            help="Ask for sets above all other labels (top-k sets), instead of sets above 0.",
        ),
    ] = False
    offsets: Annotated[
        bool | None,
        typer.Option(
            "--offsets/--no-offsets",
            help="Whether rows have offsets; by default they do where twice as many dimensions as active labels need offsets.",
        ),
    ] = None
    curve: Annotated[
        _Curve | None,
        typer.Option(
            help="The curve on which the rows lie; by default moment for exact numbers, trigonometric for floats."
        ),
    ] = None
    type: Annotated[
        _Type,
        typer.Option(
            help="The type to which numbers are rounded; --audit decides which sets remain possible."
        ),
    ] = _Type.exact
    audit: Annotated[
        bool,
        typer.Option(
            "--audit", help="Decide each of the sets, for the numbers as they are written."
        ),
    ] = False
    certificate: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write a proof about all sets, for `recheck` with the layer: .json that rows of exact numbers are on the curve; with --audit .npz, an input for each set.",
        ),
    ] = None
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write the layer to this file: {', '.join(_SUFFIXES)}.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.workers is not None and not self.audit:
            raise BadInput("--workers must be used with --audit")
        if self.certificate is not None:
            if not self.certificate.endswith((".npz", ".json")):
                raise BadInput(
                    f"certificate must be a file that ends in .npz or .json, not {short_repr(self.certificate)}"
                )
            if self.certificate.endswith(".npz") and not self.audit:
                raise BadInput(
                    "--certificate of a file that ends in .npz must be used with --audit"
                )
            if self.by_curve and self.type is not _Type.exact:
                raise BadInput(
                    "numbers must be exact for a certificate that ends in .json, as rounded rows leave the curve; --audit and .npz are for floats"
                )
        if self.output is not None:
            suffix = PurePath(self.output).suffix.lower()
            if suffix not in _SUFFIXES:
                raise BadInput(
                    f"suffix of the output must be one of {', '.join(_SUFFIXES)}, not {short_repr(suffix)}"
                )
            if suffix in (".npz", ".safetensors") and self.type is _Type.exact:
                raise BadInput(f"numbers must be floats for {suffix}, so --type must not be exact")
            if suffix == ".npz" and self.type is _Type.bfloat16:
                raise BadInput(
                    "numbers must be of a type of NumPy for .npz; .safetensors takes bfloat16"
                )

    @property
    def by_curve(self) -> bool:
        """Whether the certificate says that all rows are on the curve."""
        return self.certificate is not None and self.certificate.endswith(".json")

    @property
    def title(self) -> str:
        return "the design"


@command
def run(request: Request) -> int:
    """Make a layer in 2K dimensions for which every set of at most K labels is possible.

    The rows are points of a curve, and a proof covers all sets, for any number of labels. The proof
    does not cover rounded rows: --audit decides every set. Exit code 1 if a set is impossible.

    JSON keys: labels, active, dimension, neighbourly, offsets, curve, type, sets (how many are
    promised), least (whether no smaller dimension suffices), possible (with --audit, otherwise null),
    impossible (the first of them), output, certificate, seconds.
    """
    from arrangements.experimental.design_files import audit_sets, save_layer, write_proof
    from arrangements.experimental.designs import Design

    start = time.perf_counter()
    design = Design(
        request.labels,
        request.active,
        neighbourly=request.neighbourly,
        offsets=request.offsets,
        curve=None if request.curve is None else request.curve.value,
        rounded=request.type.value,
    )
    if request.output is not None:
        save_layer(design, request.output)
    if request.by_curve:
        write_proof(design, str(request.certificate))
    proofs = None if request.by_curve else request.certificate
    possible, impossible = (
        audit_sets(design, request.workers, proofs) if request.audit else (None, [])
    )
    if request.as_json:
        facts = {
            "labels": design.labels,
            "active": design.active,
            "dimension": design.dimension,
            "neighbourly": design.neighbourly,
            "offsets": design.offsets,
            "curve": design.curve,
            "type": design.rounded,
            "sets": design.promised,
            "least": design.least,
            "possible": possible,
            "impossible": impossible,
            "output": request.output,
            "certificate": request.certificate,
            "seconds": round(time.perf_counter() - start, 6),
        }
        typer.echo(json.dumps(facts))
    else:
        typer.echo("\n".join(_lines(design, possible, impossible, request)))
    return 0 if possible in (None, design.promised) else 1


def _lines(
    design: Design, possible: int | None, impossible: list[list[str]], request: Request
) -> list[str]:
    offsets = "with offsets" if design.offsets else "without offsets"
    of = f"{design.labels} label{'s' * (design.labels != 1)}"
    at_most = f"at most {design.active} label{'s' * (design.active != 1)}"
    verb = "be above all others" if design.neighbourly else "be active, all others not"
    lines = [f"{of} in dimension {design.dimension}, {offsets}"]
    rounded = design.rounded != "exact"
    lines.append(f"  sets      {design.promised}: every set of {at_most} can {verb}")
    proof = "all labels on a curve" if not rounded else f"before rounding to {design.rounded}"
    lines.append(f"  proved    {proof} ({design.curve})")
    if design.least:
        lines.append(
            f"  least     no layer of {of} {offsets} has all these sets in dimension {design.dimension - 1}"
        )
    if possible is not None:
        lines.append(
            f"  audited   {possible} of {design.promised} sets are possible, by these numbers"
        )
    elif rounded:
        lines.append("  audited   no: --audit decides each set by the rounded numbers")
    if impossible:
        named = "; ".join(", ".join(members) or "no label" for members in impossible)
        lines.append(f"  never     {named}")
    if request.output is not None:
        lines.append(f"  written   {request.output}")
    if request.certificate is not None:
        lines.append(f"  proofs    {request.certificate}")
    return lines
