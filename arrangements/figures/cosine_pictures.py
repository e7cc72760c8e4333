"""The cosine matrix beside answers about the configuration: which labels can be first, which pairs
can tie for the top.

The darker, the larger the cosine; a frame marks the pairs that can tie for the top. On the right,
for each label: its nearest label by cosine, and the labels that it can tie with. All of it is exact
(comparisons of cosines too), in any dimension.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arrangements.errors import LimitReached
from arrangements.exact.numbers import text
from arrangements.figures.canvas import INK, Picture, board, name_of, settings, write
from arrangements.figures.palette import shade
from arrangements.figures.sectors import demand_strict
from arrangements.geometry.adjacency_graphs import tie_graph
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import CosineMatrix

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MAX_LABELS", "cosine_picture", "nearest", "written"]

MAX_LABELS = 60  # that can be read on the margin
_STEPS = 41  # of grey


def cosine_picture(configuration: Configuration) -> Picture:
    """The matrix of cosines with the facts about the top."""
    demand_strict(configuration, "argmax")
    n = configuration.n
    if n > MAX_LABELS:
        raise LimitReached(f"cosine picture must have at most {MAX_LABELS} labels, not {n}")
    cosines, graph = CosineMatrix.of(configuration), tie_graph(configuration)
    labels = configuration.labels
    with settings():
        cell = 0.55 if n <= 8 else 0.4 if n <= 14 else 0.2
        figure, (axes,) = board(1, 1, max(1.0, cell * n), (0.8, 0.6))
        axes.set(xlim=(0, max(n, 1)), ylim=(max(n, 1), 0))
        size = 9 if cell > 0.3 else 7
        _cells(axes, cosines, graph)
        side = max(map(len, labels), default=1)
        for k, label in enumerate(labels):
            write(axes, -0.25, k + 0.5, label, ha="right", fontsize=size)
            rotation = (
                {"rotation": 90, "va": "bottom"} if side > 2 or cell < 0.3 else {"va": "bottom"}
            )
            write(axes, k + 0.5, -0.2, label, fontsize=size, **rotation)
        _scale(axes, n, cell, size)
        _facts(axes, cosines, graph, size, cell)
        title = f"{name_of(configuration)}: cosines, and {graph.number_of_edges()} pairs that can tie for the top (framed)"
        write(axes, 0, n + 0.5 / cell, title, fontsize=10, ha="left", va="top")
    return Picture(figure, title, graph.number_of_edges())


def _cells(axes: Axes, cosines: CosineMatrix, graph: Any) -> None:
    from matplotlib.patches import Rectangle

    n = cosines.n
    for i in range(n):
        for j in range(n):
            square = float(cosines.signed_squares[i][j])
            value = abs(square) ** 0.5 * (1 if square >= 0 else -1)
            colour = shade(round((value + 1) / 2 * (_STEPS - 1)), _STEPS)
            gid = f"cosine-{i + 1}-{j + 1}"
            axes.add_patch(
                Rectangle(
                    (j, i),
                    1,
                    1,
                    facecolor=colour,
                    edgecolor="white",
                    linewidth=0.5,
                    zorder=1,
                    clip_on=False,
                    gid=gid,
                )
            )
            if graph.has_edge(cosines.labels[i], cosines.labels[j]):
                axes.add_patch(
                    Rectangle(
                        (j + 0.07, i + 0.07),
                        0.86,
                        0.86,
                        fill=False,
                        edgecolor=INK,
                        linewidth=1.4,
                        zorder=2,
                        clip_on=False,
                    )
                )
            if n <= 14:
                exact = written(cosines, i, j) if n <= 8 else ""
                write(
                    axes,
                    j + 0.5,
                    i + 0.5,
                    exact if 0 < len(exact) <= 6 else f"{value:.2f}".replace("-", "−"),
                    fontsize=7.5,
                )


def _scale(axes: Axes, n: int, cell: float, size: float) -> None:
    """The meaning of the colours, below the matrix: from -1 to 1."""
    from matplotlib.patches import Rectangle

    top, width = n + 0.12 / cell, n / _STEPS
    for k in range(_STEPS):
        axes.add_patch(
            Rectangle(
                (k * width, top),
                width * 1.02,
                0.12 / cell,
                facecolor=shade(k, _STEPS),
                linewidth=0,
                clip_on=False,
            )
        )
    for at, number in ((0.0, "−1"), (n / 2, "0"), (float(n), "1")):
        write(axes, at, top + 0.16 / cell, number, fontsize=size - 2, va="top")


def _facts(axes: Axes, cosines: CosineMatrix, graph: Any, size: float, cell: float) -> None:
    """Three columns on the right of the rows of the matrix."""
    n, labels = cosines.n, cosines.labels
    wide = [", ".join(near) for near in (nearest(cosines, i) for i in range(n))]
    ties = [
        ", ".join(other for other in labels if graph.has_edge(label, other)) for label in labels
    ]
    lines = [
        ("yes" if graph.nodes[label]["argmax"] else "never", near, tie or "none")
        for label, near, tie in zip(labels, wide, ties, strict=True)
    ]
    left = n + 0.25 / cell
    for heading, column in zip(
        ("first", "nearest by cosine", "can tie for the top with"),
        zip(*lines, strict=True),
        strict=True,
    ):
        write(axes, left, -0.2, heading, ha="left", va="bottom", fontsize=size, fontweight="bold")
        for k, entry in enumerate(column):
            write(
                axes,
                left,
                k + 0.5,
                _cut(entry),
                ha="left",
                fontsize=size,
                fontweight="bold" if entry == "never" else "normal",
            )
        left += (
            max(len(heading) * 1.15, *(min(len(entry), _LONGEST) for entry in column))
            * size
            * 0.0095
            + 0.2
        ) / cell


_LONGEST = 110  # letters of an entry beside the matrix


def _cut(entry: str) -> str:
    return entry if len(entry) <= _LONGEST else entry[: _LONGEST - 1] + "…"


def nearest(cosines: CosineMatrix, i: int) -> Sequence[str]:
    """The labels with the largest cosine to label i, compared exactly; none if there is no other
    label.
    """
    others = [j for j in range(cosines.n) if j != i]
    if not others:
        return ()
    best = max(cosines.signed_squares[i][j] for j in others)
    return tuple(cosines.labels[j] for j in others if cosines.signed_squares[i][j] == best)


def written(cosines: CosineMatrix, i: int, j: int) -> str:
    """The exact cosine as people write it: -sqrt(2)/2 as −√2/2."""
    return re.sub(r"\*?sqrt\((\d+)\)", r"√\1", text(cosines.cosine(i, j))).replace("-", "−")
