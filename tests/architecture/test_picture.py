"""docs/architecture.svg shows the import graph as it is, and every line of it leads down."""

from __future__ import annotations

import grimp

from tests.architecture.picture import PICTURE, drawn, imports, layers, reduced


def test_the_picture_is_that_of_the_code() -> None:
    assert PICTURE.read_text("utf-8") == drawn(), (
        "write it again: python -m tests.architecture.picture"
    )


def test_every_import_leads_to_a_lower_layer_or_the_same() -> None:
    for package, rows in layers().items():
        level = {name: k for k, row in enumerate(rows) for name in row}
        edges = imports(package, rows)
        assert edges
        assert all(level[a] <= level[b] for a, b in edges)


def test_every_module_is_in_one_row() -> None:
    graph = grimp.build_graph("arrangements", "proofs", cache_dir=None)
    for package, rows in layers().items():
        names = [f"{package}.{name}" for row in rows for name in row]
        for module in graph.modules:
            if not module.startswith(f"{package}.") or module == f"{package}.__init__":
                continue
            homes = [name for name in names if f"{module}.".startswith(f"{name}.")]
            if not homes:  # a room that stands in several rows: its __init__ alone
                assert any(name.startswith(f"{module}.") for name in names), module
                inside = graph.find_modules_directly_imported_by(module)
                assert all(other.startswith(f"{module}.") for other in inside), module
            assert len(homes) <= 1, (module, homes)


def test_implied_lines_are_left_out() -> None:
    assert reduced({("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")}) == {
        ("a", "b"),
        ("b", "c"),
        ("a", "d"),
    }
