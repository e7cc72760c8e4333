"""Two sentences of the paper without a number: cosine 1 with very different probabilities, and
translated embeddings.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrangements.exact import linear
from arrangements.layers.configuration import Configuration
from arrangements.loading.configurations import load
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import Element, evaluate, identity, rational_functions
from proofs.paper.algebra.vectors import Space
from proofs.paper.claims.softmax import EXPONENTIAL
from proofs.paper.verdicts.claim import Claim, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact

__all__ = ["CLAIMS", "prove_embeddings", "prove_introduction_2"]


def prove_introduction_2(factor: int = 2) -> Verdict:
    """introduction-2: u_i = 2 u, every other row u. ``factor=1`` makes all rows equal, and all
    probabilities.
    """
    space = Space("u")
    (u,) = space.vectors
    E, n = rational_functions(["E", "n"])
    probability = E**factor / (E**factor + (n - 1) * E)
    steps = [
        space.identity(
            "cos(2 u, u) = 1: ⟨2 u, u⟩ is positive and its square is |2 u|² |u|²",
            (factor * u).dot(u) ** 2,
            (factor * u).dot(factor * u) * u.dot(u),
        ),
        identity(
            "with E = e^⟨u, x⟩, p(i|x) = E² / (E² + (n − 1) E) = 1 − (n − 1) / (E + n − 1)",
            probability,
            1 - (n - 1) / (E + n - 1),
        ),
        identity("p(i|x) / p(j|x) = E, which takes every positive value", E**factor / E, E),
        *_close_to_one(E, n, probability),
    ]
    return conclude(
        steps,
        means="identities; rational functions of `E = e^(u·x)`",
        scope="every `ε > 0`, `n ≥ 2` labels and dimension `d ≥ 1`",
        complete=True,
        rests_on=("`e^t` takes every positive value",),
        findings=(
            (
                "all `n` labels can have cosine 1 with each other while one of them has nearly all "
                "of the probability"
            ),
        ),
    )


def _close_to_one(E: Element, n: Element, probability: Element) -> Iterator[Step]:
    for labels, small in ((2, Fraction(1, 100)), (10, Fraction(1, 1000))):
        large = int(labels / small)
        value = evaluate(probability, {E: large, n: labels})
        says = f"{labels} labels, ε = {small}: E = {large} gives p(i|x) > 1 − ε, so p(j|x) < ε"
        yield fact(says, value > 1 - small, f"p(i|x) = {value}")


def prove_embeddings(orthogonal: bool = True) -> Verdict:
    """discussion-embeddings. ``orthogonal=False`` calls every translation harmless."""
    algebra = Algebra({"U": "n d", "x": "d 1", "w": "d 1", "B": "m n"})
    U, x, w, B = algebra.letters("U x w B")
    steps = [
        algebra.identity(
            "B U (x + w) = B U x + B U w: differences of logits move by those of U w",
            B @ U @ (x + w),
            B @ U @ x + B @ U @ w,
        ),
        *_directions(orthogonal),
    ]
    return conclude(
        steps,
        means="matrices of any shape; exact examples",
        scope="all real `U` and `w`, every number of labels and every dimension",
        complete=True,
        rests_on=(
            EXPONENTIAL,
            "`p(i|x)/p(j|x) = e^((u_i − u_j)·x)`, and `e^t = 1` only for `t = 0`",
        ),
        findings=(
            (
                "unembeddings may be translated, embeddings may not: so a statement about cosines "
                "of embeddings is another one"
            ),
        ),
    )


def _directions(orthogonal: bool) -> Iterator[Step]:
    cases = [("U = (1), (0), w = (1)", Configuration([[1], [0]]), [1])]
    cases += [
        ("rows (1, 0), (2, 0), (5, 0), w = (0, 7)", Configuration([[1, 0], [2, 0], [5, 0]]), [0, 7])
    ]
    cases += [("the rows of C.1, w = (1, 0)", load("paper/C.1"), [1, 0])]
    for name, c, w in cases:
        moves = {linear.dot(row, w) for row in c.rows}
        kept = not any(linear.dot(row, w) for row in c.differences().rows)
        same = len(moves) == 1
        says = f"{name}: the probabilities are kept iff all (u_i − u_j)·w are 0"
        expected = same == kept if orthogonal else same
        yield fact(
            says,
            expected,
            (
                f"logits move by {', '.join(sorted(map(str, moves)))}: "
                f"{'kept' if same else 'not kept'}"
            ),
        )


CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="introduction-2",
        owner="paper",
        statement=(
            "Cosine 1 goes with very different probabilities: for every `ε > 0` there are a model "
            "with `cos(u_i, u_j) = 1` and an `x` with "
            "`p(i|x) > 1 − ε` and `p(j|x) < ε`."
        ),
        conditions=(),
        prove=prove_introduction_2,
    ),
    Claim(
        id="discussion-embeddings",
        owner="paper",
        statement=(
            "Probabilities are not invariant when embeddings are translated: `p(y | x + w) = p(y | "
            "x)` for all `x` and `y` exactly when "
            "`(u_i − u_j)·w = 0` for all `i, j`."
        ),
        conditions=(),
        prove=prove_embeddings,
    ),
)
