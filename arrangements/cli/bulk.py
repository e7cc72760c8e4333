"""What the commands for questions in bulk share: where questions come from, who works, and what is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from arrangements.cli.options import Request
from arrangements.errors import BadInput

__all__ = ["Bulk", "working"]


@dataclass(frozen=True, kw_only=True)
class Bulk(Request):
    """Many questions about one layer."""

    questions: Annotated[str | None, typer.Option(metavar="FILE", help="One question a line, or a CSV of label sets. See the docs.")] = None
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="The scheduler of a Dask cluster that does the work.")] = None
    store: Annotated[str | None, typer.Option(metavar="FILE", help="Keep what is settled there, and go on from there.")] = None

    def check(self) -> None:
        super().check()
        if self.cluster is not None and self.workers is not None:
            raise BadInput("workers must be left to the cluster when an address is given")


@contextmanager
def working(request: Bulk) -> Iterator[Executor | None]:
    """Who works: processes, a cluster, or nobody else."""
    from arrangements.audit.workers import processes

    with ExitStack() as stack:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if request.cluster is not None:
            from arrangements.running.executors import cluster

            yield stack.enter_context(cluster(request.cluster))
        elif (request.workers or cores) > 1:
            yield stack.enter_context(processes(request.workers or cores))
        else:
            yield None
