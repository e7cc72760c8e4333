"""Walks to the nearest point of a hull (``min_norm``) in which all that is new comes in together.

``min_norm_together(gram, flags, weights, steps)`` returns the weights of the nearest point. They
begin with those given, which belong to independent generators: all that join come in at once, and
those that would get no positive weight leave again, which is faster than one after another, if it
comes nearer; else the walk begins with what is known. Floating point: it never concludes.

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

_TURNS = 3  # in which generators that join together leave again
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
    before, some = float(weights @ gram @ weights), np.arange(len(weights))
    for _ in range(_TURNS):
        try:
            upper = _factor(gram, flags, some)
        except np.linalg.LinAlgError:
            break
        found = nearest_in_span(flags[some], upper)
        positive = found > _SOME
        if positive.all():
            nearer = np.zeros(len(weights))
            nearer[some] = found
            if float(nearer @ gram @ nearer) < before:
                return nearer, upper
            break
        some = some[positive]
        if not len(some):
            break
    return weights, _factor(gram, flags, np.flatnonzero(weights > 0))


def _factor(gram: np.ndarray, flags: np.ndarray, some: np.ndarray) -> np.ndarray:
    """The upper triangular matrix U of some generators, U'U = gram + flags flags'."""
    own = flags[some]
    part = gram if len(some) == len(gram) else gram[np.ix_(some, some)]
    lower = np.linalg.cholesky(part + np.outer(own, own))
    return np.ascontiguousarray(lower.T)
