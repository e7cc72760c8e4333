"""Every ``$ command`` of the README and the book prints what the page says (``...`` is anything). Commands of a block share a folder."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{page.relative_to(ROOT)}: {block.partition(chr(10))[0]}")
    for page in PAGES
    for block in re.findall(r"^```(?:console)?\n(\$ .*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_session(block: str, tmp_path: Path) -> None:
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    for command, expected in commands:
        script = (
            f'arrangements() {{ PYTHONPATH="{ROOT}" "{sys.executable}" -m arrangements "$@"; }}\n'
            f'python() {{ PYTHONPATH="{ROOT}" "{sys.executable}" "$@"; }}\n{command}'
        )
        done = subprocess.run(["sh", "-c", script], cwd=tmp_path, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), done.stdout
