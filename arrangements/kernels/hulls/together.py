"""Walks to the nearest point of a hull (``min_norm``) in which all that is new comes in together.

``min_norm_together(gram, flags, weights, steps)`` returns the weights of the nearest point. They
begin with those given, which belong to independent generators: all that join come in at once; then
again and again those leave that would get no positive weight, and those join that come nearer, all at
once, while fewer and fewer of them are wrong. That is faster than one after another; if it comes no
nearer, the walk begins with what is known. Floating point: it never concludes.

>>> rows = np.array([[1.0, 1], [1, -1], [3, 0]])
>>> min_norm_together(rows @ rows.T, np.ones(3), np.array([0.0, 0, 1]), 100).round(9).tolist()
[0.5, 0.5, 0.0]
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.hulls.min_norm import (
    min_norm_continued,
    min_norm_weights,
    nearest_in_span,
)

__all__ = ["min_norm_together"]

_TURNS = 24  # in which generators that join together leave again, and join again,
_PATIENCE = 3  # turns after which not more of them may be wrong
_FEW = 16  # that are wrong, and left to the walk
_LEVEL = 1e-10  # of squares: by how much a generator must come nearer, as in ``min_norm``
_SOME = 1e-9  # a weight that counts


def min_norm_together(
    gram: np.ndarray, flags: np.ndarray, weights: np.ndarray, steps: int
) -> np.ndarray:
    """The weights given may be changed."""
    try:
        weights, upper = _together(gram, flags, weights)
        min_norm_continued(gram, flags, weights, 0.0, steps, upper)
    except np.linalg.LinAlgError:
        min_norm_weights(gram, flags, weights, 0.0, steps)
    return weights


def _together(
    gram: np.ndarray, flags: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Weights from which a walk begins, and the upper triangular matrix of the generators that have
    some.
    """
    best: tuple[np.ndarray, np.ndarray] | None = None
    least, free = float(weights @ gram @ weights), np.ones(len(weights), bool)
    sizes = np.sqrt(np.maximum(np.diagonal(gram), 0.0))
    fewest, patience = len(weights) + 1, _PATIENCE
    for _ in range(_TURNS):
        some = np.flatnonzero(free)
        try:
            upper = _factor(gram, flags, some)
        except np.linalg.LinAlgError:
            break
        nearest = np.zeros(len(weights))
        nearest[some] = nearest_in_span(flags[some], upper)
        products = gram @ nearest
        square = float(nearest @ products)
        leaving = free & (nearest <= _SOME)
        room = _LEVEL * (square + 1e-6 * sizes * np.sqrt(max(square, 0.0)))
        joining = ~free & (flags * square - products > room)
        wrong = int(leaving.sum() + joining.sum())
        if not leaving.any() and square < least:
            best, least = (nearest, upper), square
        if wrong <= _FEW:
            patience = 0  # one after another is faster then
        if not wrong or leaving.all():
            break
        if wrong >= fewest:
            patience -= 1
        elif patience > 0:
            fewest, patience = wrong, _PATIENCE
        free &= ~leaving
        if patience > 0:
            free |= joining
        elif not leaving.any():
            break
    return (weights, _factor(gram, flags, np.flatnonzero(weights > 0))) if best is None else best


def _factor(gram: np.ndarray, flags: np.ndarray, some: np.ndarray) -> np.ndarray:
    """The upper triangular matrix U of some generators, U'U = gram + flags flags'."""
    own = flags[some]
    part = gram[np.ix_(some, some)]
    part += 1.0 if own.all() else np.outer(own, own)
    return np.ascontiguousarray(np.linalg.cholesky(part).T)
