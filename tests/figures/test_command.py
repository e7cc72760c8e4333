"""``arrangements plot`` as a user meets it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arrangements.cli import main


@pytest.fixture
def plot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that runs ``arrangements plot`` and returns the exit code and both streams."""

    def run(*arguments: object) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["arrangements", "plot", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code, *capsys.readouterr()

    return run


def test_svg_and_png(plot, tmp_path: Path) -> None:
    for suffix, magic in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        path = tmp_path / f"picture{suffix}"
        assert plot("paper/5.5-model-2", "--regions", "argmax", "-o", path) == (
            0,
            f"paper/5.5-model-2: 6 winners, drawn to {path}\n",
            "",
        )
        assert path.read_bytes().startswith(magic)
    assert [p.suffix for p in sorted(tmp_path.iterdir())] == [".png", ".svg"]


def test_affine_points(plot, tmp_path: Path) -> None:
    """Points of the plane: their rankings are sectors, their sign vectors regions of lines."""
    points = tmp_path / "points.csv"
    points.write_text("0,0\n4,0\n4,3\n0,2\n")
    code, out, _ = plot(
        points, "--affine", "--regions", "ranking", "--json", "-o", tmp_path / "a.svg"
    )
    facts = json.loads(out)
    assert (code, facts["count"], facts["kind"], facts["regions"]) == (0, 10, "regions", "ranking")
    code, out, _ = plot(points, "--affine", "--json", "-o", tmp_path / "b.svg")
    assert json.loads(out)["count"] == 7


def test_standard_output(plot) -> None:
    code, out, err = plot("paper/C.2", "--kind", "wiring", "-o", "-")
    assert (code, err) == (0, "")
    assert ElementTree.fromstring(out).tag.endswith("svg")


def test_equal_rows_can_be_merged(plot, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text("1,0\n0,1\n1,0\n")
    path = tmp_path / "a.svg"
    code, out, err = plot(rows, "--regions", "argmax", "-o", path)
    assert (code, out) == (2, "")
    assert (
        err
        == "arrangements: rows must be distinct to be ranked, not equal (labels 1 = 3); --merge makes them one\n"
    )
    assert not path.exists()
    assert plot(rows, "--regions", "argmax", "--merge", "-o", path)[0] == 0
    assert ">1=3</text>" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (
            ("random:5x5:seed=2", "-o", "a.svg"),
            2,
            "configuration must be planar to show its regions (rank at most 3), not of rank 5",
        ),
        (
            ("paper/C.2", "-o", "a.gif"),
            2,
            "output must end in one of .svg, .pdf, .png, .pgf, not 'a.gif'",
        ),
        (
            ("paper/C.2", "-o", "missing/a.svg"),
            2,
            "file must be writable, not 'missing/a.svg' (No such file or directory)",
        ),
    ],
)
def test_errors_are_one_line(
    plot, arguments, code, line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert plot(*arguments) == (code, "", f"arrangements: {line}\n")
    assert not list(tmp_path.iterdir())
