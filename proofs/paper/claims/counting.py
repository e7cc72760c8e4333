"""counting-5.1 and counting-5.2: when all label combinations, or all rankings, are feasible, and
how many are in general position.

That everything, or not everything, is feasible is settled for all real U. The numbers are settled
by their recursions, which are those of deletion and restriction, and checked against lists and
counts of instances whose general position is certified.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import comb, factorial

from arrangements.counting.region_counts import count_rankings, count_topes
from arrangements.counting.whitney import ranking_whitney_numbers
from arrangements.decide.answers import decide_ranking, decide_signs
from arrangements.exact import linear
from arrangements.exact.numbers import Exact, sign
from arrangements.layers.configuration import Configuration
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.loading.configurations import load
from arrangements.matroids.chirotopes import chirotope
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import identity, polynomials, rational_functions
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import decided, fact

__all__ = [
    "COUNTING_5_1",
    "COUNTING_5_2",
    "cover_rankings",
    "cover_signs",
    "prove_5_1",
    "prove_5_2",
]

_REGIONS = "regions(A + h) = regions(A) + regions(A restricted to h), and what follows for characteristic polynomials (Zaslavsky 1975)"
_ANY = (
    "paper/C.1",
    "paper/H.1-A",
    "paper/5.5-model-2",
    "cross-polytope:3",
    "demicube:3",
    "cyclic:4x4",
    "cyclic:5x3",
    "braid:4",
)


def cover_signs(n: int, d: int) -> int:
    """Cover 1965: the number of sign vectors of n rows in general position in dimension d.

    >>> [cover_signs(4, d) for d in (1, 2, 3, 4)]
    [2, 8, 14, 16]
    """
    return 2 * sum(comb(n - 1, i) for i in range(d))


@cache
def cover_rankings(n: int, d: int) -> int:
    """Cover 1967: the number of rankings of n points in general position in dimension d.

    >>> [cover_rankings(5, d) for d in (1, 2, 3, 4, 5)]
    [2, 20, 72, 120, 120]
    """
    if n == 1:
        return 1
    return 2 if d == 1 else cover_rankings(n - 1, d) + (n - 1) * cover_rankings(n - 1, d - 1)


def prove_5_1() -> Verdict:
    """counting-5.1."""
    return conclude(
        [*_all_signs(), *_not_all_signs(), *_signs_recursion(), *_signs_instances()],
        means="matrices of any shape; recursion by induction on identities in n and d; three methods on instances",
        scope="all real `U`; the number for every `n` and `d`, and counted for `n ≤ 8`, `d ≤ 4`",
        complete=True,
        rests_on=(_REGIONS, "induction on n and d"),
        findings=(),
    )


def _all_signs() -> list[Step]:
    algebra = Algebra({"U": "n d", "N": "d n", "s": "n 1"}, one=["U N"])
    U, N, s = algebra.letters("U N s")
    return [
        algebra.identity(
            "rank U = n: U has a right inverse N, and x = N s gives U x = s, for every sign vector s",
            U @ (N @ s),
            s,
        )
    ]


def _not_all_signs() -> Iterator[Step]:
    """rank U < n: there is y ≠ 0 with y'U = 0, and the signs of y (0 replaced by any) are
    infeasible: Σ y_i ⟨u_i, x⟩ would be positive.
    """
    for name, c in _named((*_ANY, "zero")):
        full = c.rank == c.n
        count = count_topes(c)
        says = f"{name}: all 2^{c.n} label combinations are feasible iff the rank {c.rank} is n"
        yield fact(says, (count == 2**c.n) == full, f"{count} of {2**c.n}")
        if not full:
            y = linear.kernel(list(zip(*c.rows, strict=True)), c.n)[0]
            signs = "".join("-" if sign(value) < 0 else "+" for value in y)
            says = f"{name}: the signs {signs} of a y with y'U = 0 are infeasible"
            yield decided(
                says,
                decide_signs(c, signs),
                False,
                f"counting-5.1-{name.replace('/', '-').replace(':', '-')}",
            )


def _named(names: Iterable[str]) -> Iterator[tuple[str, Configuration]]:
    for name in names:
        yield name, Configuration([[1, 2], [0, 0], [3, 1]]) if name == "zero" else load(name)


def _signs_recursion() -> list[Step]:
    """f(n, d) = f(n−1, d) + f(n−1, d−1): the restriction to one hyperplane has n−1 rows in general
    position in dimension d−1.

    By induction on d: both sides grow by twice the two sides of Pascal's rule from d to d + 1.
    """
    n, k, b = rational_functions(["n", "k", "b"])  # b = C(n−2, k−1)
    says = "C(n−1, k) = C(n−2, k) + C(n−2, k−1) for all n and k, with C(m, k) = (m/k) C(m−1, k−1) and C(m, k) = ((m−k+1)/k) C(m, k−1)"
    pascal = identity(says, (n - 1) / k * b, (n - 2 - k + 1) / k * b + b)
    grows = all(
        cover_signs(m, d + 1) - cover_signs(m, d) == 2 * comb(m - 1, d)
        for m in range(1, 12)
        for d in range(1, 12)
    )
    ends = all(cover_signs(1, d) == 2 for d in range(1, 12)) and all(
        cover_signs(m, 1) == 2 for m in range(1, 12)
    )
    return [
        pascal,
        fact(
            "f(n, d) = 2 Σ_(i<d) C(n−1, i) grows by 2 C(n−1, d) from d to d + 1",
            grows,
            "by definition; computed for n, d ≤ 11",
        ),
        fact(
            "f(1, d) = f(n, 1) = 2",
            ends,
            "one hyperplane has two sides; on a line all hyperplanes are one point",
        ),
    ]


def _signs_instances() -> Iterator[Step]:
    for d in range(1, 5):
        for n in range(1, 9):
            c = load(f"cyclic:{n}x{d}")
            uniform = all(chirotope(c).signs.tolist())
            expected = cover_signs(n, d)
            found = (len(sign_pattern(c)), len(sign_pattern(c, method="lp")), count_topes(c))
            says = f"{n} rows in general position in dimension {d}: {expected} sign vectors"
            yield fact(
                says,
                uniform and set(found) == {expected},
                f"listed {found[0]}, by programs {found[1]}, counted {found[2]}",
            )
    c = load("cross-polytope:3")
    says = "without general position there are fewer: cross-polytope:3"
    yield fact(
        says,
        count_topes(c) < cover_signs(c.n, c.rank),
        f"{count_topes(c)} instead of {cover_signs(c.n, c.rank)}",
    )


def prove_5_2() -> Verdict:
    """counting-5.2."""
    return conclude(
        [
            *_all_rankings(),
            _abel(),
            *_not_all_rankings(),
            *_rankings_recursion(),
            *_rankings_instances(),
        ],
        means="matrices of any shape; recursion by induction on identities in n and d; three methods on instances",
        scope="all real `U`; the number for every `n` and `d`, and counted for `n ≤ 6`, `d ≤ 5`",
        complete=True,
        rests_on=(
            _REGIONS,
            "Stirling numbers: `|s(n, k)| = |s(n−1, k−1)| + (n−1) |s(n−1, k)|`; they count the flats of the braid arrangement",
        ),
        findings=(
            "“general position” has to be that of the differences, not of the rows: the points `(t, t²)`, `t = 1..4` are in general "
            "position, but two of their differences are parallel, and there are 10 rankings instead of `Q(4, 2) = 12`",
        ),
    )


def _all_rankings() -> list[Step]:
    """The centred U of rank n−1 is E W, E an orthonormal basis of the vectors orthogonal to (1, …,
    1), and W of full row rank.
    """
    algebra = Algebra(
        {"E": "n m", "W": "m d", "N": "d m", "s": "m 1"}, orthonormal="E", one=["W N"]
    )
    E, W, N, s = algebra.letters("E W N s")
    says = "rank n − 1: the centred U is E W with W N = 1, and x = N s gives the logits E s, which are all vectors of mean 0"
    return [algebra.identity(says, E @ W @ (N @ s), E @ s)]


def _abel() -> Step:
    """Σ_(k≤n) y_k z_k = Y_n z_n + Σ_(k<n) Y_k (z_k − z_(k+1)) with Y_k = y_1 + … + y_k: by
    induction on n, this is the step.

    For y sorted downwards with Y_n = 0 all Y_k ≥ 0, not all 0; so Σ y_k z_k > 0 for every z
    strictly in the order of y.
    """
    total, z, y_next, z_next = polynomials(["Y", "z", "y1", "z1"])
    says = "Abel’s summation, step from n to n + 1: Y_n z_n + y_(n+1) z_(n+1) = Y_(n+1) z_(n+1) + Y_n (z_n − z_(n+1))"
    return identity(
        says, total * z + y_next * z_next, (total + y_next) * z_next + total * (z - z_next)
    )


def _not_all_rankings() -> Iterator[Step]:
    """Smaller rank: some y ≠ 0 of sum 0 has y'U = 0, and the order of y is infeasible by Abel's
    summation.
    """
    for name, c in _named(_ANY):
        full = c.centred().rank == c.n - 1
        count = count_rankings(c)
        says = f"{name}: all {c.n}! rankings are feasible iff the centred rank {c.centred().rank} is n − 1"
        yield fact(says, (count == factorial(c.n)) == full, f"{count} of {factorial(c.n)}")
        if not full:
            columns: list[tuple[Exact, ...]] = [*zip(*c.rows, strict=True), (1,) * c.n]
            y = linear.kernel(columns, c.n)[0]
            ranking = tuple(
                c.labels[i] for i in sorted(range(c.n), key=y.__getitem__, reverse=True)
            )
            says = (
                f"{name}: the order {'>'.join(ranking)} of a y of sum 0 with y'U = 0 is infeasible"
            )
            yield decided(
                says,
                decide_ranking(c, ranking),
                False,
                f"counting-5.2-{name.replace('/', '-').replace(':', '-')}",
            )


def _rankings_recursion() -> Iterator[Step]:
    """Q(n, d) is the number of regions W_0 + … + W_d of the differences, W_i = |s(n, n−i)| for i <
    d, and W_d by the alternating sum 0.

    In general position the flats of rank below d are those of the braid arrangement. By induction
    on d in steps of 2.
    """
    # W_(d−1), W_(d−2), alternating sum up to W_(d−3)
    n, w, w_before, alternating = rational_functions(["n", "w", "v", "a"])
    yield identity(
        "regions(d) − regions(d−2) = 2 W_(d−1), for all n and d: the alternating sum determines W_d",
        (w_before + w + (w - (w_before - alternating))) - alternating,
        2 * w,
    )
    yield identity(
        "these increments satisfy the recursion, 2 W_(d−1)(n) = 2 W_(d−1)(n−1) + (n−1) 2 W_(d−2)(n−1), as Stirling numbers do",
        2 * (w + (n - 1) * w_before),
        2 * w + (n - 1) * (2 * w_before),
    )
    starts = all(_regions(m, d) == cover_rankings(m, d) for d in (1, 2) for m in range(d + 1, 20))
    yield fact("Q(n, 1) = 2 and Q(n, 2) = n (n−1) are the numbers of regions", starts, "n ≤ 19")
    everything = all(
        _regions(m, d) == cover_rankings(m, d) for m in range(2, 20) for d in range(1, m)
    )
    yield fact("Q(n, d) is the number of regions", everything, "computed for 1 ≤ d < n ≤ 19")
    full = all(
        cover_rankings(m, d) == factorial(m) for m in range(1, 20) for d in range(max(1, m - 1), 20)
    )
    yield fact(
        "Q(n, d) = n! for d ≥ n − 1", full, "n ≤ 19, d ≤ 19; in general (n−1)! + (n−1) (n−1)! = n!"
    )


def _regions(n: int, d: int) -> int:
    stirling = _stirling(n)
    last = abs(sum((-1) ** i * stirling[i] for i in range(d)))
    return int(sum(stirling[:d]) + last)


def _stirling(n: int) -> list[int]:
    """|s(n, n−i)| for i = 0..n−1: the Whitney numbers of the braid arrangement."""
    numbers = [1]
    for m in range(1, n):
        numbers = [a + m * b for a, b in zip([*numbers, 0], [0, *numbers], strict=True)]
    return numbers


def _rankings_instances() -> Iterator[Step]:
    for d in range(1, 6):
        for n in range(2, 7):
            c = Configuration([[(3**t) ** k for k in range(1, d + 1)] for t in range(n)])
            expected = cover_rankings(n, d)
            found = (
                len(ranking_pattern(c)),
                len(ranking_pattern(c, method="lp")) if n < 6 else expected,
                count_rankings(c),
            )
            says = f"{n} points in general position in dimension {d}: {expected} rankings"
            detail = f"listed {found[0]}, by programs {found[1] if n < 6 else 'not run'}, counted {found[2]}"
            yield fact(says, _generic(c) and set(found) == {expected}, detail)
    c = Configuration([[t, t * t] for t in range(1, 5)])
    general = all(linear.determinant([c.rows[i], c.rows[j]]) for i in range(4) for j in range(i))
    says = "general position of the rows is not enough: (t, t²), t = 1..4"
    yield fact(
        says,
        general and count_rankings(c) == 10,
        f"{count_rankings(c)} rankings instead of {cover_rankings(4, 2)}",
    )


def _generic(c: Configuration) -> bool:
    """Whether the Whitney numbers of the differences are those of the braid arrangement below the
    rank.
    """
    rank = min(c.d, c.n - 1)
    return c.affine_rank == rank + 1 and ranking_whitney_numbers(c)[:rank] == tuple(
        _stirling(c.n)[:rank]
    )


COUNTING_5_1 = Claim(
    id="counting-5.1",
    owner="paper",
    statement=(
        "If `rank U = n` every one of the `2^n` label combinations is feasible; if `n > rank U` some are not. For rows in general position "
        "the number is `2 Σ_(i<d) C(n−1, i)` (Cover 1965)."
    ),
    conditions=(
        Condition(
            "general position: every `min(n, d)` rows are independent",
            "wording",
            "there are fewer: 46 instead of 52 for cross-polytope:3",
        ),
    ),
    prove=prove_5_1,
)

COUNTING_5_2 = Claim(
    id="counting-5.2",
    owner="paper",
    statement=(
        "If the centred `U` has rank `n−1` all `n!` rankings are feasible; with a smaller rank some are not. For rows in general position "
        "the number is `Q(n,d)`, `Q(1,d)=1`, `Q(n,1)=2`, `Q(n,d) = Q(n−1,d) + (n−1) Q(n−1,d−1)` (Cover 1967)."
    ),
    conditions=(
        Condition(
            "general position is that of the differences: below rank `d` their only dependencies are those of every configuration",
            "wording",
            "four points `(t, t²)` have 10 rankings instead of 12",
        ),
    ),
    prove=prove_5_2,
)
