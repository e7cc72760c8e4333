"""Layers by design: rows on a curve for which every set of at most K labels is possible, with the
input that shows it.

Row i is the value at t_i of the functions of a curve: t, t^2, ... (``moment``, at 1, ..., N), or
cos kt, sin kt for k = 1, ..., K (``trigonometric``, at N points around the circle, rational, nearly
equally spaced). The logits at an input are then the values at t_1, ..., t_N of one polynomial, or
trigonometric polynomial, and it has enough coefficients to touch 0 at K places of our choice and to
be negative at all others:

    e - (t - t_a)^2 (t - t_b)^2 ...        e - (1 - cos(t - t_a)) (1 - cos(t - t_b)) ...

for a small e > 0. ``docs/explanation/designs.md`` has the proof in full, ``proofs/coq/designs.v`` formally.

- Sets of active labels (logits above 0, all others below): the constant is a further column of
  ones, in dimension 2K + 1; or, since the constant of the polynomials above is always negative, an
  offset of -1 for every label, in dimension 2K.
- ``neighbourly``: the top sets, which are above all others: the constant does not matter, in
  dimension 2K. With offsets -t^(2K), dimension 2K - 1.

No smaller dimension does for 2K + 1 labels or more (``least``).

>>> made = Design(5, 1)
>>> [[str(x) for x in row] for row in made.configuration.rows], made.least
([['1', '1'], ['2', '4'], ['3', '9'], ['4', '16'], ['5', '25']], True)
>>> [str(x) for x in made.witness([2])]
['12/17', '-2/17']
>>> [str(made.logit(i, made.witness([2]))) for i in range(5)]
['-7/17', '-1/17', '1/17', '-1/17', '-7/17']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import comb, frexp, isinf, ldexp, pi, prod, tan

from arrangements.errors import BadInput, short_repr
from arrangements.exact.input_checks import Element, place_of, places_of, vector_of
from arrangements.exact.numbers import Number
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.question import Question
from arrangements.running.validated import ELEMENT, INTEGER, SCALAR, some, validated

__all__ = ["CURVES", "ROUNDED", "Design"]

CURVES = ("moment", "trigonometric")
#: What the numbers can be: exact, or the nearest floats of a type.
ROUNDED = ("exact", "float64", "float32", "float16", "bfloat16")
_MOST_BITS = 1 << 28  # of all entries

_Pair = tuple[Fraction, Fraction]  # a complex number


@validated(labels=INTEGER, members=some(ELEMENT), point=some(SCALAR))
@dataclass(frozen=True, init=False)
class Design:
    """A layer for which every set of few labels is possible, with an input for each set.

    Parameters
    ----------
    labels
        How many labels there are.
    active
        How many labels a set has at most.
    neighbourly
        Whether the sets are top sets, above all others, instead of active, above 0.
    offsets
        Whether rows have offsets; by default in such a way that the dimension is twice ``active``.
    curve
        The curve that the rows lie on; by default "moment" for exact numbers, which are integers
        then, and "trigonometric" for floats.
    rounded
        "exact", or the type to which the numbers are rounded; an audit decides whether all sets
        stay possible.

    Raises
    ------
    BadInput
        If there are no labels, no active ones, too many bits in all entries, or no such curve or
        type.

    Examples
    --------
    >>> made = Design(7, 2, curve="trigonometric")
    >>> point = made.witness(["1", "4"])
    >>> made.dimension, made.promised, [made.logit(i, point) > 0 for i in range(7)]
    (4, 29, [True, False, False, True, False, False, False])
    >>> Design(6, 2, neighbourly=True).configuration.d, Design(6, 2, offsets=False).dimension
    (4, 5)
    >>> Design(4, 1, rounded="float32").configuration.rows[0]
    (Fraction(-5931379, 8388608), Fraction(-46343, 65536))
    """

    labels: int
    active: int
    neighbourly: bool
    offsets: bool
    curve: str
    rounded: str

    def __init__(
        self,
        labels: int,
        active: int,
        *,
        neighbourly: bool = False,
        offsets: bool | None = None,
        curve: str | None = None,
        rounded: str = "exact",
    ) -> None:
        if labels < 1:
            raise BadInput(f"labels must be at least 1, not {labels}")
        if active < 1:
            raise BadInput(f"active labels must be at least 1, not {active}")
        if curve not in (None, *CURVES):
            raise BadInput(f"curve must be one of {', '.join(CURVES)}, not {short_repr(curve)}")
        if rounded not in ROUNDED:
            raise BadInput(
                f"numbers must be rounded to one of {', '.join(ROUNDED)}, not {short_repr(rounded)}"
            )
        if not isinstance(neighbourly, bool) or not isinstance(offsets, bool | None):
            raise TypeError
        offsets = not neighbourly if offsets is None else offsets
        if curve == "trigonometric" and neighbourly and offsets:
            raise BadInput("curve must be moment for top sets with offsets, not trigonometric")
        usual = "moment" if rounded == "exact" or (neighbourly and offsets) else "trigonometric"
        bits = 4 * labels * active * active * (labels.bit_length() + 4)
        if bits > _MOST_BITS:
            raise BadInput(f"entries must have at most {_MOST_BITS} bits in all, not {bits}")
        for name, value in (
            ("labels", labels),
            ("active", active),
            ("neighbourly", neighbourly),
            ("offsets", offsets),
            ("curve", curve or usual),
            ("rounded", rounded),
        ):
            object.__setattr__(self, name, value)

    @cached_property
    def places(self) -> tuple[_Pair, ...]:
        """(t_i, 0) on the moment curve, (cos t_i, sin t_i) on the circle."""
        if self.curve == "trigonometric":
            return tuple(_circle(self.labels))
        return tuple((Fraction(t), Fraction(0)) for t in range(1, self.labels + 1))

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return 2 * self.active + (not self.neighbourly) - self.offsets

    @property
    def least(self) -> bool:
        """Whether no layer of as many labels does the same in a smaller dimension.

        It is true from 2K + 1 labels on; with offsets it is about layers with offsets.
        """
        return self.labels > 2 * self.active

    @cached_property
    def configuration(self) -> Configuration:
        """The layer, floats as the exact numbers that they are."""
        rows = [self.exact_row(place) for place in range(self.labels)]
        if self.rounded != "exact":
            rows = [tuple(_nearest(x, self.rounded) for x in row) for row in rows]
        return Configuration(
            [row[: self.dimension] for row in rows],
            dimension=self.dimension,
            bias=[row[-1] for row in rows] if self.offsets else None,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The labels, "1" to "N"."""
        return tuple(map(str, range(1, self.labels + 1)))

    def exact_row(self, element: Element) -> tuple[Fraction, ...]:
        """The row of a label before it is rounded.

        Parameters
        ----------
        element
            The label, or its index from 0.

        Returns
        -------
        The entries, with the offset behind them if there are offsets.

        Raises
        ------
        BadInput
            If there is no such label.
        """
        point = self.places[place_of(self.names, element)]
        one = (Fraction(1),) * (not self.neighbourly and not self.offsets)
        if self.curve == "trigonometric":
            powers = [point]
            while len(powers) < self.active:
                powers.append(_times(powers[-1], point))
            values = tuple(chain.from_iterable(powers))
        else:
            values = tuple(point[0] ** k for k in range(1, 2 * self.active + 1))
            if self.neighbourly and self.offsets:
                return (*values[:-1], -values[-1])
        return (*one, *values, *((Fraction(-1),) * self.offsets))

    def sets(self) -> Iterator[tuple[int, ...]]:
        """The sets that are promised, smallest first, as positions of labels.

        With ``neighbourly`` neither the empty set nor that of all labels is among them.
        """
        low, high = self._sizes
        for size in range(low, high + 1):
            yield from combinations(range(self.labels), size)

    @property
    def promised(self) -> int:
        """The number of these sets."""
        low, high = self._sizes
        return sum(comb(self.labels, size) for size in range(low, high + 1))

    @property
    def _sizes(self) -> tuple[int, int]:
        if self.neighbourly:
            return 1, min(self.active, self.labels - 1)
        return 0, min(self.active, self.labels)

    def question(self, members: Iterable[Element]) -> Question:
        """Ask whether these labels are active and all others not.

        With ``neighbourly`` it is whether they are above all others.

        Parameters
        ----------
        members
            Labels, or indices from 0.

        Returns
        -------
        The question, for ``answers`` and an audit.

        Raises
        ------
        BadInput
            If a label is unknown or repeated, or there are more than ``active``.
        """
        chosen = self._places(members)
        if self.neighbourly:
            return Question("top set", tuple(chosen))
        return Question("signs", tuple(1 if i in chosen else -1 for i in range(self.labels)))

    def logit(self, element: Element, point: Iterable[Number]) -> Fraction:
        """The logit of a label at an input, before rounding.

        Parameters
        ----------
        element
            The label, or its index from 0.
        point
            The coordinates of the input.

        Returns
        -------
        The exact value.

        Raises
        ------
        BadInput
            If there is no such label, or the point has another dimension.
        """
        row = self.exact_row(element)
        coordinates = [Fraction(str(x)) for x in vector_of(point, self.dimension, "point")]
        return sum(
            (u * x for u, x in zip(row, [*coordinates, Fraction(1)], strict=False)), Fraction(0)
        )

    def witness(self, members: Iterable[Element]) -> tuple[Fraction, ...]:
        """An input at which the layer, before rounding, has a set.

        Parameters
        ----------
        members
            Labels, or indices from 0.

        Returns
        -------
        The coefficients of the polynomial of the proof.

        Raises
        ------
        BadInput
            If a label is unknown or repeated, or there are more than ``active``.
        """
        members = self._places(members)
        chosen = [self.places[i] for i in members]
        others = [place for i, place in enumerate(self.places) if i not in members]
        return (
            self._trigonometric(chosen, others)
            if self.curve == "trigonometric"
            else self._moment([t for t, _ in chosen], [t for t, _ in others])
        )

    def _places(self, members: Iterable[Element]) -> list[int]:
        places = places_of(self.names, members, "members")
        if not len(set(places)) == len(places) <= self.active:
            raise BadInput(
                f"members must be at most {self.active} of the labels, each once, not {short_repr(places)}"
            )
        return places

    def _moment(self, chosen: list[Fraction], others: list[Fraction]) -> tuple[Fraction, ...]:
        if self.neighbourly and self.offsets and chosen:
            chosen = chosen + [chosen[0]] * (self.active - len(chosen))
        square = [Fraction(1)]
        for t in chosen:
            square = _product(square, [t * t, -2 * t, Fraction(1)])
        square += [Fraction(0)] * (2 * self.active + 1 - len(square))
        if self.neighbourly:
            return tuple(-c for c in square[1 : self.dimension + 1])
        heights = [prod(((t - s) ** 2 for s in chosen), start=Fraction(1)) for t in others]
        return self._raised(square, heights)

    def _trigonometric(self, chosen: list[_Pair], others: list[_Pair]) -> tuple[Fraction, ...]:
        """With q(z) = (1 - z/z_a)(1 - z/z_b)..., |q|^2 is the product, times a power of 2."""
        q: list[_Pair] = [(Fraction(1), Fraction(0))]
        for c, s in chosen:
            shifted = [(Fraction(0), Fraction(0)), *(_times(x, (-c, s)) for x in q)]
            q = [
                (a + x, b + y)
                for (a, b), (x, y) in zip([*q, (Fraction(0), Fraction(0))], shifted, strict=True)
            ]
        square = [sum((a * a + b * b for a, b in q), Fraction(0))]
        for k in range(1, self.active + 1):
            terms = [_times(x, (y[0], -y[1])) for x, y in zip(q[k:], q, strict=False)]
            square.append(2 * sum((x for x, _ in terms), Fraction(0)))
            square.append(-2 * sum((y for _, y in terms), Fraction(0)))
        if self.neighbourly:
            return tuple(-c for c in square[1:])
        heights = [
            prod((2 * (1 - c * x - s * y) for x, y in chosen), start=Fraction(1)) for c, s in others
        ]
        return self._raised(square, heights)

    def _raised(self, square: list[Fraction], heights: list[Fraction]) -> tuple[Fraction, ...]:
        """Minus the square, raised by less than its heights at the other places and its constant."""
        raised = [-c for c in square]
        raised[0] += min([*heights, square[0]]) / 2
        return tuple(c / -raised[0] for c in raised[1:]) if self.offsets else tuple(raised)


