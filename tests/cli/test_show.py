"""``arrangements show`` says what was read, how, and what is special about it."""

from __future__ import annotations

import json
import sys
from math import comb, log10
from pathlib import Path

import pytest

from arrangements.cli import main


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that runs ``arrangements show`` with its arguments and returns what it prints."""

    def run(*arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["arrangements", "show", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        assert (stopped.value.code, err) == (0, "")
        return out

    return run


def test_theorem_5_5(show) -> None:
    assert show("paper/5.5-model-1").splitlines()[:2] == [
        "paper/5.5-model-1: 7 labels, dimension 2, rank 2, field Q(sqrt(2))",
        "  reading        exact, as written",
    ]


def test_readings_differ(show, tmp_path: Path) -> None:
    """Theorem H.1 read from text: the minor 1,3,5 vanishes as written only, and the command says
    so.
    """
    path = tmp_path / "A.csv"
    path.write_text("-0.8,1\n0.8,1\n0.55,-0.5\n-1,-1\n1,-1\n")
    exact = show(path, "--affine")
    assert "  reading        exact, as written\n" in exact
    assert "  zero minors    1 of 10: 1,3,5\n" in exact
    floats = show(path, "--affine", "--as-floats")
    assert "  reading        binary64, dyadic\n" in floats
    assert (
        "  floats change  minor 1,3,5: 0 (exact, as written), -1.1e-16 (binary64, dyadic)\n"
        in floats
    )
    assert "  zero minors    0 of 10\n" in floats
    facts = json.loads(show(path, "--affine", "--as-floats", "--json"))
    assert len(facts["differs_from_exact"]) == 1
    assert "no degeneracy differs" in show("paper/C.1", "--as-floats")


def test_degeneracies(show, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(
        '{"labels": ["a", "b", "c", "d", "e"], "rows": [[1, 2], [2, 4], [0, 0], [-1, -2], [1, 2]]}'
    )
    lines = show(path).splitlines()
    assert lines[0].endswith("m.json: 5 labels, dimension 2, rank 1, field Q")
    assert "  zero rows      c" in lines
    assert "  equal rows     a = e" in lines
    assert "  parallel rows  a, b, e opposite to d" in lines
    assert "  zero minors    1 of 5: c" in lines
    facts = json.loads(show(path, "--json"))
    assert facts["parallel_rows"] == [{"same": ["a", "b", "e"], "opposite": ["d"]}]
    assert facts["rows"][3] == ["-1", "-2"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('{"rows": [], "dimension": 2}', "0 labels, dimension 2, rank 0, field Q"),
        ('{"rows": [[], []], "dimension": 0}', "2 labels, dimension 0, rank 0, field Q"),
        ("[[0]]", "1 label, dimension 1, rank 0, field Q"),
        ("[[1e400]]", "1 label, dimension 1, rank 1, field Q"),
    ],
)
def test_shapes_at_the_edge(text: str, first: str, show, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    assert show(path).splitlines()[0].endswith(first)
    assert json.loads(show(path, "--json"))["n"] == int(first[0])


def test_large_is_not_printed(show) -> None:
    text = show("threshold:6")
    assert "rows           not printed (64 x 7)" in text
    assert "zero minors    not listed (621216192 minors)" in text
    assert len(text.splitlines()) < 12


def test_the_number_of_minors_is_told_by_its_size(show, tmp_path: Path) -> None:
    rows = ([str((i + 2) * (j + 3) ** (i % 9) % 101) for j in range(60)] for i in range(200))
    (tmp_path / "m.csv").write_text("".join(",".join(row) + "\n" for row in rows))
    facts = json.loads(show(str(tmp_path / "m.csv"), "--json"))
    assert f"not listed (about 10^{int(log10(comb(200, facts['rank'])))})" in show(
        str(tmp_path / "m.csv")
    )


def test_rank_changes_with_the_reading(show, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("0.1,0.3\n0.2,0.6\n0.3,0.9\n")
    text = show(path, "--as-floats")
    assert "rank: 1 (exact, as written), 2 (binary64, dyadic)" in text
    assert "parallel rows: 1, 2, 3 (exact, as written), 1, 2 (binary64, dyadic)" in text


def test_minors_beyond_the_range_of_floats(show, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("1e-300,1.1e-300\n3e300,3.3e300\n1,2\n")
    assert "minor 1,2: 0 (exact, as written), " in show(path, "--as-floats")
    path.write_text("1e300,1.1e300\n3e300,3.3e300\n1,2\n")
    assert "minor 1,2: 0 (exact, as written), -3.0e+584 (binary64, dyadic)" in show(
        path, "--as-floats"
    )
