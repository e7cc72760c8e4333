"""Linear hints beside HiGHS: the calls that audits and repairs make are recorded and put to HiGHS
as linear programs, in the same process, in processor seconds.

    python -m tests.bench.hints          needs highspy

Of vectors the program is the largest t with <v_j, x> >= t flag_j and |x_k| <= 1; of columns the
largest t for which base + t direction is a sum of columns with weights, none negative. HiGHS starts
anew each time, on one thread; the time to copy a program to it is counted, to make its arrays not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from arrangements.audits.model_audit import audit
from arrangements.decide.batches import rankings
from arrangements.exact.hints.ray_shooting import Extent

__all__ = ["compared", "long_rankings", "repaired", "tight_rankings"]

Call = tuple[float, list[np.ndarray]]


@contextmanager
def recorded(
    owner: Any, name: str, inputs: Callable[..., list[np.ndarray]]
) -> Iterator[list[Call]]:
    """Processor seconds and inputs of each call of a function."""
    calls: list[Call] = []
    original = getattr(owner, name)

    def timed(*arguments: Any) -> Any:
        start = time.process_time()
        answer = original(*arguments)
        calls.append((time.process_time() - start, inputs(*arguments)))
        return answer

    with patch.object(owner, name, timed):
        yield calls


def long_rankings(n: int, d: int, length: int) -> list[Call]:
    """Calls of ``separated``: rankings of many labels, two neighbours of which are exchanged."""
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(n, d)).astype(np.float32)
    asked = []
    for x in draw.normal(size=(60, d)):
        order = (1 + np.argsort(-(rows @ x))[:length]).tolist()
        k = int(draw.integers(length - 1))
        order[k : k + 2] = order[k : k + 2][::-1]
        asked.append(">".join(map(str, order)))
    with recorded(rankings, "separated", lambda *vectors: list(vectors)) as calls:
        list(audit(rows).ask(asked))  # each is settled when it is looked at
    return calls


def tight_rankings(n: int, d: int) -> list[Call]:
    """Calls of ``pivoted``: a row that is a mean of four others but for rounding comes before all."""
    draw = np.random.default_rng(1)
    rows, asked = draw.normal(size=(n, d)).astype(np.float32), []
    for i in range(n // 4):
        others = draw.choice(np.arange(n // 4, n), 12, replace=False)
        rows[i] = draw.dirichlet(np.ones(4)) @ rows[others[:4]].astype(np.float64)
        asked.append(">".join(map(str, (1 + np.array([i, *others])).tolist())))
    with recorded(rankings, "pivoted", lambda *vectors: list(vectors[:2])) as calls:
        list(audit(rows).ask(asked))  # each is settled when it is looked at
    return calls


def repaired(n: int, d: int) -> list[Call]:
    """Calls of ``Extent.basis``: the least change of the offsets of a layer."""
    rows = np.random.default_rng(3).normal(size=(n, d)).astype(np.float32)

    def inputs(extent: Extent, base: np.ndarray, direction: np.ndarray, *more: object) -> Any:
        return [extent._columns, base / extent._sizes, direction / extent._sizes]

    with recorded(Extent, "basis", inputs) as calls:
        audit(rows).repair()
    return calls


def compared(calls: list[Call]) -> tuple[int, tuple[int, int], float, float]:
    """Number of calls, the largest table, and milliseconds of a call: here, and by HiGHS."""
    calls = calls[:: max(1, len(calls) // 100)]
    own = sum(seconds for seconds, _ in calls)
    programs = [_margin(*given) if len(given) == 2 else _extent(*given) for _, given in calls]
    start = time.process_time()
    for program in programs:
        _solved(*program)
    seconds = time.process_time() - start
    shape = max(program[1].shape for program in programs)
    return len(calls), shape, 1e3 * own / len(calls), 1e3 * seconds / len(calls)


def _margin(vectors: np.ndarray, flags: np.ndarray) -> tuple[np.ndarray, ...]:
    vectors = vectors / np.linalg.norm(vectors, axis=1)[:, None]
    m, box = len(vectors), np.ones(vectors.shape[1])
    table, cost = np.column_stack([vectors, -flags]), np.append(0 * box, -1.0)
    return (
        cost,
        table,
        np.zeros(m),
        np.full(m, np.inf),
        np.append(-box, -np.inf),
        np.append(box, 1.0),
    )


def _extent(columns: np.ndarray, base: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, ...]:
    table, none = np.column_stack([columns.T, -direction]), np.zeros(len(columns))
    cost, least = np.append(none, -1.0), np.append(none, -np.inf)
    return cost, table, base, base, least, np.full(len(least), np.inf)


def _solved(
    cost: np.ndarray,
    table: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    least: np.ndarray,
    most: np.ndarray,
) -> None:
    import highspy

    solver, program = highspy.Highs(), highspy.HighsLp()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    number, width = table.shape
    program.num_col_, program.num_row_ = width, number
    program.col_cost_, program.col_lower_, program.col_upper_ = cost, least, most
    program.row_lower_, program.row_upper_ = low, high
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.arange(number + 1) * width
    program.a_matrix_.index_ = np.tile(np.arange(width), number).astype(np.int32)
    program.a_matrix_.value_ = table.ravel()
    solver.passModel(program)
    solver.run()


if __name__ == "__main__":
    long_rankings(400, 16, 40)  # compiles
    for name, calls in (
        ("separated", long_rankings(400, 16, 40)),
        ("separated", long_rankings(400, 64, 150)),
        ("pivoted", tight_rankings(400, 32)),
        ("Extent.basis", repaired(300, 8)),
        ("Extent.basis", repaired(600, 12)),
    ):
        number, shape, own, other = compared(calls)
        print(
            f"{name:<13} {number:>4} calls, up to {shape[0]} x {shape[1]}: {own:.2f} ms, HiGHS {other:.2f} ms"
        )
