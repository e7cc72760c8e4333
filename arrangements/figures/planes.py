"""Pictures of central arrangements in the plane: sectors, each with its name, and the rows as
arrows.

``draw_sectors`` fills one panel and is also what the paper's figures are made of; ``plane_picture``
is one panel with a title.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from fractions import Fraction
from math import atan2, cos, degrees, floor, hypot, log10, nan, pi, sin
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, get_args

from arrangements.errors import BadInput, short_repr
from arrangements.exact.linear import Matrix, Row, largest, over
from arrangements.figures.canvas import INK, Picture, board, extent, name_of, settings, write
from arrangements.figures.label_places import around, beside
from arrangements.figures.palette import apart, shade, style_of
from arrangements.figures.sectors import Regions, Sector, hull, plane_points, sectors
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.kinds import KINDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

__all__ = [
    "COUNTED",
    "LABELLED",
    "angle_of",
    "as_floats",
    "caption",
    "draw_axes",
    "draw_points",
    "draw_sectors",
    "faces",
    "fill",
    "heading",
    "never_first",
    "note",
    "pair_picture",
    "panel_letters",
    "plane_picture",
]

LABELLED = 160  # more regions than this are not labelled one by one
_LOSERS = 40  # labels that are never first and named
COUNTED = {
    name: (KINDS[name].noun.removesuffix("s"), KINDS[name].noun) for name in get_args(Regions)
}


def plane_picture(configuration: Configuration, regions: Regions) -> Picture:
    """The sectors of a configuration whose arrangement has rank at most 2."""
    parts = sectors(configuration, regions)
    with settings():
        figure, (axes,) = board(1, 1, 5.0 if len(parts) < 40 else 6.5)
        draw_sectors(axes, configuration, parts, regions)
        points = plane_points(configuration, regions)
        losers = _losers(configuration, parts) if regions == "argmax" else []
        draw_points(axes, configuration, as_floats(points), arrows=True, faint=losers)
        title = heading(configuration, len(parts), regions)
        caption(axes, title)
        if len(parts) > LABELLED:
            rest = "; who comes first is in bold" if regions == "ranking" else ""
            note(axes, f"{len(parts)} {COUNTED[regions][1]} are too many to be named{rest}")
        note(axes, *never_first([configuration.labels[k] for k in losers]))
    return Picture(figure, title, len(parts))


def pair_picture(one: Configuration, other: Configuration, regions: Regions) -> Picture:
    """Two configurations of rank at most 2 with the same labels, side by side; what only one of
    them has is in bold.
    """
    if one.labels != other.labels:
        raise BadInput(
            f"labels of the other configuration must be {short_repr(list(one.labels))}, not {short_repr(list(other.labels))}"
        )
    pair = (one, other)
    parts = [sectors(configuration, regions) for configuration in pair]
    names = [{sector.name for sector in part} for part in parts]
    longest = max(len(name) for part in names for name in part)
    with settings():
        figure, panels = board(2, 1, 3.6, (0.4 + 0.19 * longest if longest > 3 else 0.8, 0.6))
        for axes, configuration, part, missing in zip(
            panels, pair, parts, names[::-1], strict=True
        ):
            own = {sector.name for sector in part} - missing
            draw_sectors(axes, configuration, part, regions, marked=own)
            points = plane_points(configuration, regions)
            losers = _losers(configuration, part) if regions == "argmax" else []
            draw_points(axes, configuration, as_floats(points), arrows=True, faint=losers)
            note(axes, *never_first([configuration.labels[k] for k in losers]))
            caption(axes, f"{heading(configuration, len(part), regions)}, {len(own)} here only", 9)
    title = f"{name_of(one, 'one')} and {name_of(other, 'other')}: {len(names[0] & names[1])} {COUNTED[regions][1]} in common"
    return Picture(figure, title, len(names[0] | names[1]))


def heading(configuration: Configuration, count: int, regions: Regions) -> str:
    """ "name: 12 rankings"."""
    name = name_of(configuration)
    return f"{name}: {count} {COUNTED[regions][count != 1]}"


def caption(axes: Axes, title: str, size: float = 10) -> None:
    """A title above everything that the panel shows."""
    drawn = [*axes.texts, *axes.lines, *axes.patches]
    line = max((extent(artist).y1 for artist in drawn), default=extent(axes).y1) + 8
    x, y = axes.transData.inverted().transform((extent(axes).x0 + extent(axes).width / 2, line))
    write(axes, x, y, title, fontsize=size, va="bottom", gid="title")


def note(axes: Axes, *lines: str) -> None:
    """Write the labels that the drawing leaves out below the panel."""
    if lines:
        drawn = [*axes.texts, *axes.lines, *axes.patches]
        line = min((extent(artist).y0 for artist in drawn), default=extent(axes).y0) - 6
        x, y = axes.transData.inverted().transform((extent(axes).x0 + extent(axes).width / 2, line))
        write(axes, x, y, "\n".join(lines), fontsize=8, va="top", gid="note")


def never_first(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels that come first nowhere, in lines of moderate length; the first forty by name.

    >>> never_first(["a", "b"]), never_first([])
    (('never first: a, b',), ())
    """
    lines = ["never first: "] if labels else []
    for label in labels[:_LOSERS]:
        if len(lines[-1]) + len(label) > 70:
            lines.append("")
        lines[-1] += f"{label}, "
    more = f" and {len(labels) - _LOSERS} more" if len(labels) > _LOSERS else ""
    return tuple(
        line.removesuffix(", ") + ("," if line is not lines[-1] else more) for line in lines
    )


