"""The dual simplex method in floating point, from where ``min_norm`` ends: for vectors whose hull
comes so near to the origin that squares of distances do not show on which side it is.

``pivoted(vectors, flags, chosen, weights)`` looks for x with <v_j, x> >= ``flags[j]`` for all
vectors. It begins with those ``chosen``, which are independent, with weights, none negative; at x
they are exactly what is asked. The vector that lacks most takes the place of one of them, in such a
way that no weight becomes negative. If there is none that it could replace, then it and the chosen ones surround
the origin. Returned are x or the positions of these, or neither. Systems of linear equations are
solved with the vectors themselves, and not with their products. It never concludes.

A call with 13 vectors of 32 coordinates takes 0.15 ms, the same program by HiGHS 0.63 ms
(``python -m tests.bench.hints``).

>>> rows = np.array([[1.0, 0], [-1, 1e-9], [1, -3], [0, 1]])
>>> x, _ = pivoted(rows[:2], np.ones(2), np.array([0]), np.ones(1))
>>> bool((rows[:2] @ x > 0).all())
True
>>> pivoted(rows, np.ones(4), np.array([0]), np.ones(1))[1].tolist()
[0, 1, 2]
"""

from __future__ import annotations

import numpy as np

__all__ = ["pivoted"]

_MOST = 60  # pivots
_ZERO = 1e-10  # of the largest: a coefficient below is taken for rounding
_APART = 1e-11  # of the length of a vector: so much is left of an independent one
_LEVEL = 1e-13  # of the length of x: what may be lacking


def pivoted(
    vectors: np.ndarray, flags: np.ndarray, chosen: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray | None, np.ndarray | None]:
    lengths = np.sqrt(np.square(vectors).sum(axis=1))
    if not lengths.all():
        return None, None
    vectors, flags = vectors / lengths[:, None], flags / lengths
    weights = weights * lengths[chosen]
    width = vectors.shape[1]
    for _ in range(_MOST):
        own = vectors[chosen]
        try:
            x = _solved(own, flags[chosen])
            lack = flags - vectors @ x
            lack[chosen] = 0
            worst = int(lack.argmax())
            if lack[worst] <= _LEVEL * float(np.sqrt(x @ x)):
                return x, None
            parts = _solved(own.T, vectors[worst])
        except np.linalg.LinAlgError:
            return None, None
        left = vectors[worst] - parts @ own
        if len(chosen) < width and float(np.sqrt(left @ left)) > _APART:
            chosen, weights = np.append(chosen, worst), np.append(weights, 0.0)
            continue
        level = _ZERO * float(np.abs(parts).max())
        able = parts > level
        if not able.any():
            return None, np.sort(np.append(chosen[parts < -level], worst))
        ratios = np.where(able, weights / np.where(able, parts, 1.0), np.inf)
        leaving = int(ratios.argmin())
        share = float(ratios[leaving])
        weights = np.maximum(weights - share * parts, 0.0)
        chosen = chosen.copy()
        chosen[leaving], weights[leaving] = worst, share
    return None, None


def _solved(table: np.ndarray, right: np.ndarray) -> np.ndarray:
    if table.shape[0] == table.shape[1]:
        return np.linalg.solve(table, right)
    return np.linalg.lstsq(table, right, rcond=None)[0]
