"""Mutants of every file that is read: what comes out is a value or one of the errors that the
family has for files, in one line.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arrangements import (
    BadInput,
    CertificateRefused,
    Configuration,
    LimitReached,
    certify_pair,
    certify_pattern,
    decide_signs,
    limited,
    load,
)
from arrangements.errors import Undecided
from arrangements.io.formats import READ_BACK, SOURCES, suffixes_of
from arrangements.io.readers.graph_files import SUFFIXES as GRAPHS
from arrangements.io.tables import read_table
from arrangements.listing.tables import export, table_of
from arrangements.matroids.chirotopes import Chirotope, chirotope
from arrangements.proof.certificates import recheck
from proofs.search.determinations.shards import evaluate
from proofs.search.suites import report
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite
from tests.fuzz.mutants import mutant
from tests.fuzz.sources import seeds

pytestmark = pytest.mark.attack

ALLOWED = (BadInput, LimitReached, CertificateRefused, Undecided)
MEMORY = 200 * 2**20
SUITE = Suite(
    "small", (Job("theorem-5.5", "grid:2x2:1", False, 2), Job("counting", "grid:2x1:1", True, 1))
)


def survives(read: Callable[[], Any], data: bytes) -> None:
    try:
        with limited("a mutant", timeout=20, memory=MEMORY):
            read()
    except ALLOWED as error:
        if "\n" in str(error):
            pytest.fail(f"more than one line: {error}")
    except Exception as error:
        pytest.fail(f"{type(error).__name__}: {error} for {data[:2000]!r}")


def test_every_seed_is_read(tmp_path: Path) -> None:
    """And every suffix of a configuration or of a model is among them."""
    found = list(seeds(tmp_path))
    for seed in found:
        path = tmp_path / f"whole{seed.suffix}"
        path.write_bytes(seed.content)
        seed.read(str(path))
    suffixes = {seed.suffix for seed in found}
    assert {first for first, *_ in SOURCES.values()} <= suffixes
    assert set(GRAPHS) <= suffixes


def test_mutants(attack, tmp_path: Path) -> None:
    """Of files of every kind, by the reader of each kind."""
    found = list(seeds(tmp_path))

    def trial(chance: random.Random) -> None:
        seed = chance.choice(found)
        made = mutant(chance, seed.content)
        path = tmp_path / f"m{seed.suffix}"
        path.write_bytes(made)
        survives(lambda: seed.read(str(path)), made)

    attack(trial)


@pytest.mark.parametrize("suffix", suffixes_of(READ_BACK))
def test_tables(attack, suffix: str, tmp_path: Path) -> None:
    seeds = []
    for c in (
        load("paper/H.1-A"),
        Configuration([["sqrt(2)", 1], [1, 0], [0, 1]]),
        Configuration([], dimension=2),
    ):
        for kind, k in (("sign", None), ("ranking", None), ("ties", None), ("top-k", 1)):
            if k is None or c.n:
                path = tmp_path / f"whole{suffix}"
                export(table_of(c, kind, k=k), path)
                seeds.append(path.read_bytes())
    path = tmp_path / f"mutant{suffix}"

    def trial(chance: random.Random) -> None:
        made = mutant(chance, chance.choice(seeds))
        path.write_bytes(made)
        survives(lambda: read_table(path), made)

    attack(trial)


def test_certificates(attack) -> None:
    a, b = load("paper/H.1-A"), load("paper/H.1-B")
    made = [
        decide_signs(a, "+++++")[1],
        decide_signs(a, "0+-+?")[1],
        certify_pattern(Configuration([[1, 0], [0, 1], [1, 1]])),
    ]
    made += [
        certify_pair(a, b, "top of 1", "ranking pattern"),
        decide_signs(load("paper/5.5-model-2"), "+++++++")[1],
    ]
    seeds = [certificate.to_text().encode() for certificate in made]

    def trial(chance: random.Random) -> None:
        data = mutant(chance, chance.choice(seeds))
        survives(lambda: recheck(data.decode("utf-8", "replace")), data)

    attack(trial)


def test_chirotopes(attack) -> None:
    chi = chirotope(load("paper/H.1-A"))
    seeds = [chi.to_topcom().encode(), chi.text().encode()]

    def trial(chance: random.Random) -> None:
        text = mutant(chance, chance.choice(seeds)).decode("utf-8", "replace")
        survives(lambda: Chirotope.from_topcom(text), text.encode())
        survives(lambda: Chirotope.from_text(text, chi.n, chi.rank), text.encode())

    attack(trial)


def test_stores(attack, tmp_path: Path) -> None:
    """A damaged store is refused, or gives the report that the whole one gives: its parts are
    sealed.
    """
    whole = tmp_path / "whole.db"
    with Store(SUITE, whole) as store:
        for j, job in enumerate(SUITE.jobs):
            for s, shard in enumerate(job.shards):
                store.add(j, s, evaluate(job.check, job.family, *shard))
        expected = report.as_json(store)
    data, shards = whole.read_bytes(), sum(len(job.shards) for job in SUITE.jobs)

    def trial(chance: random.Random) -> None:
        path = tmp_path / "mutant.db"
        made = data
        if chance.random() < 0.5:
            made = mutant(chance, data)
            path.write_bytes(made)
        else:
            path.write_bytes(data)
            _altered(chance, path)

        def read() -> None:
            with Store(SUITE, path) as store:
                found = report.as_json(store)
                complete = len(store.done()) == shards and not store.losses()
            if complete and found != expected:
                pytest.fail(f"a damaged store says {found}")

        survives(read, made)
        path.unlink()

    attack(trial)


def _altered(chance: random.Random, path: Path) -> None:
    """A value of one row, as a sound database holds it."""
    base = sqlite3.connect(path)
    tables = [
        name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    table = chance.choice(tables)
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    value = chance.choice([None, -1, 0, 10**18, 1.5, "", "x", "{}", b"", b"x" * 40])
    count = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    with suppress(sqlite3.Error):
        one = f"(SELECT rowid FROM {table} LIMIT 1 OFFSET {chance.randrange(max(count, 1))})"
        base.execute(
            f"UPDATE {table} SET {chance.choice(columns)} = ? WHERE rowid = {one}", (value,)
        )
        base.commit()
    base.close()
