"""A direction in which few of many vectors point backward, in floating point: vectors are left out
one after another, until all others point forward.

``few_backward(vectors, given, short)`` makes the sum of what products <v_j, x> lack to 1 small, with
a small multiple ``short`` of <x, x>: the sum itself, not squares, so that few vectors lack much
rather than all a little. Of those that point backward then the worst are left out, a small part of
them at a time, and so on. The first ``given`` vectors are conditions, which stay and count much.

To find the fewest is NP-hard (Johnson and Preparata 1978); to leave out by what is lacking in a
relaxation is an old heuristic (Chinneck 2008). Returned is the best direction on the way. It never
concludes: the caller counts.

>>> rows = np.array([[1.0, 0], [0, 1], [1, 1], [-1, -0.9], [-1, 0.2]])
>>> x = few_backward(rows, 0, 1e-3)
>>> [int(k) for k in np.flatnonzero(rows @ x <= 0)]
[3]
"""

from __future__ import annotations

import numpy as np

__all__ = ["few_backward"]

_ROUND = (4.0, 1.0, 0.3)  # half the widths on which the bend at 1 is rounded, first to last
_STEPS = 25  # of Newton's method, first, and
_MORE = 10  # after vectors were left out
_ENOUGH = 1e-4  # of the function: what a step gains
_FAR = 2  # steps of Newton's method that one may be long
_HALVINGS = 16  # of the interval in which its length is
_PART = 0.02  # of those that point backward: they are left out together
_FIRM = 100.0  # times what another lacks: what a condition lacks


def few_backward(vectors: np.ndarray, given: int, short: float) -> np.ndarray:
    """Vectors of length 1, or zero for those that do not count."""
    costs = np.ones(len(vectors))
    costs[:given] = _FIRM
    x = np.zeros(vectors.shape[1])
    lack = np.ones(len(vectors))
    for width in _ROUND:
        x, lack = _least(vectors, costs, x, short, width, _STEPS)
    best, fewest = x, len(vectors) + 1
    while True:
        backward = given + np.flatnonzero(lack[given:] >= 1)
        if len(backward) < fewest:
            best, fewest = x, len(backward)
        left = backward[costs[backward] > 0]
        if not len(left):
            return best
        lacking = given + np.flatnonzero((lack[given:] > 0) & (costs[given:] > 0))
        number = max(1, int(_PART * len(lacking)))
        costs[lacking[np.argsort(-lack[lacking])[:number]]] = 0.0
        x, lack = _least(vectors, costs, x, short, _ROUND[-1], _MORE)


def _least(
    vectors: np.ndarray, costs: np.ndarray, x: np.ndarray, short: float, width: float, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    """Where the sum is about least, from ``x``, and what products lack there, negative for none."""
    lack = 1 - vectors @ x
    for _ in range(steps):
        pulls = _pulls(lack, costs, width)
        some = np.flatnonzero(pulls)
        slope = short * x - pulls[some] @ vectors[some]
        bent = some[lack[some] < width]
        own = vectors[bent]
        own *= np.sqrt(costs[bent] / (2 * width))[:, None]
        form = own.T @ own
        form[np.diag_indices_from(form)] += short
        step = -np.linalg.solve(form, slope)
        value = float(costs[some] @ np.maximum(lack[some], 0.0)) + short * float(x @ x)
        if -float(slope @ step) <= _ENOUGH * value:
            break
        change = vectors @ step
        counted = np.flatnonzero((costs > 0) & (np.maximum(lack, lack - _FAR * change) > -width))
        part = _length(
            lack[counted],
            change[counted],
            costs[counted],
            width,
            short * float(x @ step),
            short * float(step @ step),
        )
        x, lack = x + part * step, lack - part * change
    return x, lack


def _pulls(lack: np.ndarray, costs: np.ndarray, width: float) -> np.ndarray:
    """How fast the cost of each vector grows with what it lacks."""
    return np.asarray(np.clip((lack + width) / (2 * width), 0.0, 1.0) * costs)


def _length(
    lack: np.ndarray, change: np.ndarray, costs: np.ndarray, width: float, slope: float, bend: float
) -> float:
    """How far to go: about where the derivative is zero, which grows with the length."""
    low, high = 0.0, float(_FAR)
    weighed = costs * change
    scaled, by = (lack + width) / (2 * width), change / (2 * width)
    for _ in range(_HALVINGS):
        part = 1.0 if high == _FAR and low == 0 else (low + high) / 2
        rise = slope + part * bend - float(np.clip(scaled - part * by, 0.0, 1.0) @ weighed)
        low, high = (part, high) if rise < 0 else (low, part)
    return (low + high) / 2
