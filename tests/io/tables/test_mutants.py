"""Damaged tables and matrices: what comes out is a table, a configuration or an error of the
family. Ten thousand mutants of each kind of file take minutes (``-m slow``); the default run has
some hundred."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from arrangements import Configuration, export, load, read_table, recheck, table_of
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.io.tables.json_format import head_beside
from tests.mutants import counted, json_mutants, mutants

SEED = int(os.environ.get("SEED", "1"))
C = load("paper/H.1-A")
MANY = [200, pytest.param(10_000, marks=pytest.mark.slow)]
TABLES = [
    (suffix, kind, extra)
    for suffix in (".csv", ".json", ".jsonl", ".parquet", ".npz")
    for kind, extra in (("sign", False), ("sign", True), ("ranking", True), ("ties", False))
]


@pytest.mark.parametrize("many", MANY)
@pytest.mark.parametrize(("suffix", "kind", "extra"), TABLES)
def test_damaged_tables(suffix: str, kind: str, extra: bool, many: int, tmp_path: Path) -> None:
    path = tmp_path / f"t{suffix}"
    export(table_of(C, kind, facts=extra, witnesses=extra), path)

    def read(content: bytes) -> None:
        path.write_bytes(content)
        table = read_table(path)
        assert len(table) == len(table.members())

    good = path.read_bytes()
    if suffix == ".jsonl":
        good = head_beside(path).read_bytes() + good
        head_beside(path).unlink()
    seen = counted(
        read, chain([good], mutants(good, many, SEED), _text_mutants(suffix, good, many))
    )
    print(f"seed {SEED}: {dict(seen)}")
    assert seen["read"] >= 1
    assert seen["refused"] > many / 4


def _text_mutants(suffix: str, good: bytes, many: int) -> Iterator[bytes]:
    """With heads and values changed as JSON; the surrogates among them are written as escapes."""
    if suffix == ".json":
        yield from (
            json.dumps(value).encode() for value in json_mutants(json.loads(good), many, SEED)
        )
    if suffix == ".jsonl":
        head, _, rest = good.partition(b"\n")  # as older files have it
        yield from (
            json.dumps(value).encode() + b"\n" + rest
            for value in json_mutants(json.loads(head), many, SEED)
        )
    if suffix == ".csv":
        first, _, rest = good.partition(b"\n")
        head = json.loads(first[3:-1].replace(b'""', b'"'))
        yield from (
            b'"# ' + json.dumps(value).encode().replace(b'"', b'""') + b'"\n' + rest
            for value in json_mutants(head, many, SEED)
        )


def _npy(path: Path) -> bytes:
    np.save(path, np.array([[1.5, 2.0], [0.25, -3.0]]))
    return path.read_bytes()


def _npz(path: Path) -> bytes:
    np.savez_compressed(path, a=np.array([[1.5, 2.0], [0.25, -3.0]]))
    return path.read_bytes()


def _safetensors(path: Path) -> bytes:
    header = json.dumps({"w": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}).encode()
    return len(header).to_bytes(8, "little") + header + np.array([1, 2, 3, 4], "<f4").tobytes()


MATRICES = {
    ".csv": lambda path: b'label,x,y\na,1,2.5\n"b",-3/4,sqrt(2)\nc,1e3,0\n',
    ".tsv": lambda path: b"1\t2\n3\t4e-1\n",
    ".json": lambda path: (
        b'{"rows": [[1, 2.5], ["-3/4", "sqrt(2)"], [1e3, 0]], "labels": ["a", "b", "c"], "dimension": 2}'
    ),
    ".toml": lambda path: (
        b'title = "m"\nrows = [[1, 2.5], ["-3/4", "sqrt(2)"], [1e3, 0]] # rows\nlabels = ["a", \'b\', """c"""]\n'
    ),
    ".npy": _npy,
    ".npz": _npz,
    ".safetensors": _safetensors,
}


@pytest.mark.parametrize("many", MANY)
@pytest.mark.parametrize("suffix", MATRICES)
def test_damaged_matrices(suffix: str, many: int, tmp_path: Path) -> None:
    path = tmp_path / f"m{suffix}"
    good = MATRICES[suffix](path)

    def read(content: bytes) -> None:
        path.write_bytes(content)
        assert isinstance(load(path), Configuration)

    seen = counted(read, chain([good], mutants(good, many, SEED)))
    print(f"seed {SEED}: {dict(seen)}")
    assert seen["read"] >= 1
    assert seen["refused"] > many / 4


@pytest.mark.parametrize("many", MANY)
def test_damaged_certificates(many: int) -> None:
    good = certify_pattern(load("braid:3"), "sign pattern").to_text()

    def read(content: bytes) -> None:
        recheck(content.decode("utf-8", "surrogateescape"))

    values = (json.dumps(value).encode() for value in json_mutants(json.loads(good), many, SEED))
    seen = counted(read, chain([good.encode()], mutants(good.encode(), many, SEED), values))
    print(f"seed {SEED}: {dict(seen)}")
    assert seen["read"] >= 1
    assert seen["refused"] > many / 4


@pytest.mark.parametrize("many", MANY)
def test_damaged_configurations(many: int) -> None:
    good = C.to_json()
    values = (json.dumps(value).encode() for value in json_mutants(good, many, SEED))
    seen = counted(
        lambda content: Configuration.from_json(json.loads(content)),
        chain([json.dumps(good).encode()], values),
    )
    print(f"seed {SEED}: {dict(seen)}")
    assert seen["read"] >= 1
    assert seen["refused"] > many / 4
