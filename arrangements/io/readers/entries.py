"""The entries of one file as exact scalars, within bounds on the time and memory that all of them
take together.

A short text can stand for a number of many digits (``1e9999``) or of a large field
(``cos(pi/127)``), and a file can hold four million of them. ``Entries`` therefore counts the bits
of long numbers, and the time that numbers with roots take.

>>> Entries().row(["1/2", "-0.25"], lambda j: f"column {j + 1}")
(Fraction(1, 2), Fraction(-1, 4))
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact.numbers import Scalar, exact
from arrangements.exact.numbers.expressions import Refused
from arrangements.exact.numbers.grammar import coprime, rational

__all__ = ["MAX_BITS", "MAX_SECONDS", "Entries", "without_collection"]

# of the numerators and denominators of all entries that have more than ``_SHORT`` of them: 80
# million digits
MAX_BITS = 1 << 28
# of processor time for all entries that are no plain integer, fraction or decimal
MAX_SECONDS = 5.0
_SHORT = 256  # bits of an entry that nobody counts
# different entries that are remembered, so that equal ones are read once and share their memory
_SHARED = 1 << 16


class Entries:
    """A reader of the entries of one file."""

    def __init__(self) -> None:
        self._known: dict[Any, Scalar] = {}
        self._bits = 0
        self._seconds = 0.0

    def row(self, cells: Sequence[object], where: Callable[[int], str]) -> tuple[Scalar, ...]:
        """The numbers of a row of texts, ints or floats; ``where(j)`` says, for a message, where
        the j-th of them stands.
        """
        known = self._known
        scalars = []
        for j, cell in enumerate(cells):
            value = known.get(cell) if type(cell) in _READ else None
            scalars.append(self._new(cell, where, j) if value is None else value)
        return tuple(scalars)

    def _new(self, cell: Any, where: Callable[[int], str], j: int) -> Scalar:
        value: Scalar | None = None
        try:
            if type(cell) is str:
                value = rational(cell)
            elif type(cell) is int:
                value = coprime(cell, 1)
            elif type(cell) is float:
                value = coprime(*cell.as_integer_ratio())
            else:
                raise BadInput(f"entry must be a number, not {short_repr(cell)} ({where(j)})")
        except (Refused, ValueError, OverflowError):
            pass  # told by ``exact``
        if value is None:
            value = self._expression(cell, where, j)
        if isinstance(value, Fraction):
            bits = value.numerator.bit_length() + value.denominator.bit_length()
            if bits > _SHORT:
                self._bits += bits
                if self._bits > MAX_BITS:
                    raise LimitReached(
                        f"long numbers of a file must have at most {MAX_BITS:,} bits together ({where(j)})"
                    )
        if len(self._known) < _SHARED:
            self._known[cell] = value
        return value

    def _expression(self, text: Any, where: Callable[[int], str], j: int) -> Scalar:
        start = time.process_time()
        value = exact(text, where(j))
        self._seconds += time.process_time() - start
        if self._seconds > MAX_SECONDS:
            raise LimitReached(
                f"numbers with roots must be read in {MAX_SECONDS:g} seconds of processor time, and are not ({where(j)})"
            )
        return value


_READ = (str, int, float)


@contextmanager
def without_collection() -> Iterator[None]:
    """No search for garbage: millions of new numbers, of which none is garbage, would be looked
    through again and again.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
