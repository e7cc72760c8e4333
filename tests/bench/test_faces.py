"""Rates of listing faces; each list has as many as are counted without listing."""

from __future__ import annotations

import pytest

from arrangements import Configuration, covector_pattern, face_numbers, load, weak_ranking_pattern
from tests.bench.test_listing import best, report

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    "name", ["threshold:4", "threshold:5", "braid:6", "resonance:4", "resonance:5"]
)
def test_covectors(name: str) -> None:
    c = load(name)
    faces = covector_pattern(c)
    assert len(faces) == sum(face_numbers(c))
    report(f"faces of {name}", len(faces), best(lambda: covector_pattern(c)), "-")


@pytest.mark.parametrize(("n", "count"), [(6, 4683), (7, 47293)])  # OEIS A000670
def test_weak_orders(n: int, count: int) -> None:
    labels = Configuration([[int(i == j) for j in range(n)] for i in range(n)])
    assert len(weak_ranking_pattern(labels)) == count
    report(f"weak orders of {n} labels", count, best(lambda: weak_ranking_pattern(labels)), "-")
