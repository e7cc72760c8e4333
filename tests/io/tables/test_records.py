"""Chirotopes, circuits and counts as tables."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas
import pytest

from arrangements import BadInput, Configuration, load, table_of
from arrangements.cli import main
from arrangements.io.formats import RECORDS, format_of
from arrangements.io.tables.comparison import compare, sheet
from arrangements.io.tables.lines import write
from arrangements.io.tables.records import basis_records, whitney_records
from arrangements.io.tables.sheet import Sheet
from arrangements.matroids.chirotopes import chirotope
from tests.published import published

CHI = chirotope(load("paper/H.1-A"))


def formatted(records: Sheet, form: str) -> bytes:
    out = io.BytesIO()
    write(records, form, out)
    return out.getvalue()


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["arrangements", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code in (0, None)


def test_chirotope(monkeypatch, capsys, tmp_path: Path) -> None:
    frames = []
    for suffix in ("csv", "parquet"):
        run(monkeypatch, "chirotope", "paper/H.1-A", "--output", str(tmp_path / f"c.{suffix}"))
        frames.append(
            pandas.read_csv(tmp_path / "c.csv", skiprows=1)
            if suffix == "csv"
            else pandas.read_parquet(tmp_path / "c.parquet")
        )
    for frame in frames:
        assert ["-0+"[sign + 1] for sign in frame["sign"]] == list(CHI.text())
        assert [str(x) for x in frame.iloc[5][["label_1", "label_2", "label_3"]]] == ["1", "4", "5"]
    run(monkeypatch, "chirotope", "paper/H.1-A", "--dual", "--output", str(tmp_path / "d.csv"))
    assert (
        list(pandas.read_csv(tmp_path / "d.csv", skiprows=1)["sign"]) == CHI.dual().signs.tolist()
    )


def test_circuits(monkeypatch, tmp_path: Path) -> None:
    run(monkeypatch, "chirotope", "paper/H.1-A", "--circuits", "--output", str(tmp_path / "c.csv"))
    frame = pandas.read_csv(tmp_path / "c.csv", skiprows=1)
    assert frame.to_numpy().tolist() == [
        ["-0+".index(sign) - 1 for sign in vector] for vector in CHI.circuits()
    ]


def test_counts(monkeypatch, capsys, tmp_path: Path) -> None:
    run(monkeypatch, "count", "threshold:6", "--output", str(tmp_path / "t.jsonl"))
    lines = list(map(json.loads, (tmp_path / "t.jsonl").read_text().splitlines()))
    head = json.loads((tmp_path / "t.jsonl.head.json").read_text())
    assert (
        head["count"] == sum(line["whitney"] for line in lines) == published("topes")["threshold:6"]
    )
    run(monkeypatch, "count", "threshold:8", "--output", str(tmp_path / "t.parquet"))
    assert (
        pandas.read_parquet(tmp_path / "t.parquet")["whitney"].sum()
        == published("topes")["threshold:8"]
    )


@pytest.mark.parametrize("form", RECORDS)
def test_every_format_and_numbers_of_any_size(form: str) -> None:
    facts = {"kind": "sign", "count": 2, "whitney": [1, 2**70], "polynomial": [-(2**70), 1]}
    data = formatted(whitney_records(facts), form)
    assert form == "parquet" or str(2**70).encode() in data
    assert formatted(basis_records(CHI), form) == formatted(basis_records(CHI), form)


@pytest.mark.parametrize("form", RECORDS)
def test_comparisons_in_every_format_and_a_label_like_a_column(form: str) -> None:
    rows = [[1, 0], [0, 1], [1, 1]]
    one, other = (
        table_of(Configuration([*rows[:2], last], ["in", "b", "c"])) for last in (rows[2], [1, -1])
    )
    data = formatted(sheet(compare(one, other), ("one", "other")), form)
    if form == "csv":
        frame = pandas.read_csv(io.BytesIO(data))
        assert list(frame) == ["in_", "in", "b", "c"]
        assert (len(frame), set(frame["in_"])) == (8, {"one", "other", "both"})
    assert data


def test_other_formats() -> None:
    with pytest.raises(
        BadInput, match=r"suffix of the output must be one of \.csv, .*, not '\.gv'"
    ):
        format_of("counts.gv", among=RECORDS)
