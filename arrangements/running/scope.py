"""The scope in which work runs: its clock, its memory, and who hears of its progress.

One protocol of progress: a function of the name of a step and of the part of it that is done,
between 0 and 1, or None where nobody knows. Names are short and say what is being done: "rank 3 of
6", "reading weights.csv". What stands after "; " may change within a step. Steps follow each other;
a part never decreases within a step.

In a notebook a bar shows the progress that no caller listens to (``notebook``).

Where the answer is a list of independent answers, each is handed to ``emit`` as soon as it is
known. When the clock runs out, what was emitted in the scope goes with ``OutOfTime``.

>>> def work():
...     for number in with_progress("squares", range(4)):
...         emit(number * number)
>>> with limited("squares", progress=lambda step, part: print(step, part)):
...     work()
squares 0.0
squares 0.25
squares 0.5
squares 0.75
>>> with limited("squares", timeout=1e-9):
...     emit(49)
...     work()
Traceback (most recent call last):
...
arrangements.errors.OutOfTime: time must be at most 1e-09 s for squares
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from math import inf
from numbers import Integral, Real
from typing import TypeVar

from arrangements.errors import BadInput, OutOfTime, short_repr

__all__ = ["Progress", "Scope", "current", "emit", "limited", "report_progress", "with_progress"]

Progress = Callable[[str, float | None], None]
T = TypeVar("T")


def _unheard(step: str, part: float | None) -> None:
    """Progress that no caller listens to: a notebook shows it."""
    if "ipykernel" in sys.modules and (shown := _notebook_bar()) is not None:
        shown(step, part)


@cache
def _notebook_bar() -> Progress | None:
    """The bar of the notebook that this process is the kernel of, if it is one."""
    from IPython import get_ipython

    from arrangements.running.notebook import NotebookBar

    shell = get_ipython()
    return NotebookBar(shell) if hasattr(shell, "kernel") else None


@dataclass(frozen=True)
class Scope:
    """``end``: on the clock of ``time.monotonic``. ``memory``: bytes, None for the limit of the
    machine. ``listener``: of ``emit``.
    """

    end: float = inf
    reason: str = ""
    memory: int | None = None
    progress: Progress = _unheard
    listener: Callable[[object], None] | None = None
    # one for each clock that ran when the scope was opened, the first to run out first
    emitted: tuple[list[object], ...] = ()


_NO_LIMITS = Scope()
_SCOPE: ContextVar[Scope] = ContextVar("scope", default=_NO_LIMITS)


def current() -> Scope:
    """The innermost scope."""
    return _SCOPE.get()


@contextmanager
def limited(
    what: str,
    *,
    timeout: float | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    listener: Callable[[object], None] | None = None,
    start: float | None = None,
) -> Iterator[Scope]:
    """Limit the time and the memory of the work inside a ``with`` block, and hear of its progress.

    Parameters
    ----------
    what
        The work, for messages.
    timeout
        How many seconds it may take.
    memory
        How many bytes answers and tables may take; by default the limit of the machine.
    progress
        A function of the name of a step and of the part of it that is done, between 0 and 1, or
        None where nobody knows.
    listener
        A function that each of several independent answers is given to as soon as it is known.
    start
        When the clock began, as by ``time.monotonic``; by default now.

    Yields
    ------
    The scope.

    Raises
    ------
    BadInput
        If a limit is no number, or a listener no function.
    OutOfTime
        Out of the work, if the clock runs out; it has the answers that were known.
    LimitReached
        Out of the work, if something would not fit into memory.

    Notes
    -----
    An inner scope never allows more than the one around it. The clock is read wherever progress is
    reported, so compiled code and exact libraries may overrun it; ``isolation`` stops them, too.

    Examples
    --------
    >>> from arrangements import count_topes, load
    >>> with limited("the count", timeout=60, memory=10**9):
    ...     count_topes(load("threshold:4"))
    1882
    """
    for name, number, kind in (
        ("timeout", timeout, Real),
        ("memory", memory, Integral),
        ("start", start, Real),
    ):
        if number is not None and not isinstance(number, kind):
            raise BadInput(f"{name} must be a number, not {short_repr(number)}")
    for name, function in (("progress", progress), ("listener", listener)):
        if function is not None and not callable(function):
            raise BadInput(f"{name} must be a function, not {short_repr(function)}")
    outer = _SCOPE.get()
    begin = time.monotonic() if start is None else start
    end, reason, emitted = outer.end, outer.reason, outer.emitted
    if timeout is not None and begin + timeout < end:
        end, reason, emitted = (
            begin + timeout,
            f"time must be at most {timeout:g} s for {what}",
            ([], *emitted),
        )
    room = min((m for m in (memory, outer.memory) if m is not None), default=None)
    scope = Scope(
        end, reason, room, progress or outer.progress, listener or outer.listener, emitted
    )
    token = _SCOPE.set(scope)
    try:
        yield scope
    finally:
        _SCOPE.reset(token)


def report_progress(step: str, part: float | None = None) -> None:
    """Report the step of the work; raise ``OutOfTime`` if the clock has run out."""
    scope = _SCOPE.get()
    if scope.end < inf and time.monotonic() >= scope.end:
        raise OutOfTime(scope.reason, tuple(scope.emitted[0]))
    scope.progress(step, part)


def with_progress(step: str, things: Collection[T]) -> Iterator[T]:
    """The members, with a report before each of how many are done."""
    for done, thing in enumerate(things):
        report_progress(step, done / len(things))
        yield thing


def emit(answer: object) -> None:
    """Hand over one of several independent answers as soon as it is known."""
    scope = _SCOPE.get()
    for known in scope.emitted:
        known.append(answer)
    if scope.listener is not None:
        scope.listener(answer)
