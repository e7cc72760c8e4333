"""Chirotopes made from chirotopes, and the matroid facts that bases alone decide.

Called by the methods of ``Chirotope``, with elements as sorted lists of indices.

>>> square = Signs(4, 3, [1, 1, 1, 1])
>>> dual(square).signs.tolist(), deletion(square, [0]).signs.tolist(), contraction(square, [0]).rank
([-1, 1, -1, 1], [1], 2)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.matroids.chirotopes.subsets import (
    lex_subsets,
    odd_complements,
    odd_subsets,
)

__all__ = [
    "coloops",
    "contraction",
    "deletion",
    "dual",
    "loops",
    "orientation",
    "parallel_classes",
    "reordered",
    "reorientation",
]


def dual(chi: Signs) -> Signs:
    # The complements of subsets in lexicographic order come in reverse lexicographic order.
    if chi.rank <= chi.n - chi.rank:
        odd = odd_subsets(lex_subsets(chi.n, chi.rank))
    else:
        odd = odd_complements(lex_subsets(chi.n, chi.n - chi.rank), chi.n)[::-1]
    signs = np.where(odd, -chi.signs, chi.signs)[::-1]
    return Signs(chi.n, chi.n - chi.rank, signs)


def deletion(chi: Signs, elements: Sequence[int]) -> Signs:
    keep = [e for e in range(chi.n) if e not in set(elements)]
    basis = _basis_with_most(chi, keep)
    return _restricted(chi, keep, [e for e in basis if e not in set(keep)])


def contraction(chi: Signs, elements: Sequence[int]) -> Signs:
    keep = [e for e in range(chi.n) if e not in set(elements)]
    basis = _basis_with_most(chi, elements)
    return _restricted(chi, keep, [e for e in basis if e in set(elements)])


def _basis_with_most(chi: Signs, elements: Sequence[int]) -> list[int]:
    """The first basis that contains as many of the elements as any does."""
    return chi.bases[np.isin(chi.bases, elements).sum(axis=1).argmax()].tolist()


def _restricted(chi: Signs, keep: list[int], last: list[int]) -> Signs:
    """S -> chi(S, last) on the elements to keep."""
    rank = chi.rank - len(last)
    subsets = np.array(keep, np.int32)[lex_subsets(len(keep), rank)]
    rows = np.column_stack([subsets, np.tile(np.array(last, np.int32), (len(subsets), 1))])
    return Signs(len(keep), rank, chi.signs_at(rows))


def reorientation(chi: Signs, elements: Sequence[int]) -> Signs:
    odd = np.isin(lex_subsets(chi.n, chi.rank), elements).sum(axis=1) % 2 == 1
    return Signs(chi.n, chi.rank, np.where(odd, -chi.signs, chi.signs))


def reordered(chi: Signs, order: Sequence[int]) -> Signs:
    if sorted(order) != list(range(chi.n)):
        raise BadInput(
            f"order must name each of the {chi.n} elements once, not {short_repr(list(order))}"
        )
    rows = np.array(order, np.int32)[lex_subsets(chi.n, chi.rank)]
    return Signs(chi.n, chi.rank, chi.signs_at(rows))


def loops(chi: Signs) -> tuple[int, ...]:
    return tuple(np.flatnonzero(_bases_with(chi) == 0).tolist())


def coloops(chi: Signs) -> tuple[int, ...]:
    return tuple(np.flatnonzero(_bases_with(chi) == len(chi.bases)).tolist())


def _bases_with(chi: Signs) -> np.ndarray:
    """For each element the number of bases that contain it."""
    return np.bincount(chi.bases.ravel(), minlength=chi.n)


def parallel_classes(chi: Signs) -> tuple[tuple[int, ...], ...]:
    together = np.zeros((chi.n, chi.n), np.bool_)
    for i in range(chi.rank):
        for j in range(i + 1, chi.rank):
            together[chi.bases[:, i], chi.bases[:, j]] = True
    together |= together.T
    classes: list[list[int]] = []
    for e in np.flatnonzero(_bases_with(chi)).tolist():
        # Parallel is transitive, so the first member speaks for its class.
        own = next((members for members in classes if not together[members[0], e]), None)
        if own is None:
            classes.append([e])
        else:
            own.append(e)
    return tuple(tuple(members) for members in classes if len(members) > 1)


def orientation(chi: Signs, first: int, second: int) -> int:
    """Of two different elements of one parallel class."""
    basis = _basis_with_most(chi, [first])
    others = [e for e in basis if e != first]
    return int(np.prod(chi.signs_at(np.array([[first, *others], [second, *others]], np.int32))))
