"""A command is watched: the work is done in a child process, and this one keeps the clock, shows
progress and says how it ended.

Compiled code and exact libraries hear no clock and no interrupt, may end the process when memory
runs out, and know of no progress bar. So the command forks while it is still small. The child
tells, over a pipe, what it does and which independent answers are settled; what it writes to
standard error passes through the parent, which clears its bar before. The clock began with the
process: when it runs out the child is told, and killed if it does not listen within a second; what
was settled is then printed, as partial, from here.

Where standard output is not that of the process, as in tests, or there is no ``fork``, the work is
done here, and the clock is looked at wherever progress is told.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

from arrangements.errors import ArrangementsError, InternalError, LimitReached, OutOfTime
from arrangements.running import limited
from arrangements.running.limits import die_with_parent, limit_memory, machine_memory

if TYPE_CHECKING:
    from arrangements.cli.options import Running

__all__ = ["START", "out_of_time", "supervised"]

START = time.monotonic()  # nearly that of the process
_SILENCE = 0.05  # seconds between two reports of one step
# bytes for the interpreter and the libraries, beyond what --memory allows the work
_ALLOWANCE = 2**28
# SIGHUP is unknown to Windows, which does not fork either
_SIGNALS = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
Work = Callable[[], "int | None"]


def supervised(request: Running, work: Work) -> int | None:
    """The exit code of the work; in the parent this ends the process."""
    if not _can_fork():
        return _limited(request, work, None)
    messages, errors, cleared = os.pipe(), os.pipe(), os.pipe()
    sys.stdout.flush()
    shy = sys.stdout.isatty() and sys.stderr.isatty() and not request.quiet
    # A signal waits until both processes know what to do with it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    child = os.fork()
    if child:
        for handle in (messages[1], errors[1], cleared[0]):
            os.close(handle)
        from arrangements.cli.watch import Watch

        _end(Watch(request, child, messages[0], errors[0], cleared[1], START).outcome(partly))
    for handle in (messages[0], errors[0], cleared[1]):
        os.close(handle)
    os.dup2(errors[1], 2)
    os.close(errors[1])
    die_with_parent()
    limit_memory(
        machine_memory() * 7 // 8
        if request.memory_bytes is None
        else request.memory_bytes + _ALLOWANCE
    )
    teller = _Teller(messages[1], cleared[0])
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, teller.interrupt)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    if shy:
        sys.stdout = cast(TextIO, _Shy(sys.stdout, teller))
    return _limited(request, work, teller)


def _can_fork() -> bool:
    """A copy of this process must write where this one does, and threads are not copied."""
    own = sys.stdout is sys.__stdout__ and sys.stderr is sys.__stderr__ and sys.stdout is not None
    return (
        own
        and hasattr(os, "fork")
        and threading.active_count() == 1
        and threading.current_thread() is threading.main_thread()
    )


def _limited(request: Running, work: Work, teller: _Teller | None) -> int | None:
    """The work under its limits; when time is over, what was settled is printed."""
    start = None if teller is None else START
    step, emitted = (None, None) if teller is None else (teller.step, teller.emitted)
    rung: list[OutOfTime] = []
    try:
        with limited(
            request.title,
            timeout=request.clock,
            memory=request.memory_bytes,
            start=start,
            progress=step,
            listener=emitted,
        ) as scope:
            if teller is not None and request.clock is not None:
                _ring(
                    START + request.clock,
                    lambda: OutOfTime(scope.reason, tuple(scope.emitted[0])),
                    rung,
                )
            return _heard(work)
    except MemoryError:
        raise LimitReached(_memory_words(request)) from None
    except Exception as error:
        late = out_of_time(error, *rung[-1:])
        if late is None:
            raise
        if teller is not None:
            teller.send("ending")
        limit = partly(request, late)
        if teller is not None:
            teller.send("ended")
        raise limit from None
    finally:
        if teller is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)


def out_of_time(error: BaseException | None, rung: OutOfTime | None = None) -> OutOfTime | None:
    """The end of the clock, if this error is that, or was raised while that was handled: the alarm
    rings wherever the work is, in libraries, too, which may raise an error of their own for it.
    NumPy does not say what its error replaces: ``rung`` is the last end that the alarm has raised.
    """
    while error is not None:
        if isinstance(error, OutOfTime):
            return error
        if isinstance(error, ArrangementsError) and not isinstance(error, InternalError):
            return None
        above = None if error.__suppress_context__ else error.__context__
        error = error.__cause__ or above
    return rung


def partly(request: Running, error: OutOfTime) -> ArrangementsError:
    """Print the answers that are known; the error says how much that is."""
    remark = request.partial(error.settled)
    sys.stdout.flush()
    return LimitReached(str(error) if remark is None else f"{error}; {remark}")


def _memory_words(request: Running) -> str:
    if request.memory_bytes is None:
        return f"memory must suffice, not run out, for {request.title}"
    return f"memory must be at most {request.memory_bytes / 2**20:.0f} MB for {request.title}"


def _heard(work: Work) -> int | None:
    """The work, and the only frame in which the alarm is heard."""
    return work()


def _ring(end: float, error: Callable[[], OutOfTime], rung: list[OutOfTime]) -> None:
    """Raise the error at the end, wherever the work is then; again and again, should somebody
    swallow it. ``rung`` takes each.
    """

    def ring(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code is _heard.__code__:
                rung.append(error())
                raise rung[-1]
            frame = frame.f_back

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(end - time.monotonic(), 1e-6), 0.2)


class _Teller:
    """The child's end of the pipe: one JSON list a line. Nobody needs to listen any more for the
    work to go on.
    """

    def __init__(self, handle: int, cleared: int) -> None:
        self._handle, self._cleared, self._last, self._then, self._waiting = (
            handle,
            cleared,
            "",
            0.0,
            b"",
        )
        self._writing = False

    def step(self, step: str, part: float | None) -> None:
        now = time.monotonic()
        self._writing = False
        name = step.partition("; ")[0]
        if name != self._last or now - self._then > _SILENCE:
            self._last, self._then = name, now
            self.send("step", step, part)

    def emitted(self, answer: Any) -> None:
        self._waiting += json.dumps(["emitted", answer]).encode() + b"\n"
        now = time.monotonic()
        if now - self._then > _SILENCE:
            self._then = now
            self._write(b"")

    def writing(self) -> None:
        """Have the terminal cleared of the bar before the first word after a step: a bar that is
        erased later takes that word with it. Who clears it has died if nothing comes.
        """
        if not self._writing:
            self._writing = True
            self.send("writing")
            os.read(self._cleared, 1)

    def interrupt(self, *_: Any) -> NoReturn:
        self.send("interrupted")
        raise KeyboardInterrupt

    def send(self, *message: Any) -> None:
        self._write(json.dumps(message).encode() + b"\n")

    def _write(self, line: bytes) -> None:
        data, self._waiting = self._waiting + line, b""
        with suppress(BrokenPipeError):
            while data:
                data = data[os.write(self._handle, data) :]


class _Shy:
    """Standard output on a terminal with a bar: says that it will write."""

    def __init__(self, stream: TextIO, teller: _Teller) -> None:
        self._stream, self._teller = stream, teller

    def write(self, text: str) -> int:
        self._teller.writing()
        return self._stream.write(text)

    @property
    def buffer(self) -> Any:
        self._teller.writing()
        return self._stream.buffer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _end(outcome: int | ArrangementsError) -> NoReturn:
    """End as the child did."""
    if isinstance(outcome, ArrangementsError):
        print(f"arrangements: {outcome}", file=sys.stderr)
        outcome = outcome.exit_code
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    if outcome < 0 and -outcome in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(-outcome, signal.SIG_DFL)
        os.kill(os.getpid(), -outcome)
    os._exit(outcome)
