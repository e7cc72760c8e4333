"""counting-at-most: the generic numbers are the largest, for every U, and nothing but generic rows
reaches them.

Both patterns are open conditions: what U can do, every U' near it can do as well, and some of these
are generic. If some rows that could be independent are not, they have a dependency with all weights
non-zero; the signs of its weights occur for generic rows and not for these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product

from arrangements.counting.region_counts import count_rankings, count_topes
from arrangements.decide.answers import decide_signs
from arrangements.exact.linear import rank
from arrangements.layers.configuration import Configuration
from arrangements.listing.patterns import ranking_pattern
from proofs.paper.claims.counting import cover_rankings, cover_signs
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import decided, fact

__all__ = ["CLAIM", "prove"]


def prove(less: int = 0) -> Verdict:
    """``less`` is taken from both bounds; any positive number makes them false."""
    return conclude(
        [*_dependency(), *_signs(less), *_rankings(less)],
        means="an argument in words; all small integer matrices, one by one, with genericity decided by ranks",
        scope="all real `U`, `n ≥ 1`, `d ≥ 1`; compared for every matrix of the grids named",
        complete=True,
        rests_on=(
            "counting-5.1 and counting-5.2 for the generic numbers",
            "generic rows exist near every `U`: finitely many polynomials that are not zero",
            (
                "`S` and `R` are given by strict inequalities, so they do not shrink in a small "
                "neighbourhood"
            ),
        ),
        findings=(
            "equality for `S` means that every `min(n, d)` rows are independent; for `R`, that the "
            "differences along every forest with at "
            "most `min(d, n−1)` edges are",
        ),
    )


def _dependency() -> list[Step]:
    """Points (t, t²): u_1 − u_4 and u_2 − u_3 are parallel; moving one point a little makes them
    independent.
    """
    at = Configuration([[t, t * t] for t in range(1, 5)])
    near = Configuration([*at.rows[:3], (4, "1601/100")])
    signs = "??+-??"  # of the differences 12, 13, 14, 23, 24, 34
    return [
        decided(
            "(t, t²): 1 before 4 with 3 before 2 does not occur",
            decide_signs(at.differences(), signs),
            False,
            "counting-at-most-at",
        ),
        decided(
            "with (4, 16 + 1/100) it does",
            decide_signs(near.differences(), signs),
            True,
            "counting-at-most-near",
        ),
        fact(
            (
                "(t, t²) has fewer rankings than the generic points beside it, which have all of "
                "its own"
            ),
            set(ranking_pattern(at)) < set(ranking_pattern(near)),
            f"{count_rankings(at)} and {count_rankings(near)}, at most {cover_rankings(4, 2)}",
        ),
    ]


def _generic_rows(rows: Sequence[Sequence[int]], d: int) -> bool:
    return all(rank(chosen) == len(chosen) for chosen in combinations(rows, min(len(rows), d)))


def _generic_differences(rows: Sequence[Sequence[int]], d: int) -> bool:
    """Whether the differences along every forest with min(d, n − 1) edges are independent; smaller
    forests are in these.
    """
    n = len(rows)
    size = min(d, n - 1)
    for edges in combinations(combinations(range(n), 2), size):
        if (
            _forest(edges, n)
            and rank(
                [[a - b for a, b in zip(rows[i], rows[j], strict=True)] for i, j in edges]
                or [[0] * d]
            )
            < size
        ):
            return False
    return True


def _forest(edges: Sequence[tuple[int, int]], n: int) -> bool:
    part = list(range(n))
    for i, j in edges:
        if part[i] == part[j]:
            return False
        part = [part[i] if x == part[j] else x for x in part]
    return True


def _grid(n: int, d: int, k: int) -> Iterator[list[tuple[int, ...]]]:
    """Matrices with entries −k..k, one for each set of rows, with repetitions."""
    vectors = list(product(range(-k, k + 1), repeat=d))
    for chosen in product(range(len(vectors)), repeat=n):
        if list(chosen) == sorted(chosen):
            yield [vectors[i] for i in chosen]


def _signs(less: int) -> Iterator[Step]:
    for n, d, k in ((1, 2, 2), (3, 1, 3), (3, 2, 1), (4, 2, 1), (3, 3, 1)):
        bound = cover_signs(n, d) - less
        says = (
            f"{n} rows in dimension {d}, entries −{k}..{k}: at most {bound} sign vectors, reached "
            f"iff every {min(n, d)} rows are independent"
        )
        generic = partial(_generic_rows, d=d)
        yield _reached(says, _grid(n, d, k), count_topes, bound, generic)


def _rankings(less: int) -> Iterator[Step]:
    for n, d, k in ((1, 1, 2), (3, 1, 2), (3, 2, 1), (4, 1, 2), (4, 2, 1)):
        bound = cover_rankings(n, d) - less
        says = (
            f"{n} labels in dimension {d}, entries −{k}..{k}: at most {bound} rankings, reached "
            "iff differences along forests are independent"
        )
        generic = partial(_generic_differences, d=d)
        yield _reached(says, _grid(n, d, k), count_rankings, bound, generic)


def _reached(
    says: str,
    matrices: Iterable[list[tuple[int, ...]]],
    count: Callable[[Configuration], int],
    bound: int,
    generic: Callable[[list[tuple[int, ...]]], bool],
) -> Step:
    """Whether no count is above the bound, and those of generic matrices alone reach it."""
    seen, wrong = 0, ""
    for rows in matrices:
        found = count(Configuration(rows))
        seen += 1
        if found > bound or (found == bound) != generic(rows):
            wrong = wrong or f"{rows}: {found}"
    return fact(says, not wrong, wrong or f"{seen} sets of rows")


CLAIM = Claim(
    id="counting-at-most",
    owner="ours",
    statement=(
        "For every `U` with `n` rows and `d` columns: `|S(U)| ≤ 2 Σ_(i<d) C(n−1, i)`, with "
        "equality exactly when every `min(n, d)` rows are "
        "independent; `|R(U)| ≤ Q(n, d)`, with equality exactly when for every forest on the "
        "labels with at most `min(d, n−1)` edges the "
        "differences along its edges are independent."
    ),
    conditions=(
        Condition(
            "`n ≥ 1` and `d ≥ 1`", "source", "without rows there is one sign vector, the empty one"
        ),
    ),
    prove=prove,
)
