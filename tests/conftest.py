"""Options of the whole suite: ``--attack SECONDS`` says how long each attack of ``tests/fuzz``
lasts, ``--seed`` repeats one trial, ``--trials`` says how many random tests marked slow make,
``--figures FILE`` is where benchmarks keep what they measure. Without ``--attack`` every random test
draws the same each time, except in a soak (``tests/soak.py``). Every test has a time limit, a longer
one where it is marked to take long.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

import pytest

from tests.processes import give_back_signals

# seconds for a test with one of these marks; all others have the ``timeout`` of pyproject.toml
_LONG = 3600
_LONG_MARKS = ("slow", "bench", "peer", "attack")


class _AsItIs:
    """What is tested is imported as users do: the assertions that pytest rewrites in distributions
    with a plugin, at some seconds for each worker, are those of these packages, too.
    """

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if name.partition(".")[0] not in ("arrangements", "proofs"):
            return None
        return PathFinder.find_spec(name, path, target)


sys.meta_path.insert(0, _AsItIs)  # type: ignore[arg-type]


# What changes how programs print, or what a bug shows: the hosting sets some of these.
_OF_THE_USER = (
    "ARRANGEMENTS_TRACEBACK",
    "COLUMNS",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "LINES",
    "NO_COLOR",
    "PY_COLORS",
    "PYTHONWARNINGS",
    "TERMINAL_WIDTH",
)


def pytest_configure() -> None:
    give_back_signals()
    for name in _OF_THE_USER:
        os.environ.pop(name, None)
    from arrangements.pure_python.choice import pure_python

    # what is tested in this process is compiled code, except where a test says otherwise
    pure_python.spent = sys.maxsize


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("timeout") is None and any(
            map(item.get_closest_marker, _LONG_MARKS)
        ):
            item.add_marker(pytest.mark.timeout(_LONG))


def pytest_collection_finish() -> None:
    # what was collected stays: without this every full collection of garbage walks over it
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--attack",
        type=float,
        default=None,
        metavar="SECONDS",
        help="how long each attack lasts, with fresh seeds (without it: half a second, with the seeds from 0 on)",
    )
    parser.addoption(
        "--figures", default=None, metavar="FILE", help="where benchmarks write their figures"
    )
    parser.addoption(
        "--seed", type=int, default=None, metavar="N", help="the one seed that every attack tries"
    )
    parser.addoption(
        "--trials", type=int, default=None, metavar="N", help="trials of each slow random test"
    )


@pytest.fixture(autouse=True)
def _same_draws(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--attack") is None:
        random.seed(zlib.crc32(request.node.nodeid.encode()))


@pytest.fixture
def trials(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """The number that ``--trials`` says, or another."""
    told: int | None = request.config.getoption("--trials")
    return lambda usual: usual if told is None else told


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    from tests.bench import figures

    if not figures.made:
        return
    path = Path(config.getoption("--figures") or config.rootpath / figures.DEFAULT)
    told = figures.write(path, figures.made)
    terminalreporter.section(f"{len(figures.made)} figures are in {path}")
    for line in told or ["none differs much from the run before"]:
        terminalreporter.write_line(line)


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """The command as a user runs it: exit code, output, errors."""
    from arrangements.cli import main

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["arrangements", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return run
