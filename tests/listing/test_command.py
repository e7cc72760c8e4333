"""``arrangements patterns`` as a user meets it."""

from __future__ import annotations

import json

import pytest

from arrangements.cli import main


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["arrangements", "patterns", *arguments])
    try:
        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
    else:
        code = 0
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["braid:3"], ["---", "--+", "-++", "+--", "++-", "+++"]),
        (["braid:3", "--limit", "2"], ["---", "--+"]),
        (["braid:3", "--limit", "0"], ["6"]),
        (["braid:3", "--method", "lp"], ["---", "--+", "-++", "+--", "++-", "+++"]),
        (["braid:3", "--witnesses", "--limit", "1"], ["---\t-1 0 1"]),
        (["paper/H.1-A", "--kind", "argmax"], ["1", "2", "4", "5"]),
        (["paper/C.2", "--kind", "ties"], ["0,1", "0,4", "1,2", "2,3", "3,4"]),
        (["paper/C.2", "--kind", "top-k", "--k", "1"], ["0", "1", "2", "3", "4"]),
        (["paper/C.2", "--kind", "top-k-orders", "--k", "2", "--limit", "1"], ["0>1"]),
    ],
)
def test_text(monkeypatch, capsys, arguments: list[str], lines: list[str]) -> None:
    code, out, err = run(monkeypatch, capsys, *arguments)
    assert (code, out.splitlines(), err) == (0, lines, "")


def test_json(monkeypatch, capsys) -> None:
    code, out, _ = run(
        monkeypatch, capsys, "paper/H.1-A", "--kind", "ranking", "--json", "--limit", "1"
    )
    answer = json.loads(out)
    assert code == 0
    assert answer.pop("seconds") >= 0
    assert answer == {
        "kind": "ranking",
        "labels": ["1", "2", "3", "4", "5"],
        "method": "auto",
        "count": 14,
        "patterns": ["1>2>3>4>5"],
        "empty_because": None,
    }


def test_json_comes_in_pieces_and_is_one_object(monkeypatch, capsys) -> None:
    for arguments in (
        "threshold:5",
        "paper/H.1-A --kind ranking --witnesses",
        "braid:1",
        "braid:1 --kind argmax",
    ):
        _, out, _ = run(monkeypatch, capsys, *arguments.split(), "--json")
        answer = json.loads(out)
        assert out == json.dumps(answer) + "\n"
        assert (
            len(answer["patterns"])
            == len(answer.get("witnesses", answer["patterns"]))
            == answer["count"]
        )


def test_degenerate_input_is_named(monkeypatch, capsys, tmp_path) -> None:
    file = tmp_path / "rows.json"
    file.write_text('{"rows": [[1, 0], [0, 0], [1, 0]], "labels": ["a", "b", "c"]}')
    assert run(monkeypatch, capsys, str(file)) == (
        0,
        "",
        "arrangements: no sign vector is strict, because these rows are zero: b\n",
    )
    code, out, err = run(monkeypatch, capsys, str(file), "--kind", "ranking")
    assert (code, out, err) == (
        0,
        "",
        "arrangements: no ranking is strict, because these rows are equal (--merge makes them one): a = c\n",
    )
    assert run(monkeypatch, capsys, str(file), "--kind", "top-k", "--k", "2") == (0, "a,c\n", "")
    assert run(monkeypatch, capsys, str(file), "--kind", "ranking", "--merge") == (
        0,
        "a=c>b\nb>a=c\n",
        "",
    )
    file.write_text("[[1], [1]]")
    code, out, err = run(monkeypatch, capsys, str(file), "--kind", "argmax")
    assert (code, out) == (0, "")
    assert (
        err
        == "arrangements: no label is strictly ahead, because these rows are equal (--merge makes them one): 1 = 2\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["braid:3", "--kind", "top-k"],
            2,
            "--k must be given with --kind top-k or top-k-orders, and only then, not left out",
        ),
        (
            ["braid:3", "--k", "2"],
            2,
            "--k must be given with --kind top-k or top-k-orders, and only then, not be 2",
        ),
        (
            ["braid:3", "--kind", "top-k", "--k", "4"],
            2,
            "k must be between 0 and 3, the number of labels, not 4",
        ),
        (
            ["braid:3", "--kind", "ties", "--witnesses"],
            2,
            "--witnesses must be used with --kind sign, ranking, covectors or weak",
        ),
        (["random:60x40:seed=1"], 3, "sign pattern must fit in"),  # 2^40 of the first 40 rows alone
        pytest.param(  # counted for 10 s, as it might fit
            ["random:60x9:seed=1"], 3, "sign pattern must fit in", marks=pytest.mark.slow
        ),
        (["braid:6", "--memory", "1K"], 3, "sign pattern must fit in 1,024 bytes"),
    ],
)
def test_refusals(monkeypatch, capsys, arguments: list[str], code: int, message: str) -> None:
    found, out, err = run(monkeypatch, capsys, *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("kind", "message"),
    [("sign", "sign pattern must fit in"), ("ranking", "ranking pattern must fit in")],
)
def test_what_will_not_fit_is_refused_before_the_work(
    monkeypatch, capsys, tmp_path, kind: str, message: str
) -> None:
    path = tmp_path / "many.csv"
    path.write_text("".join(f"{k},{k * k % 10007 + 1}\n" for k in range(1, 20_001)))
    code, out, err = run(monkeypatch, capsys, str(path), "--kind", kind, "--memory", "100M")
    assert (code, out) == (3, "")
    assert err.startswith(f"arrangements: {message} 104,857,600 bytes")


def test_few_lines_fit_however_many_rows(monkeypatch, capsys, tmp_path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("1,0\n0,1\n" * 2000)
    code, out, _ = run(monkeypatch, capsys, str(path), "--limit", "0", "--memory", "2M")
    assert (code, out) == (0, "4\n")


def test_labels_that_never_come_first(monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, "paper/5.5-model-2", "--kind", "never-argmax")[:2] == (0, "3\n")
    assert run(monkeypatch, capsys, "paper/5.5-model-1", "--kind", "never-argmax")[:2] == (0, "")
    out = run(monkeypatch, capsys, "paper/H.1-A", "--kind", "never-argmax", "--format", "csv")[1]
    assert out.splitlines()[1:] == ["label", "3"]
