"""The import graph: every import of every module, lazy ones included, and no cycle in it."""

from __future__ import annotations

import ast
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).parents[1]


def imports(package: str) -> networkx.DiGraph:
    """Edges to the modules of the package that a module names in an import, wherever it stands, but
    for type checkers.

    ``from package import name`` leads to the module of this name, if there is one.
    """
    modules = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph = networkx.DiGraph()
    graph.add_nodes_from(modules)
    for name, path in modules.items():
        tree = ast.parse(path.read_text("utf-8"))
        for_checkers = {
            id(inner)
            for node in ast.walk(tree)
            if is_for_checkers(node)
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            if id(node) in for_checkers:
                continue
            found: list[str] = []
            if isinstance(node, ast.Import):
                found = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{name} must not import relatively"
                whole = [f"{node.module}.{alias.name}" for alias in node.names]
                found = [one if one in modules else str(node.module) for one in whole]
            graph.add_edges_from((name, other) for other in found if other in modules)
    return graph


def is_for_checkers(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def cycles(graph: networkx.DiGraph) -> list[set[str]]:
    alone = {node for node in graph if not graph.has_edge(node, node)}
    return [
        part
        for part in networkx.strongly_connected_components(graph)
        if len(part) > 1 or not part <= alone
    ]


@pytest.mark.parametrize("package", ["arrangements", "proofs"])
def test_no_module_imports_itself_by_a_detour(package: str) -> None:
    graph = imports(package)
    assert graph.number_of_edges() > graph.number_of_nodes() > 50
    assert cycles(graph) == []


def test_a_cycle_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.py").write_text("def f():\n    from p import b\n")
    (tmp_path / "p" / "b.py").write_text("if x:\n    import p.a\n")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert cycles(imports("p")) == [{"p.a", "p.b"}]
    (tmp_path / "p" / "b.py").write_text("if TYPE_CHECKING:\n    import p.a\n")
    assert cycles(imports("p")) == []
