"""The pictures of the book: ``python docs/pictures.py`` draws them again into ``docs/pictures``."""

from __future__ import annotations

from pathlib import Path

from arrangements import Configuration, load, plot

__all__ = ["PICTURES"]

_POINTS = [["1", "1"], ["-1", "1"], ["0.3", "-1"], ["1", "-0.4"]]
_MODEL = Configuration([[2, 0], [0, 2], [-2, -1], ["0.5", "0.5"]], ["cat", "dog", "fox", "owl"])

PICTURES = {
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
    "layer": lambda: plot(
        Configuration(_MODEL.rows, _MODEL.labels, bias=[0, 1, 0, 2]),
        regions="argmax",
        title="with a bias",
        size=4,
    ),
}

if __name__ == "__main__":
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        draw().save(str(folder / f"{name}.svg"))
