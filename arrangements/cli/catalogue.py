"""``arrangements catalogue``: the names that stand for configurations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing

__all__ = ["run"]


@dataclass(frozen=True, kw_only=True)
class Request(Printing):
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", help="Only names whose entry contains all of these words."),
    ] = None


@command
def run(request: Request) -> None:
    """List the names that can stand wherever a configuration is expected, by groups, each with its
    source.

    JSON keys of each name: form, example, description, group, source.
    """
    from arrangements.catalogue import search

    entries = search(" ".join(request.words or ()))
    if request.as_json:
        typer.echo(json.dumps([entry._asdict() for entry in entries]))
        return
    width = max((len(entry.example) for entry in entries), default=0)
    for group, members in groupby(entries, lambda entry: entry.group):
        typer.echo(f"{group}:")
        for entry in members:
            form = "" if entry.form == entry.example else f"  [{entry.form}]"
            typer.echo(f"  {entry.example:<{width}}  {entry.description}{form}  ({entry.source})")
