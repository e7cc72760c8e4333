"""The rules for one question: ``point``, ``weighted_sum`` and, on a sphere, ``vertices``."""

from __future__ import annotations

from itertools import combinations
from math import comb

from arrangements.checker.numbers import Rows, Vector, determinant, dot, sign, vanishes
from arrangements.checker.problem import Condition, Problem, meets, numbers_of, point
from arrangements.checker.reading import Json, demand, readable

__all__ = ["solved", "surrounded_by_vertices", "weighted_sum"]

# Choices of conditions among which vertices are looked for, and dimensions.
MOST_VERTICES, WIDEST = 5000, 6


def solved(conditions: list[Condition], problem: Problem, points: list[Json]) -> None:
    """Demand that the point meets all conditions. On a sphere there are two points, one in the ball and
    one that is not inside: both meet all conditions, and so does what is between them, which crosses
    the sphere.
    """
    ball = problem.ball
    sphere = ball is not None and ball.sphere
    readable(len(points) == 1 + sphere, "a point must be one, on a sphere two")
    near, *far = (point(problem, x) for x in points)
    demand(meets(conditions, problem, near, ball), "the point must meet every condition")
    for x in far:
        demand(meets(conditions, problem, x, None), "the second point must meet every condition")
        demand(ball is not None and ball.apart(x) >= 0, "the second point must not be inside")


def weighted_sum(asked: list[Condition], problem: Problem, pairs: Json) -> None:
    """Demand that the conditions, with those on all points, contradict each other. ``pairs``: the
    positions of some conditions, each with its weight.

    The weighted sum of the v_i, w_i > 0 where v_i . x > 0 or >= 0 was asked, is 0 although a strict
    condition has a weight: for any x the sum of w_i (v_i . x) would be positive and zero at once
    (Gordan, Motzkin).
    """
    conditions = asked + problem.common
    places, weights = numbers_of(pairs, len(conditions), problem.root)
    used = [(w, *conditions[place]) for w, place in zip(weights, places, strict=True)]
    demand(
        all(relation == "=" or (relation and sign(w) > 0) for w, _, relation in used),
        "weights of inequalities must be positive",
    )
    strict = any(relation == ">" for _, _, relation in used)
    total = [dot(weights, [v[k] for _, v, _ in used]) for k in range(problem.width)]
    if problem.ball is not None:
        not_in_ball(total, strict, asked, problem)
        return
    demand(strict, "a strict condition must have a weight")
    demand(vanishes(total), "the weighted sum of the conditions must vanish")


def not_in_ball(total: Vector, strict: bool, asked: list[Condition], problem: Problem) -> None:
    """Demand that a weighted sum of conditions is not positive in the ball, and not 0 where all of
    them hold. ``strict``: a strict condition has a weight, so that the sum is positive there.

    The sum is g + <v, z>, at most g + r |v|. If that is 0 and no strict condition has a weight, the
    sum is 0 at one point only, which must fail a condition.
    """
    ball = problem.ball
    assert ball is not None
    *slope, middle = total
    demand(sign(ball.square) >= 0, "the square of a radius must not be negative")
    room = sign(ball.one * middle * middle - ball.square * dot(slope, slope))
    demand(sign(middle) <= 0 <= room, "the weighted sum must not be positive in the ball")
    if strict or room:
        return  # the sum is positive where all conditions hold, or negative in the whole ball
    demand(
        sign(middle),
        "a strict condition must have a weight, or the weighted sum be negative somewhere",
    )
    # -middle > 0 is the last entry: z = square v / (-middle one)
    only = [*(ball.square * v for v in slope), middle * ball.one * -1]
    demand(
        not meets(asked, problem, only, ball), "the only point of the ball must fail a condition"
    )


def surrounded_by_vertices(asked: list[Condition], problem: Problem) -> None:
    """Demand that what the conditions leave, with >= for >, is bounded, and that its vertices are
    inside the sphere, or on it and fail a condition: no other point is farther than all of them.

    With the last coordinate the conditions make a cone, of which the rays are the kernels of as
    many rows as leave a line.
    """
    ball, width = problem.ball, problem.width
    if ball is None or not ball.sphere:
        raise ValueError("vertices must be inside a sphere")
    rows = [v for v, relation in asked + problem.common if relation in (">", "≥")]
    equal = [v for v, relation in asked + problem.common if relation == "="]
    readable(width <= WIDEST + 1, "vertices must be in few dimensions")
    fixed = independent_of(equal, width)
    size = width - 1 - len(fixed)
    readable(comb(len(rows), max(0, size)) <= MOST_VERTICES, "vertices must be few")
    demand(
        len(independent_of([*equal, *rows], width)) == width, "the conditions must leave no line"
    )
    for c in combinations(rows, max(0, size)):
        ray = crossing([*fixed, *c], width)
        for x in (ray, [a * -1 for a in ray]):
            if vanishes(x) or any(sign(dot(v, x)) < 0 for v in rows):
                continue
            demand(sign(x[-1]) > 0, "the conditions must leave no ray")
            apart = ball.apart(x)
            demand(
                apart < 0 or (apart == 0 and not meets(asked, problem, x, None)),
                "a vertex must be inside the sphere",
            )


def independent_of(rows: Rows, width: int) -> Rows:
    """Independent rows of these, as many as there are."""
    basis: Rows = []
    for row in rows:
        longer = [*basis, row]
        if any(
            sign(determinant([[v[k] for k in columns] for v in longer]))
            for columns in combinations(range(width), len(longer))
        ):
            basis = longer
    return basis


def crossing(rows: Rows, width: int) -> Vector:
    """A vector on which so many rows less one vanish; zero if they are dependent."""
    minors = (
        determinant([[v for j, v in enumerate(row) if j != k] for row in rows])
        for k in range(width)
    )
    return [minor * (-1) ** k for k, minor in enumerate(minors)]
