"""The axioms of a chirotope, and proofs that signs are none.

Signs of r-subsets, not all 0, are a chirotope if and only if (Bjoerner et al., Oriented Matroids,
theorem 3.6.2)

- the subsets that are not 0 are the bases of a matroid: for bases B, C and b in B there is c in C
  with B - b + c a basis;
- for r-2 elements X and a < b < c < d the products chi(Xab) chi(Xcd), -chi(Xac) chi(Xbd), chi(Xad)
  chi(Xbc) are all 0, or both signs occur.

>>> print(violation(Signs(4, 2, [1, 1, 1, 1, -1, 1])))
the three products of the Grassmann-Pluecker relation of 1234 are not all 0 and of one sign
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arrangements.kernels.chirotopes.axioms import first_bad_relation
from arrangements.matroids.chirotopes.cocircuit_words import words_from_signs
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.matroids.chirotopes.subsets import binomials, subset_words, unrank_colex

__all__ = ["BadExchange", "BadRelation", "Violation", "violation"]


@dataclass(frozen=True)
class BadExchange:
    """Bases B and C (indices) and an element of B that no element of C can replace."""

    basis: tuple[int, ...]
    other: tuple[int, ...]
    element: int

    def verify(self, chi: Signs) -> bool:
        """Whether this is a violation indeed, from the signs alone."""
        rest = [e for e in self.basis if e != self.element]
        bases = (
            chi.sign(*self.basis) != 0 and chi.sign(*self.other) != 0 and self.element in self.basis
        )
        return bases and all(chi.sign(*rest, c) == 0 for c in self.other)

    def __str__(self) -> str:
        return f"of the bases {_places(self.basis)} and {_places(self.other)} no element of the second can replace {self.element + 1}"


@dataclass(frozen=True)
class BadRelation:
    """Common elements X and a < b < c < d (indices) whose three products do not balance."""

    common: tuple[int, ...]
    four: tuple[int, int, int, int]

    def products(self, chi: Signs) -> tuple[int, int, int]:
        """chi(Xab) chi(Xcd), -chi(Xac) chi(Xbd), chi(Xad) chi(Xbc)."""
        x, (a, b, c, d) = self.common, self.four
        return (
            chi.sign(*x, a, b) * chi.sign(*x, c, d),
            -chi.sign(*x, a, c) * chi.sign(*x, b, d),
            chi.sign(*x, a, d) * chi.sign(*x, b, c),
        )

    def verify(self, chi: Signs) -> bool:
        """Whether this is a violation indeed, from the signs alone."""
        return len({0} | set(self.products(chi))) == 2

    def __str__(self) -> str:
        common = f" with {_places(self.common)} in common" if self.common else ""
        return f"the three products of the Grassmann-Pluecker relation of {_places(self.four)}{common} are not all 0 and of one sign"


Violation = BadExchange | BadRelation


def _places(elements: tuple[int, ...]) -> str:
    return (
        "".join(str(e + 1) for e in elements)
        if max(elements, default=0) < 9
        else ",".join(str(e + 1) for e in elements)
    )


def violation(chi: Signs) -> Violation | None:
    if chi.rank == 0:
        return None
    positive, nonzero = words_from_signs(chi.signs, chi.n, chi.rank)
    return _bad_exchange(chi, nonzero) or _bad_relation(chi, positive, nonzero)


def _bad_exchange(chi: Signs, nonzero: np.ndarray) -> BadExchange | None:
    """Fails if and only if, for some (r-1)-subset S of a basis, all elements outside of the support
    of S's cocircuit contain a basis.
    """
    supports, first = np.unique(nonzero, axis=0, return_index=True)
    everything = subset_words(np.arange(chi.n, dtype=np.int32)[None, :], chi.n)
    outside = everything & ~supports
    # A complement with fewer than r elements contains no basis; for uniform chirotopes none is
    # left.
    large = (np.bitwise_count(outside).sum(axis=1) >= chi.rank) & supports.any(axis=1)
    if not large.any():
        return None
    bases = subset_words(chi.bases, chi.n)
    for number in np.flatnonzero(large):
        inside = ((bases & supports[number]) == 0).all(axis=1)
        if inside.any():
            return _exchange(chi, int(first[number]), chi.bases[inside.argmax()].tolist())
    return None


def _exchange(chi: Signs, number: int, other: list[int]) -> BadExchange:
    rest = unrank_colex(number, chi.rank - 1)
    element = next(e for e in range(chi.n) if e not in rest and chi.sign(*rest, e) != 0)
    return BadExchange(tuple(sorted([*rest, element])), tuple(other), element)


def _bad_relation(chi: Signs, positive: np.ndarray, nonzero: np.ndarray) -> BadRelation | None:
    r = chi.rank
    if r < 2:
        return None
    bad = np.zeros(r + 2, np.int64)
    if not first_bad_relation(positive, nonzero, chi.n, r, binomials(chi.n, r), bad):
        return None
    a, b, c, d = sorted(bad[r - 2 :].tolist())
    return BadRelation(tuple(bad[: r - 2].tolist()), (a, b, c, d))
