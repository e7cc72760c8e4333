"""Processes of tests: none outlives its test, and each hears the signals that it would hear from a
terminal; and the time that work takes of a processor, whatever else the machine does.

A process that is started in the background of a script, by ``nohup`` or by cron ignores SIGINT or
SIGHUP, and whatever it starts does, too. A test that interrupts a command would then wait for ever.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO, TextIOWrapper
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

__all__ = [
    "DEADLINE",
    "SIGNALS",
    "SLOWER",
    "called",
    "family",
    "give_back_signals",
    "marked",
    "soon",
    "started",
    "untraced",
    "wait_for",
]

T = TypeVar("T")
_MARK = "ARRANGEMENTS_TEST_FAMILY"

# Seconds that a test waits for a condition, less than it may take in all: nothing depends on it.
DEADLINE = 240.0


# How many times as long work may take as usually: ``make coverage`` traces every line.
SLOWER = 3 if "COVERAGE_PROCESS_START" in os.environ else 1

SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT)


def give_back_signals() -> None:
    """Programs that this process starts have the default for signals that it ignores or has
    blocked.

    "Ignore" is inherited; a handler, even one that does nothing, is the default in the program.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def untraced() -> dict[str, str]:
    """The environment of a process whose lines ``make coverage`` does not count: tracing loads
    modules, writes files and hears signals, and some tests are about these.
    """
    return {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}


def called(
    *arguments: object, text: str = "", together: bool = False
) -> subprocess.CompletedProcess[str]:
    """The command ``arrangements`` as a user meets it, but in this process, which has loaded what it
    needs; for tests that are not about processes. ``together``: errors go where the output goes.
    """
    from arrangements.cli import main

    given = ["arrangements", *map(str, arguments)]
    asked = TextIOWrapper(BytesIO(text.encode()), "utf-8")
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    if together:
        err = out
    with patch.multiple(sys, argv=given, stdin=asked, stdout=out, stderr=err):
        try:
            main()
            code: object = 0
        except SystemExit as stopped:
            code = stopped.code or 0
    said = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(given, int(str(code)), *said)


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """The command as a process, which is killed if it still runs at the end, however the test
    ends.
    """
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def wait_for(condition: Callable[[], object]) -> bool:
    """Whether the condition is met, sooner or later; the machine may be busy."""
    end = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def marked(mark: str) -> dict[str, str]:
    """The environment of a process that ``family`` finds, with all that it starts."""
    return {**os.environ, _MARK: mark}


def family(mark: str) -> set[int]:
    """All processes, but zombies, that were started with this mark in their environment."""
    import psutil  # where only portable tests run, it may be missing

    found = set()
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(_MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.add(process.pid)
    return found


def soon(work: Callable[[], T], seconds: float) -> T:
    """What the work gives, which takes less than so many seconds of this process. One call in ten has
    to: a first one may load libraries, and any is slower while others use the same core.
    """
    took = []
    for _ in range(10):
        began = time.process_time()
        found = work()
        took.append(time.process_time() - began)
        if took[-1] < seconds:
            return found
    pytest.fail(f"it must take less than {seconds:g} s, not {min(took):.2f} s")
