"""Families of top-k sets: points have what they are listed for, and what points have is listed."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import numpy as np
import pytest

from arrangements import Configuration, ranking_pattern
from arrangements.combinatorial_types import TopTypes
from arrangements.combinatorial_types.sequences import Sequence, allowable_sequences, rankings
from arrangements.combinatorial_types.top_sets import Family, family_form
from arrangements.errors import BadInput
from arrangements.kernels.combinatorial_types.sequences import sequences

SEED = 20261118
SIZES = [
    (n, d, k)
    for n in range(2, 7)
    for d in range(1, n)
    for k in range(1, n)
    if k in (1, n - 1) or d in (1, n - 2, n - 1) or d == 2
]


def _family(points: list[tuple[int, ...]], k: int) -> Family:
    """By the general method."""
    pattern = ranking_pattern(Configuration(points))
    return frozenset(
        frozenset(pattern.labels.index(label) for label in s) for s in pattern.top_sets(k)
    )


def _span(points: list[tuple[int, ...]]) -> int:
    return Configuration(
        [[a - b for a, b in zip(point, points[0], strict=True)] for point in points]
    ).rank


@pytest.mark.parametrize(("n", "d", "k"), SIZES)
def test_points_have_the_families_that_are_listed(n: int, d: int, k: int) -> None:
    listed = list(TopTypes(n, d, k))
    assert (
        len({family_form(frozenset(map(frozenset, kind.sets)), n) for kind in listed})
        == len(listed)
        > 0
    )
    for kind in listed:
        points = list(kind.points)
        assert (len(set(points)), _span(points)) == (n, d)
        if all(isinstance(c, int) for point in points for c in point):
            assert _family(points, k) == frozenset(map(frozenset, kind.sets))


@pytest.mark.parametrize(("n", "d"), [(4, 2), (5, 2), (5, 3), (6, 2), (6, 3), (6, 4)])
def test_families_of_points_are_listed(n: int, d: int) -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    ks = [k for k in range(1, n) if (n, d, k) in SIZES]
    listed = {
        k: {family_form(frozenset(map(frozenset, kind.sets)), n) for kind in TopTypes(n, d, k)}
        for k in ks
    }
    seen = 0
    while seen < 25:
        points = [tuple(chance.randrange(4) for _ in range(d)) for _ in range(n)]
        if len(set(points)) == n and _span(points) == d:
            seen += 1
            for k in ks:
                assert family_form(_family(points, k), n) in listed[k]


def _forms(halves: list[Sequence], k: int) -> set[tuple[tuple[int, ...], ...]]:
    families = {frozenset(frozenset(order[:k]) for order in rankings(half)) for half in halves}
    return {family_form(family, len(halves[0][0])) for family in families}


@pytest.mark.parametrize("n", [4, 5])
def test_the_plane_by_sequences(n: int) -> None:
    """For four labels against the dependences; for five the seven sequences that no points have
    have no family of their own.
    """
    for k in range(1, n):
        listed = {
            family_form(frozenset(map(frozenset, kind.sets)), n) for kind in TopTypes(n, 2, k)
        }
        assert listed == _forms(list(allowable_sequences(n)), k)


@pytest.mark.slow
def test_six_labels_by_all_sequences() -> None:
    rows = np.zeros((sequences(6, np.zeros((0, 16), np.int64)), 16), np.int64)
    sequences(6, rows)
    found: dict[int, set[Family]] = {k: set() for k in (1, 2, 3)}
    for m, *words in rows.tolist():
        order, orders = list(range(6)), [tuple(range(6))]
        for word in words[:m]:
            ends = [b for b in range(-1, 6) if b in (-1, 5) or not word >> b & 1]
            order = [label for a, b in pairwise(ends) for label in order[a + 1 : b + 1][::-1]]
            orders.append(tuple(order))
        for k, families in found.items():
            families.add(
                frozenset(
                    frozenset(order[:k]) for order in (*orders, *(order[::-1] for order in orders))
                )
            )
    for k, number in ((1, 4), (2, 23), (3, 7)):
        listed = {
            family_form(frozenset(map(frozenset, kind.sets)), 6) for kind in TopTypes(6, 2, k)
        }
        assert listed == {family_form(family, 6) for family in found[k]}
        assert len(listed) == number


@pytest.mark.parametrize("n", [4, 5, 6])
def test_most_sets_of_two_and_of_half(n: int) -> None:
    """At most 3n/2 pairs (Edelsbrunner and Stoeckl 1986); twice the number of halving lines, 3 and
    6 (OEIS A076523).
    """
    assert max(len(kind.sets) for kind in TopTypes(n, 2, 2)) == 3 * n // 2
    if n % 2 == 0:
        assert max(len(kind.sets) for kind in TopTypes(n, 2, n // 2)) == {4: 6, 6: 12}[n]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("topk:7x2:3", "dimension of the first 3 of 7 labels must be 1, 5 or 6, not 2"),
        ("topk:5x2:5", "between 1 and 4"),
        ("argmax:5", "spelled"),
    ],
)
def test_refused(name: str, text: str) -> None:
    with pytest.raises(BadInput, match=text):
        TopTypes.read(name)


def test_every_set_is_one_of_so_many() -> None:
    for n, d, k in SIZES:
        assert all(set(kind.sets) <= set(combinations(range(n), k)) for kind in TopTypes(n, d, k))
