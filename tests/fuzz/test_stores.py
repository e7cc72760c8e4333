"""Stores whose rows or bytes were lost, doubled, changed or brought from elsewhere: the answer of a
run stays, or the store is refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from arrangements import load
from arrangements.counting import orbits
from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.orbit_store import Store as CountStore
from arrangements.counting.whitney import whitney_numbers
from arrangements.errors import BadInput
from arrangements.running.executors import Inline
from proofs.search.suites import runner
from proofs.search.suites.report import as_json
from proofs.search.suites.store import Store as SuiteStore
from proofs.search.suites.suite import Job, Suite
from tests.stores import byte_mutant, row_mutant

pytestmark = pytest.mark.attack

SUITE = Suite(
    "small",
    (
        Job("theorem-5.5", "grid:3x2:1", False, 5),
        Job("counting", "grid:3x1:1", True, 2),
        Job("lemma-5.3", "grid:3x2:1", True, 3),
    ),
)


class Stop(Exception):
    pass


def _stopped(work: Callable[..., object], left: list[int]) -> Callable[..., object]:
    """The work, which stops everything when it has been called too often."""

    def run(*arguments: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise Stop
        return work(*arguments)

    return run


def count(path: Path | None) -> object:
    with CountStore(path) as store:
        return whitney_numbers(
            load("resonance:6"), checkpoint=Checkpoint(store, Inline, pairs=100, part=100)
        )


def verify(path: Path | None) -> object:
    with SuiteStore(SUITE, path) as store:
        runner.run(store, Inline())
        return as_json(store)


def states(
    answer: Callable[[Path], object],
    patch: pytest.MonkeyPatch,
    places: list[tuple[object, str]],
    path: Path,
) -> list[bytes]:
    """The store after some numbers of tasks, up to all of them."""
    found = []
    for budget in range(0, 200, 3):
        left = [budget]
        with patch.context() as some:
            for module, name in places:
                some.setattr(module, name, _stopped(getattr(module, name), left))
            path.unlink(missing_ok=True)
            with suppress(Stop):
                answer(path)
        found.append(path.read_bytes())
        if left[0] >= 0:
            return found
    raise AssertionError("the work must end")


@pytest.mark.parametrize("mutant", [row_mutant, byte_mutant])
def test_counts(
    attack, mutant: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, expected = tmp_path / "a.db", count(None)
    kept = states(count, monkeypatch, [(orbits, "expansion"), (orbits, "closure")], path)
    assert len(kept) > 4

    def trial(chance: random.Random) -> None:
        print(mutant(chance, path, kept))
        with _refused(mutant):
            assert count(path) == expected
            assert count(path) == expected  # by what the first run left

    attack(trial)


@pytest.mark.parametrize("mutant", [row_mutant, byte_mutant])
def test_suites(
    attack, mutant: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, expected = tmp_path / "a.db", verify(None)
    monkeypatch.setattr(runner, "compute", cache(runner.compute))
    kept = states(verify, monkeypatch, [(runner, "compute")], path)
    assert len(kept) > 3

    def trial(chance: random.Random) -> None:
        print(mutant(chance, path, kept))
        with suppress(BadInput):
            assert verify(path) == expected

    attack(trial)


def _refused(mutant: Callable[..., str]) -> suppress:
    """SQLite refuses a file that is no database of ours; rows that were changed are computed anew,
    unless the tables are others.
    """
    return suppress(BadInput) if mutant is byte_mutant else _OtherTables(BadInput)


class _OtherTables(suppress):
    def __exit__(self, kind, error, trace) -> bool:  # type: ignore[no-untyped-def]
        return "its tables are not those" in str(error) and bool(
            super().__exit__(kind, error, trace)
        )
