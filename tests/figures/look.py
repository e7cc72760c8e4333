"""Looking at rendered pictures: pixels of the PNG, and the boxes that the renderer gives to
texts.
"""

from __future__ import annotations

import io
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.image import imread
from matplotlib.text import Text

from arrangements.figures import Picture
from arrangements.figures.canvas import settings

DPI = 100


def pixels(picture: Picture) -> np.ndarray:
    """The PNG as an array of bytes, height x width x 3, row 0 on top."""
    with settings():
        image = imread(io.BytesIO(picture.png(DPI)))
    return np.rint(image[:, :, :3] * 255).astype(int)


def whole(picture: Picture, pad: float = 0.0) -> np.ndarray:
    """The figure as it is laid out, without the crop to its contents: pixel (x, y) of data is where
    the transform says.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with settings():
        canvas = FigureCanvasAgg(picture.figure)
        canvas.draw()
        return np.asarray(canvas.buffer_rgba())[:, :, :3].astype(int)


def colour_at(picture: Picture, image: np.ndarray, x: float, y: float, panel: int = 0) -> str:
    """The colour at a point in data coordinates of a panel, in the array of ``whole``."""
    across, up = picture.figure.axes[panel].transData.transform((x, y))
    return "#" + "".join(f"{c:02x}" for c in image[image.shape[0] - 1 - int(up), int(across)])


def texts(picture: Picture) -> list[Text]:
    """All texts that are drawn."""
    return [
        t
        for t in picture.figure.findobj(Text)
        if t.get_text() and t.get_visible() and t.axes is not None and t.axes.axison is False
    ]


def assert_legible(picture: Picture) -> None:
    """No text covers another, none is too small to read, and nothing touches the border of the
    picture.
    """
    with settings():
        renderer: Any = picture.figure.canvas.get_renderer()  # type: ignore[attr-defined]
        boxes = [(t, _outline(t, renderer)) for t in texts(picture)]
    assert boxes
    for text, _ in boxes:
        assert text.get_fontsize() >= 4.5, text.get_text()
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not _overlap(a, b), (one.get_text(), other.get_text())
    image = pixels(picture)
    for edge in (image[0], image[-1], image[:, 0], image[:, -1]):
        assert (edge == 255).all()


def _outline(text: Text, renderer: Any) -> np.ndarray:
    """The corners of the rotated box around a text, in pixels, drawn in by half a pixel."""
    angle = np.deg2rad(text.get_rotation())
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    upright = text.get_window_extent(renderer)
    centre = np.array([(upright.x0 + upright.x1) / 2, (upright.y0 + upright.y1) / 2])
    before, text_rotation = text.get_rotation(), text
    text_rotation.set_rotation(0)
    flat = text.get_window_extent(renderer)
    text_rotation.set_rotation(before)
    half = np.array([flat.width / 2 - 0.5, flat.height / 2 - 0.5])
    return centre + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn.T


def _overlap(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two convex quadrilaterals meet: no edge direction separates them."""
    for corners in (a, b):
        for k in range(4):
            normal = np.array(
                [corners[k][1] - corners[k - 1][1], corners[k - 1][0] - corners[k][0]]
            )
            if (a @ normal).max() < (b @ normal).min() or (b @ normal).max() < (a @ normal).min():
                return False
    return True
