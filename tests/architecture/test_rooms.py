"""Each room says in its ``__init__`` what it must not know, and does not know it; the architecture
page names each.
"""

from __future__ import annotations

import ast
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
ROOMS = sorted(
    path.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for package in ("arrangements", "proofs")
    for path in ROOT.glob(f"{package}/*/__init__.py")
)
KNOWS_NOT = {
    "arrangements.catalogue": ("enumerate", "counting", "decide"),
    "arrangements.counting": ("io.tables", "figures", "cli"),
    "arrangements.decide": ("io.tables", "figures", "cli"),
    "arrangements.enumerate": ("io.tables", "figures", "cli"),
    "arrangements.exact": ("configuration", "questions"),
    "arrangements.explore": ("cli",),
    "arrangements.figures": ("explore", "cli"),
    "arrangements.geometry": ("io.tables", "figures", "cli"),
    "arrangements.io": ("decide", "counting", "figures", "cli"),
    "arrangements.kernels": ("configuration", "questions", "patterns"),
    "arrangements.oriented_matroids": ("questions", "decide", "cli"),
    "arrangements.patterns": ("questions", "enumerate", "decide"),
    "arrangements.pure_python": ("questions", "configuration"),
    "arrangements.questions": ("decide", "enumerate"),
    "arrangements.running": ("exact", "configuration", "questions"),
    "proofs.coq": ("paper", "search", "pages"),
    "proofs.paper": ("pages", "search.suites", "search.counterexamples"),
    "proofs.search": ("pages",),
}
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


@pytest.mark.parametrize("room", sorted(KNOWS_NOT))
def test_no_room_imports_what_it_must_not_know(room: str, graph: grimp.ImportGraph) -> None:
    inside = {room, *graph.find_descendants(room)}
    package = room.partition(".")[0]
    others = {f"{package}.{name}" for name in KNOWS_NOT[room]}
    assert others <= graph.modules
    found = {
        (module, other)
        for module in inside
        for other in graph.find_modules_directly_imported_by(module)
        if any(other == one or other.startswith(f"{one}.") for one in others)
    }
    assert found == set()


def test_the_architecture_page_walks_through_all() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in row.split("|")[1].replace("`", "").split(", ")}
    wanted = {room.removeprefix("arrangements.").replace("proofs.", "proofs/") for room in ROOMS}
    assert {name.strip() for name in named} == wanted
