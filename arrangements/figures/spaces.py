"""Pictures of arrangements of rank 3: the projective picture on a disc, and the lines in the affine
plane of the input.

On the disc the circle is the first hyperplane, and the inside is the half of the sphere where it is
positive: each two opposite regions are shown once, whole. Winners are not symmetric, so for them
both halves are shown. Great circles become arcs of circles (stereographic projection), after a
linear change of coordinates that spreads the hyperplanes; neither changes which region is where.

The affine plane is that of the inputs (1, y), for rows that begin with 1: lines 1 p0 + <p, y> = 0,
with all their crossings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atan2, pi
from typing import TYPE_CHECKING, Any

import numpy as np

from arrangements.errors import LimitReached
from arrangements.exact.linear import Matrix, Row, dot, minus, over, unit
from arrangements.exact.numbers import Scalar, sign
from arrangements.figures.canvas import INK, Picture, board, name_of, settings, write
from arrangements.figures.cell_pictures import Cell, cells, corner_rays, window
from arrangements.figures.label_places import around, beside, within
from arrangements.figures.planes import COUNTED, caption, faces, fill, heading, never_first, note
from arrangements.figures.sectors import Regions, demand_strict
from arrangements.layers.configuration import Configuration

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "MAX_CELLS",
    "NAMED",
    "affine_picture",
    "balanced",
    "disc_picture",
    "fill_cells",
    "spanning",
    "unit",
]

MAX_CELLS = 2000  # more regions than this are not drawn
NAMED = 60  # more regions than this are not named
_ARC = 24  # points of a drawn arc


def disc_picture(configuration: Configuration, regions: Regions) -> Picture:
    """The projective picture of an arrangement of rank 3."""
    demand_strict(configuration, regions)
    if regions == "argmax":
        return _winners_picture(configuration)
    source = configuration if regions == "sign" else configuration.differences()
    rows = spanning(source)
    names, topes, groups = _members(configuration, regions)
    with settings():
        figure, (axes,) = board(1, 1, 6.0)
        turn = balanced(rows, rows[0])
        shapes = cells(rows, topes)
        circle = _draw_circles(axes, rows, source.labels, turn, 9 if source.n <= 40 else 6)
        polygons = [_disc_polygon(cell, turn) for cell in shapes]
        fill_cells(axes, polygons, names, faces(groups, regions), regions)
        if regions == "ranking" and len(shapes) > NAMED:
            _name_winners(axes, polygons, [configuration.labels[k] for k in groups])
        title = heading(configuration, 2 * len(shapes), regions)
        opposite = "have opposite signs" if regions == "sign" else "are reversed"
        caption(axes, f"{title}\nthe circle is {circle}; opposite regions {opposite}")
        _note_unnamed(axes, len(shapes), regions)
    return Picture(figure, title, len(shapes))


def affine_picture(configuration: Configuration) -> Picture:
    """The lines of rows (1, p) in the plane of inputs (1, y), and their sign vectors. Rank 3,
    dimension 3.
    """
    from arrangements.listing.patterns import sign_pattern

    demand_strict(configuration, "sign")
    rows: list[Any] = list(configuration.rows)
    box = window(rows)
    bounded = Configuration([*rows, *box])
    n = configuration.n
    _demand_few(configuration, "sign")
    topes = [tope for tope in sign_pattern(bounded) if tope.endswith("++++")]
    with settings():
        figure, (axes,) = board(1, 1, 6.0)
        low, high = (-box[0][0], -box[2][0]), (box[1][0], box[3][0])
        size = over(max(h - l for l, h in zip(low, high, strict=True)), 2)

        def place(ray: Sequence[Any]) -> tuple[float, float]:
            x, y = (
                float(over(over(ray[k], ray[0]) - over(low[k - 1] + high[k - 1], 2), size))
                for k in (1, 2)
            )
            return x, y

        shapes = cells(bounded.rows, topes)
        names = [cell.signs[:n] for cell in shapes]
        polygons = [[place(corner) for corner in cell.corners] for cell in shapes]
        _draw_lines(axes, configuration, box, place)
        fill_cells(
            axes, polygons, names, faces([name.count("+") for name in names], "sign"), "sign"
        )
        title = (
            f"{name_of(configuration)}: {len(shapes)} of the sign vectors, in the plane x = (1, y)"
        )
        caption(axes, title)
        _note_unnamed(axes, len(shapes), "sign")
    return Picture(figure, title, len(shapes))


def balanced(rows: Matrix, pole: Row | None = None) -> np.ndarray:
    """A matrix M such that the rows, seen from the inputs M x, point about equally in all
    directions, and the third axis along ``pole``.

    For drawing only, in floats; a few rounds of: make the second moments of the unit rows equal.
    """
    directions = np.array([unit(row) for row in rows])
    change = np.eye(directions.shape[1])  # rows become rows @ change
    for _ in range(6):
        seen = directions @ change
        seen /= np.linalg.norm(seen, axis=1, keepdims=True)
        values, vectors = np.linalg.eigh(seen.T @ seen / len(seen))
        change = change @ (vectors / np.sqrt(np.maximum(values, 1e-3))) @ vectors.T
    if pole is not None:
        axis = np.array(unit(pole)) @ change
        axis /= np.linalg.norm(axis)
        across = np.cross(np.eye(3)[np.abs(axis).argmin()], axis)
        across /= np.linalg.norm(across)
        change = change @ np.column_stack([across, np.cross(axis, across), axis])
    return np.linalg.inv(change)


def spanning(configuration: Configuration) -> list[tuple[Scalar, ...]]:
    """The rows in the columns of ``column_basis``: as many columns as the rank."""
    basis = configuration.column_basis
    return [tuple(row[c] for c in basis) for row in configuration.rows]


def _demand_few(configuration: Configuration, regions: Regions) -> None:
    from arrangements.counting.region_counts import count_rankings, count_topes

    # Opposite regions, and a plane through no line that two hyperplanes share meets two for each.
    if (
        regions == "sign"
        and (least := 2 * len({line for line, side in configuration.directions if side}))
        > 2 * MAX_CELLS
    ):
        raise LimitReached(
            f"picture must have at most {2 * MAX_CELLS:,} regions, not {least:,} or more"
        )
    count = count_topes(configuration) if regions == "sign" else count_rankings(configuration)
    if count > 2 * MAX_CELLS:
        raise LimitReached(f"picture must have at most {2 * MAX_CELLS:,} regions, not {count:,}")


def _members(
    configuration: Configuration, regions: Regions
) -> tuple[list[str], list[str], list[int]]:
    """Half of the pattern: names, sign vectors over the rows or their differences (the first +),
    and groups for the colours.
    """
    from arrangements.listing.patterns import ranking_pattern, sign_pattern

    _demand_few(configuration, regions)
    if regions == "sign":
        topes = [tope for tope in sign_pattern(configuration) if tope[0] == "+"]
        return topes, topes, [tope.count("+") for tope in topes]
    names, topes, groups = [], [], []
    at = {label: k for k, label in enumerate(configuration.labels)}
    for ranking in ranking_pattern(configuration):
        place = {at[label]: k for k, label in enumerate(ranking)}
        tope = "".join(
            "+" if place[i] < place[j] else "-" for i, j in combinations(range(configuration.n), 2)
        )
        if tope[0] == "+":
            names.append(">".join(ranking))
            topes.append(tope)
            groups.append(at[ranking[0]])
    return names, topes, groups


def _winners_picture(configuration: Configuration) -> Picture:
    """Both halves of the sphere, cut where the first two labels tie; each region belongs to one
    winner.
    """
    from arrangements.decide.answers import decide_argmax, decide_signs

    rows = spanning(_shifted(configuration))
    half = minus(rows[0], rows[1])
    turn = balanced([minus(u, v) for u, v in combinations(rows, 2)], half)
    first = [
        i for i, label in enumerate(configuration.labels) if decide_argmax(configuration, label)[0]
    ]
    one, other = (
        label if len(label) <= 14 else f"{label[:13]}…" for label in configuration.labels[:2]
    )
    with settings():
        figure, panels = board(2, 1, 4.2, (0.4, 0.6))
        for axes, side, text in zip(
            panels, "+-", (f"{one} above {other}", f"{other} above {one}"), strict=True
        ):
            shown, polygons = [], []
            for i in first:
                bounds = [*(minus(rows[i], rows[j]) for j in first if j != i), half]
                signs = "+" * (len(bounds) - 1) + side
                if decide_signs(Configuration(bounds), signs)[0]:
                    shown.append(i)
                    (cell,) = cells(bounds, [signs])
                    polygons.append(_disc_polygon(cell, turn, -1 if side == "-" else 1))
            fill_cells(
                axes,
                polygons,
                [configuration.labels[i] for i in shown],
                faces(shown, "argmax"),
                "argmax",
            )
            _rim(axes)
            write(axes, 0, 1.06, text, va="bottom")
        count = len(first)
        title = f"{name_of(configuration)}: {count} {COUNTED['argmax'][count != 1]}"
        losers = never_first(
            [label for i, label in enumerate(configuration.labels) if i not in first]
        )
        write(panels[0], 1 + 0.4 / 4.2, -1.12, title, fontsize=10, va="top")
        write(panels[0], 1 + 0.4 / 4.2, -1.24, "\n".join(losers), fontsize=8, va="top", gid="note")
    return Picture(figure, title, count)


def _note_unnamed(axes: Axes, count: int, regions: Regions) -> None:
    if count > NAMED:
        rest = "; who comes first is in bold" if regions == "ranking" else ""
        note(axes, f"{count} regions are too many to be named{rest}")


def _shifted(configuration: Configuration) -> Configuration:
    """Translated so that the first row is zero: the same differences, and their rank."""
    return configuration.translated([-x for x in configuration.rows[0]])


def _disc_polygon(cell: Cell, turn: np.ndarray, side: int = 1) -> list[tuple[float, float]]:
    """The outline of a cell on the disc; ``side`` -1 looks at the other half of the sphere, from
    the same place.
    """
    corners = [turn @ np.array(unit(corner)) for corner in cell.corners]
    outline = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        outline += _arc(start / np.linalg.norm(start), end / np.linalg.norm(end))
    return [_projected(point, side) for point in outline]


def _arc(start: np.ndarray, end: np.ndarray) -> list[np.ndarray]:
    """Points of the great circle from one unit vector towards another, without the last."""
    points = [start * (1 - t) + end * t for t in np.arange(_ARC) / _ARC]
    return [p / np.linalg.norm(p) for p in points]


def _projected(point: np.ndarray, side: int = 1) -> tuple[float, float]:
    x, y, z = point
    return float(x / (1 + side * z)), float(y / (1 + side * z))


def _rim(axes: Axes) -> None:
    from matplotlib.patches import Circle

    axes.add_patch(
        Circle((0, 0), 1, fill=False, edgecolor=INK, linewidth=1.2, zorder=3, clip_on=False)
    )


def fill_cells(
    axes: Axes,
    polygons: Sequence[Sequence[tuple[float, float]]],
    names: Sequence[str],
    looks: Sequence[tuple[str, str]],
    regions: Regions,
) -> None:
    """The regions with their names; where a name does not fit a number stands, beside the region if
    need be, and the name in a list on the right."""
    from matplotlib.patches import Polygon

    style: dict[str, Any] = {"fontweight": "bold"} if regions == "argmax" else {}
    if regions == "sign":
        style = {"family": "monospace"}
    keys: list[str] = []
    tiny: list[tuple[Any, str]] = []
    for polygon, name, look in zip(polygons, names, looks, strict=True):
        fill(axes, Polygon(polygon, closed=True), *look)
        if regions == "argmax":
            axes.add_patch(
                Polygon(
                    polygon,
                    closed=True,
                    fill=False,
                    edgecolor=INK,
                    linewidth=0.8,
                    zorder=2,
                    clip_on=False,
                )
            )
        if len(names) <= NAMED and not within(axes, polygon, name, 9, **style):
            # Winners are short; other names are replaced by numbers where there is no room.
            short = name if regions == "argmax" else str(len(keys) + 1)
            if short != name:
                keys.append(f"{short}  {name}")
            if not within(axes, polygon, short, 8, 5, style="italic"):
                tiny.append((polygon, short))
    for polygon, short in tiny:
        x, y = (sum(c) / len(polygon) for c in zip(*polygon, strict=True))
        beside(axes, [(x, y)], [short], size=6, style="italic")
    columns, top = -(-len(keys) // 40), max(y for polygon in polygons for _, y in polygon)
    for column in range(columns):
        part = keys[40 * column : 40 * (column + 1)]
        for line, key in enumerate(part):
            write(
                axes,
                1.22 + column * (0.2 + 0.035 * max(map(len, keys))),
                top - 0.04 - 0.048 * line,
                key,
                fontsize=7,
                ha="left",
                **style,
            )


def _name_winners(axes: Axes, polygons: Sequence[Any], winners: Sequence[str]) -> None:
    """The names of the winners when there are too many rankings: who is first where."""
    points: dict[str, list[tuple[float, float]]] = {}
    for polygon, winner in zip(polygons, winners, strict=True):
        points.setdefault(winner, []).extend(polygon)
    middles = [(float(x), float(y)) for x, y in (np.mean(part, axis=0) for part in points.values())]
    beside(axes, middles, [f"{winner} first" for winner in points], fontweight="bold")


def _draw_circles(
    axes: Axes, rows: Sequence[Any], labels: Sequence[str], turn: np.ndarray, size: float
) -> str:
    """An arc for each hyperplane, its labels at both ends; return the labels of the first, which is
    the circle itself.
    """
    back = np.linalg.inv(turn)
    groups: dict[Any, list[str]] = {}
    normals: dict[Any, np.ndarray] = {}
    for row, label, (line, _) in zip(
        rows, labels, Configuration(rows, dimension=3).directions, strict=True
    ):
        groups.setdefault(line, []).append(label)
        normals.setdefault(line, np.array(unit(row)) @ back)
    circle, *others = groups
    angles, texts = [], []
    for line in others:
        a, b, c = normals[line]
        # The plane meets the rim where a x + b y = 0, and is highest half way between.
        end = np.array([-b, a, 0]) / np.hypot(a, b)
        top = np.array([-a * c, -b * c, a * a + b * b])
        top /= np.linalg.norm(top)
        xs, ys = zip(
            *(_projected(np.cos(t) * end + np.sin(t) * top) for t in np.linspace(0, pi, 2 * _ARC)),
            strict=True,
        )
        axes.plot(
            xs, ys, color=INK, linewidth=0.8 if len(groups) <= 40 else 0.4, zorder=2, clip_on=False
        )
        angles += [atan2(end[1], end[0]), atan2(-end[1], -end[0])]
        texts += [", ".join(groups[line])] * 2
    _rim(axes)
    around(axes, angles, texts, size=size)
    return ", ".join(groups[circle])


def _draw_lines(axes: Axes, configuration: Configuration, box: Sequence[Any], place: Any) -> None:
    """The lines inside the window, a label at one end, a tick towards the positive side at both."""
    rows: list[Any] = list(configuration.rows)
    groups: dict[Any, list[str]] = {}
    first: dict[Any, Any] = {}
    for row, label, (line, _) in zip(
        rows, configuration.labels, configuration.directions, strict=True
    ):
        groups.setdefault(line, []).append(label)
        first.setdefault(line, row)
    ends, texts, away = [], [], []
    for line, row in first.items():
        inside = []
        for ray in corner_rays([row, *box]):
            ray = ray if sign(ray[0]) > 0 else (-ray[0], -ray[1], -ray[2])
            if (
                sign(ray[0]) > 0
                and all(sign(dot(b, ray)) >= 0 for b in box)
                and sign(dot(row, ray)) == 0
            ):
                inside.append(place(ray))
        if len(inside) < 2:
            continue  # the line at infinity
        (x0, y0), (x1, y1) = min(inside), max(inside)
        axes.plot([x0, x1], [y0, y1], color=INK, linewidth=0.9, zorder=2, clip_on=False)
        normal = np.array(unit(row))[1:]
        normal /= np.linalg.norm(normal)
        along = np.array([x1 - x0, y1 - y0]) / np.hypot(x1 - x0, y1 - y0)
        for point, step in (((x0, y0), along), ((x1, y1), -along)):
            foot = np.array(point) + 0.04 * step
            tip = foot + 0.03 * normal
            axes.plot(
                [foot[0], tip[0]],
                [foot[1], tip[1]],
                color=INK,
                linewidth=1.6,
                zorder=3,
                clip_on=False,
            )
        for point in ((x0, y0), (x1, y1)):
            ends.append(point)
            texts.append(", ".join(groups[line]))
            away.append(_outwards(point))
    beside(axes, ends, texts, away=away)


def _outwards(point: tuple[float, float]) -> float:
    x, y = point
    return (0.0 if x > 0 else pi) if abs(x) > abs(y) else (pi / 2 if y > 0 else -pi / 2)
