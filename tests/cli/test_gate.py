"""A gate in a pipeline, as a user runs it: exit codes, what is new since a baseline, and summaries
that other programs read.
"""

import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import yaml

from arrangements.audits.gate import Item, Verdict, condition, read_baseline
from arrangements.audits.summaries import FORMATS
from arrangements.errors import BadInput
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question
from tests.audits.test_reasons import Printed, head

TRIANGLE = np.array([[1.0, 0], [0, 1], [-1, -1], [0, 0], [0.25, 0.25]])  # the last two are inside


@pytest.fixture
def model(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savez("m.npz", weight=TRIANGLE)
    (tmp_path / "labels.txt").write_text("east\nnorth\nwest|<&\ncentre\nnear\n")
    return ("audit", "m.npz", "--labels", "labels.txt")


@pytest.mark.parametrize(
    ("fail_on", "code"), [("impossible", 1), ("impossible>1", 1), ("impossible > 2", 0)]
)
def test_the_exit_code(fail_on, code, model, run):
    found, out, err = run(*model, "--fail-on", fail_on)
    assert found == code
    assert "2 of 5 labels can never be first" in out
    assert ("failed" if code else "passed") in err
    assert run(*model)[0] == 0


def test_labels_that_must_not_win(model, run):
    assert run(*model, "--must-not-win", "centre,near", "--fail-on", "must-not-win")[0] == 0
    code, _, err = run(*model, "--must-not-win", "centre,east", "--fail-on", "must-not-win")
    assert (code, "1 that must not win and can, at most 0 let through: failed" in err) == (1, True)
    assert run(*model, "--must-not-win", "east", "--fail-on", "must-not-win>1")[0] == 0
    for options, message in (
        (("--fail-on", "must-not-win"), "must-not-win must go with --must-not-win"),
        (("--must-not-win", "east", "--fail-on", "impossible"), "impossible must go without"),
        (("--fail-on", "impossible>-1"), "must be impossible or must-not-win"),
        (("--fail-on", "impossibly"), "must be impossible or must-not-win"),
        (("--must-not-win", "zebra"), "--must-not-win must name labels of the configuration"),
    ):
        code, _, err = run(*model, *options)
        assert (code, message in err) == (2, True)


def test_a_baseline_lets_through_what_was_there(model, run, tmp_path):
    """First the gate is closed by a new label alone; the exact file is what --summary writes."""
    assert run(*model, "--summary", "old.json")[0] == 0
    assert run(*model, "--baseline", "old.json")[0] == 0
    moved = TRIANGLE.copy()
    moved[3], moved[1] = (9, 9), (0.1, 0.1)  # centre can win now; north, near no longer
    np.savez("m.npz", weight=moved)
    code, out, err = run(*model, "--baseline", "old.json", "--json")
    found = json.loads(out)
    assert (code, err) == (1, "")
    assert found["gate"] == {
        "failed": True,
        "conditions": ["impossible"],
        "findings": ["north"],
        "unchanged": ["near"],
        "gone": ["centre"],
    }
    assert run(*model, "--baseline", "old.json", "--fail-on", "impossible>1")[0] == 0
    code, _, err = run(
        *model, "--baseline", "old.json", "--summary", "new.md", "--summary", "new.sarif"
    )
    assert code == 1
    assert "1 new impossible, at most 0 let through: failed" in err
    assert (
        "1 finding is in the baseline, 1 of the baseline is gone."
        in (tmp_path / "new.md").read_text()
    )
    (sarif,) = json.loads((tmp_path / "new.sarif").read_text())["runs"]
    assert [(r["baselineState"], r["level"]) for r in sarif["results"]] == [
        ("new", "error"),
        ("unchanged", "note"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "must be JSON of an audit"),
        ("[" * 100_000, "must be JSON of an audit"),
        ("{}", "with all its answers"),
        ('{"answers": 3}', "with all its answers"),
        ('{"answers": [{"label": "a"}], "inputs": "everything", "ties": "strict"}', "a label or question and possible"),
        ('{"answers": [], "inputs": "nonnegative", "ties": "strict"}', "same inputs, 'everything', not 'nonnegative'"),
        ('{"answers": [], "inputs": "everything", "ties": "first"}', "same ties"),
        ('{"answers": [], "inputs": "everything", "ties": "strict", "threshold": "p > 1/3"}', "same threshold"),
    ],
)  # fmt: skip
def test_a_baseline_that_is_none(text, message, tmp_path):
    (tmp_path / "old.json").write_text(text)
    with pytest.raises(BadInput, match=message) as refused:
        read_baseline(str(tmp_path / "old.json"), {"inputs": "everything", "ties": "strict"})
    assert "\n" not in str(refused.value)


