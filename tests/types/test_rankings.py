"""Allowable sequences against points: what points have is in the list, and what no points have is refuted."""

from __future__ import annotations

import random

from arrangements.numbers import exact
from arrangements.planar import sweep_rankings
from arrangements.types.rankings import Sequence, allowable_sequences, chirotope, rankings
from arrangements.types.realizing import final_polynomial

SEED = 20261118


def _relabelled(half: Sequence) -> Sequence:
    name = {label: place for place, label in enumerate(half[0])}
    return tuple(tuple(name[label] for label in order) for order in half)


def test_points_have_listed_sequences() -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    listed = {n: {_relabelled(image) for half in allowable_sequences(n) for image in _turns(half)} for n in (3, 4, 5)}
    seen: set[Sequence] = set()
    for n in (3, 4, 5):
        for _ in range(400):
            points = list({(chance.randrange(6), chance.randrange(6)) for _ in range(n)})
            half = [tuple(order) for order in sweep_rankings(points)]
            if half[-1] != half[0][::-1]:
                half.append(half[0][::-1])
            if len(points) == n and len(half) > 2:
                assert _relabelled(tuple(half)) in listed[n]
                seen.add(_relabelled(tuple(half)))
    assert len(seen) > 100


def _turns(half: Sequence) -> list[Sequence]:
    turn = [*half[:-1], *(order[::-1] for order in half[:-1])]
    ways = [turn + turn, (turn + turn)[::-1]]
    return [tuple(way[k : k + len(half)]) for way in ways for k in range(len(turn))]


def test_classes_are_different_and_chirotopes() -> None:
    for n, number, simple in ((3, 1, 1), (4, 5, 2), (5, 155, 20)):
        listed = allowable_sequences(n)
        assert (len(listed), sum(len(half) == n * (n - 1) // 2 + 1 for half in listed)) == (number, simple)
        assert len({min(map(_relabelled, _turns(half))) for half in listed}) == number
        assert all(len(rankings(half)) == 2 * (len(half) - 1) for half in listed)
        assert all(chirotope(half).violation() is None for half in listed)


def test_a_sequence_that_no_points_have() -> None:
    half = tuple(tuple(map(int, order)) for order in ["01234", "01243", "02143", "20413", "24031", "42301", "43210"])
    assert half in allowable_sequences(5)
    assert final_polynomial(chirotope(half)) is not None


def test_the_regular_pentagon() -> None:
    """Up to an affine map: five directions, and no rational coordinates."""
    c = exact("sqrt(5)/2 - 1/2")
    points = [(exact(1), exact(0)), (exact(0), exact(1))]
    while len(points) < 5:
        points.append((c * points[-1][0] - points[-2][0], c * points[-1][1] - points[-2][1]))
    half = [tuple(order) for order in sweep_rankings(points)]
    if half[-1] != half[0][::-1]:
        half.append(half[0][::-1])
    assert len(half) == 6
    shortest = min(allowable_sequences(5), key=lambda listed: (len(listed) != 6, listed[1] != (0, 2, 1, 4, 3)))
    assert _relabelled(tuple(half)) in {_relabelled(turn) for turn in _turns(shortest)}
