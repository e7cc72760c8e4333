"""The minors identity det((X Y')) = sum over K of det X[:,K] det Y[:,K], expanded in free symbols.

X and Y have r rows of dimension d. In det((U U')[I,J]) only the rows u_i, i in I, and u_j, j in J,
occur; X and Y are those rows, so the identity for r rows of dimension d covers every number of
labels n, and every I and J, overlapping or not.

>>> cauchy_binet(2, 3).outcome
'holds'
>>> cauchy_binet(2, 3, drop=(0, 1)).outcome
'fails'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from proofs.paper.algebra.polynomials import Element, identity, polynomials
from proofs.paper.verdicts.claim import Step

__all__ = ["cauchy_binet", "determinant", "product_of_minors"]


def cauchy_binet(r: int, d: int, drop: tuple[int, ...] | None = None) -> Step:
    """Expand the minors identity for r rows in dimension d. ``drop`` leaves one K out of the sum,
    which makes it false.
    """
    symbols = iter(
        polynomials([f"{name}{i}{k}" for name in "xy" for i in range(r) for k in range(d)])
    )
    x, y = ([[next(symbols) for _ in range(d)] for _ in range(r)] for _ in "xy")
    gram = [[_sum(a * b for a, b in zip(row, other, strict=True)) for other in y] for row in x]
    subsets = [K for K in combinations(range(d), r) if drop != K]
    minors = _sum(determinant(_columns(x, K)) * determinant(_columns(y, K)) for K in subsets)
    return identity(
        f"det(X Yᵀ) = Σ_K det X[:,K] det Y[:,K] for r = {r}, d = {d}", determinant(gram), minors
    )


def product_of_minors(r: int) -> Step:
    """Expand det(W M) = det W det M for two square matrices of size r."""
    symbols = iter(
        polynomials([f"{name}{i}{k}" for name in "wm" for i in range(r) for k in range(r)])
    )
    w, m = ([[next(symbols) for _ in range(r)] for _ in range(r)] for _ in "wm")
    product = [[_sum(w[i][k] * m[k][j] for k in range(r)) for j in range(r)] for i in range(r)]
    return identity(
        f"det(W[I] M[:,K]) = det W[I] det M[:,K] for rank r = {r}",
        determinant(product),
        determinant(w) * determinant(m),
    )


def determinant(matrix: Sequence[Sequence[Element]]) -> Element:
    """Leibniz' sum over permutations, for entries of any ring; at least one row."""
    total: Element = 0
    for order in permutations(range(len(matrix))):
        sign = (-1) ** sum(a > b for a, b in combinations(order, 2))
        term: Element = sign
        for row, column in zip(matrix, order, strict=True):
            term = term * row[column]
        total = total + term
    return total


def _columns(matrix: Sequence[Sequence[Element]], chosen: tuple[int, ...]) -> list[list[Element]]:
    return [[row[k] for k in chosen] for row in matrix]


def _sum(terms: Iterable[Element]) -> Element:
    total: Element = 0
    for term in terms:
        total = total + term
    return total
