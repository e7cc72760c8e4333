"""Faces as tables in all formats, from the command, with points, and read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arrangements import (
    Configuration,
    Inputs,
    covector_pattern,
    decide_ranking,
    export,
    interior_points,
    load,
    read_table,
    recheck,
    table_of,
    weak_ranking_pattern,
)
from arrangements.errors import BadInput
from arrangements.exact.numbers import sign
from arrangements.io.formats import READ_BACK, suffixes_of
from tests.processes import called

FORMATS = suffixes_of(READ_BACK)
LABELS = ["=a", "b>c", "-1"]


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("kind", ["covectors", "weak-rankings"])
@pytest.mark.parametrize("dimension", [None, 1])
def test_a_table_comes_back(kind: str, suffix: str, dimension: int | None, tmp_path: Path) -> None:
    c = Configuration([[1, 0], [1, 0], [0, 1]], LABELS, bias=[0, 0, 1])
    for witnesses in (False, True):
        table = table_of(
            c, kind, witnesses=witnesses, dimension=dimension, inputs=Inputs.nonnegative(2)
        )
        path = tmp_path / f"table{suffix}"
        export(table, path)
        again = read_table(path)
        assert again.body == table.body
        assert again.head() == table.head()
        assert again.points == table.points
        assert again.members() == table.members()
        export(again, tmp_path / f"again{suffix}")
        assert (tmp_path / f"again{suffix}").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("kind", ["covectors", "weak-rankings"])
def test_nothing_and_no_labels(kind: str, tmp_path: Path) -> None:
    for c in (Configuration([], dimension=2), load("paper/C.1")):
        for dimension in (None, 17):
            for suffix in FORMATS:
                table = table_of(c, kind, dimension=dimension)
                export(table, tmp_path / f"table{suffix}")
                assert read_table(tmp_path / f"table{suffix}").body == table.body


@pytest.mark.parametrize(
    ("kind", "members", "message"),
    [
        ("covectors", '["+1"]', "entry must be - or 0 or [+]"),
        ("covectors", '["+0", "+0"]', "2 different members"),
        ("weak-rankings", "[[1, 3]]", "entry must be a place"),
        ("weak-rankings", "[[2, 2]]", "places must leave out none"),
        ("weak-rankings", "[[true, 2]]", "entry must be a place"),
        ("weak-rankings", "[[1.0, 2]]", "entry must be a place"),
        ("weak-rankings", "[[1]]", "row must have 2 entries"),
    ],
)
def test_a_spoilt_table_is_refused(kind: str, members: str, message: str, tmp_path: Path) -> None:
    head = table_of(Configuration([[1], [2]]), kind).head() | {"count": len(json.loads(members))}
    path = tmp_path / "table.json"
    path.write_text(json.dumps(head)[:-1] + f', "members": {members}}}')
    with pytest.raises(BadInput, match=message):
        read_table(path)


def test_points_are_of_their_faces() -> None:
    c = Configuration([[1, 0], [0, 1], [1, 1]], bias=[0, 0, -1])
    for member, point in interior_points(c, covector_pattern(c)):
        values = [
            b + sum(u * h for u, h in zip(row, point, strict=True))
            for b, row in zip(c.bias or (), c.rows, strict=True)
        ]
        assert "".join("0+-"[sign(x)] for x in values) == member


def test_the_command_lists_faces(tmp_path: Path) -> None:
    matrix = tmp_path / "m.csv"
    matrix.write_text("a,1,0\nb,0,1\nc,1,1\n")
    done = called("patterns", str(matrix), "--kind", "covectors", "--dimension", "1", "--json")
    answer = json.loads(done.stdout)
    assert (answer["count"], answer["dimension"]) == (6, 1)
    assert answer["patterns"] == ["-0-", "-+0", "0--", "0++", "+-0", "+0+"]
    done = called(
        "patterns", str(matrix), "--kind", "weak-rankings", "--method", "lp", "--witnesses"
    )
    assert "a=b=c\t0 0" in done.stdout.splitlines()
    done = called("patterns", str(matrix), "--kind", "sign", "--dimension", "1")
    assert done.returncode != 0
    assert "--dimension must be used with --kind covectors or weak-rankings" in done.stderr
    table = tmp_path / "t.csv"
    assert not called(
        "patterns", str(matrix), "--kind", "weak-rankings", "-o", str(table)
    ).returncode
    assert (
        "rankings with ties"
        in called("compare", str(matrix), str(table), "--kind", "weak-rankings").stdout
    )


@pytest.mark.parametrize("kind", ["covectors", "weak-rankings"])
def test_whole_lists_are_certified(kind: str, tmp_path: Path) -> None:
    matrix = tmp_path / "m.csv"
    matrix.write_text("label,x,y,bias\na,1,0,0\nb,0,1,0\nc,1,1,-1\n")
    for options in ([], ["--inputs", "nonnegative"]):
        done = called("patterns", str(matrix), "--kind", kind, "--certificate", "-", *options)
        count = len(
            table_of(load(str(matrix)), kind, inputs=Inputs.nonnegative(2) if options else None)
        )
        assert f"has the answer {count} for" in recheck(done.stdout, load(str(matrix)))


def test_a_ranking_with_ties_is_decided() -> None:
    c = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"])
    assert decide_ranking(c, "a=b>c")[0]
    answer, proof = decide_ranking(c, "c>a=b", inputs=Inputs.nonnegative(2))
    assert answer
    assert "has the answer true" in proof.check()
    answer, proof = decide_ranking(c, "a=b>c", inputs=Inputs.nonnegative(2))
    assert not answer
    assert "has the answer false" in proof.check()
    with pytest.raises(BadInput, match="ranking must name each label once, not 'a' twice"):
        decide_ranking(c, "a=a>b")


@pytest.mark.parametrize("kind", ["covectors", "weak-rankings"])
def test_faces_as_graphs_and_for_people(kind: str, tmp_path: Path) -> None:
    table = table_of(Configuration([[1, 0], [0, 1], [1, 1]], LABELS), kind)
    for suffix in (".graphml", ".dot", ".md", ".tex"):
        export(table, tmp_path / f"table{suffix}")
    assert (tmp_path / "table.dot").read_text().count(" -- ") == 6 + 2 * 6
    assert len((tmp_path / "table.md").read_text().splitlines()) == 4 + 13


def test_data_frames() -> None:
    """A column for each label: signs, or places that begin with 1."""
    pytest.importorskip("pandas")
    c = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"])
    for pattern in (covector_pattern(c), weak_ranking_pattern(c)):
        frame = pattern.to_frame()
        assert list(frame.columns) == ["a", "b", "c"]
        assert frame.to_numpy().tolist() == pattern.integers().tolist()
