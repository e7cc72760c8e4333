"""Options of the whole suite: ``--attack SECONDS`` says how long each attack of ``tests/attack`` lasts, ``--seed`` repeats one trial."""

from __future__ import annotations

import sys

import pytest

from arrangements.plain.choice import plain

plain.spent = sys.maxsize  # what is tested in this process is compiled code, except where a test says otherwise


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--attack", type=float, default=3.0, metavar="SECONDS", help="how long each attack lasts (default 3)")
    parser.addoption("--seed", type=int, default=None, metavar="N", help="the one seed that every attack tries")
