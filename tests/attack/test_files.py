"""Mutants of every file that is read: what comes out is a value or one of the errors that the family has for files, in one line."""

from __future__ import annotations

import io
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

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
from arrangements.chirotope import Chirotope, chirotope
from arrangements.cosines import load_cosines
from arrangements.errors import Undecided
from arrangements.feasibility import recheck
from arrangements.tables import export, read_table, table_of
from proofs.determinations.shards import evaluate
from proofs.suites import report
from proofs.suites.store import Store
from proofs.suites.suite import Job, Suite
from tests.attack.mutants import mutant

pytestmark = pytest.mark.attack

ALLOWED = (BadInput, LimitReached, CertificateRefused, Undecided)
MEMORY = 200 * 2**20
SUITE = Suite("small", (Job("theorem-5.5", "grid:2x2:1", False, 2), Job("counting", "grid:2x1:1", True, 1)))


def survives(read: Callable[[], Any], data: bytes) -> None:
    try:
        with limited("a mutant", timeout=20, memory=MEMORY):
            read()
    except ALLOWED as error:
        if "\n" in str(error):
            pytest.fail(f"more than one line: {error}")
    except Exception as error:
        pytest.fail(f"{type(error).__name__}: {error} for {data[:2000]!r}")


def configurations() -> Iterator[tuple[str, bytes]]:
    exact = '{"rows": [[1, "1/3", -0.25], [0, 2, "-7/2"], ["1e3", 0, 1]], "labels": ["a", "b", "c"], "dimension": 3}'
    field = '{"rows": [["sqrt(2)", 1], ["1-sqrt(2)", "cos(pi/4)"], ["root(x^3-2, 1, 2)", 0]]}'
    yield "m.json", exact.encode()
    yield "m.json", field.encode()
    yield "m.toml", b'title = "t"\nrows = [[1, -0.5, "1/3"], [0x10, 2, 1e3]]\nlabels = ["a", "b"]\n'
    yield "m.csv", b'label,x,y\na,1,-1/2\nb,0.25,2e3\n"c,d",-3,4\n'
    yield "m.tsv", b"1\t2\t3\n-4\t5/6\t0.7\n"
    array = np.array([[1.5, -2.0], [0.1, 3.0], [1e-300, 7.0]])
    for name, save in (("m.npy", np.save), ("m.npz", lambda out, a: np.savez(out, w=a, labels=np.array(["a", "b", "c"])))):
        out = io.BytesIO()
        save(out, array)
        yield name, out.getvalue()
    yield "m.safetensors", safetensors.numpy.save({"w": array.astype(np.float32), "b": np.array([1, 2])})


def test_configurations(attack, tmp_path: Path) -> None:
    seeds = list(configurations())

    def trial(chance: random.Random) -> None:
        name, data = chance.choice(seeds)
        made = mutant(chance, data)
        (tmp_path / name).write_bytes(made)
        survives(lambda: load(tmp_path / name), made)
        if name.endswith(("json", "csv")):
            survives(lambda: load_cosines(tmp_path / name), made)

    attack(trial)


@pytest.mark.parametrize("suffix", ["csv", "json", "jsonl", "parquet", "npz"])
def test_tables(attack, suffix: str, tmp_path: Path) -> None:
    seeds = []
    for c in (load("paper/H.1-A"), Configuration([["sqrt(2)", 1], [1, 0], [0, 1]]), Configuration([], dimension=2)):
        for kind, k in (("sign", None), ("ranking", None), ("ties", None), ("top-k", 1)):
            if k is None or c.n:
                path = tmp_path / f"whole.{suffix}"
                export(table_of(c, kind, k=k), path)
                seeds.append(path.read_bytes())
    path = tmp_path / f"mutant.{suffix}"

    def trial(chance: random.Random) -> None:
        made = mutant(chance, chance.choice(seeds))
        path.write_bytes(made)
        survives(lambda: read_table(path), made)

    attack(trial)


def test_certificates(attack) -> None:
    a, b = load("paper/H.1-A"), load("paper/H.1-B")
    made = [decide_signs(a, "+++++")[1], decide_signs(a, "0+-+?")[1], certify_pattern(Configuration([[1, 0], [0, 1], [1, 1]]))]
    made += [certify_pair(a, b, "top of 1", "ranking pattern"), decide_signs(load("paper/5.5-model-2"), "+++++++")[1]]
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
    """A damaged store is refused, or gives the report that the whole one gives: its parts are sealed."""
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
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = chance.choice(tables)
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    value = chance.choice([None, -1, 0, 10**18, 1.5, "", "x", "{}", b"", b"x" * 40])
    count = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    with suppress(sqlite3.Error):
        one = f"(SELECT rowid FROM {table} LIMIT 1 OFFSET {chance.randrange(max(count, 1))})"
        base.execute(f"UPDATE {table} SET {chance.choice(columns)} = ? WHERE rowid = {one}", (value,))
        base.commit()
    base.close()
