"""Attacks on the checker of audits by name: files that would be read in two ways, and rows at the
edge of float64.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import every_label
from arrangements.loading.inputs import load_inputs

ROWS = np.array([[0.0, 1.0], [0.0, -1.0], [0.0, 0.0]])  # the third label can never be first


def written(
    path: Path,
    rows: np.ndarray = ROWS,
    inputs: Inputs | None = None,
    questions: list[str] | None = None,
) -> str:
    """The certificate of the audit of the rows."""
    labels = [f"label {i}" for i in range(len(rows))]
    domain = Domain(inputs or Inputs(rows.shape[1] - 1))
    asked = every_label(len(labels)) if questions is None else parsed(questions, labels)
    audit_certificate.save(
        str(path), rows, domain, list(answered(DyadicMatrix(rows), domain, asked)), {}
    )
    return str(path)


def parts_of(path: str) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path: str, parts: list[tuple[str, bytes]], **options: Any) -> str:
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, content in parts:
            with archive.open(name, "w", force_zip64=True) as file:
                file.write(content)
    return path


def as_array(value: np.ndarray | bytes) -> bytes:
    out = io.BytesIO()
    np.save(out, np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value)
    return out.getvalue()


def test_an_honest_certificate_packed_again_is_accepted(tmp_path: Path) -> None:
    """So that what the attacks below change is what they are refused for."""
    path = written(tmp_path / "audit.npz")
    before = checker.check(path, ROWS)
    assert before.startswith("2 of 3 labels can be strictly first, 1 never (3 x 1, all inputs")
    assert checker.check(packed(path, list(parts_of(path).items())), ROWS) == before


ONE, TWO = '{"point":["0x1","0x1"]}', '{"point":["0x1","-0x1"]}'
THREE = '{"comparisons":[[0,"0x1"],[1,"0x1"]],"inputs":[]}'


def singly(path: str, rest: str, holder: list[int]) -> str:
    """All answers one by one, as in this text."""
    parts = parts_of(path)
    parts["points.npy"] = as_array(np.zeros((0, 2), np.int32))
    parts["holder.npy"] = as_array(np.array(holder))
    parts["rest.npy"] = as_array(rest.encode())
    return packed(path, list(parts.items()))


def test_one_by_one_is_accepted(tmp_path: Path) -> None:
    path = singly(
        written(tmp_path / "audit.npz"), f'{{"0":{ONE},"1":{TWO},"2":{THREE}}}', [-1, -1, -1]
    )
    assert checker.check(path, ROWS).startswith("2 of 3")


@pytest.mark.parametrize(
    ("rest", "holder"),
    [
        (f'{{"0":{ONE},"0":{ONE},"1":{TWO},"2":{THREE}}}', [-1] * 3),
        (f'{{"0":{ONE},"00":{ONE},"1":{TWO},"2":{THREE}}}', [-1] * 3),
        (f'{{"0":{ONE},"\\u0660":{ONE},"1":{TWO},"2":{THREE}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"1 ":{TWO},"2":{THREE}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO}}}', [-1] * 3),
        (f'{{"1":{TWO},"0":{ONE},"2":{THREE}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE},"3":{ONE}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE}}}', [-1, -1, -2]),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE}}}', [-1, -1, -1, -1]),
        (f'{{"0": {ONE},"1":{TWO},"2":{THREE}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE}}} ', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE}}}{{}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE.replace(",[1", ",[0")}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE.replace("[[0", "[[false")}}}', [-1] * 3),
        (f'{{"0":{ONE},"1":{TWO},"2":{THREE.replace("[[0", "[[0.0")}}}', [-1] * 3),
        (
            f'{{"0":{ONE},"1":{TWO},"2":{{"inputs":[],"comparisons":[[0,"0x1"],[1,"0x1"]]}}}}',
            [-1] * 3,
        ),
        *(
            (f'{{"0":{ONE.replace("0x1", spelled, 1)},"1":{TWO},"2":{THREE}}}', [-1] * 3)
            for spelled in (
                "1",
                "0x01",
                "0X1",
                "+0x1",
                " 0x1",
                "0x1 ",
                "0x0_1",
                "0x\\u0661",
                "-0x0",
                "0x1" + "\\n",
            )
        ),
    ],
)
def test_questions_counted_otherwise(rest: str, holder: list[int], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"must|Extra data"):
        checker.check(singly(written(tmp_path / "audit.npz"), rest, holder), ROWS)


def test_deep_nesting_is_unreadable(tmp_path: Path) -> None:
    """In the part that is read whole, and in the one that is read item by item."""
    deep = b"[" * 10**5
    for name, content in (("about.npy", deep), ("rest.npy", b'{"0":' + deep + b"}")):
        parts = parts_of(singly(written(tmp_path / "audit.npz"), "{}", [-1] * 3))
        parts[name] = as_array(content)
        with pytest.raises(ValueError, match="JSON must not be nested so deeply"):
            checker.check(packed(str(tmp_path / "deep.npz"), list(parts.items())), ROWS)


def test_the_false_certificate_that_counted_a_label_twice(tmp_path: Path) -> None:
    """It passed as "3 of 3 labels can be strictly first", with the refutation of the third in the
    file.
    """
    path = written(tmp_path / "audit.npz")
    for key in ("0", "00", "\\u0660"):
        parts = parts_of(path)
        parts["points.npy"] = as_array(np.array([[1, -1]], np.int32))
        parts["holder.npy"] = as_array(np.array([-1, 0, -1]))
        parts["rest.npy"] = as_array(f'{{"0":{ONE},"{key}":{ONE},"2":{THREE}}}'.encode())
        with pytest.raises(ValueError, match="must"):
            checker.check(packed(str(tmp_path / "false.npz"), list(parts.items())), ROWS)


@pytest.mark.parametrize("points", [[[1, 1], [1, 1], [1, -1]], [[1, 1]], [[1, -1], [1, 1]]])
def test_points_that_do_not_fit_their_questions(points: list[list[int]], tmp_path: Path) -> None:
    path = written(tmp_path / "audit.npz")
    parts = parts_of(path)
    parts["points.npy"] = as_array(np.array(points, np.int32))
    with pytest.raises((ValueError, checker.Refused), match="must"):
        checker.check(packed(path, list(parts.items())), ROWS)


def _twice(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return [*parts, parts[-1]]


def _first_twice(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return [("rest.npy", as_array(b"{}")), *parts]


def _without(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return parts[:-1]


def _more(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return [*parts, ("more.npy", as_array(b"{}"))]


def _turned(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return parts[::-1]


def _longer(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return [(name, content + b"\0") for name, content in parts]


def _big_endian(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return [
        (name, as_array(np.array([0, 1, -1], ">i8")) if name == "holder.npy" else content)
        for name, content in parts
    ]


def _in_columns(parts: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    points = np.asfortranarray(np.array([[1, 1], [1, -1]], np.int32))
    return [
        (name, as_array(points) if name == "points.npy" else content) for name, content in parts
    ]


def _head(old: bytes, new: bytes) -> Callable[[list[tuple[str, bytes]]], list[tuple[str, bytes]]]:
    return lambda parts: [(name, content.replace(old, new, 1)) for name, content in parts]


@pytest.mark.parametrize(
    "change",
    [
        _twice,
        _first_twice,
        _without,
        _more,
        _turned,
        _longer,
        _big_endian,
        _in_columns,
        _head(b"(3,)", b"(2,)"),
        _head(b"(3,)", b"(9,)"),
        _head(b"(3,)", b"(-3,)"),
        _head(b"(2, 2)", b"(1, 4)"),
        _head(b"False", b"True "),
        _head(b"False", b"((((("),
        _head(b"'descr'", b"'\\xff\\xe"),
        _head(b"NUMPY\1\0", b"NUMPY\2\0"),
        _head(b"\x93NUMPY", b"PK\3\4\0\0"),
        _head(b"(2, 2)", b"(9999999999999, 99999999999999999)"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_archives_with_other_parts(
    change: Callable[[list[tuple[str, bytes]]], list[tuple[str, bytes]]], tmp_path: Path
) -> None:
    path = written(tmp_path / "audit.npz")
    with pytest.raises(ValueError, match="must"):
        checker.check(packed(path, change(list(parts_of(path).items()))), ROWS)


def test_compressed_parts_are_not_read(tmp_path: Path) -> None:
    """Four megabytes may be four gigabytes."""
    path = written(tmp_path / "audit.npz")
    with pytest.raises(ValueError, match="neither compressed nor encrypted"):
        checker.check(
            packed(path, list(parts_of(path).items()), compression=zipfile.ZIP_DEFLATED), ROWS
        )


def test_bytes_around_the_parts(tmp_path: Path) -> None:
    path = tmp_path / "audit.npz"
    whole = Path(written(path)).read_bytes()
    places = [whole.index(b"PK\3\4", 1), whole.index(b"PK\1\2"), len(whole)]
    for place in (0, *places):
        path.write_bytes(whole[:place] + b"more" + whole[place:])
        with pytest.raises(ValueError, match="must"):
            checker.check(str(path), ROWS)
    for place in places[:-1]:
        path.write_bytes(whole[:place])
        with pytest.raises(ValueError, match="must"):
            checker.check(str(path), ROWS)
    path.write_bytes(whole[:-2] + b"\4\0more")  # a remark
    with pytest.raises(ValueError, match="nothing must follow"):
        checker.check(str(path), ROWS)


def test_checksums_and_the_encrypted_flag(tmp_path: Path) -> None:
    path = tmp_path / "audit.npz"
    whole = Path(written(path)).read_bytes()
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = whole.index(mark) + offset
        path.write_bytes(whole[:at] + struct.pack("<H", 1) + whole[at + 2 :])
        with pytest.raises(ValueError, match="encrypted"):
            checker.check(str(path), ROWS)
    for content in parts_of(written(path)).values():
        at = whole.index(content) + len(content) - 1
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ValueError, match="checksum"):
            checker.check(str(path), ROWS)
    assert zlib.crc32(content) == struct.unpack("<L", whole[whole.rindex(b"PK\1\2") + 16 :][:4])[0]


@pytest.mark.parametrize(
    "change",
    [
        {"version": True},
        {"version": 1.0},
        {"version": 2},
        {"format": "another"},
        {"inputs": {"equations": [], "inequalities": []}},
        {"inputs": {"inequalities": [["0x1"]], "equations": []}},
        {"inputs": {"inequalities": [["1", "1"]], "equations": []}},
        {"inputs": {"inequalities": [[1, 1]], "equations": []}},
        {"inputs": {"inequalities": {}, "equations": []}},
        {"inputs": {"inequalities": [["0x1", 1, "0x1"]], "equations": []}},
        {"inputs": {"inequalities": [["0x1", -1, "0x1"]], "equations": []}},
        {"inputs": {"inequalities": [["0x1", True, "0x1"]], "equations": []}},
        {"inputs": {"inequalities": [["0x1", 0, 1]], "equations": []}},
        {"inputs": {"inequalities": [["0x1", 0]], "equations": []}},
        {"inputs": []},
        {"questions": "last"},
        {"questions": ["top", [0]]},
        {"questions": [["top"], ["top", [1]], ["top", [2]]]},
        {"questions": [["top", [0]], ["top", [1]], ["top", [3]]]},
        {"questions": [["top", [0]], ["top", [-3]], ["top", [2]]]},
        {"questions": [["top", []], ["top", [1]], ["top", [2]]]},
        {"questions": [["top", [False]], ["top", [1]], ["top", [2]]]},
        {"questions": [["top", [0, 0]], ["top", [1]], ["top", [2]]]},
        {"questions": [["best", [0]], ["top", [1]], ["top", [2]]]},
        {"questions": [[["top"], [0]], ["top", [1]], ["top", [2]]]},
        {"questions": [["tie", [0]], ["top", [1]], ["top", [2]]]},
        {"questions": [["signs", [1]], ["top", [1]], ["top", [2]]]},
        {"questions": [["weak ranking", [0, -1]], ["top", [1]], ["top", [2]]]},
        {"questions": [["weak ranking", [0, -1, -1, 1]], ["top", [1]], ["top", [2]]]},
        {"questions": [["weak ranking", [0, 0]], ["top", [1]], ["top", [2]]]},
        {"questions": [["top", [0]], ["top", [1]]]},
        {"questions": []},
        {"more": 1},
    ],
)
def test_other_heads(change: dict[str, Any], tmp_path: Path) -> None:
    path = written(tmp_path / "audit.npz")
    parts = parts_of(path)
    about = json.loads(parts["about.npy"][parts["about.npy"].index(b"\n") + 1 :])
    parts["about.npy"] = as_array(json.dumps({**about, **change}, separators=(",", ":")).encode())
    with pytest.raises(ValueError, match="must"):
        checker.check(packed(path, list(parts.items())), ROWS)


def test_deep_json(tmp_path: Path) -> None:
    path = written(tmp_path / "audit.npz")
    for text in ("[" * 100_000, "[" * 100_000 + "]" * 100_000, "9" * 10_000, '"\xff"', ""):
        parts = {
            **parts_of(written(tmp_path / "audit.npz")),
            "rest.npy": as_array(text.encode("latin-1")),
        }
        with pytest.raises(ValueError, match=r"must|Exceeds|can't decode|Expecting"):
            checker.check(packed(path, list(parts.items())), ROWS)


def test_rows_of_integers_are_never_rounded(tmp_path: Path) -> None:
    """As float64 the first two rows are equal, and neither is ever first; as they are the first one
    is.
    """
    floats = np.array([[0.0, 2.0**53], [0.0, 2.0**53], [0.0, -1.0]])
    path = written(tmp_path / "audit.npz", floats)
    assert checker.check(path, floats).startswith("1 of 3")
    assert checker.check(path, floats.astype(np.int64)).startswith("1 of 3")
    for kind in (np.int64, np.uint64):
        rows = np.array([[0, 2**53 + 1], [0, 2**53], [0, 1]], kind)
        with pytest.raises(ValueError, match="at most 2\\^53"):
            checker.check(path, rows)


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((3, 0)),
        np.zeros((0, 2)),
        np.zeros(3),
        np.array([["a"]]),
        np.array([[np.nan, 1]]),
        np.array([[True]]),
    ],
)
def test_rows_that_are_none(rows: np.ndarray, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="rows must be"):
        checker.check(written(tmp_path / "audit.npz"), rows)


def test_coefficients_beyond_int64(tmp_path: Path) -> None:
    """Two equal rows leave no points: the coefficient met an array of int64."""
    for rows in (np.array([[0.0, 1], [0, 1]]), np.array([[0.0, 1], [0, 2]])):
        path = written(tmp_path / "audit.npz", rows, load_inputs("h >= -1e30", 1))
        assert checker.check(path, rows).endswith(
            f"1 inequalities and 0 equations, weights {checker.fingerprint(rows)[:16]})"
        )


@pytest.mark.parametrize("largest", [1.7e308, -1.7e308, 2.0**1023, 2.0**-1072])
def test_rows_at_the_ends_of_float64(largest: float, tmp_path: Path) -> None:
    """Where sums of entries overflow. The audit refuses such rows; the certificate is that of a
    multiple.
    """
    rows = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 1.0], [0.5, 0.25]])
    path = written(tmp_path / "audit.npz", rows)
    said, parts = checker.check(path, rows), parts_of(path)
    rows = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 1.0], [0.5, 0.25]]) * largest
    head = parts["about.npy"][parts["about.npy"].index(b"\n") + 1 :]
    about = {**json.loads(head), "weights": checker.fingerprint(rows)}
    parts["about.npy"] = as_array(json.dumps(about, separators=(",", ":")).encode())
    with np.errstate(over="raise", invalid="raise"):
        if largest > 0:
            assert (
                checker.check(packed(path, list(parts.items())), rows).partition(" (")[0]
                == said.partition(" (")[0]
            )
        else:
            with pytest.raises(checker.Refused, match="must make it first"):
                checker.check(packed(path, list(parts.items())), rows)


def test_rows_of_width_zero_of_a_layer(tmp_path: Path) -> None:
    """Offsets alone: one input, the empty vector."""
    rows = np.array([[1.0], [2.0], [2.0], [0.0]])
    assert checker.check(written(tmp_path / "audit.npz", rows), rows).startswith("0 of 4")
    assert checker.check(written(tmp_path / "audit.npz", rows[:2]), rows[:2]).startswith("1 of 2")


def test_all_kinds_of_questions_one_by_one(tmp_path: Path) -> None:
    """Points so long that they are put into every comparison one by one, and weights, of each kind
    of question.
    """
    rows = np.array([[0.0, 1, 1], [0, 1, np.nextafter(1.0, 2)], [1e9, 0, 0], [0, 0.5, 0.5]])
    asked = [
        "top #2",
        "top #2>#1",
        "top-set #1,#2",
        "ranking #2>#1>#4",
        "ranking #1=#2>#4",
        "tie #1,#2",
        "signs +++?",
        "signs 0???",
    ]
    path = written(tmp_path / "audit.npz", rows, Inputs.nonnegative(2), asked)
    yes = sum(
        isinstance(o, IntegerWitness)
        for _, o in answered(
            DyadicMatrix(rows), Domain(Inputs.nonnegative(2)), parsed(asked, "abcd")
        )
    )
    assert checker.check(path, rows).startswith(
        f"{yes} of {len(asked)} questions have the answer yes"
    )


def test_standalone_reads_no_other_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "audit.npz")
    np.save(tmp_path / "rows.npy", ROWS)
    whole = (tmp_path / "rows.npy").read_bytes()
    assert checker.main([path, str(tmp_path / "rows.npy")]) == 0
    for old, new in (
        (whole, b""),
        (whole[-1:], b""),
        (b"False", b"((((("),
        (b"(3, 2)", b"(3, 9)"),
        (b"'<f8'", b"'|O' "),
    ):
        (tmp_path / "rows.npy").write_bytes(whole.replace(old, new))
        assert checker.main([path, str(tmp_path / "rows.npy")]) == 2
    assert checker.main([path, path]) == 2
    assert checker.main([path]) == 2
    assert capsys.readouterr().err.count("unreadable: ") == 7
