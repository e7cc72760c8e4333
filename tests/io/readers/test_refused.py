"""Every bad input, by the API and by the command: one line, exit code 2, fast, small, and nothing
left behind.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sympy

from arrangements import BadInput, Configuration, load
from arrangements.cli import main
from tests.io.readers.refused_table import ENTRIES, TABLE, Row
from tests.processes import soon

by_row = pytest.mark.parametrize("row", TABLE, ids=[row.name for row in TABLE])


def _source(row: Row, folder: Path) -> str:
    if callable(row.content):
        return row.content(folder)
    (folder / row.file).write_bytes(row.content)
    return str(folder / row.file)


@by_row
def test_api_refuses(row: Row, tmp_path: Path) -> None:
    source = _source(row, tmp_path)
    with pytest.raises(BadInput) as caught:
        load(source)
    assert row.message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600 or len(source) > 500


@by_row
def test_command_refuses(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = _source(row, tmp_path)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    # show lists the arrays where a file has several
    monkeypatch.setattr(sys, "argv", ["arrangements", "count", source])

    def refused() -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code, *capsys.readouterr()

    code, out, err = soon(refused, 1)
    assert (code, out) == (2, "")
    assert err.startswith("arrangements: ")
    assert row.message in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("entry", ENTRIES, ids=list(ENTRIES.values()))
def test_constructor_refuses_text(entry: str) -> None:
    with pytest.raises(BadInput, match=r"row 1, column 2"):
        Configuration([[1, entry]])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[None]], "row 1, column 1"),
        ([[1j]], "row 1, column 1"),
        ([[float("nan")]], "row 1, column 1"),
        ([[float("-inf")]], "row 1, column 1"),
        ([[True]], "row 1, column 1"),
        ([[sympy.pi]], "row 1, column 1"),
        ([[sympy.Symbol("x")]], "row 1, column 1"),
        ([[sympy.zoo]], "row 1, column 1"),
        ([], "dimension must be given"),
        ([[]], "dimension must be given"),
        ([[1, 2], [3]], r"row must have 2 entries, as the first one has, not 1 \(row 2\)"),
        ([1, 2], r"row must be a list of numbers, not 1 \(row 1\)"),
        (["12"], "row must be a list"),
        ("12", "rows must be a list"),
        ({"a": [1]}, "rows must be a list"),
        ([{1, 2}], "row must be a list"),
        (7, "rows must be a list"),
        (None, "rows must be a list"),
        (sympy.Array([1, 2]), "2 dimensions, not 1"),
    ],
    ids=repr,
)
def test_constructor_refuses(rows: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Configuration(rows)


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.csv"
    path.write_text("1\n")
    path.chmod(0)
    if os.geteuid() == 0:  # root reads everything, so the refusal of the system is played

        def refuse(*_: object, **__: object) -> int:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(BadInput, match=r"file must be readable: permission denied \(.*m\.csv\)"):
        load(path)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "standard input must not be empty"),
        (b"[[1,nan]]", "JSON must be valid"),
        (b"1,2\nnan,1\n", "standard input, line 2, column 1"),
    ],
)
def test_standard_input(raw: bytes, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    with pytest.raises(BadInput, match=message):
        load("-")


def test_endless_standard_input() -> None:
    with open("/dev/zero", "rb") as zeros:
        command = [sys.executable, "-m", "arrangements", "show", "-"]
        done = subprocess.run(command, stdin=zeros, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "standard input must have at most" in done.stderr


def test_memory_stays_small(tmp_path: Path) -> None:
    """All rows of the table in one process that may not have 300 MB of address space."""
    sources = []
    for k, row in enumerate(TABLE):
        folder = tmp_path / str(k)
        folder.mkdir()
        sources.append(_source(row, folder))
    (tmp_path / "sources").write_text("\n".join(sources))
    script = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))
from arrangements import BadInput, load
for source in open(sys.argv[1]).read().split("\\n"):
    try:
        load(source)
    except BadInput:
        continue
    raise SystemExit(source)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "sources")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
