"""A second opinion on exact linear programs: cddlib decides a fixed share of them once more.

Inside of ``second_opinions(share)`` every program that ``motzkin`` decides is counted, and those in the share are decided by cddlib's exact arithmetic as well. Which ones are in
it depends on their numbers alone, so every worker and every run chooses the same. A different
answer is an ``InternalError``: one of two independent programs is wrong. Without pycddlib nothing is
asked, and ``Opinions.given`` stays 0. Programs over a number field, and those of more than
``LARGEST`` entries, which cddlib could not be stopped in, are counted and not asked.

>>> from arrangements.exact.programs.motzkin import motzkin
>>> with second_opinions(1) as opinions:
...     motzkin([(1, 0), (1, 1)], [], 2)
(True, [1, 1])
>>> opinions.programs, opinions.given
(1, 1)
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from arrangements.errors import InternalError
from arrangements.exact.linear import Row, is_rational, primitive

__all__ = ["LARGEST", "SHARE", "Opinions", "consult", "second_opinions"]

SHARE = 16  # one program of so many, in suites and in lists by programs
LARGEST = 4_000  # entries of the rows of a program

Rows = Sequence[Row]


@dataclass
class Opinions:
    """How many ``programs`` were decided in the scope, and on how many cddlib's opinion was
    ``given``; it was the same each time.
    """

    share: int
    programs: int = 0
    given: int = 0

    def __str__(self) -> str:
        return f"{self.given:,} of {self.programs:,} exact programs decided by cddlib as well"


_SCOPE: ContextVar[Opinions | None] = ContextVar("second_opinions", default=None)


@contextmanager
def second_opinions(share: int = SHARE) -> Iterator[Opinions]:
    """A scope in which cddlib decides one program of ``share`` as well, every one with 1. Inside of
    another scope the larger part is taken, and counts there, too.
    """
    outer = _SCOPE.get()
    opinions = Opinions(share if outer is None else min(share, outer.share))
    token = _SCOPE.set(opinions)
    try:
        yield opinions
    finally:
        _SCOPE.reset(token)
        if outer is not None:
            outer.programs += opinions.programs
            outer.given += opinions.given


def consult(answer: bool, strict: Rows, equal: Rows, width: int, weak: Rows) -> None:
    """Count a decided program, and let cddlib decide it if it is in the share."""
    opinions = _SCOPE.get()
    if opinions is None:
        return
    opinions.programs += 1
    rows = (*strict, *equal, *weak)
    if len(rows) * width > LARGEST or not is_rational(rows):
        return
    integers = [primitive(row) for row in rows]
    if zlib.crc32(repr((width, integers)).encode()) % opinions.share:
        return
    from arrangements.exact.programs import _cdd

    if not _cdd.has_cddlib() or not _cdd.fits(integers, width):
        return
    first, last = len(strict), len(strict) + len(equal)
    margin, *_ = _cdd.maximise_margin(
        integers[:first], integers[first:last], width, integers[last:]
    )
    if bool(margin) != answer:
        raise InternalError(
            f"cddlib must decide as motzkin does, {answer}, not {bool(margin)} ({len(strict)} strict rows)"
        )
    opinions.given += 1
