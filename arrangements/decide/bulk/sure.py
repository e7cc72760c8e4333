"""The largest softmax probability of every label of a layer in a ball or behind a norm, by batches.

The logarithm of the odds against a label is convex, so all labels of a batch move downhill together,
by projected gradients with steps after Barzilai and Borwein; each step is two products with the rows.
A label stops where no point of the ball promises more than a little. Nothing of this is proved: the
points are rounded to integers, and ``checker.Softmax`` says which two numbers each proves.

>>> from arrangements.questions.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 3, 0], [0, 0, 3], [-5, 1, 1]]))
>>> found = surest(rows, Domain(Inputs.ball(1, 2)), Fraction(1))
>>> [[round(x * 2.0**-40, 3) for x in pair] for pair in found.claims]
[[0.985, 0.985], [0.985, 0.985], [0.007, 0.007]]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from arrangements.decide.bulk.checker import Softmax
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.errors import BadInput, LimitReached
from arrangements.running import report_progress

__all__ = ["UNIT", "Sure", "surest"]

UNIT = 2.0**-40  # of claims
_TOGETHER = 1 << 21  # products at a time
_STEPS = 150
_GAP = 1e-4  # of a logarithm of odds that a point may leave
_BACK = 5  # values of which a new one must be below the largest


@dataclass(frozen=True)
class Sure:
    """Of every label a point (q, q h) and two numbers, in units, between which its largest
    probability is.
    """

    temperature: Fraction
    points: np.ndarray
    claims: list[tuple[int, int]]

    def probability(self, label: int) -> list[float]:
        """The two numbers, which are floats exactly."""
        return [x * UNIT for x in self.claims[label]]


def surest(rows: DyadicMatrix, domain: Domain, temperature: Fraction) -> Sure:
    """All labels. BadInput where inputs are not a ball or a norm, with equations at most."""
    if domain.ball is None or len(domain.weak):
        raise BadInput(
            "inputs of --confidence must be a ball or a norm without inequalities; `decide --confidence LABEL` takes these, too"
        )
    if rows.n < 2:
        raise BadInput("layer must have two labels at least, so that a label has a rival")
    every = rows.floats()
    equations = [{j: x for j, x in enumerate(row) if x} for row in domain.equal]
    ball = domain.ball
    around = ball.one, ball.centre, ball.square
    softmax = Softmax(every, around, equations, *temperature.as_integer_ratio())
    step = max(16, _TOGETHER // rows.n)
    points, claims = [], list[tuple[int, int]]()
    for start in range(0, rows.n, step):
        labels = np.arange(start, min(start + step, rows.n))
        report_progress("how sure labels can be", start / rows.n)
        found, inside = domain.near(_moved(every, domain, labels, float(temperature)))
        if not inside.all():
            raise LimitReached("inputs of --confidence must have short points where equations hold")
        low, high = softmax.bounds(found, labels)
        points.append(found)
        claims += zip(
            np.floor(low / UNIT).astype(np.int64).tolist(),
            np.ceil(high / UNIT).astype(np.int64).tolist(),
            strict=True,
        )
    return Sure(temperature, np.concatenate(points).astype(np.int32), claims)


def _moved(every: np.ndarray, domain: Domain, labels: np.ndarray, heat: float) -> np.ndarray:
    """For each label a point of the ball where it is nearly as probable as it can be."""
    ball = domain.ball
    assert ball is not None
    vectors, middle, radius = every[:, 1:], ball.middle, ball.radius
    if domain.equal:
        middle = domain.levelled(middle[None])[0]
        radius = sqrt(max(0.0, radius**2 - float(np.square(middle - ball.middle).sum())))
    offsets = (every[:, 0] + vectors @ middle) / heat
    along = (domain.along(vectors) if domain.equal else vectors) / heat

    def measured(z: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logarithms of odds against labels, and gradients."""
        scores = z @ along.T + offsets
        held = np.arange(len(chosen)), chosen
        own = scores[held]
        scores[held] = -np.inf
        top = scores.max(axis=1)
        terms = np.exp(scores - top[:, None])
        total = terms.sum(axis=1)
        return top + np.log(total) - own, (terms @ along) / total[:, None] - along[chosen]

    def within(z: np.ndarray) -> np.ndarray:
        sizes = np.linalg.norm(z, axis=1, keepdims=True)
        return z * np.minimum(1.0, radius / np.maximum(sizes, 1e-300))

    start = along[labels] - along.mean(axis=0)
    z = within(start * (1e6 * radius / max(1e-300, float(np.abs(start).max(initial=0)))))
    values, slopes = measured(z, labels)
    centre = np.zeros_like(z)
    other, downhill = measured(centre, labels)
    nearer = other < values
    z[nearer], values[nearer], slopes[nearer] = centre[nearer], other[nearer], downhill[nearer]
    before = np.repeat(values[:, None], _BACK, axis=1)
    scale = np.maximum(np.linalg.norm(slopes, axis=1), 1e-300)
    length = radius / scale
    best, least = z.copy(), values.copy()
    left = np.arange(len(labels))
    for turn in range(_STEPS):
        gaps = (slopes[left] * z[left]).sum(axis=1) + radius * np.linalg.norm(slopes[left], axis=1)
        left = left[gaps > _GAP]
        if not len(left):
            break
        there, slope = z[left], slopes[left]
        step = within(there - length[left, None] * slope) - there
        falls = (step * slope).sum(axis=1)
        part = np.ones(len(left))
        for _ in range(8):  # shorter where it does not fall
            new = there + part[:, None] * step
            value, uphill = measured(new, labels[left])
            high = value > before[left].max(axis=1) + 1e-4 * part * falls
            if not high.any():
                break
            part[high] /= 4
        aside, change = new - there, uphill - slope
        curved = (aside * change).sum(axis=1)
        square = (aside * aside).sum(axis=1)
        length[left] = np.where(curved > 0, square / np.maximum(curved, 1e-300), length[left] * 4)
        length[left] = np.clip(length[left], 1e-12 * radius, 1e12 * radius)
        z[left], values[left], slopes[left] = new, value, uphill
        before[left, turn % _BACK] = value
        better = value < least[left]
        best[left[better]], least[left[better]] = new[better], value[better]
    return np.asarray(middle + best)