def angle_of(ray: Row) -> float:
    """The angle of an exact direction."""
    size = largest(ray)
    return atan2(float(over(ray[1], size)), float(over(ray[0], size)))


def as_floats(points: Matrix, reach: float = 0.8) -> list[tuple[float, float]]:
    """Exact points as floats, all scaled by one factor so that the farthest is at this distance."""
    if not points:
        return []
    size = max(map(largest, points)) or 1
    scaled = [(float(over(p[0], size)), float(over(p[1], size))) for p in points]
    factor = reach / (max(hypot(*p) for p in scaled) or 1)
    return [(x * factor, y * factor) for x, y in scaled]


def faces(indices: Sequence[int], regions: Regions) -> list[tuple[str, str]]:
    """Colours and hatches of regions: by their number of + signs (the scale covers those that
    occur), or by their winner.
    """
    if regions != "sign":
        return [style_of(index) for index in indices]
    low, high = min(indices), max(indices)
    return [(shade(index - low, high - low + 1), "") for index in indices]


def fill(axes: Axes, patch: Patch, colour: str, hatch: str) -> None:
    """Add a region: its colour, and its hatch as a second, transparent layer. In SVG it has an id
    that begins with ``region-``.
    """
    from copy import copy

    patch.set(
        facecolor=colour,
        edgecolor=colour,
        linewidth=0.3,
        zorder=0,
        gid=f"region-{_panel(axes)}-{len(axes.patches) + 1}",
        clip_on=False,
    )
    if hatch:
        layer = copy(patch)
        layer.set(
            facecolor="none", edgecolor="#00000055", hatch=hatch, linewidth=0, zorder=0.5, gid=None
        )
        axes.add_patch(layer)
    axes.add_patch(patch)


def _panel(axes: Axes) -> int:
    figure: Any = axes.get_figure()
    return int(figure.axes.index(axes) + 1)


def draw_sectors(
    axes: Axes,
    configuration: Configuration,
    parts: Sequence[Sector],
    regions: Regions,
    size: float = 9,
    marked: Container[str] = (),
) -> None:
    """Fill the unit disc with the sectors, draw the rays between them and write the names around
    it. ``marked``: which are in bold.
    """
    from matplotlib.patches import Circle, Wedge

    for sector, look in zip(parts, apart(faces([s.group for s in parts], regions)), strict=True):
        start = degrees(angle_of(sector.start)) if sector.start else 0.0
        end = degrees(angle_of(sector.end)) if sector.end else 360.0
        wedge = Wedge((0, 0), 1, start, end if end > start else end + 360)
        fill(axes, wedge, *look)
        if sector.start:
            a = angle_of(sector.start)
            # So many rays would blacken the middle.
            inner, width = (0.0, 0.8) if len(parts) <= LABELLED else (0.8, 0.3)
            axes.plot(
                [inner * cos(a), cos(a)],
                [inner * sin(a), sin(a)],
                color=INK,
                linewidth=width,
                zorder=2,
            )
    axes.add_patch(
        Circle((0, 0), 1, fill=False, edgecolor=INK, linewidth=0.8, zorder=2, clip_on=False)
    )
    shown = (
        parts
        if len(parts) <= LABELLED
        else _winners(parts, configuration)
        if regions != "sign"
        else []
    )
    angles = [angle_of(s.inside) for s in shown]
    style: dict[str, Any] = (
        {"fontweight": "bold"}
        if regions == "argmax" or shown is not parts
        else {"family": "monospace"}
        if regions == "sign"
        else {}
    )
    for sector, label in zip(
        shown, around(axes, angles, [s.name for s in shown], size=size, **style), strict=True
    ):
        if marked is not None:
            label.set_fontweight("bold" if sector.name in marked else "normal")


