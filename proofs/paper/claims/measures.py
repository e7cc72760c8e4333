"""Appendix D: the probabilities of a softmax classifier determine neither dot products nor
distances of its unembeddings.

Two changes leave every probability alone: u → t u with x → x / t, and u → u + v. Each measure is
changed by one of them.
"""

from __future__ import annotations

from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import rational_functions
from proofs.paper.algebra.vectors import Space
from proofs.paper.claims.softmax import DEFINITE, prove_lemma_3_1
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude

__all__ = ["CLAIM", "prove"]


def prove(inputs_rescaled: bool = True) -> Verdict:
    """Appendix D. ``inputs_rescaled=False`` is the false variant that forgets x → x / t."""
    return conclude(
        [
            *_invariance(inputs_rescaled),
            *prove_lemma_3_1().steps,
            *_dot_product(),
            *_dot_sign(),
            *_distance(),
            *_normalised_distance(),
        ],
        means="matrices of any shape; identities in inner products",
        scope=(
            "all real `U` and `x`, every number of labels and every dimension; distances, and the sign of the dot product, "
            "for `u_i ≠ u_j`"
        ),
        complete=True,
        rests_on=("lemma-3.1", "theorem-3.4", DEFINITE),
        findings=(
            "distances need `u_i ≠ u_j`: equal unembeddings have distance 0 in every model that rescaling and translation reach; that the "
            "dot product changes needs no condition, that its sign does needs `u_i ≠ u_j`, as `<u, u>` is never negative",
        ),
    )


def _invariance(inputs_rescaled: bool) -> list[Step]:
    algebra = Algebra({"U": "n d", "x": "d 1"})
    U, x = algebra.letters("U x")
    (t,) = rational_functions(["t"])
    return [
        algebra.identity(
            "(t U)(x / t) = U x",
            (t * U) @ ((1 / t if inputs_rescaled else t**0) * x),
            t**0 * (U @ x),
        )
    ]


def _dot_product() -> list[Step]:
    space = Space("a b")
    a, b = space.vectors
    says = "dot product: after translation by a + b it has grown by 2 |a+b|², which is not 0 unless a + b = 0"
    v = a + b
    first = space.multiple(says, (a + v).dot(b + v) - a.dot(b), (a + b).dot(a + b), 1)
    space = Space("a v")
    a, v = space.vectors
    says = "dot product: if a + b = 0, translation by any v ≠ 0 makes it grow by |v|²"
    return [first, space.identity(says, (a + v).dot(-a + v) - a.dot(-a), v.dot(v))]


def _dot_sign() -> list[Step]:
    """The translations of lemmas 3.2 and 3.3: the dot products are negative and positive multiples
    of |a−b|².
    """
    space = Space("a b")
    a, b = space.vectors
    gap, opposite, parallel = (a - b).dot(a - b), -(a + b) / 2, -a + (b - a) / 2
    negative = (
        "sign of the dot product: after translation by −(a+b)/2 it is −|a−b|²/4, negative if a ≠ b"
    )
    positive = "sign of the dot product: after translation by −a + (b−a)/2 it is 3|a−b|²/4, positive if a ≠ b"
    return [
        space.multiple(negative, (a + opposite).dot(b + opposite), gap, -1),
        space.multiple(positive, (a + parallel).dot(b + parallel), gap, 1),
    ]


def _distance() -> list[Step]:
    space = Space("a b", "t")
    a, b = space.vectors
    (t,) = space.scalars
    says = "Euclidean distance: rescaling multiplies its square by t², so it changes if a ≠ b and t ≠ 1"
    return [space.identity(says, (t * a - t * b).dot(t * a - t * b), t**2 * (a - b).dot(a - b))]


def _normalised_distance() -> list[Step]:
    space = Space("e f", unit="e f")
    e, f = space.vectors
    says = "normalised Euclidean distance: for unit vectors e = a/|a|, f = b/|b|, |e − f|² = 2 − 2 cos, which theorem 3.4 takes from 0 to 4"
    return [space.identity(says, (e - f).dot(e - f), 2 * space.one - 2 * e.dot(f))]


CLAIM = Claim(
    id="appendix-D",
    owner="paper",
    statement=(
        "The dot product (even its sign), the Euclidean distance and the normalised Euclidean distance of two unembeddings are "
        "not determined by the probabilities either (rescale `U` by `a` and `x` by `1/a`; translate)."
    ),
    conditions=(
        Condition(
            "`u_i ≠ u_j` (of theorem 3.4) for the distances and for the sign",
            "source",
            "equal unembeddings have distance 0, and a dot product that is not negative, after every rescaling and translation",
        ),
    ),
    prove=prove,
)
