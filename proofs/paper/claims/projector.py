"""A measure that works: the orthogonal projector P onto the column span of the centred U, and what
its cosines do not tell.

Z = J U is the centred matrix, J = 1 − f f' with f = (1, ..., 1)/√n. In the identities Z = W M with
W (n x r) of independent columns and M (r x d) of independent rows, of any rank r; P = W K W' with K
= (W'W)⁻¹.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.parser import question_of
from arrangements.listing.patterns import ranking_pattern
from arrangements.loading.configurations import load
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.claims.recovery import NAMED, SMALL
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact, separated
from proofs.search.determinations.determination import determination
from proofs.search.invariants.keys import projector, whitened_cosines

__all__ = ["CLAIMS", "prove_projector", "prove_projector_cosines"]

_SHAPES = {
    "W": "n r",
    "M": "r d",
    "N": "d r",
    "K": "r r",
    "A": "d d",
    "x": "d 1",
    "y": "n 1",
    "U": "n d",
    "f": "n 1",
    "v": "d 1",
}
_SHAPES |= {"B": "m n", "S": "d r", "F": "r r"}


def prove_projector(invertible: bool = True) -> Verdict:
    """The projector determines a softmax classifier. ``invertible=False`` also tries a singular A,
    which changes it.
    """
    return conclude(
        [*_is_a_projector(), *_unchanged(), *_tells_all(), *_rankings(), *_instances(invertible)],
        means="matrices of any shape and rank; recovered from the projector alone on instances",
        scope="all real `U`, `U'` of one shape, every number of labels, dimension and rank",
        complete=True,
        rests_on=(
            (
                "a matrix of rank `r` is a product `W M` of matrices with independent columns and "
                "independent rows"
            ),
            "independent rows, or columns, can be completed to an invertible matrix",
            "definition `R(U) = S(B_n U)`",
        ),
        findings=(
            "`P` is a canonical form of a softmax classifier: two are the same up to translation "
            "and invertible linear maps exactly if "
            "their projectors are equal (`arrangements compare --up-to softmax`)",
        ),
    )


def _algebra() -> Algebra:
    return Algebra(
        _SHAPES, symmetric="K", invertible="A F", orthonormal="f", one=["M N", "W' W K", "K W' W"]
    )


def _is_a_projector() -> list[Step]:
    algebra = _algebra()
    W, M, K = algebra.letters("W M K")
    P = W @ K @ W.T
    return [
        algebra.identity("P = W K Wᵀ is symmetric", P.T, P),
        algebra.identity("P P = P", P @ P, P),
        algebra.identity(
            "P Z = Z: P is the identity on the columns of Z = W M", P @ (W @ M), W @ M
        ),
    ]


def _unchanged() -> list[Step]:
    algebra = _algebra()
    U, f, v, A, W, M, N, K, F = algebra.letters("U f v A W M N K F")
    J = algebra.one("n") - f @ f.T
    other = W @ F
    return [
        algebra.identity(
            "translation: the centred U + f vᵀ is the centred U", J @ (U + f @ v.T), J @ U
        ),
        algebra.identity(
            "linear maps: every column of Z A is one of W, with Z A = W (M A)",
            (W @ M) @ A,
            W @ (M @ A),
        ),
        algebra.identity(
            "and back: W = (Z A) (A⁻¹ N), so Z A has the column span of Z",
            (W @ M @ A) @ (A.inv @ N),
            W,
        ),
        algebra.identity(
            (
                "another basis W F of the same span has the same projector: (W F)(F⁻¹ K F⁻ᵀ)(W F)ᵀ "
                "= W K Wᵀ"
            ),
            other @ (F.inv @ K @ F.inv.T) @ other.T,
            W @ K @ W.T,
        ),
    ]


def _tells_all() -> list[Step]:
    """Equal projectors have one column span, so Z = W M and Z' = W M'; M and M' are completed to
    invertible matrices.
    """
    algebra = Algebra({"W": "n r", "E": "r d", "X": "d d", "Y": "d d"}, invertible="X Y")
    W, E, X, Y = algebra.letters("W E X Y")
    Z, other = W @ E @ X, W @ E @ Y
    says = (
        "M = E X and M′ = E Y with E = (1, 0) and X, Y invertible: Z′ = Z A for A = X⁻¹ Y, so U′ = "
        "U A + 1 vᵀ"
    )
    return [algebra.identity(says, Z @ (X.inv @ Y), other)]


def _rankings() -> list[Step]:
    algebra = _algebra()
    W, M, N, K, B, x, y = algebra.letters("W M N K B x y")
    Z, P = W @ M, W @ K @ W.T
    return [
        algebra.identity("every B Z x is B P y, with y = Z x", B @ Z @ x, B @ P @ (Z @ x)),
        algebra.identity(
            "every B P y is B Z x, with x = N K Wᵀ y: so R(U) = S(B P)",
            B @ P @ y,
            B @ Z @ (N @ K @ W.T @ y),
        ),
    ]


def _instances(invertible: bool) -> Iterator[Step]:
    for name, c in [(name, load(name)) for name in NAMED] + [
        (name, Configuration(rows)) for name, rows in SMALL.items()
    ]:
        alone = Configuration(projector(c), c.labels)
        found, expected = ranking_pattern(alone), ranking_pattern(c)
        yield fact(
            f"{name}: the projector alone gives R(U)",
            found == expected,
            f"{len(found)} and {len(expected)} rankings",
        )
        d = range(c.d)
        A = [[int(i == j) + int(j == i + 1) * (i + 2) for j in d] for i in d]
        if not invertible:
            A[0] = [0] * c.d
        moved = c.transformed(A).translated([k + 1 for k in d])
        same = projector(moved) == projector(c)
        says = f"{name}: a triangular linear map and a translation leave the projector"
        yield fact(says, same, f"{c.n} x {c.n} entries {'agree' if same else 'do not all agree'}")


def prove_projector_cosines() -> Verdict:
    """projector-cosines, with the least number of labels."""
    first, second = Configuration([[-1], [1], [2]]), Configuration([[-1], [2], [1]])
    what = determination("C(whitened U) -> R(U)")
    question = question_of("ranking", first.labels, "3>2>1")
    simplex = Configuration([[0, 0], [1, 0], [0, 1]]), Configuration([[1, 2], [2, 5], [0, 1]])
    same = whitened_cosines(simplex[0]) == whitened_cosines(simplex[1])
    few = all(
        len(ranking_pattern(Configuration(rows))) == count
        for rows, count in (([[3]], 1), ([[1], [2]], 2), ([[1, 0], [0, 5]], 2))
    )
    steps = [
        separated(
            "rows −1, 1, 2 and −1, 2, 1: equal whitened cosines, different rankings",
            what,
            first,
            second,
            question,
            "projector-cosines",
        ),
        fact(
            "one label has one ranking, two distinct rows have both: three labels are the least",
            few,
            "1, 2 and 2 rankings",
        ),
        fact(
            (
                "any n labels that span dimension n − 1 have the whitened cosines −1/(n−1): three "
                "in the plane, twice"
            ),
            same,
            "all −1/2",
        ),
    ]
    return conclude(
        steps,
        means="counter-example over Q, with certificate",
        scope="the two configurations named; that none is smaller: every configuration of one or two labels",
        complete=True,
        rests_on=(),
        findings=(
            "the projector has to be compared entry by entry; its cosines lose the lengths `P_ii`",
        ),
    )


CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="projector",
        owner="ours",
        statement=(
            "Let `P(U)` be the orthogonal projector onto the span of the columns of the centred "
            "`U`. `P(U) = P(U')` exactly when "
            "`U' = U A + 1 v^T` for an invertible `A` and some `v`: it is unchanged by every "
            "change that leaves a softmax classifier as it "
            "is. `P(U)` determines `R(U)`."
        ),
        conditions=(),
        prove=prove_projector,
    ),
    Claim(
        id="projector-cosines",
        owner="ours",
        statement=(
            "The cosines of `P(U)`, which are those of the whitened rows, do not determine `R(U)`: "
            "rows −1, 1, 2 against −1, 2, 1. With two "
            "labels they do."
        ),
        conditions=(
            Condition(
                "no row is the mean of all", "source", "its whitened row is zero and has no cosines"
            ),
        ),
        prove=prove_projector_cosines,
    ),
)
