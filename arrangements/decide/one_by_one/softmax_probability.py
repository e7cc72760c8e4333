"""How sure a label can be: the largest margin with which it wins in a ball, and the largest probability
that softmax gives to it, each between two numbers that are proved.

The margin at an input is the least of all differences s_i - s_j of its score and those of others;
it is negative where the label does not win. The probability at temperature T is exp(s_i / T) over
the sum of all exp(s_j / T). Without bounds on inputs both have no largest value, or a trivial one;
in a ball, or behind a norm, both are maxima of concave functions (the logarithm of the odds is
concave in h), so weights prove how large they are at most:

- *Margin.* For weights w_j >= 0 of sum 1 the least difference is at most the sum of w_j (s_i - s_j),
  on the ball at most g + r |v|, where g is its value at the centre and v its gradient.
- *Probability.* It is 1 / (1 + the sum of exp x_j) with x_j = (s_j - s_i) / T, and the logarithm of
  the sum of exp x_j is at least the sum of w_j x_j plus the entropy of the weights (Gibbs).

For the best weights both bounds are attained. Floating point, by an interior point method, suggests
points and weights; they are rounded to rational ones, what they prove is computed from these, and
the checker accepts it before it is returned. So no tolerance decides, and the two ends are nearly
equal except where the inputs are nearly flat.

>>> layer = Configuration([[1, 0], [0, 1], [-1, -1]], labels=["a", "b", "c"])
>>> found = confidence(layer, "a", inputs=Inputs.ball(2, 2))
>>> print(found)
a: margin at most 2.683281573, probability at most 0.8917652615279
>>> [round(float(x), 8) for x in (*found.margin, *found.probability)]
[2.68328157, 2.68328157, 0.89176526, 0.89176526]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from html import escape
from itertools import product
from math import exp, isqrt, log, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from arrangements.decide.one_by_one.balls import in_ball
from arrangements.errors import BadInput, short_fields, short_repr
from arrangements.exact.hints.least_norm import shortest
from arrangements.exact.linear import Row, dot, is_rational, kernel, over, primitive, scalars
from arrangements.exact.numbers import Number, Scalar, parse
from arrangements.exact.numbers.digits import text_of
from arrangements.exact.numbers.one_sided import at_most
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import matched, with_offsets
from arrangements.layers.inputs.norms import input_of, substituted
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.questions.parser import place_of
from arrangements.proof.certificates import Bound, Certificate, Refutation, Witness
from arrangements.running import report_progress
from arrangements.running.validated import INPUTS, validated

if TYPE_CHECKING:
    import numpy as np

    Vector: TypeAlias = np.ndarray
    Weights: TypeAlias = tuple[Vector, Vector]

__all__ = ["DIGITS", "Confidence", "confidence", "never_more", "read_temperature"]

_WORD = "confidence"
DIGITS = 13  # of the ends of an interval
_BITS = 60  # of weights and points
_SHORT = (1, 16, 1000)  # denominators that are tried first
_SLACK = 1e-11  # that ends of a probability leave for the rounding of floats
_MOST = 700.0  # a larger exponent leaves floats
_FARTHEST = 4000.0  # a larger one is not looked at: beyond it an end is 0 or 1
_SURE = 7.0  # logarithms of odds beyond which what is left to 1 is rounded
_GAP = 1e-13  # of the interior point method
_NEAR = 1e-6  # below which weights are looked at
_WEIGHTY = (1e-2, 1e-3, 1e-4, 1e-5)
_STEPS = 60
Pair: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Confidence:
    """The largest margin and the largest probability of a label, each between two numbers.

    Attributes
    ----------
    label
        The label.
    temperature
        The temperature of the softmax.
    margin
        Two ends of the largest difference between its score and the best of the others.
    probability
        Two ends of its largest probability.
    certificate
        Proves all four ends.

    Examples
    --------
    >>> layer = Configuration([[1], [-1]], labels=["up", "down"])
    >>> found = confidence(layer, "up", inputs=Inputs.ball(1, 1), temperature="1/2")
    >>> found.temperature, found.margin, [round(float(x), 9) for x in found.point]
    (Fraction(1, 2), (Fraction(2, 1), Fraction(2, 1)), [1.0])
    >>> found.certificate.check()
    '{"kind": "confidence", "label": "up", "temperature": "1/2"} has the answer {"margin": ["2", "2"], ...'
    """

    label: str
    temperature: Fraction
    margin: Pair
    probability: Pair
    certificate: Certificate = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return short_fields(self)

    @property
    def point(self) -> tuple[Scalar, ...]:
        """An input at which the probability is at least the first of its two numbers."""
        (inputs,) = self.certificate.inputs
        evidence = cast("dict[str, Bound]", self.certificate.evidence)
        return input_of(inputs, evidence["probability"].witness.point)

    def __str__(self) -> str:
        margin, probability = at_most(self.margin[1], DIGITS), self.probability[1]
        limit = f"at most {at_most(probability, DIGITS)}" if probability < 1 else "below 1"
        return f"{self.label}: margin at most {margin}, probability {limit}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>{self.certificate._repr_html_()}"


@validated(inputs=INPUTS)
def confidence(
    configuration: Configuration, label: str, *, inputs: Inputs, temperature: Number = 1
) -> Confidence:
    """The largest margin and the largest probability of a label, with their certificate.

    Parameters
    ----------
    configuration
        The rows, which are rational, with their offsets if there are any.
    label
        The label.
    inputs
        A ball, or what a norm puts out; other conditions may join it.
    temperature
        That of the softmax, a positive rational number.

    Returns
    -------
    Two ends of each, which are nearly equal except where the inputs are nearly flat.

    Raises
    ------
    BadInput
        If the label is unknown or has no rival, inputs are in no ball, or the temperature is none.

    Notes
    -----
    Floats suggest points and weights; what these prove is computed exactly.

    Examples
    --------
    >>> rows = Configuration([[1, 0], [0, 1], [1, 1]], bias=[0, 0, -3])
    >>> confidence(rows, "3", inputs=Inputs.layernorm([1, 1], [1, 1])).margin
    (Fraction(-2, 1), Fraction(-2, 1))
    """
    place = place_of(_WORD, configuration.labels, label)
    heat = read_temperature(temperature)
    configuration, given = matched(configuration, inputs)
    if given.within is None or given.within.sphere:
        raise BadInput(
            "inputs of a confidence must be in a ball or behind a norm; a sphere has no more confidence than its ball"
            if given.within is not None
            else "inputs of a confidence must be in a ball or behind a norm, as only bounded inputs bound it"
        )
    if configuration.n < 2:
        raise BadInput(f"label must have a rival; {short_repr(label)} is the only one")
    report_progress(f"confidence of {short_repr(label)}")
    case = _Case.of(configuration, given, place)
    margin, widest = case.margin()
    probability, surest = case.probability(heat)
    block = {"kind": "confidence", "label": label, "temperature": text_of(heat)}
    answer = {
        "margin": [text_of(x) for x in margin],
        "probability": [text_of(x) for x in probability],
    }
    evidence = {"margin": widest, "probability": surest}
    certificate = Certificate((configuration,), block, answer, evidence, (given,))
    certificate.check()
    return Confidence(label, heat, margin, probability, certificate)


def read_temperature(temperature: Number) -> Fraction:
    """A positive rational number."""
    heat = parse(str(temperature), "temperature")
    if not isinstance(heat, Fraction) or heat <= 0:
        raise BadInput(
            f"temperature must be a positive rational number, not {short_repr(temperature)}"
        )
    return heat


@dataclass(frozen=True)
class _Case:
    """Functions (b, a) of the distance z from the centre of the ball: the differences to rivals,
    ``weak`` ones that are not negative on all inputs, ``equal`` ones that vanish there; ``inside``
    is a point of the inputs, in the ball's interior and not on the border of any half-space if
    there is one, as ``open`` says; ``bounding`` are the half-spaces that bound something.
    """

    rivals: list[list[Fraction]]
    weak: list[list[Fraction]]
    equal: list[list[Fraction]]
    ball: Ball
    inside: list[Fraction]
    open: bool
    bounding: list[bool]

    @classmethod
    def of(cls, configuration: Configuration, inputs: Inputs, label: int) -> _Case:
        layer, around = substituted(configuration, inputs)
        assert around is not None
        assert around.within is not None
        ball: Any = around.within
        rows = with_offsets(layer)
        own: Any = rows[label]
        others: Any = [row for j, row in enumerate(rows) if j != label]
        tables: Any = [
            [[a - b for a, b in zip(own, row, strict=True)] for row in others],
            around.inequalities,
            around.equations,
        ]
        if not is_rational(
            [*(row for part in tables for row in part), (*ball.centre, ball.square)]
        ):
            raise BadInput("rows and inputs of a confidence must be rational")
        centre: Any = (1, *ball.centre)
        rivals, weak, equal = ([[dot(row, centre), *row[1:]] for row in part] for part in tables)
        inside, is_open = _inner(weak, equal, ball.square, len(ball.centre))
        # what is constant where the equations hold is no bound
        along = kernel([row[1:] for row in equal], len(ball.centre))
        bounding = [any(dot(row[1:], way) for way in along) for row in weak]
        return cls(rivals, weak, equal, ball, inside, is_open, bounding)

    def margin(self) -> tuple[Pair, Bound]:
        """Both ends, with their proofs."""
        near, suggested = self._suggested(None)
        points = [z for z in _shorter(near) if self._holds(z)]
        low, z = max(
            ((min(_at(row, z) for row in self.rivals), z) for z in (*points, self.inside)),
            key=lambda pair: pair[0],
        )
        signs = [1] * (len(self.rivals) + len(self.weak)) + [-1] * len(self.equal)
        high, weights = min(
            (
                (self._most(weights), weights)
                for weights in _shorter(suggested)
                if any(weights[: len(self.rivals)])
                and all(w >= 0 for w, sign in zip(weights, signs, strict=True) if sign > 0)
            ),
            key=lambda pair: pair[0],
        )
        return (_ended(low, up=False), _ended(high, up=True)), self._bound(z, weights)

    def probability(self, heat: Fraction) -> tuple[Pair, Bound]:
        """Both ends, with their proofs."""
        z, weights = self._suggested(heat)
        exponents = [-_float(_at(row, z) / heat) for row in self.rivals]
        whole = sum(weights[: len(self.rivals)])
        shares = [float(w / whole) for w in weights[: len(self.rivals)] if w]
        odds = -sum(w * log(w) for w in shares) - _float(self._most(weights) / heat)
        return (_reached(exponents), _exceeded_never(odds)), self._bound(z, weights)

    def _bound(self, z: Sequence[Fraction], weights: Sequence[Fraction]) -> Bound:
        point = [c + x for c, x in zip(self.ball.centre, z, strict=True)]
        whole = scalars(primitive(weights))
        return Bound(Witness(scalars(point)), Refutation((*whole, Fraction(0))))

    def _most(self, weights: Sequence[Fraction]) -> Fraction:
        """Not less than the largest value of the weighted sum in the ball, where those of rivals
        have the sum 1.
        """
        rows = [*self.rivals, *self.weak, *self.equal]
        used = [(w, row) for w, row in zip(weights, rows, strict=True) if w]
        whole = sum(weights[: len(self.rivals)], Fraction(0))
        middle, *slope = (
            sum((w * row[k] for w, row in used), Fraction(0)) / whole
            for k in range(len(self.inside) + 1)
        )
        square = cast("Fraction", self.ball.square)
        return middle + _root(square * sum(x * x for x in slope))

    def _suggested(self, heat: Fraction | None) -> tuple[list[Fraction], list[Fraction]]:
        """A point of the inputs, and weights of rivals, inequalities and equations."""
        import numpy as np

        if not self.open:  # the ball is its centre
            least = min(range(len(self.rivals)), key=lambda k: self.rivals[k][0])
            alone = [Fraction(int(k == least)) for k in range(len(self.rivals))]
            if heat is not None:
                exponents = [-_float(row[0] / heat) for row in self.rivals]
                alone = _rounded(_softmax(np.array(exponents)))
            return self.inside, [*alone, *[Fraction(0)] * (len(self.weak) + len(self.equal))]
        width = len(self.inside) + 1
        rivals, weak, equal = (
            np.array([list(map(_float, row)) for row in part], np.float64).reshape(-1, width)
            for part in (self.rivals, self.weak, self.equal)
        )
        weak = weak[(bounding := np.array(self.bounding, bool))]
        start = np.array(list(map(_float, self.inside)))
        z, known = _solved(
            rivals,
            weak,
            equal,
            start,
            sqrt(_float(self.ball.square)),
            None if heat is None else float(heat),
        )
        found: list[tuple[Fraction, list[Fraction]]] = []
        # The best gradient is a multiple of z, none where the ball is no bound.
        for aside in (-z[None], z[None][:0]):
            table = np.vstack([equal[:, 1:], aside]).T
            for shares, pulls in known:
                slope = shares @ rivals[:, 1:] + pulls @ weak[:, 1:]
                levels = np.linalg.lstsq(table, -slope, rcond=None)[0][: len(equal)]
                every = np.zeros(len(bounding))
                every[bounding] = pulls
                weights = _rounded(np.concatenate([shares, every, levels]))
                if any(weights[: len(rivals)]):
                    found.append((self._most(weights), weights))
        _, weights = min(found, key=lambda pair: pair[0])
        return self._input_near(z), weights

    def _holds(self, z: Sequence[Fraction]) -> bool:
        """Whether it is an input."""
        return (
            sum(x * x for x in z) <= cast("Fraction", self.ball.square)
            and all(_at(row, z) >= 0 for row in self.weak)
            and not any(_at(row, z) for row in self.equal)
        )

    def _input_near(self, near: Vector) -> list[Fraction]:
        """An input near a point in floating point."""
        size = 1 << _BITS
        z = [Fraction(round(x * size), size) for x in map(Fraction, near.tolist())]
        if self.equal:
            off = shortest([], [(_at(row, z), *row[1:]) for row in self.equal], len(z))
            assert off is not None
            z = [x + cast("Fraction", y) for x, y in zip(z, off.point, strict=True)]
        part = Fraction(1, size)
        while not self._holds(z):
            z = [x + part * (y - x) for x, y in zip(z, self.inside, strict=True)]
            part = min(Fraction(1), part * 16)
        return z


def _inner(
    weak: list[list[Fraction]], equal: list[list[Fraction]], square: Fraction, d: int
) -> tuple[list[Fraction], bool]:
    """A point of the inputs that is not on their border, relative to the equations; or the centre,
    if it is all there is.
    """
    origin = Ball((Fraction(0),) * d, square)
    positive: Row = (1, *[0] * d)
    least = shortest(weak, equal, d)
    if least is None or dot(least.point, least.point) > square:
        raise BadInput("inputs must have a point, not be empty")
    if not square:
        return [Fraction(0)] * d, False
    along = kernel([row[1:] for row in equal], d)
    rows = [row for row in weak if any(dot(row[1:], way) for way in along)]
    level = [primitive(row) for row in equal if any(row)]
    found, values = motzkin([*map(primitive, rows), positive], level, d + 1)
    if found:
        found, values = in_ball([*map(primitive, rows), positive], level, [], values, origin)
    point: list[Fraction] = []
    if found:  # off the border of the ball; rows are rational, and so are the points
        ends = zip(scalars(values[1:]), least.point, strict=True)
        point = cast("list[Fraction]", [(over(x, values[0]) + y) / 2 for x, y in ends])
    if not found or sum(x * x for x in point) >= square:
        raise BadInput(
            "inputs of a confidence must have a point in the ball at which no inequality is an equality; state equalities as equations"
        )
    return point, True


def _solved(
    rivals: Vector, weak: Vector, equal: Vector, start: Vector, radius: float, heat: float | None
) -> tuple[Vector, list[Weights]]:
    """By a barrier method: a point, and weights of rivals, of sum 1, with those of weak rows.

    Without ``heat`` the largest margin is meant, which is one more coordinate; else the least
    logarithm of the sum of exp(-difference / heat).
    """
    import numpy as np

    basis = _level(equal[:, 1:], len(start))
    scale = max(
        float(np.abs(rivals[:, :1]).max()),
        radius * float(np.linalg.norm(rivals[:, 1:], axis=1).max()),
        1e-300,
    )
    sizes = np.maximum(np.linalg.norm(weak[:, 1:], axis=1), 1e-300)
    offsets, slopes = (rivals[:, 0] + rivals[:, 1:] @ start) / scale, rivals[:, 1:] @ basis / scale
    bounds = (weak[:, 0] + weak[:, 1:] @ start) / sizes
    sides = weak[:, 1:] @ basis / sizes[:, None]
    k, unit = basis.shape[1], radius
    y = np.zeros(k + (heat is None))
    if heat is None:
        y[-1] = offsets.min() - 1
    heat = None if heat is None else heat / scale

    def parts(y: Vector) -> tuple[Vector, Vector, float]:
        """Slacks of the barrier, and how far the ball is."""
        walls = bounds + sides @ y[:k]
        if heat is None:
            walls = np.concatenate([offsets + slopes @ y[:k] - y[k], walls])
        z = start + basis @ y[:k]
        return walls, z, (unit * unit - float(z @ z)) / (unit * unit)

    gradients = sides
    if heat is None:
        gradients = np.vstack(
            [
                np.column_stack([slopes, -np.ones(len(slopes))]),
                np.column_stack([sides, np.zeros(len(sides))]),
            ]
        )

    def value(y: Vector, weight: float) -> float:
        walls, _, room = parts(y)
        if room <= 0 or (walls <= 0).any():
            return np.inf
        if heat is None:
            reached = -float(y[k])
        else:
            exponents = -(offsets + slopes @ y) / heat
            top = float(exponents.max())
            reached = heat * (top + float(np.log(np.exp(exponents - top).sum())))
        return weight * reached - float(np.log(walls).sum()) - float(np.log(room))

    if not np.isfinite(value(y, 1.0)):  # too near to a border for floating point
        alone = np.eye(len(rivals)) if heat is None else _softmax(-offsets / heat)[None]
        return start, [(shares, np.zeros(len(weak))) for shares in alone]
    kept: list[Weights] = []
    weight, shares = 1.0, np.zeros(len(rivals))
    while True:
        for _ in range(_STEPS):
            walls, z, room = parts(y)
            inverse = 1 / walls
            aside = np.zeros(len(y))
            aside[:k] = basis.T @ z / (unit * unit)
            gradient = -gradients.T @ inverse + 2 * aside / room
            hessian = (gradients.T * inverse**2) @ gradients + 4 * np.outer(aside, aside) / room**2
            hessian[:k, :k] += np.eye(k) * (2 / room / (unit * unit))
            if heat is None:
                gradient[k] -= weight
                shares = inverse[: len(rivals)]
            else:
                shares = _softmax(-(offsets + slopes @ y) / heat)
                mean = shares @ slopes
                gradient -= weight * mean
                hessian += weight / heat * ((slopes.T * shares) @ slopes - np.outer(mean, mean))
            step = np.linalg.lstsq(hessian, -gradient, rcond=1e-15)[0]
            falls = float(-gradient @ step)
            length, before = 1.0, value(y, weight)
            while (
                length > 1e-10
                and not value(y + length * step, weight) <= before - 0.1 * length * falls
            ):
                length /= 2
            if length <= 1e-10:
                break
            y = y + length * step
            if falls < 1e-9:
                break
        gap = (len(gradients) + 1) / weight
        if gap < _NEAR:
            walls = parts(y)[0]
            shares = 1 / walls[: len(rivals)] if heat is None else shares * weight
            pulls = (1 / walls)[len(walls) - len(weak) :] / sizes * scale
            kept.append((shares / shares.sum(), pulls / shares.sum()))
        if gap < _GAP:
            break
        weight *= 6
    z = parts(y)[1]
    fixed = None if heat is None else _softmax(-(offsets + slopes @ y) / heat)
    return z, [*kept, *_polished(rivals, weak, equal, z, kept[0], fixed)]


def _polished(
    rivals: Vector, weak: Vector, equal: Vector, z: Vector, near: Weights, fixed: Vector | None
) -> list[Weights]:
    """Weights of what weighs something, such that the gradient of the sum is a multiple of z, as it
    is for the best ones at the best point; those of rivals may be fixed.
    """
    import numpy as np

    found = []
    for least, aside in product(_WEIGHTY, (-z[None], z[None][:0])):
        one = np.flatnonzero(near[0] > least) if fixed is None else np.zeros(0, int)
        two = np.flatnonzero(near[1] > least * max(1e-300, float(near[1].max(initial=0))))
        table = np.vstack([rivals[one, 1:], weak[two, 1:], equal[:, 1:], aside]).T
        wanted = np.zeros(len(z)) if fixed is None else -fixed @ rivals[:, 1:]
        if fixed is None:
            sums = np.zeros(table.shape[1])
            sums[: len(one)] = size = max(1e-300, float(np.abs(table).max(initial=0)))
            table, wanted = np.vstack([table, sums]), np.append(wanted, size)
        weights = np.linalg.lstsq(table, wanted, rcond=None)[0][: len(one) + len(two)]
        if (weights >= 0).all():
            shares, pulls = np.zeros(len(rivals)), np.zeros(len(weak))
            shares[one], pulls[two] = weights[: len(one)], weights[len(one) :]
            found.append((shares if fixed is None else fixed, pulls))
    return found


def _level(rows: Vector, width: int) -> Vector:
    """Columns that span all directions on which the rows vanish."""
    import numpy as np

    if not len(rows):
        return np.eye(width)
    _, sizes, turned = np.linalg.svd(rows)
    rank = int((sizes > 1e-12 * max(1e-300, float(sizes.max(initial=0)))).sum())
    return turned[rank:].T


def _softmax(exponents: Vector) -> Vector:
    import numpy as np

    found = np.exp(exponents - exponents.max())
    return cast("Vector", found / found.sum())


def _rounded(weights: Vector) -> list[Fraction]:
    """To so many bits; weights of rivals that are nothing beside others, to nothing."""
    return [Fraction(round(Fraction(x) * (1 << _BITS)), 1 << _BITS) for x in weights.tolist()]


def _shorter(numbers: list[Fraction]) -> list[list[Fraction]]:
    """The numbers as they are, and as fractions with small denominators."""
    return [[x.limit_denominator(most) for x in numbers] for most in _SHORT] + [numbers]


def _at(row: Sequence[Fraction], z: Sequence[Fraction]) -> Fraction:
    return row[0] + sum((a * x for a, x in zip(row[1:], z, strict=True) if a), Fraction(0))


def _float(x: Any) -> float:
    try:
        return float(x)
    except OverflowError:
        return 1e300 if x > 0 else -1e300


def _root(square: Fraction) -> Fraction:
    """Not less than the square root, by less than 2^-60 of it; itself if it is rational."""
    a, b = square.numerator, square.denominator
    exact = isqrt(a * b)
    if exact * exact == a * b:
        return Fraction(exact, b)
    shift = max(0, 2 * _BITS - (a * b).bit_length() // 2)
    return Fraction(isqrt(a * b << 2 * shift) + 1, b << shift)


def _reached(exponents: list[float]) -> Fraction:
    """Not above 1 / (1 + the sum of exp), and above 0 where a number of moderate size is."""
    top = max(exponents)
    if top < _MOST:
        return _ended(Fraction(1 / (1 + sum(map(exp, exponents))) * (1 - _SLACK)), up=False)
    if top < _FARTHEST:
        return Fraction(1, 10 ** (int((top + log(1 + len(exponents))) / log(10)) + 2))
    return Fraction(0)


def _exceeded_never(odds: float) -> Fraction:
    """Not below 1 / (1 + exp odds), and below 1 where a number of moderate size is."""
    if odds > _MOST:
        return _ended(Fraction(exp(-_MOST)), up=True)
    if odds > -_SURE:
        return _ended(Fraction(min(1.0, (1 + _SLACK) / (1 + exp(odds)))), up=True)
    if odds > -_MOST:  # by what is left to 1
        return 1 - _ended(Fraction(exp(odds) / (1 + exp(odds)) * (1 - _SLACK)), up=False)
    if odds > -_FARTHEST:
        return 1 - Fraction(1, 10 ** (int(-odds / log(10)) + 2))
    return Fraction(1)


def never_more(probability: Fraction | float, digits: int) -> str:
    """The words for a largest probability, which softmax never lets be 1.

    >>> never_more(Fraction(1, 3), 3), never_more(1.0, 3)
    ('never gets more than 0.334', 'always gets less than 1')
    """
    if probability < 1:
        return f"never gets more than {at_most(probability, digits)}"
    return "always gets less than 1"


def _ended(x: Fraction, up: bool) -> Fraction:
    """A short decimal on this side of a number, or the number if it is short."""
    context = Context(DIGITS, ROUND_CEILING if up else ROUND_FLOOR)
    short = context.divide(Decimal(x.numerator), Decimal(x.denominator))
    return x if x.denominator < 1000 else Fraction(short)
