"""Names of modules, functions and files that docstrings and pages give are those of something.

In a docstring a word in double back quotes is a name of the module itself, of something that is
defined in the packages, of a module or a folder, or of Python's. A name with dots leads from a
folder around the module, or from an object, to what it names. Words of other programs, of tables
and of formats are listed here, and only those that occur.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import keyword
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import arrangements

ROOT = Path(__file__).parents[2]
PACKAGES = ("arrangements", "proofs")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("data/**/*.md")]
SOURCES = [path for name in (*PACKAGES, "tests", "docs") for path in ROOT.glob(f"{name}/**/*.py")]
OURS = r"(?:py|pyi|v|ml|md|toml)"  # files that have a name in the project; others are users'
THEIRS = r"(?:npy|html|json|jsonl|parquet|js|txt|ine|ext|index)"

LIBRARIES = {*sys.stdlib_module_names, "numpy", "numba"}

# Words in docstrings that name nothing of ours.
ELSEWHERE = {
    *(
        "NxD",
        "e_i",
        "x_1",
        "x0",
        "x1",
        "y0",
        "y1",
        "X.inv",
        "K5",
        "C5",
        "P5",
        "W5",
        "Q3",
    ),  # variables
    *("pi", "cos", "sin", "tan", "architecture", "_right", "build/formal"),  # texts
    *(
        "cdd",
        "coqchk",
        "booktabs",
        "points2chiro",
        "chiro2circuits",
        "chiro2cocircuits",
    ),  # programs
    *("HYPERPLANES", "HyperplaneArrangement", "toString", "write.table"),  # names in others
    *("complex_roots", "get_executor", "njit", "predict", "torch.nn.Linear"),  # and in libraries
}


def module_of(path: Path) -> str:
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


MODULES = {module_of(path): path for path in SOURCES if path.relative_to(ROOT).parts[0] in PACKAGES}


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


@cache
def words_of(module: str) -> frozenset[str]:
    """Every name in the code of a module, and texts such as keys and modes."""
    found = set[str]()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} if len(node.value) < 40 else set()
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            value = getattr(node, field, None)
            found |= set(value.split(".")) if isinstance(value, str) else set()
    return frozenset(found | {*arrangements.__all__} if module == "arrangements" else found)


@cache
def defined() -> frozenset[str]:
    """What modules and classes of the packages define."""
    found = {part for module in MODULES for part in module.split(".")}
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    for path in ROOT.glob("proofs/coq/*.v"):
        found |= {*re.findall(r"^Theorem (\w+)", path.read_text("utf-8"), re.MULTILINE)}
    return frozenset(found)


@cache
def ending(dotted: str) -> list[str]:
    """The modules whose names end so."""
    return [name for name in MODULES if f".{name}".endswith(f".{dotted}")]


def leads(dotted: str, module: str) -> bool:
    """Whether a name with dots leads to something: from a folder or a module on, by an object of the
    module that speaks of it, or by a library.
    """
    parts = dotted.split(".")
    for k in range(len(parts), 0, -1):
        for name in ending(".".join(parts[:k])):
            if all(part in words_of(name) for part in parts[k:]):
                return True
    if parts[0] in words_of(module) and all(
        part in defined() or part in words_of(module) for part in parts[1:]
    ):
        return True
    return parts[0] in LIBRARIES and in_a_library(parts)


def in_a_library(parts: list[str]) -> bool:
    for k in range(len(parts) - 1, 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:k]))
        except ImportError:
            continue
        for part in parts[k:]:
            thing = getattr(thing, part, None)  # type: ignore[assignment]
        return thing is not None
    return False


@cache
def files() -> frozenset[str]:
    """The ends of the paths of all files: ``checker.py``, ``checker/proof.py``, and so on."""
    folders = (*PACKAGES, "tests", "docs", "data")
    found = [path for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]
    parts = [path.relative_to(ROOT).parts for path in (*found, *ROOT.glob("*.*"))]
    return frozenset("/".join(part[k:]) for part in parts for k in range(len(part)))


def known(word: str, module: str) -> bool:
    if re.fullmatch(rf"[\w/.]+\.{THEIRS}", word):
        return True
    if re.fullmatch(rf"[\w/]+\.{OURS}", word):
        return word in files() or word.startswith("FILE.")
    if "/" in word:
        return (ROOT / word).exists()
    if "." in word:
        return leads(word, module)
    return (
        word in words_of(module)
        or word in defined()
        or word in arrangements.__all__
        or hasattr(builtins, word)
        or keyword.iskeyword(word)
    )


def quoted(module: str) -> Iterator[str]:
    """Words in double back quotes that look like names, in the docstrings of a module."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            yield from re.findall(
                r"``([A-Za-z_][\w/]*(?:\.[A-Za-z_]\w*)*)``", ast.get_docstring(node) or ""
            )


def unknown(module: str) -> set[str]:
    return {word for word in quoted(module) if not known(word, module)}


def test_names_in_docstrings_are_names_of_something() -> None:
    assert len(MODULES) > 500
    found = {module: unknown(module) for module in MODULES}
    assert {module: words - ELSEWHERE for module, words in found.items() if words - ELSEWHERE} == {}
    assert {word for module in MODULES for word in quoted(module)} >= ELSEWHERE


@pytest.mark.parametrize(
    ("word", "module", "there"),
    [
        ("feasibility", "arrangements.listing.patterns", False),
        ("cone_topes", "arrangements.listing.patterns", True),
        ("decide.one_by_one.lp_listing", "arrangements.listing.patterns", True),
        ("decide.feasibility", "arrangements.listing.patterns", False),
        ("decide.one_by_one.lp_listing.lp_topes", "arrangements.listing.patterns", True),
        ("decide.one_by_one.lp_listing.lp_toes", "arrangements.listing.patterns", False),
        ("itertools.combinations", "arrangements.listing.patterns", True),
        ("itertools.combination", "arrangements.listing.patterns", False),
        ("checker/proof.py", "arrangements.listing.patterns", True),
        ("chequer.py", "arrangements.listing.patterns", False),
    ],
)
def test_names_of_nothing_are_seen(word: str, module: str, there: bool) -> None:
    assert known(word, module) is there


def test_paths_in_sources_and_pages_are_there() -> None:
    """From one of our folders on; NAME stands for any."""
    paths = [*PAGES, *SOURCES, ROOT / "pyproject.toml", ROOT / "Makefile"]
    paths += list(ROOT.glob("data/**/*.toml"))
    pattern = re.compile(
        rf"(?<![\w./])(?:arrangements|proofs|tests|docs|data)(?:/[\w.-]+)*/[\w-]+\.{OURS}\b"
    )
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in paths
        for name in pattern.findall(path.read_text("utf-8"))
    }
    assert len(found) > 100
    assert {
        pair for pair in found if not (ROOT / pair[1]).exists() and "NAME" not in pair[1]
    } == set()


def test_names_in_pages_lead_to_something() -> None:
    """Modules and what is in them, by their whole name, and files."""
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in PAGES
        for name in re.findall(r"`((?:arrangements|proofs)(?:\.\w+)+)\b", path.read_text("utf-8"))
    }
    assert len(found) > 10
    assert {pair for pair in found if not leads(pair[1], "arrangements")} == set()
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in PAGES
        for name in re.findall(r"`(?!build/)([\w/]+\.(?:py|v))`", path.read_text("utf-8"))
    }
    assert len(named) > 30
    assert {pair for pair in named if pair[1] not in files()} == set()
