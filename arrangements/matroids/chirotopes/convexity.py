"""Weak maps, mutations and convexity: chirotopes are compared, one basis is changed, elements in a
convex hull are found.

Called by the methods of ``Chirotope``.

>>> line = Signs(4, 2, [1] * 6)  # four points on a line, in this order
>>> hull(line, [0, 2]), extreme(line), list(mutations(line))
((0, 1, 2), (0, 3), [(0, 1), (0, 3), (1, 2), (2, 3)])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from arrangements.matroids.chirotopes.axioms import violation
from arrangements.matroids.chirotopes.operations import dual
from arrangements.matroids.chirotopes.sign_vectors import cocircuits
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.matroids.chirotopes.subsets import lex_subsets
from arrangements.running import report_progress

__all__ = ["extreme", "hull", "is_weak_map", "mutations"]


def is_weak_map(chi: Signs, image: Signs) -> bool:
    """Whether the image arises by making signs 0, up to one sign for all: both of the same rank on
    as many elements.
    """
    if (chi.n, chi.rank) != (image.n, image.rank):
        return False
    products = set((chi.signs * image.signs)[image.signs != 0].tolist())
    return products in ({1}, {-1})


def mutations(chi: Signs) -> Iterator[tuple[int, ...]]:
    """The bases whose sign alone may be turned, in lexicographic order."""
    subsets = lex_subsets(chi.n, chi.rank)
    for k in np.flatnonzero(chi.signs).tolist():
        report_progress("mutations", k / len(chi.signs))
        signs = chi.signs.copy()
        signs[k] = -signs[k]
        if violation(Signs(chi.n, chi.rank, signs)) is None:
            yield tuple(subsets[k].tolist())


def hull(chi: Signs, elements: Sequence[int]) -> tuple[int, ...]:
    """The elements, and every e of a circuit in which e alone has its sign, and the other sign have
    only some of the elements.
    """
    inside = set(elements)
    return tuple(sorted(inside | {one for one, others in _alone(chi) if others <= inside}))


def extreme(chi: Signs) -> tuple[int, ...]:
    """The elements that are not in the hull of the others."""
    covered = {one for one, _ in _alone(chi)}
    return tuple(e for e in range(chi.n) if e not in covered)


def _alone(chi: Signs) -> Iterator[tuple[int, set[int]]]:
    """For each circuit each element that alone has its sign, with the others."""
    for text in cocircuits(dual(chi)):
        for sign, other in ("+-", "-+"):
            if text.count(sign) == 1:
                yield text.index(sign), {e for e, s in enumerate(text) if s == other}
