"""Inputs that are unusual and right: extremes of every format, and what exactly is read from
them.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import safetensors.numpy

from arrangements import BadInput, Configuration, load
from arrangements.io.readers import arrays, text
from arrangements.io.readers.entry_table import Table
from arrangements.running.sources import Source


def _npy(array: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def _npz(**arrays: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


_LONG = "3" * 400
_TEXT, _FLOATS = "exact, as written", "binary64, dyadic"
_TENSORS = safetensors.numpy.save(
    {"w": np.array([[0.1, -2]], dtype=np.float32), "b": np.array([1, 2])}
)
_BFLOAT = safetensors.numpy.save({"w": np.array([[0.1, -2.0, 3e38]], dtype=ml_dtypes.bfloat16)})

# name, file, content, rows, labels (None: 1 to n), reading
ACCEPTED = [
    ("minus zero", "m.json", b"[[-0.0]]", [[0]], None, _TEXT),
    ("smallest subnormal as text", "m.json", b"[[5e-324]]", [[F(5, 10**324)]], None, _TEXT),
    ("1e400", "m.json", b"[[1e400]]", [[10**400]], None, _TEXT),
    ("10^400 in digits", "m.csv", b"1" + b"0" * 400, [[10**400]], None, _TEXT),
    (
        "400-digit fraction",
        "m.json",
        f'[["{_LONG}1/{_LONG}"]]'.encode(),
        [[F(int(_LONG + "1"), int(_LONG))]],
        None,
        _TEXT,
    ),
    ("10,000 digits", "m.json", b"[[" + b"7" * 10_000 + b"]]", None, None, _TEXT),
    (
        "uint64 above 2^63",
        "m.npy",
        _npy(np.array([[2**64 - 1]], dtype=np.uint64)),
        [[2**64 - 1]],
        None,
        "uint64, exact",
    ),
    (
        "decimals as written",
        "m.json",
        b'[[-0.8, "-0.8", "-4/5", 8e-1]]',
        [[F(-4, 5), F(-4, 5), F(-4, 5), F(4, 5)]],
        None,
        _TEXT,
    ),
    ("one row", "m.csv", b"1,2,3", [[1, 2, 3]], None, _TEXT),
    ("one label", "m.csv", b"cat,1", [[1]], ["cat"], _TEXT),
    ("one column", "m.csv", b"1\n-2\n", [[1], [-2]], None, _TEXT),
    ("zero rows in it", "m.json", b"[[0,0],[0,0]]", [[0, 0], [0, 0]], None, _TEXT),
    ("rank deficient", "m.json", b"[[1,2],[2,4]]", [[1, 2], [2, 4]], None, _TEXT),
    ("no rows, dimension stated", "m.json", b'{"rows":[],"dimension":3}', [], None, _TEXT),
    (
        "no columns, dimension stated",
        "m.json",
        b'{"rows":[[],[]],"dimension":0}',
        [[], []],
        None,
        _TEXT,
    ),
    (
        "labels in JSON",
        "m.json",
        '{"labels":["é","=1+1"],"rows":[[1],[2]]}'.encode(),
        [[1], [2]],
        ["é", "=1+1"],
        _TEXT,
    ),
    (
        "numbers as labels",
        "m.json",
        b'{"labels":[0,1],"rows":[[1],[2]]}',
        [[1], [2]],
        ["0", "1"],
        _TEXT,
    ),
    (
        "right-to-left mark",
        "m.json",
        b'{"labels":["a\\u200f"],"rows":[[1]]}',
        [[1]],
        ["a\u200f"],
        _TEXT,
    ),
    (
        "toml",
        "m.toml",
        b'rows = [[1, -0.5], ["1/3", 0x10]]\nlabels = ["a", "b"]',
        [[1, F(-1, 2)], [F(1, 3), 16]],
        ["a", "b"],
        _TEXT,
    ),
    ("toml without suffix", "m", b"# ours\n\n title = 'one'\r\nrows = [[1]]", [[1]], None, _TEXT),
    ("csv header", "m.csv", b"x,y\n1,2\n", [[1, 2]], None, _TEXT),
    ("csv header and labels", "m.csv", b"label,x\r\n7,1\r\n8,2\r\n", [[1], [2]], ["7", "8"], _TEXT),
    ("csv unnamed labels", "m.csv", b",x\na,1\nb,2\n", [[1], [2]], ["a", "b"], _TEXT),
    (
        "csv labels under a word",
        "m.csv",
        b"animal,x\ncat,1\ndog,2\n",
        [[1], [2]],
        ["cat", "dog"],
        _TEXT,
    ),
    ("csv labels, no header", "m.csv", b"cat, 1\ndog, 2\n", [[1], [2]], ["cat", "dog"], _TEXT),
    ("csv quoted", "m.csv", b'"a, b","1/2"\n', [[F(1, 2)]], ["a, b"], _TEXT),
    (
        "csv expressions",
        "m.csv",
        b'"root(x^2-x-1, 1, 2)^2 - root(x^2-x-1, 1, 2)",cos(pi/3)\n',
        [[1, F(1, 2)]],
        None,
        _TEXT,
    ),
    ("csv blank lines at the end", "m.csv", b"1\n\n\n", [[1]], None, _TEXT),
    ("tsv", "m.tsv", b"label\tx\na\t1\n", [[1]], ["a"], _TEXT),
    ("tsv without suffix", "m", b"1\t2\n", [[1, 2]], None, _TEXT),
    ("csv without suffix", "m", b"1,2\n", [[1, 2]], None, _TEXT),
    ("json without suffix", "m.txt", b" [[1]]", [[1]], None, _TEXT),
    ("npy without suffix", "m", _npy(np.array([[1]])), [[1]], None, "int64, exact"),
    ("npy float64", "m.npy", _npy(np.array([[0.1]])), [[F(0.1)]], None, "float64, dyadic"),
    (
        "npy float16",
        "m.npy",
        _npy(np.array([[0.1]], dtype=np.float16)),
        [[F(819, 8192)]],
        None,
        "float16, dyadic",
    ),
    (
        "npy smallest float",
        "m.npy",
        _npy(np.array([[5e-324]])),
        [[F(1, 2**1074)]],
        None,
        "float64, dyadic",
    ),
    (
        "npy big-endian",
        "m.npy",
        _npy(np.array([[1, -2]], dtype=">i4")),
        [[1, -2]],
        None,
        "int32, exact",
    ),
    (
        "npy column-major",
        "m.npy",
        _npy(np.asfortranarray([[1, 2, 3], [4, 5, 6]])),
        [[1, 2, 3], [4, 5, 6]],
        None,
        "int64, exact",
    ),
    ("npy int8", "m.npy", _npy(np.array([[-128]], dtype=np.int8)), [[-128]], None, "int8, exact"),
    ("npy no rows", "m.npy", _npy(np.zeros((0, 3))), [], None, "float64, dyadic"),
    ("npz of one array", "m.npz", _npz(a=np.array([[1]])), [[1]], None, "int64, exact"),
    (
        "safetensors bfloat16",
        "m.safetensors",
        _BFLOAT,
        [[F(205, 2048), -2, F(float(ml_dtypes.bfloat16(3e38)))]],
        None,
        "bfloat16, dyadic",
    ),
]


@pytest.mark.parametrize(
    ("name", "file", "content", "rows", "labels", "reading"),
    ACCEPTED,
    ids=[row[0] for row in ACCEPTED],
)
def test_accepted(
    name: str,
    file: str,
    content: bytes,
    rows: list[list[F]] | None,
    labels: list[str] | None,
    reading: str,
    tmp_path: Path,
) -> None:
    (tmp_path / file).write_bytes(content)
    found = load(tmp_path / file)
    if rows is not None:
        assert [list(row) for row in found.rows] == rows
    assert list(found.labels) == (labels or [str(i + 1) for i in range(found.n)])
    assert found.reading.partition(", labels from ")[0] == reading
    assert all(type(x) is F for row in found.rows for x in row)
    # It survives its own text form, and the text form has the content hash of the original.
    again = Configuration.from_json(json.loads(json.dumps(found.to_json())))
    assert (again, again.content_hash) == (found, found.content_hash)
    # The whole file through standard input reads the same, whatever the format.
    assert _from_stdin(content) == found


def _from_stdin(content: bytes) -> Configuration:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(content))
    try:
        return load("-")
    finally:
        sys.stdin = before


def test_a_named_array(tmp_path: Path) -> None:
    (tmp_path / "m.npz").write_bytes(_npz(a=np.array([[1]]), b=np.array([[2]])))
    (tmp_path / "m.safetensors").write_bytes(_TENSORS)
    assert load(f"{tmp_path}/m.npz:b").rows == ((2,),)
    assert load(f"{tmp_path}/m.safetensors:w").rows == ((F(float(np.float32(0.1))), F(-2)),)
    with pytest.raises(BadInput, match=r"array name must be one of 'a', 'b', not 'c'"):
        load(f"{tmp_path}/m.npz:c")
    with pytest.raises(BadInput, match=r"array must have 2 dimensions, not 1 \(.*tensor 'b'\)"):
        load(f"{tmp_path}/m.safetensors:b")


DTYPES = [
    f"{kind}{bits}"
    for kind in ("int", "uint", "float")
    for bits in (8, 16, 32, 64)
    if (kind, bits) != ("float", 8)
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_element_types_agree_with_numpy(dtype: str, tmp_path: Path) -> None:
    array = np.array([[0, 1, 2], [3, 100, 127]]).astype(dtype) / np.array(
        4 if "float" in dtype else 1, dtype
    )
    array = array.astype(dtype)
    np.save(tmp_path / "m.npy", array)
    safetensors.numpy.save_file({"m": array}, tmp_path / "m.safetensors")
    expected = Configuration(array)
    assert load(tmp_path / "m.npy") == load(tmp_path / "m.safetensors") == expected


def test_as_floats_rounds_text_once_and_leaves_binary_files_alone(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("0.1,1/3\nsqrt(2),1e-400\n")
    found = load(tmp_path / "m.csv", as_floats=True)
    assert found.rows == ((F(0.1), F(1 / 3)), (F(2**0.5), F(0)))
    assert found.reading == _FLOATS
    np.save(tmp_path / "m.npy", np.array([[0.1]], dtype=np.float32))
    assert load(tmp_path / "m.npy", as_floats=True) == load(tmp_path / "m.npy")
    (tmp_path / "big.csv").write_text("1,1e400\n")
    with pytest.raises(BadInput, match=r"range of binary64 .*big\.csv, row 1, column 2"):
        load(tmp_path / "big.csv", as_floats=True)


def test_theorem_h1_from_csv_text(tmp_path: Path) -> None:
    """The minor of rows 1, 3, 5 is 0 as written and is not 0 in binary floats."""
    from arrangements.exact.linear import determinant

    (tmp_path / "A.csv").write_text("-0.8,1\n0.8,1\n0.55,-0.5\n-1,-1\n1,-1\n")
    exact = load(tmp_path / "A.csv", affine=True)
    assert exact == load("paper/H.1-A")
    floats = load(tmp_path / "A.csv", affine=True, as_floats=True)
    assert determinant([exact.rows[i] for i in (0, 2, 4)]) == 0
    value = determinant([floats.rows[i] for i in (0, 2, 4)])
    assert value != 0
    assert abs(value) < 1e-15
    assert (exact.reading, floats.reading) == (_TEXT, _FLOATS)


def test_a_name_goes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("braid:3").write_text("7\n")
    assert load("braid:3").n == 3
    assert load("./braid:3").rows == load(Path("braid:3")).rows == ((7,),)


def test_damaged_files_are_read_or_refused() -> None:
    """Every truncation and many damaged bytes of small good files: a table or BadInput, never
    another exception.
    """
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        archive.writestr("a.npy", _npy(np.array([[1, 2]])))
    good: list[tuple[Callable[[Source], Table], bytes]] = [
        (text.read_json, b'{"rows": [["1/2", -0.5e1]], "labels": ["a"]}'),
        (text.read_toml, b'rows = [[1.5, "2"]]\nlabels = ["a"]'),
        (lambda source: text.read_csv(source, ","), b'label,x\n"a",1\nb,2\n'),
        (arrays.read_npy, _npy(np.array([[1, 2]]))),
        (arrays.read_npz, stored.getvalue()),
        (arrays.read_safetensors, _BFLOAT),
    ]
    refused = 0
    for read, content in good:
        damaged = [content[:k] for k in range(len(content))]
        damaged += [
            content[:k] + bytes([content[k] ^ flip]) + content[k + 1 :]
            for k in range(len(content))
            for flip in (1, 16, 0x80)
        ]
        for variant in damaged:
            try:
                read(Source("m", io.BytesIO(variant), len(variant)))
            except BadInput:
                refused += 1
    assert refused > 1000
