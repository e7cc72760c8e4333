"""Whether vectors, one more than they have coordinates, add up to zero with positive weights: proved in
floating point for many at once, by Krawczyk's operator.

>>> triangle = np.array([[[1.0, -1, 0], [0, 1, -1]]])  # three columns in the plane
>>> shown_positive(triangle), shown_positive(-triangle), shown_positive(np.abs(triangle))
(array([ True]), array([ True]), array([False]))
"""

from __future__ import annotations

import numpy as np

from arrangements.exact.linear.bounds import product_error

__all__ = ["shown_positive"]

_RANGE = 2.0**200  # entries beyond it, or below its inverse, are left to integers
_NEAR = (
    1 / 8
)  # of the identity, that the product of a matrix with its approximate inverse may be off


def shown_positive(tables: np.ndarray, spare: float = 2.0) -> np.ndarray:
    """Of each table whether its columns, one more than there are rows, are shown to have positive
    weights with the sum zero. False says nothing.

    Each entry may have been rounded once. ``spare`` says how many times what the weights may be off
    they must be: above 1 another program that bounds its own rounding agrees.

    Let M be the table with a row of ones, of which the weights w are the solution of M w = b, b the last
    unit vector, and R an approximate inverse. For a vector v and half-widths p > 0 Krawczyk's operator
    maps the box v + [-p, p] into v + R (b - M v) + (1 - R M) [-p, p]. If that lies inside of the
    box, M is regular and the box has the solution. Here all p are equal: with |1 - R M| of row sums at
    most 1/8 and p twice the largest entry of |R| |b - M v| the box is mapped into itself. Rows and
    columns are multiplied by powers of two before, which changes no sign.
    """
    fits = _moderate(tables)
    scaled = _balanced(np.where(fits[:, None, None], tables, 0.0))
    size = tables.shape[2]
    fits &= size > 1
    matrices = np.concatenate([scaled, np.ones((len(tables), 1, size))], axis=1)
    matrices[~fits] = np.eye(size)
    inverses = _inverses(matrices)
    fits &= _moderate(inverses)
    inverses[~fits] = np.eye(size)

    # what is rounded: entries once, products, sums, and the bounds themselves
    unit = 2 * product_error(size + 8)
    moduli, sizes = np.abs(inverses), np.abs(matrices)
    beside = np.abs(np.eye(size) - inverses @ matrices).sum(axis=2)
    beside += unit * _times(moduli, sizes.sum(axis=2))
    weights, b = inverses[:, :, -1], np.eye(size)[-1]
    lack = np.abs(b - _times(matrices, weights)) + unit * (_times(sizes, np.abs(weights)) + b)
    half = 2 * _times(moduli, lack).max(axis=1) * (1 + 2.0**-20)
    near = beside.max(axis=1) < _NEAR
    return np.asarray(fits & near & (weights.min(axis=1) > spare * half))


def _balanced(tables: np.ndarray) -> np.ndarray:
    """Columns, rows and columns once more times powers of two, so that the largest entry of each is
    about 1.
    """
    for axis in (1, 2, 1):
        sizes = np.abs(tables).max(axis=axis, keepdims=True, initial=0.0)
        tables = np.ldexp(tables, -np.frexp(sizes)[1])
    return tables


def _times(matrices: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    return np.asarray((matrices @ vectors[:, :, None])[:, :, 0])


def _inverses(matrices: np.ndarray) -> np.ndarray:
    """Approximate inverses, infinite where there is none."""
    try:
        return np.asarray(np.linalg.inv(matrices))
    except np.linalg.LinAlgError:  # of one of them
        if len(matrices) == 1:
            return np.full_like(matrices, np.inf)
        return np.concatenate([_inverses(part) for part in np.array_split(matrices, 2)])


def _moderate(tables: np.ndarray) -> np.ndarray:
    """Of each table whether no product of four entries overflows, nor underflows."""
    sizes = np.abs(tables)
    return np.asarray(((sizes == 0) | ((sizes > 1 / _RANGE) & (sizes < _RANGE))).all(axis=(1, 2)))
