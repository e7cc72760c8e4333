"""The worst file of each kind that anybody thought of: read or refused in ten seconds of processor
time and 1 GiB at the limits that the README names, and in a share of that where the file has a
share of the size.

Each file is read in a process of its own, which reports its time and memory. The default run has
files of a 64th of the limits, and half a second for numbers with roots.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from arrangements.io.readers.entry_table import MAX_ENTRIES, MAX_ROWS
from arrangements.running.sources import MAX_TEXT, MAX_TOML

READ = """
import re, sys, time
from pathlib import Path
from arrangements import load
from arrangements.errors import ArrangementsError
from arrangements.io.readers import entries
entries.MAX_SECONDS = min(entries.MAX_SECONDS, 32 / int(sys.argv[2]))
def peak():
    return int(re.search("VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1])
start, empty = time.process_time(), peak()
try:
    print(load(sys.argv[1]).n, end=" ")
except ArrangementsError as error:
    print(type(error).__name__, end=" ")
    print(error, file=sys.stderr)
print(time.process_time() - start, peak() - empty)
"""


def decimals(share: int, columns: int = 4) -> Iterator[list[str]]:
    draw = Random(1)
    for _ in range(MAX_ENTRIES // columns // share):
        yield [f"{draw.uniform(-9, 9):.10f}" for _ in range(columns)]


def csv(rows: Iterator[list[str]]) -> bytes:
    return "".join(",".join(row) + "\n" for row in rows).encode()


def npy(array: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npz(array: np.ndarray, members: int = 1) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in range(members):
            archive.writestr(f"{member}.npy", npy(array))
    return out.getvalue()


def safetensors(count: int) -> bytes:
    header = json.dumps(
        {f"{i}": {"dtype": "F64", "shape": [0, 1], "data_offsets": [0, 0]} for i in range(count)}
    ).encode()
    return len(header).to_bytes(8, "little") + header


def size(share: int) -> int:
    return MAX_TEXT // share


#: Suffix, content for a share of the limits, and whether it is read.
WORST: dict[str, tuple[str, Callable[[int], bytes], bool]] = {
    "decimals in csv": (".csv", lambda share: csv(decimals(share)), True),
    "labels in csv": (".csv", lambda share: "".join(f"n{i},{i}\n" for i in range(MAX_ROWS // share)).encode(), True),
    "one astral letter in csv": (
        ".csv", lambda share: "label,𝔸,b,c,d,f\n".encode() + csv([f"n{i}", *row] for i, row in enumerate(decimals(share, 5))), True,
    ),
    "long numbers in csv": (".csv", lambda share: csv([f"{i}e9990"] for i in range(MAX_ROWS // share)), False),
    "one line of csv": (".csv", lambda share: b"1," * (size(share) // 2 - 1) + b"1", False),
    "lines of nothing": (".csv", lambda share: b'""\n' * (size(share) // 3), False),
    "quotes in csv": (".csv", lambda share: b'"' * size(share), False),
    "roots in csv": (".csv", lambda share: csv([f"{i}*cos(pi/127)"] for i in range(MAX_ROWS // share)), False),
    "decimals in json": (".json", lambda share: json.dumps([[float(x) for x in row] for row in decimals(share)]).encode(), True),
    "rows of nothing": (".json", lambda share: b'{"dimension":0,"rows":[' + b"[]," * (size(share) // 3 - 10) + b"[]]}", False),
    "as many rows of nothing as may be": (
        ".json", lambda share: b'{"dimension":0,"rows":[' + b"[]," * (MAX_ROWS // share - 1) + b"[]]}", True,
    ),
    "labels in json": (
        ".json", lambda share: json.dumps({"rows": [[1]] * (n := MAX_ROWS // share), "labels": [f"é{i}" for i in range(n)]}).encode(), True,
    ),
    "keys in json": (".json", lambda share: b"{" + b",".join(b'"%x" :1' % i for i in range(size(share) // 12)) + b"}", False),
    "lists in json": (".json", lambda share: b"[" * (size(share) // 2) + b"]" * (size(share) // 2), False),
    "objects in json": (".json", lambda share: b"[" + b"{}," * (size(share) // 3 - 3) + b"{}]", False),
    "a text in json": (".json", lambda share: b'{"title":"' + b"\\n" * (size(share) // 2 - 20) + b'","rows":[[1]]}', True),
    "dotted keys": (".toml", lambda share: b"a." * (MAX_TOML // share // 2 - 4) + b"a = 1", False),
    "many dotted keys": (".toml", lambda share: b"".join(b"a.b%d.c = 1\n" % i for i in range(MAX_TOML // share // 20)), False),
    "dotted tables": (".toml", lambda share: b"[" + b"a." * (MAX_TOML // share // 2 - 4) + b"a]\nx = 1", False),
    "inline tables": (".toml", lambda share: b"rows = [" + b"{a.b.c = 1}," * (MAX_TOML // share // 13) + b"]", False),
    "lists in toml": (".toml", lambda share: b"rows = " + b"[" * (MAX_TOML // share - 20), False),
    "keys in toml": (".toml", lambda share: b"".join(b"k%d=1\n" % i for i in range(MAX_TOML // share // 10)), False),
    "decimals in toml": (
        ".toml", lambda share: ("rows = [" + ",\n".join(f"[{','.join(row)}]" for row in decimals(8 * share)) + "]").encode(), True,
    ),
    "ones in toml": (".toml", lambda share: b"rows = [[" + b"1," * (MAX_TOML // share // 2 - 10) + b"]]", True),
    "rows of nothing in toml": (".toml", lambda share: b"dimension=0\nrows=[" + b"[]," * (MAX_TOML // share // 3 - 10) + b"]", False),
    "escapes in toml": (".toml", lambda share: b'title = """' + b"\\n" * (MAX_TOML // share // 2 - 30) + b'"""\nrows = [[1]]', True),
    "quotes in toml": (".toml", lambda share: b'title = """' + b'""\\"' * (MAX_TOML // share // 4 - 30) + b'"""\nrows = [[1]]', True),
    "normal floats": (".npy", lambda share: npy(np.random.default_rng(1).standard_normal((MAX_ROWS // share, 4))), True),
    "vast floats": (".npy", lambda share: npy(np.random.default_rng(1).standard_normal((MAX_ROWS // share, 4)) * 1e300), False),
    "tiny floats": (".npy", lambda share: npy(np.random.default_rng(1).standard_normal((MAX_ROWS // share, 4)) * 1e-300), False),
    "zeros": (".npz", lambda share: npz(np.zeros((2048, 2048 // share))), True),
    "integers": (".npz", lambda share: npz(np.arange(MAX_ENTRIES // share).reshape(-1, 4)), True),
    "members of an archive": (".npz", lambda share: npz(np.zeros((1, 1)), 1 << 15), False),
    "tensors": (".safetensors", lambda share: safetensors((1 << 24) // share // 80), False),
}  # fmt: skip


def measured(path: Path, share: int) -> tuple[str, float, int]:
    run = subprocess.run(
        [sys.executable, "-c", READ, str(path), str(share)],
        capture_output=True,
        text=True,
        check=True,
    )
    outcome, seconds, memory = run.stdout.split()
    return outcome, float(seconds), int(memory) << 10


@pytest.mark.parametrize(
    ("name", "share"),
    [
        pytest.param(name, share, marks=pytest.mark.slow if share == 1 else [])
        for name in WORST
        for share in (64, 1)
    ],
)
def test_time_and_memory(name: str, share: int, tmp_path: Path) -> None:
    suffix, content, is_read = WORST[name]
    path = tmp_path / f"worst{suffix}"
    path.write_bytes(content(share))
    outcome, seconds, memory = measured(path, share)
    print(f"{name}: {path.stat().st_size:,} bytes, {outcome}, {seconds:.1f} s, {memory >> 20} MiB")
    assert outcome.isdecimal() == is_read or share > 1
    # A loaded machine is slower; a constant is for what is loaded first.
    assert seconds < 15 / share + 7
    assert memory < (1 << 30) / share + (1 << 27)
