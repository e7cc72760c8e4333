"""Run a suite: every shard that the store lacks, on any executor; results go to the store as they
come.

A shard whose worker died three times is given up by name, and the run goes on. A result of other
code than this is refused.

>>> from arrangements.running.executors import Inline
>>> from proofs.search.suites.store import Store
>>> from proofs.search.suites.suite import Job, Suite
>>> suite = Suite("example", (Job("lemma-5.3", "grid:3x2:1", True, least_shards=4),))
>>> with Store(suite, None) as store:
...     print(run(store, Inline()), run(store, Inline()))
4 0
"""

from __future__ import annotations

from concurrent.futures import Executor, Future
from functools import lru_cache
from typing import Protocol

from arrangements.errors import BadInput
from arrangements.running import executors
from proofs.search.determinations.checks import find
from proofs.search.determinations.shards import Part, evaluate
from proofs.search.families import Family, family
from proofs.search.families.family import Member
from proofs.search.suites.code import code_hash
from proofs.search.suites.store import Store

__all__ = ["Progress", "compute", "run"]


class Progress(Protocol):
    """Who wants to know: called after each shard with its predicted seconds and the number of
    members seen.
    """

    def __call__(self, seconds: float, members: int, /) -> None: ...


@lru_cache(maxsize=8)
def _family(name: str, source: str) -> Family[Member]:
    made = family(name)
    if made.source != source:
        raise BadInput(f"family {name} must have the same content for all workers")
    return made


def compute(check: str, name: str, source: str, start: int, stop: int) -> tuple[str, Part]:
    """The work of a worker: the hash of its code, and the result of one shard."""
    return code_hash(), evaluate(find(check), _family(name, source), start, stop)


def run(store: Store, executor: Executor, progress: Progress | None = None) -> int:
    """Compute the shards that are missing; the number of shards computed. An interrupt or an error
    leaves a store that can be resumed.
    """
    suite, done = store.suite, store.done()
    finished = 0

    def submit(where: tuple[int, int]) -> Future[tuple[str, Part]]:
        j, s = where
        job = suite.jobs[j]
        return executor.submit(
            compute, job.check_id, job.family_name, job.family.source, *job.shards[s]
        )

    def keep(where: tuple[int, int], result: tuple[str, Part]) -> None:
        nonlocal finished
        code, part = result
        if code != code_hash():
            raise BadInput(
                f"workers must run this version of the code ({code_hash()[:12]}), not {code[:12]}"
            )
        store.add(*where, part)
        finished += 1
        if progress is not None:
            job = suite.jobs[where[0]]
            progress(job.seconds / len(job.shards), part.members)

    todo = (
        (j, s)
        for j, job in enumerate(suite.jobs)
        for s in range(len(job.shards))
        if (j, s) not in done
    )
    executors.run(todo, executor, submit, keep, lambda where, reason: store.lose(*where, reason))
    return finished
