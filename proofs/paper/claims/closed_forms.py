"""mf-4 to mf-6: the closed forms of linear matrix factorisation for every rank k, and their
cosines.

X'X = V T V' with T = diag(s²), singular values s_1 ≥ s_2 ≥ ...; V_k holds the first k columns of V.
``mf-clusters``: data with two clusters of items and rational singular values, so that the pictures
of source B come out exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import identity, rational_functions
from proofs.paper.algebra.trials import Dense, multiply, transpose
from proofs.paper.claims.factorisation import OBJECTIVE_1, OBJECTIVE_2
from proofs.paper.claims.softmax import DEFINITE
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact

__all__ = [
    "CLAIMS",
    "cluster_cosines",
    "prove_mf_4",
    "prove_mf_5",
    "prove_mf_6",
    "prove_mf_clusters",
]

_SPECTRAL = "spectral theorem: `X^T X = V T V^T` with `V` orthogonal and `T` diagonal"
_ECKART_YOUNG = (
    "Eckart and Young: the best approximation of rank `k` keeps the `k` largest singular values"
)


def prove_mf_4(weights: tuple[int, int] = (1, 1)) -> Verdict:
    """mf-4. Other ``weights`` of the two terms than 1, 1 break the closed form."""
    algebra = Algebra(dict.fromkeys("RVET", "p p"), diagonal="E T", invertible="E", orthogonal="V")
    R, V, E, T = algebra.letters("R V E T")
    c, a, b = rational_functions(["c", "a", "b"])
    root = V @ E @ V.T
    first, second = weights
    steps = [
        algebra.identity(
            (
                "with E² = T + c, |X R|² + c |R|² = tr(Rᵀ V E² Vᵀ R) is |V E Vᵀ R|²: (V E Vᵀ)² = V "
                "E² Vᵀ"
            ),
            (R.T @ root @ root @ R).trace,
            (R.T @ V @ E @ E @ V.T @ R).trace,
        ),
        algebra.identity(
            (
                "mf-2 for R = M − M₀, M₀ = V E⁻² T Vᵀ: the objective is |V E Vᵀ M − V E⁻¹ T Vᵀ|² "
                "and a constant; V E Vᵀ M₀ = V E⁻¹ T Vᵀ"
            ),
            root @ (V @ E.inv @ E.inv @ T @ V.T),
            V @ E.inv @ T @ V.T,
        ),
        identity(
            (
                "the singular values s²/√(s² + c) of V E⁻¹ T Vᵀ are in the order of the s: the "
                "squares differ by (a−b)(ab + c(a+b)) over (a+c)(b+c)"
            ),
            a**2 / (a + c) - b**2 / (b + c),
            (a - b) * (a * b + c * (a + b)) / ((a + c) * (b + c)),
        ),
        identity(
            "keeping k of them and going back, each is s²/√(s² + c) / √(s² + c) = 1 / (1 + c/s²)",
            a / (a + c),
            1 / (1 + c / a),
        ),
        *_least(first, second),
    ]
    return conclude(
        steps,
        means="matrices of any shape; least value compared on an exact example",
        scope="all real `X` and `c > 0`, every `m`, `p` and `k`",
        complete=True,
        rests_on=("mf-2", _SPECTRAL, _ECKART_YOUNG, DEFINITE),
        findings=(
            (
                "where `s_k = s_(k+1) > 0` the optimum is not unique: any `k` of the tied "
                "directions will do"
            ),
        ),
    )


def _least(first: int, second: int) -> Iterator[Step]:
    """X = diag(2, 1), c = 1, k = 1: against all M = v w' with small v and w."""
    c, squares = Fraction(1), (Fraction(4), Fraction(1))

    def value(M: list[list[Fraction]]) -> Fraction:
        fit = sum(
            s * (Fraction(int(i == j)) - M[i][j]) ** 2
            for i, s in enumerate(squares)
            for j in range(2)
        )
        return first * fit + second * c * sum(x * x for row in M for x in row)

    closed = value([[squares[0] / (squares[0] + c), Fraction(0)], [Fraction(0), Fraction(0)]])
    small = list(product(range(-4, 5), repeat=2))
    others = [
        value([[Fraction(x * y, 20) for y in w] for x in v]) for v, w in product(small, small)
    ]
    says = (
        "X = diag(2, 1), c = 1, k = 1: no M = v wᵀ/20 with entries −4..4 of v, w has a smaller "
        "value than diag(4/5, 0)"
    )
    yield fact(says, closed <= min(others), f"{closed} against {min(others)} among {len(others)}")


