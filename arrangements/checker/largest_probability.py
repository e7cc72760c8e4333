"""The largest margin and the largest softmax probability of a label in a ball, over the rationals.

The margin is the most that the least of all s_i - s_j is at any input; the probability is exp(s_i / T) /
sum of exp(s_j / T). Both are at least what they are at a point. Weights w_j >= 0 of sum 1 bound both: on the
ball the sum of w_j (s_i - s_j), with conditions on inputs added, is at most g + r |v|, g its value at the
centre and v its gradient; so is the margin. And by the concavity of the logarithm the sum of exp((s_j - s_i)
/ T) is at least exp of H - (g + r |v|) / T, where H is the entropy of the weights, the sum of w_j log(1 /
w_j); the probability is 1 / (1 + the sum).
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple, cast

from arrangements.checker.enclosures import BITS, MOST_EXPONENT, exponential, logarithm
from arrangements.checker.numbers import Rows, dot, minus, sign
from arrangements.checker.problem import Problem, meets, named, numbers_of, point
from arrangements.checker.reading import Json, all_lists, demand, fraction, keys, readable

__all__ = ["enclose"]


class Sum(NamedTuple):
    """A weighted sum of margins and conditions on inputs, all numbers times one positive integer:
    its value at the centre, the square of r times its gradient, the scale of both, and the weights of the
    margins.
    """

    middle: int
    steep: int
    unit: int
    weights: list[int]


def enclose(problem: Problem, label: Json, heat: Json, margin: Json, probability: Json) -> None:
    """Demand that the largest margin and the largest probability are between their two numbers."""
    ends, parts = [], []
    for part in (margin, probability):
        between, *evidence = keys(part, "between", "point", "weights")
        readable(all_lists([between], 2), "what is enclosed must be between two numbers")
        ends.append([*map(fraction, between)])
        parts.append(evidence)
    temperature = fraction(heat)
    readable(temperature[0] > 0, "the temperature must be positive")
    (low, high), (least, most) = ends
    readable(least[0] >= 0 and most[0] <= most[1], "probabilities must be between 0 and 1")
    readable(problem.root is None, "a confidence must be over the rationals")
    ball = problem.ball
    if ball is None or ball.sphere:
        raise ValueError("a confidence must be in a ball, not on its sphere")
    demand(sign(ball.square) >= 0, "the square of a radius must not be negative")
    (own,) = named([label], problem.labels)
    rivals = [minus(problem.rows[own], v) for j, v in enumerate(problem.rows) if j != own]
    readable(rivals, "a label must have a rival")

    (near, light), (far, heavy) = parts
    margin_at(rivals, problem, near, low)
    margin_below(weighed(rivals, problem, light), high)
    probability_at(rivals, problem, far, temperature, least)
    probability_below(weighed(rivals, problem, heavy), temperature, most)


def scores_at(rivals: Rows, problem: Problem, value: Json) -> tuple[list[int], int]:
    """The margins at a point, all times one positive integer, and this."""
    x = point(problem, value)
    demand(meets([], problem, x, problem.ball), "a point must be an input")
    # 1 > 0 is the last condition, on the scale of all others
    return [cast(int, dot(v, x)) for v in rivals], cast(int, problem.common[-1][0][-1] * x[-1])


def weighed(rivals: Rows, problem: Problem, pairs: Json) -> Sum:
    conditions = [*((v, "≥") for v in rivals), *problem.common]
    places, numbers = numbers_of(pairs, len(conditions), None)
    weights = cast("list[int]", numbers)
    used = [(w, *conditions[place]) for w, place in zip(weights, places, strict=True)]
    demand(
        all(relation == "=" or w > 0 for w, _, relation in used),
        "weights of inequalities must be positive",
    )
    ball = problem.ball
    assert ball is not None
    *slope, middle = (dot(numbers, [v[k] for _, v, _ in used]) for k in range(problem.width))
    own = dict(zip(places, weights, strict=True))
    margins = [own.get(k, 0) for k in range(len(rivals))]
    demand(any(margins), "a rival must have a weight")
    return Sum(
        cast(int, ball.one * middle),
        cast(int, ball.one * ball.square * dot(slope, slope)),
        cast(int, ball.one * problem.common[-1][0][-1]),
        margins,
    )


def margin_at(rivals: Rows, problem: Problem, value: Json, low: tuple[int, int]) -> None:
    scores, one = scores_at(rivals, problem, value)
    demand(
        all(score * low[1] >= low[0] * one for score in scores),
        "the point of the margin must have it",
    )


def margin_below(total: Sum, high: tuple[int, int]) -> None:
    room = sum(total.weights) * total.unit * high[0] - total.middle * high[1]
    demand(
        room >= 0 and total.steep * high[1] ** 2 <= room**2,
        "the weighted sum must not exceed the largest margin in the ball",
    )


def probability_at(
    rivals: Rows, problem: Problem, value: Json, heat: tuple[int, int], least: tuple[int, int]
) -> None:
    top, bottom = heat
    scores, one = scores_at(rivals, problem, value)
    if not least[0]:
        return
    readable(
        all(-score * bottom <= MOST_EXPONENT * one * top for score in scores),
        "exponents must be moderate",
    )
    total = sum(exponential(-score * bottom, one * top) for score in scores)
    demand(
        total * least[0] <= (least[1] - least[0]) << BITS,
        "the point of the probability must have it",
    )


def probability_below(total: Sum, heat: tuple[int, int], most: tuple[int, int]) -> None:
    top, bottom = heat
    if most[0] == most[1]:
        return
    demand(most[0] > 0, "a probability must be positive")
    whole = sum(total.weights)
    entropy = whole * logarithm(whole)[0] - sum(w * logarithm(w)[1] for w in total.weights if w)
    entropy += whole * (logarithm(most[0])[0] - logarithm(most[1] - most[0])[1])
    value = (total.middle << BITS) + isqrt(total.steep << 2 * BITS) + 1
    demand(
        value * bottom <= entropy * total.unit * top,
        "the weights must show the largest probability",
    )
