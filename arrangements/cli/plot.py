"""``arrangements plot``: a picture of a configuration."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

__all__ = ["run"]


class _Regions(StrEnum):
    sign = "sign"
    ranking = "ranking"
    argmax = "argmax"


class _Kind(StrEnum):
    regions = "regions"
    disc = "disc"
    tope_graph = "tope-graph"
    ranking_graph = "ranking-graph"
    ties = "ties"
    wiring = "wiring"
    cosines = "cosines"


def run(
    configuration: str = typer.Argument(help="A file, a name of the catalogue, or - for standard input."),
    output: str = typer.Option(
        ..., "--output", "-o", metavar="FILE", help="What to write: FILE.svg or FILE.png; - is SVG on standard output."
    ),
    kind: Annotated[_Kind, typer.Option(help="What to draw.")] = _Kind.regions,
    regions: Annotated[_Regions, typer.Option(help="What the inputs are divided by.")] = _Regions.sign,
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    merge: bool = typer.Option(False, "--merge", help="Make equal rows one row, with their labels joined by =."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Print nothing about the picture."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object about the picture."),
) -> None:
    """Draw the regions of a configuration, or what is next to what.

    JSON keys: output, kind, regions, title, count (of regions, vertices, pairs that tie or crossings in the picture).
    """
    from arrangements.figures import check_suffix, plot
    from arrangements.reading import load

    if output != "-":
        check_suffix(output)
    loaded = load(configuration, affine=affine, as_floats=as_floats)
    picture = plot(loaded.merged() if merge else loaded, kind.value, regions.value)
    if output == "-":
        sys.stdout.write(picture.svg())
    else:
        picture.save(output)
    if as_json:
        facts = {"output": output, "kind": kind.value, "regions": regions.value, "title": picture.title, "count": picture.count}
        typer.echo(json.dumps(facts), err=output == "-")
    elif output != "-" and not quiet:
        typer.echo(f"{picture.title}, drawn to {output}")
