"""Which labels win somewhere: witnesses in bulk. Floating point suggests inputs, exact products
conclude.

``winners(rows, domain)`` maps labels (positions) to integer points where they are strictly first.
It finds nearly all that can win, by directions that are cheap to make for all labels at once: away
from the mean of the rows, the same after whitening, then by letting every undecided label push its
own point away from the label that beats it (a perceptron). A label that is missing is not
impossible, only hard: ``decide`` settles it.

>>> from arrangements.questions.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5]]))
>>> sorted(winners(rows, Domain(Inputs(2))))
[0, 1, 2]
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.running import report_progress

__all__ = ["winners"]

_ROUNDS = 60
_FAR = 1e3  # length of a far input, where the bias hardly counts


def winners(
    rows: DyadicMatrix, domain: Domain, pushing: bool = True, lowest: bool = False
) -> dict[int, np.ndarray]:
    """Labels that are strictly first at some point of the domain, each with such a point;
    ``pushing``: by all means; ``lowest``: where rows tie the lowest position is first.
    """
    found: dict[int, np.ndarray] = {}
    for points in _suggestions(rows, domain, found, pushing):
        whole, inside = domain.near(points)
        whole = whole[inside]
        for point, leader in zip(whole, rows.leaders(whole, lowest).tolist(), strict=True):
            if leader >= 0 and leader not in found:
                found[leader] = point
    return found


def _suggestions(
    rows: DyadicMatrix, domain: Domain, found: dict[int, np.ndarray], pushing: bool
) -> Iterator[np.ndarray]:
    """Points to try, in floating point; each batch for the labels that are not in ``found`` by
    then.
    """
    every = rows.floats()
    vectors, offsets = every[:, 1:], every[:, 0]
    centred = vectors - vectors.mean(axis=0)
    start = np.zeros(rows.k - 1) if domain.ball is None else domain.ball.middle
    reach = 10.0 if domain.ball is None else domain.ball.radius

    def left() -> np.ndarray:
        return np.array([i for i in range(rows.n) if i not in found], np.int64)

    for step, directions in enumerate(_directions(centred)):
        # Without offsets and conditions only the direction counts.
        sizes = (_FAR, 10.0) if domain.weak or domain.equal or np.ptp(offsets) else (10.0,)
        for size in sizes if domain.ball is None else (reach, reach / 4):
            if len(missing := left()):
                report_progress("trying directions", (2 * step + (size < sizes[0])) / 4)
                yield start + _units(directions[missing]) * size
    missing = left()
    if not len(missing) or not pushing:
        return
    # Each label moves its own point towards itself and away from whatever is first there.
    points = domain.moved_in(start + _units(centred[missing]) * reach)
    light, shift = vectors.astype(np.float32), offsets.astype(np.float32)
    scale = float(np.linalg.norm(centred, axis=1).mean()) or 1.0
    best, depth = points.copy(), np.full(len(missing), -np.inf)
    for turn in range(_ROUNDS):
        report_progress("pushing", turn / _ROUNDS)
        # inputs that begin beyond float32; what is no number wins nothing
        with np.errstate(over="ignore", invalid="ignore"):
            logits = points.astype(np.float32) @ light.T + shift
        own = logits[np.arange(len(missing)), missing].copy()
        logits[np.arange(len(missing)), missing] = -np.inf
        rival = logits.argmax(axis=1)
        with np.errstate(invalid="ignore"):
            margin = own - logits[np.arange(len(missing)), rival]
        better = margin > depth
        best[better], depth[better] = points[better], margin[better]
        won = margin > 0
        if won.any():
            yield points[won]
            keep = ~won
            missing, points, best, depth, rival = (
                missing[keep],
                points[keep],
                best[keep],
                depth[keep],
                rival[keep],
            )
        if not len(missing):
            return
        push = vectors[missing] - vectors[rival]
        points = domain.moved_in(points + push * (reach / scale / (1 + turn / 10)))


def _directions(centred: np.ndarray) -> Iterator[np.ndarray]:
    yield centred
    n, width = centred.shape
    total = float(np.square(centred).sum()) / max(1, n)  # the trace of the covariance
    ridge = 1e-6 * (total / max(1, width) or 1.0)
    if n < width:
        # (C'C / n + r)^-1 C' = C' (C C' / n + r)^-1, with a matrix of the smaller side
        products = centred @ centred.T / n
        yield np.linalg.solve(products + ridge * np.eye(n), centred)
        return
    covariance = centred.T @ centred / max(1, n)
    yield np.linalg.solve(covariance + ridge * np.eye(width), centred.T).T


def _units(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-300)
