"""Lemmas 3.1 to 3.3 and theorem 3.4: translating the unembeddings changes their cosines and no
probability.

The logits are treated as matrices of any shape, the probabilities as rational functions of the
exponentials of the logits, and the cosines in a free inner product space; so everything holds for
every number of labels and every dimension.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import identity, rational_functions
from proofs.paper.algebra.vectors import Space, Vector
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude

__all__ = ["CLAIMS", "prove_cosine_after_translation", "prove_lemma_3_1", "prove_theorem_3_4"]

DEFINITE = "the inner product is positive definite: `|v|² > 0` unless `v = 0`"
EXPONENTIAL = "`e^(s+t) = e^s e^t`"


def prove_lemma_3_1(every_label_moves: bool = True) -> Verdict:
    """Lemma 3.1: the logits all move by the same number ⟨v, x⟩, and softmax does not see it.

    ``every_label_moves=False`` is the false variant in which only label y is translated.
    """
    algebra = Algebra({"U": "n d", "v": "d 1", "x": "d 1", "e": "n 1"})
    U, v, x, ones = algebra.letters("U v x e")
    E, rest, C = rational_functions(["E", "R", "C"])
    moved_rest = C * rest if every_label_moves else rest
    steps = [
        algebra.identity(
            "(U + e vᵀ) x = U x + e (vᵀ x) with e = (1, …, 1)ᵀ: every logit moves by the same number c = vᵀ x",
            (U + ones @ v.T) @ x,
            U @ x + ones @ (v.T @ x),
        ),
        identity(
            "E / (E + R) is unchanged when E = e^(logit of y), and R = the sum of the other n − 1 exponentials, are multiplied by C = e^c",
            (C * E) / (C * E + moved_rest),
            E / (E + rest),
        ),
    ]
    return conclude(
        steps,
        means="matrices of any shape; rational functions of `E, R, C`",
        scope="all real `U, v, x`; every number of labels and every dimension",
        complete=True,
        rests_on=(EXPONENTIAL,),
        findings=(),
    )


def prove_cosine_after_translation(
    sign: int, translation: Callable[[Vector, Vector], Vector]
) -> Verdict:
    """Lemmas 3.2 and 3.3: decide cos(a+v, b+v) = sign for v = translation(a, b) and all a ≠ b.

    Both squared lengths and the inner product must be constant multiples of |a−b|², the lengths
    positive ones, so that the cosine exists.
    """
    space = Space("a b")
    a, b = space.vectors
    v = translation(a, b)
    s, t, gap = a + v, b + v, (a - b).dot(a - b)
    steps = [
        space.multiple("|a+v|² is a positive multiple of |a−b|²", s.dot(s), gap, 1),
        space.multiple("|b+v|² is a positive multiple of |a−b|²", t.dot(t), gap, 1),
        space.multiple(
            f"⟨a+v, b+v⟩ is a {'positive' if sign > 0 else 'negative'} multiple of |a−b|²",
            s.dot(t),
            gap,
            sign,
        ),
        space.identity("⟨a+v, b+v⟩² = |a+v|² |b+v|²", s.dot(t) ** 2, s.dot(s) * t.dot(t)),
    ]
    return conclude(
        steps,
        means="identities in the inner products `⟨a,a⟩, ⟨a,b⟩, ⟨b,b⟩`",
        scope="all real `a ≠ b` of every dimension",
        complete=True,
        rests_on=(DEFINITE,),
        findings=(),
    )


def prove_lemma_3_2() -> Verdict:
    """Lemma 3.2 with the paper's v."""
    return prove_cosine_after_translation(-1, lambda a, b: -(a + b) / 2)


def prove_lemma_3_3() -> Verdict:
    """Lemma 3.3 has a second case, a = b, in which every v with a + v ≠ 0 will do."""
    distinct = prove_cosine_after_translation(1, lambda a, b: -a + (b - a) / 2)
    space = Space("a v")
    a, v = space.vectors
    w = a + v
    equal = space.identity(
        "if a = b, the cosine ⟨a+v, a+v⟩ / |a+v|² is 1", w.dot(w) / w.dot(w), space.one
    )
    return conclude(
        [*distinct.steps, equal],
        means=distinct.means,
        scope="all real `a, b` of every dimension; if `a = b`, every `v` with `a + v ≠ 0`",
        complete=True,
        rests_on=distinct.rests_on,
        findings=(
            "when `a = b` every `v` with `a + v ≠ 0` does; the `v` of the other case, `−a + (b−a)/2`, gives `a + v = 0` there",
        ),
    )


