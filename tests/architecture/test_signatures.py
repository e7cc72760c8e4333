"""No public name of any module asks for ``Any`` or answers with it, by itself or through an alias
of types.

What type checkers see is read from the source: functions and methods, fields, aliases and constants
that a module exports.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# but for the checker, whose functions hand on values of JSON of which nothing is known yet
MODULES = sorted(
    path
    for path in [*ROOT.glob("arrangements/**/*.py"), *ROOT.glob("proofs/**/*.py")]
    if path.parent != ROOT / "arrangements" / "checker"
)

JUSTIFIED = {
    "arrangements/kernels/jit.py kernel": "makes numba's dispatcher of a function, or a decorator, from options that are numba's",
    "arrangements/cli/command.py Plain.get_params": "typer's parameters are of a click of its own, which it keeps private",
    "arrangements/cli/command.py PlainGroup.get_params": "typer's parameters are of a click of its own, which it keeps private",
    "arrangements/running/database.py Database.fetched": "SQLite keeps values of any type in any column",
}


def loose(path: Path, source: str) -> Iterator[str]:
    """The exported names of a module in whose signatures ``Any`` stands."""
    body = ast.parse(source).body
    told = {name for node in body for name in exported(node)}
    aliases = {"Any"}
    for node in body:  # an alias is defined before another that uses it
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        if isinstance(value, ast.Subscript | ast.BinOp | ast.Name | ast.Constant) and says(
            value, aliases
        ):
            aliases |= {
                target.id
                for target in targets
                if isinstance(target, ast.Name) and target.id[:1].isupper()
            }
    many = {node.name for node in body if isinstance(node, ast.FunctionDef) and is_overload(node)}

    def of(node: ast.stmt, owner: str = "") -> Iterator[str]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not owner and node.name in many and not is_overload(node):
                return  # the body of overloads, whose signatures are the public ones
            every = node.args
            arguments = (
                *every.posonlyargs,
                *every.args,
                *every.kwonlyargs,
                every.vararg,
                every.kwarg,
            )
            if any(
                says(note, aliases)
                for note in (*(a.annotation for a in arguments if a), node.returns)
            ):
                yield f"{path} {owner}{node.name}"
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                name = getattr(member, "name", getattr(getattr(member, "target", None), "id", "_"))
                if not name.startswith("_") or name.endswith("__"):
                    yield from of(member, f"{owner}{node.name}.")
        elif isinstance(node, ast.AnnAssign) and says(node.annotation, aliases):
            yield f"{path} {owner}{ast.unparse(node.target)}"

    for node in body:
        name = getattr(node, "name", getattr(getattr(node, "target", None), "id", ""))
        if name in told:
            yield from of(node)
    yield from (f"{path} {name}" for name in sorted((aliases - {"Any"}) & told))


def exported(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        # the front door makes its own from a stub, and has a test of its own
        literal = isinstance(node.value, ast.List | ast.Tuple)
        if literal and [ast.unparse(target) for target in targets] == ["__all__"]:
            return list(ast.literal_eval(node.value))
    return []


def is_overload(node: ast.FunctionDef) -> bool:
    return "overload" in map(ast.unparse, node.decorator_list)


def says(node: ast.AST | None, names: set[str]) -> bool:
    """Whether one of the names stands in an annotation, or in the text of one."""
    for part in ast.walk(node) if node else ():
        if isinstance(part, ast.Name) and part.id in names:
            return True
        if (
            isinstance(part, ast.Constant)
            and isinstance(part.value, str)
            and part.value.isprintable()
        ):
            try:
                inner = ast.parse(part.value, mode="eval")
            except SyntaxError:
                continue
            if any(isinstance(name, ast.Name) and name.id in names for name in ast.walk(inner)):
                return True
    return False


@pytest.mark.parametrize("package", ["arrangements", "proofs"])
def test_no_public_signature_says_any(package: str) -> None:
    paths = [
        path.relative_to(ROOT) for path in MODULES if path.relative_to(ROOT).parts[0] == package
    ]
    assert len(paths) > 50
    found = {name for path in paths for name in loose(path, (ROOT / path).read_text("utf-8"))}
    assert found == {name for name in JUSTIFIED if name.startswith(package)}


@pytest.mark.parametrize(
    "text",
    [
        "def f(x: list[Any]) -> int: ...",
        "def f(*x: int) -> 'dict[str, Any]': ...",
        "Row = Sequence[Any]\ndef f(x: Row) -> int: ...",
        "class f:\n    x: Any",
        "class f:\n    def g(self) -> Any: ...",
        "f: Any = 1",
    ],
)
def test_any_is_seen(text: str) -> None:
    assert list(loose(Path("m.py"), f'__all__ = ["f"]\n{text}')) != []
    assert list(loose(Path("m.py"), f"__all__ = []\n{text}")) == []
