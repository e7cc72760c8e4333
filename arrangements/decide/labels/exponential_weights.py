"""Labels inside the hull of all rows, by weights of all rows at once: products of matrices instead
of one walk per label.

For a vector y let every row r_j, as it lies in the coordinates b_j of a ``Space``, have the weight
s_j exp(<y, b_j>), divided by the sum of all these (an exponential tilt of the shares s_j). Their
combination p(y) is the gradient of the convex function log sum s_j exp(<y, b_j>), and every point
inside the hull is p(y) for some y. So to express q = (1 + t) b_i is to minimise that function less
<y, q>; all labels of a batch do so together, by steps of the method of Broyden, Fletcher, Goldfarb
and Shanno with limited memory, at the price of two products with all rows a step. ``ellipsoid`` turns a
combination that is nearly q into a proof. How far beyond the row the inside reaches is bounded
meanwhile: max <y, b_j> >= <y, (1 + t) b_i> for every t that it reaches. Where row i itself is ahead
of all others in the direction y, it is offered as a winner.

What is kept of a proof is y, in integers of 16 bits. Floating point: it never concludes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from arrangements.decide.dyadic.outcomes import Tilted
from arrangements.decide.labels.ellipsoid import SHARE
from arrangements.running import report_progress

if TYPE_CHECKING:
    from arrangements.decide.labels.space import Space

__all__ = ["LEAST", "tilted"]

_PRODUCTS = 1 << 25  # entries of a product with all rows at a time
LEAST, _MOST = 16, 256  # labels that are tilted together
_STEPPED = 1 << 24  # numbers that the steps of these remember, 128 MB
_KEPT = 20  # steps that the method remembers
_BEYOND = 0.125  # the first t
_NEAR = 2.0**-10  # a t that is left to walks
_SURE = 8.0  # times the radius: how near a combination must be, at first; half where no proof comes
_SUREST = 0.05  # of it: a label that needs to be nearer is left to walks
_WINS = 1e-6  # by how much, relative to lengths, a label must be ahead to be offered as a winner
_BITS = 15  # of integers that stand for y, sign apart


def tilted(
    space: Space, labels: Sequence[int], steps: int
) -> tuple[dict[int, Tilted], list[tuple[int, np.ndarray]]]:
    """Labels that are inside, and others with a direction in which they seem to win."""
    found: dict[int, Tilted] = {}
    ahead: list[tuple[int, np.ndarray]] = []
    room = _STEPPED // (2 * _KEPT * space.table.shape[1])
    size = max(LEAST, min(_MOST, _PRODUCTS // space.rows.n, room))
    for start in range(0, len(labels), size):
        batch = _Batch(space, np.array(labels[start : start + size], np.int64))
        for step in range(steps):
            if not len(batch.alive):
                break
            report_progress("weighing rows", step / steps)
            batch.step()
        found.update(batch.found)
        ahead += batch.ahead
    return found, ahead


class _Batch:
    """``base`` are the best vectors y so far, ``points`` their p(y), ``values`` the logarithms of
    the sums; from there each label tries ``along`` times ``length``.
    """

    def __init__(self, space: Space, labels: np.ndarray) -> None:
        self.space, self.labels = space, labels
        self.rows = space.units[labels]
        self.squares = np.square(self.rows).sum(axis=1)
        number, width = self.rows.shape
        self.beyond = np.full(number, _BEYOND)
        self.base, self.points = np.zeros((number, width)), np.zeros((number, width))
        self.along, self.length = np.zeros((number, width)), np.ones(number)
        self.values = np.full(number, np.inf)
        self.alive = np.flatnonzero(self.squares > 0)
        # pairs of changes, of y and of p(y), and one over their products
        self.moves, self.turns = np.zeros((2, _KEPT, number, width))
        self.inverse, self.known = np.zeros((_KEPT, number)), np.zeros(number, np.int64)
        self.sure = np.full(number, _SURE)
        self.found: dict[int, Tilted] = {}
        self.ahead: list[tuple[int, np.ndarray]] = []

    def step(self) -> None:
        """One step of every label: taken if its function falls, or tried again, shorter."""
        k = self.alive
        y, rows, squares = (
            self.base[k] + self.length[k, None] * self.along[k],
            self.rows[k],
            self.squares[k],
        )
        point, value, level = self._combined(k, y)
        own = np.einsum("ij,ij->i", y, rows)
        reached = np.einsum("ij,ij->i", point, rows) / squares - 1
        off = np.sqrt(np.square(point - (1 + reached)[:, None] * rows).sum(axis=1))
        inside = (reached > 0) & (off < self.sure[k] * reached * self.space.inner.radius)
        lengths = np.sqrt(np.square(y).sum(axis=1))
        wins = own > level + _WINS * lengths * np.sqrt(squares)
        wins &= (y @ self.space.cone.T >= 0).all(axis=1)
        # how far the inside reaches at most
        most = np.full(len(k), np.inf)
        np.divide(level, own, out=most, where=own > 0)
        most -= 1
        self.beyond[k] = np.where(most < self.beyond[k], most / 2, self.beyond[k])
        goal = (1 + self.beyond[k])[:, None] * rows
        lower = value - np.einsum("ij,ij->i", y, goal)
        upper = self.values[k] - np.einsum("ij,ij->i", self.base[k], goal)
        fall = np.einsum("ij,ij->i", self.points[k] - goal, y - self.base[k])
        taken = ~(lower > upper + 1e-4 * np.minimum(fall, 0) + 1e-6 * np.abs(lower))
        self._remember(k[taken], y[taken], point[taken])
        self.base[k[taken]], self.points[k[taken]] = y[taken], point[taken]
        self.values[k[taken]] = value[taken]
        self.length[k] = np.where(taken, 1.0, 0.4 * self.length[k])
        self.along[k] = self._direction(k, self.points[k] - goal)
        inside[inside] = self._proved(k[inside], y[inside], reached[inside])
        self.ahead += [
            (int(self.labels[k[j]]), y[j]) for j in np.flatnonzero(wins & ~inside).tolist()
        ]
        self.alive = k[~(inside | wins | (self.beyond[k] < _NEAR) | (self.sure[k] < _SUREST))]

    def _combined(self, k: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """p(y), the logarithm of the sum, and the largest product with a row but the own one."""
        products = self.space.ahead(y)
        line = np.arange(len(k))
        own = products[line, self.labels[k]].copy()
        products[line, self.labels[k]] = -np.inf
        level = products.max(axis=1).astype(np.float64)
        products[line, self.labels[k]] = own
        products += self.space.logarithms
        top = products.max(axis=1, keepdims=True)
        products -= top
        np.exp(products, out=products)
        total = products.sum(axis=1, dtype=np.float64)
        return self.space.combined(products, total), top[:, 0] + np.log(total), level

    def _remember(self, k: np.ndarray, y: np.ndarray, point: np.ndarray) -> None:
        move, turn = y - self.base[k], point - self.points[k]
        product = np.einsum("ij,ij->i", move, turn)
        some = (product > 1e-12) & np.isfinite(self.values[k])
        k, place = k[some], self.known[k[some]] % _KEPT
        self.moves[place, k], self.turns[place, k] = move[some], turn[some]
        self.inverse[place, k] = 1 / product[some]
        self.known[k] += 1

    def _direction(self, k: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        """Downhill, by the pairs that are remembered; no longer than what was gone already."""
        newest = (self.known[k] - 1) % _KEPT
        parts = []
        for back in range(1, _KEPT + 1):
            place, used = (self.known[k] - back) % _KEPT, self.known[k] >= back
            along = np.einsum("ij,ij->i", self.moves[place, k], gradient)
            part = np.where(used, self.inverse[place, k] * along, 0.0)
            gradient = gradient - part[:, None] * self.turns[place, k]
            parts.append((place, used, part))
        size = np.square(self.turns[newest, k]).sum(axis=1) * self.inverse[newest, k]
        scale = np.full(len(k), 0.7)
        np.divide(1.0, size, out=scale, where=size > 0)
        gradient = gradient * scale[:, None]
        for place, used, part in reversed(parts):
            along = np.einsum("ij,ij->i", self.turns[place, k], gradient)
            rest = np.where(used, part - self.inverse[place, k] * along, 0.0)
            gradient = gradient + rest[:, None] * self.moves[place, k]
        lengths = np.sqrt(np.square(gradient).sum(axis=1))
        limits = np.maximum(1.0, np.sqrt(np.square(self.base[k]).sum(axis=1)) / 2)
        return -gradient * np.minimum(1.0, limits / np.maximum(lengths, 1e-300))[:, None]

    def _proved(self, k: np.ndarray, y: np.ndarray, reached: np.ndarray) -> list[bool]:
        """Whether rows that seem to be inside are proved to be so by vectors of 16 bits."""
        outcomes, limit = [], (1 << _BITS) - 1
        for label, vector, beyond in zip(self.labels[k].tolist(), y, reached.tolist(), strict=True):
            power = _BITS - int(np.frexp(max(float(np.abs(vector).max()), 2.0**-40))[1])
            whole = np.clip(np.rint(np.ldexp(vector, power)), -limit, limit).astype(int).tolist()
            outcomes.append((label, Tilted(tuple(whole), power, max(1, round(beyond / SHARE)))))
        proved = self.space.proves_tilted(outcomes)
        self.sure[k] = np.where(proved, self.sure[k], self.sure[k] / 2)
        self.found.update(pair for pair, holds in zip(outcomes, proved, strict=True) if holds)
        return proved
