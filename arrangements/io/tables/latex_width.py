"""How wide a ``tabular`` becomes, before LaTeX: a bound in points, for Computer Modern of 10 points.

A table of a paper stands in a column. Where the usual space between columns of a table makes it
wider than that, there is less space.

>>> width("12/7"), width("-1") < width("WW")
(20.0, True)
>>> separation([20.0] * 8), separation([30.0] * 9), separation([60.0] * 9)
(4.0, None, None)
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

__all__ = ["COLUMN", "USUAL", "separation", "total", "width"]

#: The column of a paper, in points: 3.03 inches, the narrowest in common use (that of the class
#: ``article`` with two columns has 229.5).
COLUMN = 219.0
USUAL = 6.0  # \tabcolsep
_LEAST = 2.0  # what still looks like two columns

# Widths in the font ecrm1000 rounded up by what kerning can add; minus and plus as in formulas.
_WIDTHS = {
    **dict.fromkeys("!',.:;[]`il|fj", 3.4),
    **dict.fromkeys("I()trs ", 4.3),
    **dict.fromkeys("0123456789/", 5.0),
    **dict.fromkeys('"$*ace?gkqvxyz{}\\J', 5.6),
    **dict.fromkeys("SbdhnpuZ^~L", 6.6),
    **dict.fromkeys("FEPBCTwR", 7.7),
    **dict.fromkeys("M#%m", 9.5),
    "-": 7.8,
    "+": 7.8,
    "W": 10.6,
}
_OTHER = 8.4  # of ASCII
_WIDEST = 15.0  # of all others: letters of other scripts


def width(text: str) -> float:
    """At most this many points."""
    return sum(_WIDTHS.get(c, _OTHER if c.isascii() else _WIDEST) for c in text)


def total(widths: Iterable[float], space: float = USUAL) -> float:
    """The table: its columns, and twice the space between any two."""
    columns = list(widths)
    return sum(columns) + 2 * space * max(0, len(columns) - 1)


def separation(widths: Iterable[float]) -> float | None:
    """The space for ``\\tabcolsep`` with which the columns fit, in half points; None where even
    the least does not do.
    """
    columns = list(widths)
    if total(columns) <= COLUMN:
        return USUAL
    space = floor((COLUMN - sum(columns)) / (len(columns) - 1)) / 2 if len(columns) > 1 else 0.0
    return space if space >= _LEAST else None
