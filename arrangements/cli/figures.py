"""``arrangements figures``: every figure of the sources, into a folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running
from arrangements.io.formats import PICTURES
from arrangements.running import report_progress
from arrangements.running.files import made_folder

__all__ = ["run"]


class _Source(StrEnum):
    paper = "paper"


_Format = StrEnum("_Format", [suffix.removeprefix(".") for suffix in PICTURES])  # type: ignore[misc]  # one list, in formats
_DEFAULT = _Format("svg")


@dataclass(frozen=True, kw_only=True)
class Request(Running, Printing):
    source: Annotated[
        _Source,
        typer.Argument(
            help="paper: the figures of the paper, and the picture of clusters of source B."
        ),
    ]
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="The folder for the figures; made if missing.")
    ]
    form: Annotated[
        _Format,
        typer.Option(
            "--format", help="The format of the files; pgf is for LaTeX, and needs a LaTeX."
        ),
    ] = _DEFAULT

    @property
    def title(self) -> str:
        return f"the figures of the {self.source.value}"


@command
def run(request: Request) -> None:
    """Draw every figure of the sources from their exact matrices, each into a file of its own.

    JSON keys: folder, figures (a list of file and title).
    """
    from proofs.pages.figures import PAPER

    folder = made_folder(request.folder, "folder of the figures")
    written = []
    for done, (name, draw) in enumerate(PAPER.items()):
        report_progress(name, done / len(PAPER))
        picture = draw()
        file = folder / f"{name}.{request.form.value}"
        picture.save(str(file))
        written.append({"file": file.name, "title": picture.title})
        if not request.as_json and not request.quiet:
            typer.echo(f"{picture.title}: {file}")
    if request.as_json:
        typer.echo(json.dumps({"folder": request.folder, "figures": written}))
