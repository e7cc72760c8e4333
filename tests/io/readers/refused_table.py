"""The table of bad inputs: what each file holds and the words that its error must contain.

``tests/io/readers/test_refused.py`` runs every row through ``load`` and through the command.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

__all__ = ["ENTRIES", "TABLE", "Row"]


class Row(NamedTuple):
    """A bad input: its name, the file to write (or the function that makes the source in a folder),
    and words of the message.
    """

    name: str
    file: str
    content: bytes | Callable[[Path], str]
    message: str


# Entries that are no real number, each as a JSON text, as a CSV cell and through the constructor.
ENTRIES: dict[str, str] = {
    "nan": "nan",
    "NaN": "nan-capital",
    "inf": "inf",
    "-Infinity": "infinity",
    "1+2j": "complex",
    "None": "none",
    "1/0": "division by zero",
    "0/0": "zero by zero",
    "1 / 2": "odd spaces",
    "": "empty",
    "--1": "two signs",
    "0x10": "hexadecimal",
    "1_000": "underscore",
    "٣": "Arabic-Indic digit",
    "１": "full-width digit",
    "−1": "unicode minus",
    "1e1000000000": "huge exponent",
    "1e-1000000000": "tiny exponent",
    "9" * 10_001: "too many digits",
    "sqrt(-1)": "root of a negative",
    "pi": "transcendental",
    "x+1": "free symbol",
    "__import__('os')": "code",
    "1,5": "decimal comma",
    "1;2": "two numbers",
    "(" * 5000 + "1" + ")" * 5000: "nested brackets",
}


def _npy(array: np.ndarray, **options: bool) -> bytes:
    out = io.BytesIO()
    np.save(out, array, **options)
    return out.getvalue()


def _npy_header(header: str, body: bytes = b"") -> bytes:
    raw = header.encode().ljust(118) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(raw)) + raw + body


def _zip(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as archive:
        warnings.simplefilter("ignore")  # zipfile warns of duplicate names
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def _bomb() -> bytes:
    """64 MiB of zeros in 64 kB, and truly the array that its header announces."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.npy", "w", force_zip64=True) as member,
    ):
        member.write(_npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (8192, 1024)}"))
        for _ in range(64):
            member.write(bytes(1 << 20))
    return out.getvalue()


def _safetensors(header: object, body: bytes = b"", length: int | None = None) -> bytes:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(raw) if length is None else length) + raw + body


def _tensor(
    dtype: object = "F32", shape: object = (1, 2), offsets: object = (0, 8)
) -> dict[str, object]:
    return {"w": {"dtype": dtype, "shape": shape, "data_offsets": offsets}}


def _fifo(folder: Path) -> str:
    os.mkfifo(folder / "pipe.csv")
    return str(folder / "pipe.csv")


def _folder(folder: Path) -> str:
    (folder / "matrix.csv").mkdir()
    return str(folder / "matrix.csv")


_GOOD = _npy(np.array([[1.0, 2.0]]))

