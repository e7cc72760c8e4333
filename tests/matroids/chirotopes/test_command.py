"""``arrangements chirotope`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arrangements.cli import app
from arrangements.errors import BadInput, LimitReached

CIRCLE = "4,2:\n+++\n+++\n"


def run(*arguments: str, text: str | None = None) -> str:
    done = CliRunner().invoke(app, ["chirotope", *arguments], input=text)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_formats() -> None:
    assert run("paper/H.1-A") == "----0+-+++\n"
    assert run("paper/H.1-A", "--format", "revlex") == "-----0++++\n"
    assert run("paper/H.1-A", "--format", "topcom") == "5,3:\n----0+-+++\n"
    facts = json.loads(run("paper/H.1-A", "--json"))
    assert facts.pop("seconds") >= 0
    assert facts == {
        "kind": "chirotope",
        "n": 5,
        "rank": 3,
        "labels": ["1", "2", "3", "4", "5"],
        "signs": "----0+-+++",
    }
    assert json.loads(run("paper/H.1-A", "--format", "json")).keys() == {*facts, "seconds"}


def test_what_follows(tmp_path: Path) -> None:
    assert run("-", "--signs", "--dual", text=CIRCLE) == "+-++-+\n"
    assert run("-", "--signs", "--circuits", text=CIRCLE).split() == [
        "+-+0",
        "+-0+",
        "+0-+",
        "0+-+",
    ]
    facts = json.loads(run("-", "--signs", "--cocircuits", "--json", text=CIRCLE))
    assert (facts["count"], facts["vectors"]) == (4, ["+++0", "++0-", "+0--", "0+++"])
    (tmp_path / "signs").write_text(CIRCLE)
    facts = json.loads(run(str(tmp_path / "signs"), "--signs", "--canonical", "--json"))
    assert facts["signs"] == "++++++"
    assert sorted(facts["order"]) == [0, 1, 2, 3]
    assert run("-", "--signs", "--output", str(tmp_path / "out"), text=CIRCLE) == ""
    assert (tmp_path / "out").read_text() == "++++++\n"
    assert run("-", "--signs", "--output", "-", text=CIRCLE) == "++++++\n"
    assert run("paper/H.1-A", "--as-floats") == "-----+-+++\n"


def test_degenerate() -> None:
    assert run("-", text="[[0, 0], [0, 0]]") == "+\n"
    assert run("-", "--cocircuits", text="[[0, 0], [0, 0]]") == ""
    assert run("-", "--circuits", text="[[0, 0], [0, 0]]").split() == ["+0", "0+"]
    assert run("-", "--affine", text="[[2], [1]]") == "-\n"


def test_convexity_programs_and_weak_maps(tmp_path: Path) -> None:
    points = tmp_path / "points.csv"
    points.write_text("label,x,y\na,0,0\nb,4,0\nc,0,4\nd,1,1\ne,2,2\n")
    assert run(str(points), "--affine", "--extreme") == "a,b,c\n"
    assert run(str(points), "--affine", "--hull", "b,c") == "b,c,e\n"
    assert run("-", "--mutations", text=CIRCLE).split() == ["1,2", "1,4", "2,3", "3,4"]
    assert json.loads(run("-", "--mutations", "--json", text=CIRCLE))["bases"][1] == ["1", "4"]
    assert run("matroid:efm8", "--cycle", "1,2").split()[1] == "++000---"
    assert run("matroid:non-pappus", "--cycle", "1,2") == "no cycle\n"
    smaller = tmp_path / "smaller.chirotope"
    smaller.write_text("4,2:\n0+++++\n")
    assert (
        run("-", "--weak-map", str(smaller), text=CIRCLE) == "weak map: 1 bases become dependent\n"
    )
    assert run("-", "--delete", "4", "--reorient", "3", text=CIRCLE) == "+--\n"
    assert run("-", "--contract", "1", text=CIRCLE) == "---\n"
    assert len(run("-", "--vectors", text=CIRCLE).split()) == 17


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(LimitReached, match="rank 6 on 40 elements: 3838380 signs"):
        run("random:40x6", "--memory", "1M")
    with pytest.raises(BadInput, match="memory must be a size such as 500M"):
        run("paper/H.1-A", "--memory", "0.5")
    with pytest.raises(BadInput, match="--dual must not be combined with --circuits"):
        run("paper/H.1-A", "--dual", "--circuits")
    with pytest.raises(BadInput, match="--affine must not be combined with --signs"):
        run("-", "--signs", "--affine", text=CIRCLE)
    with pytest.raises(BadInput, match="--as-floats must not be combined with --signs"):
        run("-", "--signs", "--as-floats", text=CIRCLE)
    with pytest.raises(BadInput, match="--format must be lex or json for circuits"):
        run("paper/H.1-A", "--circuits", "--format", "topcom")
    with pytest.raises(BadInput, match="axioms of a chirotope, but the three products"):
        run("-", "--signs", text="4,2:\n++++-+\n")
    with pytest.raises(BadInput, match="file must exist"):
        run(str(tmp_path / "none"), "--signs")
    with pytest.raises(BadInput, match="file must be a regular file, not a directory"):
        run(str(tmp_path), "--signs")
    with pytest.raises(BadInput, match="file must be writable"):
        run("paper/H.1-A", "--output", str(tmp_path / "none" / "signs"))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="text must be UTF-8"):
        run(str(tmp_path / "bytes"), "--signs")
