"""The largest softmax probability of every label of a layer in a ball or behind a norm, and the
largest margin, by batches.

The logarithm of the odds against a label is convex, so all labels of a batch move downhill together,
by projected gradients with steps after Barzilai and Borwein; each step is two products with the rows.
A label stops where no point of the ball promises more than a little. Nothing of this is proved: the
points are rounded to integers, and ``_Proved`` says which two numbers each proves.

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

from arrangements.decide.dyadic.integer_inputs import Domain, quotient
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import BadInput, LimitReached
from arrangements.exact.linear.bounds import product_error
from arrangements.running import report_progress

__all__ = ["UNIT", "Sure", "surest"]

UNIT = 2.0**-40  # of claims
_TOGETHER = 1 << 21  # products at a time
_STEPS = 150
_GAP = 1e-4  # of a logarithm of odds that a point may leave
_COLDER = 6  # times that the temperature is divided by four, for margins
_CLOSE = 0.03  # of a margin that its two ends may leave
_UP = 1 + 2.0**-40  # of what is rounded, to be not below it
_EXP_ERROR = 2.0**-40  # of an exponential, as a part of it
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

    def at(heat: Fraction) -> _Proved:
        return _Proved(every, domain, heat)

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
            least, most = softmax.margins(found, labels)
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
                low, high = at(heat).margins(near, labels[wide])
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


class _Proved:
    """What points and weights prove of the probabilities of labels at one temperature.

    At a point (q, q h) label i has the odds 1 : sum of exp y_j against it, y_j = (s_j - s_i) / T for
    all others. Anywhere in the ball that sum is at least exp(H + M / T) by the concavity of the
    logarithm, for any weights of sum 1: H is their entropy, M the least that their weighted mean of
    s_j - s_i has in the ball, also with multiples of the equations added. Weights are in proportion to
    exp y_j, so that log w_j = y_j - y_max - log W, W the sum of all exp(y_j - y_max).

    Bounds on rounding are twice what they must be, so that a checker with bounds of its own agrees.
    """

    def __init__(self, rows: np.ndarray, domain: Domain, temperature: Fraction) -> None:
        ball = domain.ball
        assert ball is not None
        self.rows, self.heat = rows, float(temperature)
        self.n, self.width = rows.shape
        self.middle, self.radius = ball.middle, ball.radius * _UP
        self.longest = float(np.linalg.norm(rows, axis=1).max()) * _UP
        self.level = np.array([[quotient(x, 1) for x in row] for row in domain.equal], np.float64)
        parts = [rows, self.middle, self.level, np.array([self.radius, self.heat])]
        if not all(_moderate(part) for part in parts):
            raise LimitReached(
                "rows, inputs and temperature of --confidence must be of moderate size"
            )

    def bounds(self, points: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of each label not more than its probability at the point, and not less than the largest
        one.
        """
        y, off = self.differences(points, labels)
        top = y.max(axis=1)
        against = _exponentials(np.clip(y, -64.0, 64.0)).sum(axis=1)  # of the label itself, too
        doubt = 4 * (_EXP_ERROR + product_error(self.n))
        against *= 1 + doubt + 4 * off
        shown = (top <= 64) & (off < 2.0**-10)
        low = np.where(shown, 1 / ((1 + against) * (1 + 2.0**-48)), 0.0)

        sums, mean, least = self.weighed(y - top[:, None], labels)
        # the logarithm of W is added as a factor; where weights are left out the mean is negative
        least = least / self.heat - mean
        least -= 2.0**-48 * (np.abs(least) + np.abs(mean))
        least -= 4 * _EXP_ERROR + 260 * product_error(2 * self.n + 8)
        odds = np.where(least < -64, 0.0, _exponentials(np.clip(least, -64.0, 64.0)))
        high = (1 + 2.0**-48) / (1 + sums * odds * (1 - doubt))
        return low, np.where(np.isfinite(high), np.minimum(high, 1.0), 1.0)

    def margins(self, points: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of each label not more than its margin at the point, and not less than the largest one."""
        y, off = self.differences(points, labels)
        top = y.max(axis=1)
        *_, least = self.weighed(y - top[:, None], labels)
        reached = -(top + off) * self.heat
        return reached - 2.0**-48 * (np.abs(top) + off) * self.heat, -least

    def differences(self, points: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """All y_j, -inf for the label itself, and by how much they may be off."""
        x = points.astype(np.float64)
        scores = x @ self.rows.T
        own = np.arange(len(labels)), labels
        y = (scores - scores[own][:, None]) / (x[:, :1] * self.heat)
        y[own] = -np.inf
        size = np.linalg.norm(x, axis=1) / x[:, 0] * self.longest / self.heat
        return y, 4 * product_error(self.width + 12) * size

    def weighed(
        self, y: np.ndarray, labels: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of the weights exp(y), of y of which the largest is 0: their sum W, the weighted mean of
        y, and not more than M.
        """
        weights = np.where(y < -64, 0.0, _exponentials(np.maximum(y, -64.0)))
        sums = weights.sum(axis=1)
        weights /= sums[:, None]
        mean = (weights * np.maximum(y, -64.0)).sum(axis=1)
        function = weights @ self.rows - self.rows[labels]
        off = np.full(len(labels), 4 * product_error(2 * self.n + self.width + 20) * self.longest)
        if len(self.level):
            turned, *_ = np.linalg.lstsq(self.level[:, 1:].T, -function[:, 1:].T, rcond=None)
            sizes = np.abs(turned.T) @ np.linalg.norm(self.level, axis=1)
            off += (
                2 * product_error(len(self.level) + 8) * (sizes + np.linalg.norm(function, axis=1))
            )
            function = function + turned.T @ self.level
        at_middle = function[:, 0] + function[:, 1:] @ self.middle
        fall = self.radius * np.linalg.norm(function[:, 1:], axis=1)
        off += 2 * product_error(self.width + 16) * np.linalg.norm(function, axis=1)
        off *= 1 + float(np.linalg.norm(self.middle)) + self.radius
        least = at_middle - fall * (1 + 2 * product_error(self.width + 8)) - 2 * off
        return sums, mean, least - 2.0**-48 * (np.abs(at_middle) + fall)


def _exponentials(y: np.ndarray) -> np.ndarray:
    """exp of numbers of at most 64 in modulus, off by at most _EXP_ERROR of the value.

    The series of y / 1024, |y / 1024| <= 1/16, is left after ten terms, by 2^-60, and ten steps of
    Horner's rule are off by less than 2^-51 together. Ten squarings multiply that by 1024 and round
    the k-th last time with 2^k times a unit: less than 2^-41 and 2^-42 in all.
    """
    small = y / 1024
    value = np.ones_like(small)
    for term in range(10, 0, -1):
        value = 1 + value * small / term
    for _ in range(10):
        value = value * value
    return value


def _moderate(values: np.ndarray) -> bool:
    """Whether no product of four entries overflows, nor underflows."""
    sizes = np.abs(values[values != 0])
    return bool(((sizes > 2.0**-200) & (sizes < 2.0**200)).all())


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
