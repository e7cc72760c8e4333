"""Proposition E.2, lemma 5.3 and theorem 5.6: sign patterns belong to the column span, which
cosines give up to row scaling.

The proofs are identities between matrices of any shape and any rank, each decided by the words of
``algebra.matrices`` and by the matrix symbols of SymPy, which knows no signs and no minors: row scaling
and chirotopes are steps of another kind. A configuration of rank r is U
= W M, with W (n x r) of independent columns and M (r x d) of independent rows; N is a right inverse
of M, K = (W'W)⁻¹ and Q = (M M')⁻¹. Rank 0 and rank below d are not special. The statement about
chirotopes is expanded in coordinates, for the ranges that the verdict names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from arrangements.exact.numbers import sign
from arrangements.layers.configuration import Configuration
from arrangements.listing.patterns import sign_pattern
from proofs.paper.algebra.matrix_symbols import Letters
from proofs.paper.algebra.minors import cauchy_binet, product_of_minors
from proofs.paper.claims.recovery import (
    determines_rankings,
    orthants,
    recovered_rankings,
    recovered_signs,
)
from proofs.paper.claims.softmax import DEFINITE
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.search.determinations.checks import DETERMINATIONS

__all__ = [
    "LEMMA_5_3",
    "PROPOSITION_E_2",
    "THEOREM_5_6",
    "prove_lemma_5_3",
    "prove_proposition_e_2",
    "prove_theorem_5_6",
]

LARGEST_DIMENSION = 5
_FACTORISATION = "a matrix of rank `r` is a product `W M` of matrices with independent columns and independent rows"


def prove_proposition_e_2() -> Verdict:
    """Proposition E.2: {U x} = {W z}, and the sign patterns are read off that set alone."""
    decide = Letters().decide
    steps = [
        decide(
            "every U x is W z, with z = M x",
            lambda s: ((s.W @ s.M) @ s.x, s.W @ (s.M @ s.x)),
        ),
        decide(
            "every W z is U x, with x = N z",
            lambda s: (s.W @ s.z, (s.W @ s.M) @ (s.N @ s.z)),
        ),
    ]
    return conclude(
        [*steps, *orthants()],
        means="matrices of any shape and rank; orthant by orthant on instances",
        scope="all real `U`: every number of labels, dimension and rank",
        complete=True,
        rests_on=(
            _FACTORISATION,
            "definition of `S(U)`: the strict sign vectors of the points `U x`; those with sign vector `s` are in the orthant of `s`",
        ),
        findings=(),
    )


def prove_lemma_5_3(
    row_factors: Sequence[int] = (1,), largest_dimension: int = LARGEST_DIMENSION
) -> Verdict:
    """Lemma 5.3 in the paper's three steps. ``row_factors`` are the signs that the row scaling may
    have; the lemma needs them positive.
    """
    return conclude(
        [
            *_gram_steps(),
            *_scaling_steps(row_factors),
            *_chirotope_steps(largest_dimension),
            *recovered_signs(),
        ],
        means="matrices of any shape and rank; minors expanded; patterns recovered from cosines on instances",
        scope="all real `U` with non-zero rows, every `n`, `d` and rank",
        complete=True,
        rests_on=(DEFINITE, _FACTORISATION, "proposition-E.2"),
        findings=(
            "only the row factors need to be positive; the column factors need only be non-zero",
            "the chirotopes of `C(U)` and `U` agree as well, which the lemma does not need: minors are expanded for "
            f"`d ≤ {largest_dimension}` and every `n`, beyond by the theorem of Cauchy and Binet",
        ),
    )


def _gram_steps() -> list[Step]:
    """The columns of G = U U' span the same space as those of U."""
    decide = Letters().decide
    return [
        decide(
            "W'W is invertible: zᵀ W'W z = |W z|², and W has independent columns",
            lambda s: (s.z.T @ s.W.T @ s.W @ s.z, (s.W @ s.z).T @ (s.W @ s.z)),
        ),
        decide(
            "M M' is invertible: zᵀ M M' z = |M' z|²",
            lambda s: (s.z.T @ s.M @ s.M.T @ s.z, (s.M.T @ s.z).T @ (s.M.T @ s.z)),
        ),
        decide(
            "…and M' z = 0 only for z = 0, because N' M' z = z",
            lambda s: (s.N.T @ (s.M.T @ s.z), s.z),
        ),
        decide(
            "every G y is U x, with x = U' y",
            lambda s: (_gram(s) @ s.y, (s.W @ s.M) @ ((s.W @ s.M).T @ s.y)),
        ),
        decide(
            "every U x is G y, with y = W K Q M x; so S(G) = S(U)",
            lambda s: (s.W @ s.M @ s.x, _gram(s) @ (s.W @ s.K @ s.Q @ s.M @ s.x)),
        ),
    ]


def _gram(s: SimpleNamespace) -> Any:
    """G = U U' with U = W M."""
    return (s.W @ s.M) @ (s.W @ s.M).T


