"""``arrangements plot``: a picture of a configuration."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Inputting, Merging, Printing, Running, demand_no_coordinates
from arrangements.errors import BadInput
from arrangements.io.formats import PICTURES
from arrangements.layers.questions.kinds import PlotKind

if TYPE_CHECKING:
    from arrangements.figures import Picture

__all__ = ["run"]


_Regions = StrEnum("_Regions", list(get_args(PlotKind)))  # type: ignore[misc]  # one list, in the registry
_DEFAULT = _Regions("sign")


class _Kind(StrEnum):
    regions = "regions"
    disc = "disc"
    tope_graph = "tope-graph"
    ranking_graph = "ranking-graph"
    ties = "ties"
    wiring = "wiring"
    cosines = "cosines"


@dataclass(frozen=True, kw_only=True)
class Request(Merging, Inputting, Running, Printing):
    writes = ("output",)

    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"A file that ends in one of {', '.join(PICTURES)}; .pgf is for LaTeX, - is SVG on standard output.",
        ),
    ]
    kind: Annotated[_Kind, typer.Option(help="The kind of picture.")] = _Kind.regions
    heading: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The title; '' for none.")
    ] = None
    size: Annotated[
        float | None, typer.Option(metavar="INCHES", help="The width of the picture.")
    ] = None
    regions: Annotated[
        _Regions, typer.Option(help="Divide the inputs by sign vector, ranking or winner.")
    ] = _DEFAULT

    def check(self) -> None:
        from arrangements.figures.canvas import check_suffix

        if self.output != "-":
            check_suffix(self.output)
        super().check()

    @property
    def title(self) -> str:
        return f"the picture of {self.configuration}"


@command
def run(request: Request) -> None:
    """Draw the regions of a configuration, or the graph of neighbouring regions. A chirotope of rank
    3 is drawn as its pseudolines.

    JSON keys: output, kind, regions, title, count (of regions, vertices, pairs that tie or
    crossings in the picture).
    """
    from arrangements.figures import plot, plot_pair
    from arrangements.layers.configuration import Configuration
    from arrangements.loading.configurations import sides

    kind, regions = request.kind, request.regions
    if kind is _Kind.regions and (pair := sides(request.configuration)):
        _demand_plain(request)
        one, other = map(request.load, pair)
        _draw(request, plot_pair(one, other, cast("PlotKind", regions.value)))
        return
    configuration = request.load_any()
    if not isinstance(configuration, Configuration):
        demand_no_coordinates({"--inputs": request.inputs is not None})
        inputs = None
    else:
        inputs = request.polyhedron(configuration)
    picture = plot(
        configuration,
        kind.value,
        cast("PlotKind", regions.value),
        inputs=inputs,
        title=request.heading,
        size=request.size,
    )
    _draw(request, picture)


def _demand_plain(request: Request) -> None:
    """Both sides of a pair are drawn as they are."""
    options = {
        "--title": request.heading,
        "--size": request.size,
        "--inputs": request.inputs,
    }
    option = next((name for name, value in options.items() if value is not None), None)
    if option is not None:
        raise BadInput(
            f"{option} must not be used with both sides of a pair; {request.configuration}:first is one of them"
        )


def _draw(request: Request, picture: Picture) -> None:
    output, kind, regions = request.output, request.kind, request.regions
    if output == "-":
        sys.stdout.write(picture.svg())
    else:
        picture.save(output)
    if request.as_json:
        facts = {
            "output": output,
            "kind": kind.value,
            "regions": regions.value,
            "title": picture.title,
            "count": picture.count,
        }
        typer.echo(json.dumps(facts), err=output == "-")
    elif output != "-" and not request.quiet:
        typer.echo(f"{picture.title or 'picture'}, drawn to {output}")
