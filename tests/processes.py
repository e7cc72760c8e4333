"""Processes of tests: none outlives its test, and each hears the signals that it would hear from a
terminal.

A process that is started in the background of a script, by ``nohup`` or by cron ignores SIGINT or
SIGHUP, and whatever it starts does, too. A test that interrupts a command would then wait for ever.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from typing import Any
from unittest.mock import patch

__all__ = ["SIGNALS", "SLOWER", "called", "give_back_signals", "started", "untraced"]

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
