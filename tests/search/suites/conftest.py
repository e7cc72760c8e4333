"""Suites small enough to be run many times, and ways to run them in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def start():  # type: ignore[no-untyped-def]
    """Start ``python tests/search/suites/NAME.py ARGUMENTS``; what is still running at the end is
    killed.
    """
    running: list[subprocess.Popen[str]] = []

    def popen(name: str, *arguments: object) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(HERE.parents[2]), str(HERE)]),
        }
        command = [sys.executable, str(HERE / f"{name}.py"), *map(str, arguments)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        running.append(process)
        return process

    yield popen
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()
