"""Beside the library that does the innermost work alone, in the same run: cddlib bare under
decisions, numpy.sort under lists.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from cdd.gmp import (  # type: ignore[attr-defined]
    LPObjType,
    LPSolverType,
    RepType,
    linprog_from_matrix,
    linprog_solve,
    matrix_from_array,
)

from arrangements import decide_signs, load
from arrangements.listing.half_topes import half_topes
from tests.bench.figures import record

pytestmark = pytest.mark.bench


def best(work: Callable[[], object], rounds: int = 5) -> float:
    """Processor seconds of the fastest of some runs, after one to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("name", ["random:64x7:bound=9:seed=1", "random:200x10:bound=9:seed=1"])
def test_decisions_beside_cddlib(name: str) -> None:
    """The same linear program, built and solved by the library alone, without the proof that is
    made and checked here.
    """
    c = load(name)
    array = [[0, -1, *row] for row in c.integer_rows()] + [[1, -1] + [0] * c.d]

    def bare() -> None:
        matrix = matrix_from_array(
            array, rep_type=RepType.INEQUALITY, obj_type=LPObjType.MAX, obj_func=[0, 1] + [0] * c.d
        )
        linprog_solve(linprog_from_matrix(matrix), solver=LPSolverType.CRISS_CROSS)

    ours, theirs = best(lambda: decide_signs(c, "+" * c.n)), best(bare)
    print(f"\none exact decision, {name}: {ours * 1e3:.3f} ms, cddlib alone {theirs * 1e3:.3f} ms")
    record(f"decide signs of {name}", ours, peer="cddlib", theirs=theirs)


def test_lists_beside_sort() -> None:
    rows = load("resonance:6").reduced_rows()
    keys = np.random.default_rng(0).integers(0, 2**63, 2 * len(half_topes(rows)), dtype=np.uint64)
    ours, theirs = best(lambda: half_topes(rows)), best(lambda: np.sort(keys))
    print(
        f"\nlist of resonance:6: {ours * 1e3:.1f} ms, numpy.sort of as many keys {theirs * 1e3:.1f} ms"
    )
    record("list resonance:6", ours, count=len(keys), peer="numpy.sort", theirs=theirs)
