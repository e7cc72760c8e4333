"""Theorem H.1 restated for all sets of points in the plane: which order types have one R. The
argument is in docs/findings.md.

What is computed: the two identities that it uses; all order types of up to six points, lines of
three included, and those of seven in general position; the families of the theorem for more points.
"""

from __future__ import annotations

from collections.abc import Mapping

from arrangements.combinatorial_types import PointTypes
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.parser import question_of
from arrangements.listing.patterns import ranking_pattern
from arrangements.matroids.chirotopes import chirotope
from proofs.paper.algebra.polynomials import identity, polynomials
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact, separated
from proofs.search.determinations import exact
from proofs.search.determinations.checks import DETERMINATIONS
from proofs.search.determinations.instances import HOLDS
from proofs.search.determinations.order_types import another, only_one

__all__ = ["CLAIM", "NUMBERS", "prove"]

NUMBERS = {3: 1, 4: 2, 5: 3, 6: 4}  # types with one R, of all types of so many points
_CERTIFIED = 5  # points up to which every other type comes with a certificate
_MOST = 10
ABOUT = DETERMINATIONS["theorem-H.1"]


def prove(numbers: Mapping[int, int] | None = None) -> Verdict:
    steps = [
        _turns(),
        _no_fourth(),
        *_all_types(NUMBERS if numbers is None else numbers),
        _general_position(),
        _families(),
    ]
    return conclude(
        steps,
        means="identities and an argument in words; all types of few points, exactly",
        scope="all sets of distinct points in the plane that are not all on a line; types of up to six points one by one, of seven in "
        "general position",
        complete=True,
        rests_on=("the argument in docs/findings.md",),
        findings=(
            "of the 1, 3, 11, 93 order types of 3, 4, 5, 6 points 1, 2, 3, 4 decide their rankings, and three of all those of n points for "
            "each n from 7 on; in general position only the triangle, and the triangle with a point inside",
        ),
    )


def _turns() -> Step:
    """Lines through different corners."""
    x1, x2, y1, y2, z1, z2, b, g, a, h = polynomials(
        ["x1", "x2", "y1", "y2", "z1", "z2", "b", "g", "a", "h"]
    )
    u = (b * (y1 - x1) + g * (z1 - x1), b * (y2 - x2) + g * (z2 - x2))
    v = (a * (x1 - y1) + h * (z1 - y1), a * (x2 - y2) + h * (z2 - y2))
    corners = (y1 - x1) * (z2 - x2) - (y2 - x2) * (z1 - x1)
    says = "det(b(Y − X) + g(Z − X), a(X − Y) + h(Z − Y)) = (bh + ga + gh) [XYZ]: lines through X turn one way into lines through Y"
    return identity(says, u[0] * v[1] - u[1] * v[0], (b * h + g * a + g * h) * corners)


def _no_fourth() -> Step:
    u1, u2, v1, v2 = polynomials(["u1", "u2", "v1", "v2"])
    left = (u1 + v1) * (u2 - v2) - (u2 + v2) * (u1 - v1)
    says = "det(u + v, u − v) = −2 det(u, v): of four points not on a line the six lines have more than three directions"
    return identity(says, left, -2 * (u1 * v2 - u2 * v1))


def _all_types(numbers: Mapping[int, int]) -> list[Step]:
    steps = []
    for n, number in numbers.items():
        types = PointTypes(n, collinear=True)
        members = [types.configuration(position) for position in range(types.count())]
        wrong = [p for p, c in enumerate(members) if exact.one_or_more_rankings(c) != HOLDS]
        one = sum(only_one(chirotope(c)) for c in members)
        says = f"{n} points: {number} of {len(members)} order types have one R, as the chirotope says; of each other two sets are compared"
        detail = f"{one} have one" + (
            f"; position {wrong[0]} of {types.name} contradicts" if wrong else ""
        )
        steps.append(fact(says, not wrong and one == number, detail))
        if n <= _CERTIFIED:
            steps += [
                _apart(n, position, c)
                for position, c in enumerate(members)
                if not only_one(chirotope(c))
            ]
    return steps


def _apart(n: int, position: int, points: Configuration) -> Step:
    """Two sets of points of a type, their S equal and their R different, in one certificate."""
    other = another(points)
    says = f"{n} points: two sets of type {position} have different R"
    if other is None:
        return fact(says, False, "no second set was found")
    differing = min(set(ranking_pattern(points)) ^ set(ranking_pattern(other)))
    return separated(
        says,
        ABOUT,
        points,
        other,
        question_of("ranking", points.labels, differing),
        f"order-types-{n}-{position}",
    )


def _general_position() -> Step:
    types = PointTypes(7)
    members = [types.configuration(position) for position in range(types.count())]
    good = all(
        exact.one_or_more_rankings(c) == HOLDS and not only_one(chirotope(c)) for c in members
    )
    return fact(
        "seven points in general position: no order type has one R",
        good,
        f"{len(members)} types, two sets of points of each",
    )


def _families() -> Step:
    """One off a line; a corner, points on a line through it that reach the opposite side or not,
    two other corners; three lines.
    """
    made = {
        f"all but one of {n} on a line": [[k, 0] for k in range(n - 1)] + [[0, 1]]
        for n in range(3, _MOST + 1)
    }
    for end in (0, 1):
        for n in range(4 + end, _MOST + 1):
            name = f"{n - 2 - end} of {n} on a line through a corner" + " and its end" * end
            made[name] = [[0, 3 * n], [-n, 0], [n, 0], *([0, k + 1 - end] for k in range(n - 3))]
    made["three inside, on three lines"] = [[0, 0], [60, 0], [0, 60], [20, 20], [15, 15], [24, 12]]
    sets = {name: Configuration.affine(points) for name, points in made.items()}
    wrong = [
        name
        for name, c in sets.items()
        if not only_one(chirotope(c)) or exact.one_or_more_rankings(c) != HOLDS
    ]
    sizes = sorted({len(ranking_pattern(c)) for c in sets.values()})
    says = f"the families of the theorem, up to {_MOST} points: the chirotope of all differences is the one that the order type gives"
    return fact(
        says,
        not wrong,
        f"not for {wrong[0]}"
        if wrong
        else f"{len(sets)} sets of points with {sizes[0]} to {sizes[-1]} rankings",
    )


CLAIM = Claim(
    id="order-types",
    aliases=("theorem-H.1 for all order types",),
    owner="ours",
    statement=(
        "Distinct points in the plane, not all on a line: all points with this `S` have the same `R` iff the hull is a triangle and every "
        "line through two points passes through a corner of it. Up to relabelling these are: all points but one on a line; points on "
        "a ray from one of them, with two more on both sides whose segment meets the ray behind them, or in the last of them; and, of six "
        "points, a triangle with three points inside, each two on a line through another corner. In general position: three points, and "
        "four with one inside the triangle of the others."
    ),
    conditions=(
        Condition(
            "the points are distinct and not all on a line",
            "source",
            "on a line `S` is the order of the points, as `R` is",
        ),
    ),
    prove=prove,
)
