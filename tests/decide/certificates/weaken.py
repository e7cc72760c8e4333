"""Weaken every condition of the checker in turn, and demand that the files of this folder notice:
``make weaken``.

The modules of the checker are joined into one source, of which each change makes a program of its own: a
demand that is dropped, a part of an ``and`` that is dropped, a comparison that admits equality, an early
return or ``continue`` that is always or never taken. The corpus notices a change if the changed program
judges one file otherwise: accepts what was refused or unreadable, refuses what was accepted, or fails.
``EQUIVALENT`` lists changes that no file can notice, each with the reason.

    python -m tests.decide.certificates.weaken [--list]
"""

from __future__ import annotations

import ast
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from arrangements.proof.joined_checker import joined

__all__ = ["EQUIVALENT", "changes", "judged", "main", "noticed"]

HERE = Path(__file__).parent
SECONDS = 20  # a changed program may not come to an end
WEAKER = {ast.Lt: ast.LtE, ast.Gt: ast.GtE, ast.LtE: ast.Lt, ast.GtE: ast.Gt}
EQUIVALENT: dict[str, str] = {}

Files = dict[tuple[str, str], tuple[str, str | None]]


def corpus() -> Files:
    """The text of each file, with that of a second one, by folder and name."""
    texts: Files = {}
    for folder in (HERE, HERE / "balls"):
        for path in sorted(folder.glob("*/*.json")):
            if path.name.endswith(".configuration.json"):
                continue
            other = path.with_name(f"{path.stem}.configuration.json")
            try:
                text = path.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                continue
            outside = other.read_text(encoding="utf-8") if other.exists() else None
            texts[path.parent.name, path.stem] = text, outside
    return texts


def changes(tree: ast.Module) -> Iterator[tuple[str, ast.Module]]:
    """Each change by a name, with the program that it makes."""
    for owner in [*ast.walk(tree)]:
        if not isinstance(owner, ast.FunctionDef) or owner.name in ("demand", "readable", "main"):
            continue
        seen: dict[str, int] = {}
        for node in ast.walk(owner):
            for what, change in weaker(node):
                name = f"{owner.name}: {what}"
                seen[name] = seen.get(name, 0) + 1
                if seen[name] > 1:
                    name += f" ({seen[name]})"
                before = {
                    key: [*x] if isinstance(x, list) else x for key, x in node.__dict__.items()
                }
                change(node)
                yield name, tree
                node.__dict__.clear()
                node.__dict__.update(before)


def weaker(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """What can be weakened in one place."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("demand", "readable"):
        yield (
            f"without {ast.unparse(node.args[1])}",
            lambda n: n.args.__setitem__(0, ast.Constant(True)),
        )
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for k, part in enumerate(node.values):
            yield (
                f"without {ast.unparse(part)}",
                lambda n, k=k: n.values.__setitem__(k, ast.Constant(True)),
            )
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        for k, part in enumerate(node.values):
            yield (
                f"only if not {ast.unparse(part)}",
                lambda n, k=k: n.values.__setitem__(k, ast.Constant(False)),
            )
    if isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            if type(op) in WEAKER:
                yield (
                    f"{ast.unparse(node)} with {WEAKER[type(op)].__name__}",
                    lambda n, k=k, op=op: n.ops.__setitem__(k, WEAKER[type(op)]()),
                )
    if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return | ast.Continue):
        said = ast.unparse(node.test)
        yield f"never if {said}", lambda n: setattr(n, "test", ast.Constant(False))
        yield f"always if {said}", lambda n: setattr(n, "test", ast.Constant(True))


def program(tree: ast.Module) -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": "checker"}
    exec(compile(ast.fix_missing_locations(tree), "checker.py", "exec"), space)
    return space


def judged(space: dict[str, Any], text: str, outside: str | None) -> str:
    """How a program ends for a file."""
    try:
        space["check"](text, outside)
    except space["Refused"]:
        return "reject"
    except (ValueError, RecursionError):
        return "malformed"
    except Exception as fault:
        return type(fault).__name__
    return "accept"


def noticed(space: dict[str, Any], files: Files, first: list[tuple[str, str]]) -> str:
    """A file that is judged otherwise, or nothing; those named first are tried first."""

    def late(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    for key in [*first, *(key for key in files if key not in first)]:
        signal.alarm(SECONDS)
        end = judged(space, *files[key])
        signal.alarm(0)
        if end != key[0]:
            first.remove(key) if key in first else None
            first.insert(0, key)
            return f"{key[1]} ({end})"
    return ""


def main(arguments: list[str]) -> int:
    tree, files, first = ast.parse(joined()), corpus(), list[tuple[str, str]]()
    assert not noticed(program(tree), files, first)
    left, number, met = [], 0, set[str]()
    for name, changed in changes(tree):
        number += 1
        file = noticed(program(changed), files, first)
        if "--list" in arguments:
            print(f"{name}  ->  {file or 'NOT NOTICED'}", flush=True)
        if not file:
            met.add(name)
            left += [name] if name not in EQUIVALENT else []
    unknown = sorted(set(EQUIVALENT) - met)
    print(f"{number} changes, {number - len(met)} noticed, {len(met) - len(left)} equivalent")
    for name in left:
        print("not noticed:", name)
    for name in unknown:
        print("listed as equivalent, but noticed or gone:", name)
    return int(bool(left or unknown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