TABLE = [
    *(
        Row(f"json text: {name}", "m.json", json.dumps([["1", entry]]).encode(), "row 1, column 2")
        for entry, name in ENTRIES.items()
    ),
    *(
        Row(f"csv cell: {name}", "m.csv", f'1,"{entry}"\n'.encode(), "line 1, column 2")
        for entry, name in ENTRIES.items()
    ),
    # JSON
    Row("empty json", "m.json", b"", "must not be empty"),
    Row("blank json", "m.json", b" \n", "must not be empty"),
    Row("no rows", "m.json", b"[]", "dimension must be given"),
    Row("no columns", "m.json", b"[[]]", "dimension must be given"),
    Row("ragged", "m.json", b"[[1,2],[3]]", "row must have 2 entries, as the first one has, not 1"),
    Row("1-D list", "m.json", b"[1,2]", "row must be a list"),
    Row("3-D list", "m.json", b"[[[1]]]", "entry must be a number, not"),
    Row("json NaN", "m.json", b"[[NaN]]", "NaN"),
    Row("json Infinity", "m.json", b"[[-Infinity]]", "Infinity"),
    Row("json null", "m.json", b"[[1,null]]", "not None"),
    Row("json true", "m.json", b"[[true]]", "not True"),
    Row("json object entry", "m.json", b'[[{"a":1}]]', "entry must be a number"),
    Row("json huge exponent", "m.json", b"[[1e1000000000]]", "row 1, column 1"),
    Row("json many digits", "m.json", b"[[" + b"7" * 10_001 + b"]]", "row 1, column 1"),
    Row("json duplicate keys", "m.json", b'{"rows":[[1]],"rows":[[2]]}', "duplicate key 'rows'"),
    Row("json misspelt key", "m.json", b'{"rows":[[1]],"lables":["a"]}', "did you mean 'labels'"),
    Row("json without rows", "m.json", b'{"labels":["a"]}', "`rows` must be a list of rows"),
    Row("json rows not a list", "m.json", b'{"rows":7}', "`rows` must be a list of rows"),
    Row("json scalar", "m.json", b"7", "must be a list of rows"),
    Row(
        "json bad dimension",
        "m.json",
        b'{"rows":[],"dimension":-1}',
        "`dimension` must be a natural number",
    ),
    Row("json huge dimension", "m.json", b'{"rows":[],"dimension":999999999}', "at most"),
    Row("json wrong dimension", "m.json", b'{"rows":[[1]],"dimension":2}', "dimension must be 1"),
    Row("json BOM", "m.json", b"\xef\xbb\xbf[[1]]", "byte order mark"),
    Row("json nested", "m.json", b"[" * 100_000 + b"]" * 100_000, "not nested more deeply"),
    Row(
        "json nested objects",
        "m.json",
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "not nested more deeply",
    ),
    Row("json truncated", "m.json", b"[[1,2],[3", "JSON must be valid"),
    Row("json two values", "m.json", b"[[1]][[2]]", "JSON must be valid"),
    Row("json NUL", "m.json", b"[[1\x00]]", "NUL"),
    Row("json hexadecimal", "m.json", b"[[0x10]]", "JSON must be valid"),
    # TOML
    Row("toml nan", "m.toml", b"rows = [[nan]]", "row 1, column 1"),
    Row("toml bool", "m.toml", b"rows = [[true]]", "not True"),
    Row("toml date", "m.toml", b"rows = [[2020-01-01]]", "entry must be a number"),
    Row("toml duplicate keys", "m.toml", b"rows = [[1]]\nrows = [[2]]", "TOML must be valid"),
    Row("toml nested", "m.toml", b"rows = " + b"[" * 100_000, "TOML"),
    Row("toml without rows", "m.toml", b"title = 'x'", "`rows` must be a list"),
    Row("toml many digits", "m.toml", b"rows = [[" + b"7" * 10_001 + b"]]", "TOML must be valid"),
    # CSV
    Row("empty csv", "m.csv", b"", "must not be empty"),
    Row("blank csv", "m.csv", b"\n\n", "must not be empty"),
    Row("csv header only, then nothing", "m.csv", b"x,y\n", "line 1, column 2"),
    Row("csv decimal comma", "m.csv", b"1;1,5\n", "1;1"),
    Row(
        "csv ragged", "m.csv", b"1,2\n3\n", "line must have 2 cells, as the first one has, not 1 ("
    ),
    Row("csv decimal comma makes it ragged", "m.csv", b"1,2\n1,5,2\n", "line 2"),
    Row("csv empty cell", "m.csv", b"1,2\n3,\n", "line 2, column 2"),
    Row("csv blank line inside", "m.csv", b"1\n\n2\n", "line must not be empty"),
    Row("csv numbers as header", "m.csv", b",0,1\n0,1.5,2.5\n", "line 1, column 1"),
    Row(
        "csv label above numbers",
        "m.csv",
        b"label,0,1\na,1.5,2.5\n",
        "header that begins with 'label' must be made of names, not '0'",
    ),
    Row("csv nan is no header", "m.csv", b"nan,nan\n1,2\n", "line 1, column 1"),
    Row("csv nan is no label", "m.csv", b"x,y\nnan,1\n", "line 2, column 1"),
    Row("csv label among numbers", "m.csv", b"1,2\na,3\n", "line 2, column 1"),
    Row("csv Latin-1", "m.csv", "é,1\n".encode("latin-1"), "must be UTF-8, not the byte 0xe9"),
    Row("csv UTF-16", "m.csv", "1,2\n".encode("utf-16"), "not UTF-16"),
    Row("csv UTF-16 without mark", "m.csv", "1,2\n".encode("utf-16-le"), "NUL"),
    Row("csv BOM", "m.csv", b"\xef\xbb\xbf1,2\n", "byte order mark"),
    Row(
        "csv NUL byte",
        "m.csv",
        b"1,2\n3,\x004\n",
        "NUL byte (",
    ),
    Row("csv open quote", "m.csv", b'1,"2\n', "CSV must be valid"),
    Row("csv vast cell", "m.csv", b"1," + b"2" * 200_000 + b"\n", "CSV must be valid"),
    # labels
    Row(
        "duplicate labels",
        "m.json",
        b'{"rows":[[1],[2]],"labels":["a","a"]}',
        "label must be unique, not a second 'a'",
    ),
    Row(
        "empty label", "m.json", b'{"rows":[[1],[2]],"labels":["a",""]}', "label must not be empty"
    ),
    Row("blank label", "m.json", b'{"rows":[[1]],"labels":[" "]}', "label must not be empty"),
    Row(
        "control character in a label",
        "m.json",
        b'{"rows":[[1]],"labels":["a\\nb"]}',
        "control characters",
    ),
    Row(
        "lone surrogate in a label",
        "m.json",
        b'{"rows":[[1]],"labels":["\\ud800"]}',
        "control characters",
    ),
    Row("label is null", "m.json", b'{"rows":[[1]],"labels":[null]}', "label must be text"),
    Row("labels not a list", "m.json", b'{"rows":[[1]],"labels":"a"}', "`labels` must be a list"),
    Row("too few labels", "m.json", b'{"rows":[[1],[2]],"labels":["a"]}', "labels must be 2"),
    Row("duplicate labels in csv", "m.csv", b"a,1\na,2\n", "label must be unique"),
    Row("empty label in csv", "m.csv", b"label,x\n,1\n", "label must not be empty"),
    # npy
    Row("npy 1-D", "m.npy", _npy(np.array([1.0])), "2 dimensions, not 1"),
    Row("npy 3-D", "m.npy", _npy(np.ones((1, 1, 1))), "2 dimensions, not 3"),
    Row("npy 0-D", "m.npy", _npy(np.array(1.0)), "2 dimensions, not 0"),
    Row("npy nan", "m.npy", _npy(np.array([[1.0, np.nan]])), "row 1, column 2"),
    Row("npy inf", "m.npy", _npy(np.array([[np.inf]], dtype=np.float16)), "row 1, column 1"),
    Row("npy complex", "m.npy", _npy(np.array([[1j]])), "not '<c16'"),
    Row("npy bool", "m.npy", _npy(np.array([[True]])), "not '|b1'"),
    Row("npy text", "m.npy", _npy(np.array([["1"]])), "not '<U1'"),
    Row("npy objects", "m.npy", _npy(np.array([[None, 1]]), allow_pickle=True), "never unpickled"),
    Row("npy pickle", "m.npy", pickle.dumps([[1]]), "magic bytes"),
    Row(
        "npy structured",
        "m.npy",
        _npy(np.zeros((1, 1), dtype=[("a", "<f8")])),
        "npy must hold integers or floats",
    ),
    Row("npy truncated body", "m.npy", _GOOD[:-1], "npy must have 16 bytes"),
    Row("npy truncated header", "m.npy", _GOOD[:20], "npy header must give"),
    Row("npy truncated magic", "m.npy", _GOOD[:5], "magic bytes"),
    Row("npy surplus", "m.npy", _GOOD + b"\0", "npy must have 16 bytes for 1 x 2 float64, not 17"),
    Row(
        "npy vast claim",
        "m.npy",
        _npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000)}"),
        "at most",
    ),
    Row(
        "npy vast rows of nothing",
        "m.npy",
        _npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (10000000000, 0)}"),
        "at most",
    ),
    Row(
        "npy negative shape",
        "m.npy",
        _npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 2)}"),
        "natural numbers",
    ),
    Row(
        "npy header of code",
        "m.npy",
        _npy_header("{'descr': __import__('os'), 'fortran_order': False, 'shape': (1, 2)}"),
        "npy header",
    ),
    Row("npy header of brackets", "m.npy", _npy_header("(" * 5000), "npy header"),
    Row("npy is text", "m.npy", b"1,2\n", "magic bytes"),
    # npz
    Row(
        "npz bomb",
        "m.npz",
        _zip(
            (
                "a.npy",
                _npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (262144, 1024)}"),
            )
        ),
        "at most",
    ),
    Row("npz bomb that fits its header", "m.npz", _bomb(), "at most"),
    Row(
        "npz bomb in the bytes",
        "m.npz",
        _zip(("a.npy", _GOOD + bytes(1 << 27))),
        "npy must have 16 bytes",
    ),
    Row(
        "npz duplicate members",
        "m.npz",
        _zip(("a.npy", _GOOD), ("a.npy", _GOOD)),
        "must be unique, not a second 'a'",
    ),
    Row(
        "npz duplicate members by suffix",
        "m.npz",
        _zip(("a", _GOOD), ("a.npy", _GOOD)),
        "must be unique",
    ),
    Row(
        "npz of two arrays",
        "m.npz",
        _zip(("a.npy", _GOOD), ("b.npy", _GOOD)),
        "file must hold one array",
    ),
    Row("npz of nothing", "m.npz", _zip(), "file must hold one array"),
    Row(
        "npz of objects",
        "m.npz",
        _zip(("a.npy", _npy(np.array([[None]]), allow_pickle=True))),
        "never unpickled",
    ),
    Row("npz truncated", "m.npz", _zip(("a.npy", _GOOD))[:-30], "complete zip file"),
    Row("npz cut to its start", "m.npz", _zip(("a.npy", _GOOD))[:40], "complete zip file"),
    Row(
        "npz damaged",
        "m.npz",
        _zip(("a.npy", _GOOD), method=zipfile.ZIP_STORED).replace(b"@", b"A"),
        "complete zip file",
    ),
    Row(
        "npz by lzma",
        "m.npz",
        _zip(("a.npy", _GOOD), method=zipfile.ZIP_LZMA),
        "stored or deflated",
    ),
    Row("npz is text", "m.npz", b"1,2\n", "complete zip file"),
    # safetensors
    Row("safetensors of 5 bytes", "m.safetensors", b"12345", "whole header"),
    Row(
        "safetensors header too long",
        "m.safetensors",
        _safetensors(_tensor(), b"", 1 << 60),
        "whole header",
    ),
    Row(
        "safetensors header not JSON",
        "m.safetensors",
        _safetensors(b"{nonsense"),
        "header must be JSON",
    ),
    Row(
        "safetensors header nested",
        "m.safetensors",
        _safetensors(b"[" * 100_000),
        "header must be JSON",
    ),
    Row("safetensors header a list", "m.safetensors", _safetensors([1]), "must be an object"),
    Row(
        "safetensors duplicate names",
        "m.safetensors",
        _safetensors(b'{"a":1,"a":2}'),
        "duplicate key 'a'",
    ),
    Row(
        "safetensors without tensors", "m.safetensors", _safetensors({}), "file must hold one array"
    ),
    Row(
        "safetensors tensor a number",
        "m.safetensors",
        _safetensors({"w": 1}),
        "dtype, shape and data_offsets",
    ),
    Row(
        "safetensors NaN",
        "m.safetensors",
        _safetensors(_tensor(), struct.pack("<2f", 1, float("nan"))),
        "row 1, column 2",
    ),
    Row(
        "safetensors truncated",
        "m.safetensors",
        _safetensors(_tensor(), bytes(7)),
        "8 bytes of tensors, not 7",
    ),
    Row(
        "safetensors surplus",
        "m.safetensors",
        _safetensors(_tensor(), bytes(9)),
        "8 bytes of tensors, not 9",
    ),
    Row(
        "safetensors hole",
        "m.safetensors",
        _safetensors(_tensor(offsets=(4, 12)), bytes(12)),
        "end to end",
    ),
    Row(
        "safetensors descending offsets",
        "m.safetensors",
        _safetensors(_tensor(offsets=(8, 0)), bytes(8)),
        "ascending",
    ),
    Row(
        "safetensors float offsets",
        "m.safetensors",
        _safetensors(_tensor(offsets=(0, 8.0)), bytes(8)),
        "ascending",
    ),
    Row(
        "safetensors wrong size",
        "m.safetensors",
        _safetensors(_tensor(shape=(1, 3)), bytes(8)),
        "12 bytes for 1 x 3",
    ),
    Row(
        "safetensors huge shape",
        "m.safetensors",
        _safetensors(_tensor(shape=(1 << 40, 1 << 40)), bytes(8)),
        "at most",
    ),
    Row(
        "safetensors negative shape",
        "m.safetensors",
        _safetensors(_tensor(shape=(-1, -2)), bytes(8)),
        "natural numbers",
    ),
    Row(
        "safetensors 1-D",
        "m.safetensors",
        _safetensors(_tensor(shape=(2,)), bytes(8)),
        "2 dimensions, not 1",
    ),
    Row(
        "safetensors bool",
        "m.safetensors",
        _safetensors(_tensor("BOOL", (1, 8)), bytes(8)),
        "not 'BOOL'",
    ),
    Row(
        "safetensors overlap",
        "m.safetensors",
        _safetensors(_tensor() | {"v": _tensor()["w"]}, bytes(8)),
        "end to end",
    ),
    # files
    Row("directory", "", _folder, "not a directory"),
    Row("missing file", "", lambda folder: str(folder / "absent.csv"), "file must exist"),
    Row("file below a file", "", lambda folder: "/dev/null/x.csv", "file must"),
    Row("/dev/zero", "", lambda folder: "/dev/zero", "not a device"),
    Row("pipe", "", _fifo, "not a pipe"),
    Row("path too long", "", lambda folder: "x" * 10_000 + ".csv", "too long"),
    Row("unknown name", "", lambda folder: "paper/H1-A", "did you mean 'paper/H.1-A'"),
    Row("unknown family", "", lambda folder: "treshold:4", "did you mean 'threshold:4'"),
    Row("bad parameter", "", lambda folder: "threshold:-1", "must have the form threshold:M"),
    Row("vast parameter", "", lambda folder: "threshold:60", "at most"),
    Row("vaster parameter", "", lambda folder: "resonance:9999", "at most"),
    Row("vast shape", "", lambda folder: "random:99999x99999", "at most"),
    Row("no name", "", lambda folder: "", "must be a file or a name of the catalogue, not ''"),
    Row("bad option", "", lambda folder: "random:3x3:seed=x", "must have the form random"),
    Row("text without suffix", "m", b"hello", "hello"),
]
