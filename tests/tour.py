"""The tour of the README with an installed package, outside of the checkout: run by ``make dist``
in a clean environment.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_tour(tmp_path: Path) -> None:
    text = README.read_text("utf-8")
    blocks = "".join(re.findall(r"^```\n(\$ .*?)^```$", text, re.MULTILINE | re.DOTALL))
    scripts = sysconfig.get_path("scripts")
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.MULTILINE):
        done = subprocess.run(
            ["sh", "-c", f'PATH="{scripts}:$PATH"; {command}'], cwd=tmp_path, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), (
            done.stdout
        )


def test_the_package_is_the_installed_one(tmp_path: Path) -> None:
    code = (
        "import arrangements, proofs; print(arrangements.__file__); arrangements.load('paper/C.1')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, text=True, check=True, capture_output=True
    )
    assert Path(done.stdout.strip()).is_relative_to(sys.prefix)
