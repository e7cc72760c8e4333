"""How many labels of a line betray another layer: ``python -m tests.signature_shares LINES`` writes
``data/signature.json``, from which the book draws a picture.

The layer is that of a text recogniser (``tests/real_models.py``; 6,625 x 120). Logs are made by it
with noise on each row, of a size relative to its entries; with rows rounded to integers of few bits;
and by rows drawn anew. Of each line the least length, of those in ``LENGTHS``, at which it is refuted
is found by bisection: longer beginnings of a line ask for more. A line counts as refuted if that is
proved, and one that batches leave open at some length does not count there.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

from arrangements import load_layer
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.hard import space_of
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.bulk.rankings import decided_rankings
from arrangements.questions.inputs import Inputs
from arrangements.questions.question import Question
from tests.real_models import RECOGNIZER, unpacked

__all__ = ["LENGTHS", "shares"]

LENGTHS = (20, 40, 60, 80, 100, 120, 140, 160, 200, 250, 320, 450, 700, 1000, 1500)
DATA = Path(__file__).parents[1] / "data" / "signature.json"


def layers(rows: np.ndarray, draw: np.random.Generator) -> dict[str, np.ndarray]:
    """What logs are made by; offsets stay as they are."""
    size = np.sqrt(np.mean(rows[:, 1:] ** 2))

    def changed(vectors: np.ndarray) -> np.ndarray:
        return np.column_stack([rows[:, 0], vectors])

    def whole(bits: int) -> np.ndarray:
        unit = np.abs(rows[:, 1:]).max(axis=1, keepdims=True) / (2 ** (bits - 1) - 1)
        return changed(np.rint(rows[:, 1:] / unit) * unit)

    noise = draw.normal(size=rows[:, 1:].shape) * size
    found = {f"noise 1e-{e}": changed(rows[:, 1:] + 10.0**-e * noise) for e in range(1, 7)}
    anew = changed(draw.normal(size=rows[:, 1:].shape) * size)
    return {**found, "4 bits": whole(4), "8 bits": whole(8), "other rows": anew, "itself": rows}


def shares(
    rows: np.ndarray, inputs: Inputs, made_by: np.ndarray, points: np.ndarray
) -> tuple[list[int], int]:
    """How many lines are refuted at each length, and how many were left open at some length."""
    exact, domain = DyadicMatrix(rows), Domain(inputs)
    space = space_of(exact, domain)
    assert space is not None
    scores = np.column_stack([np.ones(len(points)), points]) @ made_by.T
    order = np.argsort(-scores, axis=1, kind="stable")[:, : max(LENGTHS)]
    low, high, opened = np.zeros(len(points), int), np.full(len(points), len(LENGTHS)), set[int]()
    while (low < high).any():
        active, middle = np.flatnonzero(low < high), (low + high) // 2
        asked = [
            Question("top", tuple(order[k, : LENGTHS[middle[k]]].tolist())) for k in active.tolist()
        ]
        found = decided_rankings(space, asked)
        for place, k in enumerate(active.tolist()):
            if place in found and not found[place].possible:
                high[k] = middle[k]
            else:
                low[k] = middle[k] + 1
                opened |= set() if place in found else {k}
    return [int((low <= k).sum()) for k in range(len(LENGTHS))], len(opened)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        layer = load_layer(unpacked(RECOGNIZER.package, Path(folder)) / RECOGNIZER.member)
        rows = np.asarray(layer.rows, np.float64)
    draw = np.random.default_rng(3302)
    made, d = layers(rows, draw), rows.shape[1] - 1
    told: dict[str, object] = {
        "about": "python -m tests.signature_shares",
        "layer": f"{RECOGNIZER.package}, {len(rows)} x {d}",
        "lines": count,
        "lengths": LENGTHS,
    }
    found: dict[str, list[int]] = {}
    left: dict[str, int] = {}
    for kind, own in made.items():
        points = draw.normal(size=(count, d))
        points /= 1 + np.exp(-points)  # as SiLU leaves them
        found[kind], left[kind] = shares(rows, Inputs(d), own, points)
        print(kind, found[kind], left[kind], file=sys.stderr, flush=True)
    told |= {"all inputs": found, "left open": left}
    text = re.sub(
        r"\[[^\]]*\]", lambda found: " ".join(found[0].split()), json.dumps(told, indent=1)
    )
    DATA.write_text(text + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