def _circle(n: int) -> list[_Pair]:
    """n rational points around the circle, in order. The tangents of half their angles differ by
    more than 3/n, and rounding moves each by less than 1/(32n): they stay distinct.
    """
    unit = 16 << n.bit_length()
    points = []
    for i in range(n):
        u = Fraction(round(tan((2 * i + 1 - n) * pi / (2 * n)) * unit), unit)
        points.append(((1 - u * u) / (1 + u * u), 2 * u / (1 + u * u)))
    return points


def _times(x: _Pair, y: _Pair) -> _Pair:
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def _product(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    coefficients = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            coefficients[i + j] += a * b
    return coefficients


def _nearest(number: Fraction, kind: str) -> Fraction:
    """The float of the type next to the number, exactly."""
    import numpy as np

    if kind == "bfloat16":  # eight bits, the least a power of two from -133 on
        exponent = max(frexp(float(number))[1] - 8, -133)
        near = ldexp(round(ldexp(float(number), -exponent)), exponent)
        large = abs(near) >= 2.0**128
    else:
        with np.errstate(over="ignore"):
            near = float(np.dtype(kind).type(float(number)))
        large = isinf(near)
    if large:
        raise BadInput(f"entries must be at most the largest {kind}, not {number}")
    return Fraction(near)
