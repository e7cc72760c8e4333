"""Whether to work in Python alone or by compiled code; the answer is the same.

Compiled code is up to a hundred times as fast, once it is there: the first time on a machine it
takes seconds to compile, the first time in a process half a second to load. So a process works in
Python and NumPy as long as all of that, this piece included, takes less than what loading or
compiling would; whatever comes, it then needs at most twice the time of the better choice.

>>> steps(8, 4), steps(60, 6) > 10**7
(232, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from arrangements.exact.linear import is_integral
from arrangements.exact.numbers import Exact
from arrangements.kernels.cache import state

__all__ = ["PRICES", "PurePython", "pure_python", "steps"]

# Microseconds until a kernel runs, by how near it is: tests/bench/test_first_run.py measures them
# again.
PRICES = {"loaded": 0, "kept": 400_000, "missing": 2_500_000}
_ROWS = 6  # rows on flats that NumPy looks at in a microsecond (tests/bench/test_first_run.py)
_FEW = 500  # steps, below which NumPy takes as long as Python
# microseconds for a list, and for a row on a flat, of integers or of elements of a number field
_CALL, _INTEGER, _OTHER = 300, 2, 60


def steps(n: int, rank: int) -> int:
    """Rows on flats of rank up to ``rank - 2``, at most: what the time in plain Python is
    proportional to.
    """
    return n * sum(comb(n - 1, k) for k in range(rank - 1))


class PurePython:
    """The time spent in plain Python in this process."""

    def __init__(self) -> None:
        self.spent = 0

    def takes(self, rows: Sequence[Sequence[Exact]], module: str, kernel: str) -> bool:
        """Whether rows of full column rank are listed or counted here and now, rather than by that
        kernel. Then it counts as done.
        """
        if not self.affords(rows, module, kernel):
            return False
        self.spent += self._price(rows)
        return True

    def affords(self, rows: Sequence[Sequence[Exact]], module: str, kernel: str) -> bool:
        """Whether ``takes`` would say yes; nothing counts as done."""
        room = PRICES[state(module, kernel)] - self.spent
        return not rows or (room > 0 and self._price(rows) <= room)

    def rows_left(self, rows: Sequence[Sequence[Exact]], module: str, kernel: str) -> int:
        """How many rows on flats NumPy may look at before that kernel could be there; 0 also where
        Python does as well.
        """
        room = PRICES[state(module, kernel)] - self.spent
        return room * _ROWS if room > 0 and steps(len(rows), len(rows[0])) >= _FEW else 0

    def looked_at(self, rows: int) -> None:
        """NumPy has looked at so many rows on flats."""
        self.spent += rows // _ROWS

    @staticmethod
    def _price(rows: Sequence[Sequence[Exact]]) -> int:
        each = _INTEGER if is_integral(rows) else _OTHER
        return _CALL + each * steps(len(rows), len(rows[0])) if rows else 0


pure_python = PurePython()
