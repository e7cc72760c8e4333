"""Refutations by slopes: none of what points have, all that is known to have none, from each change
and of some labels alone.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product

from arrangements.combinatorial_types import RankingTypes
from arrangements.combinatorial_types.realizing import Realizability
from arrangements.combinatorial_types.sequences import allowable_sequences
from arrangements.combinatorial_types.slopes import Slopes, _identity, refutation

SEED = 20261119


def test_what_points_have_is_not_refuted() -> None:
    for kind, half in zip(RankingTypes(5), allowable_sequences(5), strict=True):
        for degrees in ((0, 0), (1, 0)):
            found = refutation(half, degrees)
            assert found is None or not kind.realizable
        assert (found is not None) == (not kind.realizable)


def test_five_labels_from_each_change() -> None:
    """Another change to begin with is another proof of the same."""
    for kind, half in zip(RankingTypes(5), allowable_sequences(5), strict=True):
        for start in range(0 if kind.realizable else len(half) - 1):
            found = refutation(half, (1, 0), start=start)
            assert found is not None
            assert Slopes.read(found.written()) == found
            certificate = found.certificate(half)
            assert certificate.check().endswith("is not realizable")
            again = Realizability.from_text(certificate.to_text())
            assert again.to_text() == certificate.to_text()


def test_three_and_four_labels_are_never_refuted() -> None:
    for n, degrees in product((3, 4), ((0, 0), (1, 0), (0, 1), (1, 1))):
        for half in allowable_sequences(n):
            assert refutation(half, degrees) is None


def test_the_identities_hold_for_points() -> None:
    """Steps of points, from each direction on, put into the identity of any three."""
    print("seed", SEED)
    chance = random.Random(SEED)
    for _ in range(40):
        points = sorted({(chance.randrange(9), chance.randrange(9)) for _ in range(5)})
        a, b = chance.randrange(-9, 9), chance.randrange(2)
        points = [(x + a * y, y + b * x) for x, y in points]  # from another direction on
        points.sort()
        if len({x for x, _ in points}) < len(points):
            continue
        lines = {
            (i, j): Fraction(points[j][1] - points[i][1], points[j][0] - points[i][0])
            for i, j in combinations(range(len(points)), 2)
        }
        values = sorted(set(lines.values()))
        slope = {pair: values.index(value) for pair, value in lines.items()}
        for i, j, k in combinations(range(len(points)), 3):
            total = sum(
                c * (points[x + 1][0] - points[x][0]) * (values[s + 1] - values[s])
                for (x, s), c in _identity(slope, i, j, k).items()
            )
            assert total == 0


def test_one_line_and_no_label() -> None:
    assert refutation(((0, 1, 2), (2, 1, 0)), (1, 1)) is None
    assert refutation(allowable_sequences(3)[0], (0, 0), labels=()) is None
    assert refutation(allowable_sequences(5)[142], (1, 0), labels=(0, 1, 2, 3)) is None
