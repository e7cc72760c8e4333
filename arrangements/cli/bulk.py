"""What the commands for questions in bulk share: where questions come from, who works, and what is
kept.
"""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Annotated

import typer

from arrangements.cli.options import Request
from arrangements.errors import BadInput

__all__ = ["BULK_METHODS", "Bulk", "Shared", "working"]

BULK_METHODS = {
    "bulk": "hard labels together, in floating point, before exact programs",
    "single": "floats suggest, one question after the other",
}


@dataclass(frozen=True, kw_only=True)
class Shared(Request):
    """Work that others share, and that is kept."""

    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by default one for each core.")
    ] = None
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The scheduler of a Dask cluster that does the work."),
    ] = None
    store: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep what is settled there, and go on from there."),
    ] = None

    def check(self) -> None:
        super().check()
        if self.cluster is not None and self.workers is not None:
            raise BadInput("workers must be left to the cluster when an address is given")


@dataclass(frozen=True, kw_only=True)
class Bulk(Shared):
    """Many questions about one layer."""

    questions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="One question a line, or a CSV of label sets. See the docs."
        ),
    ] = None


def working(request: Shared) -> AbstractContextManager[Executor]:
    """Who works: processes, a cluster, or this process alone."""
    from arrangements.running.executors import workers_for

    return workers_for(request.workers, request.cluster)
