"""What ``conf.py`` needs to know of the public names to make a page of each."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name

from sphinx.util.typing import stringify_annotation

import arrangements

__all__ = ["file_names", "for_napoleon", "import_for_types", "members_of_classes", "things"]

_PAGE = Path(__file__).parent / "reference" / "python.md"


def things() -> dict[str, object]:
    """All that the page of public names lists, by its whole name.

    >>> things()["arrangements.load"] is arrangements.load
    True
    """
    names = re.findall(r"^   ([\w.]+)$", _PAGE.read_text("utf-8"), re.MULTILINE)
    return {name: resolve_name(name) for name in (f"arrangements.{name}" for name in names)}


def import_for_types() -> None:
    """Import what modules of public names import for type checkers alone, so that annotations can
    be evaluated; libraries that are not installed stay out.

    >>> import_for_types()
    >>> inspect.signature(arrangements.sign_pattern, eval_str=True).return_annotation.__name__
    'SignPattern'
    """
    bases = [base for thing in things().values() for base in getattr(thing, "__mro__", [thing])]
    for name in {getattr(base, "__module__", "") for base in bases}:
        if name.startswith("arrangements."):
            module = sys.modules[name]
            for node in ast.parse(inspect.getsource(module)).body:
                if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
                    for line in node.body:
                        with suppress(ImportError):
                            exec(compile(ast.Module([line], []), name, "exec"), vars(module))


def members_of_classes() -> dict[str, list[str]]:
    """Methods and properties that the page of each class shows.

    >>> members_of_classes()["arrangements.Refutation"]
    ['support']
    """
    return {name: _members(thing) for name, thing in things().items() if isinstance(thing, type)}


def _members(thing: type) -> list[str]:
    """Those with a docstring that a class of the project, or a base, defines."""
    bases = [base for base in thing.__mro__ if base.__module__.startswith("arrangements.")]
    kinds = (classmethod, staticmethod, property, cached_property)
    return list(
        dict.fromkeys(
            key
            for base in bases
            for key, value in vars(base).items()
            if key[0] != "_"
            and (inspect.isfunction(value) or isinstance(value, kinds))
            and inspect.getdoc(value)
        )
    )


def file_names() -> dict[str, str]:
    """Files for names that differ from another in case alone, which some disks hold for one name.

    >>> file_names()["arrangements.Chirotope"]
    'arrangements.Chirotope-class'
    """
    names = {*arrangements.__all__}
    twins = [name for name in names if name.lower() != name and name.lower() in names]
    return {f"arrangements.{name}": f"arrangements.{name}-class" for name in twins}


def for_napoleon(thing: object, lines: list[str]) -> list[str]:
    """A docstring as napoleon and reStructuredText read it.

    Sections Returns and Yields are sentences; napoleon wants them below a name and a type, which
    may be empty. Parameters of a constructor get its types, which Sphinx would take from attributes
    of the same name. A bar in a sentence is a bar, and no name to be replaced; public names are
    links.

    >>> for_napoleon(None, ["Of |h|.", "", "Returns", "-------", "The rank.", "", ">>> 1 | 2"])
    ['Of \\\\|h\\\\|.', '', 'Returns', '-------', ':', '    The rank.', '', '>>> 1 | 2']
    """
    types: dict[str, str] = {}
    if isinstance(thing, type) and "__init__" in vars(thing):
        signature = inspect.signature(thing.__init__, eval_str=True)  # type: ignore[misc]
        named = signature.parameters.items()
        types = {name: stringify_annotation(value.annotation, "smart") for name, value in named}
    public = {*arrangements.__all__} - {"Scalar", "geometry", getattr(thing, "__name__", "")}
    found: list[str] = []
    section, example = "", False
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if after[:3] == "---" and not after.strip("-"):
            section = line
            found.append(line)
        elif line[:3] == "---" and not line.strip("-"):
            found += [line, ":"] if section in ("Returns", "Yields") else [line]
        elif section == "Parameters" and line in types:
            found.append(f"{line} : {types[line]}")
        elif example:
            found.append(line)
        else:
            indent = "    " if section in ("Returns", "Yields") and line else ""
            parts = re.split(r"(``.*?``)", line)
            parts[::2] = [part.replace("|", r"\|") for part in parts[::2]]
            parts[1::2] = [
                f":py:obj:`{part[2:-2]} <arrangements.{part[2:-2]}>`"
                if part[2:-2] in public
                else part
                for part in parts[1::2]
            ]
            found.append(indent + "".join(parts))
    return found
