"""``arrangements decide --questions``: a file of questions of every kind, against the questions
asked one by one.
"""

import json
import random
import sys

import pytest

from arrangements import (
    decide_argmax,
    decide_ranking,
    decide_signs,
    decide_tie,
    decide_top,
    decide_top_set,
    load,
)
from arrangements.cli import main

SINGLE = {
    "signs": decide_signs,
    "ranking": decide_ranking,
    "argmax": decide_argmax,
    "tie": decide_tie,
    "top": decide_top,
    "top-set": decide_top_set,
}


@pytest.fixture
def run(monkeypatch, capsys):
    def command(*arguments):
        monkeypatch.setattr(sys, "argv", ["arrangements", "decide", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return command


def asked(labels, draw):
    for _ in range(40):
        some = draw.sample(labels, draw.randint(1, len(labels)))
        kind = draw.choice(sorted(SINGLE))
        if kind == "signs":
            yield kind, "".join(draw.choice("+-0?") for _ in labels)
        elif kind == "ranking":
            yield kind, "".join(label + draw.choice(">=") for label in some)[:-1]
        else:
            yield (
                kind,
                {
                    "argmax": some[0],
                    "tie": ",".join(draw.sample(labels, 2)),
                    "top": ">".join(some),
                    "top-set": ",".join(some),
                }[kind],
            )


@pytest.mark.parametrize(
    "source", ["paper/H.1-A", "paper/5.5-model-1", "threshold:2", "random:6x3"]
)
def test_every_kind_as_one_by_one(run, source, tmp_path):
    c = load(source)
    questions = list(asked(list(c.labels), random.Random(5)))
    (tmp_path / "q.txt").write_text(
        "# all kinds\n" + "\n".join(f"{kind} {text}" for kind, text in questions)
    )
    code, out, err = run(source, "--questions", tmp_path / "q.txt", "--workers", 1)
    expected = ["yes" if SINGLE[kind](c, text) else "no" for kind, text in questions]
    assert (code, err, [line.split("\t")[0] for line in out.splitlines()]) == (0, "", expected)
    assert {"yes", "no"} == set(expected)
    found = json.loads(run(source, "--questions", tmp_path / "q.txt", "--workers", 1, "--json")[1])
    assert [item["answer"] for item in found["settled"]] == [answer == "yes" for answer in expected]
    assert found["possible"] + found["impossible"] == found["questions"] == 40


def test_a_store_goes_on(run, tmp_path):
    (tmp_path / "q.txt").write_text("signs +++++\ntie 1,2\nranking 1=2>3\n")
    first = run(
        "paper/H.1-A",
        "--questions",
        tmp_path / "q.txt",
        "--workers",
        1,
        "--store",
        tmp_path / "kept.db",
    )
    assert (
        run(
            "paper/H.1-A",
            "--questions",
            tmp_path / "q.txt",
            "--workers",
            1,
            "--store",
            tmp_path / "kept.db",
        )
        == first
    )
    code, _, err = run(
        "threshold:2", "--questions", tmp_path / "q.txt", "--store", tmp_path / "kept.db"
    )
    assert (code, err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("line", "options", "words"),
    [
        ("tie 1", [], "tie must have two labels, not 1 (q.txt, line 2)"),
        ("ranking 1=9>2", [], "not '9'"),
        ("ranking 1=2>1", [], "each label once"),
        ("signs ++", [], "signs must be 5 of the characters + - 0 ?, not '++'"),
        ("argmax 1", ["--argmax", "1"], "exactly one of"),
        ("argmax 1", ["--certificate", "x.json"], "--certificate must be about one question"),
    ],
)
def test_refused_before_any_answer(run, line, options, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text(f"argmax 1\n{line}\n")
    code, out, err = run("paper/H.1-A", "--questions", "q.txt", *options)
    assert (code, out, words in err, err.count("\n")) == (2, "", True, 1), err
    assert run("paper/H.1-A", "--argmax", "1", "--workers", 2)[0] == 2


def test_inputs_that_contradict_themselves(run, tmp_path):
    """Equations without a common point: nothing is possible, by every method; an audit has nothing to
    say.
    """
    (tmp_path / "m.csv").write_text("1\n2\n0\n")
    (tmp_path / "none.json").write_text('{"equations": [[2, -1], [0, 1]]}')
    (tmp_path / "q.txt").write_text("argmax 1\nsigns +??\n")
    inputs = ("--inputs", tmp_path / "none.json")
    assert run(tmp_path / "m.csv", "--questions", tmp_path / "q.txt", *inputs, "--workers", 1)[
        :2
    ] == (0, "no\targmax 1\nno\tsigns +??\n")
    assert run(tmp_path / "m.csv", "--argmax", "1", *inputs)[1].startswith(
        "no: argmax 1 is impossible"
    )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("q.csv", '1,2,"\n1,0,1\n', "CSV must be valid: unexpected end of data"),
        ("q.csv", '1,2,3\n""0,1,1\n', "CSV must be valid: ',' expected after"),
        (
            "q.txt",
            f"argmax #{'9' * 5000}\n",
            "argmax must name labels of the configuration, not '#999",
        ),
    ],
)
def test_files_of_questions_that_are_refused(run, name, text, message, tmp_path):
    (tmp_path / "m.csv").write_text("1\n2\n0\n")
    (tmp_path / name).write_text(text)
    code, out, err = run(tmp_path / "m.csv", "--questions", tmp_path / name, "--workers", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize("command", ["decide", "audit"])
def test_best_places(run, tmp_path, monkeypatch, capsys, command):
    """Of the labels of a file, by the word that asks everywhere; in a file of their own."""

    def ask(*arguments):
        given = ["arrangements", command, *map(str, arguments), "--workers", "1"]
        monkeypatch.setattr(sys, "argv", given)
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    model = tmp_path / "layer.csv"
    model.write_text("label,x,y,bias\ncat,2,0,0\ndog,0,2,0\nfox,-2,-1,0\nemu,0.5,0.5,-1\n")
    asked, table = tmp_path / "asked.txt", tmp_path / "asked.csv"
    asked.write_text("best-rank fox\n# a remark\nbest-rank #4\nbest-rank fox\n")
    table.write_text("id,best-rank\n1,fox\n2,emu\n3,fox\n")
    for file in (asked, table):
        code, out, _ = ask(model, "--inputs", "nonnegative", "--questions", file)
        assert (code, out) == (0, "3\tbest-rank fox\n2\tbest-rank emu\n3\tbest-rank fox\n")
    out = ask(model, "--inputs", "nonnegative", "--questions", asked, "--ties", "first")[1]
    assert out.startswith("3\tbest-rank fox\n2\tbest-rank emu\n")
    for text, words in (
        ("best-rank fox\nargmax cat\n", "in a file of their own"),
        ("cat\nbest-rank owl\n", "in a file of their own"),
        (
            "best-rank foxx\n",
            "best-rank must name labels of the configuration, not 'foxx' (nearest: fox",
        ),
        ("best-rank zebra\n", "not 'zebra' ("),
    ):
        asked.write_text(text)
        code, _, err = ask(model, "--questions", asked)
        assert code == 2
        assert words in err
