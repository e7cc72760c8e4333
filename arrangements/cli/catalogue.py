"""``arrangements catalogue``: the names that stand for configurations."""

from __future__ import annotations

import json
from dataclasses import dataclass

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing

__all__ = ["run"]


@dataclass(frozen=True, kw_only=True)
class Request(Printing):
    pass


@command
def run(request: Request) -> None:
    """List the names that can stand wherever a configuration is expected."""
    from arrangements.catalogue import families

    entries = families()
    if request.as_json:
        typer.echo(json.dumps([entry._asdict() for entry in entries]))
        return
    width = max(len(entry.example) for entry in entries)
    for entry in entries:
        form = "" if entry.form == entry.example else f"  [{entry.form}]"
        typer.echo(f"{entry.example:<{width}}  {entry.description}{form}")