def prove_theorem_3_4() -> Verdict:
    """Theorem 3.4: lemma 3.1 for the probabilities, lemmas 3.2 and 3.3 for a = u_i and b = u_j, and
    what lies between.
    """
    parts = [
        prove_lemma_3_1(),
        prove_lemma_3_2(),
        prove_cosine_after_translation(1, lambda a, b: -a + (b - a) / 2),
    ]
    return conclude(
        [*(step for part in parts for step in part.steps), *_every_cosine_between()],
        means="lemmas 3.1, 3.2, 3.3 with `a = u_i`, `b = u_j`",
        scope="all real `U` with `u_i ≠ u_j`; every number of labels and every dimension",
        complete=True,
        rests_on=("lemma-3.1", "lemma-3.2", "lemma-3.3", EXPONENTIAL, DEFINITE),
        findings=(
            "more is true: in dimension 2 or more every cosine in `[−1, 1]` occurs among models with the same probabilities; in "
            "dimension 1 only `−1` and `+1` occur",
        ),
    )


def _every_cosine_between() -> list[Step]:
    """With h = (a−b)/2 and w orthogonal to h, v = −(a+b)/2 + w gives a+v = h + w and b+v = −h +
    w.
    """
    space = Space("a b z")
    a, b, z = space.vectors
    h = (a - b) / 2
    w = h.dot(h) * z - h.dot(z) * h
    v = -(a + b) / 2 + w
    says = "stronger: for w orthogonal to h = (a−b)/2 and v = −(a+b)/2 + w, "
    return [
        space.identity(says + "⟨a+v, b+v⟩ = |w|² − |h|²", (a + v).dot(b + v), w.dot(w) - h.dot(h)),
        space.identity(says + "|a+v|² = |w|² + |h|²", (a + v).dot(a + v), w.dot(w) + h.dot(h)),
        space.identity(says + "|b+v|² = |w|² + |h|²", (b + v).dot(b + v), w.dot(w) + h.dot(h)),
    ]


_DISTINCT = Condition(
    "`u_i ≠ u_j`",
    "source",
    "equal unembeddings stay equal under every translation, so their cosine is +1 whenever it exists",
)

CLAIMS = (
    Claim(
        id="lemma-3.1",
        aliases=("Lemma 2.1",),
        owner="paper",
        statement="For every `v`: replacing each `u_y` by `u_y + v` leaves all softmax probabilities unchanged.",
        conditions=(),
        prove=prove_lemma_3_1,
    ),
    Claim(
        id="lemma-3.2",
        aliases=("Lemma 2.2",),
        owner="paper",
        statement="For `a ≠ b` there is `v` with `cos(a+v, b+v) = −1` (`v = −(a+b)/2` works).",
        conditions=(
            Condition(
                "`a ≠ b`",
                "source",
                "for `a = b` the two translated vectors are equal, so their cosine is never −1",
            ),
        ),
        prove=prove_lemma_3_2,
    ),
    Claim(
        id="lemma-3.3",
        aliases=("Lemma 2.3",),
        owner="paper",
        statement=(
            "For all `a, b` there is `v` with `cos(a+v, b+v) = +1` (`v = −a + (b−a)/2` works when `a ≠ b`; `a = b` needs `a + v ≠ 0`)."
        ),
        conditions=(
            Condition(
                "`a + v ≠ 0` when `a = b`",
                "wording",
                "the cosine of two zero vectors does not exist",
            ),
        ),
        prove=prove_lemma_3_3,
    ),
    Claim(
        id="theorem-3.4",
        aliases=("Theorem 2.4",),
        owner="paper",
        statement=(
            "For a softmax classifier and labels `i, j` with `u_i ≠ u_j` there are two models with the same probabilities for all "
            "inputs whose `cos(u_i, u_j)` is `+1` and `−1`."
        ),
        conditions=(_DISTINCT,),
        prove=prove_theorem_3_4,
    ),
)
