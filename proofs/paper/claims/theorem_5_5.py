"""Theorem 5.5: seven labels in the plane, and the same with one of them shortened, in Q(sqrt 2)."""

from __future__ import annotations

from collections.abc import Sequence

from arrangements.decide.answers import decide_argmax
from arrangements.exact.numbers import exact, text
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.parser import question_of
from arrangements.listing.cosines import CosineMatrix
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.loading.configurations import load
from proofs.paper.verdicts.claim import Claim, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import decided, fact, separated
from proofs.search.determinations.checks import DETERMINATIONS

__all__ = ["CLAIM", "prove"]

_DEGREES = (0, 45, 90, 135, 180, 225, 315)


ABOUT = DETERMINATIONS["theorem-5.5"]


def prove(first: Configuration | None = None, second: Configuration | None = None) -> Verdict:
    """The witness of the theorem, with every number that the text and the reference counts give."""
    a, b = first or load("paper/5.5-model-1"), second or load("paper/5.5-model-2")
    steps = [
        *_on_circle("model 1", a, (5,) * 7),
        *_on_circle("model 2", b, (5, 5, 2, 5, 5, 5, 5)),
        _same_cosines(a, b),
        decided(
            "label 3 is an argmax label of model 1",
            decide_argmax(a, "3"),
            True,
            "theorem-5.5-model-1-label-3",
        ),
        decided(
            "label 3 is not an argmax label of model 2",
            decide_argmax(b, "3"),
            False,
            "theorem-5.5-model-2-label-3",
        ),
        separated(
            "both in one certificate",
            ABOUT,
            a,
            b,
            question_of("argmax", a.labels, "3"),
            "theorem-5.5-pair",
        ),
        *_patterns(a, b),
        *_smaller(),
    ]
    return conclude(
        steps,
        means="counter-example in Q(√2), with certificates",
        scope="the two models of the theorem",
        complete=True,
        rests_on=(),
        findings=(
            "a smaller counter-example: three labels in dimension 1, rows 1, 2, 3 against 2, 1, 3; all cosines are 1",
        ),
    )


def _on_circle(name: str, c: Configuration, lengths: Sequence[int]) -> list[Step]:
    """The coordinates lie in Q(sqrt 2), and each row is its length times (cos, sin) of its
    angle.
    """
    field = c.field.name if c.field else "Q"
    off = []
    for label, row, length, degrees in zip(c.labels, c.rows, lengths, _DEGREES, strict=True):
        wanted = tuple(
            length * exact(f"{function}({degrees}*pi/180)") for function in ("cos", "sin")
        )
        if row != wanted:
            off.append(
                f"label {label} is ({', '.join(map(text, row))}), not ({', '.join(map(text, wanted))})"
            )
    return [
        fact(
            f"{name}: coordinates in Q(√2)",
            field == "Q(sqrt(2))",
            f"the field of the coordinates is {field}",
        ),
        fact(f"{name}: angles and lengths as stated", not off, "; ".join(off) or "exactly"),
    ]


def _same_cosines(a: Configuration, b: Configuration) -> Step:
    p, q = CosineMatrix.of(a), CosineMatrix.of(b)
    different = [
        (i, j)
        for i in range(p.n)
        for j in range(i)
        if p.signed_squares[i][j] != q.signed_squares[i][j]
    ]
    detail = "; ".join(
        f"cos({p.labels[j]}, {p.labels[i]}): {text(p.cosine(i, j))} and {text(q.cosine(i, j))}"
        for i, j in different[:3]
    )
    return fact(
        "the two models have the same cosine matrix",
        not different,
        detail or f"{p.n * (p.n - 1) // 2} cosines agree exactly",
    )


def _patterns(a: Configuration, b: Configuration) -> list[Step]:
    signs, rankings = [sign_pattern(c) for c in (a, b)], [ranking_pattern(c) for c in (a, b)]
    common = len(rankings[0] & rankings[1])
    argmax = ["".join(r.argmax_labels()) for r in rankings]
    return [
        fact(
            "S is the same: C(U), and with it S(U), does not determine R(U)",
            signs[0] == signs[1],
            f"{len(signs[0])} sign vectors each",
        ),
        fact(
            "R differs: 16 and 28 rankings, 8 in common",
            (len(rankings[0]), len(rankings[1]), common) == (16, 28, 8),
            f"{len(rankings[0])} and {len(rankings[1])} rankings, {common} in common",
        ),
        fact(
            "argmax labels: all seven, and all but 3",
            argmax == ["1234567", "124567"],
            f"{argmax[0]} and {argmax[1]}",
        ),
    ]


def _smaller() -> list[Step]:
    """The least n possible: with two labels the ranking pattern is always both rankings, or
    empty.
    """
    a, b = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
    says = "a smaller one: rows 1, 2, 3 and 2, 1, 3"
    return [
        separated(
            says, ABOUT, a, b, question_of("ranking", a.labels, "3>2>1"), "theorem-5.5-smaller"
        )
    ]


CLAIM = Claim(
    id="theorem-5.5",
    aliases=("Figure 3",),
    owner="paper",
    statement=(
        "`C(U)` does not determine `R(U)`, hence `S(U)` does not either. Witness: seven labels at angles 0, 45, 90, 135, 180, 225, 315 "
        "degrees; model 1 has all lengths 5; model 2 is the same but label 3 (90 degrees) has length 2. Label 3 is an argmax label of "
        "model 1 and not of model 2."
    ),
    conditions=(),
    prove=prove,
    about=ABOUT,
)
