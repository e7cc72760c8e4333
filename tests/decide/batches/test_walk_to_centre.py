"""Labels that walk on to a point beyond their row, as in many dimensions: against exact programs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from arrangements.decide.dyadic.outcomes import Enclosed
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import space as spaces
from arrangements.decide.labels import walk_to_centre, walks
from arrangements.decide.labels.space import Space
from tests.decide.batches.test_exponential_weights import as_one_by_one, domains
from tests.decide.batches.test_walks import layer
from tests.seeds import few


@pytest.mark.parametrize("seed", few(6, 2))
def test_beyond_the_row(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All labels are sent there at once, whatever weight of the centre they have."""
    monkeypatch.setattr(walk_to_centre, "_FAR", 2)
    monkeypatch.setattr(walk_to_centre, "_CENTRE", 2.0)
    print("seed", seed)
    draw = np.random.default_rng(seed)
    d = int(draw.integers(2, 7))
    rows = DyadicMatrix(layer(draw, int(draw.integers(20 + 4 * d, 90)), d))
    inside = 0
    for domain in domains(d):
        outcomes = as_one_by_one(rows, domain, tmp_path)
        inside += sum(isinstance(outcome, Enclosed) for outcome in outcomes)
    assert inside


@pytest.mark.parametrize("factor", [0.9, 0.999, 0.9995])
def test_too_far_beyond(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 256 dimensions; most of these rows are inside by less than the first point is beyond."""
    monkeypatch.setattr(walk_to_centre, "_CENTRE", 2.0)
    draw = np.random.default_rng(5)
    width, number = 256, 1500
    table = draw.normal(size=(number, width))
    for i in range(4):
        table[i] = factor * draw.dirichlet(np.ones(16)) @ table[draw.integers(4, number, 16)]
    table = np.round(table * 2**16) / 2**16
    rows = DyadicMatrix(np.hstack([np.zeros((number, 1)), table]))
    space = Space.of(rows, domains(width)[0])
    assert space is not None
    monkeypatch.setattr(walks, "_ROUNDS", 0)
    monkeypatch.setattr(walks, "steps_worthwhile", lambda *_: 0)
    found = walks.decided_labels(space, range(4))
    assert [type(found[i]) for i in range(4)] == [Enclosed] * 4


@pytest.mark.parametrize("units", ["kept", "made"])
def test_labels_wait_for_room(units: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two have no room together, one waits and goes on from the rivals that it had: as
    many are settled, in hardly more walks.
    """
    if units == "made":
        monkeypatch.setattr(spaces, "_KEPT_UNITS", 0)
        monkeypatch.setattr(walks, "_MADE_UNITS", 0)
    monkeypatch.setattr(walks, "_ROUNDS", 0)
    draw = np.random.default_rng(6)
    table = draw.normal(size=(400, 24))
    for i in range(12):
        table[i] = 0.8 * draw.dirichlet(np.ones(8)) @ table[draw.integers(12, 400, 8)]
    table = np.round(table * 2**16) / 2**16
    rows = DyadicMatrix(np.hstack([np.zeros((400, 1)), table]))
    space = Space.of(rows, domains(24)[0])
    assert space is not None
    taken, rests = Counter[int](), Counter[int]()
    walk, rest = walk_to_centre.Combination.walk, walk_to_centre.Combination.rest

    def walked(self: walk_to_centre.Combination, space: Space, joining: np.ndarray) -> None:
        taken[self.label] += 1
        walk(self, space, joining)

    def rested(self: walk_to_centre.Combination) -> None:
        rests[self.label] += 1
        rest(self)

    monkeypatch.setattr(walk_to_centre.Combination, "walk", walked)
    monkeypatch.setattr(walk_to_centre.Combination, "rest", rested)
    plenty = walks.decided_labels(space, range(12))
    before, once = taken.copy(), rests.total()
    taken.clear()
    rests.clear()
    monkeypatch.setattr(walk_to_centre, "_VECTORS", 1500)
    scarce = walks.decided_labels(space, range(12))
    assert {i: type(x) for i, x in scarce.items()} == {i: type(x) for i, x in plenty.items()}
    assert sum(isinstance(x, Enclosed) for x in scarce.values()) > 8
    assert rests.total() > once
    assert all(taken[i] <= before[i] + 2 for i in range(12))
