"""What takes long says what it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arrangements import load, plot, sign_pattern
from arrangements.counting.whitney import whitney_numbers
from arrangements.listing.argmax import argmax_labels
from arrangements.listing.cosines import CosineMatrix
from arrangements.listing.region_points import interior_points
from arrangements.running import limited
from proofs.search.counterexamples.answer import asked, search


@pytest.mark.parametrize(
    ("work", "steps"),
    [
        (lambda: CosineMatrix.of(load("paper/C.2")), {"products of rows", "cosines"}),
        (
            lambda: list(interior_points(load("paper/C.2"), sign_pattern(load("paper/C.2")))),
            {"points of regions"},
        ),
        (lambda: plot(load("paper/C.2")), {"drawing regions"}),
        (lambda: search(asked("C->R")), {"C(U) -> R(U) among 24 configurations; 2 seen"}),
        (lambda: whitney_numbers(load("random:30x3")), {"lines"}),
        (lambda: argmax_labels(load("random:300x5")), {"trying directions"}),
    ],
)
def test_steps(work: Callable[[], object], steps: set[str]) -> None:
    heard = set[str]()
    with limited("an example", progress=lambda step, part: heard.add(step)):
        work()
    assert steps <= heard
