"""Pictures of graphs: tope graph and ranking graph as shadows of their zonotope, tie graph as
polygon or as graph.

A region stands at the sum of its signed rows, sum s_i v_i: the graph is then the edge graph of a
zonotope, and edges that cross the same hyperplane are parallel. In rank 2 it is a cycle, drawn as a
circle. In rank 3 edges at the back are dashed. Above rank 3 it is a shadow.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import atan2, cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.exact.linear import unit
from arrangements.figures.canvas import INK, Picture, board, extent, name_of, settings, write
from arrangements.figures.label_places import around, beside
from arrangements.figures.palette import shade, style_of
from arrangements.figures.planes import LABELLED, as_floats, caption, never_first, note
from arrangements.figures.sectors import demand_strict, plane_points, rank_of
from arrangements.figures.spaces import balanced, spanning
from arrangements.geometry.adjacency_graphs import ranking_graph, tie_graph, tope_graph
from arrangements.layers.configuration import Configuration
from arrangements.ranking_text import pieces

if TYPE_CHECKING:
    import networkx
    from matplotlib.axes import Axes

__all__ = ["MAX_DRAWN", "ranking_graph_picture", "tie_picture", "tope_graph_picture"]

MAX_DRAWN = 3000  # vertices
_NAMED = 130  # in rank 3 and above, more vertices than this are not named
_GREY = "#8a8a8a"


def tope_graph_picture(configuration: Configuration) -> Picture:
    """Regions of sign vectors, joined where they share a wall."""
    demand_strict(configuration, "sign")
    graph = tope_graph(configuration, MAX_DRAWN)
    counts = [positive for _, positive in graph.nodes(data="positive")]
    low, high = min(counts), max(counts)
    colours = [shade(count - low, high - low + 1) for count in counts]
    signs = np.array([[1 if s == "+" else -1 for s in tope] for tope in graph], float).reshape(
        len(graph), configuration.n
    )
    return _graph_picture(
        configuration, configuration, graph, signs, colours, "tope graph", {"family": "monospace"}
    )


def ranking_graph_picture(configuration: Configuration) -> Picture:
    """Regions of rankings, joined where they share a wall."""
    demand_strict(configuration, "ranking")
    graph = ranking_graph(configuration, MAX_DRAWN)
    at = {label: k for k, label in enumerate(configuration.labels)}
    colours = [style_of(at[winner]).colour for _, winner in graph.nodes(data="winner")]
    pairs = list(combinations(configuration.labels, 2))
    signs = []
    for ranking in graph:
        place = _places(ranking)
        signs.append([1.0 if place[a] < place[b] else -1.0 for a, b in pairs])
    table = np.array(signs).reshape(len(graph), len(pairs))
    return _graph_picture(
        configuration, configuration.differences(), graph, table, colours, "ranking graph", {}
    )


def _places(ranking: str) -> dict[str, int]:
    names = pieces(ranking, ">")
    return {label: k for k, label in enumerate(names)}


def _graph_picture(
    configuration: Configuration,
    source: Configuration,
    graph: networkx.Graph,
    signs: np.ndarray,
    colours: Sequence[str],
    what: str,
    style: Any,
) -> Picture:
    """``source``: the rows behind the columns of ``signs``."""
    count = graph.number_of_nodes()
    with settings():
        figure, (axes,) = board(1, 1, 5.0 if count <= 24 else 7.0 if count <= 60 else 9.0)
        places, depth = _layout(source, signs)
        at = dict(zip(graph, places, strict=True))
        behind = dict(zip(graph, depth, strict=True))
        for a, b in graph.edges:
            back = behind[a] + behind[b] < -1e-9
            look: dict[str, Any] = (
                {"color": _GREY, "linestyle": (0, (3, 2)), "zorder": 1}
                if back
                else {"color": INK, "zorder": 2}
            )
            axes.plot(
                *zip(at[a], at[b], strict=True),
                linewidth=0.8 if count <= LABELLED else 0.4,
                clip_on=False,
                **look,
            )
        size = 6 if count <= LABELLED else 3
        for name, colour in zip(graph, colours, strict=True):
            axes.plot(
                *at[name],
                "o",
                markersize=size,
                clip_on=False,
                markerfacecolor=colour,
                markeredgecolor=INK,
                markeredgewidth=0.6,
                zorder=3,
            )
        _name_vertices(axes, graph, at, depth, source.rank, style)
        if count <= LABELLED:
            _name_edges(axes, graph, at, behind)
        title = (
            f"{name_of(configuration)}: {what}, {count} vertices, {graph.number_of_edges()} edges"
        )
        caption(axes, title)
        if count > (LABELLED if source.rank <= 2 else _NAMED):
            note(
                axes,
                f"{count} vertices are too many to be named{'; who comes first is in bold' if what == 'ranking graph' else ''}",
            )
    return Picture(figure, title, count)


def _layout(
    source: Configuration, signs: np.ndarray
) -> tuple[list[tuple[float, float]], list[float]]:
    """Positions in the unit disc, and depths (0 if there is no front and back)."""
    if source.rank == 0:
        return [(0.0, 0.0)] * len(signs), [0.0] * len(signs)
    rows = spanning(source)
    vectors = np.array([unit(row) for row in rows]) @ np.linalg.inv(balanced(rows))
    spots = signs @ (vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    if source.rank <= 2:
        spots = np.column_stack([spots, np.zeros(len(spots))])[:, :2]
        order = sorted(range(len(spots)), key=lambda k: atan2(spots[k][1], spots[k][0]) % (2 * pi))
        angles = {k: 2 * pi * place / len(order) + 1e-3 for place, k in enumerate(order)}
        return [(cos(angles[k]), sin(angles[k])) for k in range(len(spots))], [0.0] * len(spots)
    best: tuple[float, np.ndarray] | None = None
    for k in range(40 if len(spots) <= 400 else 1):
        turned = spots @ _frame(k, source.rank)
        turned[:, :2] /= np.abs(turned[:, :2]).max()
        gaps = np.linalg.norm(turned[:, None, :2] - turned[None, :, :2], axis=2) + 9 * np.eye(
            len(turned)
        )
        if best is None or gaps.min() > best[0] + 1e-9:
            best = float(gaps.min()), turned
    assert best is not None
    depth = best[1][:, 2].tolist() if source.rank == 3 else [0.0] * len(spots)
    return [(float(x), float(y)) for x, y in best[1][:, :2]], depth


def _frame(k: int, rank: int) -> np.ndarray:
    """The k-th of some orthonormal frames of three vectors, in general position, the same
    everywhere.
    """
    basis: list[np.ndarray] = []
    for column in range(3):
        vector = np.array(
            [
                sin((column + 1) * (row + 1) * sqrt(2) + (k + 1) * (column + row + 1) * sqrt(3))
                for row in range(rank)
            ]
        )
        for other in basis:
            vector = vector - (vector @ other) * other
        basis.append(vector / np.linalg.norm(vector))
    return np.column_stack(basis)


def _name_vertices(
    axes: Axes,
    graph: Any,
    at: dict[str, Any],
    depth: Sequence[float],
    rank: int,
    style: dict[str, Any],
) -> None:
    names = list(graph)
    count = len(names)
    if rank <= 2 and count <= LABELLED:
        around(axes, [atan2(at[n][1], at[n][0]) for n in names], names, radius=1.03, **style)
    elif count <= _NAMED:
        # Front vertices have the first choice of a place.
        order = sorted(range(count), key=lambda k: (-round(depth[k], 6), k))
        beside(
            axes,
            [at[names[k]] for k in order],
            [names[k] for k in order],
            size=8 if count <= 30 else 6,
            **style,
        )
    else:
        groups: dict[str, list[str]] = {}
        for name, winner in graph.nodes(data="winner"):
            if winner is not None:
                groups.setdefault(winner, []).append(name)
        spots = [np.mean([at[name] for name in group], axis=0) for group in groups.values()]
        beside(
            axes,
            [(float(x), float(y)) for x, y in spots],
            [f"{winner} first" for winner in groups],
            size=9,
            fontweight="bold",
        )


def _name_edges(axes: Axes, graph: Any, at: dict[str, Any], behind: dict[str, float]) -> None:
    """One label for each hyperplane, on an edge where it covers nothing; none where no such edge is
    found.
    """
    taken = [extent(text) for text in axes.texts]
    edges: dict[str, list[tuple[float, str, str]]] = {}
    for a, b, crosses in graph.edges(data="crosses"):
        edges.setdefault(crosses, []).append((-round(behind[a] + behind[b], 6), a, b))
    for crosses, where in edges.items():
        for _, a, b in sorted(where):
            x, y = ((p + q) / 2 for p, q in zip(at[a], at[b], strict=True))
            halo = {"boxstyle": "square,pad=0.05", "facecolor": "white", "edgecolor": "none"}
            artist = write(
                axes, x, y, crosses, fontsize=6.5, style="italic", color="#444444", bbox=halo
            )
            box = extent(artist).padded(1)
            if any(box.overlaps(other) for other in taken):
                artist.remove()
                continue
            taken.append(box)
            break


def tie_picture(configuration: Configuration) -> Picture:
    """Which labels can tie for the top: the edges of the convex hull where the rows are planar,
    else the tie graph.
    """
    demand_strict(configuration, "argmax")
    graph = tie_graph(configuration)
    never = [label for label, argmax in graph.nodes(data="argmax") if not argmax]
    planar = rank_of(configuration, "argmax") <= 2
    with settings():
        figure, (axes,) = board(1, 1, 5.0)
        if planar:
            spots = as_floats(_centred(plane_points(configuration, "argmax")), 0.9)
            at = dict(zip(configuration.labels, spots, strict=True))
        else:
            at = _spread_out(
                graph,
                [label for label in graph if label not in never],
                rank_of(configuration, "argmax"),
            )
        for a, b in graph.edges:
            axes.plot(
                *zip(at[a], at[b], strict=True), color=INK, linewidth=1.2, zorder=2, clip_on=False
            )
        for label, (x, y) in at.items():
            face = "white" if label in never else style_of(configuration.labels.index(label)).colour
            axes.plot(
                [x],
                [y],
                "o",
                markersize=4 if label in never else 8,
                markerfacecolor=face,
                markeredgecolor=INK,
                zorder=3,
                clip_on=False,
            )
        beside(axes, list(at.values()), list(at), fontweight="bold" if not planar else "normal")
        title = f"{name_of(configuration)}: {graph.number_of_edges()} pairs can tie for the top"
        caption(axes, title)
        note(axes, *never_first(never))
    return Picture(figure, title, graph.number_of_edges())


def _centred(points: Sequence[Any]) -> list[Any]:
    """Moved so that the middle of their bounding box is the origin, exactly."""
    middle = [(max(column) + min(column)) * Fraction(1, 2) for column in zip(*points, strict=True)]
    return [tuple(x - m for x, m in zip(point, middle, strict=True)) for point in points]


def _spread_out(graph: Any, first: Sequence[str], rank: int) -> dict[str, Any]:
    """Rank 3: the graph of a polytope, drawn without crossings inside its largest face (Tutte
    1963). Otherwise around a circle.
    """
    import networkx

    circle = {
        label: (0.95 * cos(2 * pi * k / len(first)), 0.95 * sin(2 * pi * k / len(first)))
        for k, label in enumerate(first)
    }
    planar, embedding = networkx.check_planarity(graph.subgraph(first))
    if rank != 3 or not planar or len(first) < 4:
        return circle
    faces: dict[frozenset[str], list[str]] = {}
    for a, b in sorted(embedding.edges):
        face = embedding.traverse_face(a, b)
        faces.setdefault(frozenset(face), face)
    outer = max(faces.values(), key=len)
    rim = {
        label: (cos(2 * pi * k / len(outer) + pi / 2), sin(2 * pi * k / len(outer) + pi / 2))
        for k, label in enumerate(outer)
    }
    inner = [label for label in first if label not in rim]
    at: dict[str, Any] = {label: np.array(spot) for label, spot in rim.items()}
    pull = {frozenset(edge): 1.0 for edge in graph.edges}
    for _ in range(12):
        at |= _balance(graph, inner, at, pull)
        # Any positive weights give a planar drawing; long edges pull more next time, so that the
        # middle is not crowded.
        for edge in pull:
            a, b = sorted(edge)
            if a in at and b in at:
                pull[edge] = float(np.linalg.norm(at[a] - at[b])) + 0.02
    return {label: (float(at[label][0]), float(at[label][1])) for label in first}


def _balance(
    graph: Any, inner: Sequence[str], at: dict[str, Any], pull: dict[frozenset[str], float]
) -> dict[str, Any]:
    """Each inner vertex at the weighted mean of its neighbours; ``at`` holds the fixed ones."""
    place = {label: k for k, label in enumerate(inner)}
    matrix, target = np.zeros((len(inner), len(inner))), np.zeros((len(inner), 2))
    for label, k in place.items():
        for other in graph[label]:
            weight = pull[frozenset((label, other))]
            matrix[k, k] += weight
            if other in place:
                matrix[k, place[other]] -= weight
            else:
                target[k] += weight * at[other]
    return dict(zip(inner, np.linalg.solve(matrix, target), strict=True)) if inner else {}
