"""A count that is kept does not depend on who computes, on interruptions, or on how it is cut;
damaged and foreign stores are refused.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from arrangements import Configuration, load
from arrangements.counting import orbits
from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.images import BadPrime
from arrangements.counting.orbit_store import Store
from arrangements.counting.whitney import (
    affine_whitney_numbers,
    ranking_whitney_numbers,
    whitney_numbers,
)
from arrangements.errors import BadInput, InternalError, LimitReached
from arrangements.running import limited
from arrangements.running.executors import Inline

NAME = "resonance:7"
SEED = 20261118


@pytest.fixture(scope="module")
def expected() -> tuple[int, ...]:
    numbers = whitney_numbers(load(NAME), method="orbits")
    # OEIS A034997
    assert sum(numbers) == 347326352
    return numbers


def printed(process: Any) -> tuple[int, ...]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return tuple(map(int, out.replace(".", "").split()))


# Connected, in two components, without symmetry, with a row of zeros at infinity, over a number
# field, of rank 3.
OTHERS = {
    "braid:6": load("braid:6"),
    "two": Configuration(
        [[*row, 0, 0, 0] for row in load("braid:4").rows]
        + [[0] * 4 + list(row) for row in load("resonance:3").rows]
    ),
    "random": load("random:9x4:bound=2:seed=3"),
    "field": load("coxeter:H3"),
    "plane": load("threshold:2"),
}


@pytest.mark.parametrize("group", ["whole", "stabiliser", "trivial"])
@pytest.mark.parametrize("name", OTHERS)
def test_other_groups_primes_and_pieces(name: str, group: str) -> None:
    """The group, the primes, the order of the rows and so the base, the parts and the pieces change
    nothing.
    """
    configuration = OTHERS[name]
    for seed, pairs, part in ((0, 1, 1), (1, 50, 7), (2, 1 << 20, 1 << 20)):
        with Store(None) as store:
            checkpoint = Checkpoint(store, Inline, group, seed, pairs, part)
            assert whitney_numbers(configuration, checkpoint=checkpoint) == whitney_numbers(
                configuration, method="flats"
            )
            assert affine_whitney_numbers(
                configuration, checkpoint=checkpoint
            ) == affine_whitney_numbers(configuration, method="flats")
            if configuration.n < 10:
                assert ranking_whitney_numbers(
                    configuration, checkpoint=checkpoint
                ) == ranking_whitney_numbers(configuration, method="flats")


def test_killed_again_and_again(start: Any, expected: tuple[int, ...], tmp_path: Path) -> None:
    """Killed at random moments, with other numbers of workers each time: it ends, and with the same
    answer.
    """
    generator = random.Random(SEED)
    kills = 0
    for _ in range(40):
        process = start("kept_run", NAME, tmp_path / "a.db", generator.choice((1, 1, 2)), "")
        for _ in range(generator.randrange(4, 24)):
            if not process.stdout.readline().startswith("."):
                break
        else:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            continue
        break
    assert kills >= 3, f"seed {SEED}"
    assert printed(start("kept_run", NAME, tmp_path / "a.db", 1, "")) == expected


def test_nothing_is_done_twice(
    expected: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted after every third piece: as many pieces are computed as by a run that is not."""

    class Stop(Exception):
        pass

    computed, least = 0, 10**9

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            nonlocal computed, least
            least -= 1
            if least < 0:
                raise Stop
            computed += 1
            return real(*arguments)

        return run

    for name in ("expansion", "closure"):
        monkeypatch.setattr(orbits, name, counted(getattr(orbits, name)))

    def count(path: Path | None) -> tuple[int, ...]:
        with Store(path) as store:
            return whitney_numbers(
                load(NAME), checkpoint=Checkpoint(store, Inline, pairs=1000, part=100)
            )

    assert count(None) == expected
    whole, computed, stops = computed, 0, 0
    for _ in range(100):
        least = 3
        try:
            assert count(tmp_path / "a.db") == expected
        except Stop:
            stops += 1
        else:
            break
    assert stops >= 3
    assert computed == whole


