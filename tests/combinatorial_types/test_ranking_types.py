"""Sets of rankings: what points have is in the list, what no points have is refuted, and two methods
agree where they meet.
"""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from arrangements import Configuration, ranking_pattern
from arrangements.cli import app
from arrangements.combinatorial_types import RankingTypes
from arrangements.combinatorial_types.dependences import dependences, orders, points_of
from arrangements.combinatorial_types.ranking_types import _lines
from arrangements.combinatorial_types.sequence_count import number_of_sequences
from arrangements.combinatorial_types.sequences import (
    Sequence,
    allowable_sequences,
    chirotope,
    least,
    rankings,
    sequence_of,
)
from arrangements.errors import BadInput
from arrangements.kernels.combinatorial_types.sequences import sequences
from tests.combinatorial_types import six_labels

SEED = 20261118


def _listed(points: list[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    """R of points, by the general method."""
    pattern = ranking_pattern(Configuration(points))
    return frozenset(tuple(map(pattern.labels.index, ranking)) for ranking in pattern)


def _class(found: frozenset[tuple[int, ...]]) -> list[tuple[int, ...]]:
    n = len(next(iter(found)))
    return min(
        sorted(tuple(name[label] for label in order) for order in found)
        for name in permutations(range(n))
    )


def test_points_have_listed_sequences() -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    seen: set[Sequence] = set()
    for n in (3, 4, 5):
        listed = set(allowable_sequences(n))
        for _ in range(400):
            points = list({(chance.randrange(6), chance.randrange(6)) for _ in range(n)})
            if len(points) == n and len(half := sequence_of(points)) > 2:
                assert rankings(half) == _listed(points)
                form = least(half)
                assert form in listed
                seen.add(form)
    assert len(seen) > 80


def _turns(half: Sequence) -> list[Sequence]:
    turn = [*half[:-1], *(order[::-1] for order in half[:-1])]
    ways = [turn + turn, (turn + turn)[::-1]]
    return [tuple(way[k : k + len(half)]) for way in ways for k in range(len(turn))]


def _relabelled(half: Sequence) -> Sequence:
    name = {label: place for place, label in enumerate(half[0])}
    return tuple(tuple(name[label] for label in order) for order in half)


@pytest.mark.parametrize(("n", "number", "simple"), [(3, 1, 1), (4, 5, 2), (5, 155, 20)])
def test_classes_are_different_and_chirotopes(n: int, number: int, simple: int) -> None:
    listed = allowable_sequences(n)
    assert (len(listed), sum(len(half) == n * (n - 1) // 2 + 1 for half in listed)) == (
        number,
        simple,
    )
    assert (number_of_sequences(n), number_of_sequences(n, simple=True)) == (number, simple)
    assert len({min(map(_relabelled, _turns(half))) for half in listed}) == number
    assert all(least(_relabelled(turn)) == half for half in listed for turn in _turns(half)[:3])
    assert all(len(rankings(half)) == 2 * (len(half) - 1) for half in listed)
    assert all(chirotope(half).violation() is None for half in listed)


def test_six_labels_by_list_and_by_counting() -> None:
    rows = np.zeros((130_000, 16), np.int64)
    count = sequences(6, rows)
    assert (
        (count, int((rows[:count, 0] == 15).sum()))
        == (number_of_sequences(6), number_of_sequences(6, simple=True))
        == (125_273, 4888)
    )
    assert len(np.unique(rows[:count], axis=0)) == count


def test_five_labels_in_the_plane() -> None:
    """Each of the 155 has points, or a proof that it has none; both are judged by the checker, and
    the points by the general method.
    """
    types = RankingTypes(5)
    listed = list(types)
    assert [kind.realizable for kind in listed].count(False) == 7
    for kind, half in zip(listed, allowable_sequences(5), strict=True):
        certificate = types.certificate(kind.position)
        assert certificate.check().endswith(
            "is realizable" if kind.realizable else "is not realizable"
        )
        assert certificate.realizable == kind.realizable
        assert certificate.signs == chirotope(half).text()
        assert kind.rankings == half[:-1]
        if kind.points is not None:
            assert least(sequence_of(kind.points)) == half
    irrational = [
        kind
        for kind in listed
        if kind.points and any(not isinstance(c, int) for point in kind.points for c in point)
    ]
    assert [len(kind.rankings) for kind in irrational] == [5]


def test_six_labels_in_the_plane_are_all_settled() -> None:
    """93,410 of the 125,273 have points; some of each kind are judged by the checker."""
    kinds = six_labels.kinds()
    assert {kind: len(places) for kind, places in kinds.items()} == {
        "points": 93_087,
        "field of degree 2": 254,
        "field of degree 3": 53,
        "field of degree 4": 16,
        "slopes": 17_487,
        "five labels": 14_376,
    }
    assert six_labels.judged(kinds, every=False) == 6 * six_labels.SOME


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_set_of_rankings_of_six_labels() -> None:
    kinds = six_labels.kinds()
    assert six_labels.judged(kinds, every=True) == 125_273 - len(kinds["points"])


def test_six_labels_contain_the_five_that_are_refuted() -> None:
    """The labels that a line names have one of the seven sequences without points, and no other
    line is of such a sequence: labels of points have points.
    """
    refuted = {
        half
        for kind, half in zip(RankingTypes(5), allowable_sequences(5), strict=True)
        if not kind.realizable
    }
    print("seed", SEED)
    chance, lines = random.Random(SEED), _lines(6)
    for position in chance.sample(range(len(lines)), 1500):
        half, bad = allowable_sequences(6)[position], set()
        for left_out in range(6):
            part = tuple(tuple(l - (l > left_out) for l in o if l != left_out) for o in half)
            part = tuple(o for k, o in enumerate(part) if k == 0 or o != part[k - 1])
            if len(part) > 2 and least(part) in refuted:
                bad.add(left_out)
        named = "".join(str(l) for l in range(6) if l != min(bad)) if bad else ""
        assert (six_labels.kind_of(lines[position]) == "five labels") == bool(bad)
        assert not bad or lines[position] == f"{named}:0"


def test_four_labels_in_the_plane_by_two_methods() -> None:
    by_sequences = [_class(rankings(half)) for half in allowable_sequences(4)]
    by_dependences = [_class(frozenset(orders(c))) for c in dependences(4)]
    assert sorted(by_sequences) == sorted(by_dependences)


@pytest.mark.parametrize(("n", "most"), [(4, 5), (5, 19)])
def test_labels_with_one_dependence(n: int, most: int) -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    listed = [_class(frozenset(orders(c))) for c in dependences(n)]
    assert len(listed) == len({tuple(form) for form in listed}) == most
    for c in dependences(n):
        points = [tuple(point) for point in points_of(c)]
        assert Configuration(points).n == n
        assert _listed(points) == frozenset(orders(c))
    for _ in range(12):
        points = [tuple(chance.randrange(-2, 3) for _ in range(n - 2)) for _ in range(n)]
        differences = [
            [a - b for a, b in zip(point, points[0], strict=True)] for point in points[1:]
        ]
        if len(set(points)) == n and Configuration(differences).rank == n - 2:
            assert _class(_listed(points)) in listed


@pytest.mark.parametrize(("n", "d"), [(2, 1), (3, 1), (3, 2), (4, 3), (5, 1), (5, 4), (6, 1)])
def test_one_set_of_rankings(n: int, d: int) -> None:
    (kind,) = RankingTypes(n, d)
    assert kind.points is not None
    both = frozenset(kind.rankings) | frozenset(order[::-1] for order in kind.rankings)
    assert (
        _listed(list(kind.points)) == both
        if (n, d) != (3, 2)
        else _class(_listed(list(kind.points))) == _class(both)
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rankings:7x4", "dimension of 7 labels must be 1, 2"),
        ("rankings:5", "must be spelled like"),
    ],
)
def test_refused(name: str, text: str) -> None:
    with pytest.raises(BadInput, match=text):
        RankingTypes.read(name).count()


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=False, standalone_mode=False)
    assert done.exit_code == 0
    return done.output


def test_the_command(tmp_path: Path) -> None:
    assert run("types", "rankings:4x2", "--certificates", str(tmp_path)) == "5 types\n"
    assert "all 5 certificates" in run("recheck", str(tmp_path))
    assert run("types", "rankings:6x2", "--limit", "0") == "125273 types\n"
    first = run("types", "rankings:6x2", "--limit", "3").splitlines()
    assert [line.split("  ")[0] for line in first] == ["0", "1", "2", "125273 types"]
    with pytest.raises(BadInput, match="at most 6 labels in the plane to be listed"):
        run("types", "rankings:7x2")
    with pytest.raises(BadInput, match="types must be rankings for --certificates"):
        run("types", "points:5", "--certificates", str(tmp_path))
