"""The gateway to HiGHS, the only module that imports it: a floating-point hint for large linear programs. It never concludes.

Rows are integers of any size, or numbers of a field, and are scaled one by one. The hint is a point, and the rows that were tight with a
positive weight, heaviest first. Both may be wrong in every way; who uses them verifies exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["hint", "unit"]


def hint(
    strict: Sequence[Sequence[Any]], equal: Sequence[Sequence[Any]], width: int, weak: Sequence[Sequence[Any]] = ()
) -> tuple[list[float], list[int]]:
    """A point x of [-1, 1]^width with the largest margin over the strict rows, scaled to length 1, and the rows that hold it back."""
    import highspy
    import numpy as np

    matrix = np.array([[*unit(row), -1.0] for row in strict] + [[*unit(row), 0.0] for row in (*equal, *weak)])
    rows = len(matrix)
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = width + 1, rows
    program.col_cost_ = np.array([0.0] * width + [-1.0])
    program.col_lower_ = np.array([-1.0] * width + [0.0])
    program.col_upper_ = np.ones(width + 1)
    program.row_lower_ = np.zeros(rows)
    program.row_upper_ = np.array([np.inf] * len(strict) + [0.0] * len(equal) + [np.inf] * len(weak))
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.arange(rows + 1) * (width + 1)
    program.a_matrix_.index_ = np.tile(np.arange(width + 1), rows)
    program.a_matrix_.value_ = matrix.ravel()
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.passModel(program)
    solver.run()
    solution = solver.getSolution()
    if not solution.value_valid or not solution.dual_valid:
        return [], []
    weights = [abs(float(w)) for w in solution.row_dual]
    heavy = sorted((k for k, w in enumerate(weights) if w > 1e-12), key=lambda k: -weights[k])
    return [float(c) for c in solution.col_value[:width]], heavy


def unit(row: Sequence[Any]) -> list[float]:
    """The row divided by its length, without overflow."""
    largest = max(map(abs, row), default=0) or 1
    entries = [float(c / largest) for c in row]
    length = sum(c * c for c in entries) ** 0.5 or 1.0
    return [c / length for c in entries]
