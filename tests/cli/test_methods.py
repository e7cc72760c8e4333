"""Which method answers: ``--method`` of every command that has several, and the same of the
argument in Python.
"""

from __future__ import annotations

import json
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


def test_help_names_the_methods(run: Run) -> None:
    code, out, _ = run("patterns", "--help")
    assert code == 0
    assert "--method" in out
    assert "by exact linear programs" in " ".join(out.replace("│", " ").split())


def test_the_answer_says_which_method(run: Run) -> None:
    code, out, _ = run("patterns", "paper/C.2", "--method", "lp", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["method"] == "lp"


def test_an_unknown_method_is_refused_with_the_names() -> None:
    c = arrangements.load("braid:3")
    with pytest.raises(BadInput, match="method must be one of auto, flats, orbits, chromatic"):
        arrangements.count_topes(c, method="scenic")
    with pytest.raises(TypeError, match="road"):
        arrangements.decide_signs(c, "+++", road="cdd")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "line",
    [
        "patterns paper/C.2 --method x",
        "count braid:4 --method x",
        "decide paper/C.2 --argmax 1 --method x",
    ],
)
def test_the_command_refuses_it_likewise(run: Run, line: str) -> None:
    code, out, err = run(*line.split())
    assert (code, out) == (2, "")
    assert "method must be one of auto, " in err
