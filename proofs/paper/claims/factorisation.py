"""mf-1 to mf-3: what the two objectives of linear matrix factorisation leave open, and what that
does to cosines.

X is m x p (users by items), A and B are p x k; items are the rows of B, users the rows of X A.
Identities hold for matrices of every shape; where a statement needs a condition, an exact example
shows that it does.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.paper.algebra.matrices import Algebra, Matrix, Trace
from proofs.paper.algebra.polynomials import identity, rational_functions
from proofs.paper.algebra.trials import Dense, multiply, right_inverse, transpose
from proofs.paper.claims.softmax import DEFINITE
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact

__all__ = ["CLAIMS", "OBJECTIVE_1", "OBJECTIVE_2", "prove_mf_1", "prove_mf_2", "prove_mf_3"]


def prove_mf_1(inverse: bool = True) -> Verdict:
    """mf-1. ``inverse=False`` is the false variant (A D, B D)."""
    algebra = Algebra(
        {"X": "m p", "A": "p k", "B": "p k", "D": "k k"}, diagonal="D", invertible="D"
    )
    X, A, B, D = algebra.letters("X A B D")
    (c,) = rational_functions(["c"])
    other = B @ (D.inv if inverse else D)
    steps = [
        algebra.identity(
            "predictions: X (A D)(B D⁻¹)' = X A B'", X @ (A @ D) @ other.T, X @ A @ B.T
        ),
        algebra.identity(
            "objective (1) has the same value at (A D, B D⁻¹)",
            _objective_1(X, A @ D, other, c),
            _objective_1(X, A, B, c),
        ),
        *_cosines_change(),
        *_one_factor(),
    ]
    return conclude(
        steps,
        means="matrices of any shape; exact example for the change of cosines",
        scope="all real `X, A, B, c` and every invertible diagonal `D`; the cosines change for `k ≥ 2` (example), and never for `k = 1`",
        complete=True,
        rests_on=("a point with the value of an optimum is an optimum",),
        findings=(
            "with `k = 1` factor no rescaling changes any cosine (all are `+1` or `−1`); the statement about cosines needs `k ≥ 2`",
            "the slides on source B say that rescaling the columns leaves the cosines as they are; it does not: "
            "`D = diag(1, 2)` changes all three families, and rotations leave them",
        ),
    )


def _objective_1(X: Matrix, A: Matrix, B: Matrix, c: object) -> Trace:
    product = A @ B.T
    return (X - X @ product).squared_norm + c * product.squared_norm


def _cosines_change() -> list[Step]:
    """X = 1, c = 1, k = p = 2: the optimum is A B' = 1/2, here with B = [1, 0; 1, 1]; D = diag(1,
    2).
    """
    B = _dense([[1, 0], [1, 1]])
    A = transpose(right_inverse(_dense([[2, 0], [2, 2]])))
    D = _dense([[1, 0], [0, 2]])
    D_inverse = right_inverse(D)
    product = multiply(A, transpose(B))
    residual = [
        [(1 + 1) * x - int(i == j) for j, x in enumerate(row)] for i, row in enumerate(product)
    ]
    says = "example X = 1, c = 1: A B' solves (X'X + c) A B' = X'X, so it is the optimum (mf-2)"
    steps = [
        fact(
            says,
            not any(map(any, residual)),
            f"A B' = {'; '.join(', '.join(map(str, row)) for row in product)}",
        )
    ]
    families = {
        "item-item": (B, B, multiply(B, D_inverse), multiply(B, D_inverse)),
        "user-user": (A, A, multiply(A, D), multiply(A, D)),
        "user-item": (A, B, multiply(A, D), multiply(B, D_inverse)),
    }
    for name, (left, right, new_left, new_right) in families.items():
        before, after = _signed_squares(left, right), _signed_squares(new_left, new_right)
        changed = [(i, j) for i in range(2) for j in range(2) if before[i][j] != after[i][j]]
        says = f"example: D = diag(1, 2) changes the {name} cosines"
        detail = "; ".join(
            f"cos·|cos| at ({i + 1}, {j + 1}): {before[i][j]} before, {after[i][j]} after"
            for i, j in changed
        )
        steps.append(fact(says, bool(changed), detail or "no cosine changes"))
    return steps


def _one_factor() -> list[Step]:
    """k = 1: rows are numbers; a factor t of either sign leaves the squared cosine and, in pairs,
    the sign alone.
    """
    a, b, t = rational_functions(["a", "b", "t"])
    return [
        identity(
            "k = 1: the product of two item coordinates is divided by t² > 0",
            (a / t) * (b / t),
            a * b / t**2,
        ),
        identity(
            "k = 1: the product of a user's and an item's coordinate does not change",
            (a * t) * (b / t),
            a * b,
        ),
    ]


def prove_mf_2() -> Verdict:
    """mf-2: X'X = V T V' with T = diag(s²), P = T + c, and A = B = V H with H² = T / (T + c)."""
    algebra = Algebra(
        {"X": "m p", "M": "p p", "R": "p p", "V": "p p", "H": "p p", "P": "p p", "T": "p p"},
        diagonal="H P T",
        invertible="H P",
        orthogonal="V",
    )
    X, M, R, V, H, P, T = algebra.letters("X M R V H P T")
    c, s = rational_functions(["c", "s"])
    one = algebra.one("p")
    gradient = (X.T @ X + c * one) @ M - X.T @ X
    steps = [
        algebra.identity(
            "objective (1) as a function of M = A B': f(M + R) − f(M) = |X R|² + c |R|² + 2 tr(R'((X'X + c) M − X'X))",
            (X - X @ (M + R)).squared_norm
            + c * (M + R).squared_norm
            - (X - X @ M).squared_norm
            - c * M.squared_norm,
            (X @ R).squared_norm + c * R.squared_norm + 2 * (R.T @ gradient).trace,
        ),
        algebra.identity(
            "(V P V')(V P⁻¹ T V') = V T V': the closed form solves (X'X + c) M = X'X",
            (V @ P @ V.T) @ (V @ P.inv @ T @ V.T),
            V @ T @ V.T,
        ),
        identity(
            "each diagonal entry is 1 / (1 + c/s²) = s² / (s² + c)",
            1 / (1 + c / s**2),
            s**2 / (s**2 + c),
        ),
        algebra.identity("A = B = V H gives A B' = V H² V'", (V @ H) @ (V @ H).T, V @ H @ H @ V.T),
        algebra.identity(
            "D = H: the items B D⁻¹ have Gram matrix 1, so their cosines are the identity",
            (V @ H @ H.inv) @ (V @ H @ H.inv).T,
            one,
        ),
        algebra.identity(
            "D = H⁻¹: the users X A D have Gram matrix X X', so their cosines are those of the raw data",
            (X @ V @ H @ H.inv) @ (X @ V @ H @ H.inv).T,
            X @ X.T,
        ),
        _rank_is_needed(),
    ]
    return conclude(
        steps,
        means="matrices of any shape, `k = p`",
        scope="all real `X` of full column rank, every `c > 0`, every `m` and `p`",
        complete=True,
        rests_on=(
            "spectral theorem: `X^T X = V T V^T` with `V` orthogonal and `T` diagonal",
            DEFINITE,
            "mf-1",
        ),
        findings=(
            "`X` has to have full column rank: a singular value 0 makes `1/(1 + c/s^2)` meaningless and `D` singular",
        ),
    )


def _rank_is_needed() -> Step:
    s_squared, c = Fraction(0), Fraction(1)
    weight = s_squared / (s_squared + c)
    says = "full column rank is needed: for s = 0 the entry s²/(s² + c) of H² is 0, so D = H has no inverse"
    return fact(says, weight == 0, f"entry {weight} for s = 0, c = 1")


def prove_mf_3(penalise_items: bool = True) -> Verdict:
    """mf-3, in terms of P = X A. ``penalise_items=False`` leaves |B|² out of the objective, which
    breaks it.
    """
    return conclude(
        [*_stationary(penalise_items), *_value(), *_tie_is_needed()],
        means="matrices of any shape; exact example for the condition",
        scope="all real `X` and `c > 0`, every `m, p, k`, with no tie at the cut: `s_k > s_(k+1)` or `s_(k+1) ≤ c`",
        complete=True,
        rests_on=(
            DEFINITE,
            "spectral theorem",
            "a continuous function with bounded level sets attains its minimum",
            "`Z Z^T = Y Y^T` only if `Y = Z Q` with `Q` orthogonal",
        ),
        findings=(
            "false without a condition: if singular values tie at the cut (`s_k = s_(k+1) > c`) there are optima with different "
            "cosines, e.g. for `X` the 2 x 2 identity, `k = 1`, `c = 3/4`: item cosines `+1` and `−1`",
            "`A` itself is unique up to rotation only if `X` has full column rank; `X A` and `B` always are",
        ),
    )


def _stationary(penalise_items: bool) -> list[Step]:
    """The gradient of objective (2), and the consequences of its vanishing."""
    algebra = Algebra(
        {"X": "m p", "A": "p k", "P": "m k", "B": "p k", "R": "m k", "S": "p k", "Q": "k k"},
        orthogonal="Q",
    )
    X, A, P, B, R, S, Q = algebra.letters("X A P B R S Q")
    (c,) = rational_functions(["c"])

    def objective(P: Matrix, B: Matrix) -> Trace:
        penalty = P.squared_norm + B.squared_norm if penalise_items else P.squared_norm
        value: Trace = (X - P @ B.T).squared_norm + c * penalty
        return value

    users = P @ B.T @ B + c * P - X @ B
    items = B @ P.T @ P + c * B - X.T @ P
    inner = A @ B.T @ B + c * A - B
    return [
        algebra.identity(
            "objective (2) is unchanged by a rotation: (P Q, B Q)",
            objective(P @ Q, B @ Q),
            objective(P, B),
        ),
        algebra.identity(
            "half its gradient in P is E = P B'B + c P − X B",
            objective(P + R, B) - objective(P, B),
            2 * (R.T @ users).trace + (R @ B.T).squared_norm + c * R.squared_norm,
        ),
        algebra.identity(
            "half its gradient in B is F = B P'P + c B − X'P",
            objective(P, B + S) - objective(P, B),
            2 * (S.T @ items).trace + (P @ S.T).squared_norm + c * S.squared_norm,
        ),
        algebra.identity(
            "for P = X A, E = X (A B'B + c A − B); X'E = 0, the gradient in A, therefore gives |E|² = 0",
            (X @ A) @ B.T @ B + c * (X @ A) - X @ B,
            X @ inner,
        ),
        algebra.identity(
            "P'E − (B'F)' = c (P'P − B'B): at an optimum P'P = B'B",
            P.T @ users - (B.T @ items).T,
            c * (P.T @ P - B.T @ B),
        ),
    ]


def _value() -> list[Step]:
    """After a rotation P'P = B'B = T is diagonal, and the columns of P and B are pairs of singular
    vectors of X.
    """
    algebra = Algebra({"X": "m p", "P": "m k", "B": "p k", "T": "k k"}, diagonal="T")
    X, P, B, T = algebra.letters("X P B T")
    c, t = rational_functions(["c", "t"])
    shifted = T + c * algebra.one("k")
    E, F = P @ shifted - X @ B, B @ shifted - X.T @ P
    return [
        algebra.identity(
            "X'X B = B (T + c)² − X'E − F (T + c): at an optimum with P'P = B'B = T a non-zero column of B is a singular vector, s = t + c",
            X.T @ X @ B,
            B @ shifted @ shifted - X.T @ E - F @ shifted,
        ),
        identity(
            "a pair with |p|² = |b|² = t, ⟨p, X b⟩ = t (t + c) adds −2 t (t + c) + t² + 2 c t = −(s − c)²: the k largest s > c win",
            -2 * t * (t + c) + t**2 + 2 * c * t,
            -(((t + c) - c) ** 2),
        ),
    ]


def _tie_is_needed() -> list[Step]:
    """X = 1 (2 x 2), k = 1, c = 3/4: P = B = v/2 is optimal for every unit vector v."""
    c, bound = Fraction(3, 4), 2 - (1 - Fraction(3, 4)) ** 2
    found = {}
    for v in ((Fraction(3, 5), Fraction(4, 5)), (Fraction(3, 5), Fraction(-4, 5))):
        b = tuple(x / 2 for x in v)
        residual = sum(
            (Fraction(int(i == j)) - b[i] * b[j]) ** 2 for i in range(2) for j in range(2)
        )
        found[v] = (residual + 2 * c * sum(x * x for x in b), 1 if b[0] * b[1] > 0 else -1)
    optimal = all(value == bound for value, _ in found.values())
    different = len({cosine for _, cosine in found.values()}) == 2
    says = "the condition is needed: X the 2 x 2 identity, k = 1, c = 3/4 has optima whose item cosines are +1 and −1"
    detail = "; ".join(
        f"B = ½({v[0]}, {v[1]}): objective {value}, cosine {cosine:+d}"
        for v, (value, cosine) in found.items()
    )
    return [fact(says, optimal and different, f"{detail}; least value 2 − (1 − c)² = {bound}")]


def _signed_squares(left: Dense, right: Dense) -> Dense:
    """cos·|cos| of every row of ``left`` with every row of ``right``: rational, and as good as the
    cosine.
    """

    def entry(v: tuple[Fraction, ...], w: tuple[Fraction, ...]) -> Fraction:
        dot = _dot(v, w)
        return dot * abs(dot) / (_dot(v, v) * _dot(w, w))

    return tuple(tuple(entry(v, w) for w in right) for v in left)


def _dot(v: tuple[Fraction, ...], w: tuple[Fraction, ...]) -> Fraction:
    return sum((x * y for x, y in zip(v, w, strict=True)), Fraction(0))


def _dense(rows: list[list[int]]) -> Dense:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


OBJECTIVE_1 = "`‖X − X A B^T‖² + c ‖A B^T‖²`"
OBJECTIVE_2 = "`‖X − X A B^T‖² + c (‖X A‖² + ‖B‖²)`"

CLAIMS = (
    Claim(
        id="mf-1",
        owner="Steck",
        statement=(
            f"Objective (1), {OBJECTIVE_1}: if `(A, B)` is optimal so is `(A D, B D^−1)` for every invertible diagonal `D`; "
            "predictions do not change, all three cosine families (item-item, user-user, user-item) do."
        ),
        conditions=(
            Condition(
                "`k ≥ 2` for the change of cosines",
                "ours",
                "with one factor all cosines are +1 or −1 and stay so",
            ),
        ),
        prove=prove_mf_1,
    ),
    Claim(
        id="mf-2",
        owner="Steck",
        statement=(
            "With `k = p` and the closed form `A B^T = V diag(1/(1 + c/s_i^2)) V^T`: one choice of `D` makes the item-item cosines the "
            "identity matrix, another makes the user-user cosines those of the raw data."
        ),
        conditions=(
            Condition(
                "`X` has full column rank (all `s_i ≠ 0`)",
                "ours",
                "`1/(1 + c/s^2)` is not defined at `s = 0`, and `D` is singular",
            ),
        ),
        prove=prove_mf_2,
    ),
    Claim(
        id="mf-3",
        owner="Steck",
        statement=f"Objective (2), {OBJECTIVE_2}: the optimum is unique up to rotation, so its cosines are unique.",
        conditions=(
            Condition(
                "singular values of `X` do not tie at the cut: `s_k > s_(k+1)` or `s_(k+1) ≤ c`",
                "ours",
                "for `X` the 2 x 2 identity, `k = 1`, `c = 3/4` there are optima with item cosines `+1` and `−1`",
            ),
        ),
        prove=prove_mf_3,
    ),
)
