"""What the tests make workers do; workers import it by name."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from proofs.search.suites.runner import compute


def pid() -> int:
    return os.getpid()


def die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def fail() -> None:
    raise ValueError("no")


def logged(log: str, *arguments: Any) -> Any:
    """``compute``, leaving one line in a file for each call."""
    with Path(log).open("a") as file:
        file.write(f"{os.getpid()} {arguments}\n")
    return compute(*arguments)


def fatal(
    log: str, check: str, name: str, source: str, start: int, stop: int, victim: int, times: int
) -> Any:
    """``compute``, but the shard that starts at ``victim`` kills its worker the first ``times``
    times.
    """
    if start == victim:
        with Path(log).open("a") as file:
            file.write("x")
        if Path(log).stat().st_size <= times:
            die()
    return compute(check, name, source, start, stop)


class Through(Executor):
    """Another executor that gets ``task(*before, *arguments, *after)`` instead of
    ``compute(*arguments)``.
    """

    def __init__(
        self, inner: Any, task: Any, before: tuple[Any, ...] = (), after: tuple[Any, ...] = ()
    ) -> None:
        self.inner, self.task, self.before, self.after = inner, task, before, after
        self.width = inner.width

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self.inner.submit(self.task, *self.before, *args, *self.after)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait=wait, cancel_futures=cancel_futures)
