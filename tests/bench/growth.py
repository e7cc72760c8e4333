"""How the cost of an audit grows with the number of rows and of dimensions, of easy and of hard
labels apart; and what the worst kind of layer costs.

    python -m tests.bench.growth > docs/pictures/audits.json

Easy labels are first in the direction of their own row (normal rows); hard ones are combinations of
sixteen others. Times are processor seconds of this process, with one thread, for each label. Fitted
exponents are slopes of the logarithms. The worst kind: all labels on a sphere, so that every one of
them is on the border of the hull, and one moved to the chord of two neighbours, or off it, in or
out, by a few roundings.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import numpy as np

from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.search import winners
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.space import Space
from arrangements.decide.labels.walks import decided_labels
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label
from tests.bench.audits import interior

__all__ = ["exponent", "main", "sphere"]

_HARD = 96  # labels
WORST = [(2000, d, off) for d in (8, 32, 128) for off in (0.0, 2.0**-22, -(2.0**-22))]


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The slope of the logarithms.

    >>> round(exponent([10, 100, 1000], [1, 10, 100]), 2)
    1.0
    """
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def sphere(n: int, d: int, off: float = 0.0, seed: int = 1) -> np.ndarray:
    """Points of a sphere, as float32 has them; the last one in the middle of two neighbours, moved
    out by so much of its length.
    """
    rows = np.random.default_rng(seed).normal(size=(n, d))
    rows = np.round(rows / np.linalg.norm(rows, axis=1, keepdims=True) * 2**20) / 2**20
    nearest = int(np.argmax(rows[1:-1] @ rows[0])) + 1
    rows[-1] = (rows[0] + rows[nearest]) / 2 * (1 + off)
    return rows.astype(np.float32)


def _layer(rows: np.ndarray) -> DyadicMatrix:
    return DyadicMatrix(np.hstack([np.zeros((len(rows), 1), np.float32), rows]))


def _product(n: int, d: int) -> float:
    """Processor seconds of one float32 product of all rows with all, for each row."""
    rows = np.random.default_rng(0).normal(size=(n, d)).astype(np.float32)
    began = time.process_time()
    for start in range(0, n, 512):
        rows[start : start + 512] @ rows.T
    return (time.process_time() - began) / n


def easy(n: int, d: int) -> float:
    """Processor seconds for each label of normal rows."""
    rows = _layer(interior(n, d, 0))
    began = time.process_time()
    found = winners(rows, Domain(Inputs(d)), False)
    assert len(found) > n * 0.9
    return (time.process_time() - began) / n


def hard(n: int, d: int) -> float:
    """Processor seconds for each of some hard labels, without what the layer takes once."""
    table = interior(n, d, _HARD)
    rows = _layer(table)
    space = Space.of(rows, Domain(Inputs(d)))
    assert space is not None
    order = np.random.default_rng(1)
    order.normal(size=(n, d))
    labels = order.permutation(n)[:_HARD].tolist()
    began = time.process_time()
    found = decided_labels(space, labels)
    spent = time.process_time() - began
    assert len(found) == _HARD
    assert not any(isinstance(outcome, IntegerWitness) for outcome in found.values())
    return spent / _HARD


def worst(n: int, d: int, off: float) -> tuple[float, int]:
    """Processor seconds of the whole audit, and how many labels are possible."""
    rows = _layer(sphere(n, d, off))
    began = time.process_time()
    answers = list(answered(rows, Domain(Inputs(d)), every_label(n)))
    possible = sum(isinstance(outcome, IntegerWitness) for _, outcome in answers)
    return time.process_time() - began, possible


def main() -> None:
    hard(500, 32)  # compiled
    found: dict[str, object] = {}
    for name, measure in (("easy", easy), ("hard", hard), ("product", _product)):
        rows = [(n, 128, measure(n, 128)) for n in (2000, 4000, 8000)]
        columns = [(4000, d, measure(4000, d)) for d in (32, 64, 128, 256, 512, 1024)]
        found[name] = {
            "rows": rows,
            "columns": columns,
            "of rows": round(exponent([n for n, *_ in rows], [s for *_, s in rows]), 2),
            "of columns": round(
                exponent([d for _, d, _ in columns], [s for *_, s in columns]), 2
            ),
        }  # fmt: skip
    found["worst"] = [(n, d, off, *worst(n, d, off)) for n, d, off in WORST]
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
