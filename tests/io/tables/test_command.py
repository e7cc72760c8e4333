"""``arrangements patterns`` with tables, as a user meets it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from arrangements import load, ranking_pattern, read_table
from arrangements.cli import main
from arrangements.io.formats import FORMATS, READ_BACK, REGION_ROWS, suffixes_of

H1 = "paper/H.1-A"


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["arrangements", "patterns", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


@pytest.mark.parametrize("suffix", suffixes_of(form for form in FORMATS if form not in REGION_ROWS))
def test_the_suffix_picks_the_format(suffix: str, monkeypatch, capsys, tmp_path: Path) -> None:
    path = tmp_path / f"t{suffix}"
    assert run(monkeypatch, capsys, H1, "--kind", "ranking", "--output", str(path)) == (0, "", "")
    if suffix in suffixes_of(READ_BACK):
        assert read_table(path).pattern == ranking_pattern(load(H1))
    assert (
        run(
            monkeypatch,
            capsys,
            H1,
            "--kind",
            "ranking",
            "--method",
            "lp",
            "--output",
            str(tmp_path / f"u{suffix}"),
        )[0]
        == 0
    )
    # the caption of LaTeX names the method
    other = (tmp_path / f"u{suffix}").read_bytes()
    assert path.read_bytes() == other.replace(b"method lp", b"method chirotope")
    assert (b"method lp" in other) == (suffix == ".tex")


def test_provenance_is_beside_the_table(monkeypatch, capsys, tmp_path: Path) -> None:
    table, beside = tmp_path / "t.csv", tmp_path / "how.json"
    run(monkeypatch, capsys, H1, "--method", "lp", "-o", str(table), "--provenance", str(beside))
    facts = json.loads(beside.read_text())
    assert (facts["method"], facts["count"], facts["sha256"]) == (
        "lp",
        20,
        hashlib.sha256(table.read_bytes()).hexdigest(),
    )


def test_pyarrow_is_optional(monkeypatch, capsys, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    code, _, err = run(monkeypatch, capsys, H1, "-o", str(tmp_path / "t.parquet"))
    assert (code, err) == (
        2,
        "arrangements: pyarrow must be installed for Parquet: pip install 'exact-arrangements[tables]'\n",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "t.xlsx"], "suffix of the output must be one of"),
        (["--format", "cvs"], "did you mean 'csv'?"),
        (["-o", "t.csv", "--limit", "3"], "--limit must not be used with a table"),
        (["-o", "t.csv", "--json"], "--json must not be used with a table"),
        (["--facts"], "--facts must be used with a table"),
        (
            ["--format", "csv", "--facts", "--kind", "ties"],
            "--facts must be used with --kind sign or ranking, not ties",
        ),
        (
            ["--format", "csv", "--provenance", "p.json"],
            "--provenance must be used with --output FILE",
        ),
        (
            ["--format", "topcom", "--kind", "ranking"],
            "--kind must be sign for topcom, not ranking",
        ),
        (
            ["--format", "dot", "--kind", "argmax"],
            "--kind must be of regions, of faces, or ties for a graph, not argmax",
        ),
        (["-o", "/nowhere/t.csv"], "file must be writable"),
    ],
)
def test_refusals(arguments: list[str], message: str, monkeypatch, capsys, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(monkeypatch, capsys, H1, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert list(tmp_path.iterdir()) == []
