"""Layers on the command line: the tour of the book, and what is refused."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from arrangements.cli import main

LAYER = "label,x,y,bias\ncat,2,0,0\ndog,0,2,0\nfox,-2,-1,0\nemu,0.5,0.5,-1\n"


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, *arguments: str, text: str = ""
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["arrangements", *arguments])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    try:
        main()
        code: object = 0
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    return int(code or 0), out, err  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["patterns", "-", "--kind", "argmax"], ["cat", "dog", "fox"]),
        (["patterns", "-", "--kind", "argmax", "--inputs", "nonnegative"], ["cat", "dog"]),
        (["patterns", "-", "--kind", "argmax", "--inputs", "h >= -0.2785"], ["cat", "dog", "fox"]),
        (
            ["patterns", "-", "--kind", "ranking", "--inputs", "simplex", "--limit", "1"],
            ["cat>dog>emu>fox"],
        ),
        (["patterns", "-", "--kind", "ranking", "--inputs", "simplex", "--limit", "0"], ["2"]),
        (
            ["decide", "-", "--argmax", "fox", "--inputs", "nonnegative"],
            ["no: argmax fox is impossible", "  refutation   (s_fox - s_cat) + 4 h_1 + h_2 = 0"],
        ),
        (
            ["decide", "-", "--argmax", "cat", "--inputs", "simplex"],
            ["yes: argmax cat is possible", "  witness      h = (1, 0)"],
        ),
    ],
)
def test_answers(monkeypatch, capsys, arguments: list[str], lines: list[str]) -> None:
    code, out, err = run(monkeypatch, capsys, *arguments, text=LAYER)
    assert (code, out.splitlines(), err) == (0, lines, "")


def test_a_bias_that_is_a_coordinate_changes_the_answer(monkeypatch, capsys) -> None:
    code, out, _ = run(
        monkeypatch, capsys, "patterns", "-", "--kind", "argmax", text=LAYER.replace("bias", "z")
    )
    assert (code, out.split()) == (0, ["cat", "dog", "fox", "emu"])


def test_show_says_what_is_an_offset(monkeypatch, capsys) -> None:
    _, out, _ = run(monkeypatch, capsys, "show", "-", text=LAYER)
    assert "offsets from the column 'bias'" in out
    assert "  offsets        0, 0, 0, -1" in out
    assert "dimension 2" in out


def test_a_certificate_of_a_layer_is_accepted(monkeypatch, capsys, tmp_path: Path) -> None:
    for arguments in (["decide", "-", "--argmax", "emu"], ["patterns", "-", "--kind", "ranking"]):
        path = str(tmp_path / "proof.json")
        assert (
            run(
                monkeypatch,
                capsys,
                *arguments,
                "--inputs",
                "nonnegative",
                "--certificate",
                path,
                text=LAYER,
            )[0]
            == 0
        )
        assert (
            json.loads(Path(path).read_text(encoding="utf-8"))["problems"][0]["inputs"] is not None
        )
        code, out, _ = run(monkeypatch, capsys, "recheck", path)
        assert (code, out[:9]) == (0, "accepted:")


def test_counts_and_comparisons(monkeypatch, capsys, tmp_path: Path) -> None:
    _, out, _ = run(monkeypatch, capsys, "count", "-", "--kind", "ranking", "--json", text=LAYER)
    counted = json.loads(out)
    assert (counted["count"], counted["bounded"], counted["whitney"]) == (18, 6, [1, 6, 11])
    _, out, _ = run(monkeypatch, capsys, "count", "-", "--inputs", "box:-1:1", "--json", text=LAYER)
    counted = json.loads(out)
    assert (counted["count"], counted["bounded"], counted["whitney"]) == (6, None, [])
    source, table = tmp_path / "layer.csv", str(tmp_path / "signs.csv")
    source.write_text(LAYER, encoding="utf-8")
    assert (
        run(monkeypatch, capsys, "patterns", str(source), "--inputs", "nonnegative", "-o", table)[0]
        == 0
    )
    assert (
        run(monkeypatch, capsys, "compare", str(source), str(source), "--inputs", "simplex")[0] == 0
    )
    code, out, _ = run(monkeypatch, capsys, "compare", str(source), table)
    assert (code, "only in" in out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["patterns", "-", "--inputs", "positive"],
            "inputs must be one of everything, nonnegative, simplex",
        ),
        (["patterns", "-", "--inputs", "box:a:b"], "box:a:b"),
        (["patterns", "-", "--bias", "nowhere"], "bias must be given once"),
        (["chirotope", "-"], "chirotope needs rows without offsets"),
        (["cosines", "-"], "cosines need rows without offsets"),
        (
            ["patterns", "-", "--format", "polymake"],
            "polymake's format needs rows without offsets",
        ),
        (
            ["patterns", "-", "--format", "topcom"],
            "chirotope needs rows without offsets",
        ),
        (["plot", "-", "-o", "x.svg", "--kind", "wiring"], "needs rows without offsets"),
    ],
)
def test_refusals_are_one_line(monkeypatch, capsys, arguments: list[str], message: str) -> None:
    code, out, err = run(monkeypatch, capsys, *arguments, text=LAYER)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_no_input_is_named(monkeypatch, capsys) -> None:
    code, out, err = run(monkeypatch, capsys, "patterns", "-", "--inputs", "box:1:-1", text=LAYER)
    assert (code, out) == (0, "")
    assert err == "arrangements: no sign vector is strict, because there is no input\n"
