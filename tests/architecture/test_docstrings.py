"""Docstrings begin with the object that they describe, not with a word that stands for one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMELESS = re.compile(
    r"(What|Those|It|Them|Whatever|Whoever|Anything|The same|All of them)\b(?! thing)"
)


def beginnings(source: str) -> list[str]:
    """The first words of each docstring that begins without an object."""
    nodes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        ast.get_docstring(n) or "" for n in ast.walk(ast.parse(source)) if isinstance(n, nodes)
    ]
    return [text.partition("\n")[0] for text in found if NAMELESS.match(text)]


def test_each_docstring_begins_with_its_object() -> None:
    paths = [*ROOT.glob("arrangements/**/*.py"), *ROOT.glob("proofs/**/*.py")]
    assert len(paths) > 300
    found = {
        path.relative_to(ROOT).as_posix(): beginnings(path.read_text("utf-8")) for path in paths
    }
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_nameless_beginnings_are_found() -> None:
    assert beginnings('def f():\n    """What it says."""\n') == ["What it says."]
    assert beginnings('"""Whatness of labels."""\n') == []
