"""Theorem H.1: two sets of five points in the plane, a trapezoid and a point in it, with equal sign
patterns and different rankings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from arrangements.decide.answers import decide_argmax, decide_ranking
from arrangements.exact import linear
from arrangements.exact.numbers import sign
from arrangements.layers.configuration import Configuration
from arrangements.layers.patterns import SignPattern
from arrangements.layers.questions.parser import question_of
from arrangements.layers.questions.question import Question
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.loading.configurations import load
from arrangements.matroids.chirotopes import chirotope
from arrangements.sign_text import text_of
from proofs.paper.verdicts.claim import Claim, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import decided, fact, separated
from proofs.search.determinations.checks import DETERMINATIONS

__all__ = ["CLAIM", "GROUPS", "prove"]

# The half of S that starts with +, as the paper lists it.
GROUPS = {
    "all points on one side": ("+++++",),
    "one trapezoid vertex cut off": ("++++-", "+++-+", "+-+++", "+----"),
    "a trapezoid edge cut off": ("+++--", "++---", "+-++-", "+--+-"),
    "the rest": ("++-+-",),
}
_ONLY_A, _ONLY_B = ("41325", "52314"), ("14352", "25341")


ABOUT = DETERMINATIONS["theorem-H.1"]


def prove(first: Configuration | None = None, second: Configuration | None = None) -> Verdict:
    """The witness of the theorem, the list of sign vectors in its four groups, and the rankings
    that it names.
    """
    a, b = first or load("paper/H.1-A"), second or load("paper/H.1-B")
    steps = [
        *(_affine(name, c) for name, c in (("A", a), ("B", b))),
        *_sign_patterns(a, b),
        *_groups(a),
        _chirotopes(a, b),
        *_rankings(a, b),
        separated(
            "S(A) = S(B) and R(A) ≠ R(B), in one certificate",
            ABOUT,
            a,
            b,
            _question(a, _ONLY_A[0]),
            "theorem-H.1-pair",
        ),
        _floats(),
        _smaller(),
    ]
    return conclude(
        steps,
        means="counter-example over Q, with certificates",
        scope="the two configurations of the theorem",
        complete=True,
        rests_on=(),
        findings=(
            "a smaller counter-example: four points in the plane, (0,0), (4,0), (4,3), (0,2) against (0,0), (4,0), (4,2), (0,3)",
            "points 1, 3, 5 are collinear in A and in B; read as binary floats they are not, they turn opposite ways in A and B, and "
            "S(A) ≠ S(B): in floating point the witness proves nothing",
        ),
    )


def _affine(name: str, c: Configuration) -> Step:
    return fact(
        f"{name} is affine: the first column is 1",
        all(row[0] == 1 for row in c.rows),
        f"{c.n} points in dimension {c.d - 1}",
    )


def _sign_patterns(a: Configuration, b: Configuration) -> list[Step]:
    s, t = sign_pattern(a), sign_pattern(b)
    listed = {word for group in GROUPS.values() for word in group}
    found = {word for word in s if word[0] == "+"}
    return [
        fact("S(A) = S(B)", s == t, _difference(s, t)),
        fact(
            "S(A) has 20 members, and the half that starts with + is the list of the paper",
            found == listed,
            _against(found, listed),
        ),
    ]


def _difference(s: SignPattern, t: SignPattern) -> str:
    only = [sorted(x for x in part if x[0] == "+") for part in (s - t, t - s)]
    if not any(only):
        return f"{len(s)} sign vectors each"
    return f"only in S(A): {', '.join(only[0]) or 'none'}; only in S(B): {', '.join(only[1]) or 'none'} (with their opposites)"


def _against(found: set[str], listed: set[str]) -> str:
    missing, extra = sorted(listed - found), sorted(found - listed)
    return f"missing: {', '.join(missing) or 'none'}; not listed: {', '.join(extra) or 'none'}; {2 * len(found)} members"


def _groups(a: Configuration) -> list[Step]:
    """The conditions of each group on the trapezoid 1, 2, 4, 5 of A, computed from its edges."""
    points = Configuration([row[1:] for row in a.rows], a.labels)
    corners = [i for i in range(a.n) if i != 2]
    edges = {
        frozenset(pair) for pair in combinations(corners, 2) if _is_edge(points, pair, corners)
    }
    inside = decided(
        "point 3 is no vertex of the hull of A",
        decide_argmax(points, points.labels[2]),
        False,
        "theorem-H.1-A-point-3",
    )
    steps = [
        inside,
        fact(
            "1, 2, 4, 5 are the corners of a quadrilateral in A",
            len(edges) == 4,
            f"edges {_names(a, edges)}",
        ),
    ]
    for group, words in GROUPS.items():
        wrong = [word for word in words if _group(word, edges) != group]
        steps.append(
            fact(
                f"group: {group}",
                not wrong,
                ", ".join(words) if not wrong else f"not so: {', '.join(wrong)}",
            )
        )
    return steps


def _group(word: str, edges: set[frozenset[int]]) -> str:
    """The group of a sign vector by the points on the side away from the rest."""
    for side in (frozenset(i for i, s in enumerate(word) if s == mark) for mark in "+-"):
        if not side:
            return "all points on one side"
        if len(side) == 1 and 2 not in side:
            return "one trapezoid vertex cut off"
        if side in edges:
            return "a trapezoid edge cut off"
    return "the rest"


def _is_edge(points: Configuration, pair: Sequence[int], corners: Sequence[int]) -> bool:
    i, j = pair
    sides = {
        sign(linear.determinant([[1, *points.rows[k]] for k in (i, j, other)]))
        for other in corners
        if other not in pair
    }
    return len(sides) == 1 and 0 not in sides


def _names(a: Configuration, edges: set[frozenset[int]]) -> str:
    return ", ".join(sorted("".join(a.labels[i] for i in sorted(edge)) for edge in edges))


def _chirotopes(a: Configuration, b: Configuration) -> Step:
    signs = [text_of(chirotope(c).signs.tolist()) for c in (a, b)]
    return fact(
        "the chirotopes agree, with 0 at points 1, 3, 5",
        signs[0] == signs[1] == "----0+-+++",
        f"{signs[0]} and {signs[1]}",
    )


def _question(a: Configuration, ranking: str) -> Question:
    return question_of("ranking", a.labels, tuple(ranking))


def _rankings(a: Configuration, b: Configuration) -> list[Step]:
    r, s = ranking_pattern(a), ranking_pattern(b)
    steps = [
        fact(
            "R(A) ≠ R(B), 14 rankings each",
            r != s and len(r) == len(s) == 14,
            f"{len(r)} and {len(s)}, {len(r & s)} in common",
        )
    ]
    for only, (yes, no) in (("A", (a, b)), ("B", (b, a))):
        other = "B" if only == "A" else "A"
        for ranking in _ONLY_A if only == "A" else _ONLY_B:
            name = f"theorem-H.1-{ranking}-in"
            steps.append(
                decided(
                    f"{ranking} is feasible for {only}",
                    decide_ranking(yes, tuple(ranking)),
                    True,
                    f"{name}-{only}",
                )
            )
            steps.append(
                decided(
                    f"{ranking} is not feasible for {other}",
                    decide_ranking(no, tuple(ranking)),
                    False,
                    f"{name}-{other}",
                )
            )
    return steps


def _floats() -> Step:
    """The minor 1, 3, 5 of the matrices rounded to binary floats."""
    a, b = (load(f"paper/H.1-{name}", as_floats=True) for name in "AB")
    minors = [linear.determinant([c.rows[i] for i in (0, 2, 4)]) for c in (a, b)]
    s, t = sign_pattern(a), sign_pattern(b)
    says = "in binary floats the minor 1, 3, 5 is not 0, has opposite signs in A and B, and S(A) ≠ S(B)"
    detail = f"about {' and '.join(f'{float(minor):.1e}' for minor in minors)}; {_difference(s, t)}"
    return fact(says, [sign(minor) for minor in minors] == [-1, 1] and s != t, detail)


def _smaller() -> Step:
    p = Configuration.affine([[0, 0], [4, 0], [4, 3], [0, 2]])
    q = Configuration.affine([[0, 0], [4, 0], [4, 2], [0, 3]])
    differing = sorted((ranking_pattern(p) - ranking_pattern(q)).strings())
    question = question_of("ranking", p.labels, differing[0] if differing else ">".join(p.labels))
    return separated(
        "a smaller one: four points in the plane", ABOUT, p, q, question, "theorem-H.1-smaller"
    )


CLAIM = Claim(
    id="theorem-H.1",
    aliases=("Björner et al., Oriented Matroids, section 1.10", "Figure 4"),
    owner="paper",
    statement=(
        "Even for affine configurations `S` does not determine `R`. Witness, five points each: `A = (−4/5, 1), (4/5, 1), "
        "(11/20, −1/2), (−1, −1), (1, −1)` and `B = (−1, 1), (1, 1), (7/20, −1/2), (−4/5, −1), (4/5, −1)`, each with a 1 prepended. "
        "`S(A) = S(B)`, `R(A) ≠ R(B)`. The half of `S` that starts with + comes in four groups: all points on one side; one trapezoid "
        "vertex (1, 2, 4, 5; point 3 is no vertex) cut off; a trapezoid edge cut off; the rest. Rankings 41325 and 52314 are feasible "
        "for `A` only, 14352 and 25341 for `B` only."
    ),
    conditions=(),
    prove=prove,
    about=ABOUT,
)