def prove_mf_5(same_rotation: bool = True) -> Verdict:
    """mf-5. ``same_rotation=False`` forgets the D⁻¹ of the items."""
    algebra = Algebra(
        {"X": "m p", "V": "p k", "H": "k k"}, diagonal="H", invertible="H", orthonormal="V"
    )
    X, V, H = algebra.letters("X V H")
    M = V @ H @ H @ V.T
    items = (V @ H @ H.inv) if same_rotation else V @ H
    users, raised, lowered = X @ V @ H @ H, V @ H @ H, X @ V @ H @ H.inv
    steps = [
        algebra.identity("A = B = V H gives A Bᵀ = V H² Vᵀ = M", (V @ H) @ (V @ H).T, M),
        algebra.identity("D = H, items B D⁻¹ = V: Gram matrix V Vᵀ", items @ items.T, V @ V.T),
        algebra.identity(
            "D = H, users X A D = X V H²: Gram matrix (X M)(X M)ᵀ, so cosines of the predictions",
            users @ users.T,
            (X @ M) @ (X @ M).T,
        ),
        algebra.identity(
            "D = H⁻¹, items B D⁻¹ = V H²: Gram matrix M Mᵀ = V diag(…)² Vᵀ",
            raised @ raised.T,
            M @ M.T,
        ),
        algebra.identity(
            "D = H⁻¹, users X A D = X V: Gram matrix X V Vᵀ Xᵀ",
            lowered @ lowered.T,
            X @ V @ V.T @ X.T,
        ),
        algebra.identity(
            (
                "user and item, D = H: (X V H²) Vᵀ = X A Bᵀ, before the rows are divided by their "
                "lengths"
            ),
            users @ V.T,
            X @ M,
        ),
        algebra.identity(
            "user and item, D = H⁻¹: (X V)(V H²)ᵀ = X A Bᵀ as well", lowered @ raised.T, X @ M
        ),
        *_full(),
    ]
    return conclude(
        steps,
        means="matrices of any shape",
        scope="all real `X`, every `c > 0`, `m`, `p`, and `k ≤ p` with `s_k > 0`",
        complete=True,
        rests_on=("mf-4", "mf-1", _SPECTRAL),
        findings=(
            "user-user cosines for `D = H` are those of the predictions `X A B^T`; for `D = H^−1` "
            "and `k = p` those of the raw data. The "
            "user-item cosines of both are `X A B^T` with rows and columns divided by lengths, "
            "which are not the same for the two",
        ),
    )


def _full() -> list[Step]:
    """k = p: V V' = 1."""
    algebra = Algebra({"X": "m p", "V": "p p"}, orthogonal="V")
    X, V = algebra.letters("X V")
    return [
        algebra.identity(
            "k = p: V Vᵀ = 1, so with D = H the item-item cosines are the identity",
            V @ V.T,
            algebra.one("p"),
        ),
        algebra.identity(
            (
                "k = p: X V Vᵀ Xᵀ = X Xᵀ, so with D = H⁻¹ the user-user cosines are those of the "
                "raw data"
            ),
            X @ V @ V.T @ X.T,
            X @ X.T,
        ),
    ]


