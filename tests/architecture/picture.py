"""The layers of the packages as a picture, from the import graph: ``python -m
tests.architecture.picture`` writes docs/architecture.svg.

Rows are the layers that ``pyproject.toml`` declares and import-linter enforces, the highest on top;
boxes are modules and packages. A line leads down from a box to a box that it imports, at any place
of its code; a line that others imply (a imports b, b imports c, so a and c need none) is left out.
Imports for type checkers alone do not count.
"""

from __future__ import annotations

import tomllib
from html import escape
from itertools import permutations
from pathlib import Path

import grimp
import networkx

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "architecture.svg"

_HEIGHT, _ROW, _GAP, _MARGIN, _LETTER = 26, 78, 28, 24, 7.2

_STYLE = """
rect { fill: #eef3f8; stroke: #38597a }
text { font: 12px DejaVu Sans Mono, Menlo, Consolas, monospace; text-anchor: middle; fill: #1a1a1a }
.title { font-size: 15px; font-weight: bold }
.import { fill: none; stroke: #7a8a99; marker-end: url(#arrow) }
"""
_ARROW = """<marker id="arrow" markerWidth="8" markerHeight="8" refX="4" refY="3" orient="auto">
<path d="M0 0L6 3L0 6z" fill="#7a8a99"/></marker>"""

Layers = list[list[str]]
Edges = set[tuple[str, str]]


def layers() -> dict[str, Layers]:
    """For each package its rows of modules, as the contracts have them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    found = {}
    for contract in contracts:
        if contract["type"] != "layers" or "containers" in contract:
            continue
        rows = [[name.strip() for name in row.split(":")] for row in contract["layers"]]
        package = rows[0][0].partition(".")[0]
        found[package] = [[name.removeprefix(f"{package}.") for name in row] for row in rows]
    return found


def imports(package: str, rows: Layers) -> Edges:
    """Which of the modules imports which."""
    graph = grimp.build_graph(
        "arrangements", "proofs", exclude_type_checking_imports=True, cache_dir=None
    )
    names = [name for row in rows for name in row]
    for name in names:
        if f"{package}.{name}" in graph.modules:
            graph.squash_module(f"{package}.{name}")
    return {
        (a, b)
        for a, b in permutations(names, 2)
        if f"{package}.{b}" in graph.find_modules_directly_imported_by(f"{package}.{a}")
    }


def reduced(edges: Edges) -> Edges:
    """The edges that no longer path implies; those between modules that import each other stay."""
    graph = networkx.DiGraph(sorted(edges))
    whole = networkx.condensation(graph)
    home = whole.graph["mapping"]
    kept = networkx.transitive_reduction(whole).edges
    return {(a, b) for a, b in edges if home[a] == home[b] or (home[a], home[b]) in kept}


def _ordered(rows: Layers, edges: Edges) -> Layers:
    """Each row in the order of the mean places of what its boxes are imported by, so that lines
    cross less.
    """
    place: dict[str, float] = {}

    def mean(name: str) -> tuple[float, str]:
        # in one order, as sums of floats depend on it
        users = sorted(place[a] for a, b in edges if b == name and a in place)
        return (sum(users) / len(users) if users else 0.5, name)

    ordered = []
    for row in rows:
        ordered.append(sorted(row, key=mean))
        place |= {name: (k + 0.5) / len(row) for k, name in enumerate(ordered[-1])}
    return ordered


def _width(name: str) -> float:
    return len(name) * _LETTER + 18


def _panel(package: str, rows: Layers, edges: Edges, left: float) -> tuple[list[str], float, float]:
    """The drawing of one package, its width and its height."""
    rows = [row for row in _ordered(rows, edges) if row]
    width = max(sum(map(_width, row)) + _GAP * (len(row) - 1) for row in rows)
    spots: dict[str, tuple[float, float]] = {}
    for k, row in enumerate(rows):
        taken = sum(map(_width, row))
        gap = (width - taken) / (len(row) + 1) if len(row) > 1 else 0
        x = left + gap if len(row) > 1 else left + (width - taken) / 2
        for name in row:
            spots[name] = (x + _width(name) / 2, _MARGIN + 30 + k * _ROW)
            x += _width(name) + gap
    lines = [
        f'<text class="title" x="{left + width / 2:.1f}" y="{_MARGIN:.1f}">{escape(package)}</text>'
    ]
    for a, b in sorted(edges):
        (x, y), (u, v) = spots[a], spots[b]
        start = f"M{x:.1f} {y + _HEIGHT:.1f}"
        if y == v:  # in one row: from below to below
            curve = f"C{x:.1f} {y + 52:.1f} {u:.1f} {v + 52:.1f} {u:.1f} {v + _HEIGHT + 4:.1f}"
        else:
            bend, rows_down = (v - y - _HEIGHT) / 2, round((v - y) / _ROW)
            aside = 0.0
            if rows_down > 1 and abs(u - x) < 40:  # around the boxes between
                aside = (60 + 14 * rows_down) * (-1) ** rows_down
            curve = f"C{x + aside:.1f} {y + _HEIGHT + bend:.1f} {u + aside:.1f} {v - bend:.1f} {u:.1f} {v - 4:.1f}"
        lines.append(
            f'<path class="import" d="{start} {curve}"><title>{a} imports {b}</title></path>'
        )
    for name, (x, y) in spots.items():
        lines.append(
            f'<rect x="{x - _width(name) / 2:.1f}" y="{y:.1f}" width="{_width(name):.1f}" height="{_HEIGHT}" rx="5"/>'
        )
        lines.append(f'<text x="{x:.1f}" y="{y + 17:.1f}">{escape(name)}</text>')
    return lines, width, _MARGIN + 30 + len(rows) * _ROW


def drawn() -> str:
    """The picture as SVG text."""
    left, height, body = float(_MARGIN), 0.0, []
    for package, rows in layers().items():
        lines, width, needed = _panel(package, rows, reduced(imports(package, rows)), left)
        body += lines
        left, height = left + width + 3 * _MARGIN, max(height, needed)
    width = left - 2 * _MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" {size}>'
    back = f'<rect {size} style="fill: #ffffff; stroke: none"/>'
    return "\n".join(
        [head, f"<style>{_STYLE}</style>", f"<defs>{_ARROW}</defs>", back, *body, "</svg>", ""]
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
