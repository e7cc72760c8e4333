"""Where work is done, behind the one interface of ``concurrent.futures.Executor``: here, in local
processes, or on a Dask cluster; and how the results come back (``finished``).

Each worker process has a pool of its own, so that a death breaks one future and no other, and the
task that died is known. A worker does not outlive its parent, and has one thread for products of
matrices: several workers of several threads would wait for each other.

Tasks are pure, so nothing depends on where or in which order they are computed. A task whose worker
died is done again; after three deaths it is given up by name.

>>> with Inline() as executor:
...     executor.submit(sum, (1, 2)).result()
3
>>> kept = {}
>>> run([2, 3], executor, lambda n: executor.submit(pow, n, 2), kept.__setitem__, print)
>>> kept
{2: 4, 3: 9}
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from multiprocessing import get_context, resource_tracker
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.running.limits import die_with_parent

if TYPE_CHECKING:
    from distributed import Client

__all__ = [
    "MOST_DEATHS",
    "Cluster",
    "Inline",
    "Processes",
    "Threads",
    "WorkerDied",
    "cluster",
    "finished",
    "run",
    "submitter",
    "workers_for",
]

P = ParamSpec("P")
T = TypeVar("T")
Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")
MOST_DEATHS = 3  # of a worker over one task, after which the task is given up
_UNKNOWN = 16  # workers, where an executor does not say
_POLL = 0.2  # seconds between two looks at a cluster
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_PATIENCE = 5.0  # seconds without an answer of the cluster
_CONNECT = 10.0
_CLEANING = 2.0
_OUT_OF_REACH = (
    "workers must stay in reach until all is done; results up to here are kept, run again to go on"
)


class WorkerDied(Exception):
    """The process that computed this died. ``times`` says how often that is known to have
    happened.
    """

    def __init__(self, times: int = 1) -> None:
        super().__init__("worker died")
        self.times = times


class Inline(Executor):
    """Computes in this process, when submitted."""

    width = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Threads(ThreadPoolExecutor):
    """``width`` threads of this process, for work that runs in kernels; the scope goes with it."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.width = width

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(copy_context().run, partial(fn, *args, **kwargs))


def _prepare_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(dict.fromkeys(_THREADS, "1"))  # read when NumPy is loaded, which is later
    die_with_parent()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    # For systems on which nobody is told that the parent died; and it may have died before it could
    # be asked.
    threading.Thread(target=watch, daemon=True).start()


def _start_tracker() -> None:
    """Start the process that removes semaphores of killed processes; its standard error, on which
    it would say so, leads nowhere.

    It is started from here with the handles that this process has: for that moment handle 2 is
    another.
    """
    if os.name != "posix":
        return
    # OSError: there is no standard error
    with suppress(OSError), open(os.devnull, "wb") as nowhere:
        kept = os.dup(2)
        try:
            os.dup2(nowhere.fileno(), 2)
            resource_tracker.ensure_running()
        finally:
            os.dup2(kept, 2)
            os.close(kept)