def _winners(parts: Sequence[Sector], configuration: Configuration) -> list[Sector]:
    """The middle ranking of each winner, named by the winner alone: what is left to say when there
    are too many rankings.
    """
    middle: dict[int, list[Sector]] = {}
    for sector in parts:
        middle.setdefault(sector.group, []).append(sector)
    shown = []
    for index, run in middle.items():
        # The run of one winner may reach around the start of the list.
        cut = next(
            (
                k
                for k in range(1, len(run))
                if run[k - 1].end is not run[k].start and run[k - 1].end != run[k].start
            ),
            0,
        )
        run = run[cut:] + run[:cut]
        shown.append(run[len(run) // 2]._replace(name=configuration.labels[index]))
    return shown


def _losers(configuration: Configuration, parts: Sequence[Sector]) -> list[int]:
    winners = {sector.group for sector in parts}
    return [k for k in range(configuration.n) if k not in winners]


def draw_axes(axes: Axes, unit: float, dimension: int = 2) -> str:
    """As many axes through the origin of a panel in which a step of 1 is ``unit`` long, with ticks;
    what the ticks are, for a note: numbers beside them would hide labels of rows.
    """
    wanted = 0.15 / unit
    power = Fraction(10) ** floor(log10(wanted))
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= wanted * (1 - 1e-9))
    length = float(step) * unit
    grey: dict[str, Any] = {"color": "#8a8a8a", "linewidth": 0.6, "zorder": 1, "clip_on": False}
    count = floor(1 / length)
    ticks = [k * length for k in [*range(-count, 0), *range(1, count + 1)]]
    along = [-1.0, 1.0, nan] + [x for at in ticks for x in (at, at, nan)]
    across = [0.0, 0.0, nan] + [-0.018, 0.018, nan] * len(ticks)
    axes.plot(along, across, gid="axis", **grey)
    if dimension > 1:
        axes.plot(across, along, gid="axis", **grey)
    return f"a tick every {step}"


def panel_letters(panels: Sequence[Axes]) -> None:
    """a, b, c, ... at the upper left of the panels of a figure, in bold."""
    for letter, axes in zip(ascii_lowercase, panels, strict=False):
        write(axes, -1.12, 1.12, letter, fontsize=11, fontweight="bold", gid=f"panel-{letter}")


def draw_points(
    axes: Axes,
    configuration: Configuration,
    points: Sequence[tuple[float, float]],
    *,
    arrows: bool,
    faint: Container[int] = (),
    outline: bool = False,
) -> None:
    """The rows as arrows or dots, with their labels; those of ``faint`` are open and dashed.
    ``outline``: their convex hull too.
    """
    for k, (x, y) in enumerate(points):
        weak = k in faint
        if arrows and hypot(x, y) > 1e-9:
            options = {
                "arrowstyle": "-|>",
                "shrinkA": 0,
                "shrinkB": 0,
                "mutation_scale": 9,
                "linewidth": 1.1,
            }
            options |= {
                "color": "#555555" if weak else INK,
                "linestyle": (0, (3, 2)) if weak else "-",
            }
            axes.annotate("", (x, y), (0, 0), arrowprops=options, zorder=4, annotation_clip=False)
        if weak or not arrows or hypot(x, y) <= 1e-9:
            axes.plot(
                [x],
                [y],
                "o",
                markersize=4,
                markerfacecolor="white" if weak else INK,
                markeredgecolor=INK,
                zorder=4,
                clip_on=False,
            )
    if outline and points:
        corners = [points[k] for k in hull(points)]
        xs, ys = zip(*corners, corners[0], strict=True)
        axes.plot(xs, ys, color=INK, linewidth=0.7, linestyle=(0, (1, 2)), zorder=3, clip_on=False)
    away = [atan2(y, x) if hypot(x, y) > 1e-9 else pi / 2 for x, y in points]
    beside(axes, points, configuration.labels, away=away)
