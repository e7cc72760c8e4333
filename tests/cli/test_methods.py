"""Which method answers: ``--method`` of every command that has several, its former name ``--road``,
and the same of the argument in Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import get_args

import pytest

import arrangements
from arrangements import cli
from arrangements.cli import audit, count, decide, patterns, signature
from arrangements.cli.options import Forcing
from arrangements.counting import methods
from arrangements.decide import answers
from arrangements.decide.batches.driver import METHODS
from arrangements.errors import BadInput
from arrangements.listing import patterns as listed
from proofs.search.determinations.checks import find

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["arrangements", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
        return int(left.value.code or 0), *capsys.readouterr()

    return run


@pytest.mark.parametrize(
    ("request_type", "names"),
    [
        (audit.Request, METHODS),
        (signature.Request, METHODS),
        (count.Request, get_args(methods.Method)),
        (decide.Request, answers.METHODS),
        (patterns.Request, listed.METHODS),
    ],
)
def test_commands_know_the_methods_of_the_engine(
    request_type: type[Forcing], names: tuple[str, ...]
) -> None:
    assert {"auto", *request_type.methods} == {*names}


@pytest.mark.parametrize(
    "line",
    [
        "patterns paper/C.2 --road lp",
        "patterns paper/C.2 --road=lp",
        "count braid:4 --road flats",
        "decide paper/C.2 --argmax 1 --road pivot",
    ],
)
def test_the_former_option_is_understood(run: Run, line: str) -> None:
    present = line.replace("--road", "--method")
    timeless = [
        re.sub(r"\bseconds +[0-9.]+|[0-9.]+ s\b", "", str(run(*words.split())[:2]))
        for words in (line, present)
    ]
    assert timeless[0] == timeless[1]
    assert timeless[0].startswith("(0, ")
    wrong = line.replace("lp", "x").replace("flats", "x").replace("pivot", "x")
    code, out, err = run(*wrong.split())
    assert (code, out) == (2, "")
    assert "method must be one of auto, " in err


def test_a_file_may_be_called_like_a_former_option(run: Run) -> None:
    code, _, err = run("patterns", "--", "--road")
    assert code == 2
    assert "--road" in err


def test_help_names_the_methods(run: Run) -> None:
    code, out, _ = run("patterns", "--help")
    assert code == 0
    assert "--method" in out
    assert "by exact linear programs" in " ".join(out.replace("│", " ").split())
    assert "--road" not in out


def test_the_answer_says_which_method(run: Run) -> None:
    code, out, _ = run("patterns", "paper/C.2", "--method", "lp", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["method"], answer["road"]) == ("lp", "lp")


def test_the_former_argument_is_understood() -> None:
    c = arrangements.load("braid:3")
    with pytest.warns(DeprecationWarning, match="the argument 'road' is called 'method' now"):
        former = arrangements.sign_pattern(c, road="lp")  # type: ignore[call-arg]
    assert former == arrangements.sign_pattern(c, method="lp")
    with (
        pytest.warns(DeprecationWarning, match="count_topes"),
        pytest.raises(BadInput, match="method must be one of auto, flats, orbits, chromatic"),
    ):
        arrangements.count_topes(c, road="scenic")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="both 'method' and its former name 'road'"):
        arrangements.decide_signs(c, "+++", road="cdd", method="cdd")  # type: ignore[call-arg]


def test_the_former_check_is_understood() -> None:
    assert find("three-roads") is find("three-methods")
