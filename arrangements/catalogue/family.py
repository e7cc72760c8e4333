"""A family of the catalogue, and the helpers that its makers share.

A maker takes the text behind the colon and returns a ``Made``. It raises ``ValueError`` when it
cannot read the parameters, and ``BadInput`` when it reads them but must not make the configuration.

>>> sized("4", lambda m: m * m)
4
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arrangements.errors import BadInput
from arrangements.exact.numbers import Number
from arrangements.io.readers.entry_table import MAX_ENTRIES, check_shape

__all__ = ["Family", "Made", "Maker", "shape", "sized"]


class Family(NamedTuple):
    """Names of one form: the form, an example, what the rows are, the group of the catalogue, and
    where it is from.
    """

    form: str
    example: str
    description: str
    group: str
    source: str


class Made(NamedTuple):
    """The configuration that a maker makes, with its facts: rows (entries as ``Configuration``
    takes them), dimension, labels and offsets if there are any, reading.
    """

    rows: Sequence[Sequence[Number]]
    d: int
    labels: Sequence[str] | None = None
    bias: Sequence[Number] | None = None
    reading: str = "exact"


Maker = Callable[[str], Made]


def sized(parameter: str, entries: Callable[[int], int], least: int = 0) -> int:
    """The parameter as a number, once the number of entries that it leads to is known to be
    allowed.
    """
    if not re.fullmatch("[0-9]{1,4}", parameter) or int(parameter) < least:
        raise ValueError
    number = int(parameter)
    if entries(number) > MAX_ENTRIES:
        raise BadInput(
            f"configuration must have at most {MAX_ENTRIES} entries, which the parameter {number} exceeds"
        )
    return number


def shape(parameter: str) -> tuple[int, int]:
    """``NxD`` as two numbers, which a matrix may have."""
    match = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})", parameter)
    if not match:
        raise ValueError
    n, d = int(match[1]), int(match[2])
    check_shape(n, d, parameter)
    return n, d
