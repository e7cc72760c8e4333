"""Files that are no tables, or say what is not so: one line each, never a wrong pattern."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from arrangements import BadInput, RankingPattern, SignPattern, load
from arrangements.io.tables import format_of, read_table
from arrangements.io.tables.json_format import head_beside
from arrangements.listing.tables import export, table_of

C = load("paper/H.1-A")


def changed(
    tmp_path: Path, suffix: str, old: str, new: str, kind: str = "sign", **options: bool
) -> Path:
    path = tmp_path / f"t{suffix}"
    export(table_of(C, kind, **options), path)
    beside = head_beside(path)
    place = beside if beside.exists() and old in beside.read_text("utf-8") else path
    text = place.read_text("utf-8")
    assert old in text
    place.write_text(text.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.parametrize(
    ("suffix", "kind", "old", "new", "message"),
    [
        (".csv", "sign", "# {", "# [", "head of the table must be JSON"),
        (
            ".csv",
            "sign",
            '""count"": 20',
            '""count"": 22',
            "table must have 22 different members, as its head says, not 20",
        ),
        (".csv", "sign", '""kind"": ""sign""', '""kind"": ""signs""', "`kind` must be one of"),
        (".csv", "sign", 'table"": 1', 'table"": 2', "`arrangements table` must be 1, not 2"),
        (
            ".csv",
            "sign",
            "0,0,0,0,0\n",
            "",
            "table must have 20 different members, as its head says, not 19",
        ),
        (".csv", "sign", "0,0,0,0,0\n", "0,0,0,0,2\n", "entry must be 0 or 1, not '2'"),
        (".csv", "sign", "0,0,0,0,0\n", "0,0,0,0\n", "row must have 5 entries, not 4"),
        (".csv", "sign", "\n1,2,3,4,5\n", "\n1,2,3,5,4\n", "columns must be"),
        (
            ".csv",
            "ranking",
            "1,2,3,4,5\n1,2,4,3,5",
            "1,2,3,4,5\n1,2,4,3,6",
            "entry must be one of the labels, not '6'",
        ),
        (".csv", "ranking", "1,2,4,3,5", "1,2,4,3,3", "ranking must name each label once"),
        (
            ".csv",
            "ranking",
            "1,2,4,3,5",
            "1,2,3,4,5",
            "table must have 14 different members, as its head says, not 13",
        ),
        (".json", "sign", '"members"', '"member"', "members, facts and points must be lists of 20"),
        (".json", "sign", '"kind"', '"kind": 1, "kind"', "must be valid JSON"),
        (".json", "ties", '["1", "2"]', '["1"]', "row must have 2 entries, not 1"),
        (".json", "ties", '["1", "2"]', '["1", 2]', "entry must be one of the labels, not 2"),
        (
            ".jsonl",
            "sign",
            '"signs": "-----"',
            '"sign": "-----"',
            "line must be an object with the key 'signs'",
        ),
        (".jsonl", "sign", '"-----"', '"0----"', "entry must be - or [+], not '0'"),
        (".jsonl", "sign", '"-----"', "5", "row must have 5 entries, not 1"),
        (
            ".jsonl",
            "ranking",
            '"count": 14',
            '"count": -1',
            "`count` must be a natural number below 2.62, not -1",
        ),
        (".jsonl", "ranking", '"labels": ["1"', '"labels": ["2"', "`labels` must be distinct"),
        (".jsonl", "ranking", '"coordinates": null', '"coordinates": 3', "what the head says"),
    ],
)
def test_changed_text(
    suffix: str, kind: str, old: str, new: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=message):
        read_table(changed(tmp_path, suffix, old, new, kind))


def test_lines_in_another_order_or_with_other_ends_are_the_same_pattern(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    export(C, path)
    head, names, *lines = path.read_text().splitlines()
    path.write_bytes("\r\n".join([head, names, *lines[::-1]]).encode())
    assert read_table(path).pattern == table_of(C).pattern


def test_facts_belong_to_members_in_canonical_order(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    export(table_of(C, "ranking", facts=True), path)
    head, names, *lines = path.read_text().splitlines()
    path.write_text("\n".join([head, names, *lines[::-1]]))
    with pytest.raises(BadInput, match="members must be in canonical order"):
        read_table(path)


def npz(**arrays: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def test_changed_arrays(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    for kind in ("sign", "ranking", "ties"):
        export(table_of(C, kind), path)
        with np.load(path) as loaded:
            arrays = dict(loaded)
        body = "rows" if kind == "ties" else "words"
        good = arrays[body]
        for bad in (
            good[::-1],
            good[:-1],
            good.astype(np.int32),
            good[:, :0],
            good + good.dtype.type(1 << 40),
            np.zeros_like(good),
        ):
            path.write_bytes(npz(**(arrays | {body: bad})))
            if (
                kind == "ties"
                and bad.dtype == good.dtype
                and bad.shape == good.shape
                and bad.max() < C.n
            ):
                continue  # other pairs are a table, too
            with pytest.raises(
                BadInput, match=r"words must be|rows must be|table must have|ranking must|npz table"
            ):
                read_table(path)
        path.write_bytes(npz(**{key: value for key, value in arrays.items() if key != body}))
        with pytest.raises(BadInput, match="npz table must hold"):
            read_table(path)


def test_no_pickle_and_no_second_member_of_a_name(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    path.write_bytes(npz(head=np.array([{"a": 1}], object)))
    with pytest.raises(BadInput, match=r"never unpickled|must be unique"):
        read_table(path)
    export(C, path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("words.npy", b"")
    with pytest.raises(BadInput, match="must be unique"):
        read_table(path)


def test_foreign_files(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    contents = {
        "a.csv": b"1,2\n",
        "b.csv": b"",
        "a.json": b"[]",
        "b.json": b"{",
        "a.jsonl": b"",
        "a.npz": b"PK",
        "b.parquet": b"x",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    for path in sorted(tmp_path.iterdir()):
        with pytest.raises(BadInput, match=path.name):
            read_table(path)
    with pytest.raises(BadInput, match="file must exist"):
        read_table(tmp_path / "missing.csv")
    with pytest.raises(BadInput, match="to be read back, not latex"):
        read_table("a.tex")


def test_formats_have_near_names() -> None:
    assert format_of("a.CSV") == "csv"
    with pytest.raises(BadInput, match="did you mean 'parquet'"):
        format_of("a", "parqet")
    with pytest.raises(BadInput, match=r"did you mean '\.parquet'"):
        format_of("a.parq")
    with pytest.raises(BadInput, match="format must be given"):
        format_of("-")


def test_what_a_format_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with pytest.raises(BadInput, match="configuration must be given for topcom"):
        export(SignPattern.from_strings("ab", ["++", "--"]), path, "topcom")
    with pytest.raises(BadInput, match="kind must be sign for polymake, not ranking"):
        export(table_of(C, "ranking"), path, "polymake", configuration=C)
    with pytest.raises(BadInput, match="configuration must be rational or over a square root"):
        export(load("coxeter:I2(7)"), path, "polymake")
    with pytest.raises(
        BadInput, match="kind must be of regions, of faces, or ties for a graph, not argmax"
    ):
        export(table_of(C, "argmax"), path, "dot")
    with pytest.raises(
        BadInput,
        match="kind must be one of sign, ranking, covectors, weak-rankings for a pattern, not ties",
    ):
        _ = table_of(C, "ties").pattern
    with pytest.raises(BadInput, match="labels of the configuration must be"):
        table_of(RankingPattern.from_rankings("ab", ["ab"]), configuration=C)
    assert list(tmp_path.iterdir()) == []


def test_json_head_is_json(tmp_path: Path) -> None:
    export(C, tmp_path / "t.json")
    value = json.loads((tmp_path / "t.json").read_text())
    assert (value["arrangements table"], value["count"], len(value["members"])) == (1, 20, 20)