def test_what_json_wrote_is_a_baseline_too(model, run, tmp_path):
    (tmp_path / "old.json").write_text(run(*model, "--json", "--all")[1])
    assert run(*model, "--baseline", "old.json")[0] == 0
    run(*model, "--report", "folder")
    assert run(*model, "--baseline", "folder/audit.json")[0] == 0
    out = run(*model, "--must-not-win", "centre", "--json")[1]
    (tmp_path / "forbidden.json").write_text(out)
    assert run(*model, "--must-not-win", "centre", "--baseline", "forbidden.json")[0] == 0
    assert run(*model, "--must-not-win", "centre,east", "--baseline", "forbidden.json")[0] == 1


def test_summaries_are_what_other_programs_read(model, run, tmp_path):
    files = [f"audit{suffix}" for suffix in FORMATS]
    options = [part for file in files for part in ("--summary", file)]
    assert run(*model, "--fail-on", "impossible", *options)[0] == 1
    suite = ET.parse(tmp_path / "audit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), len(suite)) == ("5", "2", 5)
    assert [case.get("name") for case in suite] == ["east", "north", "west|<&", "centre", "near"]
    failed = {case.get("name"): case[0].text for case in suite if len(case)}
    assert set(failed) == {"centre", "near"}
    assert set(failed["near"].split(", ")) <= {
        "near > east",
        "near > north",
        "near > west|<&",
        "near > centre",
    }
    sarif = json.loads((tmp_path / "audit.sarif").read_text())
    (only,) = sarif["runs"]
    assert (sarif["version"], only["tool"]["driver"]["name"]) == ("2.1.0", "arrangements")
    for result in only["results"]:
        assert only["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        (place,) = result["locations"]
        assert place["physicalLocation"]["artifactLocation"]["uri"] == "m.npz"
        assert place["logicalLocations"][0]["name"] in ("centre", "near")
        assert result["level"] == "error"
    assert "| centre | " in (tmp_path / "audit.md").read_text()
    badge = ET.parse(tmp_path / "audit.svg").getroot()
    assert badge.get("aria-label") == "labels: 2 of 5 impossible"
    whole = json.loads((tmp_path / "audit.json").read_text())
    assert [one["possible"] for one in whole["answers"]] == [True, True, True, False, False]
    code, _, err = run(*model, "--summary", "audit.pdf")
    assert (code, "must be a file that ends in one of .json, .md" in err) == (2, True)


def test_names_that_are_hard_to_write():
    names = [
        "a\x00b\x1b",
        "\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
        "|`<b>`\n|",
        '"',
    ]
    items = [Item(name, False, (f"{name} > 0",)) for name in names]
    verdict = Verdict.of(items, [condition("impossible")], None)
    about = {"model": "m|.npz", "inputs": "a|b", "questions": 4, "possible": 0, "impossible": 4}
    about["seconds"] = 1.5
    for suffix, made in FORMATS.items():
        text = made(about, items, verdict)
        if suffix in (".xml", ".svg"):
            ET.fromstring(text.encode())
        elif suffix in (".json", ".sarif"):
            json.loads(text)
        else:
            rows = [line for line in text.splitlines() if line.startswith("|")][5:]
            assert [line.replace("\\|", "").count("|") for line in rows] == [3] * len(names)


def test_observed_label_sets_of_a_data_set(model, run, tmp_path):
    """Which of these can the layer never give, and what clashes: other columns are left out, and
    cells may hold lines."""
    head = "id,text,east,north,west|<&,centre,near\n"
    (tmp_path / "data.csv").write_text(head + '1,"a\nb",1,0,0,0,1\n2,x,1,1,1,0,0\n')
    labels = tmp_path / "labels.txt"
    bias = np.array([0.0, 0, 0, -1, 0])
    np.savez("m.npz", weight=TRIANGLE, bias=bias)
    code, out, err = run(*model, "--questions", "data.csv", "--fail-on", "impossible")
    lines = [line.split("\t") for line in out.splitlines()]
    assert code == 1
    assert lines[0] == ["yes", "signs +---+"]
    # east + north + west = 0, so not all three are positive
    assert lines[1][:2] == ["no", "signs +++--"]
    assert sorted(lines[1][2].split(", ")) == ["east > 0", "north > 0", "west|<& > 0"]
    found = json.loads(run(*model, "--questions", "data.csv", "--json", "--all")[1])["answers"]
    assert "clash" not in found[0]
    assert sorted(found[1]["clash"]) == ["east > 0", "north > 0", "west|<& > 0"]
    labels.write_text("a\nb\nc\nd\ne\n")
    for head, cells, answers in (
        ("n,ranking", ["1,a>b>c", "2,d>a=b"], ["yes", "yes"]),
        ("labels,n", ['"a,b,c",1', ",2"], ["no", "no"]),
        ("argmax", ["a", "d"], ["yes", "no"]),
    ):
        (tmp_path / "data.csv").write_text("\n".join([head, *cells]) + "\n")
        out = run(*model, "--questions", "data.csv")[1]
        assert [line.split("\t")[0] for line in out.splitlines()] == answers, head
    for text, message in (
        ("n,ranking\n1\n", "line must have 2 cells, not 1 (data.csv, line 2)"),
        ("n,ranking\n1,a>z\n", "(data.csv, line 2)"),
        ("a,b,c,d\n1,0,0,0\n", "not 'e' 0 times"),
        ("a,b,c,d,e,e\n1,0,0,0,0,0\n", "not 'e' 2 times"),
        ("a,b,c,d,e\n1,0,0,0\n", "label set must be 5 cells 0 or 1"),
        ("a,b,c,d,e\n1,0,0,0,2\n", "label set must be 5 cells 0 or 1"),
        ('a,b,c,d,e\n"1,0\n', "CSV must be valid"),
        ("", "file must not be empty"),
    ):
        (tmp_path / "data.csv").write_text(text)
        code, _, err = run(*model, "--questions", "data.csv")
        assert (code, message in err) == (2, True), (text, err)


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("inputs", ["everything", "nonnegative"])
def test_what_clashes_in_files_of_a_head(inputs, tmp_path, monkeypatch, run):
    """A head that is settled in batches: each list in each file contradicts itself, decided exactly,
    and in the report an average dominates.
    """
    monkeypatch.chdir(tmp_path)
    rows = head()
    np.savez("head.npz", weight=rows[:, 1:], bias=rows[:, 0])
    (tmp_path / "labels.txt").write_text("".join(f"{k + 1}\n" for k in range(300)))
    options = [] if inputs == "everything" else ["--inputs", inputs]
    files = [
        part for name in ("audit.json", "audit.sarif", "audit.xml") for part in ("--summary", name)
    ]
    more = ["--labels", "labels.txt", "--report", "report", "--fail-on", "impossible"]
    assert run("audit", "head.npz", *more, *options, *files)[0] == 1
    given = Inputs(24) if inputs == "everything" else Inputs.nonnegative(24)
    printed = Printed(rows, given)
    answers = json.loads((tmp_path / "audit.json").read_text())["answers"]
    refuted = [one for one in answers if not one["possible"]]
    assert len(refuted) > 20
    assert all("clash" not in one for one in answers if one["possible"])
    (only,) = json.loads((tmp_path / "audit.sarif").read_text())["runs"]
    failures = [case[0].text for case in ET.parse(tmp_path / "audit.xml").getroot()[0] if len(case)]
    for one, result, failure in zip(refuted, only["results"], failures, strict=True):
        printed.check(one["clash"], Question("top", (int(one["label"]) - 1,)))
        few = ", ".join(one["clash"][:8])
        assert failure.startswith(few)
        assert f"contradict each other: {few}" in result["message"]["text"]
    told = json.loads((tmp_path / "report" / "audit.json").read_text())["answers"]
    for one in told[:150]:
        if not one["possible"]:
            shares = [(int(name) - 1, weight) for name, weight in one["dominated_by"]]
            clash = [f"{one['row']} > {k + 1}" for k, _ in shares]
            if inputs == "everything":
                printed.average(one["row"] - 1, shares)
            else:
                printed.check([*clash, *(f"h_{j + 1} >= 0" for j in range(24))], most=99)


@pytest.mark.skipif(shutil.which("bash") is None, reason="steps of a workflow are for bash")
def test_the_workflow_of_the_book(tmp_path, monkeypatch, run):
    """Its steps as a runner takes them: in bash, one after the other, those with `always()` after a
    failure, too.
    """
    page = (ROOT / "docs" / "how-to" / "gate.md").read_text("utf-8")
    steps = yaml.safe_load(page.split("```yaml\n")[1].split("```")[0])["jobs"]["audit"]["steps"]
    model = ROOT / "tests" / "models" / "files" / "model-f32.onnx"
    shutil.copy(model, tmp_path / "model.onnx")
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    place = {**os.environ, "PATH": paths, "GITHUB_STEP_SUMMARY": str(tmp_path / "step.md")}

    def step(text: str) -> int:
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text]
        return subprocess.run(command, cwd=tmp_path, env=place, capture_output=True).returncode

    commands = [one for one in steps if "run" in one and not one["run"].startswith("pip ")]
    assert len(commands) == 2
    audit = commands[0]["run"]
    monkeypatch.chdir(tmp_path)
    assert run("audit", "model.onnx", "--inputs", "auto", "--summary", "audit.json")[0] == 0
    known = json.loads((tmp_path / "audit.json").read_text("utf-8"))
    assert known["impossible"] > 0
    assert step(audit) == 0  # all that it finds is known
    known["answers"] = [{**one, "possible": True} for one in known["answers"]]
    (tmp_path / "audit.json").write_text(json.dumps(known), "utf-8")
    assert step(audit) == 1  # as if the labels were new
    assert [step(one["run"]) for one in commands[1:] if one["if"] == "always()"] == [0]
    assert "| " in (tmp_path / "step.md").read_text("utf-8")
    results = json.loads((tmp_path / "audit.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert len(results) == known["impossible"]
    assert run("recheck", "audit.npz", "model.onnx")[0] == 0


@pytest.fixture
def detector(tmp_path, monkeypatch):
    """A graph with a product of one output in its middle, as in detectors, before an operation that
    is not looked at.
    """
    from tests.models.test_onnx import graph, node

    monkeypatch.chdir(tmp_path)
    nodes = [
        node("Softmax", "x", "s", axis=-1),
        node("MatMul", "s,w", "p"),
        node("Sigmoid", "p", "g"),
        node("Sub", "g,x", "y"),
    ]
    constants = {"w": np.arange(16, dtype=np.float32)[:, None]}
    return graph(nodes, constants, tmp_path / "detector.onnx", width=16)


DOUBTS = [
    "the layer has one output",
    "after the layer Sub, which is not looked at: answers are about this product alone",
]


def test_a_layer_in_doubt_fails_a_gate_unless_it_is_named(detector, run):
    code, out, err = run("audit", detector)
    assert (code, err) == (0, "")
    assert "0 of 1 labels can never be first" in out
    assert [line for line in out.splitlines() if "in doubt" in line] == [
        f"  in doubt   {doubt}" for doubt in DOUBTS
    ]
    code, out, err = run("audit", detector, "--fail-on", "impossible>99")
    assert code == 1
    assert f"perhaps not the output layer, and not named ({'; '.join(DOUBTS)}): failed" in err
    for named in ((detector, "--weights", "w"), (f"{detector}:w",)):
        code, out, err = run("audit", *named, "--fail-on", "impossible")
        assert code == 0
        assert all(doubt in out for doubt in DOUBTS)
        assert err.rstrip().endswith("0 impossible, at most 0 let through: passed")


def test_every_output_of_an_audit_says_what_is_in_doubt(detector, run, tmp_path):
    files = [f"s{suffix}" for suffix in FORMATS]
    written = [word for name in files for word in ("--summary", name)]
    gate = ("--fail-on", "impossible", "--report", "report")
    code, out, _ = run("audit", detector, "--json", *gate, *written)
    found = json.loads(out)
    assert (code, found["doubts"]) == (1, DOUBTS)
    assert found["gate"] == {
        "failed": True,
        "conditions": ["impossible"],
        "findings": [],
        "doubts": DOUBTS,
    }
    from tests.cli.test_json import validator

    validator("audit").validate(found)
    assert json.loads((tmp_path / "report" / "audit.json").read_text())["doubts"] == DOUBTS
    assert (
        json.dumps(DOUBTS, separators=(",", ":"))
        in (tmp_path / "report" / "audit.html").read_text()
    )
    assert json.loads((tmp_path / "s.json").read_text())["doubts"] == DOUBTS
    markdown = (tmp_path / "s.md").read_text()
    assert "detector.onnx: failed" in markdown
    assert all(f"In doubt: {doubt}." in markdown for doubt in DOUBTS)
    results = json.loads((tmp_path / "s.sarif").read_text())["runs"][0]["results"]
    assert [(one["ruleId"], one["level"]) for one in results] == [("layer", "error")] * 2
    suite = ET.parse(tmp_path / "s.xml").getroot()[0]
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("3", "2")
    assert [case[0].text for case in suite if len(case)] == DOUBTS
    code, out, _ = run("audit", detector, "--weights", "w", "--json", *gate, *written)
    named = json.loads(out)
    assert (code, named["doubts"], named["gate"]["failed"]) == (0, DOUBTS, False)
    assert "passed" in (tmp_path / "s.md").read_text()
    results = json.loads((tmp_path / "s.sarif").read_text())["runs"][0]["results"]
    assert [(one["ruleId"], one["level"]) for one in results] == [("layer", "note")] * 2


def test_a_log_of_a_layer_in_doubt_fails_a_gate(detector, run, tmp_path):
    (tmp_path / "log.txt").write_text("1\n")
    code, out, err = run("signature", detector, "log.txt", "--fail-on", "impossible")
    assert (code, "perhaps not the output layer" in err) == (1, True)
    assert all(f"  in doubt   {doubt}" in out for doubt in DOUBTS)
    code, out, _ = run("signature", detector, "log.txt", "--json", "--weights", "w")
    assert (code, json.loads(out)["doubts"]) == (0, DOUBTS)


def test_what_is_no_doubt(run, tmp_path, monkeypatch):
    """A matrix of one row is what it says, and a layer at the end of its graph is the output layer."""
    from tests.models.test_onnx import graph, node

    monkeypatch.chdir(tmp_path)
    np.save("one.npy", np.ones((1, 3)))
    (tmp_path / "one.csv").write_text("1,2,3\n")
    path = graph(
        [node("MatMul", "x,w", "p"), node("Softmax", "p", "y", axis=-1)],
        {"w": np.eye(3, dtype=np.float32)},
        tmp_path / "m.onnx",
    )
    for source in ("one.npy", "one.csv", path):
        code, out, _ = run("audit", source, "--fail-on", "impossible", "--json")
        assert (code, "doubts" in json.loads(out)) == (0, False)
