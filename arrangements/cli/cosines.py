"""``arrangements cosines``: the exact cosine matrix of a configuration, and what a cosine matrix alone determines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from arrangements.errors import BadInput

if TYPE_CHECKING:
    from arrangements.cosines import CosineMatrix

__all__ = ["run"]

_SMALL = 20  # rows that are printed


def run(
    source: str = typer.Argument(
        help="A configuration: a file, a name of the catalogue, or - for standard input. With --matrix a cosine matrix."
    ),
    matrix: bool = typer.Option(False, "--matrix", help="The source is a cosine matrix; it is checked to be one."),
    signed_squares: bool = typer.Option(False, "--signed-squares", help="Entries are cos·|cos| instead of cosines: read and printed so."),
    differences: bool = typer.Option(False, "--differences", help="The cosines are those of the differences u_i - u_j, i < j."),
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    members: bool = typer.Option(False, "--list", help="Print the sign vectors (with --differences the rankings), one a line."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Print cosines exactly, and the pattern that they determine: all sign vectors of the rows, or with --differences all rankings.

    The pattern is computed from the cosine matrix alone. JSON keys: labels, rank, cosines, signed_squares, pattern ("sign" or
    "ranking"), count, and with --list members.
    """
    from arrangements.cosines import CosineMatrix, load_cosines, patterns_from_cosines, rankings_from_difference_cosines
    from arrangements.numbers import text
    from arrangements.reading import load

    if matrix and (affine or as_floats):
        raise BadInput(f"--{'affine' if affine else 'as-floats'} must not be combined with --matrix, which has no rows")
    labels = None
    if matrix:
        cosines = load_cosines(source, signed_squares=signed_squares)
    else:
        c = load(source, affine=affine, as_floats=as_floats)
        labels = c.labels
        cosines = CosineMatrix.of(c.differences() if differences else c)
    pattern = rankings_from_difference_cosines(cosines, labels) if differences else patterns_from_cosines(cosines)
    texts = {
        "cosines": [[text(cosines.cosine(i, j)) for j in range(cosines.n)] for i in range(cosines.n)],
        "signed_squares": [[text(q) for q in row] for row in cosines.signed_squares],
    }
    if as_json:
        report = {"labels": list(cosines.labels), "rank": cosines.rank, **texts, "pattern": pattern.kind, "count": len(pattern)}
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
    return "\n".join([*lines, *("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in table)])
