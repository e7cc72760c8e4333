"""The questions of an audit put to HiGHS, in floating point: what it takes for each of a hundred
hard labels, and where its answer is wrong.

    python -m tests.bench.highs          needs highspy

The layers: rows of which half are inside the hull of the others, by much or by little, and a tenth
on its border (``audits.mixed``); and points of a sphere of which a hundred are moved to chords of
others, from where the rounding to float32 moves them, in or out. A label is possible for HiGHS if
the largest t with <r_i - r_j, x> >= t for all others, |x_k| <= 1, is above its tolerance, 1e-7.
"""

from __future__ import annotations

import json
import time

import numpy as np

from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label
from tests.bench.audits import mixed

__all__ = ["chords", "compared", "largest"]


def chords(n: int, d: int, moved: int = 100, seed: int = 1) -> np.ndarray:
    """Points of a sphere, the first of them moved to a point of the chord of two others, in
    float32.
    """
    draw = np.random.default_rng(seed)
    rows = draw.normal(size=(n, d))
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    for i in range(moved):
        one, two = draw.choice(np.arange(moved, n), 2, replace=False)
        part = draw.uniform(0.2, 0.8)
        rows[i] = part * rows[one].astype(np.float64) + (1 - part) * rows[two].astype(np.float64)
    return rows


def largest(differences: np.ndarray) -> float:
    """The largest t, by HiGHS."""
    import highspy

    solver, program = highspy.Highs(), highspy.HighsLp()
    solver.setOptionValue("output_flag", False)
    number, width = differences.shape
    free = highspy.kHighsInf
    program.num_col_, program.num_row_ = width + 1, number
    program.col_cost_ = np.append(np.zeros(width), -1.0)
    program.col_lower_ = np.append(np.full(width, -1.0), -free)
    program.col_upper_ = np.append(np.ones(width), free)
    program.row_lower_, program.row_upper_ = np.zeros(number), np.full(number, free)
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.arange(number + 1) * (width + 1)
    program.a_matrix_.index_ = np.tile(np.arange(width + 1), number).astype(np.int32)
    program.a_matrix_.value_ = np.column_stack([differences, -np.ones(number)]).ravel()
    solver.passModel(program)
    solver.run()
    return -float(solver.getInfo().objective_function_value)


def compared(name: str, rows: np.ndarray, number: int = 100) -> dict[str, object]:
    """A sample of the labels that are not first in the direction of their own row from the mean."""
    table = np.hstack([np.zeros((len(rows), 1), np.float32), rows])
    exact, domain = DyadicMatrix(table), Domain(Inputs(rows.shape[1]))
    apart = rows - rows.mean(axis=0)
    ahead = np.argmax(apart @ rows.T, axis=1)
    hard = np.flatnonzero(ahead != np.arange(len(rows)))
    chosen = np.random.default_rng(0).choice(hard, min(number, len(hard)), replace=False)
    began = time.process_time()
    asked = [every_label(len(rows))[i] for i in sorted(chosen.tolist())]
    truth = [
        isinstance(x, IntegerWitness) for _, x in answered(exact, domain, asked, method="bulk")
    ]
    ours, began = time.process_time() - began, time.process_time()
    wrong = []
    for one, possible in zip(asked, truth, strict=True):
        (i,) = one.positions
        found = largest(np.delete(rows[i].astype(np.float64) - rows, i, 0))
        if (found > 1e-7) is not possible:
            wrong.append((i, possible, found))
    theirs = time.process_time() - began
    return {
        "layer": name,
        "n": len(rows),
        "d": rows.shape[1],
        "labels": len(chosen),
        "possible": sum(truth),
        "seconds": round(ours / len(chosen), 4),
        "highs": round(theirs / len(chosen), 4),
        "wrong": len(wrong),
        "for example": wrong[:2],
    }


if __name__ == "__main__":
    print(json.dumps(compared("mixed", mixed(4000, 64))), flush=True)
    print(json.dumps(compared("chords", chords(2000, 16))), flush=True)
