"""``arrangements verify``: settle the claims of the paper and print the verdicts."""

from __future__ import annotations

import typer

__all__ = ["run"]


def run() -> None:
    """Check the claims of the paper and print one verdict a line."""
    typer.echo("not settled yet")
