"""How many modules stand above one another: the longest chain of imports.

Counted twice: imports that run when a module is loaded, and imports at any place of the code, in
functions too. A package whose ``__init__`` imports its modules is a link of its own, so a module
that others build on is imported by its own name. A bound that no longer holds is a reason to look
at the chain that the message prints; a shorter chain lowers the bound.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx

ROOT = Path(__file__).parents[2]
WHEN_LOADED, ANYWHERE = 26, 38


def test_chains_of_imports_are_short() -> None:
    graph = grimp.build_graph(
        "arrangements", "proofs", exclude_type_checking_imports=True, cache_dir=None
    )
    anywhere = networkx.DiGraph(
        (one, other)
        for one in graph.modules
        for other in graph.find_modules_directly_imported_by(one)
    )
    when_loaded = networkx.DiGraph(
        (one, other) for one in graph.modules for other in loaded(one, graph.modules)
    )
    assert set(when_loaded.edges) <= set(anywhere.edges)
    assert len(when_loaded.edges) > 2000
    for edges, bound in ((when_loaded, WHEN_LOADED), (anywhere, ANYWHERE)):
        chain = networkx.dag_longest_path(
            edges
        )  # an error if modules import each other in a circle
        assert len(chain) <= bound, " > ".join(chain)


def loaded(module: str, modules: set[str]) -> Iterator[str]:
    """The modules of the project that are imported when this one is."""
    path = ROOT / module.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for statement in _run(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names if alias.name in modules)
        elif statement.module in modules:
            for alias in statement.names:
                inner = f"{statement.module}.{alias.name}"
                yield inner if inner in modules else str(statement.module)


def _run(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports outside functions, without those for type checkers."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If):
            checked = "TYPE_CHECKING" in ast.dump(statement.test)
            yield from _run(statement.orelse if checked else statement.body + statement.orelse)
        elif isinstance(statement, ast.With | ast.ClassDef | ast.Try):
            yield from _run(statement.body)
