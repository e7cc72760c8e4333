"""Lemmas 3.2 and 3.3: a translation takes the cosine of two unembeddings to -1 or to +1.

Everything is settled in a free inner product space, hence for all real vectors of every dimension.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.claim import Claim, Condition, Step, Verdict, conclude
from proofs.vectors import Space, Vector

__all__ = ["LEMMA_3_2", "LEMMA_3_3", "settle_cosine_after_translation"]

_DEFINITE = "the inner product is positive definite: |a−b|² > 0 when a ≠ b"


def settle_cosine_after_translation(sign: int, translation: Callable[[Vector, Vector], Vector]) -> Verdict:
    """Decide cos(a+v, b+v) = sign for v = translation(a, b) and all a ≠ b.

    Both lengths and the inner product must be constant multiples of |a−b|², the lengths positive ones, so that the cosine exists.
    """
    space = Space("a b")
    a, b = space.vectors
    v = translation(a, b)
    s, t, gap = a + v, b + v, (a - b).dot(a - b)
    steps = [
        space.multiple("|a+v|² is a positive multiple of |a−b|²", s.dot(s), gap, 1),
        space.multiple("|b+v|² is a positive multiple of |a−b|²", t.dot(t), gap, 1),
        space.multiple(f"⟨a+v, b+v⟩ is a {'positive' if sign > 0 else 'negative'} multiple of |a−b|²", s.dot(t), gap, sign),
        space.identity("⟨a+v, b+v⟩² = |a+v|² |b+v|²", s.dot(t) ** 2, s.dot(s) * t.dot(t)),
    ]
    return conclude(
        steps,
        means="identities in the inner products ⟨a,a⟩, ⟨a,b⟩, ⟨b,b⟩",
        scope="all real a ≠ b of every dimension",
        rests_on=(_DEFINITE,),
        findings=(),
    )


def settle_lemma_3_3() -> Verdict:
    """Lemma 3.3 has a second case, a = b, in which any v with a + v ≠ 0 will do."""
    distinct = settle_cosine_after_translation(1, lambda a, b: -a + (b - a) / 2)
    space = Space("a v")
    a, v = space.vectors
    w = a + v
    steps: list[Step] = [
        *distinct.steps,
        space.identity("if a = b, the cosine ⟨a+v, a+v⟩ / |a+v|² is 1", w.dot(w) / w.dot(w), space.one),
    ]
    return conclude(
        steps,
        means=distinct.means,
        scope="all real a, b of every dimension; if a = b, every v ≠ −a",
        rests_on=(*distinct.rests_on, "if a = b: |a+v|² > 0 when a + v ≠ 0"),
        findings=(
            "For a = b = v = 0, and whenever a + v = 0 or b + v = 0, the cosine does not exist; the statement needs a + v ≠ 0 when a = b.",
        ),
    )


LEMMA_3_2 = Claim(
    id="lemma-3.2",
    aliases=("Lemma 2.2",),
    source="A",
    statement="For a ≠ b there is v with cos(a+v, b+v) = −1 (v = −(a+b)/2 works).",
    conditions=(Condition("a ≠ b", True, "for a = b the two translated vectors are equal, so their cosine is never −1"),),
    settle=lambda: settle_cosine_after_translation(-1, lambda a, b: -(a + b) / 2),
)

LEMMA_3_3 = Claim(
    id="lemma-3.3",
    aliases=("Lemma 2.3",),
    source="A",
    statement="For all a, b there is v with cos(a+v, b+v) = +1 (v = −a + (b−a)/2 works when a ≠ b; a = b needs a + v ≠ 0).",
    conditions=(Condition("a + v ≠ 0 when a = b", False, "the cosine does not exist"),),
    settle=settle_lemma_3_3,
)
