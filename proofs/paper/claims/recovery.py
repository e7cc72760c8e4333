"""Patterns recovered from cosine matrices alone, compared with the patterns of the rows by another
method.

The cosine matrix is read as a matrix of radicals, scaled to be rational (or to lie in the number
field), and its own sign pattern is listed; the rows never enter. The pattern of the rows comes from
linear programs. Neither side assumes the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from arrangements.decide.answers import decide_signs
from arrangements.errors import BadInput
from arrangements.exact.input_checks import Matrix
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import (
    CosineMatrix,
    patterns_from_cosines,
    rankings_from_difference_cosines,
)
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.loading.configurations import load
from proofs.paper.verdicts.claim import Step
from proofs.paper.verdicts.evidence import fact
from proofs.search.invariants.keys import chirotope_signs

__all__ = ["determines_rankings", "orthants", "recovered_rankings", "recovered_signs"]

View = Callable[[Configuration], Configuration]

NAMED = (
    "paper/C.1",
    "paper/C.2",
    "paper/C.3",
    "paper/5.5-model-1",
    "paper/5.5-model-2",
    "paper/H.1-A",
    "paper/H.1-B",
    "cyclic:6x3",
    "random:6x4:bound=5:seed=2",
    "cross-polytope:3",
)
# Rows with orthogonal parts, parallel and antiparallel rows, a rank below the dimension, irrational
# entries in two fields, one label.
SMALL: dict[str, Matrix] = {
    "orthogonal blocks": [[1, 0, 0], [2, 1, 0], [0, 0, 3], [0, 0, -1], [1, -2, 0]],
    "rank 1 in dimension 3": [[1, 2, 3], [-2, -4, -6], [2, 4, 6]],
    "irrational rows": [["sqrt(2)", 1], [1, "sqrt(3)"], ["-1", "sqrt(2)"], [0, 2]],
    "one label": [[7]],
}
# For proposition E.2: full rank, a rank below the dimension, rank 0, a zero row, parallel and
# antiparallel rows.
SPANS = {
    "three rows in the plane": [[1, 0], [1, 2], [0, -1]],
    "rank 2 in dimension 3": [[1, 0, 1], [0, 1, 1], [1, 1, 2], [-1, 2, 1]],
    "rank 0": [[0, 0], [0, 0]],
    "a zero row": [[1, 2], [0, 0], [3, 1]],
    "parallel and antiparallel rows": [[1, 2], [2, 4], [-3, -6]],
    "independent rows": [[1, 0, 2], [0, 1, 1], [3, 0, 1]],
}
# Equal cosines, different lengths: pairs that a view has to tell apart if their rankings differ.
SAME_COSINES = {
    "the models of theorem 5.5": ("paper/5.5-model-1", "paper/5.5-model-2"),
    "rows 1, 2, 3 and 2, 1, 3": ([[1], [2], [3]], [[2], [1], [3]]),
    "two scalings of a square": (
        [[1, 1], [-1, 1], [-1, -1], [1, -1]],
        [[2, 2], [-1, 1], [-2, -2], [3, -3]],
    ),
    "a triangle and its double": ([[0, 0], [1, 0], [0, 1]], [[0, 0], [2, 0], [0, 2]]),
}


def _instances() -> Iterator[tuple[str, Configuration]]:
    yield from ((name, load(name)) for name in NAMED)
    yield from ((name, Configuration(rows)) for name, rows in SMALL.items())


def orthants() -> Iterator[Step]:
    """Every open orthant, met or not by a linear program, against S of the column basis and of
    other bases of the same span.
    """
    change = {1: [[-3]], 2: [[2, 1], [1, 1]], 3: [[1, 2, 0], [0, 1, 5], [1, 0, -1]]}
    for name, rows in SPANS.items():
        c = Configuration(rows)
        met = {
            signs for signs in map("".join, product("-+", repeat=c.n)) if decide_signs(c, signs)[0]
        }
        basis = (
            c.transformed([[int(j == column) for column in c.column_basis] for j in range(c.d)])
            if c.rank
            else c
        )
        others = (
            basis,
            c.transformed(change[c.d]),
            basis.transformed(change[c.rank]) if c.rank else c,
        )
        same = all(set(sign_pattern(other)) == met for other in (c, *others))
        says = f"{name}: S is the set of orthants met, for rank {c.rank} columns and for other bases of the span"
        yield fact(says, same, f"{len(met)} of {2**c.n} orthants")


def recovered_signs() -> Iterator[Step]:
    """S from C(U) against S(U) by linear programs, and the chirotopes of both."""
    for name, c in _instances():
        cosines = _reread(CosineMatrix.of(c))
        field = cosines.representative.field
        found, expected = patterns_from_cosines(cosines), sign_pattern(c, method="lp")
        same = chirotope_signs(cosines.representative) == chirotope_signs(c)
        says = f"{name}: the cosine matrix alone gives S(U) and the chirotope of U"
        counts = f"{len(found)} and {len(expected)} sign vectors; {'equal' if same else 'different'} chirotopes"
        yield fact(
            says,
            found == expected and same,
            f"{counts}; scaled cosines in {field.name if field else 'Q'}",
        )


def recovered_rankings(view: View) -> Iterator[Step]:
    """R from C(B_n U) against R(U) by linear programs."""
    for name, c in _instances():
        says = f"{name}: the cosine matrix of the differences alone gives R(U)"
        try:
            found = rankings_from_difference_cosines(_reread(CosineMatrix.of(view(c))), c.labels)
        except BadInput as error:
            yield fact(says, False, str(error))
            continue
        expected = ranking_pattern(c, method="lp")
        yield fact(says, found == expected, f"{len(found)} and {len(expected)} rankings")


def determines_rankings(view: View) -> Step:
    """No two of the configurations agree in C(view(U)) and differ in R(U)."""
    says = "no two test configurations agree in the cosine matrix and differ in the rankings"
    pairs = [
        (name, _configuration(first), _configuration(second))
        for name, (first, second) in SAME_COSINES.items()
    ]
    pairs += [
        (f"{a} and {b}", load(a), load(b))
        for a, b in combinations(NAMED, 2)
        if load(a).labels == load(b).labels
    ]
    same = 0
    for name, a, b in pairs:
        if not (view(a).zero_rows or view(b).zero_rows) and CosineMatrix.of(
            view(a)
        ) == CosineMatrix.of(view(b)):
            same += 1
            r, s = ranking_pattern(a), ranking_pattern(b)
            if r != s:
                example = next(iter(sorted((r ^ s).strings())))
                detail = f"{name} have the same cosine matrix, and the ranking {example} is feasible for one of them only"
                return Step(says, "fails", detail, ())
    return Step(
        says, "holds", f"{len(pairs)} pairs, {same} of them with the same cosine matrix", ()
    )


def _configuration(source: Any) -> Configuration:
    return load(source) if isinstance(source, str) else Configuration(source)


def _reread(cosines: CosineMatrix) -> CosineMatrix:
    """The matrix through its radicals, as if read from a file."""
    return CosineMatrix.from_cosines(
        [[cosines.cosine(i, j) for j in range(cosines.n)] for i in range(cosines.n)], cosines.labels
    )
