"""How fast combinatorial types are generated, in processor time, counts checked: 461,053 of rank 3
on 9 elements in minutes.
"""

from __future__ import annotations

import time

import pytest

from arrangements.combinatorial_types import OrientedTypes, types
from tests.published import published

pytestmark = pytest.mark.bench

NAMES = {
    f"oriented:{name}": published("matroids")[name] for name in ("3x8", "3x9", "4x7", "4x8", "5x8")
}
NAMES |= {
    "oriented:3x9:uniform": published("uniform_matroids")["3x9"],
    "oriented:3x8:acyclic": published("order_types_with_lines")["8"],
}
NAMES |= {"oriented:3x9:uniform:acyclic": published("order_types")["9"]}


@pytest.mark.parametrize("name", NAMES)
def test_generation(name: str) -> None:
    OrientedTypes(3, 5, acyclic=True).count()
    start, used = time.perf_counter(), time.process_time()
    assert types(name).count() == NAMES[name]
    seconds, used = time.perf_counter() - start, time.process_time() - used
    print(
        f"\n{name:<30} {NAMES[name]:>10,} types  {seconds:8.2f} s, processor {used:8.2f} s, {NAMES[name] / used:10,.0f} a second"
    )
