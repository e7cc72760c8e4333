"""The figures of the sources, drawn from exact matrices: those of the paper from ``data/paper``,
source B's from its closed forms.

``PAPER`` has them by the names of their files (``arrangements figures paper``); the report shows
some. Regions come from exact sectors, cosines and ties from exact arithmetic; floats are for
drawing only. The same bytes every time.

>>> list(PAPER)
['figure-1a', 'figure-1', 'figure-2', 'figure-3', 'figure-4', 'clusters']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import combinations
from math import exp
from typing import TYPE_CHECKING, Any

from arrangements.exact import linear
from arrangements.exact.linear import Row
from arrangements.figures.canvas import INK, Picture, board, settings, write
from arrangements.figures.cosine_pictures import written
from arrangements.figures.palette import shade, style_of
from arrangements.figures.planes import (
    as_floats,
    draw_axes,
    draw_points,
    draw_sectors,
    panel_letters,
)
from arrangements.figures.sectors import Regions, hull, sectors
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import CosineMatrix
from arrangements.loading.configurations import load
from proofs.paper.claims.closed_forms import cluster_cosines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "FIGURES",
    "PAPER",
    "clusters",
    "figure_1",
    "figure_1a",
    "figure_2",
    "figure_3",
    "figure_4",
]


def figure_1() -> Picture:
    """Example C.1: three models with equal probabilities, and cos(0, 1) = 4/5, -1 and 1."""
    first = load("paper/C.1")
    a, b = first.rows[0], first.rows[1]
    second = first.translated([-(x + y) / 2 for x, y in zip(a, b, strict=True)])
    third = first.translated([-x + (y - x) / 2 for x, y in zip(a, b, strict=True)])
    models = (first, second, third)
    return _panels(
        "Figure 1",
        models,
        [f"cos(0, 1) = {written(CosineMatrix.of(model), 0, 1)}" for model in models],
        common=True,
    )


def figure_2() -> Picture:
    """Examples C.2 and C.3: which labels can tie for the top is not which have high cosines."""
    left, right = load("paper/C.2"), load("paper/C.3")
    return _panels(
        "Figure 2",
        (left, right),
        [_pairs(left, ((0, 1), (1, 2), (2, 4))), _pairs(right, ((0, 1), (1, 3)))],
    )


def figure_3() -> Picture:
    """Theorem 5.5: two models with equal cosines; the second never predicts label 3."""
    models = (load("paper/5.5-model-1"), load("paper/5.5-model-2"))
    captions = []
    for k, model in enumerate(models, 1):
        lost = [
            label
            for i, label in enumerate(model.labels)
            if i not in hull([(row[0], row[1]) for row in model.rows])
        ]
        captions.append(
            f"model {k}: "
            + (f"label {', '.join(lost)} never first" if lost else "every label can be first")
        )
    return _panels("Figure 3", models, captions, common=True)


def figure_4() -> Picture:
    """Theorem H.1: two configurations of points with equal sign patterns, and their different
    rankings.
    """
    pair = (load("paper/H.1-A"), load("paper/H.1-B"))
    planar = [Configuration([row[1:] for row in c.rows], c.labels, name=c.name) for c in pair]
    found = [
        [s._replace(name=s.name.replace(">", "")) for s in sectors(c, "ranking")] for c in planar
    ]
    names = [{s.name for s in list_} for list_ in found]
    with settings():
        figure, panels = board(2, 2, 3.0, (1.1, 0.75))
        for k, (c, letter) in enumerate(zip(planar, "AB", strict=True)):
            ticks = _points(panels[k], c)
            _caption(panels[k], f"points of {letter}; {ticks}", 0.02)
            own = names[k] - names[1 - k]
            draw_sectors(panels[2 + k], c, found[k], "ranking", size=8, marked=own)
            _caption(panels[2 + k], f"rankings of {letter}; bold: of {letter} only", 0.3)
        panel_letters(panels)
    return Picture(figure, "Figure 4", sum(map(len, found)))


def clusters() -> Picture:
    """Source B: item-item cosines of one set of data, after objective (1) with three choices of D
    and after objective (2).
    """
    found = cluster_cosines()
    with settings():
        figure, panels = board(len(found), 1, 1.7, (0.35, 0.7))
        for axes, (name, squares) in zip(panels, found.items(), strict=True):
            _heat(axes, squares)
            write(axes, 0, -1.35, name.replace(", ", "\n"), va="top", fontsize=8)
        panel_letters(panels)
        title = "Source B: cosines of four items in two clusters, rank 3"
    return Picture(figure, title, len(found))


def _heat(axes: Axes, squares: Sequence[Sequence[Fraction]]) -> None:
    """A cosine matrix from its signed squares, from light to dark, with numbers."""
    from matplotlib.patches import Rectangle

    n = len(squares)
    side = 2 / n
    for i, row in enumerate(squares):
        write(axes, -1.12, 1 - (i + 0.5) * side, str(i + 1), fontsize=8)
        write(axes, -1 + (i + 0.5) * side, 1.12, str(i + 1), fontsize=8)
        for j, square in enumerate(row):
            value = abs(float(square)) ** 0.5 * (1 if square >= 0 else -1)
            corner = (-1 + j * side, 1 - (i + 1) * side)
            colour = shade(round(20 + 20 * value), 41)
            axes.add_patch(
                Rectangle(corner, side, side, facecolor=colour, edgecolor="white", linewidth=0.5)
            )
            text = f"{value:.2f}".replace("-", "−")
            write(axes, corner[0] + side / 2, corner[1] + side / 2, text, fontsize=8)


def figure_1a() -> Picture:
    """Embeddings with their probabilities, which are those of all three models of figure 1, whose
    logits differ by a constant.
    """
    model = load("paper/C.1")
    embeddings = {"a": (2, 1), "b": (-1, 2), "c": (-2, -1), "d": (1, -2)}
    with settings():
        figure, panels = board(1 + len(embeddings), 1, 1.9, (0.45, 0.7))
        scale = 0.38
        for name, (x, y) in embeddings.items():
            panels[0].plot([scale * x], [scale * y], "o", color=INK, markersize=4)
            write(panels[0], scale * x + 0.13, scale * y, name, fontsize=10)
        ticks = draw_axes(panels[0], scale)
        says = "embeddings of our choice, as\nthe paper prints none, and their\nprobabilities in all three models"
        _caption(panels[0], f"{says}\nof figure 1; {ticks}", 0.12)
        for axes, (name, at) in zip(panels[1:], embeddings.items(), strict=True):
            _bars(axes, [float(linear.dot(row, at)) for row in model.rows], model.labels)
            _caption(axes, f"probabilities at {name} = ({at[0]}, {at[1]})".replace("-", "−"), 0.3)
        panel_letters(panels)
    return Picture(figure, "Figure 1a", len(embeddings))


def _bars(axes: Axes, logits: Sequence[float], labels: Sequence[str]) -> None:
    """Softmax probabilities as bars, with two digits."""
    from matplotlib.patches import Rectangle

    weights = [exp(z - max(logits)) for z in logits]
    width = 2 / len(labels)
    left, foot, top = -1.03, -1.0, 0.7
    axes.plot([left, left], [foot, top], color=INK, linewidth=0.6, clip_on=False)
    for share, name in ((0.0, "0"), (0.5, "½"), (1.0, "1")):
        height = foot + 1.7 * share
        axes.plot([left - 0.04, left], [height, height], color=INK, linewidth=0.6, clip_on=False)
        write(axes, left - 0.11, height, name, fontsize=7)
    for k, (weight, label) in enumerate(zip(weights, labels, strict=True)):
        height = 1.7 * weight / sum(weights)
        left = -1 + k * width
        axes.add_patch(
            Rectangle(
                (left + 0.04, -1),
                width - 0.08,
                height,
                facecolor=style_of(k).colour,
                edgecolor=INK,
                linewidth=0.6,
            )
        )
        write(
            axes, left + width / 2, -1 + height + 0.09, f"{weight / sum(weights):.2f}", fontsize=7
        )
        write(axes, left + width / 2, -1.12, label, fontsize=8)


FIGURES: tuple[Callable[[], Picture], ...] = (
    figure_1a,
    figure_1,
    figure_2,
    figure_3,
    figure_4,
    clusters,
)
PAPER: dict[str, Callable[[], Picture]] = {
    figure.__name__.replace("_", "-"): figure for figure in FIGURES
}


def _panels(
    title: str, models: Sequence[Configuration], captions: Sequence[str], common: bool = False
) -> Picture:
    """Side by side: decision regions, unembeddings as arrows (``common``: to one scale) and their
    hull.
    """
    regions: Regions = "argmax"
    points = [[(row[0], row[1]) for row in model.rows] for model in models]
    together = as_floats([p for panel in points for p in panel], 0.85)
    total = 0
    with settings():
        figure, panels = board(len(models), 1, 3.0, (0.5, 0.6))
        for axes, model, exact, caption in zip(panels, models, points, captions, strict=True):
            floats, together = (
                (together[: len(exact)], together[len(exact) :])
                if common
                else (as_floats(exact, 0.85), together[len(exact) :])
            )
            found = sectors(model, regions)
            total += len(found)
            draw_sectors(axes, model, found, regions)
            ticks = draw_axes(axes, _unit(exact, floats))
            losers = set(range(model.n)) - set(hull(exact))
            draw_points(axes, model, floats, arrows=True, faint=losers, outline=True)
            _caption(axes, f"{caption}\n{ticks}", 0.12)
        panel_letters(panels)
    return Picture(figure, title, total)


def _unit(exact: Sequence[Row], floats: Sequence[tuple[float, float]]) -> float:
    """How long a step of 1 is where the exact points were put at these places."""
    size = sum(abs(float(c)) for point in exact for c in point)
    return sum(abs(c) for point in floats for c in point) / size


def _pairs(model: Configuration, pairs: Collection[tuple[int, int]]) -> str:
    """For each pair its cosine, and whether it can tie for the top: an edge of the hull."""
    corners = hull([(row[0], row[1]) for row in model.rows])
    edges = {frozenset(edge) for edge in zip(corners, corners[1:] + corners[:1], strict=True)}
    cosines = CosineMatrix.of(model)
    lines = []
    for i, j in pairs:
        how = "can tie for the top" if frozenset((i, j)) in edges else "never tie for the top"
        lines.append(f"cos({model.labels[i]}, {model.labels[j]}) = {written(cosines, i, j)}: {how}")
    return "\n".join(lines)


def _points(axes: Axes, c: Configuration) -> str:
    """The points with all lines through two of them; what the ticks of the axes are."""
    points = as_floats(c.rows, 0.95)
    on: list[set[int]] = []
    for i, j in combinations(range(c.n), 2):
        line = {
            k for k in range(c.n) if linear.determinant([(1, *c.rows[m]) for m in (i, j, k)]) == 0
        }
        if line not in on:
            on.append(line)
            ends = [points[k] for k in sorted(line)]
            p, q = min(ends), max(ends)
            edge: dict[str, Any] = (
                {"linewidth": 1.2}
                if len(line) > 2
                else {"linewidth": 0.7, "linestyle": (0, (4, 2))}
            )
            axes.plot([p[0], q[0]], [p[1], q[1]], color=INK, zorder=2, clip_on=False, **edge)
    draw_points(axes, c, points, arrows=False)
    return draw_axes(axes, _unit(c.rows, points))


def _caption(axes: Axes, caption: str, down: float) -> None:
    write(axes, 0, -1.08 - down, caption, va="top", fontsize=9)
