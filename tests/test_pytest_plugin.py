"""The fixture of the plugin, which pytest finds by itself, in a run as a user starts it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
TESTS = """
import numpy as np, pytest
from arrangements import Inputs
from arrangements.errors import BadInput

def test_passes(arrangements_audit):
    verdict = arrangements_audit("m.npz", fail_on="impossible>1")
    assert [item.name for item in verdict.findings] == ["4"]

def test_fails(arrangements_audit):
    arrangements_audit("m.npz", inputs=Inputs(2))

def test_of_arrays(arrangements_audit):
    arrangements_audit(np.eye(3), must_not_win=["1"])

def test_inputs_and_questions(arrangements_audit):
    arrangements_audit("m.npz", inputs="box:0:1", questions=["top 1>2", "signs ++-?"])
    with pytest.raises(BadInput, match="fail_on must be about must-not-win"):
        arrangements_audit("m.npz", must_not_win=["4"], fail_on="impossible")

def test_what_is_refused(arrangements_audit):
    arrangements_audit("m.npz", must_not_win=["owl"])

def test_in_doubt(arrangements_audit):
    with pytest.raises(pytest.fail.Exception, match="perhaps not the output layer, and not named"):
        arrangements_audit("two.npz", fail_on="impossible>9")
    arrangements_audit("two.npz", weights="head.weight")

def test_what_is_new(arrangements_audit):
    arrangements_audit("m.npz", baseline="old.json")
"""


def test_the_fixture(tmp_path):
    rows = np.array([[1.0, 0], [0, 1], [-1, -1], [0, 0]])
    np.savez(tmp_path / "m.npz", weight=rows)
    np.savez(tmp_path / "two.npz", **{"a.weight": rows, "head.weight": rows[:1]})
    (tmp_path / "test_layer.py").write_text(TESTS)
    old = (
        '{"inputs": "everything", "ties": "strict", "answers": [{"label": "4", "possible": false}]}'
    )
    (tmp_path / "old.json").write_text(old)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-q",
    ]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert "3 failed, 4 passed" in done.stdout, done.stdout + done.stderr
    assert "must_not_win must name labels of the configuration, not 'owl'" in done.stdout
    assert "_audited(" not in done.stdout  # frames of the engine are left out
    assert "## Audit of m.npz: failed" in done.stdout
    assert "1 impossible, at most 0 let through: failed" in done.stdout
    assert "| 4 | 4 > " in done.stdout
    assert "1 that must not win and can" in done.stdout
