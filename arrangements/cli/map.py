"""``arrangements map``: what determines what."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running
from arrangements.errors import BadInput, short_repr

__all__ = ["run"]

_SUFFIXES = (".svg", ".json", ".md")  # a picture is written together with its page


@dataclass(frozen=True, kw_only=True)
class Request(Running, Printing):
    writes = ("output",)

    output: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help=f"Write {', '.join(_SUFFIXES)}; a picture together with the .md that it links to.",
        ),
    ] = None
    gallery: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write all counter-examples into this folder, with certificates and figures.",
        ),
    ] = None
    affine: Annotated[
        bool,
        typer.Option(
            "--affine",
            help="Points (rows with a first column of ones) instead of all configurations.",
        ),
    ] = False
    seconds: Annotated[float, typer.Option(help="Time for the search behind one verdict.")] = 60.0

    def check(self) -> None:
        if self.output is not None and PurePath(self.output).suffix not in _SUFFIXES:
            *others, last = _SUFFIXES
            raise BadInput(
                f"output must end in {', '.join(others)} or {last}, not {short_repr(self.output)}"
            )
        if self.gallery is not None and self.affine:
            raise BadInput("--gallery must not be given together with --affine")
        super().check()

    @property
    def title(self) -> str:
        return "the map"


@command
def run(request: Request) -> int:
    """For every ordered pair of invariants: determines, does not (with the smallest
    counter-example), or open.

    Proofs and searches are done anew each time. The table says whether the row determines the
    column: yes, or n,d of a counter-example. The exit code is 1 if a proof fails.
    """
    from arrangements.running.files import write_atomically
    from proofs.search.counterexamples import map as maps

    output, gallery = request.output, request.gallery
    suffix = PurePath(output).suffix if output is not None else ""
    broken = maps.unproved()
    verdicts = maps.search_all(affine=request.affine, seconds=request.seconds, without=broken)
    written = []
    if output is not None and suffix == ".json":
        write_atomically(
            output, json.dumps(maps.as_json(verdicts), indent=1, ensure_ascii=False) + "\n"
        )
        written.append(output)
    elif output is not None:
        page = str(PurePath(output).with_suffix(".md"))
        write_atomically(page, maps.markdown(verdicts))
        written.append(page)
        if suffix == ".svg":
            from proofs.pages.diagrams import hasse

            hasse(verdicts, links=PurePath(page).name).save(output)
            written.append(output)
    if gallery is not None:
        from proofs.pages import gallery as galleries

        count = galleries.write(verdicts, gallery)
        written.append(f"{gallery} ({count} counter-examples)")
    if request.as_json:
        typer.echo(json.dumps(maps.as_json(verdicts), ensure_ascii=False))
    else:
        typer.echo("\n".join([*maps.table(verdicts), *(f"written: {name}" for name in written)]))
        for arrow in broken:
            typer.echo(f"proof does not come out: {arrow}")
    return 1 if broken else 0
