"""Which labels can come first together: many questions about one layer, each answered exactly,
without certificates.

``Together`` answers for sets ("all of these before all others"), orders ("these first, in this
order") and ties of two. A label that is never first has a refutation, a few other labels that never
all stay behind it; so it is in a set that comes first only together with one of them, which settles
most questions without a program.

>>> from arrangements.configuration import Configuration
>>> square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]])
>>> layer = Together.of(square, Inputs(2))
>>> list(layer.firsts()), layer.tie(0, 1), layer.tie(0, 3), layer.set((0, 1)), layer.order((0, 4))
([(0, True), (1, True), (2, True), (3, True), (4, False)], True, False, True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from arrangements.configuration import Configuration
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.bulk.search import winners
from arrangements.decide.bulk.settle import Found, Refuted, first, settle
from arrangements.exact.linear import cleared, is_integral, is_rational, largest
from arrangements.questions.inputs import Inputs
from arrangements.questions.inputs.homogenised import with_offsets
from arrangements.running import report_progress

__all__ = ["Together", "exact_rows"]


def exact_rows(configuration: Configuration) -> DyadicMatrix | None:
    """The rows (b_i, u_i) times one integer. None if they are irrational, or need more than 53
    bits.
    """
    whole = cleared(with_offsets(configuration))
    if not is_integral(whole) or max(map(largest, whole), default=0) > 1 << 53:
        return None
    return DyadicMatrix(np.array(whole, np.int64).reshape(configuration.n, configuration.d + 1))


class Together:
    """Questions about rows (b_i, u_i) on a domain; labels are positions."""

    def __init__(self, rows: DyadicMatrix, domain: Domain) -> None:
        self._rows, self._domain = rows, domain
        # of which one is always ahead of or level with a label that is never first
        self._behind: dict[int, frozenset[int]] = {}

    @classmethod
    def of(cls, configuration: Configuration, inputs: Inputs) -> Together | None:
        """None for numbers that ``DyadicMatrix`` does not take: irrational ones, and those of more
        than 53 bits on one scale.
        """
        rows = (
            exact_rows(configuration)
            if configuration.n and is_rational([*inputs.inequalities, *inputs.equations])
            else None
        )
        return None if rows is None else cls(rows, Domain(inputs))

    def firsts(self) -> Iterator[tuple[int, bool]]:
        """Every label, and whether it is strictly first somewhere; the easy ones first."""
        found = winners(self._rows, self._domain)
        yield from ((i, True) for i in sorted(found))
        for i in range(self._rows.n):
            if i not in found:
                report_progress(f"labels; {i:,} of {self._rows.n:,}", i / self._rows.n)
                plus, minus = first(self._rows.n, i)
                outcome = settle(self._rows, self._domain, plus, minus)
                if isinstance(outcome, Refuted):
                    self._behind[i] = frozenset(int(minus[k]) for k, _ in outcome.comparisons)
                yield i, isinstance(outcome, Found)

    def set(self, members: Sequence[int]) -> bool:
        """Whether the members are somewhere all strictly before all others."""
        others = self._others(members)
        return self._open(members, members) and self._holds(
            np.repeat(members, len(others)), np.tile(others, len(members))
        )

    def order(self, members: Sequence[int]) -> bool:
        """Whether the members are somewhere strictly first, in this order."""
        others = self._others(members)
        if not self._open(members[-1:], members):
            return False
        plus = np.concatenate([np.array(members[:-1], np.int64), np.full(len(others), members[-1])])
        return self._holds(plus, np.concatenate([np.array(members[1:], np.int64), others]))

    def tie(self, a: int, b: int) -> bool:
        """Whether two labels are somewhere equal, and strictly before all others."""
        if not self._open((a, b), (a, b)):
            return False
        others = self._others((a, b))
        return isinstance(
            settle(self._rows, self._domain, np.full(len(others), a), others, np.array([(a, b)])),
            Found,
        )

    def _open(self, among: Sequence[int], members: Sequence[int]) -> bool:
        """Nothing known rules out that each of ``among`` is strictly before all but members."""
        return all(i not in self._behind or not self._behind[i].isdisjoint(members) for i in among)

    def _others(self, members: Sequence[int]) -> np.ndarray:
        return np.delete(np.arange(self._rows.n), members)

    def _holds(self, plus: np.ndarray, minus: np.ndarray) -> bool:
        return isinstance(settle(self._rows, self._domain, plus, minus), Found)
