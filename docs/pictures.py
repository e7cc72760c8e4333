"""The pictures of the book: ``python docs/pictures.py`` draws them again into ``docs/pictures``."""

from __future__ import annotations

import json
from pathlib import Path

from arrangements import Configuration, load, plot
from arrangements.figures.canvas import Picture, settings

__all__ = ["PICTURES"]

_POINTS = [["1", "1"], ["-1", "1"], ["0.3", "-1"], ["1", "-0.4"]]
_MODEL = Configuration([[2, 0], [0, 2], [-2, -1], ["0.5", "0.5"]], ["cat", "dog", "fox", "owl"])

_FOLDER = Path(__file__).parent / "pictures"


def _growth() -> Picture:
    """What one label of an audit costs, as ``python -m tests.bench.growth`` has measured it."""
    from matplotlib.figure import Figure

    found = json.loads((_FOLDER / "audits.json").read_text())
    told = {
        "hard": ("hard labels", "o-"),
        "easy": ("easy labels", "s-"),
        "product": ("one float32 product", "^--"),
    }
    with settings():
        figure = Figure(figsize=(7, 3), layout="constrained")
        panels = figure.subplots(1, 2, sharey=True)
        for panel, axis, place, title in (
            (panels[0], "rows", 0, "rows of dimension 128"),
            (panels[1], "columns", 1, "dimensions of 4,000 rows"),
        ):
            for name, (label, style) in told.items():
                rows = found[name][axis]
                sizes, times = [row[place] for row in rows], [1e3 * row[2] for row in rows]
                power = found[name][f"of {axis}"]
                panel.loglog(sizes, times, style, label=f"{label}: power {power:.1f}", base=10)
                panel.set_xticks(sizes, [f"{size:,}" for size in sizes])
            panel.minorticks_off()
            panel.set_xlabel(title)
            panel.legend(fontsize="x-small", loc="upper left")
        panels[0].set_ylabel("milliseconds per label")
        low, high = panels[0].get_ylim()
        panels[0].set_ylim(low, 20 * high)  # room for the words
    return Picture(figure, "what a label costs", len(told))


def _shares() -> Picture:
    """Of lines made by other layers: how many a layer cannot have given, by their length."""
    from matplotlib.figure import Figure

    told = json.loads((Path(__file__).parents[1] / "data" / "signature.json").read_text("utf-8"))
    layers = [told["recogniser"], told["vectors"]]
    kinds = [
        kind
        for kind in layers[0]["refuted"]
        if any(any(layer["refuted"][kind]) for layer in layers)
    ]
    with settings():
        figure = Figure(figsize=(8.4, 3.2), layout="constrained")
        panels = figure.subplots(1, len(layers), sharey=True)
        for axes, layer, ticks in zip(
            panels,
            layers,
            ([20, 60, 120, 320, 1500], [20, 60, 150, 320, 600]),
            strict=True,
        ):
            for kind in kinds:
                line = [share / layer["lines"] for share in layer["refuted"][kind]]
                axes.plot(layer["lengths"], line, marker="o", markersize=3, label=kind)
            axes.axvline(layer["dimension"], color="0.7", linewidth=1, zorder=0)
            axes.set_xscale("log")
            axes.set_xticks(ticks, [f"{k:,}" for k in ticks])
            axes.minorticks_off()
            axes.set_xlabel("labels of a line")
            axes.set_title(f"{layer['name']}, dimension {layer['dimension']}", fontsize="medium")
        panels[0].set_ylabel("share of lines refuted")
        figure.legend(
            *panels[0].get_legend_handles_labels(),
            fontsize=7,
            loc="outside right center",
            frameon=False,
        )
    return Picture(figure, "", len(kinds))


PICTURES = {
    "audits": _growth,
    "listing-3": lambda: plot(
        Configuration.affine(_POINTS[:3]), title="three lines: 7 regions", size=3.4
    ),
    "listing-4": lambda: plot(
        Configuration.affine(_POINTS), title="the fourth cuts 4 of them: 11", size=3.4
    ),
    "refutation": lambda: plot(_MODEL, "ties", title="", size=3.4),
    "winners": lambda: plot(_MODEL, regions="argmax", title="", size=3.4),
    "disc": lambda: plot(load("braid:4"), size=4),
    "wiring": lambda: plot(load("paper/H.1-A"), "wiring", size=5),
    "ranking-graph": lambda: plot(load("paper/H.1-A"), "ranking-graph", size=5),
    "cosines": lambda: plot(load("paper/C.2"), "cosines", size=6),
    "signature": _shares,
    "layer": lambda: plot(
        Configuration(_MODEL.rows, _MODEL.labels, bias=[0, 1, 0, 2]),
        regions="argmax",
        title="with a bias",
        size=4,
    ),
}

if __name__ == "__main__":
    _FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        draw().save(str(_FOLDER / f"{name}.svg"))
