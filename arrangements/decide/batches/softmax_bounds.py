"""The largest softmax probability of every label of a layer in a ball or behind a norm, and the
largest margin, by batches.

The logarithm of the odds against a label is convex, so all labels of a batch move downhill together,
by projected gradients with steps after Barzilai and Borwein; each step is two products with the rows.
A label stops where no point of the ball promises more than a little. Nothing of this is proved: the
points are rounded to integers, and ``checker.Softmax`` says which two numbers each proves.

The margin is the least of all differences s_i - s_j. At a point one reads a lower end; the weights
that bound the probability bound the margin, too, for they bound the weighted mean of the differences.
The colder softmax is, the nearer the two ends are, so batches go on from their points at lower
temperatures.

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 3, 0], [0, 0, 3], [-5, 1, 1]]))
>>> found = surest(rows, Domain(Inputs.ball(1, 2)), Fraction(1), margins=1)
>>> [[round(x * 2.0**-40, 3) for x in pair] for pair in found.claims]
[[0.985, 0.985], [0.985, 0.985], [0.007, 0.007]]
>>> [[round(x, 1) for x in pair] for pair in found.margins]
[[4.2, 4.2], [4.2, 4.2], [-4.3, -4.3]]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from arrangements.checker.batches import Softmax
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import BadInput, LimitReached
from arrangements.running import report_progress

__all__ = ["UNIT", "Sure", "surest"]

UNIT = 2.0**-40  # of claims
_TOGETHER = 1 << 21  # products at a time
_STEPS = 150
_GAP = 1e-4  # of a logarithm of odds that a point may leave
_COLDER = 6  # times that the temperature is divided by four, for margins
_CLOSE = 0.03  # of a margin that its two ends may leave
_BACK = 5  # values of which a new one must be below the largest


@dataclass(frozen=True)
class Sure:
    """Of every label a point (q, q h) and two numbers, in units, between which its largest
    probability is; ``margins``: two numbers between which its largest margin is.
    """

    temperature: Fraction
    points: np.ndarray
    claims: list[tuple[int, int]]
    margins: list[tuple[float, float]] | None = None

    def probability(self, label: int) -> list[float]:
        """The two numbers, which are floats exactly."""
        return [x * UNIT for x in self.claims[label]]

    def record(self, label: int) -> dict[str, list[float]]:
        """Each kind of number with its two ends."""
        found = {"probability": self.probability(label)}
        return (
            found if self.margins is None else {**found, "largest_margin": [*self.margins[label]]}
        )


def surest(
    rows: DyadicMatrix, domain: Domain, temperature: Fraction, margins: int | None = None
) -> Sure:
    """All labels. BadInput where inputs are not a ball or a norm, with equations at most.
    ``margins``: that largest margins are wanted, of rows that are so many times the functions.
    """
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

    def at(heat: Fraction) -> Softmax:
        return Softmax(every, around, equations, *heat.as_integer_ratio())

    softmax, colder = at(temperature), [temperature / 4**k for k in range(1, _COLDER + 1)]
    step = max(16, _TOGETHER // rows.n)
    points, claims, ends = [], list[tuple[int, int]](), list[tuple[float, float]]()
    for start in range(0, rows.n, step):
        labels = np.arange(start, min(start + step, rows.n))
        report_progress("how sure labels can be", start / rows.n)
        found, inside = domain.near(_moved(every, domain, labels, float(temperature)))
        if not inside.all():
            raise LimitReached("inputs of --confidence must have short points where equations hold")
        low, high = softmax.bounds(found, labels)
        points.append(found.copy())
        claims += zip(
            np.floor(low / UNIT).astype(np.int64).tolist(),
            np.ceil(high / UNIT).astype(np.int64).tolist(),
            strict=True,
        )
        if margins is not None:
            least, most = _margin(softmax, found, labels)
            for heat in colder:
                scale = np.maximum(np.abs(least), np.abs(most))
                wide = np.flatnonzero(most - least > _CLOSE * scale)
                if not len(wide):
                    break
                start_at = found[wide, 1:] / found[wide, :1]
                enough = np.maximum(_GAP, _CLOSE / 4 * scale[wide] / float(heat))
                near, inside = domain.near(
                    _moved(every, domain, labels[wide], float(heat), enough, start_at)
                )
                wide, near = wide[inside], near[inside]
                found[wide] = near
                low, high = _margin(at(heat), near, labels[wide])
                least[wide] = np.maximum(least[wide], low)
                most[wide] = np.minimum(most[wide], high)
            least, most = least / margins, most / margins
            ends += zip(
                (least - 2.0**-50 * np.abs(least)).tolist(),
                (most + 2.0**-50 * np.abs(most)).tolist(),
                strict=True,
            )
    whole = np.concatenate(points).astype(np.int32)
    return Sure(temperature, whole, claims, None if margins is None else ends)


def _margin(
    softmax: Softmax, points: np.ndarray, labels: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Of each label not more than its margin at the point, and not less than the largest one."""
    y, off = softmax.differences(points, labels)
    top = y.max(axis=1)
    _, _, least = softmax.weighed(y - top[:, None], labels)
    reached = -(top + off) / softmax.factor
    return reached - 2.0**-50 * (np.abs(top) + off) / softmax.factor, -least


def _moved(
    every: np.ndarray,
    domain: Domain,
    labels: np.ndarray,
    heat: float,
    enough: float | np.ndarray = _GAP,
    points: np.ndarray | None = None,
) -> np.ndarray:
    """For each label a point of the ball where it is nearly as probable as it can be: as to
    logarithms of odds, but for ``enough``. ``points``: where to begin.
    """
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

    if points is None:
        start = along[labels] - along.mean(axis=0)
        z = within(start * (1e6 * radius / max(1e-300, float(np.abs(start).max(initial=0)))))
    else:
        z = within(points - middle)
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
        left = left[gaps > np.broadcast_to(enough, labels.shape)[left]]
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
