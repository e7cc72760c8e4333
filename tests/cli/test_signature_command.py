"""``arrangements signature`` as it is called: what it prints, writes and refuses."""

import json

import numpy as np
import pytest

from arrangements import load_inputs
from arrangements.decide.dyadic.integer_inputs import laid_out
from arrangements.errors import BadInput

LINES = ["east>mid>north", "east>north>mid", "north>mid", "east>centre>mid"]
ROWS = [[1, 0], [0, 1], [-1, -1], [0, 0], [0.5, 0.5]]


@pytest.fixture
def layer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savez("m.npz", weight=np.array(ROWS))
    (tmp_path / "labels.txt").write_text("east\nnorth\nwest\ncentre\nmid\n")
    (tmp_path / "log.txt").write_text("\n".join(LINES))
    (tmp_path / "good.txt").write_text("east>mid>north\nwest>centre\n")
    return ("signature", "m.npz", "--labels", "labels.txt")


def test_a_log_of_the_layer_and_one_of_another(layer, run):
    code, out, _ = run(*layer, "good.txt")
    assert (code, "2 of 2 lines are possible" in out) == (0, True)
    assert "m.npz can have given this log" in out
    code, out, _ = run(*layer, "log.txt")
    assert code == 0
    assert out.startswith("no\tline 2\teast>north>mid\n")
    assert "log.txt: 2 of 4 lines are possible" in out
    assert "not of m.npz, which cannot give line 2" in out
    assert run(*layer, "log.txt", "--first", 1)[1].startswith("log.txt: 4 of 4 lines")


def test_json_lists_and_gates(layer, run):
    code, out, _ = run(*layer, "log.txt", "--json", "--all", "--fail-on", "impossible")
    found = json.loads(out)
    assert code == 1
    assert (found["lines"], found["possible"], found["impossible"]) == (4, 2, 2)
    assert found["first"]["line"] == 2
    assert found["first"]["core"] == ["east", "north", "mid"]
    assert set(found["first"]["clash"]) == {"east > mid", "north > mid"}
    assert [one["possible"] for one in found["answers"]] == [True, False, True, False]
    assert run(*layer, "log.txt", "--list", "impossible")[1] == "2\n4\n"
    assert run(*layer, "log.txt", "--stop", "--list", "impossible")[1] == "2\n"
    assert run(*layer, "log.txt", "--fail-on", "impossible>2")[0] == 0
    assert run(*layer, "log.txt", "--summary", "s.md", "--fail-on", "impossible>1")[0] == 1
    with open("s.md") as file:
        assert "| line 2 | " in file.read()


def test_reports(layer, run):
    code, out, _ = run(*layer, "log.txt", "--report", "found")
    assert (code, "  written    found\n" in out) == (0, True)
    with open("found/signature.json") as file:
        told = json.load(file)
    assert [one["possible"] for one in told["answers"]] == [True, False, True, False]
    assert told["answers"][1]["core"] == ["east", "north", "mid"]
    with open("found/signature.html") as file:
        page = file.read()
    assert "2 of 4 lines of log.txt are impossible" in page
    assert "<td>2</td><td class=no>east&gt;north&gt;mid</td>" in page
    assert "{{" not in page
    assert "The log is not from this layer" in page
    table = pytest.importorskip("pyarrow.parquet").read_table("found/signature.parquet")
    assert table.column("core").to_pylist() == [
        None,
        "east>north>mid",
        None,
        told["answers"][3] and ">".join(told["answers"][3]["core"]),
    ]
    run(*layer, "good.txt", "--report", "none")
    with open("none/signature.html") as file:
        page = file.read()
    assert "can have given each line" in page
    assert "<table>" not in page


def test_certificates_and_stores(layer, run):
    written = run(*layer, "log.txt", "--certificate", "s.npz", "--store", "s.db")
    assert written[0] == 0
    code, out, _ = run("recheck", "s.npz", "m.npz")
    assert (code, "2 of 4 questions have the answer yes, 2 never" in out) == (0, True)
    again = run(*layer, "log.txt", "--store", "s.db", "--list", "impossible")
    assert again[1] == "2\n4\n"
    code, _, err = run(*layer, "log.txt", "--store", "s.db", "--inputs", "nonnegative")
    assert (code, "about the same weights and inputs" in err) == (2, True)


