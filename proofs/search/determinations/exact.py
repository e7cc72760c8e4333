"""The checks on configurations of any kind: big integers, number fields, mixed shapes. Slow; shares
nothing with compiled code.

A member of a family may stand for others: its ``images``. ``exhibit`` turns members with equal P
and different Q, up to images, into two labelled configurations with equal P and different Q.

>>> from arrangements.layers.configuration import Configuration
>>> from proofs.search.determinations.determination import determination
>>> one, other = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> [[str(x) for x, in c.rows] for c in exhibit(determination("C -> R"), one, [one, other])]
[['1', '2', '3'], ['2', '1', '3']]
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from itertools import combinations
from math import comb, factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.counting.region_counts import count_rankings, count_topes
from arrangements.decide.answers import decide_argmax, decide_tie
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import CosineMatrix, patterns_from_cosines
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.matroids.chirotopes import chirotope
from proofs.search.determinations import order_types
from proofs.search.determinations.instances import FAILS, HOLDS, OUTSIDE

if TYPE_CHECKING:
    from proofs.search.determinations.determination import Determination
    from proofs.search.families.family import Member
    from proofs.search.invariants.table import Invariant

__all__ = [
    "argmax_faces",
    "cosine_rankings",
    "cosine_signs",
    "counts",
    "exhibit",
    "one_or_more_rankings",
    "record",
    "three_methods",
]


def record(what: Determination, position: int, images: Iterable[Member]) -> np.ndarray:
    """A row like those of ``records.records``: the least P of the images, by its digest, the least
    Q that goes with it, and if more do.
    """
    found: dict[bytes, set[bytes]] = {}
    for image in images:
        found.setdefault(_digest(what.first, image), set()).add(_digest(what.second, image))
    p = min(found)
    words = np.frombuffer(p + min(found[p]), "<u8").tolist()
    return np.array([*words, 2 * position + (len(found[p]) > 1)], np.uint64)


def _digest(invariant: Invariant, member: Member) -> bytes:
    return blake2b(repr((member.n, invariant.key(member))).encode(), digest_size=16).digest()


def exhibit(
    what: Determination, one: Member, others: Iterable[Member]
) -> tuple[Member, Member] | None:
    """``one`` and the first of the others, in its labels, that has equal P and different Q, by
    exact keys; None if none has.
    """
    p, q = what.first.key(one), what.second.key(one)
    for other in others:
        if what.first.key(other) == p and what.second.key(other) != q:
            return one, Configuration(other.rows, one.labels, dimension=other.d) if isinstance(
                other, Configuration
            ) else other
    return None


# Statements about single configurations


def cosine_signs(configuration: Configuration) -> int:
    """S(C(U)) = S(U), for rows that are not zero."""
    if configuration.zero_rows:
        return OUTSIDE
    return _status(
        patterns_from_cosines(CosineMatrix.of(configuration)) == sign_pattern(configuration)
    )


def cosine_rankings(configuration: Configuration) -> int:
    """S(C(B U)) = S(B U), for distinct rows."""
    return OUTSIDE if configuration.equal_groups else cosine_signs(configuration.differences())


def argmax_faces(configuration: Configuration) -> int:
    """First places and ties of the listed rankings against linear programs, whose dual says that a
    face is missing.
    """
    if configuration.equal_groups:
        return OUTSIDE
    pattern, labels = ranking_pattern(configuration), configuration.labels
    first = all(
        (label in pattern.argmax_labels()) == decide_argmax(configuration, label)[0]
        for label in labels
    )
    ties = set(pattern.ties())
    return _status(
        first
        and all(
            (pair in ties) == decide_tie(configuration, pair)[0] for pair in combinations(labels, 2)
        )
    )


def counts(configuration: Configuration) -> int:
    """Listed numbers against counted ones, and against 2^n, n! and, in general position, Cover's
    number of topes.
    """
    topes, rankings, n, rank = (
        len(sign_pattern(configuration)),
        len(ranking_pattern(configuration)),
        configuration.n,
        configuration.rank,
    )
    good = topes == count_topes(configuration) and rankings == count_rankings(configuration)
    good &= (topes == 2**n) == (rank == n)
    good &= (rankings == factorial(n)) == (configuration.affine_rank == n)
    if rank and chirotope(configuration).signs.all():
        good &= topes == 2 * sum(comb(n - 1, i) for i in range(rank))
    return _status(good)


def three_methods(configuration: Configuration) -> int:
    """Lists by chirotopes and by linear programs, and counts."""
    signs, rankings = (
        sign_pattern(configuration, "chirotope"),
        ranking_pattern(configuration, "chirotope"),
    )
    good = signs == sign_pattern(configuration, "lp") and rankings == ranking_pattern(
        configuration, "lp"
    )
    return _status(
        good
        and len(signs) == count_topes(configuration)
        and len(rankings) == count_rankings(configuration)
    )


def one_or_more_rankings(points: Configuration) -> int:
    """The theorem on order types: R from the chirotope alone where there is one R, and elsewhere
    two sets of points that differ.
    """
    if points.rank != 3 or points.equal_groups or any(row[0] != 1 for row in points.rows):
        return OUTSIDE
    chi, other = chirotope(points), order_types.another(points)
    if order_types.only_one(chi) != (other is None):
        return FAILS
    if other is None:
        pairs = points.differences()
        return _status(
            order_types.slopes(chi).relabelled(pairs.labels).same_oriented_matroid(chirotope(pairs))
        )
    return _status(
        sign_pattern(other) == sign_pattern(points)
        and ranking_pattern(other) != ranking_pattern(points)
    )


def _status(good: Any) -> int:
    return HOLDS if good else FAILS
