"""``arrangements compare``, and comparisons in Python."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from arrangements import BadInput, load
from arrangements.cli import main
from arrangements.io.formats import READ_BACK, suffixes_of
from arrangements.io.tables.comparison import compare
from arrangements.listing.tables import export, table_of

A, B = "paper/H.1-A", "paper/H.1-B"
MODELS = ("paper/5.5-model-1", "paper/5.5-model-2")


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["arrangements", "compare", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_text(monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, A, B) == (
        0,
        f"equal sign vectors: 20 in both, 0 only in {A}, 0 only in {B}\n",
        "",
    )
    code, out, _ = run(monkeypatch, capsys, A, B, "--kind", "ranking")
    assert code == 1
    assert out.splitlines() == [
        f"different rankings: 12 in both, 2 only in {A}, 2 only in {B}",
        f"  only {A}: 4>1>3>2>5",
        f"  only {A}: 5>2>3>1>4",
        f"  only {B}: 1>4>3>5>2",
        f"  only {B}: 2>5>3>4>1",
    ]
    assert (
        run(monkeypatch, capsys, A, B, "--kind", "ranking", "--limit", "1")[1].splitlines()[2]
        == f"  only {A}: ... (2 in all)"
    )
    assert run(monkeypatch, capsys, *MODELS, "--kind", "argmax", "--quiet") == (1, "", "")


def test_tables_and_configurations_mix(monkeypatch, capsys, tmp_path: Path) -> None:
    for suffix in suffixes_of(READ_BACK):
        path = str(tmp_path / f"a{suffix}")
        export(table_of(load(A), "top-k-orders", 4), path)
        assert run(monkeypatch, capsys, path, A)[0] == 0
        assert run(monkeypatch, capsys, B, path)[0] == 1
        assert run(monkeypatch, capsys, path, path)[0] == 0
        assert (
            "--kind must be top-k-orders" in run(monkeypatch, capsys, path, A, "--kind", "sign")[2]
        )


def test_json(monkeypatch, capsys) -> None:
    answer = json.loads(run(monkeypatch, capsys, *MODELS, "--kind", "ranking", "--json")[1])
    assert (answer["count_a"], answer["count_b"], answer["both"], answer["equal"]) == (
        16,
        28,
        8,
        False,
    )
    assert (len(answer["only_a"]), len(answer["only_b"])) == (8, 20)


def test_table(monkeypatch, capsys, tmp_path: Path) -> None:
    out = run(monkeypatch, capsys, *MODELS, "--kind", "argmax", "--format", "csv")[1]
    assert out.splitlines()[:3] == ["in,label", f"{MODELS[0]},3", "both,1"]
    for suffix in ("csv", "md", "tex"):
        run(monkeypatch, capsys, A, B, "--kind", "ranking", "-o", str(tmp_path / f"t.{suffix}"))
    rows = list(csv.reader((tmp_path / "t.csv").read_text().splitlines()))
    assert [row[0] for row in rows] == ["in", A, A, B, B, *["both"] * 12]
    assert (tmp_path / "t.md").read_text().count("\n") == 18


def test_picture(monkeypatch, capsys, tmp_path: Path) -> None:
    code, out, _ = run(
        monkeypatch, capsys, *MODELS, "--kind", "argmax", "-o", str(tmp_path / "p.svg")
    )
    assert (code, out.splitlines()[-1]) == (1, f"  only {MODELS[0]}: 3")
    assert (tmp_path / "p.svg").read_text().startswith("<?xml")
    assert (
        "of rank 3" in run(monkeypatch, capsys, A, "paper/H.1-B", "-o", str(tmp_path / "q.svg"))[2]
    )


def test_labels_in_another_order() -> None:
    c = load(A)
    turned = c.restricted_to([4, 3, 2, 1, 0])
    for kind, k in (
        ("sign", None),
        ("ranking", None),
        ("top-k", 2),
        ("top-k-orders", 2),
        ("ties", None),
    ):
        assert compare(table_of(c, kind, k), table_of(turned, kind, k)).equal
    with pytest.raises(BadInput, match="labels of both must be the same"):
        compare(table_of(c), table_of(c.restricted_to([0, 1])))
    with pytest.raises(BadInput, match="tables must be of one kind, not sign and ranking"):
        compare(table_of(c), table_of(c, "ranking"))
    with pytest.raises(BadInput, match=r"not top-k \(k = 1\) and top-k \(k = 2\)"):
        compare(table_of(c, "top-k", 1), table_of(c, "top-k", 2))


def test_up_to_softmax(monkeypatch, capsys, tmp_path: Path) -> None:
    """Rows in another order, translated and multiplied by (1, 1; 0, 2); then one entry changed;
    then offsets.
    """
    files = {
        "a": "label,x,y\na,0,0\nb,1,0\nc,0,1\nd,2,3\n",
        "b": "label,x,y\nd,7,15\nc,5,9\nb,6,8\na,5,7\n",
        "c": "label,x,y\nd,7,15\nc,5,9\nb,6,9\na,5,7\n",
        "d": "label,x,bias\na,0,1\nb,1,2\nc,3,4\nd,2,2\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.csv").write_text(text)

    def asked(other: str) -> tuple[int, str, str]:
        return run(
            monkeypatch,
            capsys,
            str(tmp_path / "a.csv"),
            str(tmp_path / f"{other}.csv"),
            "--up-to",
            "softmax",
        )

    code, out, _ = asked("b")
    assert (code, out[:19]) == (0, "equal up to softmax")
    code, out, _ = asked("c")
    assert (code, out[:23]) == (1, "different up to softmax")
    assert "projectors differ, first at" in out
    code, _, err = asked("d")
    assert (code, "without offsets" in err) == (2, True)
    assert run(monkeypatch, capsys, A, B, "--up-to", "softmax", "--kind", "sign")[0] == 2


def test_the_heads_of_rankings_are_those_of_patterns(monkeypatch, capsys) -> None:
    out = run(monkeypatch, capsys, A, B, "--kind", "ranking", "--format", "latex")[1]
    assert "in & 1st & 2nd & 3rd & 4th & 5th \\\\" in out
    out = run(monkeypatch, capsys, A, B, "--format", "latex")[1]
    assert "in & 1 & 2 & 3 & 4 & 5 \\\\" in out
