"""The checks on configurations of any kind: big integers, number fields, mixed shapes. Slow; shares nothing with compiled code.

Keys are exact values of labelled configurations. ``exhibit`` turns two members of a family with equal P up to relabelling into two
labelled configurations with equal P and different Q, or says that there are none.

>>> from arrangements.configuration import Configuration
>>> one, other = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> pair = exhibit("C(U)", "R(U)", one, one)
>>> [[str(x) for x, in c.rows] for c in pair]
[['1', '2', '3'], ['1', '3', '2']]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from hashlib import blake2b
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

import numpy as np

from arrangements.chirotope import chirotope
from arrangements.configuration import Configuration
from arrangements.cosines import CosineMatrix, patterns_from_cosines
from arrangements.counting.whitney import count_rankings, count_topes
from arrangements.feasibility import decide_argmax, decide_tie
from arrangements.listing import ranking_pattern, sign_pattern
from arrangements.numbers import sign
from proofs.determinations.instances import FAILS, HOLDS, OUTSIDE

__all__ = ["check", "exhibit", "in_domain", "key", "record"]


def in_domain(first: str, second: str, configuration: Configuration) -> bool:
    """Whether P and Q are defined: cosines and signs need non-zero rows, rankings and differences distinct rows."""
    named = {first, second}
    if named & {"C(U)", "S(U)"} and configuration.zero_rows:
        return False
    return not (named & {"C(BU)", "chirotope(BU)", "R(U)", "argmax(U)"} and configuration.equal_groups)


def key(name: str, configuration: Configuration) -> Hashable:
    """The value of an invariant; equal values mean equal invariants."""
    return _KEYS[name](configuration)


def _cosines(configuration: Configuration) -> Hashable:
    """All signed squares of cosines."""
    rows = configuration.rows
    gram = [[sum(x * y for x, y in zip(v, w, strict=True)) for w in rows] for v in rows]
    n = len(rows)
    return tuple(tuple(sign(gram[i][j]) * gram[i][j] ** 2 / (gram[i][i] * gram[j][j]) for j in range(n)) for i in range(n))


def _chirotope(configuration: Configuration) -> Hashable:
    """Rank and signs, the first that is not zero positive."""
    value = chirotope(configuration)
    signs = value.signs.tolist()
    lead = next(s for s in signs if s)
    return value.rank, tuple(lead * s for s in signs)


def _signs(configuration: Configuration) -> Hashable:
    return configuration.n, sign_pattern(configuration).words.tobytes()


def _rankings(configuration: Configuration) -> Hashable:
    return configuration.n, ranking_pattern(configuration).words.tobytes()


def _argmax(configuration: Configuration) -> Hashable:
    winners = ranking_pattern(configuration).argmax_labels()
    return tuple(label in winners for label in configuration.labels)


_KEYS: dict[str, Callable[[Configuration], Hashable]] = {
    "C(U)": _cosines,
    "C(BU)": lambda configuration: _cosines(configuration.differences()),
    "chirotope(BU)": lambda configuration: _chirotope(configuration.differences()),
    "S(U)": _signs,
    "R(U)": _rankings,
    "argmax(U)": _argmax,
}


def record(first: str, second: str, position: int, configuration: Configuration) -> np.ndarray:
    """A row like those of ``grouping.records``, of the labelled configuration."""
    words = []
    for name in (first, second):
        value = (configuration.n, key(name, configuration))
        words += np.frombuffer(blake2b(repr(value).encode(), digest_size=16).digest(), "<u8").tolist()
    return np.array([*words, 2 * position], np.uint64)


def exhibit(
    first: str, second: str, one: Configuration, other: Configuration, orders: Iterable[Sequence[int]] | None = None
) -> tuple[Configuration, Configuration] | None:
    """``one`` and a relabelling of ``other`` that have equal P and different Q, by exact keys; None if no order of rows gives one.

    ``orders`` restricts the search; an order lists rows of ``other``.
    """
    p, q = key(first, one), key(second, one)
    for order in permutations(range(other.n)) if orders is None else orders:
        candidate = Configuration([other.rows[i] for i in order], one.labels, dimension=other.d)
        if key(first, candidate) == p and key(second, candidate) != q:
            return one, candidate
    return None


def check(id: str, configuration: Configuration) -> int:
    """The status of a statement about single configurations."""
    return _CHECKS[id](configuration)


def _cosine_signs(configuration: Configuration) -> int:
    if configuration.zero_rows:
        return OUTSIDE
    return _status(patterns_from_cosines(CosineMatrix.of(configuration)) == sign_pattern(configuration))


def _cosine_rankings(configuration: Configuration) -> int:
    return OUTSIDE if configuration.equal_groups else _cosine_signs(configuration.differences())


def _argmax_faces(configuration: Configuration) -> int:
    """First places and ties of the listed rankings against linear programs, whose dual says that a face is missing."""
    if configuration.equal_groups:
        return OUTSIDE
    pattern, labels = ranking_pattern(configuration), configuration.labels
    first = all((label in pattern.argmax_labels()) == decide_argmax(configuration, label)[0] for label in labels)
    ties = set(pattern.ties())
    return _status(first and all((pair in ties) == decide_tie(configuration, pair)[0] for pair in combinations(labels, 2)))


def _counts(configuration: Configuration) -> int:
    """Listed numbers against counted ones, and against 2^n, n! and, in general position, Cover's number of topes."""
    topes, rankings, n, rank = len(sign_pattern(configuration)), len(ranking_pattern(configuration)), configuration.n, configuration.rank
    good = topes == count_topes(configuration) and rankings == count_rankings(configuration)
    good &= (topes == 2**n) == (rank == n)
    good &= (rankings == factorial(n)) == (configuration.affine_rank == n)
    if rank and chirotope(configuration).signs.all():
        good &= topes == 2 * sum(comb(n - 1, i) for i in range(rank))
    return _status(good)


def _three_roads(configuration: Configuration) -> int:
    signs, rankings = sign_pattern(configuration, "chirotope"), ranking_pattern(configuration, "chirotope")
    good = signs == sign_pattern(configuration, "lp") and rankings == ranking_pattern(configuration, "lp")
    return _status(good and len(signs) == count_topes(configuration) and len(rankings) == count_rankings(configuration))


def _status(good: Any) -> int:
    return HOLDS if good else FAILS


_CHECKS: dict[str, Callable[[Configuration], int]] = {
    "lemma-5.3:instances": _cosine_signs,
    "theorem-5.6:instances": _cosine_rankings,
    "argmax-G.1": _argmax_faces,
    "counting": _counts,
    "three-roads": _three_roads,
}
