"""Every method against the definition: brute force over the rationals, which shares no code with the
package.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from arrangements import (
    Configuration,
    count_rankings,
    count_topes,
    decide_argmax,
    decide_ranking,
    decide_signs,
    decide_tie,
    lp_rankings,
    lp_topes,
    ranking_pattern,
    sign_pattern,
)
from arrangements.decide.one_by_one.decide import on_one_scale
from arrangements.exact.linear import determinant, primitive
from arrangements.exact.programs._cdd import fits
from arrangements.exact.programs.motzkin import METHODS, motzkin
from arrangements.matroids.chirotopes import chirotope
from tests.counting import naive_count
from tests.fuzz.configurations import KINDS, configuration, rows
from tests.listing import brute

pytestmark = pytest.mark.attack


def small(c: Configuration) -> tuple[list, int]:
    """The rows in coordinates of their row space: brute force is exponential in the dimension, and
    answers do not depend on it.
    """
    columns = c.column_basis
    return [[row[k] for k in columns] for row in c.rows], len(columns)


def short(c: Configuration) -> bool:
    """cddlib takes numbers as text, which Python limits."""
    return fits(on_one_scale(c), c.d)


def test_sign_patterns(attack) -> None:
    def trial(chance: random.Random) -> None:
        c = configuration(chance, 6)
        expected = brute.topes(*small(c))
        for listed in (
            sign_pattern(c, method="chirotope"),
            sign_pattern(c, method="lp"),
            lp_topes(c),
        ):
            assert set(listed) == expected
        assert count_topes(c) == len(expected) == sum(naive_count.whitney(*small(c)))

    attack(trial)


def test_ranking_patterns(attack) -> None:
    def trial(chance: random.Random) -> None:
        c = configuration(chance, 4)
        expected = {tuple(c.labels[i] for i in order) for order in brute.rankings(*small(c))}
        for listed in (
            ranking_pattern(c, method="chirotope"),
            ranking_pattern(c, method="lp"),
            lp_rankings(c),
        ):
            assert set(listed) == expected
        assert count_rankings(c) == len(expected) == naive_count.rankings(c.rows)
        for label in c.labels:
            assert (
                decide_argmax(c, label)[0] is any(order[0] == label for order in expected)
                or len(set(c.rows)) < c.n
            )
        for order in permutations(c.labels, min(c.n, 3)):
            if order:
                possible = any(sorted(order, key=found.index) == list(order) for found in expected)
                assert decide_ranking(c, order)[0] is possible or len(set(c.rows)) < c.n

    attack(trial)


def test_signs_with_zeros(attack) -> None:
    """Every sign vector of few rows, by every method; each certificate is checked where it is
    made.
    """

    def trial(chance: random.Random) -> None:
        c = configuration(chance, 5)
        covectors = brute.covectors(*small(c))
        for _ in range(10):
            signs = (
                chance.choice(sorted(covectors))
                if chance.random() < 0.5
                else tuple(chance.choice((-1, 0, 1)) for _ in range(c.n))
            )
            text = "".join("-0+"[s + 1] for s in signs)
            for method in METHODS:
                if method == "cdd" and not short(c):
                    continue
                answer, certificate = decide_signs(
                    c,
                    text,
                    method=method,
                    deep=chance.random() < 0.3,
                    minimal=chance.random() < 0.3,
                )
                assert answer is (signs in covectors)
                certificate.check()

    attack(trial)


def test_minors(attack) -> None:
    def trial(chance: random.Random) -> None:
        c = configuration(chance, 7, 4)
        chi, (matrix, rank) = chirotope(c), small(c)
        assert chi.rank == rank
        expected = {}
        for chosen in combinations(range(c.n), rank):
            value = determinant([matrix[i] for i in chosen])
            expected[chosen] = (value > 0) - (value < 0)
        assert {chosen: chi.sign(*chosen) for chosen in expected} == expected

    attack(trial)


def test_linear_programs(attack) -> None:
    """Strict, equality and weak rows: both sides of the alternative are verified where they are
    made, and all methods say the same.
    """

    def trial(chance: random.Random) -> None:
        n, d = chance.randint(1, 12), chance.randint(1, 7)
        made = [primitive(row) for row in rows(chance, chance.choice(KINDS), n, d)]
        first, last = sorted((chance.randint(1, n), chance.randint(1, n)))
        methods = [method for method in METHODS if method != "cdd" or fits(made, d)]
        answers = {
            motzkin(made[:first], made[first:last], d, method, made[last:])[0] for method in methods
        }
        assert len(answers) == 1

    attack(trial)


def test_ties(attack) -> None:
    """A pair ties for the top exactly if some covector of the differences has it there."""

    def trial(chance: random.Random) -> None:
        c = configuration(chance, 4)
        matrix, rank = small(c)
        pairs = list(combinations(range(c.n), 2))
        differences = [[a - b for a, b in zip(matrix[i], matrix[j], strict=True)] for i, j in pairs]
        covectors = [
            dict(zip(pairs, signs, strict=True)) for signs in brute.covectors(differences, rank)
        ]
        for i, j in pairs:
            others = [k for k in range(c.n) if k not in (i, j)]
            expected = any(
                x[i, j] == 0 and all((x[i, k] if i < k else -x[k, i]) > 0 for k in others)
                for x in covectors
            )
            assert decide_tie(c, [c.labels[i], c.labels[j]])[0] is expected

    attack(trial)
