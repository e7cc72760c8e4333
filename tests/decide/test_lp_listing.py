"""Listing by linear programs: every list comes with its certificate, and the checker, which counts for itself,
must accept it.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import pytest

from arrangements import Configuration, load, lp_rankings, lp_topes
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from tests.published import published


def check(c: Configuration) -> None:
    """Both lists, with a witness for each member and the checker's own count."""
    for kind, listed in (("sign pattern", lp_topes(c)), ("ranking pattern", lp_rankings(c))):
        certificate = certify_pattern(c, kind)
        certificate.check()
        assert len(listed) == certificate.answer
        assert all(member in listed for member, _ in certificate.evidence.members)


@pytest.mark.parametrize(
    ("n", "d"),
    [
        (0, 0),
        (0, 2),
        (1, 0),
        (2, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (1, 2),
        (2, 2),
        (3, 2),
        (1, 3),
        (2, 3),
    ],
)
def test_every_small_matrix(n: int, d: int) -> None:
    """Entries -1, 0, 1, up to relabelling: zero rows, equal, parallel and antiparallel rows and
    rank deficiency among them.
    """
    for rows in combinations_with_replacement(product((-1, 0, 1), repeat=d), n):
        check(Configuration(rows, dimension=d))


@pytest.mark.slow
@pytest.mark.parametrize(("n", "d"), [(3, 3), (4, 2), (4, 3)])
def test_every_matrix_up_to_four_rows(n: int, d: int) -> None:
    for rows in combinations_with_replacement(product((-1, 0, 1), repeat=d), n):
        check(Configuration(rows, dimension=d))


def test_random_matrices() -> None:
    seed = 4
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(60):
        n, d, bound = chance.randint(3, 6), chance.randint(1, 4), chance.choice([1, 2, 50])
        check(Configuration([[chance.randint(-bound, bound) for _ in range(d)] for _ in range(n)]))


GENERIC = "random:5x3:bound=99:seed=1"
TOPES = {**published("topes"), GENERIC: published("generic_topes")["5"][2]}
RANKINGS = {**published("rankings", "paper"), GENERIC: published("generic_rankings")["5"][2]}


@pytest.mark.parametrize("name", ["threshold:3", "resonance:4", "braid:4", *RANKINGS])
def test_published_counts(name: str) -> None:
    c = load(name)
    assert len(lp_topes(c)) == TOPES[name]
    assert name not in RANKINGS or len(lp_rankings(c)) == RANKINGS[name]


def test_the_rankings_that_tell_the_configurations_of_h1_apart() -> None:
    a, b = (set(lp_rankings(load(f"paper/H.1-{name}")).strings()) for name in "AB")
    assert a - b == {"4>1>3>2>5", "5>2>3>1>4"}
    assert b - a == {"1>4>3>5>2", "2>5>3>4>1"}
    assert lp_topes(load("paper/H.1-A")) == lp_topes(load("paper/H.1-B"))


def test_theorem_5_5_over_its_field() -> None:
    first, second = (lp_rankings(load(f"paper/5.5-model-{k}")) for k in (1, 2))
    assert (len(first), len(second), len(first & second)) == (16, 28, 8)
    assert first.argmax_labels() == tuple("1234567")
    assert second.argmax_labels() == tuple("124567")
