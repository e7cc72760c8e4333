"""An audit is one object: what the command prints as JSON is what Python has, for every question, and
both write the same certificate.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from arrangements import (
    Audit,
    BadInput,
    Configuration,
    Inputs,
    audit,
    decide_argmax,
    decide_signs,
    decide_tie,
    decide_top_set,
    load_layer,
    recheck,
)
from arrangements.audits.model_audit import Answers, label_questions
from tests.processes import called

N, D = 9, 3
LABELS = list("abcdefghi")

Asked = tuple[tuple[object, ...], dict[str, object], Callable[[Audit], Answers]]

#: Options of the command, arguments of `audit`, and the same question in Python.
ASKED: dict[str, Asked] = {
    "labels": ((), {}, lambda seen: seen.winners),
    "nonnegative": (
        ("--inputs", "nonnegative"),
        {"inputs": "nonnegative"},
        lambda seen: seen.winners,
    ),
    "ball": (("--inputs", "ball:2"), {"inputs": "ball:2"}, lambda seen: seen.winners),
    "ties": (("--ties", "first"), {"ties": "first"}, lambda seen: seen.winners),
    "one method": (("--method", "single"), {"method": "single"}, lambda seen: seen.winners),
    "no offsets": (("--bias", "none"), {"bias": "none"}, lambda seen: seen.winners),
    "two labels": (("--only", "a", "--only", "c"), {}, lambda seen: seen.first(["a", "c"])),
    "places": (("--rank", 4), {}, lambda seen: seen.best_places(4)),
    "places of two": (
        ("--rank", 4, "--only", "a", "--only", "i"),
        {},
        lambda seen: seen.best_places(4, ["a", "i"]),
    ),
    "places by order": (
        ("--rank", 3, "--ties", "first"),
        {"ties": "first"},
        lambda seen: seen.best_places(3),
    ),
    "confidence": (
        ("--inputs", "ball:2", "--confidence", "--temperature", "1/2"),
        {"inputs": "ball:2"},
        lambda seen: seen.confidence(Fraction(1, 2)),
    ),
    "threshold": (("--threshold", "0.3"), {}, lambda seen: seen.on(Fraction(3, 10))),
    "threshold of two": (
        ("--threshold", "0.3", "--only", "a", "--only", "i"),
        {},
        lambda seen: seen.on("0.3", ["a", "i"]),
    ),
    "thresholds": (
        ("--threshold", "thresholds.txt"),
        {},
        lambda seen: seen.on([Fraction(k, 20) for k in range(1, N + 1)]),
    ),
    "min-p": (("--min-p", "0.1"), {}, lambda seen: seen.kept("0.1")),
    "min-p of two": (
        ("--min-p", "0.1", "--only", "a", "--only", "i"),
        {},
        lambda seen: seen.kept("0.1", ["a", "i"]),
    ),
    "must not win": (("--must-not-win", "a,b"), {}, lambda seen: seen.must_not_win("ab")),
    "questions": (
        ("--questions", "questions.txt"),
        {},
        lambda seen: seen.ask(["top-set a,b", "tie c,d", "ranking a>b>c"]),
    ),
    "label sets": (("--questions", "sets.txt"), {}, lambda seen: seen.sets([["a", "b"], ["c"]])),
    "label sets above a threshold": (
        ("--questions", "sets.txt", "--threshold", "0.3"),
        {},
        lambda seen: seen.sets([["a", "b"], ["c"]], threshold="0.3"),
    ),
    "a file above a threshold": (
        ("--questions", "sets.txt", "--threshold", "0.3"),
        {},
        lambda seen: seen.ask(Path("sets.txt"), threshold=Fraction(3, 10)),
    ),
}

#: Options of `repair`, arguments of `audit`, and those of its method of that name.
REPAIRED: dict[str, tuple[tuple[object, ...], dict[str, object], dict[str, object]]] = {
    "sum": ((), {}, {}),
    "largest": (("--least", "largest"), {}, {"least": "largest"}),
    "number": (("--least", "number"), {}, {"least": "number"}),
    "at most": (("--at-most", 3), {}, {"at_most": 3}),
    "at most none": (("--at-most", 0), {}, {"at_most": 0}),
    "margin": (("--margin", "1/8"), {}, {"margin": Fraction(1, 8)}),
    "factors": (("--change", "factors"), {}, {"change": "factors"}),
    "rows": (("--change", "rows"), {}, {"change": "rows"}),
    "rows by the largest": (
        ("--change", "rows", "--least", "largest"),
        {},
        {"change": "rows", "least": "largest"},
    ),
    "inputs": (("--inputs", "box:-1:1"), {"inputs": "box:-1:1"}, {}),
    "questions": (("--questions", "rankings.txt"), {}, {"questions": ["i", "top-set a,i"]}),
    "equal rows": ((), {}, {}),
    "all but equal rows": (("--skip-equal",), {}, {"skip_equal": True}),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    draw = np.random.default_rng(5)
    rows, bias = draw.integers(-9, 10, (N, D)) / 4, draw.integers(-3, 4, N) / 2
    rows[8] = rows[:8].mean(axis=0)
    twice = np.vstack([rows[:8], rows[0]])
    np.savez(tmp_path / "m.npz", weight=rows, bias=bias)
    np.savez(tmp_path / "twice.npz", weight=twice)
    (tmp_path / "thresholds.txt").write_text("\n".join(f"{k}/20" for k in range(1, N + 1)))
    (tmp_path / "rankings.txt").write_text("argmax i\ntop-set a,i\n")
    (tmp_path / "labels.txt").write_text("\n".join(LABELS) + "\n")
    (tmp_path / "questions.txt").write_text("top-set a,b\ntie c,d\nranking a>b>c\n")
    (tmp_path / "sets.txt").write_text("labels a,b\nlabels c\n")
    return tmp_path


@pytest.mark.parametrize("what", ASKED)
def test_the_command_prints_what_python_has(folder: Path, what: str) -> None:
    options, how, ask = ASKED[what]
    line = ("audit", "m.npz", "--labels", "labels.txt", *options, "--json", "--all")
    done = called(*map(str, line), "--certificate", "by-command.npz")
    assert (done.returncode, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    found = ask(audit("m.npz", labels="labels.txt", **how))
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


def files(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


@pytest.mark.parametrize("what", REPAIRED)
def test_a_repair_is_the_same_in_both(folder: Path, what: str) -> None:
    options, how, ask = REPAIRED[what]
    model = "twice.npz" if "equal" in what else "m.npz"
    line = ("repair", model, "--labels", "labels.txt", *options, "--json", "--output", "out")
    done = called(*map(str, line))
    printed = json.loads(done.stdout)
    found = audit(model, labels="labels.txt", **how).repair(**ask)
    assert (done.returncode, done.stderr) == (0 if found else 1, "")
    assert {key: printed[key] for key in found.facts} == found.facts
    by_command = files("out")
    shutil.rmtree("out")
    assert found.save("out") == printed["written"]
    assert files("out") == by_command
    assert set(by_command) == {Path(path).name for path in printed["written"].values()} | (
        {"audit.json", "audit.parquet"} & set(by_command)
    )
    if found:
        again = audit(found.layer, inputs=how.get("inputs"))
        assert not Answers(again, found.questions).impossible
        assert found.save("alone.npz") == {"model": "alone.npz"}
        assert Path("alone.npz").read_bytes() == by_command["model.npz"]
    else:
        assert found.contradiction or found.needed
        with pytest.raises(BadInput, match="layer must have been repaired"):
            found.layer  # noqa: B018


def test_a_repair_of_what_is_no_file(folder: Path) -> None:
    rows = Configuration([[1], [-1], ["1/2"]], bias=[0, 1, -1])
    found = audit((np.array([[1.0], [-1], [0.5]]), np.array([0.0, 1, -1]))).repair()
    assert found.save("new.json") == {"model": "new.json"}
    assert audit("new.json").never == audit(rows).repair().contradiction == ()
    for how, refusal in (
        ({"change": "rows", "least": "number"}, "repairs of rows must have"),
        ({"least": "sum", "at_most": 1}, "--at-most must be used with --least number"),
        ({"margin": "-1"}, "margin must be a rational number from 0 on, not '-1'"),
        ({"least": "most"}, "least must be one of largest, sum, number"),
        ({"change": "all"}, "change must be one of offsets, factors, rows"),
    ):
        with pytest.raises(BadInput, match=refusal):
            audit(rows).repair(**how)
    with pytest.raises(BadInput, match=r"output must be a folder, or a file that ends in .json"):
        found.save("new.npz")


FIELD = Configuration(
    [["sqrt(2)", 0], [0, 1], ["-sqrt(2)", "-sqrt(3)"], [0, 0], ["sqrt(2)", 0]], labels=list("abcde")
)


@pytest.mark.parametrize(
    ("rows", "inputs", "method"),
    [
        (FIELD, None, "auto"),
        (FIELD, Inputs.nonnegative(2), "exact"),
        (FIELD, Inputs.ball("sqrt(5)", 2), "auto"),
        (Configuration([[1, 0], [0, "1/3"], [-1, -1], [0, 0]]), Inputs.rmsnorm(["1/3", 1]), "auto"),
        (Configuration([[1], [2], [3]], bias=["1/3", 1, 0]), Inputs(1, [["sqrt(2)", 1]]), "auto"),
        (Configuration([[1, 0], [0, 1], [-1, 0]], bias=[0, 2, 1]), Inputs.unit(2), "exact"),
        (Configuration([["1/3", 0], [0, 1], ["1/6", "1/2"]]), None, "exact"),
        (Configuration([["1/3", 0], [0, 1], ["1/6", "1/2"]]), None, "bulk"),
        (Configuration([["1/3", 0], [0, 1], ["1/6", "1/2"]]), Inputs.ball(1, 2), "auto"),
        (Configuration([["1/3"], ["1/5"]], bias=["1/7", 0]), Inputs.box([-1], [1]), "auto"),
    ],
)
def test_numbers_of_any_kind(rows: Configuration, inputs: Inputs | None, method: str) -> None:
    """Every answer is that of a single decision, with a certificate about the numbers as they are."""
    (a, b), last = rows.labels[:2], rows.labels[-1]
    questions = [*(f"argmax {label}" for label in rows.labels), f"top-set {a},{b}", f"tie {a},{b}"]
    asked = [*(decide_argmax(rows, label, inputs=inputs) for label in rows.labels)]
    asked += [decide_top_set(rows, [a, b], inputs=inputs), decide_tie(rows, [a, b], inputs=inputs)]
    found = audit(rows, inputs=inputs, method=method).ask(questions)
    for one, (possible, _) in zip(found, asked, strict=True):
        assert one.possible is one.certificate.answer is possible
        recheck(one.certificate.to_text())
        assert one.certificate.configurations[0].functions == rows.functions
    seen = audit(rows, inputs=inputs, method=method)
    assert seen.possible == tuple(one.name for one in found if one and one.label is not None)
    assert seen.must_not_win([last]).verdict().failed is (last in seen.possible)
    assert list(seen.winners.to_pandas()["possible"]) == [bool(one) for one in seen.winners]


def test_what_exact_programs_do_not_answer(tmp_path: Path) -> None:
    seen = audit(FIELD)
    assert seen.tied == {"a": ("a", "e"), "e": ("a", "e")}
    assert repr(seen) == "<Audit of the configuration: 5 labels in dimension 2, inputs everything>"
    found = seen.winners
    found.summary(tmp_path / "s.json")
    assert [
        one["possible"] for one in json.loads((tmp_path / "s.json").read_text())["answers"]
    ] == [one.possible for one in found]
    assert seen.winners.verdict(baseline=tmp_path / "s.json").failed is False
    seen.first(["b"]).save(tmp_path / "b.json")
    assert recheck((tmp_path / "b.json").read_text(), FIELD)
    for refused in (
        lambda: seen.best_places(3),
        lambda: seen.confidence(),
        lambda: seen.kept("1/2"),
        lambda: found.save(tmp_path / "all.npz"),
        lambda: found.report(tmp_path / "folder"),
        lambda: audit(np.eye(2), method="exact").winners.report(tmp_path / "folder"),
        lambda: audit(np.eye(2), method="exact").log(tmp_path / "no.txt"),
    ):
        with pytest.raises(BadInput, match="answers by exact programs must be used one by one"):
            refused()
    with pytest.raises(BadInput, match="entries of a layer must be rational"):
        seen.repair()
    with pytest.raises(BadInput, match="entries of a layer must be rational"):
        audit(FIELD, method="bulk").never  # noqa: B018
    with pytest.raises(BadInput, match="inputs must have a point, not be empty"):
        audit(FIELD, inputs=Inputs.box([1, 1], [0, 0])).never  # noqa: B018
    with pytest.raises(BadInput, match="inputs must be named, as the model does not tell"):
        audit(FIELD, inputs="auto").never  # noqa: B018
    with pytest.raises(BadInput, match="without a store"):
        audit(FIELD, store=tmp_path / "kept.db").never  # noqa: B018
    with pytest.raises(BadInput, match="certificate of places must be a file"):
        audit(np.eye(2)).best_places(2).save(tmp_path / "one.json")


def test_a_single_certificate_is_about_the_numbers_of_the_table(folder: Path) -> None:
    """The engine works on the rows times an integer."""
    Path("t.csv").write_text("label,x,y,bias\na,1/3,0,1/7\nb,0,1,1/2\nc,1/6,1/2,0\nd,1,1,1/3\n")
    for inputs in ("everything", "nonnegative", "ball:1"):
        for label in "ac":
            line = ("audit", "t.csv", "--inputs", inputs, "--only", label)
            assert called(*line, "--certificate", "one.json").returncode == 0
            assert called("recheck", "one.json", "t.csv").returncode == 0


def test_labels_of_equal_rows(folder: Path) -> None:
    seen = audit("twice.npz", labels="labels.txt")
    assert seen.tied == {"a": ("a", "i"), "i": ("a", "i")}
    assert set(seen.tied) <= set(seen.never)
    assert audit("m.npz", labels="labels.txt").tied == {}
    zero = np.array([[0.0, -0.0], [-0.0, 0.0], [1, 0], [1, 0], [1, 1]])
    assert set(audit(zero).tied.values()) == {("1", "2"), ("3", "4")}


@pytest.mark.parametrize(
    ("log", "options", "how"),
    [
        ("log.txt", (), {}),
        ("log.txt", ("--first", "2"), {"first": 2}),
        ("scores.jsonl", ("--scores", "1/4"), {"scores": Fraction(1, 4)}),
        ("scores.jsonl", ("--scores", "rounded"), {"scores": 0}),
    ],
)
def test_a_log_is_the_same_in_both(
    folder: Path, log: str, options: tuple[str, ...], how: dict[str, object]
) -> None:
    Path("log.txt").write_text("a>b>c\ni>a\nb>a\n")
    Path("scores.jsonl").write_text('[["a", 1.5], ["b", 1.25]]\n[["i", 2.0], ["c", 1.0]]\n')
    line = ("signature", "m.npz", log, "--labels", "labels.txt", "--json", "--all", *options)
    done = called(*line, "--certificate", "by-command.npz")
    printed = json.loads(done.stdout)
    found = audit("m.npz", labels="labels.txt").log(log, **how)
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
    passing = Answers(audit("m.npz"), label_questions(audit("m.npz")))
    passing.prepare(keep=False)
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
    with pytest.raises(BadInput, match=r"method must be one of auto, bulk, single, exact, .*'lp'"):
        audit(rows, method="lp")
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
