"""Give tasks to an executor and keep their results as they come.

Tasks are pure, so nothing depends on where or in which order they are computed. A task whose worker
died is done again; after three deaths it is given up by name.

>>> from arrangements.running.executors import Inline
>>> kept = {}
>>> executor = Inline()
>>> run([2, 3], executor, lambda n: executor.submit(pow, n, 2), kept.__setitem__, print)
>>> kept
{2: 4, 3: 9}
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable
from concurrent.futures import CancelledError, Executor, Future
from queue import Empty, SimpleQueue
from typing import TypeVar

from arrangements.errors import LimitReached
from arrangements.running.executors import OUT_OF_REACH, WorkerDied

__all__ = ["MOST_DEATHS", "finished", "run"]

MOST_DEATHS = 3  # of a worker over one task, after which the task is given up
_UNKNOWN = 16  # workers, where an executor does not say
_POLL = 0.2  # seconds between two looks at a cluster

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")


def run(
    tasks: Iterable[Task],
    executor: Executor,
    submit: Callable[[Task], Future[Result]],
    keep: Callable[[Task, Result], None],
    lose: Callable[[Task, str], None],
) -> None:
    """``keep`` what ``submit`` promises for each task; an interrupt or an error stops the executor
    and leaves what was kept.
    """
    try:
        for task, result in finished(tasks, executor, submit, lose):
            keep(task, result)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise


def finished(
    tasks: Iterable[Task],
    executor: Executor,
    submit: Callable[[Task], Future[Result]],
    lose: Callable[[Task, str], None],
    waiting: Callable[[], None] = lambda: None,
) -> Generator[tuple[Task, Result]]:
    """Tasks with their results in the order in which the tasks are done; ``waiting`` is called
    again and again until all are.
    """
    todo, deaths = deque(tasks), dict[Task, int]()
    flying: dict[Future[Result], Task] = {}
    done: SimpleQueue[Future[Result]] = SimpleQueue()  # in this order: each future enters by itself
    check: Callable[[], None] = getattr(executor, "check", lambda: None)
    try:
        while todo or flying:
            while todo and len(flying) < _window(executor):
                task = todo.popleft()
                future = submit(task)
                flying[future] = task
                future.add_done_callback(done.put)
            check()
            waiting()
            for future in _next(done):
                task = flying.pop(future)
                try:
                    result = future.result()
                except WorkerDied as death:
                    deaths[task] = deaths.get(task, 0) + death.times
                    if deaths[task] < MOST_DEATHS:
                        todo.appendleft(task)
                    else:
                        lose(task, f"its worker died {MOST_DEATHS} times")
                    continue
                except CancelledError:
                    raise LimitReached(OUT_OF_REACH) from None
                yield task, result
    finally:
        for future in flying:
            future.cancel()


def _next(done: SimpleQueue[Future[Result]]) -> list[Future[Result]]:
    """The futures that are done by now; the first of them may take a moment."""
    try:
        ready = [done.get(timeout=_POLL)]
    except Empty:
        return []
    while not done.empty():
        ready.append(done.get())
    return ready


def _window(executor: Executor) -> int:
    """Tasks submitted at a time: enough to keep all workers busy, few enough to lose little."""
    width = getattr(executor, "width", _UNKNOWN)
    return 2 * width if width > 1 else 1
