"""Questions decided on small inputs, against brute force and with every certificate checked."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from arrangements import BadInput, Configuration, load
from arrangements.decide.answers import (
    decide_argmax,
    decide_ranking,
    decide_signs,
    decide_tie,
    decide_top,
    decide_top_set,
)
from arrangements.exact.programs.circuits import circuit
from arrangements.exact.programs.motzkin import METHODS, is_refutation, motzkin
from arrangements.proof.certificates import Certificate, Refutation, Witness

PLANE = Configuration([[2, 0], [1, 2], [-1, 1], [-2, -1], [0, -3]], labels=list("abcde"))


def answer(result: tuple[bool, Certificate]) -> bool:
    """The answer, after the checker has accepted its certificate and the evidence is of the right
    kind.
    """
    yes, certificate = result
    certificate.check()
    assert certificate.answer is yes
    assert isinstance(certificate.evidence, Witness if yes else Refutation)
    return yes


@pytest.mark.parametrize(
    ("rows", "dimension", "signs", "expected"),
    [
        ([], 2, "", True),
        ([[]], 0, "+", False),
        ([[]], 0, "0", True),
        ([[]], 0, "?", True),
        ([[0, 0]], 2, "+", False),
        ([[0, 0]], 2, "-", False),
        ([[0, 0]], 2, "0", True),
        ([[3]], 1, "-", True),
        ([[1], [2]], 1, "+-", False),
        ([[1], [-2]], 1, "+-", True),
        ([[1, 0], [0, 1]], 2, "00", True),
        ([[1, 0], [0, 1], [1, 1]], 2, "00+", False),
        ([[1, 0], [0, 1], [1, 1]], 2, "0++", True),
        ([[1, 0], [0, 1], [1, 1]], 2, "--+", False),
        ([[1, 0], [0, 1], [1, 1]], 2, "-?+", True),
        ([["1/3", "-1e-30"], ["1/3", "1e-30"]], 2, "+-", True),
        ([["sqrt(2)", 1], [2, "sqrt(2)"]], 2, "+-", False),
        ([["sqrt(2)", 1], [2, "sqrt(2)"]], 2, "0?", True),
        ([["sqrt(2)", 1], [2, "sqrt(2)"]], 2, "0+", False),
        ([["sqrt(2)", 1], [2, "1.414"]], 2, "+-", True),
        ([[0, 0], ["sqrt(2)", 1]], 2, "+?", False),
    ],
)
def test_signs_of_degenerate_and_ordinary_rows(
    rows: list, dimension: int, signs: str, expected: bool
) -> None:
    assert answer(decide_signs(Configuration(rows, dimension=dimension), signs)) is expected


def test_rankings_of_equal_rows_and_of_one_label() -> None:
    c = Configuration([[1, 2], [1, 2], [0, 0]], labels=["a", "b", "c"])
    assert not answer(decide_ranking(c, "a>b"))
    assert answer(decide_ranking(c, "a>c"))
    assert not answer(decide_argmax(c, "a"))
    assert answer(decide_tie(c, "a,b"))
    assert not answer(decide_tie(c, "a,c"))
    assert answer(decide_top_set(c, "a,b"))
    one = Configuration([[0]], labels=["only"])
    assert answer(decide_ranking(one, "only"))
    assert answer(decide_argmax(one, "only"))


def test_questions_agree_with_the_rankings_that_occur() -> None:
    labels = PLANE.labels
    rankings = [order for order in permutations(labels) if answer(decide_ranking(PLANE, order))]
    assert 0 < len(rankings) < 120
    for label in labels:
        assert answer(decide_argmax(PLANE, label)) is any(order[0] == label for order in rankings)
    for pair in permutations(labels, 2):
        assert answer(decide_top(PLANE, pair)) is any(order[:2] == pair for order in rankings)
        assert answer(decide_top_set(PLANE, pair)) is any(
            set(order[:2]) == set(pair) for order in rankings
        )
        assert answer(decide_ranking(PLANE, pair)) is any(
            order.index(pair[0]) < order.index(pair[1]) for order in rankings
        )
        # In general position two labels share the top exactly if either order of them at the top
        # occurs.
        assert answer(decide_tie(PLANE, pair)) is any(order[:2] == pair for order in rankings)


def test_the_paper_by_questions() -> None:
    first, second = load("paper/5.5-model-1"), load("paper/5.5-model-2")
    assert [answer(decide_argmax(first, label)) for label in first.labels] == [True] * 7
    assert [label for label in second.labels if not answer(decide_argmax(second, label))] == ["3"]
    a, b = load("paper/H.1-A"), load("paper/H.1-B")
    for order in ("4>1>3>2>5", "5>2>3>1>4"):
        assert answer(decide_ranking(a, order))
        assert not answer(decide_ranking(b, order))
    for order in ("1>4>3>5>2", "2>5>3>4>1"):
        assert not answer(decide_ranking(a, order))
        assert answer(decide_ranking(b, order))


def test_the_methods_agree() -> None:
    vectors = list(product((-1, 0, 1), repeat=2))
    for strict in product(vectors, repeat=3):
        for equal in ([], [(1, 0)], [(1, 1), (0, 0)]):
            answers = {method: motzkin(strict, equal, 2, method)[0] for method in METHODS}
            assert len(set(answers.values())) == 1, (strict, equal, answers)


def test_the_methods_agree_on_weak_rows() -> None:
    """Every answer is verified by ``motzkin`` itself; a refutation can be cut down to a
    circuit.
    """
    vectors = list(product((-1, 0, 1), repeat=2))
    for strict, weak in product(combinations(vectors, 2), combinations(vectors, 2)):
        for equal in ([], [(1, 1)]):
            outcomes = {method: motzkin(strict, equal, 2, method, weak) for method in METHODS}
            assert len({answer for answer, _ in outcomes.values()}) == 1, (
                strict,
                equal,
                weak,
                outcomes,
            )
            found, values = outcomes["pivot"]
            half = [[Fraction(c, 3) for c in v] for v in strict]
            assert motzkin(half, equal, 2, weak=weak)[0] is found
            if not found:
                rows = [*strict, *equal, *weak]
                assert is_refutation(
                    strict, equal, circuit(rows, len(strict), values, len(weak)), weak
                )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: decide_signs(PLANE, "+++"), "signs must be 5 of the characters"),
        (lambda: decide_signs(PLANE, "+++-x"), "signs must be 5 of the characters"),
        (
            lambda: decide_ranking(PLANE, "a>f"),
            "ranking must name labels of the configuration, not 'f'",
        ),
        (lambda: decide_ranking(PLANE, "a>a"), "ranking must name each label once"),
        (lambda: decide_ranking(PLANE, []), "ranking must name a label"),
        (lambda: decide_tie(PLANE, "a"), "tie must have two labels, not 1"),
        (lambda: decide_signs(PLANE, "+++++", method="none"), "method must be one of"),
    ],
)
def test_questions_that_cannot_be_asked(call, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        call()
