"""``arrangements catalogue``: the names that stand for configurations."""

from __future__ import annotations

import json

import typer

__all__ = ["run"]


def run(as_json: bool = typer.Option(False, "--json", help="Print one JSON list.")) -> None:
    """List the names that can stand wherever a configuration is expected."""
    from arrangements.catalogue import families

    entries = families()
    if as_json:
        typer.echo(json.dumps([entry._asdict() for entry in entries]))
        return
    width = max(len(entry.example) for entry in entries)
    for entry in entries:
        form = "" if entry.form == entry.example else f"  [{entry.form}]"
        typer.echo(f"{entry.example:<{width}}  {entry.description}{form}")
