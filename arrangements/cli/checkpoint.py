"""``arrangements count --store``: long counts, which are kept on disk, go on after an
interruption and run on several processes or machines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.options import Shared
from arrangements.errors import BadInput

if TYPE_CHECKING:
    from arrangements.counting.checkpoint import Checkpoint
    from arrangements.counting.orbit_pieces import Description
    from arrangements.counting.orbit_store import Rank

__all__ = ["CheckpointRequest"]


class Group(StrEnum):
    whole = "whole"
    stabiliser = "stabiliser"
    trivial = "trivial"


@dataclass(frozen=True, kw_only=True)
class CheckpointRequest(Shared):
    """How a count is kept."""

    group: Annotated[
        Group,
        typer.Option(
            help="Symmetries to use: all, those that fix one row, or none. The answer is the same."
        ),
    ] = Group.whole
    seed: Annotated[
        int,
        typer.Option(
            help="Count in another way: with other primes, another order of the rows, another base of the group, other parts."
        ),
    ] = 0

    show: Annotated[
        bool,
        typer.Option(
            "--show", help="Say what the store holds and how much work is left, and count nothing."
        ),
    ] = False

    def check(self) -> None:
        super().check()
        if self.show and (self.store is None or not Path(self.store).is_file()):
            raise BadInput("--show needs --store with the file of a count, which must exist")
        if self.store is None and (self.workers is not None or self.cluster is not None):
            raise BadInput("store must be named with --store for --workers and --cluster")
        if not 0 <= self.seed < 1000:
            raise BadInput(f"seed must be at least 0 and below 1000, not {self.seed}")

    @property
    def is_kept(self) -> bool:
        return self.store is not None or self.group is not Group.whole or self.seed != 0

    @contextmanager
    def checkpoint(self, group: str, quiet: bool) -> Iterator[Checkpoint]:
        """The store, opened."""
        from arrangements.counting.checkpoint import Checkpoint
        from arrangements.counting.orbit_store import Store
        from arrangements.running.executors import Inline, workers_for

        with Store(self.store) as store:
            if self.store is None:
                yield Checkpoint(store, group=group, seed=self.seed)
                return
            heard = None if quiet else _say
            warn = None if quiet else _warn
            if self.show:
                yield Checkpoint(store, Inline, group, self.seed, heard=heard, show=True)
                return
            yield Checkpoint(
                store,
                lambda: workers_for(self.workers, self.cluster),
                group,
                self.seed,
                heard=heard,
                warn=warn,
            )


def _warn(sentence: str) -> None:
    print(f"arrangements: {sentence}", file=sys.stderr, flush=True)


def _say(work: Description, rank: int, numbers: Rank) -> None:
    n, _, r = work.shape
    flats = f" from {numbers.flats:,} flats" if numbers.flats is not None else ""
    print(
        f"arrangements: {n} rows of rank {r}: W_{rank} = {numbers.total:,}{flats}; {numbers.seconds:.0f} s",
        file=sys.stderr,
        flush=True,
    )
