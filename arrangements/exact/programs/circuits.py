"""Refutations of minimal support: signed circuits of the conditions.

A refutation weighs rows so that they sum to zero. Its support is minimal exactly when the rows of
the support have no other dependency; then it is a circuit of the rows, and any proper part of them
is consistent.

>>> circuit([(1, 0), (-1, 0), (0, 1), (0, -1)], 4, [1, 1, 1, 1])
[0, 0, 1, 1]
"""

from __future__ import annotations

from fractions import Fraction

from arrangements.exact.linear import (
    Matrix,
    Row,
    is_rational,
    kernel,
    primitive,
    row_basis,
    scalars,
)
from arrangements.exact.numbers.algebraic import Exact, Scalar

__all__ = ["circuit"]


def circuit(rows: Matrix, strict: int, weights: Row, weak: int = 0) -> list[Exact]:
    """A refutation of minimal support within the support of ``weights``.

    The first ``strict`` rows are strict, the last ``weak`` ones weak, those between are equalities.
    """
    found = scalars(weights)
    while (other := _second_dependency(rows, found)) is not None:
        found = _reduced(found, other, strict, weak)
    return list(primitive(found) if is_rational([found]) else found)


def _second_dependency(rows: Matrix, weights: Row) -> tuple[Scalar, ...] | None:
    """A circuit within the support, unless the support is one itself."""
    support = [k for k, w in enumerate(weights) if w]
    chosen = [rows[k] for k in support]
    basis = row_basis(chosen)
    if len(basis) == len(support) - 1:
        return None
    # Up to the first row that depends on those before it, there is one dependency.
    first = next((k for k, row in enumerate(basis) if k != row), len(basis)) + 1
    dependency: list[Scalar] = [Fraction(0)] * len(weights)
    for k, c in zip(
        support, kernel(list(zip(*chosen[:first], strict=True)), first)[0], strict=False
    ):
        dependency[k] = -c
    return tuple(dependency)


def _reduced(
    weights: tuple[Scalar, ...], other: tuple[Scalar, ...], strict: int, weak: int
) -> tuple[Scalar, ...]:
    """weights minus a multiple of another dependency, with smaller support: strict and weak ones
    not negative, strict ones not all zero.
    """
    signed = [*range(strict), *range(len(weights) - weak, len(weights))]
    while True:
        if not any(other[k] for k in signed):
            step = next(w / c for w, c in zip(weights, other, strict=True) if c)
            return tuple(w - step * c for w, c in zip(weights, other, strict=True))
        if not any(other[k] > 0 for k in signed):
            other = tuple(-c for c in other)
        step = min(weights[k] / other[k] for k in signed if other[k] > 0)
        rest = tuple(w - step * c for w, c in zip(weights, other, strict=True))
        if any(rest[:strict]):
            return rest
        other = rest  # a dependency without strict rows
