"""``arrangements cosines``: the exact cosine matrix of a configuration, and what a cosine matrix
alone determines.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Entries, Printing, Running
from arrangements.errors import BadInput

if TYPE_CHECKING:
    from arrangements.listing.cosines import CosineMatrix

__all__ = ["run"]

_SMALL = 20  # rows that are printed


@dataclass(frozen=True, kw_only=True)
class Request(Entries, Running, Printing):
    source: Annotated[
        str,
        typer.Argument(
            help="A configuration: a file, a name of the catalogue, or - for standard input. With --matrix a cosine matrix."
        ),
    ]
    matrix: Annotated[
        bool,
        typer.Option("--matrix", help="The source is a cosine matrix, which is checked."),
    ] = False
    signed_squares: Annotated[
        bool,
        typer.Option(
            "--signed-squares",
            help="Read and print entries as cos·|cos| instead of cosines.",
        ),
    ] = False
    differences: Annotated[
        bool,
        typer.Option(
            "--differences", help="The cosines are those of the differences u_i - u_j, i < j."
        ),
    ] = False
    members: Annotated[
        bool,
        typer.Option(
            "--list", help="Print the sign vectors (with --differences the rankings), one per line."
        ),
    ] = False

    def check(self) -> None:
        super().check()
        if self.matrix and self.entry_option:
            raise BadInput(
                f"{self.entry_option} must not be combined with --matrix, which has no rows"
            )

    @property
    def title(self) -> str:
        return f"the cosines of {self.source}"


@command
def run(request: Request) -> None:
    """Print cosines exactly, and the pattern that they determine: all sign vectors of the rows, or
    with --differences all rankings.

    The pattern is computed from the cosine matrix alone. JSON keys: labels, rank, cosines,
    signed_squares, pattern ("sign" or "ranking"), count, and with --list members.
    """
    from arrangements.exact.numbers import text
    from arrangements.listing.cosines import (
        CosineMatrix,
        load_cosines,
        patterns_from_cosines,
        rankings_from_difference_cosines,
    )

    differences, signed_squares, members = (
        request.differences,
        request.signed_squares,
        request.members,
    )
    labels = None
    if request.matrix:
        cosines = load_cosines(request.source, signed_squares=signed_squares)
    else:
        c = request.load(request.source)
        labels = c.labels
        cosines = CosineMatrix.of(c.differences() if differences else c)
    pattern = (
        rankings_from_difference_cosines(cosines, labels)
        if differences
        else patterns_from_cosines(cosines)
    )
    texts = {
        "cosines": [
            [text(cosines.cosine(i, j)) for j in range(cosines.n)] for i in range(cosines.n)
        ],
        "signed_squares": [[text(q) for q in row] for row in cosines.signed_squares],
    }
    if request.as_json:
        report = {
            "labels": list(cosines.labels),
            "rank": cosines.rank,
            **texts,
            "pattern": pattern.kind,
            "count": len(pattern),
        }
        typer.echo(json.dumps(report | ({"members": list(pattern.strings())} if members else {})))
        return
    typer.echo(_text(cosines, texts["signed_squares" if signed_squares else "cosines"]))
    noun = "rankings" if differences else "sign vectors"
    typer.echo(f"{len(pattern)} {noun}, from the cosines alone" + (":" if members else ""))
    if members:
        for member in pattern.strings():
            typer.echo(f"  {member}")


def _text(cosines: CosineMatrix, entries: list[list[str]]) -> str:
    lines = [f"{cosines.n} x {cosines.n} cosine matrix of rank {cosines.rank}"]
    if cosines.n > _SMALL:
        return "\n".join([*lines, f"  not printed (more than {_SMALL} rows)"])
    table = [[label, *row] for label, row in zip(cosines.labels, entries, strict=True)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        [
            *lines,
            *(
                "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
                for row in table
            ),
        ]
    )
