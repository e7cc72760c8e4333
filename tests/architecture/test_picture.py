"""docs/architecture.svg shows the import graph as it is, and every line of it leads down."""

from __future__ import annotations

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


def test_implied_lines_are_left_out() -> None:
    assert reduced({("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")}) == {
        ("a", "b"),
        ("b", "c"),
        ("a", "d"),
    }