def prove_mf_6(shrink: int = 1) -> Verdict:
    """mf-6. Another factor than 1 before c misses the bound."""
    s, c, u = rational_functions(["s", "c", "u"])  # s > c, u = s − c
    a_squared, b_squared = (1 / s) * (1 - shrink * c / s), s * (1 - shrink * c / s)
    shapes = {"W": "m k", "S": "k k", "G": "k k", "V": "p k", "Q": "k k"}
    algebra = Algebra(shapes, diagonal="S G", orthonormal="W V", orthogonal="Q", invertible="S")
    W, S, G, V, Q = algebra.letters("W S G V Q")
    A, B = V @ G @ S.inv, V @ G
    X_A = W @ S @ V.T @ A
    steps = [
        identity(
            "s > c: (s a)² = s − c for a² = (1/s)(1 − c/s), so X A = W diag(√(s − c)₊)",
            s**2 * a_squared,
            s - c,
        ),
        identity("s > c: b² = s (1 − c/s) = s − c, so B = V diag(√(s − c)₊)", b_squared, s - c),
        algebra.identity(
            "in matrices, with G² = (S − c)₊ and X V = W S: X A = W G for A = V G S⁻¹, B = V G",
            X_A,
            W @ G,
        ),
        algebra.identity("the balance: (X A)ᵀ(X A) = Bᵀ B = G²", X_A.T @ X_A, B.T @ B),
        algebra.identity("a rotation Q keeps X A Bᵀ", (X_A @ Q) @ (B @ Q).T, X_A @ B.T),
        identity(
            (
                "each kept pair adds (s − u)² − s² + 2 c u = −(s − c)² for u = s − c, the bound of "
                "mf-3"
            ),
            (s - (s - shrink * c)) ** 2 - s**2 + 2 * c * (s - shrink * c),
            -((s - c) ** 2),
        ),
        identity(
            "and no other u ≥ 0 adds less: (s − u)² − s² + 2 c u + (s − c)² = (u − (s − c))²",
            (s - u) ** 2 - s**2 + 2 * c * u + (s - c) ** 2,
            (u - (s - c)) ** 2,
        ),
    ]
    return conclude(
        steps,
        means="matrices of any shape; one singular value at a time",
        scope="all real `X` and `c > 0`, every `m`, `p`, `k`; unique up to rotation without a tie at the cut (mf-3)",
        complete=True,
        rests_on=("mf-3", "singular value decomposition `X V = W S`"),
        findings=(
            (
                "where `s ≤ c` the factor is 0: objective (2) drops directions, objective (1) only "
                "shrinks them"
            ),
        ),
    )


# Two clusters of two items: X'X = Σ s² v v' with v = (1, ±1, 0, 0), (0, 0, 1, ±1), each over √2.
VALUES = (Fraction(8), Fraction(6), Fraction(3), Fraction(1))
_DIRECTIONS = ((1, 1, 0, 0), (0, 0, 1, 1), (1, -1, 0, 0), (0, 0, 1, -1))
PENALTIES = Fraction(16), Fraction(2)  # c of objectives (1) and (2)


def cluster_cosines(k: int = 3) -> dict[str, Dense]:
    """Signed squares of the item-item cosines at the optima of rank k, for three D of objective (1)
    and for objective (2).
    """
    kept = [(s, s * s / (s * s + PENALTIES[0])) for s in VALUES[:k]]
    squared = {
        "objective (1), D = 1": [h for _, h in kept],
        "objective (1), D = diag(…)^(1/2)": [Fraction(1) for _ in kept],
        "objective (1), D = diag(…)^(−1/2)": [h * h for _, h in kept],
        "objective (2)": [max(s - PENALTIES[1], Fraction(0)) for s, _ in kept],
    }
    return {name: _squares_of(weights) for name, weights in squared.items()}


def _squares_of(weights: list[Fraction]) -> Dense:
    """The rows of V_k diag(√w): their inner products are sums of w times products of directions,
    over 2.
    """
    n = range(4)
    gram = [
        [
            sum(
                (w * v[i] * v[j] / 2 for w, v in zip(weights, _DIRECTIONS, strict=False)),
                Fraction(0),
            )
            for j in n
        ]
        for i in n
    ]
    return tuple(
        tuple(gram[i][j] * abs(gram[i][j]) / (gram[i][i] * gram[j][j]) for j in n) for i in n
    )


