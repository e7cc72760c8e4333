"""Each room says in its ``__init__`` what it must not know; no two rooms import each other; the
architecture page names each.
"""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path
from types import ModuleType

import grimp
import pytest

import arrangements
from tests.architecture.picture import imports, layers

ROOT = Path(__file__).parents[2]
ROOMS = sorted(
    path.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for package in ("arrangements", "proofs")
    for path in ROOT.glob(f"{package}/*/__init__.py")
)
BELOW = ("errors", "ranking_text", "sign_text")  # modules that every folder may import
ABOVE = ("__main__", "warm", "pytest_plugin")  # modules that no folder imports
SAYS = (
    "Nothing here",
    "not imported",
    "Nothing is",
    "nothing is",
    "is the only room",
    "knows neither",
)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("arrangements", "proofs", cache_dir=None)


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_says_it(room: str) -> None:
    text = (ROOT / room.replace(".", "/") / "__init__.py").read_text(encoding="utf-8")
    said = " ".join((ast.get_docstring(ast.parse(text)) or "").split())
    assert any(words in said for words in SAYS), said


def test_the_contract_names_every_folder_once_and_nothing_else() -> None:
    named = [f"arrangements.{name}" for row in layers()["arrangements"] for name in row]
    assert sorted(named) == [room for room in ROOMS if room.startswith("arrangements.")]


def test_no_two_folders_import_each_other() -> None:
    rows = layers()["arrangements"]
    edges = imports("arrangements", rows)
    rooms = [name for row in rows for name in row]
    assert len(edges) > 50
    assert [pair for pair in combinations(rooms, 2) if {pair, pair[::-1]} <= edges] == []


def test_only_the_command_imports_what_is_experimental(graph: grimp.ImportGraph) -> None:
    room = "arrangements.experimental"
    for module in {room, *graph.find_descendants(room)}:
        for importer in graph.find_modules_that_directly_import(module):
            assert importer.startswith((room, "arrangements.cli")), (importer, module)


def test_no_public_name_is_the_name_of_a_module(graph: grimp.ImportGraph) -> None:
    """But for rooms that are public, and for the command, whose modules have the names of its
    subcommands: what ``arrangements.freeness`` is, nothing else in the package is called.
    """
    public = {
        name
        for name in arrangements.__all__
        if not isinstance(getattr(arrangements, name), ModuleType)
    }
    modules = {name for name in graph.modules if name.startswith("arrangements.")}
    others = {name for name in modules if not name.startswith("arrangements.cli.")}
    assert len(public) > 50
    assert [name for name in sorted(others) if name.rpartition(".")[2] in public] == []


def test_modules_beside_the_folders_are_below_or_above_all(graph: grimp.ImportGraph) -> None:
    beside = {path.stem for path in ROOT.glob("arrangements/*.py") if path.stem != "__init__"}
    assert beside == {*BELOW, *ABOVE}
    below = {f"arrangements.{name}" for name in BELOW}
    for name in below:
        assert graph.find_modules_directly_imported_by(name) <= below
    for name in ABOVE:
        importers = graph.find_modules_that_directly_import(f"arrangements.{name}")
        assert importers <= {"arrangements.__main__"}, (name, importers)


def test_the_architecture_page_walks_through_all() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in row.split("|")[1].replace("`", "").split(", ")}
    wanted = {room.removeprefix("arrangements.").replace("proofs.", "proofs/") for room in ROOMS}
    assert {name.strip() for name in named} == wanted