def test_another_version_begins_a_rank_anew(
    expected: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What versions contribute to one rank must not be mixed: here the older one shared |mu| out
    among other flats, and wrongly at that.
    """

    class Stop(Exception):
        pass

    def count(heard: list[int]) -> tuple[int, ...]:
        with Store(tmp_path / "a.db") as store:
            checkpoint = Checkpoint(
                store,
                Inline,
                pairs=500,
                part=100,
                heard=lambda work, rank, found: heard.append(rank),
            )
            return whitney_numbers(load(NAME), checkpoint=checkpoint)

    left = 0
    with monkeypatch.context() as older:

        def foreign(work: Any, rank: int, table: Any) -> Any:
            nonlocal left
            if rank < 3:
                return expansion(work, rank, table)
            if left == 0:
                raise Stop
            left -= 1
            found = expansion(work, rank, table)
            found.table.values[:] = 1
            return found

        expansion = orbits.expansion  # type: ignore[attr-defined]
        older.setattr(orbits, "expansion", foreign)
        older.setattr(orbits, "code_of_counting", lambda: "older")
        left, heard = 1, []
        with pytest.raises(Stop):
            count(heard)
        assert heard == [0, 1, 2, 3]
    heard = []
    with (
        Store(tmp_path / "a.db") as store,
        pytest.raises(
            LimitReached,
            match=r"^rank 4 of 7 must be whole, not 1 of [0-9]+ pieces; .* of work left$",
        ),
    ):
        whitney_numbers(
            load(NAME),
            checkpoint=Checkpoint(
                store, Inline, heard=lambda work, rank, found: heard.append(rank), show=True
            ),
        )
    assert heard == [0, 1, 2, 3]
    assert count([]) == expected


@pytest.mark.slow  # a cluster whose worker is killed: test_cluster.py has one in the ordinary run
def test_a_cluster_while_a_worker_is_killed(
    start: Any, expected: tuple[int, ...], tmp_path: Path
) -> None:
    scheduler = start("dask_worker", "scheduler")
    address = scheduler.stdout.readline().strip()
    workers = [start("dask_worker", "worker", address) for _ in range(2)]
    victims = [int(worker.stdout.readline().split()[1]) for worker in workers]
    process = start("kept_run", NAME, tmp_path / "a.db", 0, address)
    for _ in range(10):
        assert process.stdout.readline().startswith(".")
    os.kill(victims[0], signal.SIGKILL)
    assert printed(process) == expected


def test_partial_results_stay(expected: tuple[int, ...], tmp_path: Path) -> None:
    """Whole ranks are told when they are whole, and told again by the next run, which computes
    nothing.
    """
    told: list[list[tuple[int, int | None, int | None]]] = [[], []]
    for heard in told:
        with Store(tmp_path / "a.db") as store:
            checkpoint = Checkpoint(
                store,
                heard=lambda work, rank, found, heard=heard: heard.append(
                    (rank, found.total, found.flats)
                ),
            )  # type: ignore[misc]
            whitney_numbers(load(NAME), checkpoint=checkpoint)
    assert told[0] == told[1]
    assert [total for _, total, _ in told[0]] == list(expected[:-1])
    assert [flats for _, _, flats in told[0]] == [1, 4, 13, 49, 174, None, None]


def test_unlucky_primes_are_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = load("braid:5")
    real = orbits.expansion  # type: ignore[attr-defined]
    primes = []

    def unlucky(work: Any, rank: int, table: Any) -> Any:
        primes.append(work.primes)
        if work.primes[0] == primes[0][0]:
            raise BadPrime
        return real(work, rank, table)

    monkeypatch.setattr(orbits, "expansion", unlucky)
    for _ in range(2):
        with Store(tmp_path / "a.db") as store:
            assert sum(whitney_numbers(rows, checkpoint=Checkpoint(store, Inline))) == 120
    assert primes.count(primes[0]) == 1


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        for statement in statements:
            base.execute(statement)


CHANGES = {
    "no runs": ["DELETE FROM runs"],
    "no runs of one part": ["DELETE FROM runs WHERE part = 1"],
    "a run as another part": [
        "INSERT INTO runs SELECT work, rank, part + 1000, piece, data FROM runs"
    ],
    "a run as another piece": [
        "INSERT INTO runs SELECT work, rank, part, piece + 1000, data FROM runs"
    ],
    "a piece that never was": [
        "INSERT INTO pieces SELECT work, rank, piece + 1000, data FROM pieces"
    ],
    "a piece without data": [
        "INSERT INTO pieces SELECT work, rank, piece + 1000, NULL FROM pieces"
    ],
    "no pieces": ["DELETE FROM pieces"],
    "rank 2 lost": ["DELETE FROM ranks WHERE rank = 2"],
    "the last rank lost": ["DELETE FROM ranks WHERE rank = (SELECT max(rank) FROM ranks)"],
    "no ranks": ["DELETE FROM ranks"],
    "a rank for another": [
        "UPDATE ranks SET data = (SELECT data FROM ranks WHERE rank = 2) WHERE rank = 3"
    ],
    "a rank that says nothing": ["UPDATE ranks SET data = X'00' WHERE rank = 2"],
    "a work that is not there": ["DELETE FROM works"],
    "a work said to be unlucky": ["UPDATE works SET unlucky = 1"],
}


@pytest.mark.parametrize("when", [1, 6, 9, None])
@pytest.mark.parametrize("name", CHANGES)
def test_what_was_lost_doubled_or_changed_is_computed_anew(
    name: str, when: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some pieces, or at the end; said, unless nothing that was there is of use any more."""
    path, said = tmp_path / "a.db", list[str]()

    class Stop(Exception):
        pass

    def count() -> tuple[int, ...]:
        with Store(path) as store:
            checkpoint = Checkpoint(store, Inline, pairs=300, part=100, warn=said.append)
            return whitney_numbers(load("resonance:6"), checkpoint=checkpoint)

    left = 10**9 if when is None else when

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Stop
            return real(*arguments)

        return run

    with monkeypatch.context() as stopping:
        for function in ("expansion", "closure"):
            stopping.setattr(orbits, function, counted(getattr(orbits, function)))
        with suppress(Stop):
            count()
    assert not said
    before = path.read_bytes()
    change(path, *CHANGES[name])
    changed = path.read_bytes() != before
    # OEIS A034997
    assert sum(count()) == 1066044
    assert changed or not said
    said.clear()
    assert sum(count()) == 1066044
    assert not said


def test_an_earlier_state_of_a_rank_is_not_taken_for_the_rank(tmp_path: Path) -> None:
    """The rows of another run of the same count: each is sealed, and they do not belong
    together.
    """
    states = []
    for pairs in (100, 300):
        path = tmp_path / f"{pairs}.db"
        with Store(path) as store:
            whitney_numbers(
                load("resonance:6"), checkpoint=Checkpoint(store, Inline, pairs=pairs, part=100)
            )
        states.append(path)
    for rank in range(1, 6):
        path = tmp_path / "both.db"
        path.write_bytes(states[0].read_bytes())
        take = f"INSERT OR REPLACE INTO ranks SELECT * FROM other.ranks WHERE rank = {rank}"
        change(path, f"ATTACH '{states[1]}' AS other", take)
        said = list[str]()
        with Store(path) as store:
            numbers = whitney_numbers(
                load("resonance:6"), checkpoint=Checkpoint(store, Inline, warn=said.append)
            )
        assert sum(numbers) == 1066044
        assert len(said) == 1


def test_a_wrong_table_does_not_agree_with_the_ranks_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sealed and all, as a machine that fails would leave it: |mu| of one flat is another number.
    Once, and each time.
    """
    real, times = orbits.expansion, 1  # type: ignore[attr-defined]

    def wrong(work: Any, rank: int, table: Any) -> Any:
        nonlocal times
        found = real(work, rank, table)
        if rank == 2 and times:
            times -= 1
            found.table.values[0, 0] ^= 1
        return found

    monkeypatch.setattr(orbits, "expansion", wrong)
    said = list[str]()
    with Store(tmp_path / "a.db") as store:
        # OEIS A034997
        assert (
            sum(
                whitney_numbers(
                    load("resonance:6"), checkpoint=Checkpoint(store, Inline, warn=said.append)
                )
            )
            == 1066044
        )
    assert said == [
        "what the store holds of rank 0 and above is not all that was written; it is computed anew"
    ]
    times = 1
    with pytest.raises(InternalError, match="incidences of the flats of rank 3 must be"):
        whitney_numbers(load("resonance:6"), method="orbits")
    times = 10**9
    with (
        Store(None) as store,
        pytest.raises(InternalError, match="flats of a rank must agree with the ranks before it"),
    ):
        whitney_numbers(load("resonance:6"), checkpoint=Checkpoint(store, Inline))


def test_stores_that_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Store(path) as store:
        whitney_numbers(load("threshold:3"), checkpoint=Checkpoint(store, Inline))
        with pytest.raises(BadInput, match="store must not be in use by another run"), Store(path):
            pass
    change(path, "CREATE TRIGGER t AFTER INSERT ON pieces BEGIN DELETE FROM runs; END")
    with pytest.raises(
        BadInput, match="store must be undamaged; its tables are not those of layout"
    ):
        Store(path)
    (tmp_path / "text").write_text("no database, but long enough to be looked at" * 100)
    with pytest.raises(BadInput, match="store must be an undamaged store"):
        Store(tmp_path / "text")


def test_flats_beyond_memory_are_refused_without_a_file(tmp_path: Path) -> None:
    with (
        limited("the count", memory=40_000),
        pytest.raises(LimitReached, match=r"be kept on disk \(count --store\)"),
    ):
        whitney_numbers(load("random:40x6:seed=2"), method="orbits")
