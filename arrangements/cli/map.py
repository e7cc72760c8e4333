"""``arrangements map``: what determines what."""

from __future__ import annotations

import json
from pathlib import PurePath

import typer

from arrangements.errors import BadInput, shown

__all__ = ["run"]


def run(
    output: str | None = typer.Option(None, metavar="FILE", help="Write .json, .md, or .svg together with the .md that it links to."),
    gallery: str | None = typer.Option(None, metavar="DIR", help="Write all counter-examples, with certificates and figures."),
    affine: bool = typer.Option(False, "--affine", help="Points (rows with a first column of ones) instead of all configurations."),
    seconds: float = typer.Option(60.0, help="Time for the search behind one verdict."),
    as_json: bool = typer.Option(False, "--json", help="Print the map as one JSON object."),
) -> None:
    """For every ordered pair of invariants: determines, does not (with the smallest counter-example), or open.

    Proofs and searches are done anew each time. The table says whether the row determines the column: yes, or n,d of a counter-example.
    The exit code is 1 if a proof does not come out.
    """
    from arrangements.files import write_atomically
    from proofs.counterexamples import map as maps

    suffix = PurePath(output).suffix if output is not None else ""
    if output is not None and suffix not in (".svg", ".json", ".md"):
        raise BadInput(f"output must end in .svg, .json or .md, not {shown(output)}")
    if gallery is not None and affine:
        raise BadInput("--gallery must not be given together with --affine")
    broken = maps.unproved()
    verdicts = maps.settle_all(affine=affine, seconds=seconds, without=broken)
    written = []
    if output is not None and suffix == ".json":
        write_atomically(output, json.dumps(maps.as_json(verdicts), indent=1, ensure_ascii=False) + "\n")
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
    if as_json:
        typer.echo(json.dumps(maps.as_json(verdicts), ensure_ascii=False))
    else:
        typer.echo("\n".join([*maps.table(verdicts), *(f"written: {name}" for name in written)]))
        for arrow in broken:
            typer.echo(f"proof does not come out: {arrow}")
    if broken:
        raise typer.Exit(1)
