"""The adapter of matplotlib: figures without global state, and pictures that give the same bytes
every time.

``board`` makes panels of a given size, ``Picture`` is what every drawing function returns. Nothing
is left behind in matplotlib's settings: a picture is made and written inside ``settings()``, which
start from matplotlib's defaults, not from the user's. Text stays text in SVG.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.formats import PICTURES
from arrangements.running.files import write_atomically

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text
    from matplotlib.transforms import Bbox

    from arrangements.layers.configuration import Configuration

__all__ = [
    "DPI",
    "PAD",
    "Picture",
    "board",
    "check_suffix",
    "extent",
    "name_of",
    "named",
    "per_point",
    "settings",
    "write",
]

DPI = 200
INK = "#1a1a1a"
_FILES = (".csv", ".tsv", ".json", ".toml", ".txt", ".npy", ".npz", ".safetensors", ".onnx")
PAD = 0.08  # inches around everything

_SETTINGS = {
    "svg.hashsalt": "arrangements",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "font.family": ["DejaVu Sans"],
    "font.monospace": ["DejaVu Sans Mono"],
    "hatch.linewidth": 0.5,
    "path.simplify": False,
}

# Text was measured in the fonts that come with matplotlib; these are nearly as wide, for a viewer
# that lacks them.
_ALIKE = {"DejaVu Sans": "Verdana, sans-serif", "DejaVu Sans Mono": "Menlo, Consolas"}


@contextmanager
def settings() -> Iterator[None]:
    """Matplotlib's defaults with ours on top; the former settings come back at the end."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        # A label may use a script that the font lacks; the SVG shows it all the same.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