def prove_mf_clusters(same: bool = False) -> Verdict:
    """mf-clusters. ``same=True`` claims that all pictures are one."""
    steps = []
    for k in (3, 4):
        found = cluster_cosines(k)
        values = {name: squares[0][1] for name, squares in found.items()}
        detail = "; ".join(f"{name}: {value}" for name, value in values.items())
        says = (
            f"k = {k}: four different cosines of items 1 and 2, which are in one cluster "
            "(cos·|cos|)"
        )
        steps.append(fact(says, len(set(values.values())) == (1 if same else 4), detail))
        across = {squares[i][j] for squares in found.values() for i in (0, 1) for j in (2, 3)}
        steps.append(
            fact(
                f"k = {k}: items of different clusters have cosine 0 in all of them",
                across == {0},
                "0",
            )
        )
    rows = tuple(
        tuple(s * Fraction(x) for x in v) for s, v in zip(VALUES, _DIRECTIONS, strict=True)
    )
    data = multiply(transpose(rows), rows)
    apart = not any(data[i][j] for i in (0, 1) for j in (2, 3))
    detail = "; ".join(" ".join(str(x / 2) for x in row) for row in data)
    steps.append(
        fact(
            "the data: users are the rows s v / √2; XᵀX has two blocks, one for each cluster",
            apart,
            f"XᵀX = {detail}",
        )
    )
    return conclude(
        steps,
        means="exact arithmetic",
        scope="the data named, ranks 3 (low) and 4 (full); `c = 16` in objective (1), `c = 2` in objective (2)",
        complete=True,
        rests_on=("mf-4", "mf-5", "mf-6"),
        findings=(
            "one set of predictions, three cosines of the same two items after objective (1): "
            "whatever these cosines are called, the "
            "data do not decide them",
        ),
    )


CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="mf-4",
        owner="Steck",
        statement=(
            f"Objective (1), {OBJECTIVE_1}, for rank `k`: `A B^T = V_k diag(1/(1 + c/s_i^2))_k "
            "V_k^T` is optimal, with `V_k` the first `k` right "
            "singular vectors of `X`; `A = B = V_k diag(1/(1 + c/s_i^2))_k^(1/2)` is one solution."
        ),
        conditions=(
            Condition(
                "`s_k > 0`, or `1/(1 + c/s^2)` is read as `s^2/(s^2 + c)`",
                "ours",
                "`c/s^2` is not defined at `s = 0`",
            ),
        ),
        prove=prove_mf_4,
    ),
    Claim(
        id="mf-5",
        owner="Steck",
        statement=(
            "With `H = diag(1/(1 + c/s_i^2))_k^(1/2)`, `V = V_k` and `M = A B^T`: for `D = H` the "
            "items are `V` (cosines: the identity for `k = p`) "
            "and the user-user cosines those of `X M`; for `D = H^−1` the users are `X V` (cosines "
            "of the raw data for `k = p`) and the "
            "item-item cosines those of the rows of `M`; the user-item products are `X M` in both."
        ),
        conditions=(Condition("`s_k > 0`", "ours", "`D` has no inverse"),),
        prove=prove_mf_5,
    ),
    Claim(
        id="mf-6",
        owner="Steck",
        statement=(
            f"Objective (2), {OBJECTIVE_2}: `A = V_k diag(√((1/s_i)(1 − c/s_i)_+))_k`, `B = V_k "
            "diag(√(s_i (1 − c/s_i)_+))_k` is optimal, and "
            "the optimum is unique up to rotation."
        ),
        conditions=(
            Condition(
                "no tie at the cut, for uniqueness: `s_k > s_(k+1)` or `s_(k+1) ≤ c`",
                "ours",
                "mf-3 has optima with cosines +1 and −1",
            ),
            Condition(
                "uniqueness is that of `X A` and `B`, and of `A` where the columns of `X` are independent",
                "ours",
                "for `X = 0` every `A` is optimal, with `B = 0`",
            ),
        ),
        prove=prove_mf_6,
    ),
    Claim(
        id="mf-clusters",
        owner="Steck",
        statement=(
            "On the same data with clusters of items, the item-item cosines after objective (1) "
            "with three choices of `D` and after objective "
            "(2) are very different, at low rank too."
        ),
        conditions=(),
        prove=prove_mf_clusters,
    ),
)
