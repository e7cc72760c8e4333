"""Few comparisons that no input meets, proved by floating point and kept: what refutes one line of
a log refutes every line that asks for the same comparisons.

A ``Clash`` has one vector more than there are coordinates: differences of rows, and conditions of the
inputs. ``contradict`` proves from an approximate inverse that they add up to zero with positive weights; so no input makes all differences positive, while any of them may be left out.

>>> import numpy as np
>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 1, 1.5]]))
>>> clashes = Clashes(rows, Domain(Inputs(2)))
>>> found = clashes.proved([(0, 3), (1, 2), (2, 0)], [])
>>> found
Clash(pairs=((0, 3), (1, 2), (2, 0)), inputs=())
>>> clashes.of(Question("top", (1, 2, 0, 3))) is found, clashes.of(Question("top", (1, 0)))
(True, None)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.exact.linear.positive_weights import shown_positive
from arrangements.layers.questions.kinds import ORDERS
from arrangements.layers.questions.question import Question

__all__ = ["Clashes", "clashes_of", "contradict", "heights"]

_MOST = 1 << 22  # pairs that are kept


class Clashes:
    """The clashes that were found in one layer."""

    def __init__(self, rows: DyadicMatrix, domain: Domain) -> None:
        self.rows, self.domain = rows, domain
        self._pairs: dict[Clash, np.ndarray] = {}
        self._by_label: dict[int, list[tuple[frozenset[int], Clash]]] = {}

    def proved(
        self, pairs: Sequence[tuple[int, int]], inputs: Sequence[int] | np.ndarray
    ) -> Clash | None:
        """These, if they clash, and in one way only; kept."""
        found = Clash(tuple(sorted(pairs)), tuple(sorted(map(int, inputs))))
        return found if self._holds(found) else None

    def proves(self, asked: Question, clash: Clash) -> bool:
        """Whether a clash, wherever it comes from, refutes a question about an order."""
        n, many = self.rows.n, len(self.domain.weak)
        if asked.kind not in ORDERS or not all(0 <= k < n for pair in clash.pairs for k in pair):
            return False
        if len(set(clash.pairs)) < len(clash.pairs) or len(set(clash.inputs)) < len(clash.inputs):
            return False
        if not all(0 <= k <= many for k in clash.inputs):
            return False
        return _asked(heights(asked, n), np.array(clash.pairs).reshape(-1, 2)) and self._holds(
            clash
        )

    def of(self, asked: Question) -> Clash | None:
        """A clash, of the kept ones, that refutes a question."""
        places: np.ndarray | None = None
        named = frozenset(asked.positions)
        for label in asked.positions if self._pairs else ():
            for above, clash in self._by_label.get(label, ()):
                if above <= named:
                    places = heights(asked, self.rows.n) if places is None else places
                    if _asked(places, self._pairs[clash]):
                        return clash
        return None

    def _holds(self, clash: Clash) -> bool:
        if clash in self._pairs:
            return True
        pairs = np.array(clash.pairs, np.int64).reshape(-1, 2)
        above, below = self.rows.floats(pairs[:, 0]), self.rows.floats(pairs[:, 1])
        if not contradict(above - below, self.domain.floats(clash.inputs)):
            return False
        if (len(self._pairs) + 1) * len(pairs) <= _MOST:
            self._pairs[clash] = pairs
            needed = frozenset(pairs[:, 0].tolist())
            rarest = min(needed, key=lambda label: len(self._by_label.get(label, ())))
            self._by_label.setdefault(rarest, []).append((needed, clash))
        return True


def clashes_of(rows: DyadicMatrix, domain: Domain) -> Clashes:
    """The clashes that this process has found for the layer."""
    key = f"{rows.key} {domain.key}"
    if key not in _KEPT:
        _KEPT.clear()
        _KEPT[key] = Clashes(rows, domain)
    return _KEPT[key]


_KEPT: dict[str, Clashes] = {}


def contradict(apart: np.ndarray, conditions: np.ndarray) -> bool:
    """Whether differences of rows and conditions, each entry rounded once, are shown to add up to zero
    with positive weights. Where all constants are zero theirs is left out.
    """
    table = np.vstack([apart, conditions]).T
    if not table[0].any():
        table = table[1:]
    size = len(table)
    return (
        0 < size == table.shape[1] - 1 and len(apart) > 0 and bool(shown_positive(table[None])[0])
    )


def heights(asked: Question, n: int) -> np.ndarray:
    """Numbers of all rows: of two rows the one with the lower number is asked to be larger. Rows
    that are not asked about have none.
    """
    found = np.full(n, np.nan if asked.kind == "ranking" else np.inf)
    groups = asked.groups if asked.kind != "top set" else (asked.positions,)
    for height, group in enumerate(groups):
        found[list(group)] = height
    return found


def _asked(places: np.ndarray, pairs: np.ndarray) -> bool:
    return bool((places[pairs[:, 0]] < places[pairs[:, 1]]).all())
