"""Hints in floating point about comparisons in a ball: the point nearest to the centre at which they
hold, or weights that contradict the ball. They never conclude.

The dual method of Goldfarb and Idnani, as in ``exact.hints.least_norm``, in floating point: it
adds the comparison that is violated most, and drops those whose multipliers would turn negative.
The distance from the centre grows with every step, and the multipliers are weights of a sum with
gradient z, which is worth -|z|^2 at the centre; so as soon as z leaves the ball, they contradict it.

>>> rows = np.array([[-1.0, 1, 0], [-1.0, 0, 1]])    # x > 1, y > 1
>>> z, weights = min_norm_in_ball(rows, 2.0, 0.0)
>>> z.round(9).tolist(), weights
([1.0, 1.0], {})
>>> z, weights = min_norm_in_ball(rows, 1.25, 0.0)
>>> z, {k: round(w, 9) for k, w in weights.items()}
(None, {0: 1.0, 1: 1.0})
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.products import DyadicMatrix

__all__ = ["min_norm_in_ball", "rivals"]

_TOGETHER = 1 << 23  # products at a time
_SMALL = 1e-11  # lengths below, beside 1, are taken for rounding


def min_norm_in_ball(
    rows: np.ndarray, radius: float, margin: float
) -> tuple[np.ndarray | None, dict[int, float]]:
    """Rows (b, a) are the functions b + <a, z> of the distance z from the centre. A point z of the
    ball that is ``margin`` behind the border of every half-space b + <a, z> >= 0, or weights; or
    neither.
    """
    lengths = np.linalg.norm(rows[:, 1:], axis=1)
    flat = np.flatnonzero((lengths == 0) & (rows[:, 0] <= 0))
    if len(flat):
        return None, {int(flat[0]): 1.0}
    sizes = np.where(lengths > 0, lengths, 1.0)
    gradients = rows[:, 1:] / sizes[:, None]
    offsets = np.where(lengths > 0, rows[:, 0] / sizes - margin, np.inf)
    z = np.zeros(rows.shape[1] - 1)
    active: list[int] = []
    weights: list[float] = []
    for _ in range(50 * (len(z) + 2)):
        values = gradients @ z + offsets
        values[active] = np.inf
        new = int(values.argmin()) if len(values) else -1
        if new < 0 or values[new] >= -_SMALL * radius:
            return z, {}
        gradient, weight = gradients[new], 0.0
        while True:
            shares, rest = np.zeros(0), gradient
            if active:
                shares, *_ = np.linalg.lstsq(gradients[active].T, gradient, rcond=None)
                rest = gradient - shares @ gradients[active]
            length = float(rest @ gradient)
            falling = [(weights[j] / s, j) for j, s in enumerate(shares) if s > _SMALL]
            blocked, first = min(falling, default=(np.inf, -1))
            value = float(gradient @ z + offsets[new])
            whole = -value / length if length > _SMALL else np.inf
            step = min(blocked, whole)
            if step == np.inf:  # contradictory wherever the centre is
                found = {k: -s for k, s in zip(active, shares.tolist(), strict=True) if s < 0}
                return None, _of_rows({**found, new: 1.0}, sizes)
            z = z + step * rest
            weights = [w - step * s for w, s in zip(weights, shares.tolist(), strict=True)]
            weight += step
            if step == whole:
                active.append(new)
                weights.append(weight)
                break
            del active[first], weights[first]
        if float(z @ z) > radius * radius * (1 + 1e-9):
            held = {k: w for k, w in zip(active, weights, strict=True) if w > 0}
            return None, _of_rows(held, sizes)
    return None, {}


def rivals(rows: DyadicMatrix, domain: Domain, labels: Sequence[int]) -> dict[int, int]:
    """Labels that one other row exceeds in the whole ball, as far as floating point tells, each with
    that row: a difference (b, a) of rows is worth at most its value at the centre and r |a|.

    >>> from arrangements.layers.inputs import Inputs
    >>> rivals(DyadicMatrix(np.array([[0.0, 3], [0, -3], [-5, 1]])), Domain(Inputs.ball(1, 1)), [0, 1, 2])
    {2: 0}
    """
    ball = domain.ball
    if ball is None or rows.n < 2:
        return {}
    every = rows.floats()
    vectors, middle, radius = every[:, 1:], ball.middle, ball.radius
    if domain.equal:
        middle = domain.levelled(middle[None])[0]
        radius = sqrt(max(0.0, radius**2 - float(np.square(middle - ball.middle).sum())))
    offsets = every[:, 0] + vectors @ middle
    if domain.equal:
        vectors = domain.along(vectors)
    squares = np.square(vectors).sum(axis=1)
    found: dict[int, int] = {}
    step = max(1, _TOGETHER // rows.n)
    for start in range(0, len(labels), step):
        part = np.array(labels[start : start + step], np.int64)
        apart = squares[part][:, None] + squares - 2 * (vectors[part] @ vectors.T)
        most = offsets[part][:, None] - offsets + radius * np.sqrt(np.maximum(apart, 0.0))
        most[np.arange(len(part)), part] = np.inf
        best = most.argmin(axis=1)
        beaten = most[np.arange(len(part)), best] < 0
        found.update(zip(part[beaten].tolist(), best[beaten].tolist(), strict=True))
    return found


def _of_rows(weights: dict[int, float], sizes: np.ndarray) -> dict[int, float]:
    """Weights of the rows as they were, before they had length 1."""
    return {k: w / float(sizes[k]) for k, w in weights.items()}
