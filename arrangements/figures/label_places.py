"""Labels that do not overlap: around a circle, beside points, inside polygons.

All three measure the text as it will be drawn. ``spread`` is the arithmetic behind the first.

>>> spread([0.0, 0.1, 3.0], 0.5)
[-0.2, 0.3, 3.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from arrangements.figures.canvas import extent, per_point, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

__all__ = ["around", "beside", "spread", "within"]

_SMALLEST = 5.0  # points; smaller text is not legible
_HALO = {"boxstyle": "square,pad=0.08", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}


def spread(angles: Sequence[float], gap: float) -> list[float]:
    """Sorted angles moved as little as needed to be ``gap`` apart, around the circle; the gap
    shrinks if they do not fit.

    Neighbours that are too close form a block, centred on the mean of where its members want to be.
    """
    n = len(angles)
    if n < 2:
        return list(angles)
    gap = min(gap, 2 * pi / n)
    # Cut the circle where it is emptiest, so that blocks rarely reach around it.
    wait = [(angles[(k + 1) % n] - angles[k]) % (2 * pi) for k in range(n)]
    first = (wait.index(max(wait)) + 1) % n
    turned = [angles[(first + k) % n] + (2 * pi if first + k >= n else 0) for k in range(n)]
    blocks: list[tuple[float, int]] = []  # where the first member goes, and how many there are
    for angle in turned:
        start, size = angle, 1
        while blocks and blocks[-1][0] + blocks[-1][1] * gap > start:
            before, members = blocks.pop()
            start = (before * members + (start - members * gap) * size) / (members + size)
            size += members
        blocks.append((start, size))
    placed = [start + k * gap for start, size in blocks for k in range(size)]
    excess = placed[-1] - placed[0] - (2 * pi - gap)
    if excess > 0:
        # The last block has met the first one: even spacing is what remains.
        placed = [placed[0] + k * 2 * pi / n for k in range(n)]
    result = [0.0] * n
    for k, angle in enumerate(placed):
        result[(first + k) % n] = round(angle - (2 * pi if first + k >= n else 0), 9)
    return result


def around(
    axes: Axes,
    angles: Sequence[float],
    texts: Sequence[str],
    radius: float = 1.0,
    size: float = 9,
    **options: object,
) -> list[Text]:
    """Texts around the circle at these angles (any order), with a leader line where one had to
    move. Long texts stand upright where they have room, else they run outwards.
    """
    if not texts:
        return []
    if max(map(len, texts)) > 3 and (
        upright := _upright(axes, angles, texts, radius + 0.05, size, options)
    ):
        return upright
    order = sorted(range(len(angles)), key=lambda k: angles[k] % (2 * pi))
    sorted_angles = [angles[k] % (2 * pi) for k in order]
    points = extent(axes).width / per_point(axes) / 2  # of the unit
    rim = radius + 0.05
    radial = max(map(len, texts)) > 3
    line = 1.25 if radial else 0.9 + 0.6 * max(map(len, texts))
    size = max(_SMALLEST, min(size, 2 * pi * rim * points / (line * len(texts))))
    moved = spread(sorted_angles, line * size / (rim * points))
    artists: list[Any] = [None] * len(texts)
    for k, old, new in zip(order, sorted_angles, moved, strict=True):
        far = abs(old - new) * rim * points > 0.6 * size
        bend, out = radius + 0.02, rim + (0.03 if far else 0)
        if far:
            xs, ys = zip(
                *(
                    (r * cos(a), r * sin(a))
                    for r, a in ((radius, old), (bend, old), (rim + 0.01, new))
                ),
                strict=True,
            )
            axes.plot(xs, ys, color="#666666", linewidth=0.4, clip_on=False, zorder=1)
        if radial:
            left = cos(new) < -1e-9
            turn: dict[str, object] = {
                "rotation": degrees(new) + (180 if left else 0),
                "rotation_mode": "anchor",
                "ha": "right" if left else "left",
            }
        else:
            turn = {}
            out += 0.6 * size / points * max(len(texts[k]), 1.4) / 1.6
        artists[k] = write(
            axes, out * cos(new), out * sin(new), texts[k], fontsize=size, **turn, **options
        )
    return artists


def _upright(
    axes: Axes,
    angles: Sequence[float],
    texts: Sequence[str],
    rim: float,
    size: float,
    options: dict[str, object],
) -> list[Any]:
    """Horizontal texts around the circle; none if two of them would meet."""
    artists = []
    for angle, text in zip(angles, texts, strict=True):
        x, y = cos(angle), sin(angle)
        across = "center" if abs(x) < 0.2 else "left" if x > 0 else "right"
        down = "center" if abs(y) < 0.2 else "bottom" if y > 0 else "top"
        artists.append(
            write(axes, rim * x, rim * y, text, fontsize=size, ha=across, va=down, **options)
        )
    boxes = [extent(artist) for artist in artists]
    if any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[:k]):
        for artist in artists:
            artist.remove()
        return []
    return artists


def beside(
    axes: Axes,
    places: Sequence[tuple[float, float]],
    texts: Sequence[str],
    size: float = 9,
    away: Sequence[float] | None = None,
    **options: object,
) -> list[Text]:
    """Each text next to its point, where it covers no text and no other point; with a leader line
    when that is not close.

    ``away``: directions (angles) to try first, by default away from the origin.
    """
    from matplotlib.transforms import Bbox

    scale = per_point(axes)
    pixels = [tuple(axes.transData.transform(p)) for p in places]
    boxes = [
        Bbox.from_bounds(x - 2.5 * scale, y - 2.5 * scale, 5 * scale, 5 * scale) for x, y in pixels
    ]
    boxes += [extent(text) for text in axes.texts]
    artists = []
    for k, (place, text) in enumerate(zip(places, texts, strict=True)):
        artist = write(axes, place[0], place[1], text, fontsize=size, bbox=_HALO, **options)
        box = extent(artist)
        angle = (
            away[k]
            if away is not None
            else atan2(place[1], place[0])
            if hypot(*place) > 1e-9
            else pi / 2
        )
        x, y, distance = _free(pixels[k], box.width, box.height, angle, boxes, scale)
        artist.set_position(tuple(axes.transData.inverted().transform((x, y))))
        if distance > 14 * scale:
            near = axes.transData.inverted().transform((x, y))
            axes.plot(
                [place[0], near[0]],
                [place[1], near[1]],
                color="#666666",
                linewidth=0.4,
                clip_on=False,
                zorder=5,
            )
        boxes.append(
            Bbox.from_bounds(
                x - box.width / 2 - 1, y - box.height / 2 - 1, box.width + 2, box.height + 2
            )
        )
        artists.append(artist)
    return artists


def _free(
    point: tuple[float, ...],
    width: float,
    height: float,
    angle: float,
    boxes: Sequence[Any],
    scale: float,
) -> tuple[float, ...]:
    """The nearest centre for a box of this size that overlaps no other; the first one tried if
    there is none nearby.
    """
    from matplotlib.transforms import Bbox

    first = None
    for ring in range(24):
        for turn in range(16):
            a = angle + (turn + 1) // 2 * (-1) ** turn * pi / 8
            gap = (5 + 5 * ring) * scale
            reach = min(width / 2 / max(abs(cos(a)), 1e-9), height / 2 / max(abs(sin(a)), 1e-9))
            x, y = point[0] + (gap + reach) * cos(a), point[1] + (gap + reach) * sin(a)
            first = first or (x, y, gap)
            box = Bbox.from_bounds(x - width / 2, y - height / 2, width, height)
            if not any(box.overlaps(other) for other in boxes):
                return x, y, gap
    assert first is not None
    return first


def within(
    axes: Axes,
    polygon: Sequence[tuple[float, float]],
    text: str,
    size: float = 8,
    smallest: float = 6,
    **options: object,
) -> Text | None:
    """The text where the polygon has most room for it, as large as fits, up to ``size``; None if it
    would be smaller than ``smallest``.
    """
    corners = axes.transData.transform(polygon)
    x, y = polygon[0]
    artist = write(axes, x, y, text, fontsize=size, **options)
    box = extent(artist)
    (x, y), room = _roomiest(corners, box.width / 2, box.height / 2)
    if 0.95 * room * size < smallest:
        artist.remove()
        return None
    artist.set_position(tuple(axes.transData.inverted().transform((x, y))))
    artist.set_fontsize(min(size, 0.95 * room * size))
    return artist


def _roomiest(corners: Any, width: float, height: float) -> tuple[Any, float]:
    """A point inside the polygon, and the factor by which a box of this half width and height
    around it may grow until it meets an edge.
    """
    import numpy as np
    from matplotlib.path import Path

    count = max(12, 500 // len(corners))
    steps = np.arange(count)[:, None, None] / count
    outline = (corners * (1 - steps) + np.roll(corners, -1, axis=0) * steps).reshape(-1, 2)
    (left, low), (right, high) = outline.min(axis=0), outline.max(axis=0)
    grid = np.stack(
        np.meshgrid(np.linspace(left, right, 23)[1:-1], np.linspace(low, high, 23)[1:-1]), axis=-1
    ).reshape(-1, 2)
    grid = grid[Path(corners).contains_points(grid)]
    if not len(grid):
        return corners[0], 0.0
    distance = np.abs(grid[:, None, :] - outline[None, :, :]) / (width, height)
    room = distance.max(axis=2).min(axis=1)
    # Nearly as good is good enough, if it is closer to the middle.
    middle = np.hypot(*(grid - outline.mean(axis=0)).T)
    best = int(np.where(room >= 0.8 * room.max(), middle, np.inf).argmin())
    return grid[best], float(room[best])
