"""The parent's side of ``supervisor``: hear the child, show a bar on the terminal from the third
second on, and know how it ended.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from arrangements.errors import ArrangementsError, LimitReached, OutOfTime
from arrangements.running.isolation import death

if TYPE_CHECKING:
    from rich.progress import Progress

    from arrangements.cli.options import Running

__all__ = ["Bar", "Watch"]

_PATIENCE = 2.0  # seconds before there is a bar
_GRACE = 0.4  # seconds that a child has to end by itself when its time is over
_HEARD = 0.3  # seconds in which a child says that it heard the interrupt of the terminal, too
_DEAF = 2.0  # seconds after which a child that has not heard an interrupt is killed
_TICK = 0.1  # seconds between two looks at the child


class Watch:
    """A child process: ``outcome`` waits for its end. ``finish`` prints a partial answer and makes
    the error of it.
    """

    def __init__(
        self, request: Running, child: int, messages: int, errors: int, cleared: int, start: float
    ) -> None:
        self._request, self._child, self._messages, self._errors, self._cleared = (
            request,
            child,
            messages,
            errors,
            cleared,
        )
        self._end = None if request.clock is None else start + request.clock
        self._bar = (
            Bar(request.title, start + _PATIENCE)
            if sys.stderr.isatty() and not request.quiet
            else None
        )
        self._open = {messages, errors}
        self._rest = b""  # of a message
        # what the child wrote to standard error, until it is sure that it lives on
        self._held, self._held_since = b"", 0.0
        self._emitted: list[Any] = []
        self._interrupted: float | None = None
        self._forwarded = self._killed = self._ended = False

    def outcome(
        self, finish: Callable[[Running, OutOfTime], ArrangementsError]
    ) -> int | ArrangementsError:
        """The exit code, or the cause of the child's death: a signal that the caller dies of, too,
        is negative.
        """
        # What this process was started to ignore, by nohup or in the background of a script, stays
        # ignored, here and by the child.
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._on_interrupt)
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda which, _: os.kill(self._child, which))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        status = self._wait()
        if self._bar is not None:
            self._bar.clear()
        code = os.waitstatus_to_exitcode(status)
        if self._killed and self._ended:
            self._say()
            return LimitReached.exit_code
        if self._killed and self._interrupted is None:
            timeout = self._request.clock or 0.0
            return finish(
                self._request,
                OutOfTime(
                    f"time must be at most {timeout:g} s for {self._request.title}",
                    tuple(self._emitted),
                ),
            )
        if (
            code >= 0
            or -code in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)
            or self._killed
        ):
            self._say()
            return -signal.SIGINT if self._killed else code
        return death(code, self._held, self._request.title, None, self._request.memory_bytes)

    def _wait(self) -> int:
        while True:
            ready = select.select(list(self._open), [], [], self._patience())[0]
            for handle in ready:
                data = os.read(handle, 1 << 16)
                if not data:
                    self._open.discard(handle)
                elif handle == self._errors:
                    self._held += data
                    self._held_since = self._held_since or time.monotonic()
                else:
                    self._hear(data)
            if self._messages not in self._open:
                # Closed by its end; other processes of its may hold the other pipe.
                done, status = os.waitpid(self._child, 0)
                self._drain()
                return status
            if not ready:
                done, status = os.waitpid(self._child, os.WNOHANG)
                if done:
                    self._drain()
                    return status
            self._look_at_the_clock()

    def _patience(self) -> float:
        """Seconds until the next look at the clock."""
        if self._end is None or self._killed:
            return _TICK
        return min(max(self._end + _GRACE - time.monotonic(), 0.001), _TICK)

    def _drain(self) -> None:
        """Read the messages that the child has written before it ended."""
        while self._errors in self._open and select.select([self._errors], [], [], 0)[0]:
            data = os.read(self._errors, 1 << 16)
            if not data:
                return
            self._held += data

    def _hear(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            what, *more = json.loads(line)
            if what == "step" and self._bar is not None:
                self._bar.step(*more)
            elif what == "emitted":
                self._emitted += more
            elif (
                what == "ending"
            ):  # it prints what is known, which takes the time that the reader takes
                self._end = None
            elif what == "ended":  # from now on there is nothing to wait for
                self._end, self._ended = time.monotonic(), True
            elif what == "interrupted":
                self._interrupted = None
            elif what == "writing":
                if self._bar is not None:
                    self._bar.clear()
                os.write(self._cleared, b".")

    def _look_at_the_clock(self) -> None:
        now = time.monotonic()
        if self._held and now - self._held_since > _TICK:
            self._say()
        if self._bar is not None:
            self._bar.refresh(now)
        if self._interrupted is not None and now > self._interrupted + _DEAF:
            self._kill()
        elif (
            self._interrupted is not None
            and now > self._interrupted + _HEARD
            and not self._forwarded
        ):
            self._forwarded = True
            os.kill(self._child, signal.SIGINT)
        elif self._end is not None and now >= self._end + _GRACE:
            self._kill()

    def _kill(self) -> None:
        if not self._killed:
            self._killed = True
            os.kill(self._child, signal.SIGKILL)

    def _say(self) -> None:
        if self._held and self._bar is not None:
            self._bar.clear()
        while self._held:
            self._held = self._held[os.write(2, self._held) :]
        self._held_since = 0.0

    def _on_interrupt(self, *_: object) -> None:
        # The terminal tells all its processes; who sends a signal to this one alone means the
        # child.
        self._interrupted = time.monotonic()


class Bar:
    """A line on the terminal: what is being done, how much of it, and how long it will take; a mere
    sign of life where nobody knows.
    """

    def __init__(self, title: str, patience: float) -> None:
        self._step, self._part, self._patience, self._shown, self._begun = (
            title,
            None,
            patience,
            None,
            time.monotonic(),
        )

    _part: float | None
    _shown: Progress | None

    def step(self, step: str, part: float | None) -> None:
        if step.partition("; ")[0] != self._step.partition("; ")[0]:
            self._begun = time.monotonic()
        self._step, self._part = step, part
        self._patience = min(self._patience, time.monotonic() + _PATIENCE)

    def refresh(self, now: float) -> None:
        if now < self._patience:
            return
        if self._shown is None:
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                Progress,
                SpinnerColumn,
                TaskProgressColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )
            from rich.table import Column

            columns = (
                SpinnerColumn(),
                TextColumn("{task.description}", markup=False),
                BarColumn(table_column=Column()),  # gives way where the terminal is narrow
                TaskProgressColumn(),
            )
            self._shown = Progress(
                *columns,
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._shown.add_task(self._step, total=None)
            self._last = self._step.partition("; ")[0]
            self._shown.start()
        name = self._step.partition("; ")[0]
        if name != self._last:
            self._shown.reset(self._task, total=None)
            self._last = name
        self._shown.update(
            self._task,
            description=self._step,
            total=None if self._part is None else 1.0,
            completed=self._part or 0.0,
        )

    def clear(self) -> None:
        """Leave the terminal to the output; come back when there is silence for a
        while.
        """
        if self._shown is not None:
            self._shown.stop()
            self._shown = None
        self._patience = time.monotonic() + _PATIENCE
