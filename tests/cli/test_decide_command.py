"""``arrangements decide`` and ``arrangements recheck`` as a user meets them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from arrangements.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that runs the command and returns its exit code, output and errors."""

    def command(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arrangements", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return command


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("paper/5.5-model-1", ["--argmax", "3"], True),
        ("paper/5.5-model-2", ["--argmax", "3"], False),
        ("paper/H.1-A", ["--ranking", "4>1>3>2>5"], True),
        ("paper/H.1-B", ["--ranking", "4>1>3>2>5"], False),
        ("paper/H.1-B", ["--ranking", "4>1>3"], True),
        ("paper/H.1-B", ["--signs", "--+-+"], True),
        ("paper/H.1-B", ["--signs", "+-+-?"], False),
        ("paper/C.2", ["--tie", "0,1"], True),
        ("paper/C.2", ["--tie", "2,4"], False),
        ("paper/C.2", ["--top", "0>1"], True),
        ("paper/C.2", ["--top-set", "0,3"], False),
    ],
)
def test_decide_then_recheck(
    run, tmp_path: Path, name: str, question: list[str], answer: bool
) -> None:
    path = tmp_path / "certificate.json"
    code, out, err = run("decide", name, *question, "--certificate", path, "--json")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["answer"] is answer
    assert set(report["evidence"]) == {"witness" if answer else "refutation"}
    assert {"configuration", "content_hash", "question", "certificate", "seconds"} < set(report)
    for configuration in ([], [name]):
        code, out, err = run("recheck", path, *configuration)
        assert (code, out[:9], err) == (0, "accepted:", "")
    code, out, err = run("recheck", path, "paper/C.1")
    assert (code, out) == (1, "")
    assert err.startswith(
        "arrangements: certificate must prove its answer: the configuration given must be the one in the proof"
    )
    code, out, _ = run("recheck", path, "paper/C.1", "--json")
    assert (code, json.loads(out)["accepted"]) == (1, False)


def test_text(run) -> None:
    assert run("decide", "paper/H.1-B", "--ranking", "4>1>3>2>5")[1] == (
        "no: ranking 4>1>3>2>5 is impossible\n  refutation   15 (u_4 - u_1) + 4 (u_1 - u_3) + 12 (u_2 - u_5) = 0\n"
    )
    assert run("decide", "paper/C.2", "--argmax", "2")[1].startswith(
        "yes: argmax 2 is possible\n  witness      x = ("
    )


@pytest.mark.parametrize(
    ("name", "kind"),
    [("paper/H.1-A", "sign"), ("paper/5.5-model-2", "ranking"), ("threshold:3", "ranking")],
)
def test_certificates_of_whole_lists(run, tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / "certificate.json"
    code, out, _ = run("patterns", name, "--kind", kind, "--limit", "0", "--certificate", path)
    assert code == 0
    assert f"has the answer {int(out)} for" in run("recheck", path, name)[1]
    assert run("patterns", name, "--kind", kind, "--certificate", "-") == (
        0,
        path.read_text("utf-8"),
        "",
    )
    code, _, err = run("patterns", name, "--kind", "argmax", "--certificate", path)
    assert code == 2
    assert err.endswith("with --kind sign, ranking, covectors or weak-rankings only, not argmax\n")


def test_affine_points_from_a_file(run, tmp_path: Path) -> None:
    points = tmp_path / "points.csv"
    points.write_text("label,x,y\na,0,0\nb,4,0\nc,4,3\nd,0,2\ne,1,1\n", encoding="utf-8")
    path = tmp_path / "certificate.json"
    assert (
        json.loads(
            run("decide", points, "--affine", "--argmax", "e", "--certificate", path, "--json")[1]
        )["answer"]
        is False
    )
    assert run("recheck", path, points, "--affine")[0] == 0
    assert run("recheck", path, points)[0] == 1
    assert (
        run("decide", "paper/H.1-A", "--signs", "+++++", "--as-floats", "--certificate", path)[0]
        == 0
    )
    assert run("recheck", path, "paper/H.1-A", "--as-floats")[0] == 0
    assert run("recheck", path, "paper/H.1-A")[0] == 1
    assert run(
        "decide", "paper/H.1-A", "--signs", "+++++", "--as-floats", "--certificate", "-"
    ) == (0, path.read_text("utf-8"), "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["paper/C.2"],
            "question must be exactly one of --signs, --ranking, --argmax, --top-set, --top, --tie, --best-rank, --confidence, --questions, not none",
        ),
        (["paper/C.2", "--argmax", "1", "--tie", "1,2"], "question must be exactly one of"),
        (
            ["paper/C.2", "--argmax", "9"],
            "argmax must name labels of the configuration, not '9'",
        ),
        (["paper/C.2", "--signs", "++"], r"signs must be 5 of the characters"),
        (["paper/C.2", "--ranking", ""], "ranking must name labels of the configuration, not ''"),
        (
            ["paper/C.2", "--argmax", "1", "--method", "scenic"],
            "method must be one of auto, exact, pivot, cdd, bulk, single, not 'scenic'",
        ),
        (
            ["paper/C.2", "--argmax", "1", "--timeout", "-1"],
            "timeout must be a positive number of seconds below 10^9, not -1",
        ),
        (
            ["paper/C.2", "--argmax", "1", "--timeout", "nan"],
            "timeout must be a positive number of seconds below 10^9, not nan",
        ),
        (
            ["paper/C.2", "--argmax", "1", "--memory", "lots"],
            "memory must be a size such as 500M or 4G, not 'lots'",
        ),
        (
            ["paper/C.2", "--argmax", "1", "--certificate", "/nowhere/x.json"],
            "file must be writable, not '/nowhere/x.json'",
        ),
    ],
)
def test_questions_that_cannot_be_asked(run, arguments: list[str], message: str) -> None:
    code, out, err = run("decide", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"arrangements: {message}")
    assert err.count("\n") == 1


def test_limits(run, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    large = "random:2000x50:bound=9:seed=1"
    code, out, err = run("patterns", "threshold:6", "--method", "lp", "--timeout", "0.1")
    assert (code, out, err) == (
        3,
        "",
        "arrangements: time must be at most 0.1 s for the sign patterns of threshold:6\n",
    )
    code, out, err = run(
        "decide", large, "--argmax", "3", "--timeout", "0.001", "--certificate", path
    )
    assert (code, out, err) == (
        3,
        "",
        f"arrangements: time must be at most 0.001 s for argmax 3 of {large}\n",
    )
    assert not list(tmp_path.iterdir())
    assert (
        run(
            "decide",
            "paper/C.2",
            "--argmax",
            "2",
            "--timeout",
            "3600",
            "--memory",
            "2G",
            "--certificate",
            path,
        )[0]
        == 0
    )
    assert run("recheck", path, "--timeout", "3600", "--memory", "2G")[0] == 0
    assert (
        run("patterns", "paper/C.2", "--timeout", "3600", "--certificate", path)[:2]
        == run("patterns", "paper/C.2")[:2]
    )
    assert run("recheck", path)[0] == 0


def test_certificates_that_cannot_be_read(run, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "text").write_text("yes\n")
    for name in ("", "none", "bytes", "text"):
        code, out, err = run("recheck", tmp_path / name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("arrangements: certificate must be")


def test_a_certificate_appears_complete_or_not_at_all(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "certificate.json"
    path.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    code, _, err = run("decide", "paper/C.2", "--argmax", "2", "--certificate", path)
    assert (code, path.read_text(), [p.name for p in tmp_path.iterdir()]) == (
        3,
        "before",
        ["certificate.json"],
    )
    assert "No space left on device" in err
