"""Run a suite: every shard that the store lacks, on any executor; results go to the store as they come.

Shards are pure, so nothing depends on where or in which order they are computed. A shard whose worker died is done again; after three
deaths it is given up by name and the run goes on. A result of other code than this is refused.

>>> from proofs.suites.executors import Inline
>>> from proofs.suites.store import Store
>>> from proofs.suites.suite import Job, Suite
>>> suite = Suite("example", (Job("lemma-5.3", "grid:3x2:1", True, least_shards=4),))
>>> with Store(suite, None) as store:
...     print(run(store, Inline()), run(store, Inline()))
4 0
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from functools import lru_cache
from typing import Protocol

from arrangements.errors import BadInput, LimitReached
from proofs.determinations.checks import find
from proofs.determinations.shards import Part, evaluate
from proofs.families import Family, family
from proofs.suites.code import code_hash
from proofs.suites.executors import OUT_OF_REACH, WorkerDied
from proofs.suites.store import Store

__all__ = ["MOST_DEATHS", "Progress", "compute", "run"]

MOST_DEATHS = 3  # of a worker over one shard, after which the shard is given up
_POLL = 0.2


class Progress(Protocol):
    """Who wants to know: called after each shard with its predicted seconds and the number of members seen."""

    def __call__(self, seconds: float, members: int, /) -> None: ...


@lru_cache(maxsize=8)
def _family(name: str, source: str) -> Family:
    made = family(name)
    if made.source != source:
        raise BadInput(f"family {name} must have the same content for all workers")
    return made


def compute(check: str, name: str, source: str, start: int, stop: int) -> tuple[str, Part]:
    """What a worker does: the hash of its code, and the result of one shard."""
    return code_hash(), evaluate(find(check), _family(name, source), start, stop)


def run(store: Store, executor: Executor, progress: Progress | None = None) -> int:
    """Compute what is missing; the number of shards computed. An interrupt or an error leaves a store that can be resumed."""
    suite, done = store.suite, store.done()
    todo = deque((j, s) for j, job in enumerate(suite.jobs) for s in range(len(job.shards)) if (j, s) not in done)
    deaths: dict[tuple[int, int], int] = {}
    flying: dict[Future[tuple[str, Part]], tuple[int, int]] = {}
    check: Callable[[], None] = getattr(executor, "check", lambda: None)
    finished = 0
    try:
        while todo or flying:
            while todo and len(flying) < _window(executor):
                j, s = todo.popleft()
                job = suite.jobs[j]
                future = executor.submit(compute, job.check_id, job.family_name, job.family.source, *job.shards[s])
                flying[future] = (j, s)
            check()
            ready, _ = wait(flying, timeout=_POLL, return_when=FIRST_COMPLETED)
            for future in ready:
                where = j, s = flying.pop(future)
                try:
                    code, part = future.result()
                except WorkerDied as death:
                    deaths[where] = deaths.get(where, 0) + death.times
                    if deaths[where] < MOST_DEATHS:
                        todo.appendleft(where)
                    else:
                        store.lose(j, s, f"its worker died {MOST_DEATHS} times")
                    continue
                except CancelledError:
                    raise LimitReached(OUT_OF_REACH) from None
                if code != code_hash():
                    raise BadInput(f"workers must run this version of the code ({code_hash()[:12]}), not {code[:12]}")
                store.add(j, s, part)
                finished += 1
                if progress is not None:
                    job = suite.jobs[j]
                    progress(job.seconds / len(job.shards), part.members)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    return finished


def _window(executor: Executor) -> int:
    """Shards submitted at a time: enough to keep all workers busy, few enough to lose little."""
    width = getattr(executor, "width", 1)
    return 2 * width if width > 1 else 1
