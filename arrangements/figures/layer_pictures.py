"""Pictures of layers in the plane: the regions of affine functions, clipped to the inputs, and the
lines between them.

Corners are exact: a window around all crossings is cut by the conditions of the inputs and of each
region.

>>> clipped([(0, 0), (2, 0), (2, 2), (0, 2)], (1, -1, 0))
[(0, 0), (Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(2, 1)), (0, 2)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

from arrangements.decide.one_by_one.spanning import spanning
from arrangements.errors import BadInput, InternalError
from arrangements.exact.linear import Row, dot, minus, over, rank
from arrangements.exact.numbers import Exact
from arrangements.figures.canvas import INK, Picture, board, named, settings, write
from arrangements.figures.cell_pictures import window
from arrangements.figures.planes import caption, faces, heading, never_first, note
from arrangements.figures.sectors import Regions
from arrangements.figures.spaces import NAMED, fill_cells
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import homogenised, matched, with_offsets
from arrangements.layers.inputs.polyhedra import Ball

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["clipped", "layer_picture"]

Point = tuple[Exact, Exact]
_MOST = 2000  # regions of a picture
_LABELLED_LINES = 60


def layer_picture(configuration: Configuration, inputs: Inputs | None, regions: Regions) -> Picture:
    """The regions of a layer in dimension 2, or of hyperplanes that share all directions but two:
    then at their true angles.
    """
    given = configuration
    if configuration.d != 2 and configuration.rank == 2 and inputs is None:
        configuration, stretch = _orthogonal(configuration)
    else:
        stretch = (1.0, 1.0)
    if configuration.d != 2:
        raise BadInput(
            f"layer must have dimension 2 to be drawn, or rows of rank 2, not {configuration.d} and {configuration.rank}"
        )
    shaped = homogenised(*spanning(configuration, inputs))
    if shaped.empty or shaped.basis is not None:
        raise BadInput(
            f"inputs must fill a part of the plane to be drawn, not {'be empty' if shaped.empty else 'lie in a line'}"
        )
    because = shaped.reason("sign" if regions == "sign" else "ranking")
    if because is not None:
        raise BadInput(f"regions must be there to be drawn, but {because}")
    ball = None if inputs is None else inputs.within
    if inputs is not None and ball is not None:  # in terms of h, as it is drawn
        if ball.gains is not None and not all(ball.gains):
            raise BadInput("norm must have no zero gain to be drawn, as its outputs lie in a line")
        if ball.matrix is not None and rank(ball.matrix) < 2:
            raise BadInput("ellipsoid must have rank 2 to be drawn, as it lies in a line otherwise")
        configuration, inputs = matched(configuration, inputs)
        linear = Inputs(2, inputs.inequalities, inputs.equations, inputs.name)
        shaped = homogenised(configuration, linear)
    functions = with_offsets(shaped.configuration)
    lines = functions if regions == "sign" else [minus(u, v) for u, v in combinations(functions, 2)]
    box = window([row for row in (*lines, *shaped.inputs.inequalities) if any(row[1:])])
    low, high = (-box[0][0], -box[2][0]), (box[1][0], box[3][0])
    field: list[Point] = [
        (low[0], low[1]),
        (high[0], low[1]),
        (high[0], high[1]),
        (low[0], high[1]),
    ]
    if ball is not None:
        field = _round(ball)
    for border in shaped.inputs.inequalities:
        field = clipped(field, border)
    if len(field) < 3:
        raise InternalError("the inputs must be seen in the window")
    low, high = ((pick(x for x, _ in field), pick(y for _, y in field)) for pick in (min, max))
    areas = list(_regions(configuration, inputs, functions, regions))
    if len(areas) > _MOST:
        raise BadInput(f"picture must have at most {_MOST} regions, not {len(areas)}")
    size = max(float(h - l) * s for l, h, s in zip(low, high, stretch, strict=True)) / 2

    def place(point: Point) -> tuple[float, float]:
        x, y = (float(over(2 * point[k] - low[k] - high[k], 2)) * stretch[k] / size for k in (0, 1))
        return x, y

    polygons = []
    for _, _, conditions in areas:
        polygon = field
        for condition in conditions:
            polygon = clipped(polygon, condition)
        if len(polygon) < 3 and ball is None:
            raise InternalError("a region must be seen in the window")
        # of a region that is thinner than the line around a ball nothing is seen but its name
        polygons.append([place(corner) for corner in polygon or [_nearest(conditions, field)] * 3])
    with settings():
        figure, (axes,) = board(1, 1, 6.0)
        fill_cells(
            axes,
            polygons,
            [name for name, _, _ in areas],
            faces([group for _, group, _ in areas], regions),
            regions,
        )
        # Without inputs the window is no border of anything.
        window_is_border = (
            [] if inputs is None else [[place(field_corner) for field_corner in field]]
        )
        outlines = polygons if regions == "argmax" else window_is_border
        for outline in outlines:
            axes.plot(
                *zip(*outline, outline[0], strict=True),
                color=INK,
                linewidth=0.8,
                zorder=3,
                clip_on=False,
            )
        drawn: dict[tuple[tuple[float, float], ...], list[str]] = {}
        names = configuration.labels if regions == "sign" else [""] * len(lines)
        for row, name in zip(lines if regions != "argmax" else [], names, strict=False):
            ends = sorted(
                {place(point) for point in clipped(clipped(field, row), [-x for x in row])}
            )
            if len(ends) > 1:
                drawn.setdefault(tuple(ends), []).append(name)
        for line, together in drawn.items():
            axes.plot(*zip(*line, strict=True), color=INK, linewidth=0.8, zorder=3, clip_on=False)
            if regions == "sign" and len(drawn) <= _LABELLED_LINES:
                _label(axes, line[0], line[-1], ", ".join(together))
        title = heading(given, len(areas), regions)
        title += f", inputs {named(inputs.name, 'as given')}" if inputs is not None else ""
        caption(axes, title)
        if regions == "argmax":
            note(
                axes,
                *never_first(
                    [
                        label
                        for label in configuration.labels
                        if label not in {name for name, _, _ in areas}
                    ]
                ),
            )
        elif len(areas) > NAMED:
            note(axes, f"{len(areas)} regions are too many to be named")
    return Picture(figure, title, len(areas))


def _round(ball: Ball, corners: int = 360) -> list[Point]:
    """A polygon that is drawn for a ball or an ellipse; its corners are rounded, and rational."""
    radius = sqrt(float(ball.square))
    if ball.matrix is None:
        (a, d), b = map(float, ball.gains or (1, 1)), 0.0
    else:  # a triangular matrix with the same image of the disk
        one, other = ball.matrix
        a = sqrt(float(dot(one, one)))
        b = float(dot(one, other)) / a
        d = sqrt(max(0.0, float(dot(other, other)) - b * b))

    def rational(x: float) -> Fraction:
        return Fraction(round(x * (1 << 30)), 1 << 30)

    points: list[Point] = []
    for k in range(corners):
        angle = 2 * pi * k / corners
        along, up = radius * cos(angle), radius * sin(angle)
        x, y = (float(c) for c in ball.centre)
        points.append((rational(x + a * along), rational(y + b * along + d * up)))
    return points


def _nearest(conditions: Sequence[Row], field: Sequence[Point]) -> Point:
    """The corner where the least of these functions is largest."""
    return max(
        field, key=lambda p: min(row[0] + row[1] * p[0] + row[2] * p[1] for row in conditions)
    )


def _orthogonal(configuration: Configuration) -> tuple[Configuration, tuple[float, float]]:
    """In coordinates along two orthogonal vectors of the span of the rows, and how long these
    are.
    """
    first = next(row for row in configuration.rows if any(row))
    square = dot(first, first)
    rest = (
        minus([square * x for x in row], [dot(row, first) * x for x in first])
        for row in configuration.rows
    )
    second = next(row for row in rest if any(row))
    # Lengths of this size keep the drawing in range, whatever the scale of the rows.
    stretch = sqrt(float(square)), sqrt(float(dot(second, second)))
    rows = [(dot(row, first), dot(row, second)) for row in configuration.rows]
    return Configuration(
        rows, configuration.labels, bias=configuration.bias, name=configuration.name
    ), stretch


def _label(axes: Axes, near: tuple[float, float], far: tuple[float, float], name: str) -> None:
    """The name of a line behind its end, which is on the border of the window."""
    (x, y), (a, b) = far, near
    length = hypot(x - a, y - b)
    along = ((x - a) / length, (y - b) / length)
    across = "left" if along[0] > 0.3 else "right" if along[0] < -0.3 else "center"
    down = "bottom" if along[1] > 0.3 else "top" if along[1] < -0.3 else "center"
    write(axes, x + 0.03 * along[0], y + 0.03 * along[1], name, ha=across, va=down, fontsize=7)


def _regions(
    configuration: Configuration, inputs: Inputs | None, functions: Sequence[Row], regions: Regions
) -> Iterator[tuple[str, int, list[Row]]]:
    """The name of each region, the key of its colour, and functions that are positive on it."""
    from arrangements.listing.argmax import argmax_labels
    from arrangements.listing.patterns import ranking_pattern, sign_pattern

    labels = configuration.labels
    if regions == "sign":
        for signs in sign_pattern(configuration, inputs=inputs):
            turned = [
                u if s == "+" else [-x for x in u] for s, u in zip(signs, functions, strict=True)
            ]
            yield signs, signs.count("+"), turned
    elif regions == "ranking":
        for ranking in ranking_pattern(configuration, inputs=inputs):
            order = [labels.index(label) for label in ranking]
            yield (
                ">".join(ranking),
                order[0],
                [minus(functions[i], functions[j]) for i, j in pairwise(order)],
            )
    else:
        for label in argmax_labels(configuration, inputs=inputs):
            i = labels.index(label)
            yield label, i, [minus(functions[i], v) for j, v in enumerate(functions) if j != i]


def clipped(polygon: Sequence[Point], row: Row) -> list[Point]:
    """The part of a convex polygon where a function (c, a_1, a_2), c + <a, h>, is not negative
    (Sutherland and Hodgman 1974).
    """
    values = [row[0] + row[1] * x + row[2] * y for x, y in polygon]
    corners: list[Point] = []
    for k, (p, value) in enumerate(zip(polygon, values, strict=True)):
        if value >= 0:
            corners.append(p)
        q, after = polygon[(k + 1) % len(polygon)], values[(k + 1) % len(polygon)]
        if value * after < 0:
            part = over(value, value - after)
            corners.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
    return corners