@dataclass(frozen=True)
class Picture:
    """A finished drawing. ``count`` is the number of regions, vertices, edges or crossings that it
    shows; a notebook displays the SVG.
    """

    figure: Figure
    title: str
    count: int
    width: float | None = None  # in inches; None: as wide as it was drawn

    def svg(self) -> str:
        """The picture as SVG text: the same bytes every time."""
        text = self._rendered("svg").decode()
        for font, likes in _ALIKE.items():
            text = text.replace(f"'{font}'", f"'{font}', {likes}")
        return text

    def png(self, dpi: int = DPI) -> bytes:
        """The picture as PNG."""
        return self._rendered("png", dpi)

    def pdf(self) -> bytes:
        """The picture as PDF, text as text: the same bytes every time."""
        return self._rendered("pdf")

    def pgf(self) -> bytes:
        """The picture as commands of PGF, for ``\\input`` into a document of LaTeX, whose fonts it
        takes; a LaTeX measures the texts.
        """
        from arrangements.figures.pgf import written

        with settings():
            return written(self._scaled(), PAD)

    def save(self, path: str) -> None:
        """Write ``path`` as its suffix says, .svg, .pdf, .png or .pgf, complete or not at all."""
        writers: dict[str, Callable[[], str | bytes]] = {
            ".svg": self.svg,
            ".pdf": self.pdf,
            ".png": self.png,
            ".pgf": self.pgf,
        }
        write_atomically(path, writers[check_suffix(path)]())

    def titled(self, title: str) -> Picture:
        """The picture with another title; with an empty one it has none."""
        from matplotlib.text import Text

        for text in self.figure.findobj(Text):
            if isinstance(text, Text) and text.get_text() == self.title:
                text.set_text(title)
        return replace(self, title=title)

    def sized(self, width: float) -> Picture:
        """The picture so many inches wide, everything in it in proportion."""
        return replace(self, width=width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _rendered(self, kind: str, dpi: int = DPI) -> bytes:
        named = {"Creator": "arrangements", "Title": self.title}
        every: dict[str, dict[str, object]] = {
            "svg": {"Date": None, **named},
            "pdf": {"CreationDate": None, "Producer": None, **named},
            "png": {"Software": None},
        }
        out = io.BytesIO()
        with settings():
            self._scaled().savefig(
                out,
                format=kind,
                dpi=dpi,
                metadata=every[kind],
                bbox_inches="tight",
                pad_inches=PAD,
                facecolor="white",
            )
        return out.getvalue()

    def _scaled(self) -> Figure:
        with settings():
            if self.width is not None:
                _scale(self.figure, self.width - 2 * PAD)
        return self.figure


def _scale(figure: Figure, width: float) -> None:
    """Scale the drawing to so many inches: panels, text, lines and marks by one factor."""
    box = figure.get_tightbbox()
    factor = width / box.width
    if abs(factor - 1) < 1e-9:
        return
    figure.set_size_inches(*(factor * side for side in figure.get_size_inches()))
    for artist in figure.findobj():
        sizes: Any = artist
        for name in ("fontsize", "linewidth", "markersize", "mutation_scale"):
            if hasattr(sizes, f"set_{name}") and isinstance(
                value := getattr(sizes, f"get_{name}")(), int | float
            ):
                getattr(sizes, f"set_{name}")(factor * value)
        arrow = getattr(sizes, "arrow_patch", None)
        if arrow is not None:
            arrow.set(
                linewidth=factor * arrow.get_linewidth(),
                mutation_scale=factor * arrow.get_mutation_scale(),
            )
        if hasattr(sizes, "set_sizes"):
            sizes.set_sizes([factor * factor * area for area in sizes.get_sizes()])


def name_of(configuration: Configuration, otherwise: str = "") -> str:
    """The name of a configuration in a title: its name of the catalogue, or that of its file
    without folder and suffix.
    """
    return named(configuration.name, otherwise or f"{configuration.n} labels")


def named(name: str, otherwise: str) -> str:
    """A name for a title: the folders and the suffix of a file are left out, also inside
    ``affine(...)`` and after ``box:``.

    >>> named("affine(models/a.csv)", ""), named("paper/C.2", ""), named("box:/home/me/low.json", ""), named("", "3 labels")
    ('affine(a)', 'paper/C.2', 'box:low', '3 labels')
    """
    if not name:
        return otherwise
    return re.sub(r"[^():,]+", lambda part: _file_name(part[0]), name)


def _file_name(name: str) -> str:
    path = PurePath(name)
    return path.stem if path.suffix.lower() in _FILES else path.name if path.is_absolute() else name


def check_suffix(path: str) -> str:
    """The suffix of the path, if it is one that can be written."""
    suffix = PurePath(path).suffix.lower()
    if suffix not in PICTURES:
        raise BadInput(f"output must end in one of {', '.join(PICTURES)}, not {short_repr(path)}")
    return suffix


def board(
    columns: int, rows: int, size: float, gap: float | tuple[float, float] = 0.3
) -> tuple[Figure, list[Axes]]:
    """A figure with panels of ``size`` x ``size`` inches, row by row; each shows -1..1 in both
    directions, without axes.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    across, down = gap if isinstance(gap, tuple) else (gap, gap)
    width, height = columns * size + (columns + 1) * across, rows * size + (rows + 1) * down
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    panels = []
    for row in range(rows):
        for column in range(columns):
            left, top = across + column * (size + across), down + row * (size + down)
            axes = figure.add_axes(
                (left / width, 1 - (top + size) / height, size / width, size / height)
            )
            axes.set(xlim=(-1, 1), ylim=(-1, 1), aspect="equal")
            axes.set_axis_off()
            panels.append(axes)
    return figure, panels


def write(axes: Axes, x: float, y: float, text: str, **options: object) -> Text:
    """Text in data coordinates, never read as mathematics, never clipped; centred unless told
    otherwise.
    """
    defaults: dict[str, Any] = {
        "ha": "center",
        "va": "center",
        "color": INK,
        "fontsize": 9,
        "zorder": 6,
        "parse_math": False,
        "clip_on": False,
    }
    return axes.text(x, y, text, **(defaults | options))


def per_point(axes: Axes) -> float:
    """Pixels in a point (1/72 inch)."""
    figure: Any = axes.get_figure()
    return float(figure.dpi / 72)


def extent(artist: Artist) -> Bbox:
    """The box of an artist in pixels (``x0``, ``y0``, ``x1``, ``y1``)."""
    figure: Any = artist.get_figure()
    return artist.get_window_extent(figure.canvas.get_renderer())
