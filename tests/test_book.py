"""Every ``$ command`` of the README and the book prints what the page says (``...`` is anything).
Commands of a page share a folder.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SESSIONS = {
    str(page.relative_to(ROOT)): re.findall(
        r"^```\n(\$ .*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    for page in PAGES
}


@pytest.mark.parametrize(
    "blocks", [pytest.param(blocks, id=name) for name, blocks in SESSIONS.items() if blocks]
)
def test_session(blocks: list[str], tmp_path: Path) -> None:
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)
    for command, expected in commands:
        script = f'arrangements() {{ PYTHONPATH="{ROOT}" "{sys.executable}" -m arrangements "$@"; }}\n{command}'
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=tmp_path,
            text=True,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), (
            done.stdout
        )


@pytest.mark.parametrize(
    "notebook", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_notebook(notebook: Path) -> None:
    """Its cells run in order, and each ends in something that displays itself; outputs are made by
    ``make docs``.
    """
    scope: dict[str, object] = {}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            *before, last = ast.parse(cell["source"]).body
            exec(compile(ast.Module(before, []), str(notebook), "exec"), scope)
            assert isinstance(last, ast.Expr)
            assert (
                eval(compile(ast.Expression(last.value), str(notebook), "eval"), scope) is not None
            )
