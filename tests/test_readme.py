"""Every ``$ command`` in README.md prints what README.md says; ``...`` stands for anything. The commands of a block share a folder."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```\n(\$ .*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.partition("\n")[0] for block in BLOCKS])
def test_session(block: str, tmp_path: Path) -> None:
    root = str(README.parent)
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    for command, expected in commands:
        script = f'arrangements() {{ PYTHONPATH="{root}" "{sys.executable}" -m arrangements "$@"; }}\n{command}'
        done = subprocess.run(["sh", "-c", script], cwd=tmp_path, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), done.stdout