def test_a_baseline_lets_known_lines_through(layer, run):
    assert run(*layer, "log.txt", "--summary", "old.json")[0] == 0
    code, _, err = run(*layer, "log.txt", "--baseline", "old.json")
    assert (code, "0 new impossible" in err) == (0, True)
    with open("log.txt", "a") as file:
        file.write("\neast>north>mid\n")
    code, out, _ = run(*layer, "log.txt", "--baseline", "old.json", "--json")
    gate = json.loads(out)["gate"]
    assert (code, gate["findings"], gate["unchanged"]) == (1, ["line 5"], ["line 2", "line 4"])
    assert run(*layer, "log.txt", "--baseline", "old.json", "--fail-on", "impossible>1")[0] == 0
    code, _, err = run(*layer, "log.txt", "--baseline", "old.json", "--inputs", "nonnegative")
    assert (code, "baseline must be about the same inputs" in err) == (2, True)


def test_inputs_in_a_ball_and_behind_a_norm(layer, run):
    np.save("gains.npy", np.array([1.0, 2.0]))
    np.save("shift.npy", np.array([0.5, 0.0]))
    with open("log.txt", "a") as file:
        file.write("\nwest>centre\n")
    for inputs, yes in (("ball:2", 3), ("layernorm:gains.npy:shift.npy", 2)):
        found = run(*layer, "log.txt", "--inputs", inputs, "--certificate", "s.npz")
        assert (found[0], f"{yes} of 5 lines are possible" in found[1]) == (0, True), found
        said = run("recheck", "s.npz", "m.npz")[1]
        assert said.startswith(f"accepted: {yes} of 5 questions"), said
    code, out, _ = run(*layer, "log.txt", "--inputs", "unit", "--list", "possible")
    assert (code, out) == run(*layer, "log.txt", "--inputs", "ball:1", "--list", "possible")[:2]
    said = "inputs unit (for the ball: a no is one on the sphere, too, of a yes `decide` says), in"
    assert said in run(*layer, "log.txt", "--inputs", "unit")[1]


def test_scores(layer, run):
    with open("s.jsonl", "w") as file:
        for middle in (1.5, 1.6, 1.7):
            file.write(json.dumps([["east", 2.0], ["mid", middle], ["north", 1.0]]) + "\n")
    assert run(*layer, "s.jsonl", "--scores", "rounded", "--list", "impossible")[1] == "3\n"
    assert run(*layer, "s.jsonl", "--scores", "0.04", "--list", "impossible")[1] == "2\n3\n"
    store = ("--store", "s.db", "--certificate", "s.npz", "--json", "--all")
    for _ in range(2):
        code, out, _ = run(*layer, "s.jsonl", "--scores", "0.04", *store)
        answers = json.loads(out)["answers"]
        assert code == 0
        assert answers[1]["core"] == ["east", "mid", "north"]
        assert {text.split(" <= ")[0] for text in answers[2]["clash"]} <= {
            "mid - east",
            "mid - north",
            "north - mid",
            "east - mid",
        }
    assert run("recheck", "s.npz", "m.npz")[1].startswith("accepted: 1 of 3 questions")
    for value, message in (("0", "positive number"), ("x", "symbols"), ("nan", "finite")):
        code, _, err = run(*layer, "s.jsonl", "--scores", value)
        assert (code, message in err) == (2, True), err
    code, _, err = run(*layer, "s.jsonl", "--scores", "0.1", "--inputs", "ball:3")
    assert (code, "linear conditions alone" in err) == (2, True), err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("log.txt", "--certificate", "s.json"), "ends in .npz"),
        (("log.txt", "--fail-on", "must-not-win"), "must be impossible"),
        (("log.txt", "--list", "possible", "--json"), "must not be used with --json"),
        (("none.txt",), "file must exist"),
        (("log.txt", "--inputs", "none.json"), "exist"),
        (("log.txt", "--summary", "s.pdf"), "ends in one of"),
    ],
)
def test_what_is_refused(options, message, layer, run):
    code, _, err = run(*layer, *options)
    assert (code, message in err) == (2, True), err


def test_inputs_that_are_a_single_point_or_a_sphere(layer, run):
    code, out, _ = run(*layer, "good.txt", "--inputs", "ball:sqrt(2); h >= 1")
    assert (code, out.splitlines()[0]) == (0, "no\tline 1\teast>mid")
    assert "0 of 2 lines are possible" in out
    np.save("gains.npy", np.array([1.0, 2.0]))
    for ball in ("ball:1", "layernorm:gains.npy", "rmsnorm:gains.npy"):
        code, out, _ = run(*layer, "good.txt", "--inputs", f"{ball}; sphere", "--json", "--all")
        sphere, whole = (
            json.loads(out),
            json.loads(run(*layer, "good.txt", "--inputs", ball, "--json", "--all")[1]),
        )
        assert (code, sphere["answers"]) == (0, whole["answers"])
        assert sphere["inputs"].startswith(f"{ball}; sphere (for the ball: ")
        with pytest.raises(BadInput, match="must be a ball, not its sphere"):
            laid_out(np.array([[0.0, 1, 0]]), load_inputs(f"{ball}; sphere", 2))
