"""Options of the whole suite: ``--attack SECONDS`` says how long each attack of ``tests/attack`` lasts, ``--seed`` repeats one trial,
``--figures FILE`` is where benchmarks keep what they measure."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from arrangements.plain.choice import plain
from tests.bench import figures

plain.spent = sys.maxsize  # what is tested in this process is compiled code, except where a test says otherwise


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--attack", type=float, default=3.0, metavar="SECONDS", help="how long each attack lasts (default 3)")
    parser.addoption("--figures", default=None, metavar="FILE", help="where benchmarks write their figures")
    parser.addoption("--seed", type=int, default=None, metavar="N", help="the one seed that every attack tries")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not figures.made:
        return
    path = Path(config.getoption("--figures") or config.rootpath / figures.DEFAULT)
    told = figures.write(path, figures.made)
    terminalreporter.section(f"{len(figures.made)} figures are in {path}")
    for line in told or ["none differs much from the run before"]:
        terminalreporter.write_line(line)
