"""cddlib decides a fixed share of the exact programs as well: the same ones each time, counted, and
a different answer ends the work.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern
from arrangements.errors import InternalError
from arrangements.exact.programs import _cdd
from arrangements.exact.programs.motzkin import motzkin
from arrangements.exact.programs.second_opinion import second_opinions
from proofs.pages.explained import seconded
from proofs.paper.claims import find
from proofs.search.determinations.checks import find as check
from proofs.search.determinations.shards import evaluate
from proofs.search.families import family


def some_programs(seed: int = 5) -> None:
    random = Random(seed)
    for _ in range(200):
        motzkin([[random.randint(-3, 3) for _ in range(3)] for _ in range(5)], [], 3)


def test_every_program_or_a_fixed_share() -> None:
    with second_opinions(1) as every:
        some_programs()
    with second_opinions() as share, second_opinions() as inner:
        some_programs()
    assert every.given == every.programs == share.programs == inner.programs >= 190
    assert 0 < share.given == inner.given < every.given / 5
    with second_opinions() as again:
        some_programs()
    assert again.given == share.given


def test_the_larger_part_counts_inside_of_another_scope() -> None:
    with second_opinions(1) as outer, second_opinions() as inner:
        some_programs()
    assert outer.given == inner.given == outer.programs


def test_nothing_is_asked_outside_of_a_scope(broken: None) -> None:
    some_programs()


def test_fractions_are_asked_and_number_fields_are_not() -> None:
    with second_opinions(1) as opinions:
        motzkin([(Fraction(1, 2), Fraction(1, 3))], [(Fraction(1, 5), 1)], 2)
        assert opinions.given == opinions.programs
        before = opinions.given
        motzkin(load("paper/5.5-model-1").rows[:2], [], 2)
    assert opinions.given == before < opinions.programs


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cddlib whose every answer is the opposite."""
    right = _cdd.maximise_margin

    def wrong(*arguments: object) -> tuple:
        margin, *rest = right(*arguments)
        return (1 - margin, *rest)

    monkeypatch.setattr(_cdd, "maximise_margin", wrong)


@pytest.mark.parametrize("pattern", [sign_pattern, ranking_pattern])
def test_a_different_answer_ends_a_list(broken: None, pattern: object) -> None:
    rows = Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [1, 2, 3], [3, 1, 2]])
    assert len(pattern(rows)) > 0
    with pytest.raises(InternalError, match="cddlib must decide as motzkin does"):
        pattern(rows, "lp")


def test_a_different_answer_ends_a_claim(broken: None) -> None:
    assert find("example-C.2").prove().status == "proved"
    with pytest.raises(InternalError, match="cddlib must decide as motzkin does"):
        find("example-C.2").settle()


def test_a_different_answer_ends_a_shard(broken: None) -> None:
    with pytest.raises(InternalError, match="cddlib must decide as motzkin does"):
        evaluate(check("three-methods"), family("grid:3x2:1"), 0, 31)


def test_the_verdict_tells_how_many() -> None:
    verdict = find("example-C.2").settle()
    assert verdict.seconded == verdict.programs > 10
    assert f"{verdict.programs} of {verdict.programs} exact programs" in seconded([verdict])
    part = evaluate(check("three-methods"), family("grid:3x2:1"), 0, 31)
    assert 0 < part.seconded < part.programs


def test_without_cddlib_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, broken: None) -> None:
    monkeypatch.setattr("arrangements.exact.programs._cdd.has_cddlib", lambda: False)
    monkeypatch.setattr("proofs.pages.explained.has_cddlib", lambda: False)
    verdict = find("example-C.2").settle()
    assert (verdict.status, verdict.seconded) == ("proved", 0)
    assert "not installed" in seconded([verdict])
