"""Numbers that code compares with: each threshold between two ways is measured by the bench."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.bench.test_thresholds import THRESHOLDS

TOP = Path(__file__).resolve().parents[2]
FILES = sorted(
    path for package in ("arrangements", "proofs") for path in (TOP / package).rglob("*.py")
)


@cache
def numbers(path: Path) -> dict[str, int]:
    """The constants of a module that are numbers and stand in a comparison, and their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(name := node.targets[0], ast.Name)
            and name.id.isupper()
        ):
            parts = [
                x
                for x in ast.walk(node.value)
                if not isinstance(x, ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop)
            ]
            if all(isinstance(x, ast.Constant) and isinstance(x.value, int | float) for x in parts):
                found[name.id] = node.lineno
    comparisons = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    compared = {
        name.id for node in comparisons for name in ast.walk(node) if isinstance(name, ast.Name)
    }
    return {name: line for name, line in found.items() if name in compared}


def test_every_threshold_is_measured_again() -> None:
    said = set()
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines()
        for name, line in numbers(path).items():
            if "test_thresholds.py" in " ".join(lines[max(line - 3, 0) : line]):
                said.add(f"{'.'.join(path.relative_to(TOP).with_suffix('').parts)}.{name}")
    assert said == set(THRESHOLDS)
