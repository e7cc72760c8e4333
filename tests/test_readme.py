"""Every ``$ command`` in README.md prints what README.md says; ``...`` stands for anything."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
SESSIONS = [
    (command, expected)
    for block in re.findall(r"^```\n(\$ .*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "expected"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_session(command: str, expected: str, tmp_path: Path) -> None:
    root = str(README.parent)
    script = f'arrangements() {{ PYTHONPATH="{root}" "{sys.executable}" -m arrangements "$@"; }}\n{command}'
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), done.stdout
