"""``arrangements audit`` as it is called: what it prints, writes and refuses."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from arrangements.cli import main

ROWS = np.array([[2.0, 0], [0, 2], [-2, -1], [0.5, 0.5]])


@pytest.fixture
def run(monkeypatch, capsys):
    def command(*arguments):
        monkeypatch.setattr(sys, "argv", ["arrangements", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return command


@pytest.fixture
def model(tmp_path):
    np.savez(tmp_path / "m.npz", weight=ROWS, bias=np.zeros(4))
    (tmp_path / "names.txt").write_text("left\nup\ndown\ninside\n")
    return str(tmp_path / "m.npz")


def names(model):
    return ("--labels", os.path.join(os.path.dirname(model), "names.txt"), "--workers", 1)


def test_lists_counts_and_answers(run, model):
    assert run("audit", model, *names(model), "--list", "impossible") == (0, "inside\n", "")
    assert (
        run("audit", model, *names(model), "--list", "possible", "--inputs", "nonnegative")[1]
        == "left\nup\n"
    )
    code, out, _ = run("audit", model, *names(model), "--json", "--all")
    found = json.loads(out)
    assert code == 0
    assert [found[key] for key in ("labels", "questions", "possible", "impossible")] == [4, 4, 3, 1]
    assert found["answers"][3] == {"label": "inside", "possible": False}
    assert "1 of 4 labels can never be first" in run("audit", model, *names(model))[1]


def test_ties_and_labels_that_must_not_win(run, tmp_path):
    """Two rows of padding, zero: neither is ever before all others, the first is chosen at 0."""
    rows = np.array([[2.0, 0], [0, 0], [0, 2], [-2, -1], [0, 0]])
    np.savez(tmp_path / "m.npz", weight=rows)
    (tmp_path / "names.txt").write_text("left\npad\nup\ndown\npad, too\n")
    (tmp_path / "pads.txt").write_text("pad\npad, too\n")
    layer = (tmp_path / "m.npz", *names(str(tmp_path / "m.npz")))
    assert run("audit", *layer, "--list", "impossible")[1] == "pad\npad, too\n"
    ties = ("--ties", "first")
    assert run("audit", *layer, *ties, "--list", "impossible")[1] == "pad\npad, too\n"
    np.savez(tmp_path / "m.npz", weight=rows[[1, 0, 2, 3, 4]])
    (tmp_path / "names.txt").write_text("pad\nleft\nup\ndown\npad, too\n")
    assert run("audit", *layer, *ties, "--list", "impossible")[1] == "pad, too\n"
    proof = tmp_path / "pads.npz"
    for chosen in (tmp_path / "pads.txt", 'pad,"pad, too"'):
        for more, possible in (((), 0), (ties, 1)):
            asked = ("--must-not-win", chosen, *more, "--certificate", proof)
            found = json.loads(run("audit", *layer, *asked, "--json")[1])
            assert found["ties"] == ("first" if more else "strict")
            told = [{"label": "pad", "possible": False}, {"label": "pad, too", "possible": False}]
            if possible:
                told[0] = {"label": "pad", "possible": True, "input": ["0", "0"]}
            assert (found["possible"], found["must_not_win"]) == (possible, told)
            said = f"accepted: {possible} of 2 questions have the answer yes"
            assert said in run("recheck", proof, tmp_path / "m.npz")[1]
    out = run("audit", *layer, *ties, "--must-not-win", "pad,up")[1]
    assert "2 of 2 labels that must not win can be chosen, ties broken by order" in out
    assert "can win    pad  up" in out
    (tmp_path / "q.txt").write_text("chosen pad\nargmax pad\nchosen pad, too\n")
    out = run("audit", *layer, "--questions", tmp_path / "q.txt")[1]
    assert [line.split("\t")[:2] for line in out.splitlines()] == [
        ["yes", "chosen pad"],
        ["no", "argmax pad"],
        ["no", 'chosen "pad, too"'],
    ]


def test_questions_from_a_file(run, model, tmp_path):
    (tmp_path / "q.txt").write_text(
        "# four\ninside\ntop up>inside\ntop-set left,up\nlabels left,up\nsigns ++++\nranking inside>down\n#4\n"
    )
    code, out, err = run("audit", model, *names(model), "--questions", tmp_path / "q.txt")
    assert (code, [line.split("\t")[0] for line in out.splitlines()]) == (
        0,
        ["no", "yes", "yes", "no", "no", "yes", "no"],
    )
    assert "3 of 7 are possible" in err
    (tmp_path / "sets.csv").write_text("left,up,down,inside\n1,1,0,1\n0,0,1,0\n1,1,1,1\n")
    out = run("audit", model, *names(model), "--questions", tmp_path / "sets.csv")[1]
    assert [line.split("\t")[:2] for line in out.splitlines()] == [
        ["yes", "signs ++-+"],
        ["yes", "signs --+-"],
        ["no", "signs ++++"],
    ]
    (tmp_path / "q.txt").write_text("top upp>left\n")
    code, _, err = run("audit", model, *names(model), "--questions", tmp_path / "q.txt")
    assert (code, "not 'upp' (nearest: up)" in err) == (2, True)


def test_certificates_are_written_and_rechecked(run, model, tmp_path):
    proof, one = tmp_path / "proof.npz", tmp_path / "one.json"
    assert (
        run("audit", model, *names(model), "--inputs", "h >= -0.2785", "--certificate", proof)[0]
        == 0
    )
    code, out, _ = run("recheck", proof, model)
    assert (code, out.startswith("accepted: 3 of 4 labels can be strictly first")) == (0, True)
    np.savez(model, weight=ROWS * 3, bias=np.zeros(4))
    assert run("recheck", proof, model)[0] == 1
    assert run("recheck", proof)[0] == 2
    assert run("audit", model, *names(model), "--only", "inside", "--certificate", one)[0] == 0
    assert run("recheck", one)[1].startswith(
        'accepted: {"kind": "top", "labels": ["inside"]} has the answer false'
    )


def test_a_store_is_used_and_belongs_to_its_layer(run, model, tmp_path):
    store = tmp_path / "kept.db"
    first = run("audit", model, *names(model), "--store", store, "--list", "impossible")
    assert run("audit", model, *names(model), "--store", store, "--list", "impossible") == first
    code, _, err = run("audit", model, *names(model), "--store", store, "--inputs", "simplex")
    assert (code, "same weights and inputs" in err) == (2, True)


def test_workers_agree(model):
    """In a process of its own, as spawned workers import its main module."""
    command = [
        sys.executable,
        "-m",
        "arrangements",
        "audit",
        model,
        "--workers",
        "2",
        "--list",
        "impossible",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("4\n", "")


def test_show_proposes_the_output_layer(run, model):
    out = run("show", model)[1]
    assert "2 tensors" in out
    assert f"arrangements audit {model} --weights weight --bias bias" in out
    found = json.loads(run("show", model, "--json")[1])
    assert found["proposed"] == {"weights": "weight", "bias": "bias"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--weights", "weigth"], "not 'weigth' (nearest: weight)"),
        (["--bias", "weight"], "bias must have 4 entries"),
        (["--inputs", "box:2:1", "--list", "impossible"], ""),
        (["--questions", "q", "--only", "1"], "not from both"),
        (["--certificate", "x.txt"], "must be a file that ends in .npz or .json"),
        (["--only", "5"], "not '5'"),
        (["--ties", "last"], "ties must be one of strict, first, not 'last'"),
        (["--ties", "first", "--report", "r"], "ties must be strict with --report"),
        (["--ties", "first", "--threshold", "0.5"], "must go without --threshold and --min-p"),
        (["--must-not-win", "1,5"], "not '5'"),
        (["--must-not-win", "1,#1"], "named once each, not twice"),
        (["--must-not-win", "1", "--only", "2"], "must go without --questions and --only"),
        (["--report", "/proc/none"], "report folder must be writable"),
        (["--cluster", "tcp://127.0.0.1:9"], "cluster must answer"),
        (
            ["short.npz"],
            "bias must have 4 entries, one for each row of weights 'weight' of 4 x 2, not 3",
        ),
        (["nan.npz"], "entries must be finite, not NaN at (1, 2) and 1 more such"),
    ],
)
def test_refused_before_any_work(run, model, options, words, monkeypatch):
    monkeypatch.setattr("arrangements.running.executors._CONNECT", 0.5)
    monkeypatch.chdir(os.path.dirname(model))
    np.savez("short.npz", weight=ROWS, bias=np.zeros(3))
    np.savez("nan.npz", weight=[[1, np.nan], [np.inf, 0]])
    code, out, err = run("audit", *([] if options[0].endswith(".npz") else [model]), *options)
    assert (code, out, words in err, err.count("\n")) == (2, "", True, 1), err


def test_inputs_without_a_point(run, tmp_path):
    (tmp_path / "m.csv").write_text("1\n2\n0\n")
    (tmp_path / "none.json").write_text('{"equations": [[2, -1], [0, 1]]}')
    code, out, err = run(
        "audit", tmp_path / "m.csv", "--inputs", tmp_path / "none.json", "--workers", 1
    )
    assert (code, out) == (2, "")
    assert "inputs must have a point, not be empty" in err


def test_a_report_in_a_folder_whose_name_has_a_colon(run, model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("audit", model, *names(model), "--report", "s3:report")
    assert (code, err) == (0, "")
    assert (tmp_path / "s3:report" / "audit.parquet").read_bytes().startswith(b"PAR1")


def test_what_is_settled_when_the_time_is_over(capsys):
    from arrangements.cli.audit import Request

    settled = [("top a", True), ("top b", False), ("top c", True)]
    remark = Request(model="m.npz", as_json=True, store="kept.db").partial(settled)
    assert (
        remark
        == "partial: 3 were settled by then, 2 of them possible, 1 not; the hard ones are kept in kept.db"
    )
    assert json.loads(capsys.readouterr().out) == {
        "model": "m.npz",
        "partial": True,
        "settled": 3,
        "possible": 2,
        "impossible": 1,
    }
    assert Request(model="m.npz").partial([]) is None
    assert capsys.readouterr().out == ""
