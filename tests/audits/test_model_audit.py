"""An audit is one object: what the command prints as JSON is what Python has, for every question, and
both write the same certificate.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from arrangements import Audit, BadInput, Configuration, audit, decide_signs, load_layer
from arrangements.audits.model_audit import Answers, label_questions
from tests.processes import called

N, D = 9, 3
LABELS = list("abcdefghi")

Asked = tuple[tuple[object, ...], str | None, Callable[[Audit], Answers]]

#: Options of the command, inputs, and the same in Python.
ASKED: dict[str, Asked] = {
    "labels": ((), None, lambda seen: seen.winners),
    "nonnegative": (("--inputs", "nonnegative"), "nonnegative", lambda seen: seen.winners),
    "ball": (("--inputs", "ball:2"), "ball:2", lambda seen: seen.winners),
    "two labels": (("--only", "a", "--only", "c"), None, lambda seen: seen.first(["a", "c"])),
    "places": (("--rank", 4), None, lambda seen: seen.best_places(4)),
    "confidence": (
        ("--inputs", "ball:2", "--confidence", "--temperature", "1/2"),
        "ball:2",
        lambda seen: seen.confidence(Fraction(1, 2)),
    ),
    "threshold": (("--threshold", "0.3"), None, lambda seen: seen.on(Fraction(3, 10))),
    "min-p": (("--min-p", "0.1"), None, lambda seen: seen.kept("0.1")),
    "must not win": (("--must-not-win", "a,b"), None, lambda seen: seen.must_not_win("ab")),
    "questions": (
        ("--questions", "questions.txt"),
        None,
        lambda seen: seen.ask(["top-set a,b", "tie c,d", "ranking a>b>c"]),
    ),
    "label sets": (
        ("--questions", "sets.txt"),
        None,
        lambda seen: seen.sets([["a", "b"], ["c"]]),
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    draw = np.random.default_rng(5)
    rows, bias = draw.integers(-9, 10, (N, D)) / 4, draw.integers(-3, 4, N) / 2
    rows[8] = rows[:8].mean(axis=0)
    np.savez(tmp_path / "m.npz", weight=rows, bias=bias)
    (tmp_path / "labels.txt").write_text("\n".join(LABELS) + "\n")
    (tmp_path / "questions.txt").write_text("top-set a,b\ntie c,d\nranking a>b>c\n")
    (tmp_path / "sets.txt").write_text("labels a,b\nlabels c\n")
    return tmp_path


@pytest.mark.parametrize("what", ASKED)
def test_the_command_prints_what_python_has(folder: Path, what: str) -> None:
    options, inputs, ask = ASKED[what]
    line = ("audit", "m.npz", "--labels", "labels.txt", *options, "--json", "--all")
    done = called(*map(str, line), "--certificate", "by-command.npz")
    assert (done.returncode, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    found = ask(audit("m.npz", labels="labels.txt", inputs=inputs))
    for key, value in found.whole.items():
        if key != "seconds":
            assert printed[key] == value, key
    assert [one["possible"] for one in printed["answers"]] == [one.possible for one in found]
    names = [one.get("label", one.get("question")) for one in printed["answers"]]
    assert names == [one.name for one in found]
    if found.ranks is not None:
        assert {
            one["label"]: tuple(one["best_place"]) for one in printed["answers"]
        } == found.places
    found.save("by-python.npz")
    assert Path("by-python.npz").read_bytes() == Path("by-command.npz").read_bytes()


def test_a_log_is_the_same_in_both(folder: Path) -> None:
    Path("log.txt").write_text("a>b>c\ni>a\nb>a\n")
    line = ("signature", "m.npz", "log.txt", "--labels", "labels.txt", "--json", "--all")
    done = called(*line, "--certificate", "by-command.npz")
    printed = json.loads(done.stdout)
    found = audit("m.npz", labels="labels.txt").log("log.txt")
    assert done.returncode == 0
    assert printed["answers"] == [line.to_json() for line in found]
    assert {key: printed[key] for key in found.facts} == found.facts
    assert found.first is not None
    assert (found.first.name, str(found.inputs.words)) == (
        f"line {printed['first']['line']}",
        printed["inputs"],
    )
    found.save("by-python.npz")
    assert Path("by-python.npz").read_bytes() == Path("by-command.npz").read_bytes()


def test_answers_are_settled_as_they_are_looked_at_and_kept(folder: Path) -> None:
    found = audit("m.npz").winners
    walk = iter(found)
    first = next(walk)
    with pytest.raises(BadInput, match="questions must be looked at to the last"):
        found.save("early.npz")
    assert [first.name, *(one.name for one in walk)] == [str(k + 1) for k in range(N)]
    assert len(found) == N
    assert [one.name for one in found if not one] == list(found.impossible)
    assert found.impossible == audit("m.npz").never
    assert set(found.possible) | set(found.impossible) == {one.name for one in found}
    passing = Answers(audit("m.npz"), label_questions(audit("m.npz")), keep=False)
    assert sum(1 for _ in passing) == N
    with pytest.raises(BadInput, match="questions must be kept to be looked at again"):
        list(passing)


def test_no_label_is_a_set_of_labels(folder: Path) -> None:
    rows = load_layer("m.npz").configuration()
    exact = decide_signs(rows, "-" * N).answer, decide_signs(rows, "+" * 2 + "-" * (N - 2)).answer
    assert tuple(one.possible for one in audit("m.npz").sets([[], "12"])) == exact


def test_a_no_is_explained_and_a_gate_judges(folder: Path) -> None:
    seen = audit("m.npz", labels="labels.txt")
    (never,) = [one for one in seen.winners if not one.possible and one.name == "i"]
    assert never.reason.conditions
    assert seen.winners.verdict().failed
    assert not seen.winners.verdict("impossible>9").failed
    assert not seen.must_not_win(["i"]).verdict().failed
    with pytest.raises(BadInput, match="fail_on must be about must-not-win, which is asked"):
        seen.must_not_win(["i"]).verdict("impossible")
    seen.winners.summary("s.json")
    assert seen.winners.verdict(baseline="s.json").failed is False


def test_frames_and_short_displays(folder: Path) -> None:
    seen = audit("m.npz", labels="labels.txt")
    frame = seen.best_places(3).to_pandas()
    assert list(frame.columns) == ["label", "possible", "best_place_least", "best_place_most"]
    assert len(frame) == N
    log = Path("log.txt")
    log.write_text("a>b\n")
    assert list(seen.log(log).to_pandas().columns) == ["line", "possible", "core"]
    assert repr(seen) == "<Audit of m.npz: 9 labels in dimension 3, inputs everything>"
    large = Audit(load_layer(np.zeros((40_000, 2))))
    assert len(repr(large)) < 120
    assert "<script>" not in Audit(load_layer(np.ones((2, 1))), name="<script>")._repr_html_()


def test_what_an_audit_refuses() -> None:
    rows = Configuration([[1, 0], [0, 1]])
    with pytest.raises(BadInput, match="ties must be one of strict, first, not 'never'"):
        audit(rows, ties="never")
    with pytest.raises(BadInput, match="method must be one of auto, bulk, single, not 'exact'"):
        audit(rows, method="exact")
    with pytest.raises(BadInput, match="layer must have rows"):
        audit(Configuration([], dimension=2))
    with pytest.raises(BadInput, match="best places must be asked for"):
        audit(rows).winners.places  # noqa: B018
    with pytest.raises(BadInput, match="probabilities must be asked for"):
        audit(rows).winners.probabilities  # noqa: B018
    with pytest.raises(BadInput, match="--threshold must be used with linear conditions alone"):
        audit(rows, inputs="ball:1").on(Fraction(1, 3))
    with pytest.raises(BadInput, match="threshold must be a rational number"):
        audit(rows).on("sqrt(2)/2")
    for wrong in (0, 1, 2, "-1/2"):
        with pytest.raises(BadInput, match="threshold must be a rational number between 0 and 1"):
            audit(rows).on(wrong)
        with pytest.raises(BadInput, match="share must be a rational number between 0 and 1"):
            audit(rows).kept(wrong)
    with pytest.raises(BadInput, match="thresholds must be 2, one for each label, not 1"):
        audit(rows).on(["1/2"])
    with pytest.raises(BadInput, match="temperature must be"):
        audit(rows, inputs="ball:1").confidence(0)
    with pytest.raises(BadInput, match="up_to must be a positive integer, not 0"):
        audit(rows).best_places(0)
    with pytest.raises(BadInput, match="must name labels"):
        audit(rows).first(["owl"])