def _scaling_steps(row_factors: Sequence[int]) -> list[Step]:
    """C(U) = L G L with L = diag(1/|u_i|): columns of G scaled by invertible factors, rows by
    positive ones.
    """
    decide = Letters().decide
    return [
        decide(
            "columns: every (G L) y is G y′, with y′ = L y",
            lambda s: ((_gram(s) @ s.L) @ s.y, _gram(s) @ (s.L @ s.y)),
        ),
        decide(
            "columns: every G y is (G L) y′, with y′ = L⁻¹ y; so S(G L) = S(G)",
            lambda s: (_gram(s) @ s.y, (_gram(s) @ s.L) @ (s.L_inverse @ s.y)),
        ),
        _row_signs(row_factors),
    ]


def _row_signs(row_factors: Sequence[int]) -> Step:
    """Multiplying a row by a factor of a given sign multiplies its entry in every sign vector by
    that sign.
    """
    says = "rows: a logit g and λ g have the same sign, for every factor λ that the scaling may have; so S(L G L) = S(G L)"
    wrong = [factor for factor in row_factors if any(sign(factor * g) != sign(g) for g in (-1, 1))]
    if not wrong:
        return Step(
            says,
            "holds",
            "λ > 0 and g ≠ 0: the product of the signs is the sign of g",
            (),
            symbolic=True,
        )
    before = Configuration([[1], [1]])
    patterns = [", ".join(sign_pattern(c)) for c in (before, before.scaled([1, wrong[0]]))]
    return Step(
        says,
        "fails",
        f"for U = (1), (1) and the factors 1, {wrong[0]} S goes from {{{patterns[0]}}} to {{{patterns[1]}}}",
        (),
    )


def _chirotope_steps(largest_dimension: int) -> list[Step]:
    """det G[I,J] is det W[I] det W[J] times a positive number that does not depend on I and J;
    scalings multiply by positive numbers.
    """
    steps = []
    for d in range(1, largest_dimension + 1):
        parts = [cauchy_binet(r, d) for r in range(1, d + 1)]
        steps.append(
            _merged(
                f"det((U Uᵀ)[I,J]) = Σ_K det U[I,K] det U[J,K] in dimension {d}, for all minors of size 1..{d}",
                parts,
            )
        )
    parts = [product_of_minors(r) for r in range(1, largest_dimension)]
    says = (
        f"det U[I,K] = det W[I] det M[:,K] for rank r ≤ {largest_dimension - 1} (r = d needs no M), so "
        "det G[I,J] = det W[I] det W[J] Σ_K det M[:,K]² and the sum of squares is positive: the chirotopes of C(U) and U agree"
    )
    return [*steps, _merged(says, parts)]


def _merged(says: str, parts: Sequence[Step]) -> Step:
    """One step for several identities of the same kind; the first that does not hold speaks for
    all.
    """
    for part in parts:
        if part.outcome != "holds":
            return Step(says, part.outcome, f"{part.says}: {part.detail}", (), symbolic=True)
    number = f"{len(parts)} identities" if len(parts) != 1 else "one identity"
    return Step(says, "holds", f"{number} expanded to 0 = 0", (), symbolic=True)


def prove_theorem_5_6(
    view: Callable[[Configuration], Configuration] = Configuration.differences,
) -> Verdict:
    """Theorem 5.6: lemma 5.3 for the configuration of differences. Another ``view``, such as U
    itself, does not determine R(U).
    """
    return conclude(
        [
            *_gram_steps(),
            *_scaling_steps((1,)),
            determines_rankings(view),
            *recovered_rankings(view),
        ],
        means="lemma 5.3 for `B_n U`: matrices of any shape and rank; rankings recovered from cosines on instances",
        scope="all real `U` with pairwise distinct rows, every `n`, `d` and rank",
        complete=True,
        rests_on=("lemma-5.3", "definition `R(U) = S(B_n U)`", DEFINITE),
        findings=(),
    )


PROPOSITION_E_2 = Claim(
    id="proposition-E.2",
    owner="paper",
    statement=(
        "`S(U)` is the set of open orthants of `R^n` met by the column span of `U`. Consequently `S(U)` depends on the column span "
        "only, and `U` of rank `r < d` may be replaced by `r` independent columns."
    ),
    conditions=(),
    prove=prove_proposition_e_2,
)

LEMMA_5_3 = Claim(
    id="lemma-5.3",
    owner="paper",
    statement=(
        "For `U` with non-zero rows, `C(U)` determines `S(U)`: indeed `S(C(U)) = S(U)`. Three steps: `S(G) = S(U)` for the Gram "
        "matrix `G = U U^T`; scaling columns of `G`; scaling rows by positive numbers."
    ),
    conditions=(Condition("no row of U is zero", "source", "a zero row has no cosines"),),
    prove=prove_lemma_5_3,
    about=DETERMINATIONS["lemma-5.3"],
)

THEOREM_5_6 = Claim(
    id="theorem-5.6",
    owner="paper",
    statement="For `U` with pairwise distinct rows, `C(B_n U)` determines `R(U)`.",
    conditions=(
        Condition(
            "the rows of U are pairwise distinct",
            "ours",
            "the difference of equal rows is zero and has no cosines",
        ),
    ),
    prove=prove_theorem_5_6,
    about=DETERMINATIONS["theorem-5.6"],
)
