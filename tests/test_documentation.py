"""Every public name says what it is, with an example that doctests run; pages are wrapped and point
to what is there.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest

import arrangements.experimental
from arrangements.proof.joined_checker import modules_of

ROOT = Path(__file__).parents[1]
CHECKERS = sorted(
    set(ROOT.glob("arrangements/checker/*.py")) - {ROOT / "arrangements/checker/__init__.py"}
)
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize(
    "name",
    [name for name in arrangements.__all__ if not name.startswith("__") and name != "Scalar"],
)
def test_every_public_name_has_an_example(name: str) -> None:
    assert ">>> " in (getattr(arrangements, name).__doc__ or "")


@pytest.mark.parametrize("name", [name for name in arrangements.__all__ if name[0] != "_"])
def test_docstrings_are_what_the_book_can_read(name: str) -> None:
    """``make docs`` takes them as reStructuredText, where |h| is a name to be replaced, and ends with
    an error."""
    thing = getattr(arrangements, name)
    members = vars(thing).items() if isinstance(thing, type) else ()
    texts = [thing.__doc__ or ""]
    texts += [inspect.getdoc(getattr(thing, key)) or "" for key, _ in members if key[0] != "_"]
    for text in texts:
        prose = re.sub(r"``.*?``|^ *>>> .*?(?=\n\n|\Z)", "", text, flags=re.DOTALL | re.MULTILINE)
        assert re.findall(r"\|\S[^|]*\S?\|", prose) == []


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_prose_is_wrapped(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert [
        line for line in prose.splitlines() if len(line) > 120 and not line.startswith(("|", "!["))
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_what_a_page_points_to_is_there(page: Path) -> None:
    """Links to files, and paths in back quotes that begin with a folder of ours."""
    text = page.read_text("utf-8")
    links = [
        target.partition("#")[0]
        for target in re.findall(r"\]\(([^)\s]+)\)", text)
        if "://" not in target
    ]
    assert [target for target in links if not (page.parent / target).exists()] == []
    paths = re.findall(r"`((?:arrangements|proofs|tests|data|docs)/[\w./-]+)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_checker_is_told_of() -> None:
    """The page of what is trusted has a row for each, and for the one that Coq proved right."""
    page = (ROOT / "docs" / "explanation" / "threats.md").read_text("utf-8")
    rows = re.findall(r"^\| `(arrangements/checker/\S*)` \|", page, re.MULTILINE)
    beside = {*modules_of()[:-1], "__main__"}  # modules of the first of them
    programs = [path for path in CHECKERS if path.stem not in beside]
    there = [path.relative_to(ROOT).as_posix() for path in programs]
    assert len(there) >= 5
    words = ("ten", "eleven", "twelve", "thirteen")
    assert f"{words[len(modules_of()) - 1 - 10]} small modules beside it" in page
    assert sorted(rows) == sorted(there)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    assert f"There are {words[len(there) + 1]}, none of which uses the solver" in page


def test_integers_alone_are_promised_where_there_are_no_floats() -> None:
    """A checker that says so has no float and does not import NumPy."""
    for path in CHECKERS:
        text = path.read_text("utf-8")
        if "integers alone" in text:
            tree = ast.parse(text)
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
            assert not re.search(r"^ *(?:import|from) numpy", text, re.MULTILINE), path
            assert "float" not in names, path
            assert not any(isinstance(value, float) for value in values), path


def test_the_version_stands_in_one_place() -> None:
    """The citation has a copy, which ``make release`` writes; the build reads the package."""
    version = re.search(
        r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE
    )
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert version is not None
    assert version[1] == arrangements.__version__
    assert settings["project"]["dynamic"] == ["version"]
    assert settings["tool"]["hatch"]["version"]["path"] == "arrangements/__init__.py"


def test_nobody_is_told_to_install_the_other_project() -> None:
    """``arrangements`` is somebody else's name on the index."""
    pattern = re.compile(r"(?:pip|uv tool|pipx) install (?:-\S+ )*['\"]?arrangements\b")
    files = [*PAGES, *(ROOT / "arrangements").rglob("*.py"), *(ROOT / "docs").rglob("*.ipynb")]
    assert [path.name for path in files if pattern.search(path.read_text("utf-8"))] == []
    assert pattern.search("pip install arrangements")


def test_the_book_lists_every_public_name() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text("utf-8")
    listed = re.findall(r"^   (\w+)$", page, re.MULTILINE)
    assert sorted([*listed, "Scalar", "__version__", "geometry"]) == arrangements.__all__
    for name in re.findall(r"^   (\w+(?:\.\w+)+)$", page, re.MULTILINE):
        assert isinstance(resolve_name(f"arrangements.{name}"), type)


def test_the_page_of_the_experimental_room_lists_its_modules() -> None:
    page = (ROOT / "docs" / "explanation" / "experimental.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == arrangements.experimental.__all__


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.is_relative_to(ROOT / "docs")], ids=lambda p: p.name
)
def test_a_page_is_read_at_one_sitting(page: Path) -> None:
    """At most 1,500 words; the page of measurements is tables, to look things up in."""
    if page.name != "speed.md":
        assert len(page.read_text("utf-8").split()) <= 1500