class _Slot:
    """One worker process at a time."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self.pid = 0

    def submit(self, task: Callable[[], T]) -> Future[T]:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                1,
                mp_context=get_context("spawn"),
                initializer=_prepare_worker,
                initargs=(os.getpid(),),
            )
        return self.pool.submit(task)

    def kill(self) -> threading.Thread | None:
        """End the process; the thread of the pool that is left to clean up."""
        if self.pool is None:
            return None
        # The pool offers no way to end a process that computes before Python 3.14.
        for process in list((getattr(self.pool, "_processes", None) or {}).values()):
            with suppress(OSError, ValueError):
                process.kill()
        manager: threading.Thread | None = getattr(self.pool, "_executor_manager_thread", None)
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = None
        return manager


class Processes(Executor):
    """``width`` worker processes. When one dies its future raises ``WorkerDied``, and a new one
    takes its place. They are started with the first tasks; where they are not ``asked`` for, but a
    default, a caller may do little work itself, which takes less time than starting them.

    A block (``with``) that ends with an exception kills them.
    """

    def __init__(self, width: int, *, asked: bool = True) -> None:
        if width < 1:
            raise BadInput(f"workers must number at least 1, not {width}")
        self.width = width
        self.asked = asked
        self._lock = threading.Lock()
        self._calls: SimpleQueue[bool] = SimpleQueue()
        self._keeper: threading.Thread | None = None
        self._idle = [_Slot() for _ in range(width)]
        self._slots = tuple(self._idle)
        self._waiting: deque[tuple[Future[Any], Callable[[], object]]] = deque()
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._closed:
            raise RuntimeError("the executor must be open to submit")
        future: Future[T] = Future()
        with self._lock:
            self._waiting.append((future, partial(fn, *args, **kwargs)))
            if self._keeper is None:
                _start_tracker()
                self._keeper = threading.Thread(target=self._keep, daemon=True)
                self._keeper.start()
        self._calls.put(True)
        return future

    def _keep(self) -> None:
        """Start all processes: Linux takes the thread that started a process, not its process, for
        the parent whose death it tells.
        """
        while self._calls.get():
            self._start()

    def _start(self) -> None:
        """Give waiting tasks to idle workers."""
        while True:
            with self._lock:
                if self._closed or not self._waiting or not self._idle:
                    return
                future, task = self._waiting.popleft()
                if not future.set_running_or_notify_cancel():
                    continue
                slot = self._idle.pop()
            try:
                inner = _given(slot, task)
            except BaseException as error:
                with self._lock:
                    self._idle.append(slot)
                future.set_exception(error)
                continue
            inner.add_done_callback(partial(self._finish, slot, future))

    def _finish(self, slot: _Slot, future: Future[Any], done: Future[Any]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if isinstance(error, BrokenProcessPool):
            slot.kill()
            error = WorkerDied()
        with self._lock:
            self._idle.append(slot)
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(done.result())
        self._calls.put(True)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closed = True
            waiting, self._waiting = list(self._waiting), deque()
        for future, _ in waiting:
            future.cancel()
        managers = []
        for slot in self._slots:
            if cancel_futures or not wait:
                managers.append(slot.kill())
            elif slot.pool is not None:
                slot.pool.shutdown(wait=True)
        self._calls.put(False)
        # An interpreter that ends while they clean up writes to what they have closed.
        for manager in managers:
            if manager is not None and manager is not threading.current_thread():
                manager.join(_CLEANING)


def _given(slot: _Slot, task: Callable[[], T]) -> Future[T]:
    try:
        return slot.submit(task)
    except BrokenProcessPool:  # it died while idle: nothing was lost
        slot.kill()
        return slot.submit(task)


class Cluster(Executor):
    """Workers of a Dask cluster, through ``distributed.Client.get_executor``."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inner = client.get_executor(pure=False)
        self._lost_since: float | None = None
        self._width, self._asked = 1, float("-inf")

    @property
    def width(self) -> int:
        """Number of threads of the workers that were there some seconds ago."""
        if time.monotonic() - self._asked > _PATIENCE and self._client.status == "running":
            with suppress(OSError):  # lost: ``check`` will say so
                self._width, self._asked = (
                    max(1, sum(self._client.nthreads().values())),
                    time.monotonic(),
                )
        return self._width

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        from distributed import KilledWorker

        outer: Future[T] = Future()

        def finish(done: Future[T]) -> None:
            if done.cancelled():
                outer.cancel()
            elif isinstance(error := done.exception(), KilledWorker):
                # Dask has done it again by itself until it gave up
                outer.set_exception(WorkerDied(times=3))
            elif error is not None:
                outer.set_exception(error)
            else:
                outer.set_result(done.result())

        try:
            self._inner.submit(fn, *args, **kwargs).add_done_callback(finish)
        except (OSError, RuntimeError):
            raise LimitReached(_OUT_OF_REACH) from None
        return outer

    def scattered(self, value: object) -> object:
        """The value on all workers; as an argument of a task it is the value."""
        try:
            (there,) = self._client.scatter([value], broadcast=True, hash=False)
        except (OSError, RuntimeError, TimeoutError):
            raise LimitReached(_OUT_OF_REACH) from None
        return cast("object", there)

    def check(self) -> None:
        """``LimitReached`` once the scheduler has been away for some seconds."""
        if self._client.status == "running":
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = time.monotonic()
        elif time.monotonic() - self._lost_since > _PATIENCE:
            raise LimitReached(_OUT_OF_REACH)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # the cluster may be gone
            self._inner.shutdown(wait=wait, cancel_futures=cancel_futures)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler listens at ``address``."""
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("cluster needs Dask: install exact-arrangements[cluster]") from None
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise BadInput(
            f"cluster must answer at its address, not {short_repr(address)}: {type(error).__name__}"
        ) from None
    try:
        if not client.nthreads():
            raise BadInput(f"cluster must have workers ({address})")
        executor = Cluster(client)
        yield executor
    finally:
        with suppress(Exception):
            client.close(timeout=2)


@contextmanager
def workers_for(
    workers: int | None, address: str | None, *, few: bool = False
) -> Iterator[Executor]:
    """The number of workers that a command asks for: so many processes, or a cluster; by default
    one process per core, or this one alone for ``few`` tasks.
    """
    if address is not None:
        if workers is not None:
            raise BadInput("workers must be left to the cluster when an address is given")
        with cluster(address) as remote:
            yield remote
        return
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    number = workers if workers is not None else 1 if few else cores
    with Inline() if number == 1 else Processes(number, asked=workers is not None) as executor:
        yield executor


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
                    raise LimitReached(_OUT_OF_REACH) from None
                yield task, result
    finally:
        for future in flying:
            future.cancel()


def submitter(
    executor: Executor, function: Callable[..., Result], *common: object
) -> Callable[[object], Future[Result]]:
    """What gives a task to the executor: as the last argument of the function, after those that all
    tasks have in common. A cluster looks for shared values among the arguments and not inside them.
    """
    return lambda task: executor.submit(function, *common, task)


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
