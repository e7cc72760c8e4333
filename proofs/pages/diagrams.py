"""Pictures of the map: the Hasse diagram above the table of verdicts, and a counter-example as two
sets of arrows or points.

>>> from proofs.search.counterexamples.map import search_all
>>> hasse(search_all(["G(U)", "C(U)", "S(U)"])).title
'what determines what: 3 invariants'
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import TYPE_CHECKING, Any

from arrangements.figures.canvas import INK, Picture, board, extent, per_point, settings, write
from arrangements.figures.planes import draw_axes, draw_points, panel_letters
from arrangements.layers.configuration import Configuration
from proofs.search.counterexamples.map import diagram, names_of, shape, slug
from proofs.search.counterexamples.pairs import Answer, Pair

if TYPE_CHECKING:
    import networkx

__all__ = ["hasse", "side_by_side"]

Place = tuple[float, float]

_GREY = "#8a8a8a"
_YES, _NO = "#e3efe3", "#f6e7e0"


def hasse(verdicts: Iterable[Answer], links: str = "") -> Picture:
    """Boxes of invariants that determine each other; arrows to what they determine. Below it the
    table, row determines column.

    ``links``: a file whose anchors (or, ending in /, a folder whose JSON files) the
    counter-examples in the table link to.
    """
    verdicts = tuple(verdicts)
    names = names_of(verdicts)
    graph = diagram(verdicts)
    with settings():
        # As wide as a page: its texts are read at the size that they have here.
        figure, (above, below) = board(1, 2, 6.0, (0.25, 0.3))
        above.set_gid("diagram")
        _draw_graph(above, graph, verdicts)
        _draw_table(below, names, verdicts, links)
    return Picture(
        figure, f"what determines what: {len(names)} invariants", graph.number_of_edges()
    )


def _draw_graph(axes: Any, graph: networkx.DiGraph, verdicts: tuple[Answer, ...]) -> None:
    at = _places(graph)
    claims = {v.what.names: v.arrows[0].claim for v in verdicts if v.arrows and len(v.arrows) == 1}
    half = {}
    for node, (x, y) in at.items():
        look = {"boxstyle": "round,pad=0.35", "fc": "white", "ec": INK, "lw": 0.8}
        drawn = extent(write(axes, x, y, node, fontsize=10, bbox=look))
        pad = 2 * 4.5 * per_point(axes)
        scale = extent(axes).width  # for -1..1
        half[node] = ((drawn.width + pad) / scale, (drawn.height + pad) / scale)
    for a, b in graph.edges:
        arrow = {"arrowstyle": "-|>", "color": INK, "shrinkA": 0, "shrinkB": 0, "lw": 1}
        end = _border(at[a], at[b], half[b])
        axes.annotate("", xy=end, xytext=at[a], arrowprops=arrow, zorder=2)
        pairs = [(first, second) for first in a.split(" = ") for second in b.split(" = ")]
        label = next((claims[pair] for pair in pairs if claims.get(pair)), "")
        if label:
            write(
                axes,
                (at[a][0] + at[b][0]) / 2 + 0.03,
                (at[a][1] + at[b][1]) / 2,
                label,
                fontsize=7,
                color=_GREY,
                ha="left",
            )


def _border(start: Place, end: Place, half: Place) -> Place:
    """Where the segment enters the box around its end: no head of an arrow is under a box."""
    across, down = end[0] - start[0], end[1] - start[1]
    share = min(half[k] / abs(step) for k, step in enumerate((across, down)) if step)
    return end[0] - share * across, end[1] - share * down


def _places(graph: networkx.DiGraph) -> dict[str, tuple[float, float]]:
    """Layers by the longest chain from the top; within a layer by the mean place of what is
    above.
    """
    import networkx

    layer: dict[str, int] = {}
    for node in networkx.topological_sort(graph):
        layer[node] = 1 + max((layer[above] for above in graph.predecessors(node)), default=-1)
    depth = max(layer.values(), default=0)
    at: dict[str, tuple[float, float]] = {}
    for level in range(depth + 1):
        members = [node for node in layer if layer[node] == level]
        above = {node: [at[other][0] for other in graph.predecessors(node)] for node in members}
        members.sort(key=lambda node: sum(above[node]) / max(1, len(above[node])))
        for k, node in enumerate(members):
            alone = sum(above[node]) / max(1, len(above[node])) if len(members) == 1 else 0.0
            x = alone if len(members) == 1 else -0.55 + 1.1 * k / (len(members) - 1)
            at[node] = (x, 0.92 - 1.84 * level / max(1, depth))
    return at


def _draw_table(axes: Any, names: list[str], verdicts: tuple[Answer, ...], links: str) -> None:
    from matplotlib.patches import Rectangle

    at = {v.what.names: v for v in verdicts}
    step = 2 / (len(names) + 1.6)
    for i, first in enumerate(names):
        y = 1 - (i + 1.6) * step
        write(axes, -1 + 1.5 * step, y - step / 2, first, fontsize=7, ha="right")
        write(
            axes,
            -1 + (i + 2.1) * step,
            1 - 1.5 * step,
            first,
            fontsize=7,
            rotation=60,
            ha="left",
            va="bottom",
        )
        for j, second in enumerate(names):
            x = -1 + (j + 1.6) * step
            v = at.get((first, second))
            fill = (
                "white"
                if v is None
                else _YES
                if v.status == "determines"
                else _NO
                if v.pair
                else "white"
            )
            axes.add_patch(
                Rectangle((x, y - step), step, step, fc=fill, ec="white", lw=1.5, clip_on=False)
            )
            if v is not None:
                url = _address(v, links) if v.pair and links else None
                text = shape(v).replace("n=", "").replace(" d=", "") if v.pair else shape(v)
                write(
                    axes,
                    x + step / 2,
                    y - step / 2,
                    text,
                    fontsize=7,
                    color=INK if v.pair else _GREY,
                    url=url,
                )
    write(
        axes,
        0,
        -1.08,
        "row determines column: yes, or n,d of the smallest counter-example",
        fontsize=7,
        color=_GREY,
    )


def _address(v: Answer, links: str) -> str:
    name = slug(*v.what.names)
    return f"{links}{name}.json" if links.endswith("/") else f"{links}#{name}"


def side_by_side(pair: Pair, title: str) -> Picture:
    """The rows of both configurations, as arrows from the origin; points of affine configurations
    as points with their hull. Both panels have axes and one scale. Dimension 2 at most.
    """
    with settings():
        figure, panels = board(2, 1, 2.6, (0.35, 0.6))
        shown = [_drawable(c) for c in (pair.first, pair.second)]
        reach = max((hypot(*point) for points, _ in shown for point in points), default=0.0) or 1.0
        unit = 0.8 / reach
        plane = any(y for points, _ in shown for _, y in points)
        ticks = ""
        for axes, name, (points, arrows), c in zip(
            panels, ("first", "second"), shown, (pair.first, pair.second), strict=True
        ):
            write(axes, 0, 1.12, name, fontsize=9)
            ticks = draw_axes(axes, unit, 1 + plane)
            placed = [(x * unit, y * unit) for x, y in points]
            draw_points(axes, c, placed, arrows=arrows, outline=plane)
        panel_letters(panels)
        middle = 1 + 0.35 / 2.6
        write(panels[0], middle, -1.16, title, fontsize=9)
        write(panels[0], middle, -1.3, f"one scale: {ticks}", fontsize=8)
    return Picture(figure, title, 2 * pair.first.n)


def _drawable(c: Configuration) -> tuple[list[tuple[float, float]], bool]:
    """Coordinates in the plane, and whether rows are vectors rather than points."""
    affine = c.d > 1 and all(row[0] == 1 for row in c.rows) and c.d == 3
    rows = [[float(x) for x in (row[1:] if affine else row)] for row in c.rows]
    return [(row[0] if row else 0.0, row[1] if len(row) > 1 else 0.0) for row in rows], not affine
