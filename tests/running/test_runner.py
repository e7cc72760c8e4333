"""Results come in the order in which tasks are done, whoever computes them."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from itertools import permutations
from typing import Any

import pytest

from arrangements.running.executors import finished


class _AllAtOnce(Executor):
    """Does all tasks in the order that is asked for, before anyone can see a result."""

    width = 2  # twice as many tasks are submitted together

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order, self.given = order, list[Future[Any]]()

    def submit(self, fn, /, *args, **kwargs) -> Future[Any]:
        self.given.append(Future())
        return self.given[-1]

    def check(self) -> None:
        for place in self.order:
            if not self.given[place].done():
                self.given[place].set_result(f"result {place}")


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_results_that_are_there_together_keep_their_order(order: tuple[int, ...]) -> None:
    executor = _AllAtOnce(order)
    tasks = finished(range(4), executor, lambda task: executor.submit(str, task), lambda *_: None)
    assert list(tasks) == [(place, f"result {place}") for place in order]
